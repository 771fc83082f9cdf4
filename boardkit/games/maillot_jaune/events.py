"""What happens in Maillot Jaune, as events."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from boardkit import state as base
from boardkit.games.maillot_jaune.model import NAME, Card, Cards, PerSeat, Special, Speed, Stage
from boardkit.state import Count, Score, Seat, tagger

Deltas = tuple[tuple[str, int], ...]


class MaillotJauneEvent(base.Event, frozen=True, tag=tagger(NAME)):
    """An event of Maillot Jaune."""


class LeaderCardDrawn(MaillotJauneEvent, frozen=True):
    """A card was drawn for the lead of the first stage; it goes back into the deck (MJ-2.1.2).

    Attributes:
        player: who drew.
        card: the card.
    """

    player: Seat
    card: Card


class LeaderChosen(MaillotJauneEvent, frozen=True):
    """The first leader is known.

    Attributes:
        player: the leader of the first stage.
    """

    player: Seat


class CardsGathered(MaillotJauneEvent, frozen=True):
    """All cards of the last stage went back into the deck.

    Attributes:
        hands: cards that lay in each hand.
        laid: cards that lay in front of each rider.
        aside: cards that had been put out of the stage.
        pile: cards that were left in the pile.
    """

    hands: PerSeat
    laid: PerSeat
    aside: Count
    pile: Count

    def deltas(self) -> Deltas:
        hands = tuple((f"hand/{seat}", -n) for seat, n in enumerate(self.hands))
        laid = tuple((f"laid/{seat}", -n) for seat, n in enumerate(self.laid))
        return (*hands, *laid, ("aside", -self.aside), ("pile", -self.pile))


class StageStarted(MaillotJauneEvent, frozen=True):
    """The deck was shuffled for a stage (MJ-2.1.3).

    Attributes:
        stage: the stage that begins.
        leader: who wears the jersey.
        cards: cards in the deck.
    """

    stage: Stage
    leader: Seat
    cards: Count

    def deltas(self) -> Deltas:
        return (("pile", self.cards),)


class HandDealt(MaillotJauneEvent, frozen=True):
    """A hand was dealt.

    Attributes:
        player: whose hand.
        count: how many cards.
        cards: the cards, headwinds included; None for everybody else.
    """

    player: Seat
    count: Count
    cards: Cards | None

    def deltas(self) -> Deltas:
        return ((f"hand/{self.player}", self.count), ("pile", -self.count))


class HeadwindReplaced(MaillotJauneEvent, frozen=True):
    """A headwind that was dealt went back into the pile, and another card came for it (MJ-2.1.3).

    Attributes:
        player: whose hand.
        card: the card that came, None for everybody else.
    """

    player: Seat
    card: Card | None


class MountainEnded(MaillotJauneEvent, frozen=True):
    """The leader's turn has come again: the mountain on his pile ends (MJ-2.2.1).

    Attributes:
        player: the leader.
    """

    player: Seat


class HeadwindDrawn(MaillotJauneEvent, frozen=True):
    """A headwind was drawn and laid on the drawer's own pile (MJ-2.2.2, MJ-2.4).

    Attributes:
        player: who drew it.
        sideways: whether it was drawn in a refill.
    """

    player: Seat
    sideways: bool

    def deltas(self) -> Deltas:
        return (("pile", -1), (f"laid/{self.player}", 1))


class CardDrawn(MaillotJauneEvent, frozen=True):
    """A card was drawn into a hand.

    Attributes:
        player: who drew.
        card: the card, None for everybody else.
    """

    player: Seat
    card: Card | None

    def deltas(self) -> Deltas:
        return (("pile", -1), (f"hand/{self.player}", 1))


class HandShown(MaillotJauneEvent, frozen=True):
    """A hand without a speed card was shown to all (J6).

    Attributes:
        player: whose hand.
        cards: the whole hand.
    """

    player: Seat
    cards: Cards


class SpecialSetAside(MaillotJauneEvent, frozen=True):
    """A special was put face up out of the stage (J6).

    Attributes:
        player: whose card it was.
        card: the card.
    """

    player: Seat
    card: Special

    def deltas(self) -> Deltas:
        return ((f"hand/{self.player}", -1), ("aside", 1))


class Played(MaillotJauneEvent, frozen=True):
    """A speed card was laid, with its sprints (MJ-2.2.3).

    Attributes:
        player: who played.
        value: the printed speed.
        sprints: sprints laid with it.
        headwinds: headwinds that slow it.
        speed: the speed that counts, capped.
    """

    player: Seat
    value: Speed
    sprints: Count
    headwinds: Count
    speed: Speed

    def deltas(self) -> Deltas:
        cards = 1 + self.sprints
        return ((f"hand/{self.player}", -cards), (f"laid/{self.player}", cards))


class JerseyTaken(MaillotJauneEvent, frozen=True):
    """The jersey changed its wearer (MJ-2.2.4).

    Attributes:
        player: who took it.
        previous: who wore it.
    """

    player: Seat
    previous: Seat


class ChipsTaken(MaillotJauneEvent, frozen=True):
    """A rider lost time (MJ-2.2.4).

    Attributes:
        player: the rider.
        minutes: chips of one minute taken.
    """

    player: Seat
    minutes: Count

    def deltas(self) -> Deltas:
        return ((f"chips/{self.player}", self.minutes),)


class ChipsReturned(MaillotJauneEvent, frozen=True):
    """A rider gained time back (MJ-2.2.4).

    Attributes:
        player: the rider.
        minutes: chips of one minute given back.
    """

    player: Seat
    minutes: Count

    def deltas(self) -> Deltas:
        return ((f"chips/{self.player}", -self.minutes),)


class MountainLaid(MaillotJauneEvent, frozen=True):
    """A mountain was laid on the leader's pile (MJ-2.2.5, MJ-2.2.7).

    Attributes:
        player: who laid it.
        leader: on whose pile.
        tempo: the tempo from now on.
    """

    player: Seat
    leader: Seat
    tempo: Speed

    def deltas(self) -> Deltas:
        return ((f"hand/{self.player}", -1), (f"laid/{self.leader}", 1))


class MountainKept(MaillotJauneEvent, frozen=True):
    """A declared mountain stays in the hand, known to all: its owner did not become leader (J9).

    Attributes:
        player: the owner.
    """

    player: Seat


class Declined(MaillotJauneEvent, frozen=True):
    """A rider laid no mountain on the leader's pile.

    Attributes:
        player: the rider.
    """

    player: Seat


class StageEnded(MaillotJauneEvent, frozen=True):
    """A stage is over and scored; all chips are given back (MJ-2.5).

    Attributes:
        stage: the stage.
        leader: who won it.
        chips: minutes that each rider had lost.
        points: the points that each rider got.
    """

    stage: Stage
    leader: Seat
    chips: PerSeat
    points: Annotated[tuple[Score, ...], Meta(max_length=6, description="One number a seat.")]

    def deltas(self) -> Deltas:
        chips = tuple((f"chips/{seat}", -n) for seat, n in enumerate(self.chips))
        points = tuple((f"points/{seat}", n) for seat, n in enumerate(self.points))
        return (*chips, *points, (f"wins/{self.leader}", 1))


class GameEnded(MaillotJauneEvent, frozen=True):
    """The match is over.

    Attributes:
        ranking: the rank of each rider, from 1.
    """

    ranking: PerSeat


EVENTS: tuple[type[base.Event], ...] = (
    LeaderCardDrawn,
    LeaderChosen,
    CardsGathered,
    StageStarted,
    HandDealt,
    HeadwindReplaced,
    MountainEnded,
    HeadwindDrawn,
    CardDrawn,
    HandShown,
    SpecialSetAside,
    Played,
    JerseyTaken,
    ChipsTaken,
    ChipsReturned,
    MountainLaid,
    MountainKept,
    Declined,
    StageEnded,
    GameEnded,
)
