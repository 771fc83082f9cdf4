"""The useful placements: a finite list out of the very many legal ones (EF-6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from boardkit.games.effervescent.cells import lay, meets
from boardkit.games.effervescent.placing import Placing
from boardkit.games.effervescent.plane import Plane
from boardkit.games.effervescent.poses import ROTATIONS, Point, Pose, pose
from boardkit.games.effervescent.sea import Body

__all__ = ["Placement", "any_placement", "distinct_placements", "every_placement", "touches_head"]

Placement = tuple[Pose, int, int]
STEP = 3
TRIED = 16
CROWDED = 6


def poses_of(shape: str, step: int) -> Iterator[Pose]:
    """Yield the poses of a shape: every ``step``-th rotation, both sides."""
    for rotation, flip in product(range(0, ROTATIONS, step), (0, 1)):
        yield pose(shape, flip, rotation)


def distinct_placements(
    placing: Placing, shape: str, step: int = STEP, tried: int = TRIED, plane: Plane | None = None
) -> Iterator[Placement]:
    """Yield legal placements of a shape, one for each set of pieces that it would touch.

    While little lies in the sea, one for each such set and eighth of the full turn, since there are few sets.

    Args:
        placing: the rules of placing in the position.
        shape: the tile's shape.
        step: every ``step``-th rotation is tried.
        tried: about how many places of each pose are tried.
        plane: the window to use, if there is one already.
    """
    plane = Plane(placing) if plane is None else plane
    seen: set[tuple[int, tuple[int, ...]]] = set()
    sectors = 8 if len(placing.sea.bodies) < CROWDED else 1
    for posed in poses_of(shape, step):
        sector = posed.rotation * sectors // ROTATIONS
        for x, y in _thinned(plane, plane.likely(posed), tried):
            if placing.legal(posed, x, y):
                touched = placing.sea.contacts(Body(posed, x, y))
                if (sector, touched) not in seen:
                    seen.add((sector, touched))
                    yield posed, x, y


def _thinned(plane: Plane, bits: int, wanted: int) -> Iterable[Point]:
    if not bits:
        return ()
    # Reading out single positions is dear, so most go before: to a fifth, and to a fifth of that.
    for step in (2, 1):
        if bits.bit_count() > 2 * wanted:
            bits = bits & plane.lattice(step) or bits
    points = list(plane.points(bits))
    return points[:: -(-len(points) // wanted)]


def every_placement(placing: Placing, shape: str, step: int = 1) -> Iterator[Placement]:
    """Yield every legal placement of a shape in every ``step``-th rotation; there can be 100,000."""
    plane = Plane(placing)
    for posed in poses_of(shape, step):
        for x, y in plane.points(plane.legal(posed)):
            yield posed, x, y


def any_placement(placing: Placing, shapes: Iterable[str]) -> bool:
    """Whether one of the shapes can be placed at all: by a quick look, and if that fails by all poses (V7)."""
    shapes = tuple(dict.fromkeys(shapes))
    if not shapes:
        return False
    if any(_quick_look(placing, shape) for shape in shapes):
        return True
    plane = Plane(placing)
    for shape in shapes:
        if next(distinct_placements(placing, shape, plane=plane), None) is not None:
            return True
    return any(plane.legal(posed) for shape in shapes for posed in poses_of(shape, 1))


def _quick_look(placing: Placing, shape: str) -> bool:
    """Try a few poses at some cells around the heads, latest first, then more of both."""
    for turn, stride in ((6, 5), (4, 2)):
        poses = tuple(poses_of(shape, turn))
        for body in reversed(placing.sea.bodies):
            middle_x, middle_y = body.pose.head_middle
            target = body.x + middle_x, body.y + middle_y
            for i, j in body.pose.head_ring[::stride]:
                for posed in poses:
                    anchor_x, anchor_y = posed.tail_anchors[0]
                    x, y = body.x + i - anchor_x, body.y + j - anchor_y
                    if placing.likely(posed, x, y, target) and placing.legal(posed, x, y):
                        return True
    return False


def touches_head(placing: Placing, placement: Placement, number: int) -> bool:
    """Whether the tail of a placement touches the head of the piece of that index."""
    posed, x, y = placement
    other = placing.sea.bodies[number]
    return meets(lay(posed.tail_reach, x, y), other.lay(other.pose.heads))
