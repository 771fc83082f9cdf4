"""How the game ends, and what it is worth."""

import random

import pytest

import boardkit
from boardkit.games.fifteen_days import (
    Draw,
    FinishAction,
    GameEnded,
    OtterFeather,
    PileEmptied,
    PutWild,
    RefillFrom,
    SetCompleted,
    Take,
    TurnBegan,
    WildPut,
    WildTaken,
)
from boardkit.games.fifteen_days import model as m

from .build import corners, discard, events, game, legal, pay, phase, place, play, position, take_wild

LEFT, RIGHT = Draw("left"), Draw("right")
SUMMER, AUTUMN, WINTER = "s1 s2 s3 s4 s5 s6", "a1 a2 a3 a4 a5 a6", "w1 w2 w3 w4 w5 w6"
ALMOST = {1: SUMMER, 2: AUTUMN, 3: WINTER, 4: "p2 p3 p4 p5 p6"}
# The same with a summer card to come, so that the last card does not bring the otter.
ALMOST_SUMMER = {1: "s1 s2 s3 s4 s5", 2: AUTUMN, 3: WINTER, 4: "p1 p2 p3 p4 p5 p6"}


def reason(state):
    return events(state, GameEnded)[0].reason


def draw_turn(state):
    """Play a turn of drawing from whichever pile has cards, discarding what is over the limit."""
    seat = state.current_player
    while state.current_player == seat and not state.is_terminal:
        drawing = legal(state, Draw)
        plain = [action for action in drawing if not action.feather] or boardkit.legal_actions(state)[-1:]
        state = play(state, plain[0])
    return state


# ---- a pile runs out ----------------------------------------------------------------------------


@pytest.mark.rule("FD-2.6.2", "F34")
def test_when_a_pile_runs_out_every_other_player_has_one_more_turn():
    state = position(
        ["", "", ""], left="w1", rest="discards", right=" ".join(["s1 s2 s3 s4 a1 a2"] * 3), player=1
    )
    last = play(state, LEFT)
    assert events(last, PileEmptied)[0].player == 1
    assert (last.stock.trigger, last.stock.last_turns) == (m.BY_PILE, 2)
    seats = []
    state = draw_turn(last)
    while not state.is_terminal:
        seats.append(state.current_player)
        state = draw_turn(state)
    assert seats == [2, 0]
    assert reason(state) == "pile"


@pytest.mark.rule("FD-2.6.2", "F31")
def test_who_emptied_the_pile_completes_the_turn_and_gets_a_wild():
    state = position(["s1 s2 s3 s4", "", ""], left="w1 w2", rest="discards", right="w3 w4 w5 w6")
    drawn = play(state, LEFT, LEFT)
    assert (phase(drawn), drawn.turn.actions) == ("choose", 1), "the turn goes on"
    bonus = play(drawn, RIGHT, RIGHT)
    assert events(bonus, WildTaken)[0].bonus
    assert phase(bonus) == "wild", "before the hand check"
    checked = play(bonus, PutWild(1, None))
    assert (phase(checked), checked.turn.cost) == ("check", 3)
    assert checked.players[0].wilds_played == 1


@pytest.mark.rule("F31")
def test_no_bonus_without_supply_or_place():
    rest = {"left": "w1 w2", "right": "w3 w4 w5 w6", "rest": "discards"}
    none = [{}, {1: "s2 *1", 2: "a2 *1", 3: "w1 *3", 4: "p2 *1"}, {1: "s3 *1", 2: "*"}]
    state = play(position(["", "", ""], none, **rest), LEFT, LEFT, RIGHT, RIGHT)
    assert state.current_player == 1
    full = [{1: "s2 *1", 2: "a2 *1", 3: "w1 *3", 4: "p2 *1"}]
    assert play(position(["", "", ""], full, **rest), LEFT, LEFT, RIGHT, RIGHT).current_player == 1


