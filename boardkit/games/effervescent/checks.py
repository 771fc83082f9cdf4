"""Why an action is illegal: code, rule and a sentence for each way to be wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from boardkit.errors import IllegalAction
from boardkit.games.effervescent import model
from boardkit.games.effervescent.cells import MIDDLE, lay
from boardkit.games.effervescent.dolphin import dolphin_spots, jump_spots
from boardkit.games.effervescent.events import split_source
from boardkit.games.effervescent.menus import drafts
from boardkit.games.effervescent.placing import Placing
from boardkit.games.effervescent.poses import pose
from boardkit.games.effervescent.sea import SAND_LINE, TOKEN_DISC
from boardkit.games.effervescent.turn import Table, placing_of, sources

if TYPE_CHECKING:
    from boardkit.games.effervescent.model import EffervescentAction, State

__all__ = ["refusal"]

# What is asked in each phase, and the rule that says so.
_ASKED = {
    "draft": ("EF-2.1.7", "a tile is drafted from a stack now"),
    "dolphin": ("EF-2.6", "the dolphin is placed now"),
    "place": ("EF-2.2.1", "a tile is placed now"),
    "swap": ("V7", "none of the tiles can be placed: one of them is swapped now"),
    "attach": ("EF-2.2.2", "an effervescent is attached now"),
    "jump": ("EF-2.6", "the dolphin jumps now"),
    "eel": ("EF-2.6", "the eel that leaves is chosen now"),
    "take": ("EF-2.2.4", "a tile is taken now"),
    "windfall": ("EF-2.6", "a windfall tile is taken now, or none"),
}
_PHASES: dict[type, tuple[str, ...]] = {
    model.Draft: ("draft",),
    model.PlaceTile: ("place",),
    model.Attach: ("attach",),
    model.Stop: ("attach",),
    model.RemoveEel: ("eel",),
    model.PlaceDolphin: ("dolphin", "jump"),
    model.Take: ("take",),
    model.TakeSpecial: ("windfall",),
    model.Pass: ("windfall",),
    model.Swap: ("swap",),
}


def refusal(state: State, action: EffervescentAction) -> IllegalAction | None:
    """Return why an action of this game is illegal now, or None if it is legal."""
    if state.current_player is None:
        return IllegalAction("game-over", "", "the game is over", action)
    if state.phase not in _PHASES[type(action)]:
        rule, asked = _ASKED[state.phase]
        return IllegalAction("wrong-phase", rule, asked, action)
    check = _CHECKS.get(type(action))
    return check(state, action) if check is not None else None


def _placing(state: State) -> Placing:
    return placing_of(state.game, state.sea, state.pieces, state.gone)


def _hand(state: State) -> tuple[str, ...]:
    assert state.current_player is not None  # noqa: S101
    return state.players[state.current_player].hand


def _draft(state: State, action: model.Draft) -> IllegalAction | None:
    if action.stack in drafts(state.game, state):
        return None
    if any(stack.name == action.stack and stack.tiles for stack in state.stacks):
        return IllegalAction("no-extras-in-draft", "V44", "only the three sizes are drafted", action)
    return IllegalAction("nothing-there", "EF-2.1.7", "that stack is not in play or empty", action)


def _place(state: State, action: model.PlaceTile) -> IllegalAction | None:
    if action.tile not in _hand(state):
        return IllegalAction("tile-not-held", "EF-2.2.1", "that tile is not in the own hand", action)
    posed = pose(state.game.tiles[action.tile].shape, action.flip, action.rotation)
    placing = _placing(state)
    if placing.legal(posed, action.x, action.y):
        return None
    fault = placing.fault(posed, action.x, action.y)
    assert fault is not None  # noqa: S101  it is the same check, spelt out
    return IllegalAction(fault.code, fault.rule, fault.message, action, details=fault.collisions)


def _attach(state: State, action: model.Attach) -> IllegalAction | None:
    sea, body = state.sea, state.sea.bodies[-1]
    if not body.touches_token(action.x, action.y):
        return IllegalAction("not-touching", "EF-2.2.2", "it must touch the tile just placed", action)
    if sea.sand and action.y < SAND_LINE + 4:
        return IllegalAction("below-sand-line", "EF-2.6", "nothing may lie beyond the sand line", action)
    fish = tuple((spot.x, spot.y) for spot in state.lionfish)
    if sea.spot_free(action.x, action.y, fish):
        return None
    collisions = _placing(state).collisions(lay(TOKEN_DISC, action.x, action.y))
    return IllegalAction("overlap", "EF-2.2.2", "it would overlap something", action, details=collisions)


def _stop(state: State, action: model.Stop) -> IllegalAction | None:
    if state.game.options.attach_optional:
        return None
    return IllegalAction("must-attach", "V8", "every effervescent that is earned is attached", action)


def _dolphin(state: State, action: model.PlaceDolphin) -> IllegalAction | None:
    rows = dolphin_spots(state) if state.phase == "dolphin" else jump_spots(state) or []
    if rows and rows[action.y + MIDDLE] >> (action.x + MIDDLE) & 1:
        return None
    if state.phase == "dolphin":
        message = "the dolphin needs a free place where it touches a start piece"
    else:
        message = "the dolphin jumps to open sea where it touches a piece that it did not touch before"
    return IllegalAction("no-dolphin-spot", "EF-2.6", message, action)


def _eel(state: State, action: model.RemoveEel) -> IllegalAction | None:
    if action.tile in Table(state).loved_eels():
        return None
    return IllegalAction("no-such-eel", "EF-2.6", "that eel does not touch the one just placed", action)


def _take(state: State, action: model.Take | model.Swap) -> IllegalAction | None:
    if action.source in sources(state.stacks):
        return None
    return IllegalAction("nothing-there", "EF-2.2.4", "there is no open tile", action)


def _special(state: State, action: model.TakeSpecial) -> IllegalAction | None:
    if action.source in Table(state).windfall_sources():
        return None
    name, _ = split_source(action.source)
    return IllegalAction(
        "no-windfall-tile", "EF-2.6", f"the windfall card gives no tile from {name} there", action
    )


def _swap(state: State, action: model.Swap) -> IllegalAction | None:
    if action.tile not in _hand(state):
        return IllegalAction("tile-not-held", "V7", "that tile is not in the own hand", action)
    if state.game.tiles[action.tile].kind == "eel":
        return IllegalAction("eel-stays", "V7", "an eel cannot be swapped", action)
    return _take(state, action)


_CHECKS: dict[type, Callable[[State, Any], IllegalAction | None]] = {
    model.Draft: _draft,
    model.PlaceTile: _place,
    model.Attach: _attach,
    model.Stop: _stop,
    model.RemoveEel: _eel,
    model.PlaceDolphin: _dolphin,
    model.Take: _take,
    model.TakeSpecial: _special,
    model.Swap: _swap,
}
