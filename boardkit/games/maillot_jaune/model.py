"""The nouns of Maillot Jaune: options, components, actions, events, state and view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from boardkit import state as base
from boardkit.game import Game
from boardkit.state import Count, Score, Seat, tagger

NAME = "maillot-jaune"

# What is asked of the current player.
PLAY, SET_ASIDE, MOUNTAIN, OVER = range(4)
PHASES = ("play", "set-aside", "mountain", "over")

Card = Annotated[
    str,
    Meta(
        pattern="^(speed-[1-9][0-9]{0,2}|mountain|sprint|headwind)$",
        max_length=9,
        description="A card: `speed-45` and so on, `mountain`, `sprint` or `headwind`.",
    ),
]
Special = Literal["mountain", "sprint"]
Cards = Annotated[tuple[Card, ...], Meta(max_length=500)]
Speed = Annotated[int, Meta(ge=-500, le=500, description="A speed in km/h.")]
Stage = Annotated[int, Meta(ge=1, le=5, description="A stage, counted from 1.")]
PerSeat = Annotated[tuple[Count, ...], Meta(max_length=6, description="One number a seat.")]
Phase = Annotated[
    Literal["play", "set-aside", "mountain", "over"],
    Meta(
        description="What the current player is asked: a play, a special to put out, a mountain; or nothing."
    ),
]


class Options(base.Options, frozen=True):
    """Options of Maillot Jaune."""

    stages: Annotated[Literal[3, 4, 5], Meta(description="How many stages are ridden (J5).")] = 3
    mountain_outsiders: Annotated[
        Literal["dropped_only", "anyone"],
        Meta(
            description="Who may lay a mountain on the leader's card: riders with chips, or any rider (J12)."
        ),
    ] = "dropped_only"
    sprint_refill_headwind: Annotated[
        Literal["next_turn", "this_turn"],
        Meta(description="Which turn a headwind drawn for a sprint slows: the next one, or this one (J9)."),
    ] = "next_turn"
    mountain_caps_leader: Annotated[
        bool,
        Meta(description="Whether a mountain cuts the leader's own tempo to the mountain's top speed (J14)."),
    ] = True
    simple_game: Annotated[bool, Meta(description="Leave out all special cards (J36).")] = False
    winner: Annotated[
        Literal["points", "stage_wins"],
        Meta(description="What decides the match; the other one breaks ties (J4)."),
    ] = "points"
    first_leader: Annotated[
        Literal["draw", "random"],
        Meta(description="How the first leader is found: each draws a card, or at random (J1)."),
    ] = "draw"


class SpeedCards(Struct, frozen=True, forbid_unknown_fields=True):
    """The speed cards of one value.

    Attributes:
        value: the printed speed in km/h.
        copies: how many there are.
    """

    value: Annotated[int, Meta(ge=1, le=200)]
    copies: Annotated[int, Meta(ge=1, le=20)]


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards, and the numbers that the rules read off them (MJ-1).

    Attributes:
        speed_cards: the speed cards, by rising value.
        mountains: number of mountain cards.
        headwinds: number of headwind cards.
        sprints: number of sprint cards.
        headwind_slows: km/h that a headwind takes off.
        sprint_adds: km/h that a sprint adds.
        top_speed: no play is faster.
        mountain_top_speed: nor faster than this while a mountain is in force.
        slipstream: a grouped rider may be this many km/h slower than the tempo.
        hand_size: cards in a hand between turns.
    """

    speed_cards: Annotated[tuple[SpeedCards, ...], Meta(min_length=1, max_length=20)]
    mountains: Annotated[int, Meta(ge=0, le=15)]
    headwinds: Annotated[int, Meta(ge=0, le=20)]
    sprints: Annotated[int, Meta(ge=0, le=15)]
    headwind_slows: Annotated[int, Meta(ge=0, le=10)]
    sprint_adds: Annotated[int, Meta(ge=0, le=10)]
    top_speed: Annotated[int, Meta(ge=1, le=250)]
    mountain_top_speed: Annotated[int, Meta(ge=1, le=250)]
    slipstream: Annotated[int, Meta(ge=0, le=50)]
    hand_size: Annotated[int, Meta(ge=1, le=10)]


# ---- actions -----------------------------------------------------------------------------------


class MaillotJauneAction(base.Action, frozen=True, tag=tagger(NAME)):
    """An action of Maillot Jaune."""


class Play(MaillotJauneAction, frozen=True):
    """Lay one speed card, with sprints and perhaps a mountain (MJ-2.2.3, MJ-2.2.5).

    Attributes:
        value: the printed speed of the card, in km/h.
        sprints: how many sprints are laid with it.
        mountain: whether a mountain is added; only by who leads after this play.
    """

    value: Annotated[int, Meta(ge=1, le=200)]
    sprints: Annotated[int, Meta(ge=0, le=15)] = 0
    mountain: bool = False


class LayMountain(MaillotJauneAction, frozen=True):
    """Lay a mountain on the leader's pile, out of turn (MJ-2.2.7)."""


class Decline(MaillotJauneAction, frozen=True):
    """Lay no mountain on the leader's pile."""


