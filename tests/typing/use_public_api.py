"""The public API as a user writes it: this file is never run, mypy --strict reads it.

``assert_type`` says what a user's editor will show; where it says ``Any``, the type depends on which game was made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar, assert_type

import boardkit
from boardkit import (
    Action,
    ComponentSet,
    Event,
    Game,
    GameDescription,
    GameInfo,
    IllegalAction,
    InvalidOption,
    OptionInfo,
    Options,
    Provenance,
    Record,
    State,
    TableGame,
    Title,
    View,
)
from boardkit.agents import Agent, RandomAgent
from boardkit.game import Menu
from boardkit.state import Count, Seat, tagger
from boardkit.testing import ConformanceError, Report, check_game

A = TypeVar("A", bound=Action)


def make_and_describe() -> None:
    assert_type(boardkit.games(), dict[str, GameDescription])
    game = boardkit.make("maillot-jaune", players=4, stages=3)
    assert_type(game, Game[Any, Any, Any])
    boardkit.make("maillot-jaune", components={"id": "mine", "data": {}})
    boardkit.make("maillot-jaune", 4)
    assert_type(game.players, int)
    assert_type(game.rules, int)
    assert_type(game.components, ComponentSet[Any])
    assert_type(game.max_steps, int)
    assert_type(game.names(), Mapping[str, Mapping[str, Title]])
    description = type(game).describe_game()
    assert_type(description.options, tuple[OptionInfo, ...])
    assert_type(description.provenance, tuple[Provenance, ...])
    assert_type(description.title.in_language("ja"), str)
    assert_type(boardkit.__version__, str)


def play(agents: Sequence[Agent]) -> tuple[int, ...]:
    game = boardkit.make("maillot-jaune")
    state: State = game.initial_state(seed=7)
    while not state.is_terminal:
        seat = state.current_player
        assert_type(seat, int | None)
        if seat is None:
            break
        view: View = boardkit.observe(state, seat)
        action = agents[seat].act(view, boardkit.legal_actions(state))
        boardkit.check(state, action)
        state = boardkit.step(state, action)
        assert_type(state, State)
        assert_type(state.events, tuple[Event, ...])
        assert_type([event.deltas() for event in state.events], list[tuple[tuple[str, int], ...]])
    assert_type(state.ranking, tuple[int, ...] | None)
    return state.returns


def look(view: View) -> None:
    assert_type(boardkit.draw(view), str)
    assert_type(boardkit.text(view, "ja"), str)
    assert_type(view.counts(), Mapping[str, int])
    assert_type(view.player, int | None)
    assert_type(view.events, tuple[Event, ...])
    assert_type(boardkit.describe(view.game, view.events[0]), str)
    world: State = boardkit.resample(view, seed=3)
    boardkit.observe(world, None)


def keep(state: State, actions: tuple[Action, ...]) -> None:
    assert_type(boardkit.to_json(state), bytes)
    assert_type(boardkit.to_builtins(state), dict[str, Any])
    assert_type(boardkit.canonical_json(state), bytes)
    back: State = boardkit.from_json(b"{}")
    also: Action = boardkit.from_builtins({})
    boardkit.step_unchecked(back, also)
    record = Record.of(state, actions)
    assert_type(record, Record)
    assert_type(record.replay(), Iterator[State])
    assert_type(record.verify(), State)
    assert_type(record.digest, str)
    assert_type(Record.play(state.game, 7, actions), Record)


def refuse(state: State, action: Action) -> str:
    try:
        boardkit.step(state, action)
    except IllegalAction as error:
        assert_type(error.code, str)
        assert_type(error.rule, str)
        return error.message
    try:
        boardkit.make("maillot-jaune", players=99)
    except InvalidOption as error:
        assert_type(error.field, str)
        return error.allowed
    return ""


# Misuse that a type checker tells before anything runs; an ignore that is not needed is an error itself.
def misuse(state: State, view: View, action: Action) -> None:
    boardkit.make(3)  # type: ignore[arg-type]
    boardkit.make("mayfly", "four")  # type: ignore[arg-type]
    boardkit.step(view, action)  # type: ignore[type-var]
    boardkit.step(state, "play")  # type: ignore[arg-type]
    boardkit.observe(state, "0")  # type: ignore[arg-type]
    boardkit.resample(state)  # type: ignore[arg-type]
    boardkit.to_json(3)  # type: ignore[arg-type]
    state.current_player = 3  # type: ignore[misc]
    view.player = None  # type: ignore[misc]


# ---- a game of one's own ---------------------------------------------------------------------------


class CoinOptions(Options, frozen=True):
    rounds: int = 3


class CoinAction(Action, frozen=True, tag=tagger("coin")): ...


class Guess(CoinAction, frozen=True):
    heads: bool


class Landed(Event, frozen=True, tag=tagger("coin")):
    heads: bool

    def deltas(self) -> tuple[tuple[str, int], ...]:
        return (("rounds", -1),)


class CoinState(State, frozen=True):
    left: int
    right_guesses: tuple[int, ...]

    @property
    def returns(self) -> tuple[int, ...]:
        return self.right_guesses

    @property
    def ranking(self) -> tuple[int, ...] | None:
        return (1, 1) if self.is_terminal else None


class CoinView(View, frozen=True):
    left: Count
    asked: Seat | None

    def counts(self) -> Mapping[str, int]:
        return {"rounds": self.left}


@boardkit.register
class Coin(TableGame[CoinState, CoinAction, CoinView], frozen=True, dict=True, cache_hash=True):
    info = GameInfo("coin", Title("Coin", "コイン"), 2, 2, 2)
    options_type = CoinOptions
    action_types = (Guess,)
    event_types = (Landed,)
    view_type = CoinView

    def build_actions(self) -> tuple[CoinAction, ...]:
        return Guess(heads=False), Guess(heads=True)

    def menu(self, state: CoinState) -> Menu[CoinAction]:
        return Menu(() if state.is_terminal else self.actions)

    def refuse(self, state: CoinState, action: CoinAction) -> IllegalAction:
        return IllegalAction("not-now", "", f"{state.left} rounds left", action)


def own_game() -> None:
    game = Coin.make(2, {"rounds": 5})
    assert_type(game, Game[CoinState, CoinAction, CoinView])
    state = game.initial_state(1)
    assert_type(state, CoinState)
    assert_type(game.legal_actions(state), tuple[CoinAction, ...])
    assert_type(game.step(state, Guess(heads=True)), CoinState)
    assert_type(game.observe(state, None), CoinView)
    assert_type(game.resample(game.observe(state, 0)), CoinState)
    assert_type(game.actions, tuple[CoinAction, ...] | None)
    assert_type(boardkit.step(state, Guess(heads=True)), CoinState)
    game.step(state, Landed(heads=True))  # type: ignore[arg-type]
    game.observe(state, "0")  # type: ignore[arg-type]


class Cautious:
    """An agent is anything with this method."""

    def act(self, view: View, legal_actions: Sequence[A]) -> A:  # noqa: ARG002  the protocol has it
        return legal_actions[0]


def agents_and_suite() -> None:
    agents: list[Agent] = [RandomAgent(seed=1), Cautious()]
    play(agents)
    report = check_game(boardkit.make("maillot-jaune"), episodes=2, seed=1)
    assert_type(report, Report)
    assert_type(report.checks, Mapping[str, int])
    try:
        check_game(Coin.make(), deep=1, processes=False)
    except ConformanceError as error:
        assert_type(error.check, str)
        assert_type(error.player, int | None)
