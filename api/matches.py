"""Matches: seats, tokens, versions. The rules of the games stay in the engine.

A match is a row of :mod:`api.store`; every visible change makes a version, and each version's state is stored
whole. What leaves about a match is made here, from a View of the caller.
"""

from __future__ import annotations

import contextlib
import hashlib
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection

import boardkit
from api import tokens
from api.callers import Caller, Precondition, admit, check_version, require_seat
from api.course import Course, Overtaken
from api.problems import Problem
from api.service import Service
from api.store import queries
from api.store.queries import Match, Seat, Version
from boardkit import Action, DecodeError, InvalidOption, Record, State

__all__ = ["Made", "Matches", "NewMatch", "NewSeat", "Page"]


class NewSeat(NamedTuple):
    """What a seat shall be: open, or a bot's."""

    kind: str
    agent: str | None = None
    strength: int | None = None


class NewMatch(NamedTuple):
    """What createMatch is asked for."""

    game: str
    players: int | None
    options: dict[str, Any]
    seats: list[NewSeat] | None
    visibility: str
    turn_seconds: int | None


class Made(NamedTuple):
    """A new match or seat with its tokens, which are told this once."""

    document: dict[str, Any]
    host_token: str = ""
    invite_token: str | None = None
    seat: int = 0
    token: str = ""


class Page(NamedTuple):
    """Part of a list, and where it goes on."""

    items: list[dict[str, Any]]
    next: str | None


