"""The geometry and the cards again, slowly and with nothing but sets of cells: an oracle for the engine's bits."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from boardkit.games.effervescent.poses import Frame, pose

Cell = tuple[int, int]
E = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]
SQUARE = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]


def plus(cells: frozenset[Cell] | set[Cell], stencil: list[Cell]) -> frozenset[Cell]:
    """Return the Minkowski sum of two sets of cells."""
    return frozenset((x + i, y + j) for x, y in cells for i, j in stencil)


C = list(plus(plus(frozenset(E), E), SQUARE))
TOKEN = [(i, j) for i in range(-5, 6) for j in range(-5, 6) if i * i + j * j <= 24]
DOLPHIN = [(i, j) for i in range(-11, 12) for j in range(-11, 12) if i * i + j * j <= 100]


def cells(frame: Frame, x: int = 0, y: int = 0) -> frozenset[Cell]:
    found = set()
    for j, row in enumerate(frame.rows):
        i = 0
        while row >> i:
            if row >> i & 1:
                found.add((frame.x0 + i + x, frame.y0 + j + y))
            i += 1
    return frozenset(found)


def moved(those: frozenset[Cell], x: int, y: int) -> frozenset[Cell]:
    return frozenset((i + x, j + y) for i, j in those)


@lru_cache(maxsize=512)
def parts(shape: str, flip: int, rotation: int) -> dict[str, frozenset[Cell]]:
    posed = pose(shape, flip, rotation)
    found = {name: cells(getattr(posed, name)) for name in ("body", "heads", "tails")}
    found["sides"] = found["body"] - found["heads"] - found["tails"]
    for colour, zone in posed.zones.items():
        found[colour] = cells(zone)
    return found


def touch(a: frozenset[Cell], b: frozenset[Cell]) -> bool:
    """Whether two sets of cells are in contact."""
    if not a or not b:
        return False
    small, large = sorted((a, b), key=len)
    return any((x + i, y + j) in large for x, y in small for i, j in C)


class Thing:
    """A piece on the table, as sets of cells."""

    def __init__(self, game: Any, piece: Any) -> None:
        self.tile = game.tiles[piece.tile]
        own = parts(self.tile.shape, piece.flip, piece.rotation)
        self.parts = {name: moved(those, piece.x, piece.y) for name, those in own.items()}
        self.body = self.parts["body"]
        self.animal = self.tile.animal_of(piece.flip)
        xs, ys = [x for x, _ in self.body], [y for _, y in self.body]
        self.box = min(xs), min(ys), max(xs), max(ys)

    def near(self, other: Thing, by: int = 4) -> bool:
        a, b = self.box, other.box
        return a[0] - by <= b[2] and b[0] - by <= a[2] and a[1] - by <= b[3] and b[1] - by <= a[3]


def things(state: Any) -> list[Thing]:
    return [Thing(state.game, piece) for piece in state.pieces]


def token_cells(x: int, y: int) -> frozenset[Cell]:
    return frozenset((x + i, y + j) for i, j in TOKEN)


def met(
    row: list[Any], before: list[Thing], tokens: list[Any], placed: Thing, player: int
) -> tuple[str, ...]:
    """Return the ids of the drift cards that a placed tile meets."""
    touched = [thing for thing in before if placed.near(thing) and touch(placed.body, thing.body)]
    tiles = [thing for thing in touched if thing.tile.kind in {"creature", "eel", "starfish", "ray-betta"}]
    colours: set[str] = set()
    animals: set[str] = set()
    for thing in touched:
        if thing.tile.kind == "octopus":
            arms = ("yellow", "green", "blue", "purple")
            colours |= {colour for colour in arms if touch(placed.body, thing.parts[colour])}
        elif thing.tile.kind != "start":
            colours |= set(thing.tile.colours)
        if thing.tile.kind in {"wreck", "rock"} and touch(placed.body, thing.parts["heads"]):
            animals.add("fish")
        elif thing.animal:
            animals.add(thing.animal)
    held = [thing for thing in touched if touch(placed.parts["tails"], thing.parts["heads"])]
    own = set(placed.tile.colours)
    size = placed.tile.size
    fishy = {"wreck", "rock"}
    owners = {token.player for token in tokens if touch(placed.body, token_cells(token.x, token.y))}
    facts = {
        "touch-different-size": size and any(thing.tile.size and thing.tile.size != size for thing in tiles),
        "touch-same-size": size and any(thing.tile.size == size for thing in tiles),
        "touch-same-colour": own & colours,
        "touch-same-animal": placed.animal in animals,
        "touch-two-colours": len(colours) > 1,
        "touch-two-animals": len(animals) > 1,
        "tail-on-same-colour": any(own & set(thing.tile.colours) for thing in held),
        "tail-on-larger": size and any(thing.tile.size > size for thing in held),
        "tail-on-other-animal-and-colour": any(
            (thing.animal or thing.tile.kind in fishy)
            and thing.animal != placed.animal
            and not own & set(thing.tile.colours)
            for thing in held
        ),
        "head-touches-side": any(touch(placed.parts["heads"], thing.parts["sides"]) for thing in tiles),
        "touch-other-effervescent": owners - {player},
        "touch-own-effervescent": player in owners,
    }
    found = []
    for card in row:
        if card.code == "touch-animal-or-colour":
            fulfilled: Any = card.animal in animals or card.colour in colours
        elif card.code == "touch-count":
            fulfilled = len(tiles) >= card.n
        else:
            fulfilled = facts[card.code]
        if fulfilled:
            found.append(card.id)
    return tuple(found)


def habitats(walls: list[frozenset[Cell]]) -> list[frozenset[Cell]]:
    """Return the bounded parts of the water of at least 80 cells, by flooding cell after cell."""
    wall = frozenset().union(*walls)
    left, right = min(x for x, _ in wall) - 1, max(x for x, _ in wall) + 1
    top, bottom = min(y for _, y in wall) - 1, max(y for _, y in wall) + 1
    left_over = {(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)} - wall
    found = []
    while left_over:
        seed = left_over.pop()
        part, stack, bounded = {seed}, [seed], True
        while stack:
            x, y = stack.pop()
            if x in {left, right} or y in {top, bottom}:
                bounded = False
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if cell in left_over:
                    left_over.remove(cell)
                    part.add(cell)
                    stack.append(cell)
        if bounded and len(part) >= 80:
            found.append(frozenset(part))
    return sorted(found, key=lambda part: min((y, x) for x, y in part))


def rim(those: list[Thing], habitat: frozenset[Cell]) -> tuple[set[str], set[str]]:
    """Return the colours and animals that border a habitat."""
    shore = plus(habitat, SQUARE)

    def borders(part: frozenset[Cell]) -> bool:
        return any((x + i, y + j) in shore for x, y in part for i, j in E)

    colours: set[str] = set()
    animals: set[str] = set()
    for thing in those:
        if not borders(thing.body):
            continue
        if thing.tile.kind == "octopus":
            colours |= {
                colour for colour in ("yellow", "green", "blue", "purple") if borders(thing.parts[colour])
            }
            continue
        colours |= set(thing.tile.colours)
        if thing.tile.kind in {"wreck", "rock"}:
            if borders(thing.parts["heads"]):
                animals.add("fish")
        elif thing.animal:
            animals.add(thing.animal)
    return colours, animals


def scores(
    row: list[Any], made: frozenset[Cell], inside: list[int], two: list[bool], edge: Any, *, placer: int
) -> list[tuple[int, str] | None]:
    """Return for each seat the best points and card in a habitat."""
    colours, animals = edge
    present = [number for number in inside if number]
    result: list[tuple[int, str] | None] = []
    for seat, number in enumerate(inside):
        best: tuple[int, str] | None = None
        for card in row:
            others = len(present) > 1
            facts = {
                "present": True,
                "others-present": others,
                "own-at-least": number >= card.n,
                "not-placer": seat != placer,
                "placer": seat == placer,
                "own-touch-two-tiles": two[seat],
                "only-owner": len(present) == 1,
                "fewest-with-others": others and number == min(present or [0]),
                "majority-with-others": others and number == max(present or [0]),
                "players-at-least": len(present) >= (2 if len(inside) == 2 else card.n),
                "rim-colours-at-least": len(colours) >= card.n,
                "rim-colours-at-most": len(colours) <= card.n,
                "rim-animals-at-least": len(animals) >= card.n,
                "area-at-least": len(made) >= card.n,
                "area-at-most": len(made) <= card.n,
            }
            if number and facts[card.code] and (best is None or card.points > best[0]):
                best = (card.points, card.id)
        result.append(best)
    return result
