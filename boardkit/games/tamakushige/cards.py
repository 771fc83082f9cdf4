"""The shape of the component data: number cards with effects, kokoromoyou cards, and the map.

An effect is one of a small vocabulary, told apart by ``do``; it may have a condition (``when``, told apart
by ``if``) and may be optional. An ability of a kokoromoyou card is told apart by ``does``. So the owner of a
printed copy can write the real cards as data::

    {"id": "maple-4", "suit": "maple", "number": 4, "effects": [
        {"do": "gain_scythe", "when": {"if": "acquired_suit_at_least", "suit": "maple", "cards": 2}}]}
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

__all__ = [
    "DIRECTIONS",
    "FACTIONS",
    "SUITS",
    "Ability",
    "AcquiredAllSuitsCondition",
    "AcquiredSuitAtLeastCondition",
    "AcquiredTotalAtLeastCondition",
    "Area",
    "CardId",
    "ChooseNextStarterEffect",
    "Components",
    "Condition",
    "Direction",
    "DiscardAcquiredEffect",
    "Effect",
    "EliminateOtherEffect",
    "EliminateSelfEffect",
    "Faction",
    "FactionCount",
    "GainScytheEffect",
    "Heart",
    "HeartId",
    "IgnoreEliminationAbility",
    "LanternsAtLeastCondition",
    "LanternsOnOwnCardsAbility",
    "LoseScytheEffect",
    "MoveSoulTowardCenterEffect",
    "NumberCard",
    "PeekRoleEffect",
    "PointsEffect",
    "RelightLanternEffect",
    "ReservedScytheAbility",
    "Space",
    "SpaceId",
    "StealScytheEffect",
    "Suit",
    "SwapHandCardEffect",
    "VoidOnOwnMoveAbility",
    "WinWithoutHozukiAbility",
]

Suit = Literal["maple", "ginkgo", "hozuki"]
Faction = Literal["true-heart", "fickle-heart"]
Direction = Literal["E", "NE", "NW", "W", "SW", "SE"]

# The order is the circle of strength: the suit after the led one wins, the one after that is the weakest.
SUITS: tuple[Suit, ...] = ("maple", "ginkgo", "hozuki")
FACTIONS: tuple[Faction, ...] = ("true-heart", "fickle-heart")
DIRECTIONS: tuple[Direction, ...] = ("E", "NE", "NW", "W", "SW", "SE")

# In states and views ids are looked up, so that a pattern would only cost time there.
CardId = Annotated[str, Meta(max_length=32, description="A number card, by the id of its component set.")]
HeartId = Annotated[
    str, Meta(max_length=32, description="A kokoromoyou card, by the id of its component set.")
]
_NewId = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[a-z0-9][a-z0-9._-]*$")]
SpaceId = Annotated[int, Meta(ge=0, le=90, description="A space of the map, by its id.")]
_Some = Annotated[int, Meta(ge=1, le=60)]
_Few = Annotated[int, Meta(ge=1, le=9)]
_Steps = Annotated[int, Meta(ge=1, le=5)]
_Coordinate = Annotated[int, Meta(ge=-12, le=12)]


class ConditionBase(Struct, frozen=True, forbid_unknown_fields=True, tag_field="if"):
    """What has to hold when the card is processed."""


class AcquiredSuitAtLeastCondition(ConditionBase, frozen=True, tag="acquired_suit_at_least"):
    """The actor has acquired at least ``cards`` cards of ``suit`` this round.

    Attributes:
        suit: which suit is counted.
        cards: how many there must be.
    """

    suit: Suit
    cards: _Some


class AcquiredTotalAtLeastCondition(ConditionBase, frozen=True, tag="acquired_total_at_least"):
    """The actor has acquired at least ``cards`` cards this round.

    Attributes:
        cards: how many there must be.
    """

    cards: _Some


class AcquiredAllSuitsCondition(ConditionBase, frozen=True, tag="acquired_all_suits"):
    """The actor has acquired cards of all three suits this round."""


class LanternsAtLeastCondition(ConditionBase, frozen=True, tag="lanterns_at_least"):
    """At least ``lanterns`` lantern tokens have been collected and not been put back.

    Attributes:
        lanterns: how many there must be.
    """

    lanterns: Annotated[int, Meta(ge=1, le=2)]


Condition = (
    AcquiredSuitAtLeastCondition
    | AcquiredTotalAtLeastCondition
    | AcquiredAllSuitsCondition
    | LanternsAtLeastCondition
)


class EffectBase(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """One effect of a number card.

    Attributes:
        when: its condition, or None.
        optional: whether the actor is asked first ("you may").
    """

    when: Condition | None = None
    optional: bool = False


class PointsEffect(EffectBase, frozen=True, tag="points"):
    """The actor gains point tokens, or loses some of this round's.

    Attributes:
        change: points gained; negative: lost, never below none.
        when: its condition, or None.
        optional: whether the actor is asked first.
    """

    change: Annotated[int, Meta(ge=-9, le=9)]


class GainScytheEffect(EffectBase, frozen=True, tag="gain_scythe"):
    """The actor takes scythe tokens from the supply, as far as there are some.

    Attributes:
        tokens: how many.
        when: its condition, or None.
        optional: whether the actor is asked first.
    """

    tokens: _Few = 1


class LoseScytheEffect(EffectBase, frozen=True, tag="lose_scythe"):
    """The actor returns scythe tokens to the supply, as far as he has some.

    Attributes:
        tokens: how many.
        when: its condition, or None.
        optional: whether the actor is asked first.
    """

    tokens: _Few = 1


class MoveSoulTowardCenterEffect(EffectBase, frozen=True, tag="move_soul_toward_center"):
    """The soul moves one space toward the centre; leaves stop it."""


class RelightLanternEffect(EffectBase, frozen=True, tag="relight_lantern"):
    """The actor puts a collected lantern back on an empty circle where the soul is not."""


class PeekRoleEffect(EffectBase, frozen=True, tag="peek_role"):
    """The actor looks at the kokoromoyou card of another active player."""


class SwapHandCardEffect(EffectBase, frozen=True, tag="swap_hand_card"):
    """The actor and another active player each give the other a hand card, face down."""


class ChooseNextStarterEffect(EffectBase, frozen=True, tag="choose_next_starter"):
    """The actor names the active player who leads the next trick."""


class StealScytheEffect(EffectBase, frozen=True, tag="steal_scythe"):
    """The actor takes a scythe token from another active player."""


class DiscardAcquiredEffect(EffectBase, frozen=True, tag="discard_acquired"):
    """The actor discards one of his acquired cards."""


class EliminateSelfEffect(EffectBase, frozen=True, tag="eliminate_self"):
    """The actor is eliminated from this round."""


class EliminateOtherEffect(EffectBase, frozen=True, tag="eliminate_other"):
    """The actor names another active player, who is eliminated from this round."""


Effect = (
    PointsEffect
    | GainScytheEffect
    | LoseScytheEffect
    | MoveSoulTowardCenterEffect
    | RelightLanternEffect
    | PeekRoleEffect
    | SwapHandCardEffect
    | ChooseNextStarterEffect
    | StealScytheEffect
    | DiscardAcquiredEffect
    | EliminateSelfEffect
    | EliminateOtherEffect
)


class AbilityBase(Struct, frozen=True, forbid_unknown_fields=True, tag_field="does"):
    """The ability of a kokoromoyou card, used with the option ``abilities``."""


class ReservedScytheAbility(AbilityBase, frozen=True, tag="reserved_scythe"):
    """A scythe besides the tokens, which the owner may use once, just before playing a card."""


class IgnoreEliminationAbility(AbilityBase, frozen=True, tag="ignore_elimination"):
    """Once a round the owner may show the card to ignore an effect that would eliminate him."""


class WinWithoutHozukiAbility(AbilityBase, frozen=True, tag="win_without_hozuki"):
    """Points if the owner's faction wins and he has no hozuki acquired at the end.

    Attributes:
        points: how many.
    """

    points: _Few


class LanternsOnOwnCardsAbility(AbilityBase, frozen=True, tag="lanterns_on_own_cards"):
    """Points if the moves of cards that the owner played collected enough lanterns this round.

    Attributes:
        lanterns: how many it takes.
        points: how many the owner gets.
    """

    lanterns: _Few
    points: _Few


class VoidOnOwnMoveAbility(AbilityBase, frozen=True, tag="void_on_own_move"):
    """Points if the soul went into the void by a card or a scythe of the owner.

    Attributes:
        points: how many.
    """

    points: _Few


Ability = (
    ReservedScytheAbility
    | IgnoreEliminationAbility
    | WinWithoutHozukiAbility
    | LanternsOnOwnCardsAbility
    | VoidOnOwnMoveAbility
)


class NumberCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A number card.

    Attributes:
        id: its id, unique in the set.
        suit: maple, ginkgo or hozuki.
        number: strength within the suit; no two cards of a suit share it.
        effects: in printed order.
    """

    id: _NewId
    suit: Suit
    number: Annotated[int, Meta(ge=1, le=99)]
    effects: Annotated[tuple[Effect, ...], Meta(max_length=4)] = ()


