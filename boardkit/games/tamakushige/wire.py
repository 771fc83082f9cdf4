"""The readable JSON form of a state: names instead of numbers, lists instead of masks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct
from msgspec.structs import astuple

from boardkit.errors import InvalidState, shorten
from boardkit.games.tamakushige.cards import CardId, HeartId, SpaceId
from boardkit.games.tamakushige.model import (
    NOBODY,
    NOTHING,
    PHASES,
    VOID,
    WINDOWS,
    Hearts,
    Phase,
    PlayedCard,
    Resolution,
    RoundResult,
    State,
    Swap,
    Window,
)
from boardkit.games.tamakushige.tables import Tables, bits
from boardkit.state import Count, Event, Score, Seat, Seed

if TYPE_CHECKING:
    from boardkit.games.tamakushige.rules import Tamakushige

__all__ = ["PlayerState", "ResolutionState", "StateWire", "SwapState", "pack", "unpack"]

_Cards = Annotated[tuple[CardId, ...], Meta(max_length=60)]
_Seats = Annotated[tuple[Seat, ...], Meta(max_length=6)]
_FewCards = Annotated[tuple[CardId, ...], Meta(max_length=6)]
_Plays = Annotated[int, Meta(ge=0, le=60, description="Cards played in the round by then.")]


class PlayerState(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A player's part of a state.

    Attributes:
        active: whether the player is still in the round.
        hand: the hand; after elimination the cards that were discarded unseen.
        acquired: the acquired cards.
        points: point tokens of this round.
        scythes: scythe tokens.
        score: points of finished rounds.
        heart: the kokoromoyou card.
        shown: whether all have seen the kokoromoyou card.
        reserved_used: whether the player has used a reserved scythe this round.
        ignored: whether the player has ignored an elimination this round.
        peeked: the players whose kokoromoyou card this player has looked at.
        lanterns: lanterns collected this round by the moves of cards this player played.
    """

    active: bool
    hand: _Cards
    acquired: _Cards
    points: Annotated[int, Meta(ge=0, le=10_000)]
    scythes: Annotated[int, Meta(ge=0, le=9)]
    score: Score
    heart: HeartId
    shown: bool
    reserved_used: bool
    ignored: bool
    peeked: _Seats
    lanterns: Annotated[int, Meta(ge=0, le=60)]


