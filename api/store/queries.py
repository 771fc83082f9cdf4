"""What is asked of the tables, and the rows that come back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from sqlalchemy import Connection, Select, bindparam, insert, select, update

from api.store.tables import actions, answers, matches, seats, versions

__all__ = ["ActionRow", "Match", "Seat", "Version"]


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it stands. What nobody may read stays out of its ``repr``."""

    number: int
    id: str
    game: str
    rules: int
    players: int
    options: str = field(repr=False)
    visibility: str
    turn_seconds: int | None
    host_token: bytes = field(repr=False)
    invite_token: bytes | None = field(repr=False)
    server_bytes: bytes = field(repr=False)
    seed: bytes | None = field(repr=False)
    status: str
    version: int
    actions: int
    created_at: int
    finished_at: int | None


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: open, a player's, or a bot's."""

    seat: int
    kind: str
    agent: str | None
    strength: int | None
    token: bytes | None = field(repr=False)
    nonce: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Version:
    """One visible change of a match and the state after it."""

    version: int
    kind: str
    seat: int | None
    state: str | None = field(repr=False)
    at: int


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action of the log."""

    number: int
    version: int
    seat: int
    actor: str
    action: str = field(repr=False)


def _row(row: object) -> dict[str, Any]:
    return {column.name: getattr(row, column.name) for column in fields(row)}  # type: ignore[arg-type]


# Statements are built once: building one takes longer than running it.
_MATCH = [matches.c[column.name] for column in fields(Match)]
_SEAT = [seats.c[column.name] for column in fields(Seat)]
_VERSION = [versions.c[column.name] for column in fields(Version)]
_ACTION = [actions.c[column.name] for column in fields(ActionRow)]
_FIND_MATCH = select(*_MATCH).where(matches.c.id == bindparam("match_id"))
_ADD_MATCH = insert(matches).returning(matches.c.number)
_CHANGING = ("version", "actions", "status", "seed", "finished_at")
_MOVE_MATCH = (
    update(matches)
    .where((matches.c.number == bindparam("match_number")) & (matches.c.version == bindparam("expected")))
    .values({name: bindparam("new_" + name) for name in _CHANGING})
)
_FIND_SEATS = select(*_SEAT).where(seats.c.match == bindparam("match_number")).order_by(seats.c.seat)
_ADD_SEATS = insert(seats)
_FIND_VERSION = select(*_VERSION).where(
    (versions.c.match == bindparam("match_number")) & (versions.c.version == bindparam("number"))
)
_FIND_VERSIONS = (
    select(*_VERSION)
    .where((versions.c.match == bindparam("match_number")) & (versions.c.version > bindparam("since")))
    .order_by(versions.c.version)
    .limit(bindparam("limit"))
)
_ADD_VERSIONS = insert(versions)
_FIND_ACTIONS = (
    select(*_ACTION).where(actions.c.match == bindparam("match_number")).order_by(actions.c.number)
)
_ADD_ACTIONS = insert(actions)


def find_match(db: Connection, match_id: str) -> Match | None:
    """Return the match with that public id."""
    row = db.execute(_FIND_MATCH, {"match_id": match_id}).one_or_none()
    return None if row is None else Match(*row)


def add_match(db: Connection, match: Match) -> Match:
    """Store a new match and return it with its number."""
    values = _row(match)
    del values["number"]
    return Match(**{**values, "number": db.execute(_ADD_MATCH, values).scalar_one()})


def move_match(db: Connection, match: Match, expected_version: int) -> bool:
    """Store what changed of a match, if nobody else has changed it since ``expected_version``."""
    changed = {f"new_{name}": getattr(match, name) for name in _CHANGING}
    key = {"match_number": match.number, "expected": expected_version}
    return db.execute(_MOVE_MATCH, key | changed).rowcount == 1


def find_seats(db: Connection, match: Match) -> tuple[Seat, ...]:
    """Return the seats of a match, in order."""
    return tuple(Seat(*row) for row in db.execute(_FIND_SEATS, {"match_number": match.number}))


def add_seats(db: Connection, match: Match, new: Sequence[Seat]) -> None:
    """Store the seats of a new match."""
    db.execute(_ADD_SEATS, [{"match": match.number, **_row(seat)} for seat in new])


def change_seat(db: Connection, match: Match, seat: Seat) -> None:
    """Store who sits in a seat."""
    where = (seats.c.match == match.number) & (seats.c.seat == seat.seat)
    db.execute(update(seats).where(where).values(_row(seat)))


def find_version(db: Connection, match: Match, version: int) -> Version:
    """Return one version of a match, which has to exist."""
    return Version(*db.execute(_FIND_VERSION, {"match_number": match.number, "number": version}).one())


def find_versions(db: Connection, match: Match, since: int, limit: int) -> list[Version]:
    """Return the versions after ``since``, in order, at most ``limit`` of them."""
    asked = {"match_number": match.number, "since": since, "limit": limit}
    return [Version(*row) for row in db.execute(_FIND_VERSIONS, asked)]


def add_versions(db: Connection, match: Match, new: Sequence[Version]) -> None:
    """Store new versions."""
    db.execute(_ADD_VERSIONS, [{"match": match.number, **_row(version)} for version in new])


def find_actions(db: Connection, match: Match) -> list[ActionRow]:
    """Return the whole log of a match."""
    return [ActionRow(*row) for row in db.execute(_FIND_ACTIONS, {"match_number": match.number})]


def add_actions(db: Connection, match: Match, new: Sequence[ActionRow]) -> None:
    """Append to the log of a match."""
    if new:
        db.execute(_ADD_ACTIONS, [{"match": match.number, **_row(action)} for action in new])


def find_public_matches(
    db: Connection, game: str | None, status: str | None, before: int | None, limit: int
) -> list[Match]:
    """Return public matches, the newest first.

    Args:
        db: an open transaction.
        game: only those of this game.
        status: only those of this status.
        before: only those with a smaller number than this one.
        limit: at most this many.
    """
    query: Select[Any] = select(*_MATCH).where(matches.c.visibility == "public")
    if game is not None:
        query = query.where(matches.c.game == game)
    if status is not None:
        query = query.where(matches.c.status == status)
    if before is not None:
        query = query.where(matches.c.number < before)
    return [Match(*row) for row in db.execute(query.order_by(matches.c.number.desc()).limit(limit))]


def count_open_seats(db: Connection, chosen: Sequence[Match]) -> dict[int, int]:
    """Return how many seats are open, by number of the match."""
    where = seats.c.match.in_([match.number for match in chosen]) & (seats.c.kind == "open")
    counts: dict[int, int] = {}
    for (number,) in db.execute(select(seats.c.match).where(where)):
        counts[number] = counts.get(number, 0) + 1
    return counts


def find_answer(db: Connection, scope: bytes, operation: str, key: str) -> tuple[bytes, int, int] | None:
    """Return the hash of the body, the match and the version of an earlier request with this key."""
    where = (answers.c.scope == scope) & (answers.c.operation == operation) & (answers.c.key == key)
    row = db.execute(select(answers.c.body, answers.c.match, answers.c.version).where(where)).one_or_none()
    return None if row is None else (row[0], row[1], row[2])


def add_answer(db: Connection, **values: object) -> None:
    """Remember which version a request with an Idempotency-Key made."""
    db.execute(insert(answers).values(**values))
