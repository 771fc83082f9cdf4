"""``boardkit play``: a game in the terminal, against random opponents."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import click
from rich.console import Console

import boardkit
from boardkit.agents import Agent, RandomAgent
from boardkit.cli.console import LEAVE, ask, open_console, say
from boardkit.cli.inputs import AnyGame, game_options, language_option
from boardkit.cli.menu import ActionMenu, NotInMenu
from boardkit.cli.outcome import ranks_table
from boardkit.cli.phrases import phrase
from boardkit.record import Record
from boardkit.state import Action, State, View

__all__ = ["play"]

_PAGE_OF_A_FILE = 10_000


class _Left(Exception):
    """The person at the terminal leaves the game."""


@click.command()
@game_options
@click.option("--seat", type=int, default=0, show_default=True, help="Your seat, counted from 0.")
@click.option("--seed", type=int, metavar="N", help="Shuffle as in every game with this number.")
@click.option(
    "--opponent-seed",
    type=click.IntRange(min=0),
    metavar="N",
    help="Let the opponents choose as with this number.",
)
@language_option
@click.option("--record", metavar="FILE", help="Write what was played to this file (it holds all secrets).")
def play(  # noqa: PLR0913  one parameter an option
    *,
    game: AnyGame,
    seat: int,
    seed: int | None,
    opponent_seed: int | None,
    language: str,
    record: str | None,
) -> int:
    """Play GAME against opponents who do anything.

    Leaving with q or at the end of input is no failure (status 0); Ctrl-C leaves with status 130. Either way
    the record is written, as far as the game came.
    """
    game.seat(seat)
    state = game.initial_state(seed)
    path = None if record is None else _writable(record)
    agents: list[Agent] = [
        RandomAgent(None if opponent_seed is None else opponent_seed * game.players + place)
        for place in range(game.players)
    ]
    session = _Session(game, seat, agents, language, open_console())
    status = session.play(state)
    if path is not None:
        session.write_record(path)
    return status


def _writable(name: str) -> Path:
    """Return the path of a file to write, before a whole game is played for nothing."""
    path = Path(name)
    try:
        with path.open("ab"):
            pass
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise click.ClickException(f"cannot write {name}: {reason}") from None
    return path


class _Session:
    """One game in one terminal. What is shown is what ``observe`` gives to the person's seat, and nothing else."""

    def __init__(
        self, game: AnyGame, seat: int, agents: list[Agent], language: str, console: Console
    ) -> None:
        self.game = game
        self.seat = seat
        self.agents = agents
        self.language = language
        self.console = console
        self.seed = b""
        self.actions: list[Action] = []

    def play(self, state: State) -> int:
        """Play from ``state`` to the end, or until the person leaves; return the exit status."""
        self.seed = state.seed
        try:
            self._greet()
            self._run(state)
        except (_Left, EOFError):
            self._say(phrase("left", self.language))
        except KeyboardInterrupt:
            self._say()
            self._say(phrase("left", self.language))
            return 130
        return 0

    def write_record(self, path: Path) -> None:
        """Write what was played; the actions are played again, so that the record is sound wherever it ends."""
        record = Record.play(self.game, self.seed, self.actions)
        try:
            path.write_bytes(boardkit.to_json(record) + b"\n")
        except OSError as error:
            raise click.ClickException(f"cannot write {path}: {error.strerror or error}") from None
        self._say(phrase("recorded", self.language, path=path))

    def _greet(self) -> None:
        title = type(self.game).info.title.in_language(self.language)
        key = "alone" if self.game.players == 1 else "setting"
        self._say(phrase(key, self.language, title=title, players=self.game.players, seat=self.seat), "bold")

    def _run(self, state: State) -> None:
        view = self._look(state)
        while (player := state.current_player) is not None:
            legal = boardkit.legal_actions(state)
            if player == self.seat:
                action = self._ask(view, legal)
            else:
                action = self.agents[player].act(boardkit.observe(state, player), legal)
            state = boardkit.step(state, action)
            self.actions.append(action)
            view = self._look(state)
        self._tell_end(state, view)

    def _look(self, state: State) -> View:
        """Observe one state for the person, and tell what has just happened, as far as that seat may know."""
        view: View = boardkit.observe(state, self.seat)
        for event in view.events:
            self._say(f"· {boardkit.describe(self.game, event, self.language)}", "cyan")
        return view

    def _ask(self, view: View, legal: tuple[Any, ...]) -> Any:
        self._show_position(view)
        labels = [boardkit.describe(self.game, action, self.language) for action in legal]
        menu = ActionMenu(labels, _page_size(), self.language)
        self._show_menu(menu)
        while True:
            typed = ask(phrase("ask", self.language, count=len(menu)))
            if typed.lower() in LEAVE:
                raise _Left
            if typed in {"?", "？"}:
                self._say(phrase("help", self.language))
                continue
            if typed in {"=", "＝"}:
                self._show_position(view)
                self._show_menu(menu)
                continue
            try:
                place = menu.answer(typed)
            except NotInMenu as fault:
                self._say(str(fault), "red")
                continue
            if place is not None:
                return legal[place]
            self._show_menu(menu)

    def _show_position(self, view: View) -> None:
        self._say()
        self._say(phrase("your-turn", self.language, seat=self.seat), "bold")
        self._say(boardkit.text(view, self.language))

    def _show_menu(self, menu: ActionMenu) -> None:
        heading, *lines = menu.lines()
        self._say(heading, "dim")
        for line in lines:
            self._say(line)

    def _tell_end(self, state: State, view: View) -> None:
        self._say()
        self._say(phrase("over", self.language), "bold")
        self._say(boardkit.text(view, self.language))
        self.console.print(ranks_table(state, self.language, self.seat))

    def _say(self, text: str = "", style: str = "") -> None:
        say(self.console, text, style)


def _page_size() -> int:
    """Return how many actions fit on the screen under their heading and above the question."""
    if not sys.stdout.isatty():
        return _PAGE_OF_A_FILE
    return max(3, shutil.get_terminal_size().lines - 3)
