"""What one running service consists of."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from api.config import Config
from api.game_types import GameClass
from api.problems import Fault, Problem
from api.served import ServedGames
from api.store import Database
from api.tokens import Entropy
from boardkit import InvalidOption
from boardkit.codec import component_name

__all__ = ["Service"]


def _now() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Service:
    """The parts of a service.

    Attributes:
        config: its settings.
        games: the games it serves.
        database: where its matches are.
        now: the clock, in milliseconds since 1970.
        entropy: where random bytes come from.
    """

    config: Config
    games: ServedGames
    database: Database
    now: Callable[[], int] = _now
    entropy: Entropy = secrets.token_bytes

    def invalid_option(self, cls: GameClass, options: Mapping[str, Any], error: InvalidOption) -> Problem:
        """Return the refusal of a game's settings, naming every fault and not only the engine's first."""
        top = error.field in {"players", "seed"}
        pointer = f"/{error.field}" if top else f"/options/{error.field}"
        faults = [] if top else self.games.faults(component_name(cls.info.name, "Options"), dict(options))
        named = [Fault("/options" + fault.pointer, fault.detail) for fault in faults]
        return Problem("invalid-option", str(error), errors=named or [Fault(pointer, str(error))])
