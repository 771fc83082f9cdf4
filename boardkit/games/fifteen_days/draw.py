"""A picture of a view: the table above, then the boards, then the own hand."""

from __future__ import annotations

from typing import Any

from boardkit.games.fifteen_days import model as m
from boardkit.games.fifteen_days.cards import ANIMALS, SEASONS
from boardkit.games.fifteen_days.text import Words
from boardkit.svg import Svg

__all__ = ["draw"]

WIDTH = 1120
MARGIN = 20
CARD_W, CARD_H = 54, 74
PANEL_W, PANEL_H = 530, 246
SLOT_W, SLOT_H = 40, 34
INK, FAINT, PAPER, FELT = "#22303a", "#8a959c", "#ffffff", "#f3f1ea"
# Season colours that people with any colour vision tell apart; each season has its own sign as well.
COLOURS = {"spring": "#e07b00", "summer": "#00845f", "autumn": "#7a4a1e", "winter": "#6a4fa3"}
TINTS = {"spring": "#fdebd0", "summer": "#d9f0e6", "autumn": "#ecdfd2", "winter": "#e5dff2"}


def draw(view: m.View, language: str = "en") -> str:
    """Return the picture as an SVG document."""
    return str(_Picture(view, language))


class _Picture:
    def __init__(self, view: m.View, language: str) -> None:
        self.view = view
        self.words = Words(view.game, language)
        rows = (len(view.seats) + (view.bot is not None) + 1) // 2
        self.boards_y = 232
        self.hand_y = self.boards_y + rows * (PANEL_H + 14)
        height = self.hand_y + (self._hand_height() if view.hand is not None else 0)
        title = view.game.info.title.in_language(self.words.language)
        self.svg = Svg(WIDTH, height + 6, title, FELT)
        self._header(title)
        self._table()
        for seat in range(len(view.seats)):
            self._board(seat)
        if view.bot is not None:
            self._bot(view.bot)
        if view.hand is not None:
            self._hand(view.hand)

    def __str__(self) -> str:
        return str(self.svg)

    # ---- small things -------------------------------------------------------------------------------

    def _text(
        self, x: float, y: float, content: str, size: float = 14, anchor: str = "start", **style: Any
    ) -> None:
        style.setdefault("fill", INK)
        self.svg.text(x, y, content, size, anchor, **style)

    def _sign(self, season: str, x: float, y: float, r: float) -> None:
        """Draw the sign of a season around a point: flower, sun, leaf or snow crystal."""
        colour = COLOURS[season]
        if season == "spring":
            for dx, dy in ((0, -0.6), (0.57, -0.18), (0.35, 0.5), (-0.35, 0.5), (-0.57, -0.18)):
                self.svg.circle(x + dx * r, y + dy * r, 0.42 * r, fill=colour)
            self.svg.circle(x, y, 0.3 * r, fill=PAPER)
        elif season == "summer":
            self.svg.circle(x, y, 0.5 * r, fill=colour)
            for dx, dy in ((1, 0), (0.71, 0.71), (0, 1), (-0.71, 0.71)):
                for sign in (1, -1):
                    self.svg.line(
                        x + sign * dx * 0.65 * r,
                        y + sign * dy * 0.65 * r,
                        x + sign * dx * r,
                        y + sign * dy * r,
                        stroke=colour,
                        stroke_width=0.2 * r,
                    )
        elif season == "autumn":
            self.svg.path(
                f"M{x - r:.1f} {y + r:.1f}Q{x - r:.1f} {y - r:.1f} {x + r:.1f} {y - r:.1f}"
                f"Q{x + r:.1f} {y + 0.8 * r:.1f} {x - r:.1f} {y + r:.1f}Z",
                fill=colour,
            )
            self.svg.line(x - r, y + r, x + 0.5 * r, y - 0.5 * r, stroke=PAPER, stroke_width=0.16 * r)
        else:
            for dx, dy in ((0, 1), (0.87, 0.5), (0.87, -0.5)):
                self.svg.line(
                    x - dx * r, y - dy * r, x + dx * r, y + dy * r, stroke=colour, stroke_width=0.26 * r
                )

    def _card(self, name: str, x: float, y: float, scale: float = 1.0) -> None:
        """Draw a card, face up."""
        season, value, *back = name.split("-")
        width, height = CARD_W * scale, CARD_H * scale
        self.svg.rect(
            x, y, width, height, rx=6 * scale, fill=TINTS[season], stroke=COLOURS[season], stroke_width=2
        )
        colour = COLOURS[season]
        if scale < 1:
            self._text(
                x + width / 2, y + height * 0.5, value, 30 * scale, "middle", fill=colour, font_weight="bold"
            )
            self._sign(season, x + width / 2, y + height * 0.74, 9 * scale)
        else:
            # Number and sign stand in the strip that a card laid upon this one leaves free.
            self._text(x + 11, y + 20, value, 20, "middle", fill=colour, font_weight="bold")
            self._sign(season, x + 11, y + 33, 7)
            self._sign(season, x + 33, y + 48, 15)
        if back:
            # The dog-ear says which back a spring card has.
            edge = 13 * scale
            self.svg.polygon(
                ((x + width - edge, y + 1), (x + width - 1, y + 1), (x + width - 1, y + edge)),
                fill=COLOURS[back[0]],
            )

    def _back(self, season: str, x: float, y: float) -> None:
        """Draw a card, face down."""
        self.svg.rect(x, y, CARD_W, CARD_H, rx=6, fill=COLOURS[season], stroke=INK, stroke_width=1.5)
        self.svg.circle(x + CARD_W / 2, y + CARD_H / 2, 17, fill=TINTS[season])
        self._sign(season, x + CARD_W / 2, y + CARD_H / 2, 11)

    def _gap(self, x: float, y: float) -> None:
        """Draw where a card could lie."""
        self.svg.rect(
            x, y, CARD_W, CARD_H, rx=6, fill="none", stroke=FAINT, stroke_width=1.5, stroke_dasharray="5 4"
        )

    def _token(self, x: float, y: float, fill: str, label: str) -> None:
        self.svg.circle(x, y, 12, fill=fill, stroke=INK, stroke_width=1.2)
        self._text(x, y + 4.5, label, 12, "middle", fill=PAPER, font_weight="bold")

    # ---- the table ----------------------------------------------------------------------------------

    def _header(self, title: str) -> None:
        view, words = self.view, self.words
        self._text(MARGIN, 34, title, 22, font_weight="bold")
        self._text(WIDTH - MARGIN, 34, self._status(), 16, "end")
        if view.trigger != "none" and view.current_player is not None:
            line = words.say(
                f"Last turns: {view.last_turns} after this one", f"最終手番: この後{view.last_turns}手番"
            )
            self._text(WIDTH - MARGIN, 56, line, 14, "end", fill="#a3261b", font_weight="bold")

    def _status(self) -> str:
        view, words = self.view, self.words
        if view.current_player is None:
            winners = [words.player(seat) for seat, rank in enumerate(view.ranking or ()) if rank == 1]
            if view.bot is not None:
                return words.say("Game over: ", "ゲーム終了: ") + (
                    words.say("won", "勝利") if winners else words.say("lost", "敗北")
                )
            names = words.say(", ", "、").join(winners)
            return words.say(f"Game over. Winner: {names}", f"ゲーム終了。勝者: {names}")
        turn = view.turn
        line = f"{words.player(view.current_player)}: {words('phases', turn.phase)}"
        if turn.phase == "choose":
            line += words.say(f" ({turn.actions} to go)", f"(残り{turn.actions})")
        elif turn.cost:
            line += words.say(f" ({turn.cost})", f"({turn.cost}枚)")
        elif turn.column:
            line += words.say(f" (column {turn.column})", f"(列{turn.column})")
        return line

    def _table(self) -> None:
        view, words = self.view, self.words
        y = 92
        for number, (name, pile) in enumerate(zip(m.PILES, view.piles, strict=True)):
            x = MARGIN + 10 + number * 92
            self._text(x + CARD_W / 2, y - 10, words("zones", name), 13, "middle")
            if pile.top is None:
                self._gap(x, y)
            else:
                self._back(pile.top, x, y)
            self._text(x + CARD_W / 2, y + CARD_H + 20, str(pile.size), 15, "middle", font_weight="bold")
        for number, column in enumerate(view.market):
            x = MARGIN + 236 + number * 122
            self._text(x + 45, y - 10, words("zones", f"column-{number + 1}"), 13, "middle")
            if not column:
                self._gap(x, y)
            for place, card in enumerate(column):
                self._card(card, x + place * 22, y + place * 18)
        self._discards(MARGIN + 640, y)
        self._supply(MARGIN + 836, y)

    def _discards(self, x: float, y: float) -> None:
        """Draw the last cards of the discard pile, the top one in front."""
        view = self.view
        label = f"{self.words('zones', 'discard')}: {len(view.discards)}"
        self._text(x + 60, y - 10, label, 13, "middle")
        if not view.discards:
            self._gap(x + 66, y)
        shown = view.discards[-4:]
        for place, name in enumerate(shown):
            self._card(name, x + 66 - 22 * (len(shown) - 1 - place), y)

    def _supply(self, x: float, y: float) -> None:
        view, words = self.view, self.words
        self._text(x, y - 10, words("zones", "supply"), 13)
        lines = [
            f"{words('tokens', 'wild')}: {view.wilds}",
            f"{words('tokens', 'feather')}: {view.feathers}",
        ]
        if view.removed:
            lines.append(f"{words('zones', 'removed')}: {view.removed}")
        for number, line in enumerate(lines):
            self._text(x, y + 14 + 22 * number, line, 14)
        taken = [animal for player in view.seats for animal in player.animals]
        taken += view.bot.animals if view.bot is not None else ()
        free = [animal for animal in ANIMALS if animal not in taken]
        self._animals(tuple(free), x - 2, y + 82)

    def _animal(self, animal: str, x: float, y: float) -> None:
        season = SEASONS[ANIMALS.index(animal)]
        self.svg.circle(x + 10, y, 11, fill=COLOURS[season], stroke=INK, stroke_width=1.2)
        self.svg.circle(x + 10, y, 8.5, fill=PAPER)
        self._sign(season, x + 10, y, 6)
        self._text(x + 25, y + 4.5, self.words("animals", animal), 11.5)

    def _animals(self, animals: tuple[str, ...], x: float, y: float) -> None:
        """Draw up to four animals, two a row."""
        for number, animal in enumerate(animals):
            self._animal(animal, x + number % 2 * 74, y + number // 2 * 27)

    # ---- boards -------------------------------------------------------------------------------------

    def _panel(self, place: int, name: str, points: int, active: bool) -> tuple[float, float]:
        x = MARGIN + place % 2 * (PANEL_W + 20)
        y = self.boards_y + place // 2 * (PANEL_H + 14)
        self.svg.rect(
            x,
            y,
            PANEL_W,
            PANEL_H,
            rx=10,
            fill=PAPER,
            stroke="#c8102e" if active else "#c9c5b8",
            stroke_width=3 if active else 1.5,
        )
        self._text(x + 14, y + 28, name, 17, font_weight="bold")
        label = self.words.say(f"{points} point{'' if points == 1 else 's'}", f"{points}点")
        self._text(x + 366, y + 28, label, 17, "end", font_weight="bold")
        return x, y

    def _board(self, seat: int) -> None:
        view, words = self.view, self.words
        player = view.seats[seat]
        name = words.player(seat)
        if seat == view.player:
            name += words.say(" (you)", "(あなた)")
        if seat == view.first_player and len(view.seats) > 1:
            name += words.say(" · first", "・先手")
        x, y = self._panel(seat, name, player.score, seat == view.current_player)
        for number, corner in enumerate(player.corners):
            self._corner(number, corner, x + 14, y + 44 + number * 47)
        self._possessions(player, x + 386, y)

    def _corner(self, number: int, corner: m.Corner, x: float, y: float) -> None:
        """Draw a corner as a row from the player card outwards, with the numbers that are missing in grey."""
        ascending = self.view.game.components.data.corners[number] == "ascending"
        season = corner.season
        self._text(x, y + 16, f"{number + 1}", 15, font_weight="bold")
        self._text(x, y + 33, "1→6" if ascending else "6→1", 12, fill=FAINT if season is None else INK)
        if season is not None:
            self._sign(season, x + 54, y + 13, 9)
            self._text(x + 54, y + 35, self.words("seasons", season), 10.5, "middle", fill=COLOURS[season])
        elif corner.unbound:
            self._wild(x + 34, y, "?")
        present = {int(name.split("-")[1]): name for name in corner.cards}
        for place in range(6):
            value = place + 1 if ascending else 6 - place
            left = x + 84 + place * (SLOT_W + 6)
            if value in present and season is not None:
                self.svg.rect(left, y, SLOT_W, SLOT_H, rx=5, fill=COLOURS[season], stroke=INK, stroke_width=1)
                self._text(
                    left + SLOT_W / 2, y + 25, str(value), 22, "middle", fill=PAPER, font_weight="bold"
                )
            elif value == corner.wild:
                self._wild(left, y, str(value))
            else:
                self.svg.rect(
                    left, y, SLOT_W, SLOT_H, rx=5, fill="none", stroke="#d4d0c5", stroke_dasharray="4 3"
                )
                self._text(left + SLOT_W / 2, y + 23, str(value), 15, "middle", fill="#c3bfb4")

    def _wild(self, x: float, y: float, label: str) -> None:
        self.svg.rect(x, y, SLOT_W, SLOT_H, rx=5, fill="#fff6b0", stroke=INK, stroke_width=2.5)
        self._text(x + 4, y + 14, "★", 12)
        self._text(x + SLOT_W / 2 + 4, y + 27, label, 20, "middle", font_weight="bold")

    def _possessions(self, player: m.PlayerView, x: float, y: float) -> None:
        words = self.words
        lines = [
            f"{words('zones', 'hand')}: {player.hand_size}",
            f"{words('tokens', 'feather')}: {player.feathers}",
        ]
        for number, line in enumerate(lines):
            self._text(x, y + 28 + 22 * number, line, 14)
        self._animals(player.animals, x - 6, y + 70)
        bottom = y + 124
        if player.backs is not None:
            self._text(x, bottom, words.say("backs", "裏面"), 11, fill=FAINT)
            for number, (back, count) in enumerate(
                zip(("summer", "autumn", "winter"), player.backs, strict=True)
            ):
                self._token(x + 50 + number * 28, bottom - 5, COLOURS[back], str(count))
            bottom += 18
        if player.known:
            self._text(x, bottom + 8, words.say("seen in hand", "公開情報の手札"), 11, fill=FAINT)
            for number, name in enumerate(player.known[:8]):
                self._card(name, x + number % 4 * 33, bottom + 14 + number // 4 * 41, 0.5)
            if len(player.known) > 8:
                self._text(x + 132, bottom + 100, f"+{len(player.known) - 8}", 11, "end")

    def _bot(self, bot: m.BotView) -> None:
        points = len(bot.cards) + 2 * len(bot.animals)
        x, y = self._panel(len(self.view.seats), self.words("zones", "bot"), points, active=False)
        for row, season in enumerate(SEASONS):
            self._sign(season, x + 24, y + 64 + row * 47, 10)
            held = [name for name in bot.cards if name.startswith(season)]
            for place, name in enumerate(held):
                self._card(name, x + 50 + place * 34, y + 44 + row * 47, 0.55)
        self._animals(bot.animals, x + 380, y + 70)

    # ---- the own hand -------------------------------------------------------------------------------

    def _hand_height(self) -> int:
        rows = max(1, -(-len(self.view.hand or ()) // 17))
        return 34 + rows * (CARD_H + 10)

    def _hand(self, hand: tuple[str, ...]) -> None:
        words = self.words
        label = words.say(f"Your hand: {len(hand)}", f"あなたの手札: {len(hand)}枚")
        self._text(MARGIN, self.hand_y + 20, label, 15, font_weight="bold")
        for number, name in enumerate(hand):
            self._card(name, MARGIN + number % 17 * 63, self.hand_y + 32 + number // 17 * (CARD_H + 10))
