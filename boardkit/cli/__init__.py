"""The command ``boardkit``: look at the games, play in the terminal, step through records.

    cli/
      app.py        the command and its subcommands; what every error looks like
      games.py      boardkit games
      play.py       boardkit play
      replay.py     boardkit replay
      menu.py       numbered actions, shown page by page and found by typing
      outcome.py    places and points
      inputs.py     what is handed in: files, settings, games by name
      console.py    what is written: plain or coloured text, one line for an error
      phrases.py    the few sentences of its own, in English and Japanese

It is a client of the library like any other: click and rich (the extra ``cli``) are imported only here, and only
once the command runs.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from boardkit.errors import MissingExtra

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and leave with its exit status.

    0: done. 1: whoever read the output stopped reading. 2: something handed in was wrong, said in one line on
    stderr. 130: interrupted by Ctrl-C.

    Args:
        arguments: what follows the command's name; None takes it from ``sys.argv``.
    """
    try:
        from boardkit.cli.app import app  # noqa: PLC0415  click and rich may not be installed
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] not in {"click", "rich"}:
            raise
        sys.stderr.write(f"boardkit: {MissingExtra('the command line', 'cli')}\n")
        sys.exit(2)
    except KeyboardInterrupt:  # while modules were still being read
        sys.exit(130)
    app.main(args=None if arguments is None else list(arguments), prog_name="boardkit")
