"""Set-up: the start pieces, lionfish, cards, stacks and first things of the players (EF-2.1, EF-2.6)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from boardkit import chance
from boardkit.errors import InvalidOption
from boardkit.games.effervescent import events as ev
from boardkit.games.effervescent.cells import MARGIN, meets
from boardkit.games.effervescent.model import Piece, Player, Spot, Stack
from boardkit.games.effervescent.poses import runs_of
from boardkit.games.effervescent.sea import SAND_LINE, Body, body_at, on_board
from boardkit.games.effervescent.tiles import BACKGROUNDS, SIZES, HarmonyCard, Tile

__all__ = ["harmony_row", "layout", "lionfish_spots", "start_pieces", "tide_set"]

MEDIUM, LARGE = 73, 103
BALANCED = {0: (), 1: (0,), 2: (1, 2), 3: (0, 1, 2), 4: (1, 2, 3, 4), 5: (0, 1, 2, 3, 4)}
LIONFISH = 12
_WORD = 1 << 64
_PIECE = re.compile(r"([a-z0-9-]{1,20})@(-?\d{1,4}),(-?\d{1,4}),(-?\d{1,4}),(-?\d{1,4})")


def draws(seed: bytes, label: str) -> Iterator[int]:
    """Yield the words of a stream; :func:`below` makes a number of each."""
    return chance.words(seed, label, 64)


def below(stream: Iterator[int], k: int) -> int:
    """Return the next number below ``k`` of a stream, each equally likely, as in a shuffle."""
    limit = _WORD - _WORD % k
    word = next(stream)
    while word >= limit:
        word = next(stream)
    return word % k


# ---- start pieces ------------------------------------------------------------------------------


def layout(text: str, tiles: dict[str, Tile]) -> tuple[Piece, ...]:
    """Read the option ``start_layout``.

    Raises:
        InvalidOption: it does not say start pieces, or they do not fit together.
    """
    pieces = []
    for part in text.split(";"):
        match = _PIECE.fullmatch(part.strip())
        if match is None:
            raise _bad_layout(text, "pieces such as rock-0@flip,rotation,x,y, joined by semicolons")
        name, (flip, rotation, x, y) = match[1], map(int, match.groups()[1:])
        tile = tiles.get(name)
        if tile is None or tile.kind not in {"start", "octopus", "wreck", "rock"}:
            raise _bad_layout(text, "the pieces start, octopus, wreck and rock-0 to rock-4")
        if not (0 <= flip <= 1 and 0 <= rotation <= 71 and -512 <= x <= 511 and -512 <= y <= 511):
            raise _bad_layout(text, "flip 0 or 1, rotation 0 to 71, x and y -512 to 511")
        pieces.append(Piece(name, flip, rotation, x, y, None))
    _check_layout(text, pieces, tiles)
    return tuple(pieces)


def _check_layout(text: str, pieces: list[Piece], tiles: dict[str, Tile]) -> None:
    names = [piece.tile for piece in pieces]
    if len(set(names)) != len(names):
        raise _bad_layout(text, "every start piece at most once")
    bodies = [
        body_at(tiles[piece.tile].shape, piece.flip, piece.rotation, piece.x, piece.y) for piece in pieces
    ]
    for number, body in enumerate(bodies):
        if not on_board(body.pose, body.x, body.y):
            raise _bad_layout(text, f"every piece {MARGIN} cells away from the border of the sea")
        if "wreck" in names and body.top < SAND_LINE:
            raise _bad_layout(text, "nothing beyond the sand line of the wreck")
        reach = body.lay(body.pose.reach)
        if any(meets(reach, other.patch) for other in bodies[:number]):
            raise _bad_layout(text, "start pieces that do not touch each other")
    if "wreck" in names and pieces[names.index("wreck")] != Piece("wreck", 0, 0, 0, 0, None):
        raise _bad_layout(text, "the wreck as wreck@0,0,0,0")


def _bad_layout(text: str, allowed: str) -> InvalidOption:
    return InvalidOption("start_layout", text, allowed)


def start_pieces(start: str, rocks: int, seed: bytes, tiles: dict[str, Tile]) -> tuple[Piece, ...]:
    """Return the start tile and the rocks that are scattered around it (EF-2.6)."""
    pieces = []
    if start != "rocks_only":
        pieces.append(Piece("start" if start == "base" else start, 0, 0, 0, 0, None))
    numbers = BALANCED[rocks]
    for number in numbers:
        name = f"rock-{number}"
        if not pieces:
            pieces.append(Piece(name, 0, 0, 0, 0, None))
            continue
        stream = draws(seed, f"rock/{number}")
        while True:
            rotation = below(stream, 72)
            x, y = below(stream, 513) - 256, below(stream, 513) - 256
            body = body_at(tiles[name].shape, 0, rotation, x, y)
            if start == "wreck" and body.top < SAND_LINE:
                continue
            gap = min(
                _distance(
                    body, body_at(tiles[old.tile].shape, 0, old.rotation, old.x, old.y), LARGE * LARGE + 1
                )
                for old in pieces
            )
            if 12 * 12 <= gap <= LARGE * LARGE:
                pieces.append(Piece(name, 0, rotation, x, y, None))
                break
    return tuple(pieces)


def _distance(a: Body, b: Body, enough: int) -> int:
    """Return the squared distance of the nearest cells of two bodies, or ``enough`` if it is not less."""
    best = enough
    runs_a = [(x + a.x, y + a.y, length) for x, y, length in runs_of(a.pose.body)]
    runs_b = [(x + b.x, y + b.y, length) for x, y, length in runs_of(b.pose.body)]
    for ax, ay, a_length in runs_a:
        for bx, by, b_length in runs_b:
            down = (ay - by) ** 2
            if down >= best:
                continue
            across = max(bx - (ax + a_length - 1), ax - (bx + b_length - 1), 0)
            best = min(best, down + across * across)
    return best


def lionfish_spots(pieces: tuple[Piece, ...], seed: bytes, tiles: dict[str, Tile]) -> tuple[Spot, ...]:
    """Scatter the lionfish, a medium tile apart from the start pieces and from each other (EF-2.6)."""
    bodies = [
        body_at(tiles[piece.tile].shape, piece.flip, piece.rotation, piece.x, piece.y) for piece in pieces
    ]
    sand = any(piece.tile == "wreck" for piece in pieces)
    runs = [(x + body.x, y + body.y, length) for body in bodies for x, y, length in runs_of(body.pose.body)]
    spots: list[Spot] = []
    stream = draws(seed, "lionfish")
    refused = 0
    while len(spots) < LIONFISH:
        x, y = below(stream, 513) - 256, below(stream, 513) - 256
        nearest = min(max(rx - x, x - (rx + length - 1), 0) ** 2 + (y - ry) ** 2 for rx, ry, length in runs)
        nearest = min([nearest, *((x - spot.x) ** 2 + (y - spot.y) ** 2 for spot in spots)])
        far_enough = nearest >= 66 * 66 and not (sand and y - 6 < SAND_LINE)
        if far_enough and (nearest <= 80 * 80 or refused >= 20_000):
            spots.append(Spot(x, y))
        else:
            refused += 1
    return tuple(spots)


# ---- cards and tiles ---------------------------------------------------------------------------


def tide_set(reference_set: Literal["auto", "red", "green"], players: int) -> Literal["red", "green"]:
    """Return which reference cards are used; five players need the green ones (V28)."""
    if reference_set == "auto":
        return "green" if players == 5 else "red"
    return reference_set


def harmony_row(
    cards: tuple[HarmonyCard, ...], backgrounds: tuple[str, ...] | None, calm: bool, choice: str, seed: bytes
) -> tuple[str, ...]:
    """Return the ids of the harmony cards of a game, lowest points first (EF-2.1.3, V34, V50)."""
    if choice != "random":
        chosen = [card for card in cards if card.id in choice.split(",")]
    else:
        if backgrounds is None:
            backgrounds = BACKGROUNDS
            if calm:
                left_out = chance.shuffled(seed, "calm", 3)[0]
                backgrounds = tuple(name for number, name in enumerate(BACKGROUNDS) if number != left_out)
        chosen = []
        for background in backgrounds:
            of_it = [card for card in cards if card.background == background]
            chosen.append(chance.shuffle(seed, f"harmony/{background}", of_it)[0])
    order = {card.id: number for number, card in enumerate(cards)}
    return tuple(card.id for card in sorted(chosen, key=lambda card: (card.points, order[card.id])))


def first_stacks(tiles: dict[str, Tile], seed: bytes, starfish: bool, ray_betta: bool) -> tuple[Stack, ...]:
    """Return the shuffled stacks, each with one tile in the display in front of it (EF-2.1.4)."""
    names = [*SIZES, *(["starfish"] if starfish else []), *(["ray-betta"] if ray_betta else [])]
    stacks = []
    for name in names:
        order = chance.shuffle(
            seed, f"stack/{name}", [tile.id for tile in tiles.values() if tile.stack == name]
        )
        stacks.append(Stack(name, order[1:], order[0]))  # type: ignore[arg-type]  # the names are stack names
    return tuple(stacks)


def first_players(
    players: int, tides: tuple[str, ...], eels: tuple[str, ...] | None, seed: bytes, hidden: bool
) -> tuple[tuple[Player, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the players with their reference cards and eels, the unused cards and the unused eels."""
    cards = chance.shuffle(seed, "tides", tides)
    dealt = chance.shuffle(seed, "eels", eels) if eels is not None else ()
    seats = tuple(
        Player(dealt[seat : seat + 1], cards[seat], 15, 2, 0, 0, 0, bool(dealt) and hidden)
        for seat in range(players)
    )
    return seats, cards[players:], dealt[players:]


def set_up_events(
    pieces: tuple[Piece, ...],
    lionfish: tuple[Spot, ...],
    row: tuple[str, ...],
    harmony: tuple[str, ...],
    stacks: tuple[Stack, ...],
    seats: tuple[Player, ...],
    first: int,
) -> tuple[ev.EffervescentEvent, ...]:
    """Return the events of the set-up, in the order of the rules."""
    happened: list[ev.EffervescentEvent] = [
        ev.StartPieceLaid(piece.tile, piece.flip, piece.rotation, piece.x, piece.y) for piece in pieces
    ]
    if lionfish:
        happened.append(ev.LionfishScattered(lionfish))
    happened += [ev.RowLaid(row), ev.HarmonyLaid(harmony)]
    happened += [
        ev.DisplayRefilled(stack.name, stack.display) for stack in stacks if stack.display is not None
    ]
    happened += [ev.TideDealt(seat, player.tide) for seat, player in enumerate(seats)]
    happened += [ev.EelDealt(seat, player.hand[0]) for seat, player in enumerate(seats) if player.hand]
    happened.append(ev.WaveTaken(first))
    return tuple(happened)