@pytest.mark.rule("F32")
def test_a_refill_that_empties_a_pile_counts_for_the_active_player():
    state = position(
        ["", "", ""], market=("s1", "a1", "w1"), left="w6", rest="discards", right="w3 w4 w5 p1 p2"
    )
    emptied = play(state, Take("column-1"), RefillFrom("left"))
    assert events(emptied, PileEmptied)[0].player == 0
    rest = play(emptied, RefillFrom("right"), RefillFrom("right"), Take("column-2"), RefillFrom("right"))
    done = play(rest, RefillFrom("right"), RefillFrom("right"))
    assert events(done, WildTaken)[0].bonus


@pytest.mark.rule("F33")
def test_the_second_pile_is_no_second_trigger():
    state = position(["", "", ""], left="w1", rest="discards", right="w3 w4 w5 w6 a1 a2 a3", player=0)
    turn = play(state, LEFT, RIGHT, RIGHT, RIGHT, PutWild(1, None))
    assert (turn.current_player, turn.stock.last_turns) == (1, 1)
    second = play(turn, RIGHT, RIGHT, RIGHT, RIGHT)
    assert not events(second, PileEmptied)
    assert not events(second, WildTaken)
    assert (second.current_player, second.stock.last_turns) == (2, 0)
    both = position(["", "", ""], left="w1", right="w2", rest="discards")
    emptied = play(both, LEFT, RIGHT)
    assert not events(emptied, PileEmptied)
    assert emptied.stock.last_turns == 2


# ---- a completed set ----------------------------------------------------------------------------


@pytest.mark.rule("FD-2.6.1", "F29")
def test_a_completed_set_ends_the_game_at_once():
    state = position(["p1 s1", "", ""], [ALMOST])
    done = play(state, place("p1", 4), pay("s1"))
    assert events(done, SetCompleted)[0].player == 0
    assert done.is_terminal
    assert reason(done) == "set"
    wilds = {**ALMOST, 1: "s1 s2 s3 s4 s5 *6"}
    assert play(position(["p1 s1", "", ""], [wilds]), place("p1", 4), pay("s1")).is_terminal, "wilds count"
    by_wild = play(position(["p6 p2", "", ""], [ALMOST]), take_wild("p6", "p2"), PutWild(4, 1))
    assert reason(by_wild) == "set"
    moved = play(position(["a1 s1", "", ""], [{**ALMOST, 2: "a2 a3 a4 a5 a6 *1"}]), place("a1", 2), pay("s1"))
    assert reason(play(moved, PutWild(4, 1))) == "set"
    bonus = position(["", "", ""], [ALMOST], left="w1 w2", right="w3 w4 a1", rest="discards")
    assert reason(play(bonus, LEFT, LEFT, RIGHT, RIGHT, PutWild(4, 1))) == "set"


@pytest.mark.rule("F29", "F35")
def test_with_the_option_the_round_is_finished():
    state = position(["p1 s1 s2", "", ""], [ALMOST], complete_ends="finish_round")
    done = play(state, place("p1", 4), pay("s1"))
    assert (phase(done), done.stock.trigger, done.stock.last_turns) == ("place", m.BY_SET, 2)
    turn = play(done, FinishAction(), LEFT, LEFT)
    assert not events(turn, WildTaken), "no bonus wild"
    seats = []
    while not turn.is_terminal:
        seats.append(turn.current_player)
        turn = draw_turn(turn)
    assert seats == [1, 2]
    assert reason(turn) == "set"


@pytest.mark.rule("F35")
def test_a_set_completed_in_the_last_turns_ends_at_once():
    extra = {"right": "w3 w4", "rest": "discards", "trigger": m.BY_PILE, "last_turns": 1, "player": 1}
    for ends in ("immediately", "finish_round"):
        state = position(["", "p1 s1", ""], [{}, ALMOST], complete_ends=ends, **extra)
        done = play(state, place("p1", 4), pay("s1"))
        assert done.is_terminal == (ends == "immediately")
        assert (done.stock.trigger, done.stock.last_turns) == (m.BY_PILE, 1), "nothing new begins"


