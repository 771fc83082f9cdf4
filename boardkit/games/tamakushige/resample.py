"""A state that could have led to a view: hidden cards drawn again, all that the viewer was shown kept.

Hidden are the hands of others (also those that were discarded unseen), the cards that did not divide,
kokoromoyou cards, a card picked for an exchange, and the cards that others exchanged. What the viewer gave
away in an exchange is known to lie in the partner's hand until it is played or may have gone on in a later
exchange of the partner's; such cards are followed through the later exchanges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

from boardkit import chance
from boardkit.errors import CannotResample, InvalidView
from boardkit.games.tamakushige import hearts as hearts_of
from boardkit.games.tamakushige.model import (
    NOBODY,
    NOTHING,
    PHASES,
    VOID,
    WINDOWS,
    Hearts,
    Resolution,
    State,
    Swap,
    View,
)
from boardkit.games.tamakushige.tables import Tables, bits

__all__ = ["deal_hearts", "draw_state", "resample"]

_TRIES = 64
# Of ways in which followed cards may have gone on; a forged view could ask for any number.
_MOST_WAYS = 20_000


_T = TypeVar("_T")


class _Draw:
    """Random numbers for one resampling: each use has a label of its own."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.uses = 0

    def order(self, n: int) -> tuple[int, ...]:
        self.uses += 1
        return chance.shuffled(self.seed, f"resample/{self.uses}", n)

    def shuffled(self, items: list[_T]) -> list[_T]:
        return [items[place] for place in self.order(len(items))]


def resample(view: View, tables: Tables, seed: bytes) -> State:
    """Return a state that could have led to exactly ``view``.

    Raises:
        CannotResample: the view is a spectator's.
        InvalidView: nothing can have led to it.
    """
    if view.player is None:
        raise CannotResample("a spectator has no seat from which to think")
    return draw_state(view, tables, seed)


def draw_state(view: View, tables: Tables, seed: bytes) -> State:
    """Do as :func:`resample`, for a spectator's view too."""
    draw = _Draw(seed)
    cards = _Cards(view, tables)
    path = cards.follow(draw)
    hands, leftover = cards.deal(path[-1].at, draw)
    offered = NOTHING
    if view.resolution is not None and view.resolution.offering:
        offered = cards.offered(hands, draw)
    swaps = cards.fill_swaps(hands, path, draw)
    choices = _heart_choices(view, tables)
    dealt = deal_hearts(tables, choices, draw.order)
    if dealt is None:
        raise InvalidView("/seats", "no deal of the kokoromoyou cards agrees with what is known of them")
    seats = view.seats
    return State(
        view.game,
        chance.derive(seed, "resample/seed"),
        view.current_player,
        view.events,
        view.round,
        PHASES.index(view.phase),
        NOTHING if view.window is None else WINDOWS.index(view.window),
        _number(view.asked_from),
        view.start,
        view.leader,
        VOID if view.soul is None else view.soul,
        sum(1 << space for space in view.lit),
        view.collected,
        sum(1 << seat for seat, player in enumerate(seats) if player.active),
        tuple(hands),
        tuple(_mask(player.acquired, tables) for player in seats),
        tuple(player.points for player in seats),
        tuple(player.scythes for player in seats),
        tuple(player.score for player in seats),
        leftover,
        Hearts(
            dealt,
            sum(1 << seat for seat, player in enumerate(seats) if player.shown),
            sum(1 << seat for seat, player in enumerate(seats) if player.reserved_used),
            sum(1 << seat for seat, player in enumerate(seats) if player.ignored),
            tuple(sum(1 << other for other in player.peeked) for player in seats),
            tuple(player.lanterns for player in seats),
        ),
        bytes(cards.plays),
        bytes(cards.played_by),
        len(view.plays),
        bytes(tables.card_codes[card] for card in view.discards),
        swaps,
        _number(view.last_winner),
        _resolution(view, tables, offered),
        view.result,
    )


def _number(seat: int | None) -> int:
    return NOBODY if seat is None else seat


def _mask(names: tuple[str, ...], tables: Tables) -> int:
    return sum(1 << tables.card_codes[name] for name in names)


def _resolution(view: View, tables: Tables, offered: int) -> Resolution | None:
    seen = view.resolution
    if seen is None:
        return None

    def code(card: str | None) -> int:
        return NOTHING if card is None else tables.card_codes[card]

    return Resolution(
        seen.winner,
        _number(seen.receiver),
        _mask(seen.rest, tables),
        _mask(seen.hozuki, tables),
        code(seen.picked),
        code(seen.given),
        _number(seen.actor),
        code(seen.card),
        seen.effect,
        _number(seen.target),
        offered,
        _number(seen.starter),
    )


