"""The cells against real polygons: an independent check with shapely, which the engine itself never needs."""

from __future__ import annotations

import random

import pytest
import shapely
from shapely import affinity

from boardkit.games.effervescent.cells import meets
from boardkit.games.effervescent.poses import SHAPES, outlines, pose
from boardkit.games.effervescent.sea import body_at
from tests.games.effervescent import corpus

PLACEABLE = (*SHAPES[:12], "eel", "starfish", "ray")

pytestmark = pytest.mark.rule("EF-6", "V1", "V2")


def polygon(body):
    """The exact polygon in millimetres: the outline turned by real sines, not by the table."""
    posed = body.pose
    drawn = shapely.Polygon([(x / 32, y / 32) for x, y in outlines()[posed.shape].outline])
    if posed.flip:
        drawn = affinity.scale(drawn, -1, 1, origin=(0, 0))
    turned = affinity.rotate(drawn, 5 * posed.rotation, origin=(0, 0))
    return affinity.translate(turned, body.x, body.y)


def pairs(seed, number):
    rng = random.Random(seed)
    for _ in range(number):
        a = body_at(rng.choice(PLACEABLE), rng.randrange(2), rng.randrange(72), 0, 0)
        angle_x, angle_y = rng.randrange(-75, 76), rng.randrange(-75, 76)
        yield a, body_at(rng.choice(PLACEABLE), rng.randrange(2), rng.randrange(72), angle_x, angle_y)


def test_gaps_below_1_8_mm_touch_and_gaps_above_3_2_mm_do_not():
    seen = {True: 0, False: 0}
    for a, b in pairs(1, 2500):
        gap = polygon(a).distance(polygon(b))
        contact = meets(a.lay(a.pose.reach), b.patch)
        if gap < 1.8:
            assert contact
            seen[True] += 1
        elif gap > 3.2:
            assert not contact
            seen[False] += 1
    assert min(seen.values()) > 400


def test_overlaps():
    """Cells that are shared are in both polygons; polygons of accepted tiles overlap by a hair at most."""
    shared = free = 0
    for a, b in pairs(2, 2500):
        common = polygon(a).intersection(polygon(b)).area
        if meets(a.patch, b.patch):
            assert common > 0
            shared += 1
        else:
            assert common <= 2.9
            free += 1
    assert min(shared, free) > 400


def test_accepted_tiles_of_played_games_hardly_overlap():
    for name in ("base-4", "octopus-4"):
        state = corpus.states(name)[-1]
        shapes = [polygon(body) for body in state.sea.bodies]
        for number, one in enumerate(shapes):
            for other in shapes[:number]:
                assert one.intersection(other).area <= 2.9


@pytest.mark.parametrize("shape", SHAPES)
def test_masks_have_the_area_of_their_polygons(shape):
    for flip, rotation in ((0, 0), (1, 11), (0, 25), (1, 58)):
        body = body_at(shape, flip, rotation, 0, 0)
        cells = sum(row.bit_count() for row in pose(shape, flip, rotation).body.rows)
        assert abs(cells - polygon(body).area) < 0.03 * cells
        assert polygon(body).is_valid
