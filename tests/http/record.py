"""Record the examples of the specification: real requests and real answers.

``python -m tests.http.record`` writes them to ``api/examples`` and then the specification itself; a test
compares both with what the service says now. Time and randomness are fixed, so every run records the same.
"""

import contextlib
import itertools
import json
import random
from pathlib import Path

from api import create_app
from api.config import Config
from tests.http.play import bearer

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "api" / "examples"
SPECIFICATION = ROOT / "openapi" / "boardkit.json"
GAME = "maillot-jaune"
START = 1_796_083_200_000  # 2026-12-01T00:00:00Z


class Recorder:
    """Asks a service and keeps what was asked and answered, by operationId."""

    def __init__(self, client):
        self.client = client
        self.examples = {}

    def call(self, operation, method, path, body=None, token=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()} | bearer(token)
        answer = self.client.open(path, method=method, json=body, headers=headers)
        example = self.examples.setdefault(operation, {})
        if body is not None and answer.status_code < 300:
            example.setdefault("request", body)
        if answer.data:
            told = answer.json if answer.is_json else answer.text
            example.setdefault("responses", {}).setdefault(str(answer.status_code), told)
        return answer


@contextlib.contextmanager
def fixed_service():
    """A service whose time and randomness are the same in every run."""
    clock = itertools.count(START, 1000)
    app = create_app(
        Config(database="sqlite://"), now=lambda: next(clock), entropy=random.Random(20261201).randbytes
    )
    try:
        yield app.test_client()
    finally:
        app.extensions["boardkit"].database.close()


def record():
    """Return all examples."""
    with fixed_service() as client:
        recorder = Recorder(client)
        recorder.call("getHealth", "GET", "/healthz")
        engine(recorder)
        match(recorder)
        return recorder.examples


def engine(recorder):
    base = f"/v1/games/{GAME}"
    recorder.call("listGames", "GET", "/v1/games")
    recorder.call("getGame", "GET", base)
    recorder.call("getGame", "GET", "/v1/games/chess")
    made = recorder.call("newState", "POST", base + "/states", {"players": 3, "seed": "7"})
    recorder.call("newState", "POST", base + "/states", {"players": 99})
    state = made.json["state"]
    legal = recorder.call("listLegalActions", "POST", base + "/legal-actions", {"state": state}).json
    recorder.call("listLegalActions", "POST", base + "/legal-actions", {"state": {"type": f"{GAME}.state"}})
    body = {"state": state, "action": legal["actions"][0]}
    recorder.call("stepState", "POST", base + "/step", body)
    recorder.call("stepState", "POST", base + "/step", body | {"action": illegal(state, legal["actions"])})
    watcher = {"state": state, "player": legal["current_player"]}
    view = recorder.call("observeState", "POST", base + "/observe", watcher).json["view"]
    recorder.call("observeState", "POST", base + "/observe", watcher | {"player": 9})
    recorder.call("resampleView", "POST", base + "/resample", {"view": view, "seed": "2a"})
    spectator = recorder.client.post(base + "/observe", json={"state": state}).json["view"]
    recorder.call("resampleView", "POST", base + "/resample", {"view": spectator})
    recorder.call("drawView", "POST", base + "/draw", {"view": view, "language": "en"})
    recorder.call("drawView", "POST", base + "/draw", {"view": view, "language": "fr"})
    place = {"state": state, "tile": "start", "rotation": 0, "x": 0, "y": 0}
    recorder.call("snapPlacement", "POST", base + "/snap", place)
    recorder.call("snapPlacement", "POST", base + "/snap", {"state": state})
    for game in recorder.client.get("/v1/games").json["games"]:
        if recorder.client.get("/v1/games/" + game["name"]).json["free_placement"]:
            snap(recorder, "/v1/games/" + game["name"])
    for operation, name in (("stepState", "step"), ("newState", "states")):
        recorder.call(operation, "POST", "/v1/games/chess/" + name, {})


def snap(recorder, base):
    """Drop a tile a little beside where it may lie."""
    state = recorder.client.post(base + "/states", json={"seed": "7"}).json["state"]
    while True:
        legal = recorder.client.post(base + "/legal-actions", json={"state": state}).json["actions"]
        place = next((action for action in legal if {"tile", "rotation", "x", "y"} <= set(action)), None)
        if place is not None:
            break
        state = recorder.client.post(base + "/step", json={"state": state, "action": legal[0]}).json["state"]
    body = {name: place[name] for name in ("tile", "flip", "rotation", "x", "y")}
    recorder.call("snapPlacement", "POST", base + "/snap", {"state": state} | body | {"x": body["x"] + 9})


