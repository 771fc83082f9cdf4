"""Matches over HTTP: tokens, tags and preconditions around :mod:`api.matches`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from flask import Response, current_app, g, request

from api.callers import Caller, Precondition, etag_of, require_seat
from api.engine_resource import picture
from api.matches import Matches, NewMatch, NewSeat
from api.operations import MATCH_HEADERS, Resource
from api.problems import Problem
from api.schemas import (
    ActionRequestSchema,
    ChangeListSchema,
    ClaimedSeatSchema,
    ClaimRequestSchema,
    CreatedMatchSchema,
    EventQuerySchema,
    MatchListSchema,
    MatchQuerySchema,
    MatchRecordSchema,
    MatchSchema,
    NewMatchSchema,
    PictureQuerySchema,
)

resource = Resource(
    "matches",
    __name__,
    url_prefix="/v1/matches",
    description="Matches between people and programs, stored by the service. Each caller sees what the own seat may know.",
)

_ANYBODY: list[dict[str, list[str]]] = [{}, {"token": []}]
_HOLDER: list[dict[str, list[str]]] = [{"token": []}]
_LOOKING = ("unknown-match", "unauthorized")
_IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of what the caller has already; if nothing changed the answer is 304.",
    "schema": {"type": "string"},
}
_NOT_MODIFIED = {"description": "Nothing has changed.", "headers": MATCH_HEADERS}
_IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "description": "The ETag of the match as the caller saw it; `expected_version` in the body does as well.",
    "schema": {"type": "string"},
}
_IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "A word of the caller's own. The same key with the same body acts once and answers the same.",
    "schema": {"type": "string", "pattern": "^[!-~]{1,255}$"},
}
_LINK = {
    "Link": {"description": 'Address of the next page, with `rel="next"`.', "schema": {"type": "string"}}
}
_KEY = re.compile(r"[!-~]{1,255}\Z")


def _matches() -> Matches:
    return Matches(current_app.extensions["boardkit"])


def _admit(match: str) -> None:
    """Find out who asks, before anything else."""
    g.caller = _matches().admit(match, request.headers.get("Authorization"))


def _admit_holder(match: str) -> None:
    _admit(match)
    require_seat(g.caller)


def _private(response: Response) -> Response:
    """Mark every answer as the caller's alone, refusals too."""
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization"
    return response


resource.after_request(_private)


def _marked(response: Response, version: int, seat: int | None) -> Response:
    response.headers["ETag"] = f'"{etag_of(version, seat)}"'
    return response


def _unchanged(caller: Caller) -> Response | None:
    tag = etag_of(caller.match.version, caller.seat)
    if request.if_none_match.contains_weak(tag):
        return _marked(Response(status=304), caller.match.version, caller.seat)
    return None


@lru_cache(maxsize=16)
def _dumper(schema: Callable[[], Any]) -> Any:
    return schema()  # building one takes longer than using it


def _answer(schema: Callable[[], Any], document: Any, status: int = 200) -> Response:
    return Response(
        current_app.json.dumps(_dumper(schema).dump(document)), status, mimetype="application/json"
    )


@resource.operation(
    "POST",
    "",
    body=NewMatchSchema,
    answer=CreatedMatchSchema,
    status=201,
    says="The match and its tokens.",
    refusals=["invalid-option", "unknown-game"],
    headers={
        **MATCH_HEADERS,
        "Location": {"description": "Address of the match.", "schema": {"type": "string"}},
    },
)
def create_match(body: dict[str, Any]) -> Response:
    """Make a match.

    Seats are open or a bot's. The server draws 32 random bytes and publishes their SHA-256 as `commitment`
    at once; when the last seat is taken the seed is made of these bytes and of the nonces that the players
    brought, so that neither side can choose the shuffle. If all seats are bots' the match is played to its
    end at once.
    """
    seats = body.get("seats")
    wish = NewMatch(
        body["game"],
        body.get("players"),
        body["options"],
        None if seats is None else [_new_seat(seat) for seat in seats],
        body["visibility"],
        body["turn_seconds"],
    )
    made = _matches().create(wish)
    document = {"match": made.document, "host_token": made.host_token, "invite_token": made.invite_token}
    response = _answer(CreatedMatchSchema, document, 201)
    response.headers["Location"] = f"/v1/matches/{made.document['id']}"
    return _marked(response, made.document["version"], None)


