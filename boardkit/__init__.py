"""Board and card games with hidden information, as values.

States are immutable and ``step(state, action)`` is pure; what a player may know is a View, and nothing else
reaches a player::

    >>> import boardkit
    >>> game = boardkit.make("maillot-jaune", players=4)
    >>> state = game.initial_state(seed=7)
    >>> while not state.is_terminal:
    ...     view = boardkit.observe(state, state.current_player)
    ...     state = boardkit.step(state, boardkit.legal_actions(state)[0])
    >>> len(state.ranking)
    4
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from boardkit.codec import canonical_json, from_builtins, from_json, to_builtins, to_json
from boardkit.components import ComponentSet, Provenance, Title
from boardkit.errors import (
    BoardkitError,
    CannotResample,
    DecodeError,
    IllegalAction,
    InvalidComponents,
    InvalidOption,
    InvalidPlayer,
    InvalidRecord,
    InvalidState,
    InvalidView,
    MissingExtra,
    RegistrationError,
    RulesVersionMismatch,
    UnknownGame,
    UnsupportedSchema,
)
from boardkit.game import Game, TableGame
from boardkit.info import GameDescription, GameInfo, OptionInfo
from boardkit.record import Record
from boardkit.registry import make, register
from boardkit.state import Action, Event, Options, State, View

if TYPE_CHECKING:
    from boardkit.registry import games  # when a program runs, the callable package boardkit.games
else:
    from boardkit import games

__all__ = [
    "Action",
    "BoardkitError",
    "CannotResample",
    "ComponentSet",
    "DecodeError",
    "Event",
    "Game",
    "GameDescription",
    "GameInfo",
    "IllegalAction",
    "InvalidComponents",
    "InvalidOption",
    "InvalidPlayer",
    "InvalidRecord",
    "InvalidState",
    "InvalidView",
    "MissingExtra",
    "OptionInfo",
    "Options",
    "Provenance",
    "Record",
    "RegistrationError",
    "RulesVersionMismatch",
    "State",
    "TableGame",
    "Title",
    "UnknownGame",
    "UnsupportedSchema",
    "View",
    "__version__",
    "canonical_json",
    "check",
    "describe",
    "draw",
    "from_builtins",
    "from_json",
    "games",
    "legal_actions",
    "make",
    "observe",
    "register",
    "resample",
    "step",
    "step_unchecked",
    "text",
    "to_builtins",
    "to_json",
]

__version__ = "0.1.0"

S = TypeVar("S", bound=State)


def legal_actions(state: State) -> tuple[Any, ...]:
    """Return what ``state.current_player`` may do, in a fixed order; empty exactly at the end."""
    return state.game.legal_actions(state)


def check(state: State, action: Action) -> None:
    """Return None if ``action`` is legal in ``state``.

    Raises:
        IllegalAction: with a stable code, the id of the rule that forbids it, and a sentence.
    """
    state.game.check(state, action)


def step(state: S, action: Action) -> S:
    """Return the state after ``action``; ``state`` itself stays as it is.

    Raises:
        IllegalAction: see :func:`check`.
    """
    return state.game.step(state, action)  # type: ignore[no-any-return]  # a game steps within its own states


def step_unchecked(state: S, action: Action) -> S:
    """Do as :func:`step` for an action out of ``legal_actions(state)``; undefined for any other."""
    return state.game.step_unchecked(state, action)  # type: ignore[no-any-return]  # as for step


def observe(state: State, player: int | None) -> Any:
    """Return the View of ``player`` (None: a spectator): all that this player may know.

    Raises:
        InvalidPlayer: no such seat.
    """
    return state.game.observe(state, player)


def resample(view: View, seed: int | bytes | None = None) -> Any:
    """Draw a state that could have led to exactly this view: a world to think in.

    Raises:
        CannotResample: the view is a spectator's.
        InvalidView: nothing can have led to it.
    """
    return view.game.resample(view, seed)


def draw(view: View, language: str = "en") -> str:
    """Return a picture of ``view`` as an SVG document, labelled in English (``en``) or Japanese (``ja``)."""
    return view.game.draw(view, language)


def text(view: View, language: str = "en") -> str:
    """Return ``view`` as a few lines of plain text."""
    return view.game.text(view, language)


def describe(game: Game[Any, Any, Any], thing: Action | Event, language: str = "en") -> str:
    """Return one short line for an action or an event of ``game``."""
    return game.describe(thing, language)
