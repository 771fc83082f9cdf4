"""What one state costs: to look at, to draw again, as bytes, in memory, and whether it costs more late in a game."""

import gc
import random
import tracemalloc
from collections.abc import Callable, Iterable
from typing import Any

import boardkit
from tests.benchmarks.timing import Measurement, Sample, clock

AnyGame = boardkit.Game[Any, Any, Any]
QUARTERS = 4


def history(game: AnyGame, seed: int) -> list[Any]:
    """Return all states of a random game."""
    chooser = random.Random(seed)
    states = [game.initial_state(seed)]
    while not states[-1].is_terminal:
        states.append(boardkit.step(states[-1], chooser.choice(boardkit.legal_actions(states[-1]))))
    return states


def sample_states(game: AnyGame, count: int, number: int) -> list[Any]:
    """Return ``count`` states with somebody to act, spread over at least ten games; others in every round."""
    found: list[Any] = []
    seed = number * 1_000_003
    while len(found) < count:
        states = history(game, seed)[:-1]
        wanted = max(1, count // 10)
        found.extend(states[:: max(1, len(states) // wanted)][:wanted])
        seed += 1
    return found[:count]


def operations(game: AnyGame, count: int) -> list[Measurement]:
    """Return one measurement an operation, each over ``count`` states that it has never met before."""

    def measure(what: str, prepare: Callable[[Any], Any], operation: Callable[[Any], Any]) -> Measurement:
        def run(number: int) -> Sample:
            things = [prepare(state) for state in sample_states(game, count, number)]
            start = clock()
            for thing in things:
                operation(thing)
            return Sample(clock() - start, {"calls": count})

        return Measurement(game.name, what, run)

    return [
        measure("observe", _itself, lambda state: boardkit.observe(state, state.current_player)),
        measure("resample", _view, lambda view: boardkit.resample(view, 7)),
        measure("to_json", _itself, boardkit.to_json),
        measure("from_json", boardkit.to_json, boardkit.from_json),
        measure("to_json (view)", _view, boardkit.to_json),
        # Read from bytes, so that nothing in them has been hashed yet; the Game keeps its hash all its life.
        measure("hash", lambda state: boardkit.from_json(boardkit.to_json(state)), hash),
    ]


def _itself(state: Any) -> Any:
    return state


def _view(state: Any) -> Any:
    return boardkit.observe(state, state.current_player)


def steps_by_quarter(game: AnyGame, games: int) -> list[Measurement]:
    """Return the cost of ``legal_actions`` and ``step`` in each quarter of the same games."""

    def measure(quarter: int) -> Measurement:
        def run(number: int) -> Sample:
            spent, calls = 0.0, 0
            for seed in range(number * 1_000, number * 1_000 + games):
                states, actions = _played(game, seed)
                part = slice(len(actions) * quarter // QUARTERS, len(actions) * (quarter + 1) // QUARTERS)
                pairs = list(zip(states[part], actions[part], strict=True))
                start = clock()
                for state, action in pairs:
                    boardkit.legal_actions(state)
                    boardkit.step(state, action)
                spent += clock() - start
                calls += len(pairs)
            return Sample(spent, {"calls": calls})

        return Measurement(game.name, f"step, quarter {quarter + 1}", run)

    return [measure(quarter) for quarter in range(QUARTERS)]


def _played(game: AnyGame, seed: int) -> tuple[list[Any], list[Any]]:
    chooser = random.Random(seed)
    states, actions = [game.initial_state(seed)], []
    while not states[-1].is_terminal:
        actions.append(chooser.choice(boardkit.legal_actions(states[-1])))
        states.append(boardkit.step(states[-1], actions[-1]))
    return states[:-1], actions


def kept_bytes(game: AnyGame, games: int, seed: int = 0) -> float:
    """Return the memory that a state takes on average where all states of some games are kept.

    Tables that belong to the game and are made once are filled by other games before.
    """
    for other in range(games):
        history(game, seed + 1_000 + other)
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        kept = [history(game, seed + number) for number in range(games)]
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    return taken / sum(map(len, kept))


def json_bytes(states: Iterable[Any]) -> float:
    """Return how long the JSON of a state is on average."""
    lengths = [len(boardkit.to_json(state)) for state in states]
    return sum(lengths) / len(lengths)
