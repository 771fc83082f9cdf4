"""The invariants of a state: nothing that passes them can make a later call fail."""

from __future__ import annotations

from collections.abc import Mapping

from boardkit.errors import InvalidState
from boardkit.games.tamakushige import cards as data
from boardkit.games.tamakushige import hearts as hearts_of
from boardkit.games.tamakushige.effects import circles, supply, targets
from boardkit.games.tamakushige.event_names import event_fault
from boardkit.games.tamakushige.menus import choices
from boardkit.games.tamakushige.model import (
    ACCEPT,
    ACQUIRE,
    AFTER_CARD,
    AFTER_EFFECTS,
    BEFORE_EFFECTS,
    BEFORE_ROUND,
    BETWEEN_EFFECTS,
    DROP,
    GIVE,
    IGNORE,
    NOBODY,
    NOTHING,
    OVER,
    OWN_TURN,
    PLAY,
    PROCESS,
    RELIGHT,
    SCYTHE,
    SWAP,
    TARGET,
    VOID,
    Resolution,
    State,
)
from boardkit.games.tamakushige.tables import Tables, bits

__all__ = ["audit", "census", "wants"]

_LANTERNS = 3
_MOST_ROUND_POINTS = 10_000

# What an effect asks for, beyond yes or no: the phases in which it can be.
wants: dict[type, tuple[int, ...]] = {
    data.PeekRoleEffect: (TARGET,),
    data.StealScytheEffect: (TARGET,),
    data.ChooseNextStarterEffect: (TARGET,),
    data.EliminateOtherEffect: (TARGET, IGNORE),
    data.EliminateSelfEffect: (IGNORE,),
    data.SwapHandCardEffect: (TARGET, SWAP),
    data.RelightLanternEffect: (RELIGHT,),
    data.DiscardAcquiredEffect: (DROP,),
}


def census(state: State, tables: Tables) -> Mapping[str, int]:
    """Count every kind of component, wherever it lies."""
    trick = state.plays[state.trick_from :]
    lying = len(trick) if state.resolution is None else state.resolution.rest.bit_count()
    zones = (*state.hands, *state.acquired, state.leftover)
    return {
        "cards": sum(mask.bit_count() for mask in zones) + len(state.discards) + lying,
        "hearts": len(set(state.hearts.cards)),
        "lanterns": state.lit.bit_count() + state.collected,
        "scythes": supply(state) + sum(state.scythes),
        "players": len(state.hands),
        "spaces": len(tables.board.moves),
    }


def _need(holds: object, pointer: str, detail: str) -> None:
    if not holds:
        raise InvalidState(pointer, detail)


def audit(state: State, tables: Tables) -> None:
    """Check ranges, conservation and the invariants of each phase.

    Raises:
        InvalidState: with a JSON pointer into the readable form.
    """
    _audit_numbers(state, tables)
    _audit_hearts(state, tables)
    _audit_cards(state, tables)
    _audit_plays(state, tables)
    _audit_swaps(state, tables)
    if state.resolution is not None:
        _audit_resolution(state, state.resolution, tables)
    _audit_phase(state, tables)
    _audit_result(state, tables)
    for place, event in enumerate(state.events):
        fault = event_fault(event, tables)
        if fault is not None:
            raise InvalidState(f"/events/{place}", fault)


def _audit_numbers(state: State, tables: Tables) -> None:
    components = state.game.components.data
    _need(1 <= state.round <= components.max_rounds, "/round", f"allowed: 1 to {components.max_rounds}")
    lit = state.lit.bit_count()
    _need(lit + state.collected == _LANTERNS, "/collected", "three lanterns are lit or collected")
    over = state.phase == OVER
    _need(state.collected < _LANTERNS or over, "/collected", "the third lantern ends the round")
    _need(state.soul != VOID or over, "/soul", "the void ends the round")
    at_start = state.soul == tables.board.center
    _need(
        at_start or state.soul == VOID or not state.lit >> state.soul & 1, "/lit", "the soul has collected it"
    )
    _need(0 <= sum(state.scythes) <= components.scythes, "/seats", "more scythe tokens than there are")
    _need(max(state.points) <= _MOST_ROUND_POINTS and min(state.points) >= 0, "/seats", "points out of range")
    _need(min(state.scores) >= 0, "/seats", "nobody has minus points")
    for seat, tokens in enumerate(state.scythes):
        if tokens and not state.active >> seat & 1:
            raise InvalidState(f"/seats/{seat}/scythes", "eliminated players have none")
    _need(state.active or over, "/seats", "a round goes on with somebody in it")


