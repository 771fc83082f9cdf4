"""What the pictures of Mayfly are put together from: cards, tokens, trials and the two mayflies."""

from __future__ import annotations

from typing import NamedTuple

from boardkit.games.mayfly.model import TrialBattle
from boardkit.games.mayfly.text import Words
from boardkit.svg import Svg

__all__ = ["BACK", "BROWN", "CARD", "GOLD", "INK", "MINI", "PAPER", "SOFT", "Sketch"]

INK, SOFT, PAPER, GOLD, BROWN = "#22333b", "#5c6b73", "#fffdf7", "#d99a00", "#7a4a1e"
BACK, TRIAL_BACK, HEART = "#8797a3", "#55407a", "#c2255c"
WATER = "#e8f1f2"
# Told apart by brightness and by their marks as well as by colour.
KIND_COLOURS = {"algae": "#00795b", "growth": "#1f6fb2", "detritus": "#9a5a1c"}


class Size(NamedTuple):
    """The size of a card and of what is printed on it."""

    width: int
    height: int
    font: int


CARD, MINI = Size(62, 86, 15), Size(42, 58, 11)
TRIAL = Size(84, 122, 15)


class Sketch:
    """Draws the parts of a picture.

    Args:
        width: of the whole picture.
        height: of the whole picture.
        words: the names on the cards.
    """

    def __init__(self, width: int, height: int, words: Words) -> None:
        self.words = words
        self.svg = Svg(width, height, words.both("Mayfly", "カゲロウ"), WATER)

    # ---- small things ------------------------------------------------------------------------------

    def heart(self, x: float, y: float, size: float) -> None:
        """Draw a heart around (x, y)."""
        s = size / 10
        self.svg.path(
            f"M{x:.2f} {y + 7 * s:.2f}"
            f"C{x - 14 * s:.2f} {y - 2 * s:.2f} {x - 7 * s:.2f} {y - 10 * s:.2f} {x:.2f} {y - 3 * s:.2f}"
            f"C{x + 7 * s:.2f} {y - 10 * s:.2f} {x + 14 * s:.2f} {y - 2 * s:.2f} {x:.2f} {y + 7 * s:.2f}Z",
            fill=HEART,
        )

    def tokens(self, x: float, y: float, filled: int, slots: int, step: float = 33) -> None:
        """Draw a track of token places, the first ones filled."""
        for place in range(slots):
            self.token(x + 11 + place * step, y, 10.5, filled=place < filled)

    def token(self, x: float, y: float, r: float, *, filled: bool = True) -> None:
        """Draw a brown token, or the place of one."""
        if filled:
            self.svg.circle(x, y, r, fill=BROWN, stroke="#4a2b0f", stroke_width=1.5)
        else:
            self.svg.circle(x, y, r, fill="none", stroke="#a89b80", stroke_width=1.5, stroke_dasharray="3 3")

    def molt(self, x: float, y: float, molts: int) -> None:
        """Draw the number that a digestion removes; framed once the molt card lies there."""
        self.svg.rect(
            x,
            y,
            46,
            34,
            rx=5,
            fill=PAPER,
            stroke=GOLD if molts else "#c9c2b0",
            stroke_width=3 if molts else 1,
        )
        self.svg.text(x + 23, y + 25, f"−{molts + 1}", 22, "middle", fill=INK, font_weight="bold")

    # ---- cards -------------------------------------------------------------------------------------

    def food(
        self,
        x: float,
        y: float,
        card: str | None,
        size: Size,
        *,
        token: bool = False,
        face_down: bool = False,
    ) -> None:
        """Draw a food card; a hidden one from behind.

        Args:
            x: left edge.
            y: top edge.
            card: its id, or None.
            size: ``CARD`` or ``MINI``.
            token: whether a token lies on it.
            face_down: whether it lies face down; a dashed edge says that the viewer knows it all the same.
        """
        food = None if card is None else self.words.foods.get(card)
        if food is None:
            self.back(x, y, size, BACK)
            return
        svg, colour, width, font = self.svg, KIND_COLOURS[food.kind], size.width, size.font
        dash = "5 3" if face_down else None
        svg.rect(
            x, y, width, size.height, rx=5, fill=PAPER, stroke=colour, stroke_width=2, stroke_dasharray=dash
        )
        band = size.height * 0.27
        svg.rect(x + 1, y + 1, width - 2, band, rx=4, fill=colour)
        label = self._kind_label(food.kind, small=size is MINI)
        tight = 0.72 if self.words.ja and len(label) > 4 else 0.8
        svg.text(x + width / 2, y + band * 0.74, label, font * tight, "middle", fill="#ffffff")
        self._mark(x + width / 2, y + size.height * 0.43, food.kind, font * 0.62)
        row = y + size.height * 0.72
        svg.circle(x + width * 0.26, row - font * 0.36, font * 0.36, fill=INK)
        svg.text(x + width * 0.5, row, str(food.food), font * 1.1, fill=INK, font_weight="bold")
        row = y + size.height * 0.94
        self.heart(x + width * 0.26, row - font * 0.36, font * 0.5)
        svg.text(x + width * 0.5, row, str(food.hearts), font * 1.1, fill=HEART, font_weight="bold")
        if token:
            self.token(x + width - 3, y + size.height - 4, 7)

    def _kind_label(self, kind: str, *, small: bool) -> str:
        name = self.words.name("kinds", kind)
        if self.words.ja:
            return {"detritus": "デト"}.get(kind, name) if small else name
        short = {"growth": "Growth", "detritus": "Detr."} if small else {"growth": "Growth"}
        return short.get(kind, name)

    def _mark(self, x: float, y: float, kind: str, r: float) -> None:
        """Draw the sign of a kind: a leaf, a leaf with an arrow up, crumbs."""
        svg, colour = self.svg, KIND_COLOURS[kind]
        if kind == "detritus":
            for dx, dy in ((-0.9, 0.3), (0, -0.5), (0.9, 0.3)):
                svg.rect(x + dx * r - r * 0.35, y + dy * r - r * 0.35, r * 0.7, r * 0.7, fill=colour)
            return
        svg.path(
            f"M{x - r:.2f} {y + r * 0.7:.2f}Q{x - r * 0.8:.2f} {y - r:.2f} {x + r:.2f} {y - r * 0.8:.2f}"
            f"Q{x + r * 0.8:.2f} {y + r:.2f} {x - r:.2f} {y + r * 0.7:.2f}Z",
            fill=colour,
        )
        if kind == "growth":
            left = x + r * 1.5
            svg.path(
                f"M{left:.2f} {y + r * 0.8:.2f}V{y - r * 0.7:.2f}M{left - r * 0.5:.2f} {y - r * 0.1:.2f}"
                f"L{left:.2f} {y - r * 0.8:.2f}L{left + r * 0.5:.2f} {y - r * 0.1:.2f}",
                fill="none",
                stroke=colour,
                stroke_width=1.6,
            )

    def back(self, x: float, y: float, size: Size, colour: str) -> None:
        """Draw a card from behind."""
        svg, width, height = self.svg, size.width, size.height
        svg.rect(x, y, width, height, rx=5, fill=colour, stroke=INK, stroke_width=1)
        svg.rect(x + 5, y + 5, width - 10, height - 10, rx=3, fill="none", stroke="#ffffff", stroke_width=1.2)
        for part in (0.35, 0.5, 0.65):
            top = y + height * part
            svg.path(
                f"M{x + 10:.2f} {top:.2f}q{(width - 20) / 4:.2f} -6 {(width - 20) / 2:.2f} 0"
                f"t{(width - 20) / 2:.2f} 0",
                fill="none",
                stroke="#ffffff",
                stroke_width=1.2,
            )

    def stack(self, x: float, y: float, count: int, size: Size, *, trial: bool = False) -> None:
        """Draw a face-down pile with its number of cards; a dashed place for an empty one."""
        if count:
            if count > 1:
                self.back(x + 3, y - 3, size, TRIAL_BACK if trial else BACK)
            self.back(x, y, size, TRIAL_BACK if trial else BACK)
            self.svg.circle(x + size.width / 2, y + size.height / 2, 16, fill=PAPER, stroke=INK)
        else:
            self.svg.rect(
                x, y, size.width, size.height, rx=5, fill="none", stroke="#a7b4ba", stroke_dasharray="4 4"
            )
        middle = y + size.height / 2 + 6
        self.svg.text(x + size.width / 2, middle, str(count), 17, "middle", fill=INK, font_weight="bold")

    # ---- trials ------------------------------------------------------------------------------------

    def trial(self, x: float, y: float, trial: str | None) -> None:
        """Draw a trial card of the row."""
        if trial is None:
            self.back(x, y, TRIAL, TRIAL_BACK)
            return
        svg, width = self.svg, TRIAL.width
        svg.rect(x, y, width, TRIAL.height, rx=6, fill=PAPER, stroke=GOLD, stroke_width=4)
        self._title(x + width / 2, y + 26, self.words.trial_title(trial))
        card = self.words.trials.get(trial)
        if card is not None:
            self.heart(x + 26, y + 92, 15)
            svg.text(
                x + 42, y + 99, f"{card.hearts}{'+' * min(card.plus, 3)}", 22, fill=HEART, font_weight="bold"
            )

    def _title(self, x: float, y: float, title: str) -> None:
        for place, line in enumerate(self._lines(title, 6, 12)[:4]):
            self.svg.text(x, y + place * 15, line, 12, "middle", fill=INK)

    def _lines(self, title: str, limit_ja: int, limit_en: int) -> list[str]:
        """Break a title into lines that fit a card; a word that is too long for a line is cut."""
        ja = self.words.ja
        limit = limit_ja if ja else limit_en
        lines = [""]
        for piece in list(title) if ja else title.split():
            space = "" if ja or not lines[-1] else " "
            if len(lines[-1] + space + piece) > limit and lines[-1]:
                lines.append("")
                space = ""
            lines[-1] += space + (piece if len(piece) <= limit else piece[: limit - 1] + "…")
        return lines

    def mini_trial(self, x: float, y: float, battle: TrialBattle, *, token: bool) -> None:
        """Draw a trial that lies aside."""
        svg, card = self.svg, self.words.trials.get(battle.trial)
        svg.rect(x, y, 68, MINI.height, rx=5, fill=PAPER, stroke=TRIAL_BACK, stroke_width=2)
        for place, line in enumerate(self._lines(self.words.trial_title(battle.trial), 7, 14)[:2]):
            svg.text(x + 34, y + 14 + place * 11, line, 9, "middle", fill=INK)
        if card is not None:
            strength = card.hearts + sum(
                self.words.foods[food].hearts for food in battle.rivals if food in self.words.foods
            )
            self.heart(x + 24, y + 45, 10)
            svg.text(x + 35, y + 50, str(strength), 15, fill=HEART, font_weight="bold")
        if token:
            self.token(x + 62, y + MINI.height - 4, 7)

    def lover(self, x: float, y: float, ending: str | None) -> None:
        """Draw the lover card that closes the row."""
        svg, width, height = self.svg, TRIAL.width, TRIAL.height
        svg.rect(x, y, width, height, rx=6, fill="#ffe3ec", stroke=HEART, stroke_width=3)
        self._mayfly(x + width / 2, y + 50, 0.62, HEART)
        if ending is None:
            self.heart(x + width / 2, y + 100, 13)
            return
        label = self.words.both("other", "その他") if ending == "other" else ending
        svg.text(x + width / 2, y + 108, label, 18, "middle", fill=HEART, font_weight="bold")

    # ---- the mayfly --------------------------------------------------------------------------------

    def box(self, x: float, y: float, width: float, height: float) -> None:
        """Draw the box that is the table of the mayfly."""
        self.svg.rect(x, y, width, height, rx=12, fill="#f7ecd2", stroke=BROWN, stroke_width=3)

    def mouth(self, x: float, y: float) -> None:
        """Draw the hole that swallows the food."""
        self.svg.element("ellipse", cx=x, cy=y, rx=10, ry=30, fill=INK)
        self.svg.polygon([(x + 26, y - 7), (x + 14, y), (x + 26, y + 7)], fill=SOFT)

    def larva(self, x: float, y: float, *, starved: bool) -> None:
        """Draw the larva, swimming to the right."""
        svg, colour = self.svg, "#8a8f94" if starved else "#6f8f3a"
        for dy in (-16, 0, 16):
            svg.path(
                f"M{x + 26} {y + 52}q-14 {dy * 0.4:.2f} -24 {dy}", fill="none", stroke=colour, stroke_width=3
            )
        for place in range(7):
            r = 13 + 2 * place
            left = x + 34 + place * 23
            svg.element("ellipse", cx=left, cy=y + 52, rx=15, ry=r, fill=colour, stroke=INK, stroke_width=1)
            if place in {3, 4, 5}:
                svg.path(f"M{left} {y + 52 + r - 2}q6 10 14 12", fill="none", stroke=INK, stroke_width=2.5)
        svg.circle(x + 200, y + 52, 24, fill=colour, stroke=INK)
        if starved:
            svg.path(f"M{x + 202} {y + 40}l10 10m0 -10l-10 10", stroke=INK, stroke_width=2.5, fill="none")
        else:
            svg.circle(x + 208, y + 44, 5.5, fill=INK)
        svg.path(f"M{x + 212} {y + 32}q10 -12 20 -10", fill="none", stroke=INK, stroke_width=2)

    def adult(self, x: float, y: float, *, dead: bool) -> None:
        """Draw the adult."""
        self._mayfly(x, y, 1.0, "#8a8f94" if dead else "#3b6ea5")

    def _mayfly(self, x: float, y: float, scale: float, colour: str) -> None:
        s, svg = scale, self.svg
        for side in (-1, 1):
            svg.path(
                f"M{x:.2f} {y - 6 * s:.2f}C{x + side * 26 * s:.2f} {y - 58 * s:.2f} "
                f"{x + side * 66 * s:.2f} {y - 48 * s:.2f} {x + side * 60 * s:.2f} {y - 22 * s:.2f}"
                f"C{x + side * 56 * s:.2f} {y - 4 * s:.2f} {x + side * 20 * s:.2f} {y:.2f} {x:.2f} {y + 4 * s:.2f}Z",
                fill=colour,
                fill_opacity=0.35,
                stroke=colour,
                stroke_width=1.5,
            )
            svg.path(
                f"M{x:.2f} {y + 28 * s:.2f}q{side * 4 * s:.2f} {14 * s:.2f} {side * 16 * s:.2f} {24 * s:.2f}",
                fill="none",
                stroke=INK,
                stroke_width=1.5,
            )
        svg.element(
            "ellipse", cx=x, cy=y + 8 * s, rx=6 * s, ry=24 * s, fill=colour, stroke=INK, stroke_width=1
        )
        svg.circle(x, y - 20 * s, 9 * s, fill=colour, stroke=INK, stroke_width=1)
