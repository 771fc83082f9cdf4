"""Matches: seats and tokens, versions and tags, the order of the checks, bots, paging, the record."""

import hashlib
import json

import pytest

import boardkit
from api.tokens import match_seed
from tests.http.play import Table, bearer
from tests.http.test_engine import GAMES, refused

NOBODY = "A" * 43


def test_a_match_from_the_first_seat_to_the_record(client):
    table = Table(client, claimed=[])
    assert table.made["match"]["status"] == "open"
    assert table.made["match"]["version"] == 1
    assert "view" not in table.made["match"]
    first = table.claim(nonce="00ff")
    assert first.json["seat"] == 0
    assert first.json["match"]["status"] == "open"
    last = table.claim(1, nonce="")
    assert last.json["match"]["status"] == "running"
    assert last.json["match"]["view"]["player"] == 1
    answers = list(table.play())
    assert answers[-1].json["status"] == "finished"
    final = table.get().json
    assert final["returns"] == answers[-1].json["returns"]
    assert min(final["ranking"]) == 1
    record = table.get(path="/record").json
    server = bytes.fromhex(record["server_bytes"])
    assert hashlib.sha256(server).hexdigest() == record["commitment"] == table.made["match"]["commitment"]
    assert record["nonces"] == ["00ff", ""]
    text = b"boardkit/match/1\0" + server + b"\x02\x00\xff" + b"\x00"
    assert record["seed"] == hashlib.sha256(text).hexdigest() == record["record"]["seed"]
    state = boardkit.from_builtins(record["record"]).verify()
    assert list(state.returns) == final["returns"]


def test_the_derivation_of_the_seed_is_fixed():
    seed = match_seed(bytes(range(32)), [b"", b"\x01\x02", b"n" * 64])
    assert seed.hex() == "410067f80f6d3a3322e25c30184d114aa3c3e7f95c94a010e5f78c5a21ec63ed"
    assert match_seed(bytes(32), [b"\x00", b""]) != match_seed(bytes(32), [b"", b"\x00"])


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_and_verified(client, game):
    table = Table(client, game, boardkit.games()[game].default_players).play_out(3)
    record = boardkit.from_builtins(table.get(path="/record").json["record"])
    assert record.verify().is_terminal


def test_nonces_change_the_shuffle_and_nothing_else_does(make_app):
    def deal(nonce):
        client = make_app(entropy=lambda n: bytes([7]) * n, now=lambda: 0).test_client()
        table = Table(client, claimed=[0])
        claimed = table.claim(1, nonce=nonce)
        return claimed.json["match"]["view"]["hand"], claimed.json["match"]["commitment"]

    assert deal("aa") == deal("aa")
    hands, commitments = zip(*(deal(f"{n:02x}") for n in range(8)), strict=True)
    assert len(set(map(tuple, hands))) > 1
    assert len(set(commitments)) == 1


@pytest.mark.parametrize("nonce", ["0", "zz", "AA", "00" * 65, "00\n", 7, None])
def test_nonces_are_up_to_64_bytes_in_hex(client, nonce):
    table = Table(client, claimed=[])
    refused(client.post(table.path + "/seats", json={"nonce": nonce}), 422, "invalid-body")
    assert table.claim(0, nonce="00" * 64).status_code == 201


def test_seats_are_claimed_once(client):
    table = Table(client, claimed=[1])
    problem = refused(client.post(table.path + "/seats", json={"seat": 1}), 409, "seat-taken")
    assert problem["version"] == 2
    refused(client.post(table.path + "/seats", json={"seat": 2}), 422, "invalid-player")
    table.claim()
    refused(client.post(table.path + "/seats", json={}), 409, "match-full")


def test_each_caller_sees_the_own_seat(table):
    views = [table.get(seat).json for seat in (0, 1, None, table.host)]
    assert [seen["you"] for seen in views] == [0, 1, None, None]
    assert [seen["view"]["player"] for seen in views] == [0, 1, None, None]
    asked = views[0]["current_player"]
    assert [bool(seen["legal_actions"]) for seen in views[:2]] == [asked == 0, asked == 1]
    assert views[2] == views[3]


