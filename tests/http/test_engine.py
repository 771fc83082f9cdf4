"""The engine over HTTP says what the library says, and names every fault of what is posted."""

import copy
import types

import msgspec
import pytest

import boardkit
from api.served import ServedGames
from tests import toys

GAMES = list(ServedGames([toys.Magpie.info.name]).by_name)


def start(client, game="magpie", **body):
    answer = client.post(f"/v1/games/{game}/states", json={"seed": "7"} | body)
    assert answer.status_code == 200, answer.json
    return answer.json["state"]


def refused(answer, status, code):
    assert answer.status_code == status, answer.data
    assert answer.mimetype == "application/problem+json"
    assert answer.json["status"] == status
    assert answer.json["code"] == code
    assert answer.json["title"]
    assert answer.json["detail"]
    return answer.json


@pytest.mark.parametrize("game", GAMES)
def test_a_game_played_over_http_is_the_game_of_the_library(client, game):
    ours = boardkit.make(game).initial_state(7)
    theirs = start(client, game)
    for turn in range(40):
        assert theirs == boardkit.to_builtins(ours)
        told = client.post(f"/v1/games/{game}/legal-actions", json={"state": theirs}).json
        legal = boardkit.legal_actions(ours)
        assert told["actions"] == [boardkit.to_builtins(action) for action in legal]
        assert told["current_player"] == ours.current_player
        assert told["returns"] == list(ours.returns)
        assert told["ranking"] == (None if ours.ranking is None else list(ours.ranking))
        if ours.is_terminal:
            break
        chosen = (7 * turn) % len(legal)
        body = {"state": theirs, "action": told["actions"][chosen]}
        stepped = client.post(f"/v1/games/{game}/step", json=body)
        assert stepped.status_code == 200, stepped.json
        ours = boardkit.step(ours, legal[chosen])
        theirs = stepped.json["state"]
        assert stepped.json["events"] == theirs["events"]


@pytest.mark.parametrize("game", GAMES)
def test_views_worlds_and_pictures(client, game):
    state = start(client, game)
    ours = boardkit.from_builtins(state)
    for player in (None, 0, 1):
        view = client.post(f"/v1/games/{game}/observe", json={"state": state, "player": player}).json["view"]
        assert view == boardkit.to_builtins(boardkit.observe(ours, player))
        body = {"view": view, "language": "ja"}
        picture = client.post(f"/v1/games/{game}/draw", json=body)
        assert picture.mimetype == "image/svg+xml"
        assert picture.text == boardkit.draw(boardkit.observe(ours, player), "ja")
        assert "default-src 'none'" in picture.headers["Content-Security-Policy"]
        world = client.post(f"/v1/games/{game}/resample", json={"view": view, "seed": "ff"})
        if player is None:
            refused(world, 422, "cannot-resample")
        else:
            drawn = boardkit.from_builtins(world.json["state"])
            assert drawn == boardkit.resample(boardkit.observe(ours, player), 255)


def test_listing_and_describing(client):
    listed = client.get("/v1/games").json["games"]
    assert [game["name"] for game in listed] == sorted(GAMES)
    for summary in listed:
        described = client.get(f"/v1/games/{summary['name']}").json
        assert summary.items() <= described.items()
        cls = boardkit.games()[summary["name"]]
        assert [option["name"] for option in described["options"]] == [option.name for option in cls.options]
        assert {part["status"] for part in described["components"]["provenance"]} <= {
            "rulebook",
            "published",
            "reconstructed",
        }
        assert described["options_schema"]["type"] == "object"


def test_outside_games_are_served_only_when_listed(make_app):
    client = make_app(games=()).test_client()
    assert "magpie" not in [game["name"] for game in client.get("/v1/games").json["games"]]
    refused(client.get("/v1/games/magpie"), 404, "unknown-game")
    assert "Magpie" not in client.get("/openapi.json").text


