"""The tables. One schema for every database; migrations lead to exactly this."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = ["actions", "answers", "matches", "metadata", "seats", "versions"]

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite counts up by itself only in a column that is spelt INTEGER.
_Number = BigInteger().with_variant(Integer(), "sqlite")

# Times are milliseconds since 1970 in UTC. Tokens are stored as SHA-256 and nothing else of them.
matches = Table(
    "matches",
    metadata,
    Column("number", _Number, primary_key=True, autoincrement=True),
    Column("id", String(22), nullable=False, unique=True),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("turn_seconds", Integer),
    Column("host_token", LargeBinary(32), nullable=False),
    Column("invite_token", LargeBinary(32)),
    Column("server_bytes", LargeBinary(32), nullable=False),
    Column("seed", LargeBinary(32)),
    Column("status", String(10), nullable=False),
    Column("version", Integer, nullable=False),
    Column("actions", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("finished_at", BigInteger),
    Index(None, "visibility", "status", "number"),
    Index(None, "visibility", "game", "number"),
)

seats = Table(
    "seats",
    metadata,
    Column("match", _Number, ForeignKey("matches.number"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(6), nullable=False),
    Column("agent", String(32)),
    Column("strength", Integer),
    Column("token", LargeBinary(32)),
    Column("nonce", LargeBinary(64), nullable=False),
)

# Every visible change of a match, in order; `state` is whole, and absent until the match has started.
versions = Table(
    "versions",
    metadata,
    Column("match", _Number, ForeignKey("matches.number"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("state", Text),
    Column("at", BigInteger, nullable=False),
)

# The log that replays a match; nothing in it is ever changed.
actions = Table(
    "actions",
    metadata,
    Column("match", _Number, ForeignKey("matches.number"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("actor", String(8), nullable=False),
    Column("action", Text, nullable=False),
    UniqueConstraint("match", "version"),
)

# Which version a request with an Idempotency-Key made; the answer follows from that version and the caller.
answers = Table(
    "answers",
    metadata,
    Column("scope", LargeBinary(32), primary_key=True),
    Column("operation", String(32), primary_key=True),
    Column("key", String(255), primary_key=True),
    Column("body", LargeBinary(32), nullable=False),
    Column("match", _Number, ForeignKey("matches.number"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False, index=True),
)
