"""The adult stage: its set-up, challenge or flee, battles, endings (MF-2.3, MF-2.4)."""

from __future__ import annotations

from msgspec.structs import replace

from boardkit import chance
from boardkit.games.mayfly.model import (
    ROW,
    TOKENS,
    TRIALS,
    Adult,
    Battle,
    Cause,
    Choice,
    EatenDealt,
    Emerged,
    EndingId,
    GameLost,
    GameWon,
    Larva,
    MayflyAction,
    MayflyEvent,
    MayflyState,
    Phase,
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
from boardkit.games.mayfly.tables import REFUSED, Tables

__all__ = [
    "cast_vote",
    "challenge",
    "ending_of",
    "first_holder",
    "flee",
    "may_flee",
    "may_pass",
    "pass_turn",
    "play",
    "set_up",
]

CHOICES: tuple[Choice, Choice] = ("challenge", "flee")
_ENDINGS: dict[tuple[int, int], EndingId] = {(4, 4): "A4D4", (3, 5): "A3D5", (5, 3): "A5D3"}


# ---- set-up ----------------------------------------------------------------------------------------


def set_up(
    tables: Tables, state: MayflyState, hands: tuple[int, ...], larva: Larva, events: list[MayflyEvent]
) -> MayflyState:
    """Turn the survived larva into an adult and reveal the first trial (MF-2.3)."""
    seed, options = state.seed, tables.options
    eaten = bytes(card for card in larva.turned if card < REFUSED)
    rejected = bytes(card ^ REFUSED for card in larva.turned if card >= REFUSED)
    given = given_up(tables, state.oldest, hands, larva)
    unused = b"".join([*map(tables.cards, given), rejected])
    events.append(
        UnusedGathered((tables.hand_size,) * tables.players, len(larva.queue), len(rejected)),
    )
    rivals = bytes(chance.shuffle(seed, "rivals", sorted(unused)))
    # M40: with nothing eaten the player of the last turn deals, in vain.
    dealer = larva.feeder if larva.feeder is not None else tables.eater[state.oldest][-1]
    stamina = TOKENS if options.stamina_reset == "all" else larva.fullness
    events.append(Emerged(dealer, larva.fullness, stamina))
    dealt = deal(tables, dealer, bytes(chance.shuffle(seed, "eaten", eaten)))
    events.extend(EatenDealt(seat, len(cards), tables.names(cards)) for seat, cards in enumerate(dealt))
    trials = bytes(chance.shuffled(seed, "trials", TRIALS))
    row, reserve = trials[:ROW], trials[ROW:]
    events.append(TrialsLaid(len(row), len(reserve)))
    larva = Larva(
        larva.pile, b"", larva.turned, larva.fullness, larva.molts, larva.due, larva.feeder
    )  # cards stranded in the queue went into the rival pile
    adult = Adult(dealer, dealer, stamina, rivals, row, reserve, None, 0, (), (), 0, b"", given)
    emerged = MayflyState(
        state.game,
        seed,
        None,
        (),
        "over",
        state.oldest,
        tuple(map(tables.hand, dealt)),
        larva,
        adult,
        None,
        None,
    )
    if not eaten:
        return _lost(emerged, emerged.hands, adult, events, "cards")
    return _meet_next(tables, emerged, emerged.hands, adult, events)


def given_up(tables: Tables, oldest: int, hands: tuple[int, ...], larva: Larva) -> tuple[int, ...]:
    """Return what each player puts unseen into the rival pile: the hand, and own cards stranded in the queue."""
    given = list(hands)
    placer = tables.placer[oldest][len(larva.turned) :]
    for seat, card in zip(placer, larva.queue, strict=True):
        given[seat] += tables.unit[card]
    return tuple(given)


def deal(tables: Tables, dealer: int, cards: bytes) -> list[bytes]:
    """Deal the shuffled eaten cards one at a time (MF-2.3.3, M13); each hand comes back sorted."""
    players = tables.players
    first = dealer if tables.options.extra_cards_from == "dealer" else dealer + 1
    hands = [b""] * players
    for place in range(players):
        hands[(first + place) % players] = bytes(sorted(cards[place::players]))
    return hands


# ---- challenge or flee -----------------------------------------------------------------------------


def first_holder(hands: tuple[int, ...], seat: int) -> int:
    """Return the first seat from ``seat`` on, clockwise, that holds a card; at least one must (M21)."""
    players = len(hands)
    while not hands[seat]:
        seat = (seat + 1) % players
    return seat


def may_flee(tables: Tables, adult: Adult) -> bool:
    """Whether fleeing is legal: M26, M41."""
    return bool(adult.reserve) and (adult.stamina > 1 or tables.options.allow_suicidal_flee)


def _meet_next(
    tables: Tables, state: MayflyState, hands: tuple[int, ...], adult: Adult, events: list[MayflyEvent]
) -> MayflyState:
    """Reveal the next trial of the row."""
    events.append(TrialRevealed(tables.trial_ids[adult.row[0]], "row"))
    return _meet(tables, state, hands, adult, events, (adult.row[0], adult.row[1:], adult.reserve))


def _meet(
    tables: Tables,
    state: MayflyState,
    hands: tuple[int, ...],
    adult: Adult,
    events: list[MayflyEvent],
    place: tuple[int, bytes, bytes],
) -> MayflyState:
    """Face a trial just turned up, given with the row and the reserve that it leaves: ask what to do (M15, M37)."""
    trial, row, reserve = place
    shown, rest = b"", adult.rivals
    if tables.options.plus_timing == "on_reveal":
        shown, rest = _turn_rivals(tables, rest, trial, events)
    missing = tables.trial_hearts[trial] + sum(map(tables.hearts.__getitem__, shown))
    met = replace(
        adult, rivals=rest, row=row, reserve=reserve, trial=Battle(trial, shown, b"", b""), missing=missing
    )
    if tables.options.decision == "majority_vote":
        if not may_flee(tables, met):
            return _begin(tables, state, hands, met, events)
        return _state(state, 0, events, "vote", hands, met)
    return _state(state, first_holder(hands, met.starter), events, "decide", hands, met)


def _turn_rivals(
    tables: Tables, rivals: bytes, trial: int, events: list[MayflyEvent]
) -> tuple[bytes, bytes]:
    """Turn up a card for each + mark, as far as there are any (M17, M18); return these and the rest."""
    plus = tables.trial_plus[trial]
    for card in rivals[:plus]:
        events.append(RivalTurned(tables.ids[card]))
    return rivals[:plus], rivals[plus:]


def challenge(tables: Tables, state: MayflyState) -> MayflyState:
    """Begin the battle by the decision of one player."""
    return _begin(tables, state, state.hands, _adult(state), [])


def flee(tables: Tables, state: MayflyState) -> MayflyState:
    """Flee by the decision of one player."""
    return _flee(tables, state, _adult(state), [])


def cast_vote(tables: Tables, state: MayflyState, choice: int) -> MayflyState:
    """Cast a vote; the last one is followed by what the majority chose, a tie by the battle (M15, M37)."""
    adult = _adult(state)
    seat = len(adult.votes)
    votes = adult.votes + bytes([choice])
    events: list[MayflyEvent] = [VoteCast(seat, CHOICES[choice])]
    voted = replace(adult, votes=votes)
    if len(votes) < tables.players:
        return _state(state, seat + 1, events, "vote", state.hands, voted)
    fleeing = 2 * sum(votes) > tables.players
    events.append(VotesCounted(tuple(CHOICES[vote] for vote in votes), CHOICES[fleeing]))
    if fleeing:
        return _flee(tables, state, voted, events)
    return _begin(tables, state, state.hands, voted, events)


def _begin(
    tables: Tables, state: MayflyState, hands: tuple[int, ...], adult: Adult, events: list[MayflyEvent]
) -> MayflyState:
    """Begin the battle: no fleeing any more, and the rival's cards are turned up (MF-2.4.3)."""
    battle, rivals, missing = _open(adult), adult.rivals, adult.missing
    events.append(TrialChallenged(tables.trial_ids[battle.trial]))
    if tables.options.plus_timing == "on_challenge":
        shown, rivals = _turn_rivals(tables, rivals, battle.trial, events)
        missing += sum(map(tables.hearts.__getitem__, shown))
        battle = Battle(battle.trial, shown, b"", b"")
    begun = replace(adult, rivals=rivals, trial=battle, missing=missing, votes=b"")
    return _state(state, first_holder(hands, adult.starter), events, "battle", hands, begun)


def _flee(tables: Tables, state: MayflyState, adult: Adult, events: list[MayflyEvent]) -> MayflyState:
    """Leave the open trial with a token and turn up another in the gap (MF-2.4.2)."""
    battle = _open(adult)
    events.append(TrialFled(tables.trial_ids[battle.trial]))
    fled = replace(
        adult, stamina=adult.stamina - 1, trial=None, missing=0, fled=(*adult.fled, battle), votes=b""
    )
    if not fled.stamina:
        return _lost(state, state.hands, fled, events, "stamina")
    trial = adult.reserve[0]
    events.append(TrialRevealed(tables.trial_ids[trial], "pile"))
    return _meet(tables, state, state.hands, fled, events, (trial, adult.row, adult.reserve[1:]))


# ---- battle ----------------------------------------------------------------------------------------


def may_pass(state: MayflyState) -> bool:
    """Whether the player to act may pass: not once all holders of cards have passed in a row (M20, M39)."""
    return _adult(state).passes < sum(map(bool, state.hands))


def pass_turn(tables: Tables, state: MayflyState) -> MayflyState:
    """Play no card; the next holder of cards is asked."""
    seat, adult, hands = state.current_player, _adult(state), state.hands
    if seat is None:
        raise AssertionError("nobody passes after the end")
    passed = Adult(
        adult.dealer,
        adult.starter,
        adult.stamina,
        adult.rivals,
        adult.row,
        adult.reserve,
        adult.trial,
        adult.missing,
        adult.overcome,
        adult.fled,
        adult.passes + 1,
        b"",
        adult.given,
    )
    following = first_holder(hands, (seat + 1) % len(hands))
    return MayflyState(
        state.game,
        state.seed,
        following,
        (tables.passed[seat],),
        "battle",
        state.oldest,
        hands,
        state.larva,
        passed,
        None,
        None,
    )


def play(tables: Tables, state: MayflyState, action: MayflyAction) -> MayflyState:
    """Play a card with a token on it, then see who has won and who has lost (MF-2.4.4 to MF-2.4.7)."""
    seat, adult, hands = state.current_player, _adult(state), state.hands
    if seat is None:
        raise AssertionError("nobody plays a card after the end")
    card = tables.card_of[action]
    hands = (*hands[:seat], hands[seat] - tables.unit[card], *hands[seat + 1 :])
    events: list[MayflyEvent] = [tables.played[seat][card]]
    before = _open(adult)
    battle: Battle | None = Battle(
        before.trial, before.rivals, before.foods + tables.byte[card], before.players + bytes([seat])
    )
    missing, overcome, starter = adult.missing - tables.hearts[card], adult.overcome, adult.starter
    won = missing <= 0
    if won and battle is not None:
        overcome, battle, missing = (*overcome, battle), None, 0
        events.append(TrialOvercome(tables.trial_ids[before.trial], seat))
        if tables.options.trial_starter == "continue":
            starter = (seat + 1) % len(hands)
    after = Adult(
        adult.dealer,
        starter,
        adult.stamina - 1,
        adult.rivals,
        adult.row,
        adult.reserve,
        battle,
        missing,
        overcome,
        adult.fled,
        0,
        b"",
        adult.given,
    )
    if len(overcome) == ROW:
        return _cleared(tables, state, hands, after, events)
    if not after.stamina:
        return _lost(state, hands, after, events, "stamina")
    if not any(hands):
        return _lost(state, hands, after, events, "cards")
    if won:
        return _meet_next(tables, state, hands, after, events)
    return _state(state, first_holder(hands, (seat + 1) % len(hands)), events, "battle", hands, after)


# ---- the end ---------------------------------------------------------------------------------------


def ending_of(tables: Tables, overcome: tuple[Battle, ...]) -> tuple[EndingId, int, int]:
    """Return the ending that the cards played give, and how many algae and detritus these are (MF-2.4.7)."""
    kinds = [tables.kinds[card] for battle in overcome for card in battle.foods]
    algae, detritus = kinds.count("algae"), kinds.count("detritus")
    if tables.options.growth_counts_as_algae:
        algae += kinds.count("growth")
    return _ENDINGS.get((algae, detritus), "other"), algae, detritus


def _cleared(
    tables: Tables, state: MayflyState, hands: tuple[int, ...], adult: Adult, events: list[MayflyEvent]
) -> MayflyState:
    ending, algae, detritus = ending_of(tables, adult.overcome)
    events.append(GameWon(ending, algae, detritus))
    return MayflyState(
        state.game,
        state.seed,
        None,
        tuple(events),
        "over",
        state.oldest,
        hands,
        state.larva,
        adult,
        None,
        ending,
    )


def _lost(
    state: MayflyState, hands: tuple[int, ...], adult: Adult, events: list[MayflyEvent], cause: Cause
) -> MayflyState:
    events.append(GameLost(cause))
    return MayflyState(
        state.game,
        state.seed,
        None,
        tuple(events),
        "over",
        state.oldest,
        hands,
        state.larva,
        adult,
        cause,
        None,
    )


def _state(
    state: MayflyState,
    asked: int,
    events: list[MayflyEvent],
    phase: Phase,
    hands: tuple[int, ...],
    adult: Adult,
) -> MayflyState:
    return MayflyState(
        state.game,
        state.seed,
        asked,
        tuple(events),
        phase,
        state.oldest,
        hands,
        state.larva,
        adult,
        None,
        None,
    )


def _adult(state: MayflyState) -> Adult:
    if state.adult is None:
        raise AssertionError("the larva stage has no trials")
    return state.adult


def _open(adult: Adult) -> Battle:
    if adult.trial is None:
        raise AssertionError("no trial is open")
    return adult.trial
