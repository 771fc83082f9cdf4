"""What happens in Tamakushige, one frozen record for each kind of happening."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from boardkit.games.tamakushige.cards import CardId, Direction, Faction, HeartId, SpaceId
from boardkit.state import Count, Event, Score, Seat, tagger

__all__ = [
    "AcquiredDiscarded",
    "CardAcquired",
    "CardPlayed",
    "CardProcessed",
    "CardsDiscarded",
    "CardsSwapped",
    "Dealt",
    "Declined",
    "Eliminated",
    "EliminationIgnored",
    "Ending",
    "HeartDealt",
    "HeartsRevealed",
    "LanternCollected",
    "LanternRelit",
    "MatchEnded",
    "MoveKind",
    "Peeked",
    "PointsChanged",
    "RoundEnded",
    "RoundStarted",
    "Scored",
    "ScytheUsed",
    "ScythesGained",
    "ScythesReturned",
    "ScythesStolen",
    "SoulMoved",
    "SoulStayed",
    "StarterChosen",
    "SwapOffered",
    "TableCleared",
    "TrickWon",
]

Ending = Literal["lanterns", "void", "hands-empty", "everybody-out"]
MoveKind = Literal["card", "scythe", "reserved-scythe", "effect"]
RoundNumber = Annotated[int, Meta(ge=1, le=99, description="A round of the match, counted from 1.")]
PerSeat = Annotated[tuple[Count, ...], Meta(max_length=6, description="One number a seat.")]
Deltas = tuple[tuple[str, int], ...]


class TamakushigeEvent(Event, frozen=True, tag=tagger("tamakushige")):
    """Base of the events of Tamakushige."""


class RoundStarted(TamakushigeEvent, frozen=True):
    """A round is set up: lanterns on the circles, the soul in the centre, all cards dealt.

    Attributes:
        round: its number.
        start: the start player.
        hand: cards dealt to each player.
        leftover: cards that do not divide and are discarded unseen.
        lanterns: lantern tokens on the grey circles.
    """

    round: RoundNumber
    start: Seat
    hand: Count
    leftover: Count
    lanterns: Count

    def deltas(self) -> Deltas:
        """Round number, lanterns, and the cards discarded unseen; the hands come with :class:`Dealt`."""
        return (("round", 1), ("lanterns/lit", self.lanterns), ("unseen", self.leftover))


class Dealt(TamakushigeEvent, frozen=True):
    """A player gets a hand.

    Attributes:
        player: whose hand.
        count: how many cards.
        cards: the cards in the order of the set, or None for others than the owner.
    """

    player: Seat
    count: Count
    cards: Annotated[tuple[CardId, ...], Meta(max_length=60)] | None

    def deltas(self) -> Deltas:
        """The cards in the hand."""
        return ((f"hand/{self.player}", self.count),)


class HeartDealt(TamakushigeEvent, frozen=True):
    """A player gets a kokoromoyou card.

    Attributes:
        player: who.
        heart: the card, or None for others than the owner.
    """

    player: Seat
    heart: HeartId | None


class CardPlayed(TamakushigeEvent, frozen=True):
    """A player plays a card to the trick.

    Attributes:
        player: who.
        card: the card.
    """

    player: Seat
    card: CardId

    def deltas(self) -> Deltas:
        """One card from the hand to the trick."""
        return ((f"hand/{self.player}", -1), ("trick", 1))


class ScytheUsed(TamakushigeEvent, frozen=True):
    """A player spends a scythe; the move follows as an event of its own.

    Attributes:
        player: who.
        direction: where the soul is sent.
        reserved: whether it is the reserved scythe of a kokoromoyou card instead of a token.
    """

    player: Seat
    direction: Direction
    reserved: bool

    def deltas(self) -> Deltas:
        """A token back to the supply; a reserved scythe is no token."""
        if self.reserved:
            return ()
        return ((f"scythes/{self.player}", -1), ("scythes/supply", 1))


class Declined(TamakushigeEvent, frozen=True):
    """A player says no to what was asked.

    Attributes:
        player: who.
        to: what was declined: a scythe, an optional effect, or showing a card against elimination.
    """

    player: Seat
    to: Literal["scythe", "effect", "ignore"]


class SoulMoved(TamakushigeEvent, frozen=True):
    """The soul moves one space and is turned to the icon of the new one.

    Attributes:
        start: the space it leaves.
        end: the space it reaches, or None for the void.
        direction: the side that it crosses.
        by: what moved it.
    """

    start: SpaceId
    end: SpaceId | None
    direction: Direction
    by: MoveKind


class SoulStayed(TamakushigeEvent, frozen=True):
    """A card or effect does not move the soul.

    Attributes:
        space: where it stays.
        why: a leaf on the side to be crossed, or it is in the centre already.
    """

    space: SpaceId
    why: Literal["leaf", "center"]


class LanternCollected(TamakushigeEvent, frozen=True):
    """The lantern token on the space that the soul reached is collected.

    Attributes:
        space: the grey circle.
    """

    space: SpaceId

    def deltas(self) -> Deltas:
        """One lantern from the map to the collected ones."""
        return (("lanterns/lit", -1), ("lanterns/collected", 1))


class TrickWon(TamakushigeEvent, frozen=True):
    """A complete trick is evaluated.

    Attributes:
        player: who played the strongest card.
        weakest: who played the weakest card.
    """

    player: Seat
    weakest: Seat


class CardAcquired(TamakushigeEvent, frozen=True):
    """A card of the trick is acquired.

    Attributes:
        player: who acquires it.
        card: the card.
        how: as hozuki of the trick, by the winner's choice, or given to the player of the weakest card.
    """

    player: Seat
    card: CardId
    how: Literal["hozuki", "choice", "given"]

    def deltas(self) -> Deltas:
        """One card from the trick to the acquired cards."""
        return (("trick", -1), (f"acquired/{self.player}", 1))


class CardsDiscarded(TamakushigeEvent, frozen=True):
    """The cards of the trick that nobody acquired are discarded face up.

    Attributes:
        cards: the cards in the order in which they were played.
    """

    cards: Annotated[tuple[CardId, ...], Meta(max_length=6)]

    def deltas(self) -> Deltas:
        """From the trick to the discard pile."""
        return (("trick", -len(self.cards)), ("discards", len(self.cards)))


class CardProcessed(TamakushigeEvent, frozen=True):
    """The effects of an acquired card begin.

    Attributes:
        player: the actor.
        card: the card.
    """

    player: Seat
    card: CardId


class PointsChanged(TamakushigeEvent, frozen=True):
    """A player gains or loses point tokens of this round.

    Attributes:
        player: who.
        change: how many; negative: lost.
    """

    player: Seat
    change: Score

    def deltas(self) -> Deltas:
        """The player's point tokens."""
        return ((f"points/{self.player}", self.change),)


