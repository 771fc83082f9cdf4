"""How a game stands at its end, as a table."""

from __future__ import annotations

from rich.table import Table

from boardkit.cli.phrases import phrase
from boardkit.state import State

__all__ = ["ranks_table"]


def ranks_table(state: State, language: str, seat: int | None = None) -> Table:
    """Return places and points, the best first; before the end there are no places yet.

    Args:
        state: the last state there is.
        language: ``en`` or ``ja``.
        seat: the reader's own seat, which is marked.
    """
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column(phrase("place", language), justify="right")
    table.add_column(phrase("player", language))
    table.add_column(phrase("points", language), justify="right")
    ranking = state.ranking
    for player in sorted(
        range(len(state.returns)), key=lambda player: ranking[player] if ranking else player
    ):
        label = phrase("seat", language, seat=player)
        if player == seat:
            label += f" ({phrase('you', language)})"
        table.add_row(str(ranking[player]) if ranking else "-", label, str(state.returns[player]))
    return table
