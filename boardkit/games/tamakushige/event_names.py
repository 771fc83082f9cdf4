"""Whether the cards, seats and spaces that an event names exist."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import lru_cache
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
    for field, per_seat, names in _fields(type(event)):
        value = getattr(event, field)
        if value is None:
            continue
        if per_seat and isinstance(value, tuple) and len(value) != tables.players:
            return f"{field} has {len(value)} entries, there are {tables.players} players"
        if names is not None:
            known = names(tables)
            for name in value if isinstance(value, tuple) else (value,):
                if name not in known:
                    return f"{field} is {shorten(name)}, which this game does not have"
    return None


_Names = Callable[[Tables], Container[Any]]


@lru_cache(maxsize=64)
def _fields(kind: type[Event]) -> tuple[tuple[str, bool, _Names | None], ...]:
    """Return which fields of a kind of event there is something to check in, and what."""
    checked = [(field, field in _PER_SEAT, _known(kind, field)) for field in kind.__struct_fields__]
    return tuple([check for check in checked if check[1] or check[2] is not None])


def _known(kind: type[Event], field: str) -> _Names | None:
    if field in _SEATS or (field == "start" and kind is ev.RoundStarted):
        return lambda tables: range(tables.players)
    if field in _CARDS and not (field == "cards" and kind is ev.Scored):
        return lambda tables: tables.card_codes
    if field in _HEARTS:
        return lambda tables: tables.heart_codes
    if field in _SPACES or field == "start":
        return lambda tables: range(len(tables.board.moves))
    return None
