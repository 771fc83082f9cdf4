"""The games of the library in all their settings, for tests that run on every game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import boardkit
from boardkit import Game, registry
from boardkit.errors import InvalidOption

# Values that are allowed only beside others.
COMPANIONS: dict[tuple[str, str, Any], dict[str, Any]] = {
    ("effervescent", "start", "rocks_only"): {"rocks": 1},
    ("effervescent", "windfall", "starfish"): {"starfish": True},
    ("effervescent", "windfall", "ray_betta"): {"ray_betta": True},
}

BUILTIN = tuple(name for name in registry.names() if registry.is_builtin(name))


def every_player_count(name: str) -> Iterator[Game[Any, Any, Any]]:
    """Yield the game at each of its player counts, with the standard options where they allow it."""
    info = registry.find(name).info
    for players in range(info.min_players, info.max_players + 1):
        yield _first(name, (players,), {}, *({option: value} for option, value in other_values(name)))


def other_values(name: str) -> Iterator[tuple[str, Any]]:
    """Yield each option with each value that is not the default; of an int both ends."""
    for option in registry.find(name).describe_game().options:
        values = {"bool": (True, False), "choice": option.allowed, "int": (option.minimum, option.maximum)}
        yield from ((option.name, value) for value in values.get(option.kind, ()) if value != option.default)


def every_option(name: str) -> Iterator[tuple[str, Any, Game[Any, Any, Any]]]:
    """Yield each option at each value that is not the default, with a game that has it.

    Some options are for some player counts alone; the game's usual count is taken where it can be.
    """
    info = registry.find(name).info
    counts = (info.default_players, *range(info.min_players, info.max_players + 1))
    for option, value in other_values(name):
        yield (
            option,
            value,
            _first(name, counts, {option: value, **COMPANIONS.get((name, option, value), {})}),
        )


def _first(name: str, counts: tuple[int, ...], *choices: dict[str, Any]) -> Game[Any, Any, Any]:
    """Return the first game that is allowed."""
    for options in choices:
        for players in counts:
            with suppress(InvalidOption):
                return boardkit.make(name, players, **options)
    raise AssertionError(f"{name} allows {choices} at no player count of {counts}")


def random_action(state: Any, rng: Random) -> Any:
    """Return a random legal action, by the game's own way of drawing one where lists of them are dear."""
    sample = getattr(state.game, "sample_action", None)
    return rng.choice(state.game.legal_actions(state)) if sample is None else sample(state, rng)
