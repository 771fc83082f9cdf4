"""The water between the pieces: the wall they make, and the habitats that it closes off (EF-2.3, EF-6).

The wall is made of the pieces' skins (their cells and the four neighbours of each), the water is the rest,
4-connected. A habitat is a bounded part of it with at least 80 cells; smaller ones are slivers. All of it is
a function of the set of walls alone: :meth:`Water.of` finds it from scratch, :meth:`Water.grown` from the
water before, and both give the same.
"""

from __future__ import annotations

from functools import cached_property
from operator import or_

from boardkit.games.effervescent.cells import FULL, MIDDLE, SIZE, Patch, meets
from boardkit.games.effervescent.poses import SQUARE, Frame, Point, Walk, contour, spread

__all__ = ["SMALLEST_HABITAT", "Habitat", "Water", "created"]

SMALLEST_HABITAT = 80
Box = tuple[int, int, int, int]


class Habitat:
    """One habitat.

    Attributes:
        patch: its cells.
        area: how many there are, in square millimetres.
        x: column of its first cell in reading order; with ``y`` it names the habitat.
        y: row of that cell.
    """

    def __init__(self, patch: Patch, area: int) -> None:
        self.patch = patch
        self.area = area
        first = patch.rows[0]
        self.x = (first & -first).bit_length() - 1 - MIDDLE
        self.y = patch.top - MIDDLE

    @cached_property
    def outline(self) -> tuple[Point, ...]:
        """The corners of its outer boundary, clockwise, without the points on straight stretches."""
        corners = contour(self._frame)
        before = (corners[-1], *corners[:-1])
        after = (*corners[1:], corners[0])
        return tuple(
            b
            for a, b, c in zip(before, corners, after, strict=True)
            if (b[0] - a[0], b[1] - a[1]) != (c[0] - b[0], c[1] - b[1])
        )

    @cached_property
    def shore(self) -> Patch:
        """Its cells and all their eight neighbours: what a skin must meet to border it."""
        wide = spread(self._frame, SQUARE)
        shift = wide.x0 + MIDDLE
        return Patch(wide.y0 + MIDDLE, tuple(row << shift for row in wide.rows))

    @property
    def _frame(self) -> Frame:
        used = 0
        for row in self.patch.rows:
            used |= row
        left = (used & -used).bit_length() - 1
        return Frame(left - MIDDLE, self.patch.top - MIDDLE, tuple(row >> left for row in self.patch.rows))

    def has(self, x: int, y: int) -> bool:
        """Whether the cell (x, y) lies in it."""
        return self.patch.has(x, y)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Habitat) and self.patch == other.patch

    def __hash__(self) -> int:
        return self.area << 20 ^ (self.y + MIDDLE) << 10 ^ (self.x + MIDDLE)

    def __repr__(self) -> str:
        return f"Habitat(x={self.x}, y={self.y}, area={self.area})"


