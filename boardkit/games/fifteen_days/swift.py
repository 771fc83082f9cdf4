"""The commonest steps, straight from state to state.

Each function here does what the Draft's method of the same name does (``effects.py``), in the plain case: several
players, no feather, no turn that ends while the end of the game is in sight or turns were without progress, no
pile that runs out, no completed set, no animal that moves. In any other case, and whenever the action is not legal,
it returns None: so a step that comes out of here needs no look at the menu. A test holds these functions against the
Draft and against the menus. Each takes the state and one argument, since such a call is the cheapest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardkit.games.fifteen_days import cards as c
from boardkit.games.fifteen_days.boards import PLOT_MASK, complete, wild_places
from boardkit.games.fifteen_days.effects import COLUMN, FIRST_TURN, HAND_LIMIT, OTTER_MORE
from boardkit.games.fifteen_days.events import (
    COST,
    DISCARDED,
    DREW,
    LIMIT,
    REFILLED,
    TOOK,
    TURN_BEGAN,
    FifteenDaysEvent,
    Placed,
)
from boardkit.games.fifteen_days.menus import FROG, OTTER, RABBIT, SQUIRREL, Menus
from boardkit.games.fifteen_days.model import (
    CHECK,
    CHOOSE,
    DISCARD,
    DRAW,
    FREED,
    NO_WILD,
    PAY,
    PLACE,
    REFILL,
    TAKE,
    WILD,
    Action,
    Player,
    State,
    Turn,
)

__all__ = ["Swift", "by_action", "never"]

_ONE = c.ONE
_COPIES = tuple(7 * one for one in _ONE)
_PLOT_SHIFT = tuple(8 + 18 * (front // 6) for front in range(c.FRONTS))
# The turn between two actions, after progress; and turns within an action, by the actions to come.
_CHOOSE_AGAIN = Turn(CHOOSE, 1, 0, 0, NO_WILD, 0, False, False, True)
_NO_PROGRESS_YET = Turn(CHOOSE, 1, 0, 0, NO_WILD, 0, False, False, False)
_DRAWING = tuple(
    tuple(Turn(DRAW, actions, cards, 0, NO_WILD, 0, False, False, True) for cards in range(4))
    for actions in range(2)
)
_REFILLING = tuple(
    tuple(Turn(REFILL, actions, 0, 0, NO_WILD, column, False, False, True) for column in range(3))
    for actions in range(2)
)
_PLACING = tuple(Turn(PLACE, actions, 0, 0, NO_WILD, 0, False, False, True) for actions in range(2))
_PAYING = tuple(
    tuple(Turn(PAY, actions, 0, cost, NO_WILD, 0, False, False, True) for cost in range(4))
    for actions in range(2)
)
_NOW_BEGINS = tuple((event,) for event in TURN_BEGAN)
Events = tuple[FifteenDaysEvent, ...]
Piles = tuple[bytes, ...]
Players = tuple[Player, ...]
Swift = Callable[[State, Any], State | None]


def _without_top(piles: Piles, pile: int) -> Piles:
    return (piles[0], piles[1][1:]) if pile else (piles[0][1:], piles[1])


def _with_column(market: Piles, column: int, cards: bytes) -> Piles:
    columns = [*market]
    columns[column] = cards
    return tuple(columns)


def _with(players: Players, seat: int, me: Player) -> Players:
    seats = [*players]
    seats[seat] = me
    return tuple(seats)


def _after_action(
    state: State, players: Players, actions: int, events: Events, piles: Piles, market: Piles, discards: bytes
) -> State | None:
    """Return the state after an action with progress: another one, the hand check, or the next turn."""
    seat: Any = state.current_player
    stock = state.stock
    if actions:
        if not piles[0] and not piles[1]:
            return None
        after = _CHOOSE_AGAIN
    else:
        if stock.trigger or stock.idle:
            return None
        me = players[seat]
        excess = me.size - HAND_LIMIT
        if me.animals & OTTER:
            excess -= OTTER_MORE
        if excess > 0:
            after = Turn(CHECK, 0, 0, excess, NO_WILD, 0, False, False, True)
        else:
            after = FIRST_TURN
            seat = (seat + 1) % len(players)
            events += _NOW_BEGINS[seat]
    return State(state.game, state.seed, seat, events, after, players, piles, market, discards, stock)


def draw(state: State, pile: int) -> State | None:
    """Draw a card."""
    piles = state.piles
    cards = piles[pile]
    if len(cards) < 2:
        return None
    seat: Any = state.current_player
    turn, me, card = state.turn, state.players[seat], cards[0]
    actions, left = turn.actions, turn.cards - 1
    if turn.phase == CHOOSE:
        actions -= 1
        left = 2 if me.animals & SQUIRREL else 1
    elif turn.phase != DRAW:
        return None
    me = Player(
        me.hand + _ONE[card], me.known, me.size + 1, me.board, me.feathers, me.animals, me.wilds_played
    )
    players, rest = _with(state.players, seat, me), _without_top(piles, pile)
    events = DREW[seat][pile][card]
    if not left:
        return _after_action(state, players, actions, events, rest, state.market, state.discards)
    after = _DRAWING[actions][left]
    return State(
        state.game,
        state.seed,
        seat,
        events,
        after,
        players,
        rest,
        state.market,
        state.discards,
        state.stock,
    )


def take(state: State, source: int) -> State | None:
    """Take the uncovered card of a column, as the whole action; a column that it empties is refilled next."""
    turn = state.turn
    seat: Any = state.current_player
    me, cards = state.players[seat], state.market[source]
    actions = turn.actions
    if turn.phase == CHOOSE:
        if me.animals & RABBIT:
            return None
        actions -= 1
    elif turn.phase != TAKE:
        return None
    piles = state.piles
    if not cards or not (piles[0] or piles[1]):
        return None
    card = cards[-1]
    one = _ONE[card]
    me = Player(
        me.hand + one, me.known + one, me.size + 1, me.board, me.feathers, me.animals, me.wilds_played
    )
    players, rest = _with(state.players, seat, me), cards[:-1]
    market = _with_column(state.market, source, rest)
    if rest:
        return _after_action(
            state, players, actions, TOOK[seat][source][card], state.piles, market, state.discards
        )
    return State(
        state.game,
        state.seed,
        seat,
        TOOK[seat][source][card],
        _REFILLING[actions][source],
        players,
        state.piles,
        market,
        state.discards,
        state.stock,
    )


def take_discard(state: State, _: object) -> State | None:
    """Take the top of the discard pile as the whole action; it is no progress, and does not end the turn here."""
    turn, discards = state.turn, state.discards
    seat: Any = state.current_player
    me = state.players[seat]
    actions, progress = turn.actions, turn.progress
    if turn.phase == CHOOSE:
        if me.animals & RABBIT:
            return None
        actions -= 1
    elif turn.phase != TAKE:
        return None
    piles = state.piles
    if not discards or not (progress or actions) or not (piles[0] or piles[1]):
        return None
    card = discards[-1]
    one = _ONE[card]
    me = Player(
        me.hand + one, me.known + one, me.size + 1, me.board, me.feathers, me.animals, me.wilds_played
    )
    players, events, rest = _with(state.players, seat, me), TOOK[seat][3][card], discards[:-1]
    if progress:
        return _after_action(state, players, actions, events, piles, state.market, rest)
    return State(
        state.game,
        state.seed,
        seat,
        events,
        _NO_PROGRESS_YET,
        players,
        piles,
        state.market,
        rest,
        state.stock,
    )


def refill(state: State, pile: int) -> State | None:
    """Lay a card onto a column."""
    turn, piles = state.turn, state.piles
    cards = piles[pile]
    if turn.phase != REFILL or turn.cards or len(cards) < 2:
        return None
    seat: Any = state.current_player
    card, column = cards[0], turn.column
    filled = state.market[column] + c.SINGLE[card]
    events = REFILLED[seat][pile][column][card]
    rest, market = _without_top(piles, pile), _with_column(state.market, column, filled)
    if len(filled) == COLUMN:
        return _after_action(state, state.players, turn.actions, events, rest, market, state.discards)
    return State(
        state.game,
        state.seed,
        seat,
        events,
        turn,
        state.players,
        rest,
        market,
        state.discards,
        state.stock,
    )


def place(state: State, where: tuple[int, int]) -> State | None:
    """Lay a card that is to be paid for, frees no wild and moves no animal."""
    front, corner = where
    seat: Any = state.current_player
    if seat is None:
        return None
    turn, me = state.turn, state.players[seat]
    board, hand = me.board, me.hand
    if not hand & c.PRESENT[front]:
        return None
    card = c.lowest(hand, front)
    plot = board >> _PLOT_SHIFT[front] & PLOT_MASK
    laying = state.game.menus.layings[plot << 9 | card << 3 | corner]  # type: ignore[attr-defined]
    # Either the season owns the corner, or nothing lies there, not even a wild.
    if laying is None or not (plot & 7 or board >> corner - 1 & 17 == 1):
        return None
    change, cost, points = laying
    actions = turn.actions
    if turn.phase == CHOOSE:
        actions -= 1
        if me.animals & FROG:
            cost -= 1
    elif turn.phase != PLACE:
        return None
    if not 0 < cost < me.size:
        return None
    return State(
        state.game,
        state.seed,
        seat,
        (Placed(seat, c.CARD_IDS[card], corner, cost, False, points),),
        _PAYING[actions][cost],
        _with(state.players, seat, _without(me, card, board + change)),
        state.piles,
        state.market,
        state.discards,
        state.stock,
    )


def finish(state: State, _: object) -> State | None:
    """End the place action."""
    turn = state.turn
    if turn.phase != PLACE:
        return None
    return _after_action(state, state.players, turn.actions, (), state.piles, state.market, state.discards)


def pay(state: State, front: int) -> State | None:
    """Pay a card, unless a freed wild goes back or a set is completed."""
    turn = state.turn
    if turn.phase != PAY:
        return None
    seat: Any = state.current_player
    me = state.players[seat]
    if not me.hand & c.PRESENT[front]:
        return None
    if turn.wild != NO_WILD:  # a freed one
        if turn.cost > 1:
            after = Turn(PAY, turn.actions, 0, turn.cost - 1, FREED, 0, False, False, True)
        elif wild_places(me.board):
            after = Turn(WILD, turn.actions, 0, 0, FREED, 0, False, False, True)
        else:
            return None
    elif turn.cost > 1:
        after = _PAYING[turn.actions][turn.cost - 1]
    elif me.board & 15 or not complete(me.board):
        after = _PLACING[turn.actions]
    else:
        return None
    card = c.lowest(me.hand, front)
    return State(
        state.game,
        state.seed,
        seat,
        DISCARDED[COST][seat][card],
        after,
        _with(state.players, seat, _without(me, card, me.board)),
        state.piles,
        state.market,
        state.discards + c.SINGLE[card],
        state.stock,
    )


def discard(state: State, front: int) -> State | None:
    """Discard a card over the hand limit."""
    turn = state.turn
    if turn.phase not in (CHECK, DISCARD) or turn.final or not turn.progress:
        return None
    seat: Any = state.current_player
    me = state.players[seat]
    if not me.hand & c.PRESENT[front]:
        return None
    card = c.lowest(me.hand, front)
    players, events = _with(state.players, seat, _without(me, card, me.board)), DISCARDED[LIMIT][seat][card]
    if turn.cost > 1:
        after = Turn(DISCARD, 0, 0, turn.cost - 1, NO_WILD, 0, False, False, True)
    elif state.stock.trigger or state.stock.idle:
        return None
    else:
        after = FIRST_TURN
        seat = (seat + 1) % len(players)
        events += _NOW_BEGINS[seat]
    return State(
        state.game,
        state.seed,
        seat,
        events,
        after,
        players,
        state.piles,
        state.market,
        state.discards + c.SINGLE[card],
        state.stock,
    )


def _without(me: Player, card: int, board: int) -> Player:
    """Return the player without a card, with this board; a known card goes first."""
    known, one = me.known, _ONE[card]
    if known and known & _COPIES[card]:
        known -= one
    return Player(me.hand - one, known, me.size - 1, board, me.feathers, me.animals, me.wilds_played)


def never(state: State, _: object) -> None:
    """Stand for the swift function of an action that has none."""


def by_action(menus: Menus) -> dict[Action, tuple[Swift, Any]]:
    """Return for each action that has one its function here, with the argument; none is for the solo game."""
    return {
        menus.finish: (finish, None),
        menus.take[3, False]: (take_discard, None),
        **{menus.draw[pile, False]: (draw, pile) for pile in range(2)},
        **{menus.take[source, False]: (take, source) for source in range(3)},
        **{
            action: (place, (front, corner))
            for (front, corner, feather), action in menus.place.items()
            if not feather
        },
        **{action: (pay, front) for front, action in enumerate(menus.pay)},
        **{action: (discard, front) for front, action in enumerate(menus.discard)},
        **{action: (refill, pile) for pile, action in enumerate(menus.refill)},
    }
