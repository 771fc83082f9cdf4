"""Options, components, actions, states and views of Fifteen Days: the nouns (the events have their own file)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from boardkit import state as core
from boardkit.games.fifteen_days.boards import board_points
from boardkit.games.fifteen_days.cards import Animal, Back, Season
from boardkit.games.fifteen_days.events import (
    Card,
    CornerNumber,
    FifteenDaysEvent,
    Front,
    Pile,
    Shown,
    Source,
)
from boardkit.games.fifteen_days.settings import CardKind, Components, Options, Value
from boardkit.state import Seat, Seed, tagger

__all__ = [
    "Action",
    "Bot",
    "BotView",
    "CardKind",
    "Components",
    "Corner",
    "Discard",
    "Draw",
    "FinishAction",
    "Options",
    "OtterFeather",
    "Pay",
    "PileView",
    "Place",
    "Player",
    "PlayerView",
    "PlayerWire",
    "PutWild",
    "RefillFrom",
    "State",
    "StateWire",
    "Stock",
    "Take",
    "TakeWild",
    "Turn",
    "TurnView",
    "View",
]

NAME = "fifteen-days"
PILES: tuple[Pile, ...] = ("left", "right")

SOURCES: tuple[Source, ...] = ("column-1", "column-2", "column-3", "discard")
Small = Annotated[int, Meta(ge=0, le=255)]


# ---- actions ------------------------------------------------------------------------------------


class Action(core.Action, frozen=True, tag=tagger(NAME)):
    """Base of this game's actions."""


class Draw(Action, frozen=True):
    """Draw a card from a pile; the first one of the turn's draw action begins it.

    Attributes:
        pile: which of the two draw piles.
        feather: whether a feather is spent for the squirrel's power (FD-2.5.4).
    """

    pile: Pile
    feather: bool = False


class Take(Action, frozen=True):
    """Take a face-up card: the uncovered one of a market column or the top of the discard pile.

    Attributes:
        source: where from.
        feather: whether a feather is spent for the rabbit's power (FD-2.5.4).
    """

    source: Source
    feather: bool = False


class Place(Action, frozen=True):
    """Lay a hand card into a corner; what it costs is paid next.

    Attributes:
        season: the card's season.
        value: the card's number.
        corner: where it goes.
        feather: whether a feather is spent for the frog's power (FD-2.5.4); only with an action's first card.
    """

    season: Season
    value: Value
    corner: CornerNumber
    feather: bool = False


class Pay(Action, frozen=True):
    """Discard a hand card as part of the price of the card just laid.

    Attributes:
        season: the card's season.
        value: the card's number.
    """

    season: Season
    value: Value


class TakeWild(Action, frozen=True):
    """Discard two cards that equal cards on the own board and take a wild.

    Attributes:
        first: the card that is discarded first.
        second: the card that lies upon it.
    """

    first: Front
    second: Front


class PutWild(Action, frozen=True):
    """Put a wild down.

    Attributes:
        corner: where it goes.
        value: the number it stands for, or None in an empty corner, where it is not bound yet (F14).
    """

    corner: CornerNumber
    value: Value | None


class RefillFrom(Action, frozen=True):
    """Lay the top card of a pile onto the market column that is being refilled.

    Attributes:
        pile: which of the two draw piles.
    """

    pile: Pile


class FinishAction(Action, frozen=True):
    """End the place action."""


class OtterFeather(Action, frozen=True):
    """Spend a feather for the otter's power in this turn's hand check (F55)."""


class Discard(Action, frozen=True):
    """Discard a hand card over the hand limit.

    Attributes:
        season: the card's season.
        value: the card's number.
    """

    season: Season
    value: Value


# ---- the state ----------------------------------------------------------------------------------

# Phases of a turn, in the order of PHASES.
CHOOSE, DRAW, TAKE, REFILL, PLACE, PAY, WILD, CHECK, DISCARD, OVER = range(10)
Phase = Literal["choose", "draw", "take", "refill", "place", "pay", "wild", "check", "discard", "over"]
PHASES: tuple[Phase, ...] = (
    "choose", "draw", "take", "refill", "place", "pay", "wild", "check", "discard", "over",
)  # fmt: skip

