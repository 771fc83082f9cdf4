"""Tamakushige: the verbs. Each is a few lines that lead to the module where the work is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from boardkit import chance
from boardkit.components import Title
from boardkit.errors import IllegalAction
from boardkit.game import Menu, TableGame
from boardkit.games.tamakushige import course, effects, events, model, rounds
from boardkit.games.tamakushige.board import check_components
from boardkit.games.tamakushige.cards import DIRECTIONS, Components
from boardkit.games.tamakushige.menus import choices, menu_of, refusal
from boardkit.games.tamakushige.model import (
    ACCEPT,
    ACQUIRE,
    DROP,
    GIVE,
    NOBODY,
    NOTHING,
    OVER,
    PLAY,
    PROCESS,
    SCYTHE,
    SWAP,
    Hearts,
    Options,
    State,
    TamakushigeAction,
    View,
)
from boardkit.games.tamakushige.tables import Tables
from boardkit.games.tamakushige.turn import Turn
from boardkit.games.tamakushige.wire import StateWire, pack, unpack
from boardkit.info import GameInfo
from boardkit.state import Action, Event

__all__ = ["Tamakushige"]

_ACTIONS = (
    model.Play,
    model.Scythe,
    model.ReservedScythe,
    model.Decline,
    model.Acquire,
    model.Give,
    model.Process,
    model.Target,
    model.Accept,
    model.Relight,
    model.SwapCard,
    model.DropAcquired,
)
_EVENTS = tuple(
    kind
    for name in events.__all__
    if isinstance(kind := getattr(events, name), type) and issubclass(kind, Event)
)


class Tamakushige(TableGame[State, TamakushigeAction, View], frozen=True, dict=True, cache_hash=True):
    """The game Tamakushige with its options and components; see :class:`boardkit.game.Game`."""

    info = GameInfo("tamakushige", Title("Tamakushige", "玉匣~たまくしげ~"), 3, 6, 4)
    package = "boardkit.games.tamakushige"
    options_type = Options
    components_type = Components
    action_types = _ACTIONS
    event_types = _EVENTS
    view_type = View
    wire_type = StateWire

    @cached_property
    def tables(self) -> Tables:
        """Cards as numbers, prebuilt actions and events, menus."""
        return Tables(self.components.data, self.players)

    def validate(self) -> None:
        """Check the component set as a whole.

        Raises:
            InvalidComponents: with a pointer to the card, count or space at fault.
        """
        check_components(self.components.data)

    # ---- playing ---------------------------------------------------------------------------------

    def build_actions(self) -> tuple[TamakushigeAction, ...]:
        """Return the whole action table."""
        return self.tables.all_actions()

    def menu(self, state: State) -> Menu[TamakushigeAction]:
        """Return the menu of ``state``, memoised by the cards, players or spaces to choose from."""
        return menu_of(state, self.tables)

    def refuse(self, state: State, action: TamakushigeAction) -> IllegalAction:
        """Say why an action of the table is not legal now."""
        return refusal(state, self.tables, action)

    def initial_state(self, seed: int | bytes | None = None) -> State:
        """Return the first decision of round 1 (TA-2.1)."""
        zeros = self.tables.zeros
        blank = State(
            self, chance.seed_bytes(seed), None, (), 1, OVER, NOTHING, NOBODY, 0, 0, 0, 0, 0, 0,
            zeros, zeros, zeros, zeros, zeros, 0, Hearts(zeros, 0, 0, 0, zeros, zeros),
            b"", b"", 0, b"", (), NOBODY, None, None,
        )  # fmt: skip
        turn = Turn(blank, self.tables)
        rounds.start_round(turn, 1, rounds.random_start(turn, 1))
        course.begin_round(turn)
        return turn.freeze()

    def legal_actions(self, state: State) -> tuple[TamakushigeAction, ...]:
        """Return what ``state.current_player`` may do, in the order of the table; empty exactly at the end."""
        # Where nothing but a card is chosen no menu is needed.
        tables = self.tables
        phase = state.phase
        if phase == PLAY and not self.options.abilities:
            return tables.plays[state.hands[state.current_player]]  # type: ignore[index]  # somebody plays
        choice = tables.card_choices[phase]
        if choice is None or phase == PLAY:
            return self.menu(state).actions
        return choice.pick[choices(state, tables)]

    def step(self, state: State, action: TamakushigeAction) -> State:
        """Return the state after ``action``; ``state`` itself stays as it is.

        Raises:
            IllegalAction: see :meth:`check`.
        """
        # The same here; whatever is not the table's own instance of a legal card goes the long way.
        tables = self.tables
        phase = state.phase
        choice = tables.card_choices[phase]
        if choice is not None and state.game is self:
            try:
                code = choice.codes[action]
            except (KeyError, TypeError):  # TypeError: a field may hold anything at all
                return TableGame.step(self, state, action)
            if choice.actions[code] is action:
                seat: int = state.current_player  # type: ignore[assignment]  # somebody chooses
                offered = state.hands[seat] if phase == PLAY else choices(state, tables)
                if offered & tables.card_bits[code]:
                    return _CHOSEN[phase](state, tables, code)
        return TableGame.step(self, state, action)

    def step_unchecked(self, state: State, action: TamakushigeAction) -> State:
        """Return the state after a legal action."""
        tables = self.tables
        phase = state.phase
        choice = tables.card_choices[phase]
        if choice is not None and type(action) is choice.kind:
            return _CHOSEN[phase](state, tables, choice.codes[action])
        turn = Turn(state, tables)
        _CARRY_OUT[type(action)](turn, state.current_player, action)
        if turn.ending is not None:
            course.go_on(turn)
        return turn.freeze()

    @cached_property
    def _max_steps(self) -> int:
        components = self.components.data
        effects_of_all = [effect for card in components.cards for effect in card.effects]
        gained: int = sum(getattr(effect, "tokens", 0) for effect in effects_of_all)
        plays = len(components.cards)
        # A window after each card, and three or fewer round the effects of each trick; every use of a token
        # asks all holders again, and tokens come back only by effects.
        windows = 1 + plays + 3 * plays
        uses: int = components.scythes + gained
        asked = (windows + uses) * self.players + uses
        rounds: int = components.max_rounds
        return rounds * (3 * plays + self.players + asked + 6 * len(effects_of_all) + plays)

    @property
    def max_steps(self) -> int:
        """An upper bound of the number of steps of a game."""
        return self._max_steps

    # ---- who knows what --------------------------------------------------------------------------

    def observe(self, state: State, player: int | None) -> View:
        """Return what ``player`` may know (TA-5)."""
        from boardkit.games.tamakushige import observe  # noqa: PLC0415  keeps imports light

        self.own(state)
        return observe.observe(state, self.tables, self.seat(player))

    def resample(self, view: View, seed: int | bytes | None = None) -> State:
        """Draw a state that could have led to exactly this view."""
        from boardkit.games.tamakushige import resample  # noqa: PLC0415  as above

        self.own(view)
        return resample.resample(view, self.tables, chance.seed_bytes(seed))

    def permute_hidden(self, state: State, player: int | None, seed: int | bytes) -> State:
        """Return ``state`` with everything drawn again that ``player`` cannot know."""
        from boardkit.games.tamakushige import secrets  # noqa: PLC0415  as above

        return secrets.permute_hidden(state, self.tables, self.seat(player), chance.seed_bytes(seed))

    # ---- conservation and bytes ------------------------------------------------------------------

    def census(self, state: State) -> Mapping[str, int]:
        """Count cards, kokoromoyou cards, lanterns and scythes wherever they lie."""
        from boardkit.games.tamakushige import audit  # noqa: PLC0415  as above

        return audit.census(state, self.tables)

    def audit(self, state: State) -> None:
        """Check ranges, conservation and the invariants of each phase.

        Raises:
            InvalidState: with a JSON pointer.
        """
        from boardkit.games.tamakushige.audit import audit  # noqa: PLC0415  as above

        audit(state, self.tables)

    def audit_view(self, view: View) -> None:
        """Check a view from outside.

        Raises:
            InvalidView: with a JSON pointer.
        """
        from boardkit.games.tamakushige import audit_view  # noqa: PLC0415  as above

        audit_view.audit_view(view, self.tables)

    def pack(self, state: State) -> StateWire:
        """Return the readable form of a state."""
        return pack(state, self.tables)

    def unpack(self, wire: StateWire) -> State:
        """Return the state of a readable form.

        Raises:
            InvalidState: names, lengths or numbers that no state has.
        """
        return unpack(self, self.tables, wire)

    # ---- for people ------------------------------------------------------------------------------

    def draw(self, view: View, language: str = "en") -> str:
        """Return a picture of the map, the trick, the players and the own hand."""
        from boardkit.games.tamakushige import draw  # noqa: PLC0415  as above

        self.own(view)
        return draw.draw(view, self.tables, language)

    def text(self, view: View, language: str = "en") -> str:
        """Return a view as a few lines of text."""
        from boardkit.games.tamakushige import text  # noqa: PLC0415  as above

        self.own(view)
        return text.text(view, language)

    def describe(self, thing: Action | Event, language: str = "en") -> str:
        """Return one line for an action or event."""
        from boardkit.games.tamakushige import text  # noqa: PLC0415  as above

        return text.describe(self, thing, language)


# ---- actions -----------------------------------------------------------------------------------


def _with_turn(choose: Callable[[Turn, int, int], None]) -> Callable[[State, Tables, int], State]:
    """Return how a choice of a card leads from state to state."""

    def carry_out(state: State, tables: Tables, card: int) -> State:
        turn = Turn(state, tables)
        choose(turn, state.current_player, card)  # type: ignore[arg-type]  # somebody chooses
        if turn.ending is not None:
            course.go_on(turn)
        return turn.freeze()

    return carry_out


_play = _with_turn(course.play)
_acquire = _with_turn(course.acquire)


def _play_card(state: State, tables: Tables, card: int) -> State:
    return course.play_simply(state, tables, card) or _play(state, tables, card)


def _acquire_card(state: State, tables: Tables, card: int) -> State:
    return course.acquire_simply(state, tables, card) or _acquire(state, tables, card)


_CHOSEN: dict[int, Callable[[State, Tables, int], State]] = {
    PLAY: _play_card,
    ACQUIRE: _acquire_card,
    GIVE: _with_turn(course.give),
    PROCESS: _with_turn(
        lambda turn, seat, card: course.after_effects(turn, effects.process(turn, card))  # noqa: ARG005  as for the others
    ),
    SWAP: _with_turn(lambda turn, seat, card: course.after_effects(turn, effects.swap(turn, seat, card))),
    DROP: _with_turn(lambda turn, seat, card: course.after_effects(turn, effects.drop(turn, seat, card))),
}


def _decline(turn: Turn, seat: int, action: Any) -> None:  # noqa: ARG001  one signature for all
    if turn.phase == SCYTHE:
        course.decline_scythe(turn, seat)
    elif turn.phase == ACCEPT:
        course.after_effects(turn, effects.decline(turn, seat))
    else:
        course.after_effects(turn, effects.ignore(turn, seat, False))


def _accept(turn: Turn, seat: int, action: Any) -> None:  # noqa: ARG001  as above
    if turn.phase == ACCEPT:
        course.after_effects(turn, effects.accept(turn))
    else:
        course.after_effects(turn, effects.ignore(turn, seat, True))


def _scythe(turn: Turn, seat: int, action: Any) -> None:
    course.use_scythe(turn, seat, DIRECTIONS.index(action.direction))


def _reserved_scythe(turn: Turn, seat: int, action: Any) -> None:
    course.use_reserved_scythe(turn, seat, DIRECTIONS.index(action.direction))


def _target(turn: Turn, seat: int, action: Any) -> None:  # noqa: ARG001  as above
    course.after_effects(turn, effects.target(turn, action.player))


def _relight(turn: Turn, seat: int, action: Any) -> None:  # noqa: ARG001  as above
    course.after_effects(turn, effects.relight(turn, action.circle))


_CARRY_OUT: dict[type, Any] = {
    model.Scythe: _scythe,
    model.ReservedScythe: _reserved_scythe,
    model.Decline: _decline,
    model.Accept: _accept,
    model.Target: _target,
    model.Relight: _relight,
}