class Heart(Struct, frozen=True, forbid_unknown_fields=True):
    """A kokoromoyou card: the owner's faction and an ability.

    Attributes:
        id: its id, unique in the set.
        faction: true heart or fickle heart.
        ability: used with the option ``abilities`` only; None: none.
    """

    id: _NewId
    faction: Faction
    ability: Ability | None = None


class FactionCount(Struct, frozen=True, forbid_unknown_fields=True):
    """How many players of each faction there are at a number of players.

    Attributes:
        players: number of players.
        true_heart: how many of them are true hearts.
        fickle_heart: how many are fickle hearts.
    """

    players: Annotated[int, Meta(ge=3, le=6)]
    true_heart: Annotated[int, Meta(ge=0, le=6)]
    fickle_heart: Annotated[int, Meta(ge=0, le=6)]


class Space(Struct, frozen=True, forbid_unknown_fields=True):
    """A space of the map. Directions count anticlockwise from E.

    Attributes:
        id: its place in the list of spaces.
        q: axial coordinate, growing to the east.
        r: axial coordinate, growing to the south-east.
        icon: where the space's hozuki icon points; the soul is turned to it.
        center: the direction toward the centre; None for the centre itself, where the soul starts.
        leaves: sides with a leaf icon; a leaf lies on the edge and is seen from both sides.
        lantern: whether it is a grey circle, where a lantern token is placed.
    """

    id: SpaceId
    q: _Coordinate
    r: _Coordinate
    icon: Direction
    center: Direction | None
    leaves: Annotated[tuple[Direction, ...], Meta(max_length=6)] = ()
    lantern: bool = False


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """The area board and the marks on the soul token.

    Attributes:
        spaces: the spaces inside the frame; whatever lies outside is the void.
        maple_mark: where the soul's maple mark points, in steps of 60 degrees anticlockwise from its hozuki icon.
        ginkgo_mark: the same for the ginkgo mark.
    """

    spaces: Annotated[tuple[Space, ...], Meta(min_length=4, max_length=91)]
    maple_mark: _Steps
    ginkgo_mark: _Steps


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in the box.

    Attributes:
        cards: the number cards, in the order in which a deck is put together for shuffling.
        hearts: the kokoromoyou cards, likewise.
        factions: one entry for each number of players from 3 to 6.
        area: the map.
        scythes: number of scythe tokens.
        true_heart_points: for a member of the true hearts when they win.
        fickle_heart_points: for a member of the fickle hearts when they win.
        target: the match ends after a round with somebody at this many points.
        max_rounds: the match ends after this many rounds in any case.
    """

    cards: Annotated[tuple[NumberCard, ...], Meta(min_length=6, max_length=60)]
    hearts: Annotated[tuple[Heart, ...], Meta(min_length=3, max_length=12)]
    factions: Annotated[tuple[FactionCount, ...], Meta(min_length=4, max_length=4)]
    area: Area
    scythes: Annotated[int, Meta(ge=0, le=9)]
    true_heart_points: Annotated[int, Meta(ge=0, le=99)]
    fickle_heart_points: Annotated[int, Meta(ge=0, le=99)]
    target: Annotated[int, Meta(ge=1, le=999)]
    max_rounds: Annotated[int, Meta(ge=1, le=99)]