class ScythesGained(TamakushigeEvent, frozen=True):
    """A player takes scythe tokens from the supply.

    Attributes:
        player: who.
        tokens: how many.
    """

    player: Seat
    tokens: Count

    def deltas(self) -> Deltas:
        """From the supply to the player."""
        return (("scythes/supply", -self.tokens), (f"scythes/{self.player}", self.tokens))


class ScythesReturned(TamakushigeEvent, frozen=True):
    """A player returns scythe tokens to the supply.

    Attributes:
        player: who.
        tokens: how many.
    """

    player: Seat
    tokens: Count

    def deltas(self) -> Deltas:
        """From the player to the supply."""
        return ((f"scythes/{self.player}", -self.tokens), ("scythes/supply", self.tokens))


class ScythesStolen(TamakushigeEvent, frozen=True):
    """A player takes a scythe token from another.

    Attributes:
        player: who takes it.
        victim: who loses it.
    """

    player: Seat
    victim: Seat

    def deltas(self) -> Deltas:
        """From one player to the other."""
        return ((f"scythes/{self.victim}", -1), (f"scythes/{self.player}", 1))


class LanternRelit(TamakushigeEvent, frozen=True):
    """A collected lantern token is put back.

    Attributes:
        space: the grey circle.
    """

    space: SpaceId

    def deltas(self) -> Deltas:
        """One lantern from the collected ones to the map."""
        return (("lanterns/lit", 1), ("lanterns/collected", -1))


class Peeked(TamakushigeEvent, frozen=True):
    """A player looks at another's kokoromoyou card.

    Attributes:
        player: who looks.
        target: whose card.
        heart: the card, or None for all but these two.
    """

    player: Seat
    target: Seat
    heart: HeartId | None


class SwapOffered(TamakushigeEvent, frozen=True):
    """A player has picked a hand card, face down, for the exchange with another.

    Attributes:
        player: who picked.
        partner: who picks next.
    """

    player: Seat
    partner: Seat


