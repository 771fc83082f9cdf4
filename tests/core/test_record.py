"""Records: the same game again, and anything changed in one shows."""

import hashlib
import json

import pytest
from msgspec.structs import replace

import boardkit
from boardkit.errors import DecodeError, IllegalAction, InvalidOption, InvalidRecord
from boardkit.record import Record
from tests.core.test_codec import played
from tests.toys import Peek

GAME = boardkit.make("magpie", 3)
FINAL, ACTIONS = played(GAME, 11, 99)
RECORD = Record.of(FINAL, ACTIONS)


def test_a_record_replays_every_state():
    states = list(RECORD.replay())
    assert len(states) == len(ACTIONS) + 1
    assert states[0] == GAME.initial_state(11)
    assert states[-1] == RECORD.verify() == FINAL
    assert [GAME.step(state, action) for state, action in zip(states[:-1], ACTIONS, strict=True)] == states[
        1:
    ]


def test_playing_and_having_played_give_one_record():
    assert Record.play(GAME, 11, ACTIONS) == RECORD
    assert Record.play(GAME, (11).to_bytes(32, "big"), iter(ACTIONS)) == RECORD
    assert RECORD.seed == (11).to_bytes(32, "big")
    assert RECORD.returns == FINAL.returns


def test_an_unfinished_game_has_a_record_too():
    for length in (0, 1, 5):
        record = Record.play(GAME, 11, ACTIONS[:length])
        assert not record.verify().is_terminal
        assert boardkit.from_json(boardkit.to_json(record)) == record


def test_the_document():
    document = boardkit.to_builtins(RECORD)
    assert list(document) == [
        *("type", "schema", "rules", "players", "options", "components"),
        *("game", "seed", "actions", "returns", "digest"),
    ]
    assert document["type"] == "magpie.record"
    assert document["game"] == "magpie"
    assert document["seed"] == f"{11:064x}"
    assert document["actions"][0]["type"].startswith("magpie.")


def test_the_digest_can_be_taken_without_the_library():
    document = json.loads(boardkit.to_json(RECORD))
    digest = document.pop("digest")

    def canonical(thing):
        return json.dumps(thing, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

    final = json.loads(boardkit.to_json(FINAL))
    assert hashlib.sha256(canonical(document) + canonical(final)).hexdigest() == digest


OTHER = next(action for action in GAME.actions if action not in GAME.legal_actions(GAME.initial_state(11)))


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"actions": (OTHER, *ACTIONS[1:])}, "/actions/0"),
        ({"actions": (*ACTIONS, ACTIONS[-1])}, f"/actions/{len(ACTIONS)}"),
        ({"actions": ACTIONS[:-1]}, "/returns"),
        ({"actions": ()}, "/returns"),
        ({"returns": (FINAL.returns[0] + 1, *FINAL.returns[1:])}, "/returns"),
        ({"returns": FINAL.returns[:-1]}, "/returns"),
        ({"digest": RECORD.digest[::-1]}, "/digest"),
        ({"game": boardkit.make("magpie", 3, peeking=False)}, None),
        ({"game": boardkit.make("magpie", 3, hand_size=2)}, None),
        ({"game": boardkit.make("magpie", 2)}, None),
        ({"seed": bytes(32)}, None),
    ],
    ids=range(11),
)
def test_anything_changed_is_found(change, pointer):
    forged = replace(RECORD, **change)
    for record in (forged, boardkit.from_json(boardkit.to_json(forged))):
        with pytest.raises(InvalidRecord) as caught:
            record.verify()
        assert pointer in {None, caught.value.pointer}


def test_a_peek_more_changes_the_digest_and_nothing_else():
    """What leaves the points alone is found by the digest."""
    start = GAME.initial_state(11)
    record = Record.play(GAME, 11, ())
    forged = replace(record, actions=(Peek(),))
    assert GAME.step(start, Peek()).returns == start.returns
    with pytest.raises(InvalidRecord) as caught:
        forged.verify()
    assert caught.value.pointer == "/digest"


@pytest.mark.parametrize("seed", [11, None, b"", b"x" * 31, bytearray(32), "0" * 64, True])
def test_a_record_holds_its_seed_as_32_bytes(seed):
    with pytest.raises(InvalidOption) as caught:
        Record(GAME, seed, (), (0, 0, 0), "")
    assert caught.value.field == "seed"


def test_playing_something_illegal_makes_no_record():
    with pytest.raises(IllegalAction):
        Record.play(GAME, 11, [OTHER])


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"game": "chess"}, "/game"),
        ({"seed": 11}, "/seed"),
        ({"actions": [{"type": "magpie.played", "player": 0, "number": 1}]}, "/actions/0/type"),
        ({"actions": [{"type": "magpie.play", "number": 0}]}, "/actions/0/number"),
        ({"actions": {}}, "/actions"),
        ({"returns": [1.5]}, "/returns/0"),
        ({"returns": [10**7]}, "/returns/0"),
        ({"digest": "0" * 63}, "/digest"),
        ({"digest": "A" * 64}, "/digest"),
    ],
    ids=range(9),
)
def test_what_is_no_record_at_all(change, pointer):
    with pytest.raises(DecodeError) as caught:
        boardkit.from_json(json.dumps({**boardkit.to_builtins(RECORD), **change}))
    assert caught.value.pointer == pointer


def test_a_record_is_a_value():
    assert hash(RECORD) == hash(boardkit.from_json(boardkit.to_json(RECORD)))
    assert len({RECORD, Record.play(GAME, 11, ACTIONS)}) == 1
    with pytest.raises(AttributeError):
        RECORD.digest = ""
