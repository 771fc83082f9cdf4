"""Most plays take a quick way through the rules: it leads to the same state as the whole way."""

import random

import pytest

import boardkit
from boardkit.games.tamakushige import course
from boardkit.games.tamakushige.model import PLAY
from boardkit.games.tamakushige.turn import Turn
from tests.games.tamakushige.build import game


@pytest.mark.parametrize(
    "options", [{}, {"scythe_windows": "own_turn", "abilities": True, "give_rule": "active"}]
)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_both_ways_agree(players, options):
    of, rng, quick, whole = game(players, **options), random.Random(players), 0, 0
    for seed in range(12):
        state = of.initial_state(seed)
        while not state.is_terminal:
            if state.phase == PLAY:
                card = rng.choice(
                    [code for code in range(36) if state.hands[state.current_player] >> code & 1]
                )
                turn = Turn(state, of.tables)
                course.play(turn, state.current_player, card)
                course.go_on(turn)
                simple = course.play_simply(state, of.tables, card)
                if simple is None:
                    whole += 1
                else:
                    quick += 1
                    assert simple == turn.freeze()
            state = boardkit.step(state, rng.choice(boardkit.legal_actions(state)))
    assert quick > whole > 0


def test_an_equal_action_of_ones_own_is_as_good_as_the_tables():
    state = game(4).initial_state(3)
    action = boardkit.legal_actions(state)[0]
    other = boardkit.from_json(boardkit.to_json(action))
    assert other is not action
    assert boardkit.step(state, other) == boardkit.step(state, action)
    assert boardkit.step_unchecked(state, other) == boardkit.step(state, action)
