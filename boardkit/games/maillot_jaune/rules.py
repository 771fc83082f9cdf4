"""The rules of Maillot Jaune: the Game that ties the parts of this package together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from msgspec import Struct

from boardkit.chance import seed_bytes
from boardkit.components import Title
from boardkit.errors import IllegalAction, InvalidComponents
from boardkit.game import Menu, TableGame
from boardkit.games.maillot_jaune import audit, observe, text, turn, wire
from boardkit.games.maillot_jaune.events import EVENTS
from boardkit.games.maillot_jaune.model import (
    ACTIONS,
    MOUNTAIN,
    NAME,
    PLAY,
    SET_ASIDE,
    Components,
    Decline,
    LayMountain,
    MaillotJauneAction,
    Options,
    Play,
    SetAside,
    State,
    View,
)
from boardkit.games.maillot_jaune.tables import KIND, Tables
from boardkit.info import GameInfo
from boardkit.state import Action, Event

__all__ = ["MaillotJaune"]


class MaillotJaune(TableGame[State, MaillotJauneAction, View], frozen=True, dict=True, cache_hash=True):
    """Maillot Jaune for two to six players: rules, options and cards of one match."""

    info: ClassVar[GameInfo] = GameInfo(NAME, Title("Maillot Jaune", "マイヨジョンヌ"), 2, 6, 4)
    package: ClassVar[str] = "boardkit.games.maillot_jaune"
    options_type: ClassVar[type[Options]] = Options
    components_type: ClassVar[type[Components]] = Components
    action_types: ClassVar[tuple[type[Action], ...]] = ACTIONS
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    view_type: ClassVar[type[View]] = View
    wire_type: ClassVar[type[Struct]] = wire.StateWire

    @cached_property
    def tables(self) -> Tables:
        """What follows from the components, worked out once."""
        return Tables(self.components.data, self.options, self.players)

    @cached_property
    def words(self) -> wire.CardWords:
        """The words of the readable form of a state."""
        return wire.CardWords(self.tables)

    def validate(self) -> None:
        """Check that the set can be dealt (J29) and that the values rise.

        Raises:
            InvalidComponents: otherwise.
        """
        data: Components = self.components.data
        values = [card.value for card in data.speed_cards]
        if sorted(set(values)) != values:
            raise InvalidComponents("/data/speed_cards", "each value once, by rising value")
        if data.mountain_top_speed > data.top_speed:
            raise InvalidComponents("/data/mountain_top_speed", "above the top speed")
        tables = self.tables
        needed = self.players * data.hand_size + tables.headwinds + 1
        if len(tables.deck) < needed:
            raise InvalidComponents(
                "/data", f"{len(tables.deck)} cards, {self.players} players need {needed}"
            )

    # ---- playing -------------------------------------------------------------------------------

    def initial_state(self, seed: int | bytes | None = None) -> State:
        """Return the state in which the first leader is asked for a play (MJ-2.1.2 to MJ-2.2.2).

        Raises:
            InvalidOption: a bad seed.
        """
        return turn.start(self, seed_bytes(seed))

    def build_actions(self) -> tuple[MaillotJauneAction, ...]:
        """Return every action: plays by value, sprints and mountain, then the rest."""
        return self.tables.actions()

    def legal_actions(self, state: State) -> tuple[MaillotJauneAction, ...]:
        """Return what the current player may do, in the order of the table; empty exactly at the end."""
        seat = state.current_player
        if seat is None:
            return ()
        tables = self.tables
        hand = state.riders[seat].hand
        if state.phase == PLAY:
            if not hand & KIND:
                return tables.plays_of(hand, offered=False)
            if seat == state.leader:
                return tables.plays_of(hand, offered=True)
            speed = self.speed_to_beat(state, seat)
            if speed is None:
                return tables.plays_of(hand, offered=False)
            return tables.plays_beating(hand, speed)
        if state.phase == MOUNTAIN:
            return tables.ask_menus[hand & KIND > 0]
        return tables.aside_menus[2 * (hand & KIND > 0) + (hand >> 4 & KIND > 0)]

    def menu(self, state: State) -> Menu[MaillotJauneAction]:
        """Return the menu of the current player."""
        return Menu(self.legal_actions(state))

    def step(self, state: State, action: MaillotJauneAction) -> State:
        """Return the state after ``action``; ``state`` itself stays as it is.

        Raises:
            IllegalAction: see :meth:`check`.
        """
        # Whether nearly every step is legal can be read off the hand: plays without a mountain, and refusals.
        kind = type(action)
        if kind is Play:
            try:
                needs = self.tables.needs.get(action)
            except TypeError:
                needs = None
            if needs is not None and state.phase == PLAY and state.game is self:
                hand = state.riders[state.current_player].hand  # type: ignore[index]  # a play is asked of somebody
                own, bit, sprints = needs
                if own is action and hand & bit and sprints <= (hand >> 4 & KIND):
                    return turn.play(self, state, own)
        elif kind is Decline and state.phase == MOUNTAIN and state.game is self:
            return turn.decline(self, state)
        if state.game is self:
            for known in self.legal_actions(state):
                if known is action:
                    return self.step_unchecked(state, action)
        return super().step(state, action)

    def speed_to_beat(self, state: State, seat: int) -> int | None:
        """Return the speed, headwinds left out, that a follower takes the jersey by beating; None if by none."""
        rider = state.riders[seat]
        numbers: Components = self.components.data
        tempo = state.tempo
        if rider.chips or state.mountain or tempo is None or tempo >= numbers.top_speed:
            return None
        return tempo + numbers.headwind_slows * rider.headwinds

    def refuse(self, state: State, action: MaillotJauneAction) -> IllegalAction:
        """Say which rule forbids an action of the table."""
        if isinstance(action, Play):
            return self._refuse_play(state, action)
        if isinstance(action, SetAside):
            if state.phase != SET_ASIDE:
                return IllegalAction("has-speed-card", "J6", "the hand holds a speed card to play", action)
            return IllegalAction("not-in-hand", "J6", f"no {action.kind} in hand", action)
        if state.phase != MOUNTAIN:
            return IllegalAction("not-asked", "MJ-2.2.7", "nobody is asked for a mountain now", action)
        return IllegalAction("not-in-hand", "MJ-2.2.7", "no mountain in hand", action)

    def _refuse_play(self, state: State, action: Play) -> IllegalAction:
        if state.phase == MOUNTAIN:
            return IllegalAction("not-your-turn", "MJ-2.2.7", "only a mountain may be laid now", action)
        if state.phase == SET_ASIDE:
            return IllegalAction("no-speed-card", "J6", "a special has to be put out first", action)
        seat = state.current_player or 0
        rider = state.riders[seat]
        card = self.tables.speed[action.value]
        if not rider.hand & card.mask:
            return IllegalAction("not-in-hand", "MJ-2.2.3", f"no speed card {action.value} in hand", action)
        if (rider.hand >> 4 & KIND) < action.sprints:
            return IllegalAction(
                "not-in-hand", "MJ-2.2.3", f"fewer than {action.sprints} sprints in hand", action
            )
        if not rider.hand & KIND:
            return IllegalAction("not-in-hand", "MJ-2.2.5", "no mountain in hand", action)
        if rider.chips:
            return IllegalAction(
                "not-leader", "J17", "a rider with chips cannot lead after this play", action
            )
        if state.mountain:
            return IllegalAction(
                "not-leader", "MJ-2.3", "nobody overtakes the leader under a mountain", action
            )
        return IllegalAction(
            "not-leader", "MJ-2.2.5", "only who leads after the play adds a mountain", action
        )

    def step_unchecked(self, state: State, action: MaillotJauneAction) -> State:
        """Return the state after a legal action."""
        if type(action) is Play:
            return turn.play(self, state, action)
        if isinstance(action, LayMountain):
            return turn.lay_mountain(self, state)
        if isinstance(action, SetAside):
            return turn.set_aside(self, state, action)
        return turn.decline(self, state)

    @property
    def max_steps(self) -> int:
        """Each turn draws a card, and at most everybody is asked for a mountain after it (MJ-6)."""
        return int(self.options.stages) * len(self.tables.deck) * (self.players + 1)

    # ---- who knows what ------------------------------------------------------------------------

    def observe(self, state: State, player: int | None) -> View:
        """Return what ``player`` may know (MJ-5); None is a spectator.

        Raises:
            InvalidPlayer: no such seat.
        """
        return observe.observe(self, state, player)

    def resample(self, view: View, seed: int | bytes | None = None) -> State:
        """Draw the hidden hands and the pile again.

        Raises:
            CannotResample: a spectator's view.
            InvalidView: the cards do not add up.
        """
        return observe.resample(self, view, seed_bytes(seed))

    def permute_hidden(self, state: State, player: int | None, seed: int | bytes) -> State:
        """Return another state that ``player`` cannot tell from this one; for tests of secrecy."""
        from boardkit.games.maillot_jaune import secrets  # noqa: PLC0415  only tests need it

        return secrets.permute_hidden(self, state, player, seed_bytes(seed))

    # ---- conservation --------------------------------------------------------------------------

    def census(self, state: State) -> Mapping[str, int]:
        """Count the cards by name, wherever they lie."""
        return Counter(self.tables.names_of(audit.all_codes(self, state)))

    def audit(self, state: State) -> None:
        """Check phases, ranges, conservation, and that the leader never has chips.

        Raises:
            InvalidState: with a JSON pointer.
        """
        audit.audit_state(self, state)

    def audit_view(self, view: View) -> None:
        """Check a view from outside.

        Raises:
            InvalidView: with a JSON pointer.
        """
        audit.audit_view(self, view)

    # ---- bytes and pictures --------------------------------------------------------------------

    def pack(self, state: State) -> Struct:
        """Return the readable form of a state."""
        return wire.pack(self, state)

    def unpack(self, wire_state: wire.StateWire) -> State:
        """Return the state of a readable form.

        Raises:
            InvalidState: a word that names no card of this game.
        """
        return wire.unpack(self, wire_state)

    def draw(self, view: View, language: str = "en") -> str:
        """Return a picture of ``view`` as an SVG document, labelled in English or Japanese."""
        from boardkit.games.maillot_jaune import draw  # noqa: PLC0415  only pictures need it

        return draw.draw(view, language)

    def text(self, view: View, language: str = "en") -> str:
        """Return ``view`` as a few lines of plain text."""
        return text.text(view, language)

    def describe(self, thing: Action | Event, language: str = "en") -> str:
        """Return one short line for an action or an event."""
        return text.describe(self, thing, language)
