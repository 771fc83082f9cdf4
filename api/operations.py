"""How an operation is declared: address, body, answer and every refusal, in one decorator."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import marshmallow as ma
from flask import Response
from flask_smorest import Blueprint  # type: ignore[import-untyped]  # the package has no types

from api.bodies import BodyParser
from api.problems import CODES, MEDIA_TYPE
from api.schemas import ProblemSchema

__all__ = ["Resource", "camel"]

F = TypeVar("F", bound=Callable[..., Any])

BODY_CODES = ("bad-json", "body-too-large", "not-json", "invalid-body")
_ALWAYS = ("bad-request",)

MATCH_HEADERS = {
    "ETag": {
        "description": "`<version>.<seat>`, or `<version>.s` for a spectator.",
        "schema": {"type": "string", "pattern": '^"[0-9]+\\.([0-9]+|s)"$'},
    },
    "Cache-Control": {"description": "Always `private, no-cache`.", "schema": {"type": "string"}},
    "Vary": {"description": "Always `Authorization`.", "schema": {"type": "string"}},
}


def camel(name: str) -> str:
    """Return the operationId of a function: ``list_games`` gives ``listGames``."""
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


class Resource(Blueprint):  # type: ignore[misc]  # the package has no types
    """A blueprint whose operations are declared whole."""

    ARGUMENTS_PARSER = BodyParser()

    def operation(  # noqa: PLR0913  keywords that read as a declaration
        self,
        method: str,
        rule: str,
        *,
        answer: type[ma.Schema] | None,
        status: int = 200,
        says: str,
        body: type[ma.Schema] | None = None,
        query: type[ma.Schema] | None = None,
        refusals: Iterable[str] = (),
        headers: dict[str, Any] | None = None,
        before: Callable[..., object] | None = None,
        media_type: str | None = None,
        acts: bool = False,
        **documented: Any,
    ) -> Callable[[F], F]:
        """Declare an operation; its docstring is summary and description.

        Args:
            method: GET or POST.
            rule: the address, below the blueprint's own.
            answer: schema of the answer; None for one that is no JSON.
            status: status of the answer.
            says: one sentence about the answer.
            body: schema of the body.
            query: schema of the query.
            refusals: codes of :data:`api.problems.CODES` that this operation gives, beside those of its body.
            headers: headers of the answer, documented.
            before: called with the path's arguments before the body is read: who may do this at all.
            media_type: what the answer is, if it is no JSON.
            acts: whether the game itself may refuse.
            **documented: anything else for the specification.
        """

        def declare(function: F) -> F:
            view = function
            if body is not None:
                view = self.arguments(body, location="json")(view)
            if query is not None:
                view = self.arguments(query, location="query")(view)
            view = self.response(status, answer, description=says, headers=headers, content_type=media_type)(
                view
            )
            if before is not None:
                view = _preceded(view, before)
            codes = [*_ALWAYS, *(BODY_CODES if body is not None else ()), *refusals]
            if query is not None:
                codes.append("invalid-query")
            for refused, names in _by_status(codes, acts).items():
                view = self.alt_response(
                    refused, schema=ProblemSchema, content_type=MEDIA_TYPE, description=names
                )(view)
            if media_type is not None:
                view = self.doc(responses=_text_of(status, media_type))(view)
            view = self.doc(operationId=camel(function.__name__), **documented)(view)
            self.route(rule, methods=[method], endpoint=function.__name__)(view)
            return function

        return declare


def _preceded(view: Any, before: Callable[..., object]) -> Any:
    @functools.wraps(view)
    def wrapper(*args: Any, **path: Any) -> Response:
        before(**path)
        return view(*args, **path)  # type: ignore[no-any-return]  # the package has no types

    return wrapper


def _text_of(status: int, media_type: str) -> dict[int, Any]:
    return {status: {"content": {media_type: {"schema": {"type": "string"}}}}}


_ILLEGAL = (
    "Any other code is the game's own: the action is illegal, and `rule` is the id of the rule that says so."
)


def _by_status(codes: Iterable[str], acts: bool) -> dict[int, str]:
    grouped: dict[int, list[str]] = {}
    for code in sorted(set(codes)):
        grouped.setdefault(CODES[code][0], []).append(f"`{code}`: {CODES[code][1]}.")
    if acts:
        grouped[422].append(_ILLEGAL)
    return {status: " ".join(lines) for status, lines in sorted(grouped.items())}
