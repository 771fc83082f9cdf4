"""Habitats and harmony cards (EF-2.2.3, EF-2.3)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import boardkit
from boardkit.games.effervescent import placements
from boardkit.games.effervescent.cells import meets
from boardkit.games.effervescent.derived import forget
from boardkit.games.effervescent.harmony import Closing, best_card
from boardkit.games.effervescent.sea import Sea, body_at
from boardkit.games.effervescent.turn import Table
from boardkit.games.effervescent.water import Water
from tests.games.effervescent import corpus
from tests.games.effervescent.build import make, names

GAME = make(4)


def made(inside, **facts):
    given = {
        "area": 500,
        "two_tiles": (False,) * len(inside),
        "rim_colours": frozenset(),
        "rim_animals": frozenset(),
        "placer": 0,
    }
    return Closing(inside=tuple(inside), **{**given, **facts})


def who(card, closing):
    """Return the seats that meet a card."""
    card = GAME.harmony[card]
    return [seat for seat in range(len(closing.inside)) if best_card([card], closing, seat) is not None]


@pytest.mark.rule("EF-2.2.3", "EF-2.3")
@pytest.mark.parametrize(
    ("card", "closing", "seats"),
    [
        ("presence", made((1, 0, 3, 0)), [0, 2]),
        ("friendly", made((1, 0, 3, 0)), [0, 2]),
        ("friendly", made((0, 0, 3, 0)), []),
        ("pair", made((1, 0, 3, 2)), [2, 3]),
        ("trio", made((1, 0, 3, 2)), [2]),
        ("guest", made((1, 1, 0, 0), placer=1), [0]),
        ("founder", made((1, 1, 0, 0), placer=1), [1]),
        ("founder", made((1, 0, 0, 0), placer=1), []),
        ("neighbours", made((1, 1, 0, 0), two_tiles=(False, True, False, False)), [1]),
        ("solo", made((0, 2, 0, 0)), [1]),
        ("solo", made((1, 2, 0, 0)), []),
        ("minority", made((1, 2, 1, 0)), [0, 2]),
        ("minority", made((0, 2, 0, 0)), []),
        ("majority", made((1, 2, 2, 0)), [1, 2]),
        ("majority", made((0, 2, 0, 0)), []),
        ("full-house", made((1, 1, 0, 0)), []),
        ("full-house", made((1, 1, 0, 1)), [0, 1, 3]),
        ("full-house", made((1, 1)), [0, 1]),
        ("rainbow-rim", made((1, 0, 0, 0), rim_colours=frozenset({"blue", "green", "yellow"})), [0]),
        ("rainbow-rim", made((1, 0, 0, 0), rim_colours=frozenset({"blue", "green"})), []),
        ("monochrome-rim", made((1, 0, 0, 0), rim_colours=frozenset({"blue", "green"})), [0]),
        ("monochrome-rim", made((1, 0, 0, 0), rim_colours=frozenset({"blue", "green", "yellow"})), []),
        ("zoo-rim", made((1, 0, 0, 0), rim_animals=frozenset({"orca", "otter", "fish"})), [0]),
        ("zoo-rim", made((1, 0, 0, 0), rim_animals=frozenset({"orca", "otter"})), []),
        ("lagoon", made((1, 0, 0, 0), area=800), [0]),
        ("lagoon", made((1, 0, 0, 0), area=799), []),
        ("grotto", made((1, 0, 0, 0), area=200), [0]),
        ("grotto", made((1, 0, 0, 0), area=201), []),
    ],
)
def test_each_card(card, closing, seats):
    assert who(card, closing) == seats


@pytest.mark.rule("V19", "X6")
def test_majority_needs_two_players_and_ties_are_friendly():
    assert who("majority", made((2, 0, 0, 0))) == []
    assert who("majority", made((2, 2, 1, 0))) == [0, 1]


@pytest.mark.rule("V16", "X5")
def test_the_best_card_is_taken_and_only_one():
    row = [GAME.harmony[card] for card in ("friendly", "trio", "majority")]
    assert best_card(row, made((3, 1, 0, 0)), 0).id == "majority"
    assert best_card(row, made((3, 1, 0, 0)), 1).id == "friendly"
    assert best_card(row, made((3, 0, 0, 0)), 0).id == "trio"
    assert best_card(row, made((1, 0, 0, 0)), 0) is None
    for _, _, after in corpus.steps():
        scored = [(event.player, event.x, event.y) for event in names(after, "HarmonyScored")]
        assert len(set(scored)) == len(scored)


@pytest.mark.rule("EF-2.3")
def test_the_number_of_effervescents_does_not_change_the_points():
    presence = GAME.harmony["presence"]
    assert {best_card([presence], made((number, 0, 0, 0)), 0).points for number in range(1, 6)} == {1}


@pytest.mark.rule("X7", "EF-2.2.3")
def test_everybody_inside_scores():
    others = [
        event
        for before, _, _, event in corpus.happened("HarmonyScored")
        if event.player != before.current_player
    ]
    assert len(others) > 5


@pytest.mark.rule("V15")
def test_each_new_habitat_is_scored_by_itself():
    """A step in which everything that is closed becomes new: each card again in each habitat."""
    checked = 0
    for before, action, after in corpus.steps("base-4", "octopus-4"):
        if type(action).__name__ != "Attach" or before.due > 1 or len(after.sea.water.habitats) < 4:
            continue
        forget(before)
        before.__dict__["before"] = Water.of([body_at("start", 0, 0, 0, 0).patch])
        table = Table(before)
        table.attach(action.x, action.y)
        made_ = [event for event in table.events if type(event).__name__ == "HabitatMade"]
        assert len(made_) == len(after.sea.water.habitats)
        scored = [event for event in table.events if type(event).__name__ == "HarmonyScored"]
        assert len({(event.player, event.x, event.y) for event in scored}) == len(scored)
        again = {(event.player, event.card) for event in scored}
        checked += len(again) < len(scored)
        forget(before)
    assert checked


@pytest.mark.rule("V18")
def test_effervescents_never_change_the_water():
    for before, action, after in corpus.steps("base-4", "optional-5"):
        if type(action).__name__ == "Attach" and after.phase == "attach":
            assert after.sea.water.wall == before.sea.water.wall
            assert after.sea.water.habitats == before.sea.water.habitats
            assert after.sea.bridges == ()


def gap():
    """Two turtles side by side with a strait between them that an effervescent bridges."""
    for x in range(60, 90):
        bodies = (body_at("large-turtle", 0, 0, 0, 0), body_at("large-turtle", 0, 0, x, 20))
        sea = Sea(bodies, (), None, bridging=True)
        if sea.contacts(bodies[0]) or bodies[0].patch.top > 2000:
            continue
        if not sea.fits(bodies[1].pose, 300, 300):
            continue
        for spot in sea.spots(bodies[0]).cells():
            if len(sea.touching_token(*spot)) == 2:
                return sea, spot
    raise AssertionError("no strait")


@pytest.mark.rule("V18")
def test_option_bridging_an_effervescent_that_touches_two_pieces_is_a_wall():
    sea, spot = gap()
    after = sea.with_token(*spot)
    assert after.bridges == (0,)
    assert not after.water.is_open(*spot)
    plain = Sea(sea.bodies, (), None).with_token(*spot)
    assert plain.bridges == ()
    assert plain.water.is_open(*spot)
    lonely = next(cell for cell in sea.spots(sea.bodies[0]).cells() if len(sea.touching_token(*cell)) == 1)
    assert sea.with_token(*lonely).bridges == ()


@pytest.mark.rule("V18")
def test_bridging_closes_gaps_in_play():
    """Somewhere in the stored games with the option, an effervescent has closed a habitat that the tile had not."""
    closed = 0
    for before, action, after in corpus.steps("rocks-5", "bridging-2"):
        if type(action).__name__ == "Attach":
            closed += len(after.sea.water.habitats) > len(before.sea.water.habitats)
    assert closed


@pytest.mark.rule("V18")
def test_where_a_bridging_effervescent_is():
    """It is inside the one habitat beside it, and in none if the open sea or another habitat is beside it too."""
    inside = outside = 0
    for state in (*corpus.states("rocks-5")[::7], *corpus.states("bridging-2")[::5]):
        sea = state.sea
        for number in sea.bridges:
            x, y = sea.tokens[number]
            beside = {
                habitat
                for i in range(-7, 8)
                for j in range(-7, 8)
                if (habitat := sea.water.habitat_at(x + i, y + j)) is not None
            }
            found = sea.habitat_of_token(number)
            if found is None:
                outside += 1
            else:
                inside += 1
                assert found in beside
    assert inside
    assert outside


def inside_a_habitat():
    """A stored position and a placement that makes a habitat smaller without cutting it."""
    for before, _, _ in corpus.placements("base-4", "octopus-4", "base-2"):
        for habitat in before.sea.water.habitats:
            if habitat.area < 1500:
                continue
            for action in placements(before, distinct=False, rotation_step=8):
                shape = before.game.tiles[action.tile].shape
                body = body_at(shape, action.flip, action.rotation, action.x, action.y)
                if not meets(body.patch, habitat.patch):
                    continue
                after = before.game.step(before, action)
                parts = [one for one in after.sea.water.habitats if habitat.has(one.x, one.y)]
                if len(parts) == 1 and parts[0].area < habitat.area:
                    return before, action, parts[0]
    raise AssertionError("no such placement")


@pytest.mark.rule("V13", "EF-2.3")
def test_a_habitat_that_only_shrinks_is_scored_again_with_the_option_alone():
    before, action, part = inside_a_habitat()
    options = {name: getattr(before.game.options, name) for name in before.game.options.__struct_fields__}
    for rescore in (False, True):
        game = boardkit.make("effervescent", before.game.players, **{**options, "rescore_shrunk": rescore})
        state = game.step(replace(before, game=game), action)
        happened = list(state.events)
        while state.phase == "attach":
            state = game.step(state, game.legal_actions(state)[0])
            happened += state.events
        made_ = {(event.x, event.y) for event in happened if type(event).__name__ == "HabitatMade"}
        assert ((part.x, part.y) in made_) == rescore
