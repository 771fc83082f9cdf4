"""What can be set from outside: environment variables, read once when the service starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["SETTINGS", "Config", "Setting", "SettingError"]


class Setting(NamedTuple):
    """One environment variable: its name, its default as text, and what it means."""

    name: str
    default: str
    meaning: str


SETTINGS = (
    Setting("BOARDKIT_HOST", "127.0.0.1", "Address that the service listens on."),
    Setting("BOARDKIT_PORT", "8000", "Port that the service listens on; 0 takes any free one."),
    Setting(
        "BOARDKIT_DATABASE",
        "sqlite:///boardkit.sqlite3",
        "SQLAlchemy URL of the database. The default is a file in the working directory.",
    ),
    Setting(
        "BOARDKIT_GAMES",
        "",
        "Names of outside games to serve beside boardkit's own, separated by commas.",
    ),
    Setting("BOARDKIT_THREADS", "8", "Threads that answer requests, 1 to 64."),
    Setting(
        "BOARDKIT_MAX_BODY_BYTES", "1048576", "Largest request body in bytes, 1024 to 16777216; more is 413."
    ),
    Setting("BOARDKIT_LOG_LEVEL", "INFO", "DEBUG, INFO, WARNING or ERROR. No level writes secrets."),
)

_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class SettingError(ValueError):
    """An environment variable holds what it may not; the message says which, what, and what is allowed."""


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one service; see :data:`SETTINGS`."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "sqlite:///boardkit.sqlite3"
    games: tuple[str, ...] = ()
    threads: int = 8
    max_body_bytes: int = 1_048_576
    log_level: str = "INFO"

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Config:
        """Read the settings.

        Raises:
            SettingError: a variable holds what it may not.
        """
        given = {setting.name: environ.get(setting.name, "") or setting.default for setting in SETTINGS}
        level = given["BOARDKIT_LOG_LEVEL"].upper()
        if level not in _LEVELS:
            raise SettingError(f"BOARDKIT_LOG_LEVEL is {level!r}, allowed: {', '.join(_LEVELS)}")
        names = (name.strip() for name in given["BOARDKIT_GAMES"].split(","))
        return cls(
            given["BOARDKIT_HOST"],
            _number(given, "BOARDKIT_PORT", 0, 65_535),
            given["BOARDKIT_DATABASE"],
            tuple(name for name in names if name),
            _number(given, "BOARDKIT_THREADS", 1, 64),
            _number(given, "BOARDKIT_MAX_BODY_BYTES", 1024, 16_777_216),
            level,
        )


def _number(given: Mapping[str, str], name: str, low: int, high: int) -> int:
    text = given[name]
    if not (text.isascii() and text.isdigit() and len(text) < 12 and low <= int(text) <= high):
        raise SettingError(f"{name} is {text!r}, allowed: {low} to {high}")
    return int(text)
