"""The larva stage: queue, eat, place, draw, digest (MF-2.1, MF-2.2)."""

from __future__ import annotations

from boardkit import chance
from boardkit.game import Game
from boardkit.games.mayfly import adult
from boardkit.games.mayfly.model import (
    MOLTS,
    PILE,
    START_FULLNESS,
    TOKENS,
    FoodDealt,
    GameLost,
    Larva,
    MayflyAction,
    MayflyEvent,
    MayflyState,
    MayflyView,
)
from boardkit.games.mayfly.tables import Tables

__all__ = ["eat", "place", "set_up"]

AnyGame = Game[MayflyState, MayflyAction, MayflyView]


def set_up(game: AnyGame, tables: Tables, seed: bytes) -> MayflyState:
    """Deal the hands and ask the oldest player for the first card of the queue (MF-2.1)."""
    players = tables.players
    oldest = 0
    if tables.options.oldest == "random":
        oldest = chance.shuffled(seed, "oldest", players)[0]
    cards = bytes(chance.shuffle(seed, "food", tables.deck))
    dealt = [sorted(cards[seat:PILE:players]) for seat in range(players)]
    hands = tuple(tables.hand(hand) for hand in dealt)
    events = tuple(FoodDealt(seat, len(hand), tables.names(hand)) for seat, hand in enumerate(dealt))
    larva = Larva(cards[PILE:], b"", b"", START_FULLNESS, 0, 1, None)
    return MayflyState(game, seed, oldest, events, "queue", oldest, hands, larva, None, None, None)


def eat(tables: Tables, larva: Larva, eater: int, events: list[MayflyEvent]) -> Larva:
    """Turn up the card nearest the mouth and eat it if it fits (MF-2.2.1, MF-2.2.5)."""
    card = larva.queue[0]
    fullness, molts, due, feeder = larva.fullness + tables.food[card], larva.molts, larva.molts + 1, eater
    if fullness > TOKENS:
        if not tables.options.digest_on_refusal:
            due = 0
        events.append(tables.refused[eater][card])
        turned = larva.turned + tables.refused_byte[card]
        return Larva(larva.pile, larva.queue[1:], turned, larva.fullness, molts, due, larva.feeder)
    events.append(tables.eaten[eater][card])
    if tables.growth[card] and molts < MOLTS:
        molts += 1
        events.append(tables.molted[molts])
        if tables.options.molt_effective == "same_turn":
            due = molts + 1
    turned = larva.turned + tables.byte[card]
    return Larva(larva.pile, larva.queue[1:], turned, fullness, molts, due, feeder)


def digest(tables: Tables, larva: Larva, eater: int, events: list[MayflyEvent]) -> Larva:
    """Remove the tokens of this turn; a larva with none left has starved (MF-2.2.4)."""
    left = larva.fullness - larva.due
    if left <= 0:
        events.append(tables.digested[eater][larva.fullness])
        events.append(GameLost("starvation"))
        left = 0
    else:
        events.append(tables.digested[eater][larva.due])
    return Larva(larva.pile, larva.queue, larva.turned, left, larva.molts, larva.due, larva.feeder)


def place(tables: Tables, state: MayflyState, action: MayflyAction) -> MayflyState:
    """Place a card, draw, and go on to the next decision (MF-2.2.2 to MF-2.2.6)."""
    seat = state.current_player
    if seat is None:
        raise AssertionError("nobody places a card after the end")
    card = tables.card_of[action]
    old = state.larva
    drawn = old.pile[0]
    hands = state.hands
    hand = hands[seat] - tables.unit[card] + tables.unit[drawn]
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    events: list[MayflyEvent] = [tables.placed[seat][card], tables.drawn[seat][drawn]]
    pile = old.pile[1:]
    larva = Larva(
        pile, old.queue + tables.byte[card], old.turned, old.fullness, old.molts, old.due, old.feeder
    )
    placed = PILE - len(pile)
    oldest = state.oldest
    if state.phase == "queue":
        if placed < tables.queued:
            following = tables.placer[oldest][placed]
            return MayflyState(
                state.game,
                state.seed,
                following,
                tuple(events),
                "queue",
                oldest,
                hands,
                larva,
                None,
                None,
                None,
            )
    else:
        larva = digest(tables, larva, seat, events)
        if not larva.fullness:
            return _starved(state, hands, larva, events)
    if not pile:
        return _last_food(tables, state, hands, larva, events)
    following = tables.placer[oldest][placed]
    larva = eat(tables, larva, following, events)
    return MayflyState(
        state.game, state.seed, following, tuple(events), "larva", oldest, hands, larva, None, None, None
    )


def _last_food(
    tables: Tables, state: MayflyState, hands: tuple[int, ...], larva: Larva, events: list[MayflyEvent]
) -> MayflyState:
    """Play the reduced turns after the pile has run out, then begin the adult stage (MF-2.2.6)."""
    for turn in range(len(larva.turned), tables.turns):
        eater = tables.eater[state.oldest][turn]
        larva = digest(tables, eat(tables, larva, eater, events), eater, events)
        if not larva.fullness:
            return _starved(state, hands, larva, events)
    return adult.set_up(tables, state, hands, larva, events)


def _starved(
    state: MayflyState, hands: tuple[int, ...], larva: Larva, events: list[MayflyEvent]
) -> MayflyState:
    return MayflyState(
        state.game,
        state.seed,
        None,
        tuple(events),
        "over",
        state.oldest,
        hands,
        larva,
        None,
        "starvation",
        None,
    )
