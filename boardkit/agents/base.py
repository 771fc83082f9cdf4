"""What an agent is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from boardkit.state import Action, View

__all__ = ["Agent"]

A = TypeVar("A", bound=Action)


class Agent(Protocol):
    """Anything with this one method can play."""

    def act(self, view: View, legal_actions: Sequence[A]) -> A:
        """Return one of ``legal_actions``.

        Args:
            view: what the player to act may know.
            legal_actions: what that player may do, never empty.
        """
        ...
