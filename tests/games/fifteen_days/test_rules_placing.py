"""Placing cards, paying for them, wilds and animals."""

import pytest

import boardkit
from boardkit.games.fifteen_days import (
    AnimalTaken,
    Discarded,
    Draw,
    FeatherGained,
    FinishAction,
    Pay,
    Place,
    Placed,
    PutWild,
    TakeWild,
    WildReturned,
)
from boardkit.games.fifteen_days import model as m

from .build import corners, events, hand, legal, pay, phase, place, play, position, refused, take_wild

FULL = {1: "s1 s2 s3 s4 s5 s6", 2: "a1 a2 a3 a4 a5 a6", 3: "w1 w2 w3 w4 w5 w6"}


def cost(state, word, corner, feather=False):
    return events(play(state, place(word, corner, feather)), Placed)[0].cost


# ---- corners and costs --------------------------------------------------------------------------


@pytest.mark.rule("FD-2.3.1", "F46")
def test_the_first_card_binds_an_empty_corner_of_either_kind_at_cost_one():
    for word in ("s1", "s4", "s6"):
        state = position([f"{word} a1", "", ""])
        assert {
            action.corner
            for action in legal(state, Place)
            if action.season == "summer" and not action.feather
        } == {1, 2, 3, 4}
        for corner in (1, 2, 3, 4):
            assert cost(state, word, corner) == 1
    bound = play(position(["s4 s5 a1 a2 a3", "", ""]), place("s4", 3), pay("a1"))
    assert refused(bound, place("a2", 3)) == ("corner-taken", "FD-2.3.1")
    assert refused(bound, place("s5", 1)) == ("season-elsewhere", "FD-2.3.2")


@pytest.mark.rule("FD-2.3.2")
def test_a_bound_seasons_cards_go_to_its_corner():
    state = position(["s1 s5 a1 a2", "", ""], [{2: "s3"}])
    summer = {(action.value, action.corner) for action in legal(state, Place) if action.season == "summer"}
    assert summer == {(1, 2), (5, 2)}


@pytest.mark.rule("FD-2.3.3")
@pytest.mark.parametrize(
    ("corner", "there", "word", "expected"),
    [
        (1, "s2 s4", "s5", 1),
        (1, "s2 s4", "s6", 1),  # gaps are fine
        (1, "s2 s4", "s3", 2),
        (1, "s2 s4", "s1", 2),
        (4, "s5 s3", "s2", 1),
        (4, "s5 s3", "s1", 1),
        (4, "s5 s3", "s4", 2),
        (4, "s5 s3", "s6", 2),
    ],
)
def test_the_outer_end_costs_one_and_every_other_place_two(corner, there, word, expected):
    state = position([f"{word} a1 a2 a3", "", ""], [{corner: there}])
    assert cost(state, word, corner) == expected


@pytest.mark.rule("F13")
@pytest.mark.parametrize(
    ("corner", "there", "word", "expected"),
    [
        (1, "s2 *5", "s4", 2),
        (1, "s2 *5", "s6", 1),
        (1, "s4 *2", "s3", 2),
        (3, "s5 *2", "s3", 2),
        (3, "s5 *2", "s1", 1),
    ],
)
def test_a_wild_counts_as_a_card_of_its_value_for_the_cost(corner, there, word, expected):
    assert cost(position([f"{word} a1 a2 a3", "", ""], [{corner: there}]), word, corner) == expected


@pytest.mark.rule("FD-2.3.3", "F12")
def test_only_what_the_other_hand_cards_pay_for_may_be_placed():
    state = position(["s1 a1", "", ""], [{1: "s2"}], feathers=(0, 1, 1))
    assert refused(state, place("s1", 1)) == ("cannot-pay", "FD-2.3.3")
    assert place("a1", 2) in boardkit.legal_actions(state)
    alone = position(["a1", "", ""], feathers=(0, 1, 1))
    assert legal(alone, Place) == []
    # Any other hand card pays: copies, and cards that could be placed.
    rich = play(position(["s1 s1 s2 a4", "", ""]), place("s1", 1))
    assert legal(rich, Pay) == [pay("s1"), pay("s2"), pay("a4")]
    assert refused(rich, pay("w1")) == ("not-in-hand", "F12")


