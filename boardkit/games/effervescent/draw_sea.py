"""The sea in a picture: pieces with heads and tails, habitats, effervescents, tokens."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import TYPE_CHECKING

from boardkit.games.effervescent.poses import Pose, outlines, pose
from boardkit.games.effervescent.sea import SAND_LINE
from boardkit.games.effervescent.text import tile_name
from boardkit.games.effervescent.tiles import COLOURS, Tile
from boardkit.svg import Svg, number

if TYPE_CHECKING:
    from boardkit.games.effervescent.model import Piece, View

__all__ = ["INK", "PAPER", "PLAYERS", "draw_icon", "draw_sea", "draw_tile"]

Place = tuple[float, float]

# Okabe and Ito's colours, which stay apart in all common kinds of colour blindness; every colour has an icon too.
FILLS = {"yellow": "#f3d94e", "green": "#1fa37c", "blue": "#3c8fd0", "purple": "#b873b4"}
DARK = {"yellow": "#8a7410", "green": "#0b4f3b", "blue": "#123f66", "purple": "#5a2a58"}
PLAYERS = ("#e69f00", "#ffffff", "#d55e00", "#111111", "#9ee5ff")
DIGITS = ("#111111", "#111111", "#ffffff", "#ffffff", "#111111")
INK, PAPER = "#10303c", "#f4f8f7"
WATER, SHALLOWS, SAND = "#1d6073", "#7fd0cd", "#e6d3a3"
STONE, WOOD, SHELL, SKIN = "#9aa5a6", "#8d6b4b", "#dfe7e6", "#e0877a"
INSET = 0.35


class Window:
    """Where the cells of the sea lie in the picture.

    Args:
        box: left, top, right, bottom in cells.
        place: left, top, width, height in the picture.
        turned: whether the table is turned by 180 degrees (the wreck lies with its sand towards the reader).
    """

    def __init__(
        self, box: tuple[float, float, float, float], place: tuple[float, float, float, float], turned: bool
    ) -> None:
        left, top, right, bottom = box
        x, y, width, height = place
        self.scale = min(width / (right - left), height / (bottom - top), 5.0)
        self.sign = -1 if turned else 1
        self.x = x + width / 2 - self.sign * self.scale * (left + right) / 2
        self.y = y + height / 2 - self.sign * self.scale * (top + bottom) / 2

    def at(self, x: float, y: float) -> Place:
        """Return the place of a point given in millimetres."""
        return self.x + self.sign * self.scale * x, self.y + self.sign * self.scale * y

    def cell(self, x: int, y: int) -> Place:
        """Return the place of the middle of a cell."""
        return self.at(x + 0.5, y + 0.5)


def draw_sea(svg: Svg, view: View, place: tuple[float, float, float, float], language: str) -> None:
    """Draw the whole sea into a rectangle of the picture."""
    x, y, width, height = place
    svg.rect(x, y, width, height, fill=WATER)
    wreck = any(piece.tile == "wreck" for piece in view.pieces)
    window = Window(_bounds(view), (x + 6, y + 6, width - 12, height - 12), wreck)
    if wreck:
        line = min(window.at(0, SAND_LINE)[1], y + height)
        svg.rect(x, line, width, y + height - line, fill=SAND)
    for habitat in view.habitats:
        corners = zip(habitat.outline[::2], habitat.outline[1::2], strict=False)
        points = [window.at(*corner) for corner in corners]
        if points:
            svg.polygon(
                points,
                fill=SHALLOWS,
                stroke=SHALLOWS,
                stroke_width=0.8 * window.scale,
                stroke_linejoin="round",
            )
    latest = _latest(view)
    for index, piece in enumerate(view.pieces):
        _draw_piece(svg, view, piece, window, language, index == latest)
    for spot in view.lionfish:
        _draw_lionfish(svg, *window.cell(spot.x, spot.y), 6 * window.scale)
    if view.dolphin is not None:
        _draw_dolphin(svg, *window.cell(view.dolphin.x, view.dolphin.y), 10 * window.scale)
    fresh = len(view.tokens) - view.attached
    for index, token in enumerate(view.tokens):
        draw_token(svg, *window.cell(token.x, token.y), 4.7 * window.scale, token.player, index >= fresh)


def _bounds(view: View) -> tuple[float, float, float, float]:
    """Return the part of the sea that has something in it, and a little more."""
    boxes = []
    for piece in view.pieces:
        posed = pose(view.game.tiles[piece.tile].shape, piece.flip, piece.rotation)
        left, top = posed.body.x0 + piece.x, posed.body.y0 + piece.y
        boxes.append((left, top, left + posed.width, top + posed.height))
    boxes += [(spot.x - 6, spot.y - 6, spot.x + 6, spot.y + 6) for spot in view.lionfish]
    boxes += [(token.x - 5, token.y - 5, token.x + 5, token.y + 5) for token in view.tokens]
    if view.dolphin is not None:
        boxes.append((view.dolphin.x - 10, view.dolphin.y - 10, view.dolphin.x + 10, view.dolphin.y + 10))
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return left - 6, top - 6, right + 6, bottom + 6


def _latest(view: View) -> int:
    """Return the index of the tile placed last, or -1."""
    if view.pieces and view.pieces[-1].player is not None:
        return len(view.pieces) - 1
    return -1


# ---- pieces ------------------------------------------------------------------------------------


def _draw_piece(svg: Svg, view: View, piece: Piece, window: Window, language: str, latest: bool) -> None:
    tile = view.game.tiles[piece.tile]
    posed = pose(tile.shape, piece.flip, piece.rotation)

    def at(point: Place) -> Place:
        return window.at(point[0] / 32 + piece.x, point[1] / 32 + piece.y)

    with svg.group():
        svg.element("title", tile_name(view.game, piece.tile, language, piece.flip))
        draw_tile(svg, tile, posed, at, window.scale)
        if latest:
            points = [at(point) for point in posed.points]
            svg.polygon(
                points,
                fill="none",
                stroke="#ffffff",
                stroke_width=max(2.4, 1.3 * window.scale),
                stroke_linejoin="round",
                stroke_dasharray=f"{number(4.0 * window.scale)} {number(2.5 * window.scale)}",
            )


def draw_tile(svg: Svg, tile: Tile, posed: Pose, at: Callable[[Place], Place], scale: float) -> None:
    """Draw a tile: outline a little inset, head and tail zones, icons for colour and size at the head.

    Args:
        svg: the picture.
        tile: what it is.
        posed: how it lies.
        at: the function from a point in 1/32 mm to a place in the picture.
        scale: picture units a millimetre.
    """
    placed = [at(point) for point in _inset(posed.points, 32 * INSET)]
    fill, edge = _paint(tile)
    svg.polygon(placed, fill=fill, stroke=edge, stroke_width=max(0.5, 0.45 * scale), stroke_linejoin="round")
    outline = outlines()[tile.shape]
    heads, tails = outline.heads, outline.tails
    if posed.flip and outline.flip_swaps:
        heads, tails = tails, heads
    for colour, runs in outline.zones.items():
        for run in runs:
            svg.polygon(_zone(placed, run), fill=FILLS[colour], stroke="none")
    if tile.kind == "starfish":
        middle = _middle(placed)
        radius = 8.5 * scale
        svg.circle(*middle, radius, fill=FILLS[tile.colours[-1]], stroke=edge, stroke_width=0.4 * scale)
        _draw_icons(svg, tile, middle, scale)
        return
    for run in tails:
        svg.polygon(_zone(placed, run), fill="#ffffff", fill_opacity=0.5, stroke="none")
    if tile.kind == "eel":
        _draw_icons(svg, tile, _eel_head(placed, tails), scale)
    else:
        _draw_heads(svg, tile, placed, heads, scale)
    if tile.kind == "rock":
        _draw_icons(svg, tile, _middle(placed), scale)


def _draw_heads(
    svg: Svg, tile: Tile, placed: list[Place], heads: tuple[tuple[int, int], ...], scale: float
) -> None:
    """Shade the head zones and put icons, eyes or fish on them."""
    edge = _paint(tile)[1]
    for run in heads:
        zone = _zone(placed, run)
        svg.polygon(zone, fill=edge, fill_opacity=0.45, stroke="none")
        if tile.kind in {"start", "octopus"}:
            svg.circle(*_middle(zone), 1.6 * scale, fill="#ffffff")
        elif tile.kind in {"rock", "wreck"}:
            _draw_fish(svg, *_middle(zone), 4.2 * scale)
        else:
            _draw_icons(svg, tile, _middle(zone), scale)


def _paint(tile: Tile) -> tuple[str, str]:
    """Return the fill and the edge of a piece."""
    special = {"start": (SHELL, "#51696f"), "octopus": (SKIN, "#6e2e26"), "wreck": (WOOD, "#412d1b")}
    if tile.kind in special:
        return special[tile.kind]
    if tile.kind == "rock":
        return STONE, "#475254"
    if len(tile.colours) == len(COLOURS):
        return SHELL, "#51696f"
    return FILLS[tile.colours[0]], DARK[tile.colours[0]]


def _zone(placed: list[Place], run: tuple[int, int]) -> list[Place]:
    first, count = run
    return [placed[(first + k) % len(placed)] for k in range(count)]


def _inset(points: list[tuple[int, int]], by: float) -> list[Place]:
    """Move every vertex inwards, since accepted tiles may overlap by a hair."""
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True))
    side = 1 if area > 0 else -1
    moved = []
    for k, (x, y) in enumerate(points):
        (ax, ay), (bx, by_) = points[k - 1], points[(k + 1) % len(points)]
        dx, dy = bx - ax, by_ - ay
        length = hypot(dx, dy) or 1.0
        moved.append((x - side * by * dy / length, y + side * by * dx / length))
    return moved


def _middle(points: list[Place]) -> Place:
    """Return the centre of gravity of a polygon."""
    area = x = y = 0.0
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        cross = ax * by - bx * ay
        area += cross
        x += (ax + bx) * cross
        y += (ay + by) * cross
    if abs(area) < 1e-9:
        return points[0]
    return x / (3 * area), y / (3 * area)


def _eel_head(placed: list[Place], tails: tuple[tuple[int, int], ...]) -> Place:
    tail = _middle(_zone(placed, tails[0]))
    far = sorted(placed, key=lambda point: -hypot(point[0] - tail[0], point[1] - tail[1]))[:9]
    return sum(x for x, _ in far) / len(far), sum(y for _, y in far) / len(far)


def _draw_icons(svg: Svg, tile: Tile, middle: Place, scale: float) -> None:
    """Draw the icons of a tile: one shape a colour, as many as the tile is large."""
    icons = list(tile.colours) if len(tile.colours) > 1 else list(tile.colours) * max(1, tile.size)
    size = (1.7 if tile.size == 1 else 2.1) * scale
    x, y = middle
    step = 2.15 * size
    for k, colour in enumerate(icons):
        draw_icon(svg, colour, x + (k - (len(icons) - 1) / 2) * step, y, size)


def draw_icon(svg: Svg, colour: str, x: float, y: float, r: float) -> None:
    """Draw the icon of a colour: circle yellow, triangle green, square blue, diamond purple."""
    style: dict[str, str | float] = {"fill": "#ffffff", "stroke": DARK[colour], "stroke_width": 0.35 * r}
    if colour == "yellow":
        svg.circle(x, y, 0.9 * r, **style)
    elif colour == "green":
        svg.polygon([(x, y - 1.1 * r), (x + r, y + 0.75 * r), (x - r, y + 0.75 * r)], **style)
    elif colour == "blue":
        svg.rect(x - 0.82 * r, y - 0.82 * r, 1.64 * r, 1.64 * r, **style)
    else:
        svg.polygon([(x, y - 1.15 * r), (x + 1.15 * r, y), (x, y + 1.15 * r), (x - 1.15 * r, y)], **style)


def draw_token(svg: Svg, x: float, y: float, r: float, seat: int, fresh: bool) -> None:
    """Draw an effervescent: a bubble in its owner's colour with the seat's number."""
    edge = "#ffffff" if seat == 3 else "#111111"
    svg.circle(x, y, r, fill=PLAYERS[seat % 5], stroke=edge, stroke_width=0.16 * r)
    if fresh:
        svg.circle(x, y, 1.22 * r, fill="none", stroke="#ffffff", stroke_width=0.2 * r)
    svg.circle(x - 0.4 * r, y - 0.45 * r, 0.16 * r, fill="#ffffff", fill_opacity=0.8)
    svg.text(
        x, y + 0.45 * r, str(seat), size=1.3 * r, anchor="middle", fill=DIGITS[seat % 5], font_weight="bold"
    )


def _draw_fish(svg: Svg, x: float, y: float, r: float) -> None:
    svg.polygon(
        [(x + 0.6 * r, y), (x + 1.2 * r, y - 0.5 * r), (x + 1.2 * r, y + 0.5 * r)],
        fill="#ffffff",
        stroke="none",
    )
    svg.element("ellipse", cx=x, cy=y, rx=0.85 * r, ry=0.5 * r, fill="#ffffff")
    svg.circle(x - 0.45 * r, y - 0.08 * r, 0.12 * r, fill=INK)


def _draw_lionfish(svg: Svg, x: float, y: float, r: float) -> None:
    svg.circle(x, y, r, fill="#fff1e8", stroke="#9c2f1b", stroke_width=0.16 * r)
    for k in range(-2, 3):
        svg.line(
            x + 0.3 * k * r,
            y - 0.75 * r,
            x + 0.22 * k * r,
            y + 0.7 * r,
            stroke="#9c2f1b",
            stroke_width=0.14 * r,
        )
    svg.circle(x - 0.45 * r, y, 0.13 * r, fill=INK)


def _draw_dolphin(svg: Svg, x: float, y: float, r: float) -> None:
    svg.circle(x, y, r, fill="#dcebf2", stroke="#2b5568", stroke_width=0.1 * r)
    shape = [
        (-0.75, 0.25),
        (-0.3, -0.3),
        (0.05, -0.42),
        (0.2, -0.75),
        (0.32, -0.38),
        (0.62, -0.05),
        (0.85, 0.45),
    ]
    shape += [(0.5, 0.25), (0.1, 0.1), (-0.3, 0.2), (-0.45, 0.32)]
    svg.polygon([(x + a * r, y + b * r) for a, b in shape], fill="#4d7f96", stroke="none")
    svg.circle(x - 0.35 * r, y - 0.05 * r, 0.06 * r, fill="#ffffff")
