"""What is handed in on the command line: games by name, settings, files."""

from __future__ import annotations

import difflib
import functools
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
from click.shell_completion import CompletionItem

import boardkit
from boardkit import registry
from boardkit.errors import DecodeError, InvalidOption, shorten
from boardkit.game import Game
from boardkit.info import OptionInfo, option_infos
from boardkit.record import Record

__all__ = [
    "build_game",
    "game_argument",
    "game_options",
    "language_option",
    "read_record",
    "spell",
    "suggest",
]

AnyGame = Game[Any, Any, Any]
F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R")

# The longest record there can be is some ten megabytes; whatever is far beyond is no file of ours.
_MAX_BYTES = 64 * 1024 * 1024
_INT = re.compile(r"[+-]?[0-9]{1,80}", re.ASCII)
_BOOLS = {
    "true": True,
    "yes": True,
    "on": True,
    "1": True,
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}


def suggest(message: str, given: str, known: Iterable[str]) -> str:
    """Return ``message`` with the name that was probably meant, if one is close enough."""
    close = difflib.get_close_matches(given.lower(), tuple(known), n=1, cutoff=0.5)
    return f"{message}. Did you mean {close[0]}?" if close else message


def spell(value: bool | int | str) -> str:
    """Return an option's value as it is typed after ``--set option=``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _complete(
    context: click.Context,  # noqa: ARG001  click hands it in
    parameter: click.Parameter,  # noqa: ARG001  as above
    typed: str,
) -> list[CompletionItem]:
    """Return the games whose names begin with what was typed so far, for shells that ask."""
    return [CompletionItem(name) for name in registry.names() if name.startswith(typed)]


def game_argument(*, required: bool) -> Callable[[F], F]:
    """Return the argument GAME; whether there is such a game is seen when it is made."""
    return click.argument("name", metavar="GAME", required=required, shell_complete=_complete)


def game_options(command: Callable[..., R]) -> Callable[..., R]:
    """Give a command its argument GAME and the options that say which game exactly.

    The command gets them as one Game, its argument ``game``.
    """

    @functools.wraps(command)
    def with_game(
        name: str, players: int | None, settings: tuple[str, ...], components: str | None, **others: Any
    ) -> R:
        return command(game=build_game(name, players, settings, components), **others)

    decorators = (
        game_argument(required=True),
        click.option(
            "--players", type=int, metavar="N", help="Number of players; each game has its usual one."
        ),
        click.option(
            "--set",
            "settings",
            multiple=True,
            metavar="OPTION=VALUE",
            help="An option of the game, as `boardkit games GAME` lists them; may be given several times.",
        ),
        click.option("--components", metavar="FILE", help="A component set of your own (JSON)."),
    )
    decorated: Callable[..., R] = with_game
    for decorator in reversed(decorators):
        decorated = decorator(decorated)
    return decorated


language_option = click.option(
    "--language",
    type=click.Choice(["en", "ja"]),
    default="en",
    show_default=True,
    help="English or Japanese.",
)


def build_game(name: str, players: int | None, settings: Sequence[str], components: str | None) -> AnyGame:
    """Return the game that the arguments describe.

    Raises:
        click.UsageError: a setting that is not OPTION=VALUE or comes twice.
        click.ClickException: the file cannot be read or is not JSON.
        BoardkitError: whatever :func:`boardkit.make` finds wrong.
    """
    cls = registry.find(name)
    chosen = _read_settings(option_infos(cls.options_type), settings)
    data = None if components is None else read_json(components)
    return cls.make(players, chosen, data)


def _read_settings(infos: Sequence[OptionInfo], settings: Sequence[str]) -> dict[str, object]:
    by_name = {info.name: info for info in infos}
    chosen: dict[str, object] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        # Options are Python names; people type either of the two dashes.
        name = name.strip().replace("-", "_")
        if not equals or not name:
            raise click.UsageError(f"--set {shorten(setting)}: expected OPTION=VALUE")
        if name in chosen:
            raise click.UsageError(f"--set {name}: given twice")
        if name not in by_name:
            message = f"there is no option {shorten(name)}; there are: {', '.join(by_name) or 'none'}"
            raise click.UsageError(suggest(message, name, by_name))
        chosen[name] = _value(by_name[name], value.strip())
    return chosen


def _value(info: OptionInfo, text: str) -> object:
    """Read a value as its option wants it; a wrong one is refused in the library's own words."""
    if info.kind == "bool" and text.lower() in _BOOLS:
        return _BOOLS[text.lower()]
    if info.kind == "int" and _INT.fullmatch(text):
        return int(text)
    if info.kind == "choice":
        return next(
            (value for value in info.allowed if str(value) == text), text
        )  # a wrong one is refused later
    if info.kind == "str":
        return text
    raise InvalidOption(info.name, text, info.allowed_text)


def read_bytes(path: str) -> bytes:
    """Return what a file holds; ``-`` is stdin.

    Raises:
        click.ClickException: it cannot be read, or it is far too big.
    """
    try:
        if path == "-":
            data = sys.stdin.buffer.read(_MAX_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(_MAX_BYTES + 1)
    except OSError as error:
        raise click.ClickException(f"cannot read {path}: {error.strerror or error}") from None
    except ValueError as error:  # a name that no file can have
        raise click.ClickException(f"cannot read {shorten(path)}: {error}") from None
    if len(data) > _MAX_BYTES:
        raise click.ClickException(f"{path} is too big: more than {_MAX_BYTES // 1024 // 1024} MB")
    return data


def read_json(path: str) -> Any:
    """Return the JSON document in a file as dicts, lists, strings and numbers.

    Raises:
        click.ClickException: it cannot be read, or it is not JSON.
    """
    try:
        return msgspec.json.decode(read_bytes(path))
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise click.ClickException(f"{path} is not JSON: {error}") from None


def read_record(path: str) -> Record:
    """Return the record in a file, as it stands there: whether it replays is not looked at.

    Raises:
        click.ClickException: it cannot be read, or it is something else.
    """
    data = read_bytes(path)
    try:
        found = boardkit.from_json(data)
    except DecodeError as error:
        raise click.ClickException(f"{path} is not a record: {error}") from None
    if not isinstance(found, Record):
        raise click.ClickException(f"{path} is not a record, but a {type(found).__name__}")
    return found
