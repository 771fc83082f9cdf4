"""A real server in a process of its own, and a small client for it."""

import contextlib
import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Serves like `python -m api`, with the toy game installed in that process.
_WITH_TOYS = "import runpy, tests.toys; runpy.run_module('api', run_name='__main__', alter_sys=True)"


def start(folder, **environ):
    """Start a server in `folder` and return the process; its first line names its address."""
    toys = "magpie" in environ.get("BOARDKIT_GAMES", "")
    command = [sys.executable, "-c", _WITH_TOYS] if toys else [sys.executable, "-m", "api"]
    environ = {
        **{name: value for name, value in os.environ.items() if not name.startswith("BOARDKIT_")},
        "PYTHONPATH": str(ROOT),
        "BOARDKIT_PORT": "0",
        **environ,
    }
    return subprocess.Popen(
        command, cwd=folder, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def address_of(process):
    """Wait for a server's first line and return the address in it."""
    line = process.stdout.readline()
    found = re.search(r"http://\S+(?=/docs)", line)
    if found is None:
        raise RuntimeError(f"the server did not start: {line}{process.stderr.read()}")
    return found[0]


@contextlib.contextmanager
def running(folder, **environ):
    """Run a server and stop it in the end; yields its address."""
    process = start(folder, **environ)
    try:
        yield address_of(process)
    finally:
        process.terminate()
        process.communicate(timeout=20)


class Answer:
    """What a server answered."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)


class Client:
    """Speaks to one server, with one token or none: all that a player has."""

    def __init__(self, address, token=None):
        self.address, self.token = address, token

    def ask(self, method, path, document=None, **headers):
        data = None if document is None else json.dumps(document).encode()
        if data is not None:
            headers["Content-Type"] = "application/json"
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as refusal:
            with refusal:
                return Answer(refusal.code, refusal.headers, refusal.read())

    def wait(self, path, tag, patience=60.0):
        """Look at `path` until it is no longer what `tag` says."""
        deadline = time.monotonic() + patience
        pause = 0.005
        while time.monotonic() < deadline:
            answer = self.ask("GET", path, If_None_Match=tag)
            if answer.status != 304:
                return answer
            time.sleep(pause)
            pause = min(pause * 1.5, 0.1)
        raise TimeoutError(f"nothing happened at {path}")
