"""Every error that boardkit raises on purpose.

::

    BoardkitError
    ├── UnknownGame (LookupError)         no game of that name
    ├── RegistrationError (ValueError)    two games with one name or tag, a game that cannot be loaded
    ├── InvalidOption (ValueError)        a player count, option or seed out of what is allowed
    ├── InvalidComponents (ValueError)    a component set that does not hold together
    ├── InvalidPlayer (ValueError)        a seat that this game does not have
    ├── IllegalAction (ValueError)        an action that the rules forbid now
    ├── CannotResample (ValueError)       a view from which no world can be drawn (the spectator's)
    ├── DecodeError (ValueError)          bytes that are not what they should be
    │   ├── InvalidState                  well-formed, but no state of a game
    │   ├── InvalidView                   well-formed, but no view of a game
    │   ├── InvalidRecord                 well-formed, but it does not replay to its digest
    │   ├── UnsupportedSchema             a shape newer than this release, or too old to upgrade
    │   └── RulesVersionMismatch          made by other rules than these
    └── MissingExtra (ImportError)        an optional dependency is not installed

All are picklable, and every message says what was given and what is allowed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boardkit.state import Action

__all__ = [
    "BoardkitError",
    "CannotResample",
    "DecodeError",
    "IllegalAction",
    "InvalidComponents",
    "InvalidOption",
    "InvalidPlayer",
    "InvalidRecord",
    "InvalidState",
    "InvalidView",
    "MissingExtra",
    "RegistrationError",
    "RulesVersionMismatch",
    "UnknownGame",
    "UnsupportedSchema",
]

_SHOWN = 80


def shorten(value: object) -> str:
    """``repr`` of ``value``, cut to one readable line: error messages hold untrusted input."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001  a hostile or huge value must not replace the error that is being reported
        text = f"<{type(value).__name__}>"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


class BoardkitError(Exception):
    """Base of every error that boardkit raises on purpose."""

    # Exceptions pickle by calling the class with ``args``; ours take keywords too.
    def __reduce__(self) -> tuple[Any, ...]:
        return _revive, (type(self), self.args, dict(self.__dict__))


def _revive(cls: type[BoardkitError], args: tuple[Any, ...], attributes: dict[str, Any]) -> BoardkitError:
    error = cls.__new__(cls, *args)
    error.args = args
    error.__dict__.update(attributes)
    return error


class UnknownGame(BoardkitError, LookupError):
    """No game of that name is installed.

    Attributes:
        name: the name that was asked for.
        known: the names that exist, sorted.
    """

    def __init__(self, name: object, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(sorted(known))
        super().__init__(f"no game named {shorten(name)}; there are: {', '.join(self.known) or 'none'}")


class RegistrationError(BoardkitError, ValueError):
    """A game cannot be registered: its name or one of its tags is taken, or it does not load."""


class InvalidOption(BoardkitError, ValueError):
    """A player count, an option or a seed that the game does not allow.

    Attributes:
        field: the option's name, ``players`` or ``seed``.
        given: what was handed in.
        allowed: what is allowed, in words.
    """

    def __init__(self, field: str, given: object, allowed: str) -> None:
        self.field = field
        self.given = given
        self.allowed = allowed
        super().__init__(f"{field} is {shorten(given)}, allowed: {allowed}")


class InvalidComponents(BoardkitError, ValueError):
    """A component set that does not hold together.

    Attributes:
        pointer: JSON pointer to the fault, ``""`` for the whole set.
        detail: what is wrong there.
    """

    def __init__(self, pointer: str, detail: str) -> None:
        self.pointer = pointer
        self.detail = detail
        super().__init__(f"components{pointer or ' as a whole'}: {detail}")


class InvalidPlayer(BoardkitError, ValueError):
    """A seat that this game does not have; seats count from 0.

    Attributes:
        given: what was handed in.
        players: the number of seats.
    """

    def __init__(self, given: object, players: int) -> None:
        self.given = given
        self.players = players
        super().__init__(f"player is {shorten(given)}, allowed: 0 to {players - 1}, or None for a spectator")


class IllegalAction(BoardkitError, ValueError):
    """An action that the rules forbid in this state. The state is unchanged.

    Attributes:
        code: stable kebab-case word for programs. Common to all games: ``not-an-action``
            (no action at all), ``wrong-game`` (an action of another game), ``unknown-action``
            (no action that this game could ever offer), ``wrong-type`` (a field of another type,
            such as a bool for an int), ``game-over``. The others are the games' own.
        rule: id of the rule that forbids it, ``""`` where no rule of the game is concerned.
        message: one sentence for a person.
        action: the action as it was handed in.
        details: structured facts for front ends where a game has some (what a placement collides with), else ().
    """

    def __init__(
        self, code: str, rule: str, message: str, action: Action | object, *, details: tuple[Any, ...] = ()
    ) -> None:
        self.code = code
        self.rule = rule
        self.message = message
        self.action = action
        self.details = details
        super().__init__(f"{message} [{code}{', ' + rule if rule else ''}]: {shorten(action)}")


class CannotResample(BoardkitError, ValueError):
    """No world can be drawn from this view: a spectator has no seat to think from."""


class DecodeError(BoardkitError, ValueError):
    """Bytes or objects that are not what they should be.

    Attributes:
        pointer: JSON pointer to the fault, ``""`` for the whole document.
        detail: what is wrong there.
    """

    def __init__(self, pointer: str, detail: str) -> None:
        self.pointer = pointer
        self.detail = detail
        super().__init__(f"{detail} (at {pointer})" if pointer else detail)


class InvalidState(DecodeError):
    """A well-formed document that is no state of its game (ranges, conservation)."""


class InvalidView(DecodeError):
    """A well-formed document that is no view of its game."""


class InvalidRecord(DecodeError):
    """A record that does not replay: an illegal action, other returns or another digest."""


class UnsupportedSchema(DecodeError):
    """A document whose shape this release cannot read."""


class RulesVersionMismatch(DecodeError):
    """A document made by rules that play differently from these.

    Attributes:
        theirs: the rules version of the document.
        ours: the rules version of this release.
    """

    def __init__(self, game: str, theirs: int, ours: int) -> None:
        self.theirs = theirs
        self.ours = ours
        super().__init__("/rules", f"{game} was played by rules version {theirs}, this release has {ours}")


class MissingExtra(BoardkitError, ImportError):
    """An optional dependency is not installed.

    Attributes:
        extra: the extra to install, as in ``pip install 'boardkit[extra]'``.
    """

    def __init__(self, what: str, extra: str) -> None:
        self.extra = extra
        super().__init__(f"{what} needs the extra '{extra}': pip install 'boardkit[{extra}]'")
