"""Stored games, every step counted again with sets of cells (see naive.py)."""

from __future__ import annotations

import pytest

from boardkit.games.effervescent.derived import body_of, sea_of
from boardkit.games.effervescent.water import created
from tests.games.effervescent import corpus, naive
from tests.games.effervescent.build import names

NAMES = sorted(corpus.GAMES)


def tokens_before(state):
    return state.tokens[: len(state.tokens) - state.attached]


@pytest.mark.rule("EF-2.2.2", "V6", "V41", "V48", "V49", "EF-6")
@pytest.mark.parametrize("name", ["base-2", "octopus-4", "wreck-3"])
def test_drift_cards_met(name):
    seen = set()
    for before, action, after in corpus.placements(name):
        game = before.game
        placed = naive.Thing(game, naive_piece(before, action))
        row = [game.drift[card] for card in before.row]
        expected = naive.met(row, naive.things(before), list(before.tokens), placed, before.current_player)
        found = names(after, "DriftMet")
        assert (found[0].cards if found else ()) == expected
        seen.update(game.drift[card].code for card in expected)
    assert len(seen) >= 4


def naive_piece(before, action):
    from boardkit.games.effervescent.model import Piece

    return Piece(action.tile, action.flip, action.rotation, action.x, action.y, before.current_player)


@pytest.mark.rule("EF-2.2.1")
@pytest.mark.parametrize("name", ["base-2", "octopus-4", "wreck-3"])
def test_placements_are_legal_by_the_sets(name):
    first = True
    for before, action, _ in corpus.placements(name):
        game = before.game
        placed = naive.Thing(game, naive_piece(before, action))
        those = naive.things(before)
        near = [thing for thing in those if placed.near(thing)]
        assert not any(placed.body & thing.body for thing in near)
        for token in before.tokens:
            assert not placed.body & naive.token_cells(token.x, token.y)
        if before.dolphin is not None:
            disc = {(x + before.dolphin.x, y + before.dolphin.y) for x, y in naive.DOLPHIN}
            assert not placed.body & disc
        part = placed.body if first and game.options.first_tile == "any_touch" else placed.parts["tails"]
        targets = [
            thing.body
            if first and thing.tile.kind == "start" and part is placed.body
            else thing.parts["heads"]
            for thing in near
        ]
        assert any(naive.touch(part, target) for target in targets)
        if any(piece.tile == "wreck" for piece in before.pieces):
            assert min(y for _, y in placed.body) >= -33
        first = False


def walls(state, tokens):
    those = naive.things(state)
    found = [naive.plus(thing.body, naive.E) for thing in those]
    if state.dolphin is not None and state.game.options.dolphin_wall:
        disc = {(x + state.dolphin.x, y + state.dolphin.y) for x, y in naive.DOLPHIN}
        found.append(naive.plus(disc, naive.E))
    if state.game.options.effervescent_walls == "bridging":
        walls_ = [token for token in tokens if bridges(state, those, token)]
        found += [naive.plus(naive.token_cells(token.x, token.y), naive.E) for token in walls_]
    return found


def bridges(state, those, token):
    cells = naive.token_cells(token.x, token.y)
    touched = sum(naive.touch(cells, thing.body) for thing in those if close(thing.box, token))
    if state.dolphin is not None:
        disc = frozenset((x + state.dolphin.x, y + state.dolphin.y) for x, y in naive.DOLPHIN)
        touched += naive.touch(cells, disc)
    return touched > 1


def close(box, token):
    return box[0] - 9 <= token.x <= box[2] + 9 and box[1] - 9 <= token.y <= box[3] + 9


