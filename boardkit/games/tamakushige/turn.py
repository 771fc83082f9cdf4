"""A state being worked on: a step copies the state into a Turn, changes that, and freezes it again."""

from __future__ import annotations

from typing import Any

from boardkit.games.tamakushige import events as ev
from boardkit.games.tamakushige.cards import DIRECTIONS
from boardkit.games.tamakushige.model import (
    NOBODY,
    NOTHING,
    SCYTHE,
    VOID,
    Hearts,
    Resolution,
    State,
)
from boardkit.games.tamakushige.tables import Tables

__all__ = ["Turn", "move", "put"]

_LANTERNS_TO_WIN = 3


def put(column: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    """Return ``column`` with another value for ``seat``."""
    changed = [*column]
    changed[seat] = value
    return tuple(changed)


class Turn:
    """The fields of a State and of its Resolution, free to change during one step.

    Besides them ``ending`` says why the round is over, if it is, and ``mover`` who drove the soul into the
    void by a card or a scythe.
    """

    __slots__ = (
        "acquired",
        "active",
        "actor",
        "asked_from",
        "card",
        "collected",
        "current",
        "discards",
        "effect",
        "ending",
        "events",
        "game",
        "given",
        "hands",
        "hearts",
        "hozuki",
        "last_winner",
        "leader",
        "leftover",
        "lit",
        "mover",
        "offered",
        "phase",
        "picked",
        "played_by",
        "plays",
        "points",
        "receiver",
        "resolving",
        "rest",
        "result",
        "round",
        "scores",
        "scythes",
        "seed",
        "soul",
        "start",
        "starter",
        "swaps",
        "tables",
        "target",
        "trick_from",
        "window",
        "winner",
    )
    ending: ev.Ending | None
    mover: int
    resolving: bool
    winner: int
    receiver: int
    rest: int
    hozuki: int
    picked: int
    given: int
    actor: int
    card: int
    effect: int
    target: int
    offered: int
    starter: int

    def __init__(self, state: State, tables: Tables) -> None:
        self.tables = tables
        self.game: Any = state.game
        self.seed = state.seed
        self.current: int | None = state.current_player
        self.events: list[Any] = []
        self.ending = None
        self.round = state.round
        self.phase = state.phase
        self.window = state.window
        self.asked_from = state.asked_from
        self.start = state.start
        self.leader = state.leader
        self.soul = state.soul
        self.lit = state.lit
        self.collected = state.collected
        self.active = state.active
        self.hands = state.hands
        self.acquired = state.acquired
        self.points = state.points
        self.scythes = state.scythes
        self.scores = state.scores
        self.leftover = state.leftover
        self.hearts = state.hearts
        self.plays = state.plays
        self.played_by = state.played_by
        self.trick_from = state.trick_from
        self.discards = state.discards
        self.swaps = state.swaps
        self.last_winner = state.last_winner
        self.result = state.result
        resolution = state.resolution
        self.resolving = resolution is not None
        if resolution is not None:
            self.winner = resolution.winner
            self.receiver = resolution.receiver
            self.rest = resolution.rest
            self.hozuki = resolution.hozuki
            self.picked = resolution.picked
            self.given = resolution.given
            self.actor = resolution.actor
            self.card = resolution.card
            self.effect = resolution.effect
            self.target = resolution.target
            self.offered = resolution.offered
            self.starter = resolution.starter

    def freeze(self) -> State:
        """Return the State that this has become."""
        resolution = None
        if self.resolving:
            resolution = Resolution(
                self.winner,
                self.receiver,
                self.rest,
                self.hozuki,
                self.picked,
                self.given,
                self.actor,
                self.card,
                self.effect,
                self.target,
                self.offered,
                self.starter,
            )
        return State(
            self.game,
            self.seed,
            self.current,
            tuple(self.events),
            self.round,
            self.phase,
            self.window,
            self.asked_from,
            self.start,
            self.leader,
            self.soul,
            self.lit,
            self.collected,
            self.active,
            self.hands,
            self.acquired,
            self.points,
            self.scythes,
            self.scores,
            self.leftover,
            self.hearts,
            self.plays,
            self.played_by,
            self.trick_from,
            self.discards,
            self.swaps,
            self.last_winner,
            resolution,
            self.result,
        )

    def ask(self, phase: int, seat: int) -> None:
        """Make ``seat`` the player who decides next."""
        self.phase = phase
        self.current = seat
        if phase != SCYTHE:
            self.window = NOTHING
            self.asked_from = NOBODY

    def end(self, ending: ev.Ending, mover: int) -> None:
        """Note that the round is over; whoever carries out the action sees to the rest."""
        self.ending = ending
        self.mover = mover


def move(turn: Turn, way: int, reached: int, by: ev.MoveKind, seat: int) -> bool:
    """Move the soul to ``reached``, collect a lantern, and say whether that ends the round (TA-2.2.2 to 4).

    Args:
        turn: the state being worked on.
        way: the side that the soul crosses.
        reached: the space beyond, or VOID.
        by: what moves it.
        seat: whose card, scythe or effect it is.
    """
    left, turn.soul = turn.soul, reached
    if reached == VOID:
        turn.events.append(ev.SoulMoved(left, None, DIRECTIONS[way], by))
        turn.end("void", NOBODY if by == "effect" else seat)
        return True
    turn.events.append(ev.SoulMoved(left, reached, DIRECTIONS[way], by))
    if turn.lit >> reached & 1:
        turn.lit ^= 1 << reached
        turn.collected += 1
        turn.events.append(ev.LanternCollected(reached))
        if by == "card":
            hearts = turn.hearts
            lanterns = put(hearts.lanterns, seat, hearts.lanterns[seat] + 1)
            turn.hearts = Hearts(
                hearts.cards, hearts.shown, hearts.reserved_used, hearts.ignored, hearts.peeked, lanterns
            )
        if turn.collected == _LANTERNS_TO_WIN:
            turn.end("lanterns", NOBODY)
            return True
    return False
