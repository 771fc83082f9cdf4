"""What happens in the game, one record a happening, and the types of their fields."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from boardkit.games.effervescent.tiles import StackName
from boardkit.state import Event, Seat, tagger

Coordinate = Annotated[
    int, Meta(ge=-512, le=511, description="A column or row of cells; (0, 0) is the middle.")
]
Rotation = Annotated[int, Meta(ge=0, le=71, description="A rotation in steps of five degrees.")]
Flip = Annotated[int, Meta(ge=0, le=1, description="0 as drawn, 1 mirrored.")]
TileId = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9-]+$", description="A tile.")]
CardId = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9-]+$", description="A card.")]
Source = Literal[
    "small-stack",
    "small-display",
    "medium-stack",
    "medium-display",
    "large-stack",
    "large-display",
    "starfish-stack",
    "starfish-display",
    "ray-betta-stack",
    "ray-betta-display",
]
Small = Annotated[int, Meta(ge=0, le=1_000_000)]


def split_source(source: str) -> tuple[str, bool]:
    """Return the stack's name and whether the display place beside it is meant."""
    name, _, place = source.rpartition("-")
    return name, place == "display"


class EffervescentEvent(Event, frozen=True, tag=tagger("effervescent")):
    """Base of all events of the game."""


class Spot(Struct, frozen=True, forbid_unknown_fields=True):
    """The centre of a lionfish or the dolphin.

    Attributes:
        x: column.
        y: row.
    """

    x: Coordinate
    y: Coordinate


Deltas = tuple[tuple[str, int], ...]

# ---- set-up ------------------------------------------------------------------------------------


class StartPieceLaid(EffervescentEvent, frozen=True):
    """A start piece lies in the sea (EF-2.1.1).

    Attributes:
        tile: which one.
        flip: 0 as drawn, 1 mirrored.
        rotation: in steps of five degrees.
        x: column of its anchor.
        y: row of its anchor.
    """

    tile: TileId
    flip: Flip
    rotation: Rotation
    x: Coordinate
    y: Coordinate


class LionfishScattered(EffervescentEvent, frozen=True):
    """The lionfish lie in the sea (EF-2.6).

    Attributes:
        spots: their centres.
    """

    spots: Annotated[tuple[Spot, ...], Meta(max_length=12)]


class RowLaid(EffervescentEvent, frozen=True):
    """Three drift cards lie in the row (EF-2.1.2).

    Attributes:
        cards: from the deck's end.
    """

    cards: Annotated[tuple[CardId, ...], Meta(max_length=3)]


class HarmonyLaid(EffervescentEvent, frozen=True):
    """The harmony cards of this game are known (EF-2.1.3).

    Attributes:
        cards: lowest points first.
    """

    cards: Annotated[tuple[CardId, ...], Meta(max_length=3)]


class WaveTaken(EffervescentEvent, frozen=True):
    """A player begins, or begins the next round (EF-2.1.7, V27).

    Attributes:
        player: who.
    """

    player: Seat


class TideDealt(EffervescentEvent, frozen=True):
    """A player gets a reference card (EF-2.1.5).

    Attributes:
        player: who.
        card: which; hidden from the others.
    """

    player: Seat
    card: CardId | None


class EelDealt(EffervescentEvent, frozen=True):
    """A player gets an eel (EF-2.6).

    Attributes:
        player: who.
        tile: which; hidden from the others with ``hidden_hand_tiles`` (V21).
    """

    player: Seat
    tile: TileId | None


class Drafted(EffervescentEvent, frozen=True):
    """A player drafts a tile (EF-2.1.7).

    Attributes:
        player: who.
        stack: from which stack.
        tile: which tile.
    """

    player: Seat
    stack: StackName
    tile: TileId

    def deltas(self) -> Deltas:
        """A tile goes from the stack to the hand."""
        return ((f"stack/{self.stack}", -1), (f"hand/{self.player}", 1))


class DolphinPlaced(EffervescentEvent, frozen=True):
    """The dolphin is put into the sea (EF-2.6).

    Attributes:
        player: by whom.
        x: column of its centre.
        y: row of its centre.
    """

    player: Seat
    x: Coordinate
    y: Coordinate


# ---- a turn ------------------------------------------------------------------------------------