class SwapState(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """An exchange of hand cards in this round.

    Attributes:
        player: who began.
        partner: the other one.
        given: card from player to partner.
        received: card from partner to player.
        plays: how many cards had been played in the round by then.
    """

    player: Seat
    partner: Seat
    given: CardId
    received: CardId
    plays: _Plays


class ResolutionState(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How far acquiring and effects have come after a trick.

    Attributes:
        winner: who won the trick.
        receiver: the player of the weakest card, if he is to get a card.
        rest: the trick's cards that lie unacquired.
        hozuki: the winner's hozuki with an effect that are still to be processed.
        picked: the winner's choice, while still to be processed.
        given: the receiver's card, while still to be processed.
        actor: whose effects are being processed.
        card: the card that is being processed.
        effect: which of its effects, from 0.
        target: the player that was named, or who is about to be eliminated.
        offered: the card that the actor has picked for an exchange.
        starter: who was chosen to lead the next trick.
    """

    winner: Seat
    receiver: Seat | None
    rest: _FewCards
    hozuki: _FewCards
    picked: CardId | None
    given: CardId | None
    actor: Seat | None
    card: CardId | None
    effect: Annotated[int, Meta(ge=0, le=3)]
    target: Seat | None
    offered: CardId | None
    starter: Seat | None


class StateWire(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A state of Tamakushige in readable form.

    Attributes:
        seed: 32 bytes as hex digits.
        current_player: who is asked, or None at the end.
        events: what the last step made happen.
        round: the number of the round, from 1.
        phase: what is asked.
        window: during the phase ``scythe`` which window it is.
        asked_from: the player from whom that window asks clockwise.
        start: the start player of the round.
        leader: who leads the trick.
        soul: the space of the soul, or None in the void.
        lit: the spaces with a lantern token.
        collected: number of lantern tokens collected.
        seats: the players, by seat.
        leftover: the cards that did not divide and were discarded unseen.
        plays: the cards played this round, in order.
        trick_from: how many of them belong to earlier tricks.
        discards: the discard pile, in order.
        swaps: the exchanges of hand cards in this round.
        last_winner: who won the latest complete trick of the round.
        resolution: what happens after the trick, or None while it is played.
        result: how the latest finished round ended.
    """

    seed: Seed
    current_player: Seat | None
    events: tuple[Event, ...]
    round: Annotated[int, Meta(ge=1, le=99)]
    phase: Phase
    window: Window | None
    asked_from: Seat | None
    start: Seat
    leader: Seat
    soul: SpaceId | None
    lit: Annotated[tuple[SpaceId, ...], Meta(max_length=3)]
    collected: Annotated[int, Meta(ge=0, le=3)]
    seats: Annotated[tuple[PlayerState, ...], Meta(max_length=6)]
    leftover: Annotated[tuple[CardId, ...], Meta(max_length=5)]
    plays: Annotated[tuple[PlayedCard, ...], Meta(max_length=60)]
    trick_from: Count
    discards: _Cards
    swaps: Annotated[tuple[SwapState, ...], Meta(max_length=60)]
    last_winner: Seat | None
    resolution: ResolutionState | None
    result: RoundResult | None


def pack(state: State, tables: Tables) -> StateWire:
    """Return the readable form of ``state``."""
    ids, ids_of, played = tables.card_ids, tables.ids_of, tables.played_cards
    hearts = state.hearts
    players = tuple(
        PlayerState(
            bool(state.active >> seat & 1),
            ids_of[state.hands[seat]],
            ids_of[state.acquired[seat]],
            state.points[seat],
            state.scythes[seat],
            state.scores[seat],
            tables.heart_ids[hearts.cards[seat]],
            bool(hearts.shown >> seat & 1),
            bool(hearts.reserved_used >> seat & 1),
            bool(hearts.ignored >> seat & 1),
            tuple(bits(hearts.peeked[seat])),
            hearts.lanterns[seat],
        )
        for seat in range(tables.players)
    )
    return StateWire(
        state.seed.hex(),
        state.current_player,
        state.events,
        state.round,
        PHASES[state.phase],
        None if state.window == NOTHING else WINDOWS[state.window],
        _seat(state.asked_from),
        state.start,
        state.leader,
        None if state.soul == VOID else state.soul,
        tuple(bits(state.lit)),
        state.collected,
        players,
        ids_of[state.leftover],
        tuple([played[seat][card] for seat, card in zip(state.played_by, state.plays, strict=True)]),
        state.trick_from,
        tuple([ids[card] for card in state.discards]),
        tuple(
            SwapState(swap.player, swap.partner, ids[swap.given], ids[swap.received], swap.plays)
            for swap in state.swaps
        ),
        _seat(state.last_winner),
        None if state.resolution is None else _pack_resolution(state.resolution, tables),
        state.result,
    )


def _seat(number: int) -> int | None:
    return None if number == NOBODY else number


def _pack_resolution(resolution: Resolution, tables: Tables) -> ResolutionState:
    def card(code: int) -> str | None:
        return None if code == NOTHING else tables.card_ids[code]

    return ResolutionState(
        resolution.winner,
        _seat(resolution.receiver),
        tables.ids_of[resolution.rest],
        tables.ids_of[resolution.hozuki],
        card(resolution.picked),
        card(resolution.given),
        _seat(resolution.actor),
        card(resolution.card),
        resolution.effect,
        _seat(resolution.target),
        card(resolution.offered),
        _seat(resolution.starter),
    )


# ---- reading -----------------------------------------------------------------------------------


class _Reader:
    """Turns names into numbers, with a pointer to the one that means nothing."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def code(self, name: str | None, pointer: str) -> int:
        if name is None:
            return NOTHING
        code = self.tables.card_codes.get(name)
        if code is None:
            raise InvalidState(pointer, f"there is no card {shorten(name)}")
        return code

    def mask(self, names: tuple[str, ...], pointer: str, seat: int = NOBODY) -> int:
        """Return the mask of some cards; ``{}`` in the pointer is for the seat, filled in only if needed."""
        known = self.tables.bits_of
        try:
            masks = [known[name] for name in names]
        except KeyError:
            return self._mask_slowly(names, pointer.format(seat))
        mask = sum(masks)
        # With a card twice the sum has fewer bits.
        if mask.bit_count() == len(masks) and sorted(masks) == masks:
            return mask
        return self._mask_slowly(names, pointer.format(seat))

    def _mask_slowly(self, names: tuple[str, ...], pointer: str) -> int:
        mask, before = 0, NOTHING
        for place, code in enumerate(self.codes(names, pointer)):
            if code <= before:
                raise InvalidState(f"{pointer}/{place}", "cards stand in the order of the set, each once")
            before = code
            mask |= 1 << code
        return mask

    def codes(self, names: Sequence[str], pointer: str) -> list[int]:
        known = self.tables.card_codes
        try:
            return [known[name] for name in names]
        except KeyError:
            # Only now it is worth while to say where.
            return [self.code(name, f"{pointer}/{place}") for place, name in enumerate(names)]

    def pile(self, names: Sequence[str], pointer: str) -> bytes:
        return bytes(self.codes(names, pointer))

    def hearts(self, names: tuple[str, ...]) -> tuple[int, ...]:
        known = self.tables.heart_codes
        for seat, name in enumerate(names):
            if name not in known:
                raise InvalidState(f"/seats/{seat}/heart", f"there is no card {shorten(name)}")
        return tuple([known[name] for name in names])

    def seat(self, number: int | None, pointer: str) -> int:
        if number is None:
            return NOBODY
        if number >= self.tables.players:
            raise InvalidState(pointer, f"there is no seat {number}")
        return number

    def seats(self, numbers: Sequence[int], pointer: str, seat: int) -> int:
        if not numbers:
            return 0
        pointer, mask = pointer.format(seat), 0
        for place, number in enumerate(numbers):
            bit = 1 << self.seat(number, f"{pointer}/{place}")
            if bit <= mask:
                raise InvalidState(f"{pointer}/{place}", "seats rise, each once")
            mask |= bit
        return mask


def unpack(game: Tamakushige, tables: Tables, wire: StateWire) -> State:
    """Return the state that ``wire`` stands for.

    Raises:
        InvalidState: a name, seat or space that this game does not have, or wrong lengths.
    """
    reader = _Reader(tables)
    if len(wire.seats) != tables.players:
        raise InvalidState("/seats", f"{len(wire.seats)} players, there are {tables.players}")
    spaces = len(tables.board.moves)
    if wire.soul is not None and wire.soul >= spaces:
        raise InvalidState("/soul", f"there is no space {wire.soul}")
    lit = 0
    for place, space in enumerate(wire.lit):
        if not tables.board.circles >> space & 1 or 1 << space <= lit:
            raise InvalidState(f"/lit/{place}", "lanterns lie on grey circles, in rising order")
        lit |= 1 << space
    played_by, played = zip(*map(astuple, wire.plays), strict=True) if wire.plays else ((), ())
    plays = reader.pile(played, "/plays")
    if played_by and max(played_by) >= tables.players:
        place = next(place for place, seat in enumerate(played_by) if seat >= tables.players)
        raise InvalidState(f"/plays/{place}/player", f"there is no seat {played_by[place]}")
    # One tuple a field, in the order of PlayerState.
    active, hands, acquired, points, scythes, scores, hearts, shown, reserved, ignored, peeked, lanterns = (
        zip(*map(astuple, wire.seats), strict=True)
    )
    bit = tables.card_bits
    return State(
        game,
        bytes.fromhex(wire.seed),
        None if wire.current_player is None else reader.seat(wire.current_player, "/current_player"),
        wire.events,
        wire.round,
        PHASES.index(wire.phase),
        NOTHING if wire.window is None else WINDOWS.index(wire.window),
        reader.seat(wire.asked_from, "/asked_from"),
        reader.seat(wire.start, "/start"),
        reader.seat(wire.leader, "/leader"),
        VOID if wire.soul is None else wire.soul,
        lit,
        wire.collected,
        sum(compress(bit, active)),
        tuple([reader.mask(hand, "/seats/{}/hand", seat) for seat, hand in enumerate(hands)]),
        tuple([reader.mask(cards, "/seats/{}/acquired", seat) for seat, cards in enumerate(acquired)]),
        points,
        scythes,
        scores,
        reader.mask(wire.leftover, "/leftover"),
        Hearts(
            reader.hearts(hearts),
            sum(compress(bit, shown)),
            sum(compress(bit, reserved)),
            sum(compress(bit, ignored)),
            tuple([reader.seats(seats, "/seats/{}/peeked", seat) for seat, seats in enumerate(peeked)]),
            lanterns,
        ),
        plays,
        bytes(played_by),
        wire.trick_from,
        reader.pile(wire.discards, "/discards"),
        tuple([_unpack_swap(swap, reader, f"/swaps/{place}") for place, swap in enumerate(wire.swaps)]),
        reader.seat(wire.last_winner, "/last_winner"),
        None if wire.resolution is None else _unpack_resolution(wire.resolution, reader),
        wire.result,
    )


def _unpack_swap(swap: SwapState, reader: _Reader, pointer: str) -> Swap:
    return Swap(
        reader.seat(swap.player, pointer + "/player"),
        reader.seat(swap.partner, pointer + "/partner"),
        reader.code(swap.given, pointer + "/given"),
        reader.code(swap.received, pointer + "/received"),
        swap.plays,
    )


def _unpack_resolution(wire: ResolutionState, reader: _Reader) -> Resolution:
    at = "/resolution/"
    return Resolution(
        reader.seat(wire.winner, at + "winner"),
        reader.seat(wire.receiver, at + "receiver"),
        reader.mask(wire.rest, at + "rest"),
        reader.mask(wire.hozuki, at + "hozuki"),
        reader.code(wire.picked, at + "picked"),
        reader.code(wire.given, at + "given"),
        reader.seat(wire.actor, at + "actor"),
        reader.code(wire.card, at + "card"),
        wire.effect,
        reader.seat(wire.target, at + "target"),
        reader.code(wire.offered, at + "offered"),
        reader.seat(wire.starter, at + "starter"),
    )
