"""What actions do: each one changes a Draft of the state, which then becomes the next state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boardkit.games.fifteen_days import cards as c
from boardkit.games.fifteen_days import events as e
from boardkit.games.fifteen_days.boards import (
    PLOT_MASK,
    PLOTS,
    Plot,
    board_points,
    complete,
    lay,
    plot_of,
    put_wild,
    wild_places,
)
from boardkit.games.fifteen_days.menus import FROG, OTTER, RABBIT, SQUIRREL, THREE, base_cost
from boardkit.games.fifteen_days.model import (
    BONUS,
    BY_PILE,
    BY_SET,
    CHECK,
    CHOOSE,
    DISCARD,
    DRAW,
    FREED,
    NO_TRIGGER,
    NO_WILD,
    OVER,
    PAY,
    PILES,
    PLACE,
    REFILL,
    TAKE,
    TAKEN,
    WILD,
    Bot,
    Player,
    State,
    Stock,
    Turn,
    bot_has_six,
)

if TYPE_CHECKING:
    from boardkit.games.fifteen_days.rules import FifteenDays

__all__ = ["Draft", "hand_limit"]

HAND_LIMIT = 5
OTTER_MORE = 3
BOT_OTTER_LESS = 1
ACTIONS = 2
COLUMN = 3

FIRST_TURN = Turn(CHOOSE, ACTIONS, 0, 0, NO_WILD, 0, False, False, False)
_OVER = Turn(OVER, 0, 0, 0, NO_WILD, 0, False, False, False)


def hand_limit(stock: Stock, player: Player) -> int:
    """Return how many cards a player may keep (FD-2.2.2, FD-2.5.3, FD-7)."""
    limit = HAND_LIMIT
    if player.animals & OTTER:
        limit += OTTER_MORE
    if stock.bot is not None and stock.bot.animals & OTTER:
        limit -= BOT_OTTER_LESS
    return limit


class Draft:
    """A state in the making: the methods are the rules' verbs, ``state()`` is the result.

    ``turn`` is replaced as a whole; ``me`` is the player whose turn it is.
    """

    __slots__ = (
        "discards", "events", "game", "market", "me", "piles", "players", "progress", "seat", "seed", "stock", "turn",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        seat = state.current_player
        assert seat is not None  # noqa: S101  nobody acts after the end
        self.game: FifteenDays = state.game  # type: ignore[assignment]  # a state is of its own game
        self.seed = state.seed
        self.seat = seat
        self.events: list[e.FifteenDaysEvent] = []
        turn = state.turn
        self.turn = turn
        self.progress = turn.progress
        self.players = state.players
        self.me = self.players[seat]
        self.piles = state.piles
        self.market = state.market
        self.discards = state.discards
        self.stock = state.stock

    def state(self) -> State:
        """Return the finished state."""
        turn = self.turn
        return State(
            self.game,
            self.seed,
            None if turn.phase == OVER else self.seat,
            tuple(self.events),
            turn,
            self._with_me(),
            self.piles,
            self.market,
            self.discards,
            self.stock,
        )

    def _with_me(self) -> tuple[Player, ...]:
        players, seat = self.players, self.seat
        if players[seat] is self.me:
            return players
        return (*players[:seat], self.me, *players[seat + 1 :])

    # ---- the actions --------------------------------------------------------------------------------

    def draw(self, pile: int, feather: bool) -> None:
        """Draw one card; the first one begins the action (FD-2.2.1 A, FD-2.5.3)."""
        turn = self.turn
        actions, cards = turn.actions, turn.cards
        if turn.phase == CHOOSE:
            actions -= 1
            cards = 2 + (1 if feather or self.me.animals & SQUIRREL else 0) - self._hurt(SQUIRREL)
            if feather:
                self._spend(SQUIRREL)
        card = self._top(pile)
        me = self.me
        self.me = Player(
            me.hand + c.ONE[card], me.known, me.size + 1, me.board, me.feathers, me.animals, me.wilds_played
        )
        self.events += e.DREW[self.seat][pile][card]
        self._note_empty(pile, self.seat)
        piles = self.piles
        if cards > 1 and (piles[0] or piles[1]):
            self.turn = Turn(DRAW, actions, cards - 1, 0, NO_WILD, 0, False, False, self.progress)
        else:
            self._finish_action(actions)

    def take(self, source: int, feather: bool) -> None:
        """Take one face-up card; the first one begins the action (FD-2.2.1 B, FD-2.5.3)."""
        turn = self.turn
        actions, cards = turn.actions, turn.cards
        if turn.phase == CHOOSE:
            actions -= 1
            cards = 2 if feather or self.me.animals & RABBIT else 1
            if feather:
                self._spend(RABBIT)
        cards -= 1
        if source < 3:
            card = self._uncover(source)
            self.progress = True
        else:
            card = self.discards[-1]
            self.discards = self.discards[:-1]
        me, one = self.me, c.ONE[card]
        self.me = Player(
            me.hand + one, me.known + one, me.size + 1, me.board, me.feathers, me.animals, me.wilds_played
        )
        self.events += e.TOOK[self.seat][source][card]
        if source < 3:
            self._after_uncovering(actions, cards, source, self.stock.bot is not None)
        else:
            self._take_on(actions, cards)

    def refill(self, pile: int) -> None:
        """Lay a card onto the column that is being refilled (F36, F49, F57)."""
        turn, column = self.turn, self.turn.column
        card = self._top(pile)
        self._set_column(column, self.market[column] + c.SINGLE[card])
        self.events += e.REFILLED[self.seat][pile][column][card]
        self._note_empty(pile, self.seat)
        if len(self.market[column]) < COLUMN and (self.piles[0] or self.piles[1]):
            self.turn = turn
        elif turn.sweep:
            self._sweep(turn.actions, turn.cards, column)
        else:
            self._take_on(turn.actions, turn.cards)

    def place(self, front: int, corner: int, feather: bool) -> None:
        """Lay a card; its price and the wild it frees come next (FD-2.3, F52)."""
        turn, board = self.turn, self.me.board
        season, value = front // 6, front % 6
        shift = 8 + 18 * season
        plot = PLOTS[board >> shift & PLOT_MASK]
        freed, cost, points = False, 1, 0
        if plot.corner:
            freed = plot.wild == value + 1
            if not freed:
                cost = base_cost(plot.values, value, self.game.menus.ascending[corner - 1])
        elif board >> 3 + corner & 1:
            freed, points = True, -1
        else:
            points = 2
        actions = turn.actions
        if turn.phase == CHOOSE:
            actions -= 1
            cost += self._hurt(FROG) - (1 if feather or self.me.animals & FROG else 0)
            if feather:
                self._spend(FROG)
        card = c.lowest(self.me.hand, front)
        after = lay(board, card, corner)
        self._lose(card, after)
        self.progress = True
        laid = PLOTS[after >> shift & PLOT_MASK]
        points += laid.run - plot.run
        self.events.append(e.Placed(self.seat, c.CARD_IDS[card], corner, cost, freed, points))
        if laid.total >= THREE:
            self._count_animals(season, plot, laid)
        self.turn = Turn(PAY, actions, 0, cost, FREED if freed else NO_WILD, 0, False, False, True)
        if not cost:
            self._paid()

    def pay(self, front: int) -> None:
        """Discard one card of the price."""
        turn = self.turn
        self._discard(front, e.COST)
        self.turn = Turn(PAY, turn.actions, 0, turn.cost - 1, turn.wild, 0, False, False, self.progress)
        if turn.cost == 1:
            self._paid()

    def take_wild(self, first: int, second: int) -> None:
        """Discard two matching cards and take a wild (FD-2.2.1 D, F48, F61)."""
        actions = self.turn.actions - 1
        self._discard(first, e.WILD_PRICE)
        self._discard(second, e.WILD_PRICE)
        self._wild_from_supply(actions, TAKEN)

    def put_wild(self, corner: int, value: int) -> None:
        """Put the wild down (FD-2.4, F24, F60)."""
        turn, me = self.turn, self.me
        before = me.board
        after = put_wild(before, corner, value)
        played = me.wilds_played + (turn.wild != FREED)
        self.me = Player(me.hand, me.known, me.size, after, me.feathers, me.animals, played)
        self.progress = True
        points = board_points(after) - board_points(before)
        self.events.append(e.WildPut(self.seat, corner, value or None, points))
        if value:
            season = next(s for s in range(4) if plot_of(after, s) & 7 == corner)
            self._count_animals(season, PLOTS[plot_of(before, season)], PLOTS[plot_of(after, season)])
        if self._ends_by_set():
            return
        if turn.wild == FREED:
            self.turn = Turn(PLACE, turn.actions, 0, 0, NO_WILD, 0, False, False, self.progress)
        elif turn.wild == TAKEN:
            self._finish_action(turn.actions)
        else:
            self._check_hand(final=False)

    def finish(self) -> None:
        """End the place action (F9, F53)."""
        self._finish_action(self.turn.actions)

    def otter_feather(self) -> None:
        """Spend a feather for the otter in this hand check (F28, F55, F62)."""
        turn = self.turn
        self._spend(OTTER)
        cost = turn.cost - OTTER_MORE
        self.turn = Turn(DISCARD, 0, 0, max(cost, 0), NO_WILD, 0, False, turn.final, self.progress)
        if cost <= 0:
            self._end_turn()

    def discard(self, front: int) -> None:
        """Discard one card over the hand limit (FD-2.2.2)."""
        turn = self.turn
        self._discard(front, e.LIMIT)
        self.turn = Turn(DISCARD, 0, 0, turn.cost - 1, NO_WILD, 0, False, turn.final, self.progress)
        if turn.cost == 1:
            self._end_turn()

    # ---- cards --------------------------------------------------------------------------------------

    def _top(self, pile: int) -> int:
        left, right = self.piles
        self.progress = True
        if pile:
            self.piles = (left, right[1:])
            return right[0]
        self.piles = (left[1:], right)
        return left[0]

    def _set_column(self, column: int, cards: bytes) -> None:
        one, two, three = self.market
        if column == 0:
            self.market = (cards, two, three)
        elif column == 1:
            self.market = (one, cards, three)
        else:
            self.market = (one, two, cards)

    def _uncover(self, column: int) -> int:
        cards = self.market[column]
        self._set_column(column, cards[:-1])
        return cards[-1]

    def _lose(self, card: int, board: int) -> None:
        """Take a card out of the hand; a known one first, since it is an equal card."""
        me, one = self.me, c.ONE[card]
        known = me.known
        if known >> 3 * card & 7:
            known -= one
        self.me = Player(me.hand - one, known, me.size - 1, board, me.feathers, me.animals, me.wilds_played)

    def _discard(self, front: int, reason: int) -> None:
        card = c.lowest(self.me.hand, front)
        self._lose(card, self.me.board)
        self.discards += c.SINGLE[card]
        self.events += e.DISCARDED[reason][self.seat][card]

    def _note_empty(self, pile: int, seat: int | None) -> None:
        """Begin the last turns when a pile runs out (FD-2.6.2, F32, F33, F59)."""
        if not self.piles[pile] and self.stock.trigger == NO_TRIGGER:
            self._restock(trigger=BY_PILE, last_turns=len(self.players) - 1)
            self.events.append(e.PileEmptied(seat, PILES[pile]))

    def _after_uncovering(self, actions: int, cards: int, column: int, sweep: bool) -> None:
        if not self.market[column] and (self.piles[0] or self.piles[1]):
            self.turn = Turn(REFILL, actions, cards, 0, NO_WILD, column, sweep, False, self.progress)
        elif sweep:
            self._sweep(actions, cards, column)
        else:
            self._take_on(actions, cards)

    def _sweep(self, actions: int, cards: int, column: int) -> None:
        """Alone: discard the uncovered card of the next column to the right (FD-7)."""
        for step in (1, 2, 3):
            other = (column + step) % 3
            if self.market[other]:
                card = self._uncover(other)
                self.discards += c.SINGLE[card]
                self.events.append(e.Swept(other + 1, c.CARD_IDS[card]))
                self._after_uncovering(actions, cards, other, sweep=False)
                return
        self._take_on(actions, cards)

    def _take_on(self, actions: int, cards: int) -> None:
        market = self.market
        if cards and (market[0] or market[1] or market[2] or self._open_discards()):
            self.turn = Turn(TAKE, actions, cards, 0, NO_WILD, 0, False, False, self.progress)
        else:
            self._finish_action(actions)

    def _open_discards(self) -> bool:
        return bool(self.discards) and not self._hurt(RABBIT)

    # ---- boards, wilds, animals, feathers -----------------------------------------------------------

    def _paid(self) -> None:
        """Put the freed wild, or notice a completed set (F52)."""
        turn = self.turn
        if turn.wild == FREED:
            if wild_places(self.me.board):
                self.turn = Turn(WILD, turn.actions, 0, 0, FREED, 0, False, False, self.progress)
                return
            self._restock(wilds=self.stock.wilds + 1)
            self.events.append(e.WildReturned(self.seat))
        if not self._ends_by_set():
            self.turn = Turn(PLACE, turn.actions, 0, 0, NO_WILD, 0, False, False, self.progress)

    def _ends_by_set(self) -> bool:
        """Notice a completed set; return whether it ends the game now (FD-2.6.1, F29, F35)."""
        if self.me.board & 15 or not complete(self.me.board):
            return False
        if self.game.options.complete_ends == "immediately":
            self.events.append(e.SetCompleted(self.seat))
            self._check_hand(final=True)
            return True
        if self.stock.trigger == NO_TRIGGER:
            self._restock(trigger=BY_SET, last_turns=len(self.players) - 1)
            self.events.append(e.SetCompleted(self.seat))
        return False

    def _wild_from_supply(self, actions: int, origin: int) -> None:
        self._restock(wilds=self.stock.wilds - 1)
        self.events.append(e.WildTaken(self.seat, origin == BONUS))
        self.turn = Turn(WILD, actions, 0, 0, origin, 0, False, False, self.progress)

    def _counting(self, plot: Plot) -> int:
        return plot.total if self.game.options.wild_counts_for_animals else plot.cards

    def _count_animals(self, season: int, before: Plot, after: Plot) -> None:
        """Move a season's animal if the active player's count rose far enough (FD-2.5.1, F24 to F26, F54)."""
        count = self._counting(after)
        bit = 1 << season
        if count < THREE or count <= self._counting(before) or self.me.animals & bit:
            return
        animal = c.ANIMALS[season]
        bot = self.stock.bot
        if bot is not None and bot.animals & bit:
            if count >= _bot_count(bot.cards, season):
                self._restock(bot=Bot(bot.cards, bot.animals & ~bit))
                self._give_me(bit)
                self.events.append(e.AnimalTaken(self.seat, animal, None, True))
            return
        holder = next((seat for seat, player in enumerate(self.players) if player.animals & bit), None)
        if holder is not None and count < self._counting(PLOTS[plot_of(self.players[holder].board, season)]):
            return
        self._give_me(bit)
        self.events.append(e.AnimalTaken(self.seat, animal, holder, False))
        if holder is not None:
            self._rob(holder, bit)

    def _give_me(self, bit: int) -> None:
        me = self.me
        self.me = Player(me.hand, me.known, me.size, me.board, me.feathers, me.animals | bit, me.wilds_played)

    def _rob(self, seat: int, bit: int) -> None:
        """Take an animal from a player, who gets a feather if there is one (FD-2.5.2, F42)."""
        who = self.players[seat]
        gained = 1 if self.stock.feathers else 0
        robbed = Player(
            who.hand,
            who.known,
            who.size,
            who.board,
            who.feathers + gained,
            who.animals & ~bit,
            who.wilds_played,
        )
        self.players = (*self.players[:seat], robbed, *self.players[seat + 1 :])
        if gained:
            self._restock(feathers=self.stock.feathers - 1)
            self.events.append(e.FeatherGained(seat))

    def _spend(self, animal: int) -> None:
        """Return a feather for one animal's power (FD-2.5.4)."""
        me = self.me
        self.me = Player(me.hand, me.known, me.size, me.board, me.feathers - 1, me.animals, me.wilds_played)
        self._restock(feathers=self.stock.feathers + 1)
        self.events.append(e.FeatherSpent(self.seat, c.ANIMALS[animal.bit_length() - 1]))

    def _hurt(self, animal: int) -> int:
        """Return 1 if the solo opponent holds this animal (FD-7)."""
        bot = self.stock.bot
        return 1 if bot is not None and bot.animals & animal else 0

    def _restock(
        self,
        wilds: int | None = None,
        feathers: int | None = None,
        idle: int | None = None,
        trigger: int | None = None,
        last_turns: int | None = None,
        bot: Bot | None = None,
    ) -> None:
        old = self.stock
        self.stock = Stock(
            old.removed,
            old.wilds if wilds is None else wilds,
            old.feathers if feathers is None else feathers,
            old.first_player,
            old.idle if idle is None else idle,
            old.trigger if trigger is None else trigger,
            old.last_turns if last_turns is None else last_turns,
            old.bot if bot is None else bot,
        )

    # ---- the course of a turn -----------------------------------------------------------------------

    def _finish_action(self, actions: int) -> None:
        if actions and self._can_act():
            self.turn = Turn(CHOOSE, actions, 0, 0, NO_WILD, 0, False, False, self.progress)
        else:
            self._end_actions()

    def _can_act(self) -> bool:
        """Whether any action has an effect (F8)."""
        piles, market = self.piles, self.market
        if piles[0] or piles[1] or market[0] or market[1] or market[2] or self._open_discards():
            return True
        bot = 0 if self.stock.bot is None else self.stock.bot.animals
        return bool(self.game.menus.hand_part(self.me, self.stock.wilds, bot))

    def _end_actions(self) -> None:
        """Give the bonus wild to whoever emptied a pile in this turn, then check the hand (F31)."""
        stock = self.stock
        bonus = stock.trigger == BY_PILE and stock.last_turns == len(self.players) - 1
        if bonus and stock.wilds and wild_places(self.me.board):
            self._wild_from_supply(0, BONUS)
        else:
            self._check_hand(final=False)

    def _check_hand(self, final: bool) -> None:
        """Ask for discards down to the hand limit, if there are any (FD-2.2.2, F40)."""
        excess = self.me.size - hand_limit(self.stock, self.me)
        self.turn = Turn(CHECK, 0, 0, max(excess, 0), NO_WILD, 0, False, final, self.progress)
        if excess <= 0:
            self._end_turn()

    def _end_turn(self) -> None:
        """End the turn, and go on to the next one in which something can be done."""
        if self.turn.final:
            self._end_game("set")
            return
        while not self._pass_on():
            pass

    def _pass_on(self) -> bool:
        """Hand the turn on; return False if the next player can do nothing at all (F8)."""
        stock = self.stock
        if stock.bot is not None and self._bot_turn():
            self._end_game("bot")
            return True
        idle = 0 if self.progress else stock.idle + 1
        if self._is_over(idle):
            return True
        if stock.idle != idle:
            self._restock(idle=idle)
        if stock.trigger != NO_TRIGGER:
            self._restock(last_turns=stock.last_turns - 1)
        self.players = self._with_me()
        self.seat = (self.seat + 1) % len(self.players)
        self.me = self.players[self.seat]
        self.turn = FIRST_TURN
        self.progress = False
        self.events.append(e.TURN_BEGAN[self.seat])
        if self._can_act():
            return True
        excess = self.me.size - hand_limit(self.stock, self.me)
        if excess > 0:
            self.turn = Turn(CHECK, 0, 0, excess, NO_WILD, 0, False, False, self.progress)
        return excess > 0

    def _is_over(self, idle: int) -> bool:
        """End the game if the last turn is over (FD-2.6.2, F34) or nothing happens any more (F41, F58)."""
        stock = self.stock
        if stock.trigger != NO_TRIGGER and not stock.last_turns:
            self._end_game("pile" if stock.trigger == BY_PILE else "set")
            return True
        if idle >= self.game.options.stall_limit_laps * len(self.players):
            self._end_game("stall")
            return True
        return False

    def _end_game(self, reason: Any) -> None:
        self.turn = _OVER
        self.events.append(e.GameEnded(reason))

    # ---- alone --------------------------------------------------------------------------------------

    def _bot_turn(self) -> bool:
        """Play the solo opponent's turn; return whether it has six cards of a season (FD-7)."""
        drawn = []
        for _ in range(3):
            left, right = self.piles
            if not left and not right:
                break
            pile = 1 if len(right) > len(left) else 0
            card = self._top(pile)
            drawn.append(card)
            self.events.append(e.BotDrew(PILES[pile], c.CARD_IDS[card]))
            self._note_empty(pile, None)
        if not drawn:
            return bot_has_six(self._bot.cards)
        unwanted = min(drawn, key=self._bot_likes)
        drawn.remove(unwanted)
        self.discards += c.SINGLE[unwanted]
        self.events.append(e.BotDiscarded(c.CARD_IDS[unwanted]))
        for card in drawn:
            self._bot_keeps(card)
        return bot_has_six(self._bot.cards)

    @property
    def _bot(self) -> Bot:
        bot = self.stock.bot
        assert bot is not None  # noqa: S101  only a solo game comes here
        return bot

    def _bot_likes(self, card: int) -> tuple[int, int, int]:
        front = c.FRONT_OF[card]
        return _bot_count(self._bot.cards, front // 6), -(front % 6), front // 6

    def _bot_keeps(self, card: int) -> None:
        season = c.FRONT_OF[card] // 6
        bit, cards, animals = 1 << season, self._bot.cards + c.SINGLE[card], self._bot.animals
        self._restock(bot=Bot(cards, animals))
        count = _bot_count(cards, season)
        if count < THREE or animals & bit:
            return
        self.players = self._with_me()
        mine = self.me.animals & bit
        if mine and count < self._counting(PLOTS[plot_of(self.me.board, season)]):
            return
        self._restock(bot=Bot(cards, animals | bit))
        self.events.append(e.AnimalTaken(None, c.ANIMALS[season], self.seat if mine else None, False))
        if mine:
            self._rob(self.seat, bit)
            self.me = self.players[self.seat]


def _bot_count(cards: bytes, season: int) -> int:
    return sum(c.FRONT_OF[card] // 6 == season for card in cards)
