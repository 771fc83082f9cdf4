"""Outlines turned into cells: the exact shape of every piece, in every way it can lie.

One cell is one millimetre. A pose is a shape, a side (``flip``) and one of 72 rotations of five degrees; all
of it is integer arithmetic, so one file of outlines gives the same cells on every machine (EF-6). Rows of
cells are Python integers, one bit a cell.
"""

from __future__ import annotations

from functools import cache, cached_property, lru_cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct

__all__ = ["ROTATIONS", "SHAPES", "Frame", "Outline", "Pose", "Walk", "outlines", "pose"]

ROTATIONS = 72
_QUARTER = 18
_COS: tuple[int, ...] = (16384, 16322, 16135, 15826, 15396, 14849, 14189, 13421, 12551, 11585)
_COS += (10531, 9397, 8192, 6924, 5604, 4240, 2845, 1428, 0)
_HALF = 8192
_SHIFT = 14

Run = tuple[int, int]
Point = tuple[int, int]
# The top left cell of a square and the power of two that is its side.
Square = tuple[int, int, int]


class Outline(Struct, frozen=True):
    """A shape as drawn: a simple polygon in units of 1/32 mm.

    Attributes:
        name: the shape's name.
        outline: its vertices.
        heads: runs of vertices (first, count) that bound the head zones.
        tails: the same for the tail zones.
        zones: runs of coloured zones by colour (the octopus's arms).
        flip_swaps: whether head and tail change places when the piece is flipped (ray and betta).
    """

    name: str
    outline: tuple[Point, ...]
    heads: tuple[Run, ...]
    tails: tuple[Run, ...]
    zones: dict[str, tuple[Run, ...]] = {}
    flip_swaps: bool = False


class _File(Struct):
    status: str
    unit: str
    outlines: tuple[Outline, ...]


@lru_cache(maxsize=1)
def outlines() -> dict[str, Outline]:
    """Return all outlines by name, read once from the package's data."""
    data = resources.files(__package__).joinpath("outlines.json").read_bytes()
    return {outline.name: outline for outline in msgspec.json.decode(data, type=_File).outlines}


SHAPES: tuple[str, ...] = (
    *(
        f"{size}-{animal}"
        for animal in ("seahorse", "orca", "otter", "turtle")
        for size in ("small", "medium", "large")
    ),
    *("start", "octopus", "eel", "starfish", "ray", "wreck"),
    *(f"rock-{number}" for number in range(5)),
)


class Frame(Struct, frozen=True):
    """A set of cells: bit ``i`` of ``rows[j]`` is the cell (``x0 + i``, ``y0 + j``).

    Attributes:
        x0: column of bit 0.
        y0: row of ``rows[0]``.
        rows: one integer a row.
    """

    x0: int
    y0: int
    rows: tuple[int, ...]

    def cells(self) -> list[Point]:
        """Return the cells in reading order."""
        found = []
        for y, row in enumerate(self.rows, self.y0):
            rest = row
            while rest:
                low = rest & -rest
                found.append((self.x0 + low.bit_length() - 1, y))
                rest ^= low
        return found

    def trimmed(self) -> Frame:
        """Return the same cells without empty rows at the top and the bottom."""
        rows = self.rows
        first = next((j for j, row in enumerate(rows) if row), len(rows))
        last = len(rows)
        while last > first and not rows[last - 1]:
            last -= 1
        return Frame(self.x0, self.y0 + first, rows[first:last])


def disc(radius2: int) -> Frame:
    """Return the cells with ``dx*dx + dy*dy <= radius2``."""
    reach = max(d for d in range(radius2 + 1) if d * d <= radius2)
    widths = [
        max(d for d in range(reach + 1) if d * d + dy * dy <= radius2) for dy in range(-reach, reach + 1)
    ]
    return Frame(-reach, -reach, tuple(((1 << (2 * w + 1)) - 1) << (reach - w) for w in widths))


def spread(frame: Frame, widths: tuple[int, ...]) -> Frame:
    """Dilate ``frame`` by the stencil whose row ``dy`` reaches ``widths[abs(dy)]`` cells to either side."""
    reach = len(widths) - 1
    wide = max(widths)
    smeared: dict[int, list[int]] = {0: [row << wide for row in frame.rows]}
    for width in range(1, wide + 1):
        smeared[width] = [row | row << 1 | row >> 1 for row in smeared[width - 1]]
    height = len(frame.rows) + 2 * reach
    out = [0] * height
    for dy in range(-reach, reach + 1):
        for j, row in enumerate(smeared[widths[abs(dy)]], reach + dy):
            out[j] |= row
    return Frame(frame.x0 - wide, frame.y0 - reach, tuple(out))


