"""Which games are served: boardkit's own, and the outside ones that the configuration lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import jsonschema
from jsonschema.protocols import Validator

from api.game_types import GameClass, components_of, union_components
from api.problems import Fault, Problem
from boardkit import registry

__all__ = ["ServedGames"]

_MAX_FAULTS = 50
_MAX_PARTS = 20_000


class ServedGames:
    """The games of one service, by name.

    Args:
        outside: names of outside games to serve beside boardkit's own.

    Raises:
        UnknownGame: no game of such a name is installed.
        RegistrationError: a game cannot be loaded.
    """

    def __init__(self, outside: Iterable[str] = ()) -> None:
        own = (name for name in registry.names() if registry.is_builtin(name))
        self.by_name: dict[str, GameClass] = {name: registry.find(name) for name in sorted({*own, *outside})}

    def __iter__(self) -> Iterator[GameClass]:
        return iter(self.by_name.values())

    def __contains__(self, name: object) -> bool:
        return name in self.by_name

    def find(self, name: str) -> GameClass:
        """Return the game of that name.

        Raises:
            Problem: 404, it is not served.
        """
        if name not in self.by_name:
            served = ", ".join(self.by_name) or "none"
            raise Problem("unknown-game", f"no game of that name is served; there are: {served}")
        return self.by_name[name]

    @cached_property
    def components(self) -> dict[str, dict[str, Any]]:
        """The component schemas of all served games, and the unions over them."""
        found = union_components(self)
        for cls in self:
            found |= components_of(cls)
        return found

    def faults(self, component: str, document: Any) -> list[Fault]:
        """List every fault of a document against its published schema; empty when only its meaning is wrong.

        Args:
            component: a name out of :attr:`components`.
            document: dicts, lists, strings and numbers.
        """
        found: list[Fault] = []
        if not _small(document):
            return found  # the engine's first fault has to do: listing them all would take seconds
        try:
            for error in self._validator(component).iter_errors(document):
                found.extend(_explain(error))
                if len(found) >= _MAX_FAULTS:
                    break
        except RecursionError:
            return [Fault("", "nested too deeply")]
        return found[:_MAX_FAULTS]

    def _validator(self, component: str) -> Validator:
        schema = {"$ref": f"#/components/schemas/{component}", "components": {"schemas": self.components}}
        return jsonschema.Draft202012Validator(schema)


def _small(document: Any) -> bool:
    """Whether a document has few enough parts to look at each of them."""
    waiting, seen = [document], 0
    while waiting and seen <= _MAX_PARTS:
        part = waiting.pop()
        seen += 1
        if isinstance(part, dict):
            waiting.extend(part.values())
        elif isinstance(part, list):
            waiting.extend(part)
    return seen <= _MAX_PARTS


def _explain(error: jsonschema.ValidationError) -> Iterator[Fault]:
    """Yield the faults behind an error: for a union those of the variant that its tag names."""
    if error.validator != "oneOf" or not error.context:
        yield Fault(_pointer(error), _message(error))
        return
    schema: Any = error.schema
    field = schema.get("discriminator", {}).get("propertyName", "type")
    variants: dict[Any, list[jsonschema.ValidationError]] = {}
    for inner in error.context:
        variants.setdefault(inner.schema_path[0], []).append(inner)
    # A context error's path is relative to this instance: one at the tag belongs to another variant.
    named = [errors for errors in variants.values() if not any(list(e.path) == [field] for e in errors)]
    document = error.instance
    if isinstance(document, dict) and field in document and len(named) == 1:
        for inner in named[0]:
            yield from _explain(inner)
    elif isinstance(document, dict):
        detail = "names no variant" if field in document else "is missing"
        yield Fault(f"{_pointer(error)}/{field}", detail)
    else:
        yield Fault(_pointer(error), f"expected an object with {field}")


def _pointer(error: jsonschema.ValidationError) -> str:
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in error.absolute_path)
    return "".join("/" + step for step in steps)


def _message(error: jsonschema.ValidationError) -> str:
    """Say what is allowed, without quoting a document of any size."""
    allowed = error.validator_value
    if error.validator == "required":
        missing = [name for name in allowed if name not in error.instance]  # type: ignore[union-attr,operator]
        return f"missing: {', '.join(missing)}"
    if error.validator == "additionalProperties":
        return str(error.message)[:200]
    return f"{error.validator} is {allowed}"[:200]
