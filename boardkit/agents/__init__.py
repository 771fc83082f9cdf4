"""Players that are programs: an agent sees a View and the legal actions, and answers an action.

No agent ever sees a State of the game being played.
"""

from __future__ import annotations

from boardkit.agents.base import Agent
from boardkit.agents.random_agent import RandomAgent

__all__ = ["Agent", "RandomAgent"]
