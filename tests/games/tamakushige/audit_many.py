"""Many random games with every state audited: ``python -m tests.games.tamakushige.audit_many --games 10000``.

Half of the games are played with the abilities, and by turns uniformly and with the policy of :mod:`measure`, which
keeps scythes longer; the census must not change, and a game must end within its bound.
"""

import argparse
import random
import time

from boardkit.registry import make
from tests.games.tamakushige.measure import choose


def play(game, seed, policy):
    """Play one game with every state audited; return the number of its states."""
    rng = random.Random(seed)
    state = game.initial_state(rng.getrandbits(256))
    census, states = game.census(state), 1
    game.audit(state)
    while not state.is_terminal:
        legal = game.legal_actions(state)
        action = choose(state, legal, rng) if policy else rng.choice(legal)
        state = game.step(state, action)
        game.audit(state)
        assert game.census(state) == census
        states += 1
    assert states <= game.max_steps
    assert game.legal_actions(state) == ()
    return states


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    arguments = parser.parse_args()
    for players in (3, 4, 5, 6):
        start, states = time.perf_counter(), 0
        games = [make("tamakushige", players, abilities=abilities) for abilities in (False, True)]
        for number in range(arguments.games):
            states += play(games[number % 2], number, number // 2 % 2 == 0)
        spent = time.perf_counter() - start
        print(
            f"{players} players: {arguments.games} games, {states} states audited, {spent:.0f} s", flush=True
        )


if __name__ == "__main__":
    main()
