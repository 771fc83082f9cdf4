"""What the effects of acquired cards do, one small function for each word of the vocabulary.

A function that carries out an effect returns whether the processing goes on: False when somebody has to be
asked first, or when the round is over. A function that takes up the processing again (the public ones)
returns whether the actor's effects are done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardkit.games.tamakushige import cards as data
from boardkit.games.tamakushige import events as ev
from boardkit.games.tamakushige import hearts as hearts_of
from boardkit.games.tamakushige.board import BLOCKED
from boardkit.games.tamakushige.model import (
    ACCEPT,
    DROP,
    IGNORE,
    NOBODY,
    NOTHING,
    PROCESS,
    RELIGHT,
    SWAP,
    TARGET,
    Hearts,
    State,
    Swap,
)
from boardkit.games.tamakushige.turn import Turn, move, put

__all__ = [
    "accept",
    "begin",
    "circles",
    "decline",
    "drop",
    "holds",
    "ignore",
    "possible",
    "process",
    "relight",
    "supply",
    "swap",
    "target",
    "targets",
]

_HOZUKI = 2


def begin(turn: Turn, actor: int) -> bool:
    """Process the cards that ``actor`` acquired in this trick (TA-2.4)."""
    turn.actor = actor
    return _run(turn)


def _run(turn: Turn) -> bool:
    """Go on with the actor's effects; return whether they are done."""
    effects_of = turn.tables.effects
    while True:
        card = turn.card
        if card == NOTHING:
            if turn.actor == turn.winner and turn.hozuki & (turn.hozuki - 1):
                turn.ask(PROCESS, turn.actor)
                return False
            card = _next_card(turn)
            if card == NOTHING:
                return True
            if not effects_of[card]:
                continue
            _take_up(turn, card)
        effects = effects_of[card]
        while turn.effect < len(effects):
            if not _start(turn, effects[turn.effect]):
                return False
            turn.effect += 1
            if not turn.active >> turn.actor & 1:
                return True
        turn.card = NOTHING
        turn.effect = 0


def _resume(turn: Turn) -> bool:
    """Go on after the decision that an effect asked for has been carried out."""
    turn.target, turn.offered = NOBODY, NOTHING
    turn.effect += 1
    return not turn.active >> turn.actor & 1 or _run(turn)


def _next_card(turn: Turn) -> int:
    """Return the card to process next where its owner need not say which: hozuki first (TA-2.4)."""
    if turn.actor != turn.winner:
        card, turn.given = turn.given, NOTHING
    elif turn.hozuki:
        card, turn.hozuki = turn.hozuki.bit_length() - 1, 0
    else:
        card, turn.picked = turn.picked, NOTHING
    return card


def _take_up(turn: Turn, card: int) -> None:
    """Begin to process a card that has effects."""
    turn.card = card
    turn.effect = 0
    turn.events.append(turn.tables.processed_events[turn.actor][card])


def process(turn: Turn, card: int) -> bool:
    """The owner has chosen which hozuki comes next (T21)."""
    turn.hozuki ^= 1 << card
    _take_up(turn, card)
    return _run(turn)


# ---- conditions and what is possible ---------------------------------------------------------------


def holds(turn: Turn, condition: data.Condition | None) -> bool:
    """Whether a condition holds now for the actor (T22)."""
    if condition is None:
        return True
    if isinstance(condition, data.LanternsAtLeastCondition):
        return turn.collected >= condition.lanterns
    acquired = turn.acquired[turn.actor]
    if isinstance(condition, data.AcquiredSuitAtLeastCondition):
        suit: int = turn.tables.suit_of[condition.suit]
        return (acquired & suit).bit_count() >= condition.cards
    if isinstance(condition, data.AcquiredTotalAtLeastCondition):
        return acquired.bit_count() >= condition.cards
    return all(acquired & suit for suit in turn.tables.suit_masks)


def targets(place: Turn | State, effect: data.Effect, actor: int) -> int:
    """Return a mask of the players whom the actor may name for ``effect``."""
    others = place.active & ~(1 << actor)
    if isinstance(effect, data.ChooseNextStarterEffect):
        return place.active
    if isinstance(effect, data.StealScytheEffect):
        return sum(1 << seat for seat, tokens in enumerate(place.scythes) if tokens and others >> seat & 1)
    return others


def circles(place: Turn | State, all_circles: int) -> int:
    """Return a mask of the grey circles on which a lantern may be put back (T36)."""
    here = 1 << place.soul if place.soul >= 0 else 0
    return all_circles & ~place.lit & ~here if place.collected else 0


def possible(turn: Turn, effect: data.Effect) -> bool:
    """Whether an effect can do anything; if not, nobody is asked anything about it (T45)."""
    test = _POSSIBLE.get(type(effect))
    return test is None or test(turn, effect)


