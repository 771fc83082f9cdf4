"""The adult stage: its set-up, challenge or flee, battles, endings (MF-2.3, MF-2.4)."""

from __future__ import annotations

from msgspec.structs import replace

from boardkit import chance
from boardkit.games.mayfly.events import (
    EatenDealt,
    Emerged,
    GameLost,
    GameWon,
    MayflyEvent,
    RivalTurned,
    TrialChallenged,
    TrialFled,
    TrialOvercome,
    TrialRevealed,
    TrialsLaid,
    UnusedGathered,
    VoteCast,
    VotesCounted,
)
from boardkit.games.mayfly.model import (
    ROW,
    TOKENS,
    TRIALS,
    Adult,
    Battle,
    Cause,
    Choice,
    EndingId,
    Larva,
    MayflyAction,
    MayflyState,
    Phase,
)
from boardkit.games.mayfly.tables import Tables

__all__ = [
    "CHOICES",
    "adult_of",
    "cast_vote",
    "challenge",
    "deal",
    "ending_of",
    "first_holder",
    "flee",
    "may_flee",
    "may_pass",
    "pass_turn",
    "play",
    "set_up",
]

Events = list[MayflyEvent]
CHOICES: tuple[Choice, Choice] = ("challenge", "flee")
_ENDINGS: dict[tuple[int, int], EndingId] = {(4, 4): "A4D4", (3, 5): "A3D5", (5, 3): "A5D3"}
_LAID = TrialsLaid(ROW, TRIALS - ROW)


# ---- set-up ----------------------------------------------------------------------------------------


def set_up(
    tables: Tables, state: MayflyState, hands: tuple[int, ...], larva: Larva, events: Events
) -> MayflyState:
    """Turn the survived larva into an adult and reveal the first trial (MF-2.3)."""
    seed, oldest = state.seed, state.oldest
    eaten = tables.eaten_of(larva.turned)
    rejected = len(larva.turned) - len(eaten)
    events.append(UnusedGathered((tables.hand_size,) * tables.players, len(larva.queue), rejected))
    rivals = bytes(chance.shuffle(seed, "rivals", tables.uneaten(eaten)))
    # M40: with nothing eaten the player of the last turn deals, in vain.
    dealer = tables.eater[oldest][-1] if larva.feeder is None else larva.feeder
    stamina = TOKENS if tables.options.stamina_reset == "all" else larva.fullness
    events.append(Emerged(dealer, larva.fullness, stamina))
    dealt = deal(tables, dealer, bytes(chance.shuffle(seed, "eaten", eaten)))
    events += [EatenDealt(seat, len(cards), tables.names(cards)) for seat, cards in enumerate(dealt)]
    trials = bytes(chance.shuffled(seed, "trials", TRIALS))
    events.append(_LAID)
    given = _given_up(tables, oldest, hands, larva)
    row, reserve = trials[:ROW], trials[ROW:]
    adult = Adult(dealer, dealer, stamina, rivals, row, reserve, None, 0, (), (), 0, b"", given)
    if larva.queue:  # cards stranded in the queue have gone into the rival pile
        larva = replace(larva, queue=b"")
    emerged = replace(state, hands=tuple(map(tables.hand, dealt)), larva=larva)
    if not eaten:
        return _lost(emerged, adult, events, "cards")
    return _meet_next(tables, emerged, adult, events)


def _given_up(tables: Tables, oldest: int, hands: tuple[int, ...], larva: Larva) -> tuple[int, ...]:
    """Return what each player puts unseen into the rival pile: the hand, and own cards stranded in the queue."""
    given = list(hands)
    placer = tables.placer[oldest][len(larva.turned) :]
    for seat, card in zip(placer, larva.queue, strict=True):
        given[seat] += tables.unit[card]
    return tuple(given)


def deal(tables: Tables, dealer: int, cards: bytes) -> list[list[int]]:
    """Deal the shuffled eaten cards one at a time (MF-2.3.3, M13); each hand comes back sorted."""
    players = tables.players
    first = dealer if tables.options.extra_cards_from == "dealer" else dealer + 1
    return [sorted(cards[(seat - first) % players :: players]) for seat in range(players)]


# ---- challenge or flee -----------------------------------------------------------------------------


def first_holder(hands: tuple[int, ...], seat: int) -> int:
    """Return the first seat from ``seat`` on, clockwise, that holds a card; at least one must (M21)."""
    players = len(hands)
    seat %= players
    while not hands[seat]:
        seat = (seat + 1) % players
    return seat


