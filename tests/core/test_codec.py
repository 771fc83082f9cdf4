"""JSON in and out: exact round trips, one clear error for anything else, schema and rules versions."""

import copy
import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardkit
from boardkit import codec, registry
from boardkit._json import canonical, decode_fault
from boardkit.errors import (
    BoardkitError,
    DecodeError,
    InvalidState,
    InvalidView,
    RulesVersionMismatch,
    UnsupportedSchema,
)
from boardkit.info import GameInfo
from tests.toys import Drawn, Magpie, Peek, Play, Played

GAME = boardkit.make("magpie", 3)
OWN = {"id": "mine", "data": {"numbers": 3, "copies": 4}}


def played(game, seed, steps):
    rng, state, actions = random.Random(seed), game.initial_state(seed), []
    while len(actions) < steps and not state.is_terminal:
        actions.append(rng.choice(game.legal_actions(state)))
        state = game.step(state, actions[-1])
    return state, tuple(actions)


STATE, ACTIONS = played(GAME, 5, 7)
VALUES = [
    STATE,
    GAME.observe(STATE, 1),
    GAME.observe(STATE, None),
    Play(3),
    Peek(),
    Drawn(1, None),
    boardkit.Record.of(STATE, ACTIONS),
    boardkit.make("magpie", 2, components=OWN, peeking=False).initial_state(1),
    played(boardkit.make("magpie", 2, components=OWN), 1, 99)[0],
]
DOCUMENT = boardkit.to_builtins(STATE)


# ---- there and back --------------------------------------------------------------------------------


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_round_trips_are_exact(value):
    document = boardkit.to_json(value)
    back = boardkit.from_json(document)
    assert back == value
    assert type(back) is type(value)
    assert boardkit.to_json(back) == document
    assert boardkit.from_json(document.decode()) == value
    assert boardkit.from_builtins(boardkit.to_builtins(value)) == value
    assert boardkit.from_json(json.dumps(json.loads(document), indent=2)) == value


def test_a_document_begins_with_what_it_is():
    keys = ["type", "schema", "rules", "players", "options", "components"]
    for value, tag in zip(VALUES[:2], ("magpie.state", "magpie.view"), strict=True):
        document = boardkit.to_builtins(value)
        assert list(document)[:6] == keys
        assert document["type"] == tag
    assert boardkit.to_builtins(Play(3)) == {"type": "magpie.play", "number": 3}
    assert boardkit.to_builtins(Drawn(1, None)) == {"type": "magpie.drawn", "player": 1, "number": None}


def test_the_standard_components_are_named_and_others_embedded():
    assert set(DOCUMENT["components"]) == {"id", "sha256"}
    document = boardkit.to_builtins(VALUES[-1])
    assert document["components"] == {
        "id": "mine",
        "sha256": VALUES[-1].game.components.sha256,
        "data": OWN["data"],
    }


def test_the_game_that_comes_back_is_the_same_object():
    for value in VALUES[:3]:
        assert boardkit.from_json(boardkit.to_json(value)).game is GAME


@given(st.integers(0, 2**256 - 1), st.integers(2, 4), st.integers(0, 30))
def test_every_state_and_view_comes_back(seed, players, steps):
    state, _ = played(boardkit.make("magpie", players), seed, steps)
    for value in (state, *(boardkit.observe(state, player) for player in (*range(players), None))):
        assert boardkit.from_json(boardkit.to_json(value)) == value


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(JSON)
def test_canonical_json_is_what_any_other_library_would_write(document):
    expected = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert canonical(document) == expected


def test_canonical_json_of_a_value_does_not_depend_on_the_order_of_its_keys():
    shuffled = dict(reversed(DOCUMENT.items()))
    assert boardkit.canonical_json(boardkit.from_builtins(shuffled)) == boardkit.canonical_json(STATE)
    assert json.loads(boardkit.canonical_json(STATE)) == DOCUMENT


@pytest.mark.parametrize("value", [None, 3, "x", GAME, {"type": "magpie.peek"}, [Play(3)]])
def test_only_values_of_games_are_written(value):
    with pytest.raises(BoardkitError, match="expected a state, view, action, event or record, got"):
        boardkit.to_json(value)


# ---- bad input -------------------------------------------------------------------------------------