def _names_somebody(turn: Turn, effect: Any) -> bool:
    return targets(turn, effect, turn.actor) > 0


def _names_somebody_with_cards(turn: Turn, effect: Any) -> bool:
    return bool(turn.hands[turn.actor]) and targets(turn, effect, turn.actor) > 0


_POSSIBLE: dict[type, Callable[[Turn, Any], bool]] = {
    data.GainScytheEffect: lambda turn, effect: supply(turn) > 0,  # noqa: ARG005  one signature for all
    data.LoseScytheEffect: lambda turn, effect: turn.scythes[turn.actor] > 0,  # noqa: ARG005  as above
    data.MoveSoulTowardCenterEffect: lambda turn, effect: (  # noqa: ARG005  as above
        turn.tables.board.moves[turn.soul][_HOZUKI] not in (BLOCKED, turn.soul)
    ),
    data.RelightLanternEffect: lambda turn, effect: circles(turn, turn.tables.board.circles) > 0,  # noqa: ARG005  as above
    data.DiscardAcquiredEffect: lambda turn, effect: turn.acquired[turn.actor] > 0,  # noqa: ARG005  as above
    data.SwapHandCardEffect: _names_somebody_with_cards,
    data.ChooseNextStarterEffect: _names_somebody_with_cards,
    data.PeekRoleEffect: _names_somebody,
    data.StealScytheEffect: _names_somebody,
    data.EliminateOtherEffect: _names_somebody,
}


def supply(turn: Turn | State) -> int:
    """Return how many scythe tokens nobody has."""
    return int(turn.game.components.data.scythes) - sum(turn.scythes)


# ---- carrying out --------------------------------------------------------------------------------


def _start(turn: Turn, effect: data.Effect) -> bool:
    if effect.when is not None and not holds(turn, effect.when):
        return True
    if not possible(turn, effect):
        return True
    if effect.optional:
        turn.ask(ACCEPT, turn.actor)
        return False
    return _carry_out(turn, effect)


def _carry_out(turn: Turn, effect: data.Effect) -> bool:
    """Do what an effect says, or ask for the choice that it needs."""
    return _DO[type(effect)](turn, effect)


def accept(turn: Turn) -> bool:
    """The actor uses an optional effect (T42)."""
    return _carry_out(turn, turn.tables.effects[turn.card][turn.effect]) and _resume(turn)


def decline(turn: Turn, seat: int) -> bool:
    """The actor does not use an optional effect."""
    turn.events.append(ev.Declined(seat, "effect"))
    return _resume(turn)


def _points(turn: Turn, effect: data.PointsEffect) -> bool:
    before = turn.points[turn.actor]
    change = max(effect.change, -before)
    if change:
        turn.points = put(turn.points, turn.actor, before + change)
        turn.events.append(ev.PointsChanged(turn.actor, change))
    return True


def _gain_scythe(turn: Turn, effect: data.GainScytheEffect) -> bool:
    tokens = min(effect.tokens, supply(turn))
    turn.scythes = put(turn.scythes, turn.actor, turn.scythes[turn.actor] + tokens)
    turn.events.append(ev.ScythesGained(turn.actor, tokens))
    return True


def _lose_scythe(turn: Turn, effect: data.LoseScytheEffect) -> bool:
    tokens = min(effect.tokens, turn.scythes[turn.actor])
    turn.scythes = put(turn.scythes, turn.actor, turn.scythes[turn.actor] - tokens)
    turn.events.append(ev.ScythesReturned(turn.actor, tokens))
    return True


def _move_soul_toward_center(turn: Turn, effect: data.MoveSoulTowardCenterEffect) -> bool:  # noqa: ARG001  one signature for all
    board = turn.tables.board
    way, reached = board.ways[turn.soul][_HOZUKI], board.moves[turn.soul][_HOZUKI]
    return not move(turn, way, reached, "effect", turn.actor)


def _eliminate_self(turn: Turn, effect: data.EliminateSelfEffect) -> bool:  # noqa: ARG001  as above
    return _threaten(turn, turn.actor)


def _ask(phase: int) -> Callable[[Turn, Any], bool]:
    def ask(turn: Turn, effect: data.Effect) -> bool:  # noqa: ARG001  as above
        turn.ask(phase, turn.actor)
        return False

    return ask


_DO: dict[type, Callable[[Turn, Any], bool]] = {
    data.PointsEffect: _points,
    data.GainScytheEffect: _gain_scythe,
    data.LoseScytheEffect: _lose_scythe,
    data.MoveSoulTowardCenterEffect: _move_soul_toward_center,
    data.EliminateSelfEffect: _eliminate_self,
    data.RelightLanternEffect: _ask(RELIGHT),
    data.DiscardAcquiredEffect: _ask(DROP),
    data.PeekRoleEffect: _ask(TARGET),
    data.SwapHandCardEffect: _ask(TARGET),
    data.ChooseNextStarterEffect: _ask(TARGET),
    data.StealScytheEffect: _ask(TARGET),
    data.EliminateOtherEffect: _ask(TARGET),
}


