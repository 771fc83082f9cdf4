"""No byte that leaves depends on what the caller may not know.

For positions of real matches, everything that a viewer cannot know is drawn again in the store (by the game's own
``permute_hidden``, which is not written from ``observe``): every answer has to stay the same, byte by byte.
"""

import logging
import random

import pytest

import boardkit
from boardkit import chance
from tests.http.play import Table, bearer
from tests.http.test_engine import GAMES

READS = ("", "/events?since={since}", "/picture.svg", "/picture.svg?language=ja", "/record")


def read_all(table, token, version):
    """Ask everything that can be asked about a match."""
    paths = [path.format(since=max(0, version - 20)) for path in READS]
    return [table.client.get(table.path + path, headers=bearer(token)) for path in paths]


def everything(answer):
    """Return what an answer consists of, for comparing."""
    return answer.status_code, sorted(answer.headers.items()), answer.data


def put_state(app, version, state):
    with app.extensions["boardkit"].database.writing() as db:
        db.exec_driver_sql(
            "UPDATE versions SET state = ? WHERE version = ?", (boardkit.to_json(state).decode(), version)
        )


def stored_state(app, version):
    with app.extensions["boardkit"].database.reading() as db:
        ((text,),) = db.exec_driver_sql("SELECT state FROM versions WHERE version = ?", (version,)).all()
    return boardkit.from_json(text)


@pytest.mark.parametrize("game", GAMES)
def test_answers_do_not_depend_on_what_is_hidden(make_app, game):
    app = make_app(entropy=random.Random(3).randbytes)
    table = Table(app.test_client(), game, boardkit.games()[game].default_players)
    seats = [None, *table.tokens]
    choose = random.Random(5)
    compared = changed = 0
    for answer in table.play(seed=11, steps=45):
        version, status = answer.json["version"], answer.json["status"]
        if choose.random() > 0.2 or status == "finished":
            continue
        state = stored_state(app, version)
        for viewer in seats:
            token = None if viewer is None else table.tokens[viewer]
            reads = read_all(table, token, version)
            other = state.game.permute_hidden(state, viewer, chance.derive(bytes(32), f"{version}/{viewer}"))
            put_state(app, version, other)
            again = read_all(table, token, version)
            assert list(map(everything, again)) == list(map(everything, reads))
            wrong = illegal_actions(choose, state)
            refusals = provoke(table, viewer, version, wrong)
            put_state(app, version, state)
            assert provoke(table, viewer, version, wrong) == refusals
            compared += 1
            changed += boardkit.to_json(other) != boardkit.to_json(state)
    assert compared >= 10
    assert changed == compared  # the seed at least is another one


def illegal_actions(choose, state):
    """Return some actions that this player may not do now."""
    legal = set(boardkit.legal_actions(state))
    others = [action for action in state.game.actions or () if action not in legal]
    return [boardkit.to_builtins(action) for action in choose.sample(others, min(4, len(others)))]


def provoke(table, viewer, version, wrong):
    """Make the service refuse in many ways and return all that it says."""
    told = []
    token = "Z" * 43 if viewer is None else table.tokens[viewer]
    for body in (
        {"action": {"type": "magpie.peek"}, "expected_version": version - 1},
        {"action": 3, "expected_version": version},
        {"expected_version": version},
        {"action": {"type": "magpie.play", "number": 9}},
    ):
        answer = table.client.post(table.path + "/actions", json=body, headers=bearer(token))
        assert answer.status_code >= 400
        told.append(everything(answer))
    if viewer is not None:
        asked = table.get(viewer).json["current_player"] == viewer
        for action in wrong:
            answer = table.post(viewer, action, expected=version)
            assert answer.status_code == (422 if asked else 409)
            told.append(everything(answer))
    return told


@pytest.mark.parametrize("game", GAMES)
def test_the_seed_and_the_servers_bytes_stay_in_the_store(make_app, game, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    app = make_app()
    table = Table(app.test_client(), game, boardkit.games()[game].default_players, visibility="private")
    with app.extensions["boardkit"].database.reading() as db:
        ((server, seed),) = db.exec_driver_sql("SELECT server_bytes, seed FROM matches").all()
        hashes = db.exec_driver_sql("SELECT token FROM seats").all()
    secret = [server, seed, *(value for (value,) in hashes)]
    canaries = [text.encode() for value in secret for text in (value.hex(), value.hex().upper())] + secret
    told = b""
    for answer in table.play(seed=2):
        told += b"".join(map(dump, [answer]))
        if answer.json["status"] == "finished":
            break
        if answer.json["version"] % 32:
            continue
        for viewer in (table.host, table.invite, *table.tokens.values()):
            told += b"".join(map(dump, read_all(table, viewer, answer.json["version"])))
    assert len(told) > 10_000
    for canary in canaries:
        assert canary not in told
    record = table.get(0, "/record").json
    assert record["server_bytes"] == server.hex()
    assert record["seed"] == seed.hex()
    written = (caplog.text + "".join(capfd.readouterr())).encode()
    for secret_text in (*canaries, *map(str.encode, [table.host, table.invite, *table.tokens.values()])):
        assert secret_text not in written


def dump(answer):
    return answer.data + repr(sorted(answer.headers.items())).encode()


def test_a_canary_in_a_hidden_place_reaches_only_who_may_see_it(app, table):
    """Nine is no card of the standard set, so it cannot come from anywhere else."""
    state = stored_state(app, 4)
    game = boardkit.make("magpie", 2, components={"id": "nines", "data": {"numbers": 9, "copies": 3}})
    state = game.initial_state(next(seed for seed in range(99) if 9 in game.initial_state(seed).hands[0]))
    put_state(app, 4, state)
    seen = {viewer: table.get(viewer).json["view"] for viewer in (None, 0, 1)}
    assert 9 in seen[0]["hand"]
    for viewer in (None, 1):
        view = {key: value for key, value in seen[viewer].items() if key not in {"components", "hand"}}
        assert 9 not in seen[viewer]["hand"] or viewer == 1
        assert "9" not in str(view)
        picture = table.get(viewer, "/picture.svg").text
        assert ">0: ? ? ?" in picture
    events = table.get(1, "/events").text
    assert '"number":9' not in events


def test_etags_tell_the_version_and_the_seat_only(table):
    list(table.play(steps=2))
    assert [table.get(seat).headers["ETag"] for seat in (None, 0, 1)] == ['"6.s"', '"6.0"', '"6.1"']
