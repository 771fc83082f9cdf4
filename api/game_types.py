"""The games' own types in the published specification: named components with discriminators.

msgspec describes the structs; what it writes is mended here so that SDK generators can use it: no union
stands inline, unions have a discriminator with a mapping, every enum has a type, tuples of one kind are arrays.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from boardkit.codec import component_name, wire_types
from boardkit.game import Game

__all__ = ["KINDS", "GameClass", "components_of", "mend_enum", "title_of", "union_components"]

GameClass = type[Game[Any, Any, Any]]
Schema = dict[str, Any]

_REF = "#/components/schemas/"
KINDS = {
    "state": "State",
    "view": "View",
    "record": "Record",
    "action": "Action",
    "event": "Event",
}
_MEANINGS = {
    "State": "Everything about a game in play, hidden things included.",
    "View": "What one player may know, or a spectator.",
    "Record": "A played game: seed, options and actions, from which every state comes again.",
    "Action": "What a player does.",
    "Event": "What a step made happen; what the viewer may not know is null.",
}


def title_of(game: str, cls: type) -> str:
    """Return the component name of a game's class: its own name with the game's in front, once."""
    prefix = component_name(game, "")
    return cls.__name__ if cls.__name__.startswith(prefix) else prefix + cls.__name__


@lru_cache(maxsize=64)
def components_of(cls: GameClass) -> dict[str, Schema]:
    """Return the component schemas of one game by name.

    Raises:
        ValueError: two classes of the game have one name, so that one component would hide the other.
    """
    types = wire_types(cls)
    roots = (types.state, types.view, types.record, types.action, types.event)
    _, raw = msgspec.json.schema_components(
        (*roots, cls.options_type, cls.components_type), ref_template=_REF + "{name}"
    )
    return _Mender(cls, raw).mended()


def union_components(games: Iterable[GameClass]) -> dict[str, Schema]:
    """Return the unions over all games, such as ``Action``: whichever game's it is, its ``type`` says."""
    served = list(games)
    return {name: _union_over(served, kind, name) for kind, name in KINDS.items()}


def _union_over(games: list[GameClass], kind: str, name: str) -> Schema:
    mapping: dict[str, str] = {}
    for cls in games:
        if kind in {"action", "event"}:
            types = cls.action_types if kind == "action" else cls.event_types
            mapping |= {_tag(member): title_of(cls.info.name, member) for member in types}
        else:
            mapping[f"{cls.info.name}.{kind}"] = component_name(cls.info.name, name)
    if not mapping:  # a service without games still has a valid specification
        return {"type": "object", "description": _MEANINGS[name], "properties": {"type": {"type": "string"}}}
    return {"description": _MEANINGS[name]} | _discriminated(mapping)


def _tag(cls: Any) -> str:
    return str(cls.__struct_config__.tag)


def _discriminated(mapping: dict[str, str], field: str = "type") -> Schema:
    return {
        "oneOf": [{"$ref": _REF + name} for name in mapping.values()],
        "discriminator": {
            "propertyName": field,
            "mapping": {tag: _REF + name for tag, name in mapping.items()},
        },
    }