def test_tags_and_caching(table):
    tags = {seat: table.get(seat).headers["ETag"] for seat in (0, 1, None)}
    assert tags == {0: '"4.0"', 1: '"4.1"', None: '"4.s"'}
    for path in ("", "/events", "/picture.svg"):
        answer = table.get(0, path)
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert answer.headers["Vary"] == "Authorization"
        assert answer.headers["ETag"] == tags[0]
        again = table.get(0, path, If_None_Match=f'"1.0", W/{tags[0]}')
        assert again.status_code == 304
        assert not again.data
        assert again.headers["ETag"] == tags[0]
        assert table.get(1, path, If_None_Match=tags[0]).status_code == 200


def test_refusals_are_the_callers_alone_too(client, table):
    answers = [
        client.get("/v1/matches/" + "x" * 22),
        client.post("/v1/matches", json={}),
        table.get("Z" * 43),
        client.get("/v1/matches?limit=0"),
        table.post(0, {"type": "magpie.peek"}),
        client.delete(table.path),
    ]
    assert [answer.status_code for answer in answers] == [404, 422, 401, 422, 428, 405]
    for answer in answers[:5]:
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert answer.headers["Vary"] == "Authorization"


class TestOrderOfTheChecks:
    """401/403/404, the body, the version, over, out of turn, illegal."""

    def legal(self, table):
        seat, seen = table.turn()
        return seat, seen.json["legal_actions"][0], seen.headers["ETag"]

    def test_a_match_that_is_not_there(self, client):
        answer = client.post("/v1/matches/" + "x" * 22 + "/actions", data="{", content_type="text/plain")
        refused(answer, 404, "unknown-match")

    @pytest.mark.parametrize("value", [None, "", "Bearer", "Basic abc", f"Bearer {NOBODY}", "Bearer \u00e4"])
    def test_no_token_or_a_wrong_one(self, client, table, value):
        headers = {} if value is None else {"Authorization": value}
        answer = client.post(table.path + "/actions", data="{", headers=headers)
        refused(answer, 401, "unauthorized")
        assert answer.headers["WWW-Authenticate"] == "Bearer"

    def test_a_token_that_is_no_seats(self, table):
        refused(table.post(table.host, None), 403, "not-your-seat")

    def test_the_body_comes_before_the_version(self, client, table):
        headers = bearer(table.tokens[0]) | {"If-Match": '"1.0"'}
        path = table.path + "/actions"
        refused(client.post(path, data="{}", headers=headers), 415, "not-json")
        refused(
            client.post(path, data="{", headers=headers, content_type="application/json"), 400, "bad-json"
        )
        refused(client.post(path, json={}, headers=headers), 422, "invalid-body")

    def test_a_missing_precondition(self, table):
        seat, action, _ = self.legal(table)
        refused(table.post(seat, action), 428, "precondition-required")
        refused(table.post(seat, action, "*"), 428, "precondition-required")

    def test_a_stale_version_comes_before_the_turn(self, table):
        seat, action, _ = self.legal(table)
        answer = table.post(1 - seat, action, f'"3.{1 - seat}"')
        problem = refused(answer, 412, "stale-version")
        assert problem["version"] == 4
        assert answer.headers["ETag"] == f'"4.{1 - seat}"'
        refused(table.post(seat, action, expected=3), 412, "stale-version")
        refused(table.post(seat, action, expected=5), 412, "stale-version")

    def test_tags_of_other_viewers_and_weak_ones(self, table):
        seat, action, tag = self.legal(table)
        for wrong in (f'"4.{1 - seat}"', '"4.s"', f"W/{tag}", "4", '""', "x", ""):
            refused(table.post(seat, action, wrong), 412, "stale-version")
        refused(table.post(seat, action, tag, expected=3), 412, "stale-version")
        assert table.post(seat, action, f'"1.0", {tag}', expected=4).status_code == 201

    def test_before_the_start_and_after_the_end(self, client):
        table = Table(client, claimed=[0])
        action = {"type": "magpie.peek"}
        refused(table.post(0, action, expected=2), 409, "match-not-started")
        table.claim()
        table.play_out()
        version = table.get().json["version"]
        refused(table.post(0, action, expected=version), 409, "match-finished")

    def test_out_of_turn_comes_before_illegal(self, table):
        seat, _, _ = self.legal(table)
        problem = refused(
            table.post(1 - seat, {"type": "magpie.play", "number": 9}, expected=4), 409, "out-of-turn"
        )
        assert problem["version"] == 4

    def test_illegal_actions(self, table):
        seat, seen = table.turn()
        missing = next(number for number in range(1, 7) if number not in seen.json["view"]["hand"])
        problem = refused(
            table.post(seat, {"type": "magpie.play", "number": missing}, expected=4), 422, "not-playable"
        )
        assert (problem["rule"], problem["version"]) == ("MP-1", 4)
        assert table.get().json["version"] == 4

    @pytest.mark.parametrize("game", [name for name in GAMES if name != "magpie"])
    def test_actions_of_another_game(self, client, table, game):
        state = client.post(f"/v1/games/{game}/states", json={}).json["state"]
        action = client.post(f"/v1/games/{game}/legal-actions", json={"state": state}).json["actions"][0]
        seat, _, tag = self.legal(table)
        refused(table.post(seat, action, tag), 422, "wrong-game")