@pytest.mark.rule("FD-2.3.5", "F48")
def test_payment_goes_to_the_discard_pile_in_the_players_order():
    state = position(["s1 a1 w1", "", ""], [{1: "s2"}])
    laid = play(state, place("s1", 1))
    assert phase(laid) == "pay"
    assert boardkit.observe(play(laid, pay("a1"), pay("w1")), None).discards == ("autumn-1", "winter-1")
    assert boardkit.observe(play(laid, pay("w1"), pay("a1")), None).discards == ("winter-1", "autumn-1")


@pytest.mark.rule("F10")
def test_each_placement_is_paid_before_the_next():
    state = play(position(["s1 s2 a1 a2 a3", "", ""]), place("s1", 1))
    assert refused(state, place("s2", 1)) == ("wrong-step", "F10")
    further = play(state, pay("a1"))
    assert place("s2", 1) in boardkit.legal_actions(further)


@pytest.mark.rule("FD-2.2.1", "F9")
def test_a_place_action_holds_any_number_of_cards_but_one_at_least():
    state = position(["s1 s2 s3 a1 a2 a3", "", ""])
    assert FinishAction() not in boardkit.legal_actions(state)
    done = play(state, place("s1", 1), pay("a1"), place("s2", 1), pay("a2"), place("s3", 1), pay("a3"))
    assert corners(done) == ["s1 s2 s3", "", "", ""]
    assert boardkit.legal_actions(done) == (FinishAction(),)
    assert refused(done, Draw("left")) == ("wrong-step", "F9")
    assert play(done, FinishAction()).turn.actions == 1


@pytest.mark.rule("F19")
def test_each_value_once_in_a_corner():
    state = position(["s2 a1 a2", "", ""], [{1: "s2 s4"}])
    assert refused(state, place("s2", 1)) == ("value-there", "F19")
    # Over a wild of that value the card replaces it: the wild is not left there.
    over = play(position(["s2 a1 a2", "", ""], [{1: "s4 *2"}]), place("s2", 1), pay("a1"))
    assert corners(over)[0] == "s2 s4"
    assert phase(over) == "wild"


@pytest.mark.rule("F11")
def test_the_frog_makes_a_costly_placement_cost_one():
    state = position(["s1 a1 a2", "", ""], [{1: "s2"}], animals=("frog",))
    assert cost(state, "s1", 1) == 1
    assert cost(position(["s1 a1 a2", "", ""], [{1: "s2"}]), "s1", 1, feather=True) == 1
    assert place("s1", 1) in boardkit.legal_actions(
        position(["s1 a1", "", ""], [{1: "s2"}], animals=("frog",))
    )


@pytest.mark.rule("F10", "FD-2.5.3")
def test_the_frog_takes_off_one_card_an_action_in_all():
    state = position(["s1 s2 s3 a1 a2 a3", "", ""], animals=("frog",))
    free = play(state, place("s1", 1))
    assert phase(free) == "place", "nothing to pay"
    assert cost(free, "s2", 1) == 1
    again = play(free, FinishAction())
    assert cost(again, "s2", 1) == 0, "the second action has it anew"
    assert place("s1", 1) in boardkit.legal_actions(position(["s1", "", ""], animals=("frog",)))


@pytest.mark.rule("F52")
def test_lay_pay_then_put_the_freed_wild():
    state = position(["s5 a1", "", ""], [{1: "s1 s2 *5"}, {2: "p1"}], feathers=(0, 1, 1))
    laid = play(state, place("s5", 1))
    assert (phase(laid), laid.turn.wild) == ("pay", m.FREED)
    paid = play(laid, pay("a1"))
    assert phase(paid) == "wild"
    put = play(paid, PutWild(1, 6))
    assert (phase(put), corners(put)[0]) == ("place", "s1 s2 s5 *6")
    # Animals move at once, before the payment.
    animal = position(["s5 a1", "", ""], [{1: "s1 s2"}])
    assert events(play(animal, place("s5", 1)), AnimalTaken)[0].animal == "frog"


# ---- wilds --------------------------------------------------------------------------------------


@pytest.mark.rule("FD-2.2.1", "F48")
def test_a_wild_costs_two_hand_cards_that_equal_cards_on_the_board():
    state = position(["s1 a2 w1", "", ""], [{1: "s1 s2", 2: "a2"}])
    assert legal(state, TakeWild) == [take_wild("s1", "a2"), take_wild("a2", "s1")]
    taken = play(state, take_wild("a2", "s1"))
    assert boardkit.observe(taken, None).discards == ("autumn-2", "summer-1")
    assert (phase(taken), taken.stock.wilds) == ("wild", 5)
    put = play(taken, PutWild(1, 4))
    assert corners(put)[0] == "s1 s2 *4"
    assert (phase(put), put.turn.actions, put.players[0].wilds_played) == ("choose", 1, 1)


