import re
from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta

import boardkit
from boardkit.cli import play as play_module
from boardkit.cli.inputs import _read_settings
from boardkit.info import make_options, option_infos
from tests.toys import Magpie

FIRST_ALWAYS = "1\n" * 100


class TestAGame:
    def test_goes_to_its_end(self, run):
        result = run("play", "magpie", "--seed", "5", typed=FIRST_ALWAYS)
        assert result.exit_code == 0
        assert result.stderr == ""
        assert "The game is over." in result.stdout
        assert "seat 0 (you)" in result.stdout

    def test_shows_the_view_and_numbered_actions(self, run):
        game = Magpie.make(3)
        state = game.initial_state(5)
        out = run("play", "magpie", "--seed", "5").stdout
        assert boardkit.text(boardkit.observe(state, 0)) in out
        for place, action in enumerate(boardkit.legal_actions(state), 1):
            assert f"{place}  {boardkit.describe(game, action)}\n" in out

    def test_the_same_seeds_give_the_same_game(self, run):
        def play(*seeds: str) -> str:
            return run("play", "magpie", *seeds, typed=FIRST_ALWAYS).stdout

        both = ("--seed", "5", "--opponent-seed", "1")
        assert play(*both) == play(*both)
        assert play(*both) != play("--seed", "6", "--opponent-seed", "1")
        assert len({play("--seed", "5", "--opponent-seed", str(number)) for number in range(8)}) > 1

    def test_with_players_options_and_components(self, run, tmp_path: Path):
        path, record = tmp_path / "set.json", tmp_path / "record.json"
        path.write_text('{"id": "mine", "data": {"numbers": 9, "copies": 2}}')
        settings = ("--set", "hand-size=2", "--set", "peeking=no", "--components", str(path))
        run("play", "magpie", "--players", "4", *settings, "--record", str(record), typed=FIRST_ALWAYS)
        game = boardkit.from_json(record.read_bytes()).game
        assert (game.players, game.options.hand_size, game.options.peeking) == (4, 2, False)
        assert (game.components.id, game.components.data.numbers) == ("mine", 9)

    def test_in_another_seat(self, run):
        out = run("play", "magpie", "--seat", "2", typed=FIRST_ALWAYS).stdout
        assert "you have seat 2" in out
        assert "Your turn (seat 2)" in out
        assert out.index("· Played: player 0") < out.index("Your turn (seat 2)")
        assert "seat 2 (you)" in out

    def test_in_japanese(self, run):
        out = run("play", "magpie", "--language", "ja", typed=FIRST_ALWAYS).stdout
        assert out.startswith("カササギ：3人、あなたは席0")
        assert "あなたの番です（席0）" in out
        assert "ゲーム終了です。" in out
        assert not re.search(r"Your turn|Actions|The game", out)

    def test_tells_the_ranking_best_first(self, run, tmp_path: Path):
        path = tmp_path / "record.json"
        out = run("play", "magpie", "--record", str(path), typed=FIRST_ALWAYS).stdout
        final = boardkit.from_json(path.read_bytes()).verify()
        rows = re.findall(r"^ +(\d+) +seat (\d)(?: \(you\))? +(\d+) *$", out, re.MULTILINE)
        assert sorted(rows) == sorted(
            (str(final.ranking[seat]), str(seat), str(final.returns[seat])) for seat in range(3)
        )
        assert [int(rank) for rank, _, _ in rows] == sorted(final.ranking)


class TestWhatIsShown:
    """Nothing but what ``observe`` gives to the person's own seat."""

    def test_every_event_of_every_state_as_that_seat_sees_it(self, run, tmp_path: Path):
        path = tmp_path / "record.json"
        arguments = ("play", "magpie", "--seat", "1", "--record", str(path))
        out = run(*arguments, typed=FIRST_ALWAYS).stdout
        record = boardkit.from_json(path.read_bytes())
        expected = [
            f"· {boardkit.describe(record.game, event)}"
            for state in record.replay()
            for event in boardkit.observe(state, 1).events
        ]
        assert [line for line in out.splitlines() if line.startswith("· ")] == expected
        assert any("player 0, number ?" in line for line in expected)

    def test_a_secret_of_the_others_changes_nothing(self, run, monkeypatch):
        """The same game, with everything that seat 0 cannot know drawn again before the first decision."""
        plain = run("play", "magpie", "--seed", "5").stdout
        initial_state = Magpie.initial_state
        monkeypatch.setattr(
            Magpie,
            "initial_state",
            lambda game, seed=None: game.permute_hidden(initial_state(game, seed), 0, 99),
        )
        hidden = run("play", "magpie", "--seed", "5").stdout
        assert initial_state(Magpie.make(3), 5) != Magpie.make(3).initial_state(5)
        assert hidden == plain

    def test_opponents_get_views_of_their_own(self, run, monkeypatch):
        seen = []

        class Watching:
            def __init__(self, seed):
                self.seed = seed

            def act(self, view, legal_actions):
                seen.append(view)
                return legal_actions[0]

        monkeypatch.setattr(play_module, "RandomAgent", Watching)
        run("play", "magpie", typed=FIRST_ALWAYS)
        assert {view.player for view in seen} == {1, 2}
        assert all(isinstance(view, Magpie.view_type) and view.player == view.current_player for view in seen)


