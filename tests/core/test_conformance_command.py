"""``python -m boardkit.testing``: reports, exit statuses, one line for what cannot be done."""

import pytest

from boardkit import codec, registry
from boardkit.testing.__main__ import main
from tests.core import faults


def test_it_reports_and_is_content(capsys):
    assert main(["magpie", "--episodes", "1", "--players", "2", "--deep", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("magpie, 2 players: 1 games, ")
    assert len(out.splitlines()) == 1


def test_every_player_count_in_turn(capsys):
    options = ["--option", "peeking=false", "--option", "hand_size=2"]
    assert main(["magpie", "--episodes", "1", "--all-players", "--deep", "0", *options]) == 0
    assert [line[:17] for line in capsys.readouterr().out.splitlines()] == [
        "magpie, 2 players",
        "magpie, 3 players",
        "magpie, 4 players",
    ]


def test_the_same_seed_gives_the_same_report(capsys):
    reports = []
    for seed in ("1", "1", "2"):
        main(["magpie", "--episodes", "1", "--seed", seed, "--deep", "0"])
        reports.append(capsys.readouterr().out)
    assert reports[0] == reports[1] != reports[2]


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["chess"], "no game named 'chess'"),
        (["magpie", "--players", "9"], "players is 9, allowed: 2 to 4"),
        (["magpie", "--option", "colour=red"], "colour is 'red', allowed: no such option"),
        (["magpie", "--option", "hand_size"], "hand_size is '', allowed: an int from 1 to 5"),
    ],
)
def test_what_cannot_be_checked_is_one_line(capsys, arguments, text):
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(text)
    assert len(err.splitlines()) == 1


def test_a_fault_is_told_and_is_another_status(capsys, monkeypatch):
    monkeypatch.setitem(registry._registered, "magpie", faults.LosesCard)
    codec._codec_of_tag.cache_clear()
    assert main(["magpie"]) == 1
    codec._codec_of_tag.cache_clear()
    assert "[conservation.census] magpie, episode 0, step " in capsys.readouterr().err
