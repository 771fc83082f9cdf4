"""Cards as small numbers, and hands as integers.

A *front* is a season and a value, numbered 0 to 23: six a season, in the order summer, autumn, winter, spring.
A *card* is a front with its back. Summer, autumn and winter cards bear their own season on the back, so
their card number is the front; a spring card may hide behind any of the three backs, so cards 18 to 35 are
the spring values 1 to 6, each with the backs summer, autumn, winter. Lower card numbers of one front are
lower backs.

A hand is an integer with three bits for each card number: adding a card is ``+ ONE[card]``.
"""

from __future__ import annotations

from typing import Any, Literal

__all__ = [
    "ANIMALS",
    "BACKS",
    "BACK_OF",
    "CARDS",
    "CARD_CODE",
    "CARD_IDS",
    "FRONTS",
    "FRONT_CODE",
    "FRONT_IDS",
    "FRONT_OF",
    "MAX_COPIES",
    "ONE",
    "PRESENCE",
    "PRESENT",
    "SEASONS",
    "SINGLE",
    "Animal",
    "Back",
    "Season",
    "cards_of",
    "hand_fronts",
    "hand_of",
    "holds",
    "lowest",
    "season_part",
    "size_of",
]

Season = Literal["summer", "autumn", "winter", "spring"]
Back = Literal["summer", "autumn", "winter"]
Animal = Literal["frog", "squirrel", "rabbit", "otter"]

SEASONS: tuple[Season, ...] = ("summer", "autumn", "winter", "spring")
BACKS: tuple[Back, ...] = ("summer", "autumn", "winter")
# One animal a season, in the order of the seasons.
ANIMALS: tuple[Animal, ...] = ("frog", "squirrel", "rabbit", "otter")

FRONTS = 24
CARDS = 36
FIRST_SPRING = 18
MAX_COPIES = 7

FRONT_OF = tuple(
    card if card < FIRST_SPRING else FIRST_SPRING + (card - FIRST_SPRING) // 3 for card in range(CARDS)
)
BACK_OF = tuple(card // 6 if card < FIRST_SPRING else (card - FIRST_SPRING) % 3 for card in range(CARDS))

# Words of the types Front and Card; a type checker cannot follow how they are made.
FRONT_IDS: tuple[Any, ...] = tuple(f"{SEASONS[front // 6]}-{front % 6 + 1}" for front in range(FRONTS))
CARD_IDS: tuple[Any, ...] = tuple(
    FRONT_IDS[FRONT_OF[card]] + ("" if card < FIRST_SPRING else f"-{BACKS[BACK_OF[card]]}")
    for card in range(CARDS)
)
FRONT_CODE = {name: front for front, name in enumerate(FRONT_IDS)}
CARD_CODE = {name: card for card, name in enumerate(CARD_IDS)}

ONE = tuple(1 << 3 * card for card in range(CARDS))
SINGLE = tuple(bytes((card,)) for card in range(CARDS))

# Bits of a hand that belong to a front: three for most, nine for a spring value.
_SHIFT = tuple(
    3 * (front if front < FIRST_SPRING else FIRST_SPRING + 3 * (front - FIRST_SPRING))
    for front in range(FRONTS)
)
_WIDTH = tuple(7 if front < FIRST_SPRING else 511 for front in range(FRONTS))
_SEASON_SHIFT = (0, 18, 36, 54)
_SEASON_MASK = ((1 << 18) - 1, (1 << 18) - 1, (1 << 18) - 1, (1 << 54) - 1)


class _Lowest(dict[int, int]):
    """For a spring value's nine bits: which back is the lowest one there."""

    def __missing__(self, bits: int) -> int:
        lowest = 0 if bits & 7 else 1 if bits & 56 else 2
        self[bits] = lowest  # at most 511 entries
        return lowest


_LOWEST_BACK = _Lowest()

# For each front the lowest bit of every card with it.
PRESENCE = tuple(
    sum(one for card, one in enumerate(ONE) if FRONT_OF[card] == front) for front in range(FRONTS)
)


# For each front all bits of every card with it.
PRESENT = tuple(7 * one for one in PRESENCE)


def holds(hand: int, front: int) -> int:
    """Return non-zero if a card with this front is in the hand."""
    return hand >> _SHIFT[front] & _WIDTH[front]


def lowest(hand: int, front: int) -> int:
    """Return the card of this front that leaves the hand: the one with the lowest back (F61)."""
    if front < FIRST_SPRING:
        return front
    return FIRST_SPRING + 3 * (front - FIRST_SPRING) + _LOWEST_BACK[hand >> _SHIFT[front] & 511]


def season_part(hand: int, season: int) -> int:
    """Return the bits of one season, moved down to bit 0."""
    return hand >> _SEASON_SHIFT[season] & _SEASON_MASK[season]


def count_in_part(part: int, season: int, value: int) -> int:
    """Return how many cards of a value (0 to 5) lie in a season's part of a hand."""
    if season < 3:
        return part >> 3 * value & 7
    nine = part >> 9 * value & 511
    return (nine & 7) + (nine >> 3 & 7) + (nine >> 6)


def cards_of(hand: int) -> tuple[int, ...]:
    """Return the cards of a hand in ascending order."""
    found = []
    card = 0
    while hand:
        found.extend([card] * (hand & 7))
        hand >>= 3
        card += 1
    return tuple(found)


def hand_fronts(hand: int) -> tuple[int, ...]:
    """Return the fronts of a hand in ascending order."""
    return tuple(FRONT_OF[card] for card in cards_of(hand))


def hand_of(cards: bytes | tuple[int, ...] | list[int]) -> int:
    """Return the hand that holds these cards."""
    return sum(ONE[card] for card in cards)


def size_of(hand: int) -> int:
    """Return how many cards a hand holds."""
    size = 0
    while hand:
        size += hand & 7
        hand >>= 3
    return size