def test_an_answer_shows_the_version_that_the_action_made(client):
    table = Table(client, seats=2, claimed=[0])
    del table.tokens[0]
    made = client.post("/v1/matches", json={"game": "magpie", "seats": [{"kind": "open"}, {"kind": "bot"}]})
    path = f"/v1/matches/{made.json['match']['id']}"
    token = client.post(path + "/seats", json={}).json["token"]
    while (seen := client.get(path, headers=bearer(token))).json["status"] == "running":
        assert seen.json["current_player"] == 0  # nobody ever waits for a bot
        body = {"action": seen.json["legal_actions"][0], "expected_version": seen.json["version"]}
        done = client.post(path + "/actions", json=body, headers=bearer(token))
        assert done.json["version"] == seen.json["version"] + 1
        assert done.headers["ETag"] == f'"{done.json["version"]}.0"'
    assert seen.json["status"] == "finished"


def test_bots_alone_play_at_once(client):
    wish = {"game": "magpie", "seats": [{"kind": "bot", "agent": "random", "strength": 3}] * 3}
    made = client.post("/v1/matches", json=wish)
    assert made.status_code == 201
    path = f"/v1/matches/{made.json['match']['id']}"
    seen = client.get(path).json
    assert seen["status"] == "finished"
    assert seen["seats"][0] == {"seat": 0, "kind": "bot", "agent": "random", "strength": 3}
    record = client.get(path + "/record").json
    assert record["nonces"] == ["", "", ""]
    boardkit.from_builtins(record["record"]).verify()


@pytest.mark.parametrize(
    "wish",
    [
        {"seats": [{"kind": "bot"}]},
        {"seats": [{"kind": "open"}] * 5},
        {"players": 3, "seats": [{"kind": "open"}] * 2},
        {"players": 2, "options": {"hand_size": 9}},
        {"players": 5},
    ],
)
def test_matches_that_the_game_does_not_allow(client, wish):
    refused(client.post("/v1/matches", json={"game": "magpie"} | wish), 422, "invalid-option")


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({"seats": [{"kind": "open", "agent": "random"}]}, "/seats/0"),
        ({"seats": [{"kind": "bot", "agent": "genius"}]}, "/seats/0/agent"),
        ({"seats": []}, "/seats"),
        ({"turn_seconds": 0}, "/turn_seconds"),
        ({"turn_seconds": 10**30}, "/turn_seconds"),
        ({"visibility": "secret"}, "/visibility"),
        ({"seed": 7}, "/seed"),
        ({"options": []}, "/options"),
        ({"game": None}, "/game"),
    ],
)
def test_matches_that_are_not_well_formed(client, wish, pointer):
    problem = refused(client.post("/v1/matches", json={"game": "magpie"} | wish), 422, "invalid-body")
    assert pointer in [fault["pointer"] for fault in problem["errors"]]


def test_matches_of_games_that_are_not_served(client):
    refused(client.post("/v1/matches", json={"game": "chess"}), 404, "unknown-game")


def test_deadlines_are_moments_and_not_spans(make_app):
    moments = iter(range(0, 10**9, 1000))
    client = make_app(now=lambda: next(moments)).test_client()
    table = Table(client, turn_seconds=90)
    first, later = table.get(0).json, table.get(0).json
    assert first == later
    assert first["updated_at"] == "1970-01-01T00:00:03.000Z"
    assert first["deadline"] == "1970-01-01T00:01:33.000Z"


