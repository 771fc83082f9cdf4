"""``python -m boardkit.testing GAME``: check a game from a shell."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from boardkit.errors import BoardkitError, InvalidOption
from boardkit.registry import find, make
from boardkit.testing import ConformanceError, check_game
from boardkit.testing._probe import AnyGame

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the game that the arguments name.

    Returns:
        the exit status: 0 if it conforms, 1 if not, 2 if there is no such game or option.
    """
    chosen = _parser().parse_args(arguments)
    options = dict(_option(text) for text in chosen.option)
    try:
        info = find(chosen.game).info
        everything = range(info.min_players, info.max_players + 1)
        games = _games(chosen.game, everything if chosen.all_players else [chosen.players], options)
        for game in games:
            print(check_game(game, chosen.episodes, chosen.seed, deep=chosen.deep), flush=True)  # noqa: T201
    except ConformanceError as error:
        print(error, *getattr(error, "__notes__", ()), sep="\n", file=sys.stderr)  # noqa: T201
        return 1
    except BoardkitError as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 2
    return 0


def _games(name: str, counts: Iterable[int | None], options: dict[str, Any]) -> list[AnyGame]:
    """Return the game at the player counts that the options allow, if there is any."""
    made, refused = [], None
    for players in counts:
        try:
            made.append(make(name, players, **options))
        except InvalidOption as error:
            refused = refused or error
    if refused is not None and not made:
        raise refused
    return made


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m boardkit.testing", description="Check that a game keeps the contract."
    )
    parser.add_argument("game", help="a name out of boardkit.games()")
    parser.add_argument("--players", type=int, help="number of seats (the game's usual number)")
    parser.add_argument(
        "--all-players", action="store_true", help="every number of seats that the options allow"
    )
    parser.add_argument("--episodes", type=int, default=20, help="games to play (20)")
    parser.add_argument("--seed", type=int, default=0, help="everything that is drawn follows from it (0)")
    parser.add_argument("--deep", type=int, default=8, help="positions a game for the dear checks (8)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option, the value as in JSON"
    )
    return parser


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


if __name__ == "__main__":
    sys.exit(main())
