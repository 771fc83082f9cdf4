"""Positions of Mayfly for tests: a larva stage whose cards come as written, an adult stage from given hands."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

import boardkit
from boardkit.games.mayfly import (
    Adult,
    Larva,
    Mayfly,
    MayflyState,
    Place,
    Play,
)
from boardkit.games.mayfly import adult as adult_stage
from boardkit.games.mayfly.model import PILE, START_FULLNESS

SEED = bytes(32)


def game(players: int = 3, **options: Any) -> Mayfly:
    made = boardkit.make("mayfly", players, **options)
    assert isinstance(made, Mayfly)
    return made


def custom(
    food: Iterable[tuple[str, str, int, int, int]] = (), trials: Iterable[tuple[int, int]] = ()
) -> dict[str, Any]:
    """Return a component set: food cards as (id, kind, food, hearts, copies), trials as (hearts, plus)."""
    data = msgspec.json.decode(msgspec.json.encode(Mayfly.standard().components.data))
    names = ("id", "kind", "food", "hearts", "copies")
    cards = [dict(zip(names, card, strict=True)) for card in food]
    laid = [{"id": f"t{place}", "hearts": h, "plus": plus} for place, (h, plus) in enumerate(trials)]
    if cards:
        data["food"] = cards
    if laid:
        data["trials"] = {"standard": laid}
    return {"id": "for-a-test", "data": data}


# ---- larva stage -----------------------------------------------------------------------------------


def larva(sequence: Sequence[str], made: Mayfly | None = None, oldest: int = 0) -> MayflyState:
    """Return a first state in which the players can place exactly these cards, in this order (see ``place``)."""
    made = game() if made is None else made
    tables = made.tables
    placer = tables.placer[oldest]
    hands: list[list[int]] = [[] for _ in range(made.players)]
    pile: list[int | None] = [None] * PILE
    numbers = [tables.numbers[card] for card in sequence]
    for turn, card in enumerate(numbers):
        seat = placer[turn]
        if len(hands[seat]) < tables.hand_size:
            hands[seat].append(card)
        else:
            pile[next(t for t in range(turn) if placer[t] == seat and pile[t] is None)] = card
    left = list(tables.deck)
    for card in numbers:
        left.remove(card)
    for hand in hands:
        while len(hand) < tables.hand_size:
            hand.append(left.pop())
    order = bytes(left.pop() if card is None else card for card in pile)
    first = Larva(order, b"", b"", START_FULLNESS, 0, 1, None)
    held = tuple(tables.hand(hand) for hand in hands)
    return MayflyState(made, SEED, oldest, (), "queue", oldest, held, first, None, None, None)


def place(state: MayflyState, cards: Iterable[str]) -> MayflyState:
    """Place cards one after the other."""
    for card in cards:
        state = boardkit.step(state, Place(card))
    return state


def fed(sequence: Sequence[str], made: Mayfly | None = None, oldest: int = 0) -> MayflyState:
    """Return the state after exactly these cards were placed."""
    state = place(larva(sequence, made, oldest), sequence)
    state.game.audit(state)
    return state


def happened(state: MayflyState) -> list[str]:
    """Return the names of the last step's events."""
    return [type(event).__name__ for event in state.events]


# ---- adult stage -----------------------------------------------------------------------------------


def adult(
    hands: Sequence[Sequence[str]],
    trials: Sequence[int] = range(7),
    made: Mayfly | None = None,
    *,
    dealer: int = 0,
    stamina: int = 8,
    rivals: Sequence[str] = (),
) -> MayflyState:
    """Return the adult stage with these hands when the first trial is turned up.

    ``trials`` are places in the trial set: four of the row, three of the pile. The larva stage before it is left
    vague, so that these states are good for playing on and not for ``audit``.
    """
    made = game(len(hands)) if made is None else made
    tables = made.tables
    numbers = [[tables.numbers[card] for card in hand] for hand in hands]
    eaten = bytes(itertools.chain(*numbers))
    turned = rivals or tables.names(tables.uneaten(eaten))
    order = bytes(tables.numbers[card] for card in turned)
    row, reserve = bytes(trials[:4]), bytes(trials[4:])
    grown = Adult(dealer, dealer, stamina, order, row, reserve, None, 0, (), (), 0, b"", (0,) * len(hands))
    held = tuple(tables.hand(hand) for hand in numbers)
    old = Larva(b"", b"", eaten, 4, 0, 1, dealer)
    state = MayflyState(made, SEED, None, (), "over", 0, held, old, grown, None, None)
    return adult_stage._meet_next(tables, state, grown, [])


def act(state: MayflyState, *actions: Any) -> MayflyState:
    """Do actions one after the other; a food card's id plays it."""
    for action in actions:
        state = boardkit.step(state, Play(action) if isinstance(action, str) else action)
    return state
