"""Conservation and invariants: what every state of a game fulfils, so that nothing can go wrong later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from boardkit.errors import InvalidState, InvalidView
from boardkit.games.effervescent import setup
from boardkit.games.effervescent.candidates import any_placement
from boardkit.games.effervescent.cells import SIZE, Patch, lay
from boardkit.games.effervescent.derived import body_of
from boardkit.games.effervescent.dolphin import dolphin_spots, jump_spots
from boardkit.games.effervescent.model import Piece, Player, State, View
from boardkit.games.effervescent.observe import observe, world
from boardkit.games.effervescent.sea import (
    DOLPHIN_DISC,
    HIGHEST,
    LOWEST,
    SAND_LINE,
    TOKEN_DISC,
    on_board,
)
from boardkit.games.effervescent.tiles import SIZES
from boardkit.games.effervescent.turn import Table, placing_of, sources

if TYPE_CHECKING:
    from boardkit.games.effervescent.rules import Effervescent

__all__ = ["audit", "audit_view", "census"]

EFFERVESCENTS = 17


def census(state: State) -> Mapping[str, int]:
    """Count tiles, cards, effervescents and lionfish, wherever they lie."""
    counts: Counter[str] = Counter()
    counts["tiles"] = len(_tiles_anywhere(state))
    counts["drift"] = len(state.row) + len(state.deck)
    counts["harmony"] = len(state.harmony)
    counts["tides"] = len(state.players) + len(state.unused_tides)
    counts["lionfish"] = len(state.lionfish) + sum(player.lionfish for player in state.players)
    for seat, player in enumerate(state.players):
        out = sum(token.player == seat for token in state.tokens)
        counts[f"effervescents/{seat}"] = player.hideout + player.spares + player.removed + out
    return counts


def audit(state: State) -> None:
    """Check a state as a whole.

    Raises:
        InvalidState: with a JSON pointer into the readable form.
    """
    _audit_cards(state)
    _audit_tiles(state)
    _audit_players(state)
    _audit_turn(state)
    _audit_sea(state)
    _audit_phase(state)


def _require(holds: object, pointer: str, detail: str) -> None:
    if not holds:
        raise InvalidState(pointer, detail)


# ---- cards and tiles ---------------------------------------------------------------------------


def _audit_cards(state: State) -> None:
    game = state.game
    _require(
        sorted((*state.row, *state.deck)) == sorted(game.drift),
        "/deck",
        "row and deck are not the drift cards",
    )
    _require(state.deck_known <= len(state.deck), "/deck_known", "more than the deck holds")
    tides = (*(player.tide for player in state.players), *state.unused_tides)
    _require(sorted(tides) == sorted(game.tides), "/unused_tides", "not the reference cards of the set")
    _require(set(state.harmony) <= set(game.harmony), "/harmony", "no such harmony card")
    cards = [game.harmony[name] for name in state.harmony]
    _require(
        len({card.background for card in cards}) == len(cards) == (2 if game.options.calm else 3),
        "/harmony",
        "not one card for each background in use",
    )
    order = list(game.harmony)
    expected = sorted(cards, key=lambda card: (card.points, order.index(card.id)))
    _require(expected == cards, "/harmony", "not in the order of their points")
    if game.options.harmony_choice != "random":
        _require(
            set(state.harmony) == set(game.options.harmony_choice.split(",")),
            "/harmony",
            "not the chosen cards",
        )


def _tiles_anywhere(state: State) -> list[str]:
    tiles = [piece.tile for piece in state.pieces]
    tiles += [tile for player in state.players for tile in player.hand]
    for stack in state.stacks:
        tiles += stack.tiles
        if stack.display is not None:
            tiles.append(stack.display)
    return [*tiles, *state.unused_eels, *state.gone]


def _tiles_in_play(game: Effervescent, start: list[str]) -> list[str]:
    options = game.options
    kinds = {"creature"}
    kinds |= {kind for kind, used in (("eel", options.eels), ("starfish", options.starfish)) if used}
    if options.ray_betta:
        kinds.add("ray-betta")
    return [*start, *(tile.id for tile in game.tiles.values() if tile.kind in kinds)]


def _start_names(game: Effervescent) -> list[str]:
    options = game.options
    if options.start_layout:
        return [piece.tile for piece in setup.layout(options.start_layout, game.tiles)]
    names = [] if options.start == "rocks_only" else ["start" if options.start == "base" else options.start]
    return names + [f"rock-{number}" for number in setup.BALANCED[options.rocks]]


def _audit_tiles(state: State) -> None:
    game = state.game
    start = _start_names(game)
    found = [piece.tile for piece in state.pieces[: len(start)]]
    _require(found == start, "/pieces", "the start pieces are not first")
    _require(
        sorted(_tiles_anywhere(state)) == sorted(_tiles_in_play(game, start)),
        "/pieces",
        "the tiles are not each in one place",
    )
    if game.options.start_layout:
        layout = setup.layout(game.options.start_layout, game.tiles)
        _require(state.pieces[: len(start)] == layout, "/pieces", "not the start layout of the options")
    else:
        _require(state.pieces[0] == Piece(start[0], 0, 0, 0, 0, None), "/pieces/0", "not in the middle")
    for number, piece in enumerate(state.pieces):
        _require(
            (piece.player is None) == (number < len(start)), f"/pieces/{number}/player", "no start piece's"
        )
        _require((piece.player or 0) < game.players, f"/pieces/{number}/player", "no such seat")
    names = [*SIZES, *(["starfish"] if game.options.starfish else [])]
    names += ["ray-betta"] if game.options.ray_betta else []
    _require([stack.name for stack in state.stacks] == names, "/stacks", "not the stacks in play")
    for number, stack in enumerate(state.stacks):
        tiles = (*stack.tiles, *(() if stack.display is None else (stack.display,)))
        _require(
            all(game.tiles[tile].stack == stack.name for tile in tiles),
            f"/stacks/{number}",
            "a tile of another stack",
        )
        _require(stack.known <= len(stack.tiles), f"/stacks/{number}/known", "more than the stack holds")
    eels = all(game.tiles[tile].kind == "eel" for tile in (*state.gone, *state.unused_eels))
    _require(eels and len(state.gone) % 2 == 0, "/gone", "only pairs of eels leave the game")
    _require(
        len(state.unused_eels) == (len(game.components.data.eels) - game.players if game.options.eels else 0),
        "/unused_eels",
        "not as many as are left over",
    )


# ---- players -----------------------------------------------------------------------------------


def _audit_players(state: State) -> None:
    _require(len(state.players) == state.game.players, "/seats", "not one for each seat")
    over = state.current_player is None
    for seat, player in enumerate(state.players):
        _audit_player(state, seat, player, over)
    if state.game.options.lionfish:
        spots = {(spot.x, spot.y) for spot in state.lionfish}
        _require(len(spots) == len(state.lionfish), "/lionfish", "two at one place")
        taken = sum(player.lionfish for player in state.players)
        _require(taken + len(spots) == setup.LIONFISH, "/lionfish", "not twelve in all")
        inside = all(abs(spot.x) <= 256 and abs(spot.y) <= 256 for spot in state.lionfish)
        _require(inside, "/lionfish", "too far out")
    else:
        _require(not state.lionfish, "/lionfish", "not in play")
        _require(all(not player.lionfish for player in state.players), "/seats", "no lionfish are in play")


def _audit_player(state: State, seat: int, player: Player, over: bool) -> None:
    at = f"/seats/{seat}"
    out = sum(token.player == seat for token in state.tokens)
    total = player.hideout + player.spares + player.removed + out
    _require(total == EFFERVESCENTS, at, "not seventeen effervescents")
    _require(player.spares == 2 or player.hideout == 0, f"{at}/spares", "used before the hideout was empty")
    _require(over or not player.removed, f"{at}/removed", "only at the end")
    kinds = [state.game.tiles[tile].kind for tile in player.hand]
    _require(kinds.count("eel") <= 1, f"{at}/hand", "two eels")
    hidden = state.game.options.hidden_hand_tiles and "eel" in kinds
    _require(hidden or not player.eel_hidden, f"{at}/eel_hidden", "nothing to hide")


# ---- the turn ----------------------------------------------------------------------------------

_IN_TURN = {"attach", "jump", "eel", "take", "windfall"}


def _audit_turn(state: State) -> None:
    game = state.game
    current = state.current_player
    _require((current is None) == (state.phase == "end"), "/current_player", "does not fit the phase")
    _require(current is None or current < game.players, "/current_player", "no such seat")
    _require(state.first < game.players, "/first", "no such seat")
    if not game.options.rotate_first and game.options.first_player != "random":
        _require(
            state.first == int(game.options.first_player), "/first", "not the first player of the options"
        )
    placed = sum(piece.player is not None for piece in state.pieces) + len(state.gone)
    drafting = state.phase in {"draft", "dolphin"}
    _require((state.round == 0) == drafting, "/round", "does not fit the phase")
    _require(state.round - 1 <= placed, "/round", "more rounds than placed tiles")
    _require(not drafting or (placed == 0 and not state.tokens), "/pieces", "placed before the first round")
    _require(not state.moved or placed, "/moved", "no tile has been placed")
    _require(state.phase not in _IN_TURN or state.moved, "/moved", "a tile was placed in this turn")
    _require(len(set(state.met)) == len(state.met), "/met", "a card twice")
    _require(set(state.met) <= set(state.row), "/met", "not cards of the row")
    _require(state.attached + state.due <= len(state.met), "/due", "more effervescents than cards met")
    _require((state.due > 0) == (state.phase == "attach"), "/due", "does not fit the phase")
    if state.phase not in _IN_TURN:
        _require(not state.met and not state.attached, "/met", "does not fit the phase")
    own = [token.player for token in state.tokens[len(state.tokens) - state.attached :]]
    _require(state.attached <= len(state.tokens), "/attached", "more than lie in the sea")
    _require(all(seat == current for seat in own), "/attached", "not the player's effervescents")


def _audit_phase(state: State) -> None:
    check = _PHASES.get(state.phase)
    if check is not None:
        check(state)


def _draft_phase(state: State) -> None:
    game = state.game
    assert state.current_player is not None  # noqa: S101
    order = [(state.first + turn) % game.players for turn in range(game.players)]
    now = order.index(state.current_player)
    for turn, seat in enumerate(order):
        held = sum(game.tiles[tile].kind != "eel" for tile in state.players[seat].hand)
        allowed = {2} if turn < now else {0, 1} if turn == now else {0}
        _require(held in allowed, f"/seats/{seat}/hand", "not what the draft has given")


def _dolphin_phase(state: State) -> None:
    game = state.game
    _require(game.options.dolphin, "/phase", "no dolphin is in play")
    last = (state.first - 1) % game.players
    _require(state.current_player == last, "/current_player", "the last player places the dolphin")
    for seat, player in enumerate(state.players):
        held = sum(game.tiles[tile].kind != "eel" for tile in player.hand)
        _require(held == 2, f"/seats/{seat}/hand", "not what the draft has given")
    _require(any(dolphin_spots(state)), "/pieces", "no place for the dolphin")


def _place_phase(state: State) -> None:
    _require(_can_place(state), "/phase", "no tile can be placed")


def _can_place(state: State) -> bool:
    assert state.current_player is not None  # noqa: S101
    hand = state.players[state.current_player].hand
    placing = placing_of(state.game, state.sea, state.pieces, state.gone)
    return any_placement(placing, [state.game.tiles[tile].shape for tile in hand])


def _swap_phase(state: State) -> None:
    assert state.current_player is not None  # noqa: S101
    player = state.players[state.current_player]
    _require(sources(state.stacks), "/stacks", "nothing to swap for")
    _require(any(state.game.tiles[tile].kind != "eel" for tile in player.hand), "/seats", "nothing to swap")
    _require(not player.eel_hidden, "/seats", "all tiles were shown")
    _require(not _can_place(state), "/phase", "a tile can be placed")


def _own_piece(state: State) -> None:
    _require(
        state.pieces[-1].player is not None and state.pieces[-1].player == state.current_player,
        "/pieces",
        "the last one is not the player's",
    )


def _attach_phase(state: State) -> None:
    _own_piece(state)
    assert state.current_player is not None  # noqa: S101
    mine = state.players[state.current_player]
    _require(mine.hideout + mine.spares, "/due", "no effervescent is left")
    fish = tuple((spot.x, spot.y) for spot in state.lionfish)
    _require(any(state.sea.spots(state.sea.bodies[-1], fish).rows), "/phase", "no place for an effervescent")


def _jump_phase(state: State) -> None:
    _own_piece(state)
    _require(state.dolphin is not None, "/dolphin", "no dolphin is in play")
    _require(jump_spots(state) is not None, "/phase", "the dolphin can jump nowhere")


def _eel_phase(state: State) -> None:
    _own_piece(state)
    _require(len(Table(state).loved_eels()) > 1, "/phase", "there is no choice of eels")


def _take_phase(state: State) -> None:
    _own_piece(state)
    _require(state.game.tiles[state.pieces[-1].tile].kind != "eel", "/phase", "an eel is not replaced")
    _require(sources(state.stacks), "/phase", "no open tile")


def _windfall_phase(state: State) -> None:
    table = Table(state)
    _require(len(state.met) == 3 and table.windfall_sources(), "/phase", "no windfall")


_PHASES = {
    "draft": _draft_phase,
    "dolphin": _dolphin_phase,
    "place": _place_phase,
    "swap": _swap_phase,
    "attach": _attach_phase,
    "jump": _jump_phase,
    "eel": _eel_phase,
    "take": _take_phase,
    "windfall": _windfall_phase,
}

# ---- the sea -----------------------------------------------------------------------------------


def _audit_sea(state: State) -> None:
    game = state.game
    layer = [0] * SIZE
    sand = any(piece.tile == "wreck" for piece in state.pieces)
    for number, piece in enumerate(state.pieces):
        body = body_of(game.tiles, piece)
        at = f"/pieces/{number}"
        _require(on_board(body.pose, piece.x, piece.y), at, "too close to the border of the sea")
        _require(not sand or body.top >= SAND_LINE, at, "beyond the sand line")
        _cover(layer, body.patch, at)
    for number, token in enumerate(state.tokens):
        at = f"/tokens/{number}"
        _require(token.player < game.players, at, "no such seat")
        _require(_near(token.x) and _near(token.y), at, "too close to the border of the sea")
        _require(not sand or token.y - 4 >= SAND_LINE, at, "beyond the sand line")
        _cover(layer, lay(TOKEN_DISC, token.x, token.y), at)
    placed = game.options.dolphin and state.phase not in {"draft", "dolphin"}
    _require((state.dolphin is not None) == placed, "/dolphin", "does not fit options and phase")
    if state.dolphin is not None:
        _require(_near(state.dolphin.x) and _near(state.dolphin.y), "/dolphin", "too close to the border")
        _cover(layer, lay(DOLPHIN_DISC, state.dolphin.x, state.dolphin.y), "/dolphin")


def _near(value: int) -> bool:
    # What touches a tile may stick out a little beyond the tiles' own border.
    return LOWEST - 8 <= value <= HIGHEST + 8


def _cover(layer: list[int], patch: Patch, pointer: str) -> None:
    for y, row in enumerate(patch.rows, patch.top):
        if layer[y] & row:
            raise InvalidState(pointer, "overlaps something")
        layer[y] |= row


# ---- views -------------------------------------------------------------------------------------


def audit_view(view: View) -> None:
    """Check that a view is one that a state could give.

    Raises:
        InvalidView: with a JSON pointer.
    """
    if len(view.seats) != view.game.players:
        raise InvalidView("/seats", "not one for each seat")
    if view.player is not None and view.player >= view.game.players:
        raise InvalidView("/player", "no such seat")
    state = world(view, bytes(32))
    try:
        audit(state)
    except InvalidState as error:
        raise InvalidView(error.pointer, error.detail) from None
    seen = observe(state, view.player)
    for name in view.__struct_fields__:
        if getattr(seen, name) != getattr(view, name):
            raise InvalidView(f"/{name}", "not what the rest of the view says")
