"""How often a larva survives when every card is placed at random: by playing, and by exact counting.

    python -m tests.statistics.mayfly --games 100000

plays games of Mayfly's larva stage at each player count and prints them beside the exact figures. The exact figures
come without the engine: when hands are dealt at random and each player places any hand card, the cards that reach the
mouth are twelve of the 24 in random order, whatever the player count, so all such sequences can be counted.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from fractions import Fraction
from typing import NamedTuple

import boardkit
from boardkit.games.mayfly import Mayfly

TURNS = 12


class Larvae(NamedTuple):
    """What became of many larvae: the share that survived, and the mean number of cards these ate."""

    survival: float
    eaten: float

    def __str__(self) -> str:
        return f"{100 * self.survival:.2f} % survive, survivors ate {self.eaten:.3f} cards"


# ---- by playing --------------------------------------------------------------------------------------


def play(players: int, games: int, seed: int) -> Larvae:
    """Play larva stages with the engine, every card placed at random."""
    game, rng = boardkit.make("mayfly", players), random.Random(seed)
    survived = eaten = 0
    for _ in range(games):
        state = game.initial_state(rng.getrandbits(256))
        while not state.is_terminal and state.adult is None:
            actions = boardkit.legal_actions(state)
            state = boardkit.step(state, actions[int(rng.random() * len(actions))])
        if state.adult is not None:
            survived += 1
            eaten += sum(card.eaten for card in boardkit.observe(state, None).turned)
    return Larvae(survived / games, eaten / survived)


def error_of_survival(games: int) -> float:
    """Return the standard error of a share of survivors near one half."""
    return math.sqrt(0.25 / games)


# ---- by counting -------------------------------------------------------------------------------------


class Larva(NamedTuple):
    """A larva before its next turn, and the cards left: how many of each (food, growth)."""

    fullness: int
    molts: int
    left: tuple[int, ...]


def count() -> tuple[Fraction, Fraction]:
    """Return the exact share of survivors, and the exact mean number of cards that these ate."""
    kinds = Counter[tuple[int, bool]]()
    for card in Mayfly.standard().components.data.food:
        kinds[card.food, card.kind == "growth"] += card.copies
    faces = list(kinds)
    # For each larva: in how many orders of cards it comes about, and the cards eaten in all of these together.
    alive = {Larva(6, 0, tuple(kinds.values())): (1, 0)}
    for _ in range(TURNS):
        alive = _turn(alive, faces)
    ways, eaten = (sum(numbers) for numbers in zip(*alive.values(), strict=True))
    return Fraction(ways, math.perm(sum(kinds.values()), TURNS)), Fraction(eaten, ways)


def _turn(alive: dict[Larva, tuple[int, int]], faces: list[tuple[int, bool]]) -> dict[Larva, tuple[int, int]]:
    """Return the larvae that live on after one more turn."""
    after: dict[Larva, tuple[int, int]] = {}
    for larva, (ways, eaten) in alive.items():
        for place, (food, growth) in enumerate(faces):
            copies = larva.left[place]
            fits = larva.fullness + food <= 8
            molts = min(2, larva.molts + 1) if fits and growth else larva.molts
            fullness = larva.fullness + (food if fits else 0) - 1 - molts
            if not copies or fullness < 1:
                continue
            left = (*larva.left[:place], copies - 1, *larva.left[place + 1 :])
            key = Larva(fullness, molts, left)
            old_ways, old_eaten = after.get(key, (0, 0))
            after[key] = (old_ways + copies * ways, old_eaten + copies * (eaten + (ways if fits else 0)))
    return after


def exactly() -> Larvae:
    """Return the exact figures as decimals."""
    survival, eaten = count()
    return Larvae(float(survival), float(eaten))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100_000, help="games at each player count")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print(f"exact:      {exactly()}")
    for players in (2, 3, 4):
        error = 100 * error_of_survival(arguments.games)
        print(f"{players} players: {play(players, arguments.games, arguments.seed)} (± {error:.2f} %)")


if __name__ == "__main__":
    main()
