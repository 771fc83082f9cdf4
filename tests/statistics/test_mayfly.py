"""The larva stage played at random agrees with exact counting."""

import pytest

from tests.statistics import mayfly

GAMES = 1500


@pytest.fixture(scope="module")
def exact():
    return mayfly.exactly()


def test_the_exact_figures(exact):
    assert round(100 * exact.survival, 2) == 55.68
    assert round(exact.eaten, 2) in {8.91, 8.92}


@pytest.mark.rule("MF-7", "MF-2.2.4", "MF-2.2.6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_play_agrees_within_sampling_error(players, exact):
    played = mayfly.play(players, GAMES, seed=players)
    assert abs(played.survival - exact.survival) < 4 * mayfly.error_of_survival(GAMES)
    # One survivor's number of cards varies by less than one and a half.
    assert abs(played.eaten - exact.eaten) < 4 * 1.5 / (GAMES * exact.survival) ** 0.5
