"""Where a dropped tile snaps to: the nearest legal placement, or why there is none."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from boardkit.errors import BoardkitError, IllegalAction
from boardkit.games.effervescent.cells import MIDDLE
from boardkit.games.effervescent.events import Coordinate, Flip, Rotation, TileId
from boardkit.games.effervescent.model import PlaceTile, State, View
from boardkit.games.effervescent.placing import Collision, Placing
from boardkit.games.effervescent.plane import Plane
from boardkit.games.effervescent.poses import ROTATIONS, Pose, pose
from boardkit.games.effervescent.sea import Sea, body_at
from boardkit.games.effervescent.turn import placing_of

__all__ = ["Snap", "snap"]

# Turning by one step counts like moving by this many cells: about what it moves the ends of a medium tile.
TURN_COST = 3


class Snap(Struct, frozen=True):
    """The answer to a drop.

    Attributes:
        placement: the nearest legal placement of the tile with that side up, or None.
        distance2: squared distance from the dropped anchor, in cells; 0 with no turn if it is legal as dropped.
        turned: how many rotation steps it was turned, negative anticlockwise.
        code: why the tile may not lie as dropped (see IllegalAction), or None if it may.
        rule: the id of that rule.
        message: that in a sentence.
        collisions: what the tile collides with as dropped.
    """

    placement: PlaceTile | None
    distance2: Annotated[int, Meta(ge=0, le=4_000_000)]
    turned: Annotated[int, Meta(ge=-36, le=36)]
    code: str | None
    rule: str
    message: str
    collisions: tuple[Collision, ...]


class _Drop(Struct, frozen=True):
    tile: TileId
    flip: Flip
    rotation: Rotation
    x: Coordinate
    y: Coordinate


def snap(holder: State | View, tile: str, flip: int, rotation: int, x: int, y: int) -> Snap:
    """Return the nearest legal placement to where a person dropped a tile.

    Near means little moving and turning together: the squared distance of the anchors plus nine for the square of
    each step of rotation; equal ones go to the smaller turn, then to the first in reading order. The side that is up
    stays up.

    Args:
        holder: a state or view in which ``current_player`` is to place a tile.
        tile: a tile that player holds.
        flip: 0 as drawn, 1 mirrored.
        rotation: in steps of five degrees.
        x: column of the anchor.
        y: row of the anchor.

    Raises:
        IllegalAction: nobody places now, or the player does not hold that tile.
        BoardkitError: numbers out of range.
    """
    for value, low, high in (
        (flip, 0, 1),
        (rotation, 0, ROTATIONS - 1),
        (x, -MIDDLE, MIDDLE - 1),
        (y, -MIDDLE, MIDDLE - 1),
    ):
        if type(value) is not int or not low <= value <= high:
            raise BoardkitError(f"expected a whole number from {low} to {high}, got {value!r}")
    dropped = PlaceTile(tile, flip, rotation, x, y)
    placing = _placing(holder, dropped)
    shape = holder.game.tiles[tile].shape
    fault = placing.fault(pose(shape, flip, rotation), x, y)
    if fault is None:
        return Snap(dropped, 0, 0, None, "", "", ())
    found = _nearest(placing, shape, dropped)
    if found is None:
        message = f"{fault.message}; this tile fits nowhere with this side up"
        return Snap(None, 0, 0, fault.code, fault.rule, message, fault.collisions)
    _, turned, column, row = found
    turned = turned if turned <= ROTATIONS // 2 else turned - ROTATIONS
    placement = PlaceTile(tile, flip, (rotation + turned) % ROTATIONS, column, row)
    distance2 = (column - x) ** 2 + (row - y) ** 2
    return Snap(placement, distance2, turned, fault.code, fault.rule, fault.message, fault.collisions)


def _placing(holder: State | View, dropped: PlaceTile) -> Placing:
    if holder.phase != "place" or holder.current_player is None:
        raise IllegalAction("wrong-phase", "EF-2.2.1", "no tile is placed now", dropped)
    seats = holder.players if isinstance(holder, State) else holder.seats
    if dropped.tile not in seats[holder.current_player].hand:
        raise IllegalAction("tile-not-held", "EF-2.2.1", "that tile is not in the player's hand", dropped)
    if isinstance(holder, State):
        sea = holder.sea
    else:
        tiles, options = holder.game.tiles, holder.game.options
        sea = Sea(
            tuple(
                body_at(tiles[piece.tile].shape, piece.flip, piece.rotation, piece.x, piece.y)
                for piece in holder.pieces
            ),
            tuple((token.x, token.y) for token in holder.tokens),
            None if holder.dolphin is None else (holder.dolphin.x, holder.dolphin.y),
            bridging=options.effervescent_walls == "bridging",
            dolphin_wall=options.dolphin_wall,
        )
    return placing_of(holder.game, sea, holder.pieces, holder.gone)


def _nearest(placing: Placing, shape: str, dropped: PlaceTile) -> tuple[int, int, int, int] | None:
    """Return (cost, turn modulo 72, x, y) of the nearest legal placement, looking in growing windows."""
    for reach in (24, 80, 2 * MIDDLE):
        x, y = dropped.x, dropped.y
        plane = Plane(placing, (x - reach, y - reach, x + reach, y + reach))
        best: tuple[int, int, int, int] | None = None
        for steps in range(ROTATIONS // 2 + 1):
            price = (TURN_COST * steps) ** 2
            if price > reach * reach or (best is not None and price > best[0]):
                break
            for turned in dict.fromkeys((steps, -steps % ROTATIONS)):
                posed = pose(shape, dropped.flip, (dropped.rotation + turned) % ROTATIONS)
                best = _nearer(plane, posed, dropped, price, turned, best)
        if best is not None and best[0] <= reach * reach:
            return best
        if reach == 2 * MIDDLE:
            return best
    return None


def _nearer(
    plane: Plane,
    posed: Pose,
    dropped: PlaceTile,
    price: int,
    turned: int,
    best: tuple[int, int, int, int] | None,
) -> tuple[int, int, int, int] | None:
    """Return the better of ``best`` and the nearest legal position of a pose."""
    legal = plane.legal(posed)
    if not legal:
        return best
    for x, y in plane.points(legal):
        cost = price + (x - dropped.x) ** 2 + (y - dropped.y) ** 2
        if best is None or cost < best[0]:
            best = (cost, turned, x, y)
    return best
