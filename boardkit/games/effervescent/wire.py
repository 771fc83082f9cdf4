"""The readable form of a state: its fields as they are, the seed in hexadecimal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardkit.games.effervescent.model import State, Wire

if TYPE_CHECKING:
    from boardkit.games.effervescent.rules import Effervescent

__all__ = ["pack", "unpack"]


def pack(state: State) -> Wire:
    """Return the readable form of a state; bitmaps and habitats are left out, they follow from it."""
    return Wire(
        state.seed.hex(),
        state.current_player,
        state.phase,
        state.round,
        state.first,
        state.pieces,
        state.tokens,
        state.lionfish,
        state.dolphin,
        state.players,
        state.row,
        state.deck,
        state.deck_known,
        state.harmony,
        state.stacks,
        state.unused_tides,
        state.unused_eels,
        state.gone,
        state.met,
        state.due,
        state.attached,
        state.moved,
        state.events,
    )


def unpack(game: Effervescent, wire: Wire) -> State:
    """Return the state that a readable form stands for; the audit comes after."""
    return State(
        game,
        bytes.fromhex(wire.seed),
        wire.current_player,
        wire.events,  # type: ignore[arg-type]  # the codec reads them as events
        wire.phase,
        wire.round,
        wire.first,
        wire.pieces,
        wire.tokens,
        wire.lionfish,
        wire.dolphin,
        wire.seats,
        wire.row,
        wire.deck,
        wire.deck_known,
        wire.harmony,
        wire.stacks,
        wire.unused_tides,
        wire.unused_eels,
        wire.gone,
        wire.met,
        wire.due,
        wire.attached,
        wire.moved,
    )
