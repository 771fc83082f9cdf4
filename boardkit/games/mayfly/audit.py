"""What every state of Mayfly fulfils; a state from outside is believed after these checks only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from boardkit.errors import InvalidState
from boardkit.games.mayfly import adult as adult_rules
from boardkit.games.mayfly.model import (
    MOLTS,
    PILE,
    ROW,
    START_FULLNESS,
    TOKENS,
    TRIALS,
    Adult,
    Battle,
    Larva,
    MayflyState,
)
from boardkit.games.mayfly.tables import REFUSED, Tables
from boardkit.state import Event

__all__ = ["audit", "audit_events", "battles_of", "census"]


def _need(fulfilled: bool, pointer: str, detail: str, *arguments: object) -> None:
    """Raise InvalidState unless ``fulfilled``; the braces of pointer and detail are filled in only then."""
    if not fulfilled:
        places = pointer.count("{}")
        raise InvalidState(pointer.format(*arguments[:places]), detail.format(*arguments[places:]))


def battles_of(adult: Adult) -> tuple[Battle, ...]:
    """Return every battle of the stage: overcome, abandoned, open."""
    return (*adult.overcome, *adult.fled, *(() if adult.trial is None else (adult.trial,)))


def census(tables: Tables, state: MayflyState) -> Mapping[str, int]:
    """Count food cards by kind, trials by card, and tokens, wherever they lie."""
    adult, cards = state.adult, [*map(tables.cards, state.hands)]
    trials: Iterable[int] = range(TRIALS)
    tokens = TOKENS
    if adult is None:
        larva = state.larva
        cards += [larva.pile, larva.queue, bytes(card & ~REFUSED for card in larva.turned)]
    else:
        battles = battles_of(adult)
        cards += [adult.rivals, *(battle.rivals + battle.foods for battle in battles)]
        trials = [*adult.row, *adult.reserve, *(battle.trial for battle in battles)]
        played = sum(len(battle.foods) for battle in battles)
        unused = TOKENS - _first_stamina(tables, state.larva)
        tokens = adult.stamina + played + len(adult.fled) + unused
    food = Counter(b"".join(cards))
    laid = Counter(trials)
    return {
        **{f"food/{name}": food[card] for card, name in enumerate(tables.ids)},
        **{f"trial/{name}": laid[trial] for trial, name in enumerate(tables.trial_ids)},
        "tokens": tokens,
    }


def audit(tables: Tables, state: MayflyState) -> None:
    """Check ranges, conservation, whose turn it is, and that the larva's course follows from the cards turned up.

    Raises:
        InvalidState: with a JSON pointer into the readable form.
    """
    players = tables.players
    _need(len(state.hands) == players, "/hands", "{} hands are needed", players)
    for pointer, seat in (
        ("/oldest", state.oldest),
        ("/current_player", state.current_player),
        ("/feeder", state.larva.feeder),
    ):
        _need(seat is None or seat < players, pointer, "there are {} players", players)
    _need(
        tables.options.oldest == "random" or state.oldest == 0,
        "/oldest",
        "seat 0 is the oldest (option oldest)",
    )
    audit_events(tables, state.events)
    over = state.phase == "over"
    _need(over == (state.current_player is None), "/current_player", "nobody is asked exactly at the end")
    ended = (state.cause is not None) + (state.ending is not None)
    _need(ended == over, "/phase", "a cause of loss or an ending belongs to the end and to nothing else")
    _audit_larva(tables, state)
    if state.adult is None:
        in_larva = state.phase in {"queue", "larva"} or state.cause == "starvation"
        _need(in_larva, "/adult", "missing in phase {}", state.phase)
    else:
        _audit_adult(tables, state, state.adult)


# ---- larva stage -----------------------------------------------------------------------------------


def _audit_larva(tables: Tables, state: MayflyState) -> None:
    larva = state.larva
    _audit_timeline(tables, state)
    lived = _relive(tables, state)
    for name in ("fullness", "molts", "due", "feeder"):
        expected = getattr(lived, name)
        _need(getattr(larva, name) == expected, "/{}", "{} follows from the cards turned up", name, expected)
    if state.adult is not None:
        return
    hands = [tables.cards(hand) for hand in state.hands]
    for seat, hand in enumerate(hands):
        _need(len(hand) == tables.hand_size, "/hands/{}", "{} cards are needed", seat, tables.hand_size)
    turned = bytes(card & ~REFUSED for card in larva.turned)
    cards = b"".join([*hands, larva.pile, larva.queue, turned])
    _need(bytes(sorted(cards)) == tables.deck, "", "the food cards are not those of the set")


def _audit_timeline(tables: Tables, state: MayflyState) -> None:
    """Check how many cards lie where, and who is asked."""
    larva, phase = state.larva, state.phase
    _need(len(larva.pile) <= PILE, "/pile", "the pile begins with {} cards", PILE)
    placed, turned = PILE - len(larva.pile), len(larva.turned)
    turn = placed - tables.queued
    if state.adult is not None:
        _need(placed == PILE, "/pile", "the pile is empty in the adult stage")
        _need(not larva.queue, "/queue", "the queue is empty in the adult stage")
        _need(turned == tables.turns, "/turned", "the larva stage has {} turns", tables.turns)
        return
    if phase == "queue":
        allowed = [0] if turn < 0 else []
    elif phase == "larva":
        allowed = [turn + 1] if turn >= 0 and larva.pile else []
    else:
        allowed = [turn] if larva.pile else [turn, turn + 1, turn + 2]
        _need(turned > 0, "/turned", "nothing starves before the first turn")
    _need(turned in allowed, "/turned", "{} cards do not fit a pile of {}", turned, len(larva.pile))
    _need(len(larva.queue) == placed - turned, "/queue", "{} cards must be queued", placed - turned)
    if phase != "over":
        asked = tables.placer[state.oldest][placed]
        _need(state.current_player == asked, "/current_player", "it is the turn of player {}", asked)


def _relive(tables: Tables, state: MayflyState) -> Larva:
    """Feed the cards turned up once more and return what becomes of the larva."""
    fullness, molts, due, feeder = START_FULLNESS, 0, 1, None
    options = tables.options
    for turn, byte in enumerate(state.larva.turned):
        if turn:
            fullness -= due
        _need(fullness > 0, "/turned/{}", "the larva had starved before", turn)
        card, refused = byte & ~REFUSED, byte >= REFUSED
        fits = fullness + tables.food[card] <= TOKENS
        _need(fits != refused, "/turned/{}/eaten", "must be {}", turn, str(fits).lower())
        due = molts + 1
        if refused:
            due = due if options.digest_on_refusal else 0
            continue
        feeder = tables.eater[state.oldest][turn]
        fullness += tables.food[card]
        if tables.growth[card] and molts < MOLTS:
            molts += 1
            due += options.molt_effective == "same_turn"
    if state.adult is not None:
        fullness -= due
        _need(fullness > 0, "/adult", "the larva starved")
    elif state.phase == "over":
        _need(fullness <= due, "/cause", "the larva has not starved")
        fullness = 0
    return Larva(b"", b"", b"", fullness, molts, due, feeder)


# ---- adult stage -----------------------------------------------------------------------------------


def _first_stamina(tables: Tables, larva: Larva) -> int:
    return TOKENS if tables.options.stamina_reset == "all" else larva.fullness


def _audit_adult(tables: Tables, state: MayflyState, adult: Adult) -> None:
    _need(state.phase not in {"queue", "larva"}, "/phase", "the adult stage has begun")
    _need(state.cause != "starvation", "/cause", "only larvae starve")
    players = tables.players
    feeder = state.larva.feeder
    dealer: int = tables.eater[state.oldest][-1] if feeder is None else feeder
    _need(adult.dealer == dealer, "/adult/dealer", "player {} fed the larva last", dealer)
    for battle in battles_of(adult):
        _need(all(seat < players for seat in battle.players), "/adult", "there are {} players", players)
    starter = dealer
    if tables.options.trial_starter == "continue" and adult.overcome and adult.overcome[-1].players:
        starter = (adult.overcome[-1].players[-1] + 1) % players
    _need(adult.starter == starter, "/adult/starter", "player {} begins the next battle", starter)
    _audit_adult_cards(tables, state, adult)
    _audit_trials(state, adult)
    _audit_battles(tables, adult)
    played = sum(len(battle.foods) for battle in battles_of(adult))
    stamina = _first_stamina(tables, state.larva) - played - len(adult.fled)
    _need(adult.stamina == stamina, "/adult/stamina", "{} follows from the tokens spent", stamina)
    if state.phase == "over":
        _audit_end(tables, state, adult)
    else:
        _need(adult.stamina > 0 and any(state.hands), "/phase", "the game is lost")
        _audit_turn(tables, state, adult)


def _audit_adult_cards(tables: Tables, state: MayflyState, adult: Adult) -> None:
    players, battles = tables.players, battles_of(adult)
    eaten = tables.eaten_of(state.larva.turned)
    rejected = tables.rejected_of(state.larva.turned)
    hands = [tables.cards(hand) for hand in state.hands]
    dealt = adult_rules.deal(tables, adult.dealer, eaten)
    for seat, hand in enumerate(hands):
        played = sum(battle.players.count(seat) for battle in battles)
        _need(len(hand) + played == len(dealt[seat]), "/hands/{}", "not as many cards as were dealt", seat)
    in_play = b"".join([*hands, *(battle.foods for battle in battles)])
    _need(sorted(in_play) == sorted(eaten), "/hands", "the cards in play are not the eaten ones")
    unused = b"".join([adult.rivals, *(battle.rivals for battle in battles)])
    _need(bytes(sorted(unused + eaten)) == tables.deck, "/adult/rivals", "not the cards that were not eaten")
    _need(len(adult.given) == players, "/adult/given", "{} entries are needed", players)
    given = [tables.cards(hand) for hand in adult.given]
    stranded = tables.placer[state.oldest][tables.turns :]
    for seat, hand in enumerate(given):
        size = tables.hand_size + stranded.count(seat)
        _need(len(hand) == size, "/adult/given/{}", "{} cards are needed", seat, size)
    parts = b"".join([*given, rejected, eaten])
    _need(
        bytes(sorted(parts)) == tables.deck,
        "/adult/given",
        "not the cards that were neither eaten nor refused",
    )


def _audit_trials(state: MayflyState, adult: Adult) -> None:
    trials = [*adult.row, *adult.reserve, *(battle.trial for battle in battles_of(adult))]
    _need(sorted(trials) == list(range(TRIALS)), "/adult", "the trial cards are not those of the set")
    opened, overcome, fled = adult.trial is not None, len(adult.overcome), len(adult.fled)
    # Fleeing with the last token ends the game before another trial fills the gap.
    gap = state.cause == "stamina" and not opened and len(adult.row) + overcome < ROW
    _need(
        len(adult.row) == ROW - overcome - opened - gap, "/adult/row", "not as many trials as must lie there"
    )
    _need(len(adult.reserve) == TRIALS - ROW - fled + gap, "/adult/reserve", "not as many as must be left")
    _need(not gap or fled > 0, "/adult/row", "no trial was fled from")
    _need(opened or state.phase == "over", "/adult/trial", "missing in phase {}", state.phase)


def _strength(tables: Tables, battle: Battle) -> int:
    return tables.trial_hearts[battle.trial] + tables.strength(battle.rivals)


def _audit_battles(tables: Tables, adult: Adult) -> None:
    hearts = tables.hearts
    for place, battle in enumerate(adult.overcome):
        total = sum(hearts[card] for card in battle.foods)
        last = hearts[battle.foods[-1]] if battle.foods else 0
        strength = _strength(tables, battle)
        _need(total >= strength > total - last, "/adult/overcome/{}/foods", "not the cards that win", place)
    for place, battle in enumerate(adult.fled):
        _need(not battle.foods, "/adult/fled/{}/foods", "no card is played before fleeing", place)
    missing = 0
    if adult.trial is not None:
        missing = _strength(tables, adult.trial) - sum(hearts[card] for card in adult.trial.foods)
        _need(missing > 0, "/adult/trial/foods", "the trial is overcome")
    _need(adult.missing == missing, "/adult/missing", "{} follows from the cards", missing)


def _audit_plus(tables: Tables, adult: Adult, *, begun: bool) -> None:
    """Check how many cards were turned up for + marks; only an exhausted rival pile excuses fewer (M18)."""
    on_reveal = tables.options.plus_timing == "on_reveal"
    groups = (("overcome", adult.overcome, True), ("fled", adult.fled, on_reveal))
    opened = (("trial", (adult.trial,), on_reveal or begun),) if adult.trial is not None else ()
    for name, battles, shown in (*groups, *opened):
        for battle in battles:
            due = tables.trial_plus[battle.trial] if shown else 0
            count = len(battle.rivals)
            enough = count == due or (count < due and not adult.rivals)
            _need(enough, "/adult/{}", "{} cards are turned up for + marks", name, due)


def _audit_turn(tables: Tables, state: MayflyState, adult: Adult) -> None:
    phase, hands, trial = state.phase, state.hands, adult.trial
    begun = phase == "battle"
    _audit_plus(tables, adult, begun=begun)
    voting = tables.options.decision == "majority_vote"
    _need(begun or (phase == "vote") == voting, "/phase", "not how this group decides (option decision)")
    if phase == "vote":
        _need(adult_rules.may_flee(tables, adult), "/phase", "nothing is left to vote on")
        asked = len(adult.votes)
    else:
        _need(not adult.votes, "/adult/flee_votes", "no vote is held")
        asked = adult_rules.first_holder(hands, adult.starter)
    played = trial is not None and bool(trial.foods)
    _need(begun or (not played and not adult.passes), "/adult/passes", "the battle has not begun")
    if begun:
        if trial is not None and trial.players:
            asked = adult_rules.first_holder(hands, (trial.players[-1] + 1) % len(hands))
        _need(adult.passes <= sum(map(bool, hands)), "/adult/passes", "somebody had to play")
        for _ in range(adult.passes):
            asked = adult_rules.first_holder(hands, (asked + 1) % len(hands))
    _need(state.current_player == asked, "/current_player", "it is the turn of player {}", asked)


def _audit_end(tables: Tables, state: MayflyState, adult: Adult) -> None:
    _need(not adult.votes and not adult.passes, "/adult", "nothing goes on after the end")
    _audit_plus(tables, adult, begun=True)
    cleared = len(adult.overcome) == ROW
    _need(
        (state.ending is not None) == cleared,
        "/ending",
        "four trials overcome, and nothing else, clear the game",
    )
    if cleared:
        ending = adult_rules.ending_of(tables, adult.overcome)[0]
        _need(state.ending == ending, "/ending", "{} follows from the cards", ending)
        return
    _need(adult.trial is None or bool(adult.trial.foods), "/adult/trial", "no card was played")
    cause = "stamina" if not adult.stamina else "cards"
    _need(state.cause == cause, "/cause", "it was {}", cause)
    _need(not adult.stamina or not any(state.hands), "/cause", "there is stamina, and there are cards")
    if cause == "cards" and not any(battle.foods for battle in battles_of(adult)):
        _need(state.larva.feeder is None and not adult.fled, "/cause", "no card was played")


# ---- events ----------------------------------------------------------------------------------------


def audit_events(tables: Tables, events: tuple[Event, ...]) -> None:
    """Check that the events speak of seats and cards that there are.

    Raises:
        InvalidState: with a JSON pointer.
    """
    for place, event in enumerate(events):
        for name in event.__struct_fields__:
            _need(
                _known(tables, name, getattr(event, name)), "/events/{}/{}", "not of this game", place, name
            )


def _known(tables: Tables, name: str, value: object) -> bool:
    if name in {"player", "dealer"}:
        return isinstance(value, int) and value < tables.players
    if name in {"hands", "choices"}:
        return isinstance(value, tuple) and len(value) == tables.players
    if name == "trial":
        return value in tables.trial_numbers
    cards = {"card": (value,), "cards": value}.get(name)
    return not isinstance(cards, tuple) or all(card is None or card in tables.numbers for card in cards)
