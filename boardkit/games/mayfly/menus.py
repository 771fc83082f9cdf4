"""The actions that a hand offers, remembered by hand or put together from stretches of it.

Hands of three or four cards out of 24 are few enough to remember what each of them offers. Hands of six are not;
stretches of twelve kinds are, and joining two tuples is quicker than going through the cards.
"""

from __future__ import annotations

from boardkit.games.mayfly.model import MayflyAction
from boardkit.games.mayfly.tables import Tables

__all__ = ["HandActions"]

_KINDS = 12
_SMALL_HAND = 4
_REMEMBERED = 1 << 14


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


class HandActions(dict[int, tuple[MayflyAction, ...]]):
    """One action for each kind of card in a hand, in the order of the component set, by hand.

    Args:
        tables: the game's tables.
        actions: the action for each kind of card.
        last: actions offered with every hand, after the others.
    """

    def __init__(
        self, tables: Tables, actions: tuple[MayflyAction, ...], last: tuple[MayflyAction, ...] = ()
    ) -> None:
        self._last = last
        self._small = tables.hand_size <= _SMALL_HAND
        self._bits = _KINDS * tables.width
        self._mask = (1 << self._bits) - 1
        starts = range(0, len(actions), _KINDS)
        self._stretches = tuple(_Stretch(tables, actions[start : start + _KINDS]) for start in starts)

    def __missing__(self, hand: int) -> tuple[MayflyAction, ...]:
        offered: tuple[MayflyAction, ...] = ()
        rest, mask, bits = hand, self._mask, self._bits
        for stretch in self._stretches:
            offered += stretch[rest & mask]
            rest >>= bits
        offered += self._last
        if self._small:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[hand] = offered
        return offered
