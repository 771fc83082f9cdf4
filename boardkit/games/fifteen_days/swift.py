"""The commonest steps, straight from state to state.

Each function here does what the Draft's method of the same name does (``effects.py``), in the plain case: several
players, no feather, no pile that runs out or has run out, no completed set, no animal that moves. In any other case it
returns None, and the Draft does the step. A test holds the two against each other.
"""

from __future__ import annotations

from typing import Any

from boardkit.games.fifteen_days import cards as c
from boardkit.games.fifteen_days.boards import PLOT_MASK, PLOTS, lay
from boardkit.games.fifteen_days.effects import COLUMN, FIRST_TURN, THREE, hand_limit
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
from boardkit.games.fifteen_days.menus import FROG, RABBIT, SQUIRREL, base_cost
from boardkit.games.fifteen_days.model import (
    CHECK,
    CHOOSE,
    DISCARD,
    DRAW,
    NO_TRIGGER,
    NO_WILD,
    PAY,
    PLACE,
    Player,
    State,
    Turn,
)

__all__ = ["discard", "draw", "finish", "pay", "place", "refill", "take"]

_ONE = c.ONE
# The turn between two actions, after progress; and while drawing, by actions and cards to come.
_CHOOSE_AGAIN = Turn(CHOOSE, 1, 0, 0, NO_WILD, 0, False, False, True)
_DRAWING = tuple(
    tuple(Turn(DRAW, actions, cards, 0, NO_WILD, 0, False, False, True) for cards in range(4))
    for actions in range(2)
)
_PLACING = tuple(Turn(PLACE, actions, 0, 0, NO_WILD, 0, False, False, True) for actions in range(2))
Events = tuple[FifteenDaysEvent, ...]
Piles = tuple[bytes, ...]


def _plain(state: State) -> bool:
    """Whether nothing special goes on: no bot, no end in sight, no turns without progress before this one."""
    stock = state.stock
    return stock.trigger == NO_TRIGGER and stock.bot is None and not stock.idle


def _without_top(piles: Piles, pile: int) -> Piles:
    return (piles[0], piles[1][1:]) if pile else (piles[0][1:], piles[1])


def _with_column(market: Piles, column: int, cards: bytes) -> Piles:
    return (cards, *market[1:]) if column == 0 else (*market[:column], cards, *market[column + 1 :])


def _asked(
    state: State, me: Player, after: Turn, events: Events, piles: Piles, market: Piles, discards: bytes
) -> State:
    """Return the state in which the same player is asked for something else."""
    seat: Any = state.current_player
    players = state.players
    return State(
        state.game,
        state.seed,
        seat,
        events,
        after,
        (*players[:seat], me, *players[seat + 1 :]),
        piles,
        market,
        discards,
        state.stock,
    )


def _after_action(
    state: State, me: Player, actions: int, events: Events, piles: Piles, market: Piles, discards: bytes
) -> State:
    """Return the state after an action with progress: another one, the hand check, or the next turn."""
    if actions:
        return _asked(state, me, _CHOOSE_AGAIN, events, piles, market, discards)
    excess = me.size - hand_limit(state.stock, me)
    if excess > 0:
        check = Turn(CHECK, 0, 0, excess, NO_WILD, 0, False, False, True)
        return _asked(state, me, check, events, piles, market, discards)
    return _next_turn(state, me, events, piles, market, discards)


def _next_turn(
    state: State, me: Player, events: Events, piles: Piles, market: Piles, discards: bytes
) -> State:
    seat: Any = state.current_player
    players = state.players
    following = (seat + 1) % len(players)
    return State(
        state.game,
        state.seed,
        following,
        (*events, TURN_BEGAN[following]),
        FIRST_TURN,
        (*players[:seat], me, *players[seat + 1 :]),
        piles,
        market,
        discards,
        state.stock,
    )


def draw(state: State, pile: int, feather: bool) -> State | None:
    """Draw a card."""
    turn, piles = state.turn, state.piles
    cards = piles[pile]
    if feather or len(cards) < 2 or not _plain(state):
        return None
    seat: Any = state.current_player
    me, card = state.players[seat], cards[0]
    actions, left = turn.actions, turn.cards - 1
    if turn.phase == CHOOSE:
        actions -= 1
        left = 2 if me.animals & SQUIRREL else 1
    me = Player(
        me.hand + _ONE[card], me.known, me.size + 1, me.board, me.feathers, me.animals, me.wilds_played
    )
    events, rest = DREW[seat][pile][card], _without_top(piles, pile)
    if left:
        return _asked(state, me, _DRAWING[actions][left], events, rest, state.market, state.discards)
    return _after_action(state, me, actions, events, rest, state.market, state.discards)


