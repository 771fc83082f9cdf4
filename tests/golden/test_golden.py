"""Seeded games take the course that they took, in every process; ``python -m tests.golden`` writes the files anew."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.golden import DIGESTS, FOLDER, digests, playthrough
from tests.settings import BUILTIN

ROOT = Path(__file__).parents[2]


def stored(name):
    return [line for line in DIGESTS.read_text(encoding="utf-8").splitlines() if line.startswith(f"{name} ")]


@pytest.mark.parametrize("name", BUILTIN)
def test_the_game_in_words_is_the_stored_one(name):
    file = FOLDER / f"{name}.txt"
    assert playthrough(name).splitlines() == file.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", BUILTIN)
def test_the_digests_are_the_stored_ones(name):
    assert list(digests(name)) == stored(name)


@pytest.mark.parametrize("hash_seed", ["0", "1", "4711"])
@pytest.mark.parametrize("name", BUILTIN)
def test_the_digests_do_not_depend_on_the_hash_seed(name, hash_seed):
    command = [sys.executable, "-m", "tests.golden", "--digests", name]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, check=True)
    assert done.stdout.splitlines() == stored(name)


def test_no_file_is_left_of_a_game_that_is_gone():
    assert {file.stem for file in FOLDER.glob("*.txt")} == {*BUILTIN, "digests"}
