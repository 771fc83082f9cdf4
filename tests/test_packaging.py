"""The wheel holds the library alone, and the library works where nothing else is installed."""

import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.rule_ids import ROOT

# One worker for all of it: building and installing take much longer than the tests.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]

# What a clean checkout has of what building looks at; copied, since a build writes into its source folder.
SOURCES = (
    "boardkit",
    "pyproject.toml",
    "setup.cfg",
    "README.md",
    "LICENSE",
    "api",
    "tests",
    "docs",
    "openapi",
)

WHOLE_GAME = """
import sys, boardkit
from boardkit.agents import RandomAgent

for name, game in boardkit.games().items():
    state = boardkit.make(name).initial_state(seed=1)
    agent = RandomAgent(1)
    while not state.is_terminal:
        view = boardkit.observe(state, state.current_player)
        state = boardkit.step(state, agent.act(view, boardkit.legal_actions(state)))
    print(name, len(state.returns), min(state.ranking))
outside = {"click", "rich", "flask", "joblib", "numpy"} & set(sys.modules)
assert not outside, outside
"""


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command with the output kept, standard input closed and no checkout on Python's path."""
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env={
            "PATH": "/usr/bin:/bin",
            "HOME": str(cwd),
            "PYTHONSAFEPATH": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        },
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of the checkout."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("dist")
    for name in SOURCES:
        path = ROOT / name
        if path.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "_build", "node_modules")
            shutil.copytree(path, source / name, ignore=ignored)
        elif path.exists():
            shutil.copy(path, source / name)
    built = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", out, source],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (path,) = out.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel, without any extra, into an environment of its own; return that environment's Python."""
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, with_pip=True, symlinks=True)
    python = folder / "bin" / "python"
    installed = subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert installed.returncode == 0, installed.stdout + installed.stderr
    return python


def test_the_wheel_holds_boardkit_alone(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert tops == {"boardkit", f"{'-'.join(wheel.name.split('-')[:2])}.dist-info"}
    assert "boardkit/py.typed" in names


def test_the_wheel_holds_every_module_and_all_data(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        path.relative_to(ROOT).as_posix()
        for pattern in ("*.py", "*.json", "py.typed")
        for path in (ROOT / "boardkit").rglob(pattern)
    }
    assert {name for name in names if name.startswith("boardkit/")} == wanted


def test_a_whole_game_of_each_kind_without_any_extra(python: Path, tmp_path: Path) -> None:
    played = run(python, "-c", WHOLE_GAME, cwd=tmp_path)
    assert played.returncode == 0, played.stderr
    folders = (path.parent.name for path in (ROOT / "boardkit" / "games").glob("*/__init__.py"))
    assert [line.split()[0] for line in played.stdout.splitlines()] == sorted(
        name.replace("_", "-") for name in folders
    )
    # Somebody won, or (in a game that all win or lose together) all lost.
    assert {line.split()[2] for line in played.stdout.splitlines()} <= {"1", "2"}


def test_the_only_dependency_is_msgspec(python: Path, tmp_path: Path) -> None:
    listed = run(python, "-m", "pip", "list", "--format=freeze", cwd=tmp_path)
    assert listed.returncode == 0, listed.stderr
    assert {line.split("==")[0] for line in listed.stdout.splitlines()} - {"pip", "setuptools"} == {
        "boardkit",
        "msgspec",
    }


def test_the_command_without_its_extra_says_what_to_install(python: Path, tmp_path: Path) -> None:
    refused = run(python.parent / "boardkit", "games", cwd=tmp_path)
    assert refused.returncode == 2
    assert refused.stdout == ""
    (line,) = refused.stderr.splitlines()
    assert "pip install 'boardkit[cli]'" in line
