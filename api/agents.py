"""The programs that can sit in a seat of a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from boardkit.agents import Agent, RandomAgent

__all__ = ["AGENTS", "MAX_STRENGTH", "agent_for"]

MAX_STRENGTH = 10

# Each takes (strength 1 to MAX_STRENGTH or None, a seed of its own).
AGENTS: Mapping[str, Callable[[int | None, int], Agent]] = MappingProxyType(
    {"random": lambda _strength, seed: RandomAgent(seed)}
)


def agent_for(name: str, strength: int | None, seed: int) -> Agent:
    """Return a player for one decision; what it knows comes from the view alone."""
    return AGENTS[name](strength, seed)
