"""One step of the game on a working copy: placing, attaching, harmony, taking, rounds (EF-2.2, EF-2.4, EF-2.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from boardkit.games.effervescent import events as ev
from boardkit.games.effervescent.candidates import any_placement
from boardkit.games.effervescent.derived import body_of, hand_on
from boardkit.games.effervescent.dolphin import enclosed, jump_spots
from boardkit.games.effervescent.drift import land, met_cards
from boardkit.games.effervescent.harmony import best_card, closing, fits_tide, lionfish_points
from boardkit.games.effervescent.model import Piece, PlaceTile, Spot, State, Token
from boardkit.games.effervescent.placing import Placing
from boardkit.games.effervescent.sea import Sea, touches_lionfish
from boardkit.games.effervescent.tiles import SIZES, Tile
from boardkit.games.effervescent.water import Water, created

if TYPE_CHECKING:
    from boardkit.games.effervescent.rules import Effervescent

__all__ = ["Table", "names_of", "placing_of", "sources"]


def names_of(game: Effervescent, pieces: tuple[Piece, ...]) -> tuple[Tile, ...]:
    """Return what each piece is."""
    tiles = game.tiles
    return tuple(tiles[piece.tile] for piece in pieces)


def placing_of(game: Effervescent, sea: Sea, pieces: tuple[Piece, ...], gone: tuple[str, ...]) -> Placing:
    """Return the rules of placing in a position."""
    first = not gone and all(piece.player is None for piece in pieces)
    return Placing(sea, names_of(game, pieces), first, game.options.first_tile == "any_touch")


class Table:
    """A working copy of a state; :meth:`freeze` makes the next state of it.

    Attributes are those of the state, with ``stacks`` as a list of lists inside dicts by name, and ``seat`` for the
    player who is asked.
    """

    def __init__(self, state: State) -> None:
        self.game: Effervescent = state.game
        self.seed = state.seed
        self.seat = state.current_player
        self.phase = state.phase
        self.round, self.first = state.round, state.first
        self.pieces, self.tokens = state.pieces, state.tokens
        self.lionfish, self.dolphin = state.lionfish, state.dolphin
        self.players = list(state.players)
        self.row, self.deck, self.deck_known = state.row, state.deck, state.deck_known
        self.harmony = state.harmony
        self.stacks = {stack.name: stack for stack in state.stacks}
        self.unused_tides, self.unused_eels, self.gone = state.unused_tides, state.unused_eels, state.gone
        self.met, self.due, self.attached, self.moved = state.met, state.due, state.attached, state.moved
        self.sea = state.sea
        self.before: Water | None = state.before if state.phase == "attach" else None
        self.events: list[ev.EffervescentEvent] = []

    def freeze(self) -> State:
        """Return the state, with its bitmaps handed on."""
        state = State(
            self.game,
            self.seed,
            self.seat,
            tuple(self.events),
            self.phase,
            self.round,
            self.first,
            self.pieces,
            self.tokens,
            self.lionfish,
            self.dolphin,
            tuple(self.players),
            self.row,
            self.deck,
            self.deck_known,
            self.harmony,
            tuple(self.stacks.values()),
            self.unused_tides,
            self.unused_eels,
            self.gone,
            self.met,
            self.due,
            self.attached,
            self.moved,
        )
        hand_on(state, self.sea, self.before if self.phase == "attach" else None)
        return state

    # ---- small helpers -------------------------------------------------------------------------

    @property
    def player(self) -> int:
        """The player who is asked."""
        assert self.seat is not None  # noqa: S101  nobody acts after the end
        return self.seat

    @property
    def names(self) -> tuple[Tile, ...]:
        """What each piece is."""
        return names_of(self.game, self.pieces)

    @property
    def owners(self) -> tuple[int, ...]:
        """Whose each effervescent is."""
        return tuple(token.player for token in self.tokens)

    def change(self, seat: int, **fields: object) -> None:
        """Replace fields of a player."""
        self.players[seat] = replace(self.players[seat], **fields)

    def score(self, seat: int, points: int) -> None:
        """Give a player points."""
        self.change(seat, points=self.players[seat].points + points)

    # ---- before the first turn -----------------------------------------------------------------

    def draft(self, name: str) -> None:
        """Take the top tile of a stack (EF-2.1.7)."""
        seat = self.player
        tile = self._lift(name, display=False)
        self._receive(seat, tile)
        self.events.append(ev.Drafted(seat, name, tile))  # type: ignore[arg-type]  # a stack's name
        if self._drafted(seat) < 2:
            return
        following = (seat + 1) % self.game.players
        if following != self.first:
            self.seat = following
        elif self.game.options.dolphin:
            self.phase, self.seat = "dolphin", (self.first - 1) % self.game.players
        else:
            self.begin_round()

    def _drafted(self, seat: int) -> int:
        return sum(self.game.tiles[tile].kind != "eel" for tile in self.players[seat].hand)

    def place_dolphin(self, x: int, y: int) -> None:
        """Put the dolphin beside the start at set-up, or where it jumps to."""
        self.dolphin = Spot(x, y)
        self.events.append(ev.DolphinPlaced(self.player, x, y))
        self.rebuild()
        if self.phase == "dolphin":
            self.begin_round()
        else:
            self.eels()

    def rebuild(self) -> None:
        """Find the sea again from scratch, after something has left it or moved; nothing scores."""
        self.sea = Sea(
            tuple(body_of(self.game.tiles, piece) for piece in self.pieces),
            tuple((token.x, token.y) for token in self.tokens),
            None if self.dolphin is None else (self.dolphin.x, self.dolphin.y),
            bridging=self.sea.bridging,
            dolphin_wall=self.sea.dolphin_wall,
        )

    # ---- a turn --------------------------------------------------------------------------------

    def place(self, action: PlaceTile) -> None:
        """Lay a tile (EF-2.2.1), take lionfish, and see which drift cards it meets (EF-2.2.2)."""
        seat, game = self.player, self.game
        tile = game.tiles[action.tile]
        piece = Piece(action.tile, action.flip, action.rotation, action.x, action.y, seat)
        body = body_of(game.tiles, piece)
        old = self.sea
        landing = land(old, self.names, self.owners, tile, body, seat)
        self._drop(seat, action.tile)
        self.pieces = (*self.pieces, piece)
        self.sea = old.with_body(body)
        self.before, self.moved = old.water, True
        self.events.append(ev.TilePlaced(seat, action.tile, action.flip, action.rotation, action.x, action.y))
        self._take_lionfish([spot for spot in self.lionfish if touches_lionfish(body, spot.x, spot.y)], False)
        self.met = met_cards(landing, [game.drift[card] for card in self.row])
        self.attached = 0
        if self.met:
            self.events.append(ev.DriftMet(seat, self.met))
        self.due = len(self.met)
        self.phase = "attach"
        self._go_on_attaching()

    def _take_lionfish(self, spots: list[Spot], enclosed_: bool) -> None:
        for spot in spots:
            self.lionfish = tuple(other for other in self.lionfish if other != spot)
            self.change(self.player, lionfish=self.players[self.player].lionfish + 1)
            self.events.append(ev.LionfishTaken(self.player, spot.x, spot.y, enclosed_))

    def attach(self, x: int, y: int) -> None:
        """Put an effervescent beside the placed tile, from the hideout, or else a spare one (EF-2.2.2)."""
        seat = self.player
        mine = self.players[seat]
        spare = mine.hideout == 0
        if spare:
            self.change(seat, spares=mine.spares - 1)
        else:
            self.change(seat, hideout=mine.hideout - 1)
        self.tokens = (*self.tokens, Token(seat, x, y))
        self.sea = self.sea.with_token(x, y)
        self.events.append(ev.EffervescentAttached(seat, x, y, spare))
        self.due -= 1
        self.attached += 1
        self._go_on_attaching()

    def stop(self) -> None:
        """Attach no more (V8)."""
        self._end_attaching("stopped")

    def _go_on_attaching(self) -> None:
        """Ask for the next effervescent if there is one and a place for it (V9, V12)."""
        mine = self.players[self.player]
        if not self.due:
            self.harmonise()
        elif mine.hideout + mine.spares == 0:
            self._end_attaching("none-left")
        elif not any(self.sea.spots(self.sea.bodies[-1], self.fish_points).rows):
            self._end_attaching("no-spot")

    @property
    def fish_points(self) -> tuple[tuple[int, int], ...]:
        """The centres of the lionfish."""
        return tuple((spot.x, spot.y) for spot in self.lionfish)

    def _end_attaching(self, reason: str) -> None:
        self.events.append(ev.AttachingEnded(self.player, self.due, reason))  # type: ignore[arg-type]
        self.due = 0
        self.harmonise()

    def harmonise(self) -> None:
        """Score the new habitats for everybody (EF-2.2.3); then lionfish and dolphin in them (EF-2.6)."""
        game, before = self.game, self.before
        assert before is not None  # noqa: S101  set when the tile was placed
        fresh = created(before, self.sea.water, game.options.rescore_shrunk)
        names, owners = self.names, self.owners
        row = [game.harmony[card] for card in self.harmony]
        for habitat in fresh:
            self.events.append(ev.HabitatMade(habitat.x, habitat.y, habitat.area))
            made = closing(self.sea, names, owners, game.players, habitat, self.player)
            for seat in range(game.players):
                card = best_card(row, made, seat)
                if card is not None:
                    self.score(seat, card.points)
                    self.events.append(ev.HarmonyScored(seat, habitat.x, habitat.y, card.id, card.points))
        for habitat in fresh:
            self._take_lionfish([spot for spot in self.lionfish if habitat.has(spot.x, spot.y)], True)
        if self._dolphin_caught(before):
            self.score(self.player, 1)
            self.events.append(ev.DolphinEnclosed(self.player))
            if jump_spots(self):
                self.phase = "jump"
                return
            self.events.append(ev.DolphinStayed(self.player))
        self.eels()

    def _dolphin_caught(self, before: Water) -> bool:
        if self.dolphin is None:
            return False
        at = (self.dolphin.x, self.dolphin.y)
        return enclosed(self.sea.water, *at) and not enclosed(before, *at)

    # ---- eels ----------------------------------------------------------------------------------

    def eels(self) -> None:
        """Let two touching eels leave, or ask which if there are several (EF-2.6)."""
        others = self.loved_eels()
        if len(others) > 1:
            self.phase = "eel"
        elif others:
            self.remove_eel(others[0])
        else:
            self.ask_to_take()

    def loved_eels(self) -> tuple[str, ...]:
        """Return the eels that the tile placed in this turn touches, if it is an eel itself."""
        placed = self.pieces[-1]
        if self.game.tiles[placed.tile].kind != "eel":
            return ()
        touched = (self.pieces[index].tile for index in self.sea.contacts(self.sea.bodies[-1]))
        return tuple(tile for tile in touched if self.game.tiles[tile].kind == "eel")

    def remove_eel(self, tile: str) -> None:
        """Take the placed eel and another one out of the sea; the water is found again, nothing scores."""
        leaving = (self.pieces[-1].tile, tile)
        self.pieces = tuple(piece for piece in self.pieces if piece.tile not in leaving)
        self.gone = (*self.gone, *leaving)
        self.events.append(ev.EelsLeft(leaving))
        self.rebuild()
        self.ask_for_windfall()

    # ---- taking --------------------------------------------------------------------------------

    def ask_to_take(self) -> None:
        """Ask for a tile (EF-2.2.4); an eel is not replaced, and nothing may be there (V23)."""
        if self.game.tiles[self.pieces[-1].tile].kind == "eel" or not sources(self.stacks.values()):
            self.ask_for_windfall()
        else:
            self.phase = "take"

    def ask_for_windfall(self) -> None:
        """Ask for a special tile if the placed tile met all three drift cards (EF-2.6)."""
        if len(self.met) == 3 and self.windfall_sources():
            self.phase = "windfall"
        else:
            self.end_turn()

    def windfall_sources(self) -> tuple[str, ...]:
        """Return where a windfall tile can come from."""
        name = self.game.options.windfall.replace("_", "-")
        return sources(stack for stack in self.stacks.values() if stack.name == name)

    def take(self, source: str, windfall: bool) -> None:
        """Take an open tile, refill the display (EF-2.2.4, V22)."""
        seat = self.player
        name, display = ev.split_source(source)
        tile = self._lift(name, display=display)
        self._receive(seat, tile)
        self.events.append(ev.TileTaken(seat, source, tile, windfall))  # type: ignore[arg-type]  # a source's name
        self._refill(name)
        if windfall:
            self.end_turn()
        else:
            self.ask_for_windfall()

    def pass_windfall(self) -> None:
        """Take no special tile."""
        self.events.append(ev.WindfallPassed(self.player))
        self.end_turn()

    def swap(self, given: str, source: str) -> None:
        """Exchange a tile that cannot be placed for an open one; it goes under its own stack (V7)."""
        seat = self.player
        name, display = ev.split_source(source)
        taken = self._lift(name, display=display)
        self._drop(seat, given)
        self._receive(seat, taken)
        home = self.game.tiles[given].stack
        assert home is not None  # noqa: S101  an eel is never swapped
        stack = self.stacks[home]  # type: ignore[index]  # a stack's name
        self.stacks[home] = replace(stack, tiles=(*stack.tiles, given), known=stack.known + 1)  # type: ignore[index]
        self.events.append(ev.TileSwapped(seat, given, home, source, taken))  # type: ignore[arg-type]
        self._refill(name)
        self.end_turn()

    def _lift(self, name: str, *, display: bool) -> str:
        stack = self.stacks[name]  # type: ignore[index]  # a stack's name
        if display:
            tile = stack.display
            assert tile is not None  # noqa: S101  checked before
            self.stacks[name] = replace(stack, display=None)  # type: ignore[index]
            return tile
        rest = stack.tiles[1:]
        self.stacks[name] = replace(stack, tiles=rest, known=min(stack.known, len(rest)))  # type: ignore[index]
        return stack.tiles[0]

    def _refill(self, name: str) -> None:
        stack = self.stacks[name]  # type: ignore[index]  # a stack's name
        if stack.display is None and stack.tiles:
            tile = self._lift(name, display=False)
            self.stacks[name] = replace(self.stacks[name], display=tile)  # type: ignore[index]
            self.events.append(ev.DisplayRefilled(stack.name, tile))

    def _receive(self, seat: int, tile: str) -> None:
        self.change(seat, hand=(*self.players[seat].hand, tile))

    def _drop(self, seat: int, tile: str) -> None:
        mine = self.players[seat]
        hidden = mine.eel_hidden and self.game.tiles[tile].kind != "eel"
        self.change(seat, hand=tuple(other for other in mine.hand if other != tile), eel_hidden=hidden)

    # ---- turns and rounds ----------------------------------------------------------------------

    def begin_round(self) -> None:
        """Begin the next round with the holder of the wave."""
        self.round += 1
        self.moved = False
        if not self.begin_turn(self.first):
            self.seat = self.first
            self.end_turn()

    def begin_turn(self, seat: int) -> bool:
        """Ask a player to place a tile, or to swap one (V7); False if the turn passes (V23)."""
        self.met, self.due, self.attached, self.before = (), 0, 0, None
        mine = self.players[seat]
        if not mine.hand:
            self.events.append(ev.TurnSkipped(seat, "no-tile"))
            return False
        self.seat = seat
        placing = placing_of(self.game, self.sea, self.pieces, self.gone)
        if any_placement(placing, [self.game.tiles[tile].shape for tile in mine.hand]):
            self.phase = "place"
            return True
        self.events.append(ev.TilesShown(seat, mine.hand))
        self.change(seat, eel_hidden=False)
        if sources(self.stacks.values()) and any(self.game.tiles[tile].kind != "eel" for tile in mine.hand):
            self.phase = "swap"
            return True
        self.events.append(ev.TurnSkipped(seat, "no-placement"))
        return False

    def end_turn(self) -> None:
        """Go to the next player who has a turn, over the round's end if need be."""
        self.met, self.due, self.attached, self.before = (), 0, 0, None
        seat = (self.player + 1) % self.game.players
        while True:
            if seat == self.first:
                if self.end_round():
                    return
                seat = self.first
            if self.begin_turn(seat):
                return
            seat = (seat + 1) % self.game.players

    def end_round(self) -> bool:
        """End the round: the game ends (True), or the drift cards move on (EF-2.4)."""
        self.events.append(ev.RoundEnded(self.round))
        reason = self.end_reason()
        if reason is not None:
            self.finish(reason)
            return True
        left = self.row[2]
        entered = self.deck[0]
        self.deck = (*self.deck[1:], left)
        self.deck_known = min(self.deck_known + 1, len(self.deck))
        self.row = (entered, *self.row[:2])
        self.events.append(ev.DriftMoved(left, entered))
        self.round += 1
        self.moved = False
        if self.game.options.rotate_first:
            self.first = (self.first + 1) % self.game.players
            self.events.append(ev.WaveTaken(self.first))
        return False

    def end_reason(self) -> str | None:
        """Return why the game ends after this round, or None (EF-2.4.1, V7, V24, V25)."""
        if any(player.hideout == 0 for player in self.players):
            return "hideout"
        left = [
            len(self.stacks[name].tiles) + (self.stacks[name].display is not None)  # type: ignore[index]
            for name in SIZES
        ]
        low = [number < 2 for number in left]
        if all(low) or (self.game.options.tile_end == "any" and any(low)):
            return "tiles"
        return None if self.moved else "no-placement"

    # ---- the end -------------------------------------------------------------------------------

    def finish(self, reason: str) -> None:
        """Score the tides and the lionfish (EF-2.5, EF-2.6)."""
        self.events.append(ev.GameEnded(reason))  # type: ignore[arg-type]
        names = self.names
        kept: list[Token] = []
        stay = [0] * self.game.players
        for number, token in enumerate(self.tokens):
            if fits_tide(self.sea, names, number, self.game.tides[self.players[token.player].tide]):
                kept.append(token)
                stay[token.player] += 1
        for seat, player in enumerate(self.players):
            self.events.append(ev.TideRevealed(seat, player.tide))
            lost = sum(token.player == seat for token in self.tokens) - stay[seat]
            if lost:
                self.change(seat, removed=lost)
                self.events.append(ev.EffervescentsRemoved(seat, lost))
        for seat, player in enumerate(self.players):
            points = stay[seat] * self.game.tides[player.tide].points
            self.score(seat, points)
            self.events.append(ev.TideScored(seat, points))
        if self.game.options.lionfish:
            for seat, points in enumerate(lionfish_points([player.lionfish for player in self.players])):
                self.score(seat, points)
                self.events.append(ev.LionfishScored(seat, points))
        self.tokens = tuple(kept)
        self.phase, self.seat = "end", None
        self.rebuild()


def sources(stacks: object) -> tuple[str, ...]:
    """Return the open tiles of stacks, as sources: stack tops and display places (V20)."""
    found: list[str] = []
    for stack in stacks:  # type: ignore[attr-defined]  # any iterable of stacks
        if stack.tiles:
            found.append(f"{stack.name}-stack")
        if stack.display is not None:
            found.append(f"{stack.name}-display")
    return tuple(found)
