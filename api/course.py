"""A match while it moves: starting, acting, bots. Only storing it needs the database.

The engine works outside of any transaction, so that a long turn holds nobody up; whoever stores first wins.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec
from sqlalchemy import Connection

import boardkit
from api import tokens
from api.agents import agent_for
from api.problems import Problem, illegal
from api.service import Service
from api.store import queries
from api.store.queries import ActionRow, Match, Seat, Version
from boardkit import Action, IllegalAction, State

__all__ = ["Course", "Overtaken"]


class Overtaken(Exception):
    """The match has moved on since it was read."""


class Course:
    """A match while it moves.

    Args:
        service: where clock, entropy and games come from.
        match: the match as it was read.
        seats: its seats.
        state: its state, None before the start.
    """

    def __init__(
        self, service: Service, match: Match, seats: tuple[Seat, ...], state: State | None = None
    ) -> None:
        self.service = service
        self.match = match
        self.before = match.version
        self.seats = seats
        self.state = state
        self.new_versions: list[Version] = []
        self.new_actions: list[ActionRow] = []

    def note(self, kind: str, seat: int | None) -> Version:
        """Make a version of how the match is now."""
        stored = None if self.state is None else boardkit.to_json(self.state).decode()
        made = Version(self.match.version + 1, kind, seat, stored, self.service.now())
        self.match = replace(self.match, version=made.version)
        self.new_versions.append(made)
        return made

    def start_when_full(self) -> Version | None:
        """Start play if no seat is open, and let bots move; returns the version of the start."""
        if any(seat.kind == "open" for seat in self.seats):
            return None
        match = self.match
        seed = tokens.match_seed(match.server_bytes, [seat.nonce for seat in self.seats])
        options = msgspec.json.decode(match.options)
        game = self.service.games.find(match.game).make(match.players, options)
        self.state = game.initial_state(seed)
        self.match = replace(match, seed=seed, status="running")
        started = self.note("started", None)
        self.run_bots()
        return started

    def move(self, action: Action, actor: str) -> Version:
        """Do one action of the seat that is asked.

        Raises:
            Problem: 422, it is illegal.
        """
        state = self.state
        if state is None or state.current_player is None:
            raise Problem("match-finished", "the match is over", version=self.match.version)
        try:
            self.state = boardkit.step(state, action)
        except IllegalAction as error:
            raise illegal(error, version=self.match.version) from None
        number = self.match.actions
        self.match = replace(self.match, actions=number + 1)
        made = self.note("acted", state.current_player)
        stored = boardkit.to_json(action).decode()
        self.new_actions.append(ActionRow(number, made.version, state.current_player, actor, stored))
        if self.state.is_terminal:
            self.match = replace(self.match, status="finished", finished_at=made.at)
        return made

    def run_bots(self) -> None:
        """Let bots move until a person is asked or the game is over, so that nobody ever waits for a bot."""
        while self.state is not None and self.state.current_player is not None:
            seat = self.seats[self.state.current_player]
            if seat.kind != "bot" or seat.agent is None:
                return
            seed = int.from_bytes(self.service.entropy(8), "big")
            agent = agent_for(seat.agent, seat.strength, seed)
            view = boardkit.observe(self.state, seat.seat)
            self.move(agent.act(view, boardkit.legal_actions(self.state)), "bot")

    def save(self, db: Connection) -> None:
        """Store what happened; of all who act on one version, one gets this far.

        Raises:
            Overtaken: somebody else was faster. The transaction has to be rolled back.
        """
        if not queries.move_match(db, self.match, self.before):
            raise Overtaken
        queries.add_versions(db, self.match, self.new_versions)
        queries.add_actions(db, self.match, self.new_actions)
