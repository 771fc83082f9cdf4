import json

import boardkit
from boardkit import registry


def test_lists_every_game_with_titles_players_and_rules_version(run):
    result = run("games")
    assert result.exit_code == 0
    assert result.stderr == ""
    for game in boardkit.games().values():
        assert f"{game.name}: {game.title.en} / {game.title.ja}" in result.stdout
        assert f"(usually {game.default_players}); rules version {game.rules}" in result.stdout
        assert game.provenance_summary in result.stdout


def test_lists_options_with_type_default_allowed_and_meaning(run):
    lines = run("games", env={"COLUMNS": "200"}).stdout.splitlines()
    (line,) = [line for line in lines if line.startswith("hand_size ")]
    assert line.split() == [
        "hand_size",
        "int",
        "3",
        "an",
        "int",
        "from",
        "1",
        "to",
        "5",
        "Cards",
        "dealt",
        "to",
        "each",
        "player.",
    ]
    (line,) = [line for line in lines if line.startswith("peeking ")]
    assert " bool " in line
    assert " true " in line


def test_shows_one_game_in_full(run):
    out = run("games", "magpie", env={"COLUMNS": "200"}).stdout
    assert out.startswith("magpie: Magpie / カササギ\nplayers 2 to 4 (usually 3); rules version 1\n")
    assert "cards (reconstructed): made up for the tests" in out
    assert (
        "\nhand_size=3\n  Hand size / 手札の枚数\n  int: an int from 1 to 5\n  Cards dealt to each player.\n"
    ) in out


def test_shows_nothing_of_the_others_then(run):
    out = run("games", "magpie").stdout
    assert [name for name in registry.names() if f"{name}: " in out] == ["magpie"]


def test_writes_json_for_programs(run):
    games = json.loads(run("games", "--json").stdout)
    assert [game["name"] for game in games] == sorted(boardkit.games())
    one = json.loads(run("games", "magpie", "--json").stdout)
    assert one in games
    assert one["title"] == {"en": "Magpie", "ja": "カササギ"}
    assert one["options"][0]["name"] == "hand_size"
    assert (one["options"][0]["minimum"], one["options"][0]["maximum"]) == (1, 5)
    assert one["provenance"] == [
        {"part": "cards", "status": "reconstructed", "source": "made up for the tests"}
    ]


def test_a_game_that_does_not_load_is_a_warning_in_one_line(run, monkeypatch):
    monkeypatch.setattr(registry, "names", lambda: ("gone", "magpie"))
    find = registry.find

    def broken(name):
        if name == "gone":
            raise boardkit.RegistrationError("game gone cannot be loaded: it is broken")
        return find(name)

    monkeypatch.setattr(registry, "find", broken)
    result = run("games")
    assert result.exit_code == 0
    assert result.stderr == "boardkit: warning: game gone cannot be loaded: it is broken\n"
    assert "magpie: " in result.stdout


def test_a_name_that_is_nearly_right(refused):
    message = refused("games", "magpei")
    assert "'magpei'" in message
    assert message.endswith("Did you mean magpie?")


def test_a_name_that_is_nothing_like_a_game(refused):
    message = refused("games", "xyzzy")
    assert message.startswith("no game named 'xyzzy'; there are: ")
    assert "Did you mean" not in message
