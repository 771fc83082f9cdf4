"""What can happen in Fifteen Days, in the order of a game."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from boardkit import state as core
from boardkit.games.fifteen_days.cards import BACK_OF, BACKS, CARD_IDS, FRONT_IDS, FRONT_OF, Animal, Back
from boardkit.state import Seat, tagger

__all__ = [
    "AnimalTaken",
    "BotDiscarded",
    "BotDrew",
    "Dealt",
    "Discarded",
    "Drew",
    "FeatherGained",
    "FeatherSpent",
    "FifteenDaysEvent",
    "GameBegan",
    "GameEnded",
    "PileEmptied",
    "Placed",
    "Refilled",
    "SetCompleted",
    "Swept",
    "Took",
    "TurnBegan",
    "WildPut",
    "WildReturned",
    "WildTaken",
]

# The whole of a card: a spring card is named with its back, the others bear their own season there.
Card = Literal[
    "summer-1", "summer-2", "summer-3", "summer-4", "summer-5", "summer-6",
    "autumn-1", "autumn-2", "autumn-3", "autumn-4", "autumn-5", "autumn-6",
    "winter-1", "winter-2", "winter-3", "winter-4", "winter-5", "winter-6",
    "spring-1-summer", "spring-1-autumn", "spring-1-winter",
    "spring-2-summer", "spring-2-autumn", "spring-2-winter",
    "spring-3-summer", "spring-3-autumn", "spring-3-winter",
    "spring-4-summer", "spring-4-autumn", "spring-4-winter",
    "spring-5-summer", "spring-5-autumn", "spring-5-winter",
    "spring-6-summer", "spring-6-autumn", "spring-6-winter",
]  # fmt: skip
Front = Literal[
    "summer-1", "summer-2", "summer-3", "summer-4", "summer-5", "summer-6",
    "autumn-1", "autumn-2", "autumn-3", "autumn-4", "autumn-5", "autumn-6",
    "winter-1", "winter-2", "winter-3", "winter-4", "winter-5", "winter-6",
    "spring-1", "spring-2", "spring-3", "spring-4", "spring-5", "spring-6",
]  # fmt: skip
# A card of which perhaps only the front is shown.
Shown = Literal[
    "summer-1", "summer-2", "summer-3", "summer-4", "summer-5", "summer-6",
    "autumn-1", "autumn-2", "autumn-3", "autumn-4", "autumn-5", "autumn-6",
    "winter-1", "winter-2", "winter-3", "winter-4", "winter-5", "winter-6",
    "spring-1", "spring-1-summer", "spring-1-autumn", "spring-1-winter",
    "spring-2", "spring-2-summer", "spring-2-autumn", "spring-2-winter",
    "spring-3", "spring-3-summer", "spring-3-autumn", "spring-3-winter",
    "spring-4", "spring-4-summer", "spring-4-autumn", "spring-4-winter",
    "spring-5", "spring-5-summer", "spring-5-autumn", "spring-5-winter",
    "spring-6", "spring-6-summer", "spring-6-autumn", "spring-6-winter",
]  # fmt: skip
Pile = Literal["left", "right"]
Source = Literal["column-1", "column-2", "column-3", "discard"]
Column = Annotated[int, Meta(ge=1, le=3, description="A market column, 1 to 3.")]
CornerNumber = Annotated[
    int,
    Meta(
        ge=1, le=4, description="A corner of the player card, 1 to 4; 1 and 2 ascend, 3 and 4 descend (F51)."
    ),
]
Points = Annotated[int, Meta(ge=-20, le=20, description="By how much the player's score changes.")]
Few = Annotated[int, Meta(ge=0, le=4)]
Deltas = tuple[tuple[str, int], ...]

_COLUMN_KEYS = {"column-1": "market/1", "column-2": "market/2", "column-3": "market/3", "discard": "discards"}


class FifteenDaysEvent(core.Event, frozen=True, tag=tagger("fifteen-days")):
    """Base of this game's events."""


class GameBegan(FifteenDaysEvent, frozen=True):
    """The table is laid.

    Attributes:
        player: who begins.
        removed: how many cards were taken out unseen.
    """

    player: Seat
    removed: Annotated[int, Meta(ge=0, le=15)]


class Dealt(FifteenDaysEvent, frozen=True):
    """A player got the starting hand.

    Attributes:
        player: who got it.
        cards: the fronts of the cards; None for the others.
        backs: their backs in the same order; None for the others, and for all without ``show_backs``.
    """

    player: Seat
    cards: Annotated[tuple[Front, ...], Meta(max_length=5)] | None
    backs: Annotated[tuple[Back, ...], Meta(max_length=5)] | None


