"""A picture of a view: the map with the soul, the trick, the players and the own hand.

Suits are told apart by colour, shape and letter, so that no colour has to be seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from boardkit.games.tamakushige.board import BLOCKED, OFFSETS
from boardkit.games.tamakushige.cards import DIRECTIONS, SUITS, NumberCard
from boardkit.games.tamakushige.model import SeatView, View
from boardkit.games.tamakushige.tables import Tables
from boardkit.games.tamakushige.text import Words, ability_text, asked, card_text
from boardkit.svg import Svg

__all__ = ["draw"]

_WIDTH, _HEIGHT = 1200, 880
_MAP_X, _MAP_Y, _MAP_W, _MAP_H = 20, 64, 560, 500
_SIDE_X, _SIDE_W = 600, 580
_HAND_Y = 690
_COLOURS = ("#2f8f4e", "#e3b81f", "#e2711d")
_DARK = ("#1c5c31", "#7a5f00", "#8a3d06")
_PALE = ("#e4f3e8", "#fbf3d0", "#fde6d3")
_INK, _MUTED, _PAPER, _LINE = "#22252b", "#626a75", "#faf8f3", "#c9c4b8"
_NIGHT, _LEAF, _LIGHT = "#2a2f45", "#3f9d5a", "#fff2b8"
_LETTERS = {"en": ("M", "G", "H"), "ja": ("紅", "銀", "鬼")}
Point = tuple[float, float]


def draw(view: View, tables: Tables, language: str) -> str:
    """Return a picture of ``view`` as an SVG document."""
    words = Words(view.game, language)
    svg = Svg(_WIDTH, _HEIGHT, f"{view.game.info.title.in_language(language)}: {asked(view, words)}", _PAPER)
    picture = _Picture(svg, view, tables, words)
    picture.header()
    picture.map()
    picture.trick()
    picture.seats()
    picture.discards()
    picture.hand()
    return str(svg)


class _Picture:
    """The parts of the picture, drawn one after the other."""

    def __init__(self, svg: Svg, view: View, tables: Tables, words: Words) -> None:
        self.svg = svg
        self.view = view
        self.tables = tables
        self.words = words
        self.letters = _LETTERS["ja" if words.ja else "en"]
        self.spaces = view.game.components.data.area.spaces
        self._fit_map()

    def _fit_map(self) -> None:
        """Choose size and place of the hexagons so that the map fills its frame."""
        xs = [math.sqrt(3) * (space.q + space.r / 2) for space in self.spaces]
        ys = [1.5 * space.r for space in self.spaces]
        # One more hexagon on each side shows the void.
        across, down = max(xs) - min(xs) + 2.6 * math.sqrt(3) / 1.6, max(ys) - min(ys) + 3.2
        self.size = min(_MAP_W / across, _MAP_H / down)
        self.x0 = _MAP_X + _MAP_W / 2 - self.size * (max(xs) + min(xs)) / 2
        self.y0 = _MAP_Y + _MAP_H / 2 - self.size * (max(ys) + min(ys)) / 2

    def place(self, space: int) -> Point:
        """Return the middle of a space."""
        at = self.spaces[space]
        return self.x0 + self.size * math.sqrt(3) * (at.q + at.r / 2), self.y0 + self.size * 1.5 * at.r

    # ---- header ----------------------------------------------------------------------------------

    def header(self) -> None:
        """Round, lanterns, supply, and who is asked what."""
        view, words, svg = self.view, self.words, self.svg
        svg.rect(0, 0, _WIDTH, 48, fill=_NIGHT)
        svg.text(
            20, 31, view.game.info.title.in_language(words.language), 20, fill="#ffffff", font_weight="bold"
        )
        left = words.say(f"Round {view.round}", f"第{view.round}ラウンド")
        svg.text(240, 31, left, 16, fill="#ffffff")
        svg.text(_WIDTH - 20, 31, self._headline(), 16, "end", fill=_LIGHT, font_weight="bold")
        for place in range(3):
            self._lantern(370 + 28 * place, 24, 9, place < view.collected)
        svg.text(
            446, 31, words.say(f"collected {view.collected}/3", f"灯篭{view.collected}/3"), 14, fill="#ffffff"
        )
        svg.text(560, 31, f"{words.name('zones', 'supply')}: {view.supply}", 14, fill="#ffffff")

    def _headline(self) -> str:
        view, words = self.view, self.words
        if view.current_player is not None or view.result is None:
            return asked(view, words)
        best = max(seat.score for seat in view.seats)
        winners = words.join(
            words.player(number) for number, seat in enumerate(view.seats) if seat.score == best
        )
        return words.say(f"Game over, most points: {winners}", f"ゲーム終了 最多得点: {winners}")

    # ---- map -------------------------------------------------------------------------------------

    def map(self) -> None:
        """The spaces, leaves, lanterns and the soul, with the void around them."""
        svg, view = self.svg, self.view
        svg.rect(_MAP_X, _MAP_Y, _MAP_W, _MAP_H, rx=14, fill=_NIGHT)
        void = self.words.name("tokens", "void")
        svg.text(_MAP_X + 18, _MAP_Y + 30, void, 16, fill="#aab0d0")
        for space in range(len(self.spaces)):
            self._space(space)
        for space in range(len(self.spaces)):
            self._leaves(space)
        if view.soul is None:
            self._soul_token(_MAP_X + _MAP_W - 56, _MAP_Y + 52, None)
        else:
            self._soul(view.soul)

    def _space(self, space: int) -> None:
        svg, at = self.svg, self.spaces[space]
        x, y = self.place(space)
        corners = [
            (
                x + self.size * math.cos(math.radians(30 + 60 * k)),
                y + self.size * math.sin(math.radians(30 + 60 * k)),
            )
            for k in range(6)
        ]
        fill = "#f6efe0" if at.center is not None else "#fbf7ee"
        svg.polygon(corners, fill=fill, stroke="#8d8470", stroke_width=2)
        if at.center is None:
            svg.circle(x, y, self.size * 0.62, fill="none", stroke="#cbbf9f", stroke_width=1.5)
        if at.lantern:
            svg.circle(x, y, self.size * 0.6, fill="#b9b9b9", stroke="#7c7c7c", stroke_width=1.5)
            if space in self.view.lit:
                self._lantern(x, y - self.size * 0.12, self.size * 0.24, True)
        dx, dy = _unit(DIRECTIONS.index(at.icon))
        self._icon(2, x + dx * self.size * 0.66, y + dy * self.size * 0.66, self.size * 0.13)
        svg.text(x, y + self.size * 0.74, str(space), 10, "middle", fill=_MUTED)

    def _leaves(self, space: int) -> None:
        x, y = self.place(space)
        for way in range(6):
            if self.tables.board.leaves[space] >> way & 1:
                dx, dy = _unit(way)
                far = self.size * 0.866
                at = f"translate({x + dx * far:.1f},{y + dy * far:.1f}) rotate({-60 * way + 90})"
                self.svg.path(
                    _leaf(self.size * 0.36), fill=_LEAF, stroke="#1f5c33", stroke_width=1.5, transform=at
                )

    def _lantern(self, x: float, y: float, size: float, lit: bool) -> None:
        fill = "#ffd34d" if lit else "#6d7084"
        stroke = "#9a5b00" if lit else "#3f4258"
        self.svg.rect(x - size * 0.45, y - size * 1.15, size * 0.9, size * 0.3, fill=stroke)
        self.svg.rect(
            x - size * 0.75, y - size * 0.85, size * 1.5, size * 1.7, rx=size * 0.4, fill=fill, stroke=stroke,
            stroke_width=1.5,
        )  # fmt: skip
        self.svg.line(x, y - size * 0.8, x, y + size * 0.8, stroke=stroke, stroke_width=1)

    def _soul(self, space: int) -> None:
        """The soul, and an arrow for each suit that shows where that suit would move it."""
        x, y = self.place(space)
        for suit in range(3):
            way = self.tables.board.ways[space][suit]
            if way >= 0:
                blocked = self.tables.board.moves[space][suit] == BLOCKED
                self._arrow(x, y, way, suit, blocked)
        self._soul_token(x, y, DIRECTIONS.index(self.spaces[space].icon))

    def _arrow(self, x: float, y: float, way: int, suit: int, blocked: bool) -> None:
        dx, dy = _unit(way)
        size = self.size
        # Where two suits point the same way their arrows lie side by side.
        shift = (suit - 1) * size * 0.2
        ox, oy = x - dy * shift, y + dx * shift
        start, end = size * 0.5, size * (0.78 if blocked else 1.12)
        self.svg.line(
            ox + dx * start, oy + dy * start, ox + dx * end, oy + dy * end, stroke=_DARK[suit], stroke_width=5
        )
        tip = [
            (ox + dx * (end + size * 0.2), oy + dy * (end + size * 0.2)),
            (ox + dx * end - dy * size * 0.13, oy + dy * end + dx * size * 0.13),
            (ox + dx * end + dy * size * 0.13, oy + dy * end - dx * size * 0.13),
        ]
        if blocked:
            tip = [
                (ox + dx * end - dy * size * 0.16, oy + dy * end + dx * size * 0.16),
                (ox + dx * end + dy * size * 0.16, oy + dy * end - dx * size * 0.16),
                (ox + dx * (end + 4) + dy * size * 0.16, oy + dy * (end + 4) - dx * size * 0.16),
                (ox + dx * (end + 4) - dy * size * 0.16, oy + dy * (end + 4) + dx * size * 0.16),
            ]
        self.svg.polygon(tip, fill=_DARK[suit])

    def _soul_token(self, x: float, y: float, icon: int | None) -> None:
        """The token with its three marks, turned as it lies; without marks in the void."""
        radius = self.size * 0.5
        self.svg.circle(x, y, radius, fill="#ffffff", stroke=_INK, stroke_width=2.5)
        area = self.view.game.components.data.area
        marks = () if icon is None else ((2, icon), (0, icon + area.maple_mark), (1, icon + area.ginkgo_mark))
        for suit, way in marks:
            dx, dy = _unit(way % 6)
            mx, my = x + dx * radius * 0.62, y + dy * radius * 0.62
            self.svg.circle(mx, my, radius * 0.34, fill=_COLOURS[suit], stroke=_DARK[suit], stroke_width=1)
            self.svg.text(
                mx, my + radius * 0.16, self.letters[suit], radius * 0.46, "middle", fill="#ffffff" if suit != 1 else _INK,
                font_weight="bold",
            )  # fmt: skip

    # ---- cards -----------------------------------------------------------------------------------

    def _icon(self, suit: int, x: float, y: float, size: float) -> None:
        """A maple leaf (star), a ginkgo leaf (fan) or a hozuki (drop)."""
        fill, stroke = _COLOURS[suit], _DARK[suit]
        if suit == 0:
            points = []
            for k in range(10):
                far = size * (1.15 if k % 2 == 0 else 0.5)
                angle = math.radians(36 * k - 90)
                points.append((x + far * math.cos(angle), y + far * math.sin(angle)))
            self.svg.polygon(points, fill=fill, stroke=stroke, stroke_width=1)
        elif suit == 1:
            d = (
                f"M{x:.1f} {y + size:.1f} L{x - size * 1.1:.1f} {y - size * 0.3:.1f} "
                f"A{size * 1.2:.1f} {size * 1.2:.1f} 0 0 1 {x + size * 1.1:.1f} {y - size * 0.3:.1f} Z"
            )
            self.svg.path(d, fill=fill, stroke=stroke, stroke_width=1)
        else:
            d = (
                f"M{x:.1f} {y - size * 1.2:.1f} C{x + size * 1.6:.1f} {y - size * 0.1:.1f} "
                f"{x + size * 0.8:.1f} {y + size * 1.1:.1f} {x:.1f} {y + size * 1.1:.1f} "
                f"C{x - size * 0.8:.1f} {y + size * 1.1:.1f} {x - size * 1.6:.1f} {y - size * 0.1:.1f} "
                f"{x:.1f} {y - size * 1.2:.1f} Z"
            )
            self.svg.path(d, fill=fill, stroke=stroke, stroke_width=1)

    def _chip(self, x: float, y: float, card: NumberCard, faded: bool = False) -> None:
        """A card in small: letter and number on the suit's colour."""
        suit = SUITS.index(card.suit)
        with self.svg.group(opacity="0.45" if faded else None):
            self.svg.rect(x, y, 34, 22, rx=4, fill=_PALE[suit], stroke=_COLOURS[suit], stroke_width=1.5)
            self._icon(suit, x + 9, y + 11, 5.5)
            self.svg.text(
                x + 24, y + 16, str(card.number), 13, "middle", fill=_DARK[suit], font_weight="bold"
            )

    def _chips(self, x: float, y: float, names: Sequence[str], width: float, faded: bool = False) -> None:
        a_row = max(1, int(width // 38))
        for place, name in enumerate(names):
            self._chip(x + 38 * (place % a_row), y + 25 * (place // a_row), self._card(name), faded)

    def _card(self, name: str) -> NumberCard:
        card: NumberCard = self.view.game.components.data.cards[self.tables.card_codes[name]]
        return card

    def trick(self) -> None:
        """The cards of the trick, in the order in which they were played, and which of them still lie."""
        view, words, svg = self.view, self.words, self.svg
        svg.text(_SIDE_X, 82, words.name("zones", "trick"), 15, fill=_INK, font_weight="bold")
        lying = {play.card for play in view.trick} if view.resolution is None else set(view.resolution.rest)
        for place, play in enumerate(view.trick):
            x = _SIDE_X + 70 + 84 * place
            card = self._card(play.card)
            suit = SUITS.index(card.suit)
            with svg.group(opacity=None if play.card in lying else "0.45"):
                svg.rect(x, 62, 76, 44, rx=6, fill=_PALE[suit], stroke=_COLOURS[suit], stroke_width=2)
                self._icon(suit, x + 18, 85, 10)
                svg.text(x + 54, 92, str(card.number), 22, "middle", fill=_DARK[suit], font_weight="bold")
            winner = view.resolution is not None and view.resolution.winner == play.player
            svg.text(
                x + 38, 121, words.player(play.player), 11, "middle", fill=_INK,
                font_weight="bold" if winner else None,
            )  # fmt: skip

    # ---- players ---------------------------------------------------------------------------------

    def seats(self) -> None:
        """A panel for each player."""
        height = min(92, (_HAND_Y - 16 - 134) / len(self.view.seats))
        for number, seat in enumerate(self.view.seats):
            self._seat(number, seat, 134 + height * number, height - 8)

    def _seat(self, number: int, seat: SeatView, y: float, height: float) -> None:
        view, words, svg = self.view, self.words, self.svg
        turn = number == view.current_player
        svg.rect(
            _SIDE_X, y, _SIDE_W, height, rx=8, fill="#ffffff" if seat.active else "#e9e6df",
            stroke="#c0392b" if turn else _LINE, stroke_width=3 if turn else 1,
        )  # fmt: skip
        name = words.player(number) + (words.say(" (you)", "(自分)") if number == view.player else "")
        svg.text(_SIDE_X + 12, y + 20, name, 14, fill=_INK, font_weight="bold")
        notes = [words.say("leads", "リード")] if number == view.leader else []
        notes += [] if seat.active else [words.say("eliminated", "脱落")]
        svg.text(_SIDE_X + 12, y + 37, " · ".join(notes), 11, fill=_MUTED)
        heart = words.heart(seat.heart) if seat.heart is not None else words.say("faction ?", "陣営 ?")
        known = words.say(" (shown)", "(公開)") if seat.shown else ""
        svg.text(_SIDE_X + 12, y + 54, heart + known, 12, fill=self._faction_ink(seat))
        numbers = (
            (words.say("Score", "得点"), f"{seat.score}"),
            (words.say("Round", "今回"), f"+{seat.points}"),
            (words.name("tokens", "scythes"), f"{seat.scythes}"),
            (words.name("zones", "hand"), f"{seat.hand}"),
        )
        for place, (label, value) in enumerate(numbers):
            x = _SIDE_X + 172 + 46 * place
            svg.text(x, y + 18, label, 10, "middle", fill=_MUTED)
            svg.text(x, y + 38, value, 17, "middle", fill=_INK, font_weight="bold")
        if seat.peeked:
            saw = words.join(str(other) for other in seat.peeked)
            svg.text(_SIDE_X + 150, y + 54, words.say(f"has seen {saw}", f"{saw}を確認済"), 11, fill=_MUTED)
        width = _SIDE_W - 345
        self._chips(_SIDE_X + 340, y + 6, seat.acquired, width, not seat.active)

    def _faction_ink(self, seat: SeatView) -> str:
        if seat.heart is None:
            return _MUTED
        return ("#0b5394", "#9c1c5b")[self.tables.factions[self.tables.heart_codes[seat.heart]]]

    def discards(self) -> None:
        """The discard pile, oldest first, and what was discarded unseen."""
        view, words = self.view, self.words
        unseen = view.leftover + sum(seat.unseen for seat in view.seats)
        label = f"{words.name('zones', 'discards')} ({len(view.discards)})"
        if unseen:
            label += f"   {words.name('zones', 'unseen')}: {unseen}"
        self.svg.text(_MAP_X, 584, label, 13, fill=_INK, font_weight="bold")
        self._chips(_MAP_X, 592, view.discards, _MAP_W)
        if view.result is not None:
            why, faction = (
                words.name("endings", view.result.ending),
                words.name("factions", view.result.winner),
            )
            gained = " ".join(f"+{points}" for points in view.result.gained)
            line = words.say(
                f"Last finished round: {why}, {faction.lower()} wins ({gained})",
                f"直前のラウンド: {why}、{faction}の勝利 ({gained})",
            )
            self.svg.text(_MAP_X, 672, line, 12, fill=_MUTED)

    # ---- hand ------------------------------------------------------------------------------------

    def hand(self) -> None:
        """The own hand with the effects of the cards, and the own kokoromoyou card."""
        view, words, svg = self.view, self.words, self.svg
        svg.rect(0, _HAND_Y - 8, _WIDTH, _HEIGHT - _HAND_Y + 8, fill="#ece7db")
        if view.hand is None or view.player is None:
            svg.text(_WIDTH / 2, _HAND_Y + 90, words.say("spectator", "観戦"), 16, "middle", fill=_MUTED)
            return
        seat = view.seats[view.player]
        label = words.name("zones", "hand" if seat.active else "unseen")
        svg.text(20, _HAND_Y + 14, label, 14, fill=_INK, font_weight="bold")
        if seat.heart is not None:
            ability = view.game.components.data.hearts[self.tables.heart_codes[seat.heart]].ability
            line = words.heart(seat.heart)
            if view.game.options.abilities:
                line += f": {ability_text(ability, words)}"
            svg.text(
                _WIDTH - 20, _HAND_Y + 14, line, 14, "end", fill=self._faction_ink(seat), font_weight="bold"
            )
        width = min(110, (_WIDTH - 40) / max(1, len(view.hand)))
        for place, name in enumerate(view.hand):
            self._hand_card(20 + width * place, self._card(name), width - 6, not seat.active)

    def _hand_card(self, x: float, card: NumberCard, width: float, faded: bool) -> None:
        svg, suit, y = self.svg, SUITS.index(card.suit), _HAND_Y + 24
        with svg.group(opacity="0.5" if faded else None):
            svg.rect(x, y, width, 150, rx=8, fill=_PALE[suit], stroke=_COLOURS[suit], stroke_width=2)
            self._icon(suit, x + 18, y + 22, 10)
            svg.text(
                x + width / 2 + 6,
                y + 32,
                str(card.number),
                26,
                "middle",
                fill=_DARK[suit],
                font_weight="bold",
            )
            svg.text(x + width - 12, y + 18, self.letters[suit], 11, "middle", fill=_DARK[suit])
            lines = _wrap(card_text(card, self.words), width - 10, self.words.ja)
            for place, line in enumerate(lines[:8]):
                svg.text(x + 6, y + 54 + 12.5 * place, line, 10, fill=_INK)


def _unit(way: int) -> Point:
    """Return the vector of length 1 in a direction; y points down."""
    q, r = OFFSETS[way]
    return q + r / 2, r * math.sqrt(3) / 2


def _leaf(size: float) -> str:
    """Return the outline of a leaf that lies along the x axis."""
    s = f"{size:.1f}"
    half = f"{size * 0.55:.1f}"
    return f"M-{s} 0 Q0 -{half} {s} 0 Q0 {half} -{s} 0 Z"


def _wrap(text: str, width: float, ja: bool) -> list[str]:
    """Break a text into lines of about ``width``, at 10 pixels a full character."""
    if ja:
        a_line = max(2, int(width // 10) - 1)
        found = [""]
        for sign in text:
            # No line begins with a closing mark.
            if len(found[-1]) >= a_line and sign not in "。、)」:":
                found.append("")
            found[-1] += sign
        return found
    most = max(6, int(width // 5.3))
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 <= most or not lines[-1]:
            lines[-1] = f"{lines[-1]} {word}".strip()
        else:
            lines.append(word)
    return lines
