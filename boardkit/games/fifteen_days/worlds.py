"""Worlds to think in: states drawn from a view."""

from __future__ import annotations

from typing import Any

from boardkit import chance
from boardkit.errors import CannotResample, InvalidView
from boardkit.games.fifteen_days import cards as c
from boardkit.games.fifteen_days import model as m
from boardkit.games.fifteen_days.wire import animal_bits, board_of, bot_of, turn_of

__all__ = ["World", "resample"]


def resample(view: m.View, seed: int | bytes | None) -> m.State:
    """Return a state that could have led to this view.

    Raises:
        CannotResample: the view is a spectator's.
        InvalidView: the cards do not add up.
    """
    if view.player is None or view.hand is None:
        raise CannotResample("a spectator's view has no seat to think from")
    return World(view, chance.seed_bytes(seed)).state()


class World:
    """A deal of everything that a view leaves open."""

    game: Any

    def __init__(self, view: m.View, root: bytes) -> None:
        self.view = view
        self.root = root
        self.game = view.game
        self.pool: list[int] = list(self.game.all_cards)
        self.known = [[c.CARD_CODE[card] for card in player.known] for player in view.seats]
        for card in self._seen():
            if card not in self.pool:
                raise InvalidView("", f"{c.CARD_IDS[card]} is there more often than it exists")
            self.pool.remove(card)
        self.pool = list(chance.shuffle(root, "resample/pool", self.pool))

    def _seen(self) -> list[int]:
        """Return every card that lies face up or is known to be in a hand."""
        view = self.view
        names = [*view.discards, *(view.bot.cards if view.bot else ())]
        for column in view.market:
            names += column
        for player in view.seats:
            for corner in player.corners:
                names += corner.cards
        return [c.CARD_CODE[card] for card in names] + [card for cards in self.known for card in cards]

    def state(self) -> m.State:
        """Deal, and return the state."""
        view = self.view
        hands = [list(cards) for cards in self.known]
        if view.player is not None:
            hands[view.player] = self._my_hand(view.player)
        self._enable_actor(hands)  # before the removed cards are drawn: they may be the only ones of use
        removed = self._removed()
        tops = [
            self._take(lambda card, top=pile.top: c.BACKS[c.BACK_OF[card]] == top) if pile.size else None
            for pile in view.piles
        ]
        for seat in range(len(hands)):
            if seat != view.player:
                self._fill(hands[seat], view.seats[seat])
        piles = []
        for pile, top in zip(view.piles, tops, strict=True):
            rest = [self._take(_anything) for _ in range(pile.size - 1)]
            piles.append(bytes([] if top is None else [top, *rest]))
        if self.pool:
            raise InvalidView("", "the cards do not add up")
        return self._assembled(hands, tuple(piles), removed)

    def _take(self, wanted: Any) -> int:
        """Take a card that is wanted out of the shuffled pool."""
        for place in range(len(self.pool) - 1, -1, -1):
            if wanted(self.pool[place]):
                return self.pool.pop(place)
        raise InvalidView("", "the cards do not add up")

    # ---- the viewer's own hand: fronts are known, backs of drawn cards are not ----------------------

    def _my_hand(self, seat: int) -> list[int]:
        view = self.view
        hand = view.hand or ()
        if self.game.options.show_backs:
            for card in self._beyond_known(
                [c.CARD_CODE.get(name, -1) for name in hand], list(self.known[seat])
            ):
                self._take(lambda other, card=card: other == card)
            return [c.CARD_CODE[name] for name in hand]
        known = self.known[seat]
        fronts = self._beyond_known(
            [c.FRONT_CODE.get(name, -1) for name in hand], [c.FRONT_OF[card] for card in known]
        )
        found = self._with_backs(sorted(fronts), self._slack())
        if found is None:
            raise InvalidView("/hand", "the cards do not add up")
        for card in found:
            self._take(lambda other, card=card: other == card)
        return [*known, *found]

    @staticmethod
    def _beyond_known(cards: list[int], known: list[int]) -> list[int]:
        for card in known:
            if card not in cards:
                raise InvalidView("/hand", "lacks a card that was seen being taken")
            cards.remove(card)
        return cards

    def _slack(self) -> list[int]:
        """Return for each back how many cards of the pool are not spoken for by what all see."""
        slack = [sum(c.BACK_OF[card] == back for card in self.pool) for back in range(3)]
        for pile in self.view.piles:
            if pile.top is not None:
                slack[c.BACKS.index(pile.top)] -= 1
        for back in range(3):
            slack[back] -= self.view.removed // 3
        return slack

    def _with_backs(self, fronts: list[int], slack: list[int]) -> list[int] | None:
        """Choose a card for every front so that enough cards of each back remain, trying back where needed."""
        if not fronts:
            return []
        front, tried = fronts[0], set()
        for card in list(self.pool):
            if c.FRONT_OF[card] != front or card in tried or slack[c.BACK_OF[card]] < 1:
                continue
            tried.add(card)
            self.pool.remove(card)
            slack[c.BACK_OF[card]] -= 1
            rest = self._with_backs(fronts[1:], slack)
            self.pool.append(card)
            slack[c.BACK_OF[card]] += 1
            if rest is not None:
                return [card, *rest]
        return None

    # ---- the others ---------------------------------------------------------------------------------

    def _removed(self) -> bytes:
        cards = [
            self._take(lambda card, kind=kind: self.game.removable(card, kind))
            for kind in range(3)
            for _ in range(self.view.removed // 3)
        ]
        return bytes(sorted(cards))

    def _leaves_removed(self, group: tuple[int, ...]) -> bool:
        """Whether without these cards the pool still has as many of each kind as were removed."""
        removable, pool = self.game.removable, self.pool
        return all(
            sum(removable(card, kind) for card in pool) - sum(removable(card, kind) for card in group)
            >= self.view.removed // 3
            for kind in range(3)
        )

    def _fill(self, hand: list[int], player: m.PlayerView) -> None:
        """Deal the unknown cards of a hand."""
        if player.backs is None:
            while len(hand) < player.hand_size:
                hand.append(self._take(_anything))
            return
        for back in range(3):
            while sum(c.BACK_OF[card] == back for card in hand) < player.backs[back]:
                hand.append(self._take(lambda card, back=back: c.BACK_OF[card] == back))

    def _enable_actor(self, hands: list[list[int]]) -> None:
        """Give a card that can be used to a player who is asked although nothing lies open (F8)."""
        view, seat = self.view, self.view.current_player
        if seat is None or seat == view.player or view.turn.phase != "choose":
            return
        if any(pile.size for pile in view.piles) or any(view.market):
            return
        if view.discards and not (view.bot and "rabbit" in view.bot.animals):
            return
        player = view.seats[seat]
        for needed in self._enablers(hands[seat], player):
            for card in needed:
                self.pool.remove(card)
                hands[seat].append(card)
            return
        raise InvalidView("", "the player to act can do nothing")

    def _enablers(self, hand: list[int], player: m.PlayerView) -> Any:
        """Yield groups of pool cards with which the hand allows an action; the empty group if it does anyway."""
        view, game = self.view, self.game
        board = board_of(player.corners, InvalidView)
        animals = animal_bits(player.animals)
        bot = animal_bits(view.bot.animals) if view.bot else 0
        room = player.hand_size - len(hand)
        single = [(card,) for card in dict.fromkeys(self.pool)]
        pairs = [(one[0], two) for one in single for two in dict.fromkeys(self.pool) if one[0] <= two]
        for group in [(), *single, *pairs]:
            if len(group) > room or any(group.count(card) > self.pool.count(card) for card in group):
                continue
            trial = [*hand, *group]
            if player.backs is not None and any(
                sum(c.BACK_OF[card] == back for card in trial) > player.backs[back] for back in range(3)
            ):
                continue
            if not self._leaves_removed(group):
                continue
            who = m.Player(c.hand_of(trial), 0, player.hand_size, board, player.feathers, animals, 0)
            if game.menus.hand_part(who, view.wilds, bot):
                yield group

    # ---- putting it together ------------------------------------------------------------------------

    def _assembled(self, hands: list[list[int]], piles: tuple[bytes, ...], removed: bytes) -> m.State:
        view = self.view
        players = tuple(
            m.Player(
                c.hand_of(hand),
                c.hand_of(known),
                len(hand),
                board_of(player.corners, InvalidView),
                player.feathers,
                animal_bits(player.animals),
                player.wilds_played,
            )
            for hand, known, player in zip(hands, self.known, view.seats, strict=True)
        )
        return m.State(
            view.game,
            chance.derive(self.root, "resample/seed"),
            view.current_player,
            view.events,
            turn_of(view.turn),
            players,
            piles,
            tuple(bytes(c.CARD_CODE[card] for card in column) for column in view.market),
            bytes(c.CARD_CODE[card] for card in view.discards),
            m.Stock(
                removed,
                view.wilds,
                view.feathers,
                view.first_player,
                view.idle,
                m.TRIGGERS.index(view.trigger),
                view.last_turns,
                None if view.bot is None else bot_of(view.bot),
            ),
        )


def _anything(card: int) -> bool:  # noqa: ARG001  every card will do
    return True
