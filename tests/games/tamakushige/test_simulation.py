"""The engine beside a second, plain simulation of the same rules: decision by decision."""

import random

import pytest

import boardkit
from boardkit.games.tamakushige import events as ev
from boardkit.games.tamakushige import model
from boardkit.games.tamakushige.model import PHASES
from tests.games.tamakushige.build import events, game
from tests.games.tamakushige.measure import USES_A_SCYTHE, choose
from tests.games.tamakushige.simulation import SPACES, Round

ROUNDS = 60


def plainly(of, action):
    """Say an action in the words of the simulation."""
    if isinstance(action, model.Scythe):
        return action.direction
    if isinstance(action, model.Decline):
        return None
    if isinstance(action, model.Accept):
        return True
    if isinstance(action, model.Target):
        return action.player
    if isinstance(action, model.Relight):
        return next(place for place, space in SPACES.items() if space["id"] == action.circle)
    suit, _, number = action.card.partition("-")
    return suit, int(number)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_engine_and_the_simulation_agree_on_every_decision(players):
    of, rng, seed, played, decisions = game(players), random.Random(players), 0, 0, 0
    while played < ROUNDS:
        state = of.initial_state(seed)
        seed += 1
        while not state.is_terminal:
            hands = [[_card(of, code) for code in range(36) if hand >> code & 1] for hand in state.hands]
            factions = [of.components.data.hearts[heart].faction for heart in state.hearts.cards]
            other = Round(hands, factions, state.start)
            course, choice, before = other.play(), None, state.scores
            try:
                while True:
                    player, kind, choices = course.send(choice)
                    legal = boardkit.legal_actions(state)
                    assert (state.current_player, PHASES[state.phase]) == (player, kind)
                    offered = [plainly(of, action) for action in legal]
                    offered = [value is not None for value in offered] if kind == "accept" else offered
                    assert sorted(map(str, offered)) == sorted(map(str, choices))
                    action = choose(state, legal, rng)
                    choice = plainly(of, action)
                    choice = choice is not None if kind == "accept" else choice
                    state = boardkit.step(state, action)
                    decisions += 1
            except StopIteration as stop:
                winner, gained = stop.value
            (ended,) = events(state, ev.RoundEnded)
            assert (ended.winner, ended.ending) == (winner, other.ending)
            assert [after - score for after, score in zip(state.scores, before, strict=True)] == gained
            played += 1
    assert decisions > 10 * ROUNDS
    assert USES_A_SCYTHE == 0.15


def _card(of, code):
    card = of.components.data.cards[code]
    return card.suit, card.number
