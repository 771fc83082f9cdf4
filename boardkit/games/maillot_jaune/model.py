"""The nouns of Maillot Jaune: options, components, actions, events, state and view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from boardkit import state as base
from boardkit.game import Game
from boardkit.state import Count, Score, Seat, tagger

NAME = "maillot-jaune"

# What is asked of the current player.
PLAY, SET_ASIDE, MOUNTAIN, OVER = range(4)
PHASES = ("play", "set-aside", "mountain", "over")

Card = Annotated[
    str,
    Meta(
        pattern="^(speed-[1-9][0-9]{0,2}|mountain|sprint|headwind)$",
        max_length=9,
        description="A card: `speed-45` and so on, `mountain`, `sprint` or `headwind`.",
    ),
]
Special = Literal["mountain", "sprint"]
Cards = Annotated[tuple[Card, ...], Meta(max_length=500)]
Speed = Annotated[int, Meta(ge=-500, le=500, description="A speed in km/h.")]
Stage = Annotated[int, Meta(ge=1, le=5, description="A stage, counted from 1.")]
PerSeat = Annotated[tuple[Count, ...], Meta(max_length=6, description="One number a seat.")]
Phase = Annotated[
    Literal["play", "set-aside", "mountain", "over"],
    Meta(
        description="What the current player is asked: a play, a special to put out, a mountain; or nothing."
    ),
]


class Options(base.Options, frozen=True):
    """Options of Maillot Jaune."""

    stages: Annotated[Literal[3, 4, 5], Meta(description="How many stages are ridden (J5).")] = 3
    mountain_outsiders: Annotated[
        Literal["dropped_only", "anyone"],
        Meta(
            description="Who may lay a mountain on the leader's card: riders with chips, or any rider (J12)."
        ),
    ] = "dropped_only"
    sprint_refill_headwind: Annotated[
        Literal["next_turn", "this_turn"],
        Meta(description="Which turn a headwind drawn for a sprint slows: the next one, or this one (J9)."),
    ] = "next_turn"
    mountain_caps_leader: Annotated[
        bool,
        Meta(description="Whether a mountain cuts the leader's own tempo to the mountain's top speed (J14)."),
    ] = True
    simple_game: Annotated[bool, Meta(description="Leave out all special cards (J36).")] = False
    winner: Annotated[
        Literal["points", "stage_wins"],
        Meta(description="What decides the match; the other one breaks ties (J4)."),
    ] = "points"
    first_leader: Annotated[
        Literal["draw", "random"],
        Meta(description="How the first leader is found: each draws a card, or at random (J1)."),
    ] = "draw"


class SpeedCards(Struct, frozen=True, forbid_unknown_fields=True):
    """The speed cards of one value.

    Attributes:
        value: the printed speed in km/h.
        copies: how many there are.
    """

    value: Annotated[int, Meta(ge=1, le=200)]
    copies: Annotated[int, Meta(ge=1, le=20)]


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards, and the numbers that the rules read off them (MJ-1).

    Attributes:
        speed_cards: the speed cards, by rising value.
        mountains: number of mountain cards.
        headwinds: number of headwind cards.
        sprints: number of sprint cards.
        headwind_slows: km/h that a headwind takes off.
        sprint_adds: km/h that a sprint adds.
        top_speed: no play is faster.
        mountain_top_speed: nor faster than this while a mountain is in force.
        slipstream: a grouped rider may be this many km/h slower than the tempo.
        hand_size: cards in a hand between turns.
    """

    speed_cards: Annotated[tuple[SpeedCards, ...], Meta(min_length=1, max_length=20)]
    mountains: Annotated[int, Meta(ge=0, le=15)]
    headwinds: Annotated[int, Meta(ge=0, le=20)]
    sprints: Annotated[int, Meta(ge=0, le=15)]
    headwind_slows: Annotated[int, Meta(ge=0, le=10)]
    sprint_adds: Annotated[int, Meta(ge=0, le=10)]
    top_speed: Annotated[int, Meta(ge=1, le=250)]
    mountain_top_speed: Annotated[int, Meta(ge=1, le=250)]
    slipstream: Annotated[int, Meta(ge=0, le=50)]
    hand_size: Annotated[int, Meta(ge=1, le=10)]


# ---- actions -----------------------------------------------------------------------------------


class MaillotJauneAction(base.Action, frozen=True, tag=tagger(NAME)):
    """An action of Maillot Jaune."""


class Play(MaillotJauneAction, frozen=True):
    """Lay one speed card, with sprints and perhaps a mountain (MJ-2.2.3, MJ-2.2.5).

    Attributes:
        value: the printed speed of the card, in km/h.
        sprints: how many sprints are laid with it.
        mountain: whether a mountain is added; only by who leads after this play.
    """

    value: Annotated[int, Meta(ge=1, le=200)]
    sprints: Annotated[int, Meta(ge=0, le=15)] = 0
    mountain: bool = False


class LayMountain(MaillotJauneAction, frozen=True):
    """Lay a mountain on the leader's pile, out of turn (MJ-2.2.7)."""


class Decline(MaillotJauneAction, frozen=True):
    """Lay no mountain on the leader's pile."""


