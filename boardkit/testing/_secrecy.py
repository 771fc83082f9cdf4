"""Nothing reaches a player but what that player may know.

The measure is the game's own ``permute_hidden``, which says from the rules, not from ``observe``, what a player
cannot know: a state and the same state with all that drawn again have to look the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from boardkit.codec import from_json, to_json
from boardkit.errors import IllegalAction
from boardkit.state import Action, State, View
from boardkit.testing._probe import Probe

__all__ = ["check_asked", "check_pictures", "check_secrecy", "permuted"]


def permuted(probe: Probe, state: State, player: int | None, seed: int) -> State:
    """Return another state that ``player`` cannot tell from ``state``, checked to be a legal one."""
    game, check = probe.game, "secrecy.permute"
    with probe.guard(check):
        other = game.permute_hidden(state, player, seed)
    probe.ensure(check, isinstance(other, State), f"permute_hidden gave a {type(other).__name__}")
    with probe.guard(check):
        census = dict(game.census(other))
        game.audit(other)
    probe.same(check, "permute_hidden changed what there is", dict(game.census(state)), census)
    return other  # type: ignore[no-any-return]  # Game[Any, ...] says no more


def check_secrecy(probe: Probe, state: State, player: int | None, seed: int) -> State:
    """Check that two states which differ in hidden things alone show ``player`` the same; return the second."""
    game = probe.game
    other = permuted(probe, state, player, seed)
    with probe.guard("secrecy.permute"):
        again = game.permute_hidden(state, player, seed)
    probe.same("secrecy.permute", "the same seed gave two states", other, again)
    probe.same("secrecy.asked", "who is asked", state.current_player, other.current_player)
    probe.same("secrecy.asked", "whether it is over", state.is_terminal, other.is_terminal)
    with probe.guard("secrecy.view"):
        views = game.observe(state, player), game.observe(other, player)
        documents = to_json(views[0]), to_json(views[1])
        events = [[to_json(event) for event in view.events] for view in views]
    for one, two in zip(*events, strict=True) if len(events[0]) == len(events[1]) else ():
        probe.same("secrecy.events", "an event shows what is hidden", one, two)
    probe.same("secrecy.events", "the number of events", len(events[0]), len(events[1]))
    probe.ran["secrecy.events"] += 1
    probe.same("secrecy.view", "the view shows what is hidden", *documents)
    probe.same("secrecy.view", "the view holds what is hidden", *views)
    if state.is_terminal:
        ends = [(world.returns, world.ranking) for world in (state, other)]
        probe.same("secrecy.returns", "the result rests on what stays hidden", *ends)
    elif not probe.due():
        pass
    elif state.current_player == player:
        with probe.guard("secrecy.legal-actions"):
            menus = [[to_json(action) for action in game.legal_actions(world)] for world in (state, other)]
        probe.same("secrecy.legal-actions", "what is offered, or its order, shows what is hidden", *menus)
    else:
        with probe.guard("secrecy.stuck"):
            menu = game.legal_actions(other)
        probe.ensure(
            "secrecy.stuck", len(menu) > 0, f"player {state.current_player} is asked and could do nothing"
        )
    return other


def check_pictures(
    probe: Probe, state: State, other: State, player: int | None, languages: tuple[str, ...] = ("en", "ja")
) -> None:
    """Check that pictures and texts show no more than the view."""
    game = probe.game
    for name, picture in (("draw", game.draw), ("text", game.text)):
        check = f"secrecy.{name}"
        for language in languages:
            with probe.guard(check):
                view = game.observe(state, player)
                first: Any = picture(view, language)
                second = picture(game.observe(other, player), language)
                third = picture(from_json(to_json(view)), language)
            probe.ensure(check, isinstance(first, str) and bool(first), f"{name} gave {type(first).__name__}")
            _same_text(probe, check, f"{name}({language}) shows what is hidden", (first, second))
            _same_text(probe, check, f"{name}({language}) shows more than the view from JSON", (first, third))
    _check_lines(probe, state, game.observe(state, player))


def _check_lines(probe: Probe, state: State, view: View) -> None:
    for thing in (*view.events, *probe.game.legal_actions(state)):
        with probe.guard("text"):
            lines: list[Any] = [probe.game.describe(thing, language) for language in ("en", "ja")]
        good = all(isinstance(line, str) and line and "\n" not in line for line in lines)
        probe.ensure("text", good, f"describe gave no line for {thing!r}: {lines!r}")


def _same_text(probe: Probe, check: str, what: str, texts: tuple[str, str]) -> None:
    one, two = texts
    if one != two:
        place = next(
            (i for i, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]),
            min(map(len, texts)),
        )
        start = max(0, place - 30)
        probe.fail(check, f"{what}: …{one[start : place + 30]!r} is not …{two[start : place + 30]!r}")


def check_asked(probe: Probe, worlds: tuple[State, State], player: int | None, rng: random.Random) -> None:
    """Check that hidden things do not steer who is asked next, nor how a refusal sounds.

    In two worlds that ``player`` cannot tell apart the same action is taken. If ``player`` then sees the same
    events in both, the same player must be asked in both.
    """
    game = probe.game
    menu = game.legal_actions(worlds[0])
    for action in rng.sample(menu, min(6, len(menu))):
        if _refusal(game.check, worlds[1], action) is not None:
            continue
        with probe.guard("secrecy.asked"):
            after = [game.step_unchecked(world, action) for world in worlds]
            views = [game.observe(world, player) for world in after]
        if views[0].events == views[1].events:
            asked = [(world.current_player, world.is_terminal) for world in after]
            what = f"after {action!r} hidden things decide who is asked (player, over)"
            probe.same("secrecy.asked", what, *asked)
    if worlds[0].current_player is not None and worlds[0].current_player == player:
        _check_refusals(probe, worlds, rng)


def _check_refusals(probe: Probe, worlds: tuple[State, State], rng: random.Random) -> None:
    game = probe.game
    if game.actions is None:
        return
    for action in rng.sample(game.actions, min(8, len(game.actions))):
        refusals = [_refusal(game.check, world, action) for world in worlds]
        probe.same("secrecy.refusal", f"how {action!r} is refused shows what is hidden", *refusals)


def _refusal(
    check: Callable[[State, Action], None], state: State, action: Action
) -> tuple[str, str, str] | None:
    try:
        check(state, action)
    except IllegalAction as error:
        return error.code, error.rule, error.message
    return None
