"""Drift cards: what a tile touches when it lands, and which conditions that meets (EF-2.2.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from boardkit.games.effervescent.cells import Patch, meets
from boardkit.games.effervescent.sea import Body, Sea
from boardkit.games.effervescent.tiles import DriftCard, Tile

__all__ = ["Contact", "Landing", "land", "met_cards", "shown_by"]


class Contact(NamedTuple):
    """One piece that the placed tile touches.

    Attributes:
        tile: what the piece is.
        animal: the animal that is touched, or None.
        colours: the colours that are touched.
        tail_on_head: whether the placed tile's tail touches the piece's head.
        head_on_side: whether the placed tile's head touches a side of the piece.
        animals: animal of the piece for conditions on heads (fish for a start piece with fish).
        all_colours: the piece's own colours for conditions on heads.
    """

    tile: Tile
    animal: str | None
    colours: frozenset[str]
    tail_on_head: bool
    head_on_side: bool
    head_animal: str | None
    head_colours: frozenset[str]


class Landing(NamedTuple):
    """What a placed tile meets at the moment it lands.

    Attributes:
        tile: the placed tile.
        animal: its animal.
        contacts: the pieces it touches.
        token_owners: the owners of the effervescents it touches.
        player: who placed it.
    """

    tile: Tile
    animal: str | None
    contacts: tuple[Contact, ...]
    token_owners: frozenset[int]
    player: int

    @property
    def creatures(self) -> list[Contact]:
        """The creature tiles among the contacts (V6, V48)."""
        return [contact for contact in self.contacts if contact.tile.is_creature]


FISHY = frozenset({"wreck", "rock"})


def shown_by(tile: Tile, body: Body, probe: Patch) -> tuple[str | None, frozenset[str]]:
    """Return the animal and the colours of a piece that something touching it at ``probe`` touches.

    ``probe`` holds the cells that touch that thing. A creature shows all it has; of the octopus the arms that
    are met, of rocks all colours, of the wreck and rocks the fish only where it is met (V41, V48).
    """
    if tile.kind == "octopus":
        zones = body.pose.zones.items()
        return None, frozenset(colour for colour, zone in zones if meets(probe, body.lay(zone)))
    if tile.kind in FISHY:
        fish = meets(probe, body.lay(body.pose.heads))
        return ("fish" if fish else None), frozenset(tile.colours)
    return tile.animal_of(body.pose.flip), frozenset(tile.colours)


def land(
    sea: Sea, names: Iterable[Tile], owners: Iterable[int], tile: Tile, body: Body, player: int
) -> Landing:
    """Return what a tile meets when it lands.

    Args:
        sea: the sea before (or after) it has landed.
        names: what each body of the sea is.
        owners: whose each effervescent of the sea is.
        tile: the placed tile.
        body: the placed tile's body.
        player: who places it.
    """
    names, owners = tuple(names), tuple(owners)
    reach = body.lay(body.pose.reach)
    tail, head = body.lay(body.pose.tail_reach), body.lay(body.pose.head_reach)
    contacts = []
    for index in sea.contacts(body):
        other, at = names[index], sea.bodies[index]
        animal, colours = shown_by(other, at, reach)
        contacts.append(
            Contact(
                other,
                animal,
                colours,
                meets(tail, at.lay(at.pose.heads)),
                other.is_creature and meets(head, at.lay(at.pose.sides)),
                "fish" if other.kind in FISHY else other.animal_of(at.pose.flip),
                frozenset(other.colours),
            )
        )
    touched = frozenset(owners[index] for index in sea.token_contacts(body))
    return Landing(tile, tile.animal_of(body.pose.flip), tuple(contacts), touched, player)


def met_cards(landing: Landing, row: Iterable[DriftCard]) -> tuple[str, ...]:
    """Return the ids of the drift cards whose condition the landing meets, in the order of the row."""
    return tuple(card.id for card in row if _CONDITIONS[card.code](landing, card))


Condition = Callable[[Landing, DriftCard], bool]


def _different_size(landing: Landing, _: DriftCard) -> bool:
    size = landing.tile.size
    return size > 0 and any(other.tile.size not in {0, size} for other in landing.creatures)


def _same_size(landing: Landing, _: DriftCard) -> bool:
    size = landing.tile.size
    return size > 0 and any(other.tile.size == size for other in landing.creatures)


def _same_colour(landing: Landing, _: DriftCard) -> bool:
    return any(other.colours.intersection(landing.tile.colours) for other in landing.contacts)


def _same_animal(landing: Landing, _: DriftCard) -> bool:
    return any(other.animal == landing.animal for other in landing.contacts)


def _animal_or_colour(landing: Landing, card: DriftCard) -> bool:
    return any(
        (other.animal is not None and other.animal == card.animal) or card.colour in other.colours
        for other in landing.contacts
    )


def _count(landing: Landing, card: DriftCard) -> bool:
    return len(landing.creatures) >= card.n


def _two_colours(landing: Landing, _: DriftCard) -> bool:
    return len(frozenset().union(*(other.colours for other in landing.contacts))) >= 2


def _two_animals(landing: Landing, _: DriftCard) -> bool:
    return len({other.animal for other in landing.contacts} - {None}) >= 2


def _tail_same_colour(landing: Landing, _: DriftCard) -> bool:
    return any(
        other.tail_on_head and other.head_colours.intersection(landing.tile.colours)
        for other in landing.contacts
    )


def _tail_larger(landing: Landing, _: DriftCard) -> bool:
    size = landing.tile.size
    return size > 0 and any(other.tail_on_head and other.tile.size > size for other in landing.contacts)


def _tail_other(landing: Landing, _: DriftCard) -> bool:
    return any(
        other.tail_on_head
        and other.head_animal is not None
        and other.head_animal != landing.animal
        and not other.head_colours.intersection(landing.tile.colours)
        for other in landing.contacts
    )


def _head_side(landing: Landing, _: DriftCard) -> bool:
    return any(other.head_on_side for other in landing.contacts)


def _other_effervescent(landing: Landing, _: DriftCard) -> bool:
    return bool(landing.token_owners - {landing.player})


def _own_effervescent(landing: Landing, _: DriftCard) -> bool:
    return landing.player in landing.token_owners


_CONDITIONS: dict[str, Condition] = {
    "touch-different-size": _different_size,
    "touch-same-size": _same_size,
    "touch-same-colour": _same_colour,
    "touch-same-animal": _same_animal,
    "touch-animal-or-colour": _animal_or_colour,
    "touch-count": _count,
    "touch-two-colours": _two_colours,
    "touch-two-animals": _two_animals,
    "tail-on-same-colour": _tail_same_colour,
    "tail-on-larger": _tail_larger,
    "tail-on-other-animal-and-colour": _tail_other,
    "head-touches-side": _head_side,
    "touch-other-effervescent": _other_effervescent,
    "touch-own-effervescent": _own_effervescent,
}
