"""The additional content in play (EF-2.6)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from boardkit.errors import IllegalAction
from boardkit.games.effervescent.derived import forget
from boardkit.games.effervescent.dolphin import enclosed, jump_spots
from boardkit.games.effervescent.model import (
    Attach,
    Pass,
    PlaceDolphin,
    PlaceTile,
    RemoveEel,
    Spot,
    TakeSpecial,
)
from boardkit.games.effervescent.sea import Sea, body_at
from boardkit.games.effervescent.turn import Table
from tests.games.effervescent import corpus, naive
from tests.games.effervescent.build import make, names, position

FIRST = ("large-turtle-green", 0, 42, -61, -52, 1)
ROW = ["three-creatures", "own-effervescent", "other-effervescent"]


# ---- lionfish ----------------------------------------------------------------------------------


@pytest.mark.rule("EF-2.6", "V37", "V38", "V39")
@pytest.mark.parametrize("name", ["octopus-4", "wreck-3", "optional-5"])
def test_lionfish_go_to_whoever_touches_or_encloses_them(name):
    touched = enclosed_ = 0
    fish_cells = [(i, j) for i in range(-6, 7) for j in range(-6, 7) if i * i + j * j <= 36]
    for before, action, after in corpus.steps(name):
        taken = names(after, "LionfishTaken")
        if type(action).__name__ == "PlaceTile":
            placed = (
                naive.Thing(before.game, after.pieces[-1] if after.pieces[-1].tile == action.tile else None)
                if after.pieces[-1].tile == action.tile
                else None
            )
            if placed is None:
                continue
            near = {
                (spot.x, spot.y)
                for spot in before.lionfish
                if naive.touch(frozenset((spot.x + i, spot.y + j) for i, j in fish_cells), placed.body)
            }
            assert {(event.x, event.y) for event in taken if not event.enclosed} == near
            touched += len(near)
        for event in taken:
            assert event.player == before.current_player
            if event.enclosed:
                enclosed_ += 1
                assert Spot(event.x, event.y) not in after.lionfish
        if after.phase == "take":
            assert not any(
                habitat.has(spot.x, spot.y) for spot in after.lionfish for habitat in after.sea.water.habitats
            )
    assert touched + enclosed_


@pytest.mark.rule("V37")
def test_a_tile_may_lie_on_a_lionfish():
    game = make(2, lionfish=True)
    state = position(game, pieces=[FIRST], hands={0: ["small-orca-blue"], 1: ["small-otter-blue"]}, row=ROW)
    action = state.game.legal_actions(state)[0]
    body = body_at("small-orca", action.flip, action.rotation, action.x, action.y)
    cells = body.patch.cells()
    middle = Spot(*cells[len(cells) // 2])
    state = replace(state, lionfish=(middle, *state.lionfish[1:]))
    forget(state)
    after = game.step(state, action)
    (taken,) = names(after, "LionfishTaken")
    assert (taken.x, taken.y, taken.enclosed) == (middle.x, middle.y, False)
    assert after.players[0].lionfish == 1
    assert middle not in after.lionfish


@pytest.mark.rule("EF-2.6", "EF-2.2.2")
def test_effervescents_keep_off_lionfish():
    game = make(2, lionfish=True)
    state = position(
        game,
        pieces=[FIRST],
        hands={0: ["small-orca-blue"], 1: ["small-otter-blue"]},
        row=["different-size", *ROW[:2]],
    )
    state = next(after for action in game.legal_actions(state) if (after := game.step(state, action)).due)
    spot = game.legal_actions(state)[0]
    # A lionfish there would have been taken; put it where the tile does not touch it but the effervescent would.
    body = state.sea.bodies[-1]
    for x in range(spot.x - 12, spot.x + 13):
        for y in range(spot.y - 12, spot.y + 13):
            fish = [(x + i, y + j) for i in range(-6, 7) for j in range(-6, 7) if i * i + j * j <= 36]
            if naive.touch(frozenset(fish), frozenset(body.patch.cells())):
                continue
            if set(fish) & naive.token_cells(spot.x, spot.y):
                crowded = replace(state, lionfish=(Spot(x, y), *state.lionfish[1:]))
                forget(crowded)
                with pytest.raises(IllegalAction) as error:
                    game.step(crowded, spot)
                assert error.value.code == "overlap"
                assert spot not in game.legal_actions(crowded)
                return
    raise AssertionError("no such place")


# ---- dolphin -----------------------------------------------------------------------------------


@pytest.mark.rule("EF-2.6", "V40", "EF-8")
def test_enclosing_the_dolphin_scores_one_point_and_it_jumps():
    jumps = 0
    for before, _, after, event in corpus.happened("DolphinEnclosed"):
        assert event.player == before.current_player
        at = (after.dolphin.x, after.dolphin.y)
        if after.phase != "jump":
            continue
        assert enclosed(after.sea.water, *at)
        assert (
            not enclosed(after.before if after.phase == "attach" else before.sea.water, *at)
            or before.phase == "attach"
        )
        harmony = sum(one.points for one in names(after, "HarmonyScored") if one.player == event.player)
        assert after.returns[event.player] - before.returns[event.player] == 1 + harmony
        menu = after.game.legal_actions(after)
        assert menu
        without = Sea(after.sea.bodies, after.sea.tokens, None, bridging=after.sea.bridging)
        old = [body for body in without.bodies if touches_dolphin(body, *at)]
        for action in menu[:12]:
            disc = {(action.x + i, action.y + j) for i, j in naive.DOLPHIN}
            assert all(without.water.is_open(*cell) for cell in disc)
            touched = [body for body in without.bodies if touches_dolphin(body, action.x, action.y)]
            assert any(body not in old for body in touched)
            landed = after.game.step(after, action)
            assert not names(landed, "HarmonyScored")
            assert not names(landed, "HabitatMade")
        with pytest.raises(IllegalAction) as error:
            after.game.step(after, PlaceDolphin(*at))
        assert error.value.code == "no-dolphin-spot"
        jumps += 1
    assert jumps >= 3


def touches_dolphin(body, x, y):
    if not (body.left - 14 <= x <= body.right + 14 and body.top - 14 <= y <= body.bottom + 14):
        return False
    disc = frozenset((x + i, y + j) for i, j in naive.DOLPHIN)
    return naive.touch(disc, frozenset(body.patch.cells()))


@pytest.mark.rule("EF-2.6")
def test_tiles_may_not_overlap_the_dolphin():
    game = make(2, dolphin=True)
    state = position(game, dolphin=(45, 0), hands={0: ["small-orca-blue"]})
    with pytest.raises(IllegalAction) as error:
        game.step(state, PlaceTile("small-orca-blue", 0, 0, 50, 5))
    assert error.value.details[-1].kind == "dolphin"


@pytest.mark.rule("V39")
def test_the_dolphin_is_a_wall_unless_the_option_says_otherwise():
    bodies = (body_at("start", 0, 0, 0, 0),)
    assert not Sea(bodies, (), (45, 0)).water.is_open(45, 0)
    assert Sea(bodies, (), (45, 0), dolphin_wall=False).water.is_open(45, 0)
    walls = {make(2, dolphin=True, dolphin_wall=wall): wall for wall in (True, False)}
    for game, wall in walls.items():
        state = position(game, dolphin=(45, 0), hands={0: ["small-orca-blue"]})
        assert state.sea.water.is_open(45, 0) != wall


@pytest.mark.rule("V49", "V39")
def test_dolphin_and_lionfish_count_for_no_card():
    """The same placement beside the dolphin meets the same cards as without it."""
    row = ["two-creatures", "two-animals", "two-colours"]
    game = make(2, dolphin=True)
    plain = position(game, dolphin=(300, 300), pieces=[FIRST], hands={0: ["small-orca-blue"]}, row=row)
    for action in game.legal_actions(plain):
        body = body_at("small-orca", action.flip, action.rotation, action.x, action.y)
        for x in range(body.left - 14, body.right + 15, 2):
            y = (body.top + body.bottom) // 2
            if touches_dolphin(body, x, y) and Sea((*plain.sea.bodies, body), (), None).water.is_open(x, y):
                disc = {(x + i, y + j) for i, j in naive.DOLPHIN}
                if any(disc & set(one.patch.cells()) for one in (*plain.sea.bodies, body)):
                    continue
                beside = replace(plain, dolphin=Spot(x, y))
                forget(beside)
                assert game.step(beside, action).met == game.step(plain, action).met
                return
    raise AssertionError("no such place")


@pytest.mark.rule("EF-2.6")
def test_without_a_place_to_jump_to_the_dolphin_stays(monkeypatch):
    from boardkit.games.effervescent import turn

    before, action, _, _ = next(corpus.happened("DolphinEnclosed"))
    monkeypatch.setattr(turn, "jump_spots", lambda _: None)
    after = before.game.step(before, action)
    assert names(after, "DolphinStayed")
    assert after.phase != "jump"
    assert after.dolphin == before.dolphin
    # It stays enclosed, and is not enclosed again by the next tile.
    later = after
    for _ in range(6):
        if later.is_terminal:
            break
        later = later.game.step(later, later.game.legal_actions(later)[0])
        assert not names(later, "DolphinEnclosed")


# ---- eels --------------------------------------------------------------------------------------


@pytest.mark.rule("EF-2.6", "V42")
def test_two_touching_eels_leave_after_scoring_and_the_rest_stays():
    left = 0
    for before, _action, after, event in corpus.happened("EelsLeft"):
        left += 1
        placed, other = event.tiles
        assert {before.game.tiles[tile].kind for tile in event.tiles} == {"eel"}
        kinds = [type(one).__name__ for one in after.events]
        for kind in ("HarmonyScored", "HabitatMade"):
            if kind in kinds:
                assert kinds.index(kind) < kinds.index("EelsLeft")
        remaining = [piece.tile for piece in after.pieces]
        assert placed not in remaining
        assert other not in remaining
        lost = {piece.tile for piece in before.pieces} - set(remaining)
        assert lost <= {placed, other}
        if not after.is_terminal:
            assert after.tokens[: len(before.tokens)] == before.tokens
        assert {placed, other} <= set(after.gone)
    assert left >= 4


@pytest.mark.rule("V42")
def test_reopened_water_scores_nothing_and_may_score_again():
    """After eels have left, the water is found again from scratch, and that is what the next turn starts from."""
    for _, _, after, _ in corpus.happened("EelsLeft"):
        assert (
            after.sea.water.habitats
            == Sea(
                after.sea.bodies,
                after.sea.tokens,
                after.sea.dolphin,
                bridging=after.sea.bridging,
                dolphin_wall=after.sea.dolphin_wall,
            ).water.habitats
        )
        kinds = [type(one).__name__ for one in after.events]
        assert "HabitatMade" not in kinds[kinds.index("EelsLeft") :]


@pytest.mark.rule("EF-2.6")
def test_an_eel_is_not_replaced():
    played = 0
    for before, action, after in corpus.placements():
        if before.game.tiles[action.tile].kind != "eel":
            continue
        played += 1
        later = after
        actions = iter(corpus.record(name_of(before)).actions)
        while later.phase in {"attach", "jump", "eel"}:
            later = later.game.step(later, later.game.legal_actions(later)[0])
        assert later.phase in {"place", "windfall", "end"}
        del actions
    assert played >= 6


def name_of(state):
    return next(name for name in corpus.GAMES if corpus.record(name).game is state.game)


def three_eels():
    """An eel placed so that it touches two others."""
    game = make(3, eels=True)
    for action in corpus_eels(game):
        return action
    raise AssertionError("no such position")


def corpus_eels(game):
    base = position(
        game, pieces=[FIRST], hands={0: ["eel-yellow"], 1: ["eel-green"], 2: ["eel-blue"]}, row=ROW
    )
    for one in game.legal_actions(base)[:6]:
        first = take_all(game.step(base, one))
        if first.current_player != 1:
            continue
        for two in game.legal_actions(first):
            second = game.step(first, two)
            if "EelsLeft" in [type(event).__name__ for event in second.events] or second.phase == "eel":
                continue
            second = take_all(second)
            if second.current_player != 2 or second.phase != "place":
                continue
            for three in game.legal_actions(second):
                after = game.step(second, three)
                while after.phase == "attach":
                    after = game.step(after, game.legal_actions(after)[0])
                if after.phase == "eel":
                    yield after
            break


def take_all(state):
    while state.phase not in {"place", "end"}:
        state = state.game.step(state, state.game.legal_actions(state)[0])
    return state


@pytest.mark.rule("EF-2.6")
def test_the_placer_chooses_among_several_touching_eels():
    state = three_eels()
    game = state.game
    game.audit(state)
    menu = game.legal_actions(state)
    assert {action.tile for action in menu} == {"eel-yellow", "eel-green"}
    for action in menu:
        after = game.step(state, action)
        assert after.gone == ("eel-blue", action.tile)
    with pytest.raises(IllegalAction) as error:
        game.step(state, RemoveEel("eel-purple"))
    assert error.value.code == "no-such-eel"


# ---- starfish, ray and betta, windfall ---------------------------------------------------------


@pytest.mark.rule("V41")
def test_tiles_without_a_size_meet_no_size_condition():
    game = make(2, starfish=True, ray_betta=True, eels=True)
    row = ["different-size", "same-size", "tail-on-larger"]
    for tile in ("starfish-yellow-blue", "ray-green", "eel-blue"):
        state = position(game, pieces=[FIRST], hands={0: [tile]}, row=row)
        menu = game.legal_actions(state)
        assert menu
        assert {game.step(state, action).met for action in menu} == {()}


@pytest.mark.rule("V41", "EF-2.6")
def test_one_starfish_shows_two_colours():
    game = make(2, starfish=True)
    state = position(game, hands={0: ["starfish-yellow-blue"], 1: ["small-orca-blue"]}, row=ROW)
    state = take_all(game.step(state, game.legal_actions(state)[0]))
    row = ["two-colours", "same-colour", "tail-on-same-colour"]
    state = position(
        game,
        pieces=[(p.tile, p.flip, p.rotation, p.x, p.y, p.player) for p in state.pieces[1:]],
        hands={0: ["small-orca-blue"]},
        row=row,
    )
    met = {game.step(state, action).met for action in game.legal_actions(state)}
    assert ("two-colours", "same-colour", "tail-on-same-colour") in met


@pytest.mark.rule("V41", "EF-2.6")
def test_the_side_up_decides_between_ray_and_betta():
    game = make(2, ray_betta=True)
    ray = game.tiles["ray-green"]
    assert (ray.animal_of(0), ray.animal_of(1)) == ("ray", "betta")
    assert ray.colours == ("green",)
    flips = {
        action.flip for action in game.legal_actions(position(game, pieces=[FIRST], hands={0: ["ray-green"]}))
    }
    assert flips == {0, 1}


@pytest.mark.rule("V44", "EF-2.6")
def test_special_tiles_are_taken_like_others():
    found = set()
    for before, action, after in corpus.steps("octopus-4", "wreck-3"):
        if type(action).__name__ == "Take" and action.source.startswith(("starfish", "ray-betta")):
            name, _, place = action.source.rpartition("-")
            old = next(stack for stack in before.stacks if stack.name == name)
            expected = old.display if place == "display" else old.tiles[0]
            assert expected in after.players[before.current_player].hand
            found.add(place)
    assert found == {"stack", "display"}


def windfall(side):
    """A placement that meets all three cards with the windfall card in play."""
    game = make(2, starfish=True, ray_betta=True, windfall=side)
    row = ["different-size", "turtle-or-purple", "otter-or-green"]
    state = position(game, pieces=[FIRST], hands={0: ["small-orca-blue"], 1: ["small-otter-blue"]}, row=row)
    after = next(
        one for action in game.legal_actions(state) if len((one := game.step(state, action)).met) == 3
    )
    while after.phase == "attach":
        after = game.step(after, game.legal_actions(after)[0])
    return game.step(after, game.legal_actions(after)[0])


@pytest.mark.rule("EF-2.6", "EF-8")
@pytest.mark.parametrize("side", ["starfish", "ray_betta"])
def test_windfall_after_taking(side):
    state = windfall(side)
    game = state.game
    name = side.replace("_", "-")
    assert (state.phase, state.current_player) == ("windfall", 0)
    assert game.legal_actions(state) == (TakeSpecial(f"{name}-stack"), TakeSpecial(f"{name}-display"), Pass())
    stack = next(stack for stack in state.stacks if stack.name == name)
    after = game.step(state, TakeSpecial(f"{name}-display"))
    assert after.players[0].hand == (*state.players[0].hand, stack.display)
    assert len(after.players[0].hand) == 2
    assert next(one for one in after.stacks if one.name == name).display == stack.tiles[0]
    assert names(after, "TileTaken")[0].windfall
    passed = game.step(state, Pass())
    assert passed.players[0].hand == state.players[0].hand
    assert passed.current_player == after.current_player == 1
    other = "ray-betta" if side == "starfish" else "starfish"
    with pytest.raises(IllegalAction) as error:
        game.step(state, TakeSpecial(f"{other}-stack"))
    assert error.value.code == "no-windfall-tile"


@pytest.mark.rule("EF-2.6")
def test_no_windfall_with_two_cards_or_none_left():
    for before, action, after in corpus.steps("octopus-4"):
        if type(action).__name__ == "Take" and after.phase != "windfall":
            stack = next(stack for stack in after.stacks if stack.name == "starfish")
            assert len(before.met) < 3 or (not stack.tiles and stack.display is None)


@pytest.mark.rule("EF-2.6")
def test_the_windfall_comes_too_when_an_eel_has_skipped_the_taking():
    game = make(2, starfish=True, windfall="starfish", eels=True)
    row = ["turtle-or-purple", "otter-or-green", "same-colour"]
    state = position(game, pieces=[FIRST], hands={0: ["eel-green"], 1: ["small-otter-blue"]}, row=row)
    after = next(
        one for action in game.legal_actions(state) if len((one := game.step(state, action)).met) == 3
    )
    while after.phase == "attach":
        after = game.step(after, game.legal_actions(after)[0])
    assert (after.phase, after.current_player) == ("windfall", 0)


# ---- wreck -------------------------------------------------------------------------------------


@pytest.mark.rule("EF-2.6")
def test_nothing_lies_beyond_the_sand_line():
    game = make(2, start="wreck", rocks=2, lionfish=True, dolphin=True)
    state = position(game, hands={0: ["small-orca-blue"]}, dolphin=(0, 60), audited=False)
    with pytest.raises(IllegalAction) as error:
        game.step(state, PlaceTile("small-orca-blue", 0, 0, 0, -100))
    assert (error.value.code, error.value.rule) == ("below-sand-line", "EF-2.6")
    lowest = 0
    for one in corpus.states("wreck-3"):
        lowest = min(
            [
                lowest,
                *(y for body in one.sea.bodies for y in [body.top]),
                *(token.y - 4 for token in one.tokens),
            ]
        )
        if one.dolphin is not None:
            assert one.dolphin.y - 10 >= -33
    assert lowest >= -33
    spots = jump_or_set_up(game)
    assert all(y - 10 >= -33 for _, y in spots)


def jump_or_set_up(game):
    state = game.initial_state(3)
    while state.phase == "draft":
        state = game.step(state, game.legal_actions(state)[0])
    return [(action.x, action.y) for action in game.legal_actions(state)]


@pytest.mark.rule("EF-2.6")
def test_effervescents_keep_off_the_sand():
    game = make(2, start="wreck")
    state = game.initial_state(1)
    sea = state.sea
    spots = sea.spots(sea.bodies[0]).cells()
    assert min(y for _, y in spots) >= -33 + 4
    assert not sea.spot_free(150, -31)
    assert sea.spot_free(150, -29)
    faulty = position(game, hands={0: ["small-orca-blue"]})
    table = Table(faulty)
    assert table.sea.sand
    del table
    with pytest.raises(IllegalAction):
        game.step(faulty, Attach(150, -31))


def test_jump_spots_belong_to_an_enclosed_dolphin():
    before, _, after, _ = next(corpus.happened("DolphinEnclosed"))
    assert before.dolphin == after.dolphin
    assert jump_spots(after) is not None
