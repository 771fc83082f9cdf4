"""What the fields of a struct mean, from its annotations and its docstring."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect as types

import boardkit
from boardkit import state

_ATTRIBUTE = re.compile(r"    (?P<name>\w+): *(?P<text>.*)")


def first_paragraph(cls: type) -> str:
    """Return the first paragraph of a docstring as one line of Markdown."""
    return _markdown(" ".join(_own_doc(cls).split("\n\n")[0].split()))


def _own_doc(cls: type) -> str:
    return inspect.cleandoc(cls.__doc__ or "") if "__doc__" in vars(cls) else ""


def field_rows(cls: type[msgspec.Struct], nested: list[type] | None = None) -> Iterator[tuple[str, str, str]]:
    """Yield (name, type in words, meaning) of each field; structs that a field holds are added to ``nested``."""
    hints = typing.get_type_hints(cls, None, {"Game": boardkit.Game}, include_extras=True)
    texts: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        texts.update(_attributes(base))
    for name in cls.__struct_fields__:
        if isinstance(typing.get_origin(hints[name]) or hints[name], type) and _is_game(hints[name]):
            yield name, "the game", texts.get(name, "")
            continue
        info = types.type_info(hints[name])
        meaning = texts.get(name) or _markdown(_description(info))
        yield name, in_words(info, nested), "" if meaning in _NAMED else meaning


def _description(info: types.Type) -> str:
    found = (info.extra_json_schema or {}).get("description", "") if isinstance(info, types.Metadata) else ""
    return str(found)


def _is_game(hint: Any) -> bool:
    return issubclass(typing.get_origin(hint) or hint, boardkit.Game)


def _attributes(cls: type) -> dict[str, str]:
    """Read the ``Attributes:`` section of a Google-style docstring."""
    lines = _own_doc(cls).splitlines()
    if "Attributes:" not in lines:
        return {}
    found: dict[str, str] = {}
    name = ""
    for line in lines[lines.index("Attributes:") + 1 :]:
        if match := _ATTRIBUTE.fullmatch(line):
            name = match["name"]
            found[name] = match["text"]
        elif name and line.startswith("     "):
            found[name] += " " + line.strip()
        else:
            break
    return {name: _markdown(text) for name, text in found.items()}


def _markdown(text: str) -> str:
    """Turn the reStructuredText of docstrings into Markdown, as far as ours uses it."""
    text = re.sub(r":\w+:`~?\.?([^`]*)`", r"`\1`", text)
    return text.replace("``", "`")


def in_words(info: types.Type, nested: list[type] | None = None) -> str:  # noqa: PLR0911  one case a kind of type
    """Return a type in a few words of Markdown; structs in it are added to ``nested``."""
    match info:
        case types.Metadata(type=inner):
            return _NAMED.get(_description(info)) or in_words(inner, nested)
        case types.IntType(ge=low, le=high) if low is not None and high is not None:
            return f"int {low} to {high}"
        case types.LiteralType(values=values):
            return " or ".join(f"`{value}`" for value in values)
        case types.UnionType(types=members):
            return _union(members, nested)
        case types.TupleType(item_types=items):
            return "(" + ", ".join(in_words(item, nested) for item in items) + ")"
        case types.VarTupleType(item_type=item):
            return f"list of {in_words(item, nested)}"
        case types.StructType(cls=cls):
            if nested is not None and not issubclass(cls, boardkit.Event):
                nested.append(cls)
            return f"`{cls.__name__}`"
    return _PLAIN[type(info)]


# The core's own types of integer say what they are by their names.
_NAMED = {
    _description(types.type_info(hint)): name
    for name, hint in (("seat", state.Seat), ("count", state.Count), ("points", state.Score))
}
_PLAIN: dict[type[types.Type], str] = {
    types.BoolType: "bool",
    types.IntType: "int",
    types.NoneType: "None",
    types.StrType: "string",
}


def _union(members: tuple[types.Type, ...], nested: list[type] | None) -> str:
    classes = [member.cls for member in members if isinstance(member, types.StructType)]
    if classes and all(issubclass(cls, boardkit.Event) for cls in classes):
        return "events"
    return " or ".join(in_words(member, nested) for member in members)
