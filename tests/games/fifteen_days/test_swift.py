"""The swift steps do what the Draft's steps do."""

import random

import pytest

import boardkit
from boardkit.games.fifteen_days.effects import Draft
from boardkit.games.fifteen_days.rules import FifteenDays

from .build import game


@pytest.mark.parametrize("made", [game(4), game(2), game(3, stall_limit_laps=1), game(1, solo=True)])
def test_a_swift_step_gives_the_same_state(made):
    assert isinstance(made, FifteenDays)
    swift = slow = 0
    for seed in range(12):
        rng = random.Random(seed)
        state = made.initial_state(seed)
        while not state.is_terminal:
            action = rng.choice(made.legal_actions(state))
            _, quick, argument, method, arguments = made._verbs[action]
            draft = Draft(state)
            method(draft, *arguments)
            after = draft.state()
            short = quick(state, argument)
            if short is not None:
                swift += 1
                assert short == after
            slow += short is None
            assert made.step(state, action) == after
            state = after
    if made.players > 1:
        assert swift > 500
    assert slow > 100


@pytest.mark.parametrize("made", [game(4), game(3)])
def test_a_swift_step_never_does_what_is_not_legal(made):
    assert isinstance(made, FifteenDays)
    quick = list(made._verbs.values())
    done = 0
    for seed in range(6):
        rng = random.Random(seed)
        state = made.initial_state(seed)
        while not state.is_terminal:
            legal = made.legal_actions(state)
            for action, swiftly, argument, _, _ in quick:
                if swiftly(state, argument) is not None:
                    assert action in legal
                    done += 1
            state = made.step(state, rng.choice(legal))
    assert done > 2000


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_after_the_end_nothing_is_swift(players):
    made = boardkit.make("fifteen-days", players, solo=players == 1)
    rng = random.Random(players)
    state = made.initial_state(players)
    while not state.is_terminal:
        state = made.step(state, rng.choice(made.legal_actions(state)))
    for action in made.actions:
        with pytest.raises(boardkit.IllegalAction) as refused:
            made.step(state, action)
        assert refused.value.code == "game-over"
