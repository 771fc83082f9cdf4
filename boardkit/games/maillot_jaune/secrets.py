"""The same match with everything hidden drawn again: for tests of secrecy.

Written from the information model of the rules (MJ-5), not from what ``observe`` does: a player knows the own
hand, whatever was laid, put out or shown, and the counts; the other hands and the pile may be anything that
the rules allow. Headwinds are never kept in a hand, and who is asked for a play holds a speed card.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from boardkit import chance
from boardkit.games.maillot_jaune.model import PLAY, CardDrawn, HandDealt, HeadwindReplaced, Rider, State
from boardkit.state import Event

if TYPE_CHECKING:
    from boardkit.games.maillot_jaune.rules import MaillotJaune


def permute_hidden(game: MaillotJaune, state: State, player: int | None, seed: bytes) -> State:
    """Return a legal state that differs from ``state`` only in what ``player`` cannot know."""
    rng = random.Random(seed)  # noqa: S311  tests only; nothing of a game is drawn from it
    names = game.tables.names
    hidden = [_hidden_part(game, rider) if seat != player else [] for seat, rider in enumerate(state.riders)]
    pool = [card for cards in hidden for card in cards] + [names[code] for code in state.pile]
    while True:
        rng.shuffle(pool)
        rest = list(pool)
        dealt = [_take(rest, len(cards)) for cards in hidden]
        if _can_play(game, state, player, dealt):
            break
    riders = tuple(
        _with_hidden(game, rider, cards) if seat != player else rider
        for seat, (rider, cards) in enumerate(zip(state.riders, dealt, strict=True))
    )
    return State(
        game,
        chance.derive(seed, "permuted"),
        state.current_player,
        _permuted_events(game, state, riders, dealt, player),
        state.phase,
        state.stage,
        state.leader,
        state.tempo,
        state.mountain,
        state.mountains_seen,
        bytes(game.tables.codes[card] for card in rest),
        riders,
        state.aside,
    )


def _hidden_part(game: MaillotJaune, rider: Rider) -> list[str]:
    """Return the cards of a hand that were not shown to everybody."""
    cards = list(game.tables.hand_names[rider.hand])
    for card in game.tables.hand_names[rider.shown]:
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
    shown = game.tables.hand_names[state.riders[seat].shown]
    return any(card.startswith("speed") for card in [*dealt[seat], *shown])


def _with_hidden(game: MaillotJaune, rider: Rider, cards: list[str]) -> Rider:
    hand = rider.shown + game.tables.pack(cards)
    return Rider(
        hand, game.tables.kinds(hand), rider.shown, rider.chips, rider.headwinds, rider.speed, rider.laid,
        rider.points, rider.wins,
    )  # fmt: skip


def _permuted_events(
    game: MaillotJaune, state: State, riders: tuple[Rider, ...], dealt: list[list[str]], player: int | None
) -> tuple[Event, ...]:
    """Let the draws of the last step tell of the new hands, as far as ``player`` did not see them."""
    order = game.tables.codes.__getitem__
    fresh = [list(cards) for cards in dealt]
    counts = {
        seat: sum(isinstance(e, HandDealt) and e.player == seat for e in state.events) for seat in range(len(riders))
    }
    exchanged = {
        seat: [e.card for e in state.events if isinstance(e, HeadwindReplaced) and e.player == seat]
        for seat in range(len(riders))
    }
    events: list[Event] = []
    for event in state.events:
        if not isinstance(event, CardDrawn | HandDealt | HeadwindReplaced) or event.player == player:
            events.append(event)
            continue
        left = fresh[event.player]
        if isinstance(event, CardDrawn):
            # After a hand was shown the drawn card is known; else it is one of the hidden ones.
            hidden = left and event.card in _hidden_part(game, state.riders[event.player])
            events.append(CardDrawn(event.player, left.pop() if hidden else event.card))
        elif isinstance(event, HandDealt):
            winds = sum(card != "headwind" for card in exchanged[event.player])
            drawn_later = sum(isinstance(e, CardDrawn) and e.player == event.player for e in state.events)
            kept = [left.pop(0) for _ in range(max(0, min(event.count - winds, len(left) - winds - drawn_later)))]
            cards = [*kept, *["headwind"] * (event.count - len(kept))]
            events.append(HandDealt(event.player, event.count, tuple(sorted(cards, key=order))))
        else:
            wind = event.card == "headwind" or not left
            events.append(HeadwindReplaced(event.player, "headwind" if wind else left.pop(0)))
    assert all(n <= 1 for n in counts.values())  # a hand is dealt once a stage  # noqa: S101
    return tuple(events)
