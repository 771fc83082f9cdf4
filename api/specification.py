"""The specification that is published: what the resources declare, the games' types and recorded examples."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from flask_smorest import Api  # type: ignore[import-untyped]  # the package has no types

from api import engine_resource, health_resource, match_resource
from api.fields import game_value_schema
from api.game_types import mend_enum
from api.problems import MEDIA_TYPE
from api.served import ServedGames

__all__ = ["build", "register"]

VERSION = "1.0.0"
_ABOUT = """Board and card games with hidden information, played over HTTP.

There are two ways to use it.

* **The engine, without memory** (`games`): post a state and get the next one, the legal actions or one player's view.
  Whoever calls holds the state, with everything hidden in it. This is for programs, notebooks and clients in
  other languages that want the rules and nothing else.
* **Matches** (`matches`): the service holds the state and each player sees only what that player may know. Make a
  match, claim a seat and keep its token, look, act, and look again. When it is over, the record proves that the
  shuffle was not chosen.

Every refusal is a problem document (RFC 9457) with a stable `code`. The games' own types come as components
with a discriminator: `type` says which game and which kind.
"""


def register(app: Flask, games: ServedGames) -> Any:
    """Register every operation in ``app`` and in its specification."""
    app.config |= {
        "API_TITLE": "boardkit",
        "API_VERSION": VERSION,
        "OPENAPI_VERSION": "3.1.0",
    }
    plugin = MarshmallowPlugin()
    info = {"description": _ABOUT, "license": {"name": "MIT", "identifier": "MIT"}}
    api = _Api(app, spec_kwargs={"marshmallow_plugin": plugin, "info": info, "servers": [{"url": "/"}]})
    plugin.converter.add_attribute_function(game_value_schema)  # type: ignore[union-attr]  # set by the Api
    api.spec.components.security_scheme(
        "token",
        {
            "type": "http",
            "scheme": "bearer",
            "description": "The token of a seat, of the host, or an invitation.",
        },
    )
    for name, schema in games.components.items():
        api.spec.components.schema(name, schema)
    for part in (engine_resource, match_resource, health_resource):
        api.register_blueprint(part.resource)
    return api


class _Api(Api):  # type: ignore[misc]  # the package has no types
    """Flask-Smorest without its own error documents: ours are in :mod:`api.problems`."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        """Leave the handlers to the application."""

    def _register_responses(self) -> None:
        """Leave the refusals to the operations."""

    def _register_pagination_header(self) -> None:
        """Leave paging to the operations: they give a cursor and `Link`."""


def build(api: Any, examples: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the whole specification.

    Args:
        api: what :func:`register` returned.
        examples: examples by operationId; None takes the recorded ones.
    """
    document: dict[str, Any] = api.spec.to_dict()
    recorded = read_examples() if examples is None else examples
    for path, operations in document["paths"].items():
        shared = operations.pop("parameters", [])
        for method, operation in operations.items():
            _finish(operation, shared, recorded.get(operation["operationId"], {}))
            operation["parameters"] = _parameters(operation)
            if not operation["parameters"]:
                del operation["parameters"]
            operations[method] = {key: operation[key] for key in _ORDER if key in operation}
        document["paths"][path] = operations
    schemas = document["components"]["schemas"]
    for name in _requests(document["paths"], schemas):
        schemas[name].setdefault("additionalProperties", False)
    for schema in schemas.values():
        for field in schema.get("properties", {}).values():
            mend_enum(field)
            if (
                field.get("default", ...) is None
            ):  # some generators would take it for a field that is always there
                del field["default"]
    document["components"]["schemas"] = dict(sorted(schemas.items()))
    order = ("openapi", "info", "servers", "tags", "paths", "components")
    return {key: document[key] for key in order}


def _requests(paths: dict[str, Any], schemas: dict[str, Any]) -> set[str]:
    """Return the names of what is posted: unknown fields are refused there, while answers may grow."""
    bodies = [
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        for operations in paths.values()
        for operation in operations.values()
        if "requestBody" in operation
    ]
    found = {ref.rpartition("/")[2] for ref in bodies}
    nested = {
        field["items"]["$ref"].rpartition("/")[2]
        for name in found
        for field in schemas[name]["properties"].values()
        if "$ref" in field.get("items", {})
    }
    return {name for name in found | nested if "properties" in schemas[name]}


_ORDER = (
    "operationId",
    "tags",
    "summary",
    "description",
    "security",
    "parameters",
    "requestBody",
    "responses",
)
_PATH_PARAMETERS = {
    "game": (
        "Name of a game, as listGames gives it.",
        {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 64},
    ),
    "match": ("Id of a match.", {"type": "string", "pattern": "^[A-Za-z0-9_-]{22}$"}),
}


def _finish(operation: dict[str, Any], shared: list[dict[str, Any]], recorded: dict[str, Any]) -> None:
    operation["parameters"] = [*shared, *operation.get("parameters", ())]
    operation["summary"] = operation["summary"].rstrip(".")
    operation.setdefault("security", [])
    operation["responses"] = {
        str(status): response
        for status, response in sorted(operation["responses"].items(), key=lambda x: str(x[0]))
    }
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body is not None and "request" in recorded:
        body["examples"] = {"recorded": {"summary": "A real request", "value": recorded["request"]}}
    for status, response in operation["responses"].items():
        for media_type, content in response.get("content", {}).items():
            kind = "problem" if media_type == MEDIA_TYPE else "answer"
            found = recorded.get("responses", {}).get(status)
            if found is not None:
                content["examples"] = {"recorded": {"summary": f"A real {kind}", "value": found}}


def _parameters(operation: dict[str, Any]) -> list[dict[str, Any]]:
    for parameter in operation["parameters"]:
        if parameter["in"] == "path":
            parameter["description"], parameter["schema"] = _PATH_PARAMETERS[parameter["name"]]
    return list(operation["parameters"])


def read_examples() -> dict[str, Any]:
    """Return the requests and answers that the tests recorded, by operationId."""
    folder = resources.files("api").joinpath("examples")
    found = {}
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.name.endswith(".json"):
            found[entry.name.removesuffix(".json")] = json.loads(entry.read_text("utf-8"))
    return found


def to_text(document: dict[str, Any]) -> str:
    """Return the specification as it is committed."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