def may_flee(tables: Tables, adult: Adult) -> bool:
    """Whether fleeing is legal: M26, M41."""
    return bool(adult.reserve) and (adult.stamina > 1 or tables.options.allow_suicidal_flee)


def _meet_next(tables: Tables, state: MayflyState, adult: Adult, events: Events) -> MayflyState:
    """Reveal the next trial of the row."""
    trial = adult.row[0]
    events.append(TrialRevealed(tables.trial_ids[trial], "row"))
    return _meet(tables, state, replace(adult, row=adult.row[1:]), trial, events)


def _meet(tables: Tables, state: MayflyState, adult: Adult, trial: int, events: Events) -> MayflyState:
    """Face a trial just turned up: ask what to do about it (M15, M37)."""
    shown, rivals = b"", adult.rivals
    if tables.options.plus_timing == "on_reveal":
        shown, rivals = _turn_rivals(tables, rivals, trial, events)
    missing = tables.trial_hearts[trial] + tables.strength(shown)
    met = replace(adult, rivals=rivals, trial=Battle(trial, shown, b"", b""), missing=missing)
    if tables.options.decision == "current_player":
        return _asked(state, met, first_holder(state.hands, met.starter), "decide", events)
    if may_flee(tables, met):
        return _asked(state, met, 0, "vote", events)
    return _begin(tables, state, met, events)


def _turn_rivals(tables: Tables, rivals: bytes, trial: int, events: Events) -> tuple[bytes, bytes]:
    """Turn up a card for each + mark, as far as there are any (M17, M18); return these and the rest."""
    plus = tables.trial_plus[trial]
    shown = rivals[:plus]
    events += [RivalTurned(tables.ids[card]) for card in shown]
    return shown, rivals[plus:]


def challenge(tables: Tables, state: MayflyState) -> MayflyState:
    """Begin the battle by the decision of one player."""
    return _begin(tables, state, adult_of(state), [])


def flee(tables: Tables, state: MayflyState) -> MayflyState:
    """Flee by the decision of one player."""
    return _flee(tables, state, adult_of(state), [])


def cast_vote(tables: Tables, state: MayflyState, choice: int) -> MayflyState:
    """Cast a vote; the last one is followed by what the majority chose, a tie by the battle (M15, M37)."""
    adult = adult_of(state)
    seat, votes = len(adult.votes), adult.votes + bytes([choice])
    events: Events = [VoteCast(seat, CHOICES[choice])]
    if len(votes) < tables.players:
        return _asked(state, replace(adult, votes=votes), seat + 1, "vote", events)
    fleeing = 2 * sum(votes) > tables.players
    events.append(VotesCounted(tuple(CHOICES[vote] for vote in votes), CHOICES[fleeing]))
    counted = replace(adult, votes=b"")
    if fleeing:
        return _flee(tables, state, counted, events)
    return _begin(tables, state, counted, events)


def _begin(tables: Tables, state: MayflyState, adult: Adult, events: Events) -> MayflyState:
    """Begin the battle: no fleeing any more, and the rival's cards are turned up (MF-2.4.3)."""
    trial = _open(adult).trial
    events.append(TrialChallenged(tables.trial_ids[trial]))
    if tables.options.plus_timing == "on_challenge" and tables.trial_plus[trial]:
        shown, rivals = _turn_rivals(tables, adult.rivals, trial, events)
        missing = adult.missing + tables.strength(shown)
        adult = replace(adult, rivals=rivals, trial=Battle(trial, shown, b"", b""), missing=missing)
    return _asked(state, adult, first_holder(state.hands, adult.starter), "battle", events)


def _flee(tables: Tables, state: MayflyState, adult: Adult, events: Events) -> MayflyState:
    """Leave the open trial with a token and turn up another in the gap (MF-2.4.2)."""
    left = _open(adult)
    events.append(TrialFled(tables.trial_ids[left.trial]))
    fled = replace(adult, stamina=adult.stamina - 1, trial=None, missing=0, fled=(*adult.fled, left))
    if not fled.stamina:
        return _lost(state, fled, events, "stamina")
    trial = fled.reserve[0]
    events.append(TrialRevealed(tables.trial_ids[trial], "pile"))
    return _meet(tables, state, replace(fled, reserve=fled.reserve[1:]), trial, events)


