"""Whether the cards, seats and spaces that an event names exist."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from boardkit.errors import shorten
from boardkit.games.tamakushige import events as ev
from boardkit.games.tamakushige.tables import Tables
from boardkit.state import Event

__all__ = ["event_fault"]

_SEATS = frozenset({"player", "weakest", "target", "partner", "victim", "starter", "winners"})
_CARDS = frozenset({"card", "cards", "given", "received"})
_HEARTS = frozenset({"heart", "hearts"})
_SPACES = frozenset({"space", "end"})
_PER_SEAT = frozenset({"hands", "acquired", "points", "scythes", "scores", "hearts"})


def event_fault(event: Event, tables: Tables) -> str | None:
    """Return what an event names that this game does not have, or None."""
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field in _PER_SEAT and isinstance(value, tuple) and len(value) != tables.players:
            return f"{field} has {len(value)} entries, there are {tables.players} players"
        known = _known(event, field, tables)
        if known is not None and value is not None:
            for name in value if isinstance(value, tuple) else (value,):
                if name not in known:
                    return f"{field} is {shorten(name)}, which this game does not have"
    return None


def _known(event: Event, field: str, tables: Tables) -> Container[Any] | None:
    if field in _SEATS or (field == "start" and isinstance(event, ev.RoundStarted)):
        return range(tables.players)
    if field in _CARDS and not (field == "cards" and isinstance(event, ev.Scored)):
        return tables.card_codes
    if field in _HEARTS:
        return tables.heart_codes
    if field in _SPACES or field == "start":
        return range(len(tables.board.moves))
    return None
