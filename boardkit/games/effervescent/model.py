"""The nouns of Effervescent: pieces, states, actions and views (events: :mod:`.events`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from boardkit.games.effervescent.events import CardId, Coordinate, Flip, Rotation, Source, Spot, TileId
from boardkit.games.effervescent.tiles import StackName
from boardkit.state import Action, Count, Score, Seat, Seed, tagger
from boardkit.state import State as BaseState
from boardkit.state import View as BaseView

if TYPE_CHECKING:
    from boardkit.games.effervescent.rules import Effervescent
    from boardkit.games.effervescent.sea import Sea
    from boardkit.games.effervescent.water import Water

__all__ = [
    "Attach",
    "Draft",
    "HabitatView",
    "Pass",
    "Piece",
    "PlaceDolphin",
    "PlaceTile",
    "Player",
    "PlayerView",
    "RemoveEel",
    "Spot",
    "Stack",
    "StackView",
    "State",
    "Stop",
    "Swap",
    "Take",
    "TakeSpecial",
    "Token",
    "View",
]

Phase = Literal["draft", "dolphin", "place", "swap", "attach", "jump", "eel", "take", "windfall", "end"]

# ---- actions -----------------------------------------------------------------------------------


class EffervescentAction(Action, frozen=True, tag=tagger("effervescent")):
    """Base of all actions of the game."""


class Draft(EffervescentAction, frozen=True):
    """Take the top tile of a stack before the game begins (EF-2.1.7).

    Attributes:
        stack: which stack.
    """

    stack: StackName


class PlaceTile(EffervescentAction, frozen=True):
    """Lay one of the own tiles, or the eel, into the sea (EF-2.2.1).

    Attributes:
        tile: which one.
        flip: 0 as drawn, 1 mirrored (x to -x, before the rotation).
        rotation: in steps of five degrees.
        x: column of the tile's anchor.
        y: row of the tile's anchor; y points down.
    """

    tile: TileId
    flip: Flip
    rotation: Rotation
    x: Coordinate
    y: Coordinate


class Attach(EffervescentAction, frozen=True):
    """Put one effervescent so that it touches the placed tile (EF-2.2.2).

    Attributes:
        x: column of its centre.
        y: row of its centre.
    """

    x: Coordinate
    y: Coordinate


class Stop(EffervescentAction, frozen=True):
    """Attach no more effervescents in this turn (option ``attach_optional``, V8)."""


class RemoveEel(EffervescentAction, frozen=True):
    """Choose the eel that swims away with the placed one (EF-2.6).

    Attributes:
        tile: the other eel.
    """

    tile: TileId


class PlaceDolphin(EffervescentAction, frozen=True):
    """Put the dolphin into the sea: at set-up, or where it jumps to (EF-2.6).

    Attributes:
        x: column of its centre.
        y: row of its centre.
    """

    x: Coordinate
    y: Coordinate


class Take(EffervescentAction, frozen=True):
    """Take one open tile (EF-2.2.4).

    Attributes:
        source: the top of a stack, or the display place beside it.
    """

    source: Source


class TakeSpecial(EffervescentAction, frozen=True):
    """Take one more tile by the windfall card (EF-2.6).

    Attributes:
        source: the top of its stack, or the open place beside it.
    """

    source: Source


class Pass(EffervescentAction, frozen=True):
    """Take no tile by the windfall card (EF-2.6)."""


class Swap(EffervescentAction, frozen=True):
    """Exchange a held tile for an open one, since none of one's tiles can be placed (V7).

    Attributes:
        tile: the tile given back, under its own stack.
        source: where the new one comes from.
    """

    tile: TileId
    source: Source


ACTIONS = (Draft, PlaceTile, Attach, Stop, RemoveEel, PlaceDolphin, Take, TakeSpecial, Pass, Swap)

# ---- on the table ------------------------------------------------------------------------------


class Piece(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile or start piece in the sea.

    Attributes:
        tile: which one.
        flip: 0 as drawn, 1 mirrored.
        rotation: in steps of five degrees.
        x: column of its anchor.
        y: row of its anchor.
        player: who placed it; None for start pieces.
    """

    tile: TileId
    flip: Flip
    rotation: Rotation
    x: Coordinate
    y: Coordinate
    player: Seat | None


