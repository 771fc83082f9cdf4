"""Who knows what: the view of a state, and worlds that fit a view (EF-5).

Public is all but the tide cards of others, the unused reference cards, the order of the drift deck (its
bottom, once cards have gone there, is known), and the order of the stacks below their tops. With
``hidden_hand_tiles`` the dealt eels are known to their owners alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardkit import chance
from boardkit.errors import CannotResample, InvalidView
from boardkit.games.effervescent.events import EelDealt, TideDealt
from boardkit.games.effervescent.model import HabitatView, Player, PlayerView, Stack, StackView, State, View
from boardkit.state import Event

if TYPE_CHECKING:
    from boardkit.games.effervescent.rules import Effervescent

__all__ = ["observe", "resample", "world"]


def observe(state: State, player: int | None) -> View:
    """Return what ``player`` (None: a spectator) may know."""
    over = state.current_player is None
    return View(
        state.game,
        player,
        state.current_player,
        tuple(redacted(event, player, state.game.options.hidden_hand_tiles) for event in state.events),
        state.phase,
        state.round,
        state.first,
        state.pieces,
        state.tokens,
        state.lionfish,
        state.dolphin,
        habitats(state),
        tuple(
            _seat(state.game, owner, seat == player, over or seat == player)
            for seat, owner in enumerate(state.players)
        ),
        state.row,
        len(state.deck),
        state.deck[len(state.deck) - state.deck_known :],
        state.harmony,
        tuple(_stack(stack) for stack in state.stacks),
        state.game.reference_set,
        tuple(None if state.game.options.hidden_hand_tiles else eel for eel in state.unused_eels),
        state.gone,
        state.met,
        state.due,
        state.attached,
        state.moved,
        state.ranking,
    )


def redacted(event: Event, player: int | None, eels_hidden: bool) -> Event:
    """Return an event as ``player`` may know it."""
    if isinstance(event, TideDealt) and event.player != player:
        return TideDealt(event.player, None)
    if eels_hidden and isinstance(event, EelDealt) and event.player != player:
        return EelDealt(event.player, None)
    return event


def habitats(state: State) -> tuple[HabitatView, ...]:
    """Return the habitats of a state with the effervescents inside."""
    known: tuple[HabitatView, ...] | None = state.__dict__.get("habitats")
    if known is not None:
        return known
    sea = state.sea
    inside = {habitat: [0] * state.game.players for habitat in sea.water.habitats}
    if inside:
        for number, token in enumerate(state.tokens):
            habitat = sea.habitat_of_token(number)
            if habitat is not None:
                inside[habitat][token.player] += 1
    known = state.__dict__["habitats"] = tuple(
        HabitatView(
            habitat.x,
            habitat.y,
            habitat.area,
            tuple(number for corner in habitat.outline for number in corner),
            tuple(inside[habitat]),
        )
        for habitat in sea.water.habitats
    )
    return known


def _seat(game: Effervescent, owner: Player, own: bool, tide: bool) -> PlayerView:
    hand: tuple[str | None, ...] = owner.hand
    if owner.eel_hidden and not own:
        hand = tuple(None if game.tiles[tile].kind == "eel" else tile for tile in owner.hand)
    return PlayerView(
        hand,
        owner.tide if tide else None,
        owner.hideout,
        owner.spares,
        owner.points,
        owner.lionfish,
        owner.removed,
        owner.eel_hidden,
    )


def _stack(stack: Stack) -> StackView:
    bottom = stack.tiles[len(stack.tiles) - stack.known :]
    return StackView(
        stack.name, len(stack.tiles), stack.tiles[0] if stack.tiles else None, bottom, stack.display
    )


# ---- worlds ------------------------------------------------------------------------------------


def resample(view: View, seed: int | bytes | None) -> State:
    """Draw a state that could have led to exactly this view.

    Raises:
        CannotResample: the view is a spectator's.
        InvalidView: nothing can have led to it.
    """
    if view.player is None:
        raise CannotResample("a spectator has no seat to think from")
    return world(view, chance.seed_bytes(seed))


def world(view: View, seed: bytes) -> State:
    """Draw a world for any view, a spectator's too; what is not known is shuffled.

    Raises:
        InvalidView: what is known leaves no room for what is not.
    """
    game = view.game
    deck = _deck(view, game, seed)
    stacks = _stacks(view, game, seed)
    tides, unused_tides = _tides(view, game, seed)
    hands, unused_eels = _eels(view, game, seed)
    players = tuple(
        Player(
            hand, tide, seat.hideout, seat.spares, seat.points, seat.lionfish, seat.removed, seat.eel_hidden
        )
        for seat, hand, tide in zip(view.seats, hands, tides, strict=True)
    )
    return State(
        game,
        chance.derive(seed, "resample/seed"),
        view.current_player,
        view.events,
        view.phase,
        view.round,
        view.first,
        view.pieces,
        view.tokens,
        view.lionfish,
        view.dolphin,
        players,
        view.row,
        deck,
        len(view.deck_bottom),
        view.harmony,
        stacks,
        unused_tides,
        unused_eels,
        view.gone,
        view.met,
        view.due,
        view.attached,
        view.moved,
    )


def _deck(view: View, game: Effervescent, seed: bytes) -> tuple[str, ...]:
    seen = {*view.row, *view.deck_bottom}
    unseen = [card for card in game.drift if card not in seen]
    if len(unseen) + len(view.deck_bottom) != view.deck_size:
        raise InvalidView("/deck_size", "not what the row and the deck's bottom leave")
    return (*chance.shuffle(seed, "resample/drift", unseen), *view.deck_bottom)


def _stacks(view: View, game: Effervescent, seed: bytes) -> tuple[Stack, ...]:
    seen = {piece.tile for piece in view.pieces} | {tile for seat in view.seats for tile in seat.hand}
    stacks = []
    for number, shown in enumerate(view.stacks):
        open_tiles = {shown.top, shown.display, *shown.bottom}
        hidden = [
            tile.id
            for tile in game.tiles.values()
            if tile.stack == shown.name and tile.id not in seen and tile.id not in open_tiles
        ]
        top = () if shown.top is None or len(shown.bottom) == shown.size else (shown.top,)
        tiles = (*top, *chance.shuffle(seed, f"resample/stack/{shown.name}", hidden), *shown.bottom)
        if len(tiles) != shown.size or (tiles[0] if tiles else None) != shown.top:
            raise InvalidView(f"/stacks/{number}", "not what the seen tiles leave")
        stacks.append(Stack(shown.name, tiles, shown.display, len(shown.bottom)))
    return tuple(stacks)


def _tides(view: View, game: Effervescent, seed: bytes) -> tuple[tuple[str, ...], tuple[str, ...]]:
    known = [seat.tide for seat in view.seats if seat.tide is not None]
    hidden = iter(chance.shuffle(seed, "resample/tides", [card for card in game.tides if card not in known]))
    try:
        tides = tuple(next(hidden) if seat.tide is None else seat.tide for seat in view.seats)
    except StopIteration:
        raise InvalidView("/seats", "more reference cards than there are") from None
    return tides, tuple(hidden)


def _eels(view: View, game: Effervescent, seed: bytes) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Return the hands and the unused eels, hidden eels drawn from those that nobody has seen."""
    seen = {tile for seat in view.seats for tile in seat.hand} | {piece.tile for piece in view.pieces}
    seen |= {*view.gone, *view.unused_eels}
    eels = [tile.id for tile in game.tiles.values() if tile.kind == "eel" and tile.id not in seen]
    hidden = iter(chance.shuffle(seed, "resample/eels", eels))
    try:
        hands = tuple(
            tuple(next(hidden) if tile is None else tile for tile in seat.hand) for seat in view.seats
        )
        unused = tuple(next(hidden) if tile is None else tile for tile in view.unused_eels)
    except StopIteration:
        raise InvalidView("/seats", "more hidden eels than there are") from None
    return hands, unused