def _audit_hearts(state: State, tables: Tables) -> None:
    hearts = state.hearts
    _need(len(set(hearts.cards)) == tables.players, "/seats", "two players have one kokoromoyou card")
    factions = [tables.factions[card] for card in hearts.cards]
    _need(factions.count(0) == tables.faction_sizes[0], "/seats", "the factions have other sizes")
    for seat in range(tables.players):
        if hearts.peeked[seat] >> seat & 1:
            raise InvalidState(f"/seats/{seat}/peeked", "nobody peeks at his own card")
        if hearts.lanterns[seat] > state.played_by.count(seat):
            raise InvalidState(f"/seats/{seat}/lanterns", "more lanterns than cards played")
        if (hearts.reserved_used | hearts.ignored) >> seat & 1:
            _audit_used_heart(state, seat, tables)
    every = tables.everybody
    if state.phase == OVER or (state.round > 1 and not state.game.options.redeal_factions):
        _need(hearts.shown == every, "/seats", "all kokoromoyou cards have been turned up")
    else:
        _need(hearts.shown == hearts.ignored, "/seats", "a card is shown by ignoring an elimination only")


def _audit_used_heart(state: State, seat: int, tables: Tables) -> None:
    """Whoever has used an ability this round has it."""
    hearts, abilities = state.hearts, state.game.options.abilities
    at, card = f"/seats/{seat}/", hearts.cards[seat]
    if hearts.reserved_used >> seat & 1:
        fitting = abilities and tables.reserved_hearts >> card & 1
        _need(fitting, at + "reserved_used", "there is none to use")
    if hearts.ignored >> seat & 1:
        fitting = abilities and tables.ignore_hearts >> card & 1
        _need(fitting, at + "ignored", "there is nothing to ignore with")
        _need(hearts.shown >> seat & 1, at + "shown", "ignoring shows the card")


def _audit_cards(state: State, tables: Tables) -> None:
    """Every card lies in one place, and what was played is what is neither in hands nor left over."""
    resolution = state.resolution
    trick = state.plays[state.trick_from :]
    masks = [state.leftover, *state.hands, *state.acquired]
    bit = tables.card_bits
    masks += [bit[card] for card in state.discards]
    masks += [bit[card] for card in trick] if resolution is None else [resolution.rest]
    # Sums of masks and their union are equal only if no card lies in two places.
    if sum(masks) != tables.all_cards or sum([mask.bit_count() for mask in masks]) != len(tables.card_ids):
        _find_card(state, tables)
    _need(state.leftover.bit_count() == tables.leftover, "/leftover", "not what does not divide")
    away = state.leftover
    for hand in state.hands:
        away |= hand
    played = sum([bit[card] for card in state.plays])
    right = played == tables.all_cards & ~away and len(state.plays) == played.bit_count()
    _need(right, "/plays", "played is, once each, what is neither in hands nor left over")


def _find_card(state: State, tables: Tables) -> None:
    """Say which card lies in two places, or that one is missing."""
    seen = 0
    zones = [("/leftover", state.leftover)]
    zones += [(f"/seats/{seat}/hand", mask) for seat, mask in enumerate(state.hands)]
    zones += [(f"/seats/{seat}/acquired", mask) for seat, mask in enumerate(state.acquired)]
    if state.resolution is None:
        first = min(state.trick_from, len(state.plays))
        zones += [
            (f"/plays/{place}/card", 1 << state.plays[place]) for place in range(first, len(state.plays))
        ]
    else:
        zones.append(("/resolution/rest", state.resolution.rest))
    zones += [(f"/discards/{place}", 1 << card) for place, card in enumerate(state.discards)]
    for pointer, mask in zones:
        _need(not seen & mask, pointer, "a card lies in two places")
        seen |= mask
    _need(seen == tables.all_cards, "", "a card is missing")


