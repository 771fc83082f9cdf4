"""What is settled before a game: the options, and what is in the box."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from boardkit import state as core
from boardkit.games.fifteen_days.cards import Back, Season

__all__ = ["CardKind", "Components", "Options"]

Value = Annotated[int, Meta(ge=1, le=6, description="The number on a season card, 1 to 6.")]


class Options(core.Options, frozen=True, forbid_unknown_fields=True):
    """The options of Fifteen Days."""

    start_hand: Annotated[Literal[2, 3, 5], Meta(description="Cards in each starting hand (F1).")] = 2
    removal_2p: Annotated[
        Literal["by_back", "by_front"],
        Meta(
            description="With two players, take out five cards of each back, or five of the summer, autumn and "
            "winter fronts each (F2)."
        ),
    ] = "by_back"
    show_backs: Annotated[
        bool, Meta(description="Whether views list the backs of the cards in hands as well (F5).")
    ] = False
    wild_matches: Annotated[
        bool,
        Meta(description="Whether a wild on the board counts as the card that a discard must match (F21)."),
    ] = False
    wild_counts_for_animals: Annotated[
        bool, Meta(description="Whether wilds count towards three cards and the majority of a season (F23).")
    ] = True
    complete_ends: Annotated[
        Literal["immediately", "finish_round"],
        Meta(
            description="Whether four complete seasons end the game at once, or after the turn and one more turn "
            "of every other player (F29, F35)."
        ),
    ] = "immediately"
    stall_limit_laps: Annotated[
        int, Meta(ge=1, le=10, description="Laps without progress after which the game is scored (F41).")
    ] = 4
    solo: Annotated[
        bool, Meta(description="One player against the bot; exactly with one player (F50, FD-7).")
    ] = False


class CardKind(Struct, frozen=True, forbid_unknown_fields=True):
    """How often a card of one front and back exists.

    Attributes:
        season: the season on the front.
        value: the number on the front.
        back: the season on the back; that of the front but for spring cards.
        copies: how many there are.
    """

    season: Season
    value: Value
    back: Back
    copies: Annotated[int, Meta(ge=1, le=7)]


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the box.

    Attributes:
        cards: the season cards, each front and back once.
        wild_cards: how many wilds there are.
        feather_cards: how many feathers there are.
        corners: the direction of each corner of a player card, corner 1 first.
    """

    cards: Annotated[tuple[CardKind, ...], Meta(min_length=1, max_length=36)]
    wild_cards: Annotated[int, Meta(ge=0, le=50)]
    feather_cards: Annotated[int, Meta(ge=0, le=50)]
    corners: Annotated[tuple[Literal["ascending", "descending"], ...], Meta(min_length=4, max_length=4)]
