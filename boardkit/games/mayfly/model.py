"""The nouns of Mayfly: options, cards, actions, the state and the view; events stand in ``events.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from boardkit.state import Action, Count, Options, Seat, State, View, tagger

__all__ = [
    "ACTION_TYPES",
    "Adult",
    "Ballot",
    "Battle",
    "Challenge",
    "Flee",
    "FoodCard",
    "Larva",
    "MayflyAction",
    "MayflyComponents",
    "MayflyOptions",
    "MayflyState",
    "MayflyView",
    "Pass",
    "Place",
    "Play",
    "PlayedCard",
    "QueuedCard",
    "TrialBattle",
    "TrialCard",
    "TrialSets",
    "TurnedCard",
    "Vote",
]

FOOD_CARDS = 24
PILE = 12
TOKENS = 8
START_FULLNESS = 6
ROW = 4
TRIALS = 7
MOLTS = 2
EXTRA_TURNS = 2

# Names are spelt as in NewId; states and views, which hold dozens of them, look them up in the set instead.
NewId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern="^[a-z0-9][a-z0-9-]*$",
        description="A name of your own: small letters, digits and hyphens.",
    ),
]
CardId = Annotated[
    str, Meta(min_length=1, max_length=40, description="Id of a food card, such as `algae-3`.")
]
TrialId = Annotated[
    str, Meta(min_length=1, max_length=40, description="Id of a trial card, such as `trial-3`.")
]
Label = Annotated[str, Meta(max_length=40, description="A name for people; empty for none.")]
Hearts = Annotated[int, Meta(ge=0, le=20, description="Strength, the number of hearts.")]
Food = Annotated[int, Meta(ge=0, le=20, description="Amount of food, the number of dots.")]
Copies = Annotated[int, Meta(ge=1, le=FOOD_CARDS, description="How many such cards there are.")]
Tokens = Annotated[int, Meta(ge=0, le=TOKENS, description="Brown tokens.")]
MoltCount = Annotated[int, Meta(ge=0, le=MOLTS, description="How often the larva has molted.")]
Due = Annotated[int, Meta(ge=0, le=MOLTS + 1, description="Tokens that a digestion removes.")]
Cards = Annotated[tuple[CardId, ...], Meta(max_length=FOOD_CARDS)]
Choice = Literal["challenge", "flee"]
Cause = Literal["starvation", "stamina", "cards"]
EndingId = Literal["A4D4", "A3D5", "A5D3", "other"]
Phase = Literal["queue", "larva", "decide", "vote", "battle", "over"]
FoodKind = Literal["algae", "growth", "detritus"]


# ---- options and components ------------------------------------------------------------------------


class MayflyOptions(Options, frozen=True):
    """The options of Mayfly, one a ruling that groups play in different ways."""

    initial_queue: Annotated[
        Literal["two_total", "two_each"],
        Meta(
            description="How many cards are queued before the first turn: two in all, or two a player (M1)."
        ),
    ] = "two_total"
    first_turn: Annotated[
        Literal["left_of_oldest", "left_of_last_placer"],
        Meta(description="Whose turn is the first: left of the oldest, or of who placed last (M2)."),
    ] = "left_of_oldest"
    oldest: Annotated[
        Literal["seat", "random"],
        Meta(description="Who is the oldest: seat 0, or a seat drawn at random (M3)."),
    ] = "seat"
    digest_on_refusal: Annotated[
        bool, Meta(description="Whether the larva digests in a turn in which it refused its food (M4).")
    ] = True
    molt_effective: Annotated[
        Literal["same_turn", "next_turn"],
        Meta(description="From which digestion on a molt counts (M5)."),
    ] = "same_turn"
    open_hands: Annotated[
        bool, Meta(description="Play with open hands in both stages; queued cards are known too (M11).")
    ] = False
    extra_cards_from: Annotated[
        Literal["left_of_dealer", "dealer"],
        Meta(description="Who is dealt the first card of the adult's hands, and so the odd ones (M13)."),
    ] = "left_of_dealer"
    decision: Annotated[
        Literal["current_player", "majority_vote"],
        Meta(description="Who chooses between challenge and flee: who would play first, or a vote (M15)."),
    ] = "current_player"
    plus_timing: Annotated[
        Literal["on_challenge", "on_reveal"],
        Meta(description="When the cards of a trial's + marks are turned up (M16)."),
    ] = "on_challenge"
    trial_starter: Annotated[
        Literal["dealer", "continue"],
        Meta(description="Who begins a battle: always the dealer, or left of who won the last battle (M19)."),
    ] = "dealer"
    allow_suicidal_flee: Annotated[
        bool, Meta(description="Whether the last token may be spent on fleeing, which loses (M25).")
    ] = True
    growth_counts_as_algae: Annotated[
        bool, Meta(description="Whether growth algae count as algae for the ending, or as neither (M28).")
    ] = True
    stamina_reset: Annotated[
        Literal["all", "survivors"],
        Meta(description="The adult's stamina: all eight tokens, or those left on the larva (M35)."),
    ] = "all"
    trial_set: Annotated[
        Literal["standard", "easy", "hard"], Meta(description="Which set of trial cards is used (M36).")
    ] = "standard"


class FoodCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of food card.

    Attributes:
        id: its name in actions and views.
        kind: `algae`, `growth` (growth algae, which make the larva molt) or `detritus`.
        food: how many tokens it adds when it is eaten.
        hearts: its strength in a battle.
        copies: how many such cards there are.
    """

    id: NewId
    kind: FoodKind
    food: Food
    hearts: Hearts
    copies: Copies = 1


class TrialCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A trial card.

    Attributes:
        id: its name in actions and views.
        hearts: its strength.
        plus: its + marks; each adds the strength of a card out of the rival pile.
        en: its title in English; empty to take the standard one.
        ja: its title in Japanese; empty to take the standard one.
    """

    id: NewId
    hearts: Annotated[int, Meta(ge=1, le=99, description="Strength, the number of hearts.")]
    plus: Annotated[int, Meta(ge=0, le=9, description="How many + marks.")] = 0
    en: Label = ""
    ja: Label = ""


class TrialSets(Struct, frozen=True, forbid_unknown_fields=True):
    """The sets of seven trial cards out of which the option `trial_set` chooses; a custom set may leave some empty."""

    standard: Annotated[tuple[TrialCard, ...], Meta(max_length=TRIALS)]
    easy: Annotated[tuple[TrialCard, ...], Meta(max_length=TRIALS)] = ()
    hard: Annotated[tuple[TrialCard, ...], Meta(max_length=TRIALS)] = ()


class MayflyComponents(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of the game: 24 food cards and up to three sets of seven trial cards."""

    food: Annotated[tuple[FoodCard, ...], Meta(min_length=1, max_length=FOOD_CARDS)]
    trials: TrialSets


# ---- actions ---------------------------------------------------------------------------------------


class MayflyAction(Action, frozen=True, tag=tagger("mayfly")):
    """Base of the actions of Mayfly."""


class Place(MayflyAction, frozen=True):
    """Put a hand card face down at the back of the queue.

    Attributes:
        card: the food card.
    """

    card: CardId


class Challenge(MayflyAction, frozen=True):
    """Begin the battle with the trial that lies open."""


class Flee(MayflyAction, frozen=True):
    """Give up a token and meet another trial instead."""


class Vote(MayflyAction, frozen=True):
    """Vote in secret on what the group does.

    Attributes:
        choice: `challenge` or `flee`.
    """

    choice: Choice


class Play(MayflyAction, frozen=True):
    """Play a hand card, with a token on it, against the trial.

    Attributes:
        card: the food card.
    """

    card: CardId


class Pass(MayflyAction, frozen=True):
    """Play no card in this turn of the battle."""


ACTION_TYPES = (Place, Challenge, Flee, Vote, Play, Pass)


# ---- state -----------------------------------------------------------------------------------------


class Larva(Struct, frozen=True, gc=False):
    """The larva stage; in the adult stage it stays as it was at its end.

    Cards are their places in the component set. Who placed which card and whose turn it is follow from how
    many cards were placed (see ``tables.py``), so neither is a field.

    Attributes:
        pile: the food pile, top first.
        queue: the face-down cards, nearest the mouth first.
        turned: every card turned up, in order; ``REFUSED`` is added to a refused one.
        fullness: tokens on the body.
        molts: how often the larva has molted.
        due: tokens that the digestion at the end of this turn removes.
        feeder: in whose turn the last card was eaten, or None.
    """

    pile: bytes
    queue: bytes
    turned: bytes
    fullness: int
    molts: int
    due: int
    feeder: int | None


