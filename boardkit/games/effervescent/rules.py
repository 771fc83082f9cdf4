"""Effervescent as a Game: the contract's methods, each handing on to the module that does the work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar, Literal

from boardkit import chance
from boardkit.components import ComponentSet, Title
from boardkit.errors import InvalidComponents, InvalidOption
from boardkit.game import Game, action_fault
from boardkit.games.effervescent import menus, model, sampling, setup
from boardkit.games.effervescent.checks import refusal
from boardkit.games.effervescent.events import EVENTS
from boardkit.games.effervescent.model import EffervescentAction, Piece, PlaceTile, Spot, State, View, Wire
from boardkit.games.effervescent.options import Options
from boardkit.games.effervescent.tiles import (
    BACKGROUNDS,
    Components,
    DriftCard,
    HarmonyCard,
    TideCard,
    Tile,
    catalogue,
)
from boardkit.games.effervescent.turn import Table
from boardkit.info import GameInfo
from boardkit.state import Action, Event

__all__ = ["Effervescent"]

# Tiles that can be placed: 48 creatures, 5 eels, up to 12 starfish and 16 rays of a set.
_MOST_TILES = 81
_KEPT_MENUS = 16


class Effervescent(Game[State, EffervescentAction, View], frozen=True, dict=True, cache_hash=True):
    """The rules of Effervescent. Its placements are too many for a table: ``actions`` is None."""

    info: ClassVar[GameInfo] = GameInfo("effervescent", Title("Effervescent", "エファーヴァセント"), 2, 5, 4)
    package: ClassVar[str] = "boardkit.games.effervescent"
    options_type: ClassVar[type[Options]] = Options
    components_type: ClassVar[Any] = Components
    action_types: ClassVar[tuple[type[Action], ...]] = model.ACTIONS
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    view_type: ClassVar[type[View]] = View
    wire_type: ClassVar[type[Wire]] = Wire

    # ---- what is on the components -------------------------------------------------------------

    @cached_property
    def tiles(self) -> dict[str, Tile]:
        """Every tile and start piece by its id."""
        return catalogue(self.components)

    @cached_property
    def drift(self) -> dict[str, DriftCard]:
        """Every drift card by its id."""
        return {card.id: card for card in self._data.drift}

    @cached_property
    def harmony(self) -> dict[str, HarmonyCard]:
        """Every harmony card by its id."""
        return {card.id: card for card in self._data.harmony}

    @cached_property
    def tides(self) -> dict[str, TideCard]:
        """The reference cards of the set in use by their ids."""
        return {card.id: card for card in self._data.tides if card.set == self.reference_set}

    @property
    def reference_set(self) -> Literal["red", "green"]:
        """Which set of reference cards is in use (V28)."""
        return setup.tide_set(self.options.reference_set, self.players)

    @property
    def _data(self) -> Components:
        components: ComponentSet[Components] = self.components
        return components.data

    # ---- options -------------------------------------------------------------------------------

    def validate(self) -> None:
        """Check options against each other and the component set as a whole."""
        self._validate_components()
        options = self.options
        if options.reference_set == "red" and self.players == 5:
            raise InvalidOption("reference_set", "red", "auto or green with five players (V28)")
        if len(self.tides) < self.players:
            raise InvalidComponents("/data/tides", f"fewer {self.reference_set} reference cards than players")
        if options.start == "rocks_only" and options.rocks == 0 and not options.start_layout:
            raise InvalidOption("rocks", 0, "1 to 5 with start='rocks_only'")
        if options.windfall != "none" and not getattr(options, options.windfall):
            raise InvalidOption("windfall", options.windfall, f"only with {options.windfall}=true")
        if options.first_player != "random" and int(options.first_player) >= self.players:
            raise InvalidOption("first_player", options.first_player, f"random or 0 to {self.players - 1}")
        self._validate_harmony()
        if options.start_layout:
            setup.layout(options.start_layout, self.tiles)

    def _validate_harmony(self) -> None:
        options = self.options
        if options.harmony_choice == "random":
            return
        chosen = [self.harmony.get(name) for name in options.harmony_choice.split(",")]
        backgrounds = {card.background for card in chosen if card is not None}
        wanted = self._backgrounds or BACKGROUNDS
        number = 2 if options.calm else 3
        if (
            None in chosen
            or len(chosen) != number
            or len(backgrounds) != number
            or not backgrounds.issubset(wanted)
        ):
            raise InvalidOption(
                "harmony_choice",
                options.harmony_choice,
                f"random, or ids of {number} harmony cards of different backgrounds, joined by commas",
            )

    def _validate_components(self) -> None:
        data = self._data
        for field in ("drift", "harmony", "tides"):
            ids = [card.id for card in getattr(data, field)]
            if len(set(ids)) != len(ids):
                raise InvalidComponents(f"/data/{field}", "two cards have one id")
        missing = [name for name in BACKGROUNDS if not any(card.background == name for card in data.harmony)]
        if missing:
            raise InvalidComponents("/data/harmony", f"no card with the background {missing[0]}")
        for number, colours in enumerate((*data.eels, *data.starfish, *data.rocks)):
            if len(set(colours)) != len(colours):
                raise InvalidComponents("/data", f"colours of eel, starfish or rock {number} come twice")

    @property
    def _backgrounds(self) -> tuple[str, ...] | None:
        """The backgrounds that the options fix, or None."""
        if not self.options.calm:
            return BACKGROUNDS
        if self.options.calm_backgrounds == "random":
            return None
        return tuple(self.options.calm_backgrounds.split("_"))

    # ---- playing -------------------------------------------------------------------------------

    def initial_state(self, seed: int | bytes | None = None) -> State:
        """Return the state before the first draft (EF-2.1)."""
        source = chance.seed_bytes(seed)
        options, tiles = self.options, self.tiles
        if options.start_layout:
            pieces: tuple[Piece, ...] = setup.layout(options.start_layout, tiles)
        else:
            pieces = setup.start_pieces(options.start, options.rocks, source, tiles)
        lionfish: tuple[Spot, ...] = setup.lionfish_spots(pieces, source, tiles) if options.lionfish else ()
        cards = chance.shuffle(source, "drift", tuple(self.drift))
        harmony = setup.harmony_row(
            self._data.harmony, self._backgrounds, options.calm, options.harmony_choice, source
        )
        stacks = setup.first_stacks(tiles, source, options.starfish, options.ray_betta)
        eels = tuple(tile.id for tile in tiles.values() if tile.kind == "eel") if options.eels else None
        seats, unused_tides, unused_eels = setup.first_players(
            self.players, tuple(self.tides), eels, source, options.hidden_hand_tiles
        )
        if options.first_player == "random":
            first = chance.shuffled(source, "first-player", self.players)[0]
        else:
            first = int(options.first_player)
        # The row begins at the deck's end, where the card laid last lies.
        row, deck = cards[2::-1], cards[3:]
        happened = setup.set_up_events(pieces, lionfish, row, harmony, stacks, seats, first)
        return State(
            self,
            source,
            first,
            happened,
            "draft",
            0,
            first,
            pieces,
            (),
            lionfish,
            None,
            seats,
            row,
            deck,
            0,
            harmony,
            stacks,
            unused_tides,
            unused_eels,
            (),
            (),
            0,
            0,
            False,
        )

    def legal_actions(self, state: State) -> tuple[EffervescentAction, ...]:
        """Return the offered actions; of placements and spots a useful finite list, all of them legal."""
        if state.phase not in {"place", "attach", "dolphin", "jump"}:
            return menus.legal_actions(state)
        # Worlds that differ only in hidden things offer the same placements.
        key = menus.key(state)
        menu = self._menus.get(key)
        if menu is None:
            menu = menus.legal_actions(state)
            while len(self._menus) >= _KEPT_MENUS:
                self._menus.pop(next(iter(self._menus), key), None)
            self._menus[key] = menu
        return menu

    @cached_property
    def _menus(self) -> dict[tuple[object, ...], tuple[EffervescentAction, ...]]:
        return {}

    def check(self, state: State, action: EffervescentAction) -> None:
        """Return None if ``action`` is legal in ``state``, whether it is on the list or not."""
        self.own(state)
        fault = action_fault(self, action)
        if fault is None:
            fault = refusal(state, action)
        if fault is not None:
            raise fault

    def step_unchecked(self, state: State, action: EffervescentAction) -> State:
        """Return the state after a legal action."""
        table = Table(state)
        _ACTS[type(action)](table, action)
        return table.freeze()

    @property
    def max_steps(self) -> int:
        """An upper bound of the number of steps: every round but the last has a placed tile."""
        # A turn with a placement: the tile, three effervescents, a jump, an eel, a take, a windfall.
        return 2 * self.players + 1 + 8 * _MOST_TILES + self.players * (_MOST_TILES + 1)

    def sample_action(self, state: State, rng: sampling.Chooser) -> EffervescentAction:
        """Return a random legal action, quickly; see :func:`boardkit.games.effervescent.sampling.sample_action`."""
        self.own(state)
        return sampling.sample_action(state, rng)

    def placements(self, state: State, **wanted: Any) -> Iterator[PlaceTile]:
        """Yield legal placements as finely as wanted; see :func:`.menus.placements`."""
        self.own(state)
        return menus.placements(state, **wanted)

    def snap(self, holder: State | View, tile: str, flip: int, rotation: int, x: int, y: int) -> Any:
        """Return the nearest legal placement to where a tile was dropped; see :func:`.snapping.snap`."""
        from boardkit.games.effervescent.snapping import snap  # noqa: PLC0415  only front ends need it

        self.own(holder)
        return snap(holder, tile, flip, rotation, x, y)

    # ---- who knows what ------------------------------------------------------------------------

    def observe(self, state: State, player: int | None) -> View:
        """Return what ``player`` may know (EF-5)."""
        from boardkit.games.effervescent import observe  # noqa: PLC0415  observe.py needs this module's types

        self.own(state)
        return observe.observe(state, self.seat(player))

    def resample(self, view: View, seed: int | bytes | None = None) -> State:
        """Draw a state that could have led to exactly this view."""
        from boardkit.games.effervescent import observe  # noqa: PLC0415

        self.own(view)
        return observe.resample(view, seed)

    def permute_hidden(self, state: State, player: int | None, seed: int | bytes) -> State:
        """Return another state that ``player`` cannot tell from this one."""
        from boardkit.games.effervescent import secrets  # noqa: PLC0415  for tests only

        self.own(state)
        return secrets.permute_hidden(state, self.seat(player), seed)

    # ---- conservation --------------------------------------------------------------------------

    def census(self, state: State) -> Mapping[str, int]:
        """Count every tile, card and token, wherever it lies."""
        from boardkit.games.effervescent import audit  # noqa: PLC0415

        return audit.census(state)

    def audit(self, state: State) -> None:
        """Check ranges, conservation and the game's invariants."""
        from boardkit.games.effervescent import audit  # noqa: PLC0415

        audit.audit(state)

    # ---- bytes and pictures --------------------------------------------------------------------

    def pack(self, state: State) -> Wire:
        """Return the readable form of a state."""
        from boardkit.games.effervescent import wire  # noqa: PLC0415

        return wire.pack(state)

    def unpack(self, wire: Wire) -> State:
        """Return the state that a readable form stands for."""
        from boardkit.games.effervescent import wire as wires  # noqa: PLC0415

        return wires.unpack(self, wire)

    def audit_view(self, view: View) -> None:
        """Check a view from outside."""
        from boardkit.games.effervescent import audit  # noqa: PLC0415

        audit.audit_view(view)

    def draw(self, view: View, language: str = "en") -> str:
        """Return a picture of the sea, the cards and the scores."""
        from boardkit.games.effervescent.draw import draw  # noqa: PLC0415  needed only for pictures

        self.own(view)
        return draw(view, language)

    def text(self, view: View, language: str = "en") -> str:
        """Return a view as lines of text."""
        from boardkit.games.effervescent.text import text  # noqa: PLC0415

        self.own(view)
        return text(view, language)

    def describe(self, thing: Action | Event, language: str = "en") -> str:
        """Return one line for an action or an event."""
        from boardkit.games.effervescent.text import describe  # noqa: PLC0415

        return describe(self, thing, language)


# What each kind of action does to the working copy.
_ACTS: dict[type[Action], Callable[[Table, Any], None]] = {
    PlaceTile: Table.place,
    model.Attach: lambda table, action: table.attach(action.x, action.y),
    model.Take: lambda table, action: table.take(action.source, windfall=False),
    model.Draft: lambda table, action: table.draft(action.stack),
    model.Stop: lambda table, _: table.stop(),
    model.PlaceDolphin: lambda table, action: table.place_dolphin(action.x, action.y),
    model.RemoveEel: lambda table, action: table.remove_eel(action.tile),
    model.TakeSpecial: lambda table, action: table.take(action.source, windfall=True),
    model.Pass: lambda table, _: table.pass_windfall(),
    model.Swap: lambda table, action: table.swap(action.tile, action.source),
}
