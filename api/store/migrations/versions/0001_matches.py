"""Matches, seats, versions, actions and stored answers."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "matches",
        sa.Column("number", number, primary_key=True, autoincrement=True),
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("visibility", sa.String(8), nullable=False),
        sa.Column("turn_seconds", sa.Integer),
        sa.Column("host_token", sa.LargeBinary(32), nullable=False),
        sa.Column("invite_token", sa.LargeBinary(32)),
        sa.Column("server_bytes", sa.LargeBinary(32), nullable=False),
        sa.Column("seed", sa.LargeBinary(32)),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("actions", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("finished_at", sa.BigInteger),
        sa.UniqueConstraint("id", name="uq_matches_id"),
    )
    op.create_index("ix_matches_visibility_status_number", "matches", ["visibility", "status", "number"])
    op.create_index("ix_matches_visibility_game_number", "matches", ["visibility", "game", "number"])
    op.create_table(
        "seats",
        sa.Column("match", number, sa.ForeignKey("matches.number"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(6), nullable=False),
        sa.Column("agent", sa.String(32)),
        sa.Column("strength", sa.Integer),
        sa.Column("token", sa.LargeBinary(32)),
        sa.Column("nonce", sa.LargeBinary(64), nullable=False),
    )
    op.create_table(
        "versions",
        sa.Column("match", number, sa.ForeignKey("matches.number"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("state", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "actions",
        sa.Column("match", number, sa.ForeignKey("matches.number"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("actor", sa.String(8), nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.UniqueConstraint("match", "version", name="uq_actions_match_version"),
    )
    op.create_table(
        "answers",
        sa.Column("scope", sa.LargeBinary(32), primary_key=True),
        sa.Column("operation", sa.String(32), primary_key=True),
        sa.Column("key", sa.String(255), primary_key=True),
        sa.Column("body", sa.LargeBinary(32), nullable=False),
        sa.Column("match", number, sa.ForeignKey("matches.number"), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_answers_created_at", "answers", ["created_at"])
