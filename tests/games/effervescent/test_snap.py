"""Where a dropped tile snaps to."""

from __future__ import annotations

import pytest

import boardkit
from boardkit.errors import BoardkitError, IllegalAction
from boardkit.games.effervescent import snap
from boardkit.games.effervescent.poses import pose
from boardkit.games.effervescent.turn import placing_of
from tests.games.effervescent import corpus
from tests.games.effervescent.build import make, position
from tests.games.effervescent.test_rules_turn import blocked

FIRST = ("large-turtle-green", 0, 42, -61, -52, 1)
HAND = {0: ["small-orca-blue"], 1: ["small-otter-blue"]}


@pytest.fixture
def state():
    return position(make(2), pieces=[FIRST], hands=HAND)


def test_a_legal_drop_stays(state):
    action = state.game.legal_actions(state)[0]
    found = snap(state, action.tile, action.flip, action.rotation, action.x, action.y)
    assert found.placement == action
    assert (found.distance2, found.turned, found.code, found.collisions) == (0, 0, None, ())


def cost(found):
    return found.distance2 + 9 * found.turned**2


@pytest.mark.parametrize("drop", [(0, 3, -70, -45), (1, 40, -30, -20), (0, 60, 10, 5), (1, 0, 160, 90)])
def test_the_nearest_legal_placement(state, drop):
    """Compared with a search of every position and turn around it."""
    flip, rotation, x, y = drop
    found = snap(state, "small-orca-blue", *drop)
    state.game.check(state, found.placement)
    assert found.placement.flip == flip
    assert found.placement.rotation == (rotation + found.turned) % 72
    assert (found.placement.x - x) ** 2 + (found.placement.y - y) ** 2 == found.distance2
    assert found.code in {"overlap", "no-head-contact"}
    placing = placing_of(state.game, state.sea, state.pieces, state.gone)
    best = cost(found)
    for turned in range(-int(best**0.5 // 3) - 1, int(best**0.5 // 3) + 2):
        posed = pose("small-orca", flip, (rotation + turned) % 72)
        left = best - 9 * turned**2
        reach = int(max(0, left) ** 0.5) + 1
        for i in range(-reach, reach + 1, 1 if reach < 25 else 3):
            for j in range(-reach, reach + 1, 1 if reach < 25 else 3):
                if i * i + j * j < left:
                    assert not placing.legal(posed, x + i, y + j)


def test_views_do_as_well_as_states(state):
    view = state.game.observe(state, 1)
    assert snap(view, "small-orca-blue", 0, 3, -70, -45) == snap(state, "small-orca-blue", 0, 3, -70, -45)
    assert state.game.snap(view, "small-orca-blue", 0, 3, -70, -45) == snap(
        view, "small-orca-blue", 0, 3, -70, -45
    )


def test_far_away_drops_come_back(state):
    found = snap(state, "small-orca-blue", 0, 0, 480, 480)
    state.game.check(state, found.placement)


def test_why_there_is_none():
    state = blocked(hands={0: ["small-orca-blue"], 1: ["small-otter-blue"]})
    found = snap(state, "small-orca-blue", 0, 0, 0, 0)
    assert found.placement is None
    assert (found.code, found.rule) == ("overlap", "EF-2.2.1")
    assert {collision.kind for collision in found.collisions} == {"piece", "effervescent"}
    assert "nowhere" in found.message


def test_refusals(state):
    with pytest.raises(IllegalAction) as error:
        snap(state, "small-otter-blue", 0, 0, 0, 0)
    assert error.value.code == "tile-not-held"
    with pytest.raises(IllegalAction) as error:
        snap(corpus.states("base-4")[0], "small-otter-blue", 0, 0, 0, 0)
    assert error.value.code == "wrong-phase"
    for wrong in ((2, 0, 0, 0), (0, 72, 0, 0), (0, 0, 512, 0), (0, 0, 0, True)):
        with pytest.raises(BoardkitError):
            snap(state, "small-orca-blue", *wrong)


def test_a_game_can_be_played_by_dropping_tiles_alone():
    game = make(2)
    state = game.initial_state(8)
    drops = 0
    while not state.is_terminal:
        if state.phase == "place":
            tile = state.players[state.current_player].hand[-1]
            found = snap(
                state, tile, drops % 2, 7 * drops % 72, (drops * 37) % 90 - 45, (drops * 53) % 90 - 45
            )
            assert found.placement is not None
            state = game.step(state, found.placement)
            drops += 1
        else:
            state = game.step(state, game.legal_actions(state)[0])
    assert drops > 10


def test_the_answer_is_plain_data(state):
    import msgspec

    found = snap(state, "small-orca-blue", 0, 3, -70, -45)
    document = msgspec.to_builtins(found)
    assert document["placement"]["type"] == "effervescent.place-tile"
    assert msgspec.convert(document, type(found)) == found
    assert boardkit.to_builtins(found.placement) == document["placement"]
