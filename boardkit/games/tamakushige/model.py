"""The nouns of Tamakushige: options, actions, state and view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from boardkit.games.tamakushige.cards import CardId, Direction, Faction, HeartId, SpaceId
from boardkit.games.tamakushige.events import Ending
from boardkit.state import Action as BaseAction
from boardkit.state import Count, Score, Seat, tagger
from boardkit.state import Options as BaseOptions
from boardkit.state import State as BaseState
from boardkit.state import View as BaseView

__all__ = [
    "PHASES",
    "VOID",
    "WINDOWS",
    "Accept",
    "Acquire",
    "Decline",
    "DropAcquired",
    "Give",
    "Hearts",
    "Options",
    "Phase",
    "Play",
    "PlayedCard",
    "Process",
    "Relight",
    "ReservedScythe",
    "Resolution",
    "ResolutionView",
    "RoundResult",
    "Scythe",
    "SeatView",
    "State",
    "Swap",
    "SwapCard",
    "SwapView",
    "TamakushigeAction",
    "Target",
    "View",
    "Window",
]

Phase = Literal[
    "play",
    "scythe",
    "acquire",
    "give",
    "process",
    "accept",
    "target",
    "relight",
    "swap",
    "drop",
    "ignore",
    "over",
]
PHASES: tuple[Phase, ...] = (
    "play",
    "scythe",
    "acquire",
    "give",
    "process",
    "accept",
    "target",
    "relight",
    "swap",
    "drop",
    "ignore",
    "over",
)
PLAY, SCYTHE, ACQUIRE, GIVE, PROCESS, ACCEPT, TARGET, RELIGHT, SWAP, DROP, IGNORE, OVER = range(12)

Window = Literal[
    "before-round", "after-card", "before-effects", "between-effects", "after-effects", "own-turn"
]
WINDOWS: tuple[Window, ...] = (
    "before-round",
    "after-card",
    "before-effects",
    "between-effects",
    "after-effects",
    "own-turn",
)
BEFORE_ROUND, AFTER_CARD, BEFORE_EFFECTS, BETWEEN_EFFECTS, AFTER_EFFECTS, OWN_TURN = range(6)

VOID = -1
NOBODY = -1
NOTHING = -1


class Options(BaseOptions, frozen=True):
    """Options of Tamakushige, all with the meaning of the ruling that they belong to."""

    redeal_factions: Annotated[
        bool, Meta(description="Deal the kokoromoyou cards anew each round; false: each keeps his card (T2).")
    ] = True
    next_start: Annotated[
        Literal["rotate", "random", "last_winner"],
        Meta(
            description="Start player of later rounds: left of the previous one, at random, or the winner of "
            "the last complete trick (T4)."
        ),
    ] = "rotate"
    scythe_windows: Annotated[
        Literal["all", "own_turn"],
        Meta(description="When scythe tokens may be used: in all windows, or just before playing (T12)."),
    ] = "all"
    keep_scythes: Annotated[
        bool, Meta(description="Scythe tokens stay with their owners between rounds (T15).")
    ] = False
    give_rule: Annotated[
        Literal["game_size", "active"],
        Meta(description="What has to be four or more for an extra card: players or active players (T20)."),
    ] = "game_size"
    tie: Annotated[
        Literal["share", "extra_round"],
        Meta(description="A tie at the top: shared, or further rounds until it is broken (T31)."),
    ] = "share"
    abilities: Annotated[
        bool, Meta(description="Play with the abilities of the kokoromoyou cards (T37, T41).")
    ] = False


class TamakushigeAction(BaseAction, frozen=True, tag=tagger("tamakushige")):
    """Base of the actions of Tamakushige."""


class Play(TamakushigeAction, frozen=True):
    """Play a card to the trick; any card of the hand may be played.

    Attributes:
        card: the card.
    """

    card: CardId


class Scythe(TamakushigeAction, frozen=True):
    """Spend a scythe token to move the soul one space, leaves or not.

    Attributes:
        direction: where to.
    """

    direction: Direction


class ReservedScythe(TamakushigeAction, frozen=True):
    """Use the reserved scythe of the own kokoromoyou card just before playing (T41).

    Attributes:
        direction: where to.
    """

    direction: Direction


class Decline(TamakushigeAction, frozen=True):
    """Say no: to using a scythe, an optional effect, or showing a card against elimination."""


class Acquire(TamakushigeAction, frozen=True):
    """The winner's choice among the trick's cards that are no hozuki.

    Attributes:
        card: the card.
    """

    card: CardId


class Give(TamakushigeAction, frozen=True):
    """The winner gives a card to the player of the weakest card.

    Attributes:
        card: the card.
    """

    card: CardId


class Process(TamakushigeAction, frozen=True):
    """Choose the hozuki whose effects come next (T21).

    Attributes:
        card: the card.
    """

    card: CardId


class Target(TamakushigeAction, frozen=True):
    """Name a player for an effect.

    Attributes:
        player: the seat.
    """

    player: Seat


class Accept(TamakushigeAction, frozen=True):
    """Say yes: use an optional effect, or show the kokoromoyou card that ignores an elimination."""


class Relight(TamakushigeAction, frozen=True):
    """Put a collected lantern token back.

    Attributes:
        circle: the grey circle's space.
    """

    circle: SpaceId


class SwapCard(TamakushigeAction, frozen=True):
    """Pick a hand card for an exchange, face down.

    Attributes:
        card: the card.
    """

    card: CardId


class DropAcquired(TamakushigeAction, frozen=True):
    """Discard one of the own acquired cards.

    Attributes:
        card: the card.
    """

    card: CardId


class Hearts(Struct, frozen=True, gc=False):
    """The kokoromoyou cards and what is known of them. Players are bits of a mask, cards are numbers.

    Attributes:
        cards: each player's card.
        shown: players whose card all have seen and know.
        reserved_used: players who have used a reserved scythe this round.
        ignored: players who have ignored an elimination this round.
        peeked: for each player the players whose card he looked at.
        lanterns: for each player, lanterns collected this round by the move of a card he played.
    """

    cards: tuple[int, ...]
    shown: int
    reserved_used: int
    ignored: int
    peeked: tuple[int, ...]
    lanterns: tuple[int, ...]


class Swap(Struct, frozen=True, gc=False):
    """An exchange of hand cards in this round.

    Attributes:
        player: who began.
        partner: the other one.
        given: card from player to partner.
        received: card from partner to player.
        plays: how many cards had been played in the round by then.
    """

    player: int
    partner: int
    given: int
    received: int
    plays: int


class Resolution(Struct, frozen=True, gc=False):
    """How far acquiring and effects have come after a trick; -1 stands for nobody or nothing.

    Attributes:
        winner: who won the trick.
        receiver: the player of the weakest card, if he is to get a card.
        rest: mask of the trick's cards that lie unacquired.
        hozuki: mask of the winner's hozuki with an effect that are still to be processed.
        picked: the winner's choice, while still to be processed.
        given: the receiver's card, while still to be processed.
        actor: whose effects are being processed.
        card: the card that is being processed.
        effect: which of its effects, from 0.
        target: the player that was named, or who is about to be eliminated.
        offered: the card that the actor has picked for an exchange.
        starter: who was chosen to lead the next trick.
    """

    winner: int
    receiver: int
    rest: int
    hozuki: int
    picked: int
    given: int
    actor: int
    card: int
    effect: int
    target: int
    offered: int
    starter: int


class RoundResult(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How the latest finished round ended.

    Attributes:
        ending: why.
        winner: the faction that won it.
        hearts: the kokoromoyou cards, one a seat.
        gained: points scored in it, one a seat.
    """

    ending: Ending
    winner: Faction
    hearts: Annotated[tuple[HeartId, ...], Meta(max_length=6)]
    gained: Annotated[tuple[Count, ...], Meta(max_length=6)]


