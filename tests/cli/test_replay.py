import json
import re
from pathlib import Path

import pytest

import boardkit


def steps_of(out: str) -> list[str]:
    return re.findall(r"^\d+/\d+ seat \d.*$", out, re.MULTILINE)


def events_of(out: str) -> list[str]:
    return [line for line in out.splitlines() if line.startswith("· ")]


def test_shows_every_action_and_event_and_checks_the_digest(run, record, record_file):
    result = run("replay", str(record_file))
    assert result.exit_code == 0
    assert result.stderr == ""
    states = list(record.replay())
    assert steps_of(result.stdout) == [
        f"{place}/{len(record.actions)} seat {before.current_player}: {boardkit.describe(record.game, action)}"
        for place, (before, action) in enumerate(zip(states, record.actions, strict=False), 1)
    ]
    assert events_of(result.stdout) == [
        f"· {boardkit.describe(record.game, event)}" for state in states for event in state.events
    ]
    assert result.stdout.endswith(f"The digest is right: {record.digest}\n")


def test_tells_what_was_played(run, record, record_file):
    out = run("replay", str(record_file)).stdout
    assert out.startswith("Magpie: 3 players\nrules version 1, components standard, seed 0000")
    assert f"seed {record.seed.hex()}\n" in out
    assert "  hand_size=3\n  peeking=true\n" in out


def test_reads_stdin(run, record_file):
    result = run("replay", "-", typed=record_file.read_bytes())
    assert result.stdout == run("replay", str(record_file)).stdout


def test_all_makes_no_difference_away_from_a_terminal(run, record_file):
    assert run("replay", str(record_file), "--all").stdout == run("replay", str(record_file)).stdout


def test_to_one_seat_it_shows_what_that_seat_saw(run, record, record_file):
    out = run("replay", str(record_file), "--player", "1").stdout
    states = list(record.replay())
    assert events_of(out) == [
        f"· {boardkit.describe(record.game, event)}"
        for state in states
        for event in boardkit.observe(state, 1).events
    ]
    assert all((": " in step) == (" seat 1" in step) for step in steps_of(out))
    assert record.seed.hex() not in out
    for state in states:
        if state.current_player == 1:
            assert boardkit.text(boardkit.observe(state, 1)) in out


def test_an_unfinished_one_tells_who_was_to_act(run, record, tmp_path):
    path = tmp_path / "unfinished.json"
    unfinished = boardkit.Record.play(record.game, record.seed, record.actions[:4])
    path.write_bytes(boardkit.to_json(unfinished))
    seat = unfinished.verify().current_player
    out = run("replay", str(path)).stdout
    assert f"The record ends here; seat {seat} was to act." in out
    assert "points" in out
    assert "points" not in run("replay", str(path), "--player", "0").stdout


def test_in_japanese(run, record_file):
    out = run("replay", str(record_file), "--language", "ja").stdout
    assert out.startswith("カササギ：3人")
    assert "ダイジェストは一致しました" in out


class TestBadRecords:
    """One line, status 2, and nothing shown of a record that does not hold."""

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            (lambda d: d["returns"].__setitem__(0, d["returns"][0] + 1), "/returns"),
            (lambda d: d.update(digest="0" * 64), "/digest"),
            (lambda d: d.update(seed="f" * 64), "does not replay"),
            (lambda d: d["actions"].pop(), "does not replay"),
            (lambda d: d["actions"].append(d["actions"][0]), "game-over"),
            (lambda d: d["actions"].insert(0, {"type": "magpie.fly"}), "/actions/0"),
            (lambda d: d.update(rules=2), "rules version 2, this release has 1"),
            (lambda d: d.update(schema=2), "schema"),
            (lambda d: d.update(type="xyzzy.record"), "no game named 'xyzzy'"),
            (lambda d: d.update(type="magpie.dance"), "/type"),
            (lambda d: d.update(players=9), "/players"),
            (lambda d: d.update(players=[]), "/players"),
            (lambda d: d.pop("type"), "type"),
            (lambda d: d.pop("seed"), "seed"),
            (lambda d: d.update(more="\x1b[31m"), "more"),
        ],
    )
    def test_changed(self, refused, record, tmp_path, change, said):
        document = boardkit.to_builtins(record)
        change(document)
        path = tmp_path / "changed.json"
        path.write_text(json.dumps(document))
        assert said in refused("replay", str(path))

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"{",
            b"null",
            b"[1]",
            b'"record"',
            b"\xff\x00",
            b"[" * 100_000,
            b'{"type": 1}',
            b'{"type": "\\ud800"}',
        ],
    )
    def test_no_record_at_all(self, refused, tmp_path, data):
        path = tmp_path / "data"
        path.write_bytes(data)
        assert refused("replay", str(path)).startswith(f"{path} is not a record: ")
        assert refused("replay", "-", typed=data).startswith("- is not a record: ")

    def test_a_state_is_no_record(self, refused, record, tmp_path):
        path = tmp_path / "state.json"
        path.write_bytes(boardkit.to_json(record.verify()))
        assert refused("replay", str(path)) == f"{path} is not a record, but a State"

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            ((), "FILE"),
            (("/no/such/file",), "No such file"),
            (("/",), "Is a directory"),
            (("/dev/zero",), "too big"),
        ],
    )
    def test_no_file(self, refused, arguments, said):
        assert said in refused("replay", *arguments)

    @pytest.mark.parametrize("seat", ["3", "-1", "x"])
    def test_no_seat(self, refused, record_file, seat):
        assert seat in refused("replay", str(record_file), "--player", seat)


def test_names_with_control_characters_are_written_out(refused, tmp_path: Path):
    path = tmp_path / "a\x1b[31m\nb"
    message = refused("replay", str(path))
    assert "\\x1b[31m" in message
    assert "\x1b" not in message
