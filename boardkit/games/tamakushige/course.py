"""The course of a round: playing, scythe windows, evaluating a trick, acquiring.

What happens at the beginning and the end of a round stands in :mod:`rounds`, what cards do in
:mod:`effects`.
"""

from __future__ import annotations

from collections.abc import Callable

from boardkit.games.tamakushige import effects
from boardkit.games.tamakushige import events as ev
from boardkit.games.tamakushige.board import BLOCKED
from boardkit.games.tamakushige.cards import DIRECTIONS
from boardkit.games.tamakushige.model import (
    ACQUIRE,
    AFTER_CARD,
    AFTER_EFFECTS,
    BEFORE_EFFECTS,
    BEFORE_ROUND,
    BETWEEN_EFFECTS,
    GIVE,
    NOBODY,
    NOTHING,
    OWN_TURN,
    PLAY,
    SCYTHE,
    VOID,
    Hearts,
    Resolution,
    State,
)
from boardkit.games.tamakushige.rounds import end_round
from boardkit.games.tamakushige.tables import Tables
from boardkit.games.tamakushige.turn import Turn, move, put
from boardkit.state import Event

__all__ = [
    "acquire",
    "acquire_simply",
    "after_effects",
    "begin_round",
    "decline_scythe",
    "give",
    "go_on",
    "play",
    "play_simply",
    "use_reserved_scythe",
    "use_scythe",
]

_EXTRA_CARD_PLAYERS = 4


def begin_round(turn: Turn) -> None:
    """Ask for the first card of a round that has been set up, after the window before it."""
    open_window(turn, BEFORE_ROUND, turn.start)


def go_on(turn: Turn) -> None:
    """After an action: if the round is over, see to the next one."""
    if turn.ending is not None and end_round(turn, turn.ending):
        begin_round(turn)


def play_simply(state: State, tables: Tables, card: int) -> State | None:
    """Do as :func:`play` does where a card only moves the soul to a plain space, or return None.

    Most cards do no more than that: no lantern, no void, nobody with a scythe.
    """
    active, plays = state.active, state.plays
    soul, moved = tables.plain_moves[state.soul][tables.suits[card]]
    if (
        soul == VOID
        or state.lit >> soul & 1  # never where the soul stays
        or state.scythes != tables.zeros
    ):
        return None
    if len(plays) + 1 - state.trick_from == active.bit_count():
        return _complete_simply(state, tables, card, soul, moved)
    seat: int = state.current_player  # type: ignore[assignment]  # somebody plays
    hands = [*state.hands]
    hands[seat] ^= tables.card_bits[card]
    return State(
        state.game,
        state.seed,
        tables.next_active[active][seat],
        (tables.played_events[seat][card], moved),
        state.round,
        PLAY,
        NOTHING,
        NOBODY,
        state.start,
        state.leader,
        soul,
        state.lit,
        state.collected,
        active,
        tuple(hands),
        state.acquired,
        state.points,
        state.scythes,
        state.scores,
        state.leftover,
        state.hearts,
        plays + tables.bytes[card],
        state.played_by + tables.bytes[seat],
        state.trick_from,
        state.discards,
        state.swaps,
        state.last_winner,
        None,
        state.result,
    )