class Token(Struct, frozen=True, forbid_unknown_fields=True):
    """An effervescent in the sea.

    Attributes:
        player: whose it is.
        x: column of its centre.
        y: row of its centre.
    """

    player: Seat
    x: Coordinate
    y: Coordinate


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's things.

    Attributes:
        hand: held tiles, in the order they were taken; a dealt eel comes first.
        tide: the reference card.
        hideout: effervescents on the hideout card.
        spares: effervescents set aside.
        points: harmony points so far.
        lionfish: lionfish taken.
        removed: effervescents removed from the sea at the end.
        eel_hidden: whether the held eel has been seen by its owner alone (V21).
    """

    hand: Annotated[tuple[TileId, ...], Meta(max_length=80)]
    tide: CardId
    hideout: Annotated[int, Meta(ge=0, le=15)]
    spares: Annotated[int, Meta(ge=0, le=2)]
    points: Score
    lionfish: Annotated[int, Meta(ge=0, le=12)]
    removed: Annotated[int, Meta(ge=0, le=17)] = 0
    eel_hidden: bool = False


class Stack(Struct, frozen=True, forbid_unknown_fields=True):
    """A stack of tiles and the display place in front of it.

    Attributes:
        name: a size, ``starfish`` or ``ray-betta``.
        tiles: the tiles from the top down.
        display: the tile in front of it, or None.
        known: how many tiles at the bottom everybody has seen going there (V7).
    """

    name: StackName
    tiles: Annotated[tuple[TileId, ...], Meta(max_length=48)]
    display: TileId | None
    known: Annotated[int, Meta(ge=0, le=48)] = 0


Pieces = Annotated[tuple[Piece, ...], Meta(max_length=96)]
Tokens = Annotated[tuple[Token, ...], Meta(max_length=85)]
Lionfish = Annotated[tuple[Spot, ...], Meta(max_length=12)]
Cards = Annotated[tuple[CardId, ...], Meta(max_length=60)]
Row = Annotated[tuple[CardId, ...], Meta(min_length=3, max_length=3)]
Harmony = Annotated[tuple[CardId, ...], Meta(max_length=3)]
Attached = Annotated[int, Meta(ge=0, le=3)]


class State(BaseState, frozen=True, dict=True):
    """Everything about a game in play.

    Attributes:
        phase: what is asked next.
        round: number of the round, from 1; 0 while drafting.
        first: who holds the wave.
        pieces: all pieces in the sea, start pieces first, then in the order they were placed.
        tokens: all effervescents in the sea, in the order they were attached.
        lionfish: the lionfish in the sea.
        dolphin: the dolphin, or None.
        players: by seat.
        row: the three drift cards, from the deck's end.
        deck: the drift deck, from the top down.
        deck_known: how many cards at its bottom everybody knows.
        harmony: the harmony cards, lowest points first.
        stacks: the stacks in play.
        unused_tides: reference cards of the set that nobody has.
        unused_eels: eels that were dealt to nobody.
        gone: tiles that have left the game.
        met: drift cards that the tile placed in this turn met.
        due: effervescents that may still be attached in this turn.
        attached: effervescents attached in this turn.
        moved: whether a tile was placed in this round.
    """

    if TYPE_CHECKING:
        game: Effervescent

    phase: Phase
    round: int
    first: int
    pieces: tuple[Piece, ...]
    tokens: tuple[Token, ...]
    lionfish: tuple[Spot, ...]
    dolphin: Spot | None
    players: tuple[Player, ...]
    row: tuple[str, ...]
    deck: tuple[str, ...]
    deck_known: int
    harmony: tuple[str, ...]
    stacks: tuple[Stack, ...]
    unused_tides: tuple[str, ...]
    unused_eels: tuple[str, ...]
    gone: tuple[str, ...]
    met: tuple[str, ...]
    due: int
    attached: int
    moved: bool

    @cached_property
    def sea(self) -> Sea:
        """The bitmaps of the position, derived from it."""
        from boardkit.games.effervescent.derived import build_sea  # noqa: PLC0415  it needs State

        return build_sea(self)

    @cached_property
    def before(self) -> Water:
        """The water before the tile of this turn, while effervescents are being attached."""
        from boardkit.games.effervescent.derived import build_before  # noqa: PLC0415  it needs State

        return build_before(self)

    @property
    def returns(self) -> tuple[int, ...]:
        """The points so far, one a player; at the end the final ones."""
        return tuple(player.points for player in self.players)

    @property
    def ranking(self) -> tuple[int, ...] | None:
        """At the end the ranks from 1, ties shared (EF-2.5); None before."""
        if self.current_player is not None:
            return None
        points = self.returns
        return tuple(1 + sum(other > mine for other in points) for mine in points)


class Wire(Struct, frozen=True, forbid_unknown_fields=True):
    """The readable form of a state; fields as in :class:`State`."""

    seed: Seed
    current_player: Seat | None
    phase: Phase
    round: Annotated[int, Meta(ge=0, le=1000)]
    first: Seat
    pieces: Pieces
    tokens: Tokens
    lionfish: Lionfish
    dolphin: Spot | None
    seats: Annotated[tuple[Player, ...], Meta(min_length=2, max_length=5)]
    row: Row
    deck: Cards
    deck_known: Count
    harmony: Harmony
    stacks: Annotated[tuple[Stack, ...], Meta(min_length=3, max_length=5)]
    unused_tides: Cards
    unused_eels: Annotated[tuple[TileId, ...], Meta(max_length=5)]
    gone: Annotated[tuple[TileId, ...], Meta(max_length=5)]
    met: Annotated[tuple[CardId, ...], Meta(max_length=3)]
    due: Attached
    attached: Attached
    moved: bool
    events: tuple[object, ...]


# ---- what a player sees ------------------------------------------------------------------------


class PlayerView(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's things as somebody sees them.

    Attributes:
        hand: held tiles; None is a dealt eel that is hidden (V21).
        tide: the reference card; None while it is hidden.
        hideout: effervescents on the hideout card.
        spares: effervescents set aside.
        points: harmony points so far.
        lionfish: lionfish taken.
        removed: effervescents removed from the sea at the end.
        eel_hidden: whether the held eel has been seen by its owner alone (V21).
    """

    hand: Annotated[tuple[TileId | None, ...], Meta(max_length=80)]
    tide: CardId | None
    hideout: Annotated[int, Meta(ge=0, le=15)]
    spares: Annotated[int, Meta(ge=0, le=2)]
    points: Score
    lionfish: Annotated[int, Meta(ge=0, le=12)]
    removed: Annotated[int, Meta(ge=0, le=17)]
    eel_hidden: bool


