"""A state being worked on: a step copies the state into a Turn, changes that, and freezes it again."""

from __future__ import annotations

from typing import Any

from msgspec.structs import astuple

from boardkit.games.tamakushige import events as ev
from boardkit.games.tamakushige.cards import DIRECTIONS
from boardkit.games.tamakushige.model import (
    NOBODY,
    NOTHING,
    SCYTHE,
    VOID,
    Hearts,
    Resolution,
    RoundResult,
    State,
    Swap,
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

    Besides them ``resolving`` says whether there is a Resolution, ``ending`` why the round is over, if it is,
    and ``mover`` who drove the soul into the void by a card or a scythe.
    """

    tables: Tables
    game: Any
    seed: bytes
    current: int | None
    events: list[Any]
    round: int
    phase: int
    window: int
    asked_from: int
    start: int
    leader: int
    soul: int
    lit: int
    collected: int
    active: int
    hands: tuple[int, ...]
    acquired: tuple[int, ...]
    points: tuple[int, ...]
    scythes: tuple[int, ...]
    scores: tuple[int, ...]
    leftover: int
    hearts: Hearts
    plays: bytes
    played_by: bytes
    trick_from: int
    discards: bytes
    swaps: tuple[Swap, ...]
    last_winner: int
    result: RoundResult | None

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

    ending: ev.Ending | None
    mover: int

    __slots__ = tuple(__annotations__)

    def __init__(self, state: State, tables: Tables) -> None:
        self.tables = tables
        self.ending = None
        # All fields at once, in the order of State, is half the work of one after another.
        (
            self.game,
            self.seed,
            self.current,
            _,
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
        ) = astuple(state)
        self.events = []
        self.resolving = resolution is not None
        if resolution is not None:
            (
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
            ) = astuple(resolution)

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