def _complete_simply(state: State, tables: Tables, card: int, soul: int, moved: Event) -> State | None:
    """Go on with :func:`play_simply` where the card completes the trick and the winner has a choice, or return None."""
    seat: int = state.current_player  # type: ignore[assignment]  # somebody plays
    first, bit = state.trick_from, tables.card_bits
    plays, played_by = state.plays + tables.bytes[card], state.played_by + tables.bytes[seat]
    trick = plays[first:]
    cards = sum([bit[played] for played in trick])
    taken = cards & tables.hozuki
    if cards == taken:
        return None
    winner, weakest = _order(tables, trick, played_by[first:])
    events = [tables.played_events[seat][card], moved, tables.won_events[winner][weakest]]
    hands, acquired = [*state.hands], state.acquired
    hands[seat] ^= bit[card]
    if taken:
        mine = tables.hozuki_events[winner]
        events += [mine[played] for played in trick if taken & bit[played]]
        acquired = put(acquired, winner, acquired[winner] | taken)
    return State(
        state.game, state.seed, winner, tuple(events),
        state.round, ACQUIRE, NOTHING, NOBODY, state.start, state.leader,
        soul, state.lit, state.collected, state.active, tuple(hands), acquired,
        state.points, state.scythes, state.scores, state.leftover, state.hearts,
        plays, played_by, first, state.discards, state.swaps, winner,
        Resolution(
            winner,
            weakest if weakest != winner and _gives(state, tables) else NOBODY,
            cards ^ taken,
            taken & tables.with_effect,
            NOTHING, NOTHING, NOBODY, NOTHING, 0, NOBODY, NOTHING, NOBODY,
        ),
        state.result,
    )  # fmt: skip


def _gives(place: Turn | State, tables: Tables) -> bool:
    """Whether there are enough players for the winner to give a card (T20)."""
    active = place.game.options.give_rule == "active"
    return (place.active.bit_count() if active else tables.players) >= _EXTRA_CARD_PLAYERS


def play(turn: Turn, seat: int, card: int) -> None:
    """Play ``card``: the soul moves, then come the window and the next player or the evaluation (TA-2.2)."""
    tables = turn.tables
    turn.hands = put(turn.hands, seat, turn.hands[seat] ^ 1 << card)
    turn.plays += tables.bytes[card]
    turn.played_by += tables.bytes[seat]
    turn.events.append(tables.played_events[seat][card])
    suit = tables.suits[card]
    way = tables.board.ways[turn.soul][suit]
    reached = tables.board.moves[turn.soul][suit]
    if way < 0 or reached == BLOCKED:
        turn.events.append(tables.card_moves[turn.soul][suit])
    elif move(turn, way, reached, "card", seat):
        return
    if len(turn.plays) - turn.trick_from != turn.active.bit_count():
        open_window(turn, AFTER_CARD, tables.next_active[turn.active][seat])
    elif turn.scythes == tables.zeros:
        evaluate(turn)  # no need to find out from whom to ask
    else:
        open_window(turn, AFTER_CARD, trick_order(turn)[0])


def trick_order(turn: Turn) -> tuple[int, int]:
    """Return who played the strongest and who played the weakest card of the trick (TA-2.2.5)."""
    return _order(turn.tables, turn.plays[turn.trick_from :], turn.played_by[turn.trick_from :])


def _order(tables: Tables, cards: bytes, seats: bytes) -> tuple[int, int]:
    strength = tables.strength[tables.suits[cards[0]]]
    values = [strength[card] for card in cards]
    return seats[values.index(max(values))], seats[values.index(min(values))]


# ---- scythes -------------------------------------------------------------------------------------


def open_window(turn: Turn, window: int, first: int) -> None:
    """Ask the holders of scythe tokens clockwise from ``first``, or go on if there is nobody to ask (T12)."""
    turn.window = window
    turn.asked_from = first
    if turn.scythes == turn.tables.zeros:
        _FOLLOWS[window](turn, first)
        return
    if turn.game.options.scythe_windows == "all":
        holder = next_holder(turn, first, 0)
    elif window == OWN_TURN and turn.scythes[first]:
        holder = first
    else:
        holder = NOBODY
    if holder == NOBODY:
        close_window(turn)
    else:
        turn.ask(SCYTHE, holder)


def next_holder(turn: Turn, first: int, skipped: int) -> int:
    """Return the first active holder of a token at least ``skipped`` seats clockwise from ``first``, or NOBODY."""
    players = turn.tables.players
    for step in range(skipped, players):
        seat = (first + step) % players
        if turn.scythes[seat] and turn.active >> seat & 1:
            return seat
    return NOBODY


