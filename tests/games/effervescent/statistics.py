"""Many games, counted: ``python -m tests.games.effervescent.statistics random 1000 2 3 4 5`` and the like.

Policies: ``random`` (the game's own sampler), ``list`` (uniform over the offered list, one entry a set of touched
pieces), ``greedy`` (the best of some sampled placements). Every game is checked for conservation after each step, and
audited every tenth step and at its end. One line of JSON a setting.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from random import Random
from typing import Any

import boardkit
from boardkit.games.effervescent.model import State

MIXES: list[dict[str, Any]] = [
    {},
    {"start": "octopus", "rocks": 4, "lionfish": True, "eels": True},
    {"start": "wreck", "rocks": 2, "dolphin": True, "ray_betta": True, "windfall": "ray_betta"},
    {
        "start": "rocks_only",
        "rocks": 5,
        "starfish": True,
        "windfall": "starfish",
        "dolphin": True,
        "lionfish": True,
    },
    {"dolphin": True, "eels": True, "starfish": True, "ray_betta": True, "effervescent_walls": "bridging"},
]


def sampled(state: State, rng: Random) -> Any:
    return state.game.sample_action(state, rng)


def listed(state: State, rng: Random) -> Any:
    return rng.choice(state.game.legal_actions(state))


def greedy(state: State, rng: Random) -> Any:
    """Return the best of a few sampled placements for the player's points, effervescents and habitats."""
    game, seat = state.game, state.current_player
    if state.phase != "place":
        return game.sample_action(state, rng)

    def value(action: Any) -> float:
        after = game.step(state, action)
        habitats = len(after.sea.water.habitats) - len(state.sea.water.habitats)
        return 2.0 * habitats + len(after.met) + after.returns[seat] - state.returns[seat] + rng.random()

    return max((game.sample_action(state, rng) for _ in range(16)), key=value)


POLICIES = {"random": sampled, "list": listed, "greedy": greedy}


def play(game: Any, policy: Any, seed: int) -> tuple[State, Counter[str]]:
    state, rng = game.initial_state(seed), Random(seed)
    census = game.census(state)
    seen: Counter[str] = Counter()
    while not state.is_terminal:
        state = game.step(state, policy(state, rng))
        seen["steps"] += 1
        seen.update(type(event).__name__ for event in state.events)
        if game.census(state) != census:
            raise AssertionError(f"something came or went in {game}, seed {seed}, step {seen['steps']}")
        if seen["steps"] % 10 == 0 or state.is_terminal:
            game.audit(state)
        if seen["steps"] > game.max_steps:
            raise AssertionError("too long")
    return state, seen


def tally(policy: str, number: int, players: int, options: dict[str, Any], first: int = 0) -> dict[str, Any]:
    game = boardkit.make("effervescent", players, **options)
    total: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    rounds, points, winners = 0, 0, [0.0] * players
    began = time.process_time()
    for seed in range(first, first + number):
        state, seen = play(game, POLICIES[policy], seed)
        total += seen
        rounds += state.round
        points += sum(state.returns)
        ends.update(event.reason for event in state.events if type(event).__name__ == "GameEnded")
        best = [seat for seat, rank in enumerate(state.ranking or ()) if rank == 1]
        for seat in best:
            winners[(seat - state.first) % players] += 1 / len(best)
    kept = (
        "HabitatMade",
        "HarmonyScored",
        "EffervescentAttached",
        "TilePlaced",
        "TurnSkipped",
        "DolphinEnclosed",
    )
    kept += ("EelsLeft", "LionfishTaken", "TilesShown", "AttachingEnded", "steps")
    return {
        "policy": policy,
        "players": players,
        "options": options,
        "games": number,
        "seconds": round((time.process_time() - began) / number, 3),
        "rounds": round(rounds / number, 2),
        "points": round(points / number / players, 2),
        "ends": dict(ends),
        "wins_by_turn_order": [round(share / number, 3) for share in winners],
        **{name: round(total[name] / number, 3) for name in kept},
    }


def main() -> None:
    policy, number, *rest = sys.argv[1:]
    mixed = "mixed" in rest
    for players in [int(word) for word in rest if word.isdigit()]:
        for options in MIXES if mixed else [{}]:
            print(json.dumps(tally(policy, int(number), players, options)), flush=True)


if __name__ == "__main__":
    main()
