"""The command with its subcommands, and what happens when something is wrong."""

from __future__ import annotations

import os
import sys
from typing import Any, NoReturn

import click

import boardkit
from boardkit.cli.console import complain, prepare_streams
from boardkit.cli.games import games
from boardkit.cli.inputs import suggest
from boardkit.cli.play import play
from boardkit.cli.replay import replay
from boardkit.errors import BoardkitError, InvalidOption, InvalidPlayer, UnknownGame

__all__ = ["app"]

DONE, NOBODY_READS, WRONG_INPUT, INTERRUPTED = 0, 1, 2, 130


class _Application(click.Group):
    """A group of commands whose every failure is one line on stderr and a status.

    A subcommand returns its exit status, or None for 0.
    """

    def main(self, *args: Any, **settings: Any) -> NoReturn:
        prepare_streams()
        settings["standalone_mode"] = False
        try:
            status = super().main(*args, **settings)
            sys.stdout.flush()
        except click.Abort:
            status = INTERRUPTED
        except click.ClickException as error:
            complain(error.format_message())
            status = WRONG_INPUT
        except BoardkitError as error:
            complain(_sentence(error))
            status = WRONG_INPUT
        except BrokenPipeError:
            _stop_writing()
            status = NOBODY_READS
        sys.exit(status or DONE)


def _sentence(error: BoardkitError) -> str:
    """Return an error's message, with the name that was probably meant."""
    if isinstance(error, UnknownGame):
        return suggest(str(error), str(error.name), error.known)
    if isinstance(error, InvalidPlayer):
        return f"there is no seat {error.given}: 0 to {error.players - 1}"
    if isinstance(error, InvalidOption) and error.field == "seed":
        return f"seed is {error.given}, allowed: 0 to 2**256 - 1"
    return str(error)


def _stop_writing() -> None:
    """Keep the interpreter from complaining when it flushes stdout at its end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # stdout is no file: nothing will be flushed to a pipe
        return


@click.group(
    cls=_Application,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(boardkit.__version__, prog_name="boardkit")
@click.pass_context
def app(context: click.Context) -> None:
    """Board and card games with hidden information."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


app.add_command(games)
app.add_command(play)
app.add_command(replay)