# Where the wild that is (or will be) put down comes from.
NO_WILD, TAKEN, FREED, BONUS = range(4)
WildOrigin = Literal["none", "taken", "freed", "bonus"]
WILDS: tuple[WildOrigin, ...] = ("none", "taken", "freed", "bonus")

# What made the last turns begin.
NO_TRIGGER, BY_PILE, BY_SET = range(3)
Trigger = Literal["none", "pile", "set"]
TRIGGERS: tuple[Trigger, ...] = ("none", "pile", "set")


class Turn(Struct, frozen=True, gc=False):
    """How far the turn has come.

    Attributes:
        phase: what is asked next (CHOOSE, DRAW, ...).
        actions: actions still to begin.
        cards: cards still to draw or take in this action.
        cost: cards still to pay, or to discard in the hand check.
        wild: origin of the wild that is put down now, or that waits while its freer pays.
        column: market column that is being refilled, 0 to 2.
        sweep: solo only: whether a second market card goes once the column is full.
        final: whether the hand check is the last thing of the game (F40).
        progress: whether this turn drew from a pile, took from the market or put something down (F58).
    """

    phase: int
    actions: int
    cards: int
    cost: int
    wild: int
    column: int
    sweep: bool
    final: bool
    progress: bool


class Player(Struct, frozen=True, gc=False, cache_hash=True):
    """One seat.

    Attributes:
        hand: the cards, as ``cards.py`` packs them.
        known: those of them that were taken face up, packed likewise.
        size: number of cards in the hand.
        board: the four corners, as ``boards.py`` packs them.
        feathers: feathers held.
        animals: animals held, one bit each in the order of ANIMALS.
        wilds_played: wilds taken from the supply and put down (F30).
    """

    hand: int
    known: int
    size: int
    board: int
    feathers: int
    animals: int
    wilds_played: int

    @property
    def points(self) -> int:
        """The points of the board and the animals (FD-2.6.3)."""
        return board_points(self.board) + 2 * self.animals.bit_count()


class Bot(Struct, frozen=True, gc=False):
    """The solo opponent (FD-7).

    Attributes:
        cards: its face-up cards in the order it got them.
        animals: animals held, one bit each.
    """

    cards: bytes
    animals: int

    @property
    def points(self) -> int:
        """One point a card and two an animal."""
        return len(self.cards) + 2 * self.animals.bit_count()


class Stock(Struct, frozen=True, gc=False):
    """What changes seldom.

    Attributes:
        removed: the cards taken out with two players, in ascending order.
        wilds: wilds in the supply.
        feathers: feathers in the supply.
        first_player: who began.
        idle: finished turns in a row without progress (F58).
        trigger: NO_TRIGGER, BY_PILE or BY_SET.
        last_turns: turns that still follow the running one once there is a trigger.
        bot: the solo opponent, or None.
    """

    removed: bytes
    wilds: int
    feathers: int
    first_player: int
    idle: int
    trigger: int
    last_turns: int
    bot: Bot | None


class State(core.State, frozen=True, gc=False):
    """Everything about a game in play.

    Attributes:
        turn: how far the turn has come.
        players: the seats.
        piles: the two draw piles, top card first.
        market: the three columns, the covered cards first.
        discards: the discard pile, top card last.
        stock: the supply, the solo opponent, and how far the end is.
    """

    turn: Turn
    players: tuple[Player, ...]
    piles: tuple[bytes, ...]
    market: tuple[bytes, ...]
    discards: bytes
    stock: Stock

    @property
    def returns(self) -> tuple[int, ...]:
        """The points of each player (FD-2.6.3)."""
        return tuple(player.points for player in self.players)

    @property
    def ranking(self) -> tuple[int, ...] | None:
        """At the end the ranks, ties broken by hand cards, then wilds played (FD-2.6.4); None before.

        Alone against the bot: 1 for a win, 2 for a defeat (FD-7).
        """
        if self.current_player is not None:
            return None
        bot = self.stock.bot
        if bot is not None:
            lost = bot_has_six(bot.cards) or self.players[0].points <= bot.points
            return (2 if lost else 1,)
        keys = [(player.points, player.size, player.wilds_played) for player in self.players]
        return tuple(1 + sum(other > key for other in keys) for key in keys)


