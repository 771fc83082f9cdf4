"""The exact geometry (EF-6): poses, contact, water, whatever way they are computed."""

from __future__ import annotations

import hashlib
import itertools
import random
from pathlib import Path

import pytest

from boardkit.games.effervescent import poses
from boardkit.games.effervescent.cells import lay, meets
from boardkit.games.effervescent.placing import Placing
from boardkit.games.effervescent.plane import PAD, Plane
from boardkit.games.effervescent.poses import CROSS, ROTATIONS, SHAPES, SQUARE, TOUCH, Pose, pose, spread
from boardkit.games.effervescent.sea import Sea, body_at
from boardkit.games.effervescent.water import Water, components
from tests.games.effervescent import naive
from tests.games.effervescent.build import make

pytestmark = pytest.mark.rule("EF-6")
PLACEABLE = (*SHAPES[:12], "eel", "starfish", "ray")
DIGEST = Path(__file__).with_name("poses.sha256")


def every_pose():
    return (
        pose(shape, flip, rotation) for shape in SHAPES for flip in (0, 1) for rotation in range(ROTATIONS)
    )


@pytest.mark.rule("V1")
def test_all_masks_are_the_ones_of_the_golden_digest():
    found = hashlib.sha256()
    for line in poses.digest_text():
        found.update(line.encode())
    assert found.hexdigest() == DIGEST.read_text().split()[0]


def test_all_3312_poses_are_in_one_piece_and_without_holes():
    number = 0
    for one in every_pose():
        number += 1
        rows = list(one.body.rows)
        assert len(components(0, rows)) == 1, one
        frame = (1 << (one.width + 2)) - 1
        outside = [frame, *(frame & ~(row << 1) for row in rows), frame]
        assert len(components(0, outside)) == 1, one
    assert number == 3312


def test_zones_lie_in_their_piece():
    for one in every_pose():
        for head, tail, cell in zip(one.heads.rows, one.tails.rows, one.body.rows, strict=True):
            assert not head & ~cell
            assert not tail & ~cell
        if one.shape not in {"start", "octopus", "wreck"} and not one.shape.startswith("rock"):
            assert any(one.tails.rows)
        assert any(one.heads.rows)


def test_the_eel_is_head_but_for_its_tail_and_the_starfish_is_both():
    eel, star = pose("eel", 0, 7), pose("starfish", 1, 40)
    for head, tail, cell in zip(eel.heads.rows, eel.tails.rows, eel.body.rows, strict=True):
        assert head == cell & ~tail
    assert star.heads.rows == star.tails.rows == star.body.rows
    assert not any(star.sides.rows)


def test_a_ray_turned_over_is_a_betta_with_head_and_tail_swapped():
    ray, betta = pose("ray", 0, 0), pose("ray", 1, 0)
    size = {
        kind: sum(row.bit_count() for row in frame.rows)
        for kind, frame in (("ray", ray.heads), ("tail", ray.tails))
    }
    assert size["ray"] > size["tail"]
    assert sum(row.bit_count() for row in betta.heads.rows) < sum(row.bit_count() for row in betta.tails.rows)


def test_constants():
    assert len(naive.C) == 37
    assert max(max(abs(x), abs(y)) for x, y in naive.C) == 3
    assert naive.cells(spread(poses.Frame(0, 0, (1,)), TOUCH)) == frozenset(naive.C)
    assert naive.cells(spread(poses.Frame(0, 0, (1,)), CROSS)) == frozenset(naive.E)
    assert naive.cells(spread(poses.Frame(0, 0, (1,)), SQUARE)) == frozenset(naive.SQUARE)
    assert naive.cells(poses.disc(24)) == frozenset(naive.TOKEN)
    assert len(naive.TOKEN) == 69
    assert naive.cells(poses.disc(100)) == frozenset(naive.DOLPHIN)
    assert naive.cells(spread(poses.disc(24), CROSS)) == naive.plus(set(naive.TOKEN), naive.E)


@pytest.mark.parametrize("quarter", [1, 2, 3])
def test_quarter_turns_turn_the_mask(quarter):
    """A cell (i, j) goes to (-j - 1, i); ties of rounding aside, which few poses have."""
    same = total = 0
    for shape in PLACEABLE:
        for rotation in range(0, 72, 7):
            for flip in (0, 1):
                mask = set(naive.cells(pose(shape, flip, rotation).body))
                for _ in range(quarter):
                    mask = {(-j - 1, i) for i, j in mask}
                turned = set(naive.cells(pose(shape, flip, (rotation + 18 * quarter) % 72).body))
                total += 1
                same += turned == mask
                assert len(turned ^ mask) <= 12
    assert same > 0.65 * total


