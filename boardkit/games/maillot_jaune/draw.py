"""A picture of Maillot Jaune: the race on top, one lane a rider, the own hand below."""

from __future__ import annotations

from boardkit.games.maillot_jaune.model import (
    RiderView,
    View,
)
from boardkit.games.maillot_jaune.text import Words
from boardkit.svg import Svg

_WIDTH = 980
_HEADER = 118
_LANE = 104
_HAND = 150
_INK, _SOFT, _PAPER, _LANE_FILL = "#1d2733", "#5f6b78", "#f4f1ea", "#ffffff"
_YELLOW, _YELLOW_EDGE = "#ffd21f", "#9a7400"
# A scale that stays readable for colour-blind people: dark blue for slow, pale yellow for fast.
_SCALE = ("#2c3e78", "#31568c", "#2e6f8e", "#2a878a", "#3a9e7e", "#6bb26a", "#a3c255", "#d7c94f")
_SPECIALS = {"mountain": "#8a6a4f", "sprint": "#2f7ebc", "headwind": "#b3413a"}
_FEW = 15  # cards of a pile that fit into a lane


def draw(view: View, language: str) -> str:
    """Return the picture as an SVG document."""
    words = Words(view.game, language)  # type: ignore[arg-type]  # a view of this game
    picture = _Picture(view, words)
    picture.header()
    for seat, rider in enumerate(view.riders):
        picture.lane(seat, rider)
    picture.hand()
    return str(picture.svg)


