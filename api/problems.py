"""Refusals: every one is ``application/problem+json`` (RFC 9457) with a stable ``code``."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
from flask import Flask, Response
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from werkzeug.exceptions import HTTPException

from boardkit import IllegalAction

__all__ = ["CODES", "Fault", "Problem", "illegal", "install", "problem_response"]

_log = logging.getLogger("boardkit.api")

# Every code of the service itself. Illegal actions carry the game's own codes, with the id of the rule beside.
CODES: dict[str, tuple[int, str]] = {
    "bad-request": (400, "the request cannot be understood"),
    "bad-json": (400, "the body is no JSON"),
    "unauthorized": (401, "a token is needed, or the one given is not of this match"),
    "not-your-seat": (403, "the token does not give this right"),
    "not-found": (404, "no such address"),
    "unknown-game": (404, "no such game is served"),
    "unknown-match": (404, "no such match, or a private one and no token of it"),
    "no-free-placement": (404, "the game has a finite table of actions and nothing to snap"),
    "method-not-allowed": (405, "the address knows other methods; `Allow` names them"),
    "match-finished": (409, "the match is over"),
    "match-not-finished": (409, "the record is published when the match is over"),
    "match-not-started": (409, "seats are still open"),
    "match-full": (409, "no seat is open"),
    "seat-taken": (409, "that seat is not open"),
    "out-of-turn": (409, "another player is asked"),
    "rules-changed": (409, "the match was begun by other rules than these, and they cannot play it on"),
    "stale-version": (412, "the match has moved on, or the tag is another viewer's"),
    "body-too-large": (413, "the body is larger than the service takes"),
    "not-json": (415, "the body has to be application/json"),
    "invalid-body": (422, "the body is not what it should be; `errors` names every fault"),
    "invalid-query": (422, "the query is not what it should be; `errors` names every fault"),
    "invalid-header": (422, "a header is not what it should be"),
    "invalid-option": (422, "the game does not allow this option, player count or seed"),
    "invalid-state": (422, "well-formed, but no state of a game"),
    "invalid-view": (422, "well-formed, but no view of a game"),
    "unsupported-schema": (422, "a document whose shape this release cannot read"),
    "rules-version-mismatch": (422, "a document made by other rules than these"),
    "other-game": (422, "the document is of another game than the address"),
    "cannot-resample": (422, "a spectator's view, from which no world can be drawn"),
    "invalid-player": (422, "the game has no such seat"),
    "idempotency-key-reused": (422, "this Idempotency-Key came with another body before"),
    "precondition-required": (428, "say which version the action is meant for"),
    "headers-too-large": (431, "the headers are larger than the service takes"),
    "internal-error": (500, "a fault of the service"),
    "database-unavailable": (503, "the database does not answer; try again"),
}

MEDIA_TYPE = "application/problem+json"
_MAX_FAULTS = 50


class Fault(NamedTuple):
    """One fault of a request: where (JSON pointer into the body, or name of a parameter) and what."""

    pointer: str
    detail: str


class Problem(Exception):
    """A refusal.

    Args:
        code: a key of :data:`CODES`.
        detail: one sentence about this very case.
        errors: the faults of the body, all of them.
        headers: headers of the answer.
        members: further members of the document, such as ``version``.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        errors: Iterable[Fault] = (),
        headers: Mapping[str, str] | None = None,
        **members: Any,
    ) -> None:
        super().__init__(detail)
        self.status = CODES[code][0]
        self.document: dict[str, Any] = {
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": _printable(detail),
            "code": code,
            **members,
        }
        where = "parameter" if code == "invalid-query" else "pointer"
        faults = [{where: _printable(f.pointer), "detail": _printable(f.detail)} for f in errors]
        if faults:
            self.document["errors"] = faults[:_MAX_FAULTS]
        self.headers = dict(headers or {})


def illegal(error: IllegalAction, **members: Any) -> Problem:
    """Return the refusal of an illegal action: the engine's own code, rule and sentence."""
    fault = Fault("/action", error.message)
    problem = Problem("invalid-body", error.message, errors=[fault], rule=error.rule, **members)
    problem.document["code"] = error.code
    return problem


def _printable(text: str) -> str:
    # Messages quote untrusted input, and a lone surrogate cannot be sent as UTF-8.
    return text.encode("utf-8", "replace").decode()[:500]


def problem_response(problem: Problem) -> Response:
    """Return the answer that a refusal is."""
    response = Response(msgspec.json.encode(problem.document), problem.status, mimetype=MEDIA_TYPE)
    response.headers.update(problem.headers)
    if problem.status == HTTPStatus.UNAUTHORIZED:
        response.headers["WWW-Authenticate"] = "Bearer"
    response.headers["Cache-Control"] = "no-store"
    return response


_BY_STATUS = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    413: "body-too-large",
    415: "not-json",
    431: "headers-too-large",
}


def _from_http(error: HTTPException) -> Response:
    if error.code is None or error.code < 400:  # redirects are answers, not refusals
        return error.get_response()  # type: ignore[return-value]  # Flask's own answers are of this type
    problem = Problem(_BY_STATUS.get(error.code, "bad-request"), error.description or error.name)
    problem.status = problem.document["status"] = error.code
    problem.document["title"] = HTTPStatus(error.code).phrase
    # `Allow`, `Retry-After` and the like must survive.
    problem.headers = {name: value for name, value in error.get_headers() if name.lower() != "content-type"}
    return problem_response(problem)


def _from_database(error: SQLAlchemyError) -> Response:
    _log.error("database: %s", type(getattr(error, "orig", None) or error).__name__)
    retry = {"Retry-After": "1"}
    return problem_response(Problem("database-unavailable", "the database does not answer", headers=retry))


def _from_anything(error: Exception) -> Response:
    # The message may quote what nobody may read, so the log gets the kind of error and where it was raised.
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace is not None else "?"
    _log.error("unexpected %s at %s", type(error).__name__, place)
    return problem_response(Problem("internal-error", "a fault of the service, which has been logged"))


def install(app: Flask) -> None:
    """Make every error of ``app`` a problem document."""
    app.register_error_handler(Problem, problem_response)
    app.register_error_handler(HTTPException, _from_http)
    app.register_error_handler(DBAPIError, _from_database)
    app.register_error_handler(PoolTimeout, _from_database)
    app.register_error_handler(Exception, _from_anything)