class Battle(Struct, frozen=True, gc=False):
    """A trial turned up, and what lies with it.

    Attributes:
        trial: its place in the trial set.
        rivals: cards turned up for its + marks.
        foods: cards played against it, in order.
        players: who played each of them.
    """

    trial: int
    rivals: bytes
    foods: bytes
    players: bytes


class Adult(Struct, frozen=True, gc=False):
    """The adult stage.

    Attributes:
        dealer: who dealt the eaten cards.
        starter: who would begin the next battle, holding a card or not.
        stamina: tokens on the lid.
        rivals: the rival pile, top first.
        row: the face-down trials of the row, nearest the box first.
        reserve: the trial pile, top first.
        trial: the open trial, or None.
        missing: strength still missing to overcome it.
        overcome: the trials overcome, in order.
        fled: the trials abandoned, in order.
        passes: passes since the last card or the start of this battle.
        votes: 1 for each vote to flee, 0 for each to challenge, from seat 0.
        given: what each player put into the rival pile unseen, as hands.
    """

    dealer: int
    starter: int
    stamina: int
    rivals: bytes
    row: bytes
    reserve: bytes
    trial: Battle | None
    missing: int
    overcome: tuple[Battle, ...]
    fled: tuple[Battle, ...]
    passes: int
    votes: bytes
    given: tuple[int, ...]


class MayflyState(State, frozen=True, gc=False):
    """A game of Mayfly in play.

    Attributes:
        phase: `queue` (set-up), `larva`, `decide`, `vote`, `battle` or `over`.
        oldest: the seat of the oldest player.
        hands: one a seat, as an int with a few bits for each kind of card.
        larva: the larva stage.
        adult: the adult stage, or None before it.
        cause: why the game is lost, or None.
        ending: how the won game ends, or None.
    """

    phase: Phase
    oldest: int
    hands: tuple[int, ...]
    larva: Larva
    adult: Adult | None
    cause: Cause | None
    ending: EndingId | None

    @property
    def returns(self) -> tuple[int, ...]:
        """2 for each player for a named ending, 1 for the other ending, 0 for a loss and before the end."""
        return (points(self.ending),) * len(self.hands)

    @property
    def ranking(self) -> tuple[int, ...] | None:
        """At the end rank 1 for everybody if the game is won, 2 if it is lost; None before."""
        if self.current_player is not None:
            return None
        return (1 if self.ending is not None else 2,) * len(self.hands)


def points(ending: EndingId | None) -> int:
    """Return what an ending is worth to each player."""
    if ending is None:
        return 0
    return 1 if ending == "other" else 2


# ---- view ------------------------------------------------------------------------------------------


class QueuedCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card in the queue.

    Attributes:
        player: who placed it.
        card: which; None for who may not know.
    """

    player: Seat
    card: CardId | None


class TurnedCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card that was turned up at the mouth.

    Attributes:
        player: who placed it.
        card: the food card.
        eaten: whether it was eaten, or refused.
    """

    player: Seat
    card: CardId
    eaten: bool


class PlayedCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card played in a battle.

    Attributes:
        player: who played it.
        card: the food card.
    """

    player: Seat
    card: CardId


class TrialBattle(Struct, frozen=True, forbid_unknown_fields=True):
    """A trial turned up, and what lies with it.

    Attributes:
        trial: the trial card.
        rivals: the cards turned up for its + marks.
        foods: the cards played against it, in order.
    """

    trial: TrialId
    rivals: Annotated[tuple[CardId, ...], Meta(max_length=9)]
    foods: Annotated[tuple[PlayedCard, ...], Meta(max_length=TOKENS)]


class Ballot(Struct, frozen=True, forbid_unknown_fields=True):
    """A vote in a vote that is not over.

    Attributes:
        player: who voted.
        choice: what for; None for who may not know.
    """

    player: Seat
    choice: Choice | None


class MayflyView(View, frozen=True):
    """What one player may know of a game of Mayfly.

    Attributes:
        phase: `queue` (the set-up of the queue), `larva`, `decide`, `vote`, `battle` or `over`.
        oldest: the seat of the oldest player.
        hand_sizes: how many cards each player holds.
        hands: each player's cards, sorted; None for a hand that the viewer may not see.
        pile: cards left in the food pile.
        queue: the queued cards, nearest the mouth first.
        turned: every card turned up at the mouth, in order, eaten and refused.
        fullness: tokens on the larva; in the adult stage those it ended with.
        molts: how often the larva has molted.
        due: tokens that the digestion of this turn removes.
        stamina: tokens on the adult; 0 in the larva stage.
        dealer: who dealt the eaten cards, or None in the larva stage.
        starter: who begins the next battle if holding cards, or None in the larva stage.
        rivals: cards left in the rival pile.
        row: face-down trials in the row.
        reserve: cards left in the trial pile.
        trial: the open trial, or None.
        missing: strength still missing to overcome it, as far as it is known.
        overcome: the trials overcome, in order.
        fled: the trials abandoned, in order.
        passes: passes since the last card or the start of this battle.
        votes: the votes cast so far in a vote that is not over.
        given: what each player put unseen into the rival pile when the larva stage ended (hand and queue),
            sorted; None for what the viewer never saw; empty in the larva stage.
        cause: why the game is lost, or None.
        ending: how the won game ends, or None.
    """

    phase: Phase
    oldest: Seat
    hand_sizes: Annotated[tuple[Count, ...], Meta(max_length=4)]
    hands: Annotated[tuple[Cards | None, ...], Meta(max_length=4)]
    pile: Count
    queue: Annotated[tuple[QueuedCard, ...], Meta(max_length=PILE)]
    turned: Annotated[tuple[TurnedCard, ...], Meta(max_length=PILE)]
    fullness: Tokens
    molts: MoltCount
    due: Due
    stamina: Tokens
    dealer: Seat | None
    starter: Seat | None
    rivals: Count
    row: Count
    reserve: Count
    trial: TrialBattle | None
    missing: Count
    overcome: Annotated[tuple[TrialBattle, ...], Meta(max_length=ROW)]
    fled: Annotated[tuple[TrialBattle, ...], Meta(max_length=TRIALS)]
    passes: Count
    votes: Annotated[tuple[Ballot, ...], Meta(max_length=4)]
    given: Annotated[tuple[Cards | None, ...], Meta(max_length=4)]
    cause: Cause | None
    ending: EndingId | None

    @property
    def stage(self) -> Literal["larva", "adult"]:
        """The stage that the game is in, or in which it ended."""
        return "larva" if self.dealer is None else "adult"

    def counts(self) -> Mapping[str, int]:
        """Return the public counts.

        Keys: ``hand/<seat>``, ``pile``, ``queue``, ``eaten``, ``rejected`` (cards in these zones), ``rivals``
        (the rival pile), ``rivals/turned``, ``played`` (food cards with a token), ``trials/row``,
        ``trials/pile``, ``trials/open``, ``trials/overcome``, ``trials/fled``, ``fullness``, ``stamina``
        (tokens) and ``molts``.
        """
        larva = self.dealer is None
        eaten = sum(card.eaten for card in self.turned)
        battles = [*self.overcome, *self.fled, *((self.trial,) if self.trial is not None else ())]
        counts = {f"hand/{seat}": size for seat, size in enumerate(self.hand_sizes)}
        counts.update(
            {
                "pile": self.pile,
                "queue": len(self.queue),
                "eaten": eaten if larva else 0,
                "rejected": len(self.turned) - eaten if larva else 0,
                "rivals": self.rivals,
                "rivals/turned": sum(len(battle.rivals) for battle in battles),
                "played": sum(len(battle.foods) for battle in battles),
                "trials/row": self.row,
                "trials/pile": self.reserve,
                "trials/open": 0 if self.trial is None else 1,
                "trials/overcome": len(self.overcome),
                "trials/fled": len(self.fled),
                "fullness": self.fullness if larva else 0,
                "stamina": self.stamina,
                "molts": self.molts,
            }
        )
        return counts
