"""The store: matches, seats, versions and actions in one SQL schema."""

from __future__ import annotations

from api.store.database import Database, open_database

__all__ = ["Database", "open_database"]