@pytest.mark.rule("F20")
def test_both_cards_may_equal_the_same_board_card():
    state = position(["s1 s1", "", ""], [{1: "s1"}])
    assert legal(state, TakeWild) == [take_wild("s1", "s1")]
    assert legal(position(["s1 s2", "", ""], [{1: "s1"}]), TakeWild) == []


@pytest.mark.rule("F21")
def test_a_wild_on_the_board_matches_only_with_the_option():
    for matches in (False, True):
        state = position(["s1 s5", "", ""], [{1: "s1 *5"}], wild_matches=matches)
        assert (take_wild("s1", "s5") in boardkit.legal_actions(state)) == matches
        if not matches:
            assert refused(state, take_wild("s1", "s5")) == ("no-match", "F21")


@pytest.mark.rule("F22")
def test_no_wild_without_supply_or_place():
    boards = [{1: "s1"}, {1: "s2 *1", 2: "a2 *1", 3: "w2 *1", 4: "p2 *1"}, {1: "s3 *1", 2: "*"}]
    empty = position(["s1 s1", "", ""], boards)
    assert empty.stock.wilds == 0
    assert refused(empty, take_wild("s1", "s1")) == ("no-wild", "F22")
    full = position(["s1 s1", "", ""], [{1: "s1 *2", 2: "a1 *2", 3: "w1 *2", 4: "p1 *2"}])
    assert full.stock.wilds == 2
    assert refused(full, take_wild("s1", "s1")) == ("no-place", "F22")


@pytest.mark.rule("FD-2.4.1")
def test_a_wild_goes_to_any_missing_value_one_a_season():
    state = position(["s1 s1", "", ""], [{1: "s1 s4", 2: "a2 *1", 3: "w1 *6", 4: "p1"}])
    wild = play(state, take_wild("s1", "s1"))
    assert {(action.corner, action.value) for action in legal(wild, PutWild)} == {
        *((1, value) for value in (2, 3, 5, 6)),
        *((4, value) for value in (2, 3, 4, 5, 6)),
    }
    assert refused(wild, PutWild(2, 5)) == ("wild-there", "FD-2.4.1")
    assert refused(wild, PutWild(1, 4)) == ("value-there", "FD-2.4.1")


@pytest.mark.rule("FD-2.4.2", "F14")
def test_a_wild_may_open_a_corner_and_the_next_card_there_lets_it_move():
    state = position(["s1 s1 w4 w2 a1 a2", "", ""], [{1: "s1"}])
    wild = play(state, take_wild("s1", "s1"))
    assert refused(wild, PutWild(3, 2)) == ("unbound", "F14")
    assert refused(wild, PutWild(1, None)) == ("bound", "FD-2.4.2")
    opened = play(wild, PutWild(3, None))
    assert corners(opened)[2] == "*"
    # The corner is bound by the card, at cost 1; then the wild moves, the new corner included.
    assert {action.corner for action in legal(opened, Place) if action.season == "winter"} == {2, 3, 4}
    laid = play(opened, place("w4", 3))
    assert events(laid, Placed)[0].cost == 1
    freed = play(laid, pay("a1"))
    assert phase(freed) == "wild"
    assert PutWild(3, 2) in boardkit.legal_actions(freed)
    moved = play(freed, PutWild(3, 2))
    assert corners(moved)[2] == "w4 *2"
    assert moved.players[0].wilds_played == 1, "a move is no play"
    with_frog = position(["w4", "", ""], [{1: "s1", 3: "*"}], animals=("frog",))
    assert cost(with_frog, "w4", 3) == 0


@pytest.mark.rule("F15")
def test_an_unbound_wild_is_a_point_and_its_corner_is_not_empty():
    assert position(["", "", ""], [{1: "s1"}]).returns[0] == 1 - 6
    assert position(["", "", ""], [{1: "s1", 2: "*"}]).returns[0] == 1 + 1 - 4
    assert position(["", "", ""], [{1: "*", 2: "*", 3: "*", 4: "*"}]).returns[0] == 4


@pytest.mark.rule("F16")
def test_several_unbound_wilds_lie_in_different_corners():
    state = position(["s1 s1", "", ""], [{1: "s1 *2", 3: "*"}])
    wild = play(state, take_wild("s1", "s1"))
    assert legal(wild, PutWild) == [PutWild(2, None), PutWild(4, None)]
    assert refused(wild, PutWild(3, None)) == ("wild-there", "F16")
    assert corners(play(wild, PutWild(2, None))) == ["s1 *2", "*", "*", ""]


