"""Which actions are legal: the action table, and menus put together from small memoised parts.

What a hand allows in one season depends on that season's cards in the hand, its plot on the board, the free
corners and what can be paid. Such parts come up again and again, whole positions hardly ever do; so the
menu of a position is a concatenation of parts that are looked up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardkit.game import Menu
from boardkit.games.fifteen_days import cards as c
from boardkit.games.fifteen_days.boards import MATCHES, PLOTS, plot_of, wild_fronts, wild_places
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

__all__ = ["FROG", "OTTER", "RABBIT", "SQUIRREL", "LazyMenu", "Menus", "base_cost"]

FROG, SQUIRREL, RABBIT, OTTER = 1, 2, 4, 8
Part = tuple[Action, ...]
_MOST = 20_000


class LazyMenu(Menu[Action]):
    """A menu that makes its index when somebody checks an action."""

    __slots__ = ()

    def __init__(self, actions: Part) -> None:
        self.actions = actions

    def __getattr__(self, name: str) -> Any:
        if name != "index":
            raise AttributeError(name)
        self.index = dict(zip(self.actions, self.actions, strict=True))
        return self.index


class _Memo(dict[int, Any]):
    """A dict that builds what is missing, and starts anew when it has grown too large."""

    def __init__(self, build: Callable[[int], Any]) -> None:
        super().__init__()
        self.build = build

    def __missing__(self, key: int) -> Any:
        if len(self) >= _MOST:
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


class Menus:
    """The action table of one game and the memoised parts of its menus."""

    def __init__(self, ascending: tuple[bool, ...], wild_matches: bool) -> None:
        self.ascending = ascending
        self.wild_matches = wild_matches
        self.draw = {(pile, feather): Draw(PILES[pile], feather) for pile in range(2) for feather in (False, True)}
        self.take = {(source, feather): Take(SOURCES[source], feather) for source in range(4) for feather in (False, True)}
        self.place = {
            (front, corner, feather): Place(c.SEASONS[front // 6], front % 6 + 1, corner, feather)
            for front in range(c.FRONTS)
            for corner in range(1, 5)
            for feather in (False, True)
        }
        fronts = [(c.SEASONS[front // 6], front % 6 + 1) for front in range(c.FRONTS)]
        self.pay = tuple(Pay(season, value) for season, value in fronts)
        self.discard = tuple(Discard(season, value) for season, value in fronts)
        self.take_wild = {
            (one, two): TakeWild(c.FRONT_IDS[one], c.FRONT_IDS[two])  # type: ignore[arg-type]  # a Literal
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
        self._season = _Memo(self._build_season)
        self._values = _Memo(self._build_values)
        self._pay = _Memo(self._build_pay)
        self._discards = _Memo(self._build_discards)
        self._match = _Memo(self._build_matches)
        self._wilds = _Memo(lambda board: LazyMenu(tuple(self.put_wild[place] for place in wild_places(board))))
        self._small = _Memo(self._build_small)
        self._finish_part = (self.finish,)
        self.by_phase: tuple[Callable[[State], Menu[Action]], ...] = (
            self.choose,
            self.draw_on,
            self.take_on,
            self.refill_on,
            self.place_on,
            self.pay_on,
            lambda state: self._wilds[state.players[_seat(state)].board],
            self.check_hand,
            self.discard_on,
        )

    # ---- one method a phase -------------------------------------------------------------------------

    def choose(self, state: State) -> Menu[Action]:
        """Return what may begin an action."""
        player = state.players[_seat(state)]
        bot = 0 if state.bot is None else state.bot.animals
        piles, market = state.piles, state.market
        lacking = 0 if not player.feathers else ~player.animals & (SQUIRREL | RABBIT)
        key = (
            (piles[0] != b"")
            | (piles[1] != b"") << 1
            | (market[0] != b"") << 2
            | (market[1] != b"") << 3
            | (market[2] != b"") << 4
            | (state.discards != b"" and not bot & RABBIT) << 5
            | lacking << 6
        )
        return LazyMenu(self._open[key] + self.hand_part(player, state.wilds, bot))

    def hand_part(self, player: Player, wilds: int, bot: int) -> Part:
        """Return the place and wild actions that a hand allows at the beginning of an action.

        Args:
            player: whose hand and board.
            wilds: wilds in the supply.
            bot: animals of the solo opponent, one bit each.
        """
        limit = player.size - 1 + (player.animals & FROG) - (bot & FROG)
        part = self.places(player, limit, player.feathers > 0 and not player.animals & FROG)
        if wilds and player.size > 1:
            part += self.wild_part(player)
        return part

    def draw_on(self, state: State) -> Menu[Action]:
        """Return the piles for the next card of a draw action (F6, F7, F47)."""
        piles = state.piles
        return self._small[(piles[0] != b"") | (piles[1] != b"") << 1]  # type: ignore[no-any-return]

    def take_on(self, state: State) -> Menu[Action]:
        """Return the sources for the second card of a take action (F37, F38, F47)."""
        market = state.market
        closed = state.bot is not None and state.bot.animals & RABBIT
        key = (
            (market[0] != b"") << 2
            | (market[1] != b"") << 3
            | (market[2] != b"") << 4
            | (state.discards != b"" and not closed) << 5
        )
        return self._small[key]  # type: ignore[no-any-return]

    def refill_on(self, state: State) -> Menu[Action]:
        """Return the piles for the next card of a market column (F49)."""
        piles = state.piles
        return self._small[(piles[0] != b"") | (piles[1] != b"") << 1 | 64]  # type: ignore[no-any-return]

    def place_on(self, state: State) -> Menu[Action]:
        """Return the further cards of a place action, or its end."""
        player = state.players[_seat(state)]
        return LazyMenu(self.places(player, player.size - 1, feather=False) + self._finish_part)

    def pay_on(self, state: State) -> Menu[Action]:
        """Return the cards that may be paid (F12)."""
        return LazyMenu(_by_season(self._pay, state.players[_seat(state)].hand))

    def check_hand(self, state: State) -> Menu[Action]:
        """Return the first discard of the hand check, or a feather for the otter (F55)."""
        player = state.players[_seat(state)]
        part = _by_season(self._discards, player.hand)
        if player.feathers and not player.animals & OTTER:
            part = (self.otter, *part)
        return LazyMenu(part)

    def discard_on(self, state: State) -> Menu[Action]:
        """Return the further discards of the hand check."""
        return LazyMenu(_by_season(self._discards, state.players[_seat(state)].hand))

    # ---- parts --------------------------------------------------------------------------------------

    def places(self, player: Player, limit: int, feather: bool) -> Part:
        """Return the legal placements.

        Args:
            player: whose hand and board.
            limit: the highest base cost that can be paid without a feather.
            feather: whether one may be spent for the frog.
        """
        if limit + feather < 1:
            return ()
        hand, board = player.hand, player.board
        free = board & 15
        tail = free << 3 | (3 if limit > 2 else limit + 1) << 1 | feather
        season = self._season
        part: Part = ()
        # Spelt out season by season: this is the hottest place of the game.
        cards = hand & 0x3FFFF
        if cards:
            part = season[(cards << 18 | board >> 8 & 0x3FFFF) << 9 | tail]
        cards = hand >> 18 & 0x3FFFF
        if cards:
            part += season[(cards << 18 | board >> 26 & 0x3FFFF) << 9 | tail | 128]
        cards = hand >> 36 & 0x3FFFF
        if cards:
            part += season[(cards << 18 | board >> 44 & 0x3FFFF) << 9 | tail | 256]
        cards = hand >> 54
        if cards:
            part += season[(cards << 18 | board >> 62) << 9 | tail | 384]
        return part

    def wild_part(self, player: Player) -> Part:
        """Return the ways to take a wild (FD-2.2.1 D, F20 to F22)."""
        fronts = MATCHES[player.board]
        if self.wild_matches:
            fronts |= wild_fronts(player.board)
        if not fronts:
            return ()
        hand, values = player.hand, self._values
        single, double = 0, 0
        for season in range(4):
            cards = c.season_part(hand, season)
            if cards:
                once, twice = values[cards << 2 | season]
                single |= once << 6 * season
                double |= twice << 6 * season
        single &= fronts
        if not single or not wild_places(player.board):
            return ()
        return self._match[single << 24 | double & fronts]  # type: ignore[no-any-return]

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

    def _build_small(self, key: int) -> LazyMenu:
        if key & 64:
            return LazyMenu(tuple(self.refill[pile] for pile in range(2) if key >> pile & 1))
        return LazyMenu(self._build_open(key))

    def _build_season(self, key: int) -> Part:
        feather, limit, free, season = key & 1, (key >> 1 & 3) - 1, key >> 3 & 15, key >> 7 & 3
        plot, cards = PLOTS[key >> 9 & 0x3FFFF], key >> 27
        held, _ = self._values[cards << 2 | season]
        part: list[Action] = []
        for value in range(6):
            if not held >> value & 1 or plot.real >> value & 1:
                continue
            for corner, cost in self._corners(plot, free, value):
                if cost <= limit:
                    part.append(self.place[6 * season + value, corner, False])
                if feather and cost <= limit + 1:
                    part.append(self.place[6 * season + value, corner, True])
        return tuple(part)

    def _corners(self, plot: Any, free: int, value: int) -> list[tuple[int, int]]:
        if not plot.corner:
            return [(corner, 1) for corner in range(1, 5) if free >> corner - 1 & 1]
        if plot.wild == value + 1:
            return [(plot.corner, 1)]
        return [(plot.corner, base_cost(plot.values, value, self.ascending[plot.corner - 1]))]

    def _build_values(self, key: int) -> tuple[int, int]:
        """Return the values held at least once and at least twice, one bit each."""
        season, cards = key & 3, key >> 2
        counts = [c.count_in_part(cards, season, value) for value in range(6)]
        once = sum(1 << value for value in range(6) if counts[value] > 0)
        return once, sum(1 << value for value in range(6) if counts[value] > 1)

    def _build_pay(self, key: int) -> Part:
        return self._pick(self.pay, key)

    def _build_discards(self, key: int) -> Part:
        return self._pick(self.discard, key)

    def _pick(self, actions: tuple[Any, ...], key: int) -> Part:
        season, (held, _) = key & 3, self._values[key]
        return tuple(actions[6 * season + value] for value in range(6) if held >> value & 1)

    def _build_matches(self, key: int) -> Part:
        single, double = key >> 24, key & 0xFFFFFF
        fronts = [front for front in range(c.FRONTS) if single >> front & 1]
        return tuple(
            self.take_wild[one, two] for one in fronts for two in fronts if one != two or double >> one & 1
        )


def _by_season(memo: _Memo, hand: int) -> Part:
    return (  # type: ignore[no-any-return]
        memo[(hand & 0x3FFFF) << 2]
        + memo[(hand >> 18 & 0x3FFFF) << 2 | 1]
        + memo[(hand >> 36 & 0x3FFFF) << 2 | 2]
        + memo[hand >> 54 << 2 | 3]
    )


def _seat(state: State) -> int:
    seat = state.current_player
    assert seat is not None  # noqa: S101  menus are made for players who are asked
    return seat