class StackView(Struct, frozen=True, forbid_unknown_fields=True):
    """A stack as everybody sees it.

    Attributes:
        name: a size, ``starfish`` or ``ray-betta``.
        size: how many tiles it holds.
        top: its open top tile, or None.
        bottom: the tiles at its bottom that everybody knows, from the top down (V7).
        display: the tile in front of it, or None.
    """

    name: StackName
    size: Annotated[int, Meta(ge=0, le=48)]
    top: TileId | None
    bottom: Annotated[tuple[TileId, ...], Meta(max_length=48)]
    display: TileId | None


class HabitatView(Struct, frozen=True, forbid_unknown_fields=True):
    """A habitat.

    Attributes:
        x: column of its first cell in reading order; with ``y`` it names the habitat.
        y: row of that cell.
        area: its cells, in square millimetres.
        outline: corners of its outer boundary, clockwise, as x, y, x, y, ...; a cell's corner has the
            coordinates of the cell right below it.
        inside: effervescents inside, one number a seat.
    """

    x: Coordinate
    y: Coordinate
    area: Annotated[int, Meta(ge=0, le=1_048_576)]
    outline: Annotated[tuple[Annotated[int, Meta(ge=-513, le=513)], ...], Meta(max_length=20_000)]
    inside: Annotated[tuple[Annotated[int, Meta(ge=0, le=17)], ...], Meta(max_length=5)]


