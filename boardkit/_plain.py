"""Plain renderings that work for every game: a line for an action or event, a few lines for a view."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import Struct

__all__ = ["describe_plainly", "text_plainly"]

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def describe_plainly(thing: Struct) -> str:
    """Return ``LayMountain(player=2)`` as ``Lay mountain: player 2``; what is hidden shows as ``?``."""
    head = _CAMEL.sub(" ", type(thing).__name__).lower().capitalize()
    parts = []
    for field in thing.__struct_fields__:
        value = getattr(thing, field)
        name = field.replace("_", " ")
        if value is True:
            parts.append(name)
        elif value is not False:
            parts.append(f"{name} {_value(value)}")
    return f"{head}: {', '.join(parts)}" if parts else head


def text_plainly(view: Struct) -> str:
    """Return the fields of a view, one a line, but for the game and the events."""
    return "\n".join(
        f"{field.replace('_', ' ')}: {_value(getattr(view, field))}"
        for field in view.__struct_fields__
        if field not in {"game", "events"}
    )


def _value(value: Any) -> str:
    if value is None:
        return "?"
    if isinstance(value, Struct):
        return _value(msgspec.structs.asdict(value))
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} {_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, tuple | list):
        return " ".join(_value(item) for item in value) or "-"
    return str(value)