class TilePlaced(EffervescentEvent, frozen=True):
    """A tile lies in the sea (EF-2.2.1).

    Attributes:
        player: who placed it.
        tile: which one.
        flip: 0 as drawn, 1 mirrored.
        rotation: in steps of five degrees.
        x: column of its anchor.
        y: row of its anchor.
    """

    player: Seat
    tile: TileId
    flip: Flip
    rotation: Rotation
    x: Coordinate
    y: Coordinate

    def deltas(self) -> Deltas:
        """A tile goes from the hand into the sea."""
        return ((f"hand/{self.player}", -1), ("sea/tiles", 1))


class LionfishTaken(EffervescentEvent, frozen=True):
    """A player takes a lionfish (EF-2.6, V38).

    Attributes:
        player: who.
        x: column of its centre.
        y: row of its centre.
        enclosed: whether it was enclosed, not overlapped or touched.
    """

    player: Seat
    x: Coordinate
    y: Coordinate
    enclosed: bool

    def deltas(self) -> Deltas:
        """A lionfish leaves the sea."""
        return (("sea/lionfish", -1), (f"lionfish/{self.player}", 1))


class DriftMet(EffervescentEvent, frozen=True):
    """The placed tile meets drift cards (EF-2.2.2).

    Attributes:
        player: who placed it.
        cards: the cards met, in the order of the row.
    """

    player: Seat
    cards: Annotated[tuple[CardId, ...], Meta(max_length=3)]


class EffervescentAttached(EffervescentEvent, frozen=True):
    """An effervescent goes into the sea (EF-2.2.2).

    Attributes:
        player: whose.
        x: column of its centre.
        y: row of its centre.
        spare: whether it was one of the two set aside.
    """

    player: Seat
    x: Coordinate
    y: Coordinate
    spare: bool

    def deltas(self) -> Deltas:
        """One comes from the hideout or the spares."""
        source = "spares" if self.spare else "hideout"
        return ((f"{source}/{self.player}", -1), (f"sea/effervescents/{self.player}", 1))


class AttachingEnded(EffervescentEvent, frozen=True):
    """Effervescents that were earned are not attached.

    Attributes:
        player: whose.
        left: how many.
        reason: ``no-spot`` (V9), ``none-left`` (V12) or ``stopped`` (V8).
    """

    player: Seat
    left: Small
    reason: Literal["no-spot", "none-left", "stopped"]


class HabitatMade(EffervescentEvent, frozen=True):
    """A new habitat (EF-2.2.3).

    Attributes:
        x: column of its first cell.
        y: row of that cell.
        area: its cells.
    """

    x: Coordinate
    y: Coordinate
    area: Small


class HarmonyScored(EffervescentEvent, frozen=True):
    """A player scores a harmony card in a new habitat (EF-2.2.3).

    Attributes:
        player: who.
        x: column of the habitat's first cell.
        y: row of that cell.
        card: which card.
        points: its points.
    """

    player: Seat
    x: Coordinate
    y: Coordinate
    card: CardId
    points: Small

    def deltas(self) -> Deltas:
        """Points."""
        return ((f"points/{self.player}", self.points),)


class DolphinEnclosed(EffervescentEvent, frozen=True):
    """A player encloses the dolphin and scores a point (EF-2.6).

    Attributes:
        player: who.
    """

    player: Seat

    def deltas(self) -> Deltas:
        """One point."""
        return ((f"points/{self.player}", 1),)


class DolphinStayed(EffervescentEvent, frozen=True):
    """The dolphin finds no place to jump to (EF-2.6).

    Attributes:
        player: who enclosed it.
    """

    player: Seat


class EelsLeft(EffervescentEvent, frozen=True):
    """Two eels have fallen in love and swim away (EF-2.6).

    Attributes:
        tiles: the placed one and the other.
    """

    tiles: Annotated[tuple[TileId, ...], Meta(min_length=2, max_length=2)]

    def deltas(self) -> Deltas:
        """Two tiles leave the game."""
        return (("sea/tiles", -2), ("gone", 2))


class TileTaken(EffervescentEvent, frozen=True):
    """A player takes an open tile (EF-2.2.4), by the windfall card too.

    Attributes:
        player: who.
        source: from where.
        tile: which one.
        windfall: whether it is the additional one of the windfall card.
    """

    player: Seat
    source: Source
    tile: TileId
    windfall: bool

    def deltas(self) -> Deltas:
        """A tile goes to the hand."""
        name, display = split_source(self.source)
        return ((f"{'display' if display else 'stack'}/{name}", -1), (f"hand/{self.player}", 1))


class WindfallPassed(EffervescentEvent, frozen=True):
    """A player takes no tile by the windfall card (EF-2.6).

    Attributes:
        player: who.
    """

    player: Seat


