"""Game: the contract that every game fulfils.

A game is one frozen struct (rules, player count, options, components) with pure methods. Its states,
views, actions and events are the nouns of :mod:`boardkit.state`. To write a game, subclass
:class:`TableGame` (all actions fit into a finite table) or :class:`Game`, fill the class variables and the
methods without a body here, and run :func:`boardkit.testing.check_game`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct

from boardkit import components as _components
from boardkit._plain import describe_plainly, text_plainly
from boardkit.components import ComponentSet, Standard, Title
from boardkit.errors import BoardkitError, IllegalAction, InvalidOption, InvalidPlayer, UnsupportedSchema
from boardkit.info import GameDescription, GameInfo, make_options, option_infos
from boardkit.state import Action, Event, Options, State, View

__all__ = ["Game", "Menu", "TableGame"]

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)
V = TypeVar("V", bound=View)

# make() and from_json() hand out one object per game, so that comparing is by identity and tables are shared.
# Whatever is still in use keeps its object; of the others a few are kept, for whoever makes the same game again.
_INTERNED: WeakValueDictionary[tuple[Any, ...], Game[Any, Any, Any]] = WeakValueDictionary()
_RECENT: dict[Game[Any, Any, Any], None] = {}
_RECENT_MAX = 64


class Game(Struct, Generic[S, A, V], frozen=True, dict=True, weakref=True, cache_hash=True):
    """Rules, player count, options and components of one kind of game, as a value.

    Attributes:
        name: the game's kebab-case name.
        rules: its rules version.
        players: number of seats, counted from 0.
        options: the game's options struct.
        components: the component set in play.

    Class variables that a game fills: ``info``, ``options_type``, ``components_type``, ``action_types``,
    ``event_types``, ``view_type``, ``wire_type`` (the readable form of a state that ``pack`` makes and
    ``unpack`` reads) and ``package`` (where its ``components.json`` lies).
    """

    name: str
    rules: int
    players: int
    options: Any
    components: ComponentSet[Any]

    info: ClassVar[GameInfo]
    package: ClassVar[str]
    options_type: ClassVar[type[Options]] = Options
    components_type: ClassVar[Any]
    action_types: ClassVar[tuple[type[Action], ...]]
    event_types: ClassVar[tuple[type[Event], ...]]
    view_type: ClassVar[type[View]]
    wire_type: ClassVar[type[Struct]]

    # ---- making a game -------------------------------------------------------------------------

    @classmethod
    def make(
        cls,
        players: int | None = None,
        options: Mapping[str, object] = MappingProxyType({}),
        components: object = None,
    ) -> Game[S, A, V]:
        """Return the one Game object with these settings; see :func:`boardkit.make`."""
        info = cls.info
        seats = info.default_players if players is None else players
        if type(seats) is not int or not info.min_players <= seats <= info.max_players:
            raise InvalidOption("players", players, f"{info.min_players} to {info.max_players}")
        standard = cls.standard().components
        chosen = (
            standard if components is None else _components.admit(components, cls.components_type, standard)
        )
        game = cls(info.name, info.rules, seats, make_options(cls.options_type, options), chosen)
        if _key(game) not in _INTERNED:
            game.validate()
        return intern(game)

    def validate(self) -> None:
        """Check what no single field can: options against players, the component set as a whole.

        Raises:
            InvalidOption: options that exclude each other.
            InvalidComponents: a set that cannot be played.
        """

    @classmethod
    def standard(cls) -> Standard[Any]:
        """Return the game's own components, their provenance and the names, read once."""
        found = cls.__dict__.get("_standard")
        if found is None:
            found = _components.load_standard(cls.package, cls.components_type)
            cls._standard = found
        return found

    _standard: ClassVar[Any]

    @classmethod
    def describe_game(cls) -> GameDescription:
        """Return what ``boardkit.games()`` says of this game."""
        info, standard = cls.info, cls.standard()
        return GameDescription(
            info.name,
            info.title,
            info.min_players,
            info.max_players,
            info.default_players,
            info.rules,
            info.schema,
            option_infos(cls.options_type, standard.names.get("options", {})),
            standard.provenance,
        )

    @classmethod
    def names(cls) -> Mapping[str, Mapping[str, Title]]:
        """Return the English and Japanese names by category (``cards``, ``options``, ...) and id."""
        return cls.standard().names

    @classmethod
    def upgrade(  # a game whose schema is 1 has nothing to upgrade from
        cls,
        kind: str,  # noqa: ARG003  for the games that override this
        schema: int,
        document: dict[str, Any],  # noqa: ARG003  for the games that override this
    ) -> dict[str, Any]:
        """Bring a stored document of an older ``schema`` to the current one.

        Args:
            kind: ``state``, ``view`` or ``record``.
            schema: the version that the document says it has, below ``info.schema``.
            document: the JSON object, envelope included; it may be changed in place.

        Raises:
            UnsupportedSchema: there is no way from there to here.
        """
        raise UnsupportedSchema("/schema", f"schema {schema} of {cls.info.name} cannot be read any more")

    # ---- playing -------------------------------------------------------------------------------

    def initial_state(self, seed: int | bytes | None = None) -> S:
        """Return the state before the first decision.

        Args:
            seed: an int from 0 to 2**256 - 1, 32 bytes, or None for a fresh one.

        Raises:
            InvalidOption: any other seed.
        """
        raise NotImplementedError

    def legal_actions(self, state: S) -> tuple[A, ...]:
        """Return what ``state.current_player`` may do, in a fixed order; empty exactly at the end."""
        raise NotImplementedError

    def check(self, state: S, action: A) -> None:
        """Return None if ``action`` is legal in ``state``.

        Raises:
            IllegalAction: with a code, the id of the rule that forbids it, and a sentence.
        """
        raise NotImplementedError

    def step(self, state: S, action: A) -> S:
        """Return the state after ``action``; ``state`` itself stays as it is.

        Raises:
            IllegalAction: see :meth:`check`.
        """
        self.check(state, action)
        return self.step_unchecked(state, action)

    def step_unchecked(self, state: S, action: A) -> S:
        """Do as :meth:`step` does for an action out of ``legal_actions(state)``; undefined for others."""
        raise NotImplementedError

    @property
    def actions(self) -> tuple[A, ...] | None:
        """Every action this game could ever offer, in a fixed order, or None when they are too many."""
        return None

    def action_index(self, action: A) -> int:
        """Return the place of ``action`` in :attr:`actions`.

        Raises:
            IllegalAction: the game has no such action (or no table at all).
        """
        raise IllegalAction("unknown-action", "", f"{self.name} has no table of actions", action)

    @property
    def max_steps(self) -> int:
        """An upper bound of the number of steps of a game, whatever is played."""
        raise NotImplementedError

    # ---- who knows what ------------------------------------------------------------------------

    def observe(self, state: S, player: int | None) -> V:
        """Return what ``player`` may know; None is a spectator.

        Raises:
            InvalidPlayer: no such seat.
        """
        raise NotImplementedError

    def resample(self, view: V, seed: int | bytes | None = None) -> S:
        """Draw a state that could have led to exactly this view.

        ``observe(resample(view, seed), view.player) == view`` for every seed.

        Raises:
            CannotResample: the view is a spectator's.
            InvalidView: nothing can have led to it.
        """
        raise NotImplementedError

    def permute_hidden(self, state: S, player: int | None, seed: int | bytes) -> S:
        """Return a legal state that differs from ``state`` only in what ``player`` cannot know.

        For tests of secrecy, and written from the rules' information model, never from :meth:`observe`.
        """
        raise NotImplementedError

    # ---- conservation --------------------------------------------------------------------------

    def census(self, state: S) -> Mapping[str, int]:
        """Count every kind of component, wherever it lies; equal in all states of one game."""
        raise NotImplementedError

    def audit(self, state: S) -> None:
        """Check ranges, conservation and the game's invariants.

        Raises:
            InvalidState: with a JSON pointer into the readable form of the state.
        """
        raise NotImplementedError

    # ---- bytes and pictures --------------------------------------------------------------------

    def pack(self, state: S) -> Struct:
        """Return the readable form of a state: an instance of ``wire_type``."""
        raise NotImplementedError

    def unpack(self, wire: Any) -> S:
        """Return the state that a ``wire_type`` instance stands for; :meth:`audit` comes after.

        Raises:
            InvalidState: names, lengths or numbers that no state has.
        """
        raise NotImplementedError

    def audit_view(self, view: V) -> None:
        """Check a view from outside, so that drawing and resampling it cannot fail.

        Raises:
            InvalidView: with a JSON pointer.
        """
        raise NotImplementedError

    def draw(self, view: V, language: str = "en") -> str:
        """Return a picture of ``view`` as an SVG document, labelled in English or Japanese."""
        raise NotImplementedError

    def text(self, view: V, language: str = "en") -> str:  # noqa: ARG002  games of one language need none
        """Return ``view`` as a few lines of plain text, for terminals and logs."""
        return text_plainly(view)

    def describe(self, thing: Action | Event, language: str = "en") -> str:  # noqa: ARG002  as for text
        """Return one short line for an action or an event."""
        return describe_plainly(thing)

    # ---- shared --------------------------------------------------------------------------------

    def seat(self, player: int | None) -> int | None:
        """Return ``player`` if it is a seat of this game or None.

        Raises:
            InvalidPlayer: otherwise; a bool is no seat.
        """
        if player is None or (type(player) is int and 0 <= player < self.players):
            return player
        raise InvalidPlayer(player, self.players)

    def own(self, holder: State | View) -> None:
        """Check that a state or a view is of this very game.

        Raises:
            BoardkitError: it is of another game, or neither a state nor a view.
        """
        other = getattr(holder, "game", None)
        if other is not self and other != self:
            raise BoardkitError(
                f"{type(holder).__name__} is not of this game ({self.name}, {self.players} players)"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        fields = tuple(getattr(self, field) for field in self.__struct_fields__)
        return _revive, (type(self), fields)

    def __copy__(self) -> Game[S, A, V]:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game[S, A, V]:
        return self


def _revive(cls: type[Game[Any, Any, Any]], fields: tuple[Any, ...]) -> Game[Any, Any, Any]:
    return intern(cls(*fields))


def _key(game: Game[Any, Any, Any]) -> tuple[Any, ...]:
    return (type(game), *[getattr(game, field) for field in game.__struct_fields__])


def intern(game: Game[S, A, V]) -> Game[S, A, V]:
    """Return the one object that stands for all games equal to ``game``."""
    found: Game[S, A, V] = _INTERNED.setdefault(_key(game), game)
    if found not in _RECENT:
        if len(_RECENT) >= _RECENT_MAX:
            _RECENT.pop(next(iter(_RECENT)), None)
        _RECENT[found] = None
    return found


class Menu(Generic[A]):
    """The legal actions of a position: in order, and by value for checking.

    Attributes:
        actions: the legal actions in the order of the game's table.
        index: each action to the table's own instance of it.
    """

    __slots__ = ("actions", "index")

    def __init__(self, actions: tuple[A, ...]) -> None:
        self.actions = actions
        self.index = {action: action for action in actions}


EMPTY_MENU: Menu[Any] = Menu(())


class TableGame(Game[S, A, V], frozen=True, dict=True, cache_hash=True):
    """A game whose actions all fit into one finite table.

    Subclasses write :meth:`build_actions`, :meth:`menu` and :meth:`refuse`.
    """

    def build_actions(self) -> tuple[A, ...]:
        """Return the whole table, in its fixed order, without duplicates."""
        raise NotImplementedError

    def menu(self, state: S) -> Menu[A]:
        """Return the menu of ``state``, best memoised by the small key it depends on; at the end EMPTY_MENU."""
        raise NotImplementedError

    def refuse(self, state: S, action: A) -> IllegalAction:
        """Say why an action of the table is not in the menu of ``state``: code, rule id, sentence."""
        raise NotImplementedError

    @cached_property
    def _table(self) -> tuple[A, ...]:
        return self.build_actions()

    @cached_property
    def _places(self) -> dict[A, int]:
        return {action: place for place, action in enumerate(self._table)}

    @property
    def actions(self) -> tuple[A, ...]:
        """Every action this game could ever offer, in a fixed order."""
        return self._table

    def action_index(self, action: A) -> int:
        """Return the place of ``action`` in :attr:`actions`.

        Raises:
            IllegalAction: the game has no such action.
        """
        return self._places[self._known(action)]

    def legal_actions(self, state: S) -> tuple[A, ...]:
        """Return what ``state.current_player`` may do, in the order of the table; empty exactly at the end."""
        return self.menu(state).actions

    def check(self, state: S, action: A) -> None:
        """Return None if ``action`` is legal in ``state``.

        Raises:
            IllegalAction: with a code, the id of the rule that forbids it, and a sentence.
        """
        self.own(state)
        self._admit(state, action)

    def step(self, state: S, action: A) -> S:
        """Return the state after ``action``; ``state`` itself stays as it is.

        Raises:
            IllegalAction: see :meth:`check`.
        """
        if state.game is not self:
            self.own(state)
        # The usual case, an action out of legal_actions, costs one look-up; everything else goes the long way.
        try:
            known = self.menu(state).index.get(action)
        except TypeError:
            known = None
        if known is None or known is not action:
            known = self._admit(state, action)
        return self.step_unchecked(state, known)

    def _admit(self, state: S, action: A) -> A:
        """Return the table's own instance of a legal action."""
        known = self._known(action)
        if state.current_player is None:
            raise IllegalAction("game-over", "", "the game is over", action)
        if known not in self.menu(state).index:
            raise self.refuse(state, known)
        return known

    def _known(self, action: A) -> A:
        fault = action_fault(self, action)
        if fault is not None:
            raise fault
        place = self._places.get(action)
        if place is None:
            raise IllegalAction("unknown-action", "", f"{self.name} has no such action", action)
        return self._table[place]


def action_fault(game: Game[Any, A, Any], action: object) -> IllegalAction | None:
    """Return what is wrong with ``action`` whatever the state: its kind, its game, the types of its fields.

    Types are exact (a bool is no int), since equal values of other types would end up in records.
    """
    if not isinstance(action, Action):
        return IllegalAction("not-an-action", "", f"{type(action).__name__} is no action", action)
    if type(action) not in game.action_types:
        return IllegalAction("wrong-game", "", f"{type(action).__name__} is no action of {game.name}", action)
    try:
        meant = msgspec.convert(msgspec.to_builtins(action), type(action))
    except (TypeError, ValueError, RecursionError) as error:  # a field may hold anything at all
        return IllegalAction("wrong-type", "", str(error), action)
    # The way through builtins makes a str of bytes and a tuple of a list, so what came out is compared.
    for field in action.__struct_fields__:
        given, wanted = getattr(action, field), getattr(meant, field)
        if not _exactly(given, wanted):
            text = f"{field} is of type {type(given).__name__}, not {type(wanted).__name__}"
            return IllegalAction("wrong-type", "", text, action)
    return None


def _exactly(given: object, wanted: object) -> bool:
    if type(given) is not type(wanted):
        return False
    if isinstance(given, tuple) and isinstance(wanted, tuple):
        return len(given) == len(wanted) and all(map(_exactly, given, wanted))
    return True