def _new_seat(given: dict[str, Any]) -> NewSeat:
    if given["kind"] == "open":
        return NewSeat("open")
    return NewSeat("bot", given.get("agent", "random"), given.get("strength"))


@resource.operation(
    "GET",
    "",
    query=MatchQuerySchema,
    answer=MatchListSchema,
    says="A page of matches.",
    headers=_LINK,
)
def list_matches(query: dict[str, Any]) -> Response:
    """List the public matches.

    The newest come first. `next_cursor`, and the header `Link`, lead to the next page.
    """
    page = _matches().list_public(query.get("game"), query.get("status"), query.get("cursor"), query["limit"])
    response = _answer(MatchListSchema, {"matches": page.items, "next_cursor": page.next})
    if page.next is not None:
        _link(response, {**query, "cursor": page.next})
    return response


def _link(response: Response, query: dict[str, Any]) -> None:
    response.headers["Link"] = f'<{request.path}?{urlencode(query)}>; rel="next"'


@resource.operation(
    "GET",
    "/<match>",
    answer=MatchSchema,
    says="The match, for the caller.",
    refusals=[*_LOOKING, "rules-changed"],
    headers=MATCH_HEADERS,
    before=_admit,
    security=_ANYBODY,
    parameters=[_IF_NONE_MATCH],
    responses={304: _NOT_MODIFIED},
)
def get_match(match: str) -> Response:  # noqa: ARG001  the address was looked at before
    """Look at a match.

    With a seat's token: that player's view, and the legal actions when it is that player's turn. Without a
    token: what a spectator may know. A private match is 404 without a token of it. To wait for others, ask
    again with If-None-Match: an unchanged match is 304 without a body.
    """
    caller: Caller = g.caller
    unchanged = _unchanged(caller)
    if unchanged is not None:
        return unchanged
    return _marked(_answer(MatchSchema, _matches().look(caller)), caller.match.version, caller.seat)


@resource.operation(
    "POST",
    "/<match>/seats",
    body=ClaimRequestSchema,
    answer=ClaimedSeatSchema,
    status=201,
    says="The seat and its token.",
    refusals=[*_LOOKING, "not-your-seat", "match-full", "seat-taken", "invalid-player"],
    headers=MATCH_HEADERS,
    before=_admit,
    security=_ANYBODY,
)
def claim_seat(body: dict[str, Any], match: str) -> Response:
    """Take a seat.

    Answers the seat's token, which is shown this once. In a private match the invite token (or the host's)
    has to be sent. When the last seat is taken the match starts.
    """
    made = _matches().claim(
        match, request.headers.get("Authorization"), body["seat"], bytes.fromhex(body["nonce"])
    )
    document = {"seat": made.seat, "token": made.token, "match": made.document}
    return _marked(_answer(ClaimedSeatSchema, document, 201), made.document["version"], made.seat)


@resource.operation(
    "POST",
    "/<match>/actions",
    body=ActionRequestSchema,
    answer=MatchSchema,
    status=201,
    says="The match as the action left it; what bots did afterwards are later versions.",
    acts=True,
    refusals=[
        *_LOOKING,
        "not-your-seat",
        "invalid-header",
        "idempotency-key-reused",
        "precondition-required",
        "stale-version",
        "match-finished",
        "match-not-started",
        "out-of-turn",
        "rules-changed",
    ],
    headers=MATCH_HEADERS,
    before=_admit_holder,
    security=_HOLDER,
    parameters=[_IF_MATCH, _IDEMPOTENCY_KEY],
)
def post_action(body: dict[str, Any], match: str) -> Response:
    """Act.

    The action is meant for one version of the match, named by If-Match or by `expected_version`: of any
    number of clients that act on one version exactly one gets 201, the others 412. With an Idempotency-Key
    a request can be repeated safely: the same key with the same body acts once.
    """
    action = _matches().act(
        match,
        request.headers.get("Authorization"),
        body["action"],
        _precondition(body.get("expected_version")),
        _idempotency_key(),
    )
    return _marked(_answer(MatchSchema, action, 201), action["version"], action["you"])