class CardsSwapped(TamakushigeEvent, frozen=True):
    """Two players exchange a hand card each.

    Attributes:
        player: who began.
        partner: the other one.
        given: the card that went from player to partner, or None for all but these two.
        received: the card that went from partner to player, or None for all but these two.
    """

    player: Seat
    partner: Seat
    given: CardId | None
    received: CardId | None


class StarterChosen(TamakushigeEvent, frozen=True):
    """A player chooses who leads the next trick.

    Attributes:
        player: who chooses.
        starter: who is to lead.
    """

    player: Seat
    starter: Seat


class AcquiredDiscarded(TamakushigeEvent, frozen=True):
    """A player discards one of the acquired cards.

    Attributes:
        player: who.
        card: the card.
    """

    player: Seat
    card: CardId

    def deltas(self) -> Deltas:
        """From the acquired cards to the discard pile."""
        return ((f"acquired/{self.player}", -1), ("discards", 1))


class Eliminated(TamakushigeEvent, frozen=True):
    """A player is eliminated from this round; the hand is discarded unseen.

    Attributes:
        player: who.
        hand: how many cards that were.
        scythes: scythe tokens that go back to the supply.
    """

    player: Seat
    hand: Count
    scythes: Count

    def deltas(self) -> Deltas:
        """The hand to the unseen discards, the tokens to the supply; acquired cards stay, out of the round."""
        return (
            (f"hand/{self.player}", -self.hand),
            ("unseen", self.hand),
            (f"scythes/{self.player}", -self.scythes),
            ("scythes/supply", self.scythes),
        )


class EliminationIgnored(TamakushigeEvent, frozen=True):
    """A player shows a kokoromoyou card and stays in the round.

    Attributes:
        player: who.
        heart: the card.
    """

    player: Seat
    heart: HeartId


class RoundEnded(TamakushigeEvent, frozen=True):
    """A round is over.

    Attributes:
        ending: why.
        winner: the faction that wins it.
    """

    ending: Ending
    winner: Faction


class HeartsRevealed(TamakushigeEvent, frozen=True):
    """All kokoromoyou cards in play are turned up at the end of a round.

    Attributes:
        hearts: the cards, one a seat.
    """

    hearts: Annotated[tuple[HeartId, ...], Meta(max_length=6)]


class Scored(TamakushigeEvent, frozen=True):
    """A player who is still in the round scores.

    Attributes:
        player: who.
        faction: points for the victory of the player's faction.
        cards: point tokens from card effects.
        ability: points from the kokoromoyou card.
    """

    player: Seat
    faction: Count
    cards: Count
    ability: Count

    def deltas(self) -> Deltas:
        """All three to the score."""
        return ((f"score/{self.player}", self.faction + self.cards + self.ability),)


class TableCleared(TamakushigeEvent, frozen=True):
    """Everything but the scores is put away for the next round.

    Attributes:
        hands: cards put away from each hand.
        acquired: from each player's acquired cards.
        points: point tokens that each player returns.
        scythes: scythe tokens that each player returns.
        trick: cards put away from the trick.
        discards: from the discard pile.
        unseen: from the cards discarded unseen.
        lit: lantern tokens taken off the map.
        collected: lantern tokens taken from the collected ones.
    """

    hands: PerSeat
    acquired: PerSeat
    points: PerSeat
    scythes: PerSeat
    trick: Count
    discards: Count
    unseen: Count
    lit: Count
    collected: Count

    def deltas(self) -> Deltas:
        """Everything down to nothing; scythe tokens go to the supply."""
        changes = [
            (f"{zone}/{seat}", -count)
            for zone, counts in (
                ("hand", self.hands),
                ("acquired", self.acquired),
                ("points", self.points),
                ("scythes", self.scythes),
            )
            for seat, count in enumerate(counts)
        ]
        return (
            *changes,
            ("scythes/supply", sum(self.scythes)),
            ("trick", -self.trick),
            ("discards", -self.discards),
            ("unseen", -self.unseen),
            ("lanterns/lit", -self.lit),
            ("lanterns/collected", -self.collected),
        )


class MatchEnded(TamakushigeEvent, frozen=True):
    """The match is over.

    Attributes:
        scores: the final points, one a seat.
        winners: who has the most.
    """

    scores: PerSeat
    winners: Annotated[tuple[Seat, ...], Meta(max_length=6)]
