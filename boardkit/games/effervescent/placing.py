"""Where a tile may lie: the check of one placement, and what is wrong with it (EF-2.2.1)."""

from __future__ import annotations

from operator import or_

from msgspec import Struct

from boardkit.games.effervescent.cells import MIDDLE, SIZE, Patch, lay, meets, shared
from boardkit.games.effervescent.poses import Frame, Pose
from boardkit.games.effervescent.sea import DOLPHIN_DISC, SAND_LINE, TOKEN_DISC, Body, Sea, hits, on_board
from boardkit.games.effervescent.tiles import Tile

__all__ = ["Collision", "Fault", "Placing"]


# Farther in than this, no tile reaches the border.
NEAR_BORDER = 110


class Collision(Struct, frozen=True):
    """What a placement overlaps or should have touched, so that a front end can show it.

    Attributes:
        kind: ``piece``, ``effervescent`` or ``dolphin``.
        index: its place among the state's pieces or tokens; 0 for the dolphin.
        tile: the piece's tile, or None.
        cells: the cells that both want, as x, y pairs.
    """

    kind: str
    index: int
    tile: str | None
    cells: tuple[tuple[int, int], ...]


class Fault(Struct, frozen=True):
    """Why a placement is illegal.

    Attributes:
        code: stable word for programs.
        rule: id of the rule.
        message: one sentence.
        collisions: what it collides with.
    """

    code: str
    rule: str
    message: str
    collisions: tuple[Collision, ...] = ()


class Placing:
    """The rules of placing in one position.

    Args:
        sea: the sea.
        names: what each body is.
        first: whether no tile has been placed in this game yet.
        any_touch: whether the first tile may touch with any of its parts (V3).
    """

    def __init__(self, sea: Sea, names: tuple[Tile, ...], first: bool, any_touch: bool) -> None:
        self.sea = sea
        self.names = names
        self.first = first
        self.whole = first and any_touch
        self.sand = sea.sand
        self.targets = sea.heads
        if self.whole:
            # The base start tile may be touched anywhere, the other start pieces at their heads (V3, V48).
            self.targets = sea.heads.copy()
            for tile, body in zip(names, sea.bodies, strict=True):
                if tile.kind == "start":
                    _add(self.targets, body.patch)

    def probe(self, posed: Pose) -> Frame:
        """Return the cells of which one must hit the targets."""
        return posed.reach if self.whole else posed.tail_reach

    def likely(self, posed: Pose, x: int, y: int, target: tuple[int, int]) -> bool:
        """Whether a tile at ``target`` could be legal: it points away from it, and its middle lies in free sea.

        A quick look before :meth:`legal`, which is true of hardly one pose in fifty.
        """
        middle_x, middle_y = posed.middle
        tail_x, tail_y = posed.tail_middle
        if (middle_x - tail_x) * (x + tail_x - target[0]) + (middle_y - tail_y) * (
            y + tail_y - target[1]
        ) < 0:
            return False
        column, row = x + MIDDLE, y + MIDDLE
        if not NEAR_BORDER <= column < SIZE - NEAR_BORDER or not NEAR_BORDER <= row < SIZE - NEAR_BORDER:
            return on_board(posed, x, y)
        occupied = self.sea.occupied
        for i, j in posed.middles:  # noqa: SIM110  a generator would cost half as much again
            if occupied[row + j] >> (column + i) & 1:
                return False
        return True

    def legal(self, posed: Pose, x: int, y: int) -> bool:
        """Whether a tile may lie so."""
        return (
            self.sea.fits(posed, x, y)
            and not (self.sand and posed.body.y0 + y < SAND_LINE)
            and hits(self.targets, self.probe(posed), x, y)
        )

    def fault(self, posed: Pose, x: int, y: int) -> Fault | None:
        """Return why a tile may not lie so, or None."""
        if not on_board(posed, x, y):
            return Fault("off-board", "EF-6", "the tile comes too close to the border of the sea")
        if self.sand and posed.body.y0 + y < SAND_LINE:
            return Fault("below-sand-line", "EF-2.6", "nothing may lie beyond the sand line of the wreck")
        if hits(self.sea.occupied, posed.body, x, y):
            collisions = self.collisions(lay(posed.body, x, y))
            what = ", ".join(collision.tile or collision.kind for collision in collisions)
            return Fault("overlap", "EF-2.2.1", f"the tile overlaps {what}", collisions)
        if not hits(self.targets, self.probe(posed), x, y):
            touched = self._touched(Body(posed, x, y))
            if self.whole:
                return Fault("no-start-contact", "V3", "the first tile must touch the start", touched)
            return Fault(
                "no-head-contact",
                "EF-2.2.1",
                "the tail must touch the head of another creature or of the start",
                touched,
            )
        return None

    def collisions(self, patch: Patch) -> tuple[Collision, ...]:
        """Return what shares cells with ``patch``."""
        found: list[Collision] = []
        for index, (tile, body) in enumerate(zip(self.names, self.sea.bodies, strict=True)):
            if meets(patch, body.patch):
                found.append(Collision("piece", index, tile.id, tuple(shared(patch, body.patch))))
        for index, (x, y) in enumerate(self.sea.tokens):
            cells = shared(patch, lay(TOKEN_DISC, x, y))
            if cells:
                found.append(Collision("effervescent", index, None, tuple(cells)))
        if self.sea.dolphin is not None:
            cells = shared(patch, lay(DOLPHIN_DISC, *self.sea.dolphin))
            if cells:
                found.append(Collision("dolphin", 0, None, tuple(cells)))
        return tuple(found)

    def _touched(self, body: Body) -> tuple[Collision, ...]:
        """Return the pieces that the tile touches, though not as it should."""
        reach = body.lay(body.pose.reach)
        return tuple(
            Collision(
                "piece", index, self.names[index].id, tuple(shared(reach, self.sea.bodies[index].patch))
            )
            for index in self.sea.contacts(body)
        )


def _add(layer: list[int], patch: Patch) -> None:
    end = patch.top + len(patch.rows)
    layer[patch.top : end] = map(or_, layer[patch.top : end], patch.rows)
