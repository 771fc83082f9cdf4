"""What holds in every state and view of Maillot Jaune, checked on whatever comes from outside."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from boardkit.errors import DecodeError, InvalidState, InvalidView
from boardkit.games.maillot_jaune.model import MOUNTAIN, OVER, PHASES, PLAY, SET_ASIDE, Rider, RiderView, State, View
from boardkit.games.maillot_jaune.tables import SPECIALS_MASK

if TYPE_CHECKING:
    from boardkit.games.maillot_jaune.rules import MaillotJaune


def audit_state(game: MaillotJaune, state: State) -> None:
    """Raise InvalidState unless ``state`` can be played on to its end."""
    fault = _table_fault(game, state, PHASES[state.phase], InvalidState)
    if fault is not None:
        raise fault
    counted = game.census(state)
    for name, copies in zip(game.tables.names, game.tables.copies, strict=True):
        if counted.get(name, 0) != copies:
            raise InvalidState("", f"{counted.get(name, 0)} cards {name}, there are {copies}")
    for seat, rider in enumerate(state.riders):
        if Counter(game.tables.hand_names[rider.shown]) - Counter(game.tables.hand_names[rider.hand]):
            raise InvalidState(f"/riders/{seat}/shown", "a shown card is not in the hand")
        if len(game.tables.hand_names[rider.hand]) > game.components.data.hand_size + 1:
            raise InvalidState(f"/riders/{seat}/hand", "too many cards")
    if state.current_player is not None:
        _audit_question(game, state, state.riders[state.current_player])


def _audit_question(game: MaillotJaune, state: State, rider: Rider) -> None:
    """Check that the player who is asked can be asked that."""
    if state.phase == PLAY and rider.hand <= SPECIALS_MASK:
        raise InvalidState("/phase", "no speed card to play")
    if state.phase == SET_ASIDE and (not 0 < rider.hand <= SPECIALS_MASK or rider.shown != rider.hand):
        raise InvalidState("/phase", "only a shown hand of specials is asked for one of them")
    if state.phase != PLAY and not state.pile:
        raise InvalidState("/pile", "the stage is over when the pile is empty")


def _table_fault(
    game: MaillotJaune, table: State | View, phase: str, error: type[InvalidState | InvalidView]
) -> DecodeError | None:
    """Find what is wrong with the public part of a state or a view."""
    riders: tuple[Rider, ...] | tuple[RiderView, ...] = table.riders
    seats = range(game.players)
    tables = game.tables
    if len(riders) != game.players:
        return error("/riders", f"{len(riders)} riders, {game.players} players")
    if table.leader not in seats:
        return error("/leader", "no such seat")
    if (table.current_player is None) != (phase == PHASES[OVER]):
        return error("/phase", "a match is over exactly when nobody is asked")
    if table.current_player is not None and table.current_player not in seats:
        return error("/current_player", "no such seat")
    if not 1 <= table.stage <= game.options.stages:
        return error("/stage", f"{table.stage} of {game.options.stages}")
    if riders[table.leader].chips:
        return error(f"/riders/{table.leader}/chips", "the leader never has chips")
    laid = [name for rider in riders for name in rider.laid]
    if any(name not in tables.codes for name in laid) or any(
        name not in ("mountain", "sprint") for name in table.aside
    ):
        return error("", "a card that does not belong there")
    if table.mountains_seen != laid.count("mountain") + table.aside.count("mountain"):
        return error("/mountains_seen", "not the number of mountains on the table")
    if table.mountain and (table.mountains_seen == 0 or table.current_player == table.leader):
        return error("/mountain", "no mountain can be in force")
    if any(rider.headwinds > rider.laid.count("headwind") for rider in riders):
        return error("/riders", "more headwinds than were laid")
    return _question_fault(game, table, phase, error)


def _question_fault(
    game: MaillotJaune, table: State | View, phase: str, error: type[InvalidState | InvalidView]
) -> DecodeError | None:
    seat = table.current_player
    if seat is None:
        return None
    top = game.components.data.top_speed
    if (table.tempo is None and (seat != table.leader or phase == PHASES[MOUNTAIN])) or (table.tempo or 0) > top:
        return error("/tempo", "the leader plays first, and not above the top speed")
    if phase == PHASES[MOUNTAIN]:
        may = game.options.mountain_outsiders == "anyone" or table.riders[seat].chips > 0
        if seat == table.leader or not may:
            return error("/current_player", "not asked for a mountain")
        if table.mountain or table.mountains_seen >= game.tables.mountains:
            return error("/phase", "no mountain can be laid")
    return None


def audit_view(game: MaillotJaune, view: View) -> None:
    """Raise InvalidView unless ``view`` can be drawn and told of."""
    fault = _table_fault(game, view, view.phase, InvalidView)
    if fault is not None:
        raise fault
    codes = game.tables.codes
    if (view.player is None) != (view.hand is None):
        raise InvalidView("/hand", "a player has a hand, a spectator none")
    if view.player is not None and view.player >= game.players:
        raise InvalidView("/player", "no such seat")
    hands = [(f"/riders/{seat}/shown", rider.shown) for seat, rider in enumerate(view.riders)]
    for where, cards in [*hands, ("/hand", view.hand or ())]:
        order = [codes.get(name, -1) for name in cards]
        if order != sorted(order) or any(not 0 <= code < codes["headwind"] for code in order):
            raise InvalidView(where, "unsorted, or a card that is never in a hand")
    for seat, rider in enumerate(view.riders):
        if not len(rider.shown) <= rider.hand_size <= game.components.data.hand_size + 1:
            raise InvalidView(f"/riders/{seat}/hand_size", "not between the cards shown and a full hand")
    if view.hand is not None:
        _audit_own_hand(game, view, view.hand)


def _audit_own_hand(game: MaillotJaune, view: View, hand: tuple[str, ...]) -> None:
    own = view.riders[view.player or 0]
    if len(hand) != own.hand_size or Counter(own.shown) - Counter(hand):
        raise InvalidView("/hand", "not what the table says of this hand")
    packed = game.tables.pack(hand)
    if view.player == view.current_player:
        if view.phase == PHASES[PLAY] and packed <= SPECIALS_MASK:
            raise InvalidView("/phase", "no speed card to play")
        if view.phase == PHASES[SET_ASIDE] and not 0 < packed <= SPECIALS_MASK:
            raise InvalidView("/phase", "a speed card to play")