class TestBadAnswers:
    def test_are_refused_in_one_line_and_asked_again(self, run):
        out = run("play", "magpie", "--seed", "5", typed="99\nxyzzy\n0\n-1\n").stdout
        asked = [line for line in out.splitlines() if line.startswith("Action (")]
        assert len(asked) == 5
        lines = out.splitlines()
        for typed, said in {"99": "there is no action '99'", "xyzzy": "no action has 'xyzzy'"}.items():
            place = next(
                i for i, line in enumerate(lines) if line.startswith("Action (") and line.endswith(typed)
            )
            assert lines[place + 1].startswith(said)
            assert lines[place + 2].startswith("Action (")

    @pytest.mark.parametrize(
        "typed", [b"\xff\xfe\n1\n", b"\x1b[2J\n1\n", b"\x00\n1\n", "１\n".encode(), b"9" * 100_000 + b"\n1\n"]
    )
    def test_strange_bytes_do_no_harm(self, run, typed):
        result = run("play", "magpie", typed=typed)
        assert result.exit_code == 0
        assert "\x1b" not in result.stdout
        assert "\x00" not in result.stdout
        assert "· Played: player 0" in result.stdout

    def test_words_find_actions(self, run):
        out = run("play", "magpie", "--seed", "5", typed="peek\n").stdout
        assert "Actions with 'peek': 1; Enter shows all again\n" in out

    def test_help_and_the_position_again(self, run):
        out = run("play", "magpie", "--seed", "5", typed="?\n=\n").stdout
        assert "A number does that action." in out
        assert out.count("Your turn (seat 0)") == 2
        assert out.count("Actions: ") == 2


class TestLeaving:
    @pytest.mark.parametrize("typed", ["", "1\n", "q\n", "QUIT\n", "1\nexit\n", "1"])
    def test_is_no_failure(self, run, typed):
        result = run("play", "magpie", typed=typed)
        assert result.exit_code == 0
        assert result.stderr == ""
        assert result.stdout.endswith("You left the game.\n")

    def test_by_ctrl_c(self, run, monkeypatch):
        def interrupt(prompt):
            raise KeyboardInterrupt

        monkeypatch.setattr(play_module, "ask", interrupt)
        result = run("play", "magpie")
        assert result.exit_code == 130
        assert result.stdout.endswith("You left the game.\n")

    def test_keeps_the_record_so_far(self, run, tmp_path: Path):
        path = tmp_path / "record.json"
        out = run("play", "magpie", "--record", str(path), typed="1\n").stdout
        assert out.endswith(f"The record is in {path}.\n")
        record = boardkit.from_json(path.read_bytes())
        final = record.verify()
        assert record.actions
        assert not final.is_terminal
        assert final.current_player == 0

    def test_after_an_interrupted_step_the_record_is_sound(self, run, monkeypatch, tmp_path: Path):
        """Ctrl-C may come anywhere, also between a step and its being noted."""
        path = tmp_path / "record.json"
        step = boardkit.step
        steps = []

        def interrupted(state, action):
            steps.append(action)
            if len(steps) == 4:
                raise KeyboardInterrupt
            return step(state, action)

        monkeypatch.setattr(boardkit, "step", interrupted)
        result = run("play", "magpie", "--record", str(path), typed=FIRST_ALWAYS)
        assert result.exit_code == 130
        assert boardkit.from_json(path.read_bytes()).actions == tuple(steps[:3])


