"""Whole matches over a real server, with one client process a seat, each knowing nothing but its token."""

import pytest

from tests.http.server import running
from tests.http.test_engine import GAMES
from tests.http.whole_match import play


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_by_independent_clients(tmp_path, game):
    with running(tmp_path, BOARDKIT_GAMES="magpie") as address:
        summary = play(address, game)
    assert summary["actions"] == sum(summary["acted"])
    assert sum(count > 0 for count in summary["acted"]) >= 2  # more than one process played
    assert len(summary["ranking"]) == len(summary["acted"])
    # Where tiles are laid freely, the first client has laid all of its own by snapping.
    placements = sum("flip" in action for action in summary["first"])
    assert summary["snapped"] == placements
    assert (placements > 0) is (game == "effervescent")
