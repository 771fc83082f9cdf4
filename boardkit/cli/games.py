"""``boardkit games``: which games there are, and what can be set."""

from __future__ import annotations

import warnings

import click
import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from boardkit import registry
from boardkit.cli.console import complain, open_console, say, visible
from boardkit.cli.inputs import game_argument, spell
from boardkit.info import GameDescription, OptionInfo

__all__ = ["games"]


@click.command()
@game_argument(required=False)
@click.option("--json", "as_json", is_flag=True, help="Write JSON for programs.")
def games(name: str | None, as_json: bool) -> None:
    """List the games and their options, or show one GAME in full."""
    if name is not None:
        description = registry.find(name).describe_game()
        if as_json:
            _write_json(description)
        else:
            _show(open_console(), description, full=True)
        return
    found = _all_games()
    if as_json:
        _write_json(found)
        return
    console = open_console()
    for place, description in enumerate(found):
        if place:
            say(console)
        _show(console, description, full=False)
    if not found:
        complain("there are no games")


def _all_games() -> list[GameDescription]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = list(registry.games().values())
    for warning in caught:
        complain(f"warning: {warning.message}")
    return found


def _write_json(value: object) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def _show(console: Console, game: GameDescription, *, full: bool) -> None:
    say(console, f"{game.name}: {game.title.en} / {game.title.ja}", "bold")
    seats = (
        str(game.min_players)
        if game.min_players == game.max_players
        else f"{game.min_players} to {game.max_players}"
    )
    say(console, f"players {seats} (usually {game.default_players}); rules version {game.rules}")
    say(console, f"data: {game.provenance_summary or 'none'}")
    if full:
        for part in game.provenance:
            say(console, f"  {part.part} ({part.status}): {part.source}")
    if full:
        for option in game.options:
            _show_option(console, option)
    elif game.options:
        console.print(_options_table(game.options))


def _show_option(console: Console, option: OptionInfo) -> None:
    say(console)
    say(console, f"{option.name}={spell(option.default)}", "bold")
    say(console, f"  {option.title.en} / {option.title.ja}")
    say(console, f"  {option.kind}: {option.allowed_text}")
    if option.meaning:
        say(console, f"  {option.meaning}")


def _options_table(options: tuple[OptionInfo, ...]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for column in ("option", "type", "default"):
        table.add_column(column, no_wrap=True)
    table.add_column("allowed")
    table.add_column("meaning")
    for option in options:
        cells = (option.name, option.kind, spell(option.default), option.allowed_text, option.meaning)
        table.add_row(*(Text(visible(cell)) for cell in cells))
    return table
