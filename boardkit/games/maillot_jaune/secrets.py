"""The same match with everything hidden drawn again: for tests of secrecy.

Written from the information model of the rules (MJ-5), not from what ``observe`` does: a player knows the own
hand, whatever was laid, put out or shown, and the counts; the other hands and the pile may be anything that
the rules allow. Headwinds are never kept in a hand, and who is asked for a play holds a speed card.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from boardkit import chance
from boardkit.games.maillot_jaune.events import (
    CardDrawn,
    HandDealt,
    HeadwindReplaced,
)
from boardkit.games.maillot_jaune.model import (
    PLAY,
    Rider,
    State,
)
from boardkit.state import Event

if TYPE_CHECKING:
    from boardkit.games.maillot_jaune.rules import MaillotJaune


def permute_hidden(game: MaillotJaune, state: State, player: int | None, seed: bytes) -> State:
    """Return a legal state that differs from ``state`` only in what ``player`` cannot know."""
    rng = random.Random(seed)
    names = game.tables.names
    hidden = [_hidden_part(game, state, seat) if seat != player else [] for seat in range(game.players)]
    pool = [card for cards in hidden for card in cards] + [names[code] for code in state.pile]
    while True:
        rng.shuffle(pool)
        rest = list(pool)
        dealt = [_take(rest, len(cards)) for cards in hidden]
        if _can_play(game, state, player, dealt):
            break
    riders = tuple(
        _with_hidden(game, state, seat, cards) if seat != player else state.riders[seat]
        for seat, cards in enumerate(dealt)
    )
    return State(
        game,
        chance.derive(seed, "permuted"),
        state.current_player,
        _permuted_events(game, state, dealt, player),
        state.phase,
        state.leader,
        state.tempo,
        state.mountain,
        bytes(game.tables.codes[card] for card in rest),
        riders,
        state.stage,
    )


def _hidden_part(game: MaillotJaune, state: State, seat: int) -> list[str]:
    """Return the cards of a hand that were not shown to everybody."""
    cards = list(game.tables.hand_names[state.riders[seat].hand])
    for card in game.tables.hand_names[state.stage.shown[seat]]:
        cards.remove(card)
    return cards


def _take(rest: list[str], count: int) -> list[str]:
    """Take the first ``count`` cards that may be in a hand."""
    taken = [card for card in rest if card != "headwind"][:count]
    for card in taken:
        rest.remove(card)
    return taken


def _can_play(game: MaillotJaune, state: State, player: int | None, dealt: list[list[str]]) -> bool:
    seat = state.current_player
    if seat is None or seat == player or state.phase != PLAY:
        return True
    shown = game.tables.hand_names[state.stage.shown[seat]]
    return any(card.startswith("speed") for card in [*dealt[seat], *shown])


def _with_hidden(game: MaillotJaune, state: State, seat: int, cards: list[str]) -> Rider:
    rider = state.riders[seat]
    hand = game.tables.pack_names([*game.tables.hand_names[state.stage.shown[seat]], *cards])
    return Rider(hand, rider.chips, rider.headwinds, rider.speed, rider.laid)


def _permuted_events(
    game: MaillotJaune, state: State, dealt: list[list[str]], player: int | None
) -> tuple[Event, ...]:
    """Let the draws of the last step tell of the new hands, as far as ``player`` did not see them."""
    fresh = [list(cards) for cards in dealt]
    events: list[Event] = []
    # Backwards, since what was drawn last is what surely lies in the hand still.
    for event in reversed(state.events):
        if not isinstance(event, CardDrawn | HandDealt | HeadwindReplaced) or event.player == player:
            events.append(event)
        elif isinstance(event, HandDealt):
            events.append(_permuted_deal(game, event, fresh[event.player]))
        elif event.card == "headwind" or event.card not in _hidden_part(game, state, event.player):
            events.append(event)  # known after all: a headwind was exchanged at once, a hand was shown
        else:
            events.append(type(event)(event.player, fresh[event.player].pop()))
    return tuple(reversed(events))


def _permuted_deal(game: MaillotJaune, event: HandDealt, left: list[str]) -> HandDealt:
    """Deal the cards that came neither for a headwind nor later; how many headwinds there were is public."""
    cards = [*left, *["headwind"] * (event.count - len(left))]
    return HandDealt(event.player, event.count, tuple(sorted(cards, key=game.tables.codes.__getitem__)))