def test_seeds_are_hexadecimal_numbers(client):
    assert start(client, seed="7")["seed"] == "7".rjust(64, "0")
    assert start(client, seed="f" * 64)["seed"] == "f" * 64
    assert start(client)["seed"] == start(client)["seed"]
    one, two = (client.post("/v1/games/magpie/states", json={}).json["state"]["seed"] for _ in range(2))
    assert one != two
    for bad in ("", "g", "F", "f" * 65, "7\n", 7):
        refused(client.post("/v1/games/magpie/states", json={"seed": bad}), 422, "invalid-body")


def test_every_fault_is_named_with_a_pointer(client):
    state = start(client)
    broken = copy.deepcopy(state)
    broken["deck"][2] = "x"
    broken["barred"] = 99
    broken["options"]["hand_size"] = 77
    broken["surprise/~"] = 1
    del broken["hands"]
    body = {"state": broken, "action": {"type": "magpie.play", "number": True}, "more": 1}
    problem = refused(client.post("/v1/games/magpie/step", json=body), 422, "invalid-body")
    pointers = {fault["pointer"] for fault in problem["errors"]}
    assert pointers == {
        "/state",
        "/state/deck/2",
        "/state/barred",
        "/state/options/hand_size",
        "/action/number",
        "/more",
    }
    details = [fault["detail"] for fault in problem["errors"] if fault["pointer"] == "/state"]
    assert any("hands" in detail for detail in details)
    assert any("surprise" in detail for detail in details)


@pytest.mark.parametrize(
    ("event", "pointer"),
    [
        ({"type": "magpie.drawn", "player": 99, "number": None}, "/state/events/0/player"),
        ({"type": "magpie.play", "number": 1}, "/state/events/0/type"),
        ({"player": 1}, "/state/events/0/type"),
        (3, "/state/events/0"),
    ],
)
def test_faults_inside_a_union_are_those_of_the_named_variant(client, event, pointer):
    state = start(client) | {"events": [event]}
    problem = refused(
        client.post("/v1/games/magpie/legal-actions", json={"state": state}), 422, "invalid-body"
    )
    assert [fault["pointer"] for fault in problem["errors"]] == [pointer]


@pytest.mark.parametrize("document", [None, 3, [], "magpie", {}, {"type": 3}, {"type": "magpie.view"}])
def test_what_is_no_state_is_named_so(client, document):
    problem = refused(
        client.post("/v1/games/magpie/legal-actions", json={"state": document}), 422, "invalid-body"
    )
    assert problem["errors"][0]["pointer"] in {"/state", "/state/type"}


def test_states_that_cannot_be(client):
    state = start(client)
    state["aside"] = state["aside"] % 6 + 1
    problem = refused(
        client.post("/v1/games/magpie/legal-actions", json={"state": state}), 422, "invalid-state"
    )
    assert problem["errors"]


def test_other_schemas_and_rules(client):
    newer = start(client) | {"schema": 99}
    refused(client.post("/v1/games/magpie/legal-actions", json={"state": newer}), 422, "unsupported-schema")
    other = start(client) | {"rules": 99}
    refused(
        client.post("/v1/games/magpie/legal-actions", json={"state": other}), 422, "rules-version-mismatch"
    )


def test_illegal_actions_carry_the_games_own_code_and_rule(client):
    state = start(client)
    held = set(state["hands"][0])
    missing = next(number for number in range(1, 7) if number not in held)
    body = {"state": state, "action": {"type": "magpie.play", "number": missing}}
    problem = refused(client.post("/v1/games/magpie/step", json=body), 422, "not-playable")
    assert problem["rule"] == "MP-1"
    assert problem["errors"] == [{"pointer": "/action", "detail": problem["detail"]}]