class TestPrivateMatches:
    """A private match exists only for those who have a token of it."""

    @pytest.fixture
    def private(self, client):
        return Table(client, visibility="private")

    @pytest.mark.parametrize("path", ["", "/events", "/record", "/picture.svg"])
    def test_without_a_token(self, client, private, path):
        unknown = client.get("/v1/matches/" + "x" * 22 + path)
        for headers in ({}, bearer(NOBODY), {"Authorization": "nonsense"}):
            answer = client.get(private.path + path, headers=headers)
            refused(answer, 404, "unknown-match")
            assert answer.data == unknown.data

    def test_claiming_and_acting_without_a_token(self, client, private):
        refused(client.post(private.path + "/seats", json={}), 404, "unknown-match")
        refused(client.post(private.path + "/actions", json={}), 404, "unknown-match")

    def test_with_each_kind_of_token(self, private):
        assert private.get(private.host).json["you"] is None
        assert private.get(private.invite).json["you"] is None
        assert private.get(1).json["you"] == 1
        refused(private.post(private.invite, None), 403, "not-your-seat")

    def test_a_seat_is_no_invitation(self, client):
        private = Table(client, visibility="private", seats=3, claimed=[0])
        refused(
            client.post(private.path + "/seats", json={}, headers=bearer(private.tokens[0])),
            403,
            "not-your-seat",
        )
        private.claim(1, private.host)
        private.claim(2, private.invite)

    def test_it_is_in_no_list(self, client, private):
        assert client.get("/v1/matches").json["matches"] == []
        refused(client.get(f"/v1/matches?cursor={private.id}"), 422, "invalid-query")

    def test_public_matches_have_no_invitation(self, table):
        assert table.invite is None


class TestIdempotency:
    """The same key with the same body acts once."""

    def test_repeating(self, table):
        seat, seen = table.turn()
        action, tag = seen.json["legal_actions"][0], seen.headers["ETag"]
        first = table.post(seat, action, tag, Idempotency_Key="k1")
        assert first.status_code == 201
        again = table.post(seat, action, tag, Idempotency_Key="k1")
        assert (again.status_code, again.data) == (201, first.data)
        assert again.headers["ETag"] == first.headers["ETag"]
        assert table.get().json["version"] == 5
        list(table.play(steps=3))
        later = table.post(seat, action, tag, Idempotency_Key="k1")
        assert later.data == first.data
        refused(table.post(seat, action, tag), 412, "stale-version")

    def test_another_body_or_precondition(self, table):
        seat, seen = table.turn()
        action, other = seen.json["legal_actions"][:2]
        assert table.post(seat, action, expected=4, Idempotency_Key="k").status_code == 201
        for body in ((other, None, 4), (action, None, 5), (action, f'"4.{seat}"', None)):
            refused(table.post(seat, *body, Idempotency_Key="k"), 422, "idempotency-key-reused")

    def test_keys_belong_to_a_token(self, table):
        for answer in table.play(steps=2):
            assert answer.status_code == 201
        seat, seen = table.turn()
        first = table.post(seat, seen.json["legal_actions"][0], seen.headers["ETag"], Idempotency_Key="same")
        other, seen = table.turn()
        second = table.post(
            other, seen.json["legal_actions"][0], seen.headers["ETag"], Idempotency_Key="same"
        )
        assert (first.status_code, second.status_code) == (201, 201)

    def test_what_was_refused_is_not_remembered(self, table):
        seat, seen = table.turn()
        bad = {"type": "magpie.play", "number": 9}
        refused(table.post(seat, bad, expected=4, Idempotency_Key="k"), 422, "unknown-action")
        done = table.post(seat, seen.json["legal_actions"][0], expected=4, Idempotency_Key="k")
        assert done.status_code == 201

    @pytest.mark.parametrize("key", ["", "a b", "k" * 256, "\u00e9"])
    def test_keys_that_are_none(self, table, key):
        seat, seen = table.turn()
        answer = table.post(seat, seen.json["legal_actions"][0], expected=4, Idempotency_Key=key)
        refused(answer, 422, "invalid-header")


