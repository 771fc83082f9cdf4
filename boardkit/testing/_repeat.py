"""The same seed gives the same game: again, in a fresh Game, in other processes, and from a record."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import msgspec

from boardkit.codec import from_json, to_json
from boardkit.errors import BoardkitError, InvalidOption, InvalidPlayer, InvalidRecord
from boardkit.record import Record
from boardkit.testing._probe import Played, Probe
from boardkit.testing._trace import PARTS, job_of, trace

__all__ = ["check_arguments", "check_hash_seeds", "check_record", "check_replay"]

_HASH_SEEDS = ("0", "1", "20261")
_TIMEOUT = 600  # seconds; only a process that hangs takes so long


def check_arguments(probe: Probe) -> None:
    """Check that bad seeds and seats are refused with the library's errors."""
    game = probe.game
    state = game.initial_state(0)
    seeds: list[Any] = [-1, 1 << 256, True, "1", 1.0, b"short"]
    seats: list[Any] = [-1, game.players, True, "0", 0.0]
    for seed in seeds:
        _raises(probe, InvalidOption, f"initial_state({seed!r})", lambda: game.initial_state(seed))  # noqa: B023  called at once
    for seat in seats:
        _raises(probe, InvalidPlayer, f"observe(state, {seat!r})", lambda: game.observe(state, seat))  # noqa: B023
    with probe.guard("initial-state"):
        same = game.initial_state(5), game.initial_state((5).to_bytes(32, "big"))
        fresh = game.initial_state(), game.initial_state()
    probe.same("initial-state", "a seed as an int and as bytes", *same)
    probe.ensure("initial-state", fresh[0].seed != fresh[1].seed, "no seed gave the same seed twice")


def _raises(probe: Probe, kind: type[BoardkitError], what: str, call: Any) -> None:
    probe.ran["arguments"] += 1
    try:
        call()
    except kind:
        return
    except Exception as error:
        raise probe.error(
            "arguments", f"{what} raised {type(error).__name__}, not {kind.__name__}"
        ) from error
    probe.fail("arguments", f"{what} did not raise {kind.__name__}")


def check_replay(probe: Probe, played: Played) -> None:
    """Play the same actions again in a Game object of its own, which shares no memoised table with the first."""
    game, check = probe.game, "determinism.replay"
    fresh = type(game)(*[getattr(game, name) for name in game.__struct_fields__])
    probe.step = 0
    with probe.guard(check):
        state = fresh.initial_state(played.seed)
    for step, (before, menu) in enumerate(zip(played.states, played.menus, strict=True)):
        probe.step = step
        probe.same(check, "the same seed and actions gave another state", before, state)
        if probe.due():
            with probe.guard(check):
                again = fresh.legal_actions(state)
            probe.same(check, "the same position offered other actions", menu, again)
        if step < len(played.actions):
            with probe.guard(check):
                state = fresh.step(state, played.actions[step])


def check_record(probe: Probe, played: Played) -> None:
    """Check the record of a game: JSON, replay, digest, and that tampering shows."""
    game, check = probe.game, "record"
    final, actions = played.states[-1], tuple(played.actions)
    probe.step = len(actions)
    with probe.guard(check):
        record = Record.of(final, actions)
        again = Record.play(game, played.seed, actions)
        document = to_json(record)
        back = from_json(document)
        states = list(back.replay())
    probe.same(check, "the record of the game and of playing it again", record, again)
    probe.same(check, "the record came back from JSON as another", record, back)
    probe.same(check, "the record encoded again", document, to_json(back))
    probe.ensure(check, states == played.states, "the replay went elsewhere")
    returns = (final.returns[0] + 1, *final.returns[1:])
    seed = (played.seed ^ 1).to_bytes(32, "big")
    tampered = [
        Record(game, record.seed, actions[:-1], record.returns, record.digest),
        Record(game, record.seed, actions, returns, record.digest),
        Record(game, seed, actions, record.returns, record.digest),
        Record(game, record.seed, actions, record.returns, "0" * 64),
    ]
    for what, false in zip(("an action", "the returns", "the seed", "the digest"), tampered, strict=True):
        try:
            false.verify()
        except InvalidRecord:
            continue
        probe.fail(check, f"a record with {what} changed replays")


def check_hash_seeds(probe: Probe, games: int) -> None:
    """Play seeded games in other processes, each with its own PYTHONHASHSEED, and compare every step."""
    game, check = probe.game, "determinism.hash-seed"
    probe.at()
    if not probe.importable(check):
        return
    job = msgspec.json.encode(job_of(game, probe.seed, games))
    children = [(hash_seed, _start(hash_seed)) for hash_seed in _HASH_SEEDS]
    try:
        with probe.guard(check):
            here = list(trace(game, probe.seed, games))
        for hash_seed, child in children:
            out, err = child.communicate(job, timeout=_TIMEOUT)
            if child.returncode:
                last = (err.decode(errors="replace").strip().splitlines() or ["no message"])[-1]
                probe.fail(check, f"with PYTHONHASHSEED={hash_seed}: {last}")
            _compare(probe, hash_seed, here, out.decode().splitlines())
    finally:
        for _, child in children:
            child.kill()
            child.communicate()


def _start(hash_seed: str) -> subprocess.Popen[bytes]:
    # The child finds boardkit itself where this process did, before the job brings the rest of the path.
    env = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": os.pathsep.join(place or "." for place in sys.path),
    }
    command = [sys.executable, "-m", "boardkit.testing._trace"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=env)  # noqa: S603  our own interpreter


def _compare(probe: Probe, hash_seed: str, here: list[str], there: list[str]) -> None:
    check = "determinism.hash-seed"
    for one, two in zip(here, there, strict=False):
        if one == two:
            continue
        episode, step, *parts = one.split()
        if episode == "table":
            probe.fail(check, f"with PYTHONHASHSEED={hash_seed} the table of actions is another")
        probe.at(int(episode), int(step))
        differing = next(what for what, a, b in zip(PARTS, parts, two.split()[2:], strict=True) if a != b)
        probe.fail(check, f"with PYTHONHASHSEED={hash_seed} {differing} is another")
    probe.ensure(
        check, len(here) == len(there), f"with PYTHONHASHSEED={hash_seed} the games have another length"
    )
