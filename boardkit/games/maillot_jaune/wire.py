"""The readable form of a state, as it goes to JSON and into the published schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from boardkit.errors import InvalidState
from boardkit.games.maillot_jaune.model import PHASES, Phase, Rider, Speed, Stage, State
from boardkit.state import Count, Event, Score, Seat, Seed

if TYPE_CHECKING:
    from boardkit.games.maillot_jaune.rules import MaillotJaune

# Plain strings: `unpack` looks each one up, which is quicker than a pattern and as strict.
Word = Annotated[str, Meta(max_length=9, description="A card: `speed-45` and so on, `mountain`, `sprint` or `headwind`.")]
Words = Annotated[tuple[Word, ...], Meta(max_length=500)]


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
    names = game.tables.hand_names
    return StateWire(
        state.seed.hex(),
        state.current_player,
        state.events,
        PHASES[state.phase],  # type: ignore[arg-type]  # a tuple of the literals
        state.stage,
        state.leader,
        state.tempo,
        state.mountain,
        state.mountains_seen,
        tuple([game.tables.names[code] for code in state.pile]),
        tuple([
            RiderWire(
                rider.points,
                rider.wins,
                rider.chips,
                rider.headwinds,
                rider.speed,
                names[rider.hand],
                names[rider.shown],
                rider.laid,
            )
            for rider in state.riders
        ]),
        state.aside,
    )


def unpack(game: MaillotJaune, wire: StateWire) -> State:
    """Return the state that ``wire`` tells of; the audit follows."""
    tables = game.tables
    events: tuple[Event, ...] = wire.events
    try:
        pile = bytes([tables.codes[name] for name in wire.pile])
        riders = []
        for rider in wire.riders:
            hand, shown = tables.pack(rider.hand), tables.pack(rider.shown)
            if tables.hand_names[hand] != rider.hand or tables.hand_names[shown] != rider.shown:
                raise InvalidState("/riders", "a hand is not sorted, or too large")
            riders.append(
                Rider(
                    hand, tables.kinds(hand), shown, rider.chips, rider.headwinds, rider.speed, rider.laid,
                    rider.points, rider.wins,
                )
            )  # fmt: skip
    except KeyError as error:
        raise InvalidState("", f"no card {error.args[0]!r} belongs there") from None
    return State(
        game,
        bytes.fromhex(wire.seed),
        wire.current_player,
        events,
        PHASES.index(wire.phase),
        wire.stage,
        wire.leader,
        wire.tempo,
        wire.mountain,
        wire.mountains_seen,
        pile,
        tuple(riders),
        wire.aside,
    )
