"""Who asks about a match, as whom, and which version they have in mind."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection

from api import tokens
from api.problems import Problem
from api.store import queries
from api.store.queries import Match, Seat

__all__ = ["Caller", "Precondition", "admit", "check_version", "etag_of", "require_seat"]


class Caller(NamedTuple):
    """Somebody who may see a match, and as whom.

    Attributes:
        match: the match.
        seats: its seats.
        seat: the caller's seat, None for a spectator.
        token: hash of the caller's token, None without one.
        role: ``seat``, ``host``, ``invited`` or ``anybody``.
    """

    match: Match
    seats: tuple[Seat, ...]
    seat: int | None
    token: bytes | None
    role: str


class Precondition(NamedTuple):
    """Which version an action is meant for: the tags of If-Match, a version, or both."""

    tags: tuple[str, ...] | None
    version: int | None

    def fits(self, current: int, seat: int | None) -> bool:
        """Whether the match is at that version, and the tag is this viewer's own."""
        tag_fits = self.tags is None or etag_of(current, seat) in self.tags
        return tag_fits and self.version in {None, current}


def etag_of(version: int, seat: int | None) -> str:
    """Return the tag of what one viewer sees of one version."""
    return f"{version}.{'s' if seat is None else seat}"


def require_seat(caller: Caller) -> None:
    """Refuse whoever does not sit in the match.

    Raises:
        Problem: 401 without a token, 403 with one that is no seat's.
    """
    if caller.role == "anybody":
        raise Problem("unauthorized", "send the token of your seat")
    if caller.seat is None:
        raise Problem("not-your-seat", "this token is no seat's")


def admit(db: Connection, match_id: str, authorization: str | None) -> Caller:
    """Find a match and who asks about it.

    Args:
        db: an open transaction.
        match_id: the match's public id.
        authorization: the Authorization header, if there is one.

    Raises:
        Problem: 404 for an unknown match and for a private one without a token of it; 401 for a token that is
            not of this match.
    """
    match = queries.find_match(db, match_id)
    if match is None:
        raise Problem("unknown-match", "no such match")
    seats = queries.find_seats(db, match)
    private = match.visibility == "private"
    if authorization is None:
        if private:
            raise Problem("unknown-match", "no such match")
        return Caller(match, seats, None, None, "anybody")
    token = tokens.parse_bearer(authorization)
    digest = tokens.hash_of(token or "")
    # All are compared, whichever fits: the time must not tell.
    holders = [seat.seat for seat in seats if tokens.same(digest, seat.token)]
    host, invited = tokens.same(digest, match.host_token), tokens.same(digest, match.invite_token)
    if token is not None and holders:
        return Caller(match, seats, holders[0], digest, "seat")
    if token is not None and (host or invited):
        return Caller(match, seats, None, digest, "host" if host else "invited")
    if private:
        raise Problem("unknown-match", "no such match")
    raise Problem("unauthorized", "this is no token of this match")


def check_version(caller: Caller, expected: Precondition) -> None:
    """Refuse an action that is meant for another version, or comes with another viewer's tag.

    Raises:
        Problem: 412, with the current version.
    """
    current = caller.match.version
    if not expected.fits(current, caller.seat):
        tag = {"ETag": f'"{etag_of(current, caller.seat)}"'}
        detail = f"the match is at version {current}, or the tag is another viewer's"
        raise Problem("stale-version", detail, headers=tag, version=current)
