"""For tests of secrecy: the same table with everything hidden drawn again (EF-5).

Written from the information model of the rules, not from :mod:`.observe`: the private and hidden things are the
tide cards of others, the unused reference cards, the order of the drift deck but for the recycled cards at its
bottom, the order of each stack but for its top and what has been seen going under it, the seed, and with the
option for hidden eels those of others and the unused ones.
"""

from __future__ import annotations

from msgspec.structs import replace

from boardkit import chance
from boardkit.games.effervescent.events import EelDealt, TideDealt
from boardkit.games.effervescent.model import Stack, State
from boardkit.state import Event

__all__ = ["permute_hidden"]


def permute_hidden(state: State, player: int | None, seed: int | bytes) -> State:
    """Return a legal state that differs from ``state`` only in what ``player`` cannot know."""
    entropy = chance.seed_bytes(seed)
    unknown_cards = len(state.deck) - state.deck_known
    deck = chance.shuffle(entropy, "secret/drift", state.deck[:unknown_cards]) + state.deck[unknown_cards:]
    state = replace(
        state,
        seed=chance.derive(entropy, "secret/seed"),
        deck=deck,
        stacks=tuple(_mixed(stack, entropy) for stack in state.stacks),
    )
    if state.current_player is not None:
        state = _deal_tides_again(state, player, entropy)
    else:
        state = replace(state, unused_tides=chance.shuffle(entropy, "secret/unused", state.unused_tides))
    if state.game.options.hidden_hand_tiles:
        state = _deal_eels_again(state, player, entropy)
    return state


def _mixed(stack: Stack, entropy: bytes) -> Stack:
    """Shuffle what lies between the open top and the part of the bottom that everybody knows."""
    end = len(stack.tiles) - stack.known
    if end <= 1:
        return stack
    middle = chance.shuffle(entropy, f"secret/stack/{stack.name}", stack.tiles[1:end])
    return replace(stack, tiles=(stack.tiles[0], *middle, *stack.tiles[end:]))


def _deal_tides_again(state: State, player: int | None, entropy: bytes) -> State:
    others = [seat for seat in range(len(state.players)) if seat != player]
    pool = [state.players[seat].tide for seat in others] + list(state.unused_tides)
    pool = list(chance.shuffle(entropy, "secret/tides", pool))
    players = list(state.players)
    for seat in others:
        players[seat] = replace(players[seat], tide=pool.pop())
    events: tuple[Event, ...] = tuple(
        TideDealt(event.player, players[event.player].tide)
        if isinstance(event, TideDealt) and event.card is not None
        else event
        for event in state.events
    )
    return replace(state, players=tuple(players), unused_tides=tuple(pool), events=events)


def _deal_eels_again(state: State, player: int | None, entropy: bytes) -> State:
    kinds = state.game.tiles
    owners = [
        seat
        for seat, owner in enumerate(state.players)
        if seat != player and owner.eel_hidden and any(kinds[tile].kind == "eel" for tile in owner.hand)
    ]
    held = {
        seat: next(tile for tile in state.players[seat].hand if kinds[tile].kind == "eel") for seat in owners
    }
    pool = list(chance.shuffle(entropy, "secret/eels", [*held.values(), *state.unused_eels]))
    players = list(state.players)
    dealt: dict[int, str] = {}
    for seat in owners:
        new = dealt[seat] = pool.pop()
        hand = tuple(new if tile == held[seat] else tile for tile in players[seat].hand)
        players[seat] = replace(players[seat], hand=hand)
    events: tuple[Event, ...] = tuple(
        EelDealt(event.player, dealt[event.player])
        if isinstance(event, EelDealt) and event.tile is not None and event.player in dealt
        else event
        for event in state.events
    )
    return replace(state, players=tuple(players), unused_eels=tuple(pool), events=events)
