"""The course of rounds under random play agrees with an independent simulation, within sampling error."""

import pytest

from tests.games.tamakushige.measure import EXPECTED, measure

# Half of the last digit to which the expected figures are given, and their own sampling error of 60,000 rounds.
_ROUNDING = {"true hearts win, %": 0.25, "eliminations": 0.008, "card moves": 0.1, "rounds": 0.06}


@pytest.mark.parametrize("players", EXPECTED)
def test_rounds_end_as_expected(players):
    figures, endings = measure(players, 600)
    for name, (mean, error) in figures.items():
        assert abs(mean - EXPECTED[players][name]) < 4 * error + _ROUNDING[name], name
    assert endings["lanterns"] > endings["void"] > 0
