"""How rounds of Tamakushige end under random play, to be compared with an independent simulation.

The policy: cards, picks, targets and orders uniform; in a scythe window a holder uses one with probability 0.15, in
a random direction; optional effects are used with probability 1/2. ``python -m tests.games.tamakushige.measure``
plays 60,000 rounds at each number of players and prints the table with standard errors.
"""

import argparse
import math
import random
import time
from typing import NamedTuple

import boardkit
from boardkit.games.tamakushige import events as ev
from boardkit.games.tamakushige.model import SCYTHE

USES_A_SCYTHE = 0.15

# Measured by a simulation of the same rules and data that shares no code with this library, 60,000 rounds a cell.
EXPECTED = {
    3: {"true hearts win, %": 42.9, "eliminations": 0.27, "card moves": 22.4, "rounds": 2.6},
    4: {"true hearts win, %": 42.5, "eliminations": 0.24, "card moves": 22.4, "rounds": 2.5},
    5: {"true hearts win, %": 42.5, "eliminations": 0.21, "card moves": 22.6, "rounds": 2.4},
    6: {"true hearts win, %": 44.2, "eliminations": 0.23, "card moves": 23.2, "rounds": 2.5},
}


class Figure(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float


def choose(state, legal, rng):
    """Return what the policy does in ``state``."""
    if state.phase == SCYTHE:
        return legal[int(rng.random() * 6)] if rng.random() < USES_A_SCYTHE else legal[-1]
    return legal[int(rng.random() * len(legal))]


def measure(players, rounds, seed=1):
    """Play whole matches until at least ``rounds`` rounds are over; return the figures by name."""
    game = boardkit.make("tamakushige", players)
    rng = random.Random(seed)
    true_wins, eliminations, moves, lengths, endings = [], [], [], [], {}
    while len(true_wins) < rounds:
        state, played, out = game.initial_state(rng.getrandbits(128)), 0, 0
        while not state.is_terminal:
            state = game.step(state, choose(state, game.legal_actions(state), rng))
            for event in state.events:
                kind = type(event)
                if kind is ev.CardPlayed:
                    played += 1
                elif kind is ev.Eliminated:
                    out += 1
                elif kind is ev.RoundEnded:
                    true_wins.append(100 * (event.winner == "true-heart"))
                    eliminations.append(out)
                    moves.append(played)
                    endings[event.ending] = endings.get(event.ending, 0) + 1
                    played = out = 0
        lengths.append(state.round)
    figures = {
        "true hearts win, %": figure(true_wins),
        "eliminations": figure(eliminations),
        "card moves": figure(moves),
        "rounds": figure(lengths),
    }
    return figures, endings


def figure(values):
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return Figure(mean, math.sqrt(variance / len(values)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for players, expected in EXPECTED.items():
        start = time.perf_counter()
        figures, endings = measure(players, arguments.rounds, arguments.seed)
        print(f"{players} players, {sum(endings.values())} rounds, {time.perf_counter() - start:.0f} s")
        for name, (mean, error) in figures.items():
            print(f"  {name:<20} {mean:8.3f} +- {error:.3f}   expected {expected[name]}")
        total = sum(endings.values())
        print(
            "  "
            + ", ".join(f"{ending} {100 * count / total:.1f} %" for ending, count in sorted(endings.items()))
        )


if __name__ == "__main__":
    main()