@pytest.mark.rule("EF-2.2.3", "EF-2.3", "V13", "V14", "V15", "V16", "V18")
@pytest.mark.parametrize("name", ["base-2", "calm-3", "octopus-4", "bridging-2"])
def test_habitats_and_harmony(name):
    """Some scoring steps: new habitats by flooding both positions, points by the cards' words."""
    checked = 0
    for number, (before, after) in enumerate(turns(name)):
        if number % (3 if name == "base-2" else 7):
            continue
        game = before.game
        # The position at the moment of scoring: pieces as placed, effervescents attached, dolphin not yet moved.
        position, tokens, row = at_scoring(before, after)
        old = naive.habitats(walls(before, before.tokens))
        new = naive.habitats(walls(position, tokens))
        fresh = [part for part in new if is_new(part, old, new, game.options.rescore_shrunk)]
        made = [event for event in after["events"] if type(event).__name__ == "HabitatMade"]
        assert [(event.x, event.y, event.area) for event in made] == [
            (*min(part, key=lambda cell: (cell[1], cell[0])), len(part)) for part in fresh
        ]
        expected = points(position, tokens, row, fresh, before.current_player)
        assert [
            (event.player, event.x, event.y, event.points, event.card)
            for event in after["events"]
            if type(event).__name__ == "HarmonyScored"
        ] == expected
        checked += len(fresh)
    assert checked >= 2


def turns(name):
    """Yield the state before each placement and what happened until the player's attaching was over."""
    found = list(corpus.steps(name))
    for number, (before, action, after) in enumerate(found):
        if type(action).__name__ != "PlaceTile":
            continue
        events, last = list(after.events), after
        for _, later, state in found[number + 1 :]:
            if last.phase != "attach" or type(later).__name__ not in {"Attach", "Stop"}:
                break
            events += state.events
            last = state
        yield before, {"events": events, "last": last, "action": action}


def at_scoring(before, after):
    from msgspec.structs import replace

    from boardkit.games.effervescent.model import Token

    placed = naive_piece(before, after["action"])
    tokens = [
        Token(event.player, event.x, event.y)
        for event in after["events"]
        if type(event).__name__ == "EffervescentAttached"
    ]
    tokens = (*before.tokens, *tokens)
    return replace(before, pieces=(*before.pieces, placed), tokens=tokens), tokens, before.harmony


def is_new(part, old, new, shrunk):
    cell = min(part)
    parent = next((one for one in old if cell in one), None)
    if parent is None:
        return True
    if sum(min(one) in parent for one in new) > 1:
        return True
    return shrunk and len(part) < len(parent)


def points(position, tokens, row, fresh, placer):
    game = position.game
    those = naive.things(position)
    cards = [game.harmony[card] for card in row]
    every = naive.habitats(walls(position, tokens)) if game.options.effervescent_walls == "bridging" else []
    wall = frozenset().union(*walls(position, tokens)) if every else frozenset()
    result = []
    for part in fresh:
        inside, two = [0] * game.players, [False] * game.players
        for token in tokens:
            if not lies_inside(position, those, token, part, every=every, wall=wall):
                continue
            inside[token.player] += 1
            cells = naive.token_cells(token.x, token.y)
            near = [thing for thing in those if close(thing.box, token) and naive.touch(cells, thing.body)]
            if sum(thing.tile.is_creature for thing in near) > 1:
                two[token.player] = True
        edge = naive.rim(those, part)
        x, y = min(part, key=lambda cell: (cell[1], cell[0]))
        for seat, best in enumerate(naive.scores(cards, part, inside, two, edge, placer=placer)):
            if best is not None:
                result.append((seat, x, y, best[0], best[1]))
    return result


def lies_inside(position, those, token, part, *, every, wall):
    if not every:
        return (token.x, token.y) in part
    if bridges(position, those, token):
        skin = naive.plus(naive.token_cells(token.x, token.y), naive.E)
        beside = naive.plus(skin, naive.SQUARE) - wall
        others = [one for one in every if one != part]
        in_others = any(beside & one for one in others)
        bounded = frozenset().union(part, *others)
        slivers_or_sea = beside - bounded
        return (
            bool(beside & part) and not in_others and not any(is_open(cell, wall) for cell in slivers_or_sea)
        )
    return (token.x, token.y) in part


