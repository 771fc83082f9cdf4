"""The games of the library in all their settings, for tests that run on every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import boardkit
from boardkit import Game, registry
from boardkit.errors import InvalidOption

BUILTIN = tuple(name for name in registry.names() if registry.is_builtin(name))


def every_player_count(name: str) -> Iterator[Game[Any, Any, Any]]:
    """Yield the game at each of its player counts, options as they are."""
    info = registry.find(name).info
    for players in range(info.min_players, info.max_players + 1):
        yield boardkit.make(name, players)


def every_option(name: str) -> Iterator[tuple[str, Any, Game[Any, Any, Any]]]:
    """Yield each option at each value that is not the default (of an int: both ends), with a game that has it.

    Some options are for some player counts alone; the game's usual count is taken where it can be.
    """
    info = registry.find(name).info
    for option in registry.find(name).describe_game().options:
        values = {"bool": (True, False), "choice": option.allowed, "int": (option.minimum, option.maximum)}
        for value in values.get(option.kind, ()):
            if value != option.default:
                counts = (info.default_players, *range(info.min_players, info.max_players + 1))
                yield option.name, value, _first(name, counts, {option.name: value})


def _first(name: str, counts: tuple[int, ...], options: dict[str, Any]) -> Game[Any, Any, Any]:
    for players in counts:
        try:
            return boardkit.make(name, players, **options)
        except InvalidOption as error:
            refused = error
    raise AssertionError(f"{name} allows {options} at no player count: {refused}")
