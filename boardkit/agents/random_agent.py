"""The agent that does anything."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from boardkit.state import Action, View

__all__ = ["RandomAgent"]

A = TypeVar("A", bound=Action)


class RandomAgent:
    """Chooses uniformly among the legal actions.

    Args:
        seed: an int for the same choices every time; None for others every time. It is the agent's own and
            has nothing to do with the seed of a game.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def act(self, view: View, legal_actions: Sequence[A]) -> A:  # noqa: ARG002  chance needs no view
        """Return any of ``legal_actions``; the view is not looked at."""
        return legal_actions[int(self._random.random() * len(legal_actions))]