DEEP = 200_000
HOSTILE = {
    "nothing": b"",
    "null": b"null",
    "a number": b"1",
    "a list": b"[]",
    "a string": b'"magpie.peek"',
    "no type": b"{}",
    "unknown game": b'{"type":"x"}',
    "unknown kind": b'{"type":"magpie.nope"}',
    "empty kind": b'{"type":"magpie."}',
    "type is no string": b'{"type":["magpie.peek"]}',
    "type is huge": b'{"type":"' + b"x" * 1_000_000 + b'"}',
    "open brackets": b"[" * DEEP,
    "open objects": b'{"type":' * DEEP,
    "deep in an unknown field": b'{"type":"magpie.state","x":' + b"[" * DEEP + b"]" * DEEP + b"}",
    "deep objects": b'{"type":"magpie.state","x":' + b'{"a":' * DEEP + b"1" + b"}" * DEEP + b"}",
    "NUL": b'{"type":"magpie.play\x00","number":1}',
    "escaped NUL": b'{"type":"magpie.play\\u0000","number":1}',
    "lone surrogate": b'{"type":"\\ud800","number":1}',
    "no UTF-8": b'{"type":"\xff\xfe"}',
    "byte order mark": b'\xef\xbb\xbf{"type":"magpie.peek"}',
    "huge int": b'{"type":"magpie.play","number":' + b"9" * 100_000 + b"}",
    "huge exponent": b'{"type":"magpie.play","number":1e999999999}',
    "float for int": b'{"type":"magpie.play","number":1.0}',
    "exponent for int": b'{"type":"magpie.play","number":1e0}',
    "NaN": b'{"type":"magpie.play","number":NaN}',
    "bool for int": b'{"type":"magpie.play","number":true}',
    "string for int": b'{"type":"magpie.play","number":"1"}',
    "below the bounds": b'{"type":"magpie.play","number":0}',
    "above the bounds": b'{"type":"magpie.play","number":10}',
    "unknown field": b'{"type":"magpie.peek","x":1}',
    "missing field": b'{"type":"magpie.play"}',
    "two types": b'{"type":"magpie.peek","type":"magpie.play","number":1}',
    "two documents": b'{"type":"magpie.peek"}{"type":"magpie.peek"}',
    "something behind": b'{"type":"magpie.peek"} x',
    "10 MB string": b'{"type":"magpie.peek","x":"' + b"a" * 10_000_000 + b'"}',
    "10 MB list": b'{"type":"magpie.state","deck":[' + b"1," * 5_000_000 + b"1]}",
    "10 MB of keys": b"{" + b",".join(b'"k%d":1' % i for i in range(800_000)) + b"}",
    "code": b"{\"type\":\"__import__('os').system('true')\"}",
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
def test_bad_json_is_one_clear_error(data):
    with pytest.raises(DecodeError) as caught:
        boardkit.from_json(data)
    assert len(str(caught.value)) < 400
    assert caught.value.pointer == "" or caught.value.pointer.startswith("/")


@pytest.mark.parametrize("data", [None, 3, {"type": "magpie.peek"}, "\ud800", ["x"]])
def test_what_is_no_text_at_all(data):
    with pytest.raises(DecodeError):
        boardkit.from_json(data)


LOOP = {"type": "magpie.state"}
LOOP["x"] = LOOP
DEEP_LIST: list = []
for _ in range(5_000):
    DEEP_LIST = [DEEP_LIST]


@pytest.mark.parametrize(
    "document",
    [
        None,
        [],
        {},
        {"type": None},
        {"type": ["magpie.peek"]},
        {"type": "x"},
        {"type": "magpie.play", "number": 1.0},
        {"type": "magpie.play", "number": True},
        {"type": "magpie.play", "number": 10**5000},
        {"type": "magpie.play", "number": {1}},
        {"type": "magpie.play", "number": object()},
        {"type": "magpie.peek", 3: 4},
        LOOP,
        {**DOCUMENT, "deck": DEEP_LIST},
        {**DOCUMENT, "seed": "\ud800" * 64},
    ],
    ids=range(15),
)
def test_bad_builtins_are_one_clear_error(document):
    with pytest.raises(DecodeError):
        boardkit.from_builtins(document)


@pytest.mark.parametrize(
    ("change", "kind", "pointer"),
    [
        ({"players": 5}, DecodeError, "/players"),
        ({"players": 2, "events": []}, InvalidState, "/hands"),
        ({"options": {"hand_size": 9}}, DecodeError, "/options/hand_size"),
        ({"options": {"colour": 1}}, DecodeError, "/options"),
        ({"players": 4, "options": {"hand_size": 5}}, DecodeError, "/options/hand_size"),
        ({"components": {"id": "x", "sha256": "0" * 64}}, DecodeError, "/components"),
        ({"components": {"id": "standard", "sha256": "0" * 64}}, DecodeError, "/components"),
        ({"components": {"id": "standard", "sha256": "0" * 63 + "G"}}, DecodeError, "/components/sha256"),
        (
            {"components": {"id": "x", "sha256": "0" * 64, "data": OWN["data"]}},
            DecodeError,
            "/components/sha256",
        ),
        (
            {"components": {"id": "x", "sha256": "0" * 64, "data": {"numbers": 1, "copies": 1}}},
            DecodeError,
            "/components/data/numbers",
        ),
        (
            {"components": {"id": "x", "sha256": "0" * 64, "data": {"numbers": 2, "copies": 1}}},
            DecodeError,
            "/options/hand_size",
        ),
        ({"seed": "0" * 63}, DecodeError, "/seed"),
        ({"seed": "0" * 64 + "\n"}, DecodeError, "/seed"),
        ({"seed": "G" * 64}, DecodeError, "/seed"),
        ({"current_player": 16}, DecodeError, "/current_player"),
        ({"current_player": 3}, InvalidState, "/current_player"),
        ({"deck": [7]}, InvalidState, ""),
        ({"deck": [10]}, DecodeError, "/deck/0"),
        ({"deck": {"0": 1}}, DecodeError, "/deck"),
        ({"events": [{"type": "magpie.play", "number": 3}]}, DecodeError, "/events/0/type"),
        ({"events": [{"type": "magpie.played", "player": 0, "number": 3}] * 1_001}, DecodeError, "/events"),
        ({"schema": 0}, DecodeError, "/schema"),
        ({"schema": 2}, UnsupportedSchema, "/schema"),
        ({"schema": True}, DecodeError, "/schema"),
        ({"rules": 2}, RulesVersionMismatch, "/rules"),
        ({"rules": "1"}, DecodeError, "/rules"),
        ({"type": "magpie.view"}, DecodeError, ""),
        ({"extra": 1}, DecodeError, ""),
    ],
    ids=range(28),
)
def test_a_document_that_is_not_right_is_refused_with_a_pointer(change, kind, pointer):
    document = {**DOCUMENT, **change}
    for read in (boardkit.from_builtins, lambda document: boardkit.from_json(json.dumps(document))):
        with pytest.raises(kind) as caught:
            read(document)
        assert caught.value.pointer == pointer
    assert boardkit.to_builtins(STATE) == DOCUMENT


def test_a_view_is_checked_by_its_game():
    document = {**boardkit.to_builtins(GAME.observe(STATE, 0)), "hands": [1, 2]}
    with pytest.raises(InvalidView):
        boardkit.from_builtins(document)


def test_pointers_of_decoders_become_json_pointers():
    assert decode_fault(ValueError("no - at `$.a[0].b`")) == ("/a/0/b", "no")
    assert decode_fault(ValueError("no - at `$[...]`")) == ("/*", "no")
    assert decode_fault(ValueError("no - at `$`")) == ("", "no")
    assert decode_fault(ValueError("no")) == ("", "no")
    assert decode_fault(RecursionError()) == ("", "nested too deeply")
    assert decode_fault(ValueError()) == ("", "ValueError")


def mutated(value, rng):
    """Return a copy of a JSON document with one thing in it changed."""
    value = copy.deepcopy(value)
    places = []

    def walk(node):
        for key in list(node) if isinstance(node, dict) else range(len(node)):
            places.append((node, key))
            if isinstance(node[key], dict | list):
                walk(node[key])

    walk(value)
    node, key = rng.choice(places)
    how = rng.randrange(4)
    if how == 0:
        del node[key]
    elif how == 1 and isinstance(node, list):
        node.insert(key, node[key])
    elif how == 2 and isinstance(node[key], int):
        node[key] += rng.choice([-1, 1, 10**9, -(10**20)])
    else:
        node[key] = rng.choice([None, -1, 0, 1, 9, 10**30, 1.5, True, "", "x", [], [[]], {}, "\0"])
    return value


@given(st.integers(0, 30), st.integers(0, 2**32), st.integers(1, 3))
def test_a_forged_state_is_refused_or_plays_to_its_end(steps, seed, changes):
    rng = random.Random(seed)
    document = boardkit.to_builtins(played(GAME, seed, steps)[0])
    for _ in range(changes):
        document = mutated(document, rng)
    try:
        state = boardkit.from_json(json.dumps(document))
    except DecodeError:
        return
    while not state.is_terminal:
        for player in range(state.game.players):
            view = boardkit.observe(state, player)
            boardkit.resample(view, 1)
            boardkit.draw(view)
        state = boardkit.step(state, rng.choice(boardkit.legal_actions(state)))
    assert boardkit.from_json(boardkit.to_json(state)) == state


# ---- versions --------------------------------------------------------------------------------------


class Second(Magpie, frozen=True, dict=True):
    """The toy as it might be later: what was ``stock`` is called ``deck`` now; rules 3 play on from rules 2."""

    info = GameInfo("magpie", Magpie.info.title, 2, 4, 3, rules=3, schema=3, compatible_rules=(2,))

    @classmethod
    def upgrade(cls, kind, schema, document):
        if schema == 1:
            raise UnsupportedSchema("/schema", "too old")
        if kind == "state":
            document["deck"] = document.pop("stock")
            document["hands"][0].sort()
        return document


@pytest.fixture
def second(monkeypatch):
    monkeypatch.setitem(registry._registered, "magpie", Second)
    codec._codec_of_tag.cache_clear()
    yield Second.make(3)
    codec._codec_of_tag.cache_clear()


def old(state, **change):
    """Return a document as schema 2 and rules 2 had it."""
    document = {**boardkit.to_builtins(state), "schema": 2, "rules": 2}
    document["stock"] = document.pop("deck")
    return {**document, **change}


def test_a_document_of_an_older_schema_is_upgraded(second):
    state = second.initial_state(4)
    document = old(state)
    before = copy.deepcopy(document)
    assert boardkit.from_json(json.dumps(document)) == state
    assert boardkit.from_builtins(document) == state
    assert document == before, "the caller's document is not written to"
    assert boardkit.to_builtins(state)["schema"] == 3


@pytest.mark.parametrize("schema", [0, -1, 4, 10**30])
def test_a_schema_that_there_never_was(second, schema):
    with pytest.raises(UnsupportedSchema, match="this release reads 1 to 3") as caught:
        boardkit.from_builtins(old(second.initial_state(4), schema=schema))
    assert caught.value.pointer == "/schema"


def test_a_schema_that_the_game_gave_up(second):
    with pytest.raises(UnsupportedSchema, match="too old"):
        boardkit.from_builtins(old(second.initial_state(4), schema=1))


@pytest.mark.parametrize("change", [{"hands": 3}, {"hands": []}, {"hands": [[[], 1]]}, {"stock": None}])
def test_a_forged_old_document_is_refused_like_any_other(second, change):
    with pytest.raises(DecodeError):
        boardkit.from_json(json.dumps(old(second.initial_state(4), **change)))
    without = old(second.initial_state(4))
    del without["stock"]
    with pytest.raises(DecodeError, match="no state of schema 2"):
        boardkit.from_builtins(without)


def test_a_state_of_compatible_rules_is_played_on(second):
    state = second.initial_state(4)
    document = {**boardkit.to_builtins(state), "rules": 2}
    assert boardkit.from_builtins(document) == boardkit.from_json(json.dumps(document)) == state
    view = {**boardkit.to_builtins(second.observe(state, 1)), "rules": 2}
    assert boardkit.from_builtins(view) == second.observe(state, 1)


@pytest.mark.parametrize("rules", [1, 4])
def test_a_state_of_other_rules_names_both(second, rules):
    document = {**boardkit.to_builtins(second.initial_state(4)), "rules": rules}
    with pytest.raises(RulesVersionMismatch) as caught:
        boardkit.from_json(json.dumps(document))
    assert (caught.value.theirs, caught.value.ours, caught.value.pointer) == (rules, 3, "/rules")


def test_a_record_is_replayed_by_the_very_same_rules_alone(second):
    state = second.initial_state(4)
    document = {**boardkit.to_builtins(boardkit.Record.of(state, ())), "rules": 2}
    with pytest.raises(RulesVersionMismatch):
        boardkit.from_builtins(document)


def test_without_an_upgrade_nothing_old_is_read():
    with pytest.raises(UnsupportedSchema, match="schema 1 of magpie cannot be read any more"):
        Magpie.upgrade("state", 1, {})


def test_an_event_keeps_what_it_hides():
    assert boardkit.from_json(boardkit.to_json(Played(1, 3))) == Played(1, 3)
    assert boardkit.from_json(b'{"type":"magpie.drawn","player":1,"number":null}') == Drawn(1, None)
