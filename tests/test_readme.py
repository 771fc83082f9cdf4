"""What the README tells a newcomer to do is what works."""

import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import boardkit
from boardkit import registry
from tests.http.server import Client, running
from tests.rule_ids import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def marked(name: str) -> str:
    """Return what stands between ``<!-- name -->`` and ``<!-- /name -->``, without a code fence around it."""
    (text,) = re.findall(rf"<!-- {name} -->\n(.*?)\n<!-- /{name} -->", README, re.DOTALL)
    return re.sub(r"^```.*\n?", "", text, flags=re.MULTILINE).strip()


def test_the_example_plays_a_game_in_ten_lines() -> None:
    example = doctest.DocTestParser().get_doctest(README, {}, "README.md", "README.md", 0)
    assert len(example.examples) >= 5
    assert sum(one.source.count("\n") for one in example.examples) <= 10
    outcome = doctest.DocTestRunner().run(example)
    assert (outcome.failed, outcome.attempted) == (0, len(example.examples))


@pytest.mark.slow
def test_the_http_example_plays_a_match(tmp_path: Path) -> None:
    example = marked("http")
    assert example.count("http://127.0.0.1:8000/v1") == 1
    with running(tmp_path) as address:
        program = example.replace("http://127.0.0.1:8000", address)
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert re.fullmatch(r"\[(-?\d+, ){3}-?\d+\]\n", ran.stdout)


@pytest.mark.slow
def test_the_check_of_a_seed_in_the_documentation(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "http" / "index.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    exec(program, names)
    with running(tmp_path) as address:
        anybody = Client(address)
        bots = [{"kind": "open"}, {"kind": "bot"}]
        match = anybody.ask(
            "POST", "/v1/matches", {"game": "maillot-jaune", "players": 2, "seats": bots}
        ).json["match"]
        path = f"/v1/matches/{match['id']}"
        player = Client(address, anybody.ask("POST", path + "/seats", {"nonce": "00ff"}).json["token"])
        while (now := player.wait(path, '""').json)["status"] != "finished":
            if not now["legal_actions"]:
                continue
            move = {"action": now["legal_actions"][0], "expected_version": now["version"]}
            assert player.ask("POST", path + "/actions", move).status in {201, 412}
        answer = anybody.ask("GET", path + "/record").json
    assert names["check"](answer, match["commitment"]).is_terminal
    assert answer["nonces"][0] == "00ff"
    with pytest.raises(AssertionError):
        names["check"](answer | {"nonces": ["00fe", *answer["nonces"][1:]]}, match["commitment"])


def test_each_command_is_one_line() -> None:
    for name in ("run", "tests"):
        assert "\n" not in marked(name)
        assert marked(name).startswith("python3 -m venv .venv && ")


def test_other_pages_name_the_same_commands() -> None:
    assert f"$ {marked('tests')}\n" in (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
    assert f"$ {marked('run')}\n" in (ROOT / "docs" / "http" / "index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("command", "status", "printed"),
    [
        ("echo one && echo two", 0, "+ echo one && echo two\none\ntwo\n"),
        ("false && echo two", 1, "+ false && echo two\n"),
        ("cat", 0, "+ cat\n"),  # no standard input to wait for
        ("echo one\necho two", 1, ""),
        ("", 1, ""),
    ],
)
def test_ci_runs_the_readme_s_own_command(tmp_path: Path, command: str, status: int, printed: str) -> None:
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci")
    text = README.replace(marked("tests"), command)
    assert text != README
    (tmp_path / "README.md").write_text(text, encoding="utf-8")
    ran = subprocess.run(
        ["bash", tmp_path / ".ci" / "run"], input="unread", capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (status, printed)


def test_the_table_lists_the_games() -> None:
    rows = [
        f"| {game.title.en} / {game.title.ja} | `{name}` | {game.min_players} to {game.max_players} |"
        for name, game in boardkit.games().items()
        if registry.is_builtin(name)
    ]
    assert marked("games").splitlines()[2:] == rows
