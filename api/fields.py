"""Marshmallow fields: the games' types as the engine reads and writes them, and strict plain types."""

from __future__ import annotations

import re
from typing import Any

import marshmallow as ma
from flask import current_app

import boardkit
from api.game_types import KINDS
from api.problems import Fault
from api.served import ServedGames
from boardkit.codec import component_name
from boardkit.errors import DecodeError, InvalidState, InvalidView, RulesVersionMismatch, UnsupportedSchema

__all__ = ["FaultList", "GameValue", "Integer", "Text", "choice", "game_value_schema"]

_CODES = (
    (InvalidState, "invalid-state"),
    (InvalidView, "invalid-view"),
    (RulesVersionMismatch, "rules-version-mismatch"),
    (UnsupportedSchema, "unsupported-schema"),
)


class FaultList:
    """What a GameValue has to say against a document; marshmallow hands it on as a message.

    Attributes:
        code: the problem's code if this is all that is wrong with the body.
        faults: the faults, with pointers relative to the field.
    """

    def __init__(self, code: str, faults: list[Fault]) -> None:
        self.code = code
        self.faults = faults


class GameValue(ma.fields.Field[Any]):
    """A state, view, action, event or record; read and written by the engine's own codec.

    Args:
        kind: ``state``, ``view``, ``action``, ``event`` or ``record``.
    """

    def __init__(self, kind: str, **options: Any) -> None:
        super().__init__(**options)
        self.kind = kind

    def _serialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return None if value is None else boardkit.to_builtins(value)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        games: ServedGames = current_app.extensions["boardkit"].games
        component = self._component(value, games)
        if component is None:
            raise self._refusal(
                "invalid-body", games.faults(KINDS[self.kind], value), "/type", "unknown type"
            )
        try:
            return boardkit.from_builtins(value)
        except DecodeError as error:
            code = next((code for kind, code in _CODES if isinstance(error, kind)), "invalid-body")
            # The engine stops at the first fault; the published schema names them all.
            faults = games.faults(component, value) if code == "invalid-body" else []
            raise self._refusal(code, faults, error.pointer, error.detail) from None

    def _component(self, value: object, games: ServedGames) -> str | None:
        """Return the name of the schema that ``value`` says it fits."""
        tag = value.get("type") if isinstance(value, dict) else None
        name = tag.partition(".")[0] if isinstance(tag, str) else None
        if name is None or name not in games:
            return None
        cls = games.by_name[name]
        if self.kind in {"state", "view", "record"}:
            return component_name(name, self.kind.capitalize()) if tag == f"{name}.{self.kind}" else None
        types: tuple[Any, ...] = cls.action_types if self.kind == "action" else cls.event_types
        known = any(tag == kind.__struct_config__.tag for kind in types)
        return component_name(name, KINDS[self.kind]) if known else None

    @staticmethod
    def _refusal(code: str, faults: list[Fault], pointer: str, detail: str) -> ma.ValidationError:
        found = FaultList(code, faults or [Fault(pointer, detail)])
        return ma.ValidationError([found])


def game_value_schema(_converter: object, field: ma.fields.Field[Any], **_: Any) -> dict[str, Any]:
    """Tell apispec which component a GameValue is."""
    if isinstance(field, GameValue):
        return {"$ref": f"#/components/schemas/{KINDS[field.kind]}"}
    if isinstance(field, Integer):
        return {"minimum": field.low, "maximum": field.high}
    return {}


class Integer(ma.fields.Integer):
    """An integer within bounds; no bool, and text only where it has to come as text (in a query)."""

    def __init__(self, low: int, high: int, **options: Any) -> None:
        self.low, self.high = low, high
        words: dict[str, Any] = {"invalid": "not an integer"}
        super().__init__(strict=True, error_messages=words, validate=ma.validate.Range(low, high), **options)

    def _validated(self, value: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return value


class QueryInteger(Integer):
    """An integer in a query."""

    def _validated(self, value: Any) -> int:
        if not (isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,18}", value)):
            raise self.make_error("invalid", input=value)
        return int(value)


class Text(ma.fields.String):
    """A text that fits a pattern, which also bounds its length.

    Args:
        pattern: a regular expression for the whole text, in the syntax that ECMAScript and Python share.
    """

    def __init__(self, pattern: str, **options: Any) -> None:
        # `$` alone would let a line break pass in Python.
        whole = re.compile(pattern.removesuffix("$") + r"\Z")
        super().__init__(metadata={**options.pop("metadata", {}), "pattern": pattern}, **options)

        def fits(value: str) -> None:
            if whole.match(value) is None:
                raise ma.ValidationError(f"does not fit {pattern}")

        self.validators.append(fits)


def choice(*allowed: str, **options: Any) -> ma.fields.String:
    """Return a field that takes one of these words."""
    return ma.fields.String(validate=ma.validate.OneOf(allowed), **options)
