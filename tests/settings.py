"""The games of the library in all their settings, for tests that run on every game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import boardkit
from boardkit import Game, registry
from boardkit.errors import InvalidOption

BUILTIN = tuple(name for name in registry.names() if registry.is_builtin(name))


def every_player_count(name: str) -> Iterator[Game[Any, Any, Any]]:
    """Yield the game at each of its player counts, options as they are.

    A count that asks for an option, as a solo game may, comes with that one option.
    """
    info = registry.find(name).info
    for players in range(info.min_players, info.max_players + 1):
        settings: list[dict[str, Any]] = [{}, *({option: value} for option, value in _values(name))]
        yield _first(name, [(players, options) for options in settings])


def every_option(name: str) -> Iterator[tuple[str, Any, Game[Any, Any, Any]]]:
    """Yield each option at each value that is not the default (of an int: both ends), with a game that has it.

    Some options are for some player counts alone; the game's usual count is taken where it can be.
    """
    info = registry.find(name).info
    counts = (info.default_players, *range(info.min_players, info.max_players + 1))
    for option, value in _values(name):
        yield option, value, _first(name, [(players, {option: value}) for players in counts])


def _values(name: str) -> Iterator[tuple[str, Any]]:
    for option in registry.find(name).describe_game().options:
        values = {"bool": (True, False), "choice": option.allowed, "int": (option.minimum, option.maximum)}
        for value in values.get(option.kind, ()):
            if value != option.default:
                yield option.name, value


def _first(name: str, settings: list[tuple[int, dict[str, Any]]]) -> Game[Any, Any, Any]:
    """Return the game with the first of these settings that it allows."""
    for players, options in settings:
        with suppress(InvalidOption):
            return boardkit.make(name, players, **options)
    raise AssertionError(f"{name} allows none of {settings}")