def _precondition(version: int | None) -> Precondition:
    # `If-Match: *` names no version, so it is as if nothing were said.
    given = "If-Match" in request.headers and not request.if_match.star_tag
    if not given and version is None:
        raise Problem("precondition-required", "send If-Match or expected_version")
    return Precondition(tuple(sorted(request.if_match.as_set())) if given else None, version)


def _idempotency_key() -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is not None and _KEY.match(key) is None:
        raise Problem("invalid-header", "Idempotency-Key: 1 to 255 printable ASCII characters without spaces")
    return key


@resource.operation(
    "GET",
    "/<match>/events",
    query=EventQuerySchema,
    answer=ChangeListSchema,
    says="What happened, in order.",
    refusals=[*_LOOKING, "rules-changed"],
    headers={**MATCH_HEADERS, **_LINK},
    before=_admit,
    security=_ANYBODY,
    parameters=[_IF_NONE_MATCH],
    responses={304: _NOT_MODIFIED},
)
def list_events(query: dict[str, Any], match: str) -> Response:  # noqa: ARG001  as for get_match
    """List what happened since a version.

    One entry a version, with the game's events as the caller may know them.
    """
    caller: Caller = g.caller
    unchanged = _unchanged(caller)
    if unchanged is not None:
        return unchanged
    page = _matches().events(caller, query["since"], query["limit"])
    last = page.items[-1]["version"] if page.items else query["since"]
    document = {
        "changes": page.items,
        "version": caller.match.version,
        "next_since": last,
        "more": page.next is not None,
    }
    response = _answer(ChangeListSchema, document)
    if page.next is not None:
        _link(response, {**query, "since": page.next})
    return _marked(response, caller.match.version, caller.seat)


@resource.operation(
    "GET",
    "/<match>/record",
    answer=MatchRecordSchema,
    says="The record and what proves it.",
    refusals=[*_LOOKING, "match-not-finished", "rules-changed"],
    headers=MATCH_HEADERS,
    before=_admit,
    security=_ANYBODY,
)
def get_record(match: str) -> Response:  # noqa: ARG001  as for get_match
    """Fetch the record of a match that is over.

    Anybody replays it with the library and checks it: the SHA-256 of `server_bytes` is the commitment that
    was made at the start, the seed follows from them and the nonces, and the record's digest from its replay.
    """
    caller: Caller = g.caller
    response = _answer(MatchRecordSchema, _matches().record(caller))
    return _marked(response, caller.match.version, caller.seat)


@resource.operation(
    "GET",
    "/<match>/picture.svg",
    query=PictureQuerySchema,
    answer=None,
    media_type="image/svg+xml",
    says="The picture.",
    refusals=[*_LOOKING, "match-not-started", "rules-changed"],
    headers=MATCH_HEADERS,
    before=_admit,
    security=_ANYBODY,
    parameters=[_IF_NONE_MATCH],
    responses={304: _NOT_MODIFIED},
)
def draw_match(query: dict[str, Any], match: str) -> Response:  # noqa: ARG001  as for get_match
    """Draw a match.

    An SVG document of what the caller may know.
    """
    caller: Caller = g.caller
    unchanged = _unchanged(caller)
    if unchanged is not None:
        return unchanged
    drawn = picture(_matches().picture(caller, query["language"]))
    return _marked(drawn, caller.match.version, caller.seat)
