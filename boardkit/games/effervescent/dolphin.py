"""The dolphin: where it may be, and when it is enclosed (EF-2.6, EF-6)."""

from __future__ import annotations

from collections.abc import Iterable
from operator import or_
from typing import TYPE_CHECKING

from boardkit.games.effervescent.cells import MARGIN, MIDDLE, SIZE, Patch, lay
from boardkit.games.effervescent.derived import body_of
from boardkit.games.effervescent.poses import DOLPHIN, TOUCH, Point, Walk, spread
from boardkit.games.effervescent.sea import DOLPHIN_SKIN, LIONFISH_DISC, SAND_LINE, TOKEN_DISC, Body, Sea
from boardkit.games.effervescent.water import Water

if TYPE_CHECKING:
    from boardkit.games.effervescent.model import State
    from boardkit.games.effervescent.turn import Table

__all__ = ["dolphin_spots", "enclosed", "jump_spots"]

_WALK = Walk.around(DOLPHIN_SKIN).points()


def enclosed(water: Water, x: int, y: int) -> bool:
    """Whether no water 8-adjacent to the dolphin's skin is open sea and some of it lies in a habitat."""
    beside = [(x + i, y + j) for i, j in _WALK]
    if any(water.is_open(*cell) for cell in beside):
        return False
    return any(water.habitat_at(*cell) is not None for cell in beside)


def _area(body: Body) -> Patch:
    """Return the centres of a dolphin that overlaps or touches a piece."""
    return body.lay(spread(spread(body.pose.body, DOLPHIN), TOUCH))


def _bounded(rows: list[int], sand: bool) -> list[int]:
    """Keep a dolphin on the board and on the right side of the sand line."""
    low, high = MARGIN + 10, SIZE - MARGIN - 10
    inside = (1 << high) - (1 << low)
    top = max(low, SAND_LINE + 10 + MIDDLE) if sand else low
    return [row & inside if top <= y < high else 0 for y, row in enumerate(rows)]


def _spread_all(layer: list[int]) -> list[int]:
    """Return the centres of a dolphin that would cover a cell of ``layer``."""
    out = [0] * SIZE
    for y, row in enumerate(layer):
        if not row:
            continue
        smeared = [row]
        for _ in range(10):
            smeared.append(smeared[-1] | smeared[-1] << 1 | smeared[-1] >> 1)
        for dy in range(-10, 11):
            if 0 <= y + dy < SIZE:
                out[y + dy] |= smeared[DOLPHIN[abs(dy)]]
    return out


def _union(patches: Iterable[Patch]) -> list[int]:
    rows = [0] * SIZE
    for top, part in patches:
        rows[top : top + len(part)] = map(or_, rows[top : top + len(part)], part)
    return rows


def dolphin_spots(state: State | Table) -> list[int]:
    """Return where the dolphin may be put at set-up, as rows: free, in contact with a start piece."""
    sea = state.sea
    wanted = _union(_area(body) for body in sea.bodies)
    fish = [lay(LIONFISH_DISC, spot.x, spot.y) for spot in state.lionfish]
    taken = _spread_all(_union([*(body.patch for body in sea.bodies), *fish]))
    return _bounded([row & ~other for row, other in zip(wanted, taken, strict=True)], _sand(state))


def jump_spots(state: State | Table) -> list[int] | None:
    """Return where the enclosed dolphin may jump to, as rows, or None if nowhere.

    With the dolphin taken off, its disc must be open sea without tokens, in contact with a piece that it did not
    touch before.
    """
    dolphin = state.dolphin
    assert dolphin is not None  # noqa: S101  it is enclosed
    old = state.sea
    sea = Sea(
        tuple(body_of(state.game.tiles, piece) for piece in state.pieces),
        old.tokens,
        None,
        bridging=old.bridging,
        dolphin_wall=old.dolphin_wall,
    )
    areas = [_area(body) for body in sea.bodies]
    wanted = _union(area for area in areas if not area.has(dolphin.x, dolphin.y))
    water = sea.water
    shut = [wall | closed for wall, closed in zip(water.wall, water.closed, strict=True)]
    fish = [lay(LIONFISH_DISC, spot.x, spot.y) for spot in state.lionfish]
    tokens = _union([*fish, *(lay(TOKEN_DISC, *token) for token in sea.tokens)])
    taken = _spread_all([a | b for a, b in zip(shut, tokens, strict=True)])
    spots = _bounded([row & ~other for row, other in zip(wanted, taken, strict=True)], _sand(state))
    return spots if any(spots) else None


def _sand(state: State | Table) -> bool:
    return any(piece.tile == "wreck" for piece in state.pieces)


def apart(rows: list[int], gap: int) -> list[Point]:
    """Return some of the cells of ``rows``, each at least ``gap`` cells away from the others."""
    found: list[Point] = []
    for j, row in enumerate(rows):
        rest = row
        while rest:
            low = rest & -rest
            x, y = low.bit_length() - 1 - MIDDLE, j - MIDDLE
            if all((x - a) ** 2 + (y - b) ** 2 >= gap * gap for a, b in found[-60:]):
                found.append((x, y))
                rest &= ~((low << gap) - low)
            else:
                rest ^= low
    return found
