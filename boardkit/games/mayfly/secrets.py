"""Hidden things drawn again, for tests of secrecy; written from MF-5 and not from ``observe.py``.

What a player cannot know: the cards in other hands, cards in the queue that others placed, what others gave
up unseen, the order of every pile, trials not yet turned up, votes of others before the last is cast, and the
seed. With open hands the first three are known, since everybody saw them come and go.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from msgspec.structs import replace

from boardkit.games.mayfly.events import (
    CardDrawn,
    CardPlaced,
    EatenDealt,
    FoodDealt,
    VoteCast,
)
from boardkit.games.mayfly.model import (
    Adult,
    Larva,
    MayflyState,
)
from boardkit.games.mayfly.tables import REFUSED, Tables
from boardkit.state import Event

__all__ = ["permute_hidden"]


def permute_hidden(tables: Tables, state: MayflyState, player: int | None, seed: bytes) -> MayflyState:
    """Return ``state`` with everything drawn again that ``player`` cannot know."""
    return _Permutation(tables, state, player, random.Random(seed)).state()


class _Permutation:
    def __init__(self, tables: Tables, state: MayflyState, player: int | None, chance: random.Random) -> None:
        self.tables, self.old, self.player, self.chance = tables, state, player, chance
        self.hidden_seats = [
            seat for seat in range(tables.players) if seat != player and not tables.options.open_hands
        ]

    def state(self) -> MayflyState:
        old = self.old
        adult = old.adult
        if adult is None:
            hands, larva = self._larva()
        else:
            hands = self._deal_again(old.hands)
            larva = old.larva
            adult = self._adult(adult)
        new = replace(old, seed=self.chance.randbytes(32), hands=hands, larva=larva, adult=adult)
        return replace(new, events=tuple(self._events(new)))

    def _deal_again(self, hands: tuple[int, ...]) -> tuple[int, ...]:
        """Mix the cards of the hidden hands."""
        sizes = {seat: len(self.tables.cards(hands[seat])) for seat in self.hidden_seats}
        pool = [card for seat in sizes for card in self.tables.cards(hands[seat])]
        self.chance.shuffle(pool)
        mixed = list(hands)
        for seat, size in sizes.items():
            mixed[seat] = self.tables.hand(pool[:size])
            del pool[:size]
        return tuple(mixed)

    def _larva(self) -> tuple[tuple[int, ...], Larva]:
        """Mix hidden hands, hidden queue cards and the pile: any card of these may be anywhere among them."""
        old, larva, tables = self.old, self.old.larva, self.tables
        placers = tables.placer[old.oldest][len(larva.turned) :][: len(larva.queue)]
        hidden_places = [place for place, seat in enumerate(placers) if seat in self.hidden_seats]
        pool = [*larva.pile, *(larva.queue[place] for place in hidden_places)]
        for seat in self.hidden_seats:
            pool += tables.cards(old.hands[seat])
        self.chance.shuffle(pool)
        queue = bytearray(larva.queue)
        for place in hidden_places:
            queue[place] = pool.pop()
        hands = list(old.hands)
        for seat in self.hidden_seats:
            hands[seat] = tables.hand(pool.pop() for _ in tables.cards(old.hands[seat]))
        return tuple(hands), replace(larva, pile=bytes(pool), queue=bytes(queue))

    def _adult(self, adult: Adult) -> Adult:
        votes = bytes(
            vote if seat == self.player else self.chance.randrange(2) for seat, vote in enumerate(adult.votes)
        )
        ahead = [*adult.row, *adult.reserve]
        self.chance.shuffle(ahead)
        rivals = [*adult.rivals]
        self.chance.shuffle(rivals)
        return replace(
            adult,
            rivals=bytes(rivals),
            row=bytes(ahead[: len(adult.row)]),
            reserve=bytes(ahead[len(adult.row) :]),
            votes=votes,
            given=self._deal_again(adult.given),
        )

    def _events(self, new: MayflyState) -> Iterable[Event]:
        """Give the last step's events the new identities of what is hidden in them."""
        for event in self.old.events:
            yield self._event(event, new)

    def _event(self, event: Event, new: MayflyState) -> Event:
        if isinstance(event, VoteCast):
            return self._vote(event, new.adult)
        if getattr(event, "player", None) not in self.hidden_seats:
            return event
        if isinstance(event, CardPlaced) and event.card is not None:
            return replace(event, card=self._placed(new, event.player, event.card))
        if isinstance(event, CardDrawn) and event.card is not None:
            held = new.hands if new.adult is None else new.adult.given
            hand = self.tables.cards(held[event.player])
            return replace(event, card=self.tables.ids[self.chance.choice(hand)])
        if isinstance(event, EatenDealt | FoodDealt) and event.cards is not None:
            hand = self.tables.cards(new.hands[event.player])
            return replace(event, cards=self.tables.names(hand))
        return event

    def _vote(self, event: VoteCast, adult: Adult | None) -> VoteCast:
        """Give a vote that is not yet counted its new choice."""
        if event.choice is None or event.player == self.player or adult is None or not adult.votes:
            return event
        return VoteCast(event.player, ("challenge", "flee")[adult.votes[event.player]])

    def _placed(self, new: MayflyState, seat: int, card: str) -> str:
        """Return the card placed in the last step: still the back of the queue, turned up, or given up."""
        if new.larva.queue:
            return self.tables.ids[new.larva.queue[-1]]
        if new.adult is not None and len(self.tables.placer[new.oldest]) > self.tables.turns:
            hand = self.tables.cards(new.adult.given[seat])
            return self.tables.ids[self.chance.choice(hand)]
        return self.tables.ids[new.larva.turned[-1] & ~REFUSED] if new.larva.turned else card
