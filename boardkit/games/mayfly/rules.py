"""Mayfly: the Game itself; each method hands on to the module that does the work."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from boardkit.chance import seed_bytes
from boardkit.components import Title
from boardkit.errors import IllegalAction, InvalidComponents
from boardkit.game import Menu, TableGame
from boardkit.games.mayfly import adult, audit, larva, observe, wire
from boardkit.games.mayfly.events import (
    EVENT_TYPES,
)
from boardkit.games.mayfly.menus import HandActions
from boardkit.games.mayfly.model import (
    ACTION_TYPES,
    FOOD_CARDS,
    PILE,
    TOKENS,
    TRIALS,
    Challenge,
    Flee,
    MayflyAction,
    MayflyComponents,
    MayflyOptions,
    MayflyState,
    MayflyView,
    Place,
    Play,
    Vote,
)
from boardkit.games.mayfly.tables import Tables
from boardkit.info import GameInfo
from boardkit.state import Action, Event

__all__ = ["Mayfly"]


class Mayfly(TableGame[MayflyState, MayflyAction, MayflyView], frozen=True, dict=True, cache_hash=True):
    """The co-operative game of a mayfly's life, for two to four players."""

    info = GameInfo("mayfly", Title("Mayfly", "カゲロウ"), 2, 4, 4)
    package = "boardkit.games.mayfly"
    options_type = MayflyOptions
    components_type = MayflyComponents
    action_types = ACTION_TYPES
    event_types = EVENT_TYPES
    view_type = MayflyView
    wire_type = wire.StateWire

    def validate(self) -> None:
        """Check that the component set has the cards that the rules deal (MF-1).

        Raises:
            InvalidComponents: other numbers of cards, or two kinds with one id.
        """
        food = self.components.data.food
        total = sum(card.copies for card in food)
        if total != FOOD_CARDS:
            raise InvalidComponents("/data/food", f"{total} food cards, the game needs {FOOD_CARDS}")
        _distinct("/data/food", [card.id for card in food])
        sets = self.components.data.trials
        for name in ("standard", "easy", "hard"):
            trials = getattr(sets, name)
            if len(trials) != TRIALS and (trials or name == self.options.trial_set):
                raise InvalidComponents(
                    f"/data/trials/{name}", f"{len(trials)} trial cards, the game needs {TRIALS}"
                )
            _distinct(f"/data/trials/{name}", [card.id for card in trials])

    @cached_property
    def tables(self) -> Tables:
        """The look-up tables of this game."""
        return Tables(self.players, self.options, self.components.data)

    # ---- playing -------------------------------------------------------------------------------

    def build_actions(self) -> tuple[MayflyAction, ...]:
        """Return Place a card, Challenge, Flee, both Votes, Play a card, Pass."""
        return self.tables.actions

    def initial_state(self, seed: int | bytes | None = None) -> MayflyState:
        """Deal the hands of the larva stage; the oldest player places the first card (MF-2.1)."""
        return larva.set_up(self, self.tables, seed_bytes(seed))

    def legal_actions(self, state: MayflyState) -> tuple[MayflyAction, ...]:
        """Return what ``state.current_player`` may do, in the order of the table; empty exactly at the end."""
        phase, seat = state.phase, state.current_player
        if seat is None:
            return ()
        if phase == "larva" or phase == "queue":  # noqa: PLR1714  a set costs more, and this is asked each step
            return self._placing[state.hands[seat]]
        if phase == "battle":
            return (self._playing_or_passing if adult.may_pass(state) else self._playing)[state.hands[seat]]
        if phase == "vote":
            return self.tables.vote
        return self._decisions[adult.may_flee(self.tables, adult.adult_of(state))]

    def menu(self, state: MayflyState) -> Menu[MayflyAction]:
        """Return the menu of ``state``."""
        return Menu(self.legal_actions(state))

    def step(self, state: MayflyState, action: MayflyAction) -> MayflyState:
        """Return the state after ``action``.

        Raises:
            IllegalAction: see :meth:`check`.
        """
        if state.game is not self:
            self.own(state)
        if not self._offers(state, action):
            action = self._admit(state, action)
        return self.step_unchecked(state, action)

    def _offers(self, state: MayflyState, action: MayflyAction) -> bool:
        """Whether ``action`` is the table's own instance of a legal action: the usual case, known quickly."""
        seat, phase, tables = state.current_player, state.phase, self.tables
        if seat is None:
            return False
        try:
            card = tables.card_of.get(action)
        except TypeError:  # an action whose fields are no values
            return False
        if card is None:
            if phase == "battle":
                return action is tables.skip and adult.may_pass(state)
            offered = self.legal_actions(state)
            return action is offered[0] or action is offered[-1]
        if not state.hands[seat] & tables.field[card]:
            return False
        if phase == "battle":
            return action is tables.play[card]
        return (phase == "larva" or phase == "queue") and action is tables.place[card]  # noqa: PLR1714

    @cached_property
    def _decisions(self) -> tuple[tuple[MayflyAction, ...], ...]:
        tables = self.tables
        return (tables.challenge,), (tables.challenge, tables.flee)

    @cached_property
    def _placing(self) -> HandActions:
        return HandActions(self.tables, self.tables.place)

    @cached_property
    def _playing(self) -> HandActions:
        return HandActions(self.tables, self.tables.play)

    @cached_property
    def _playing_or_passing(self) -> HandActions:
        return HandActions(self.tables, self.tables.play, (self.tables.skip,))

    def refuse(self, state: MayflyState, action: MayflyAction) -> IllegalAction:
        """Say why ``action`` is not legal now."""
        phase = state.phase
        if isinstance(action, Place | Play):
            return _refuse_card(phase, action)
        if isinstance(action, Challenge | Flee | Vote):
            return _refuse_decision(phase, action, state)
        if phase == "battle":
            message = "everybody who holds cards has passed, so a card must be played"
            return IllegalAction("must-play", "M20", message, action)
        return IllegalAction("not-in-battle", "MF-2.4.4", "passing belongs to a battle", action)

    def step_unchecked(self, state: MayflyState, action: MayflyAction) -> MayflyState:
        """Do as :meth:`step` does for a legal action."""
        phase, tables = state.phase, self.tables
        if phase == "larva" or phase == "queue":  # noqa: PLR1714  as in legal_actions
            return larva.place(tables, state, action)
        if phase == "battle":
            if action is tables.skip:
                return adult.pass_turn(tables, state)
            return adult.play(tables, state, action)
        if phase == "vote":
            return adult.cast_vote(tables, state, tables.vote.index(action))
        return adult.flee(tables, state) if action is tables.flee else adult.challenge(tables, state)

    @property
    def max_steps(self) -> int:
        """Placing 12 cards, at most seven decisions, and eight tokens with a circle of passes before each."""
        decisions = 7 * (self.players if self.options.decision == "majority_vote" else 1)
        return PILE + decisions + TOKENS * (self.players + 1)

    # ---- who knows what ------------------------------------------------------------------------

    def observe(self, state: MayflyState, player: int | None) -> MayflyView:
        """Return what ``player`` may know; None is a spectator."""
        self.own(state)
        return observe.observe(self, self.tables, state, self.seat(player))

    def resample(self, view: MayflyView, seed: int | bytes | None = None) -> MayflyState:
        """Draw a state that could have led to exactly this view."""
        self.own(view)
        return observe.resample(self, self.tables, view, seed_bytes(seed))

    def permute_hidden(self, state: MayflyState, player: int | None, seed: int | bytes) -> MayflyState:
        """Return a legal state that differs only in what ``player`` cannot know."""
        from boardkit.games.mayfly import secrets  # noqa: PLC0415  for tests only

        return secrets.permute_hidden(self.tables, state, self.seat(player), seed_bytes(seed))

    # ---- conservation, bytes, pictures ---------------------------------------------------------

    def census(self, state: MayflyState) -> Mapping[str, int]:
        """Count every food card, the trials and the tokens."""
        return audit.census(self.tables, state)

    def audit(self, state: MayflyState) -> None:
        """Check everything about a state (see ``audit.py``)."""
        audit.audit(self.tables, state)

    def pack(self, state: MayflyState) -> wire.StateWire:
        """Return the readable form of a state."""
        return wire.pack(self.tables, state)

    def unpack(self, wire: wire.StateWire) -> MayflyState:
        """Return the state that a readable form stands for."""
        return _unpack(self, self.tables, wire)

    def audit_view(self, view: MayflyView) -> None:
        """Check that a view could be observed in some state."""
        observe.audit_view(self, self.tables, view)

    def draw(self, view: MayflyView, language: str = "en") -> str:
        """Return a picture of ``view``."""
        from boardkit.games.mayfly import draw  # noqa: PLC0415  pictures are rarely wanted

        return draw.draw(self, view, language)

    def text(self, view: MayflyView, language: str = "en") -> str:
        """Return ``view`` as a few lines of plain text."""
        from boardkit.games.mayfly import text  # noqa: PLC0415  as for draw

        return text.text(self, view, language)

    def describe(self, thing: Action | Event, language: str = "en") -> str:
        """Return one short line for an action or an event."""
        from boardkit.games.mayfly import text  # noqa: PLC0415  as for draw

        return text.describe(self, thing, language)


