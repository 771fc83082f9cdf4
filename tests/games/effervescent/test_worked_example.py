"""The rulebook's worked example as a real position: Fertessa is seat 0, Avonelle seat 1."""

from __future__ import annotations

from itertools import product

import pytest

from boardkit.games.effervescent.model import Attach, PlaceTile
from boardkit.games.effervescent.tiles import BACKGROUNDS
from tests.games.effervescent.build import make, names, position

ROW = ["different-size", "turtle-or-purple", "seahorse-or-blue"]
HARMONY = ["friendly", "trio", "majority"]
ORCA = PlaceTile("small-orca-green", 0, 48, -78, -109)
TURTLE = PlaceTile("medium-turtle-blue", 0, 33, -131, -122)
FERTESSAS = (Attach(-86, -92), Attach(-84, -105))
INSIDE = (Attach(-101, -110), Attach(-120, -96))
OUTSIDE = Attach(-168, -118)


@pytest.fixture
def start():
    game = make(2, harmony_choice=",".join(HARMONY))
    return position(
        game,
        pieces=[("large-turtle-green", 0, 42, -61, -52, 1), ("small-otter-purple", 0, 35, -127, -77, 0)],
        hands={
            0: ["small-orca-green", "large-otter-yellow"],
            1: ["medium-turtle-blue", "large-otter-purple"],
        },
        row=ROW,
        harmony=HARMONY,
        round=2,
        moved=False,
    )


def play(state, *actions):
    happened = []
    for action in actions:
        state = state.game.step(state, action)
        happened += state.events
    return state, happened


def of(happened, kind):
    return [event for event in happened if type(event).__name__ == kind]


@pytest.fixture
def avonelles_turn(start):
    state, _ = play(start, ORCA, *FERTESSAS)
    state, _ = play(state, state.game.legal_actions(state)[0])
    assert state.current_player == 1
    return state


@pytest.mark.rule("X1", "X2", "EF-3")
def test_the_orca_meets_two_cards(start):
    state, _ = play(start, ORCA)
    touched = [state.pieces[index].tile for index in state.sea.contacts(state.sea.bodies[-1])]
    assert touched == ["large-turtle-green"]
    assert state.met == ("different-size", "turtle-or-purple")
    assert state.due == 2
    state, happened = play(state, *FERTESSAS)
    assert state.phase == "take"
    assert not of(happened, "HabitatMade")
    assert state.players[0].hideout == 13


@pytest.mark.rule("X1", "X2", "EF-3")
def test_the_blue_turtle_meets_two_cards(avonelles_turn):
    state, _ = play(avonelles_turn, TURTLE)
    touched = [state.pieces[index].tile for index in state.sea.contacts(state.sea.bodies[-1])]
    assert {"small-orca-green", "small-otter-purple"} <= set(touched)
    assert state.met == ("different-size", "turtle-or-purple")


@pytest.mark.rule("X3", "X4", "X5", "X6", "X7", "EF-3")
def test_both_inside_both_score_the_majority(avonelles_turn):
    state, happened = play(avonelles_turn, TURTLE, *INSIDE)
    (habitat,) = of(happened, "HabitatMade")
    scored = [(event.player, event.card, event.points) for event in of(happened, "HarmonyScored")]
    assert scored == [(0, "majority", 4), (1, "majority", 4)]
    assert state.returns == (4, 4)
    view = state.game.observe(state, 0)
    (shown,) = [one for one in view.habitats if (one.x, one.y) == (habitat.x, habitat.y)]
    assert shown.inside == (2, 2)
    assert shown.area == habitat.area


@pytest.mark.rule("X4", "X5", "X6", "X7", "V19")
@pytest.mark.parametrize("order", [0, 1])
@pytest.mark.parametrize("kept", INSIDE)
def test_one_outside_loses_the_majority(avonelles_turn, order, kept):
    two = (kept, OUTSIDE) if order else (OUTSIDE, kept)
    state, happened = play(avonelles_turn, TURTLE, *two)
    scored = [(event.player, event.card, event.points) for event in of(happened, "HarmonyScored")]
    assert scored == [(0, "majority", 4), (1, "friendly", 2)]
    assert state.returns == (4, 2)


@pytest.mark.rule("X3")
def test_nothing_is_scored_before_all_are_attached(avonelles_turn):
    state, happened = play(avonelles_turn, TURTLE, INSIDE[0])
    assert state.phase == "attach"
    assert not of(happened, "HarmonyScored")
    assert state.returns == (0, 0)


@pytest.mark.rule("V10")
def test_the_order_of_attaching_is_free(avonelles_turn):
    ends = {
        (frozenset(state.tokens), state.returns)
        for state, _ in (play(avonelles_turn, TURTLE, a, b) for a, b in product(INSIDE, INSIDE) if a != b)
    }
    assert len(ends) == 1


@pytest.mark.rule("X9", "V50")
def test_three_kinds_of_harmony_card_and_two_in_the_calm_game(start):
    game = start.game
    kinds = {card.background for card in game.harmony.values()}
    assert kinds == set(BACKGROUNDS)
    assert len(kinds) == 3
    assert len(make(2).initial_state(1).harmony) == 3
    calm = make(2, calm=True).initial_state(1)
    assert len({calm.game.harmony[card].background for card in calm.harmony}) == 2
    assert names(start, "HabitatMade") == []