def take(state: State, source: int, feather: bool) -> State | None:
    """Take the uncovered card of a column that is not emptied by it, as the whole action."""
    turn = state.turn
    if feather or source == 3 or not _plain(state):
        return None
    seat: Any = state.current_player
    me, cards = state.players[seat], state.market[source]
    if len(cards) < 2:
        return None
    actions = turn.actions
    if turn.phase == CHOOSE:
        if me.animals & RABBIT:
            return None
        actions -= 1
    card = cards[-1]
    one = _ONE[card]
    me = Player(
        me.hand + one, me.known + one, me.size + 1, me.board, me.feathers, me.animals, me.wilds_played
    )
    market = _with_column(state.market, source, cards[:-1])
    return _after_action(state, me, actions, TOOK[seat][source][card], state.piles, market, state.discards)


def refill(state: State, pile: int) -> State | None:
    """Lay a card onto a column."""
    turn, piles = state.turn, state.piles
    cards = piles[pile]
    if len(cards) < 2 or turn.cards or not _plain(state):
        return None
    seat: Any = state.current_player
    card, column = cards[0], turn.column
    filled = state.market[column] + c.SINGLE[card]
    me, events = state.players[seat], REFILLED[seat][pile][column][card]
    rest, market = _without_top(piles, pile), _with_column(state.market, column, filled)
    if len(filled) < COLUMN:
        return _asked(state, me, turn, events, rest, market, state.discards)
    return _after_action(state, me, turn.actions, events, rest, market, state.discards)


def place(state: State, front: int, corner: int, feather: bool) -> State | None:
    """Lay a card that is to be paid for, frees no wild and moves no animal."""
    seat: Any = state.current_player
    me, season, value = state.players[seat], front // 6, front % 6
    board, shift = me.board, 8 + 18 * season
    plot = PLOTS[board >> shift & PLOT_MASK]
    if feather or plot.total >= THREE - 1 or plot.wild == value + 1 or not _plain(state):
        return None
    cost, points = 1, 2
    if plot.corner:
        cost = base_cost(plot.values, value, state.game.menus.ascending[corner - 1])  # type: ignore[attr-defined]
        points = 0
    elif board >> 3 + corner & 1:
        return None
    actions = state.turn.actions
    if state.turn.phase == CHOOSE:
        actions -= 1
        if me.animals & FROG:
            cost -= 1
            if not cost:
                return None
    card = c.lowest(me.hand, front)
    after = lay(board, card, corner)
    points += PLOTS[after >> shift & PLOT_MASK].run - plot.run
    return _asked(
        state,
        _without(me, card, after),
        Turn(PAY, actions, 0, cost, NO_WILD, 0, False, False, True),
        (Placed(seat, c.CARD_IDS[card], corner, cost, False, points),),
        state.piles,
        state.market,
        state.discards,
    )


def finish(state: State) -> State | None:
    """End the place action."""
    if not _plain(state):
        return None
    seat: Any = state.current_player
    return _after_action(
        state, state.players[seat], state.turn.actions, (), state.piles, state.market, state.discards
    )


def pay(state: State, front: int) -> State | None:
    """Pay a card when no freed wild and no completed set is to be looked at."""
    turn = state.turn
    seat: Any = state.current_player
    if turn.cost > 1:
        after = Turn(PAY, turn.actions, 0, turn.cost - 1, turn.wild, 0, False, False, True)
    elif turn.wild != NO_WILD or not state.players[seat].board & 15:
        return None
    else:
        after = _PLACING[turn.actions]
    me, card = _lighter(state.players[seat], front)
    events, discards = DISCARDED[COST][seat][card], state.discards + c.SINGLE[card]
    return _asked(state, me, after, events, state.piles, state.market, discards)


def discard(state: State, front: int) -> State | None:
    """Discard a card over the hand limit."""
    turn = state.turn
    seat: Any = state.current_player
    last = turn.cost == 1
    if last and (turn.final or not turn.progress or not _plain(state)):
        return None
    me, card = _lighter(state.players[seat], front)
    events, discards = DISCARDED[LIMIT][seat][card], state.discards + c.SINGLE[card]
    if last:
        return _next_turn(state, me, events, state.piles, state.market, discards)
    after = Turn(DISCARD, 0, 0, turn.cost - 1, NO_WILD, 0, False, turn.final, turn.progress)
    return _asked(state, me, after, events, state.piles, state.market, discards)


def _lighter(me: Player, front: int) -> tuple[Player, int]:
    """Return the player without a card of this front, and the card."""
    card = c.lowest(me.hand, front)
    return _without(me, card, me.board), card


def _without(me: Player, card: int, board: int) -> Player:
    known, one = me.known, _ONE[card]
    if known >> 3 * card & 7:
        known -= one
    return Player(me.hand - one, known, me.size - 1, board, me.feathers, me.animals, me.wilds_played)
