"""The commonest steps, straight from state to state.

Each function here does what the Draft's method of the same name does (``effects.py``), in the plain case: no
feather, no solo opponent, no pile that runs out, no turn that ends. In any other case it returns None, and the Draft
does the step. A test holds the two against each other.
"""

from __future__ import annotations

from typing import Any

from boardkit.games.fifteen_days import cards as c
from boardkit.games.fifteen_days.effects import COLUMN
from boardkit.games.fifteen_days.events import COST, DISCARDED, DREW, LIMIT, REFILLED, TOOK
from boardkit.games.fifteen_days.menus import RABBIT, SQUIRREL
from boardkit.games.fifteen_days.model import (
    CHOOSE,
    DISCARD,
    DRAW,
    NO_WILD,
    PAY,
    PLACE,
    Player,
    State,
    Turn,
)

__all__ = ["discard", "draw", "pay", "refill", "take"]

_ONE = c.ONE
# The turn between two actions, after progress; and while drawing, by actions and cards to come.
_CHOOSE_AGAIN = Turn(CHOOSE, 1, 0, 0, NO_WILD, 0, False, False, True)
_DRAWING = tuple(
    tuple(Turn(DRAW, actions, cards, 0, NO_WILD, 0, False, False, True) for cards in range(4))
    for actions in range(2)
)
_PLACING = tuple(Turn(PLACE, actions, 0, 0, NO_WILD, 0, False, False, True) for actions in range(2))


def _replaced(players: tuple[Player, ...], seat: int, player: Player) -> tuple[Player, ...]:
    return (*players[:seat], player, *players[seat + 1 :])


def draw(state: State, pile: int, feather: bool) -> State | None:
    """Draw a card."""
    turn, seat, stock = state.turn, state.current_player, state.stock
    piles = state.piles
    cards = piles[pile]
    if feather or len(cards) < 2 or stock.bot is not None or seat is None:
        return None
    me = state.players[seat]
    if turn.phase == CHOOSE:
        after = _DRAWING[turn.actions - 1][2 if me.animals & SQUIRREL else 1]
    elif turn.cards > 1:
        after = _DRAWING[turn.actions][turn.cards - 1]
    elif turn.actions:
        after = _CHOOSE_AGAIN
    else:
        return None
    card = cards[0]
    me = Player(
        me.hand + _ONE[card], me.known, me.size + 1, me.board, me.feathers, me.animals, me.wilds_played
    )
    return State(
        state.game,
        state.seed,
        seat,
        DREW[seat][pile][card],
        after,
        _replaced(state.players, seat, me),
        (piles[0], cards[1:]) if pile else (cards[1:], piles[1]),
        state.market,
        state.discards,
        stock,
    )


def take(state: State, source: int, feather: bool) -> State | None:
    """Take the uncovered card of a column that is not emptied by it, as the whole action."""
    turn, seat = state.turn, state.current_player
    if feather or source == 3 or state.stock.bot is not None or seat is None:
        return None
    me, market = state.players[seat], state.market
    cards = market[source]
    if turn.actions + turn.cards != 2 or me.animals & RABBIT or len(cards) < 2:
        return None
    card = cards[-1]
    one = _ONE[card]
    me = Player(
        me.hand + one, me.known + one, me.size + 1, me.board, me.feathers, me.animals, me.wilds_played
    )
    rest = cards[:-1]
    return State(
        state.game,
        state.seed,
        seat,
        TOOK[seat][source][card],
        _CHOOSE_AGAIN,
        _replaced(state.players, seat, me),
        state.piles,
        (rest, *market[1:]) if source == 0 else (*market[:source], rest, *market[source + 1 :]),
        state.discards,
        state.stock,
    )


def refill(state: State, pile: int) -> State | None:
    """Lay a card onto a column that has room for another one."""
    turn, piles, market = state.turn, state.piles, state.market
    cards, column = piles[pile], turn.column
    seat: Any = state.current_player
    lying = market[column]
    if len(cards) < 2 or (len(lying) + 1 >= COLUMN and (turn.sweep or turn.cards or not turn.actions)):
        return None
    card = cards[0]
    filled = lying + c.SINGLE[card]
    return State(
        state.game,
        state.seed,
        seat,
        REFILLED[seat][pile][column][card],
        turn if len(filled) < COLUMN else _CHOOSE_AGAIN,
        state.players,
        (piles[0], cards[1:]) if pile else (cards[1:], piles[1]),
        (filled, *market[1:]) if column == 0 else (*market[:column], filled, *market[column + 1 :]),
        state.discards,
        state.stock,
    )


def pay(state: State, front: int) -> State | None:
    """Pay a card when no freed wild and no completed set is to be looked at."""
    turn, seat = state.turn, state.current_player
    if turn.cost > 1:
        after = Turn(PAY, turn.actions, 0, turn.cost - 1, turn.wild, 0, False, False, True)
    elif turn.wild != NO_WILD or seat is None or not state.players[seat].board & 15:
        return None
    else:
        after = _PLACING[turn.actions]
    return _discarded(state, front, COST, after)


def discard(state: State, front: int) -> State | None:
    """Discard a card when more are to follow."""
    turn = state.turn
    if turn.cost == 1:
        return None
    after = Turn(DISCARD, 0, 0, turn.cost - 1, NO_WILD, 0, False, turn.final, turn.progress)
    return _discarded(state, front, LIMIT, after)


def _discarded(state: State, front: int, reason: int, after: Turn) -> State:
    seat: Any = state.current_player
    me = state.players[seat]
    card = c.lowest(me.hand, front)
    one, known = _ONE[card], me.known
    if known >> 3 * card & 7:
        known -= one
    me = Player(me.hand - one, known, me.size - 1, me.board, me.feathers, me.animals, me.wilds_played)
    return State(
        state.game,
        state.seed,
        seat,
        DISCARDED[reason][seat][card],
        after,
        _replaced(state.players, seat, me),
        state.piles,
        state.market,
        state.discards + c.SINGLE[card],
        state.stock,
    )