class State(BaseState, frozen=True, gc=False):
    """Tamakushige in play. Cards are numbers in the order of the set, sets of cards or players bit masks.

    Attributes:
        round: the number of the round, from 1.
        phase: what is asked: an index of PHASES.
        window: during the phase ``scythe`` which window it is: an index of WINDOWS; else -1.
        asked_from: the player from whom the window asks clockwise.
        start: the start player of the round.
        leader: who leads the trick.
        soul: the space of the soul, or VOID.
        lit: mask of the spaces with a lantern token.
        collected: number of lantern tokens collected.
        active: mask of the players who are still in the round.
        hands: a mask a player; an eliminated player's is what was discarded unseen.
        acquired: a mask of acquired cards a player.
        points: point tokens of this round, a number a player.
        scythes: scythe tokens, a number a player.
        scores: points of finished rounds, a number a player.
        leftover: mask of the cards that did not divide.
        hearts: the kokoromoyou cards.
        plays: the cards played this round, in order.
        played_by: who played each of them.
        trick_from: how many of them belong to earlier tricks.
        discards: the discard pile, in order.
        swaps: the exchanges of this round, in order.
        last_winner: who won the latest complete trick of the round, or -1.
        resolution: what happens after the trick, or None while it is played.
        result: how the latest finished round ended, or None.
    """

    round: int
    phase: int
    window: int
    asked_from: int
    start: int
    leader: int
    soul: int
    lit: int
    collected: int
    active: int
    hands: tuple[int, ...]
    acquired: tuple[int, ...]
    points: tuple[int, ...]
    scythes: tuple[int, ...]
    scores: tuple[int, ...]
    leftover: int
    hearts: Hearts
    plays: bytes
    played_by: bytes
    trick_from: int
    discards: bytes
    swaps: tuple[Swap, ...]
    last_winner: int
    resolution: Resolution | None
    result: RoundResult | None

    @property
    def returns(self) -> tuple[int, ...]:
        """The points of the finished rounds."""
        return self.scores

    @property
    def ranking(self) -> tuple[int, ...] | None:
        """Ranks by points, ties shared; None before the end."""
        if self.current_player is not None:
            return None
        return tuple(1 + sum(other > score for other in self.scores) for score in self.scores)