class Matches:
    """The matches of one service."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.store = service.database

    # ---- who asks --------------------------------------------------------------------------------

    def admit(self, match_id: str, authorization: str | None) -> Caller:
        """Find a match for a caller.

        Args:
            match_id: the match's public id.
            authorization: the Authorization header, if there is one.

        Raises:
            Problem: 404, or 401 for a token that is not of this match.
        """
        with self.store.reading() as db:
            return admit(db, match_id, authorization)

    # ---- making and joining ----------------------------------------------------------------------

    def create(self, wish: NewMatch) -> Made:
        """Make a match; if every seat is a bot's it is played to its end at once.

        Raises:
            Problem: 422, options or seats that the game does not allow.
        """
        service = self.service
        game = _make_game(service, wish)
        if wish.seats is not None and len(wish.seats) != game.players:
            raise Problem("invalid-option", f"{len(wish.seats)} seats for {game.players} players")
        host, invite = tokens.new_token(service.entropy), tokens.new_token(service.entropy)
        now, private = service.now(), wish.visibility == "private"
        match = Match(
            number=0,
            id=tokens.new_id(service.entropy),
            game=game.name,
            rules=game.rules,
            players=game.players,
            options=msgspec.json.encode(game.options).decode(),
            visibility=wish.visibility,
            turn_seconds=wish.turn_seconds,
            host_token=tokens.hash_of(host),
            invite_token=tokens.hash_of(invite) if private else None,
            server_bytes=service.entropy(32),
            seed=None,
            status="open",
            version=1,
            actions=0,
            created_at=now,
            finished_at=None,
        )
        wished = wish.seats or [NewSeat("open")] * game.players
        seats = tuple(Seat(i, s.kind, s.agent, s.strength, None, b"") for i, s in enumerate(wished))
        created = Version(1, "created", None, None, now)
        course = Course(service, match, seats)
        started = course.start_when_full()
        with self.store.writing() as db:
            course.match = replace(course.match, number=queries.add_match(db, match).number)
            queries.add_seats(db, course.match, seats)
            queries.add_versions(db, course.match, [created])
            if started is not None:
                course.save(db)
        caller = Caller(match, seats, None, None, "host")
        return Made(self.describe(caller, started or created), host, invite if private else None)

    def claim(self, match_id: str, authorization: str | None, seat: int | None, nonce: bytes) -> Made:
        """Take an open seat; when it was the last one, the match starts.

        Raises:
            Problem: 401, 403, 404, or 409 when the seat is not open.
        """
        token = tokens.new_token(self.service.entropy)
        while True:
            caller = self.admit(match_id, authorization)
            match = caller.match
            if match.visibility == "private" and caller.role not in {"host", "invited"}:
                raise Problem("not-your-seat", "seats of a private match are claimed with its invite token")
            place = _open_seat(caller, seat)
            taken = replace(caller.seats[place], kind="player", token=tokens.hash_of(token), nonce=nonce)
            seats = (*caller.seats[:place], taken, *caller.seats[place + 1 :])
            course = Course(self.service, match, seats)
            claimed = course.note("claimed", place)
            shown = course.start_when_full() or claimed
            # Somebody may take another seat meanwhile; then the match is looked at again.
            with contextlib.suppress(Overtaken):
                with self.store.writing() as db:
                    course.save(db)
                    queries.change_seat(db, match, taken)
                holder = Caller(match, seats, place, taken.token, "seat")
                return Made(self.describe(holder, shown), seat=place, token=token)

    # ---- looking ---------------------------------------------------------------------------------

    def look(self, caller: Caller) -> dict[str, Any]:
        """Return the match as it stands, for the caller."""
        with self.store.reading() as db:
            return self.describe(caller, queries.find_version(db, caller.match, caller.match.version))

    def describe(self, caller: Caller, version: Version) -> dict[str, Any]:
        """Return what the caller may know of one version: a function of these two alone."""
        match, seat = caller.match, caller.seat
        document: dict[str, Any] = {
            **_constants(match),
            "seats": [
                {"seat": s.seat, "kind": s.kind, "agent": s.agent, "strength": s.strength}
                for s in caller.seats
            ],
            "you": seat,
            "version": version.version,
            "updated_at": version.at,
            "status": "open",
            "current_player": None,
            "deadline": None,
            "legal_actions": None,
            "returns": None,
            "ranking": None,
        }
        if version.state is None:
            return document
        state = self.read_state(version.state)
        asked = state.current_player
        document |= {
            "status": "finished" if state.is_terminal else "running",
            "current_player": asked,
            "view": boardkit.observe(state, seat),
        }
        if state.is_terminal:
            document |= {"returns": list(state.returns), "ranking": list(state.ranking or ())}
        elif match.turn_seconds is not None:
            document["deadline"] = version.at + 1000 * match.turn_seconds
        if asked is not None and asked == seat:
            document["legal_actions"] = list(boardkit.legal_actions(state))
        return document

    def picture(self, caller: Caller, language: str) -> str:
        """Return the caller's view as an SVG document.

        Raises:
            Problem: 409, the match has not started.
        """
        with self.store.reading() as db:
            version = queries.find_version(db, caller.match, caller.match.version)
        if version.state is None:
            raise Problem("match-not-started", "there is nothing to draw before the match starts")
        return boardkit.draw(boardkit.observe(self.read_state(version.state), caller.seat), language)

    def events(self, caller: Caller, since: int, limit: int) -> Page:
        """Return what happened after a version, each version observed for the caller."""
        with self.store.reading() as db:
            found = queries.find_versions(db, caller.match, since, limit + 1)
        items = []
        for version in found[:limit]:
            view = None
            if version.state is not None:
                view = boardkit.observe(self.read_state(version.state), caller.seat)
            items.append(
                {
                    "version": version.version,
                    "kind": version.kind,
                    "seat": version.seat,
                    "at": version.at,
                    "events": [] if view is None else list(view.events),
                }
            )
        return Page(items, str(found[limit - 1].version) if len(found) > limit else None)

    def record(self, caller: Caller) -> dict[str, Any]:
        """Return everything about a match that is over, for anybody to replay and check.

        Raises:
            Problem: 409, it is not over.
        """
        match = caller.match
        if match.status not in {"finished", "abandoned"}:
            raise Problem("match-not-finished", "the record is published when the match is over")
        with self.store.reading() as db:
            log = queries.find_actions(db, match)
            last = queries.find_version(db, match, match.version)
        document: dict[str, Any] = {
            "match": match.id,
            "commitment": tokens.commitment(match.server_bytes),
            "server_bytes": match.server_bytes.hex(),
            "nonces": [seat.nonce.hex() for seat in caller.seats],
            "seed": None if match.seed is None else match.seed.hex(),
        }
        if last.state is not None:
            played = tuple(boardkit.from_json(row.action) for row in log)
            document["record"] = Record.of(self.read_state(last.state), played)
        return document

    def list_public(self, game: str | None, status: str | None, cursor: str | None, limit: int) -> Page:
        """Return public matches, the newest first.

        Args:
            game: only those of this game.
            status: only those of this status.
            cursor: the id of the last match of the page before.
            limit: at most this many.

        Raises:
            Problem: 422, the cursor is none of ours.
        """
        with self.store.reading() as db:
            before = None
            if cursor is not None:
                last = queries.find_match(db, cursor)
                if last is None or last.visibility != "public":
                    raise Problem("invalid-query", "cursor: not one that this service gave")
                before = last.number
            found = queries.find_public_matches(db, game, status, before, limit + 1)
            shown = found[:limit]
            open_seats = queries.count_open_seats(db, shown)
        items = [
            {
                **_constants(match),
                "status": match.status,
                "version": match.version,
                "open_seats": open_seats.get(match.number, 0),
            }
            for match in shown
        ]
        return Page(items, shown[-1].id if len(found) > limit else None)

    def read_state(self, stored: str) -> State:
        """Read a stored state, of whatever earlier release.

        Raises:
            Problem: 409, it cannot be played on by these rules.
        """
        try:
            state: State = boardkit.from_json(stored)
        except DecodeError as error:
            raise Problem("rules-changed", f"this release cannot play the match on: {error.detail}") from None
        return state

    # ---- acting ----------------------------------------------------------------------------------

    def act(
        self,
        match_id: str,
        authorization: str | None,
        action: Action,
        expected: Precondition,
        key: str | None,
    ) -> dict[str, Any]:
        """Do one action of the caller's, and then whatever bots do.

        Args:
            match_id: the match's public id.
            authorization: the Authorization header.
            action: the action.
            expected: which version the action is meant for.
            key: the Idempotency-Key.

        Returns:
            The match at the version that this action made.

        Raises:
            Problem: in this order 401 / 403 / 404, 422 for a used key, 412, 409 (over, out of turn), 422 (illegal).
        """
        body = _hash_of_request(match_id, action, expected)
        with self.store.reading() as db:
            caller = admit(db, match_id, authorization)
            require_seat(caller)
            earlier = _earlier_answer(db, caller, key, body)
            if earlier is None:
                check_version(caller, expected)
                _check_turn(caller)
            version = earlier or queries.find_version(db, caller.match, caller.match.version)
        if earlier is not None:
            return self.describe(caller, earlier)
        course = self._course(caller, version)
        made = course.move(action, "player")
        course.run_bots()
        try:
            with self.store.writing() as db:
                course.save(db)
                if key is not None:
                    queries.add_answer(
                        db,
                        scope=caller.token,
                        operation="postAction",
                        key=key,
                        body=body,
                        match=caller.match.number,
                        version=made.version,
                        created_at=made.at,
                    )
        except Overtaken:
            return self._answer_overtaken(match_id, authorization, expected, key, body)
        return self.describe(caller, made)

    def _course(self, caller: Caller, version: Version) -> Course:
        """Return the match, ready for an action of the caller's."""
        state = self.read_state(version.state or "")
        if state.current_player != caller.seat:
            detail = f"seat {state.current_player} is asked"
            raise Problem("out-of-turn", detail, version=version.version)
        return Course(self.service, caller.match, caller.seats, state)

    def _answer_overtaken(
        self,
        match_id: str,
        authorization: str | None,
        expected: Precondition,
        key: str | None,
        body: bytes,
    ) -> dict[str, Any]:
        """Answer an action that came second: perhaps the first was this very request, sent twice."""
        with self.store.reading() as db:
            caller = admit(db, match_id, authorization)
            earlier = _earlier_answer(db, caller, key, body)
        if earlier is None:
            check_version(caller, expected)
            raise Problem("database-unavailable", "the match could not be stored; try again")
        return self.describe(caller, earlier)


