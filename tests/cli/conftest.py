"""The command line run inside this process, and a finished record to step through."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import boardkit
from boardkit.cli.app import app
from tests.toys import Magpie

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Run ``boardkit`` with these arguments and this input; an exception that nobody expects is raised."""

    def invoke(*arguments: str, typed: str | bytes = "", env: dict[str, str] | None = None) -> Result:
        runner = CliRunner(env={"NO_COLOR": None, "FORCE_COLOR": None, "COLUMNS": None, **(env or {})})
        return runner.invoke(app, list(arguments), input=typed, prog_name="boardkit", catch_exceptions=False)

    return invoke


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Run ``boardkit`` with wrong input; return the one line that it says on stderr."""

    def invoke(*arguments: str, typed: str | bytes = "") -> str:
        result = run(*arguments, typed=typed)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.count("\n") == 1
        assert result.stderr.startswith("boardkit: ")
        return result.stderr.removeprefix("boardkit: ").rstrip("\n")

    return invoke


@pytest.fixture
def record() -> boardkit.Record:
    """A finished game of three."""
    state = Magpie.make(3).initial_state(5)
    actions = []
    while not state.is_terminal:
        legal = boardkit.legal_actions(state)
        actions.append(legal[len(actions) % len(legal)])
        state = boardkit.step(state, actions[-1])
    return boardkit.Record.of(state, tuple(actions))


@pytest.fixture
def record_file(record: boardkit.Record, tmp_path: Path) -> Path:
    path = tmp_path / "record.json"
    path.write_bytes(boardkit.to_json(record))
    return path