def dealt(seat: int, cards: tuple[int, ...]) -> Dealt:
    """Return the event of a seat getting these cards, by number."""
    fronts: Any = tuple(FRONT_IDS[FRONT_OF[card]] for card in cards)
    return Dealt(seat, fronts, tuple(BACKS[BACK_OF[card]] for card in cards))


class TurnBegan(FifteenDaysEvent, frozen=True):
    """A turn began.

    Attributes:
        player: whose turn it is.
    """

    player: Seat


class FeatherSpent(FifteenDaysEvent, frozen=True):
    """A player returned a feather for an animal's power.

    Attributes:
        player: who did.
        animal: whose power is used.
    """

    player: Seat
    animal: Animal

    def deltas(self) -> Deltas:
        """Return the feather's way."""
        return ((f"feathers/{self.player}", -1), ("supply/feathers", 1))


class Drew(FifteenDaysEvent, frozen=True):
    """A player drew a card from a pile.

    Attributes:
        player: who drew.
        pile: where from.
        card: its front; None for the others.
        back: its back, with ``show_backs``; else None.
    """

    player: Seat
    pile: Pile
    card: Front | None
    back: Back | None

    def deltas(self) -> Deltas:
        """Return the card's way."""
        return ((f"pile/{self.pile}", -1), (f"hand/{self.player}", 1))


class Took(FifteenDaysEvent, frozen=True):
    """A player took a face-up card.

    Attributes:
        player: who took it.
        source: where from.
        card: the card.
    """

    player: Seat
    source: Source
    card: Card

    def deltas(self) -> Deltas:
        """Return the card's way."""
        return ((_COLUMN_KEYS[self.source], -1), (f"hand/{self.player}", 1))


class Refilled(FifteenDaysEvent, frozen=True):
    """A card was laid onto a market column.

    Attributes:
        player: who chose the pile.
        pile: where from.
        column: where to.
        card: the card.
    """

    player: Seat
    pile: Pile
    column: Column
    card: Card

    def deltas(self) -> Deltas:
        """Return the card's way."""
        return ((f"pile/{self.pile}", -1), (f"market/{self.column}", 1))


class Swept(FifteenDaysEvent, frozen=True):
    """Alone: a second market card was discarded because one was taken.

    Attributes:
        column: where from.
        card: the card.
    """

    column: Column
    card: Card

    def deltas(self) -> Deltas:
        """Return the card's way."""
        return ((f"market/{self.column}", -1), ("discards", 1))


class Placed(FifteenDaysEvent, frozen=True):
    """A player laid a card.

    Attributes:
        player: who laid it.
        card: the card.
        corner: where.
        cost: how many cards are to be paid for it.
        freed: whether it freed a wild.
        points: what it is worth.
    """

    player: Seat
    card: Card
    corner: CornerNumber
    cost: Few
    freed: bool
    points: Points

    def deltas(self) -> Deltas:
        """Return the card's way, the freed wild and the points."""
        moved = (
            (f"hand/{self.player}", -1),
            (f"board/{self.player}", 1),
            (f"score/{self.player}", self.points),
        )
        if self.freed:
            return (*moved, (f"wilds/{self.player}", -1), ("wild/loose", 1))
        return moved


class Discarded(FifteenDaysEvent, frozen=True):
    """A player discarded a hand card.

    Attributes:
        player: who did.
        card: the card.
        reason: ``cost`` of a placed card, price of a ``wild``, or over the hand ``limit``.
    """

    player: Seat
    card: Card
    reason: Literal["cost", "wild", "limit"]

    def deltas(self) -> Deltas:
        """Return the card's way."""
        return ((f"hand/{self.player}", -1), ("discards", 1))


class WildTaken(FifteenDaysEvent, frozen=True):
    """A player took a wild from the supply.

    Attributes:
        player: who took it.
        bonus: whether it is the bonus for emptying a pile (FD-2.6.2).
    """

    player: Seat
    bonus: bool

    def deltas(self) -> Deltas:
        """Return the wild's way."""
        return (("supply/wilds", -1), ("wild/loose", 1))


class WildPut(FifteenDaysEvent, frozen=True):
    """A player put a wild down.

    Attributes:
        player: who did.
        corner: where.
        value: the number it stands for; None while unbound.
        points: what it is worth.
    """

    player: Seat
    corner: CornerNumber
    value: Annotated[int, Meta(ge=1, le=6)] | None
    points: Points

    def deltas(self) -> Deltas:
        """Return the wild's way and the points."""
        return (
            ("wild/loose", -1),
            (f"wilds/{self.player}", 1),
            (f"score/{self.player}", self.points),
        )