class SetAside(MaillotJauneAction, frozen=True):
    """Put a special card out of the stage, for want of a speed card (J6).

    Attributes:
        kind: which special.
    """

    kind: Special


# ---- state and view ----------------------------------------------------------------------------


class Rider(Struct, frozen=True, gc=False):
    """What belongs to one player in a stage.

    Attributes:
        hand: the cards in hand, packed into one int (see ``tables``).
        chips: minutes lost in this stage.
        headwinds: headwinds that will slow the rider's next speed card.
        speed: speed of the latest play in this stage, or None.
        laid: codes of the cards in front of the rider, in the order they were laid.
    """

    hand: int
    chips: int
    headwinds: int
    speed: int | None
    laid: bytes


class StageInfo(Struct, frozen=True, gc=False):
    """What changes seldom, kept apart so that a step can share it.

    Attributes:
        number: the stage, from 1.
        points: points of the stages that are over, one number a seat.
        wins: stages won, one number a seat.
        mountains_seen: mountains laid or put out in this stage (J38).
        aside: codes of the cards put out of this stage, in order.
        shown: the part of each hand that everybody has seen, packed like a hand.
    """

    number: int
    points: tuple[int, ...]
    wins: tuple[int, ...]
    mountains_seen: int
    aside: bytes
    shown: tuple[int, ...]


class State(base.State, frozen=True, gc=False):
    """A match in play.

    Attributes:
        phase: PLAY, SET_ASIDE, MOUNTAIN or OVER.
        leader: who wears the jersey.
        tempo: speed of the leader's latest play, None before the first one of a stage.
        mountain: whether a mountain is in force on the leader's pile.
        pile: codes of the cards left, the next one first.
        riders: one Rider a seat.
        stage: number and score of the stage, and what lies beside it.
    """

    phase: int
    leader: int
    tempo: int | None
    mountain: bool
    pile: bytes
    riders: tuple[Rider, ...]
    stage: StageInfo

    @property
    def returns(self) -> tuple[int, ...]:
        """The points of the stages that are over, one a player (MJ-2.5)."""
        return self.stage.points

    @property
    def ranking(self) -> tuple[int, ...] | None:
        """At the end the ranks from 1, ties shared (J4); None before."""
        if self.current_player is not None:
            return None
        return rank(self.stage.points, self.stage.wins, self.game.options.winner)


def rank(points: tuple[int, ...], wins: tuple[int, ...], winner: str) -> tuple[int, ...]:
    """Rank seats by points, then stage wins, or the other way round (J4)."""
    pairs = zip(points, wins, strict=True) if winner == "points" else zip(wins, points, strict=True)
    scores = list(pairs)
    return tuple([1 + sum(other > score for other in scores) for score in scores])


class RiderView(Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody may know of one rider.

    Attributes:
        points: points of the stages that are over.
        wins: stages won.
        chips: minutes lost in this stage.
        headwinds: headwinds that will slow the next speed card.
        speed: speed of the latest play in this stage, or null.
        hand_size: cards in hand.
        shown: cards in hand that everybody has seen and that have not left it since.
        laid: cards in front of the rider in this stage, in the order they were laid.
    """

    points: Score
    wins: Count
    chips: Count
    headwinds: Count
    speed: Speed | None
    hand_size: Count
    shown: Cards
    laid: Cards


class View(base.View, frozen=True):
    """What one player may know of a match.

    Attributes:
        phase: what the current player is asked.
        stage: the stage, from 1.
        leader: who wears the jersey.
        tempo: speed of the leader's latest play, or null before the first one of a stage.
        mountain: whether a mountain is in force on the leader's pile.
        mountains_seen: mountains laid or put out in this stage.
        pile: cards left in the pile.
        riders: one RiderView a seat.
        aside: cards put out of the stage, in order.
        hand: the viewer's own cards, sorted; null for a spectator.
    """

    phase: Phase
    stage: Stage
    leader: Seat
    tempo: Speed | None
    mountain: bool
    mountains_seen: Count
    pile: Count
    riders: Annotated[tuple[RiderView, ...], Meta(min_length=2, max_length=6)]
    aside: Cards
    hand: Cards | None

    def counts(self) -> Mapping[str, int]:
        """Return the public counts.

        ``pile`` and ``aside`` (cards put out of the stage), and for each seat ``hand/<seat>``, ``laid/<seat>``,
        ``chips/<seat>`` (minutes), ``points/<seat>`` and ``wins/<seat>`` (stages won).
        """
        counts = {"pile": self.pile, "aside": len(self.aside)}
        for seat, rider in enumerate(self.riders):
            counts[f"hand/{seat}"] = rider.hand_size
            counts[f"laid/{seat}"] = len(rider.laid)
            counts[f"chips/{seat}"] = rider.chips
            counts[f"points/{seat}"] = rider.points
            counts[f"wins/{seat}"] = rider.wins
        return counts


ACTIONS: tuple[type[base.Action], ...] = (Play, LayMountain, Decline, SetAside)
AnyGame = Game[State, Any, View]
