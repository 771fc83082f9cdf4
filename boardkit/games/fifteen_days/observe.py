"""Who knows what: views of a state (FD-5)."""

from __future__ import annotations

from typing import Any

from boardkit.errors import InvalidState, InvalidView
from boardkit.games.fifteen_days import cards as c
from boardkit.games.fifteen_days import events as e
from boardkit.games.fifteen_days import model as m
from boardkit.games.fifteen_days.wire import (
    ANIMALS_OF,
    CARDS_OF_BYTES,
    CARDS_OF_HAND,
    CORNERS_OF,
    FRONTS_OF_HAND,
    Memo,
    bot_view,
    turn_view,
)

__all__ = ["audit_view", "observe"]

# The events in which something may be hidden.
_SECRET = (e.Drew, e.Dealt)


def back_counts(hand: int) -> tuple[int, int, int]:
    """Return how many cards of a hand have the summer, autumn and winter back."""
    backs = [c.BACK_OF[card] for card in c.cards_of(hand)]
    return backs.count(0), backs.count(1), backs.count(2)


def observe(state: m.State, player: int | None) -> m.View:
    """Return what ``player`` may know; None is a spectator."""
    game: Any = state.game
    show_backs = game.options.show_backs
    left, right = state.piles
    stock = state.stock
    # Most players are as they were a step ago, so their views are looked up.
    seen = _VIEWS_WITH_BACKS if show_backs else _VIEWS
    hand = None
    if player is not None:
        own = state.players[player].hand
        hand = CARDS_OF_HAND[own] if show_backs else FRONTS_OF_HAND[own]
    return m.View(
        game,
        player,
        state.current_player,
        tuple(
            [
                _redacted(event, player, show_backs) if type(event) in _SECRET else event
                for event in state.events
            ]
        ),
        hand,
        turn_view(state.turn),
        tuple([seen[who] for who in state.players]),
        (_pile_view(left), _pile_view(right)),
        tuple([CARDS_OF_BYTES[column] for column in state.market]),
        tuple(map(c.CARD_IDS.__getitem__, state.discards)),
        len(stock.removed),
        stock.wilds,
        stock.feathers,
        stock.first_player,
        stock.idle,
        m.TRIGGERS[stock.trigger],
        stock.last_turns,
        None if stock.bot is None else bot_view(stock.bot),
        state.ranking,
    )


def _pile_view(pile: bytes) -> m.PileView:
    return m.PileView(len(pile), c.BACKS[c.BACK_OF[pile[0]]] if pile else None)


def _player_view(player: m.Player, show_backs: bool) -> m.PlayerView:
    return m.PlayerView(
        player.size,
        CARDS_OF_HAND[player.known],
        back_counts(player.hand) if show_backs else None,
        CORNERS_OF[player.board],
        player.feathers,
        ANIMALS_OF[player.animals],
        player.wilds_played,
        player.points,
    )


_VIEWS = Memo(lambda player: _player_view(player, show_backs=False))
_VIEWS_WITH_BACKS = Memo(lambda player: _player_view(player, show_backs=True))


def _redacted(event: Any, player: int | None, show_backs: bool) -> e.FifteenDaysEvent:
    """Return the event as ``player`` may know it; redacting twice changes nothing."""
    kind = type(event)
    if kind is e.Drew:
        card = event.card if event.player == player else None
        return e.Drew(event.player, event.pile, card, event.back if show_backs else None)
    if kind is e.Dealt:
        if event.player != player:
            return e.Dealt(event.player, None, None)
        return e.Dealt(event.player, event.cards, event.backs if show_backs else None)
    return event  # type: ignore[no-any-return]  # an event


def audit_view(view: m.View) -> None:
    """Check a view from outside: some state must look exactly like it.

    Raises:
        InvalidView: there is none.
    """
    from boardkit.games.fifteen_days.worlds import World  # noqa: PLC0415  needed only then

    game: Any = view.game
    if len(view.seats) != game.players:
        raise InvalidView("/seats", f"there are {game.players} players")
    if view.player is not None and view.player >= game.players:
        raise InvalidView("/player", "no such seat")
    if view.current_player is not None and view.current_player >= game.players:
        raise InvalidView("/current_player", "no such seat")
    if (view.hand is None) != (view.player is None):
        raise InvalidView("/hand", "a player has a hand, a spectator has none")
    state = World(view, bytes(32)).state()
    try:
        game.audit(state)
    except InvalidState as error:
        raise InvalidView(error.pointer, error.detail) from None
    seen = observe(state, view.player)
    for field in view.__struct_fields__:
        if getattr(seen, field) != getattr(view, field):
            raise InvalidView(f"/{field}", "no state looks like this")
