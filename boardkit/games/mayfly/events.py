"""What can happen in Mayfly: one frozen record a happening, with its effect on the public counts."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from boardkit.games.mayfly.model import (
    CardId,
    Cards,
    Cause,
    Choice,
    EndingId,
    Food,
    MoltCount,
    Tokens,
    TrialId,
)
from boardkit.state import Count, Event, Seat, tagger

__all__ = [
    "EVENT_TYPES",
    "CardDrawn",
    "CardEaten",
    "CardPlaced",
    "CardPlayed",
    "CardRefused",
    "Digested",
    "EatenDealt",
    "Emerged",
    "FoodDealt",
    "GameLost",
    "GameWon",
    "MayflyEvent",
    "Molted",
    "Passed",
    "RivalTurned",
    "TrialChallenged",
    "TrialFled",
    "TrialOvercome",
    "TrialRevealed",
    "TrialsLaid",
    "UnusedGathered",
    "VoteCast",
    "VotesCounted",
]

Deltas = tuple[tuple[str, int], ...]


class MayflyEvent(Event, frozen=True, gc=False, tag=tagger("mayfly")):
    """Base of the events of Mayfly."""


class FoodDealt(MayflyEvent, frozen=True):
    """A player was dealt a hand for the larva stage.

    Attributes:
        player: whose hand.
        count: how many cards.
        cards: which; None for who may not know.
    """

    player: Seat
    count: Count
    cards: Cards | None

    def deltas(self) -> Deltas:
        return ((f"hand/{self.player}", self.count), ("pile", -self.count))


class CardPlaced(MayflyEvent, frozen=True):
    """A player put a card at the back of the queue.

    Attributes:
        player: who placed it.
        card: which; None for who may not know.
    """

    player: Seat
    card: CardId | None

    def deltas(self) -> Deltas:
        return ((f"hand/{self.player}", -1), ("queue", 1))


class CardDrawn(MayflyEvent, frozen=True):
    """A player drew the top card of the food pile.

    Attributes:
        player: who drew it.
        card: which; None for who may not know.
    """

    player: Seat
    card: CardId | None

    def deltas(self) -> Deltas:
        return ((f"hand/{self.player}", 1), ("pile", -1))


class CardEaten(MayflyEvent, frozen=True):
    """The card nearest the mouth was turned up and eaten.

    Attributes:
        player: whose turn it was.
        card: the food card.
        food: tokens added.
    """

    player: Seat
    card: CardId
    food: Food

    def deltas(self) -> Deltas:
        return (("queue", -1), ("eaten", 1), ("fullness", self.food))


class CardRefused(MayflyEvent, frozen=True):
    """The card nearest the mouth was turned up and was too much.

    Attributes:
        player: whose turn it was.
        card: the food card.
    """

    player: Seat
    card: CardId

    def deltas(self) -> Deltas:
        return (("queue", -1), ("rejected", 1))


class Molted(MayflyEvent, frozen=True):
    """The larva molted and will digest one token more.

    Attributes:
        molts: how often it has molted now.
    """

    molts: MoltCount

    def deltas(self) -> Deltas:
        return (("molts", 1),)


class Digested(MayflyEvent, frozen=True):
    """A turn ended and the larva lost tokens.

    Attributes:
        player: whose turn it was.
        tokens: how many were removed.
    """

    player: Seat
    tokens: Tokens

    def deltas(self) -> Deltas:
        return (("fullness", -self.tokens),)


class UnusedGathered(MayflyEvent, frozen=True):
    """All cards that were not eaten were shuffled into the rival pile.

    Attributes:
        hands: how many came from each hand.
        queue: how many from the queue, still face down.
        rejected: how many from the rejected cards.
    """

    hands: Annotated[tuple[Count, ...], Meta(max_length=4)]
    queue: Count
    rejected: Count

    def deltas(self) -> Deltas:
        gathered = tuple((f"hand/{seat}", -count) for seat, count in enumerate(self.hands))
        total = sum(self.hands) + self.queue + self.rejected
        return (*gathered, ("queue", -self.queue), ("rejected", -self.rejected), ("rivals", total))


class Emerged(MayflyEvent, frozen=True):
    """The larva stage was survived: the mayfly is an adult.

    Attributes:
        dealer: who deals the eaten cards and begins the battles.
        fullness: tokens that were left on the larva.
        stamina: tokens on the adult.
    """

    dealer: Seat
    fullness: Tokens
    stamina: Tokens

    def deltas(self) -> Deltas:
        return (("fullness", -self.fullness), ("stamina", self.stamina))


class EatenDealt(MayflyEvent, frozen=True):
    """A player was dealt a share of the eaten cards.

    Attributes:
        player: whose hand.
        count: how many cards.
        cards: which; None for who may not know.
    """

    player: Seat
    count: Count
    cards: Cards | None

    def deltas(self) -> Deltas:
        return ((f"hand/{self.player}", self.count), ("eaten", -self.count))


class TrialsLaid(MayflyEvent, frozen=True):
    """The trial cards were shuffled; some lie in a row, the others are the trial pile.

    Attributes:
        row: how many lie in the row.
        pile: how many are in the pile.
    """

    row: Count
    pile: Count

    def deltas(self) -> Deltas:
        return (("trials/row", self.row), ("trials/pile", self.pile))


class TrialRevealed(MayflyEvent, frozen=True):
    """A trial card was turned up.

    Attributes:
        trial: the trial card.
        source: `row`, or `pile` for the one that replaces an abandoned trial.
    """

    trial: TrialId
    source: Literal["row", "pile"]

    def deltas(self) -> Deltas:
        return ((f"trials/{self.source}", -1), ("trials/open", 1))


class RivalTurned(MayflyEvent, frozen=True):
    """A card of the rival pile was turned up for a + mark.

    Attributes:
        card: the food card.
    """

    card: CardId

    def deltas(self) -> Deltas:
        return (("rivals", -1), ("rivals/turned", 1))


class VoteCast(MayflyEvent, frozen=True):
    """A player voted.

    Attributes:
        player: who voted.
        choice: what for; None for who may not know.
    """

    player: Seat
    choice: Choice | None


class VotesCounted(MayflyEvent, frozen=True):
    """All votes were shown.

    Attributes:
        choices: what each player voted for, from seat 0.
        choice: what the group does.
    """

    choices: Annotated[tuple[Choice, ...], Meta(max_length=4)]
    choice: Choice


class TrialChallenged(MayflyEvent, frozen=True):
    """The battle with the open trial began.

    Attributes:
        trial: the trial card.
    """

    trial: TrialId


class TrialFled(MayflyEvent, frozen=True):
    """The group fled from the open trial; a token went with it.

    Attributes:
        trial: the trial card.
    """

    trial: TrialId

    def deltas(self) -> Deltas:
        return (("trials/open", -1), ("trials/fled", 1), ("stamina", -1))


class CardPlayed(MayflyEvent, frozen=True):
    """A player played a card, with a token on it.

    Attributes:
        player: who played it.
        card: the food card.
    """

    player: Seat
    card: CardId

    def deltas(self) -> Deltas:
        return ((f"hand/{self.player}", -1), ("played", 1), ("stamina", -1))


class Passed(MayflyEvent, frozen=True):
    """A player played no card.

    Attributes:
        player: who passed.
    """

    player: Seat


class TrialOvercome(MayflyEvent, frozen=True):
    """The cards played are as strong as the trial: it is overcome.

    Attributes:
        trial: the trial card.
        player: who played the last card.
    """

    trial: TrialId
    player: Seat

    def deltas(self) -> Deltas:
        return (("trials/open", -1), ("trials/overcome", 1))


class GameLost(MayflyEvent, frozen=True):
    """The mayfly died too early: everybody has lost.

    Attributes:
        cause: `starvation` as a larva, `stamina` or `cards` as an adult.
    """

    cause: Cause


class GameWon(MayflyEvent, frozen=True):
    """The fourth trial is overcome: the mayfly meets its love.

    Attributes:
        ending: which lover card is read.
        algae: algae cards that carry a token.
        detritus: detritus cards that carry a token.
    """

    ending: EndingId
    algae: Count
    detritus: Count


EVENT_TYPES = (
    FoodDealt,
    CardPlaced,
    CardDrawn,
    CardEaten,
    CardRefused,
    Molted,
    Digested,
    UnusedGathered,
    Emerged,
    EatenDealt,
    TrialsLaid,
    TrialRevealed,
    RivalTurned,
    VoteCast,
    VotesCounted,
    TrialChallenged,
    TrialFled,
    CardPlayed,
    Passed,
    TrialOvercome,
    GameLost,
    GameWon,
)