# ---- after a choice --------------------------------------------------------------------------------


def target(turn: Turn, seat: int) -> bool:
    """The actor has named a player."""
    kind = type(turn.tables.effects[turn.card][turn.effect])
    if kind is data.SwapHandCardEffect:
        turn.target = seat
        turn.ask(SWAP, turn.actor)
        return False
    if kind is data.EliminateOtherEffect:
        return _threaten(turn, seat) and _resume(turn)
    if kind is data.PeekRoleEffect:
        _peek(turn, seat)
    elif kind is data.StealScytheEffect:
        taken = put(turn.scythes, seat, turn.scythes[seat] - 1)
        turn.scythes = put(taken, turn.actor, taken[turn.actor] + 1)
        turn.events.append(ev.ScythesStolen(turn.actor, seat))
    else:
        turn.starter = seat
        turn.events.append(ev.StarterChosen(turn.actor, seat))
    return _resume(turn)


def _peek(turn: Turn, seat: int) -> None:
    old = turn.hearts
    peeked = put(old.peeked, turn.actor, old.peeked[turn.actor] | 1 << seat)
    turn.hearts = Hearts(old.cards, old.shown, old.reserved_used, old.ignored, peeked, old.lanterns)
    turn.events.append(ev.Peeked(turn.actor, seat, turn.tables.heart_ids[old.cards[seat]]))


def relight(turn: Turn, space: int) -> bool:
    """The actor has named a circle."""
    turn.lit |= 1 << space
    turn.collected -= 1
    turn.events.append(ev.LanternRelit(space))
    return _resume(turn)


def drop(turn: Turn, seat: int, card: int) -> bool:
    """The actor discards an acquired card; one that is still to be processed no longer is."""
    turn.acquired = put(turn.acquired, seat, turn.acquired[seat] ^ 1 << card)
    turn.discards += turn.tables.bytes[card]
    turn.events.append(ev.AcquiredDiscarded(seat, turn.tables.card_ids[card]))
    turn.hozuki &= ~(1 << card)
    if turn.picked == card:
        turn.picked = NOTHING
    return _resume(turn)


def swap(turn: Turn, seat: int, card: int) -> bool:
    """The actor, then the partner, picks a hand card."""
    partner = turn.target
    if seat == turn.actor and turn.offered == NOTHING:
        turn.offered = card
        turn.events.append(ev.SwapOffered(seat, partner))
        turn.ask(SWAP, partner)
        return False
    actor, given = turn.actor, turn.offered
    hands = put(turn.hands, actor, turn.hands[actor] ^ 1 << given | 1 << card)
    turn.hands = put(hands, partner, hands[partner] ^ 1 << card | 1 << given)
    turn.swaps += (Swap(actor, partner, given, card, len(turn.plays)),)
    ids = turn.tables.card_ids
    turn.events.append(ev.CardsSwapped(actor, partner, ids[given], ids[card]))
    return _resume(turn)


# ---- elimination -----------------------------------------------------------------------------------


def _threaten(turn: Turn, victim: int) -> bool:
    """Eliminate a player, unless a kokoromoyou card might prevent it: then ask first (T41)."""
    if turn.game.options.abilities and hearts_of.may_ignore(turn.tables, turn.hearts, victim):
        turn.target = victim
        turn.ask(IGNORE, victim)
        return False
    return _eliminate(turn, victim)


def ignore(turn: Turn, victim: int, shows: bool) -> bool:
    """The player who was to be eliminated shows his card, or does not."""
    if not shows:
        turn.events.append(ev.Declined(victim, "ignore"))
        return _eliminate(turn, victim) and _resume(turn)
    old = turn.hearts
    turn.hearts = Hearts(
        old.cards,
        old.shown | 1 << victim,
        old.reserved_used,
        old.ignored | 1 << victim,
        old.peeked,
        old.lanterns,
    )
    turn.events.append(ev.EliminationIgnored(victim, turn.tables.heart_ids[old.cards[victim]]))
    return _resume(turn)


def _eliminate(turn: Turn, victim: int) -> bool:
    """Take a player out of the round; False if nobody is left and the round is over (T27)."""
    turn.events.append(ev.Eliminated(victim, turn.hands[victim].bit_count(), turn.scythes[victim]))
    turn.active ^= 1 << victim
    turn.scythes = put(turn.scythes, victim, 0)
    if turn.active:
        return True
    turn.end("everybody-out", NOBODY)
    return False
