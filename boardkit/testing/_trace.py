"""The course of seeded games as one line a step, to be compared between processes.

``python -m boardkit.testing._trace`` reads a job as JSON from its standard input, plays and prints the lines.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from boardkit.codec import to_json
from boardkit.state import State
from boardkit.testing._probe import AnyGame, choose, seeded

__all__ = ["PARTS", "Job", "job_of", "trace"]

# What the fields of a line are digests of, after the number of the game and of the step.
PARTS = (
    "the state",
    "the legal actions",
    "a view",
    "a resampled state",
    "a permuted state",
    "text and picture",
)
_STEPS = 500
_WIDE_STEPS = 60  # of a game that has too many actions for a table, and takes its time to list some


class Job(Struct):
    """Which games to play."""

    path: list[str]
    module: str
    qualname: str
    players: int
    options: dict[str, Any]
    components: dict[str, Any]
    seed: int
    games: int


def job_of(game: AnyGame, seed: int, games: int) -> Job:
    """Return the job that lets another process make the same game, as far as its class can be imported."""
    cls = type(game)
    options = msgspec.to_builtins(game.options)
    components = {"id": game.components.id, "data": msgspec.to_builtins(game.components.data)}
    path = [place or "." for place in sys.path]
    return Job(path, cls.__module__, cls.__qualname__, game.players, options, components, seed, games)


def trace(game: AnyGame, seed: int, games: int) -> Iterator[str]:
    """Play some games and yield a line for each position."""
    yield f"table {_digest(*map(to_json, game.actions or ()))}"
    for number in range(games):
        rng = seeded(seed, "trace", number)
        state = game.initial_state(rng.getrandbits(256))
        for step in range(_STEPS if game.actions is not None else _WIDE_STEPS):
            yield f"{number} {step} " + " ".join(_parts(game, state, step))
            menu = game.legal_actions(state)
            if not menu:
                break
            state = game.step(state, choose(rng, menu, by_kind=bool(number % 2)))


def _parts(game: AnyGame, state: State, step: int) -> Iterator[str]:
    player = step % game.players
    view = game.observe(state, player)
    yield _digest(to_json(state))
    yield _digest(*map(to_json, game.legal_actions(state)))
    yield _digest(to_json(view))
    # The dear ones only now and then.
    yield _digest(to_json(game.resample(view, step))) if step % 7 == 0 else "-"
    yield _digest(to_json(game.permute_hidden(state, player, step))) if step % 7 == 0 else "-"
    yield _digest(game.text(view).encode(), game.draw(view).encode()) if step % 49 == 0 else "-"


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\n".join(parts)).hexdigest()[:24]


def _main() -> None:
    job = msgspec.json.decode(sys.stdin.buffer.read(), type=Job)
    sys.path[:] = job.path
    cls = functools.reduce(getattr, job.qualname.split("."), importlib.import_module(job.module))
    standard = cls.standard().components
    own = None if job.components["id"] == standard.id else job.components
    game = cls.make(job.players, job.options, own)
    for line in trace(game, job.seed, job.games):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    _main()
