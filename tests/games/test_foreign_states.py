"""A game looks at its own states only; the seats of another game are not its seats."""

import pytest

import boardkit
from boardkit.errors import BoardkitError


@pytest.mark.parametrize("name", ["fifteen-days", "maillot-jaune", "mayfly", "tamakushige"])
def test_states_and_views_of_another_game_are_refused(name):
    few, many = boardkit.make(name, players=3), boardkit.make(name, players=4)
    for game, other in ((few, many), (many, few)):
        state = other.initial_state(seed=1)
        with pytest.raises(BoardkitError, match="is not of this game"):
            game.observe(state, game.players - 1)
        with pytest.raises(BoardkitError, match="is not of this game"):
            game.resample(other.observe(state, 0), 1)
        with pytest.raises(BoardkitError, match="is not of this game"):
            game.step(state, other.legal_actions(state)[0])