# ---- kokoromoyou cards -----------------------------------------------------------------------------


def _heart_choices(view: View, tables: Tables) -> list[int]:
    """Return for each player a mask of the kokoromoyou cards that the viewer may think he holds."""
    known = [None if seat.heart is None else tables.heart_codes[seat.heart] for seat in view.seats]
    taken = sum(1 << code for code in known if code is not None)
    free = (1 << len(tables.heart_ids)) - 1 & ~taken
    choices = []
    for code, seat in zip(known, view.seats, strict=True):
        if code is not None:
            choices.append(1 << code)
        else:
            choices.append(free & tables.reserved_hearts if seat.reserved_used else free)
    return choices


def deal_hearts(
    tables: Tables, choices: list[int], order: Callable[[int], tuple[int, ...]]
) -> tuple[int, ...] | None:
    """Deal kokoromoyou cards at random so that each player has one of his choices, or return None.

    Args:
        tables: cards and sizes of the factions.
        choices: for each player a mask of cards.
        order: gives the numbers below its argument in random order.
    """
    known = {seat: mask.bit_length() - 1 for seat, mask in enumerate(choices) if mask.bit_count() == 1}
    unknown = [seat for seat in range(len(choices)) if seat not in known]
    free = [card for card in range(len(tables.heart_ids)) if card not in known.values()]
    # Dealing as at set-up and trying again gives every deal its proper chance; a search finds the rare ones.
    for _ in range(_TRIES):
        room = list(tables.faction_sizes)
        for card in known.values():
            room[tables.factions[card]] -= 1
        dealt = dict(known)
        seats = [unknown[place] for place in order(len(unknown))]
        for card in [free[place] for place in order(len(free))]:
            if seats and room[tables.factions[card]] > 0:
                room[tables.factions[card]] -= 1
                dealt[seats.pop()] = card
        if (
            not seats
            and min(room) == 0 == max(room)
            and all(choices[seat] >> card & 1 for seat, card in dealt.items())
        ):
            return tuple(dealt[seat] for seat in range(len(choices)))
    return hearts_of.complete(tables, choices, order(len(tables.heart_ids)))


# ---- number cards ----------------------------------------------------------------------------------


class _Step(NamedTuple):
    """What is thought of one exchange.

    Attributes:
        at: who held the followed cards just before it; in the last step, who holds them now.
        given: the card from player to partner, or NOTHING: any that is not followed.
        received: likewise.
    """

    at: dict[int, int]
    given: int
    received: int


_Path = tuple[_Step, ...]


