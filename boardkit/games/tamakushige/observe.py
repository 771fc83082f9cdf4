"""What a player may know of a state."""

from __future__ import annotations

from boardkit.games.tamakushige import events as ev
from boardkit.games.tamakushige.effects import supply
from boardkit.games.tamakushige.model import (
    NOBODY,
    NOTHING,
    PHASES,
    VOID,
    WINDOWS,
    Resolution,
    ResolutionView,
    SeatView,
    State,
    Swap,
    SwapView,
    View,
)
from boardkit.games.tamakushige.tables import Tables
from boardkit.state import Event

__all__ = ["observe", "redact"]


def observe(state: State, tables: Tables, player: int | None) -> View:
    """Return the view of ``player``; None is a spectator."""
    active, hearts = state.active, state.hearts
    played = tables.played_cards
    known = hearts.shown
    if player is not None:
        known |= 1 << player | hearts.peeked[player]
    ids_of, seats_of = tables.ids_of, tables.seats_of
    seats = []
    for seat, hand in enumerate(state.hands):
        bit = 1 << seat
        cards = hand.bit_count()
        seats.append(
            SeatView(
                bool(active & bit),
                cards if active & bit else 0,
                0 if active & bit else cards,
                ids_of[state.acquired[seat]],
                state.points[seat],
                state.scythes[seat],
                state.scores[seat],
                tables.heart_ids[hearts.cards[seat]] if known & bit else None,
                bool(hearts.shown & bit),
                bool(hearts.reserved_used & bit),
                bool(hearts.ignored & bit),
                seats_of[hearts.peeked[seat]],
                hearts.lanterns[seat],
            )
        )
    plays = tuple([played[seat][card] for seat, card in zip(state.played_by, state.plays, strict=True)])
    return View(
        state.game,
        player,
        state.current_player,
        tuple([event if type(event) not in _HIDING else redact(event, player) for event in state.events]),
        state.round,
        PHASES[state.phase],
        None if state.window == NOTHING else WINDOWS[state.window],
        None if state.asked_from == NOBODY else state.asked_from,
        state.start,
        state.leader,
        None if state.soul == VOID else state.soul,
        tables.spaces_of[state.lit],
        state.collected,
        tuple(seats),
        None if player is None else ids_of[state.hands[player]],
        state.leftover.bit_count(),
        plays[: state.trick_from],
        plays[state.trick_from :],
        tuple([tables.card_ids[card] for card in state.discards]),
        tuple([_swap(swap, tables, player) for swap in state.swaps]),
        supply(state),
        None if state.last_winner == NOBODY else state.last_winner,
        None if state.resolution is None else _resolution(state.resolution, tables, player),
        state.result,
    )


def _swap(swap: Swap, tables: Tables, player: int | None) -> SwapView:
    knows = player in {swap.player, swap.partner}
    return SwapView(
        swap.player,
        swap.partner,
        tables.card_ids[swap.given] if knows else None,
        tables.card_ids[swap.received] if knows else None,
        swap.plays,
    )


def _resolution(resolution: Resolution, tables: Tables, player: int | None) -> ResolutionView:
    offering = resolution.offered != NOTHING
    return ResolutionView(
        resolution.winner,
        None if resolution.receiver == NOBODY else resolution.receiver,
        tables.ids_of[resolution.rest],
        tables.ids_of[resolution.hozuki],
        _card(resolution.picked, tables),
        _card(resolution.given, tables),
        None if resolution.actor == NOBODY else resolution.actor,
        _card(resolution.card, tables),
        resolution.effect,
        None if resolution.target == NOBODY else resolution.target,
        offering,
        tables.card_ids[resolution.offered] if offering and player == resolution.actor else None,
        None if resolution.starter == NOBODY else resolution.starter,
    )


def _card(code: int, tables: Tables) -> str | None:
    return None if code == NOTHING else tables.card_ids[code]


_HIDING = frozenset({ev.Dealt, ev.HeartDealt, ev.Peeked, ev.CardsSwapped})


def redact(event: Event, player: int | None) -> Event:
    """Return ``event`` without what ``player`` may not know."""
    if isinstance(event, ev.Dealt):
        return event if event.player == player else ev.Dealt(event.player, event.count, None)
    if isinstance(event, ev.HeartDealt):
        return event if event.player == player else ev.HeartDealt(event.player, None)
    if isinstance(event, ev.Peeked):
        knows = player in {event.player, event.target}
        return event if knows else ev.Peeked(event.player, event.target, None)
    if isinstance(event, ev.CardsSwapped):
        knows = player in {event.player, event.partner}
        return event if knows else ev.CardsSwapped(event.player, event.partner, None, None)
    return event
