"""The sea of one position as bitmaps: what is where, what a new piece would overlap or touch.

Everything here follows from the placed pieces, effervescents and the dolphin; it is derived data of a state and
never written anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat
from operator import and_, lshift, or_

from boardkit.games.effervescent.cells import MARGIN, MIDDLE, SIZE, Patch, lay, meets
from boardkit.games.effervescent.poses import (
    CROSS,
    TOKEN,
    TOUCH,
    Frame,
    Point,
    Pose,
    Walk,
    disc,
    pose,
    spread,
)
from boardkit.games.effervescent.water import Habitat, Water

__all__ = ["Body", "Sea"]

TOKEN_DISC = disc(24)
DOLPHIN_DISC = disc(100)
LIONFISH_DISC = disc(36)
TOKEN_SKIN = spread(TOKEN_DISC, CROSS)
DOLPHIN_SKIN = spread(DOLPHIN_DISC, CROSS)
TOKEN_WALK = Walk.around(TOKEN_SKIN)
_TOKEN_RIM = TOKEN_WALK.points()
# Centres of effervescents that would overlap another effervescent, the dolphin, a lionfish.
TOKEN_SWELL = spread(TOKEN_DISC, TOKEN)
DOLPHIN_SWELL = spread(DOLPHIN_DISC, TOKEN)
LIONFISH_SWELL = spread(LIONFISH_DISC, TOKEN)
# Centres of effervescents that would overlap or touch another effervescent, the dolphin.
TOKEN_EMBRACE = spread(TOKEN_SWELL, TOUCH)
DOLPHIN_EMBRACE = spread(DOLPHIN_SWELL, TOUCH)
SAND_LINE = -33
LOWEST = -MIDDLE + MARGIN
HIGHEST = MIDDLE - 1 - MARGIN


class Body:
    """A piece at its place.

    Attributes:
        pose: shape, side and rotation.
        x: column of its anchor.
        y: row of its anchor.
        patch: its cells.
        left, right, top, bottom: the public columns and rows it spans, inclusive.
    """

    __slots__ = ("bottom", "left", "patch", "pose", "right", "top", "x", "y")

    def __init__(self, posed: Pose, x: int, y: int) -> None:
        self.pose, self.x, self.y = posed, x, y
        body = posed.body
        self.left, self.top = body.x0 + x, body.y0 + y
        self.right, self.bottom = self.left + posed.width - 1, self.top + posed.height - 1
        self.patch = lay(body, x, y)

    def lay(self, frame: Frame) -> Patch:
        """Return a frame of the pose (head, reach, ...) at this place."""
        return lay(frame, self.x, self.y)

    def touches_token(self, x: int, y: int) -> bool:
        """Whether an effervescent centred at (x, y) is in contact with the piece."""
        return _holds(self.pose.embrace, x - self.x, y - self.y)

    def __repr__(self) -> str:
        return f"Body({self.pose!r}, {self.x}, {self.y})"


def _holds(frame: Frame, x: int, y: int) -> bool:
    j, i = y - frame.y0, x - frame.x0
    return i >= 0 and 0 <= j < len(frame.rows) and bool(frame.rows[j] >> i & 1)


@lru_cache(maxsize=4096)
def body_at(shape: str, flip: int, rotation: int, x: int, y: int) -> Body:
    """Return the body of a piece at a place; neighbouring states share it."""
    return Body(pose(shape, flip, rotation), x, y)


def on_board(posed: Pose, x: int, y: int) -> bool:
    """Whether the piece's bounding box keeps its distance from the sea's border."""
    left, top = posed.body.x0 + x, posed.body.y0 + y
    return (
        left >= LOWEST
        and top >= LOWEST
        and left + posed.width - 1 <= HIGHEST
        and top + posed.height - 1 <= HIGHEST
    )


def hits(layer: list[int], frame: Frame, x: int, y: int) -> bool:
    """Whether ``frame``, moved by the public (x, y), shares a cell with a layer of the sea."""
    top = frame.y0 + y + MIDDLE
    rows = frame.rows
    return any(map(and_, layer[top : top + len(rows)], map(lshift, rows, repeat(frame.x0 + x + MIDDLE))))


def _paint(layer: list[int], patch: Patch) -> None:
    top, rows = patch
    layer[top : top + len(rows)] = map(or_, layer[top : top + len(rows)], rows)


def _paint_body(sea: Sea, body: Body) -> None:
    _paint(sea.occupied, body.patch)
    _paint(sea.heads, body.lay(body.pose.heads))
    _paint(sea.blocked, body.lay(body.pose.swell))


def _paint_token(sea: Sea, x: int, y: int) -> None:
    _paint(sea.occupied, lay(TOKEN_DISC, x, y))
    _paint(sea.blocked, lay(TOKEN_SWELL, x, y))


def _grow_bridges(sea: Sea) -> None:
    """Make walls of the effervescents that have come to bridge (V18)."""
    bridges = sea.found_bridges()
    for number in bridges:
        if number not in sea.bridges:
            x, y = sea.tokens[number]
            sea.water = sea.water.grown(lay(TOKEN_SKIN, x, y), TOKEN_WALK, x, y)
    sea.bridges = bridges


class Sea:
    """All layers of one position; never changed once made.

    Attributes:
        bodies: the pieces, in the order of the state's.
        tokens: centres of the effervescents, in the order of the state's.
        dolphin: its centre, or None.
        occupied: rows of cells that no tile may cover: pieces, effervescents, the dolphin.
        heads: rows of head cells.
        blocked: rows of cells at which no effervescent may be centred (lionfish apart).
        sand: whether the wreck lies there, beyond whose sand line nothing may lie.
        bridges: which effervescents are walls, as indices (V18); empty without that option.
        water: wall, water and habitats.
    """

    __slots__ = (
        "blocked",
        "bodies",
        "bridges",
        "bridging",
        "dolphin",
        "dolphin_wall",
        "heads",
        "occupied",
        "sand",
        "tokens",
        "water",
    )

    def __init__(
        self,
        bodies: tuple[Body, ...],
        tokens: tuple[Point, ...],
        dolphin: Point | None,
        *,
        bridging: bool = False,
        dolphin_wall: bool = True,
    ) -> None:
        """Build everything from scratch."""
        self.bodies, self.tokens, self.dolphin = bodies, tokens, dolphin
        self.bridging, self.dolphin_wall = bridging, dolphin_wall
        self.sand = any(body.pose.shape == "wreck" for body in bodies)
        self.occupied, self.heads, self.blocked = [0] * SIZE, [0] * SIZE, [0] * SIZE
        for body in bodies:
            _paint_body(self, body)
        for x, y in tokens:
            _paint_token(self, x, y)
        if dolphin is not None:
            _paint(self.occupied, lay(DOLPHIN_DISC, *dolphin))
            _paint(self.blocked, lay(DOLPHIN_SWELL, *dolphin))
        self.bridges = self.found_bridges()
        self.water = Water.of(self.skins())

    def skins(self) -> list[Patch]:
        """Return what makes the wall."""
        skins = [body.lay(body.pose.skin) for body in self.bodies]
        if self.dolphin is not None and self.dolphin_wall:
            skins.append(lay(DOLPHIN_SKIN, *self.dolphin))
        skins.extend(lay(TOKEN_SKIN, *self.tokens[number]) for number in self.bridges)
        return skins

    def _child(self) -> Sea:
        child = object.__new__(Sea)
        child.bodies, child.tokens, child.dolphin = self.bodies, self.tokens, self.dolphin
        child.sand = self.sand
        child.bridging, child.dolphin_wall = self.bridging, self.dolphin_wall
        child.bridges, child.water = self.bridges, self.water
        child.occupied, child.heads, child.blocked = (
            self.occupied.copy(),
            self.heads.copy(),
            self.blocked.copy(),
        )
        return child

    def with_body(self, body: Body) -> Sea:
        """Return the sea after one more piece."""
        child = self._child()
        child.bodies = (*self.bodies, body)
        _paint_body(child, body)
        child.water = self.water.grown(body.lay(body.pose.skin), body.pose.walk, body.x, body.y)
        _grow_bridges(child)
        return child

    def with_token(self, x: int, y: int) -> Sea:
        """Return the sea after one more effervescent."""
        child = self._child()
        child.tokens = (*self.tokens, (x, y))
        _paint_token(child, x, y)
        _grow_bridges(child)
        return child

    # ---- effervescents as walls (V18) ----------------------------------------------------------

    def found_bridges(self) -> tuple[int, ...]:
        """Return the effervescents that are walls, as indices."""
        if not self.bridging:
            return ()
        return tuple(number for number, (x, y) in enumerate(self.tokens) if self.would_bridge(x, y))

    def would_bridge(self, x: int, y: int) -> bool:
        """Whether an effervescent is in contact with two or more pieces (or one and the dolphin)."""
        touched = len(self.touching_token(x, y))
        if self.dolphin is not None:
            touched += _holds(DOLPHIN_EMBRACE, x - self.dolphin[0], y - self.dolphin[1])
        return touched >= 2

    # ---- contact -------------------------------------------------------------------------------

    def touching_token(self, x: int, y: int) -> tuple[int, ...]:
        """Return the pieces in contact with an effervescent centred at (x, y), as indices."""
        return tuple(
            number
            for number, body in enumerate(self.bodies)
            if body.left - 7 <= x <= body.right + 7
            and body.top - 7 <= y <= body.bottom + 7
            and body.touches_token(x, y)
        )

    def contacts(self, body: Body) -> tuple[int, ...]:
        """Return the pieces in contact with ``body``, as indices, ``body`` itself left out."""
        left, right, top, bottom = body.left - 3, body.right + 3, body.top - 3, body.bottom + 3
        reach = body.lay(body.pose.reach)
        return tuple(
            number
            for number, other in enumerate(self.bodies)
            if other.left <= right
            and other.right >= left
            and other.top <= bottom
            and other.bottom >= top
            and other is not body
            and meets(reach, other.patch)
        )

    def token_contacts(self, body: Body) -> tuple[int, ...]:
        """Return the effervescents in contact with ``body``, as indices."""
        return tuple(
            number
            for number, (x, y) in enumerate(self.tokens)
            if body.left - 7 <= x <= body.right + 7
            and body.top - 7 <= y <= body.bottom + 7
            and body.touches_token(x, y)
        )

    def fits(self, posed: Pose, x: int, y: int) -> bool:
        """Whether a tile lies on the board and overlaps nothing."""
        return on_board(posed, x, y) and not hits(self.occupied, posed.body, x, y)

    # ---- effervescents and water ---------------------------------------------------------------

    def habitat_of_token(self, number: int) -> Habitat | None:
        """Return the habitat that an effervescent is inside of (V18), or None."""
        x, y = self.tokens[number]
        if number not in self.bridges:
            return self.water.habitat_at(x, y)
        return self._habitat_beside(_TOKEN_RIM, x, y)

    def _habitat_beside(self, walk: Sequence[Point], x: int, y: int) -> Habitat | None:
        """Return the only habitat beside a skin, or None if there is none, another one or the open sea."""
        found: Habitat | None = None
        water = self.water
        for i, j in walk:
            column, row = x + i, y + j
            if water.is_open(column, row):
                return None
            habitat = water.habitat_at(column, row)
            if habitat is not None:
                if found is not None and habitat is not found:
                    return None
                found = habitat
        return found

    def spots(self, body: Body, lionfish: Sequence[Point] = ()) -> Patch:
        """Return every cell at which an effervescent may be centred so that it touches ``body`` (EF-2.2.2)."""
        top, rows = body.lay(body.pose.embrace)
        blocked = self.blocked[top : top + len(rows)]
        for x, y in lionfish:
            if abs(x - body.x) < 160 and abs(y - body.y) < 160:
                _paint_part(blocked, top, lay(LIONFISH_SWELL, x, y))
        free = [row & ~taken for row, taken in zip(rows, blocked, strict=True)]
        if self.sand:
            free = [row if y >= SAND_LINE + 4 + MIDDLE else 0 for y, row in enumerate(free, top)]
        return Patch(top, tuple(free))

    def spot_free(self, x: int, y: int, lionfish: Sequence[Point] = ()) -> bool:
        """Whether an effervescent centred at (x, y) would overlap nothing."""
        if self.blocked[y + MIDDLE] >> (x + MIDDLE) & 1 or (self.sand and y < SAND_LINE + 4):
            return False
        return not any(_holds(LIONFISH_SWELL, x - fx, y - fy) for fx, fy in lionfish)


def _paint_part(rows: list[int], top: int, patch: Patch) -> None:
    for y, row in enumerate(patch.rows, patch.top):
        if 0 <= y - top < len(rows):
            rows[y - top] |= row


def touches_lionfish(body: Body, x: int, y: int) -> bool:
    """Whether ``body`` overlaps or touches a lionfish centred at (x, y)."""
    if not (body.left - 9 <= x <= body.right + 9 and body.top - 9 <= y <= body.bottom + 9):
        return False
    return meets(body.lay(body.pose.reach), lay(LIONFISH_DISC, x, y))