def illegal(state, legal):
    """Return an action of the game that may not be done now."""
    import boardkit

    position = boardkit.from_builtins(state)
    others = (boardkit.to_builtins(action) for action in position.game.actions)
    return next(action for action in others if action not in legal)


def match(recorder):
    wish = {
        "game": GAME,
        "players": 3,
        "seats": [{"kind": "open"}] * 2 + [{"kind": "bot", "agent": "random"}],
    }
    created = recorder.call("createMatch", "POST", "/v1/matches", wish | {"turn_seconds": 86400}).json
    recorder.call("createMatch", "POST", "/v1/matches", {"game": "chess"})
    recorder.call("createMatch", "POST", "/v1/matches", {"game": GAME, "turn_seconds": 0})
    recorder.call("listMatches", "GET", f"/v1/matches?game={GAME}&status=open&limit=10")
    recorder.call("listMatches", "GET", "/v1/matches?limit=1000")
    path = f"/v1/matches/{created['match']['id']}"
    recorder.call("drawMatch", "GET", path + "/picture.svg")
    tokens = []
    for seat in (0, 1):
        body = {"seat": seat, "nonce": bytes([17 * (seat + 1)] * 8).hex()}
        tokens.append(recorder.call("claimSeat", "POST", path + "/seats", body).json["token"])
    recorder.call("claimSeat", "POST", path + "/seats", {})
    recorder.call("claimSeat", "POST", path + "/seats", {"nonce": "xyz"})
    recorder.call("getRecord", "GET", path + "/record")
    play(recorder, path, tokens)
    recorder.call("listEvents", "GET", path + "/events?since=4&limit=3", token=tokens[0])
    recorder.call("listEvents", "GET", path + "/events?since=x")
    recorder.call("getRecord", "GET", path + "/record")
    for operation, rest in (
        ("getMatch", ""),
        ("listEvents", "/events"),
        ("drawMatch", "/picture.svg"),
        ("getRecord", "/record"),
    ):
        recorder.call(operation, "GET", "/v1/matches/" + "x" * 22 + rest)
        recorder.call(operation, "GET", path + rest, token="x" * 43)
    recorder.call("claimSeat", "POST", "/v1/matches/" + "x" * 22 + "/seats", {})
    recorder.call("claimSeat", "POST", path + "/seats", {}, token="x" * 43)


def play(recorder, path, tokens):
    """Play to the end, recording the first answers of each kind."""
    choose = random.Random(1)
    recorder.call("getMatch", "GET", path, token=tokens[0])
    recorder.call("drawMatch", "GET", path + "/picture.svg?language=en", token=tokens[0])
    act = path + "/actions"
    first = True
    while (seen := recorder.client.get(path)).json["status"] == "running":
        seat = seen.json["current_player"]
        seen = recorder.client.get(path, headers=bearer(tokens[seat]))
        body = {"action": choose.choice(seen.json["legal_actions"])}
        tag = seen.headers["ETag"]
        if first:
            wrong = body | {"expected_version": seen.json["version"]}
            recorder.call("postAction", "POST", act, wrong, token=tokens[1 - seat])
            refused(recorder, act, body, tokens[seat])
            first = False
        recorder.call("postAction", "POST", act, body, tokens[seat], If_Match=tag)
    recorder.call("postAction", "POST", act, body, tokens[seat], If_Match=f'"{seen.json["version"]}.{seat}"')


def refused(recorder, act, body, token):
    recorder.call("postAction", "POST", act, body, If_Match='"4.0"')
    recorder.call("postAction", "POST", act, body, "x" * 43)
    recorder.call("postAction", "POST", act, body, token)
    recorder.call("postAction", "POST", act, body, token, If_Match='"1.0"')
    recorder.call(
        "postAction", "POST", act, {"action": {"type": "maillot-jaune.play"}}, token, If_Match='"1.0"'
    )
    recorder.call("postAction", "POST", "/v1/matches/" + "x" * 22 + "/actions", body, token)


def text_of(example):
    return json.dumps(example, ensure_ascii=False, indent=1) + "\n"


def main():
    from api.spec import committed_text

    FOLDER.mkdir(exist_ok=True)
    examples = record()
    for old in FOLDER.glob("*.json"):
        if old.stem not in examples:
            old.unlink()
    for name, example in sorted(examples.items()):
        (FOLDER / f"{name}.json").write_text(text_of(example), "utf-8")
    SPECIFICATION.write_text(committed_text(), "utf-8")
    print(f"{len(examples)} examples, {SPECIFICATION.stat().st_size} bytes of specification")


if __name__ == "__main__":
    main()