@pytest.mark.rule("FD-2.3.4")
@pytest.mark.parametrize("word", ["s1", "s3", "s5"])
def test_the_real_card_replaces_a_wild_for_one_wherever_it_lies(word):
    state = position([f"{word} a1 a2", "", ""], [{1: f"s2 s4 *{word[1]}"}])
    assert cost(state, word, 1) == 1
    moved = play(state, place(word, 1), pay("a1"))
    assert phase(moved) == "wild", "the wild moves to another position"


@pytest.mark.rule("F17")
def test_a_moved_wild_goes_where_a_new_one_could_free_of_charge():
    state = position(["s3 a1 a2", "", ""], [{1: "s2 *3", 2: "w1 *4", 3: "p1"}])
    freed = play(state, place("s3", 1), pay("a1"))
    places = {(action.corner, action.value) for action in legal(freed, PutWild)}
    assert places == {
        *((1, value) for value in (1, 4, 5, 6)),
        *((3, value) for value in (2, 3, 4, 5, 6)),
        (4, None),
    }
    moved = play(freed, PutWild(4, None))
    assert hand(moved) == "a2"


@pytest.mark.rule("F18")
def test_a_freed_wild_without_a_place_goes_back_to_the_supply():
    board = {1: "s1 s2 s3 s4 s5 *6", 2: "a1 *2", 3: "w1 *2", 4: "p1 *2"}
    state = position(["s6 a3", "", ""], [board])
    assert state.stock.wilds == 2
    back = play(state, place("s6", 1), pay("a3"))
    assert events(back, WildReturned)
    assert (back.stock.wilds, phase(back)) == (3, "place")


@pytest.mark.rule("F60")
def test_a_freed_wild_must_be_put_down():
    freed = play(position(["s3 a1", "", ""], [{1: "s2 *3"}]), place("s3", 1), pay("a1"))
    assert {type(action) for action in boardkit.legal_actions(freed)} == {PutWild}
    assert refused(freed, FinishAction()) == ("wrong-step", "F60")


@pytest.mark.rule("F61")
def test_the_lower_back_goes_first():
    state = position(["p1s p1w", "", ""], [{1: "p1a"}])
    taken = play(state, take_wild("p1", "p1"))
    assert boardkit.observe(taken, None).discards == ("spring-1-summer", "spring-1-winter")
    paid = play(position(["p3w p3a s1", "", ""]), place("s1", 1), pay("p3"))
    assert events(paid, Discarded)[0].card == "spring-3-autumn"


# ---- animals ------------------------------------------------------------------------------------


def takes(state, *actions):
    found = []
    for action in actions:
        state = play(state, action)
        found += [(event.animal, event.player, event.robbed) for event in events(state, AnimalTaken)]
    return found


@pytest.mark.rule("FD-2.5.1")
def test_the_first_with_three_takes_the_animal_and_equal_counts_take_it_over():
    three = position(["s3 a1", "", ""], [{1: "s1 s2"}])
    assert takes(three, place("s3", 1)) == [("frog", 0, None)]
    two = position(["s3 a1", "", ""], [{1: "s1"}])
    assert takes(two, place("s3", 1)) == []
    boards = [{1: "s1 s2"}, {3: "s4 s5 s6"}]
    equal = position(["s3 a1", "", ""], boards, animals=("", "frog"))
    assert takes(equal, place("s3", 1)) == [("frog", 0, 1)]
    fewer = position(["s3 a1", "", ""], [{1: "s1 s2"}, {3: "s3 s4 s5 s6"}], animals=("", "frog"))
    assert takes(fewer, place("s3", 1)) == []
    for season, animal in (("s", "frog"), ("a", "squirrel"), ("w", "rabbit"), ("p", "otter")):
        state = position([f"{season}3 s6", "", ""], [{1: f"{season}1 {season}2"}])
        assert takes(state, place(f"{season}3", 1)) == [(animal, 0, None)]


@pytest.mark.rule("FD-2.5.2")
def test_the_robbed_player_gets_a_feather():
    state = position(["s3 a1", "", ""], [{1: "s1 s2"}, {3: "s4 s5 s6"}], animals=("", "frog"))
    robbed = play(state, place("s3", 1))
    assert events(robbed, FeatherGained)[0].player == 1
    assert ([player.feathers for player in robbed.players], robbed.stock.feathers) == ([1, 2, 1], 0)
    assert [player.animals for player in robbed.players] == [1, 0, 0]


