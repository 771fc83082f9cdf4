"""What one Mayfly game looks up all the time: cards by number, seats by turn, prebuilt actions and events.

Inside the engine a card is its place in the component set. A hand is an int with ``width`` bits for each kind
of card, so that taking up a card is an addition; zones with an order are bytes, one card a byte.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from boardkit.games.mayfly.events import (
    CardDrawn,
    CardEaten,
    CardPlaced,
    CardPlayed,
    CardRefused,
    Digested,
    Molted,
    Passed,
)
from boardkit.games.mayfly.model import (
    EXTRA_TURNS,
    PILE,
    Challenge,
    Flee,
    MayflyAction,
    MayflyComponents,
    MayflyOptions,
    Pass,
    Place,
    Play,
    TrialCard,
    TurnedCard,
    Vote,
)

__all__ = ["REFUSED", "Tables"]

# Added to a card in ``Larva.turned`` that was turned up and not eaten.
REFUSED = 0x80
_EATEN_BYTES = bytes(range(REFUSED))
_REFUSED_BYTES = bytes(range(REFUSED, 0x100))
_UNREFUSED = _EATEN_BYTES + _EATEN_BYTES


class Tables:
    """The look-up tables of one game.

    Attributes:
        players: number of seats.
        options: the game's options.
        ids: food card ids; a card's number is its place here.
        numbers: the number of a food card by id.
        food: amount of food by card.
        hearts: strength by card.
        growth: whether a card is growth algae.
        unit: what a card adds to a hand.
        field: the bits of a hand that count a card.
        byte: each card as a zone of one.
        refused_byte: each card as a refused one.
        deck: every card of the set, sorted, copies repeated.
        trial_ids: trial ids; a trial's number is its place here.
        trial_numbers: the number of a trial by id.
        trial_hearts: strength by trial.
        trial_plus: + marks by trial.
        hand_size: cards in a hand of the larva stage.
        queued: cards queued before the first turn.
        turns: turns of the larva stage, reduced ones included.
        placer: for each oldest seat, who places the first, second, ... card.
        eater: for each oldest seat, whose turn is the first, second, ...
    """

    def __init__(self, players: int, options: MayflyOptions, components: MayflyComponents) -> None:
        self.players = players
        self.options = options
        self._read_food(components)
        trials: tuple[TrialCard, ...] = getattr(components.trials, options.trial_set)
        self.trial_ids = tuple(card.id for card in trials)
        self.trial_numbers = {card: number for number, card in enumerate(self.trial_ids)}
        self.trial_hearts = tuple(card.hearts for card in trials)
        self.trial_plus = tuple(card.plus for card in trials)
        self._seat_turns()
        self._build_actions()
        self._build_events()

    def _read_food(self, components: MayflyComponents) -> None:
        food = components.food
        self.ids = tuple(card.id for card in food)
        self.numbers = {card: number for number, card in enumerate(self.ids)}
        self.food = tuple(card.food for card in food)
        self.hearts = tuple(card.hearts for card in food)
        self.growth = tuple(card.kind == "growth" for card in food)
        self.kinds = tuple(card.kind for card in food)
        self.copies = tuple(card.copies for card in food)
        self.width = max(self.copies).bit_length()
        self.unit = tuple(1 << (self.width * number) for number in range(len(food)))
        self.byte = tuple(bytes([number]) for number in range(len(food)))
        self.refused_byte = tuple(bytes([number | REFUSED]) for number in range(len(food)))
        self.deck = b"".join(self.byte[number] * copies for number, copies in enumerate(self.copies))
        self._everything = self.hand(self.deck)
        self._mask = (1 << self.width) - 1
        self.field = tuple(self._mask * unit for unit in self.unit)

    def _seat_turns(self) -> None:
        players, options = self.players, self.options
        self.hand_size = PILE // players
        self.queued = 2 if options.initial_queue == "two_total" else 2 * players
        self.turns = PILE - self.queued + EXTRA_TURNS
        last_placer_first = options.first_turn == "left_of_last_placer"
        self.placer = []
        self.eater = []
        for oldest in range(players):
            first = oldest + (self.queued if last_placer_first else 1)
            self.eater.append(bytes((first + turn) % players for turn in range(self.turns)))
            opening = bytes((oldest + place) % players for place in range(self.queued))
            self.placer.append((opening + self.eater[-1])[:PILE])

    def _build_actions(self) -> None:
        self.place = tuple(Place(card) for card in self.ids)
        self.play = tuple(Play(card) for card in self.ids)
        self.challenge, self.flee, self.skip = Challenge(), Flee(), Pass()
        self.vote = (Vote("challenge"), Vote("flee"))
        self.actions: tuple[MayflyAction, ...] = (
            *self.place,
            self.challenge,
            self.flee,
            *self.vote,
            *self.play,
            self.skip,
        )
        self.card_of: dict[MayflyAction, int] = {
            action: number for actions in (self.place, self.play) for number, action in enumerate(actions)
        }

    def _build_events(self) -> None:
        # Events are values, so that those of the larva stage can be shared by all states.
        seats = range(self.players)
        self.placed = [[CardPlaced(seat, card) for card in self.ids] for seat in seats]
        self.drawn = [[CardDrawn(seat, card) for card in self.ids] for seat in seats]
        self.eaten = [
            [CardEaten(seat, card, food) for card, food in zip(self.ids, self.food, strict=True)]
            for seat in seats
        ]
        self.refused = [[CardRefused(seat, card) for card in self.ids] for seat in seats]
        self.played = [[CardPlayed(seat, card) for card in self.ids] for seat in seats]
        self.digested = [[Digested(seat, tokens) for tokens in range(4)] for seat in seats]
        self.molted = [Molted(molts) for molts in range(3)]
        self.passed = [Passed(seat) for seat in seats]

    @cached_property
    def turned_cards(self) -> tuple[dict[int, TurnedCard], ...]:
        """The view's form of the bytes of ``Larva.turned``, for each placer."""
        return tuple(
            {
                **{number: TurnedCard(seat, card, True) for number, card in enumerate(self.ids)},
                **{number | REFUSED: TurnedCard(seat, card, False) for number, card in enumerate(self.ids)},
            }
            for seat in range(self.players)
        )

    def hand(self, cards: Iterable[int]) -> int:
        """Return a hand of these cards."""
        return sum(map(self.unit.__getitem__, cards))

    def cards(self, hand: int) -> bytes:
        """Return the cards of a hand, sorted, copies repeated."""
        found = []
        width, field = self.width, self._mask
        while hand:
            number = ((hand & -hand).bit_length() - 1) // width
            count = hand >> (number * width) & field
            found.append(self.byte[number] * count)
            hand -= count << (number * width)
        return b"".join(found)

    def kinds_in(self, hand: int) -> bytes:
        """Return the cards of a hand, sorted, each kind once."""
        found = []
        width, field = self.width, self._mask
        while hand:
            number = ((hand & -hand).bit_length() - 1) // width
            found.append(number)
            hand &= ~(field << (number * width))
        return bytes(found)

    def eaten_of(self, turned: bytes) -> bytes:
        """Return the cards out of ``Larva.turned`` that were eaten, in order."""
        return turned.translate(None, _REFUSED_BYTES)

    def rejected_of(self, turned: bytes) -> bytes:
        """Return the cards out of ``Larva.turned`` that were refused, in order."""
        return turned.translate(_UNREFUSED, _EATEN_BYTES)

    def uneaten(self, eaten: bytes) -> bytes:
        """Return all other cards of the set, sorted."""
        if self.width == 1:  # each card is there once
            return self.deck.translate(None, eaten)
        return self.cards(self._everything - self.hand(eaten))

    def strength(self, cards: bytes) -> int:
        """Return the hearts of cards together."""
        return sum(map(self.hearts.__getitem__, cards))

    def names(self, cards: Iterable[int]) -> tuple[str, ...]:
        """Return the ids of cards."""
        return tuple(map(self.ids.__getitem__, cards))
