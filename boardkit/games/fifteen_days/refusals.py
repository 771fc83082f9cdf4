"""Why an action is not legal: a code, the rule's id and a sentence."""

from __future__ import annotations

from typing import Any

from boardkit.errors import IllegalAction
from boardkit.games.fifteen_days import cards as c
from boardkit.games.fifteen_days import model as m
from boardkit.games.fifteen_days.boards import PLOTS, plot_of, wild_places
from boardkit.games.fifteen_days.menus import FROG, OTTER, RABBIT, SQUIRREL

__all__ = ["refusal"]

# What is asked in each phase, and the rule that says so.
_ASKED = {
    m.CHOOSE: ("FD-2.2.1", "an action has to be begun"),
    m.DRAW: ("F47", "the next card has to be drawn"),
    m.TAKE: ("F47", "the second face-up card has to be taken"),
    m.REFILL: ("F49", "the market column has to be refilled"),
    m.PLACE: ("F9", "further cards are placed, or the action is finished"),
    m.PAY: ("F10", "the placed card has to be paid"),
    m.WILD: ("F60", "the wild has to be put down"),
    m.CHECK: ("FD-2.2.2", "cards over the hand limit have to be discarded"),
    m.DISCARD: ("FD-2.2.2", "cards over the hand limit have to be discarded"),
}
_PHASES: dict[type[m.Action], tuple[int, ...]] = {
    m.Draw: (m.CHOOSE, m.DRAW),
    m.Take: (m.CHOOSE, m.TAKE),
    m.Place: (m.CHOOSE, m.PLACE),
    m.Pay: (m.PAY,),
    m.TakeWild: (m.CHOOSE,),
    m.PutWild: (m.WILD,),
    m.RefillFrom: (m.REFILL,),
    m.FinishAction: (m.PLACE,),
    m.OtterFeather: (m.CHECK,),
    m.Discard: (m.CHECK, m.DISCARD),
}
Reason = tuple[str, str, str]


def refusal(game: Any, state: m.State, action: m.Action) -> IllegalAction:
    """Return why ``action``, an action of the table, is not legal in ``state``."""
    code, rule, sentence = _reason(game, state, action)
    return IllegalAction(code, rule, sentence, action)


def _reason(game: Any, state: m.State, action: m.Action) -> Reason:
    phase = state.turn.phase
    if phase not in _PHASES[type(action)]:
        if isinstance(action, m.OtterFeather):
            return (
                "otter-later",
                "F55",
                "the otter's feather is spent in the hand check, before the first discard",
            )
        rule, sentence = _ASKED[phase]
        return "wrong-step", rule, sentence
    player = state.players[state.current_player or 0]
    if isinstance(action, m.Draw | m.Take | m.Place) and action.feather:
        reason = _feather(phase, player, action)
        if reason is not None:
            return reason
    found: Reason = _REASONS[type(action)](game, state, player, action)
    return found


def _feather(phase: int, player: m.Player, action: m.Action) -> Reason | None:
    animal = {m.Draw: SQUIRREL, m.Take: RABBIT, m.Place: FROG}[type(action)]
    if phase != m.CHOOSE:
        return "feather-late", "F28", "a feather is spent before the action it helps"
    if not player.feathers:
        return "no-feather", "FD-2.5.4", "there is no feather to spend"
    if player.animals & animal:
        return "power-held", "F43", "this power is already there"
    return None


def _draw(game: Any, state: m.State, player: m.Player, action: Any) -> Reason:  # noqa: ARG001
    return "pile-empty", "F7", "this pile is empty"


def _take(game: Any, state: m.State, player: m.Player, action: Any) -> Reason:  # noqa: ARG001
    if action.source == "discard" and state.discards:
        return "discards-closed", "FD-7", "the rabbit keeps the discard pile closed"
    return "nothing-there", "F8", "there is no card to take"


def _place(game: Any, state: m.State, player: m.Player, action: Any) -> Reason:  # noqa: ARG001
    season = c.SEASONS.index(action.season)
    front = 6 * season + action.value - 1
    if not c.holds(player.hand, front):
        return "not-in-hand", "FD-2.2.1", "this card is not in the hand"
    plot = PLOTS[plot_of(player.board, season)]
    if plot.corner and plot.corner != action.corner:
        return "season-elsewhere", "FD-2.3.2", "the cards of this season go to its own corner"
    if not plot.corner and not player.board >> action.corner - 1 & 1:
        return "corner-taken", "FD-2.3.1", "this corner belongs to another season"
    if plot.real >> action.value - 1 & 1:
        return "value-there", "F19", "a card of this number is there"
    return "cannot-pay", "FD-2.3.3", "the other hand cards do not pay for it"


def _not_in_hand(game: Any, state: m.State, player: m.Player, action: Any) -> Reason:  # noqa: ARG001
    rule = "FD-2.2.2" if isinstance(action, m.Discard) else "F12"
    return "not-in-hand", rule, "this card is not in the hand"


def _take_wild(game: Any, state: m.State, player: m.Player, action: Any) -> Reason:
    first, second = c.FRONT_CODE[action.first], c.FRONT_CODE[action.second]
    held = c.hand_fronts(player.hand)
    if not held.count(first) or not held.count(second) or (first == second and held.count(first) < 2):
        return "not-in-hand", "FD-2.2.1", "these two cards are not in the hand"
    for front in (first, second):
        plot = PLOTS[plot_of(player.board, front // 6)]
        matches = plot.values if game.options.wild_matches else plot.real
        if not matches >> front % 6 & 1:
            return "no-match", "F21", "each of the two must equal a season card on the own board"
    if not state.stock.wilds:
        return "no-wild", "F22", "there is no wild in the supply"
    return "no-place", "F22", "there is no place for a wild"


def _put_wild(game: Any, state: m.State, player: m.Player, action: Any) -> Reason:  # noqa: ARG001
    corner = action.corner
    if player.board >> corner - 1 & 1:
        if player.board >> 3 + corner & 1:
            return "wild-there", "F16", "this corner holds an unbound wild"
        return "unbound", "F14", "in an empty corner a wild stands for nothing yet"
    if action.value is None:
        return "bound", "FD-2.4.2", "only in an empty corner a wild may be unbound"
    if any(place[0] == corner for place in wild_places(player.board)):
        return "value-there", "FD-2.4.1", "a card of this number is there"
    return "wild-there", "FD-2.4.1", "this season has a wild, or no number is missing"


def _refill(game: Any, state: m.State, player: m.Player, action: Any) -> Reason:  # noqa: ARG001
    return "pile-empty", "F36", "this pile is empty"


def _otter(game: Any, state: m.State, player: m.Player, action: Any) -> Reason:  # noqa: ARG001
    if player.animals & OTTER:
        return "power-held", "F43", "this power is already there"
    return "no-feather", "FD-2.5.4", "there is no feather to spend"


_REASONS: dict[type[m.Action], Any] = {
    m.Draw: _draw,
    m.Take: _take,
    m.Place: _place,
    m.Pay: _not_in_hand,
    m.TakeWild: _take_wild,
    m.PutWild: _put_wild,
    m.RefillFrom: _refill,
    m.OtterFeather: _otter,
    m.Discard: _not_in_hand,
}