def decline_scythe(turn: Turn, seat: int) -> None:
    """Ask the next holder, or close the window."""
    turn.events.append(ev.Declined(seat, "scythe"))
    holder = NOBODY
    if turn.window != OWN_TURN:
        holder = next_holder(turn, turn.asked_from, (seat - turn.asked_from) % turn.tables.players + 1)
    if holder == NOBODY:
        close_window(turn)
    else:
        turn.ask(SCYTHE, holder)


def use_scythe(turn: Turn, seat: int, way: int) -> None:
    """Spend a token; everybody is asked again (TA-2.5, T44)."""
    turn.scythes = put(turn.scythes, seat, turn.scythes[seat] - 1)
    turn.events.append(ev.ScytheUsed(seat, DIRECTIONS[way], False))
    if not move(turn, way, turn.tables.board.neighbours[turn.soul][way], "scythe", seat):
        open_window(turn, turn.window, turn.asked_from)


def use_reserved_scythe(turn: Turn, seat: int, way: int) -> None:
    """Use the scythe of the kokoromoyou card; the owner still has to play (T41)."""
    hearts = turn.hearts
    used = hearts.reserved_used | 1 << seat
    turn.hearts = Hearts(hearts.cards, hearts.shown, used, hearts.ignored, hearts.peeked, hearts.lanterns)
    turn.events.append(ev.ScytheUsed(seat, DIRECTIONS[way], True))
    if not move(turn, way, turn.tables.board.neighbours[turn.soul][way], "reserved-scythe", seat):
        turn.ask(PLAY, seat)


def close_window(turn: Turn) -> None:
    """Go on with what follows the window that nobody uses any more."""
    _FOLLOWS[turn.window](turn, turn.asked_from)


def _after_card(turn: Turn, first: int) -> None:
    if len(turn.plays) - turn.trick_from == turn.active.bit_count():
        evaluate(turn)
    else:
        ask_for_card(turn, first)


def ask_for_card(turn: Turn, seat: int) -> None:
    """Ask for a card, after the window before the own turn where that option is played."""
    if turn.game.options.scythe_windows == "own_turn":
        open_window(turn, OWN_TURN, seat)
    else:
        turn.ask(PLAY, seat)


def start_trick(turn: Turn, leader: int) -> None:
    """Begin the next trick, or end the round if the hands are empty (TA-2.6.2)."""
    turn.resolving = False
    turn.trick_from = len(turn.plays)
    turn.leader = leader
    if turn.hands[leader]:
        ask_for_card(turn, leader)
    else:
        turn.end("hands-empty", NOBODY)


# ---- acquiring -----------------------------------------------------------------------------------


def evaluate(turn: Turn) -> None:
    """Find winner and weakest, and let the winner acquire the hozuki (TA-2.2.5, TA-2.3.1)."""
    tables = turn.tables
    winner, weakest = trick_order(turn)
    trick = turn.plays[turn.trick_from :]
    turn.events.append(tables.won_events[winner][weakest])
    turn.last_winner = winner
    turn.resolving = True
    turn.winner = winner
    turn.receiver = weakest if weakest != winner and _gives(turn, tables) else NOBODY
    turn.actor = turn.target = turn.starter = NOBODY
    turn.picked = turn.given = turn.card = turn.offered = NOTHING
    turn.effect = 0
    bits = tables.card_bits
    cards = sum([bits[card] for card in trick])
    taken = cards & tables.hozuki
    if taken:
        mine = tables.hozuki_events[winner]
        turn.events.extend([mine[card] for card in trick if taken & bits[card]])
        turn.acquired = put(turn.acquired, winner, turn.acquired[winner] | taken)
    turn.hozuki = taken & tables.with_effect
    turn.rest = rest = cards ^ taken
    if rest:
        turn.ask(ACQUIRE, winner)
    else:
        distribute(turn)