class Walk(Struct, frozen=True):
    """The cells around a shape in the order of its contour, counted from a corner of their box.

    Attributes:
        x0: column of the box's left side.
        y0: row of its top.
        height: its rows.
        cells: the walk; neighbours in it (the last and the first too) are the same cell or share an edge.
    """

    x0: int
    y0: int
    height: int
    cells: tuple[Point, ...]

    @classmethod
    def around(cls, frame: Frame) -> Walk:
        """Return the walk around a set of cells."""
        cells = around(contour(frame))
        x0, y0 = min(x for x, _ in cells), min(y for _, y in cells)
        height = max(y for _, y in cells) - y0 + 1
        return cls(x0, y0, height, tuple((x - x0, y - y0) for x, y in cells))

    def points(self) -> tuple[Point, ...]:
        """Return the cells as they lie, each once."""
        return tuple(dict.fromkeys((self.x0 + i, self.y0 + j) for i, j in self.cells))


# Row widths of the stencils: E, the 3x3 square, C = E+E+3x3 (two pieces touch), and an effervescent's disc.
CROSS = (1, 0)
SQUARE = (1, 1)
TOUCH = (3, 3, 2, 1)
TOKEN = (4, 4, 4, 3, 2)
DOLPHIN = tuple(max(d for d in range(11) if d * d + dy * dy <= 100) for dy in range(11))