class TestTheRecord:
    def test_holds_the_game(self, run, tmp_path: Path):
        path = tmp_path / "record.json"
        run("play", "magpie", "--seed", "5", "--record", str(path), typed=FIRST_ALWAYS)
        record = boardkit.from_json(path.read_bytes())
        assert record.seed == (5).to_bytes(32, "big")
        assert record.verify().is_terminal

    def test_replaces_an_older_and_longer_one(self, run, tmp_path: Path):
        path = tmp_path / "record.json"
        path.write_bytes(b"x" * 100_000)
        run("play", "magpie", "--record", str(path), typed=FIRST_ALWAYS)
        assert boardkit.from_json(path.read_bytes()).verify().is_terminal

    def test_is_refused_before_a_game_is_played_for_nothing(self, refused, tmp_path: Path):
        assert refused("play", "magpie", "--record", str(tmp_path)).startswith(f"cannot write {tmp_path}: ")
        assert "cannot write" in refused("play", "magpie", "--record", str(tmp_path / "no" / "record.json"))

    def test_an_older_one_survives_a_wrong_argument(self, refused, tmp_path: Path):
        path = tmp_path / "record.json"
        path.write_bytes(b"older")
        refused("play", "magpie", "--seed", "-1", "--record", str(path))
        assert path.read_bytes() == b"older"


class TestWrongArguments:
    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("magpei",), "Did you mean magpie?"),
            ((), "GAME"),
            (("magpie", "more"), "more"),
            (("magpie", "--players", "9"), "players is 9, allowed: 2 to 4"),
            (("magpie", "--players", "two"), "two"),
            (("magpie", "--players", "9" * 5000), "--players"),
            (("magpie", "--seat", "3"), "there is no seat 3: 0 to 2"),
            (("magpie", "--seat", "-1"), "there is no seat -1: 0 to 2"),
            (("magpie", "--set", "hand_size"), "expected OPTION=VALUE"),
            (("magpie", "--set", "=3"), "expected OPTION=VALUE"),
            (("magpie", "--set", "hand_size=9"), "hand_size is 9, allowed: an int from 1 to 5"),
            (("magpie", "--set", "hand_size="), "hand_size is '', allowed: an int from 1 to 5"),
            (("magpie", "--set", "hand_size=true"), "hand_size is 'true', allowed: an int from 1 to 5"),
            (("magpie", "--set", "hand_size=" + "9" * 5000), "allowed: an int from 1 to 5"),
            (("magpie", "--set", "peeking=maybe"), "peeking is 'maybe', allowed: true or false"),
            (("magpie", "--set", "handsize=2"), "Did you mean hand_size?"),
            (("magpie", "--set", "hand_size=2", "--set", "hand-size=2"), "given twice"),
            (("magpie", "--players", "4", "--set", "hand_size=5"), "hand_size is 5, allowed: fewer than"),
            (("magpie", "--seed", "-1"), "seed is -1, allowed: 0 to 2**256 - 1"),
            (("magpie", "--seed", str(2**256)), "allowed: 0 to 2**256 - 1"),
            (("magpie", "--opponent-seed", "-1"), "-1"),
            (("magpie", "--language", "de"), "'en', 'ja'"),
            (("magpie", "--langage", "ja"), "--language"),
            (("magpie", "--components", "/no/such/file"), "cannot read /no/such/file: No such file"),
            (("magpie", "--components", "a\0b"), "cannot read"),
        ],
    )
    def test_get_one_line(self, refused, arguments, said):
        assert said in refused("play", *arguments)

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (b"", "is not JSON"),
            (b"{", "is not JSON"),
            (b"\xff\xfe", "is not JSON"),
            (b"[" * 100_000, "is not JSON"),
            (b"[]", "components as a whole: expected an object"),
            (b"{}", "components"),
            (b'{"id": "mine", "data": {"numbers": 99, "copies": 3}}', "components/data/numbers"),
            (b'{"id": "mine", "data": {"numbers": 6, "copies": 3, "more": 1}}', "more"),
            (b'{"id": "a\\u001b[31m", "data": {"numbers": 5, "copies": 3}}', "components/id"),
        ],
    )
    def test_a_bad_component_file_gets_one_line(self, refused, tmp_path: Path, text, said):
        path = tmp_path / "set.json"
        path.write_bytes(text)
        message = refused("play", "magpie", "--components", str(path))
        assert said in message
        assert "\x1b" not in message

    def test_a_file_without_an_end_gets_one_line(self, refused):
        assert "too big" in refused("play", "magpie", "--components", "/dev/zero")


class Kinds(boardkit.Options, frozen=True):
    number: Annotated[int, Meta(ge=-5, le=5)] = 0
    flag: bool = False
    word: Annotated[str, Meta(max_length=9)] = ""
    choice: Literal["short", "long"] = "short"
    size: Literal[2, 5] = 2


def test_settings_are_read_as_their_options_want_them():
    typed = ["number=-3", "flag=Yes", "word=a=b", "choice=long", "size=5"]
    assert make_options(Kinds, _read_settings(option_infos(Kinds), typed)) == Kinds(
        -3, True, "a=b", "long", 5
    )
