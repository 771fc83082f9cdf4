"""The nouns that every game has: State, Action, Event and View, all frozen.

A game subclasses each of them in its ``model.py``::

    class MayflyAction(Action, frozen=True, tag=tagger("mayfly")): ...
    class Place(MayflyAction, frozen=True): card: str      # goes to JSON as {"type": "mayfly.place", ...}

Fields are never sets, dicts or floats, and every integer that can arrive from outside has bounds
(:data:`Seat`, or ``Annotated[int, Meta(ge=..., le=...)]``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

if TYPE_CHECKING:
    from boardkit.game import Game

__all__ = ["Action", "Count", "Event", "Options", "Score", "Seat", "Seed", "State", "View", "tagger"]

Seat = Annotated[int, Meta(ge=0, le=15, description="A seat, counted from 0.")]
Count = Annotated[int, Meta(ge=0, le=1_000_000, description="How many there are.")]
Score = Annotated[
    int, Meta(ge=-1_000_000, le=1_000_000, description="Points; negative where a game has minus points.")
]
Seed = Annotated[
    str,
    Meta(
        min_length=64,
        max_length=64,
        pattern="^[0-9a-f]{64}$",
        description="32 bytes as 64 lower-case hex digits.",
    ),
]

_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def tagger(game: str) -> Callable[[str], str]:
    """Return msgspec's ``tag=`` for the classes of ``game``: ``LayMountain`` becomes ``<game>.lay-mountain``."""

    def tag(class_name: str) -> str:
        return f"{game}.{_WORD_START.sub('-', class_name).lower()}"

    return tag


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """A game's options, one field each, with its default.

    A field's type says what is allowed (``bool``, ``Literal[...]``, ``Annotated[int, Meta(ge=, le=)]``);
    its meaning is the ``description`` of a ``Meta``, its titles stand in the component data.
    """


# Actions and events hold plain values, never each other in a circle, so the cycle collector need not look at them.
class Action(Struct, frozen=True, cache_hash=True, gc=False, tag_field="type", forbid_unknown_fields=True):
    """What a player does: a small frozen record, equal and hashed by value."""


class Event(Struct, frozen=True, gc=False, tag_field="type", forbid_unknown_fields=True):
    """What a step made happen. A field that the viewer may not know is None once redacted."""

    def deltas(self) -> tuple[tuple[str, int], ...]:
        """Return how this event changes the public counts, as (key of ``View.counts()``, change)."""
        return ()


class State(Struct, frozen=True):
    """Everything about a game in play, hidden things included; never shown to a player.

    Attributes:
        game: rules, options and components; the same object in every state of a game.
        seed: the 32 bytes from which all shuffles of this game follow.
        current_player: the seat that is asked, or None when the game is over.
        events: what the last step made happen, in order (after ``initial_state``: the set-up).
    """

    game: Game[Any, Any, Any]
    seed: bytes
    current_player: int | None
    events: tuple[Event, ...]

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player is None

    @property
    def returns(self) -> tuple[int, ...]:
        """The points so far, one a player; at the end the final ones."""
        raise NotImplementedError

    @property
    def ranking(self) -> tuple[int, ...] | None:
        """At the end the ranks from 1, one a player, ties shared, after the tie-breaks; None before."""
        raise NotImplementedError


class View(Struct, frozen=True):
    """What one player may know, with perfect memory of all that player was ever shown.

    Attributes:
        game: rules, options and components; the same object as in the state.
        player: the seat that looks, or None for a spectator.
        current_player: the seat that is asked, or None when the game is over.
        events: the last step's events; what the viewer may not know is None in them.
    """

    game: Game[Any, Any, Any]
    player: Seat | None
    current_player: Seat | None
    events: tuple[Event, ...]

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player is None

    def counts(self) -> Mapping[str, int]:
        """Return the public counts (cards per zone, tokens, scores) by key; each game documents its keys.

        The counts before a step plus the ``deltas()`` of its events are the counts after it, for every viewer.
        """
        raise NotImplementedError

    def _repr_svg_(self) -> str:
        """Return the picture, which Jupyter shows by itself."""
        return self.game.draw(self)
