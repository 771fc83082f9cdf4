"""Which actions are legal: the action table, and menus put together from small memoised parts.

What a hand allows in one season depends on that season's cards in the hand, its plot on the board, the free
corners and what can be paid. Such parts come up again and again, whole positions hardly ever do; so the
menu of a position is a concatenation of parts that are looked up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from boardkit.games.fifteen_days import cards as c
from boardkit.games.fifteen_days.boards import PLOTS, lay, wild_places
from boardkit.games.fifteen_days.model import (
    PILES,
    SOURCES,
    Action,
    Discard,
    Draw,
    FinishAction,
    OtterFeather,
    Pay,
    Place,
    Player,
    PutWild,
    RefillFrom,
    State,
    Take,
    TakeWild,
)

__all__ = ["FROG", "OTTER", "RABBIT", "SQUIRREL", "THREE", "Menus", "base_cost"]

FROG, SQUIRREL, RABBIT, OTTER = 1, 2, 4, 8
Part = tuple[Action, ...]
# One bit at the lowest of each card's three bits in a hand.
_PRESENT = sum(c.ONE)
_PLOT = (1 << 18) - 1
_MOST = 50_000
# Boards are new again and again, and few of them come back once their turn is over: a small memo stays in the cache.
_BOARDS = 1_000
# So many cards of a season, wilds included, and its animal comes.
THREE = 3


class _Memo(dict[int, Any]):
    """A dict that builds what is missing, and starts anew when it has grown too large."""

    def __init__(self, build: Callable[[int], Any], most: int = _MOST) -> None:
        super().__init__()
        self.build, self.most = build, most

    def __missing__(self, key: int) -> Any:
        if len(self) >= self.most:
            self.clear()
        value = self[key] = self.build(key)
        return value


def base_cost(values: int, value: int, ascending: bool) -> int:
    """Return the price of a season card, before animals (FD-2.3.3, F13).

    Args:
        values: the values in the corner, wilds included, one bit each; not empty.
        value: the card's, 0 to 5.
        ascending: whether the corner runs from 1 outwards.
    """
    outer = values >> value == 0 if ascending else values & (2 << value) - 1 == 0
    return 1 if outer else 2


class _Season(Struct, frozen=True):
    """What a season's plot says about placing; cards as masks with one bit at every third place.

    Attributes:
        cheap: cards that cost 1.
        placeable: cards that fit at all.
        matching: cards that equal one there.
        room: whether a wild fits.
        part: masks of cards to the placements.
        feathered: the same with a feather.
    """

    cheap: int
    placeable: int
    matching: int
    room: bool
    part: _Memo
    feathered: _Memo


class _Board(Struct, frozen=True):
    """What a board says about placing; cards as masks with one bit at every third place.

    Attributes:
        cheap: cards that cost 1.
        placeable: cards that fit at all.
        parts: for each season, masks of its cards to the placements.
        feathered: the same with a feather.
        matching: cards that pay for a wild, none if there is no place for one.
    """

    cheap: int
    placeable: int
    parts: tuple[_Memo, ...]
    feathered: tuple[_Memo, ...]
    matching: int


class Menus:
    """The action table of one game and the memoised parts of its menus."""

    def __init__(self, ascending: tuple[bool, ...], wild_matches: bool) -> None:
        self.ascending = ascending
        self.wild_matches = wild_matches
        self.draw = {
            (pile, feather): Draw(PILES[pile], feather) for pile in range(2) for feather in (False, True)
        }
        self.take = {
            (source, feather): Take(SOURCES[source], feather)
            for source in range(4)
            for feather in (False, True)
        }
        self.place = {
            (front, corner, feather): Place(c.SEASONS[front // 6], front % 6 + 1, corner, feather)
            for feather in (False, True)
            for front in range(c.FRONTS)
            for corner in range(1, 5)
        }
        # The placements of a front in the corners that are given by one bit each.
        self._spots = {
            (front, corners, feather): tuple(
                self.place[front, corner, feather] for corner in range(1, 5) if corners >> corner - 1 & 1
            )
            for feather in (False, True)
            for front in range(c.FRONTS)
            for corners in range(16)
        }
        fronts = [(c.SEASONS[front // 6], front % 6 + 1) for front in range(c.FRONTS)]
        self.pay = tuple(Pay(season, value) for season, value in fronts)
        self.discard = tuple(Discard(season, value) for season, value in fronts)
        self.take_wild = {
            (one, two): TakeWild(c.FRONT_IDS[one], c.FRONT_IDS[two])
            for one in range(c.FRONTS)
            for two in range(c.FRONTS)
        }
        self.put_wild = {
            (corner, value): PutWild(corner, value or None) for corner in range(1, 5) for value in range(7)
        }
        self.refill = (RefillFrom("left"), RefillFrom("right"))
        self.finish = FinishAction()
        self.otter = OtterFeather()
        self.table: Part = (
            *self.draw.values(),
            *self.take.values(),
            *self.place.values(),
            *self.pay,
            *self.take_wild.values(),
            *self.put_wild.values(),
            *self.refill,
            self.finish,
            self.otter,
            *self.discard,
        )
        self._open = _Memo(self._build_open)
        self._values = _Memo(self._build_values)
        self._pay = _Memo(lambda key: self._pick(self.pay, key))
        self._discards = _Memo(lambda key: self._pick(self.discard, key))
        self._match = _Memo(self._build_matches)
        self._wilds = _Memo(self._build_wilds)
        self._refills = _Memo(self._build_refills)
        self._ons = _Memo(self._build_open)
        self._plots = _Memo(self._build_plot)
        self._boards = _Memo(self._build_board, _BOARDS)
        self._places = _Memo(lambda key: _Memo(lambda cards: self._build_places(key, cards)))
        self._finish_part = (self.finish,)
        self.by_phase: tuple[Callable[[State], Part], ...] = (
            self.choose,
            self.draw_on,
            self.take_on,
            self.refill_on,
            self.place_on,
            self.pay_on,
            self.wild_on,
            self.check_hand,
            self.discard_on,
            lambda _: (),  # the game is over
        )
        # What laying a card does in the plain case, by plot, card and corner.
        self.layings = _Memo(self._build_laying)

    # ---- one method a phase -------------------------------------------------------------------------

    def choose(self, state: State) -> Part:
        """Return what may begin an action."""
        player = state.players[state.current_player]  # type: ignore[index]  # somebody is asked
        stock = state.stock
        bot = 0 if stock.bot is None else stock.bot.animals
        left, right = state.piles
        one, two, three = state.market
        key = 31 if left and right and one and two and three else _open_bits(state)
        if state.discards and not bot & RABBIT:
            key += 32
        if player.feathers:
            key += (~player.animals & (SQUIRREL | RABBIT)) << 6
        part: Part = self._open[key]
        return part + self.hand_part(player, stock.wilds, bot)

    def hand_part(self, player: Player, wilds: int, bot: int) -> Part:
        """Return the place and wild actions that a hand allows at the beginning of an action.

        Args:
            player: whose hand and board.
            wilds: wilds in the supply.
            bot: animals of the solo opponent, one bit each.
        """
        hand, animals, size = player.hand, player.animals, player.size
        held = (hand | hand >> 1 | hand >> 2) & _PRESENT
        board = self._boards[player.board]
        limit = size - 1 + (animals & FROG) - (bot & FROG)
        part: Part = ()
        if limit > 0:
            cards = held & (board.placeable if limit > 1 else board.cheap)
            if cards:
                part = _places(board.parts, cards)
        if player.feathers and not animals & FROG and limit >= 0:
            cards = held & (board.placeable if limit > 0 else board.cheap)
            if cards:
                part += _places(board.feathered, cards)
        if wilds and size > 1:
            matching = held & board.matching
            if matching:
                part += self._match[matching << 108 | (hand >> 1 | hand >> 2) & matching]
        return part

    def draw_on(self, state: State) -> Part:
        """Return the piles for the next card of a draw action (F6, F7, F47)."""
        left, right = state.piles
        return self._ons[3 if left and right else 1 if left else 2]  # type: ignore[no-any-return]

    def take_on(self, state: State) -> Part:
        """Return the sources for the second card of a take action (F37, F38, F47)."""
        bot = state.stock.bot
        key = _open_bits(state) & 28
        if state.discards and not (bot is not None and bot.animals & RABBIT):
            key += 32
        return self._ons[key]  # type: ignore[no-any-return]

    def refill_on(self, state: State) -> Part:
        """Return the piles for the next card of a market column (F49)."""
        left, right = state.piles
        return self._refills[3 if left and right else 1 if left else 2]  # type: ignore[no-any-return]

    def place_on(self, state: State) -> Part:
        """Return the further cards of a place action, or its end."""
        player = state.players[state.current_player]  # type: ignore[index]  # somebody is asked
        part: Part = self._finish_part
        if player.size > 1:
            hand = player.hand
            board = self._boards[player.board]
            held = (hand | hand >> 1 | hand >> 2) & _PRESENT
            cards = held & (board.placeable if player.size > 2 else board.cheap)
            if cards:
                part = _places(board.parts, cards) + part
        return part

    def pay_on(self, state: State) -> Part:
        """Return the cards that may be paid (F12)."""
        return _by_season(self._pay, state.players[state.current_player].hand)  # type: ignore[index]

    def wild_on(self, state: State) -> Part:
        """Return where the wild may be put (FD-2.4)."""
        return self._wilds[state.players[state.current_player].board]  # type: ignore[no-any-return,index]

    def check_hand(self, state: State) -> Part:
        """Return the first discard of the hand check, or a feather for the otter (F55)."""
        player = state.players[state.current_player]  # type: ignore[index]  # somebody is asked
        part = _by_season(self._discards, player.hand)
        if player.feathers and not player.animals & OTTER:
            part = (self.otter, *part)
        return part

    def discard_on(self, state: State) -> Part:
        """Return the further discards of the hand check."""
        return _by_season(self._discards, state.players[state.current_player].hand)  # type: ignore[index]

    # ---- parts, built when first asked for ----------------------------------------------------------

    def _build_board(self, board: int) -> _Board:
        """Return what a board says about placing: its four seasons put together."""
        free = board & 15
        plots = self._plots
        summer, autumn, winter, spring = (
            board >> 8 & _PLOT,
            board >> 26 & _PLOT,
            board >> 44 & _PLOT,
            board >> 62 & _PLOT,
        )
        # A season that owns a corner does not care which others are free.
        a = plots[summer << 6 if summer & 7 else free << 2]
        b = plots[autumn << 6 | 1 if autumn & 7 else free << 2 | 1]
        d = plots[winter << 6 | 2 if winter & 7 else free << 2 | 2]
        f = plots[spring << 6 | 3 if spring & 7 else free << 2 | 3]
        room = a.room or b.room or d.room or f.room or free & ~(board >> 4)
        return _Board(
            a.cheap | b.cheap | d.cheap | f.cheap,
            a.placeable | b.placeable | d.placeable | f.placeable,
            (a.part, b.part, d.part, f.part),
            (a.feathered, b.feathered, d.feathered, f.feathered),
            a.matching | b.matching | d.matching | f.matching if room else 0,
        )

    def _build_laying(self, key: int) -> tuple[int, int, int] | None:
        """Return what is added to the board, the price before animals and the points.

        None where the card does not fit, or a wild or an animal moves.

        Args:
            key: the season's plot, the card (6 bits) and the corner (3 bits).
        """
        bits, card, corner = key >> 9, key >> 3 & 63, key & 7
        front, plot = c.FRONT_OF[card], PLOTS[bits]
        season, value = front // 6, front % 6
        if plot.total >= THREE - 1 or plot.values >> value & 1 or plot.corner not in (0, corner):
            return None
        cost, points = 1, 2
        if plot.corner:
            cost, points = base_cost(plot.values, value, self.ascending[corner - 1]), 0
        shift = 8 + 18 * season
        before = bits << shift | (0 if plot.corner else 1 << corner - 1)
        after = lay(before, card, corner)
        return after - before, cost, points + PLOTS[after >> shift].run - plot.run

    def _build_plot(self, key: int) -> _Season:
        season, free, plot = key & 3, key >> 2 & 15, PLOTS[key >> 6]
        cheap = placeable = matching = 0
        for value in range(6):
            cards = c.PRESENCE[6 * season + value]
            real = plot.real >> value & 1
            if real or (self.wild_matches and plot.wild == value + 1):
                matching |= cards
            if real or not (plot.corner or free):
                continue
            placeable |= cards
            if (
                not plot.corner
                or plot.wild == value + 1
                or base_cost(plot.values, value, self.ascending[plot.corner - 1]) == 1
            ):
                cheap |= cards
        places = self._places
        corners = 1 << plot.corner - 1 if plot.corner else free
        key = corners << 3 | season << 1
        room = bool(plot.corner) and not plot.wild and plot.real != 63
        return _Season(cheap, placeable, matching, room, places[key], places[key | 1])

    def _build_places(self, key: int, cards: int) -> Part:
        """Return the placements of cards into corners, given by key: corners, season, feather."""
        feather, season, corners = bool(key & 1), key >> 1 & 3, key >> 3
        held, _ = self._values[cards << 2 | season]
        part: Part = ()
        for value in range(6):
            if held >> value & 1:
                part += self._spots[6 * season + value, corners, feather]
        return part

    def _build_open(self, key: int) -> Part:
        lacking = key >> 6
        feathers = {1: (False, True), 0: (False,)}
        part: list[Action] = [
            self.draw[pile, feather]
            for pile in range(2)
            if key >> pile & 1
            for feather in feathers[lacking >> 1 & 1]
        ]
        part += [
            self.take[source, feather]
            for source in range(4)
            if key >> 2 + source & 1
            for feather in feathers[lacking >> 2 & 1]
        ]
        return tuple(part)

    def _build_refills(self, key: int) -> Part:
        return tuple(self.refill[pile] for pile in range(2) if key >> pile & 1)

    def _build_wilds(self, board: int) -> Part:
        return tuple(self.put_wild[place] for place in wild_places(board))

    def _build_values(self, key: int) -> tuple[int, int]:
        """Return the values held at least once and at least twice, one bit each."""
        season, cards = key & 3, key >> 2
        counts = [c.count_in_part(cards, season, value) for value in range(6)]
        once = sum(1 << value for value in range(6) if counts[value] > 0)
        return once, sum(1 << value for value in range(6) if counts[value] > 1)

    def _pick(self, actions: tuple[Any, ...], key: int) -> Part:
        season, (held, _) = key & 3, self._values[key]
        return tuple(actions[6 * season + value] for value in range(6) if held >> value & 1)

    def _build_matches(self, key: int) -> Part:
        single, twice = key >> 108, key & (1 << 108) - 1
        fronts = [front for front in range(c.FRONTS) if single & c.PRESENCE[front]]
        double = [
            front
            for front in fronts
            if twice & c.PRESENCE[front] or (single & c.PRESENCE[front]).bit_count() > 1
        ]
        return tuple(
            self.take_wild[one, two] for one in fronts for two in fronts if one != two or one in double
        )


def _open_bits(state: State) -> int:
    """Return which piles (bits 0, 1) and market columns (bits 2 to 4) have cards."""
    bits = 0
    for place, cards in enumerate((*state.piles, *state.market)):
        if cards:
            bits |= 1 << place
    return bits


def _places(parts: tuple[_Memo, ...], cards: int) -> Part:
    """Return the placements of the cards in ``cards``, one bit each at every third place."""
    summer, autumn, winter, spring = parts
    return (  # type: ignore[no-any-return]
        summer[cards & 0x3FFFF]
        + autumn[cards >> 18 & 0x3FFFF]
        + winter[cards >> 36 & 0x3FFFF]
        + spring[cards >> 54]
    )


def _by_season(memo: _Memo, hand: int) -> Part:
    return (  # type: ignore[no-any-return]
        memo[(hand & 0x3FFFF) << 2]
        + memo[(hand >> 18 & 0x3FFFF) << 2 | 1]
        + memo[(hand >> 36 & 0x3FFFF) << 2 | 2]
        + memo[hand >> 54 << 2 | 3]
    )
