"""``boardkit replay``: a record, step by step."""

from __future__ import annotations

import sys

import click
from rich.console import Console

import boardkit
from boardkit.cli.console import LEAVE, ask, open_console, say
from boardkit.cli.inputs import language_option, read_record, spell
from boardkit.cli.outcome import ranks_table
from boardkit.cli.phrases import phrase
from boardkit.errors import InvalidRecord
from boardkit.record import Record
from boardkit.state import State

__all__ = ["replay"]


@click.command()
@click.argument("path", metavar="FILE")
@click.option("--player", type=int, metavar="P", help="Show what this seat saw, and no more.")
@click.option("--all", "at_once", is_flag=True, help="Do not wait for Enter between steps.")
@language_option
def replay(path: str, player: int | None, at_once: bool, language: str) -> None:
    """Step through the record in FILE (- for stdin) and check its digest.

    A record holds its game's seed, so without --player everything is shown, hidden things included. On a
    terminal, Enter goes on, a shows the rest at once, and q or the end of input leaves.
    """
    record = read_record(path)
    record.game.seat(player)
    try:
        record.verify()
    except InvalidRecord as error:
        raise click.ClickException(f"{path} does not replay: {error}") from None
    waits = not at_once and path != "-" and sys.stdin.isatty() and sys.stdout.isatty()
    _Replay(record, player, language, open_console()).show(waits=waits)


class _Replay:
    """A record that was verified, told to one seat or (player None) to somebody who may know everything."""

    def __init__(self, record: Record, player: int | None, language: str, console: Console) -> None:
        self.record = record
        self.player = player
        self.language = language
        self.console = console

    def show(self, *, waits: bool) -> None:
        self._tell_settings()
        before: State | None = None
        for place, state in enumerate(self.record.replay()):
            if waits and before is not None:
                answer = self._ask()
                if answer in LEAVE:
                    return
                waits = answer != "a"
            self._tell_step(place, before, state)
            before = state
        if before is not None:
            self._tell_end(before)

    def _tell_settings(self) -> None:
        game = self.record.game
        title = type(game).info.title.in_language(self.language)
        self._say(phrase("played", self.language, title=title, players=game.players), "bold")
        self._say(
            phrase(
                "provenance",
                self.language,
                rules=game.rules,
                id=game.components.id,
                seed=self.record.seed.hex(),
            )
            if self.player is None
            else phrase("seen-by", self.language, seat=self.player)
        )
        for name in game.options.__struct_fields__:
            self._say(f"  {name}={spell(getattr(game.options, name))}", "dim")

    def _tell_step(self, place: int, before: State | None, state: State) -> None:
        game = self.record.game
        if before is not None:
            who = phrase("seat", self.language, seat=before.current_player)
            line = f"{place}/{len(self.record.actions)} {who}"
            # To one seat, another's action is only what its events show.
            if self.player is None or before.current_player == self.player:
                line += f": {boardkit.describe(game, self.record.actions[place - 1], self.language)}"
            self._say(line, "bold")
        events = state.events if self.player is None else boardkit.observe(state, self.player).events
        for event in events:
            self._say(f"· {boardkit.describe(game, event, self.language)}", "cyan")
        if self.player is not None and state.current_player == self.player:
            self._say(boardkit.text(boardkit.observe(state, self.player), self.language))

    def _tell_end(self, final: State) -> None:
        self._say()
        if final.is_terminal:
            self._say(phrase("over", self.language), "bold")
        else:
            self._say(phrase("unfinished", self.language, seat=final.current_player), "bold")
        self._say(boardkit.text(boardkit.observe(final, self.player), self.language))
        if final.is_terminal or self.player is None:  # before the end, points may rest on hidden cards
            self.console.print(ranks_table(final, self.language, self.player))
        self._say(phrase("digest", self.language, digest=self.record.digest), "green")

    def _say(self, text: str = "", style: str = "") -> None:
        say(self.console, text, style)

    def _ask(self) -> str:
        try:
            return ask(phrase("next-step", self.language)).lower()
        except EOFError:
            return LEAVE[0]
