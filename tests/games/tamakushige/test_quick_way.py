"""Most plays take a quick way through the rules: it leads to the same state as the whole way."""

import random
from collections import Counter

import pytest

import boardkit
from boardkit.games.tamakushige import course
from boardkit.games.tamakushige.model import ACQUIRE, PLAY, Acquire, Play
from boardkit.games.tamakushige.turn import Turn
from tests.games.tamakushige.build import game

WAYS = {PLAY: (course.play, course.play_simply), ACQUIRE: (course.acquire, course.acquire_simply)}


def cards_to_choose(state):
    return [action.card for action in boardkit.legal_actions(state) if isinstance(action, Play | Acquire)]


@pytest.mark.parametrize(
    "options", [{}, {"scythe_windows": "own_turn", "abilities": True, "give_rule": "active"}]
)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_both_ways_agree(players, options):
    of, rng = game(players, **options), random.Random(players)
    quick, whole = Counter(), Counter()
    for seed in range(12):
        state = of.initial_state(seed)
        while not state.is_terminal:
            if state.phase in WAYS:
                in_turn, simply = WAYS[state.phase]
                card = of.tables.card_codes[rng.choice(cards_to_choose(state))]
                turn = Turn(state, of.tables)
                in_turn(turn, state.current_player, card)
                course.go_on(turn)
                simple = simply(state, of.tables, card)
                if simple is None:
                    whole[state.phase] += 1
                else:
                    quick[state.phase] += 1
                    assert simple == turn.freeze()
            state = boardkit.step(state, rng.choice(boardkit.legal_actions(state)))
    assert quick[PLAY] > whole[PLAY] > 0
    assert whole[ACQUIRE] or players == 6  # of six cards hardly ever just one is no hozuki
    assert (quick[ACQUIRE] > 0) == (players > 3)  # three players give no card


def test_an_equal_action_of_ones_own_is_as_good_as_the_tables():
    state = game(4).initial_state(3)
    action = boardkit.legal_actions(state)[0]
    other = boardkit.from_json(boardkit.to_json(action))
    assert other is not action
    assert boardkit.step(state, other) == boardkit.step(state, action)
    assert boardkit.step_unchecked(state, other) == boardkit.step(state, action)
