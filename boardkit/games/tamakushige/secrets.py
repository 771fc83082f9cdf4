"""For tests of secrecy: the same state with everything hidden drawn again.

Written from the rules' information model, not from :mod:`observe`. What a player has never seen of the number
cards is exactly a set of cards, wherever they lie: any renaming of these among each other, carried out
everywhere, is another course of events that looks the same to him.
"""

from __future__ import annotations

import random

import msgspec

from boardkit import chance
from boardkit.games.tamakushige import events as ev
from boardkit.games.tamakushige.model import NOTHING, Hearts, State, Swap
from boardkit.games.tamakushige.tables import Tables, bits
from boardkit.state import Event

__all__ = ["permute_hidden"]

_Renaming = dict[int, int]


def permute_hidden(state: State, tables: Tables, player: int | None, seed: bytes) -> State:
    """Return a legal state that differs from ``state`` only in what ``player`` cannot know."""
    rng = random.Random(chance.derive(seed, "permute"))
    state = _other_exchanges(state, player, rng)
    names = _renaming(state, tables, player, rng)
    hearts = _other_hearts(state, tables, player, rng)

    def moved(mask: int) -> int:
        return sum(1 << names.get(card, card) for card in bits(mask))

    resolution = state.resolution
    if resolution is not None and resolution.offered != NOTHING and resolution.actor != player:
        # Any card of the hand may have been picked.
        hand = bits(moved(state.hands[resolution.actor]))
        resolution = msgspec.structs.replace(resolution, offered=rng.choice(hand))
    changed = msgspec.structs.replace(
        state,
        seed=rng.randbytes(chance.SEED_BYTES),
        hands=tuple(moved(hand) for hand in state.hands),
        leftover=moved(state.leftover),
        swaps=tuple(
            Swap(
                swap.player,
                swap.partner,
                names.get(swap.given, swap.given),
                names.get(swap.received, swap.received),
                swap.plays,
            )
            for swap in state.swaps
        ),
        hearts=hearts,
        resolution=resolution,
    )
    return msgspec.structs.replace(changed, events=_other_events(state, changed, tables, player, names))


def _seen(state: State, player: int | None) -> set[int]:
    """The number cards whose whereabouts ``player`` knows something about."""
    seen = set(state.plays)
    if player is not None:
        seen.update(bits(state.hands[player]))
        for swap in state.swaps:
            if player in {swap.player, swap.partner}:
                seen.update((swap.given, swap.received))
    return seen


def _renaming(state: State, tables: Tables, player: int | None, rng: random.Random) -> _Renaming:
    unseen = sorted(set(range(len(tables.card_ids))) - _seen(state, player))
    others = list(unseen)
    rng.shuffle(others)
    return dict(zip(unseen, others, strict=True))


def _other_exchanges(state: State, player: int | None, rng: random.Random) -> State:
    """Let two others have exchanged other cards, of those that each of them had afterwards.

    Only where it was the round's only exchange: then nothing else depends on which cards they were.
    """
    if len(state.swaps) != 1 or player in {state.swaps[0].player, state.swaps[0].partner}:
        return state
    swap = state.swaps[0]
    afterwards = [set(bits(hand)) for hand in state.hands]
    for card, seat in zip(state.plays[swap.plays :], state.played_by[swap.plays :], strict=True):
        afterwards[seat].add(card)
    given = rng.choice(sorted(afterwards[swap.partner]))
    received = rng.choice(sorted(afterwards[swap.player]))
    return msgspec.structs.replace(
        state, swaps=(Swap(swap.player, swap.partner, given, received, swap.plays),)
    )


def _other_hearts(state: State, tables: Tables, player: int | None, rng: random.Random) -> Hearts:
    hearts = state.hearts
    open_to = hearts.shown | (0 if player is None else hearts.peeked[player] | 1 << player)
    hidden = [seat for seat in range(tables.players) if not open_to >> seat & 1]
    while True:  # the deal as it is can always come again
        dealt = _deal(hearts.cards, hidden, tables, rng)
        if all(
            tables.reserved_hearts >> dealt[seat] & 1 for seat in hidden if hearts.reserved_used >> seat & 1
        ):
            return msgspec.structs.replace(hearts, cards=dealt)


def _deal(cards: tuple[int, ...], hidden: list[int], tables: Tables, rng: random.Random) -> tuple[int, ...]:
    """Deal cards of the same factions as before to the hidden places, unused cards included."""
    held = {card for seat, card in enumerate(cards) if seat not in hidden}
    wanted = [tables.factions[cards[seat]] for seat in hidden]
    rng.shuffle(wanted)
    dealt = list(cards)
    for faction in (0, 1):
        free = [card for card in tables.faction_hearts[faction] if card not in held]
        rng.shuffle(free)
        for seat, its in zip(hidden, wanted, strict=True):
            if its == faction:
                dealt[seat] = free.pop()
    return tuple(dealt)


def _other_events(
    before: State, after: State, tables: Tables, player: int | None, names: _Renaming
) -> tuple[Event, ...]:
    """The last step's events with their hidden parts as they are in the changed state."""
    code, ids = tables.card_codes, tables.card_ids

    def change(event: Event) -> Event:
        if isinstance(event, ev.Dealt) and event.cards is not None and event.player != player:
            cards = sorted(names.get(code[card], code[card]) for card in event.cards)
            return ev.Dealt(event.player, event.count, tuple(ids[card] for card in cards))
        if isinstance(event, ev.HeartDealt) and event.heart is not None and event.player != player:
            return ev.HeartDealt(event.player, tables.heart_ids[after.hearts.cards[event.player]])
        if (
            isinstance(event, ev.Peeked)
            and event.heart is not None
            and player not in {event.player, event.target}
        ):
            return _other_peek(event, before, after, tables)
        if isinstance(event, ev.CardsSwapped) and event.given is not None and after.swaps:
            swap = after.swaps[-1]
            return ev.CardsSwapped(event.player, event.partner, ids[swap.given], ids[swap.received])
        return event

    return tuple(change(event) for event in before.events)


def _other_peek(event: ev.Peeked, before: State, after: State, tables: Tables) -> Event:
    # If the round ended in the same step, the card that was seen is open or has been dealt again.
    if any(isinstance(other, ev.HeartsRevealed) for other in before.events):
        return event
    return ev.Peeked(event.player, event.target, tables.heart_ids[after.hearts.cards[event.target]])