_Cards = Annotated[tuple[CardId, ...], Meta(max_length=60)]


class PlayedCard(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A card and who played it.

    Attributes:
        player: who.
        card: the card.
    """

    player: Seat
    card: CardId


class SwapView(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """An exchange of hand cards in this round, as a viewer knows it.

    Attributes:
        player: who began.
        partner: the other one.
        given: card from player to partner, known to these two only.
        received: card from partner to player, known to these two only.
        plays: how many cards had been played in the round by then.
    """

    player: Seat
    partner: Seat
    given: CardId | None
    received: CardId | None
    plays: Annotated[int, Meta(ge=0, le=60)]


class ResolutionView(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How far acquiring and effects have come after a trick.

    Attributes:
        winner: who won the trick.
        receiver: the player of the weakest card, if he is to get a card.
        rest: the trick's cards that lie unacquired.
        hozuki: the winner's hozuki with an effect that are still to be processed.
        picked: the winner's choice, while still to be processed.
        given: the receiver's card, while still to be processed.
        actor: whose effects are being processed.
        card: the card that is being processed.
        effect: which of its effects, from 0.
        target: the player that was named, or who is about to be eliminated.
        offering: whether the actor has picked a card for an exchange already.
        offered: that card, known to the actor only.
        starter: who was chosen to lead the next trick.
    """

    winner: Seat
    receiver: Seat | None
    rest: Annotated[tuple[CardId, ...], Meta(max_length=6)]
    hozuki: Annotated[tuple[CardId, ...], Meta(max_length=6)]
    picked: CardId | None
    given: CardId | None
    actor: Seat | None
    card: CardId | None
    effect: Annotated[int, Meta(ge=0, le=4)]
    target: Seat | None
    offering: bool
    offered: CardId | None
    starter: Seat | None


class SeatView(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A player as seen by the viewer.

    Attributes:
        active: whether the player is still in the round.
        hand: number of cards in hand.
        unseen: number of cards that were discarded unseen when the player was eliminated.
        acquired: the acquired cards in the order of the set; after elimination out of the round.
        points: point tokens of this round.
        scythes: scythe tokens.
        score: points of finished rounds.
        heart: the kokoromoyou card if the viewer knows it (his own, peeked at, or shown to all).
        shown: whether all have seen the kokoromoyou card.
        reserved_used: whether the player has used a reserved scythe this round.
        ignored: whether the player has ignored an elimination this round.
        peeked: the players whose kokoromoyou card this player has looked at.
        lanterns: lanterns collected this round by the moves of cards this player played.
    """

    active: bool
    hand: Annotated[int, Meta(ge=0, le=60)]
    unseen: Annotated[int, Meta(ge=0, le=60)]
    acquired: _Cards
    points: Count
    scythes: Annotated[int, Meta(ge=0, le=9)]
    score: Score
    heart: HeartId | None
    shown: bool
    reserved_used: bool
    ignored: bool
    peeked: Annotated[tuple[Seat, ...], Meta(max_length=6)]
    lanterns: Annotated[int, Meta(ge=0, le=60)]


class View(BaseView, frozen=True):
    """What one player knows of Tamakushige.

    Attributes:
        round: the number of the round, from 1.
        phase: what is asked of the current player.
        window: during the phase ``scythe`` which window it is.
        asked_from: the player from whom that window asks clockwise.
        start: the start player of the round.
        leader: who leads the trick.
        soul: the space of the soul, or None in the void.
        lit: the spaces with a lantern token.
        collected: number of lantern tokens collected.
        seats: the players.
        hand: the viewer's own hand; after elimination the cards that were discarded unseen; None for a spectator.
        leftover: how many cards did not divide and were discarded unseen.
        plays: the cards played in this round's earlier tricks, in order.
        trick: the cards played to this trick, in order; they stay here until the next one begins.
        discards: the discard pile, in order.
        swaps: the exchanges of hand cards in this round.
        supply: scythe tokens in the supply.
        last_winner: who won the latest complete trick of the round.
        resolution: what happens after the trick, or None while it is played.
        result: how the latest finished round ended.
    """

    round: Annotated[int, Meta(ge=1, le=99)]
    phase: Phase
    window: Window | None
    asked_from: Seat | None
    start: Seat
    leader: Seat
    soul: SpaceId | None
    lit: Annotated[tuple[SpaceId, ...], Meta(max_length=3)]
    collected: Annotated[int, Meta(ge=0, le=3)]
    seats: Annotated[tuple[SeatView, ...], Meta(max_length=6)]
    hand: _Cards | None
    leftover: Annotated[int, Meta(ge=0, le=5)]
    plays: Annotated[tuple[PlayedCard, ...], Meta(max_length=60)]
    trick: Annotated[tuple[PlayedCard, ...], Meta(max_length=6)]
    discards: _Cards
    swaps: Annotated[tuple[SwapView, ...], Meta(max_length=60)]
    supply: Annotated[int, Meta(ge=0, le=9)]
    last_winner: Seat | None
    resolution: ResolutionView | None
    result: RoundResult | None

    def counts(self) -> Mapping[str, int]:
        """Return the public counts.

        ``hand/<seat>``, ``acquired/<seat>``, ``points/<seat>``, ``scythes/<seat>``, ``score/<seat>`` a player;
        ``scythes/supply``; ``trick`` (cards lying there), ``discards``, ``unseen`` (discarded unseen);
        ``lanterns/lit``, ``lanterns/collected``; ``round``.
        """
        counts = {
            "round": self.round,
            "lanterns/lit": len(self.lit),
            "lanterns/collected": self.collected,
            "trick": len(self.trick) if self.resolution is None else len(self.resolution.rest),
            "discards": len(self.discards),
            "unseen": self.leftover + sum(seat.unseen for seat in self.seats),
            "scythes/supply": self.supply,
        }
        for number, seat in enumerate(self.seats):
            counts[f"hand/{number}"] = seat.hand
            counts[f"acquired/{number}"] = len(seat.acquired)
            counts[f"points/{number}"] = seat.points
            counts[f"scythes/{number}"] = seat.scythes
            counts[f"score/{number}"] = seat.score
        return counts
