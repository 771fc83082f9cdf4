"""boardkit's own games, one package each; the registry finds them by their folder.

``boardkit.games()`` lists the games, and ``boardkit.games.mayfly`` is a game's package: the module is callable,
since both spellings are what a reader would try first.
"""

from __future__ import annotations

import sys
from types import ModuleType

from boardkit.info import GameDescription


class _Games(ModuleType):
    def __call__(self) -> dict[str, GameDescription]:
        """Return all games by name; see :func:`boardkit.registry.games`."""
        from boardkit import registry  # noqa: PLC0415  the registry looks into this package

        return registry.games()


sys.modules[__name__].__class__ = _Games
