"""The components: cards, tiles and what each tile shows."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from boardkit.components import ComponentSet

__all__ = [
    "ANIMALS",
    "COLOURS",
    "SIZES",
    "STACKS",
    "Components",
    "DriftCard",
    "HarmonyCard",
    "TideCard",
    "Tile",
    "catalogue",
]

Animal = Literal["seahorse", "orca", "otter", "turtle"]
Colour = Literal["yellow", "green", "blue", "purple"]
Background = Literal["kelp", "coral", "abyss"]
StackName = Literal["small", "medium", "large", "starfish", "ray-betta"]

ANIMALS: tuple[Animal, ...] = ("seahorse", "orca", "otter", "turtle")
COLOURS: tuple[Colour, ...] = ("yellow", "green", "blue", "purple")
SIZES = ("small", "medium", "large")
BACKGROUNDS: tuple[Background, ...] = ("kelp", "coral", "abyss")
STACKS: tuple[StackName, ...] = ("small", "medium", "large", "starfish", "ray-betta")

CardId = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9-]+$")]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Points = Annotated[int, Meta(ge=0, le=100)]
Colours = Annotated[tuple[Colour, ...], Meta(min_length=1, max_length=4)]

DriftCode = Literal[
    "touch-different-size",
    "touch-same-size",
    "touch-same-colour",
    "touch-same-animal",
    "touch-animal-or-colour",
    "touch-count",
    "touch-two-colours",
    "touch-two-animals",
    "tail-on-same-colour",
    "tail-on-larger",
    "tail-on-other-animal-and-colour",
    "head-touches-side",
    "touch-other-effervescent",
    "touch-own-effervescent",
]
HarmonyCode = Literal[
    "present",
    "others-present",
    "own-at-least",
    "not-placer",
    "own-touch-two-tiles",
    "only-owner",
    "fewest-with-others",
    "majority-with-others",
    "players-at-least",
    "placer",
    "rim-colours-at-least",
    "rim-colours-at-most",
    "rim-animals-at-least",
    "area-at-least",
    "area-at-most",
]


class DriftCard(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A drift card: a condition for the placed tile.

    Attributes:
        id: its name.
        code: what is asked.
        animal: for ``touch-animal-or-colour``.
        colour: for ``touch-animal-or-colour``.
        n: for ``touch-count``.
    """

    id: CardId
    code: DriftCode
    animal: Animal | None = None
    colour: Colour | None = None
    n: Number = 0


class HarmonyCard(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A harmony card: a condition for a player in a new habitat.

    Attributes:
        id: its name.
        background: which of the three kinds of harmony card.
        points: what it scores.
        code: what is asked.
        n: the number in it, where there is one.
    """

    id: CardId
    background: Background
    points: Points
    code: HarmonyCode
    n: Number = 0


class TideCard(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The hidden side of a reference card: which effervescents count at the end.

    Attributes:
        id: its name.
        set: ``red`` or ``green``.
        code: what an effervescent has to touch.
        points: for each one that does.
        animal: for ``touching-animal``.
        colour: for ``touching-colour``.
    """

    id: CardId
    set: Literal["red", "green"]
    code: Literal["touching-colour", "touching-animal", "touching-two-sizes"]
    points: Points
    animal: Animal | None = None
    colour: Colour | None = None


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of the game, and the colours of the tiles of the additional content.

    The 48 creature tiles are fixed: one of each size, animal and colour.

    Attributes:
        drift: the drift cards.
        harmony: the harmony cards.
        tides: the reference cards of both sets.
        eels: the colours of each eel.
        starfish: the colours of each starfish.
        ray_betta: the colour of each ray / betta.
        rocks: the colours of each rock.
    """

    drift: Annotated[tuple[DriftCard, ...], Meta(min_length=4, max_length=60)]
    harmony: Annotated[tuple[HarmonyCard, ...], Meta(min_length=3, max_length=60)]
    tides: Annotated[tuple[TideCard, ...], Meta(min_length=4, max_length=60)]
    eels: Annotated[tuple[Colours, ...], Meta(min_length=5, max_length=5)]
    starfish: Annotated[tuple[Colours, ...], Meta(min_length=1, max_length=12)]
    ray_betta: Annotated[tuple[Colour, ...], Meta(min_length=1, max_length=16)]
    rocks: Annotated[tuple[Colours, ...], Meta(min_length=5, max_length=5)]


class Tile(Struct, frozen=True, cache_hash=True):
    """What a tile or a start piece shows.

    Attributes:
        id: its name, such as ``small-orca-green``.
        kind: ``creature``, ``eel``, ``starfish``, ``ray-betta``, ``start``, ``octopus``, ``wreck`` or ``rock``.
        shape: name of its outline.
        size: 1 to 3; 0 for tiles without a size.
        animal: its animal with flip 0; None for start pieces.
        colours: its colours; the octopus has none of its own (its arms have).
        stack: the stack it belongs to, or None.
    """

    id: str
    kind: str
    shape: str
    size: int
    animal: str | None
    colours: tuple[str, ...]
    stack: str | None

    def animal_of(self, flip: int) -> str | None:
        """Return the animal of the side that is up."""
        return "betta" if flip and self.animal == "ray" else self.animal

    @property
    def is_creature(self) -> bool:
        """Whether it is a creature tile (V6, V41, V48)."""
        return self.kind in _CREATURES


_CREATURES = frozenset({"creature", "eel", "starfish", "ray-betta"})


def _numbered(names: list[str]) -> list[str]:
    """Append 2, 3, ... to names that came before."""
    seen: dict[str, int] = {}
    out = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        out.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return out


def catalogue(components: ComponentSet[Components]) -> dict[str, Tile]:
    """Return every tile and start piece of a component set by its id."""
    data: Components = components.data
    tiles = [
        Tile(f"{size}-{animal}-{colour}", "creature", f"{size}-{animal}", number, animal, (colour,), size)
        for number, size in enumerate(SIZES, 1)
        for animal in ANIMALS
        for colour in COLOURS
    ]
    eels = _numbered(["eel-" + ("all" if len(colours) == 4 else "-".join(colours)) for colours in data.eels])
    stars = _numbered(["starfish-" + "-".join(colours) for colours in data.starfish])
    rays = _numbered([f"ray-{colour}" for colour in data.ray_betta])
    for name, colours in zip(eels, data.eels, strict=True):
        tiles.append(Tile(name, "eel", "eel", 0, "eel", colours, None))
    for name, colours in zip(stars, data.starfish, strict=True):
        tiles.append(Tile(name, "starfish", "starfish", 0, "starfish", colours, "starfish"))
    for name, colour in zip(rays, data.ray_betta, strict=True):
        tiles.append(Tile(name, "ray-betta", "ray", 0, "ray", (colour,), "ray-betta"))
    tiles.append(Tile("start", "start", "start", 0, None, (), None))
    tiles.append(Tile("octopus", "octopus", "octopus", 0, None, (), None))
    tiles.append(Tile("wreck", "wreck", "wreck", 0, None, (), None))
    for number, colours in enumerate(data.rocks):
        tiles.append(Tile(f"rock-{number}", "rock", f"rock-{number}", 0, None, colours, None))
    return {tile.id: tile for tile in tiles}
