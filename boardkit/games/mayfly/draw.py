"""A picture of a view: the larva with its queue, or the adult before its trials, and the hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boardkit.games.mayfly import model as m
from boardkit.games.mayfly.sketch import BACK, BROWN, CARD, GOLD, INK, MINI, PAPER, SOFT, Sketch
from boardkit.games.mayfly.text import Words

if TYPE_CHECKING:
    from boardkit.games.mayfly.rules import Mayfly

__all__ = ["draw"]

WIDTH = 1000
_HANDS_Y, _HAND_HEIGHT = 428, 128


def draw(game: Mayfly, view: m.MayflyView, language: str = "en") -> str:
    """Return the picture as an SVG document."""
    words = Words(game, language)
    height = _HANDS_Y + _HAND_HEIGHT * ((game.players + 1) // 2) + 6
    picture = _Picture(Sketch(WIDTH, height, words), words, view)
    picture.header()
    if view.dealer is None:
        picture.larva()
    else:
        picture.adult()
    picture.hands()
    return str(picture.sketch.svg)


class _Picture:
    def __init__(self, sketch: Sketch, words: Words, view: m.MayflyView) -> None:
        self.sketch, self.words, self.view = sketch, words, view

    # ---- the line on top ---------------------------------------------------------------------------

    def header(self) -> None:
        """Write stage, phase and who is asked."""
        svg, w, view = self.sketch.svg, self.words, self.view
        svg.rect(0, 0, WIDTH, 52, fill=INK)
        title = w.both("Mayfly", "カゲロウ")
        svg.text(20, 34, f"{title} · {w.name('stages', view.stage)}", 22, fill=PAPER, font_weight="bold")
        svg.text(WIDTH - 20, 34, self._state_of_play(), 18, "end", fill="#ffe9a8")

    def _state_of_play(self) -> str:
        w, view = self.words, self.view
        if view.cause is not None:
            return w.both(f"Lost: {w.name('causes', view.cause)}", f"敗北：{w.name('causes', view.cause)}")
        if view.ending is not None:
            ending = w.name("endings", view.ending)
            return w.both(f"Cleared: {ending}", f"クリア：{ending}")
        asked = "" if view.current_player is None else w.seat(view.current_player)
        return f"{w.name('phases', view.phase)} · {asked}"

    # ---- larva stage -------------------------------------------------------------------------------

    def larva(self) -> None:
        """Draw the box with the larva, the queue before its mouth, the pile and what was turned up."""
        sketch, w, view = self.sketch, self.words, self.view
        sketch.box(20, 70, 290, 200)
        sketch.larva(40, 96, starved=view.cause == "starvation")
        sketch.svg.text(36, 218, w.name("tokens", "fullness"), 14, fill=INK)
        sketch.svg.text(290, 218, f"{view.fullness} / {m.TOKENS}", 16, "end", fill=INK, font_weight="bold")
        sketch.tokens(36, 242, view.fullness, m.TOKENS)
        sketch.molt(252, 84, view.molts)
        sketch.mouth(310, 172)
        sketch.svg.text(340, 92, w.name("zones", "queue"), 14, fill=SOFT)
        for place, card in enumerate(view.queue):
            x = 340 + place * 70
            sketch.food(x, 112, card.card, CARD, face_down=True)
            sketch.svg.text(x + 31, 218, w.seat(card.player), 12, "middle", fill=INK)
        sketch.svg.text(WIDTH - 51, 92, w.name("zones", "pile"), 14, "middle", fill=SOFT)
        sketch.stack(WIDTH - 82, 112, view.pile, CARD)
        eaten = [card.card for card in view.turned if card.eaten]
        refused = [card.card for card in view.turned if not card.eaten]
        x = self._minis(20, w.name("zones", "eaten"), eaten)
        self._minis(max(x + 30, 520), w.name("zones", "rejected"), refused)

    def _minis(self, x: int, title: str, cards: Sequence[str]) -> int:
        self.sketch.svg.text(x, 312, f"{title} ({len(cards)})", 14, fill=SOFT)
        for place, card in enumerate(cards):
            self.sketch.food(x + place * 48, 324, card, MINI)
        return x + 48 * len(cards)

    # ---- adult stage -------------------------------------------------------------------------------

    def adult(self) -> None:
        """Draw the lid with the adult, the trials ahead, the battle and what lies aside."""
        sketch, w, view = self.sketch, self.words, self.view
        sketch.box(20, 66, 216, 170)
        sketch.adult(128, 128, dead=view.cause is not None)
        sketch.svg.text(34, 196, w.name("tokens", "stamina"), 14, fill=INK)
        sketch.svg.text(222, 196, f"{view.stamina} / {m.TOKENS}", 16, "end", fill=INK, font_weight="bold")
        sketch.tokens(34, 216, view.stamina, m.TOKENS, step=23.5)
        self._row()
        self._piles()
        if view.trial is not None:
            self._battle(view.trial)
        self._aside()

    def _row(self) -> None:
        view, sketch, x = self.view, self.sketch, 256
        if view.trial is not None:
            sketch.trial(x, 68, view.trial.trial)
            x += 92
        for _ in range(view.row):
            sketch.trial(x, 68, None)
            x += 92
        sketch.lover(x, 68, view.ending)

    def _piles(self) -> None:
        view, sketch, w = self.view, self.sketch, self.words
        sketch.svg.text(822, 80, w.name("zones", "reserve"), 13, "middle", fill=SOFT)
        sketch.stack(791, 92, view.reserve, CARD, trial=True)
        sketch.svg.text(932, 80, w.name("zones", "rivals"), 13, "middle", fill=SOFT)
        sketch.stack(901, 92, view.rivals, CARD)
        sketch.svg.text(776, 208, f"{w.name('zones', 'fled')} ({len(view.fled)})", 13, fill=SOFT)
        for place, battle in enumerate(view.fled):
            sketch.mini_trial(776 + place * 74, 216, battle, token=True)

    def _battle(self, battle: m.TrialBattle) -> None:
        sketch, w, view = self.sketch, self.words, self.view
        svg, x, y = sketch.svg, 256, 216
        svg.rect(x - 6, y - 18, 510, 92, rx=8, fill="#fff6dd", stroke=GOLD)
        if battle.rivals:
            svg.text(x, y - 3, w.both("Rival", "ライバル"), 12, fill=BROWN)
        for place, card in enumerate(battle.rivals):
            sketch.food(x + place * 20, y + 6, card, MINI)
        if battle.rivals:
            x += 20 * len(battle.rivals) + 36
        step = min(48, (676 - x) // max(1, len(battle.foods)))
        for place, played in enumerate(battle.foods):
            left = x + place * step
            sketch.food(left, y + 6, played.card, MINI, token=True)
            svg.text(left + 21, y - 3, f"P{played.player}", 11, "middle", fill=SOFT)
        svg.text(748, y + 20, w.both("missing", "あと"), 13, "end", fill=INK)
        svg.text(748, y + 48, str(view.missing), 24, "end", fill=INK, font_weight="bold")
        sketch.heart(706, y + 40, 12)

    def _aside(self) -> None:
        view, sketch, w = self.view, self.sketch, self.words
        x, y = 20, 324
        sketch.svg.text(x, y - 8, f"{w.name('zones', 'overcome')} ({len(view.overcome)})", 14, fill=SOFT)
        for battle in view.overcome:
            sketch.mini_trial(x, y, battle, token=False)
            x += 74
            # The turned card counts in the number on the trial; with many of them a few are enough to see.
            for card in battle.rivals[:2]:
                sketch.food(x, y, card, MINI)
                x += 16
            x += 30 if battle.rivals else 0
            for food in battle.foods:
                sketch.food(x, y, food.card, MINI, token=True)
                x += 47
            x += 12

    # ---- hands -------------------------------------------------------------------------------------

    def hands(self) -> None:
        """Draw each player's hand, two in a row."""
        for seat in range(len(self.view.hands)):
            self._hand(seat, 20 + 486 * (seat % 2), _HANDS_Y + _HAND_HEIGHT * (seat // 2))

    def _hand(self, seat: int, x: int, y: int) -> None:
        sketch, view = self.sketch, self.view
        asked, own = seat == view.current_player, seat == view.player
        fill, stroke = "#ffffff" if own else "#f3efe4", GOLD if asked else "#c9c2b0"
        sketch.svg.rect(x, y, 474, 120, rx=8, fill=fill, stroke=stroke, stroke_width=4 if asked else 1.5)
        sketch.svg.text(x + 12, y + 20, self._hand_title(seat), 14, fill=INK, font_weight="bold")
        hand = view.hands[seat]
        if hand is not None:
            step = min(66, 388 // max(1, len(hand) - 1))
            for place, card in enumerate(hand):
                sketch.food(x + 12 + place * step, y + 28, card, CARD)
            return
        for place in range(view.hand_sizes[seat]):
            sketch.back(x + 12 + place * 26, y + 28, CARD, BACK)
        right = x + 60 + 26 * view.hand_sizes[seat]
        sketch.svg.text(right, y + 78, f"× {view.hand_sizes[seat]}", 18, fill=INK)

    def _hand_title(self, seat: int) -> str:
        w, view = self.words, self.view
        marks = []
        if seat == view.player:
            marks.append(w.both("you", "あなた"))
        if seat == view.current_player:
            marks.append(w.both("to act", "手番"))
        if seat == view.dealer:
            marks.append(w.both("dealer", "配る人"))
        marks += [self._voted(ballot) for ballot in view.votes if ballot.player == seat]
        return w.seat(seat) + (f" ({w.both(', ', '・').join(marks)})" if marks else "")

    def _voted(self, ballot: m.Ballot) -> str:
        w = self.words
        if ballot.choice is None:
            return w.both("has voted", "投票済み")
        return w.both(f"voted {ballot.choice}", f"「{w.name('choices', ballot.choice)}」に投票")
