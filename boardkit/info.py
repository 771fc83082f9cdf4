"""What a game says about itself: names, player counts, options, provenance."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct

from boardkit.components import Provenance, Title
from boardkit.errors import InvalidOption
from boardkit.state import Options

__all__ = ["GameDescription", "GameInfo", "OptionInfo", "make_options", "option_infos"]


class GameInfo(Struct, frozen=True):
    """The fixed facts of a game, written beside its rules.

    Attributes:
        name: kebab-case name, as in ``boardkit.make(name)``.
        title: the title in English and Japanese.
        min_players: fewest seats.
        max_players: most seats.
        default_players: seats when nobody says how many.
        rules: rules version; it rises with every change of the course of a seeded game.
        schema: version of the shape of states, views and records.
        compatible_rules: older rules versions whose stored states may be played on.
    """

    name: str
    title: Title
    min_players: int
    max_players: int
    default_players: int
    rules: int = 1
    schema: int = 1
    compatible_rules: tuple[int, ...] = ()


class OptionInfo(Struct, frozen=True):
    """One option of a game.

    Attributes:
        name: the keyword of ``make``.
        title: its title in English and Japanese.
        kind: ``bool``, ``int``, ``choice`` or ``str``.
        default: the value when nobody says.
        allowed: the values of a choice, in order; empty otherwise.
        minimum: smallest int, or None.
        maximum: largest int, or None.
        meaning: one sentence.
    """

    name: str
    title: Title
    kind: Literal["bool", "int", "choice", "str"]
    default: bool | int | str
    allowed: tuple[bool | int | str, ...]
    minimum: int | None
    maximum: int | None
    meaning: str

    @property
    def allowed_text(self) -> str:
        """What is allowed, in words."""
        if self.kind == "bool":
            return "true or false"
        if self.kind == "int":
            return f"an int from {self.minimum} to {self.maximum}"
        if self.kind == "choice":
            return ", ".join(str(value) for value in self.allowed)
        return "a short text"


class GameDescription(Struct, frozen=True):
    """A game as ``boardkit.games()`` tells it: GameInfo plus options and the provenance of its data."""

    name: str
    title: Title
    min_players: int
    max_players: int
    default_players: int
    rules: int
    schema: int
    options: tuple[OptionInfo, ...]
    provenance: tuple[Provenance, ...]

    @property
    def provenance_summary(self) -> str:
        """How many parts of the data have which status, in words."""
        statuses = [part.status for part in self.provenance]
        kinds = ("rulebook", "published", "reconstructed")
        return ", ".join(f"{statuses.count(kind)} {kind}" for kind in kinds if kind in statuses)


def option_infos(
    options_type: type[Options], titles: Mapping[str, Title] = types.MappingProxyType({})
) -> tuple[OptionInfo, ...]:
    """Read an options struct: one OptionInfo a field, in the order of the fields.

    Args:
        options_type: the game's Options.
        titles: titles by option name; a missing one falls back to the name.
    """
    hints = typing.get_type_hints(options_type, include_extras=True)
    return tuple(
        _option_info(field.name, hints[field.name], field.default, titles)
        for field in msgspec.structs.fields(options_type)
    )


def _option_info(name: str, hint: Any, default: Any, titles: Mapping[str, Title]) -> OptionInfo:
    if default is UNSET or default is msgspec.NODEFAULT:
        raise TypeError(f"option {name} has no default")
    meaning, minimum, maximum = "", None, None
    if typing.get_origin(hint) is Annotated:
        hint, *metas = typing.get_args(hint)
        for meta in metas:
            if isinstance(meta, Meta):
                meaning = meta.description or meaning
                minimum = meta.ge if meta.ge is not None else minimum
                maximum = meta.le if meta.le is not None else maximum
    allowed = typing.get_args(hint) if typing.get_origin(hint) is Literal else ()
    kinds: dict[Any, Literal["bool", "int", "str"]] = {bool: "bool", int: "int", str: "str"}
    kind: Literal["bool", "int", "choice", "str"] = "choice" if allowed else kinds[hint]
    fallback = Title(name.replace("_", " "), name)
    return OptionInfo(
        name,
        titles.get(name, fallback),
        kind,
        default,
        allowed,
        int(minimum) if minimum is not None else None,
        int(maximum) if maximum is not None else None,
        meaning,
    )


def make_options(options_type: type[Options], given: Mapping[str, object]) -> Options:
    """Build a game's options from keywords.

    Raises:
        InvalidOption: an unknown name, or a value of another type or range; the first one found.
    """
    infos = {info.name: info for info in option_infos(options_type)}
    for name in given:
        if name not in infos:
            raise InvalidOption(
                str(name), given[name], f"no such option; there are: {', '.join(infos) or 'none'}"
            )
    for name, value in given.items():
        try:
            msgspec.convert({name: value}, options_type)
        except (msgspec.ValidationError, RecursionError):
            raise InvalidOption(name, value, infos[name].allowed_text) from None
    return msgspec.convert(dict(given), options_type)
