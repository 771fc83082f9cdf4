"""What all know of the kokoromoyou cards, and which deals of them agree with that."""

from __future__ import annotations

from boardkit.games.tamakushige.model import Hearts
from boardkit.games.tamakushige.tables import Tables, bits

__all__ = ["can_ignore", "complete", "may_ignore", "public_choices"]


def can_ignore(tables: Tables, hearts: Hearts, seat: int) -> bool:
    """Whether ``seat`` holds a card that ignores an elimination and has not used it this round."""
    return bool(tables.ignore_hearts >> hearts.cards[seat] & 1) and not hearts.ignored >> seat & 1


def public_choices(tables: Tables, hearts: Hearts) -> list[int]:
    """Return for each player a mask of the cards that he may hold as far as all know.

    A card that was shown is known; whoever used a reserved scythe has a card with one.
    """
    choices = []
    known = sum(1 << hearts.cards[seat] for seat in bits(hearts.shown))
    every = (1 << len(tables.heart_ids)) - 1
    for seat in range(tables.players):
        if hearts.shown >> seat & 1:
            choices.append(1 << hearts.cards[seat])
        elif hearts.reserved_used >> seat & 1:
            choices.append(tables.reserved_hearts & ~known)
        else:
            choices.append(every & ~known)
    return choices


def may_ignore(tables: Tables, hearts: Hearts, victim: int) -> bool:
    """Whether, as far as all know, ``victim`` may hold an unused card that ignores an elimination."""
    if hearts.ignored >> victim & 1:
        return False
    choices = public_choices(tables, hearts)
    choices[victim] &= tables.ignore_hearts
    return complete(tables, choices, range(len(tables.heart_ids))) is not None


def complete(tables: Tables, choices: list[int], order: range | tuple[int, ...]) -> tuple[int, ...] | None:
    """Find a deal in which each player has a card out of his choices and the factions have their sizes.

    Args:
        tables: cards and sizes of the factions.
        choices: for each player a mask of cards.
        order: all cards, in the order in which they are tried.

    Returns:
        A card a player, or None if there is no such deal.
    """
    seats = sorted(range(len(choices)), key=lambda seat: choices[seat].bit_count())
    dealt = [0] * len(choices)
    room = list(tables.faction_sizes)

    def deal(place: int, used: int) -> bool:
        if place == len(seats):
            return True
        open_cards = choices[seats[place]] & ~used
        for card in order:
            faction = tables.factions[card]
            if open_cards >> card & 1 and room[faction]:
                room[faction] -= 1
                dealt[seats[place]] = card
                if deal(place + 1, used | 1 << card):
                    return True
                room[faction] += 1
        return False

    return tuple(dealt) if deal(0, 0) else None