class View(BaseView, frozen=True):
    """What one player may know.

    Attributes:
        phase: what is asked next.
        round: number of the round, from 1; 0 while drafting.
        first: who holds the wave.
        pieces: all pieces in the sea, start pieces first, then in the order they were placed.
        tokens: all effervescents in the sea, in the order they were attached.
        lionfish: the lionfish in the sea.
        dolphin: the dolphin, or None.
        habitats: the habitats, by their first cells in reading order.
        seats: what each seat has.
        row: the three drift cards, from the deck's end.
        deck_size: cards in the drift deck.
        deck_bottom: the cards at its bottom that went there from the row, from the top down.
        harmony: the harmony cards, lowest points first.
        stacks: the stacks in play.
        reference_set: which set of reference cards is in use.
        unused_eels: eels that were dealt to nobody; None for a hidden one (V21).
        gone: tiles that have left the game.
        met: drift cards that the tile placed in this turn met.
        due: effervescents that may still be attached in this turn.
        attached: effervescents attached in this turn.
        moved: whether a tile was placed in this round.
        ranking: at the end the ranks from 1, None before.
    """

    if TYPE_CHECKING:
        game: Effervescent

    phase: Phase
    round: Annotated[int, Meta(ge=0, le=1000)]
    first: Seat
    pieces: Pieces
    tokens: Tokens
    lionfish: Lionfish
    dolphin: Spot | None
    habitats: Annotated[tuple[HabitatView, ...], Meta(max_length=200)]
    seats: Annotated[tuple[PlayerView, ...], Meta(min_length=2, max_length=5)]
    row: Row
    deck_size: Annotated[int, Meta(ge=0, le=60)]
    deck_bottom: Cards
    harmony: Harmony
    stacks: Annotated[tuple[StackView, ...], Meta(min_length=3, max_length=5)]
    reference_set: Literal["red", "green"]
    unused_eels: Annotated[tuple[TileId | None, ...], Meta(max_length=5)]
    gone: Annotated[tuple[TileId, ...], Meta(max_length=5)]
    met: Annotated[tuple[CardId, ...], Meta(max_length=3)]
    due: Attached
    attached: Attached
    moved: bool
    ranking: Annotated[tuple[Annotated[int, Meta(ge=1, le=5)], ...], Meta(max_length=5)] | None

    def counts(self) -> Mapping[str, int]:
        """Return the public counts.

        Keys: ``hideout/<seat>``, ``spares/<seat>``, ``hand/<seat>``, ``points/<seat>``, ``lionfish/<seat>``,
        ``removed/<seat>``;
        ``sea/tiles`` (start pieces left out), ``sea/effervescents/<seat>``, ``sea/lionfish``; ``deck``;
        ``stack/<name>`` and ``display/<name>``; ``gone``.
        """
        counts: dict[str, int] = {}
        for seat, player in enumerate(self.seats):
            counts[f"hideout/{seat}"] = player.hideout
            counts[f"spares/{seat}"] = player.spares
            counts[f"hand/{seat}"] = len(player.hand)
            counts[f"points/{seat}"] = player.points
            counts[f"lionfish/{seat}"] = player.lionfish
            counts[f"removed/{seat}"] = player.removed
            counts[f"sea/effervescents/{seat}"] = sum(token.player == seat for token in self.tokens)
        counts["sea/tiles"] = sum(piece.player is not None for piece in self.pieces)
        counts["sea/lionfish"] = len(self.lionfish)
        counts["deck"] = self.deck_size
        for stack in self.stacks:
            counts[f"stack/{stack.name}"] = stack.size
            counts[f"display/{stack.name}"] = int(stack.display is not None)
        counts["gone"] = len(self.gone)
        return counts
