"""Tamakushige: hidden factions, a soul on a map, and tricks whose cards are acquired for their effects."""

from __future__ import annotations

from boardkit.games.tamakushige.cards import Components
from boardkit.games.tamakushige.model import (
    Accept,
    Acquire,
    Decline,
    DropAcquired,
    Give,
    Options,
    Play,
    Process,
    Relight,
    ReservedScythe,
    Scythe,
    State,
    SwapCard,
    Target,
    View,
)
from boardkit.games.tamakushige.rules import Tamakushige

__all__ = [
    "GAME",
    "Accept",
    "Acquire",
    "Components",
    "Decline",
    "DropAcquired",
    "Give",
    "Options",
    "Play",
    "Process",
    "Relight",
    "ReservedScythe",
    "Scythe",
    "State",
    "SwapCard",
    "Tamakushige",
    "Target",
    "View",
]

GAME = Tamakushige