@pytest.mark.rule("F59")
def test_the_first_trigger_counts():
    state = position(
        ["p1 s1", "", ""],
        [ALMOST],
        left="w1",
        right="w3 w4 w5",
        rest="discards",
        complete_ends="finish_round",
    )
    first_set = play(state, place("p1", 4), pay("s1"), FinishAction(), LEFT, RIGHT)
    assert not events(first_set, PileEmptied)
    assert (first_set.current_player, first_set.stock.trigger, first_set.stock.last_turns) == (1, m.BY_SET, 1)
    first_pile = play(state, LEFT, RIGHT, place("p1", 4), pay("s1"), FinishAction())
    assert first_pile.stock.trigger == m.BY_PILE
    assert first_pile.current_player == 1, "no place for the bonus wild on a full board"


@pytest.mark.rule("F40", "F52")
def test_after_a_completed_set_the_hand_is_checked_and_the_last_card_paid():
    state = position(["s6 s1 s2 s3 s4 a1 a2 a3", "", ""], [ALMOST_SUMMER])
    laid = play(state, place("s6", 1))
    assert phase(laid) == "pay", "the last card is paid for too"
    check = play(laid, pay("s1"))
    assert (phase(check), check.turn.cost, check.turn.final) == ("check", 1, True)
    done = play(check, discard("a3"))
    assert done.is_terminal
    assert done.players[0].size == 5


@pytest.mark.rule("F62")
def test_that_hand_check_knows_the_otters_feather():
    state = position(["s6 s1 s2 s3 s4 a1 a2 a3", "", ""], [ALMOST_SUMMER])
    done = play(state, place("s6", 1), pay("s1"), OtterFeather())
    assert done.is_terminal
    assert done.players[0].size == 6


# ---- stalling -----------------------------------------------------------------------------------


def stalled(idle, **options):
    """Return a position in which seat 0 may do without progress, after so many such turns."""
    return position(
        ["", "", ""], discards="s1 s2 s3 s4 s5 s6", market=("w1 w2", "", ""), idle=idle, **options
    )


@pytest.mark.rule("F41", "F58")
def test_laps_without_progress_end_the_game():
    for laps in (1, 4):
        state = stalled(3 * laps - 2, stall_limit_laps=laps)
        discards = Take("discard")
        one = play(state, discards, discards)
        assert (one.current_player, one.stock.idle) == (1, 3 * laps - 1)
        done = play(one, discards, discards)
        assert done.is_terminal
        assert reason(done) == "stall"
        assert done.ranking is not None
    assert game().options.stall_limit_laps == 4


@pytest.mark.rule("F58", "F41")
@pytest.mark.parametrize("progress", ["draw", "market", "place", "wild"])
def test_progress_begins_the_count_anew(progress):
    discards = Take("discard")
    if progress == "draw":
        after = play(stalled(5), LEFT, LEFT, discards)
    elif progress == "market":
        after = play(stalled(5), Take("column-1"), discards)
    elif progress == "place":
        state = position(["a1 a2", "", ""], discards="s1 s2 s3 s4", idle=5)
        after = play(state, place("a1", 1), pay("a2"), FinishAction(), discards)
    else:
        state = position(["a1 a1", "", ""], [{1: "a1"}], discards="s1 s2", idle=5)
        after = play(state, take_wild("a1", "a1"), PutWild(1, 2), discards)
    assert (after.current_player, after.stock.idle) == (1, 0)


# ---- scoring ------------------------------------------------------------------------------------


