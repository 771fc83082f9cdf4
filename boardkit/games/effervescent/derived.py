"""The bitmaps of a state: built from scratch when asked for, or handed on by the step that made the state.

They live in the state's ``__dict__``, never in its fields. Only the latest few states keep them, so that a long
kept history stays small; an older state builds them again when somebody asks. A few seas are also found by what
lies in them, since states that differ only in hidden things share one.
"""

from __future__ import annotations

from collections import deque

from boardkit.games.effervescent.model import Piece, State
from boardkit.games.effervescent.sea import Body, Sea, body_at
from boardkit.games.effervescent.tiles import Tile
from boardkit.games.effervescent.water import Water

__all__ = ["body_of", "build_before", "build_sea", "hand_on", "sea_of"]

KEPT = 6
_latest: deque[State] = deque()
_seas: dict[tuple[object, ...], Sea] = {}


def body_of(tiles: dict[str, Tile], piece: Piece) -> Body:
    """Return the body of a piece."""
    return body_at(tiles[piece.tile].shape, piece.flip, piece.rotation, piece.x, piece.y)


def sea_of(
    state: State, pieces: tuple[Piece, ...] | None = None, tokens: int | None = None, dolphin: bool = True
) -> Sea:
    """Build a sea from scratch.

    Args:
        state: the state whose pieces, effervescents and dolphin are meant.
        pieces: other pieces instead of all of the state's.
        tokens: how many effervescents, all if None.
        dolphin: whether to put the dolphin in.
    """
    game = state.game
    chosen = state.pieces if pieces is None else pieces
    tiles = game.tiles
    spot = state.dolphin if dolphin else None
    return Sea(
        tuple(body_of(tiles, piece) for piece in chosen),
        tuple((token.x, token.y) for token in state.tokens[:tokens]),
        None if spot is None else (spot.x, spot.y),
        bridging=game.options.effervescent_walls == "bridging",
        dolphin_wall=game.options.dolphin_wall,
    )


def build_sea(state: State) -> Sea:
    """Build the sea of a state from scratch and note that the state holds it."""
    key = _key(state)
    sea = _seas.get(key)
    if sea is None:
        sea = sea_of(state)
        _note(key, sea)
    _keep(state)
    return sea


def _key(state: State) -> tuple[object, ...]:
    return (state.game, state.pieces, state.tokens, state.dolphin)


def _note(key: tuple[object, ...], sea: Sea) -> None:
    while len(_seas) >= KEPT:
        _seas.pop(next(iter(_seas), key), None)
    _seas[key] = sea


def build_before(state: State) -> Water:
    """Build the water before the turn's tile from scratch; outside a turn, the water as it is."""
    if state.phase != "attach":
        return state.sea.water
    return sea_of(state, state.pieces[:-1], len(state.tokens) - state.attached).water


def hand_on(state: State, sea: Sea, before: Water | None) -> None:
    """Give a new state the bitmaps that its step has made."""
    state.__dict__["sea"] = sea
    _note(_key(state), sea)
    if before is not None:
        state.__dict__["before"] = before
    _keep(state)


def _keep(state: State) -> None:
    _latest.append(state)
    while len(_latest) > KEPT:
        try:
            forget(_latest.popleft())
        except IndexError:  # another thread was faster
            return


def forget(state: State) -> None:
    """Drop a state's derived data."""
    for name in ("sea", "before", "menu", "habitats"):
        state.__dict__.pop(name, None)