def _audit_plays(state: State, tables: Tables) -> None:
    """Everybody plays once a trick, from the leader on."""
    plays, active = len(state.plays), state.active
    first = state.trick_from
    _need(first <= plays, "/trick_from", "more than were played")
    counts = [state.played_by.count(seat) for seat in range(tables.players)]
    for seat, hand in enumerate(state.hands):
        if counts[seat] + hand.bit_count() != tables.hand_size:
            raise InvalidState(
                f"/seats/{seat}/hand", f"cards played and held are not the {tables.hand_size} that were dealt"
            )
    trick = list(state.played_by[first:])
    _need(len(set(trick)) == len(trick), "/trick_from", "a player plays once a trick")
    most = max(counts)
    if state.phase != OVER:
        for seat in bits(active):
            waiting = bool(trick) and seat not in trick
            if most - counts[seat] != waiting:
                raise InvalidState(f"/seats/{seat}/hand", "everybody plays once a trick")
    if trick:
        _need(trick[0] == state.leader, "/leader", "the leader plays first")
    if state.resolution is None and state.phase != OVER:
        _audit_order(state, trick, tables)
    _audit_beginning(state, tables)


def _audit_order(state: State, trick: list[int], tables: Tables) -> None:
    """The players of an unfinished trick played clockwise."""
    active, first = state.active, state.trick_from
    seat = state.leader
    _need(active >> seat & 1, "/leader", "the leader is in the round")
    for place, by in enumerate(trick):
        if by != seat:
            raise InvalidState(f"/plays/{first + place}/player", "the players play clockwise")
        seat = tables.next_active[active][seat]
    _need(len(trick) <= active.bit_count(), "/plays", "more cards than players")


def _audit_beginning(state: State, tables: Tables) -> None:
    """What has not happened before the first card, and before the first complete trick."""
    plays, active, first = len(state.plays), state.active, state.trick_from
    if not plays:
        untouched = state.last_winner == NOBODY and active == tables.everybody and not any(state.acquired)
        _need(untouched or state.phase == OVER, "/plays", "nothing happens before the first card")
    done = first if state.resolution is None else plays
    _need((state.last_winner == NOBODY) == (done == 0), "/last_winner", "whoever won the latest trick")
    if not done:
        nothing = not any(state.acquired) and not state.discards and active == tables.everybody
        _need(nothing, "/plays", "nobody acquires or is eliminated before the first trick is complete")


def _audit_swaps(state: State, tables: Tables) -> None:
    """Go back in time through the exchanges: each card was where it came from."""
    if not state.swaps:
        return
    most = tables.most_swaps
    _need(len(state.swaps) <= most, "/swaps", f"there are {most} such effects")
    held = list(state.hands)
    until = len(state.plays)
    for place in range(len(state.swaps) - 1, -1, -1):
        swap, at = state.swaps[place], f"/swaps/{place}"
        _need(0 < swap.plays <= until, at + "/plays", "exchanges come in order, after a trick")
        for card, seat in zip(
            state.plays[swap.plays : until], state.played_by[swap.plays : until], strict=True
        ):
            held[seat] |= 1 << card
        until = swap.plays
        _need(swap.player != swap.partner, at + "/partner", "nobody exchanges with himself")
        _need(NOTHING not in {swap.given, swap.received}, at, "two cards are exchanged")
        _need(held[swap.partner] >> swap.given & 1, at + "/given", "the partner did not have it")
        _need(held[swap.player] >> swap.received & 1, at + "/received", "the player did not have it")
        held[swap.partner] = held[swap.partner] & ~(1 << swap.given) | 1 << swap.received
        held[swap.player] = held[swap.player] & ~(1 << swap.received) | 1 << swap.given


