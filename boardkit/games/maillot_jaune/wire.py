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
_TEXTS_MAX = 32768
_PHASE_CODE = {phase: code for code, phase in enumerate(PHASES)}

Words = Annotated[
    str,
    Meta(
        max_length=5000,
        description="Cards, separated by spaces: the number of a speed card, `mountain`, `sprint` or `headwind`.",
    ),
]


class RiderWire(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
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


class StateWire(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
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
    codes, hands = game.words.codes, game.words.packed
    seats = wire.riders
    try:
        pile, aside = codes[wire.pile], codes[wire.aside]
        riders = tuple(
            [
                Rider(hands[seat.hand], seat.chips, seat.headwinds, seat.speed, codes[seat.laid])
                for seat in seats
            ]
        )
        shown = tuple([hands[seat.shown] for seat in seats])
    except KeyError as error:
        raise InvalidState("", f"no card {error.args[0]!r} belongs there") from None
    return State(
        game,
        bytes.fromhex(wire.seed),
        wire.current_player,
        wire.events,
        _PHASE_CODE[wire.phase],
        wire.leader,
        wire.tempo,
        wire.mountain,
        pile,
        riders,
        StageInfo(
            wire.stage,
            tuple([seat.points for seat in seats]),
            tuple([seat.wins for seat in seats]),
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
        self.codes = _Codes(self.code)
        self.packed = _Packed(self, tables)


class _Codes(dict[str, bytes]):
    """Texts to the codes of their cards; from one state to the next most of them stay."""

    def __init__(self, code: dict[str, int]) -> None:
        super().__init__()
        self._code = code

    def __missing__(self, words: str) -> bytes:
        codes = bytes(map(self._code.__getitem__, words.split()))
        if len(self) >= _TEXTS_MAX:
            self.clear()
        self[words] = codes
        return codes


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
    """Words to the packed hand; KeyError for a card that is never in a hand, or unsorted ones."""

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