def is_open(cell, wall):
    """Whether a cell's water has at least 80 cells more, or runs out of the scene; slivers do not."""
    seen, stack = {cell}, [cell]
    while stack:
        x, y = stack.pop()
        for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if other not in wall and other not in seen:
                seen.add(other)
                stack.append(other)
        if len(seen) >= 80:
            return True
    return False


@pytest.mark.rule("EF-6")
@pytest.mark.parametrize("name", NAMES)
def test_played_seas_equal_seas_from_scratch(name):
    """After every step: the sea that the step handed on, and the one built from the fields."""
    state = corpus.record(name).game.initial_state(corpus.record(name).seed)
    for action in corpus.record(name).actions:
        state = state.game.step(state, action)
        played, whole = state.sea, sea_of(state)
        for layer in ("occupied", "heads", "blocked", "bridges", "tokens", "dolphin"):
            assert getattr(played, layer) == getattr(whole, layer), layer
        assert played.water.wall == whole.water.wall
        assert played.water.closed == whole.water.closed
        assert played.water.habitats == whole.water.habitats
        assert [body.patch for body in played.bodies] == [body.patch for body in whole.bodies]


@pytest.mark.rule("V13", "V14")
def test_created_on_paper():
    """A ring of wall, cut in two, in three, and only made smaller."""
    from boardkit.games.effervescent.cells import Patch
    from boardkit.games.effervescent.water import Water

    def block(x, y, width, height):
        return Patch(512 + y, tuple(((1 << width) - 1) << (512 + x) for _ in range(height)))

    ring = [block(0, 0, 60, 3), block(0, 37, 60, 3), block(0, 0, 3, 40), block(57, 0, 3, 40)]
    before = Water.of(ring)
    assert [habitat.area for habitat in before.habitats] == [54 * 34]
    assert len(created(Water.of(ring[:3]), before, False)) == 1
    two = Water.of([*ring, block(28, 0, 4, 40)])
    assert [habitat.area for habitat in created(before, two, False)] == [25 * 34, 25 * 34]
    three = Water.of([*ring, block(28, 0, 4, 40), block(28, 18, 30, 4)])
    assert len(created(before, three, False)) == 3
    smaller = Water.of([*ring, block(3, 3, 10, 10)])
    assert created(before, smaller, False) == ()
    assert [habitat.area for habitat in created(before, smaller, True)] == [54 * 34 - 100]
    sliver = Water.of([*ring, block(3, 3, 54, 32)])
    assert created(before, sliver, False) == ()
    remainder = Water.of([*ring, block(3, 4, 54, 4)])
    assert [habitat.area for habitat in remainder.habitats] == [54 * 29]
    assert created(before, remainder, False) == ()


@pytest.mark.rule("V17")
def test_a_habitat_has_at_least_eighty_cells():
    from boardkit.games.effervescent.cells import Patch
    from boardkit.games.effervescent.water import Water

    def pool(width, height):
        rows = [(1 << (width + 2)) - 1, *[1 | 1 << (width + 1)] * height, (1 << (width + 2)) - 1]
        return Water.of([Patch(500, tuple(row << 500 for row in rows))])

    assert len(pool(10, 8).habitats) == 1
    assert len(pool(79, 1).habitats) == 0
    assert any(pool(79, 1).closed)


@pytest.mark.rule("X8")
@pytest.mark.parametrize("name", NAMES)
def test_nobody_begins_a_turn_with_an_empty_hideout_and_two_spares_are_enough(name):
    for before, _, after in corpus.placements(name):
        assert before.players[before.current_player].hideout > 0
        assert len(after.met) <= 3
        assert not [event for event in names(after, "AttachingEnded") if event.reason == "none-left"]


def test_the_bodies_of_a_state_are_shared():
    state = corpus.states("base-2")[-2]
    assert all(
        body_of(state.game.tiles, piece) is body
        for piece, body in zip(state.pieces, state.sea.bodies, strict=True)
    )
