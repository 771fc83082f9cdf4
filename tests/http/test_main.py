"""`python -m api` as a user meets it: it says where it is, stops when asked, and refuses in one line."""

import signal
import socket
import subprocess
import sys
import threading

import pytest

from api.config import SETTINGS, Config, SettingError
from tests.http.server import ROOT, Client, address_of, running, start


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_stopped(tmp_path, number):
    process = start(tmp_path)
    try:
        client = Client(address_of(process))
        assert client.ask("GET", "/healthz").json == {"status": "ok"}
        assert b"swagger-ui" in client.ask("GET", "/docs").body
        assert (tmp_path / "boardkit.sqlite3").exists()
        process.send_signal(number)
        out, err = process.communicate(timeout=20)
    finally:
        process.kill()
    assert (process.returncode, out, err) == (0, "", "")


def test_it_stops_while_clients_are_connected(tmp_path):
    process = start(tmp_path)
    try:
        address = address_of(process)
        host, port = address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=10) as idle:
            idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert idle.recv(15).startswith(b"HTTP/1.1 200")
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode == 0


def refuse(folder, **environ):
    process = start(folder, **environ)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (2, "")
    assert err.startswith("boardkit: ")
    assert err.count("\n") == 1
    return err


def test_a_port_that_is_taken(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert port in refuse(tmp_path, BOARDKIT_PORT=port)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BOARDKIT_PORT", "http"),
        ("BOARDKIT_PORT", "65536"),
        ("BOARDKIT_THREADS", "0"),
        ("BOARDKIT_LOG_LEVEL", "loud"),
        ("BOARDKIT_MAX_BODY_BYTES", "-1"),
        ("BOARDKIT_DATABASE", "sqlite:////nowhere/at/all.sqlite3"),
        ("BOARDKIT_DATABASE", "nonsense"),
        ("BOARDKIT_DATABASE", "oracle+cx_oracle://a-driver-that-is-not-installed"),
        ("BOARDKIT_GAMES", "chess"),
        ("BOARDKIT_HOST", "999.1.1.1"),
    ],
)
def test_settings_that_do_not_work(tmp_path, name, value):
    assert refuse(tmp_path, **{name: value})


def test_the_settings_have_the_defaults_of_the_table():
    assert Config.from_environ({}) == Config()
    assert Config.from_environ({setting.name: setting.default for setting in SETTINGS}) == Config()
    chosen = Config.from_environ({"BOARDKIT_GAMES": " a, b ,", "BOARDKIT_PORT": "1", "BOARDKIT_HOST": "::1"})
    assert (chosen.games, chosen.port, chosen.host) == (("a", "b"), 1, "::1")
    with pytest.raises(SettingError, match="BOARDKIT_PORT"):
        Config.from_environ({"BOARDKIT_PORT": "\u0665"})


def test_bodies_that_are_too_large_or_never_end(tmp_path):
    with running(tmp_path, BOARDKIT_MAX_BODY_BYTES="2048") as address:
        client = Client(address)
        refusal = client.ask("POST", "/v1/matches", {"game": "x" * 5000})
        assert refusal.status == 413
        host, port = address.removeprefix("http://").split(":")
        slow = [socket.create_connection((host, int(port)), timeout=10) for _ in range(20)]
        for connection in slow:
            connection.sendall(b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n{")
        started = threading.Event()
        started.wait(0.2)
        assert client.ask("GET", "/healthz").status == 200  # half-sent requests hold no thread
        for connection in slow:
            connection.close()


def test_it_needs_no_installed_extra_to_say_what_is_missing(tmp_path):
    blocked = "import sys; sys.modules['waitress'] = None; sys.argv = ['api']; import runpy; runpy.run_module('api', run_name='__main__')"
    found = subprocess.run(
        [sys.executable, "-c", blocked],
        check=False,
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert found.returncode == 2
    assert "pip install '.[api]'" in found.stderr
    assert found.stderr.count("\n") == 1
