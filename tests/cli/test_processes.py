"""The command as people meet it: processes of its own, terminals, pipes and Ctrl-C."""

import contextlib
import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import boardkit

ROOT = Path(__file__).resolve().parents[2]
# The game of the tests is not installed, so the process imports it before it becomes the command.
COMMAND = [sys.executable, "-c", "import tests.toys; from boardkit.cli import main; main()"]
PATIENCE = 60.0
FIRST = b"1\n"


def environment(**changes: str) -> dict[str, str]:
    env = {
        name: value
        for name, value in os.environ.items()
        if name not in {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "PYTHONIOENCODING"}
    }
    return {**env, "TERM": "xterm-256color", "PYTHONUTF8": "1", **changes}


def call(
    *arguments: str, typed: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=ROOT,
        env=env or environment(),
        input=typed,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )


def _wait_for_sleep(pid: int) -> None:
    status = Path(f"/proc/{pid}/stat")
    if not status.exists():  # not Linux
        time.sleep(1.0)
        return
    deadline = time.monotonic() + PATIENCE
    while status.read_text().rpartition(")")[2].split()[0] != "S" and time.monotonic() < deadline:
        time.sleep(0.01)


class Terminal:
    """A pseudo-terminal with the command in it, and what it has written so far."""

    def __init__(self, *arguments: str, lines: int = 40, **changes: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, 100, 0, 0))
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=ROOT,
            env=environment(**changes),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509  no threads here
        )
        os.close(slave)
        self.text = ""
        self._read_up_to = 0

    def type(self, typed: str) -> None:
        os.write(self.master, typed.encode())

    def interrupt(self) -> None:
        """Type Ctrl-C once the command waits for a line: in the moment before, Python would only note it."""
        _wait_for_sleep(self.process.pid)
        self.type("\x03")

    def expect(self, text: str) -> str:
        """Wait until ``text`` is written; return what was written since the last call, up to its end."""
        deadline = time.monotonic() + PATIENCE
        while (found := self.text.find(text, self._read_up_to)) < 0:
            if not self._read(deadline):
                pytest.fail(f"{text!r} is not in {self.text!r}")
        start, self._read_up_to = self._read_up_to, found + len(text)
        return self.text[start : self._read_up_to]

    def finish(self) -> int:
        """Wait for the end; return the exit status."""
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline):
            pass
        return self.process.wait(max(1.0, deadline - time.monotonic()))

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self.master], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError as error:  # so says Linux when the other side is closed
            if error.errno != errno.EIO:
                raise
            return False
        self.text += data.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)

    def close(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()
        os.close(self.master)


@contextlib.contextmanager
def terminal(*arguments: str, lines: int = 40, **changes: str) -> Iterator[Terminal]:
    opened = Terminal(*arguments, lines=lines, **changes)
    try:
        yield opened
    finally:
        opened.close()


class TestPlayInATerminal:
    def test_a_whole_game(self, tmp_path: Path):
        path = tmp_path / "record.json"
        with terminal("play", "magpie", "--players", "2", "--record", str(path)) as screen:
            screen.expect("Action (")
            screen.type("99\n")
            screen.expect("there is no action '99'")
            for _ in range(40):
                if screen.process.poll() is not None or "The game is over." in screen.text:
                    break
                screen.expect(", ? for help): ")
                screen.type("1\n")
                screen.expect("· Played: player 0")
                _settle(screen)
            assert screen.finish() == 0
        assert "seat 0 (you)" in screen.text
        assert boardkit.from_json(path.read_bytes()).verify().is_terminal

    def test_ctrl_c_in_the_middle(self, tmp_path: Path):
        path = tmp_path / "record.json"
        with terminal("play", "magpie", "--record", str(path)) as screen:
            screen.expect("? for help): ")
            screen.type("1\n")
            screen.expect("Your turn")
            screen.expect("? for help): ")
            screen.interrupt()
            assert screen.finish() == 130
        assert "Traceback" not in screen.text
        assert "You left the game.\n" in screen.text
        record = boardkit.from_json(path.read_bytes())
        assert record.actions
        assert not record.verify().is_terminal

    def test_ctrl_d_in_the_middle(self):
        with terminal("play", "magpie") as screen:
            screen.expect("? for help): ")
            screen.type("1\n")
            screen.expect("Your turn")
            screen.expect("? for help): ")
            screen.type("\x04")
            assert screen.finish() == 0
        assert "Traceback" not in screen.text
        assert screen.text.endswith("\nYou left the game.\n")

    def test_the_terminal_goes_away(self):
        with terminal("play", "magpie") as screen:
            screen.expect("? for help): ")
            screen.process.send_signal(signal.SIGHUP)
            assert screen.finish() == -signal.SIGHUP
        assert "Traceback" not in screen.text

    def test_a_long_list_comes_page_by_page(self, tmp_path: Path):
        path = tmp_path / "set.json"
        path.write_text(
            '{"id": "singles", "data": {"numbers": 9, "copies": 1}}'
        )  # four different cards in a hand
        game = ("play", "magpie", "--players", "2", "--set", "hand_size=4", "--components", str(path))
        with terminal(*game, lines=8, NO_COLOR="1") as screen:
            assert "\nActions: 5\n" in screen.expect("? for help): ")
        with terminal(*game, lines=6, NO_COLOR="1") as screen:
            first = screen.expect("? for help): ")
            assert "\nActions 1 to 3 of 5; Enter shows more\n1  Play" in first
            assert "\n4  " not in first
            screen.type("\n")
            assert "\nActions 4 to 5 of 5; Enter shows more\n4  Play" in screen.expect("? for help): ")
            screen.type("5\n")
            assert "· Peeked: player 0, number" in screen.expect("Your turn")

    def test_colours(self):
        with terminal("play", "magpie") as screen:
            screen.expect("? for help): ")
            assert "\x1b[1m" in screen.text
        with terminal("play", "magpie", NO_COLOR="1") as screen:
            screen.expect("? for help): ")
            assert "\x1b" not in screen.text
        with terminal("play", "magpie", TERM="dumb") as screen:
            screen.expect("? for help): ")
            assert "\x1b" not in screen.text


def _settle(screen: Terminal) -> None:
    """Wait until the game asks again or is over."""
    start = len(screen.text)
    deadline = time.monotonic() + PATIENCE
    while not re.search(r"Your turn|The game is over", screen.text[screen._read_up_to :]):
        assert screen._read(deadline), screen.text[start:]


class TestReplayInATerminal:
    def test_enter_goes_on_step_by_step(self, record_file):
        with terminal("replay", str(record_file)) as screen:
            assert "2/" not in screen.expect("to leave: ").split("seed")[1]
            screen.type("\n")
            first = screen.expect("to leave: ")
            assert re.search(r"^1/\d+ seat 0: ", re.sub(r"\x1b\[[\d;]*m", "", first), re.MULTILINE)
            screen.type("a\n")
            assert screen.finish() == 0
        assert "The digest is right: " in screen.text

    @pytest.mark.parametrize(("typed", "status"), [("q\n", 0), ("\x04", 0), ("\x03", 130)])
    def test_leaving(self, record_file, typed, status):
        with terminal("replay", str(record_file)) as screen:
            screen.expect("to leave: ")
            if typed == "\x03":
                screen.interrupt()
            else:
                screen.type(typed)
            assert screen.finish() == status
        assert "Traceback" not in screen.text
        assert "The digest" not in screen.text

    def test_all_does_not_wait(self, record_file):
        with terminal("replay", str(record_file), "--all") as screen:
            assert screen.finish() == 0
        assert "to leave" not in screen.text
        assert "The digest is right: " in screen.text


class TestPipes:
    def test_play_from_a_pipe(self):
        done = call("play", "magpie", typed=FIRST * 100)
        assert (done.returncode, done.stderr) == (0, b"")
        assert "The game is over." in done.stdout.decode()
        assert b"\x1b" not in done.stdout

    def test_the_end_of_input_in_the_middle(self):
        done = call("play", "magpie", typed=FIRST)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.decode().endswith("You left the game.\n")

    def test_sigint_in_the_middle(self):
        with subprocess.Popen(
            [*COMMAND, "play", "magpie"],
            cwd=ROOT,
            env=environment(PYTHONUNBUFFERED="1"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                if line.startswith(b"Actions"):
                    break
            _wait_for_sleep(process.pid)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert err == b""
        assert out.decode().endswith("You left the game.\n")

    @pytest.mark.parametrize("arguments", [("games", "--json"), ("replay",), ("play", "magpie")])
    def test_nobody_reads(self, record_file, arguments):
        if arguments == ("replay",):
            arguments = ("replay", str(record_file))
        read_end, write_end = os.pipe()
        os.close(read_end)
        try:
            done = subprocess.run(
                [*COMMAND, *arguments],
                cwd=ROOT,
                env=environment(),
                input=FIRST * 100,
                stdout=write_end,
                stderr=subprocess.PIPE,
                timeout=PATIENCE,
                check=False,
            )
        finally:
            os.close(write_end)
        assert done.stderr == b""
        assert done.returncode == 1

    def test_an_encoding_without_japanese(self):
        done = call(
            "games", "magpie", env=environment(PYTHONUTF8="0", PYTHONIOENCODING="latin-1", LC_ALL="C")
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.startswith(b"magpie: Magpie / ????\n")

    def test_bytes_that_are_no_utf_8(self):
        done = call("play", "magpie", typed=b"\xff\xfe\xe5\n" + FIRST)
        assert (done.returncode, done.stderr) == (0, b"")

    def test_wrong_input_is_one_line_and_status_2(self):
        done = call("play", "magpei")
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.count(b"\n") == 1


class TestTheCommand:
    def test_alone_shows_its_help(self):
        done = call()
        assert done.returncode == 0
        assert all(word in done.stdout.decode() for word in ("games", "play", "replay"))

    def test_tells_its_version(self):
        done = call("--version")
        assert (done.returncode, done.stdout.decode()) == (0, f"boardkit, version {boardkit.__version__}\n")

    @pytest.mark.parametrize("command", ["games", "play", "replay"])
    def test_has_help_for_each_command(self, command):
        done = call(command, "-h")
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.startswith(f"Usage: boardkit {command} ".encode())

    def test_unknown_commands_and_options(self):
        for arguments, said in (("repaly",), b"repaly"), (("--verbose",), b"--verbose"):
            done = call(*arguments)
            assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
            assert said in done.stderr

    def test_runs_as_a_module(self):
        done = subprocess.run(
            [sys.executable, "-m", "boardkit.cli", "--version"],
            cwd=ROOT,
            capture_output=True,
            timeout=PATIENCE,
            check=True,
        )
        assert done.stdout.startswith(b"boardkit, version ")

    @pytest.mark.parametrize("missing", ["click", "rich"])
    def test_without_its_extra_it_says_what_to_install(self, missing):
        code = f"import sys; sys.modules[{missing!r}] = None; from boardkit.cli import main; main(['games'])"
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, timeout=PATIENCE, check=False
        )
        assert (done.returncode, done.stdout) == (2, b"")
        assert (
            done.stderr == b"boardkit: the command line needs the extra 'cli': pip install 'boardkit[cli]'\n"
        )

    def test_the_library_imports_nothing_of_it(self):
        code = "import sys, boardkit, boardkit.cli; print(sorted({'click', 'rich', 'boardkit.cli.app'} & set(sys.modules)))"
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, timeout=PATIENCE, check=True
        )
        assert done.stdout == b"[]\n"

    def test_completes_the_names_of_games(self):
        env = environment(_BOARDKIT_COMPLETE="bash_complete", COMP_WORDS="boardkit play magp", COMP_CWORD="2")
        assert b"plain,magpie" in call(env=env).stdout
