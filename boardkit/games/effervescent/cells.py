"""Sets of cells at their place in the sea: rows of bits, and what they share.

The sea has 1024 x 1024 cells. A public cell (x, y) with x and y from -512 to 511 is bit ``x + 512`` of row
``y + 512``; a whole row of the sea is one Python integer.
"""

from __future__ import annotations

from itertools import repeat
from operator import and_, lshift
from typing import NamedTuple

from boardkit.games.effervescent.poses import Frame, Point

__all__ = ["FULL", "MARGIN", "MIDDLE", "SIZE", "Patch", "lay", "meets", "shared"]

SIZE = 1024
MIDDLE = 512
MARGIN = 24
FULL = (1 << SIZE) - 1


class Patch(NamedTuple):
    """Cells at their place: ``rows[j]`` is (a part of) row ``top + j`` of the sea."""

    top: int
    rows: tuple[int, ...]

    def has(self, x: int, y: int) -> bool:
        """Whether the public cell (x, y) is one of them."""
        j = y + MIDDLE - self.top
        return 0 <= j < len(self.rows) and bool(self.rows[j] >> (x + MIDDLE) & 1)

    def cells(self) -> list[Point]:
        """Return the public cells in reading order."""
        return Frame(-MIDDLE, self.top - MIDDLE, self.rows).cells()


def lay(frame: Frame, x: int, y: int) -> Patch:
    """Return the cells of ``frame`` moved by the public (x, y)."""
    return Patch(frame.y0 + y + MIDDLE, tuple(map(lshift, frame.rows, repeat(frame.x0 + x + MIDDLE))))


def meets(a: Patch, b: Patch) -> bool:
    """Whether two patches share a cell."""
    a_top, a_rows = a
    b_top, b_rows = b
    low = max(a_top, b_top)
    high = min(a_top + len(a_rows), b_top + len(b_rows))
    if low >= high:
        return False
    return any(map(and_, a_rows[low - a_top : high - a_top], b_rows[low - b_top : high - b_top]))


def shared(a: Patch, b: Patch) -> list[Point]:
    """Return the public cells that two patches share, in reading order."""
    low = max(a.top, b.top)
    high = min(a.top + len(a.rows), b.top + len(b.rows))
    if low >= high:
        return []
    rows = map(and_, a.rows[low - a.top : high - a.top], b.rows[low - b.top : high - b.top])
    return Patch(low, tuple(rows)).cells()
