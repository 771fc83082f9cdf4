"""Every game of the library keeps the contract: at every player count, and with every option.

Each run is short; ``python -m boardkit.testing GAME --episodes 1000`` is the long one.
"""

import pytest

import boardkit
from boardkit.testing import check_game
from tests.settings import BUILTIN, every_option, every_player_count


def case(game, *words):
    # Games without a table of actions take long to list them: only their usual setting is always tried.
    usual = game.actions is not None or game is boardkit.make(game.name)
    return pytest.param(game, id="-".join(map(str, words)), marks=() if usual else pytest.mark.slow)


TABLES = [case(game, name, game.players) for name in BUILTIN for game in every_player_count(name)]
OPTIONS = [case(game, name, *option) for name in BUILTIN for *option, game in every_option(name)]


@pytest.mark.parametrize("game", TABLES)
def test_at_every_player_count(game):
    usual = game.players == game.info.default_players
    report = check_game(game, episodes=1, seed=game.players, deep=6, processes=usual)
    assert report.steps > 0
    assert not report.skipped


@pytest.mark.parametrize("game", OPTIONS)
def test_with_every_option(game):
    assert check_game(game, episodes=1, seed=7, deep=3, processes=False).steps > 0
