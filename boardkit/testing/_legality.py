"""What may be done: the menu, what is refused, and how."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from boardkit.codec import to_json
from boardkit.errors import IllegalAction
from boardkit.state import Action, State
from boardkit.testing._probe import Probe

__all__ = ["check_junk", "check_menu", "check_refusals", "check_table"]

_CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_KINDS = {"not-an-action", "wrong-game", "wrong-type", "unknown-action"}


class Stranger(Action, frozen=True, tag="stranger.move"):
    """An action of no game."""

    number: int


class _Unhashable:
    __hash__ = None  # type: ignore[assignment]  # that is what it is for


def check_table(probe: Probe) -> None:
    """Check the table of actions, if there is one."""
    game = probe.game
    with probe.guard("legality.table"):
        table: Any = game.actions
    if table is None:
        _refused(probe, "legality.table", lambda: game.action_index(Stranger(1)))
        return
    probe.ensure(
        "legality.table",
        isinstance(table, tuple) and len(table) > 0,
        "actions is no tuple with anything in it",
    )
    probe.ensure("legality.table", len(set(table)) == len(table), "an action stands in the table twice")
    for place, action in enumerate(table):
        with probe.guard("legality.table"):
            found = game.action_index(action)
        probe.ensure("legality.table", found == place, f"{action!r} is at {place}, action_index says {found}")
    _refused(probe, "legality.table", lambda: game.action_index(Stranger(1)))


def check_menu(probe: Probe, state: State, rng: random.Random) -> tuple[Action, ...]:
    """Check the legal actions of a state and return them."""
    game = probe.game
    with probe.guard("legality.menu"):
        menu = game.legal_actions(state)
        again = game.legal_actions(state)
        terminal = state.is_terminal
    probe.ensure("legality.menu", isinstance(menu, tuple), f"legal_actions gave a {type(menu).__name__}")
    probe.same("legality.menu", "asked twice", menu, again)
    probe.ensure("legality.menu", len(set(menu)) == len(menu), "an action is offered twice")
    if terminal:
        probe.ensure("legality.menu", state.current_player is None, "over, and yet somebody is asked")
        probe.ensure("legality.menu", not menu, f"over, and yet {menu[:1]} is offered")
        return ()
    seat = state.current_player
    good = type(seat) is int and 0 <= seat < game.players
    probe.ensure("legality.menu", good, f"current_player is {seat!r}")
    probe.ensure("legality.menu", len(menu) > 0, f"player {seat} is asked and can do nothing")
    if game.actions is not None:
        for action in menu:
            with probe.guard("legality.table"):
                known = game.actions[game.action_index(action)] == action
            probe.ensure("legality.table", known, f"the table has another action in the place of {action!r}")
    for action in menu if len(menu) <= 16 else rng.sample(menu, 16):
        with probe.guard("legality.accepted"):
            answer = game.check(state, action)  # type: ignore[func-returns-value]  # that it does not is the check
        probe.ensure("legality.accepted", answer is None, f"check answered {answer!r} to {action!r}")
    return menu


def check_refusals(probe: Probe, state: State, rng: random.Random, most: int = 64) -> None:
    """Check that actions of the table that are not offered are refused, by check and by step alike."""
    game = probe.game
    if game.actions is None:
        return
    offered = set(game.legal_actions(state))
    others = [action for action in game.actions if action not in offered]
    before = to_json(state)
    for action in others if len(others) <= most else rng.sample(others, most):
        error = _refused(probe, "legality.refused", lambda: game.check(state, action), action)  # noqa: B023  called at once
        other = _refused(probe, "legality.refused", lambda: game.step(state, action), action)  # noqa: B023
        same = (error.code, error.rule, error.message) == (other.code, other.rule, other.message)
        probe.ensure("legality.refused", same, f"check and step refuse {action!r} differently")
        probe.ensure(
            "legality.refused",
            error.code not in _KINDS,
            f"{action!r} of the table is refused as {error.code}",
        )
        over = error.code == "game-over"
        probe.ensure("legality.over", over == state.is_terminal, f"{action!r} is refused as {error.code}")
    probe.ensure("immutability", to_json(state) == before, "a refused action changed the state")


def check_junk(probe: Probe, state: State) -> None:
    """Check that what is no action of this game at all is refused by its own code."""
    game = probe.game
    for junk, codes in _junk(probe, state):
        for call in (game.check, game.step):
            error = _refused(probe, "legality.junk", lambda: call(state, junk), junk)  # noqa: B023  called at once
            good = not codes or error.code in codes
            wanted = " or ".join(sorted(codes))
            probe.ensure("legality.junk", good, f"{_show(junk)} is refused as {error.code}, not as {wanted}")


def _junk(probe: Probe, state: State) -> Iterator[tuple[Any, set[str]]]:
    for thing in (
        None,
        42,
        True,
        "play",
        b"",
        (),
        [],
        {},
        {"type": "x"},
        object(),
        state,
        probe.game,
        Action,
    ):
        yield thing, {"not-an-action"}
    yield Stranger(1), {"wrong-game"}
    yield Stranger([]), {"wrong-game"}  # type: ignore[arg-type]  # the wrong type is meant
    seen = set()
    for action in (*probe.game.legal_actions(state), *(probe.game.actions or ())):
        if type(action) not in seen:
            seen.add(type(action))
            # Without a table the rules themselves say what is wrong with a value of the right type.
            yield from _spoilt(
                action, {"wrong-type", "unknown-action"} if probe.game.actions is not None else set()
            )


def _spoilt(action: Action, known: set[str]) -> Iterator[tuple[Action, set[str]]]:
    """Yield copies of an action with one field wrong, and the codes that fit; none at all: any code."""
    values = [getattr(action, name) for name in action.__struct_fields__]
    for place, value in enumerate(values):
        wrong: list[Any] = [[value], {"a": 1}, {1}, _Unhashable(), object(), b"x", 1.5]
        if type(value) is int:
            wrong += [float(value), str(value), *([bool(value)] if value in {0, 1} else [])]
        elif type(value) is str:
            wrong += [0, False]
        elif type(value) is bool:
            wrong += [int(value), str(value)]
        for other in wrong:
            yield type(action)(*values[:place], other, *values[place + 1 :]), {"wrong-type"}
        if type(value) is int:
            for number in (-1 - 10**30, 10**30):
                yield type(action)(*values[:place], number, *values[place + 1 :]), known
        if type(value) is str:
            for text in ("", "no such name", "\ud800", "\0", "x" * 5000):
                yield type(action)(*values[:place], text, *values[place + 1 :]), known


def _refused(probe: Probe, check: str, call: Any, action: Any = None) -> IllegalAction:
    probe.ran[check] += 1
    try:
        call()
    except IllegalAction as error:
        code: Any = error.code
        good = isinstance(code, str) and _CODE.fullmatch(code) is not None
        probe.ensure(check, good, f"{_show(action)} is refused with the code {error.code!r}")
        good = all(isinstance(word, str) for word in (error.rule, error.message)) and error.message != ""
        probe.ensure(check, good, f"{_show(action)} is refused with no rule and sentence")
        return error
    except Exception as error:
        raise probe.error(check, f"{_show(action)} raised {type(error).__name__}: {error}") from error
    raise probe.error(check, f"{_show(action)} is not refused")


def _show(action: Any) -> str:
    text = repr(action)
    return text if len(text) <= 120 else text[:119] + "…"