# ---- battle ----------------------------------------------------------------------------------------


def may_pass(state: MayflyState) -> bool:
    """Whether the player to act may pass: not once all holders of cards have passed in a row (M20, M39)."""
    passes = adult_of(state).passes
    return not passes or passes < sum(map(bool, state.hands))


def pass_turn(tables: Tables, state: MayflyState) -> MayflyState:
    """Play no card; the next holder of cards is asked."""
    seat, adult = state.current_player, adult_of(state)
    if seat is None:
        raise AssertionError("nobody passes after the end")
    passed = replace(adult, passes=adult.passes + 1)
    return _asked(state, passed, first_holder(state.hands, seat + 1), "battle", [tables.passed[seat]])


def play(tables: Tables, state: MayflyState, action: MayflyAction) -> MayflyState:
    """Play a card with a token on it, then see who has won and who has lost (MF-2.4.4 to MF-2.4.7)."""
    seat, adult, hands = state.current_player, adult_of(state), state.hands
    if seat is None:
        raise AssertionError("nobody plays a card after the end")
    card, old = tables.card_of[action], _open(adult)
    hand = hands[seat] - tables.unit[card]
    state = replace(state, hands=(*hands[:seat], hand, *hands[seat + 1 :]))
    battle = Battle(old.trial, old.rivals, old.foods + tables.byte[card], old.players + tables.byte[seat])
    missing = adult.missing - tables.hearts[card]
    adult = replace(adult, stamina=adult.stamina - 1, trial=battle, missing=missing, passes=0)
    events: Events = [tables.played[seat][card]]
    if missing <= 0:
        return _overcome(tables, state, adult, seat, events)
    return _lost_if_spent(state, adult, events) or _asked(
        state, adult, first_holder(state.hands, seat + 1), "battle", events
    )


def _overcome(tables: Tables, state: MayflyState, adult: Adult, winner: int, events: Events) -> MayflyState:
    """Lay the open trial aside as overcome; meet the next one, or the love after the fourth (MF-2.4.5)."""
    battle = _open(adult)
    events.append(TrialOvercome(tables.trial_ids[battle.trial], winner))
    overcome = (*adult.overcome, battle)
    starter = (winner + 1) % tables.players if tables.options.trial_starter == "continue" else adult.starter
    adult = replace(adult, trial=None, missing=0, overcome=overcome, starter=starter)
    if len(overcome) < ROW:  # else the game is won, even with nothing left: M30
        return _lost_if_spent(state, adult, events) or _meet_next(tables, state, adult, events)
    ending, algae, detritus = ending_of(tables, overcome)
    events.append(GameWon(ending, algae, detritus))
    return replace(_asked(state, adult, None, "over", events), ending=ending)


# ---- the end ---------------------------------------------------------------------------------------


def ending_of(tables: Tables, overcome: tuple[Battle, ...]) -> tuple[EndingId, int, int]:
    """Return the ending that the cards played give, and how many algae and detritus these are (MF-2.4.7)."""
    kinds = [tables.kinds[card] for battle in overcome for card in battle.foods]
    algae, detritus = kinds.count("algae"), kinds.count("detritus")
    if tables.options.growth_counts_as_algae:
        algae += kinds.count("growth")
    return _ENDINGS.get((algae, detritus), "other"), algae, detritus


def _lost_if_spent(state: MayflyState, adult: Adult, events: Events) -> MayflyState | None:
    """Return the lost game if stamina or cards have run out (MF-2.4.6, M38), else None."""
    if not adult.stamina:
        return _lost(state, adult, events, "stamina")
    if not any(state.hands):
        return _lost(state, adult, events, "cards")
    return None


def _lost(state: MayflyState, adult: Adult, events: Events, cause: Cause) -> MayflyState:
    events.append(GameLost(cause))
    return replace(_asked(state, adult, None, "over", events), cause=cause)


def _asked(state: MayflyState, adult: Adult, seat: int | None, phase: Phase, events: Events) -> MayflyState:
    return replace(state, current_player=seat, events=tuple(events), phase=phase, adult=adult)


def adult_of(state: MayflyState) -> Adult:
    """Return the adult stage of a state that has come so far."""
    if state.adult is None:
        raise AssertionError("the larva stage has no trials")
    return state.adult


def _open(adult: Adult) -> Battle:
    if adult.trial is None:
        raise AssertionError("no trial is open")
    return adult.trial