def _audit_resolution(state: State, resolution: Resolution, tables: Tables) -> None:
    at = "/resolution/"
    trick = state.plays[state.trick_from :]
    seats = state.played_by[state.trick_from :]
    _need(trick and state.phase != OVER, "/resolution", "there is no complete trick")
    strength = tables.strength[tables.suits[trick[0]]]
    ranked = sorted(zip([strength[card] for card in trick], seats, strict=True))
    winner, weakest = ranked[-1][1], ranked[0][1]
    _need(resolution.winner == winner == state.last_winner, at + "winner", "the strongest card wins")
    _need(resolution.receiver in {NOBODY, weakest} - {winner}, at + "receiver", "the weakest card receives")
    cards = sum(1 << card for card in trick)
    _need(not resolution.rest & ~cards & tables.all_cards, at + "rest", "cards of the trick")
    mine = state.acquired[winner] & cards & tables.hozuki & tables.with_effect
    _need(
        not resolution.hozuki & ~mine,
        at + "hozuki",
        "hozuki of the trick that the winner has, with an effect",
    )
    if resolution.picked != NOTHING:
        fine = state.acquired[winner] & cards & ~tables.hozuki & tables.with_effect
        _need(
            fine >> resolution.picked & 1,
            at + "picked",
            "a card of the trick that the winner has, with an effect",
        )
    _audit_given(state, resolution, cards, tables)
    if resolution.starter != NOBODY:
        _need(tables.effects and any(state.hands), at + "starter", "no effect after the last trick")
    if state.phase not in {ACQUIRE, GIVE}:
        _need(not resolution.rest, at + "rest", "discarded before the effects")
    if state.phase in {ACQUIRE, GIVE, SCYTHE}:
        idle = (resolution.actor, resolution.card, resolution.target, resolution.offered, resolution.effect)
        _need(idle == (NOBODY, NOTHING, NOBODY, NOTHING, 0), "/resolution", "no effect is being processed")
    else:
        _audit_processing(state, resolution, tables)


def _audit_given(state: State, resolution: Resolution, cards: int, tables: Tables) -> None:
    at = "/resolution/"
    if resolution.given == NOTHING:
        return
    receiver = resolution.receiver
    _need(receiver != NOBODY, at + "given", "there is nobody to get it")
    theirs = cards & ~tables.hozuki & state.acquired[receiver]
    _need(theirs >> resolution.given & 1, at + "given", "a card of the trick that the receiver has")
    _need(resolution.given != resolution.picked, at + "given", "another card than the winner's")


def _audit_processing(state: State, resolution: Resolution, tables: Tables) -> None:
    at = "/resolution/"
    actor, phase = resolution.actor, state.phase
    _need(actor in {resolution.winner, resolution.receiver} - {NOBODY}, at + "actor", "winner or receiver")
    _need(state.active >> actor & 1, at + "actor", "is out of the round")
    if actor == resolution.receiver:
        spent = not resolution.hozuki and resolution.picked == NOTHING and resolution.given == NOTHING
        _need(spent, "/resolution", "the winner's cards come first")
    else:
        _need(
            (resolution.receiver == NOBODY) == (resolution.given == NOTHING),
            at + "given",
            "what the receiver got",
        )
    if phase == PROCESS:
        _need(resolution.card == NOTHING and resolution.effect == 0, at + "card", "none is being processed")
        return
    card = resolution.card
    _need(card != NOTHING, at + "card", "some card is being processed")
    trick = state.plays[state.trick_from :]
    _need(card in trick, at + "card", "a card of the trick")
    _need(
        not resolution.hozuki >> card & 1 and card not in {resolution.picked, resolution.given},
        at + "card",
        "it is being processed already",
    )
    held = state.acquired[actor] >> card & 1 or card in state.discards
    _need(held, at + "card", "a card that the actor acquired")
    if not tables.hozuki >> card & 1:
        _need(not resolution.hozuki and resolution.picked == NOTHING, at + "card", "hozuki come first")
    _need(resolution.effect < len(tables.effects[card]), at + "effect", "the card has fewer")


