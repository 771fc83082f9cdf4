"""A player's four corners as one integer, and what can be read from it.

Bits 0 to 3: corners without a season; bits 4 to 7: those of them that hold an unbound wild. Then 18 bits a
season, its *plot*: the corner it owns (3 bits, 0 for none, else 1 to 4), the value its wild stands for (3 bits,
0 for none), and two bits a value for the season card there (0 for none, else its back plus 1).
"""

from __future__ import annotations

from msgspec import Struct

from boardkit.games.fifteen_days.cards import BACK_OF, FIRST_SPRING, FRONT_OF

__all__ = [
    "EMPTY_BOARD",
    "PLOTS",
    "PLOT_MASK",
    "Plot",
    "board_points",
    "card_at",
    "complete",
    "lay",
    "plot_of",
    "put_wild",
    "wild_places",
]

EMPTY_BOARD = 15
PLOT_MASK = (1 << 18) - 1
_FULL = 63


class Plot(Struct, frozen=True, gc=False):
    """One season on a board.

    Attributes:
        corner: the corner it owns, 1 to 4, or 0.
        wild: the value its wild stands for, or 0.
        real: the values of its season cards, one bit each.
        values: the same with the wild's value.
        run: length of the longest run of consecutive values (F45).
        cards: number of season cards.
        total: number of season cards and wilds.
    """

    corner: int
    wild: int
    real: int
    values: int
    run: int
    cards: int
    total: int


class _Plots(dict[int, Plot]):
    def __missing__(self, bits: int) -> Plot:
        corner, wild, cards = bits & 7, bits >> 3 & 7, bits >> 6
        real = sum(1 << value for value in range(6) if cards >> 2 * value & 3)
        values = real | (1 << wild >> 1)
        best = run = 0
        for value in range(6):
            run = run + 1 if values >> value & 1 else 0
            best = max(best, run)
        plot = Plot(corner, wild, real, values, best, real.bit_count(), values.bit_count())
        if len(self) > 50_000:
            self.clear()
        self[bits] = plot
        return plot


PLOTS = _Plots()


def plot_of(board: int, season: int) -> int:
    """Return the 18 bits of a season."""
    return board >> 8 + 18 * season & PLOT_MASK


def lay(board: int, card: int, corner: int) -> int:
    """Return the board with a season card more; the corner becomes its season's, the wild there leaves.

    Args:
        board: where it is legal to lay the card.
        card: card number.
        corner: 1 to 4.
    """
    front = FRONT_OF[card]
    shift = 8 + 18 * (front // 6)
    bits = board >> shift & PLOT_MASK
    new = bits | (BACK_OF[card] + 1) << 6 + 2 * (front % 6)
    if not bits & 7:
        new |= corner
        board &= ~(17 << corner - 1)
    elif bits >> 3 & 7 == front % 6 + 1:
        new &= ~56
    return board + (new - bits << shift)


def put_wild(board: int, corner: int, value: int) -> int:
    """Return the board with a wild more: for a value of the season there, or unbound (value 0)."""
    if value == 0:
        return board | 8 << corner
    for season in range(4):
        shift = 8 + 18 * season
        if board >> shift & 7 == corner:
            return board | value << shift + 3
    raise ValueError("no season owns that corner")


class _WildPlaces(dict[int, tuple[tuple[int, int], ...]]):
    def __missing__(self, board: int) -> tuple[tuple[int, int], ...]:
        places = [(corner, 0) for corner in range(1, 5) if board & ~(board >> 4) & 1 << corner - 1]
        for season in range(4):
            plot = PLOTS[plot_of(board, season)]
            if plot.corner and not plot.wild:
                places += [(plot.corner, value) for value in range(1, 7) if not plot.real >> value - 1 & 1]
        if len(self) > 20_000:
            self.clear()
        found = tuple(sorted(places))
        self[board] = found
        return found


# Where a wild may be put (FD-2.4.1, F14, F16, F17): pairs of corner and value, value 0 for unbound.
wild_places = _WildPlaces().__getitem__


def card_at(board: int, front: int) -> int | None:
    """Return the card with this front that lies on the board, or None."""
    back = plot_of(board, front // 6) >> 6 + 2 * (front % 6) & 3
    if not back:
        return None
    return front if front < FIRST_SPRING else FIRST_SPRING + 3 * (front - FIRST_SPRING) + back - 1


def complete(board: int) -> bool:
    """Whether all six values of all four seasons are there, wilds included (FD-2.6.1)."""
    return not board & 15 and all(PLOTS[plot_of(board, season)].values == _FULL for season in range(4))


class _Points(dict[int, int]):
    def __missing__(self, board: int) -> int:
        unbound = board >> 4 & 15
        empty = board & 15 & ~unbound
        runs = sum(PLOTS[plot_of(board, season)].run for season in range(4))
        if len(self) > 20_000:
            self.clear()
        points = self[board] = runs + unbound.bit_count() - 2 * empty.bit_count()
        return points


# The points of a board: runs, unbound wilds, minus 2 for each empty corner (FD-2.6.3, F15).
board_points = _Points().__getitem__