class _Cards:
    """The number cards of a view: where each is that the viewer can see, and the exchanges."""

    def __init__(self, view: View, tables: Tables) -> None:
        self.view = view
        self.tables = tables
        code = tables.card_codes
        self.looked_at = 0
        self.viewer = NOBODY if view.player is None else view.player
        self.own = _mask(view.hand or (), tables)
        self.plays = [code[play.card] for play in (*view.plays, *view.trick)]
        self.played_by = [play.player for play in (*view.plays, *view.trick)]
        self.sizes = [seat.hand + seat.unseen for seat in view.seats]
        self.swaps = [
            Swap(
                swap.player,
                swap.partner,
                NOTHING if swap.given is None else code[swap.given],
                NOTHING if swap.received is None else code[swap.received],
                swap.plays,
            )
            for swap in view.swaps
        ]

    def follow(self, draw: _Draw) -> _Path:
        """Return one way in which the cards that the viewer gave away can have gone on.

        Raises:
            InvalidView: the exchanges contradict what was played since.
        """
        last = {card: place for place, card in enumerate(self.plays)}
        for path in self._follow((), {}, last, draw):
            return path
        raise InvalidView("/swaps", "the exchanges contradict what was played since")

    def _follow(self, done: _Path, at: dict[int, int], last: dict[int, int], draw: _Draw) -> Iterator[_Path]:
        """Yield the ways in which the cards in ``at`` can have gone through the exchanges that follow."""
        number = len(done)
        until = self.swaps[number].plays if number < len(self.swaps) else len(self.plays)
        here = self._still_held(at, last, until)
        if here is None:
            return
        if number == len(self.swaps):
            yield (*done, _Step(here, NOTHING, NOTHING))
            return
        swap = self.swaps[number]
        if swap.given != NOTHING:
            ways = [(swap.given, swap.received)]
        else:
            ways = [
                (given, received)
                for given in self._givable(swap.player, here, swap.plays)
                for received in self._givable(swap.partner, here, swap.plays)
            ]
        self.looked_at += 1
        if self.looked_at > _MOST_WAYS:
            raise InvalidView("/swaps", "too many exchanges to follow")
        for given, received in dict.fromkeys(draw.shuffled(ways)):
            if (
                here.get(given, swap.player) != swap.player
                or here.get(received, swap.partner) != swap.partner
            ):
                continue
            moved = dict(here)
            for card, holder in ((given, swap.partner), (received, swap.player)):
                if holder == self.viewer:
                    moved.pop(card, None)
                elif card in here or swap.given != NOTHING:
                    moved[card] = holder
            yield from self._follow((*done, _Step(here, given, received)), moved, last, draw)

    def _still_held(self, at: dict[int, int], last: dict[int, int], until: int) -> dict[int, int] | None:
        """Return those of the followed cards that were not played before ``until``, or None if it cannot be."""
        for card, holder in at.items():
            # A card that was played by then must have been played by its holder.
            if last.get(card, until) < until and self.played_by[last[card]] != holder:
                return None
        here = {card: holder for card, holder in at.items() if last.get(card, until) >= until}
        holders = list(here.values())
        if any(holders.count(holder) > self._size(holder, until) for holder in holders):
            return None
        return here

    def _givable(self, seat: int, at: dict[int, int], plays: int) -> list[int]:
        """The followed cards that ``seat`` can have given, and NOTHING for each card that is not followed."""
        followed = [card for card, holder in at.items() if holder == seat]
        return followed + [NOTHING] * (self._size(seat, plays) - len(followed))

    def _size(self, seat: int, plays: int) -> int:
        """How many cards ``seat`` held after that many plays."""
        return self.sizes[seat] + sum(1 for by in self.played_by[plays:] if by == seat)

    def deal(self, holders: dict[int, int], draw: _Draw) -> tuple[list[int], int]:
        """Deal the hidden cards to hands and leftover, the followed ones to their holders."""
        hands = [0] * len(self.sizes)
        if self.viewer != NOBODY:
            hands[self.viewer] = self.own
        for card, holder in holders.items():
            hands[holder] |= 1 << card
        seen = sum(1 << card for card in self.plays) | self.own | sum(1 << card for card in holders)
        hidden = draw.shuffled(bits(self.tables.all_cards & ~seen))
        for seat, size in enumerate(self.sizes):
            missing = size - hands[seat].bit_count()
            if not 0 <= missing <= len(hidden):
                raise InvalidView(f"/seats/{seat}/hand", "more or fewer cards than can be there")
            for card in hidden[:missing]:
                hands[seat] |= 1 << card
            hidden = hidden[missing:]
        if len(hidden) != self.view.leftover:
            raise InvalidView("/leftover", "more or fewer cards than can be there")
        return hands, sum(1 << card for card in hidden)

    def offered(self, hands: list[int], draw: _Draw) -> int:
        """Return the card picked for the exchange that is under way."""
        resolution = self.view.resolution
        assert resolution is not None  # noqa: S101  audit_view has seen to it
        assert resolution.actor is not None  # noqa: S101  as above
        if resolution.offered is not None:
            return self.tables.card_codes[resolution.offered]
        cards = bits(hands[resolution.actor])
        if not cards:
            raise InvalidView("/resolution/offering", "there is no card to offer")
        return cards[draw.order(len(cards))[0]]

    def fill_swaps(self, hands: list[int], path: _Path, draw: _Draw) -> tuple[Swap, ...]:
        """Return the exchanges with cards for those that the viewer did not see, going back in time."""
        held = list(hands)
        filled: list[Swap] = []
        until = len(self.plays)
        for swap, step in zip(reversed(self.swaps), reversed(path[:-1]), strict=True):
            for card, seat in zip(
                self.plays[swap.plays : until], self.played_by[swap.plays : until], strict=True
            ):
                held[seat] |= 1 << card
            until = swap.plays
            followed = sum(1 << card for card in step.at)
            given = self._exchanged(step.given, held[swap.partner] & ~followed, draw)
            received = self._exchanged(step.received, held[swap.player] & ~followed, draw)
            held[swap.partner] = held[swap.partner] & ~(1 << given) | 1 << received
            held[swap.player] = held[swap.player] & ~(1 << received) | 1 << given
            filled.append(Swap(swap.player, swap.partner, given, received, swap.plays))
        return tuple(reversed(filled))

    def _exchanged(self, known: int, others: int, draw: _Draw) -> int:
        if known != NOTHING:
            return known
        cards = bits(others)
        if not cards:
            raise InvalidView("/swaps", "there was no card to exchange")
        return cards[draw.order(len(cards))[0]]
