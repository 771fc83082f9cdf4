"""Harmony cards in new habitats, and the tide cards at the end (EF-2.2.3, EF-2.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from boardkit.games.effervescent.cells import lay, meets
from boardkit.games.effervescent.drift import FISHY, shown_by
from boardkit.games.effervescent.poses import CROSS, TOUCH, Frame, spread
from boardkit.games.effervescent.sea import TOKEN_DISC, Body, Sea
from boardkit.games.effervescent.tiles import HarmonyCard, TideCard, Tile
from boardkit.games.effervescent.water import Habitat

__all__ = ["Closing", "best_card", "closing", "fits_tide"]

TOKEN_REACH = spread(TOKEN_DISC, TOUCH)


class Closing(NamedTuple):
    """A new habitat, as the harmony cards ask about it.

    Attributes:
        area: its cells.
        inside: effervescents inside, by seat.
        two_tiles: for each seat whether one of its effervescents inside touches two creature tiles.
        rim_colours: the colours of what borders it.
        rim_animals: the animals that border it.
        placer: whose tile closed it.
    """

    area: int
    inside: tuple[int, ...]
    two_tiles: tuple[bool, ...]
    rim_colours: frozenset[str]
    rim_animals: frozenset[str]
    placer: int


def closing(
    sea: Sea, names: Sequence[Tile], owners: Sequence[int], players: int, habitat: Habitat, placer: int
) -> Closing:
    """Return what the harmony cards ask about a habitat."""
    inside, two_tiles = [0] * players, [False] * players
    for number, owner in enumerate(owners):
        if sea.habitat_of_token(number) is habitat:
            inside[owner] += 1
            touched = sea.touching_token(*sea.tokens[number])
            if sum(names[index].is_creature for index in touched) >= 2:
                two_tiles[owner] = True
    colours, animals = _rim(sea, names, habitat)
    return Closing(habitat.area, tuple(inside), tuple(two_tiles), colours, animals, placer)


def _rim(sea: Sea, names: Sequence[Tile], habitat: Habitat) -> tuple[frozenset[str], frozenset[str]]:
    """Return the colours and the animals of the pieces whose skins border a habitat (EF-6, V41, V48)."""
    colours: set[str] = set()
    animals: set[str] = set()
    for tile, body in zip(names, sea.bodies, strict=True):
        if not _borders(habitat, body, body.pose.skin):
            continue
        if tile.kind == "octopus":
            arms = body.pose.zones.items()
            colours.update(colour for colour, zone in arms if _borders(habitat, body, spread(zone, CROSS)))
            continue
        colours.update(tile.colours)
        if tile.kind in FISHY:
            if _borders(habitat, body, spread(body.pose.heads, CROSS)):
                animals.add("fish")
        elif (animal := tile.animal_of(body.pose.flip)) is not None:
            animals.add(animal)
    return frozenset(colours), frozenset(animals)


def _borders(habitat: Habitat, body: Body, skin: Frame) -> bool:
    shore = habitat.shore
    if body.bottom + 514 < shore.top or body.top + 510 > shore.top + len(shore.rows):
        return False
    return meets(shore, body.lay(skin))


def best_card(row: Sequence[HarmonyCard], made: Closing, player: int) -> HarmonyCard | None:
    """Return the best harmony card that a player meets in a habitat, the first of equals (V16), or None."""
    if not made.inside[player]:
        return None
    met = [card for card in row if _CONDITIONS[card.code](card, made, player)]
    return max(met, key=lambda card: card.points, default=None)


Condition = Callable[[HarmonyCard, Closing, int], bool]


def _present(made: Closing) -> int:
    return sum(number > 0 for number in made.inside)


def _most(_: HarmonyCard, made: Closing, player: int) -> bool:
    return _present(made) >= 2 and made.inside[player] == max(made.inside)


def _fewest(_: HarmonyCard, made: Closing, player: int) -> bool:
    return _present(made) >= 2 and made.inside[player] == min(number for number in made.inside if number)


def _players(card: HarmonyCard, made: Closing, _: int) -> bool:
    # In a two-player game both are enough.
    return _present(made) >= min(card.n, len(made.inside))


_CONDITIONS: dict[str, Condition] = {
    "present": lambda card, made, player: True,  # noqa: ARG005  one signature for all
    "others-present": lambda card, made, player: _present(made) >= 2,  # noqa: ARG005
    "own-at-least": lambda card, made, player: made.inside[player] >= card.n,
    "not-placer": lambda card, made, player: player != made.placer,  # noqa: ARG005
    "placer": lambda card, made, player: player == made.placer,  # noqa: ARG005
    "own-touch-two-tiles": lambda card, made, player: made.two_tiles[player],  # noqa: ARG005
    "only-owner": lambda card, made, player: _present(made) == 1,  # noqa: ARG005
    "fewest-with-others": _fewest,
    "majority-with-others": _most,
    "players-at-least": _players,
    "rim-colours-at-least": lambda card, made, player: len(made.rim_colours) >= card.n,  # noqa: ARG005
    "rim-colours-at-most": lambda card, made, player: len(made.rim_colours) <= card.n,  # noqa: ARG005
    "rim-animals-at-least": lambda card, made, player: len(made.rim_animals) >= card.n,  # noqa: ARG005
    "area-at-least": lambda card, made, player: made.area >= card.n,  # noqa: ARG005
    "area-at-most": lambda card, made, player: made.area <= card.n,  # noqa: ARG005
}


def fits_tide(sea: Sea, names: Sequence[Tile], number: int, card: TideCard) -> bool:
    """Whether an effervescent fits a reference card's tide side, so that it stays at the end (EF-2.5)."""
    x, y = sea.tokens[number]
    reach = lay(TOKEN_REACH, x, y)
    touched = [(names[index], sea.bodies[index]) for index in sea.touching_token(x, y)]
    if card.code == "touching-two-sizes":
        return len({tile.size for tile, _ in touched} - {0}) >= 2
    shown = [shown_by(tile, body, reach) for tile, body in touched]
    if card.code == "touching-colour":
        return any(card.colour in colours for _, colours in shown)
    return any(animal is not None and animal == card.animal for animal, _ in shown)


def lionfish_points(taken: Sequence[int]) -> tuple[int, ...]:
    """Return the points for lionfish: most of them one for every two, rounded up; the others one each (V36)."""
    most = max(taken)
    return tuple((number + 1) // 2 if number == most and most else number for number in taken)
