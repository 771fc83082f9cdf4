"""The readable form of a state, as it goes to JSON and into the published schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from boardkit.errors import InvalidState
from boardkit.games.maillot_jaune.model import (
    PHASES,
    Phase,
    Rider,
    Speed,
    Stage,
    StageInfo,
    State,
)
from boardkit.games.maillot_jaune.tables import KIND, Tables
from boardkit.state import Count, Score, Seat, Seed

if TYPE_CHECKING:
    from boardkit.games.maillot_jaune.rules import MaillotJaune

_MEMO_MAX = 65536

Words = Annotated[
    str,
    Meta(
        max_length=5000,
        description="Cards, separated by spaces: the number of a speed card, `mountain`, `sprint` or `headwind`.",
    ),
]


class RiderWire(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything about one rider.

    Attributes:
        points: points of the stages that are over.
        wins: stages won.
        chips: minutes lost in this stage.
        headwinds: headwinds that will slow the next speed card.
        speed: speed of the latest play in this stage, or null.
        hand: the cards in hand, sorted.
        shown: those of them that everybody has seen, sorted.
        laid: cards in front of the rider, in the order they were laid.
    """

    points: Score
    wins: Count
    chips: Count
    headwinds: Count
    speed: Speed | None
    hand: Words
    shown: Words
    laid: Words


class StateWire(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything about a match, hidden things included.

    Attributes:
        seed: the seed of all shuffles.
        current_player: the seat that is asked, or null at the end.
        events: what the last step made happen.
        phase: what the current player is asked.
        stage: the stage, from 1.
        leader: who wears the jersey.
        tempo: speed of the leader's latest play, or null before the first one of a stage.
        mountain: whether a mountain is in force.
        mountains_seen: mountains laid or put out in this stage.
        pile: cards left, the next one first.
        riders: one a seat.
        aside: cards put out of the stage, in order.
    """

    seed: Seed
    current_player: Seat | None
    events: tuple[Any, ...]
    phase: Phase
    stage: Stage
    leader: Seat
    tempo: Speed | None
    mountain: bool
    mountains_seen: Count
    pile: Words
    riders: Annotated[tuple[RiderWire, ...], Meta(min_length=2, max_length=6)]
    aside: Words


def pack(game: MaillotJaune, state: State) -> StateWire:
    """Return the readable form of ``state``."""
    stage = state.stage
    word = game.words.word
    hand_words = game.words.hands
    return StateWire(
        state.seed.hex(),
        state.current_player,
        state.events,
        PHASES[state.phase],  # type: ignore[arg-type]  # a tuple of the literals
        stage.number,
        state.leader,
        state.tempo,
        state.mountain,
        stage.mountains_seen,
        " ".join([word[code] for code in state.pile]),
        tuple(
            [
                RiderWire(
                    points,
                    wins,
                    rider.chips,
                    rider.headwinds,
                    rider.speed,
                    hand_words[rider.hand],
                    hand_words[shown] if shown else "",
                    " ".join([word[code] for code in rider.laid]),
                )
                for rider, points, wins, shown in zip(
                    state.riders, stage.points, stage.wins, stage.shown, strict=True
                )
            ]
        ),
        " ".join([word[code] for code in stage.aside]),
    )


def unpack(game: MaillotJaune, wire: StateWire) -> State:
    """Return the state that ``wire`` tells of; the audit follows."""
    words = game.words
    code = words.code
    try:
        pile = bytes([code[word] for word in wire.pile.split()])
        aside = bytes([code[word] for word in wire.aside.split()])
        riders = tuple(
            [
                Rider(
                    words.packed(rider.hand),
                    rider.chips,
                    rider.headwinds,
                    rider.speed,
                    bytes([code[word] for word in rider.laid.split()]),
                )
                for rider in wire.riders
            ]
        )
        shown = tuple([words.packed(rider.shown) if rider.shown else 0 for rider in wire.riders])
    except KeyError as error:
        raise InvalidState("", f"no card {error.args[0]!r} belongs there") from None
    return State(
        game,
        bytes.fromhex(wire.seed),
        wire.current_player,
        wire.events,
        PHASES.index(wire.phase),
        wire.leader,
        wire.tempo,
        wire.mountain,
        pile,
        riders,
        StageInfo(
            wire.stage,
            tuple([rider.points for rider in wire.riders]),
            tuple([rider.wins for rider in wire.riders]),
            wire.mountains_seen,
            aside,
            shown,
        ),
    )


class CardWords:
    """The words of the wire form, both ways."""

    def __init__(self, tables: Tables) -> None:
        self.word = tuple([name.removeprefix("speed-") for name in tables.names])
        self.code = {word: code for code, word in enumerate(self.word)}
        self.hands = _HandWords(self, tables)
        self._hand = _Packed(self, tables)

    def packed(self, hand: str) -> int:
        """Return the packed hand of words; KeyError for a card that is never in a hand, or unsorted ones."""
        return self._hand[hand]


class _HandWords(dict[int, str]):
    def __init__(self, words: CardWords, tables: Tables) -> None:
        super().__init__()
        self._words, self._tables = words, tables

    def __missing__(self, hand: int) -> str:
        if len(self) >= _MEMO_MAX:
            self.clear()
        text = self[hand] = " ".join([self._words.word[code] for code in self._tables.hand_codes[hand]])
        return text


class _Packed(dict[str, int]):
    def __init__(self, words: CardWords, tables: Tables) -> None:
        super().__init__()
        self._words, self._tables = words, tables

    def __missing__(self, hand: str) -> int:
        codes = [self._words.code[word] for word in hand.split()]
        if codes != sorted(codes) or self._tables.headwind_code in codes or len(codes) > KIND:
            raise KeyError(hand)
        if len(self) >= _MEMO_MAX:
            self.clear()
        packed = self[hand] = self._tables.pack(codes)
        return packed
