"""What is true of every state: ranges, conservation, and that each phase can go on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from boardkit.errors import InvalidState
from boardkit.games.fifteen_days import cards as c
from boardkit.games.fifteen_days import model as m
from boardkit.games.fifteen_days.boards import PLOTS, card_at, complete, plot_of, wild_places
from boardkit.games.fifteen_days.effects import COLUMN, hand_limit
from boardkit.games.fifteen_days.wire import Memo

__all__ = ["audit", "census"]

_MOST_EVENTS = 500


class _Facts(Struct, frozen=True, gc=False):
    """What the audit wants to know of a player.

    Attributes:
        cards: the season cards in the hand and on the board.
        tally: the same, counted.
        laid: how many season cards lie on the board.
        wilds: wilds on the board.
        known: whether the hand holds all known cards.
    """

    cards: bytes
    tally: int
    laid: int
    wilds: int
    known: bool


def tally(cards: bytes) -> int:
    """Return how often each card is there, as one number: 16 bits a card, more than any document can fill."""
    return sum(map(_ONE_OF.__getitem__, cards))


_ONE_OF = tuple(1 << 16 * card for card in range(c.CARDS))
_TALLIES = Memo(tally)


def _facts(player: m.Player) -> _Facts:
    found = [card_at(player.board, front) for front in range(c.FRONTS)]
    laid = [card for card in found if card is not None]
    cards = bytes([*c.cards_of(player.hand), *laid])
    return _Facts(
        cards,
        tally(cards),
        len(laid),
        wilds_on(player.board),
        _within(player.known, player.hand),
    )


_FACTS = Memo(_facts)


Facts = list[_Facts]


def _cards(state: m.State) -> bytes:
    """Return every season card, wherever it lies."""
    bot = state.stock.bot
    parts = [*state.piles, *state.market, state.discards, state.stock.removed, bot.cards if bot else b""]
    parts += [_FACTS[player].cards for player in state.players]
    return b"".join(parts)


def _tally(state: m.State, facts: Facts) -> int:
    """Count every season card, wherever it lies."""
    tallies, stock = _TALLIES, state.stock
    left, right = state.piles
    one, two, three = state.market
    count: int = tallies[left] + tallies[right] + tallies[one] + tallies[two] + tallies[three]
    count += tallies[state.discards] + tallies[stock.removed]
    if stock.bot is not None:
        count += tallies[stock.bot.cards]
    for fact in facts:
        count += fact.tally
    return count


def wilds_on(board: int) -> int:
    """Return how many wilds lie on a board."""
    return (board >> 4 & 15).bit_count() + sum(PLOTS[plot_of(board, season)].wild > 0 for season in range(4))


def census(state: m.State) -> Mapping[str, int]:
    """Count every card by name, the wilds and the feathers, wherever they are."""
    counts = dict.fromkeys(c.CARD_IDS, 0)
    for card in _cards(state):
        counts[c.CARD_IDS[card]] += 1
    counts["wilds"] = _wilds(state)
    counts["feathers"] = _feathers(state)
    return counts


def _wilds(state: m.State) -> int:
    laid: int = sum([_FACTS[player].wilds for player in state.players])
    return state.stock.wilds + laid + (state.turn.wild != m.NO_WILD)


def _feathers(state: m.State) -> int:
    return state.stock.feathers + sum([player.feathers for player in state.players])


def audit(game: Any, state: m.State) -> None:
    """Check a state.

    Raises:
        InvalidState: with a pointer into the readable form.
    """
    if len(state.players) != game.players:
        raise InvalidState("/seats", f"there are {game.players} players")
    facts = [_FACTS[player] for player in state.players]
    if _tally(state, facts) != game.tally:
        raise InvalidState("", "the season cards are not those of this game")
    _audit_players(game, state, facts)
    _audit_stock(game, state)
    _audit_events(state)
    _audit_turn(game, state)


def _audit_players(game: Any, state: m.State, facts: Facts) -> None:
    stock = state.stock
    held = 0 if stock.bot is None else stock.bot.animals
    wilds, feathers = stock.wilds + (state.turn.wild != m.NO_WILD), stock.feathers
    in_play: int = 2 * game.players
    for seat, player in enumerate(state.players):
        if held & player.animals:
            raise InvalidState("/seats", "an animal is held twice")
        held |= player.animals
        if not facts[seat].known:
            raise InvalidState(f"/seats/{seat}/known", "a known card is not in the hand")
        if player.wilds_played > _most_wilds_played(state, seat):
            raise InvalidState(f"/seats/{seat}/wilds_played", "more than this board can have seen")
        wilds += facts[seat].wilds
        feathers += player.feathers
    if wilds != in_play:
        raise InvalidState("/wilds", f"{in_play} wilds are in play")
    if feathers != game.players + 1:
        raise InvalidState("/feathers", f"{game.players + 1} feathers are in play")


def _most_wilds_played(state: m.State, seat: int) -> int:
    """Return how many wilds the seat can have put down.

    Each of them lies on the board, or is about to move, or a card of the board came in its place: a wild that
    went back to the supply (F18) may be played again, so there can be more than there are wilds.
    """
    facts: _Facts = _FACTS[state.players[seat]]
    moving = state.turn.wild == m.FREED and seat == state.current_player
    return facts.wilds + facts.laid + moving


def _within(part: int, hand: int) -> bool:
    """Whether a hand holds every card of another one as often."""
    while part:
        shift = ((part & -part).bit_length() - 1) // 3 * 3
        if part >> shift & 7 > hand >> shift & 7:
            return False
        part &= ~(7 << shift)
    return True


def _audit_stock(game: Any, state: m.State) -> None:
    stock = state.stock
    for column, cards in enumerate(state.market):
        if len(cards) > COLUMN:
            raise InvalidState(f"/market/{column}", f"a column has at most {COLUMN} cards")
    if stock.removed and list(stock.removed) != sorted(stock.removed):
        raise InvalidState("/removed", "cards in ascending order")
    expected = 5 if game.players == 2 else 0
    if len(stock.removed) != 3 * expected or (
        expected
        and any(sum(game.removable(card, kind) for card in stock.removed) != expected for kind in range(3))
    ):
        raise InvalidState("/removed", f"{expected} cards of each kind")
    if (stock.bot is not None) != game.options.solo:
        raise InvalidState("/bot", "there is one exactly in a solo game")
    if stock.first_player >= game.players:
        raise InvalidState("/first_player", "no such seat")
    if stock.idle >= game.options.stall_limit_laps * game.players:
        raise InvalidState("/idle", "the game would have ended")
    _audit_trigger(game, state)


def _audit_trigger(game: Any, state: m.State) -> None:
    stock, run_out = state.stock, not all(state.piles)
    if stock.trigger == m.NO_TRIGGER and (run_out or stock.last_turns):
        raise InvalidState("/trigger", "an empty pile begins the last turns")
    if stock.trigger == m.BY_PILE and not run_out:
        raise InvalidState("/trigger", "no pile is empty")
    if stock.trigger == m.BY_SET and (
        game.options.complete_ends != "finish_round" or not any(complete(p.board) for p in state.players)
    ):
        raise InvalidState("/trigger", "no completed set")
    if stock.last_turns > game.players - 1:
        raise InvalidState("/last_turns", "every other player has one more turn")


def _audit_events(state: m.State) -> None:
    if len(state.events) > _MOST_EVENTS:
        raise InvalidState("/events", "more than a step can make happen")


_OVER = m.Turn(m.OVER, 0, 0, 0, m.NO_WILD, 0, False, False, False)


def _audit_turn(game: Any, state: m.State) -> None:
    turn, seat = state.turn, state.current_player
    if (seat is None) != (turn.phase == m.OVER):
        raise InvalidState("/current_player", "None exactly at the end")
    if seat is None:
        if turn != _OVER:
            raise InvalidState("/turn", "nothing is open at the end")
        return
    if seat >= game.players:
        raise InvalidState("/current_player", "no such seat")
    if not _fits(game, state, state.players[seat]):
        raise InvalidState("/turn", "this phase has no such numbers")
    # With cards in both piles only a second card to take may be lacking.
    if (turn.phase == m.TAKE or not all(state.piles)) and not game.legal_actions(state):
        raise InvalidState("/turn", "nothing can be done")


# Smallest and largest numbers of actions, cards and cost, by phase.
_BOUNDS = {
    m.CHOOSE: (1, 2, 0, 0, 0, 0),
    m.DRAW: (0, 1, 1, 2, 0, 0),
    m.TAKE: (0, 1, 1, 1, 0, 0),
    m.REFILL: (0, 1, 0, 1, 0, 0),
    m.PLACE: (0, 1, 0, 0, 0, 0),
    m.PAY: (0, 1, 0, 0, 1, 3),
    m.WILD: (0, 1, 0, 0, 0, 0),
    m.CHECK: (0, 0, 0, 0, 1, 255),
    m.DISCARD: (0, 0, 0, 0, 1, 255),
}


def _fits(game: Any, state: m.State, player: m.Player) -> bool:
    """Whether the numbers of the turn are such as its phase has, and the rest of them 0."""
    t = state.turn
    phase = t.phase
    bounds = _BOUNDS[phase]
    in_bounds = (
        bounds[0] <= t.actions <= bounds[1]
        and bounds[2] <= t.cards <= bounds[3]
        and bounds[4] <= t.cost <= bounds[5]
    )
    return (
        in_bounds
        and t.cost <= player.size
        and _wild_fits(state, player)
        and (not t.sweep or (phase == m.REFILL and game.options.solo))
        and (not t.final or (phase in (m.CHECK, m.DISCARD) and complete(player.board)))
        and (phase != m.REFILL or len(state.market[t.column]) < COLUMN)
        and (phase == m.REFILL or t.column == 0)
        and (phase != m.CHECK or t.cost == player.size - hand_limit(state.stock, player))
    )


def _wild_fits(state: m.State, player: m.Player) -> bool:
    wild = state.turn.wild
    if state.turn.phase == m.WILD:
        return (
            wild != m.NO_WILD
            and bool(wild_places(player.board))
            and (wild != m.BONUS or state.turn.actions == 0)
        )
    return wild == m.NO_WILD or (wild == m.FREED and state.turn.phase == m.PAY)
