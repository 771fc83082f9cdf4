"""A picture of a view: the sea, and below it cards, stacks and players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardkit.games.effervescent.draw_sea import INK, PAPER, draw_sea, draw_tile, draw_token
from boardkit.games.effervescent.poses import pose
from boardkit.games.effervescent.text import card_name, tile_name
from boardkit.svg import Svg

if TYPE_CHECKING:
    from boardkit.games.effervescent.model import PlayerView, StackView, View

__all__ = ["draw"]

WIDTH = 1000
SEA = 700
HEAD = 48
CARD = 62
STACK = 132
SEAT = 74
LINE, FAINT, MET = "#b9c9ca", "#5d7479", "#ffe58a"
KINDS = {"kelp": "#dcefdc", "coral": "#fbe1dc", "abyss": "#dfe3f3"}
PHASES = {
    "draft": ("drafts a tile", "最初のタイルを取る"),
    "dolphin": ("places the dolphin", "イルカを置く"),
    "place": ("places a tile", "タイルを置く"),
    "swap": ("swaps a tile", "タイルを交換する"),
    "attach": ("attaches effervescents", "発泡を付ける"),
    "jump": ("lets the dolphin jump", "イルカを動かす"),
    "eel": ("chooses the eel", "去るウナギを選ぶ"),
    "take": ("takes a tile", "タイルを取る"),
    "windfall": ("may take a windfall", "ウィンドフォール"),
}


def draw(view: View, language: str = "en") -> str:
    """Return the picture of a view as SVG, 1000 units wide and readable from 400 pixels on."""
    height = HEAD + SEA + 2 * CARD + 24 + STACK + SEAT * len(view.seats) + 12
    svg = Svg(WIDTH, height, "エファーヴァセント" if language == "ja" else "Effervescent", background=PAPER)
    svg.text(16, 34, _headline(view, language), size=27, fill=INK, font_weight="bold")
    deck = f"漂流物の山 {view.deck_size}" if language == "ja" else f"drift deck {view.deck_size}"
    svg.text(WIDTH - 16, 34, deck, size=20, anchor="end", fill=FAINT)
    draw_sea(svg, view, (0, HEAD, WIDTH, SEA), language)
    top = HEAD + SEA + 8
    _draw_cards(svg, view, top, language)
    top += 2 * CARD + 8
    for number, stack in enumerate(view.stacks):
        width = WIDTH / len(view.stacks)
        _draw_stack(svg, view, stack, (number * width, top, width), language)
    top += STACK + 8
    for seat, player in enumerate(view.seats):
        _draw_seat(svg, view, seat, player, top + seat * SEAT, language)
    return str(svg)


def _headline(view: View, language: str) -> str:
    ja = language == "ja"
    if view.current_player is None:
        return "ゲーム終了" if ja else "The game is over"
    phase = PHASES[view.phase][1 if ja else 0]
    due = (f" (あと{view.due}個)" if ja else f" ({view.due} to go)") if view.due else ""
    if ja:
        return f"ラウンド{view.round}　プレイヤー{view.current_player}: {phase}{due}"
    return f"Round {view.round}: player {view.current_player} {phase}{due}"


def _draw_cards(svg: Svg, view: View, top: float, language: str) -> None:
    width = (WIDTH - 32) / 3
    for number, card in enumerate(view.row):
        x, met = 10 + number * (width + 6), card in view.met
        svg.rect(x, top, width, CARD - 8, rx=9, fill=MET if met else "#e3f1f6", stroke=LINE, stroke_width=1.5)
        name = card_name(view.game, "drift", card, language)
        svg.text(x + 14, top + 35, ("✓ " if met else "") + name, size=_fit(name, 24, width - 50), fill=INK)
    width = (WIDTH - 32) / 3
    for number, card in enumerate(view.harmony):
        x, y, facts = 10 + number * (width + 6), top + CARD, view.game.harmony[card]
        svg.rect(x, y, width, CARD - 8, rx=9, fill=KINDS[facts.background], stroke=LINE, stroke_width=1.5)
        svg.circle(x + 30, y + 27, 20, fill=INK)
        svg.text(
            x + 30, y + 36, str(facts.points), size=25, anchor="middle", fill="#ffffff", font_weight="bold"
        )
        name = card_name(view.game, "harmony", card, language)
        svg.text(x + 62, y + 35, name, size=_fit(name, 24, width - 76), fill=INK)


def _fit(text: str, size: float, width: float) -> float:
    """Return a size at which a text fits into a width; wide characters count twice."""
    units = sum(1.0 if ord(letter) > 0x2E7F else 0.56 for letter in text)
    return min(size, width / max(units, 1.0))


def _draw_stack(
    svg: Svg, view: View, stack: StackView, place: tuple[float, float, float], language: str
) -> None:
    x, y, width = place
    svg.rect(x + 5, y, width - 10, STACK - 4, rx=9, fill="#ffffff", stroke=LINE, stroke_width=1.5)
    title = view.game.names()["stacks"][stack.name].in_language(language)
    svg.text(x + 16, y + 26, title, size=_fit(title, 22, width - 120), fill=INK, font_weight="bold")
    svg.text(x + width - 16, y + 26, f"×{stack.size}", size=22, anchor="end", fill=INK)
    half = (width - 20) / 2
    svg.rect(x + 10 + half, y + 34, half, STACK - 44, rx=6, fill="#e9eef0")
    if stack.display is not None:
        _draw_mini(svg, view, stack.display, (x + 10, y + 36, half, STACK - 48), language)
    if stack.top is not None:
        _draw_mini(svg, view, stack.top, (x + 10 + half, y + 36, half, STACK - 48), language)


def _draw_mini(
    svg: Svg,
    view: View,
    name: str,
    place: tuple[float, float, float, float],
    language: str,
    scale: float = 0.0,
) -> None:
    """Draw a tile outside the sea, as large as it fits (or in a given scale)."""
    x, y, width, height = place
    tile = view.game.tiles[name]
    posed = pose(tile.shape, 0, 0)
    xs, ys = [point[0] for point in posed.points], [point[1] for point in posed.points]
    fit = 32 * min(width / (max(xs) - min(xs)), height / (max(ys) - min(ys))) * 0.94
    fit = min(fit, scale or 1.5)
    middle = ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return (
            x + width / 2 + (point[0] - middle[0]) * fit / 32,
            y + height / 2 + (point[1] - middle[1]) * fit / 32,
        )

    with svg.group():
        svg.element("title", tile_name(view.game, name, language))
        draw_tile(svg, tile, posed, at, fit)


def _draw_seat(svg: Svg, view: View, seat: int, player: PlayerView, top: float, language: str) -> None:
    ja = language == "ja"
    acting = seat == view.current_player
    svg.rect(
        6,
        top,
        WIDTH - 12,
        SEAT - 6,
        rx=10,
        fill="#fff7d6" if acting else "#ffffff",
        stroke=LINE,
        stroke_width=1.5,
    )
    draw_token(svg, 40, top + 34, 24, seat, acting)
    points = f"{player.points}点" if ja else f"{player.points} pt"
    svg.text(76, top + 43, points, size=28, fill=INK, font_weight="bold")
    if seat == view.first:
        svg.path(f"M 160 {top + 40} q 9 -22 18 0 q 9 -22 18 0", fill="none", stroke="#1d6073", stroke_width=5)
    draw_token(svg, 226, top + 23, 13, seat, False)
    svg.text(246, top + 31, f"{player.hideout}+{player.spares}", size=23, fill=INK)
    tide = "潮流 ?" if ja else "tide ?"
    if player.tide is not None:
        tide = card_name(view.game, "tides", player.tide, language)
    svg.text(212, top + 59, tide, size=_fit(tide, 21, 240), fill=FAINT)
    if view.game.options.lionfish:
        fish = f"ミノカサゴ {player.lionfish}" if ja else f"lionfish {player.lionfish}"
        svg.text(330, top + 31, fish, size=20, fill=INK)
    if view.ranking is not None:
        svg.text(
            WIDTH - 24,
            top + 45,
            f"#{view.ranking[seat]}",
            size=30,
            anchor="end",
            fill=INK,
            font_weight="bold",
        )
    _draw_hand(svg, view, player, top, language)


def _draw_hand(svg: Svg, view: View, player: PlayerView, top: float, language: str) -> None:
    left, right = 470.0, WIDTH - (90.0 if view.ranking is not None else 20.0)
    step = min(118.0, (right - left) / max(1, len(player.hand)))
    for number, tile in enumerate(player.hand):
        place = (left + number * step, top + 5, step - 4, SEAT - 16.0)
        if tile is None:
            svg.rect(place[0] + 8, place[1] + 8, step - 22, SEAT - 32, rx=8, fill=LINE)
            svg.text(place[0] + step / 2 - 2, top + 45, "?", size=28, anchor="middle", fill=INK)
        else:
            _draw_mini(svg, view, tile, place, language, 0.85)
