"""The figures as tables: plain text, or drawn by rich on a terminal."""

import platform
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.benchmarks import playouts
from tests.benchmarks.timing import Measurement, find, ratio

# How many decisions a second each game ought to make for one of OpenSpiel's hearts with a new state per step.
WANTED = {
    ("maillot-jaune", playouts.AS_USED): 1.3,
    ("maillot-jaune", playouts.UNCHECKED): 1.7,
    ("fifteen-days", playouts.AS_USED): 0.7,
    ("tamakushige", playouts.AS_USED): 0.6,
    ("mayfly", playouts.AS_USED): 0.6,
}


@dataclass
class Table:
    """Rows under a title; the first two columns are words, the others figures."""

    title: str
    columns: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)
    words: int = 2

    def __str__(self) -> str:
        widths = [max(map(len, cells)) for cells in zip(self.columns, *self.rows, strict=True)]
        return "\n".join([self.title, *(self._line(row, widths) for row in (self.columns, *self.rows))])

    def _line(self, cells: Sequence[str], widths: Sequence[int]) -> str:
        aligned = [
            cell.ljust(width) if place < self.words else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        return "  ".join(aligned).rstrip()


def playouts_table(measurements: Sequence[Measurement]) -> Table:
    """Return the playouts; ratios refer to hearts with a new state per step."""
    table = Table(
        "Random playouts from Python: whole games with their dealing, one core, medians. Steps are decisions and "
        "OpenSpiel's\nchance steps (ours has none). x hearts: decisions/s against OpenSpiel's hearts with a new state "
        "per step; by steps: the same of steps/s.",
        ("game", "driven by", "decisions/s", "steps/s", "x hearts", "wanted", "by steps"),
    )
    hearts = find(measurements, playouts.HEARTS, playouts.BY_CHILD)
    for each in measurements:
        wanted = WANTED.get((each.subject, each.what))
        table.rows.append(
            (
                each.subject,
                each.what,
                f"{each.rate('decisions'):,.0f}",
                f"{each.rate('steps'):,.0f}",
                "-" if hearts is None else f"{ratio(each, hearts, 'decisions'):.2f}",
                "" if wanted is None else f"{wanted:.1f}",
                "-" if hearts is None else f"{ratio(each, hearts, 'steps'):.2f}",
            )
        )
    return table


def values_table(measurements: Sequence[Measurement], sizes: dict[str, tuple[float, float]]) -> Table:
    """Return the cost of single operations, one row a game.

    Args:
        measurements: all of :func:`values.operations` of each game.
        sizes: by game, the bytes of its JSON and of a kept state.
    """
    kinds = list(dict.fromkeys(each.what for each in measurements))
    table = Table(
        "One state, microseconds a call; the last two columns are bytes: its JSON, and what it takes in a history that "
        "is kept.",
        ("game", *kinds, "JSON", "kept"),
        words=1,
    )
    for name, (length, kept) in sizes.items():
        made = [find(measurements, name, kind) for kind in kinds]
        figures = ["-" if each is None else f"{each.microseconds():.2f}" for each in made]
        table.rows.append((name, *figures, f"{length:,.0f}", f"{kept:,.0f}"))
    return table


def quarters_table(measurements: Sequence[Measurement]) -> Table:
    """Return what a step costs early and late in a game, one row a game."""
    kinds = list(dict.fromkeys(each.what for each in measurements))
    table = Table(
        "legal_actions + step in each quarter of a game, microseconds; the last column: last quarter to first.",
        ("game", *(kind.removeprefix("step, ") for kind in kinds), "x"),
        words=1,
    )
    for name in dict.fromkeys(each.subject for each in measurements):
        costs = [each.microseconds() for each in measurements if each.subject == name]
        table.rows.append((name, *(f"{cost:.2f}" for cost in costs), f"{costs[-1] / costs[0]:.2f}"))
    return table


def show(table: Table) -> None:
    """Write a table to stdout."""
    if not sys.stdout.isatty():
        print(table, end="\n\n")
        return
    try:
        from rich.console import Console
        from rich.table import Table as RichTable
    except ImportError:
        print(table, end="\n\n")
        return
    drawn = RichTable(title=table.title, title_justify="left")
    for place, column in enumerate(table.columns):
        drawn.add_column(column, justify="left" if place < table.words else "right", no_wrap=True)
    for row in table.rows:
        drawn.add_row(*row)
    Console().print(drawn)


def machine() -> str:
    """Return what the figures were measured on."""
    return f"{platform.python_implementation()} {platform.python_version()}, {platform.system()} {platform.machine()}"