def acquire(turn: Turn, winner: int, card: int) -> None:
    """The winner's choice (TA-2.3.2)."""
    turn.rest ^= 1 << card
    turn.acquired = put(turn.acquired, winner, turn.acquired[winner] | 1 << card)
    turn.events.append(turn.tables.choice_events[winner][card])
    if turn.tables.effects[card]:
        turn.picked = card
    if turn.rest and turn.receiver != NOBODY:
        turn.ask(GIVE, winner)
    else:
        distribute(turn)


def acquire_simply(state: State, tables: Tables, card: int) -> State | None:
    """Do as :func:`acquire` does where a card is to be given next, or return None."""
    now = state.resolution
    assert now is not None  # noqa: S101  for the type checker; there is one while cards are acquired
    bit, winner, receiver = tables.card_bits[card], now.winner, now.receiver
    rest = now.rest ^ bit
    if not rest or receiver == NOBODY:
        return None
    acquired = [*state.acquired]
    acquired[winner] |= bit
    picked = card if tables.effects[card] else NOTHING
    return State(
        state.game, state.seed, winner, (tables.choice_events[winner][card],),
        state.round, GIVE, NOTHING, NOBODY, state.start, state.leader,
        state.soul, state.lit, state.collected, state.active, state.hands, tuple(acquired),
        state.points, state.scythes, state.scores, state.leftover, state.hearts,
        state.plays, state.played_by, state.trick_from, state.discards, state.swaps, state.last_winner,
        Resolution(
            winner, receiver, rest, now.hozuki, picked,
            NOTHING, NOBODY, NOTHING, 0, NOBODY, NOTHING, NOBODY,
        ),
        state.result,
    )  # fmt: skip


def give(turn: Turn, winner: int, card: int) -> None:  # noqa: ARG001  all choices of a card look alike
    """The card for the player of the weakest one (TA-2.3.3)."""
    receiver = turn.receiver
    turn.rest ^= 1 << card
    turn.acquired = put(turn.acquired, receiver, turn.acquired[receiver] | 1 << card)
    turn.events.append(turn.tables.given_events[receiver][card])
    turn.given = card
    distribute(turn)


def distribute(turn: Turn) -> None:
    """Discard what is left of the trick and go on to the effects (TA-2.3.4)."""
    if turn.given == NOTHING:
        turn.receiver = NOBODY
    if turn.rest:
        ids, rest = turn.tables.card_ids, turn.rest
        left = bytes([card for card in turn.plays[turn.trick_from :] if rest >> card & 1])
        turn.discards += left
        turn.rest = 0
        turn.events.append(ev.CardsDiscarded(tuple([ids[card] for card in left])))
    open_window(turn, BEFORE_EFFECTS, turn.winner)


def leader_of_next(turn: Turn) -> int:
    """Return who leads the next trick, or would: the one chosen or the winner, else the next active (T24, T46)."""
    wanted = turn.winner if turn.starter == NOBODY else turn.starter
    return wanted if turn.active >> wanted & 1 else turn.tables.next_active[turn.active][wanted]


def after_effects(turn: Turn, done: bool) -> None:
    """Once the actor's effects are done, open the window after those of the winner, or of everybody."""
    if not done:
        return
    was_winner = turn.actor == turn.winner
    turn.actor = turn.target = NOBODY
    turn.card = turn.offered = NOTHING
    turn.effect = 0
    if was_winner:
        turn.hozuki, turn.picked = 0, NOTHING
        if turn.receiver != NOBODY and turn.active >> turn.receiver & 1:
            open_window(turn, BETWEEN_EFFECTS, turn.receiver)
            return
    turn.given = NOTHING
    open_window(turn, AFTER_EFFECTS, leader_of_next(turn))


# What follows a window, with the player from whom it asked, in the order of WINDOWS.
_FOLLOWS: tuple[Callable[[Turn, int], None], ...] = (
    ask_for_card,
    _after_card,
    lambda turn, first: after_effects(turn, effects.begin(turn, first)),
    lambda turn, first: after_effects(turn, effects.begin(turn, first)),
    start_trick,
    lambda turn, first: turn.ask(PLAY, first),
)
