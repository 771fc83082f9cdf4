"""Playing a game to its end, with the checks that are made at every step."""

from __future__ import annotations

import random
from typing import Any

from msgspec import Struct

from boardkit.state import Action, Event, State, View
from boardkit.testing._legality import check_menu
from boardkit.testing._probe import Played, Probe, choose
from boardkit.testing._values import Values

__all__ = ["play"]

# A bound on what the suite itself will wait for, far beyond any board game.
_PATIENCE = 200_000


def play(probe: Probe, seed: int, rng: random.Random, by_kind: bool) -> Played:
    """Play one game with random actions, checking every step."""
    game = probe.game
    values = Values(probe)
    with probe.guard("length"):
        limit = game.max_steps
    probe.ensure("length", type(limit) is int and 0 < limit <= _PATIENCE, f"max_steps is {limit!r}")
    probe.at(probe.episode, 0)
    with probe.guard("initial-state"):
        state = game.initial_state(seed)
    _check_start(probe, state, seed)
    played = Played(seed, [state], [], [])
    course = _Course(probe, state)
    while True:
        probe.at(probe.episode, len(played.actions))
        values.keep(state)
        menu = check_menu(probe, state, rng)
        course.check(state)
        values.check_state(state)
        for action in menu:
            values.check_loose(action)
        for view in course.views.values():
            values.check_view(view)
        values.check_last_unchanged()
        played.menus.append(menu)
        if not menu:
            break
        probe.ensure("length", len(played.actions) < limit, f"not over after max_steps ({limit}) steps")
        action = choose(rng, menu, by_kind)
        state = _stepped(probe, values, state, action)
        played.actions.append(action)
        played.states.append(state)
    values.check_all_unchanged()
    return played


def _check_start(probe: Probe, state: State, seed: int) -> None:
    game = probe.game
    probe.ensure("initial-state", isinstance(state, State), f"is a {type(state).__name__}, not a State")
    probe.ensure("initial-state", state.game is game, "the state's game is not the game that made it")
    probe.ensure(
        "initial-state",
        state.seed == seed.to_bytes(32, "big"),
        "the state does not keep its seed as 32 bytes",
    )


def _stepped(probe: Probe, values: Values, state: State, action: Action) -> State:
    """Return the next state, which step and step_unchecked must agree on."""
    game = probe.game
    with probe.guard("step"):
        after = game.step(state, action)
    values.check_last_unchanged()
    with probe.guard("step"):
        unchecked = game.step_unchecked(state, action)
        twin = game.step(state, _copied(action))
    probe.ensure("step", isinstance(after, State), f"gave a {type(after).__name__}, not a State")
    probe.same("step", "step is not step_unchecked", after, unchecked)
    probe.same("step", "an equal action led elsewhere", after, twin)
    probe.ensure("step", after.game is game, "the new state has another game")
    probe.ensure("step", after.seed == state.seed, "the seed changed")
    return after  # type: ignore[no-any-return]  # Game[Any, ...] says no more


def _copied(action: Action) -> Action:
    return type(action)(*[getattr(action, name) for name in action.__struct_fields__])