# ---- phases --------------------------------------------------------------------------------------


def _audit_phase(state: State, tables: Tables) -> None:
    phase, current = state.phase, state.current_player
    _need((current is None) == (phase == OVER), "/current_player", "somebody is asked until the end")
    if phase == OVER:
        _audit_end(state)
        return
    assert current is not None  # noqa: S101  for the type checker
    _need(state.active >> current & 1, "/current_player", "is out of the round")
    window = phase == SCYTHE
    _need(
        window == (state.window != NOTHING) == (state.asked_from != NOBODY),
        "/window",
        "only in scythe windows",
    )
    if phase in {PLAY, SCYTHE}:
        if window:
            _audit_window(state, tables)
        else:
            _need(state.resolution is None, "/resolution", "the trick is being played")
            _need(current == _to_play(state, tables), "/current_player", "another player is to play")
            _need(state.hands[current], "/phase", "there is no card to play")
        return
    resolution = state.resolution
    _need(resolution is not None, "/resolution", "this is asked after a trick only")
    assert resolution is not None  # noqa: S101  for the type checker
    if phase in {ACQUIRE, GIVE}:
        _audit_acquiring(state, resolution, tables)
    elif phase == PROCESS:
        right = current == resolution.actor == resolution.winner
        _need(right and resolution.hozuki.bit_count() > 1, "/phase", "there is no order to choose")
    else:
        _audit_effect_phase(state, resolution, tables)


def _to_play(state: State, tables: Tables) -> int:
    """Return who is to play next in an unfinished trick, or NOBODY if it is complete."""
    played = len(state.plays) - state.trick_from
    if played == 0:
        return state.leader
    if played >= state.active.bit_count():
        return NOBODY
    return tables.next_active[state.active][state.played_by[-1]]


def _audit_window(state: State, tables: Tables) -> None:
    window, current, first = state.window, state.current_player, state.asked_from
    assert current is not None  # noqa: S101  for the type checker
    _need(state.scythes[current], "/current_player", "has no scythe to use")
    own = state.game.options.scythe_windows == "own_turn"
    _need(own == (window == OWN_TURN), "/window", "not played with these options")
    resolution = state.resolution
    in_trick = window in {BEFORE_ROUND, AFTER_CARD, OWN_TURN}
    _need(in_trick == (resolution is None), "/resolution", "does not fit the window")
    begun = len(state.plays) > state.trick_from
    if window == BEFORE_ROUND:
        _need(
            not state.plays and first == state.start == state.leader, "/window", "before the first card only"
        )
    elif window == OWN_TURN:
        _need(current == first == _to_play(state, tables), "/asked_from", "not the player to play")
        _need(state.hands[first], "/window", "there is no card to play")
    elif window == AFTER_CARD:
        to_play = _to_play(state, tables)
        if to_play == NOBODY:
            trick = state.plays[state.trick_from :]
            strength = tables.strength[tables.suits[trick[0]]]
            best = max(range(len(trick)), key=lambda place: strength[trick[place]])
            to_play = state.played_by[state.trick_from + best]
        _need(begun and first == to_play, "/asked_from", "not the player to act next")
    else:
        assert resolution is not None  # noqa: S101  for the type checker
        _audit_effect_window(state, resolution, tables)