class TestEvents:
    """Everything since a version, for the caller."""

    def test_what_happened_is_what_the_views_said(self, table):
        seen = {}
        for answer in table.play():
            for seat in (0, 1, None):
                now = table.get(seat).json
                seen[seat, answer.json["version"]] = now["view"]["events"]
        for seat in (0, 1, None):
            told = table.get(seat, "/events?limit=500").json
            acted = {c["version"]: c["events"] for c in told["changes"] if c["kind"] == "acted"}
            assert acted == {version: events for (who, version), events in seen.items() if who == seat}
        kinds = [change["kind"] for change in told["changes"]]
        assert kinds[:4] == ["created", "claimed", "claimed", "started"]
        assert set(kinds[4:]) == {"acted"}

    def test_paging(self, table):
        list(table.play(steps=5))
        whole = table.get(0, "/events").json
        assert [change["version"] for change in whole["changes"]] == list(range(1, 10))
        since, found = 0, []
        while True:
            answer = table.get(0, f"/events?since={since}&limit=4")
            found += answer.json["changes"]
            since = answer.json["next_since"]
            if not answer.json["more"]:
                assert "Link" not in answer.headers
                break
            assert answer.headers["Link"] == f'<{table.path}/events?since={since}&limit=4>; rel="next"'
        assert found == whole["changes"]
        nothing = table.get(0, "/events?since=9").json
        assert nothing == {"changes": [], "version": 9, "next_since": 9, "more": False}
        assert table.get(0, "/events?since=999999").json["changes"] == []

    @pytest.mark.parametrize(
        "query", ["since=-1", "limit=0", "limit=501", "since=x", "since=1e3", "wait=1", "since="]
    )
    def test_queries_that_are_none(self, table, query):
        problem = refused(table.get(0, f"/events?{query}"), 422, "invalid-query")
        assert problem["errors"][0]["parameter"] == query.partition("=")[0]


class TestListing:
    """Public matches, page by page."""

    def test_pages_hold_everything_once(self, client):
        ids = [Table(client, claimed=[]).id for _ in range(7)]
        found, path = [], "/v1/matches?limit=3"
        while path:
            answer = client.get(path)
            found += [match["id"] for match in answer.json["matches"]]
            link = answer.headers.get("Link")
            path = link and link[1 : link.index(">")]
            assert (link is None) == (answer.json["next_cursor"] is None)
        assert found == ids[::-1]

    def test_filters(self, client):
        open_match, running = Table(client, claimed=[0]), Table(client)
        finished = Table(client).play_out()
        for status, table in (("open", open_match), ("running", running), ("finished", finished)):
            answer = client.get(f"/v1/matches?status={status}&game=magpie")
            assert [match["id"] for match in answer.json["matches"]] == [table.id]
        assert answer.json["matches"][0]["open_seats"] == 0
        assert client.get("/v1/matches?status=open").json["matches"][0]["open_seats"] == 1
        assert client.get("/v1/matches?game=chess").json["matches"] == []

    @pytest.mark.parametrize(
        "query", ["limit=0", "limit=101", "status=x", "cursor=x", "game=A", "cursor=" + "x" * 22]
    )
    def test_queries_that_are_none(self, client, query):
        refused(client.get(f"/v1/matches?{query}"), 422, "invalid-query")


def test_records_wait_for_the_end(table):
    refused(table.get(0, "/record"), 409, "match-not-finished")


def test_pictures(client):
    table = Table(client, claimed=[0])
    refused(table.get(0, "/picture.svg"), 409, "match-not-started")
    table.claim()
    pictures = {seat: table.get(seat, "/picture.svg?language=ja").text for seat in (0, 1, None)}
    assert len(set(pictures.values())) == 3
    for seat, picture in pictures.items():
        view = boardkit.from_builtins(table.get(seat).json["view"])
        assert picture == boardkit.draw(view, "ja")


def test_a_state_that_cannot_be_read_any_more_is_a_conflict(app, table):
    with app.extensions["boardkit"].database.writing() as db:
        ((text,),) = db.exec_driver_sql("SELECT state FROM versions WHERE state IS NOT NULL").all()
        db.exec_driver_sql("UPDATE versions SET state = ?", (text.replace('"rules":1', '"rules":99', 1),))
    assert json.loads(text)["rules"] == 1
    for path in ("", "/events", "/picture.svg"):
        refused(table.get(0, path), 409, "rules-changed")
    refused(table.post(0, {"type": "magpie.peek"}, expected=4), 409, "rules-changed")