_unpack = wire.unpack  # the method's parameter has the module's name


def _distinct(pointer: str, ids: list[str]) -> None:
    for place, name in enumerate(ids):
        if name in ids[:place]:
            raise InvalidComponents(f"{pointer}/{place}/id", f"{name!r} is the id of another card too")


def _refuse_card(phase: str, action: Place | Play) -> IllegalAction:
    if isinstance(action, Place):
        if phase in {"larva", "queue"}:
            rule = "MF-2.1.3" if phase == "queue" else "MF-2.2.2"
            return IllegalAction("not-in-hand", rule, "that card is not in the player's hand", action)
        return IllegalAction(
            "not-larva-stage", "MF-2.2.2", "cards are placed in the larva stage only", action
        )
    if phase == "battle":
        return IllegalAction("not-in-hand", "MF-2.4.4", "that card is not in the player's hand", action)
    return IllegalAction("not-in-battle", "MF-2.4.4", "cards are played in a battle only", action)


def _refuse_decision(phase: str, action: MayflyAction, state: MayflyState) -> IllegalAction:
    if phase == "vote":
        return IllegalAction("vote-first", "M37", "the group decides by a vote", action)
    if phase == "decide":
        if isinstance(action, Vote):
            return IllegalAction("no-vote", "M15", "one player decides for the group", action)
        if state.adult is not None and not state.adult.reserve:
            return IllegalAction("no-trial-left", "M26", "the trial pile is empty", action)
        return IllegalAction("last-token", "M41", "the last token may not be spent on fleeing", action)
    if phase == "battle":
        return IllegalAction("battle-begun", "MF-2.4.3", "the battle has begun", action)
    return IllegalAction("not-adult-stage", "MF-2.4.1", "only the adult meets trials", action)
