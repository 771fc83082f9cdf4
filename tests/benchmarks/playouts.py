"""Whole games of uniformly random play, driven from Python: ours, and OpenSpiel's C++ games through their binding.

RLCard's UNO joins in where ``rlcard`` is installed.

Every loop is the same: ask for the legal actions, take one with one call of the same generator, step, ask whether
the game is over. Setting a game up and dealing are inside the time on both sides, so the figures are those of whole
games. They differ in how they deal: OpenSpiel's hearts deals by 52 chance steps (and one for the direction of
passing), gin rummy by one a card, and the caller drives each of them through the binding like a decision; ours
shuffles once, inside ``initial_state`` or a step. So there are two counts. ``decisions`` are what players do, the
same kind of thing on both sides. ``steps`` count OpenSpiel's chance steps as well, as if each were as much as a
decision; for ours both are the same. Ratios are given by either.
"""

import random
from collections.abc import Callable
from typing import Any

import boardkit
from tests.benchmarks.timing import Measurement, Sample, clock

USUAL_PLAYERS = 4
HEARTS, GIN_RUMMY = "OpenSpiel hearts", "OpenSpiel gin rummy"
BY_CHILD, IN_PLACE = "a new state per step", "in place"
AS_USED, METHODS, UNCHECKED = "boardkit.step", "game.step", "game.step_unchecked"

# One game: from a generator to the number of steps and of decisions in it; the clock runs meanwhile.
Playout = Callable[[random.Random], Any]
Counter = Callable[[Any], tuple[int, int]]


def measure(subject: str, what: str, play: Playout, count: Counter, seconds: float) -> Measurement:
    """Return a measurement that plays whole games for at least ``seconds``; counting happens off the clock."""

    def run(number: int) -> Sample:
        chooser = random.Random(number)
        spent, steps, decisions = 0.0, 0, 0
        while spent < seconds:
            start = clock()
            played = play(chooser)
            spent += clock() - start
            more_steps, more_decisions = count(played)
            steps += more_steps
            decisions += more_decisions
        return Sample(spent, {"steps": steps, "decisions": decisions})

    return Measurement(subject, what, run)


def openspiel_playouts(seconds: float) -> list[Measurement]:
    """Return the playouts of OpenSpiel's games; none if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return []
    found = []
    for subject, name in (HEARTS, "hearts"), (GIN_RUMMY, "gin_rummy"):
        game = pyspiel.load_game(name)
        found.append(measure(subject, BY_CHILD, _by_child(game), _count_spiel, seconds))
        found.append(measure(subject, IN_PLACE, _in_place(game), _count_spiel, seconds))
    return found


def _by_child(game: Any) -> Playout:
    def play(chooser: random.Random) -> Any:
        draw = chooser.random
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()  # at a chance step: its outcomes, all equally likely in these games
            state = state.child(legal[int(draw() * len(legal))])
        return state

    return play


def _in_place(game: Any) -> Playout:
    def play(chooser: random.Random) -> Any:
        draw = chooser.random
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
        return state

    return play


def _count_spiel(final: Any) -> tuple[int, int]:
    players = [entry.player for entry in final.full_history()]
    return len(players), sum(player >= 0 for player in players)


def rlcard_playouts(seconds: float) -> list[Measurement]:
    """Return the playouts of RLCard's UNO, a card game in Python with mutable states; none if it is not installed."""
    try:
        import rlcard
        from rlcard.games.uno import Game
    except ImportError:
        return []
    environment, core = rlcard.make("uno"), Game()

    def by_environment(chooser: random.Random) -> int:
        draw, steps = chooser.random, 0
        seen, _ = environment.reset()
        while not environment.is_over():
            legal = list(seen["legal_actions"])
            seen, _ = environment.step(legal[int(draw() * len(legal))])
            steps += 1
        return steps

    def by_core(chooser: random.Random) -> int:
        draw, steps = chooser.random, 0
        core.init_game()
        while not core.is_over():
            legal = core.get_legal_actions()
            core.step(legal[int(draw() * len(legal))])
            steps += 1
        return steps

    ways = {"its environment": by_environment, "its game core": by_core}
    return [measure("RLCard UNO", what, play, _count_ours, seconds) for what, play in ways.items()]


def usual_game(name: str) -> boardkit.Game[Any, Any, Any]:
    """Return a game as it is usually played: four players, or as many as there may be, and no option changed."""
    return boardkit.make(name, min(USUAL_PLAYERS, boardkit.games()[name].max_players))


def boardkit_playouts(name: str, seconds: float) -> list[Measurement]:
    """Return the playouts of one of our games: as users call it, by methods, and without the check."""
    game = usual_game(name)
    ways = {AS_USED: _as_used(game), METHODS: _by_methods(game), UNCHECKED: _unchecked(game)}
    return [measure(name, what, play, _count_ours, seconds) for what, play in ways.items()]


def _as_used(game: boardkit.Game[Any, Any, Any]) -> Playout:
    def play(chooser: random.Random) -> int:
        draw, steps = chooser.random, 0
        state = game.initial_state(chooser.getrandbits(64))
        while not state.is_terminal:
            legal = boardkit.legal_actions(state)
            state = boardkit.step(state, legal[int(draw() * len(legal))])
            steps += 1
        return steps

    return play


def _by_methods(game: boardkit.Game[Any, Any, Any]) -> Playout:
    legal_actions, step = game.legal_actions, game.step

    def play(chooser: random.Random) -> int:
        draw, steps = chooser.random, 0
        state = game.initial_state(chooser.getrandbits(64))
        while not state.is_terminal:
            legal = legal_actions(state)
            state = step(state, legal[int(draw() * len(legal))])
            steps += 1
        return steps

    return play


def _unchecked(game: boardkit.Game[Any, Any, Any]) -> Playout:
    legal_actions, step_unchecked = game.legal_actions, game.step_unchecked

    def play(chooser: random.Random) -> int:
        draw, steps = chooser.random, 0
        state = game.initial_state(chooser.getrandbits(64))
        while not state.is_terminal:
            legal = legal_actions(state)
            state = step_unchecked(state, legal[int(draw() * len(legal))])
            steps += 1
        return steps

    return play


def _count_ours(steps: int) -> tuple[int, int]:
    return steps, steps
