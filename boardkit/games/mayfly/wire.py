"""The readable JSON form of a state: card ids instead of numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, cast

from msgspec import Meta, Struct

from boardkit.errors import InvalidState
from boardkit.game import Game
from boardkit.games.mayfly.events import (
    MayflyEvent,
)
from boardkit.games.mayfly.model import (
    PILE,
    ROW,
    TRIALS,
    Adult,
    Battle,
    CardId,
    Cards,
    Cause,
    Due,
    EndingId,
    Larva,
    MayflyAction,
    MayflyState,
    MayflyView,
    MoltCount,
    Phase,
    PlayedCard,
    Tokens,
    TrialBattle,
    TrialId,
)
from boardkit.games.mayfly.tables import REFUSED, Tables
from boardkit.state import Count, Seat, Seed

__all__ = ["AdultWire", "StateWire", "TurnedFood", "battle_view", "pack", "unpack"]

Hands = Annotated[tuple[Cards, ...], Meta(max_length=4)]
Trials = Annotated[tuple[TrialId, ...], Meta(max_length=TRIALS)]


class TurnedFood(Struct, frozen=True, forbid_unknown_fields=True):
    """A card that was turned up at the mouth.

    Attributes:
        card: the food card.
        eaten: whether it was eaten, or refused.
    """

    card: CardId
    eaten: bool


class AdultWire(Struct, frozen=True, forbid_unknown_fields=True):
    """The adult stage of a state.

    Attributes:
        dealer: who dealt the eaten cards.
        starter: who begins the next battle if holding cards.
        stamina: tokens on the adult.
        rivals: the rival pile, top first.
        row: the face-down trials, nearest the box first.
        reserve: the trial pile, top first.
        trial: the open trial, or None.
        missing: strength still missing to overcome it.
        overcome: the trials overcome, in order.
        fled: the trials abandoned, in order.
        passes: passes since the last card or the start of this battle.
        flee_votes: the votes cast so far, from seat 0: true to flee.
        given: what each player put unseen into the rival pile.
    """

    dealer: Seat
    starter: Seat
    stamina: Tokens
    rivals: Cards
    row: Trials
    reserve: Trials
    trial: TrialBattle | None
    missing: Count
    overcome: Annotated[tuple[TrialBattle, ...], Meta(max_length=ROW)]
    fled: Annotated[tuple[TrialBattle, ...], Meta(max_length=TRIALS)]
    passes: Count
    flee_votes: Annotated[tuple[bool, ...], Meta(max_length=4)]
    given: Hands


class StateWire(Struct, frozen=True, forbid_unknown_fields=True):
    """A state of Mayfly as JSON.

    Attributes:
        seed: the seed of all shuffles, 64 hex digits.
        current_player: the seat that is asked, or None at the end.
        events: what the last step made happen.
        phase: `queue`, `larva`, `decide`, `vote`, `battle` or `over`.
        oldest: the seat of the oldest player.
        hands: each player's cards, sorted as in the component set.
        pile: the food pile, top first.
        queue: the queued cards, nearest the mouth first.
        turned: every card turned up at the mouth, in order.
        fullness: tokens on the larva.
        molts: how often it has molted.
        due: tokens that the digestion of this turn removes.
        feeder: in whose turn the last card was eaten, or None.
        adult: the adult stage, or None before it.
        cause: why the game is lost, or None.
        ending: how the won game ends, or None.
    """

    seed: Seed
    current_player: Seat | None
    events: tuple[MayflyEvent, ...]
    phase: Phase
    oldest: Seat
    hands: Hands
    pile: Cards
    queue: Cards
    turned: Annotated[tuple[TurnedFood, ...], Meta(max_length=PILE)]
    fullness: Tokens
    molts: MoltCount
    due: Due
    feeder: Seat | None
    adult: AdultWire | None
    cause: Cause | None
    ending: EndingId | None


# ---- out -------------------------------------------------------------------------------------------


def pack(tables: Tables, state: MayflyState) -> StateWire:
    """Return the readable form of ``state``."""
    larva, names = state.larva, tables.names
    return StateWire(
        state.seed.hex(),
        state.current_player,
        cast(tuple[MayflyEvent, ...], state.events),
        state.phase,
        state.oldest,
        tuple(names(tables.cards(hand)) for hand in state.hands),
        names(larva.pile),
        names(larva.queue),
        tuple(TurnedFood(tables.ids[card & ~REFUSED], card < REFUSED) for card in larva.turned),
        larva.fullness,
        larva.molts,
        larva.due,
        larva.feeder,
        None if state.adult is None else _pack_adult(tables, state.adult),
        state.cause,
        state.ending,
    )


def _pack_adult(tables: Tables, adult: Adult) -> AdultWire:
    trials = tables.trial_ids
    return AdultWire(
        adult.dealer,
        adult.starter,
        adult.stamina,
        tables.names(adult.rivals),
        tuple(map(trials.__getitem__, adult.row)),
        tuple(map(trials.__getitem__, adult.reserve)),
        None if adult.trial is None else battle_view(tables, adult.trial),
        adult.missing,
        tuple(battle_view(tables, battle) for battle in adult.overcome),
        tuple(battle_view(tables, battle) for battle in adult.fled),
        adult.passes,
        tuple(map(bool, adult.votes)),
        tuple(tables.names(tables.cards(hand)) for hand in adult.given),
    )


def battle_view(tables: Tables, battle: Battle) -> TrialBattle:
    """Return a battle in readable form; nothing of it is hidden."""
    return TrialBattle(
        tables.trial_ids[battle.trial],
        tables.names(battle.rivals),
        tuple(
            PlayedCard(seat, tables.ids[card])
            for seat, card in zip(battle.players, battle.foods, strict=True)
        ),
    )


# ---- in --------------------------------------------------------------------------------------------


def unpack(game: Game[MayflyState, MayflyAction, MayflyView], tables: Tables, wire: StateWire) -> MayflyState:
    """Return the state that ``wire`` stands for; whether it makes sense is for ``audit`` to say.

    Raises:
        InvalidState: a card that is not in the set, or more often than in the set.
    """
    read = Reader(tables, InvalidState)
    turned = read.cards("/turned", [card.card for card in wire.turned], "/card")
    larva = Larva(
        read.cards("/pile", wire.pile),
        read.cards("/queue", wire.queue),
        bytes(card if food.eaten else card | REFUSED for card, food in zip(turned, wire.turned, strict=True)),
        wire.fullness,
        wire.molts,
        wire.due,
        wire.feeder,
    )
    return MayflyState(
        game,
        bytes.fromhex(wire.seed),
        wire.current_player,
        wire.events,
        wire.phase,
        wire.oldest,
        tuple(read.hand(f"/hands/{seat}", hand) for seat, hand in enumerate(wire.hands)),
        larva,
        None if wire.adult is None else _unpack_adult(read, wire.adult),
        wire.cause,
        wire.ending,
    )


def _unpack_adult(read: Reader, adult: AdultWire) -> Adult:
    return Adult(
        adult.dealer,
        adult.starter,
        adult.stamina,
        read.cards("/adult/rivals", adult.rivals),
        read.trials("/adult/row", adult.row),
        read.trials("/adult/reserve", adult.reserve),
        None if adult.trial is None else read.battle("/adult/trial", adult.trial),
        adult.missing,
        read.battles("/adult/overcome", adult.overcome),
        read.battles("/adult/fled", adult.fled),
        adult.passes,
        bytes(adult.flee_votes),
        tuple(read.hand(f"/adult/given/{seat}", hand) for seat, hand in enumerate(adult.given)),
    )


class Reader:
    """Reads ids into numbers.

    Args:
        tables: the game's tables.
        error: what to raise, with a pointer and a sentence.
    """

    def __init__(self, tables: Tables, error: type[InvalidState] | type[Exception]) -> None:
        self._tables = tables
        self._error = error

    def cards(self, pointer: str, names: Sequence[str], suffix: str = "") -> bytes:
        """Return food cards in the order given."""
        return self._numbers(self._tables.numbers, "food card", pointer, names, suffix)

    def trials(self, pointer: str, names: Sequence[str]) -> bytes:
        """Return trial cards in the order given."""
        return self._numbers(self._tables.trial_numbers, "trial card", pointer, names, "")

    def hand(self, pointer: str, names: Sequence[str]) -> int:
        """Return a hand."""
        cards = self.cards(pointer, names)
        if len(set(cards)) < len(cards):
            for card, count in Counter(cards).items():
                if count > self._tables.copies[card]:
                    raise self._error(pointer, f"{count} copies of {self._tables.ids[card]}")
        return self._tables.hand(cards)

    def battle(self, pointer: str, battle: TrialBattle) -> Battle:
        """Return a battle."""
        foods = [played.card for played in battle.foods]
        return Battle(
            self.trials(pointer, [battle.trial])[0],
            self.cards(f"{pointer}/rivals", battle.rivals),
            self.cards(f"{pointer}/foods", foods, "/card"),
            bytes(played.player for played in battle.foods),
        )

    def battles(self, pointer: str, battles: Sequence[TrialBattle]) -> tuple[Battle, ...]:
        """Return battles in the order given."""
        return tuple(self.battle(f"{pointer}/{place}", battle) for place, battle in enumerate(battles))

    def _numbers(
        self, numbers: dict[str, int], what: str, pointer: str, names: Sequence[str], suffix: str
    ) -> bytes:
        try:
            return bytes(map(numbers.__getitem__, names))
        except KeyError as error:
            unknown = error.args[0]
        place = names.index(unknown)
        raise self._error(f"{pointer}/{place}{suffix}", f"no {what} {unknown!r} in this game")
