"""What the commands write: text on stdout, and one line on stderr when something is wrong."""

from __future__ import annotations

import io
import os
import re
import sys

from rich.console import Console
from rich.text import Text

__all__ = ["LEAVE", "ask", "complain", "open_console", "prepare_streams", "say", "visible"]

LEAVE = ("q", "quit", "exit")

_WIDTH_OF_A_FILE = 120
# C0 and C1 controls but for newline and tab, and the marks that turn the direction of text: what stands in a
# file of somebody else's must not move the cursor, recolour the screen or pass for something else.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    r"""Return ``text`` with control characters written out, such as ``\x1b`` for Escape."""
    return _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def one_line(text: str) -> str:
    """Return ``text`` as a single printable line."""
    return visible(" ".join(text.split()))


def complain(message: str) -> None:
    """Write one line to stderr."""
    sys.stderr.write(f"boardkit: {one_line(message)}\n")
    sys.stderr.flush()


def prepare_streams() -> None:
    """Let no character of a name or an input stop the program on a terminal that cannot write or read it."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


class _Lines(Console):
    """A console that leaves it to the application what to do when nobody reads any more."""

    def on_broken_pipe(self) -> None:
        self.quiet = True
        raise BrokenPipeError


def open_console() -> Console:
    """Return a console on stdout: colours on a terminal only, and none at all if NO_COLOR is set."""
    plain = bool(os.environ.get("NO_COLOR")) or not sys.stdout.isatty()
    return _Lines(
        file=sys.stdout,
        color_system=None if plain else "auto",
        width=None if sys.stdout.isatty() or "COLUMNS" in os.environ else _WIDTH_OF_A_FILE,
        markup=False,
        highlight=False,
        emoji=False,
    )


def ask(prompt: str) -> str:
    """Return the line that was typed, without the spaces around it.

    Raises:
        EOFError: there is no more input.
    """
    try:
        typed = input(prompt).strip()
    except EOFError:
        sys.stdout.write("\n")
        raise
    if not sys.stdin.isatty():  # nobody has seen it being typed
        sys.stdout.write(visible(typed) + "\n")
    return typed


def say(console: Console, text: str = "", style: str = "") -> None:
    """Write lines as they are: never wrapped, never read as markup."""
    console.print(Text(visible(text), style=style), soft_wrap=True)
