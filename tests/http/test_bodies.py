"""Whatever is sent, the answer is a refusal with a code and never a fault of the service."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boardkit
from api.problems import CODES
from tests.http.play import Table, bearer
from tests.http.test_engine import GAMES, refused, start

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(codec=None, categories=("L", "N", "P", "S", "Z", "C", "Cs")))
    | st.sampled_from(
        ["magpie.state", "magpie.play", "magpie", "random", "bot", 2**63, 2**64, -(2**200), 1e308]
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def ways(value):
    """Yield the path of every place in a document."""
    yield ()
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in steps:
        for way in ways(inner):
            yield (key, *way)


@st.composite
def damaged(draw, document):
    """A document in which something was replaced, removed or added."""
    document = json.loads(json.dumps(document))
    for _ in range(draw(st.integers(1, 3))):
        way = draw(st.sampled_from([w for w in ways(document) if w]))
        parent = document
        for step in way[:-1]:
            parent = parent[step]
        kind = draw(st.sampled_from(["replace", "remove", "double"]))
        if kind == "replace":
            parent[way[-1]] = draw(JSON)
        elif kind == "remove":
            del parent[way[-1]]
        elif isinstance(parent, list):
            parent.append(parent[way[-1]])
        else:
            parent[draw(st.text(max_size=6))] = parent[way[-1]]
        if not any(ways(document)):
            break
    return document


def known(answer):
    """Check that an answer is an answer, or a refusal that says what is wrong."""
    assert answer.status_code < 500, answer.data
    if answer.status_code >= 400:
        assert answer.mimetype == "application/problem+json"
        assert answer.json["code"] in CODES or "rule" in answer.json
        assert answer.json["status"] == answer.status_code


def dump(document):
    return json.dumps(document).encode("utf-8", "surrogatepass")


@pytest.fixture(scope="module")
def shared():
    """One service for all examples of a property."""
    from api import create_app
    from api.config import Config

    app = create_app(Config(database="sqlite://", games=("magpie",)))
    yield app.test_client()
    app.extensions["boardkit"].database.close()


PATHS = [
    "/v1/games/magpie/states",
    "/v1/games/magpie/step",
    "/v1/games/magpie/legal-actions",
    "/v1/games/magpie/observe",
    "/v1/games/magpie/resample",
    "/v1/games/magpie/draw",
    "/v1/games/magpie/snap",
    "/v1/matches",
]


@given(path=st.sampled_from(PATHS), document=JSON)
def test_any_json(shared, path, document):
    known(shared.post(path, data=dump(document), content_type="application/json"))


@given(path=st.sampled_from(PATHS), body=st.binary(max_size=60))
def test_any_bytes(shared, path, body):
    known(shared.post(path, data=body, content_type="application/json"))


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60)
@given(data=st.data())
def test_damaged_states_and_views(shared, game, data):
    position = boardkit.make(game).initial_state(data.draw(st.integers(0, 3)))
    for _ in range(data.draw(st.integers(0, 12))):
        if not position.is_terminal:
            legal = boardkit.legal_actions(position)
            position = boardkit.step(position, legal[data.draw(st.integers(0, 10**6)) % len(legal)])
    state = boardkit.to_builtins(position)
    view = boardkit.to_builtins(boardkit.observe(position, 0))
    actions = [boardkit.to_builtins(action) for action in boardkit.legal_actions(position)[:1]]
    bodies = {
        "step": {"state": state, "action": actions[0] if actions else None},
        "legal-actions": {"state": state},
        "observe": {"state": state, "player": 1},
        "resample": {"view": view, "seed": "1"},
        "draw": {"view": view},
        "snap": {"view": view, "tile": "a", "rotation": 1, "x": 1, "y": 1},
    }
    name = data.draw(st.sampled_from(sorted(bodies)))
    body = data.draw(damaged(bodies[name]))
    known(shared.post(f"/v1/games/{game}/{name}", data=dump(body), content_type="application/json"))


@given(
    query=st.dictionaries(
        st.sampled_from(["game", "status", "cursor", "limit", "since", "language", "x"]), st.text(max_size=30)
    ),
    path=st.sampled_from(["", "/x", "/events", "/picture.svg"]),
)
def test_any_query(shared, query, path):
    known(shared.get("/v1/matches" + path, query_string=query))


@given(
    name=st.sampled_from(
        ["If-Match", "If-None-Match", "Authorization", "Idempotency-Key", "Accept", "Content-Type"]
    ),
    value=st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=40),
)
def test_any_header(shared, name, value):
    table = Table(shared)
    headers = {"Authorization": "Bearer " + table.tokens[0], "If-Match": '"4.0"', name: value}
    body = json.dumps({"action": {"type": "magpie.peek"}})
    known(
        shared.post(
            table.path + "/actions", data=body, headers={"Content-Type": "application/json"} | headers
        )
    )
    known(shared.get(table.path, headers=headers))


@given(path=st.text(max_size=30))
def test_any_address(shared, path):
    for base in ("/", "/v1/", "/v1/games/", "/v1/matches/", "/docs/assets/"):
        known(shared.get(base + path.replace("?", "").replace("#", "")))


class TestParticularBodies:
    def post(self, client, text):
        return client.post("/v1/games/magpie/states", data=text, content_type="application/json")

    def test_deep_nesting(self, client):
        refused(self.post(client, b'{"options":' + b"[" * 100_000), 400, "bad-json")
        deep = b'{"options":' + b"[" * 900 + b"]" * 900 + b"}"
        known(self.post(client, deep))
        state = b'{"state":' + b'{"type":"magpie.state","events":' + b"[" * 600 + b"]" * 600 + b"}}"
        known(client.post("/v1/games/magpie/step", data=state, content_type="application/json"))

    def test_too_large(self, client):
        refused(self.post(client, b" " * (1 << 20) + b"{}"), 413, "body-too-large")
        refused(self.post(client, b" " * (10 << 20) + b"{}"), 413, "body-too-large")
        assert self.post(client, b" " * ((1 << 20) - 2) + b"{}").status_code == 200

    @pytest.mark.parametrize(
        "text", [b"", b"{", b"\xff", b"NaN", b'{"seed": "\xed\xa0\x80"}', b'{"seed": "\\ud800"}', b"{'a': 1}"]
    )
    def test_no_json(self, client, text):
        refused(self.post(client, text), 400, "bad-json")

    @pytest.mark.parametrize("text", [b"[]", b"null", b"3", b'"x"'])
    def test_no_object(self, client, text):
        problem = refused(self.post(client, text), 422, "invalid-body")
        assert problem["errors"][0]["pointer"] == ""

    def test_nul_and_other_characters_come_back_whole_or_not_at_all(self, client):
        problem = refused(
            self.post(client, b'{"options": {"a\\u0000/~b": "\\u0000"}}'), 422, "invalid-option"
        )
        assert problem["errors"]

    def test_duplicate_keys_the_last_one_counts(self, client):
        assert self.post(client, b'{"players": 99, "players": 2}').json["state"]["players"] == 2

    def test_many_faults_are_cut_off(self, client):
        state = start(client) | {"deck": ["x"] * 5000}
        problem = refused(
            client.post("/v1/games/magpie/legal-actions", json={"state": state}), 422, "invalid-body"
        )
        assert len(problem["errors"]) == 50

    def test_large_documents_are_refused_without_a_list_of_all_faults(self, client):
        state = start(client) | {"deck": [1] * 400_000}
        problem = refused(
            client.post("/v1/games/magpie/legal-actions", json={"state": state}), 422, "invalid-body"
        )
        assert [fault["pointer"] for fault in problem["errors"]] == ["/state/deck"]

    def test_huge_numbers(self, client):
        for number in (b"9" * 5000, b"-" + b"9" * 400, b"1e999", b"0." + b"1" * 5000):
            known(self.post(client, b'{"players": ' + number + b"}"))

    @pytest.mark.parametrize("kind", [None, "", "text/plain", "application/x-www-form-urlencoded"])
    def test_other_kinds_of_body(self, client, kind):
        answer = client.post("/v1/matches", data=b"{}", content_type=kind)
        refused(answer, 415, "not-json")

    def test_json_with_a_suffix_or_a_charset(self, client):
        for kind in ("application/json; charset=utf-8", "application/merge-patch+json"):
            answer = client.post("/v1/games/magpie/states", data=b"{}", content_type=kind)
            assert answer.status_code == 200


def test_methods(client):
    for path in ("/v1/games", "/v1/games/magpie", "/healthz", "/openapi.json", "/docs"):
        answer = client.delete(path)
        refused(answer, 405, "method-not-allowed")
        assert set(answer.headers["Allow"].split(", ")) >= {"GET", "HEAD", "OPTIONS"}
    assert client.options("/v1/games").status_code == 200
    assert client.head("/v1/games").status_code == 200
    refused(client.get("/v1/games/"), 404, "not-found")


def test_a_fault_of_the_service_is_a_problem_and_says_nothing(app, client, monkeypatch, caplog):
    def fail():
        raise RuntimeError("the hidden card is the queen")

    monkeypatch.setattr("api.engine_resource._service", fail)
    answer = client.get("/v1/games")
    refused(answer, 500, "internal-error")
    assert "queen" not in answer.text + caplog.text
    assert "RuntimeError" in caplog.text


def test_tokens_of_other_matches(client):
    one, two = Table(client), Table(client)
    answer = client.get(one.path, headers=bearer(two.tokens[0]))
    refused(answer, 401, "unauthorized")