class Water:
    """Wall and water of one position; never changed once made.

    Attributes:
        wall: rows of wall cells.
        closed: rows of bounded water, habitats and slivers.
        habitats: by their first cells in reading order.
        box: columns and rows (in bits) that hold the wall: left, top, right, bottom, inclusive.
    """

    __slots__ = ("box", "closed", "habitats", "wall")

    def __init__(self, wall: list[int], closed: list[int], habitats: tuple[Habitat, ...], box: Box) -> None:
        self.wall = wall
        self.closed = closed
        self.habitats = habitats
        self.box = box

    @classmethod
    def of(cls, skins: list[Patch]) -> Water:
        """Find the water around ``skins`` from scratch."""
        wall = [0] * SIZE
        for skin_top, skin in skins:
            end = skin_top + len(skin)
            wall[skin_top:end] = map(or_, wall[skin_top:end], skin)
        used = 0
        for row in wall:
            used |= row
        closed = [0] * SIZE
        if not used:
            return cls(wall, closed, (), (SIZE, SIZE, -1, -1))
        left, right = (used & -used).bit_length() - 1, used.bit_length() - 1
        top = next(y for y, row in enumerate(wall) if row)
        bottom = next(y for y in range(SIZE - 1, -1, -1) if wall[y])
        frame = (1 << (right + 2)) - (1 << (left - 1))
        rows = [frame & ~wall[y] for y in range(top - 1, bottom + 2)]
        edge = 1 << (left - 1) | 1 << (right + 1)
        habitats: list[Habitat] = []
        for part in components(top - 1, rows):
            outside = part.top == top - 1 or part.top + len(part.rows) == bottom + 2
            if outside or any(row & edge for row in part.rows):
                continue
            _close(closed, part, habitats)
        return cls(wall, closed, _ordered(habitats), (left, top, right, bottom))

    def open_row(self, y: int) -> int:
        """Return the open sea's cells of row ``y`` of bits."""
        return FULL & ~(self.wall[y] | self.closed[y])

    def is_open(self, x: int, y: int) -> bool:
        """Whether the public cell (x, y) is open sea."""
        return not (self.wall[y + MIDDLE] | self.closed[y + MIDDLE]) >> (x + MIDDLE) & 1

    def habitat_at(self, x: int, y: int) -> Habitat | None:
        """Return the habitat that holds the public cell (x, y), or None."""
        if not self.closed[y + MIDDLE] >> (x + MIDDLE) & 1:
            return None
        return next((habitat for habitat in self.habitats if habitat.has(x, y)), None)

    def grown(self, skin: Patch, walk: Walk, x: int, y: int) -> Water:
        """Return the water after one more skin.

        Args:
            skin: the new skin.
            walk: the walk of cells around it before it is moved.
            x: the public column by which the walk is moved.
            y: the public row by which it is moved.
        """
        top, rows = skin
        end = top + len(rows)
        wall = self.wall.copy()
        fresh = [row & ~old for row, old in zip(rows, wall[top:end], strict=True)]
        wall[top:end] = map(or_, wall[top:end], rows)
        closed, habitats = self.closed, self.habitats
        cut = [new & old for new, old in zip(fresh, closed[top:end], strict=True)]
        if any(cut):
            closed, habitats = self._cut(skin, cut)
        box = _around_box(self.box, skin)
        if any(new & ~inner for new, inner in zip(fresh, cut, strict=True)):
            parts = _enclosed(wall, closed, box, _arcs(wall, closed, walk, x, y))
            if parts:
                if closed is self.closed:
                    closed = closed.copy()
                found = list(habitats)
                for part in parts:
                    _close(closed, part, found)
                habitats = _ordered(found)
        return Water(wall, closed, habitats, box)

    def _cut(self, skin: Patch, cut: list[int]) -> tuple[list[int], tuple[Habitat, ...]]:
        """Take the cells ``cut`` out of the bounded water and split the habitats that held them."""
        closed = self.closed.copy()
        for y, row in enumerate(cut, skin.top):
            closed[y] &= ~row
        kept: list[Habitat] = []
        inner = Patch(skin.top, tuple(cut))
        for habitat in self.habitats:
            if not meets(habitat.patch, inner):
                kept.append(habitat)
                continue
            top = habitat.patch.top
            rest = [row & closed[y] for y, row in enumerate(habitat.patch.rows, top)]
            kept.extend(
                Habitat(part, area)
                for part in components(top, rest)
                if (area := _area(part)) >= SMALLEST_HABITAT
            )
        return closed, _ordered(kept)


def created(before: Water, after: Water, rescore_shrunk: bool) -> tuple[Habitat, ...]:
    """Return the habitats of ``after`` that are new since ``before`` (EF-2.3, V13, V14).

    A habitat is new if its water was open sea, or if the habitat it was part of now holds at least two; with
    ``rescore_shrunk`` also if it has become smaller.
    """
    old = set(before.habitats)
    fresh: list[Habitat] = []
    split: dict[Habitat, list[Habitat]] = {}
    for habitat in after.habitats:
        if habitat in old:
            continue
        parent = before.habitat_at(habitat.x, habitat.y)
        if parent is None:
            fresh.append(habitat)
        else:
            split.setdefault(parent, []).append(habitat)
    for parent, parts in split.items():
        if len(parts) > 1 or (rescore_shrunk and parts[0].area < parent.area):
            fresh.extend(parts)
    return _ordered(fresh)


def _ordered(habitats: list[Habitat]) -> tuple[Habitat, ...]:
    return tuple(sorted(habitats, key=lambda habitat: (habitat.y, habitat.x)))


def _area(patch: Patch) -> int:
    return sum(row.bit_count() for row in patch.rows)


def _close(closed: list[int], part: Patch, habitats: list[Habitat]) -> None:
    """Enter a bounded part of the water."""
    end = part.top + len(part.rows)
    closed[part.top : end] = map(or_, closed[part.top : end], part.rows)
    area = _area(part)
    if area >= SMALLEST_HABITAT:
        habitats.append(Habitat(part, area))


def _around_box(box: Box, skin: Patch) -> Box:
    used = 0
    for row in skin.rows:
        used |= row
    left, right = (used & -used).bit_length() - 1, used.bit_length() - 1
    bottom = skin.top + len(skin.rows) - 1
    return (min(box[0], left), min(box[1], skin.top), max(box[2], right), max(box[3], bottom))


def components(top: int, rows: list[int]) -> list[Patch]:
    """Return the 4-connected parts of a set of cells, by the runs of its rows."""
    parent: list[int] = []
    runs: list[tuple[int, int]] = []
    above: list[tuple[int, int]] = []
    for j, row in enumerate(rows):
        current = []
        rest = row
        while rest:
            carried = rest + (rest & -rest)
            run = rest & ~carried
            rest &= carried
            label = len(parent)
            parent.append(label)
            for other, other_run in above:
                if run & other_run:
                    root = other
                    while parent[root] != root:
                        parent[root] = root = parent[parent[root]]
                    mine = label
                    while parent[mine] != mine:
                        mine = parent[mine]
                    if mine < root:
                        mine, root = root, mine
                    parent[mine] = root
            runs.append((j, run))
            current.append((label, run))
        above = current
    parts: dict[int, dict[int, int]] = {}
    for label, (j, run) in enumerate(runs):
        root = label
        while parent[root] != root:
            root = parent[root]
        part = parts.setdefault(root, {})
        part[j] = part.get(j, 0) | run
    return [_patch(top, part) for part in parts.values()]