def _make_game(service: Service, wish: NewMatch) -> Any:
    cls = service.games.find(wish.game)
    players = wish.players
    if players is None and wish.seats is not None:
        players = len(wish.seats)
    try:
        return cls.make(players, wish.options)
    except InvalidOption as error:
        raise service.invalid_option(cls, wish.options, error) from None


def _constants(match: Match) -> dict[str, Any]:
    return {
        "id": match.id,
        "game": match.game,
        "rules": match.rules,
        "players": match.players,
        "options": msgspec.json.decode(match.options),
        "visibility": match.visibility,
        "turn_seconds": match.turn_seconds,
        "commitment": tokens.commitment(match.server_bytes),
        "created_at": match.created_at,
    }


def _open_seat(caller: Caller, wished: int | None) -> int:
    if wished is not None and wished >= caller.match.players:
        raise Problem("invalid-player", f"seats go from 0 to {caller.match.players - 1}")
    free = [seat.seat for seat in caller.seats if seat.kind == "open"]
    if not free:
        raise Problem("match-full", "no seat is open", version=caller.match.version)
    if wished is not None and wished not in free:
        raise Problem("seat-taken", f"seat {wished} is not open", version=caller.match.version)
    return free[0] if wished is None else wished


def _hash_of_request(match_id: str, action: Action, expected: Precondition) -> bytes:
    return hashlib.sha256(msgspec.json.encode([match_id, action, expected])).digest()


def _earlier_answer(db: Connection, caller: Caller, key: str | None, body: bytes) -> Version | None:
    if key is None or caller.token is None:
        return None
    found = queries.find_answer(db, caller.token, "postAction", key)
    if found is None:
        return None
    if found[0] != body:
        raise Problem("idempotency-key-reused", "this Idempotency-Key came with another body before")
    return queries.find_version(db, caller.match, found[2])


def _check_turn(caller: Caller) -> None:
    if caller.match.status in {"finished", "abandoned"}:
        raise Problem("match-finished", "the match is over", version=caller.match.version)
    if caller.match.status == "open":
        raise Problem("match-not-started", "seats are still open", version=caller.match.version)
