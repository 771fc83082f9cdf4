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
    shorten,
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


_LANGUAGES = ("en", "ja")


def _require(kind: type, given: object) -> None:
    """Raise a BoardkitError if something else was handed in than a state or a view."""
    if not isinstance(given, kind):
        raise BoardkitError(f"expected a {kind.__name__}, got {shorten(given)}")


def _require_language(language: object) -> None:
    if language not in _LANGUAGES:
        raise InvalidOption("language", language, ", ".join(_LANGUAGES))


def legal_actions(state: State) -> tuple[Any, ...]:
    """Return what ``state.current_player`` may do, in a fixed order; empty exactly at the end.

    Raises:
        BoardkitError: this is no state.
    """
    # Here and below: looking at what was handed in only once something went wrong costs the usual call nothing.
    try:
        return state.game.legal_actions(state)
    except (AttributeError, TypeError):
        _require(State, state)
        raise


def check(state: State, action: Action) -> None:
    """Return None if ``action`` is legal in ``state``.

    Raises:
        IllegalAction: with a stable code, the id of the rule that forbids it, and a sentence.
        BoardkitError: this is no state.
    """
    try:
        state.game.check(state, action)
    except (AttributeError, TypeError):
        _require(State, state)
        raise


def step(state: S, action: Action) -> S:
    """Return the state after ``action``; ``state`` itself stays as it is.

    Raises:
        IllegalAction: see :func:`check`.
        BoardkitError: this is no state.
    """
    try:
        return state.game.step(state, action)  # type: ignore[no-any-return]  # a game steps within its own states
    except (AttributeError, TypeError):
        _require(State, state)
        raise


def step_unchecked(state: S, action: Action) -> S:
    """Do as :func:`step` for an action out of ``legal_actions(state)``; undefined for any other."""
    return state.game.step_unchecked(state, action)  # type: ignore[no-any-return]  # as for step


def observe(state: State, player: int | None) -> Any:
    """Return the View of ``player`` (None: a spectator): all that this player may know.

    Raises:
        InvalidPlayer: no such seat.
        BoardkitError: this is no state.
    """
    _require(State, state)
    return state.game.observe(state, player)


def resample(view: View, seed: int | bytes | None = None) -> Any:
    """Draw a state that could have led to exactly this view: a world to think in.

    Raises:
        CannotResample: the view is a spectator's.
        InvalidView: nothing can have led to it.
        InvalidOption: a bad seed.
        BoardkitError: this is no view.
    """
    _require(View, view)
    return view.game.resample(view, seed)


def draw(view: View, language: str = "en") -> str:
    """Return a picture of ``view`` as an SVG document, labelled in English (``en``) or Japanese (``ja``).

    Raises:
        InvalidOption: another language.
        BoardkitError: this is no view.
    """
    _require(View, view)
    _require_language(language)
    return view.game.draw(view, language)


def text(view: View, language: str = "en") -> str:
    """Return ``view`` as a few lines of plain text, in English (``en``) or Japanese (``ja``).

    Raises:
        InvalidOption: another language.
        BoardkitError: this is no view.
    """
    _require(View, view)
    _require_language(language)
    return view.game.text(view, language)


def describe(game: Game[Any, Any, Any], thing: Action | Event, language: str = "en") -> str:
    """Return one short line for an action or an event of ``game``, in English (``en``) or Japanese (``ja``).

    Raises:
        InvalidOption: another language.
        BoardkitError: this is no game, or no action or event of it.
    """
    _require(Game, game)
    _require_language(language)
    if type(thing) not in (*game.action_types, *game.event_types):
        raise BoardkitError(f"expected an action or an event of {game.name}, got {shorten(thing)}")
    return game.describe(thing, language)