def _patch(top: int, rows: dict[int, int]) -> Patch:
    first, last = min(rows), max(rows)
    return Patch(top + first, tuple(rows[j] for j in range(first, last + 1)))


def _arcs(wall: list[int], closed: list[int], walk: Walk, x: int, y: int) -> list[dict[int, int]]:
    """Return the stretches of open sea along a walk, each as rows of bits; one stretch encloses nothing."""
    left, top = walk.x0 + x + MIDDLE, walk.y0 + y + MIDDLE
    end = top + walk.height
    barrier = [(row | shut) >> left for row, shut in zip(wall[top:end], closed[top:end], strict=True)]
    cells = walk.cells
    taken = bytes([barrier[j] >> i & 1 for i, j in cells])
    start = taken.find(1)
    if start < 0:
        return []
    # Turned so that it begins at a taken cell, the walk falls into stretches of free ones.
    turned = taken[start:] + taken[:start]
    arcs: list[dict[int, int]] = []
    at, size = 0, len(cells)
    while (at := turned.find(0, at)) >= 0:
        stop = turned.find(1, at)
        stop = size if stop < 0 else stop
        arc: dict[int, int] = {}
        for k in range(at, stop):
            i, j = cells[(start + k) % size]
            arc[j] = arc.get(j, 0) | 1 << i
        arcs.append({j + top: bits << left for j, bits in arc.items()})
        at = stop
    return arcs if len(arcs) > 1 else []


class _Flood:
    """Several stretches of water that grow in turn, row by row, until all but the open sea are closed."""

    def __init__(self, wall: list[int], closed: list[int], box: Box) -> None:
        self.wall, self.closed, self.box = wall, closed, box
        self.filled: dict[int, dict[int, int]] = {}
        self.frontier: dict[int, list[tuple[int, int]]] = {}
        self.owned: dict[int, int] = {}
        self.open: int | None = None

    def pour(self, label: int, y: int, seeds: int) -> int:
        """Fill the runs of row ``y`` that hold ``seeds``; return the label that ``label`` has then."""
        free = FULL & ~(self.wall[y] | self.closed[y])
        seeds &= free & ~self.filled[label].get(y, 0)
        left, top, right, bottom = self.box
        while seeds:
            low = seeds & -seeds
            start = (~free & (low - 1)).bit_length()
            run = free & ~(free + low) | low - (1 << start)
            seeds &= ~run
            if run & self.owned.get(y, 0):
                other = next(k for k, rows in self.filled.items() if run & rows.get(y, 0))
                label = self.merge(label, other)
                seeds &= ~self.filled[label].get(y, 0)
                continue
            rows = self.filled[label]
            rows[y] = rows.get(y, 0) | run
            self.owned[y] = self.owned.get(y, 0) | run
            self.frontier[label].append((y, run))
            if start < left or run >> (right + 1) or not top <= y <= bottom:
                label = self.reach_open(label)
        return label

    def merge(self, a: int, b: int) -> int:
        """Make two stretches one; the open one keeps its label."""
        if a == b:
            return a
        if b == self.open:
            a, b = b, a
        rows = self.filled[a]
        for y, row in self.filled.pop(b).items():
            rows[y] = rows.get(y, 0) | row
        self.frontier[a] += self.frontier.pop(b)
        return a

    def reach_open(self, label: int) -> int:
        """Note that a stretch belongs to the open sea."""
        if self.open is None:
            self.open = label
            return label
        return self.merge(self.open, label)

    def growing(self) -> list[int]:
        """Return the labels that may still be closed off."""
        return [label for label, frontier in self.frontier.items() if frontier and label != self.open]


def _enclosed(wall: list[int], closed: list[int], box: Box, arcs: list[dict[int, int]]) -> list[Patch]:
    """Return the bounded parts of the open water that holds ``arcs``."""
    if not arcs:
        return []
    flood = _Flood(wall, closed, box)
    for number, arc in enumerate(arcs):
        flood.filled[number], flood.frontier[number] = {}, []
        label = number
        for y, seeds in arc.items():
            label = flood.pour(label, y, seeds)
    while True:
        growing = flood.growing()
        if not growing or (flood.open is None and len(growing) == 1):
            break
        for first in growing:
            label = first
            if label not in flood.frontier or label == flood.open:
                continue
            rows, flood.frontier[label] = flood.frontier[label], []
            for y, run in rows:
                label = flood.pour(label, y - 1, run)
                label = flood.pour(label, y + 1, run)
    sea = flood.open if flood.open is not None else growing[0]
    return [_patch(0, rows) for label, rows in flood.filled.items() if label != sea]
