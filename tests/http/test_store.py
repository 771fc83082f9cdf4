"""The store: migrations, races, what a failed transaction leaves, and what it never shows."""

import collections
import sqlite3
import threading

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import IntegrityError, OperationalError, StatementError

from api import tokens
from api.store import open_database
from api.store.tables import metadata
from tests.http.play import Table, bearer
from tests.http.test_engine import refused


@pytest.fixture
def on_disk(make_app, tmp_path):
    """Make applications on one database file, as several processes would."""
    url = f"sqlite:///{tmp_path / 'boardkit.sqlite3'}"
    return lambda **settings: make_app(database=url, **settings)


def test_migrations_lead_to_the_tables(tmp_path):
    database = open_database(f"sqlite:///{tmp_path / 'new.sqlite3'}")
    with database.reading() as db:
        context = MigrationContext.configure(db, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
        (mode,), (level,) = (
            db.exec_driver_sql(f"PRAGMA {name}").one() for name in ("journal_mode", "synchronous")
        )
        assert (mode, level) == ("wal", 2)
    database.upgrade()  # nothing is left to do
    database.close()


def test_a_match_outlives_the_process(on_disk):
    table = Table(on_disk().test_client())
    list(table.play(steps=3))
    seen = table.get(0)
    table.client = on_disk().test_client()
    assert table.get(0).data == seen.data
    table.play_out()
    assert table.get().json["status"] == "finished"


@pytest.mark.parametrize("processes", [1, 2])
def test_one_version_one_winner(on_disk, processes):
    apps = [on_disk() for _ in range(processes)]
    table = Table(apps[0].test_client())
    rivals = 8
    for _ in range(6):
        seat, seen = table.turn()
        version, actions = seen.json["version"], seen.json["legal_actions"]
        start, statuses = threading.Barrier(rivals), []

        def act(client, body, token, start=start, statuses=statuses):
            start.wait()
            answer = client.post(table.path + "/actions", json=body, headers=bearer(token))
            statuses.append(answer.status_code)

        threads = []
        for number in range(rivals):
            body = {"action": actions[number % len(actions)], "expected_version": version}
            client = apps[number % processes].test_client()
            threads.append(threading.Thread(target=act, args=(client, body, table.tokens[seat])))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert collections.Counter(statuses) == {201: 1, 412: rivals - 1}
        assert table.get().json["version"] == version + 1


def test_the_same_request_sent_twice_at_once_acts_once(on_disk):
    apps = [on_disk() for _ in range(2)]
    table = Table(apps[0].test_client())
    for round_number in range(6):
        seat, seen = table.turn()
        version = seen.json["version"]
        body = {"action": seen.json["legal_actions"][0], "expected_version": version}
        headers = bearer(table.tokens[seat]) | {"Idempotency-Key": f"round-{round_number}"}
        start, answers = threading.Barrier(6), []

        def act(client, body=body, headers=headers, start=start, answers=answers):
            start.wait()
            answer = client.post(table.path + "/actions", json=body, headers=headers)
            answers.append((answer.status_code, answer.data, answer.headers["ETag"]))

        threads = [threading.Thread(target=act, args=(apps[n % 2].test_client(),)) for n in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(answers)) == 1
        assert answers[0][0] == 201
        assert table.get().json["version"] == version + 1


def test_one_seat_one_holder(on_disk):
    app = on_disk()
    table = Table(app.test_client(), seats=4, claimed=[])
    start, found = threading.Barrier(8), []

    def claim():
        start.wait()
        answer = app.test_client().post(table.path + "/seats", json={})
        found.append((answer.status_code, answer.json.get("seat")))

    threads = [threading.Thread(target=claim) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seat for status, seat in found if status == 201) == [0, 1, 2, 3]
    assert [status for status, _ in found].count(409) == 4


def test_a_transaction_that_fails_leaves_nothing(app, table, monkeypatch):
    before = table.get(0).data
    seat, seen = table.turn()

    def fail(*_):
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("disk I/O error"))

    monkeypatch.setattr("api.store.queries.add_actions", fail)
    answer = table.post(seat, seen.json["legal_actions"][0], expected=4)
    refused(answer, 503, "database-unavailable")
    assert answer.headers["Retry-After"] == "1"
    monkeypatch.undo()
    assert table.get(0).data == before
    assert table.post(seat, seen.json["legal_actions"][0], expected=4).status_code == 201


def test_the_tables_refuse_a_second_action_on_a_version(app, table):
    list(table.play(steps=1))
    with (
        pytest.raises(IntegrityError) as caught,
        app.extensions["boardkit"].database.writing() as db,
    ):
        db.exec_driver_sql(
            "INSERT INTO actions (match, number, version, seat, actor, action) VALUES (1, 9, 5, 0, 'x', '{}')"
        )
    assert "UNIQUE" in str(caught.value)


def test_failing_statements_do_not_show_their_parameters(app):
    with pytest.raises(StatementError) as caught, app.extensions["boardkit"].database.reading() as db:
        db.exec_driver_sql("SELECT ? FROM nowhere", ("a secret",))
    assert "a secret" not in str(caught.value)


def test_only_hashes_of_tokens_are_stored(on_disk, tmp_path):
    app = on_disk()
    table = Table(app.test_client(), visibility="private").play_out()
    secrets = [table.host, table.invite, *table.tokens.values()]
    app.extensions["boardkit"].database.close()
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert table.id.encode() in stored
    for secret in secrets:
        assert secret.encode() not in stored


def test_the_cost_of_an_action_does_not_grow(app, table):
    """Each action runs the same statements, however long the match is."""
    from sqlalchemy import event

    counts, statements = [], []
    engine = app.extensions["boardkit"].database.engine
    event.listen(engine, "before_cursor_execute", lambda *args: statements.append(args[2]))
    seat, seen = table.turn()
    while seat is not None:
        statements.clear()
        answer = table.post(seat, seen.json["legal_actions"][0], seen.headers["ETag"])
        assert answer.status_code == 201
        counts.append(len(statements))
        seat, seen = table.turn()
    assert len(counts) > 10
    assert len(set(counts)) == 1


def test_ids_and_tokens_never_look_like_options():
    hyphens, underlines = b"\xfb" * 32, b"\xff" * 32  # all of their base64 is "-" and "_"
    for data in (hyphens, underlines):
        assert tokens.new_id(lambda n, data=data: data[:n])[0].isalnum()
        assert tokens.new_token(lambda n, data=data: data[:n])[0].isalnum()