class WildReturned(FifteenDaysEvent, frozen=True):
    """A freed wild found no place and went back to the supply (F18).

    Attributes:
        player: whose it was.
    """

    player: Seat

    def deltas(self) -> Deltas:
        """Return the wild's way."""
        return (("wild/loose", -1), ("supply/wilds", 1))


class AnimalTaken(FifteenDaysEvent, frozen=True):
    """An animal changed hands.

    Attributes:
        player: who has it now; None is the solo opponent.
        animal: which one.
        robbed: who had it before; None when nobody had it, or the solo opponent.
        from_bot: whether the solo opponent had it.
    """

    player: Seat | None
    animal: Animal
    robbed: Seat | None
    from_bot: bool

    def deltas(self) -> Deltas:
        """Return the animal's way and the points."""
        changes = _animal(self.player, 1)
        if self.robbed is not None:
            changes += _animal(self.robbed, -1)
        if self.from_bot:
            changes += _animal(None, -1)
        return changes


def _animal(owner: int | None, change: int) -> Deltas:
    if owner is None:
        return (("bot/animals", change), ("bot/score", 2 * change))
    return ((f"animals/{owner}", change), (f"score/{owner}", 2 * change))


class FeatherGained(FifteenDaysEvent, frozen=True):
    """A robbed player got a feather.

    Attributes:
        player: who got it.
    """

    player: Seat

    def deltas(self) -> Deltas:
        """Return the feather's way."""
        return (("supply/feathers", -1), (f"feathers/{self.player}", 1))


class PileEmptied(FifteenDaysEvent, frozen=True):
    """The first draw pile ran out, which ends the game soon.

    Attributes:
        player: who emptied it; None is the solo opponent.
        pile: which one.
    """

    player: Seat | None
    pile: Pile


class SetCompleted(FifteenDaysEvent, frozen=True):
    """A player has all six values of all four seasons.

    Attributes:
        player: who.
    """

    player: Seat


class BotDrew(FifteenDaysEvent, frozen=True):
    """The solo opponent drew a card, face up.

    Attributes:
        pile: where from.
        card: the card.
    """

    pile: Pile
    card: Card

    def deltas(self) -> Deltas:
        """Return the card's way and the point."""
        return ((f"pile/{self.pile}", -1), ("bot/cards", 1), ("bot/score", 1))


class BotDiscarded(FifteenDaysEvent, frozen=True):
    """The solo opponent discarded one of the cards it had just drawn.

    Attributes:
        card: the card.
    """

    card: Card

    def deltas(self) -> Deltas:
        """Return the card's way and the point."""
        return (("bot/cards", -1), ("bot/score", -1), ("discards", 1))


class GameEnded(FifteenDaysEvent, frozen=True):
    """The game is over.

    Attributes:
        reason: ``pile`` (one ran out), ``set`` (four seasons are complete), ``stall`` (F41) or ``bot`` (it
            has six cards of a season).
    """

    reason: Literal["pile", "set", "stall", "bot"]


# The commonest events, made once; in tuples, since mostly one of them is all that a step makes happen.
COST, WILD_PRICE, LIMIT = range(3)
_SEATS = range(4)
_PILES: tuple[Pile, ...] = ("left", "right")
_REASONS: tuple[Literal["cost", "wild", "limit"], ...] = ("cost", "wild", "limit")
_SOURCES: tuple[Source, ...] = ("column-1", "column-2", "column-3", "discard")

TURN_BEGAN = tuple(TurnBegan(seat) for seat in _SEATS)
# By reason, seat and card.
DISCARDED = [[[(Discarded(seat, card, why),) for card in CARD_IDS] for seat in _SEATS] for why in _REASONS]
# By seat, pile and card.
DREW = [
    [
        [
            (Drew(seat, pile, FRONT_IDS[front], BACKS[back]),)
            for front, back in zip(FRONT_OF, BACK_OF, strict=True)
        ]
        for pile in _PILES
    ]
    for seat in _SEATS
]
# By seat, source and card.
TOOK = [[[(Took(seat, source, card),) for card in CARD_IDS] for source in _SOURCES] for seat in _SEATS]
# By seat, pile, column (from 0) and card.
REFILLED = [
    [
        [[(Refilled(seat, pile, column, card),) for card in CARD_IDS] for column in (1, 2, 3)]
        for pile in _PILES
    ]
    for seat in _SEATS
]