class _Picture:
    def __init__(self, view: View, words: Words) -> None:
        self.view, self.words = view, words
        self.values = [card.value for card in view.game.components.data.speed_cards]
        self.bottom = _HEADER + _LANE * len(view.riders)
        height = self.bottom + (_HAND if view.hand is not None else 16)
        title = view.game.info.title.in_language("ja" if words.ja else "en")
        self.svg = Svg(_WIDTH, height, title, _PAPER)
        self.title = title

    def header(self) -> None:
        """Draw title, stage, tempo, pile and what was put out."""
        svg, view, words = self.svg, self.view, self.words
        svg.text(24, 44, self.title, 28, font_weight="bold", fill=_INK)
        stage = f"{words.word('stage')} {view.stage} / {view.game.options.stages}"
        svg.text(24, 76, stage, 18, fill=_SOFT)
        state = words.name("phases", view.phase)
        if view.current_player is not None:
            state = f"{words.rider(view.current_player)}: {state}"
        svg.text(24, 102, state, 16, fill=_INK)
        svg.text(500, 38, words.word("tempo"), 16, "middle", fill=_SOFT)
        tempo = "–" if view.tempo is None else str(view.tempo)
        svg.text(500, 88, tempo, 52, "middle", font_weight="bold", fill=_INK)
        if view.mountain:
            self.card(560, 32, "mountain", 44, 62)
        svg.text(790, 38, words.name("zones", "pile"), 16, "middle", fill=_SOFT)
        svg.text(790, 84, str(view.pile), 34, "middle", font_weight="bold", fill=_INK)
        svg.text(905, 38, words.name("zones", "aside"), 16, "middle", fill=_SOFT)
        if not view.aside:
            svg.text(905, 84, "–", 34, "middle", fill=_SOFT)
        for place, card in enumerate(view.aside[-4:]):
            self.card(872 + 20 * place, 48, card, 30, 42)

    def lane(self, seat: int, rider: RiderView) -> None:
        """Draw one rider: jersey, speed, time lost, headwinds, cards laid and held, score."""
        svg, view, words = self.svg, self.view, self.words
        top = _HEADER + _LANE * seat
        active = seat == view.current_player
        svg.rect(
            12, top + 4, _WIDTH - 24, _LANE - 8, rx=10, fill=_LANE_FILL,
            stroke="#d9480f" if active else "#d5d0c4", stroke_width=3 if active else 1,
        )  # fmt: skip
        self._jersey(50, top + 46, seat, leads=seat == view.leader)
        name = words.rider(seat) + (f" ({words.word('you')})" if seat == view.player else "")
        svg.text(92, top + 32, name, 17, font_weight="bold", fill=_INK)
        score = f"{words.count(rider.points, 'points')} · {words.count(rider.wins, 'wins')}"
        svg.text(92, top + 54, score, 14, fill=_SOFT)
        self._time_lost(92, top + 66, rider.chips)
        svg.text(292, top + 66, "–" if rider.speed is None else str(rider.speed), 36, "middle", fill=_INK)
        svg.text(292, top + 86, "km/h", 12, "middle", fill=_SOFT)
        for place in range(min(rider.headwinds, 3)):
            self.card(326 + 12 * place, top + 16, "headwind", 34, 48)
        self._pile(400, top + 16, rider.laid)
        self._held(400, top + 74, rider)

    def _jersey(self, x: int, y: int, seat: int, leads: bool) -> None:
        fill, edge = (_YELLOW, _YELLOW_EDGE) if leads else ("#e8e6df", "#8b8f95")
        sleeves = f"M{x - 16},{y - 20} h10 q6,7 12,0 h10 l14,12 l-8,9 l-6,-4 v25 h-32 v-25 l-6,4 l-8,-9 z"
        self.svg.path(sleeves, fill=fill, stroke=edge, stroke_width=2, stroke_linejoin="round")
        self.svg.text(x, y + 12, str(seat), 20, "middle", font_weight="bold", fill=_INK)

    def _time_lost(self, x: int, y: int, minutes: int) -> None:
        """Draw chips: five minutes red and square-cornered, one minute blue and round, and the number."""
        fives, ones = divmod(minutes, 5)
        shown = min(fives, 6)
        for place in range(shown):
            self.svg.rect(x + 15 * place, y, 12, 20, rx=3, fill="#c0392b", stroke="#7b241c", stroke_width=1)
        for place in range(ones):
            self.svg.circle(
                x + 15 * shown + 13 * place + 6, y + 10, 6, fill="#3a7bd5", stroke="#1c4587", stroke_width=1
            )
        if minutes:
            right = x + 15 * shown + 13 * ones + 6
            self.svg.text(right, y + 16, f"{minutes} {self.words.word('minutes')}", 14, fill=_INK)

    def _pile(self, x: int, y: int, laid: tuple[str, ...]) -> None:
        self.svg.text(x, y + 32, self.words.name("zones", "laid"), 13, fill=_SOFT)
        left = x + 92
        if len(laid) > _FEW:
            self.svg.text(x, y + 14, f"+{len(laid) - _FEW}", 13, fill=_SOFT)
        for place, card in enumerate(laid[-_FEW:]):
            self.card(left + 29 * place, y + 4, card, 29, 42)

    def _held(self, x: int, y: int, rider: RiderView) -> None:
        self.svg.text(x, y + 13, f"{self.words.name('zones', 'hand')} {rider.hand_size}", 13, fill=_SOFT)
        left = x + 92
        for place in range(rider.hand_size - len(rider.shown)):
            self.svg.rect(
                left + 16 * place, y, 12, 17, rx=2, fill="#44618a", stroke="#ffffff", stroke_width=1
            )
        left += 16 * (rider.hand_size - len(rider.shown)) + 8
        for place, card in enumerate(rider.shown):
            fill = _SPECIALS.get(card) or self._colour(card)
            self.svg.rect(left + 30 * place, y, 27, 17, rx=2, fill=fill)
            self.svg.text(left + 30 * place + 13, y + 13, self._short(card), 12, "middle", fill=_ink_on(fill))

    def hand(self) -> None:
        """Draw the viewer's own cards."""
        if self.view.hand is None:
            return
        self.svg.text(
            24, self.bottom + 36, self.words.name("zones", "hand"), 18, font_weight="bold", fill=_INK
        )
        for place, card in enumerate(self.view.hand):
            self.card(110 + 92 * place, self.bottom + 14, card, 78, 112)

    def card(self, x: int, y: int, card: str, width: int, height: int) -> None:
        """Draw a card face; small ones show only number or sign."""
        fill = _SPECIALS.get(card) or self._colour(card)
        svg = self.svg
        svg.rect(x, y, width, height, rx=width // 9, fill=fill, stroke="#ffffff", stroke_width=2)
        ink = _ink_on(fill)
        middle, half = x + width / 2, y + height / 2
        if card in _SPECIALS:
            roomy = width > 40
            self._sign(card, middle, half - height * 0.08 * roomy, width * 0.3)
            if roomy:
                svg.text(middle, y + height * 0.9, self._short(card), width * 0.2, "middle", fill=ink)
            return
        svg.text(middle, half + width * 0.19, card[6:], width * 0.52, "middle", font_weight="bold", fill=ink)

    def _sign(self, card: str, x: float, y: float, size: float) -> None:
        """Draw the sign of a special: a peak, arrows forward, or an arrow against."""
        if card == "mountain":
            peaks = [(x - size, y + size * 0.7), (x - size * 0.2, y - size * 0.8), (x + size, y + size * 0.7)]
            self.svg.polygon(peaks, fill="#ffffff")
            return
        ahead = 1 if card == "sprint" else -1
        for shift in (-0.45, 0.25):
            left = x + size * shift * ahead
            points = [
                (left - size * 0.3 * ahead, y - size * 0.7),
                (left + size * 0.5 * ahead, y),
                (left - size * 0.3 * ahead, y + size * 0.7),
            ]
            self.svg.polygon(points, fill="#ffffff")

    def _short(self, card: str) -> str:
        numbers = self.view.game.components.data
        if card == "sprint":
            return f"+{numbers.sprint_adds}"
        if card == "headwind":
            return f"−{numbers.headwind_slows}"
        if card == "mountain":
            return f"≤{numbers.mountain_top_speed}"
        return card[6:]

    def _colour(self, card: str) -> str:
        place = self.values.index(int(card[6:]))
        return _SCALE[place * len(_SCALE) // len(self.values)]


def _ink_on(fill: str) -> str:
    """Return black or white, whichever is readable on ``fill``."""
    red, green, blue = (int(fill[i : i + 2], 16) for i in (1, 3, 5))
    return "#10161d" if 299 * red + 587 * green + 114 * blue > 145_000 else "#ffffff"