class DisplayRefilled(EffervescentEvent, frozen=True):
    """A display place is filled from its stack (EF-2.2.4).

    Attributes:
        stack: which stack.
        tile: which tile.
    """

    stack: StackName
    tile: TileId

    def deltas(self) -> Deltas:
        """A tile goes from the stack to the display."""
        return ((f"stack/{self.stack}", -1), (f"display/{self.stack}", 1))


class TilesShown(EffervescentEvent, frozen=True):
    """A player shows tiles none of which can be placed (V7).

    Attributes:
        player: who.
        tiles: the held tiles.
    """

    player: Seat
    tiles: Annotated[tuple[TileId, ...], Meta(max_length=80)]


class TileSwapped(EffervescentEvent, frozen=True):
    """A player swaps a tile that cannot be placed (V7).

    Attributes:
        player: who.
        given: the tile given back.
        stack: the stack under which it goes.
        source: where the new one comes from.
        taken: the new one.
    """

    player: Seat
    given: TileId
    stack: StackName
    source: Source
    taken: TileId

    def deltas(self) -> Deltas:
        """The hand stays as large as it was."""
        name, display = split_source(self.source)
        return ((f"stack/{self.stack}", 1), (f"{'display' if display else 'stack'}/{name}", -1))


class TurnSkipped(EffervescentEvent, frozen=True):
    """A player's turn passes (V7, V23).

    Attributes:
        player: who.
        reason: ``no-tile`` or ``no-placement``.
    """

    player: Seat
    reason: Literal["no-tile", "no-placement"]


# ---- rounds and the end ------------------------------------------------------------------------


class RoundEnded(EffervescentEvent, frozen=True):
    """Everybody has had a turn (EF-2.4.1).

    Attributes:
        round: number of the round.
    """

    round: Small


class DriftMoved(EffervescentEvent, frozen=True):
    """The row of drift cards moves on (EF-2.4.2).

    Attributes:
        left: the card that goes under the deck.
        entered: the card that comes in at the deck's end.
    """

    left: CardId
    entered: CardId


class GameEnded(EffervescentEvent, frozen=True):
    """The game goes to final scoring (EF-2.4.1).

    Attributes:
        reason: ``hideout``, ``tiles``, or ``no-placement`` when every player skipped (V7).
    """

    reason: Literal["hideout", "tiles", "no-placement"]


class TideRevealed(EffervescentEvent, frozen=True):
    """A player's reference card is shown (EF-2.5).

    Attributes:
        player: whose.
        card: which.
    """

    player: Seat
    card: CardId


class EffervescentsRemoved(EffervescentEvent, frozen=True):
    """Effervescents that do not fit the owner's card leave the sea (EF-2.5).

    Attributes:
        player: whose.
        number: how many.
    """

    player: Seat
    number: Small

    def deltas(self) -> Deltas:
        """They leave the game."""
        return ((f"sea/effervescents/{self.player}", -self.number), (f"removed/{self.player}", self.number))


class TideScored(EffervescentEvent, frozen=True):
    """A player scores the effervescents that stay (EF-2.5).

    Attributes:
        player: who.
        points: how many points.
    """

    player: Seat
    points: Small

    def deltas(self) -> Deltas:
        """Points."""
        return ((f"points/{self.player}", self.points),)


class LionfishScored(EffervescentEvent, frozen=True):
    """A player scores lionfish (EF-2.6, V36).

    Attributes:
        player: who.
        points: how many points.
    """

    player: Seat
    points: Small

    def deltas(self) -> Deltas:
        """Points."""
        return ((f"points/{self.player}", self.points),)


EVENTS = (
    StartPieceLaid,
    LionfishScattered,
    RowLaid,
    HarmonyLaid,
    WaveTaken,
    TideDealt,
    EelDealt,
    Drafted,
    DolphinPlaced,
    TilePlaced,
    LionfishTaken,
    DriftMet,
    EffervescentAttached,
    AttachingEnded,
    HabitatMade,
    HarmonyScored,
    DolphinEnclosed,
    DolphinStayed,
    EelsLeft,
    TileTaken,
    WindfallPassed,
    DisplayRefilled,
    TilesShown,
    TileSwapped,
    TurnSkipped,
    RoundEnded,
    DriftMoved,
    GameEnded,
    TideRevealed,
    EffervescentsRemoved,
    TideScored,
    LionfishScored,
)