def test_mirrored_masks():
    """Rotation k unflipped, mirrored at the y axis, is rotation -k flipped; rounding ties aside."""
    for shape in PLACEABLE:
        if shape == "ray":
            continue
        for rotation in range(0, 72, 5):
            mask = {(-i - 1, j) for i, j in naive.cells(pose(shape, 0, rotation).body)}
            other = set(naive.cells(pose(shape, 1, -rotation % 72).body))
            assert len(mask ^ other) <= 14


def random_sea(seed, number=14, bridging=False):
    """Return pieces strewn close together without overlap."""
    rng = random.Random(seed)
    sea = Sea((body_at("start", 0, 0, 0, 0),), (), None, bridging=bridging)
    while len(sea.bodies) < number:
        posed = pose(rng.choice(PLACEABLE), rng.randrange(2), rng.randrange(72))
        x, y = rng.randrange(-90, 91), rng.randrange(-90, 91)
        if sea.fits(posed, x, y):
            sea = sea.with_body(body_at(posed.shape, posed.flip, posed.rotation, x, y))
        elif rng.random() < 0.01:
            spots = sea.spots(sea.bodies[-1]).cells()
            if spots:
                sea = sea.with_token(*rng.choice(spots))
    return sea


@pytest.mark.rule("V2")
@pytest.mark.parametrize("seed", range(3))
def test_contact_is_where_skins_are_eight_adjacent(seed):
    rng = random.Random(seed)
    seen = {True: 0, False: 0}
    for _ in range(400):
        a = body_at(rng.choice(PLACEABLE), rng.randrange(2), rng.randrange(72), 0, 0)
        b = body_at(
            rng.choice(PLACEABLE),
            rng.randrange(2),
            rng.randrange(72),
            rng.randrange(-70, 71),
            rng.randrange(-70, 71),
        )
        contact = meets(a.lay(a.pose.reach), b.patch)
        adjacent = meets(lay(spread(a.pose.skin, SQUARE), a.x, a.y), b.lay(b.pose.skin))
        assert contact == adjacent == meets(b.lay(b.pose.reach), a.patch)
        seen[contact] += 1
    assert min(seen.values()) > 20


def test_contact_is_the_one_of_sets():
    rng = random.Random(5)
    for _ in range(40):
        a = body_at(rng.choice(PLACEABLE), rng.randrange(2), rng.randrange(72), 0, 0)
        b = body_at(
            rng.choice(PLACEABLE),
            rng.randrange(2),
            rng.randrange(72),
            rng.randrange(-60, 61),
            rng.randrange(-60, 61),
        )
        cells = [naive.cells(body.pose.body, body.x, body.y) for body in (a, b)]
        assert meets(a.lay(a.pose.reach), b.patch) == naive.touch(*cells)
        assert meets(a.patch, b.patch) == bool(cells[0] & cells[1])


def test_water_never_passes_a_contact():
    """Where two skins are 8-adjacent, no 4-connected water runs between them."""
    for seed in range(3):
        sea = random_sea(seed)
        wall = sea.water.wall
        for y in range(1, 1023):
            diagonal = wall[y] & wall[y + 1] >> 1 & ~wall[y + 1] & ~(wall[y] >> 1)
            both = diagonal & ~wall[y] & ~wall[y + 1]
            assert not both
        skins = [naive.cells(body.pose.skin, body.x, body.y) for body in sea.bodies]
        for number, body in enumerate(sea.bodies):
            for other in sea.contacts(body):
                assert any((x + i, y + j) in skins[other] for x, y in skins[number] for i, j in naive.SQUARE)


