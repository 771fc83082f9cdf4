"""The larva stage: queue, eat, place, draw, digest (MF-2.1, MF-2.2)."""

from __future__ import annotations

from msgspec.structs import replace

from boardkit import chance
from boardkit.game import Game
from boardkit.games.mayfly import adult
from boardkit.games.mayfly.events import (
    FoodDealt,
    GameLost,
    MayflyEvent,
)
from boardkit.games.mayfly.model import (
    MOLTS,
    PILE,
    START_FULLNESS,
    TOKENS,
    Larva,
    MayflyAction,
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
    cards = chance.shuffle(seed, "food", tables.deck)
    dealt = [sorted(cards[seat:PILE:players]) for seat in range(players)]
    hands = tuple(map(tables.hand, dealt))
    events = tuple([FoodDealt(seat, len(hand), tables.names(hand)) for seat, hand in enumerate(dealt)])
    larva = Larva(bytes(cards[PILE:]), b"", b"", START_FULLNESS, 0, 1, None)
    return MayflyState(game, seed, oldest, events, "queue", oldest, hands, larva, None, None, None)


def eat(
    tables: Tables, larva: Larva, parts: tuple[bytes, bytes, int], eater: int, events: list[MayflyEvent]
) -> Larva:
    """Turn up the card nearest the mouth and eat it if it fits (MF-2.2.1, MF-2.2.5).

    Args:
        tables: the game's tables.
        larva: the larva, but for ``parts``.
        parts: its pile, queue and fullness by now.
        eater: whose turn it is.
        events: what happens is added here.
    """
    pile, queue, fullness = parts
    card, molts = queue[0], larva.molts
    filled = fullness + tables.food[card]
    if filled > TOKENS:
        events.append(tables.refused[eater][card])
        due = molts + 1 if tables.options.digest_on_refusal else 0
        turned = larva.turned + tables.refused_byte[card]
        return Larva(pile, queue[1:], turned, fullness, molts, due, larva.feeder)
    events.append(tables.eaten[eater][card])
    due = molts + 1
    if tables.growth[card] and molts < MOLTS:
        molts += 1
        events.append(tables.molted[molts])
        if tables.options.molt_effective == "same_turn":
            due = molts + 1
    return Larva(pile, queue[1:], larva.turned + tables.byte[card], filled, molts, due, eater)


def digest(tables: Tables, larva: Larva, eater: int, events: list[MayflyEvent]) -> int:
    """Return the tokens that this turn's digestion leaves; a larva with none left has starved (MF-2.2.4)."""
    fullness, due = larva.fullness, larva.due
    if fullness > due:
        events.append(tables.digested[eater][due])
        return fullness - due
    events.append(tables.digested[eater][fullness])
    events.append(GameLost("starvation"))
    return 0


def place(tables: Tables, state: MayflyState, action: MayflyAction) -> MayflyState:
    """Place a card, draw, and go on to the next decision (MF-2.2.2 to MF-2.2.6)."""
    seat = state.current_player
    if seat is None:
        raise AssertionError("nobody places a card after the end")
    card, old, hands = tables.card_of[action], state.larva, state.hands
    drawn = old.pile[0]
    hand = hands[seat] - tables.unit[card] + tables.unit[drawn]
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    events: list[MayflyEvent] = [tables.placed[seat][card], tables.drawn[seat][drawn]]
    pile, queue, fullness = old.pile[1:], old.queue + tables.byte[card], old.fullness
    if state.phase == "larva":
        fullness = digest(tables, old, seat, events)
    placed = PILE - len(pile)
    if fullness and pile and placed >= tables.queued:  # the usual case: the next turn begins
        seat = tables.placer[state.oldest][placed]
        larva = eat(tables, old, (pile, queue, fullness), seat, events)
        return replace(
            state, current_player=seat, events=tuple(events), phase="larva", hands=hands, larva=larva
        )
    larva = Larva(pile, queue, old.turned, fullness, old.molts, old.due, old.feeder)
    if not fullness:
        return _starved(state, hands, larva, events)
    if not pile:
        return _last_food(tables, state, hands, larva, events)
    return replace(
        state,
        current_player=tables.placer[state.oldest][placed],
        events=tuple(events),
        hands=hands,
        larva=larva,
    )


def _last_food(
    tables: Tables, state: MayflyState, hands: tuple[int, ...], larva: Larva, events: list[MayflyEvent]
) -> MayflyState:
    """Play the reduced turns after the pile has run out, then begin the adult stage (MF-2.2.6)."""
    for eater in tables.eater[state.oldest][len(larva.turned) :]:
        larva = eat(tables, larva, (larva.pile, larva.queue, larva.fullness), eater, events)
        larva = replace(larva, fullness=digest(tables, larva, eater, events))
        if not larva.fullness:
            return _starved(state, hands, larva, events)
    return adult.set_up(tables, state, hands, larva, events)


def _starved(
    state: MayflyState, hands: tuple[int, ...], larva: Larva, events: list[MayflyEvent]
) -> MayflyState:
    return replace(
        state,
        current_player=None,
        events=tuple(events),
        phase="over",
        hands=hands,
        larva=larva,
        cause="starvation",
    )
