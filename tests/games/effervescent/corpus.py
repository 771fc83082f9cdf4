"""Whole games that tests look through for what they need; ``python -m tests.games.effervescent.corpus`` plays them.

They are played by somebody who likes habitats and never eels in hand, so that rare things happen often.
Stored as records, since replaying is much faster than choosing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import boardkit
from boardkit import Record
from boardkit.games.effervescent.model import PlaceTile, State

FOLDER = Path(__file__).parent / "games"
EXTRAS = {"lionfish": True, "dolphin": True, "eels": True, "starfish": True, "ray_betta": True}
GAMES: dict[str, tuple[int, int, dict[str, Any]]] = {
    "base-2": (2, 11, {}),
    "base-4": (4, 12, {}),
    "calm-3": (3, 13, {"calm": True, "rescore_shrunk": True, "tile_end": "any", "rotate_first": True}),
    "octopus-4": (4, 14, {"start": "octopus", "rocks": 4, "windfall": "starfish", **EXTRAS}),
    "wreck-3": (3, 15, {"start": "wreck", "rocks": 2, "windfall": "ray_betta", **EXTRAS}),
    "rocks-5": (
        5,
        16,
        {
            "start": "rocks_only",
            "rocks": 5,
            "effervescent_walls": "bridging",
            "dolphin_wall": False,
            **EXTRAS,
        },
    ),
    "bridging-2": (
        2,
        17,
        {"effervescent_walls": "bridging", "attach_optional": True, "dolphin": True, "eels": True},
    ),
    "optional-5": (
        5,
        18,
        {"attach_optional": True, "first_tile": "tail_on_head", "hidden_hand_tiles": True, **EXTRAS},
    ),
}


def choose(state: State, rng: random.Random) -> Any:
    """Return an action that makes habitats if it can."""
    game = state.game
    menu = game.legal_actions(state)
    if state.phase != "place":
        return rng.choice(menu)
    best: tuple[float, Any] | None = None
    eels = [action for action in menu if action.tile.startswith("eel")]
    for action in rng.sample(menu, min(14, len(menu))) + rng.sample(eels, min(6, len(eels))):
        after = game.step(state, action)
        value = 3.0 * (len(after.sea.water.habitats) - len(state.sea.water.habitats)) + len(after.met)
        kinds = [type(event).__name__ for event in after.events]
        value += (
            8 * ("DolphinEnclosed" in kinds) + 6 * ("EelsLeft" in kinds) + 3 * kinds.count("LionfishTaken")
        )
        value += 9 * (after.phase == "eel") + (3 if action.tile.startswith("eel") else 0) + rng.random()
        if best is None or value > best[0]:
            best = (value, action)
    assert best is not None
    return best[1]


def play(name: str) -> Record:
    players, seed, options = GAMES[name]
    game = boardkit.make("effervescent", players, **options)
    rng = random.Random(seed)
    state, actions = game.initial_state(seed), []
    while not state.is_terminal:
        actions.append(choose(state, rng))
        state = game.step(state, actions[-1])
    return Record.of(state, tuple(actions))


@cache
def record(name: str) -> Record:
    return boardkit.from_json((FOLDER / f"{name}.json").read_bytes())


@cache
def states(name: str) -> tuple[State, ...]:
    """Return all states of a stored game."""
    return tuple(record(name).replay())


def steps(*names: str) -> Iterator[tuple[State, Any, State]]:
    """Yield (before, action, after) of stored games, all of them if none are named."""
    for name in names or GAMES:
        found = states(name)
        yield from zip(found, record(name).actions, found[1:], strict=False)


def placements(*names: str) -> Iterator[tuple[State, PlaceTile, State]]:
    for before, action, after in steps(*names):
        if isinstance(action, PlaceTile):
            yield before, action, after


def happened(kind: str, *names: str) -> Iterator[tuple[State, Any, State, Any]]:
    """Yield (before, action, after, event) for every event of a kind."""
    for before, action, after in steps(*names):
        for event in after.events:
            if type(event).__name__ == kind:
                yield before, action, after, event


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in GAMES:
        (FOLDER / f"{each}.json").write_bytes(boardkit.to_json(play(each)) + b"\n")
        print(each)