@pytest.mark.rule("V17", "EF-2.3")
@pytest.mark.parametrize("bridging", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_habitats_are_those_of_a_flood_cell_by_cell(seed, bridging):
    sea = random_sea(seed + 10, bridging=bridging)
    walls = [naive.plus(naive.cells(body.pose.body, body.x, body.y), naive.E) for body in sea.bodies]
    walls += [naive.plus(naive.token_cells(*sea.tokens[number]), naive.E) for number in sea.bridges]
    found = naive.habitats(walls)
    assert [frozenset(habitat.patch.cells()) for habitat in sea.water.habitats] == found
    assert [habitat.area for habitat in sea.water.habitats] == [len(part) for part in found]


@pytest.mark.parametrize("seed", range(4))
def test_growing_water_is_water_from_scratch(seed):
    rng = random.Random(seed)
    sea = Sea((body_at("octopus", 0, 0, 0, 0),), (), None)
    habitats = 0
    for _ in range(3000):
        posed = pose(rng.choice(PLACEABLE), rng.randrange(2), rng.randrange(72))
        x, y = rng.randrange(-85, 86), rng.randrange(-85, 86)
        if len(sea.bodies) < 22 and sea.fits(posed, x, y):
            sea = sea.with_body(body_at(posed.shape, posed.flip, posed.rotation, x, y))
            whole = Water.of(sea.skins())
            assert (whole.wall, whole.closed, whole.habitats) == (
                sea.water.wall,
                sea.water.closed,
                sea.water.habitats,
            )
            habitats += len(whole.habitats)
    assert habitats


def test_outlines_of_habitats_enclose_their_cells():
    for seed in range(3):
        for habitat in random_sea(seed).water.habitats:
            corners = habitat.outline
            area = sum(
                a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
            )
            holes = abs(area) // 2 - habitat.area
            assert area % 2 == 0
            assert holes >= 0
            assert all(a[0] == b[0] or a[1] == b[1] for a, b in itertools.pairwise(corners))


def test_the_plane_knows_exactly_the_legal_positions():
    game = make(2)
    sea = random_sea(4, 9)
    names = (game.tiles["start"], *[game.tiles["small-orca-green"]] * 8)
    placing = Placing(sea, names, False, True)
    plane = Plane(placing)
    rng = random.Random(1)
    for shape in ("small-orca", "large-turtle", "eel", "starfish", "ray"):
        posed = pose(shape, rng.randrange(2), rng.randrange(72))
        legal = set(plane.points(plane.legal(posed)))
        for _ in range(1500):
            x, y = rng.randrange(-260, 260), rng.randrange(-260, 260)
            assert placing.legal(posed, x, y) == ((x, y) in legal)
        assert all(placing.legal(posed, *spot) for spot in sorted(legal)[:300])
        box = (-40, -30, 25, 35)
        part = Plane(placing, box)
        inside = {(x, y) for x, y in legal if box[0] <= x <= box[2] and box[1] <= y <= box[3]}
        assert set(part.points(part.legal(posed))) == inside


def test_no_tile_reaches_beyond_the_pad_of_the_plane():
    for shape in PLACEABLE:
        for rotation in range(ROTATIONS):
            one = pose(shape, 0, rotation)
            for frame in (one.body, one.reach):
                assert frame.x0 >= -PAD
                assert frame.x0 + max(row.bit_length() for row in frame.rows) <= PAD + 1
                assert frame.y0 >= -PAD
                assert frame.y0 + len(frame.rows) <= PAD + 1


@pytest.mark.parametrize("shift", [(0, 0), (17, -40)])
def test_verdicts_do_not_change_when_the_scene_turns(shift):
    """The whole scene turned by 90 degrees gives the same overlaps and contacts, where masks turn exactly."""
    rng = random.Random(8)
    compared = 0
    for _ in range(300):
        shapes = [(rng.choice(PLACEABLE), rng.randrange(2), rng.randrange(72)) for _ in range(2)]
        exact = all(
            {(-j - 1, i) for i, j in naive.cells(pose(*one).body)}
            == set(naive.cells(pose(one[0], one[1], (one[2] + 18) % 72).body))
            for one in shapes
        )
        if not exact:
            continue
        compared += 1
        x, y = rng.randrange(-50, 51) + shift[0], rng.randrange(-50, 51) + shift[1]
        a, b = body_at(*shapes[0], 0, 0), body_at(*shapes[1], x, y)
        # Turned about the corner of the cell (0, 0): the anchor of the second one goes from (x, y) to (-y, x).
        turned = [(one[0], one[1], (one[2] + 18) % 72) for one in shapes]
        c, d = body_at(*turned[0], 0, 0), body_at(*turned[1], -y, x)
        assert meets(a.patch, b.patch) == meets(c.patch, d.patch)
        assert meets(a.lay(a.pose.reach), b.patch) == meets(c.lay(c.pose.reach), d.patch)
    assert compared > 100


def test_pose_needs_only_integers():
    one = Pose("medium-otter", 1, 13)
    assert all(type(value) is int for point in one.points for value in point)
    assert all(type(row) is int for row in one.body.rows)
