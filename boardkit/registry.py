"""Finding games by name: boardkit's own, and other people's through entry points.

boardkit's own games are the packages in ``boardkit/games``; each is imported when it is first asked for.
Another distribution offers a game by an entry point of the group ``boardkit.games`` whose name is the game's
name and whose value is its :class:`~boardkit.game.Game` subclass; :func:`register` does the same by hand.
"""

from __future__ import annotations

import importlib
import pkgutil
import warnings
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any

from boardkit import games as _games
from boardkit.errors import RegistrationError, UnknownGame
from boardkit.game import Game
from boardkit.info import GameDescription

__all__ = ["ENTRY_POINT_GROUP", "find", "games", "is_builtin", "make", "names", "register"]

ENTRY_POINT_GROUP = "boardkit.games"
GameClass = type[Game[Any, Any, Any]]

_registered: dict[str, GameClass] = {}
_tags: dict[str, str] = {}


def _builtin() -> dict[str, str]:
    """Map the names of boardkit's own games to their modules, without importing them."""
    found = (module.name for module in pkgutil.iter_modules(_games.__path__) if module.ispkg)
    return {name.replace("_", "-"): f"{_games.__name__}.{name}" for name in sorted(found)}


def is_builtin(name: str) -> bool:
    """Whether ``name`` is one of boardkit's own games."""
    return name in _builtin()


def names() -> tuple[str, ...]:
    """Return the names of all games that can be made, sorted, importing none of them."""
    outside = {point.name for point in entry_points(group=ENTRY_POINT_GROUP)}
    return tuple(sorted({*_builtin(), *outside, *_registered}))


def register(cls: GameClass) -> GameClass:
    """Make a game known under its name; usable as a decorator.

    Registering the same class twice is harmless.

    Raises:
        RegistrationError: another game has that name or one of those tags, or a tag does not begin with the name.
    """
    name = cls.info.name
    known = _registered.get(name)
    if known is cls:
        return cls
    if known is not None or (is_builtin(name) and cls.__module__.partition(".")[0] != __package__):
        raise RegistrationError(f"there is already a game named {name}")
    tags = _tags_of(cls)
    for tag in tags:
        if not tag.startswith(name + "."):
            raise RegistrationError(f"tag {tag} does not begin with '{name}.'")
        if tag in _tags:
            raise RegistrationError(f"tag {tag} is taken by {_tags[tag]}")
    if len(set(tags)) != len(tags):
        raise RegistrationError(f"{name} has two classes with one tag: {', '.join(sorted(tags))}")
    _tags.update(dict.fromkeys(tags, name))
    _registered[name] = cls
    return cls


def _tags_of(cls: GameClass) -> list[str]:
    envelopes = [f"{cls.info.name}.{kind}" for kind in ("state", "view", "record")]
    return envelopes + [str(kind.__struct_config__.tag) for kind in (*cls.action_types, *cls.event_types)]


def find(name: object) -> GameClass:
    """Return the Game subclass of that name.

    Raises:
        UnknownGame: there is none.
        RegistrationError: there is one, but it cannot be loaded.
    """
    known = _registered.get(name) if isinstance(name, str) else None
    if known is not None:
        return known
    module = _builtin().get(name) if isinstance(name, str) else None
    if module is not None:
        return register(importlib.import_module(module).GAME)
    for point in entry_points(group=ENTRY_POINT_GROUP):
        if point.name == name:
            return _load(point)
    raise UnknownGame(name, names())


def _load(point: Any) -> GameClass:
    try:
        cls = point.load()
    except Exception as error:  # whatever an outside package does on import, the message must name it
        raise RegistrationError(f"game {point.name} ({point.value}) cannot be loaded: {error}") from error
    if not (isinstance(cls, type) and issubclass(cls, Game)) or cls.info.name != point.name:
        raise RegistrationError(f"game {point.name} ({point.value}) is no Game subclass of that name")
    return register(cls)


def games() -> dict[str, GameDescription]:
    """Return all games by name: titles, player counts, options, rules version, provenance of the data.

    An outside game that cannot be loaded is left out with a warning.
    """
    found: dict[str, GameDescription] = {}
    for name in names():
        try:
            found[name] = find(name).describe_game()
        except RegistrationError as error:
            warnings.warn(str(error), RuntimeWarning, stacklevel=2)
    return found


def make(
    name: str,
    players: int | None = None,
    *,
    components: Mapping[str, object] | None = None,
    **options: object,
) -> Game[Any, Any, Any]:
    """Return the game with these settings; equal settings give the same object.

    Args:
        name: a name out of :func:`games`.
        players: number of seats; None takes the game's default.
        components: a component set of your own, ``{"id": ..., "data": {...}}``; None takes the standard set.
        **options: the game's options by name.

    Raises:
        UnknownGame: no such game.
        InvalidOption: a player count or option that is not allowed; says the field and what is.
        InvalidComponents: the component set does not hold together; says where.
    """
    return find(name).make(players, options, components)