class _Course:
    """What one step must leave alone or change exactly: census, counts, scores."""

    def __init__(self, probe: Probe, first: State) -> None:
        self.probe = probe
        with probe.guard("conservation.census"):
            self.census = dict(probe.game.census(first))
        self.views: dict[int | None, View] = {}
        self._counts: dict[int | None, dict[str, int]] = {}

    def check(self, state: State) -> None:
        """Check a state against the one before."""
        self._check_conservation(state)
        self._check_scores(state)
        for player in self.probe.viewers:
            self.probe.player = player
            self._check_view(state, player)
        self.probe.player = None

    def _check_conservation(self, state: State) -> None:
        game, probe = self.probe.game, self.probe
        with probe.guard("conservation.census"):
            census = dict(game.census(state))
        probe.same("conservation.census", "components came or went", self.census, census)
        with probe.guard("conservation.audit"):
            game.audit(state)

    def _check_scores(self, state: State) -> None:
        probe, players = self.probe, self.probe.game.players
        with probe.guard("returns"):
            returns: Any = state.returns
        good = isinstance(returns, tuple) and len(returns) == players and all(type(r) is int for r in returns)
        probe.ensure("returns", good, f"{returns!r} is not one int a player")
        with probe.guard("ranking"):
            ranking: Any = state.ranking
        if not state.is_terminal:
            probe.ensure("ranking", ranking is None, f"{ranking!r} before the end")
            return
        good = isinstance(ranking, tuple) and len(ranking) == players and all(type(r) is int for r in ranking)
        probe.ensure("ranking", good and _are_ranks(ranking), f"{ranking!r} are no ranks")

    def _check_view(self, state: State, player: int | None) -> None:
        game, probe = self.probe.game, self.probe
        with probe.guard("view"):
            view = game.observe(state, player)
        probe.ensure("view", isinstance(view, View), f"observe gave a {type(view).__name__}, not a View")
        probe.ensure("view", view.player == player, f"the view of {player} says player {view.player}")
        probe.ensure("view", view.game is game, "the view has another game")
        same_turn = view.current_player == state.current_player and view.is_terminal == state.is_terminal
        probe.ensure("view", same_turn, f"the view says that {view.current_player} is asked")
        self._check_events(state, view)
        self._check_counts(state, view)
        self.views[player] = view

    def _check_events(self, state: State, view: View) -> None:
        probe = self.probe
        probe.ran["events.redaction"] += 1
        events: Any = view.events
        good = isinstance(events, tuple) and len(events) == len(state.events)
        probe.ensure("events.redaction", good, "the view has not one event for each of the state's")
        for full, seen in zip(state.events, view.events, strict=True):
            probe.ensure("events.redaction", isinstance(full, Event), f"{full!r} is no Event")
            if not _hides(full, seen):
                probe.fail("events.redaction", f"{seen!r} is not {full!r} with fields left out")

    def _check_counts(self, state: State, view: View) -> None:
        probe = self.probe
        with probe.guard("events.deltas"):
            counts: dict[Any, Any] = dict(view.counts())
            changes = {"full": _summed(state.events), "redacted": _summed(view.events)}
        good = all(isinstance(key, str) and type(count) is int for key, count in counts.items())
        probe.ensure("events.deltas", good, f"counts() is not a mapping of str to int: {counts!r}")
        before = self._counts.get(view.player)
        self._counts[view.player] = counts
        if before is None:
            return
        for kind, change in changes.items():
            keys = {*before, *counts, *change}
            expected = {key: before.get(key, 0) + change.get(key, 0) for key in sorted(keys)}
            actual = {key: counts.get(key, 0) for key in sorted(keys)}
            if expected != actual:
                wrong = {
                    key: (expected[key], actual[key]) for key in expected if expected[key] != actual[key]
                }
                probe.fail(
                    "events.deltas",
                    f"counts before plus deltas of the {kind} events are not counts after: "
                    f"{wrong} (expected, actual); events {state.events!r}",
                )


def _summed(events: tuple[Event, ...]) -> dict[str, int]:
    total: dict[str, int] = {}
    for event in events:
        for key, change in event.deltas():
            total[key] = total.get(key, 0) + change
    return total


def _are_ranks(ranks: tuple[int, ...]) -> bool:
    # Won or lost together, or each for himself against the game: 1 and 2. Else competition ranks, 1 2 2 4.
    if all(rank in {1, 2} for rank in ranks):
        return True
    return all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)


def _hides(full: Any, seen: Any) -> bool:
    """Whether ``seen`` is ``full`` with parts replaced by None."""
    if seen is None or full is seen:
        return True
    if type(full) is not type(seen):
        return False
    if isinstance(full, Struct):
        return all(_hides(getattr(full, name), getattr(seen, name)) for name in full.__struct_fields__)
    if isinstance(full, tuple):
        return len(full) == len(seen) and all(map(_hides, full, seen))
    return bool(full == seen)