def test_options_are_refused_by_name_all_of_them(client):
    body = {"players": 3, "options": {"hand_size": 99, "peeking": "no", "colour": 1}}
    problem = refused(client.post("/v1/games/magpie/states", json=body), 422, "invalid-option")
    assert {fault["pointer"] for fault in problem["errors"]} == {
        "/options",
        "/options/hand_size",
        "/options/peeking",
    }
    problem = refused(client.post("/v1/games/magpie/states", json={"players": 9}), 422, "invalid-option")
    assert problem["errors"][0]["pointer"] == "/players"


def test_seats_that_are_not_there(client):
    body = {"state": start(client, players=2), "player": 2}
    problem = refused(client.post("/v1/games/magpie/observe", json=body), 422, "invalid-player")
    assert problem["errors"][0]["pointer"] == "/player"


@pytest.mark.parametrize("game", [name for name in GAMES if name != "magpie"])
def test_documents_of_another_game(client, game):
    problem = refused(
        client.post(f"/v1/games/{game}/legal-actions", json={"state": start(client)}), 422, "other-game"
    )
    assert problem["errors"][0]["pointer"] == "/state/type"


def test_games_with_a_table_have_nothing_to_snap(client):
    body = {"state": start(client), "tile": "a", "rotation": 0, "x": 0, "y": 0}
    refused(client.post("/v1/games/magpie/snap", json=body), 404, "no-free-placement")
    both = body | {
        "view": client.post("/v1/games/magpie/observe", json={"state": body["state"]}).json["view"]
    }
    refused(client.post("/v1/games/magpie/snap", json=both), 422, "invalid-body")


def test_snapping_asks_the_game(client, monkeypatch):
    class Collision(msgspec.Struct):
        piece: str

    def snap(game, holder, tile, *place):
        if tile == "none":
            raise boardkit.IllegalAction("no-room", "MP-1", "nothing is placed now", None)
        if tile == "far":
            raise boardkit.BoardkitError("expected a whole number")
        assert isinstance(holder, toys.State | toys.View)
        assert place == (1, 3, -5, 9)
        fits = tile == "fits"
        return types.SimpleNamespace(
            placement=toys.Play(2),
            turned=-1,
            distance2=25,
            code=None if fits else "overlap",
            rule="" if fits else "MP-1",
            message="it overlaps",
            collisions=() if fits else (Collision("a"),),
        )

    monkeypatch.setattr(toys.Magpie, "snap", snap, raising=False)
    state = start(client)
    view = client.post("/v1/games/magpie/observe", json={"state": state, "player": 0}).json["view"]
    body = {"state": state, "tile": "fits", "flip": 1, "rotation": 3, "x": -5, "y": 9}
    found = {"action": {"type": "magpie.play", "number": 2}, "turned": -1, "distance2": 25}
    path = "/v1/games/magpie/snap"
    assert client.post(path, json=body).json == found | {"collisions": []}
    on_view = {"view": view, "tile": "moved"} | {name: body[name] for name in ("flip", "rotation", "x", "y")}
    reason = {"code": "overlap", "rule": "MP-1", "detail": "it overlaps"}
    assert client.post(path, json=on_view).json == found | {"collisions": [{"piece": "a"}], "reason": reason}
    answer = client.post(path, json=body | {"tile": "none"}).json
    reason = {"code": "no-room", "rule": "MP-1", "detail": "nothing is placed now"}
    assert answer == {"collisions": [], "reason": reason}
    refused(client.post(path, json=body | {"tile": "far"}), 422, "invalid-body")
    assert client.get("/v1/games/magpie").json["free_placement"] is True


def test_numbers_that_json_calls_integers(client):
    text = b'{"players": 2.0, "seed": "7", "options": {"hand_size": 3e0}}'
    answer = client.post("/v1/games/magpie/states", data=text, content_type="application/json")
    assert answer.json["state"] == start(client, players=2)
    for bad in (b"2.5", b"1e400", b"-1e400", b"99999999999999999999", b"true", b'"2"', b"1e30"):
        body = b'{"players": ' + bad + b"}"
        answer = client.post("/v1/games/magpie/states", data=body, content_type="application/json")
        refused(answer, 422, "invalid-body")
