"""Every game of the library keeps the contract: at every player count, and with every option.

Each run is short; ``python -m boardkit.testing GAME --episodes 1000`` is the long one.
"""

import pytest

import boardkit
from boardkit import registry
from boardkit.errors import InvalidOption
from boardkit.testing import check_game

NAMES = [name for name in registry.names() if registry.is_builtin(name)]


def tables():
    for name in NAMES:
        info = registry.find(name).info
        for players in range(info.min_players, info.max_players + 1):
            yield pytest.param(name, players, id=f"{name}-{players}")


def other_options():
    """Yield each option at each of the values that it has not by default."""
    for name in NAMES:
        for option in registry.find(name).describe_game().options:
            values = {"bool": (True, False), "choice": option.allowed, "int": (option.minimum, option.maximum)}
            for value in values.get(option.kind, ()):
                if value != option.default:
                    yield pytest.param(name, option.name, value, id=f"{name}-{option.name}-{value}")


@pytest.mark.parametrize(("name", "players"), list(tables()))
def test_at_every_player_count(name, players):
    game = boardkit.make(name, players)
    report = check_game(game, episodes=1, seed=players, deep=6, processes=players == game.info.default_players)
    assert report.steps > 0
    assert not report.skipped


@pytest.mark.parametrize(("name", "option", "value"), list(other_options()))
def test_with_every_option(name, option, value):
    info = registry.find(name).info
    played = 0
    # Some options are for some player counts alone: the usual one is tried first.
    for players in (info.default_players, *range(info.min_players, info.max_players + 1)):
        try:
            game = boardkit.make(name, players, **{option: value})
        except InvalidOption:
            continue
        played = check_game(game, episodes=1, seed=7, deep=3, processes=False).episodes
        break
    assert played == 1, "no player count allows this value"
