"""Opening the database: pragmas, transactions that never wait for themselves, migrations at the start."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.pool import StaticPool

__all__ = ["Database", "open_database"]

_MIGRATIONS = Path(__file__).parent / "migrations"
_WAIT_SECONDS = 10


class Database:
    """An open database.

    Args:
        engine: see :func:`open_database`.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        # SQLite has one writer at a time. Waiting here is fair and cheap; waiting inside SQLite is polling.
        self._gate = threading.RLock()
        self._writers = engine.execution_options(boardkit_writes=True)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that only reads: one moment of the database."""
        with self.engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that writes; it holds the write lock from its first moment on."""
        with self._gate, self._writers.begin() as connection:
            yield connection

    def upgrade(self) -> None:
        """Bring the schema up to date, from an empty database or from any earlier release."""
        config = AlembicConfig()
        config.set_main_option("script_location", str(_MIGRATIONS))
        with self.writing() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def close(self) -> None:
        """Give all connections back."""
        self.engine.dispose()


def open_database(url: str) -> Database:
    """Open a database and bring its schema up to date.

    Args:
        url: an SQLAlchemy URL; ``sqlite://`` is a database in memory, for tests.

    Raises:
        SQLAlchemyError: it cannot be opened.
    """
    parsed = make_url(url)
    # A statement that fails must not show its parameters: seeds and hashes of tokens are among them.
    options: dict[str, Any] = {"hide_parameters": True}
    sqlite = parsed.get_backend_name() == "sqlite"
    if sqlite:
        options["connect_args"] = {"timeout": _WAIT_SECONDS}
        if parsed.database in {None, "", ":memory:"}:
            options["poolclass"] = StaticPool
            options["connect_args"]["check_same_thread"] = False
    engine = create_engine(parsed, **options)
    if sqlite:
        _prepare_sqlite(engine)
    database = Database(engine)
    try:
        database.upgrade()
    except BaseException:
        database.close()
        raise
    return database


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # BEGIN is ours to say
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that reads first and writes later fails when somebody wrote in between.
        writes = connection.get_execution_options().get("boardkit_writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