class SetAside(MaillotJauneAction, frozen=True):
    """Put a special card out of the stage, for want of a speed card (J6).

    Attributes:
        kind: which special.
    """

    kind: Special


# ---- events ------------------------------------------------------------------------------------

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


# ---- state and view ----------------------------------------------------------------------------


class Rider(Struct, frozen=True, gc=False):
    """What belongs to one player in a stage.

    Attributes:
        hand: the cards in hand, packed into one int (see ``tables``).
        chips: minutes lost in this stage.
        headwinds: headwinds that will slow the rider's next speed card.
        speed: speed of the latest play in this stage, or None.
        laid: codes of the cards in front of the rider, in the order they were laid.
    """

    hand: int
    chips: int
    headwinds: int
    speed: int | None
    laid: bytes


class StageInfo(Struct, frozen=True, gc=False):
    """What changes seldom, kept apart so that a step can share it.

    Attributes:
        number: the stage, from 1.
        points: points of the stages that are over, one number a seat.
        wins: stages won, one number a seat.
        mountains_seen: mountains laid or put out in this stage (J38).
        aside: codes of the cards put out of this stage, in order.
        shown: the part of each hand that everybody has seen, packed like a hand.
    """

    number: int
    points: tuple[int, ...]
    wins: tuple[int, ...]
    mountains_seen: int
    aside: bytes
    shown: tuple[int, ...]


class State(base.State, frozen=True, gc=False):
    """A match in play.

    Attributes:
        phase: PLAY, SET_ASIDE, MOUNTAIN or OVER.
        leader: who wears the jersey.
        tempo: speed of the leader's latest play, None before the first one of a stage.
        mountain: whether a mountain is in force on the leader's pile.
        pile: codes of the cards left, the next one first.
        riders: one Rider a seat.
        stage: number and score of the stage, and what lies beside it.
    """

    phase: int
    leader: int
    tempo: int | None
    mountain: bool
    pile: bytes
    riders: tuple[Rider, ...]
    stage: StageInfo

    @property
    def returns(self) -> tuple[int, ...]:
        """The points of the stages that are over, one a player (MJ-2.5)."""
        return self.stage.points

    @property
    def ranking(self) -> tuple[int, ...] | None:
        """At the end the ranks from 1, ties shared (J4); None before."""
        if self.current_player is not None:
            return None
        return rank(self.stage.points, self.stage.wins, self.game.options.winner)


def rank(points: tuple[int, ...], wins: tuple[int, ...], winner: str) -> tuple[int, ...]:
    """Rank seats by points, then stage wins, or the other way round (J4)."""
    pairs = zip(points, wins, strict=True) if winner == "points" else zip(wins, points, strict=True)
    scores = list(pairs)
    return tuple([1 + sum(other > score for other in scores) for score in scores])


class RiderView(Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody may know of one rider.

    Attributes:
        points: points of the stages that are over.
        wins: stages won.
        chips: minutes lost in this stage.
        headwinds: headwinds that will slow the next speed card.
        speed: speed of the latest play in this stage, or null.
        hand_size: cards in hand.
        shown: cards in hand that everybody has seen and that have not left it since.
        laid: cards in front of the rider in this stage, in the order they were laid.
    """

    points: Score
    wins: Count
    chips: Count
    headwinds: Count
    speed: Speed | None
    hand_size: Count
    shown: Cards
    laid: Cards


class View(base.View, frozen=True):
    """What one player may know of a match.

    Attributes:
        phase: what the current player is asked.
        stage: the stage, from 1.
        leader: who wears the jersey.
        tempo: speed of the leader's latest play, or null before the first one of a stage.
        mountain: whether a mountain is in force on the leader's pile.
        mountains_seen: mountains laid or put out in this stage.
        pile: cards left in the pile.
        riders: one RiderView a seat.
        aside: cards put out of the stage, in order.
        hand: the viewer's own cards, sorted; null for a spectator.
    """

    phase: Phase
    stage: Stage
    leader: Seat
    tempo: Speed | None
    mountain: bool
    mountains_seen: Count
    pile: Count
    riders: Annotated[tuple[RiderView, ...], Meta(min_length=2, max_length=6)]
    aside: Cards
    hand: Cards | None

    def counts(self) -> Mapping[str, int]:
        """Return the public counts.

        ``pile`` and ``aside`` (cards put out of the stage), and for each seat ``hand/<seat>``, ``laid/<seat>``,
        ``chips/<seat>`` (minutes), ``points/<seat>`` and ``wins/<seat>`` (stages won).
        """
        counts = {"pile": self.pile, "aside": len(self.aside)}
        for seat, rider in enumerate(self.riders):
            counts[f"hand/{seat}"] = rider.hand_size
            counts[f"laid/{seat}"] = len(rider.laid)
            counts[f"chips/{seat}"] = rider.chips
            counts[f"points/{seat}"] = rider.points
            counts[f"wins/{seat}"] = rider.wins
        return counts


ACTIONS: tuple[type[base.Action], ...] = (Play, LayMountain, Decline, SetAside)
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
AnyGame = Game[State, Any, View]