def _audit_effect_window(state: State, resolution: Resolution, tables: Tables) -> None:
    window, first = state.window, state.asked_from
    no_cards = not resolution.hozuki and resolution.picked == NOTHING
    fitting = (resolution.receiver == NOBODY) == (resolution.given == NOTHING)
    if window == BEFORE_EFFECTS:
        _need(first == resolution.winner and fitting, "/asked_from", "not the trick's winner")
        _need(resolution.starter == NOBODY, "/resolution/starter", "nobody has chosen yet")
    elif window == BETWEEN_EFFECTS:
        _need(first == resolution.receiver and no_cards and fitting, "/asked_from", "not the receiver")
    else:
        wanted = resolution.winner if resolution.starter == NOBODY else resolution.starter
        leader = wanted if state.active >> wanted & 1 else tables.next_active[state.active][wanted]
        done = no_cards and resolution.given == NOTHING
        _need(window == AFTER_EFFECTS and first == leader and done, "/asked_from", "not the next leader")
    _need(state.active >> first & 1, "/asked_from", "is out of the round")


def _audit_acquiring(state: State, resolution: Resolution, tables: Tables) -> None:
    _need(state.current_player == resolution.winner, "/current_player", "the winner acquires and gives")
    trick = sum(1 << card for card in state.plays[state.trick_from :])
    others = trick & ~tables.hozuki
    unspent = trick & tables.hozuki & tables.with_effect
    _need(
        resolution.hozuki == unspent and resolution.starter == NOBODY,
        "/resolution/hozuki",
        "none is processed yet",
    )
    _need(
        not trick & tables.hozuki & ~state.acquired[resolution.winner],
        "/resolution",
        "the winner has the hozuki",
    )
    _need(len(state.plays) - state.trick_from == state.active.bit_count(), "/plays", "the trick is complete")
    _need(resolution.given == NOTHING, "/resolution/given", "nothing has been given yet")
    if state.phase == ACQUIRE:
        fresh = resolution.rest == others and resolution.picked == NOTHING
        _need(others and fresh, "/resolution/rest", "everything but hozuki is on offer")
        return
    _need(resolution.receiver != NOBODY and resolution.rest, "/resolution/receiver", "somebody gets a card")
    taken = others & ~resolution.rest
    picked = 0 if resolution.picked == NOTHING else 1 << resolution.picked
    _need(
        taken.bit_count() == 1 and taken & state.acquired[resolution.winner],
        "/resolution/rest",
        "one was chosen",
    )
    _need(picked == taken & tables.with_effect, "/resolution/picked", "the winner's choice")


def _audit_effect_phase(state: State, resolution: Resolution, tables: Tables) -> None:
    phase, current, actor = state.phase, state.current_player, resolution.actor
    effect = tables.effects[resolution.card][resolution.effect]
    kind = type(effect)
    at = "/phase"
    fitting = effect.optional if phase == ACCEPT else phase in wants.get(kind, ())
    _need(fitting, at, "the effect does not ask for that")
    others = state.active & ~(1 << actor)
    if phase in {SWAP, IGNORE}:
        target = resolution.target
        _need(target != NOBODY and state.active >> target & 1, "/resolution/target", "somebody active")
    else:
        _need(resolution.target == NOBODY, "/resolution/target", "nobody is named yet")
        _need(current == actor, "/current_player", "the actor is asked")
    if phase != SWAP:
        _need(resolution.offered == NOTHING, "/resolution/offered", "no card is offered")
    if phase == IGNORE:
        _audit_ignoring(state, resolution, tables)
    elif phase == SWAP:
        _audit_swapping(state, resolution)
    elif phase in {TARGET, RELIGHT, DROP}:
        _need(choices(state, tables), at, "there is nothing to choose from")
        if kind in {data.SwapHandCardEffect, data.ChooseNextStarterEffect}:
            _need(state.hands[actor], at, "not after the last trick")
    else:
        _audit_accepting(state, effect, others, tables)


def _audit_ignoring(state: State, resolution: Resolution, tables: Tables) -> None:
    victim = resolution.target
    _need(state.game.options.abilities, "/options/abilities", "only with abilities")
    _need(state.current_player == victim, "/current_player", "whoever is about to be eliminated is asked")
    effect = tables.effects[resolution.card][resolution.effect]
    of_self = isinstance(effect, data.EliminateSelfEffect)
    _need(of_self == (victim == resolution.actor), "/resolution/target", "does not fit the effect")
    _need(hearts_of.may_ignore(tables, state.hearts, victim), "/phase", "all know that the card is not there")


