"""What may be chosen at each decision, and why everything else may not."""

from __future__ import annotations

from boardkit.errors import IllegalAction
from boardkit.game import EMPTY_MENU, Menu
from boardkit.games.tamakushige import model
from boardkit.games.tamakushige.effects import circles, targets
from boardkit.games.tamakushige.hearts import can_ignore
from boardkit.games.tamakushige.model import (
    ACCEPT,
    ACQUIRE,
    DROP,
    GIVE,
    IGNORE,
    OVER,
    PLAY,
    PROCESS,
    RELIGHT,
    SCYTHE,
    SWAP,
    TARGET,
    State,
    TamakushigeAction,
)
from boardkit.games.tamakushige.tables import Tables

__all__ = ["choices", "has_reserved", "menu_of", "refusal"]


_OF_THE_TRICK = frozenset((ACQUIRE, GIVE))


def menu_of(state: State, tables: Tables) -> Menu[TamakushigeAction]:
    """Return the menu of ``state``."""
    phase = state.phase
    if phase == OVER:
        return EMPTY_MENU
    if phase == PLAY and state.game.options.abilities and has_reserved(state, tables):
        return tables.reserved_menus[choices(state, tables)]  # type: ignore[no-any-return]  # a memo of menus
    return tables.menus[phase][choices(state, tables)]  # type: ignore[no-any-return]  # as above


def has_reserved(state: State, tables: Tables) -> bool:
    """Whether the player who is asked has a reserved scythe that he has not used this round (T41)."""
    seat, hearts = state.current_player, state.hearts
    return bool(tables.reserved_hearts >> hearts.cards[seat] & 1) and not hearts.reserved_used >> seat & 1  # type: ignore[index,operator]  # somebody is asked


def choices(state: State, tables: Tables) -> int:
    """Return a mask of the cards, players or spaces that may be chosen.

    Where only yes or no is asked it is 1; for ignoring an elimination 1 with the card and 0 without.
    """
    phase, seat, resolution = state.phase, state.current_player, state.resolution
    if phase == PLAY:
        return state.hands[seat]  # type: ignore[index]  # somebody plays
    if phase == SCYTHE:
        return 1
    assert resolution is not None  # noqa: S101  for the type checker; audit looks for true
    assert seat is not None  # noqa: S101  as above
    if phase in _OF_THE_TRICK:
        return resolution.rest
    if phase == PROCESS:
        return resolution.hozuki
    if phase == SWAP:
        return state.hands[seat]
    if phase == DROP:
        return state.acquired[seat]
    if phase == RELIGHT:
        return circles(state, tables.board.circles)
    if phase == TARGET:
        return targets(state, tables.effects[resolution.card][resolution.effect], seat)
    if phase == IGNORE:
        return int(can_ignore(tables, state.hearts, seat))
    return 1


_ASKED = {
    PLAY: ("play-a-card", "TA-2.2.1", "a card has to be played now"),
    SCYTHE: ("scythe-or-decline", "T12", "this is a scythe window: use a scythe or decline"),
    ACQUIRE: ("acquire-a-card", "TA-2.3.2", "the winner has to acquire one of the trick's other cards now"),
    GIVE: ("give-a-card", "TA-2.3.3", "a card has to be given to the player of the weakest card now"),
    PROCESS: ("choose-the-order", "T21", "the hozuki to be processed next has to be chosen now"),
    ACCEPT: ("accept-or-decline", "T42", "the effect is optional: accept or decline"),
    TARGET: ("name-a-player", "TA-6", "a player has to be named now"),
    RELIGHT: ("name-a-circle", "TA-6", "a circle for the lantern has to be named now"),
    SWAP: ("pick-a-card", "TA-6", "a hand card has to be picked for the exchange now"),
    DROP: ("discard-a-card", "TA-6", "an acquired card has to be discarded now"),
    IGNORE: ("accept-or-decline", "T41", "about to be eliminated: accept (show the card) or decline"),
}
_FITTING: dict[int, dict[type, tuple[str, str, str]]] = {
    PLAY: {
        model.Play: ("not-in-hand", "TA-2.2.1", "that card is not in the hand"),
        model.ReservedScythe: ("no-reserved-scythe", "T41", "there is no reserved scythe to use"),
        model.Scythe: ("no-scythe-window", "T12", "scythe tokens are used in their windows only"),
        model.Decline: ("no-passing", "TA-2.2.1", "a card has to be played, nobody may pass"),
    },
    SCYTHE: {
        model.ReservedScythe: (
            "not-before-playing",
            "T41",
            "a reserved scythe is used immediately before playing a card only",
        ),
    },
    ACQUIRE: {
        model.Acquire: ("not-on-offer", "TA-2.3.2", "that card is not among the trick's other cards"),
        model.Decline: ("compulsory", "T18", "the choice may not be left out"),
    },
    GIVE: {
        model.Give: ("not-on-offer", "TA-2.3.3", "that card is not among the trick's other cards"),
        model.Decline: ("compulsory", "T18", "giving may not be left out"),
    },
    PROCESS: {
        model.Process: ("not-to-process", "T21", "that card is none of the hozuki still to be processed")
    },
    TARGET: {
        model.Target: ("no-target", "TA-6", "that player may not be named for this effect"),
        model.Decline: ("compulsory", "T23", "the effect is compulsory"),
    },
    RELIGHT: {
        model.Relight: ("no-empty-circle", "T36", "no lantern may be put there"),
        model.Decline: ("compulsory", "T23", "the effect is compulsory"),
    },
    SWAP: {model.SwapCard: ("not-in-hand", "TA-6", "that card is not in the hand")},
    DROP: {model.DropAcquired: ("not-acquired", "TA-6", "that card is not among the own acquired cards")},
    IGNORE: {model.Accept: ("cannot-ignore", "T41", "there is no card that ignores this elimination")},
}


def refusal(state: State, tables: Tables, action: TamakushigeAction) -> IllegalAction:  # noqa: ARG001  as the contract has it
    """Say why ``action`` is not in the menu of ``state``."""
    fitting = _FITTING.get(state.phase, {}).get(type(action))
    code, rule, message = fitting or _ASKED[state.phase]
    return IllegalAction(code, rule, message, action)