class _Mender:
    """Renames and mends the components that msgspec wrote for one game."""

    def __init__(self, cls: GameClass, raw: dict[str, Schema]) -> None:
        self.game = cls.info.name
        self.prefix = component_name(self.game, "")
        clashing = [name for name in raw if "." in name]
        if clashing:
            raise ValueError(f"{self.game} has classes of one name: {', '.join(sorted(clashing))}")
        self.raw = raw
        self.names = {name: self.rename(name) for name in raw}
        self.out: dict[str, Schema] = {}
        # The unions that have a name already, by what they are made of.
        self.unions: dict[frozenset[str], str] = {}
        self.adopt(self.prefix + "Action", cls.action_types, _MEANINGS["Action"])
        self.adopt(self.prefix + "Event", cls.event_types, _MEANINGS["Event"])

    def rename(self, name: str) -> str:
        return name if name.startswith(self.prefix) else self.prefix + name

    def adopt(self, name: str, members: tuple[Any, ...], meaning: str) -> None:
        mapping = {_tag(member): title_of(self.game, member) for member in members}
        self.out[name] = {"description": meaning} | _discriminated(mapping)
        if len(mapping) > 1:
            self.unions[frozenset(mapping.values())] = name

    def mended(self) -> dict[str, Schema]:
        for name, schema in self.raw.items():
            self.out[self.names[name]] = self.struct(schema, self.names[name])
        return dict(sorted(self.out.items()))

    def struct(self, schema: Schema, owner: str) -> Schema:
        """Mend a component: its docstring becomes descriptions."""
        schema = dict(schema)
        schema.pop("title", None)
        meaning, fields = _read_docstring(schema.pop("description", ""))
        mended = self.mend(schema, owner)
        for name, text in fields.items():
            field = mended.get("properties", {}).get(name)
            if field is not None:
                field.setdefault("description", text)
        return {"description": meaning} | mended if meaning else mended

    def mend(self, node: Schema, owner: str) -> Schema:
        node = dict(node)
        if "anyOf" in node:
            node |= self.union(node, owner)
        if "$ref" in node:
            name = node["$ref"].removeprefix(_REF)
            node["$ref"] = _REF + self.names.get(name, name)
        if "properties" in node:
            node["properties"] = {
                name: self.mend(field, owner + _camel(name)) for name, field in node["properties"].items()
            }
        for key in ("additionalProperties", "propertyNames", "items"):
            if isinstance(node.get(key), dict):
                node[key] = self.mend(node[key], owner)
        _mend_tuple(node, [self.mend(item, owner) for item in node.get("prefixItems", ())])
        mend_enum(node)
        if node.get("required") == []:
            del node["required"]
        if "default" in node:
            node["default"] = msgspec.json.decode(msgspec.json.encode(node["default"]))
            if node["default"] is None:  # some generators would take it for a field that is always there
                del node["default"]
        return node

    def union(self, node: Schema, owner: str) -> Schema:
        """Mend a union, taken out of ``node``: null beside one type, types without fields, or tagged structs."""
        options: list[Schema] = node.pop("anyOf")
        discriminator = node.pop("discriminator", None)
        flat: list[Schema] = []
        for option in options:
            discriminator = discriminator or option.get("discriminator")
            flat.extend(option.get("anyOf", [option]))
        null = {"type": "null"} in flat
        rest = [self.mend(option, owner) for option in flat if option != {"type": "null"}]
        if all("type" in option for option in rest):
            return _merge_types(rest, null)
        alone = rest[0] if len(rest) == 1 else {"$ref": _REF + self.hoist(rest, discriminator, owner)}
        return {"oneOf": [alone, {"type": "null"}]} if null else alone

    def hoist(self, options: list[Schema], discriminator: Schema | None, owner: str) -> str:
        """Give a union a name of its own and return it."""
        members = frozenset(option.get("$ref", "").removeprefix(_REF) for option in options)
        known = self.unions.get(members)
        if known is not None:
            return known
        if discriminator is None or "" in members:
            self.out[owner] = {"anyOf": options}
            return owner
        self.unions[members] = owner
        mapping = {
            str(tag): self.names[ref.removeprefix(_REF)] for tag, ref in discriminator["mapping"].items()
        }
        self.out[owner] = _discriminated(mapping, discriminator["propertyName"])
        return owner


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


_JSON_TYPES: dict[type, str] = {bool: "boolean", int: "integer", str: "string", type(None): "null"}


def mend_enum(node: Schema) -> None:
    """Give an enum its type; an enum of one value is a constant."""
    if "enum" not in node:
        return
    values = node["enum"]
    kinds = list(dict.fromkeys(_JSON_TYPES[type(value)] for value in values))
    node.setdefault("type", kinds[0] if len(kinds) == 1 else kinds)
    if len(values) == 1:
        node["const"] = values[0]
        del node["enum"]


def _mend_tuple(node: Schema, items: list[Schema]) -> None:
    if node.get("items") is False:
        del node["items"]
    if not items:
        node.pop("prefixItems", None)
    elif all(item == items[0] for item in items):
        del node["prefixItems"]
        node["items"] = items[0]
    else:
        node["prefixItems"] = items


def _merge_types(options: list[Schema], null: bool) -> Schema:
    merged: Schema = {}
    kinds: list[str] = []
    for option in options:
        own = option["type"] if isinstance(option["type"], list) else [option["type"]]
        kinds += [kind for kind in own if kind not in kinds]
        merged |= {key: value for key, value in option.items() if key != "type"}
    if null:
        kinds.append("null")
        if "const" in merged:
            merged["enum"] = [merged.pop("const")]
        if "enum" in merged:
            merged["enum"] = [*merged["enum"], None]
    return {"type": kinds[0] if len(kinds) == 1 else kinds} | merged


_FIELD = re.compile(r"^    (\w+)(?: \([^)]*\))?: (.*)$")


def _read_docstring(text: str) -> tuple[str, dict[str, str]]:
    """Split a docstring into what the class means and what its attributes do."""
    lines = inspect.cleandoc(text).splitlines()
    start = lines.index("Attributes:") if "Attributes:" in lines else len(lines)
    fields: dict[str, str] = {}
    name = ""
    for line in lines[start + 1 :]:
        match = _FIELD.match(line)
        if match is not None:
            name = match[1]
            fields[name] = match[2]
        elif name and line.startswith("        "):
            fields[name] += " " + line.strip()
        elif line.strip():
            name = ""
    return "\n".join(lines[:start]).strip(), fields
