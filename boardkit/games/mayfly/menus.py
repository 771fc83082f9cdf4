"""The actions that a hand offers, put together from remembered stretches of the hand.

Hands of six cards out of 24 are too many to remember a menu for each. Stretches of twelve kinds are few, and
joining two or three tuples costs less than a look-up in a big table.
"""

from __future__ import annotations

from boardkit.games.mayfly.model import MayflyAction
from boardkit.games.mayfly.tables import Tables

__all__ = ["HandActions"]

_KINDS = 12
_REMEMBERED = 8192


class _Stretch(dict[int, tuple[MayflyAction, ...]]):
    """The actions for twelve kinds of card, by the bits of a hand that count these."""

    def __init__(self, tables: Tables, actions: tuple[MayflyAction, ...]) -> None:
        self._tables = tables
        self._actions = actions

    def __missing__(self, bits: int) -> tuple[MayflyAction, ...]:
        if len(self) >= _REMEMBERED:  # kinds with many copies have many counts
            self.clear()
        self[bits] = offered = tuple(self._actions[card] for card in self._tables.kinds_in(bits))
        return offered


class HandActions:
    """One action for each kind of card in a hand, in the order of the component set.

    Args:
        tables: the game's tables.
        actions: the action for each kind of card.
    """

    def __init__(self, tables: Tables, actions: tuple[MayflyAction, ...]) -> None:
        self._bits = _KINDS * tables.width
        self._mask = (1 << self._bits) - 1
        starts = range(0, len(actions), _KINDS)
        self._stretches = tuple(_Stretch(tables, actions[start : start + _KINDS]) for start in starts)

    def offered(self, hand: int) -> tuple[MayflyAction, ...]:
        """Return the actions that ``hand`` offers."""
        found: tuple[MayflyAction, ...] = ()
        mask, bits = self._mask, self._bits
        for stretch in self._stretches:
            found += stretch[hand & mask]
            hand >>= bits
        return found