def _audit_swapping(state: State, resolution: Resolution) -> None:
    actor, partner = resolution.actor, resolution.target
    _need(partner != actor, "/resolution/target", "nobody exchanges with himself")
    _need(state.hands[actor] and state.hands[partner], "/phase", "there are no cards to exchange")
    asked = partner if resolution.offered != NOTHING else actor
    _need(state.current_player == asked, "/current_player", "the actor picks first, then the partner")
    if resolution.offered != NOTHING:
        _need(
            state.hands[actor] >> resolution.offered & 1, "/resolution/offered", "the actor does not have it"
        )


def _audit_accepting(state: State, effect: data.Effect, others: int, tables: Tables) -> None:
    """An optional effect is asked about only where it can be carried out."""
    resolution = state.resolution
    assert resolution is not None  # noqa: S101  for the type checker
    actor, kind = resolution.actor, type(effect)
    if kind is data.RelightLanternEffect:
        fine: object = circles(state, tables.board.circles)
    elif kind is data.DiscardAcquiredEffect:
        fine = state.acquired[actor]
    elif kind is data.MoveSoulTowardCenterEffect:
        fine = tables.board.moves[state.soul][2] not in {-2, state.soul}
    elif kind is data.GainScytheEffect:
        fine = supply(state)
    elif kind is data.LoseScytheEffect:
        fine = state.scythes[actor]
    elif kind in {data.SwapHandCardEffect, data.ChooseNextStarterEffect}:
        fine = state.hands[actor] and targets(state, effect, actor)
    elif kind in {data.PeekRoleEffect, data.StealScytheEffect, data.EliminateOtherEffect}:
        fine = others and targets(state, effect, actor)
    else:
        fine = True
    _need(fine, "/phase", "the effect cannot do anything")


# ---- ends ----------------------------------------------------------------------------------------


def _audit_end(state: State) -> None:
    components = state.game.components.data
    _need(
        state.resolution is None and state.window == NOTHING and state.asked_from == NOBODY,
        "/phase",
        "the game is over",
    )
    _need(state.result is not None, "/result", "the last round has ended somehow")
    best = max(state.scores)
    reached = best >= components.target
    if state.game.options.tie == "extra_round":
        reached = reached and state.scores.count(best) == 1
    _need(reached or state.round == components.max_rounds, "/phase", "nobody has won yet")
    ending = None if state.result is None else state.result.ending
    _need((ending == "lanterns") == (state.collected == _LANTERNS), "/result/ending", "three lanterns")
    _need((ending == "void") == (state.soul == VOID), "/result/ending", "the soul in the void")
    _need((ending == "everybody-out") == (not state.active), "/result/ending", "everybody eliminated")
    if ending == "hands-empty":
        _need(not any(state.hands[seat] for seat in bits(state.active)), "/result/ending", "empty hands")


def _audit_result(state: State, tables: Tables) -> None:
    result = state.result
    finished = state.round - (state.phase != OVER)
    _need((result is None) == (finished == 0), "/result", "of the latest finished round")
    if result is None:
        _need(not any(state.scores), "/seats", "nobody has scored yet")
        return
    _need(len(result.hearts) == tables.players, "/result/hearts", "one a player")
    _need(len(result.gained) == tables.players, "/result/gained", "one a player")
    for place, name in enumerate(result.hearts):
        if name not in tables.heart_codes:
            raise InvalidState(f"/result/hearts/{place}", "there is no such card")
    for seat, gained in enumerate(result.gained):
        if gained > state.scores[seat]:
            raise InvalidState(f"/result/gained/{seat}", "more than all points")
    winner = "true-heart" if result.ending == "lanterns" else "fickle-heart"
    _need(result.winner == winner, "/result/winner", "does not fit the ending")