@pytest.mark.rule("FD-2.6.3")
@pytest.mark.parametrize(
    ("board", "points"),
    [
        ({}, -8),
        ({1: "s1 s2 s3"}, 3 - 6),
        ({1: "s1 s3 s5"}, 1 - 6),
        ({1: "s1 *2 s3"}, 3 - 6),
        ({1: "s1 s2", 2: "a4", 3: "w6 w5", 4: "p1 p3"}, 2 + 1 + 2 + 1),
    ],
)
def test_points_of_a_board(board, points):
    assert position(["", "", ""], [board]).returns[0] == points


@pytest.mark.rule("F45")
def test_only_the_longest_run_of_a_season_counts():
    assert position(["", "", ""], [{1: "s1 s2 s4 s5 s6"}]).returns[0] == 3 - 6


@pytest.mark.rule("FD-2.6.3")
def test_animals_are_worth_two_each():
    assert position(["", "", ""], animals=("frog otter",)).returns == (-4, -8, -8)


@pytest.mark.rule("F44")
def test_feathers_are_worth_nothing():
    assert position(["", "", ""], feathers=(3, 1, 0)).returns == (-8, -8, -8)


def over(hands, boards=(), **changes):
    """Return the end of a game in which seat 2 has just played the last turn."""
    state = position(
        hands, boards, right="w6 w6 w6 w6", rest="discards", trigger=m.BY_PILE, last_turns=0, player=len(hands) - 1,
        phase=m.PLACE, actions=0, **changes,
    )  # fmt: skip
    return play(state, FinishAction())


@pytest.mark.rule("FD-2.6.4")
def test_ties_are_broken_by_hand_cards_then_by_wilds_played():
    more = [{1: "s1 s2"}, {1: "s3 s4"}, {1: "s5"}]
    assert over(["a1", "a2", "a3 a4 a5"], more).ranking == (1, 1, 3)
    assert over(["a1 a2", "a3", "a4"], more).ranking == (1, 2, 3)
    assert over(["a1", "a2", "a3"], more, played=(0, 1, 0)).ranking == (2, 1, 3)
    assert over(["a1 a2", "a3", ""], more, played=(0, 1, 0)).ranking == (1, 2, 3)
    assert over(["", "", "a1 a2"], more, played=(0, 0, 1)).ranking == (1, 1, 3), "points come first"


@pytest.mark.rule("F30")
def test_what_is_still_equal_is_shared():
    assert over(["a1", "a2", "a3"]).ranking == (1, 1, 1)


@pytest.mark.rule("F40")
def test_the_hand_sizes_at_the_end_of_the_game_count():
    state = position(["s6 s1 s2 s3 s4 a1 a2 a3", "", ""], [ALMOST_SUMMER])
    done = play(state, place("s6", 1), pay("s1"), discard("a3"))
    assert (done.players[0].size, done.ranking) == (5, (1, 2, 2))


@pytest.mark.rule("FD-2.6.4")
def test_a_moved_wild_is_not_played_again():
    state = position(["s3 a1", "", ""], [{1: "s2 *3"}], played=(1,))
    moved = play(state, place("s3", 1), pay("a1"), PutWild(1, 4))
    assert events(moved, WildPut)
    assert corners(moved)[0] == "s2 s3 *4"
    assert moved.players[0].wilds_played == 1


# ---- whole games --------------------------------------------------------------------------------


@pytest.mark.rule("FD-6")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_cards_wilds_and_feathers_are_conserved_and_every_game_ends(players):
    made = game(players, solo=players == 1)
    for seed in range(6):
        rng = random.Random(seed)
        state = made.initial_state(seed)
        census = made.census(state)
        assert sum(count for name, count in census.items() if name not in ("wilds", "feathers")) == 90
        assert (census["wilds"], census["feathers"]) == (2 * players, players + 1)
        steps = 0
        while not state.is_terminal:
            state = made.step(state, rng.choice(made.legal_actions(state)))
            assert made.census(state) == census
            steps += 1
        assert steps < made.max_steps


def test_turns_begin_with_an_event():
    state = position(["", "", ""])
    assert events(play(state, LEFT, LEFT, RIGHT, RIGHT), TurnBegan)[0].player == 1
