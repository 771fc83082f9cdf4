"""Resampling: worlds that could have led to a view, drawn from the view and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from boardkit.codec import from_json, to_json
from boardkit.errors import CannotResample
from boardkit.state import State, View
from boardkit.testing._probe import AnyGame, Probe, choose

__all__ = ["check_resample", "check_spectator", "check_variety", "play_out"]

_WORLDS = 64
_MORE_WORLDS = 512
# A place is well mixed when chance alone keeps it the same in all worlds with less than 1 in 10**13.
_WELL_MIXED, _MIXED = _WORLDS * 3 // 8, _WORLDS // 8


def check_resample(probe: Probe, state: State, other: State, player: int, rng: random.Random) -> State:
    """Check one world drawn for ``player``; ``other`` is a state that this player cannot tell from ``state``."""
    game, seed = probe.game, rng.getrandbits(256)
    view = game.observe(state, player)
    with probe.guard("resample.world"):
        world = game.resample(view, seed)
    probe.ensure("resample.world", isinstance(world, State), f"resample gave a {type(world).__name__}")
    with probe.guard("resample.view"):
        seen = game.observe(world, player)
    probe.same("resample.view", "the world looks different from the view it was drawn for", view, seen)
    probe.same("resample.view", "the world looks different in JSON", to_json(view), to_json(seen))
    with probe.guard("resample.audit"):
        game.audit(world)
    with probe.guard("resample.census"):
        censuses = dict(game.census(state)), dict(game.census(world))
    probe.same("resample.census", "the world has other components", *censuses)
    if probe.due():
        _check_menu(probe, state, world, player)
    probe.ensure("resample.seed", world.seed != state.seed, "the world has the true seed")
    with probe.guard("resample.reproducible"):
        again = game.resample(view, seed)
    probe.same("resample.reproducible", "the same view and seed gave two worlds", world, again)
    with probe.guard("resample.pure"):
        plain = game.resample(from_json(to_json(view)), seed)
        twin = game.resample(game.observe(other, player), seed)
    probe.same("resample.pure", "the view from JSON gave another world", world, plain)
    probe.same("resample.pure", "an equal view of another state gave another world", world, twin)
    return world  # type: ignore[no-any-return]  # Game[Any, ...] says no more


def _check_menu(probe: Probe, state: State, world: State, player: int) -> None:
    game = probe.game
    with probe.guard("resample.stuck"):
        menu = game.legal_actions(world)
    stuck = f"player {world.current_player} is asked and could do nothing"
    probe.ensure("resample.stuck", bool(menu) or world.is_terminal, stuck)
    if state.current_player == player:
        probe.same(
            "resample.legal-actions", "the world offers other actions", game.legal_actions(state), menu
        )


def check_spectator(probe: Probe, state: State) -> None:
    """Check that a spectator's view is refused."""
    view = probe.game.observe(state, None)
    probe.ran["resample.spectator"] += 1
    try:
        probe.game.resample(view, 1)
    except CannotResample:
        return
    except Exception as error:
        raise probe.error("resample.spectator", f"raised {type(error).__name__}: {error}") from error
    probe.fail("resample.spectator", "a world was drawn from a spectator's view")


def play_out(probe: Probe, world: State, rng: random.Random, most: int) -> None:
    """Play a drawn world on to its end (or for ``most`` steps), auditing each."""
    game = probe.game
    census = dict(game.census(world))
    for _ in range(most):
        with probe.guard("resample.play"):
            menu = game.legal_actions(world)
        if not menu:
            stuck = f"played on, player {world.current_player} is asked and could do nothing"
            probe.ensure("resample.play", world.is_terminal, stuck)
            break
        with probe.guard("resample.play"):
            world = game.step(world, choose(rng, menu, by_kind=False))
            game.audit(world)
            after = dict(game.census(world))
        probe.same("resample.play", "components came or went", census, after)
    over = world.is_terminal or most <= game.max_steps
    probe.ensure("resample.play", over, f"played on, and after {most} steps it is not over")
    with probe.guard("resample.play"):
        json = to_json(world)
        back = from_json(json)
    probe.same("resample.play", "the end came back from JSON as another state", world, back)


# ---- what is hidden must vary ----------------------------------------------------------------------


def check_variety(probe: Probe, state: State, player: int, rng: random.Random) -> None:
    """Check that ``resample`` varies every hidden place, and ``permute_hidden`` every place that it varies.

    A place is a JSON pointer into the readable form of the state. Events stay out: in a drawn world they are
    as the view has them. So do seeds, which never tell anything.
    """
    game = probe.game
    view: View = game.observe(state, player)
    seeds = [rng.getrandbits(256) for _ in range(_WORLDS)]

    def drawn(seed: int) -> State:
        world = game.resample(view, seed)
        if game.observe(world, player) != view:
            probe.fail("resample.view", f"with seed {seed} the world looks different from its view")
        checked = game.actions is not None or seed in seeds[::8]
        if checked and not (game.legal_actions(world) or world.is_terminal):
            probe.fail("resample.stuck", f"with seed {seed} player {world.current_player} could do nothing")
        return world  # type: ignore[no-any-return]  # Game[Any, ...] says no more

    def hidden(seed: int) -> State:
        return game.permute_hidden(state, player, seed)  # type: ignore[no-any-return]  # as above

    with probe.guard("resample.variety"):
        worlds = _places(game, drawn, seeds)
    with probe.guard("secrecy.permute"):
        others = _places(game, hidden, seeds)
    more = [rng.getrandbits(256) for _ in range(_MORE_WORLDS)]
    _varies(
        "resample.variety",
        probe,
        ("permute_hidden", others),
        ("resample", worlds),
        lambda: _places(game, drawn, more),
    )
    _varies(
        "secrecy.permute",
        probe,
        ("resample", worlds),
        ("permute_hidden", others),
        lambda: _places(game, hidden, more),
    )


def _places(game: AnyGame, draw: Callable[[int], State], seeds: list[int]) -> dict[str, Counter[Any]]:
    """Count the values that each place takes over many worlds; a place that is missing counts as None."""
    found: dict[str, Counter[Any]] = {}
    for seed in seeds:
        document = msgspec.to_builtins(game.pack(draw(seed)))
        document.pop("events", None)
        for place, value in _leaves(document, ""):
            found.setdefault(place, Counter())[value] += 1
    for values in found.values():
        missing = len(seeds) - values.total()
        if missing:
            values["(missing)"] += missing
    return found


def _leaves(value: Any, pointer: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            if not key.endswith("seed"):
                yield from _leaves(item, f"{pointer}/{key}")
    elif isinstance(value, list | tuple):
        for i, item in enumerate(value):
            yield from _leaves(item, f"{pointer}/{i}")
    else:
        yield pointer, value


def _varies(
    check: str,
    probe: Probe,
    measure: tuple[str, dict[str, Counter[Any]]],
    tested: tuple[str, dict[str, Counter[Any]]],
    try_more: Callable[[], dict[str, Counter[Any]]],
) -> None:
    """Fail if a place that is well mixed in the first takes one value only in the second."""
    further: dict[str, Counter[Any]] | None = None
    for place, values in measure[1].items():
        rest = values.total() - max(values.values())
        if rest < _MIXED or len(tested[1].get(place, ())) > 1:
            continue
        if rest < _WELL_MIXED:
            further = try_more() if further is None else further
            if len(further.get(place, ())) > 1:
                continue
        only = next(iter(tested[1].get(place, {"(missing)": 1})))
        probe.fail(
            check,
            f"{measure[0]} finds {len(values)} values at {place}, {tested[0]} none but {only!r}: {dict(values)}",
        )
