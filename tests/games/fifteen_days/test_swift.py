"""The swift steps do what the Draft's steps do."""

import random

import pytest

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
            stock = state.stock
            plain = not stock.trigger and not stock.idle and stock.bot is None
            short = quick(state, argument) if quick is not None and plain else None
            if short is not None:
                swift += 1
                assert short == after
            slow += short is None
            assert made.step(state, action) == after
            state = after
    if made.players > 1:
        assert swift > 500
    assert slow > 100