@pytest.mark.rule("F42")
def test_an_empty_supply_of_feathers_gives_none():
    boards = [{1: "s1 s2"}, {3: "s4 s5 s6"}]
    state = position(["s3 a1", "", ""], boards, animals=("", "frog"), feathers=(1, 1, 2))
    assert state.stock.feathers == 0
    robbed = play(state, place("s3", 1))
    assert not events(robbed, FeatherGained)
    assert [player.feathers for player in robbed.players] == [1, 1, 2]


@pytest.mark.rule("FD-2.5.3")
def test_an_animal_helps_only_actions_begun_while_it_was_held_but_the_otter_at_once():
    state = position(["s3 s4 s5 a1 a2 a3", "", ""], [{1: "s1 s2"}])
    taken = play(state, place("s3", 1))
    assert taken.players[0].animals == 1
    assert cost(play(taken, pay("a1")), "s4", 1) == 1, "this action began without the frog"
    assert cost(play(taken, pay("a1"), FinishAction()), "s4", 1) == 0
    otter = position(["p3 s1 s2 s3 s4 a1 a2 a3", "", ""], [{1: "p1 p2"}], actions=1)
    assert play(otter, place("p3", 1), pay("s1"), FinishAction()).current_player == 1


@pytest.mark.rule("F23")
def test_wilds_count_for_animals_by_the_option():
    for counts in (True, False):
        state = position(["s4 a1", "", ""], [{1: "s1 *2"}], wild_counts_for_animals=counts)
        assert bool(takes(state, place("s4", 1))) == counts
        holder = [{1: "s1 s2"}, {1: "s4 s5 s6 *1"}]
        equal = position(["s3 a1", "", ""], holder, animals=("", "frog"), wild_counts_for_animals=counts)
        assert bool(takes(equal, place("s3", 1))) != counts, "the holder's wild counts too"


@pytest.mark.rule("F24")
def test_a_wild_that_is_put_down_can_take_an_animal_too():
    state = position(["s1 s1", "", ""], [{1: "s1 s2"}])
    wild = play(state, take_wild("s1", "s1"))
    assert takes(wild, PutWild(1, 6)) == [("frog", 0, None)]
    assert takes(wild, PutWild(2, None)) == [], "an unbound wild counts for no season"
    moved = play(position(["a3 w1", "", ""], [{1: "s1 s2", 2: "a1 *3"}]), place("a3", 2), pay("w1"))
    assert takes(moved, PutWild(1, 6)) == [("frog", 0, None)]
    bonus = position(
        ["", "", ""], [{1: "s1 s2"}], phase=m.WILD, wild=m.BONUS, actions=0, right="w1",
        rest="discards", trigger=m.BY_PILE, last_turns=2,
    )  # fmt: skip
    assert takes(bonus, PutWild(1, 3)) == [("frog", 0, None)]
    off = play(
        position(["s1 s1", "", ""], [{1: "s1 s2"}], wild_counts_for_animals=False), take_wild("s1", "s1")
    )
    assert takes(off, PutWild(1, 6)) == []


@pytest.mark.rule("F25")
def test_a_holder_whose_count_falls_keeps_the_animal_until_somebody_reaches_it():
    low = [{1: "s1 s2", 2: "a1"}, {1: "a4 a5"}]
    fallen = position(["", "a6 p1", ""], low, animals=("squirrel",), player=1)
    assert fallen.players[0].animals == 2, "it stays although one card is left"
    assert takes(fallen, place("a6", 1)) == [("squirrel", 1, 0)], "three are at least that one"


@pytest.mark.rule("F26")
def test_a_takeover_needs_three_cards():
    low = [{2: "a1"}, {1: "a4"}]
    state = position(["", "a6 p1", ""], low, animals=("squirrel",), player=1)
    assert takes(state, place("a6", 1)) == []


@pytest.mark.rule("F54")
def test_a_card_laid_over_a_wild_takes_over_no_animal():
    boards = [{1: "s1 s2 *3"}, {3: "s4 s5 s6"}]
    state = position(["s3 a1", "", ""], boards, animals=("", "frog"))
    assert takes(state, place("s3", 1)) == []
    real = position(["s3 a1", "", ""], boards, animals=("", "frog"), wild_counts_for_animals=False)
    assert takes(real, place("s3", 1)) == [("frog", 0, 1)], "the count of season cards has risen"