def _fill(points: list[Point], x0: int, y0: int, height: int) -> list[int]:
    """Return the rows of cells whose centre lies inside the polygon, by an exact half-open scan line."""
    rows = [0] * height
    ax, ay = points[-1]
    for bx, by in points:
        if ay != by:
            (lx, ly), (hx, hy) = ((ax, ay), (bx, by)) if ay < by else ((bx, by), (ax, ay))
            rise = hy - ly
            # Rows whose centre 32j + 16 fulfils ly <= centre < hy.
            for j in range(-((16 - ly) // 32), -((16 - hy) // 32)):
                crossing = lx * rise + (32 * j + 16 - ly) * (hx - lx) - 16 * rise
                i = -(-crossing // (32 * rise))
                rows[j - y0] ^= -1 << (i - x0)
        ax, ay = bx, by
    return rows


def turned(points: tuple[Point, ...], flip: int, rotation: int) -> list[Point]:
    """Return the vertices mirrored (x to -x) if ``flip``, then turned by ``rotation`` times five degrees."""
    quarters, step = divmod(rotation, _QUARTER)
    c, s = _COS[step], _COS[_QUARTER - step]
    for _ in range(quarters):
        c, s = -s, c
    if flip:
        points = tuple((-x, y) for x, y in points)
    return [((x * c - y * s + _HALF) >> _SHIFT, (x * s + y * c + _HALF) >> _SHIFT) for x, y in points]


class Pose:
    """One shape, lying in one way, with its anchor at (0, 0).

    Attributes:
        shape: name of the shape.
        flip: 0 as drawn, 1 mirrored.
        rotation: in steps of five degrees, 0 to 71.
        points: the outline's vertices in units of 1/32 mm, turned.
        body: all cells.
        heads: the head cells, in the same frame.
        tails: the tail cells, in the same frame.
    """

    def __init__(self, shape: str, flip: int, rotation: int) -> None:
        self.shape, self.flip, self.rotation = shape, flip, rotation
        outline = outlines()[shape]
        points = self.points = turned(outline.outline, flip, rotation)
        x0 = min(x for x, _ in points) // 32 - 1
        y0 = min(y for _, y in points) // 32
        height = max(y for _, y in points) // 32 + 1 - y0
        rows = _fill(points, x0, y0, height)
        used = 0
        for row in rows:
            used |= row
        blank = (used & -used).bit_length() - 1
        rows = [row >> blank for row in rows]
        self.body = body = Frame(x0 + blank, y0, tuple(rows)).trimmed()
        self.width = (used >> blank).bit_length()
        self.height = len(body.rows)
        heads, tails = outline.heads, outline.tails
        if flip and outline.flip_swaps:
            heads, tails = tails, heads
        self.tails = self._zone(tails)
        if shape == "starfish":
            self.heads = self.tails = body
        elif shape == "eel":
            rest = tuple(cell & ~tail for cell, tail in zip(body.rows, self.tails.rows, strict=True))
            self.heads = Frame(body.x0, body.y0, rest)
        else:
            self.heads = self._zone(heads)

    def _zone(self, runs: tuple[Run, ...]) -> Frame:
        body, points = self.body, self.points
        zone = [0] * self.height
        for first, count in runs:
            part = [points[(first + k) % len(points)] for k in range(count)]
            low = min(y for _, y in part) // 32 - 1
            high = max(y for _, y in part) // 32 + 1
            for j, row in enumerate(_fill(part, body.x0, low, high - low + 1), low - body.y0):
                if 0 <= j < self.height:
                    zone[j] |= row & body.rows[j]
        return Frame(body.x0, body.y0, tuple(zone))

    @cached_property
    def sides(self) -> Frame:
        """Cells that are neither head nor tail."""
        body = self.body
        parts = zip(body.rows, self.heads.rows, self.tails.rows, strict=True)
        return Frame(body.x0, body.y0, tuple(cell & ~head & ~tail for cell, head, tail in parts))

    @cached_property
    def zones(self) -> dict[str, Frame]:
        """The coloured zones by colour (the octopus's arms)."""
        return {colour: self._zone(runs).trimmed() for colour, runs in outlines()[self.shape].zones.items()}

    @cached_property
    def skin(self) -> Frame:
        """The cells and their four neighbours: what the piece adds to the wall."""
        return spread(self.body, CROSS)

    @cached_property
    def reach(self) -> Frame:
        """The cells that touch the piece: another piece is in contact iff it has one of these."""
        return spread(self.body, TOUCH)

    @cached_property
    def head_reach(self) -> Frame:
        """The cells that touch the head."""
        return spread(self.heads.trimmed(), TOUCH)

    @cached_property
    def tail_reach(self) -> Frame:
        """The cells that touch the tail."""
        return spread(self.tails.trimmed(), TOUCH)

    @cached_property
    def swell(self) -> Frame:
        """The centres of effervescents that would overlap the piece."""
        return spread(self.body, TOKEN)

    @cached_property
    def embrace(self) -> Frame:
        """The centres of effervescents that overlap or touch the piece."""
        return spread(self.swell, TOUCH)

    @cached_property
    def head_ring(self) -> tuple[Point, ...]:
        """Cells 8-adjacent to the head, outside the piece: where another tail can lie."""
        return ring(self.heads.trimmed(), self.body)

    @cached_property
    def tail_rim(self) -> tuple[Point, ...]:
        """The tail cells that have a neighbour outside the piece."""
        return _rim(self.tails, self.body)

    @cached_property
    def middle(self) -> Point:
        """About the centre of the body: the middle of its vertices."""
        xs, ys = zip(*self.points, strict=True)
        return sum(xs) // (32 * len(xs)), sum(ys) // (32 * len(ys))

    @cached_property
    def head_middle(self) -> Point:
        """About the centre of the head: the middle of the cells around it."""
        ring = self.head_ring or (self.middle,)
        return sum(x for x, _ in ring) // len(ring), sum(y for _, y in ring) // len(ring)

    @cached_property
    def tail_middle(self) -> Point:
        """About the centre of the tail."""
        rim = self.tail_rim or (self.middle,)
        return sum(x for x, _ in rim) // len(rim), sum(y for _, y in rim) // len(rim)

    @cached_property
    def tail_tip(self) -> tuple[Point, ...]:
        """The outer half of the tail's rim."""
        rim = sorted(self.tail_rim, key=lambda cell: (-_between(cell, self.middle), cell))
        return tuple(rim[: len(rim) // 2 + 1])

    @cached_property
    def tail_anchors(self) -> tuple[Point, ...]:
        """The tail's tip (farthest from the anchor point) and up to three more rim cells, far from each other."""
        return _far_apart(self.tail_rim, 4)

    @cached_property
    def rim_anchors(self) -> tuple[Point, ...]:
        """Eight cells at the edge of the body, far from each other."""
        return _far_apart(_rim(self.body, self.body), 8)

    @cached_property
    def bulk(self) -> tuple[Square, ...]:
        """Squares inside the body, far from each other: a quick test of overlap.

        They are chosen once a shape, as drawn; the other poses have them turned, and smaller where need be.
        """
        if not self.flip and not self.rotation:
            return _squares(self.body)
        found: dict[Square, None] = {}
        drawn = pose(self.shape, 0, 0).bulk
        centres = tuple((32 * x + (16 << power), 32 * y + (16 << power)) for x, y, power in drawn)
        for (x, y), (_, _, largest) in zip(turned(centres, self.flip, self.rotation), drawn, strict=True):
            for power in range(largest, 1, -1):
                half = 1 << power - 1
                square = (x // 32 - half, y // 32 - half, power)
                if _square_fits(self.body, square):
                    found[square] = None
                    break
        return tuple(found)

    @cached_property
    def middles(self) -> tuple[Point, ...]:
        """A few cells well inside the body, far from each other."""
        return tuple((x + (1 << power) // 2, y + (1 << power) // 2) for x, y, power in self.bulk[:6])

    @cached_property
    def walk(self) -> Walk:
        """The cells around the skin, as one walk along its contour."""
        return Walk.around(self.skin)

    @cached_property
    def spot_walk(self) -> tuple[Point, ...]:
        """The centres of effervescents one cell clear of the piece, around it, each once."""
        return tuple(dict.fromkeys(around(contour(self.swell))))

    def __repr__(self) -> str:
        return f"Pose({self.shape!r}, {self.flip}, {self.rotation})"


def _squares(body: Frame) -> tuple[Square, ...]:
    """Return ten squares inside a set of cells, far from each other, the largest that fit there."""
    height = len(body.rows)
    covered = [0] * height
    found: list[Square] = []
    for power in (4, 3, 2):
        side = 1 << power
        across = [_all_right(row, side) for row in body.rows]
        for j in range(height - side + 1):
            fits = across[j]
            for row in across[j + 1 : j + side]:
                fits &= row
            while fits:
                low = fits & -fits
                fits ^= low
                i = low.bit_length() - 1
                if not covered[j + side // 2] >> (i + side // 2) & 1:
                    found.append((body.x0 + i, body.y0 + j, power))
                    for k in range(j, j + side):
                        covered[k] |= ((1 << side) - 1) << i
    near = {(x + (1 << power) // 2, y + (1 << power) // 2): (x, y, power) for x, y, power in found}
    return tuple(near[centre] for centre in _far_apart(tuple(near), 10))


def _square_fits(body: Frame, square: Square) -> bool:
    x, y, power = square
    i, j, side = x - body.x0, y - body.y0, 1 << power
    if i < 0 or j < 0 or j + side > len(body.rows):
        return False
    full = (1 << side) - 1
    return all(row >> i & full == full for row in body.rows[j : j + side])


def _rim(part: Frame, body: Frame) -> tuple[Point, ...]:
    """Return the cells of ``part`` that have a neighbour outside ``body``; both have one frame."""
    rows = (0, *body.rows, 0)
    rim = []
    for j, row in enumerate(part.rows):
        cell = rows[j + 1]
        rim.append(row & ~(cell & cell << 1 & cell >> 1 & rows[j] & rows[j + 2]))
    return tuple(Frame(body.x0, body.y0, tuple(rim)).cells())


def _far_apart(cells: tuple[Point, ...], number: int) -> tuple[Point, ...]:
    """Return up to ``number`` cells: the farthest from the anchor, then always the farthest from those chosen."""
    if not cells:
        return ()
    chosen = [max(cells, key=lambda cell: (cell[0] ** 2 + cell[1] ** 2, cell))]
    gaps = [_between(cell, chosen[0]) for cell in cells]
    while len(chosen) < number:
        distance, cell = max(zip(gaps, cells, strict=True))
        if distance < 9:
            break
        chosen.append(cell)
        gaps = [min(gap, _between(other, cell)) for gap, other in zip(gaps, cells, strict=True)]
    return tuple(chosen)


def _all_right(row: int, number: int) -> int:
    """Return the cells from which ``number`` cells to the right (a power of two) all belong to ``row``."""
    step = 1
    while step < number:
        row &= row >> step
        step *= 2
    return row


def _between(a: Point, b: Point) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def ring(frame: Frame, without: Frame) -> tuple[Point, ...]:
    """Return the cells 8-adjacent to ``frame`` that lie neither in it nor in ``without``."""
    wide = spread(frame, SQUARE)
    inner, outer = set(frame.cells()), set(without.cells())
    return tuple(cell for cell in wide.cells() if cell not in inner and cell not in outer)


def runs_of(frame: Frame) -> tuple[tuple[int, int, int], ...]:
    """Return a set of cells as horizontal runs (x, y, length), in reading order."""
    found = []
    for y, row in enumerate(frame.rows, frame.y0):
        x, rest = frame.x0, row
        while rest:
            skip = (rest & -rest).bit_length() - 1
            rest >>= skip
            x += skip
            length = (~rest & (rest + 1)).bit_length() - 1
            found.append((x, y, length))
            rest >>= length
            x += length
    return tuple(found)


def contour(frame: Frame) -> tuple[Point, ...]:
    """Return the corners of the outer boundary of a 4-connected set of cells.

    The corner (x, y) is the top left one of the cell (x, y). The walk keeps the cells on its right, begins at
    the top left cell, and lists every lattice point it passes, straight ones too.
    """
    rows, x0, y0 = frame.rows, frame.x0, frame.y0
    height = len(rows)
    top = next(j for j, row in enumerate(rows) if row)
    start = ((rows[top] & -rows[top]).bit_length() - 1, top)

    def filled(i: int, j: int) -> int:
        return rows[j] >> i & 1 if 0 <= j < height and i >= 0 else 0

    # Directions: 0 right, 1 down, 2 left, 3 up; for each the cells ahead on the left and on the right.
    steps = ((1, 0), (0, 1), (-1, 0), (0, -1))
    ahead_left = ((0, -1), (0, 0), (-1, 0), (-1, -1))
    ahead_right = ((0, 0), (-1, 0), (-1, -1), (0, -1))
    (x, y), heading = start, 0
    points = []
    while True:
        points.append((x + x0, y + y0))
        x += steps[heading][0]
        y += steps[heading][1]
        if (x, y) == start:
            return tuple(points)
        right, left = ahead_right[heading], ahead_left[heading]
        if not filled(x + right[0], y + right[1]):
            heading = (heading + 1) % 4
        elif filled(x + left[0], y + left[1]):
            heading = (heading + 3) % 4


def around(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the cells outside a contour in the order of its walk, diagonal ones at its corners included.

    Neighbours in the walk (the last and the first too) are the same cell or share an edge.
    """
    cells: list[Point] = []
    before_x, before_y = points[-1]
    heading = (points[0][0] - before_x, points[0][1] - before_y)
    for k, (x, y) in enumerate(points):
        nx, ny = points[(k + 1) % len(points)]
        step = (nx - x, ny - y)
        if step == (
            -heading[1],
            heading[0],
        ):  # a right turn: the corner stands out, so its diagonal cell is passed
            cells.append(_corner_cell(x, y, heading, step))
        cells.append(_left_cell(x, y, step))
        heading = step
    return tuple(cells)


def _left_cell(x: int, y: int, step: Point) -> Point:
    """Return the cell to the left of the edge that leaves the lattice point (x, y) by ``step``."""
    return {(1, 0): (x, y - 1), (0, 1): (x, y), (-1, 0): (x - 1, y), (0, -1): (x - 1, y - 1)}[step]


def _corner_cell(x: int, y: int, heading: Point, step: Point) -> Point:
    """Return the cell diagonally outside a corner at (x, y) where the walk turns right."""
    ahead = (heading[0] - step[0], heading[1] - step[1])
    return (x if ahead[0] > 0 else x - 1, y if ahead[1] > 0 else y - 1)


@cache
def pose(shape: str, flip: int, rotation: int) -> Pose:
    """Return the pose of a shape; each is made once, when it is first asked for."""
    return Pose(shape, flip, rotation)


def digest_text() -> Any:
    """Yield one line a pose (name, frame, rows of body, heads, tails in hexadecimal), for the golden digest."""
    for shape in SHAPES:
        for flip in (0, 1):
            for rotation in range(ROTATIONS):
                one = pose(shape, flip, rotation)
                parts = (one.body, one.heads, one.tails)
                rows = "/".join(",".join(f"{row:x}" for row in part.rows) for part in parts)
                yield f"{shape} {flip} {rotation} {one.body.x0} {one.body.y0} {rows}\n"
