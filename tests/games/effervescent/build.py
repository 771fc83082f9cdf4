"""Positions for tests: real states, with what the test cares about set and everything else in order."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

import boardkit
from boardkit.games.effervescent.derived import forget
from boardkit.games.effervescent.model import Piece, Player, Spot, Stack, State, Token


def make(players: int = 3, **options: Any) -> Any:
    return boardkit.make("effervescent", players, first_player=options.pop("first_player", "0"), **options)


def drafted(game: Any, seed: int = 1) -> State:
    """Return the state in which the first tile is placed."""
    state = game.initial_state(seed)
    while state.phase == "draft":
        state = game.step(state, game.legal_actions(state)[0])
    return state


def position(
    game: Any,
    *,
    pieces: list[tuple[str, int, int, int, int, int]] = (),
    tokens: list[tuple[int, int, int]] = (),
    hands: dict[int, list[str]] | None = None,
    row: list[str] | None = None,
    harmony: list[str] | None = None,
    tides: dict[int, str] | None = None,
    hideouts: dict[int, int] | None = None,
    stacks: dict[str, tuple[list[str], str | None]] | None = None,
    dolphin: tuple[int, int] | None = None,
    lionfish: list[tuple[int, int]] | None = None,
    gone: tuple[str, ...] = (),
    audited: bool = True,
    **fields: Any,
) -> State:
    """Return a state with these things on the table; tiles come out of the stacks, cards out of the decks.

    Args:
        pieces: placed tiles (tile, flip, rotation, x, y, player), after the start pieces.
        tokens: effervescents (player, x, y); they come from the hideouts.
        hands: held tiles by seat; the other seats hold nothing.
        row: the drift cards, from the deck's end.
        harmony: the harmony cards.
        tides: reference cards by seat.
        hideouts: what is left on hideouts; the rest lies far away in the sea, unless it is in ``tokens``.
        stacks: tiles and display by stack, the rest of a stack is put into the hand of the last seat.
        fields: any other fields of the state.
    """
    state = game.initial_state(fields.pop("seed", 1))
    seats = game.players
    placed = tuple(Piece(*piece) for piece in pieces)
    hands = hands or {}
    used = {piece.tile for piece in placed} | {tile for hand in hands.values() for tile in hand} | set(gone)
    eels = [tile.id for tile in game.tiles.values() if tile.kind == "eel"] if game.options.eels else []
    free_eels = [eel for eel in eels if eel not in used]
    hidden = game.options.hidden_hand_tiles
    chosen_tides = dict(tides or {})
    rest = [card for card in game.tides if card not in chosen_tides.values()]
    players = []
    for seat in range(seats):
        hand = list(hands.get(seat, []))
        if eels and len(free_eels) > len(eels) - seats - len(gone) and not any(tile in eels for tile in hand):
            hand.insert(0, free_eels.pop())
        tide = chosen_tides.get(seat) or rest.pop(0)
        out = sum(token[0] == seat for token in tokens)
        left = (hideouts or {}).get(seat, 15 - min(out, 15))
        players.append(
            Player(
                tuple(hand),
                tide,
                left,
                2 - max(0, out - 15),
                0,
                0,
                0,
                hidden and any(t in eels for t in hand),
            )
        )
    unused = len(eels) - seats if eels else 0
    gone = tuple(gone)
    spare = list(free_eels)
    piles = []
    for stack in state.stacks:
        tiles = [tile for tile in (stack.display, *stack.tiles) if tile is not None and tile not in used]
        if stacks and stack.name in stacks:
            order, display = stacks[stack.name]
            lost = [tile for tile in tiles if tile not in order and tile != display]
            last = players[-1]
            players[-1] = replace(last, hand=(*last.hand, *lost))
            piles.append(Stack(stack.name, tuple(order), display))
        else:
            piles.append(Stack(stack.name, tuple(tiles[1:]), tiles[0]))
    row = row or list(state.row)
    made = replace(
        state,
        current_player=fields.pop("current_player", 0),
        events=(),
        phase=fields.pop("phase", "place"),
        round=fields.pop("round", 1),
        first=fields.pop("first", 0),
        pieces=(*state.pieces, *placed),
        tokens=tuple(Token(*token) for token in tokens),
        lionfish=state.lionfish if lionfish is None else tuple(Spot(*spot) for spot in lionfish),
        dolphin=None if dolphin is None else Spot(*dolphin),
        players=tuple(players),
        row=tuple(row),
        deck=tuple(card for card in game.drift if card not in row),
        harmony=tuple(harmony or state.harmony),
        stacks=tuple(piles),
        unused_tides=tuple(rest),
        unused_eels=tuple(spare[:unused]),
        gone=gone,
        **fields,
    )
    if audited:
        game.audit(made)
    forget(made)
    return made


def names(state: State, kind: str) -> list[Any]:
    """Return the events of a kind."""
    return [event for event in state.events if type(event).__name__ == kind]
