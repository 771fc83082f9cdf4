"""The map as numbers: where each move leads, and the checks that a map has to pass."""

from __future__ import annotations

from msgspec import Struct

from boardkit.errors import InvalidComponents
from boardkit.games.tamakushige.cards import DIRECTIONS, SUITS, Area, Components, Space

__all__ = ["BLOCKED", "OFFSETS", "Board", "check_components", "make_board"]

# Axial coordinates; the order is that of DIRECTIONS, anticlockwise from the east.
OFFSETS: tuple[tuple[int, int], ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
BLOCKED = -2
_VOID = -1
_HOZUKI = SUITS.index("hozuki")
_LANTERNS = 3


class Board(Struct, frozen=True):
    """Where moves lead, by space.

    Attributes:
        center: the space in which the soul starts.
        moves: by space and suit the space reached, -1 for the void, BLOCKED for a leaf; the centre itself
            for hozuki in the centre.
        ways: by space and suit the direction in which that suit moves the soul; -1 for hozuki in the centre.
        neighbours: by space and direction the space beyond that side, -1 for the void.
        leaves: by space a mask of the directions with a leaf on the side.
        circles: mask of the grey circles.
    """

    center: int
    moves: tuple[tuple[int, ...], ...]
    ways: tuple[tuple[int, ...], ...]
    neighbours: tuple[tuple[int, ...], ...]
    leaves: tuple[int, ...]
    circles: int


def make_board(area: Area) -> Board:
    """Work out the moves on a map that :func:`check_components` has passed."""
    neighbours = _neighbours(area)
    leaves = _leaves(area, neighbours)
    center = next(space.id for space in area.spaces if space.center is None)
    ways = tuple(_ways(area, space) for space in area.spaces)
    moves = tuple(
        tuple(_reach(space, way, neighbours[space], leaves[space]) for way in ways[space])
        for space in range(len(area.spaces))
    )
    circles = sum(1 << space.id for space in area.spaces if space.lantern)
    return Board(center, moves, ways, neighbours, leaves, circles)


def _ways(area: Area, space: Space) -> tuple[int, int, int]:
    icon = DIRECTIONS.index(space.icon)
    home = -1 if space.center is None else DIRECTIONS.index(space.center)
    return (icon + area.maple_mark) % 6, (icon + area.ginkgo_mark) % 6, home


def _reach(space: int, way: int, neighbours: tuple[int, ...], leaves: int) -> int:
    if way < 0:
        return space
    return BLOCKED if leaves >> way & 1 else neighbours[way]


def _neighbours(area: Area) -> tuple[tuple[int, ...], ...]:
    places = {(space.q, space.r): space.id for space in area.spaces}
    return tuple(
        tuple(places.get((space.q + q, space.r + r), _VOID) for q, r in OFFSETS) for space in area.spaces
    )


def _leaves(area: Area, neighbours: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """A leaf lies on the edge between two spaces, so the other space has it too (T9)."""
    masks = [0] * len(area.spaces)
    for space in area.spaces:
        for leaf in space.leaves:
            way = DIRECTIONS.index(leaf)
            masks[space.id] |= 1 << way
            beyond = neighbours[space.id][way]
            if beyond != _VOID:
                masks[beyond] |= 1 << (way + 3) % 6
    return tuple(masks)


# ---- checks ------------------------------------------------------------------------------------


def check_components(components: Components) -> None:
    """Check what the types of the fields cannot.

    Raises:
        InvalidComponents: with a pointer to the card, count or space at fault.
    """
    _check_cards(components)
    _check_hearts(components)
    _check_area(components.area)


def _check_cards(components: Components) -> None:
    ids: set[str] = set()
    strengths: set[tuple[str, int]] = set()
    for place, card in enumerate(components.cards):
        pointer = f"/data/cards/{place}"
        _check_id(card.id, pointer)
        if card.id in ids:
            raise InvalidComponents(pointer + "/id", f"there are two cards {card.id}")
        if (card.suit, card.number) in strengths:
            raise InvalidComponents(
                pointer + "/number", f"there are two {card.suit} cards with number {card.number}"
            )
        for number, effect in enumerate(card.effects):
            if getattr(effect, "change", 1) == 0:
                raise InvalidComponents(f"{pointer}/effects/{number}/change", "a change of 0 changes nothing")
        ids.add(card.id)
        strengths.add((card.suit, card.number))


def _check_id(name: str, pointer: str) -> None:
    # In Python, unlike in JSON Schema, "$" also matches before a last line feed.
    if name.endswith("\n"):
        raise InvalidComponents(pointer + "/id", "a line feed at the end")


def _check_hearts(components: Components) -> None:
    ids = [heart.id for heart in components.hearts]
    for place, name in enumerate(ids):
        _check_id(name, f"/data/hearts/{place}")
        if name in ids[:place]:
            raise InvalidComponents(f"/data/hearts/{place}/id", f"there are two cards {name}")
    players = [count.players for count in components.factions]
    factions = [heart.faction for heart in components.hearts]
    for place, count in enumerate(components.factions):
        pointer = f"/data/factions/{place}"
        if count.players in players[:place]:
            raise InvalidComponents(pointer + "/players", f"{count.players} players stand there twice")
        if count.true_heart + count.fickle_heart != count.players:
            raise InvalidComponents(
                pointer,
                f"{count.true_heart} and {count.fickle_heart} do not make {count.players} players",
            )
        for field, faction, needed in (
            ("true_heart", "true-heart", count.true_heart),
            ("fickle_heart", "fickle-heart", count.fickle_heart),
        ):
            if needed > factions.count(faction):  # type: ignore[arg-type]  # both are factions
                raise InvalidComponents(
                    f"{pointer}/{field}",
                    f"{needed} {faction} cards, there are {factions.count(faction)}",  # type: ignore[arg-type]  # as above
                )


def _check_area(area: Area) -> None:
    places: dict[tuple[int, int], int] = {}
    for place, space in enumerate(area.spaces):
        pointer = f"/data/area/spaces/{place}"
        if space.id != place:
            raise InvalidComponents(pointer + "/id", f"{space.id}, but it is number {place} in the list")
        if (space.q, space.r) in places:
            raise InvalidComponents(pointer, f"space {places[space.q, space.r]} lies there already")
        places[space.q, space.r] = place
    center = _check_center(area)
    lanterns = [space.id for space in area.spaces if space.lantern]
    if len(lanterns) != _LANTERNS:
        raise InvalidComponents("/data/area/spaces", f"{len(lanterns)} spaces with a lantern, allowed: 3")
    if center in lanterns:
        raise InvalidComponents(
            f"/data/area/spaces/{center}/lantern", "the soul starts there, a lantern would never be entered"
        )
    neighbours = _neighbours(area)
    _check_connected(neighbours, center)
    _check_ways_home(area, neighbours)


def _check_center(area: Area) -> int:
    centers = [space.id for space in area.spaces if space.center is None]
    if not centers:
        raise InvalidComponents("/data/area/spaces", "no space is the centre (its own center is null)")
    if len(centers) > 1:
        raise InvalidComponents(
            f"/data/area/spaces/{centers[1]}/center", f"null, but space {centers[0]} is the centre already"
        )
    return centers[0]


def _check_connected(neighbours: tuple[tuple[int, ...], ...], center: int) -> None:
    reached, frontier = {center}, [center]
    while frontier:
        for beyond in neighbours[frontier.pop()]:
            if beyond != _VOID and beyond not in reached:
                reached.add(beyond)
                frontier.append(beyond)
    for space in range(len(neighbours)):
        if space not in reached:
            raise InvalidComponents(
                f"/data/area/spaces/{space}", f"not connected with the centre (space {center})"
            )


def _check_ways_home(area: Area, neighbours: tuple[tuple[int, ...], ...]) -> None:
    for space in area.spaces:
        here, steps = space.id, 0
        while (way := area.spaces[here].center) is not None:
            pointer = f"/data/area/spaces/{here}/center"
            here = neighbours[here][DIRECTIONS.index(way)]
            steps += 1
            if here == _VOID:
                raise InvalidComponents(pointer, f"{way} leads into the void")
            if steps > len(area.spaces):
                raise InvalidComponents(pointer, "going on like this never comes to the centre")
