"""``python -m boardkit.testing GAME``: check a game from a shell."""

from __future__ import annotations

import argparse
import sys

from boardkit import make
from boardkit.errors import BoardkitError
from boardkit.testing import ConformanceError, check_game


def main(arguments: list[str] | None = None) -> int:
    """Check the game that the arguments name; 0 if it conforms, 1 if not, 2 if there is no such game."""
    parser = argparse.ArgumentParser(
        prog="python -m boardkit.testing", description="Check a game against the contract."
    )
    parser.add_argument("game", help="a name out of boardkit.games()")
    parser.add_argument(
        "--players", type=int, help="number of seats (default: the game's own, 0: all in turn)"
    )
    parser.add_argument("--episodes", type=int, default=20, help="games to play (default: 20)")
    parser.add_argument("--seed", type=int, default=0, help="everything drawn follows from it (default: 0)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    chosen = parser.parse_args(arguments)
    options = dict(option.partition("=")[::2] for option in chosen.option)
    try:
        print(check_game(make(chosen.game, chosen.players, **options), chosen.episodes, chosen.seed))  # noqa: T201
    except ConformanceError as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 1
    except BoardkitError as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
