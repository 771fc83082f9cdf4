"""Fifteen Days as a Game: set-up, menus and steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, ClassVar

from msgspec import Struct

from boardkit import chance
from boardkit.components import Title
from boardkit.errors import IllegalAction, InvalidComponents, InvalidOption
from boardkit.game import Menu, TableGame
from boardkit.games.fifteen_days import audit, swift, wire
from boardkit.games.fifteen_days import cards as c
from boardkit.games.fifteen_days import events as e
from boardkit.games.fifteen_days import model as m
from boardkit.games.fifteen_days.boards import EMPTY_BOARD
from boardkit.games.fifteen_days.effects import Draft
from boardkit.games.fifteen_days.menus import Menus
from boardkit.games.fifteen_days.observe import audit_view, observe
from boardkit.info import GameInfo
from boardkit.state import Event

__all__ = ["FifteenDays"]

_PER_KIND_REMOVED = 5
_MARKET = 9
# Besides those that progress itself takes: discards taken and laid, a feather, the ends of actions.
_STEPS_A_TURN = 12
_STEPS_AN_IDLE_TURN = 10

# An action, taken apart once: itself, the swift function for the plain case with its argument, the Draft's method
# with its arguments.
Verb = tuple[m.Action, swift.Swift, Any, Callable[..., None], tuple[Any, ...]]
# legal_actions and step ask for the same actions in turn, so those of the latest state are kept. A module's and not
# a game's: states would otherwise be in a circle with their game, and they are not looked at by the cycle collector.
_LATEST: list[tuple[m.State | None, tuple[m.Action, ...]]] = [(None, ())]


def _slowly(state: m.State, verb: Verb) -> m.State:
    """Do a legal action, whatever it sets going."""
    draft = Draft(state)
    verb[3](draft, *verb[4])
    return draft.state()


class FifteenDays(TableGame[m.State, m.Action, m.View], frozen=True, dict=True, cache_hash=True):
    """The rules of Fifteen Days with one set of options."""

    info: ClassVar[GameInfo] = GameInfo(
        name=m.NAME,
        title=Title("Fifteen Days", "15日間"),
        min_players=1,
        max_players=4,
        default_players=4,
    )
    package: ClassVar[str] = __package__ or ""
    options_type: ClassVar[type[m.Options]] = m.Options
    components_type: ClassVar[Any] = m.Components
    action_types: ClassVar[tuple[type[m.Action], ...]] = (
        m.Draw,
        m.Take,
        m.Place,
        m.Pay,
        m.TakeWild,
        m.PutWild,
        m.RefillFrom,
        m.FinishAction,
        m.OtterFeather,
        m.Discard,
    )
    event_types: ClassVar[tuple[type[Event], ...]] = (
        e.GameBegan,
        e.Dealt,
        e.TurnBegan,
        e.FeatherSpent,
        e.Drew,
        e.Took,
        e.Refilled,
        e.Swept,
        e.Placed,
        e.Discarded,
        e.WildTaken,
        e.WildPut,
        e.WildReturned,
        e.AnimalTaken,
        e.FeatherGained,
        e.PileEmptied,
        e.SetCompleted,
        e.BotDrew,
        e.BotDiscarded,
        e.GameEnded,
    )
    view_type: ClassVar[type[m.View]] = m.View
    wire_type: ClassVar[type[Struct]] = m.StateWire

    # ---- making a game ------------------------------------------------------------------------------

    def validate(self) -> None:
        """Check the options against the player count, and that the components are enough (F50).

        Raises:
            InvalidOption: one player without ``solo``, or ``solo`` with more.
            InvalidComponents: cards that are none of this game, or too few.
        """
        if self.options.solo != (self.players == 1):
            raise InvalidOption("solo", self.options.solo, "true with one player, false with more")
        data: m.Components = self.components.data
        seen = set()
        for place, kind in enumerate(data.cards):
            pointer = f"/data/cards/{place}"
            if kind.season not in ("spring", kind.back):
                raise InvalidComponents(
                    f"{pointer}/back", "only spring cards have the back of another season"
                )
            if (kind.season, kind.value, kind.back) in seen:
                raise InvalidComponents(pointer, "this front with this back stands here twice")
            seen.add((kind.season, kind.value, kind.back))
        if data.wild_cards < 2 * self.players:
            raise InvalidComponents("/data/wild_cards", f"{2 * self.players} are needed")
        if data.feather_cards < self.players + 1:
            raise InvalidComponents("/data/feather_cards", f"{self.players + 1} are needed")
        self._validate_numbers()

    def _validate_numbers(self) -> None:
        cards = self.all_cards
        if self.players == 2:
            eligible = self.removable
            for back in range(3):
                if sum(eligible(card, back) for card in cards) < _PER_KIND_REMOVED:
                    raise InvalidComponents("/data/cards", "five of each kind are needed for the removal")
        hands = self.options.start_hand * (self.players + (self.bot_cards > 0))
        rest = len(cards) - hands - _MARKET - (3 * _PER_KIND_REMOVED if self.players == 2 else 0)
        if rest < 2:
            raise InvalidComponents("/data/cards", "too few for the hands, the market and two piles")

    @property
    def bot_cards(self) -> int:
        """How many cards the solo opponent begins with: as many as the player (FD-7), 0 without it."""
        return int(self.options.start_hand) if self.options.solo else 0

    def removable(self, card: int, kind: int) -> bool:
        """Whether ``card`` may be among the five taken out for back (or front) ``kind`` (F2)."""
        if self.options.removal_2p == "by_back":
            return c.BACK_OF[card] == kind
        return c.FRONT_OF[card] // 6 == kind

    @cached_property
    def all_cards(self) -> bytes:
        """Every season card of the set, in ascending order of card numbers."""
        copies = [0] * c.CARDS
        for kind in self.components.data.cards:
            front = f"{kind.season}-{kind.value}"
            card = c.CARD_CODE[f"{front}-{kind.back}" if kind.season == "spring" else front]
            copies[card] = kind.copies
        return bytes(card for card in range(c.CARDS) for _ in range(copies[card]))

    @cached_property
    def tally(self) -> int:
        """How often each card is in the set, as the audit counts them."""
        return audit.tally(self.all_cards)

    @cached_property
    def menus(self) -> Menus:
        """The action table and the memoised parts of menus."""
        corners = self.components.data.corners
        return Menus(tuple(corner == "ascending" for corner in corners), self.options.wild_matches)

    # ---- playing ------------------------------------------------------------------------------------

    def initial_state(self, seed: int | bytes | None = None) -> m.State:
        """Lay the table (FD-2.1).

        Raises:
            InvalidOption: a bad seed.
        """
        root = chance.seed_bytes(seed)
        kept, removed = self._remove(root)
        deck = bytes(chance.shuffle(root, "deck", kept))
        first = chance.shuffled(root, "first-player", self.players)[0]
        n = self.options.start_hand
        hands = [deck[seat * n : seat * n + n] for seat in range(self.players)]
        start = n * self.players
        bot = m.Bot(deck[start : start + n], 0) if self.options.solo else None
        start += self.bot_cards
        market = tuple(deck[start + 3 * column : start + 3 * column + 3] for column in range(3))
        rest = deck[start + _MARKET :]
        half = (len(rest) + 1) // 2
        dealt = [e.dealt(seat, tuple(sorted(hand))) for seat, hand in enumerate(hands)]
        players = tuple(m.Player(c.hand_of(hand), 0, n, EMPTY_BOARD, 1, 0, 0) for hand in hands)
        return m.State(
            self,
            root,
            first,
            (e.GameBegan(first, len(removed)), *dealt, e.TurnBegan(first)),
            m.Turn(m.CHOOSE, 2, 0, 0, m.NO_WILD, 0, False, False, False),
            players,
            (rest[:half], rest[half:]),
            market,
            b"",
            m.Stock(removed, 2 * self.players, 1, first, 0, m.NO_TRIGGER, 0, bot),
        )

    def _remove(self, root: bytes) -> tuple[list[int], bytes]:
        """Take five cards of each back (or front) out when two play (FD-2.1.1, F2)."""
        kept = list(self.all_cards)
        removed: list[int] = []
        if self.players == 2:
            for kind in range(3):
                eligible = [card for card in kept if self.removable(card, kind)]
                label = f"removed/{c.BACKS[kind]}"
                chosen = chance.shuffle(root, label, eligible)[:_PER_KIND_REMOVED]
                removed += chosen
                for card in chosen:
                    kept.remove(card)
        return kept, bytes(sorted(removed))

    def build_actions(self) -> tuple[m.Action, ...]:
        """Return the action table."""
        return self.menus.table

    @cached_property
    def _verbs(self) -> dict[m.Action, Verb]:
        """Map every action of the table to what does it."""
        menus = self.menus
        tables: list[tuple[Any, Mapping[Any, m.Action]]] = [
            (Draft.finish, {(): menus.finish}),
            (Draft.otter_feather, {(): menus.otter}),
            (Draft.draw, menus.draw),
            (Draft.take, menus.take),
            (Draft.place, menus.place),
            (Draft.take_wild, menus.take_wild),
            (Draft.put_wild, menus.put_wild),
            (Draft.pay, {(front,): action for front, action in enumerate(menus.pay)}),
            (Draft.discard, {(front,): action for front, action in enumerate(menus.discard)}),
            (Draft.refill, {(pile,): action for pile, action in enumerate(menus.refill)}),
        ]
        quick = {} if self.options.solo else swift.by_action(menus)
        without = (swift.never, None)
        return {
            action: (action, *quick.get(action, without), method, arguments)
            for method, table in tables
            for arguments, action in table.items()
        }

    def legal_actions(self, state: m.State) -> tuple[m.Action, ...]:
        """Return what ``state.current_player`` may do, in the order of the table; empty exactly at the end."""
        seen, actions = _LATEST[0]
        if seen is state:
            return actions
        actions = self.menus.by_phase[state.turn.phase](state)
        _LATEST[0] = (state, actions)
        return actions

    def menu(self, state: m.State) -> Menu[m.Action]:
        """Return the legal actions, by value as well."""
        return Menu(self.legal_actions(state))

    def refuse(self, state: m.State, action: m.Action) -> IllegalAction:
        """Say why ``action`` is not legal."""
        from boardkit.games.fifteen_days.refusals import refusal  # noqa: PLC0415  needed only then

        return refusal(self, state, action)

    def step(self, state: m.State, action: m.Action) -> m.State:
        """Return the state after ``action``; ``state`` itself stays as it is.

        Raises:
            IllegalAction: see :meth:`check`.
        """
        # The usual case is the table's own instance, out of legal_actions; everything else goes the long way: an
        # equal action with fields of other types is not what it seems.
        try:
            verb = self._verbs[action]
        except (KeyError, TypeError):
            return super().step(state, action)
        own, quick, argument, _, _ = verb
        if own is action and state.game is self and state.current_player is not None:
            after = quick(state, argument)  # None unless the action is legal and the case a plain one
            if after is not None:
                return after
            if action in self.legal_actions(state):
                return _slowly(state, verb)
        return super().step(state, action)

    def step_unchecked(self, state: m.State, action: m.Action) -> m.State:
        """Do a legal action."""
        verb = self._verbs[action]
        after = verb[1](state, verb[2])
        return _slowly(state, verb) if after is None else after

    @property
    def max_steps(self) -> int:
        """An upper bound of the number of steps.

        Every turn with progress draws, takes a market card, or puts a card or a wild down. A card is drawn or taken
        from the market once, a board has 24 places, and each placed card moves at most one wild; so such turns
        are few, and between two of them there are at most the turns of the stall limit (F41). In a turn without
        progress at most four cards are taken from the discard pile, and as many discarded.
        """
        cards, wilds, places = len(self.all_cards), 2 * self.players, 24 * self.players
        progress = cards + wilds + 2 * places + 1
        idle = int(self.options.stall_limit_laps) * self.players
        return 4 * cards + 6 * places + 3 * wilds + progress * (_STEPS_A_TURN + idle * _STEPS_AN_IDLE_TURN)

    # ---- the rest, each in a module of its own ------------------------------------------------------

    def observe(self, state: m.State, player: int | None) -> m.View:
        """Return what ``player`` may know (FD-5)."""
        self.own(state)
        return observe(state, self.seat(player))

    def resample(self, view: m.View, seed: int | bytes | None = None) -> m.State:
        """Draw a state that could have led to exactly this view."""
        from boardkit.games.fifteen_days.worlds import resample  # noqa: PLC0415  not every program thinks

        self.own(view)
        return resample(view, seed)

    def permute_hidden(self, state: m.State, player: int | None, seed: int | bytes) -> m.State:
        """Return a state that ``player`` cannot tell from ``state``."""
        from boardkit.games.fifteen_days.secrets import permute_hidden  # noqa: PLC0415  only tests need it

        return permute_hidden(state, self.seat(player), seed)

    def census(self, state: m.State) -> Mapping[str, int]:
        """Count the cards by name, the wilds and the feathers, wherever they are."""
        return audit.census(state)

    def audit(self, state: m.State) -> None:
        """Check ranges, conservation and that the phase can go on."""
        audit.audit(self, state)

    def audit_view(self, view: m.View) -> None:
        """Check that some state looks like this view."""
        audit_view(view)

    def pack(self, state: m.State) -> m.StateWire:
        """Return the readable form of a state."""
        return wire.pack(state)

    def unpack(self, wired: m.StateWire) -> m.State:
        """Return the state that a readable form stands for."""
        return wire.unpack(self, wired)

    def draw(self, view: m.View, language: str = "en") -> str:
        """Return a picture of ``view``."""
        from boardkit.games.fifteen_days.draw import draw  # noqa: PLC0415  drawn on demand

        return draw(view, language)

    def text(self, view: m.View, language: str = "en") -> str:
        """Return ``view`` as lines of text."""
        from boardkit.games.fifteen_days.text import text  # noqa: PLC0415  written on demand

        return text(view, language)

    def describe(self, thing: Any, language: str = "en") -> str:
        """Return one line for an action or an event."""
        from boardkit.games.fifteen_days.text import describe  # noqa: PLC0415  written on demand

        return describe(self, thing, language)
