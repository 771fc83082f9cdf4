"""Every game of the library keeps the contract: at every player count, and with every option.

Each run is short; ``python -m boardkit.testing GAME --episodes 1000`` is the long one.
"""

import pytest

from boardkit.testing import check_game
from tests.settings import BUILTIN, every_option, every_player_count

TABLES = [
    pytest.param(game, id=f"{name}-{game.players}") for name in BUILTIN for game in every_player_count(name)
]
OPTIONS = [
    pytest.param(game, id=f"{name}-{option}-{value}")
    for name in BUILTIN
    for option, value, game in every_option(name)
]


@pytest.mark.parametrize("game", TABLES)
def test_at_every_player_count(game):
    usual = game.players == game.info.default_players
    report = check_game(game, episodes=1, seed=game.players, deep=6, processes=usual)
    assert report.steps > 0
    assert not report.skipped


@pytest.mark.parametrize("game", OPTIONS)
def test_with_every_option(game):
    assert check_game(game, episodes=1, seed=7, deep=3, processes=False).steps > 0