def bot_has_six(cards: bytes) -> bool:
    """Whether six of these cards are of one season (FD-7)."""
    summer, autumn, winter = (sum(6 * s <= card < 6 * s + 6 for card in cards) for s in range(3))
    return max(summer, autumn, winter, len(cards) - summer - autumn - winter) >= 6


# ---- what goes to JSON --------------------------------------------------------------------------


class TurnView(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How far the turn has come.

    Attributes:
        phase: what is asked next.
        actions: actions still to begin.
        cards: cards still to draw or to take in this action.
        cost: cards still to pay or, in the hand check, to discard.
        wild: where the wild comes from that is to be put down, now or after paying.
        column: the market column that is being refilled, 1 to 3, or None.
        sweep: alone only: whether a second market card is discarded once the column is full.
        final: whether the hand check is the last thing of the game.
        progress: whether this turn drew from a pile, took from the market or put something down (F58).
    """

    phase: Phase
    actions: Annotated[int, Meta(ge=0, le=2)]
    cards: Annotated[int, Meta(ge=0, le=3)]
    cost: Small
    wild: WildOrigin
    column: Annotated[int, Meta(ge=1, le=3)] | None
    sweep: bool
    final: bool
    progress: bool


class Corner(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One corner of a player card.

    Attributes:
        season: whose it is, or None while no season card lies there.
        cards: its season cards in ascending order of their numbers.
        wild: the number that a wild in it stands for, or None.
        unbound: whether it holds a wild that stands for nothing yet (F14).
    """

    season: Season | None
    cards: Annotated[tuple[Card, ...], Meta(max_length=6)]
    wild: Value | None
    unbound: bool


Corners = Annotated[tuple[Corner, ...], Meta(min_length=4, max_length=4)]
Cards = Annotated[tuple[Card, ...], Meta(max_length=252)]
Columns = Annotated[
    tuple[Annotated[tuple[Card, ...], Meta(max_length=3)], ...], Meta(min_length=3, max_length=3)
]
Animals = Annotated[tuple[Animal, ...], Meta(max_length=4)]
Tokens = Annotated[int, Meta(ge=0, le=60)]
Idle = Annotated[int, Meta(ge=0, le=100, description="Finished turns in a row without progress.")]
LastTurns = Annotated[
    int, Meta(ge=0, le=4, description="Turns that follow the running one, once the end is near.")
]


Words = Annotated[str, Meta(max_length=5000, description="Cards by name, one space between them.")]


class PlayerWire(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One seat of a state.

    Attributes:
        hand: the cards in the hand.
        known: those of them that all saw being taken.
        corners: the board: the cards of each corner in ascending order, then ``wild-3`` for a wild that stands for
            3, or ``wild`` alone for an unbound one.
        feathers: feathers held.
        animals: animals held.
        wilds_played: wilds taken from the supply and put down.
    """

    hand: Words
    known: Words
    corners: Annotated[tuple[Words, ...], Meta(min_length=4, max_length=4)]
    feathers: Tokens
    animals: Animals
    wilds_played: Tokens


class BotView(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The solo opponent.

    Attributes:
        cards: its face-up cards in the order it got them.
        animals: animals it holds.
    """

    cards: Cards
    animals: Animals


class StateWire(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The readable form of a state.

    Attributes:
        current_player: the seat that is asked, or None at the end.
        events: what the last step made happen.
        seed: from which the shuffles followed.
        turn: how far the turn has come.
        seats: the players.
        piles: the left and the right draw pile, top card first.
        market: the three columns, the covered cards first.
        discards: the discard pile, top card last.
        removed: the cards taken out with two players.
        wilds: wilds in the supply.
        feathers: feathers in the supply.
        first_player: who began.
        idle: turns without progress.
        trigger: what made the last turns begin.
        last_turns: turns that follow the running one.
        bot: the solo opponent.
    """

    current_player: Seat | None
    events: tuple[FifteenDaysEvent, ...]
    seed: Seed
    turn: TurnView
    seats: Annotated[tuple[PlayerWire, ...], Meta(min_length=1, max_length=4)]
    piles: Annotated[tuple[Words, ...], Meta(min_length=2, max_length=2)]
    market: Annotated[tuple[Words, ...], Meta(min_length=3, max_length=3)]
    discards: Words
    removed: Words
    wilds: Tokens
    feathers: Tokens
    first_player: Seat
    idle: Idle
    trigger: Trigger
    last_turns: LastTurns
    bot: BotView | None


class PileView(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A draw pile as all see it.

    Attributes:
        size: number of cards.
        top: the back of the top card, or None when the pile is empty.
    """

    size: Small
    top: Back | None


class PlayerView(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A seat as all see it.

    Attributes:
        hand_size: number of cards in the hand.
        known: those that all saw being taken and that are still there.
        backs: with ``show_backs``: how many hand cards have the summer, autumn and winter back; else None.
        corners: the board, corner 1 first.
        feathers: feathers held.
        animals: animals held.
        wilds_played: wilds taken from the supply and put down.
        score: points so far.
    """

    hand_size: Small
    known: Cards
    backs: Annotated[tuple[Small, ...], Meta(min_length=3, max_length=3)] | None
    corners: Corners
    feathers: Tokens
    animals: Animals
    wilds_played: Tokens
    score: Annotated[int, Meta(ge=-8, le=60)]


class View(core.View, frozen=True):
    """What one player may know.

    Attributes:
        hand: the viewer's own cards: fronts, with ``show_backs`` with their backs; None for a spectator.
        turn: how far the turn has come.
        seats: the players as all see them.
        piles: the left and the right draw pile.
        market: the three columns, the covered cards first.
        discards: the discard pile, top card last.
        removed: how many cards were taken out unseen.
        wilds: wilds in the supply.
        feathers: feathers in the supply.
        first_player: who began.
        idle: turns without progress.
        trigger: what made the last turns begin.
        last_turns: turns that follow the running one.
        bot: the solo opponent.
        ranking: the ranks at the end, else None.
    """

    hand: Annotated[tuple[Shown, ...], Meta(max_length=252)] | None
    turn: TurnView
    seats: Annotated[tuple[PlayerView, ...], Meta(min_length=1, max_length=4)]
    piles: Annotated[tuple[PileView, ...], Meta(min_length=2, max_length=2)]
    market: Columns
    discards: Cards
    removed: Small
    wilds: Tokens
    feathers: Tokens
    first_player: Seat
    idle: Idle
    trigger: Trigger
    last_turns: LastTurns
    bot: BotView | None
    ranking: Annotated[tuple[Annotated[int, Meta(ge=1, le=4)], ...], Meta(min_length=1, max_length=4)] | None

    def counts(self) -> Mapping[str, int]:
        """Return the public counts by key.

        * ``pile/left``, ``pile/right``: cards in a draw pile
        * ``market/<n>``: cards in market column 1 to 3
        * ``discards``: cards in the discard pile
        * ``supply/wilds``, ``supply/feathers``: what is left there
        * ``wild/loose``: wilds taken or freed that are not put down yet
        * ``hand/<seat>``: cards in that player's hand
        * ``board/<seat>``: season cards on that player's board
        * ``wilds/<seat>``: wilds on that player's board
        * ``feathers/<seat>``, ``animals/<seat>``: feathers and animals held
        * ``score/<seat>``: points so far
        * ``bot/cards``, ``bot/animals``, ``bot/score``: the same of the solo opponent
        """
        counts = {
            "pile/left": self.piles[0].size,
            "pile/right": self.piles[1].size,
            "discards": len(self.discards),
            "supply/wilds": self.wilds,
            "supply/feathers": self.feathers,
            "wild/loose": int(self.turn.wild != "none"),
        }
        for number, column in enumerate(self.market, 1):
            counts[f"market/{number}"] = len(column)
        for seat, player in enumerate(self.seats):
            counts[f"hand/{seat}"] = player.hand_size
            counts[f"board/{seat}"] = sum(len(corner.cards) for corner in player.corners)
            counts[f"wilds/{seat}"] = sum(
                corner.unbound or corner.wild is not None for corner in player.corners
            )
            counts[f"feathers/{seat}"] = player.feathers
            counts[f"animals/{seat}"] = len(player.animals)
            counts[f"score/{seat}"] = player.score
        if self.bot is not None:
            counts["bot/cards"] = len(self.bot.cards)
            counts["bot/animals"] = len(self.bot.animals)
            counts["bot/score"] = len(self.bot.cards) + 2 * len(self.bot.animals)
        return counts
