"""Checks of views and events that come from outside.

A view is sound if some state leads to it: one is drawn as for resampling, audited, and observed again.
"""

from __future__ import annotations

from collections.abc import Iterable

from boardkit import chance
from boardkit.errors import InvalidState, InvalidView, shorten
from boardkit.games.tamakushige.audit import audit
from boardkit.games.tamakushige.event_names import event_fault
from boardkit.games.tamakushige.model import View
from boardkit.games.tamakushige.observe import observe
from boardkit.games.tamakushige.resample import draw_state
from boardkit.games.tamakushige.tables import Tables

__all__ = ["audit_view"]

_SEED = bytes(chance.SEED_BYTES)


def audit_view(view: View, tables: Tables) -> None:
    """Check that some state leads to ``view``.

    Raises:
        InvalidView: with a JSON pointer.
    """
    _audit_names(view, tables)
    try:
        state = draw_state(view, tables, _SEED)
        audit(state, tables)
    except InvalidState as error:
        raise InvalidView(error.pointer, error.detail) from None
    again = observe(state, tables, view.player)
    if again != view:
        fields = (name for name in view.__struct_fields__ if getattr(again, name) != getattr(view, name))
        raise InvalidView("/" + next(fields), "does not agree with the rest of the view")


def _audit_names(view: View, tables: Tables) -> None:
    """Check that all cards, seats and spaces exist, and what else drawing a state relies on."""
    if len(view.seats) != tables.players:
        raise InvalidView("/seats", f"{len(view.seats)} seats, there are {tables.players}")
    _seats((("/player", view.player), ("/current_player", view.current_player)), tables)
    _seats((("/start", view.start), ("/leader", view.leader), ("/asked_from", view.asked_from)), tables)
    _seats((("/last_winner", view.last_winner),), tables)
    _cards("/hand", view.hand or (), tables)
    _cards("/discards", view.discards, tables)
    for number, seat in enumerate(view.seats):
        _cards(f"/seats/{number}/acquired", seat.acquired, tables)
        _seats(((f"/seats/{number}/peeked", other) for other in seat.peeked), tables)
        if seat.heart is not None and seat.heart not in tables.heart_codes:
            raise InvalidView(f"/seats/{number}/heart", f"there is no card {shorten(seat.heart)}")
    for zone, plays in (("plays", view.plays), ("trick", view.trick)):
        _cards(f"/{zone}", (play.card for play in plays), tables)
        _seats(((f"/{zone}/{place}/player", play.player) for place, play in enumerate(plays)), tables)
    for space in (*view.lit, *(() if view.soul is None else (view.soul,))):
        if space >= len(tables.board.moves):
            raise InvalidView("/soul" if space == view.soul else "/lit", f"there is no space {space}")
    _audit_exchanges(view, tables)
    _audit_resolution(view, tables)
    for place, event in enumerate(view.events):
        fault = event_fault(event, tables)
        if fault is not None:
            raise InvalidView(f"/events/{place}", fault)


def _audit_exchanges(view: View, tables: Tables) -> None:
    played = len(view.plays) + len(view.trick)
    before = 0
    for place, swap in enumerate(view.swaps):
        at = f"/swaps/{place}"
        _seats(((at + "/player", swap.player), (at + "/partner", swap.partner)), tables)
        _cards(at, (card for card in (swap.given, swap.received) if card is not None), tables)
        if not before <= swap.plays <= played:
            raise InvalidView(at + "/plays", "exchanges stand in order, between plays")
        knows = view.player in {swap.player, swap.partner}
        if {swap.given is not None, swap.received is not None} != {knows}:
            raise InvalidView(at, "both cards are known to the two players, and to nobody else")
        before = swap.plays


def _audit_resolution(view: View, tables: Tables) -> None:
    seen, at = view.resolution, "/resolution/"
    if seen is None:
        return
    named = (seen.winner, seen.receiver, seen.actor, seen.target, seen.starter)
    _seats(((at[:-1], seat) for seat in named), tables)
    single = (seen.picked, seen.given, seen.card, seen.offered)
    _cards(at[:-1], (*seen.rest, *seen.hozuki, *(card for card in single if card is not None)), tables)
    if seen.offering and seen.actor is None:
        raise InvalidView(at + "offering", "nobody can have offered a card")
    if seen.offered is not None and not (seen.offering and seen.actor == view.player):
        raise InvalidView(at + "offered", "the card is known to the actor only")


def _seats(seats: Iterable[tuple[str, int | None]], tables: Tables) -> None:
    for pointer, seat in seats:
        if seat is not None and seat >= tables.players:
            raise InvalidView(pointer, f"there is no seat {seat}")


def _cards(pointer: str, cards: Iterable[str], tables: Tables) -> None:
    found = set()
    for place, card in enumerate(cards):
        if card not in tables.card_codes:
            raise InvalidView(f"{pointer}/{place}", f"there is no card {shorten(card)}")
        if card in found and pointer != "/resolution":
            raise InvalidView(f"{pointer}/{place}", "the card stands there twice")
        found.add(card)
