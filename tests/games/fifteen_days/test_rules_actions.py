"""The turn: drawing, taking, the hand check, and what may be done when."""

import pytest

import boardkit
from boardkit.games.fifteen_days import (
    Draw,
    Drew,
    FinishAction,
    OtterFeather,
    Place,
    Refilled,
    RefillFrom,
    Take,
    TakeWild,
    TurnBegan,
)
from boardkit.games.fifteen_days import model as m

from .build import (
    corners,
    discard,
    events,
    hand,
    legal,
    pay,
    phase,
    place,
    play,
    position,
    refused,
    take_wild,
)

MARKET = ("s1 s2 s3", "a1 a2 a3", "w1 w2 w3")
LEFT, RIGHT = Draw("left"), Draw("right")


@pytest.mark.rule("FD-2.2.1")
def test_a_turn_is_two_actions_out_of_four_twice_the_same_too():
    state = position(["s1 s1 p1 p2", "", ""], [{1: "s1"}], market=MARKET, discards="w6")
    kinds = {type(action) for action in boardkit.legal_actions(state)}
    assert kinds == {Draw, Take, Place, TakeWild}
    twice = play(state, LEFT, LEFT, LEFT, LEFT)
    assert twice.players[0].size == 8
    assert phase(twice) == "check"
    mixed = play(state, Take("discard"), LEFT, RIGHT)
    assert phase(mixed) == "check"
    other = play(state, Take("discard"), place("p1", 2), pay("w6"), FinishAction())
    assert other.current_player == 1
    assert events(other, TurnBegan)[0].player == 1


@pytest.mark.rule("FD-2.2.1")
def test_what_does_not_belong_to_the_step_is_refused():
    state = position(["s1", "", ""], market=MARKET)
    assert refused(state, FinishAction()) == ("wrong-step", "FD-2.2.1")
    assert refused(state, place("a1", 1)) == ("not-in-hand", "FD-2.2.1")
    assert refused(state, take_wild("s1", "s1")) == ("not-in-hand", "FD-2.2.1")
    drawing = play(state, LEFT)
    assert refused(drawing, Take("column-1")) == ("wrong-step", "F47")


@pytest.mark.rule("FD-2.2.2")
def test_more_than_five_cards_are_discarded_down_to_five():
    state = position(["s1 s2 s3 s4 a1", "", ""], left="w1 w2 w3 w4")
    over = play(state, LEFT, LEFT, LEFT, LEFT)
    assert (phase(over), over.turn.cost) == ("check", 4)
    assert refused(over, LEFT) == ("wrong-step", "FD-2.2.2")
    assert refused(over, discard("p1")) == ("not-in-hand", "FD-2.2.2")
    done = play(over, discard("w4"), discard("s1"), discard("s2"), discard("a1"))
    assert done.current_player == 1
    assert hand(done) == "s3 s4 w1 w2 w3"
    at_limit = play(position(["s1", "", ""]), LEFT, LEFT, LEFT, RIGHT)
    assert at_limit.current_player == 1


@pytest.mark.rule("FD-2.2.2", "FD-2.5.3")
def test_the_otter_raises_the_limit_to_eight():
    state = position(["s1 s2 s3 s4 a1", "", ""], animals=("otter",))
    over = play(state, LEFT, LEFT, LEFT, LEFT)
    assert (phase(over), over.turn.cost) == ("check", 1)
    smaller = position(["s1 s2 s3 s4", "", ""], animals=("otter",))
    assert play(smaller, LEFT, LEFT, LEFT, LEFT).current_player == 1


@pytest.mark.rule("F6")
def test_the_second_pile_is_chosen_after_the_first_card_was_seen():
    state = position(["", "", ""], left="s6 s5", right="w6 w5")
    one = play(state, LEFT)
    assert boardkit.observe(one, 0).hand == ("summer-6",)
    assert boardkit.legal_actions(one) == (LEFT, RIGHT)
    assert hand(play(one, LEFT)) == "s5 s6"
    assert hand(play(one, RIGHT)) == "s6 w6"


@pytest.mark.rule("F7", "F53")
def test_an_empty_pile_gives_nothing_and_a_single_choice_is_asked_all_the_same():
    state = position(["", "", ""], right="w1 w2 w3", rest="discards", trigger=m.BY_PILE, last_turns=1)
    assert legal(state, Draw) == [RIGHT, Draw("right", feather=True)]
    assert refused(state, LEFT) == ("pile-empty", "F7")
    one = play(state, RIGHT)
    assert boardkit.legal_actions(one) == (RIGHT,)
    two = play(one, RIGHT, RIGHT)
    # Both piles are empty now, so the second action draws fewer cards.
    assert phase(two) != "draw"
    assert two.current_player == 1


def bare(seat_1, feathers, boards=()):
    """Return a position in which nothing lies open and seat 2 holds the rest; seat 0 is about to finish."""
    return position(
        ["", seat_1, "", ""],
        rest=2,
        trigger=m.BY_PILE,
        last_turns=2,
        phase=m.PLACE,
        actions=0,
        feathers=(1, feathers, 1, 1),
        boards=boards,
    )


@pytest.mark.rule("F8")
def test_nothing_to_do_ends_the_turn():
    # Seat 1 holds a single card, which nothing pays for.
    after = play(bare("s1", 0), FinishAction())
    assert [event.player for event in events(after, TurnBegan)] == [1, 2]
    assert after.current_player == 2
    # After the first action nothing is left for a second one.
    state = position(["", "", ""], discards="s1", rest=1, trigger=m.BY_PILE, last_turns=1, feathers=(0, 1, 1))
    assert play(state, Take("discard")).current_player == 1
    # Two cards: one pays for the other.
    assert play(bare("s1 s2", 0), FinishAction()).current_player == 1


@pytest.mark.rule("F8", "FD-2.2.2")
def test_a_hand_is_checked_even_if_nothing_else_can_be_done():
    board = {
        corner: " ".join(f"{letter}{value}" for value in range(1, 7))
        for corner, letter in enumerate("saw", 1)
    }
    board[4] = "p1 p2 p3 p4 p5 *6"
    # Each number is there, and no season takes another wild; but six cards are one too many.
    after = play(bare("s1 s2 s3 a1 a2 a3", 0, boards=[{}, board]), FinishAction())
    assert (after.current_player, phase(after), after.turn.cost) == (1, "check", 1)
    assert play(after, discard("s1")).current_player == 2


@pytest.mark.rule("F8", "F56")
def test_an_action_is_taken_if_only_a_feather_makes_it_possible():
    asked = play(bare("s1", 1), FinishAction())
    assert asked.current_player == 1
    offered = boardkit.legal_actions(asked)
    assert offered
    assert all(action.feather for action in offered)


@pytest.mark.rule("F8")
def test_an_empty_source_is_refused():
    state = position(["s1", "", ""], market=("s2", "", ""), left="w1", right="w2", rest="discards")
    assert refused(state, Take("column-2")) == ("nothing-there", "F8")
    assert legal(state, Take) == [
        Take("column-1"),
        Take("column-1", feather=True),
        Take("discard"),
        Take("discard", feather=True),
    ]


@pytest.mark.rule("F39", "F38")
def test_only_the_top_of_the_discard_pile_may_be_taken_and_ones_own_too():
    state = position(["s1 s2", "", ""], discards="w1 w6")
    view = boardkit.observe(state, 2)
    assert view.discards == ("winter-1", "winter-6"), "the whole pile is public, in order"
    laid = play(state, place("s1", 1), pay("s2"), FinishAction())
    assert laid.discards[-1] == 1
    back = play(laid, Take("discard"))
    assert hand(back) == "s2"
    assert boardkit.observe(back, 2).discards == ("winter-1", "winter-6")


@pytest.mark.rule("FD-2.2.1", "F49", "F57")
def test_an_empty_column_is_refilled_card_by_card_by_the_acting_player():
    state = position(["", "", ""], market=("s1", "a1 a2 a3", "w1 w2 w3"), left="s6 s5 s4", right="w6 w5 w4")
    empty = play(state, Take("column-1"))
    assert (phase(empty), empty.current_player) == ("refill", 0)
    assert refused(empty, LEFT) == ("wrong-step", "F49")
    one = play(empty, RefillFrom("left"))
    assert events(one, Refilled)[0].card == "summer-6"
    full = play(one, RefillFrom("right"), RefillFrom("right"))
    assert phase(full) == "choose"
    assert boardkit.observe(full, 1).market[0] == ("summer-6", "winter-6", "winter-5")
    # The last one laid is the uncovered one.
    assert hand(play(full, Take("column-1"))) == "s1 w5"


@pytest.mark.rule("F36")
def test_a_refill_takes_as_many_cards_as_there_are():
    state = position(
        ["", "", ""], market=("s1", "", ""), right="w6", rest="discards", trigger=m.BY_PILE, last_turns=1
    )
    empty = play(state, Take("column-1"))
    assert refused(empty, RefillFrom("left")) == ("pile-empty", "F36")
    full = play(empty, RefillFrom("right"))
    assert phase(full) == "choose"
    assert [len(column) for column in full.market] == [1, 0, 0]
    bare = play(full, Take("column-1"))
    assert bare.market == (b"", b"", b"")
    assert bare.current_player == 1


@pytest.mark.rule("F37", "FD-2.5.3")
def test_with_the_rabbit_two_cards_are_taken_one_after_the_other():
    state = position(["", "", ""], market=("s1 s2", "a1", "w1 w2 w3"), left="p6 p5 p4", animals=("rabbit",))
    one = play(state, Take("column-1"))
    assert (phase(one), one.turn.cards) == ("take", 1)
    under = play(one, Take("column-1"))
    assert hand(under) == "s1 s2"
    assert phase(under) == "refill"
    left = RefillFrom("left")
    refilled = play(state, Take("column-2"), left, left, left)
    assert phase(refilled) == "take"
    assert hand(play(refilled, Take("column-2"))) == "a1 p4", "from the refilled column"
    plain = position(["", "", ""], market=("s1 s2", "a1", "w1 w2 w3"))
    assert phase(play(plain, Take("column-1"))) == "choose"


@pytest.mark.rule("F47")
def test_the_further_card_is_compulsory_if_there_is_one():
    state = position(["", "", ""], market=MARKET, animals=("rabbit squirrel",))
    taking = play(state, Take("column-1"))
    assert {type(action) for action in boardkit.legal_actions(taking)} == {Take}
    drawing = play(state, LEFT, LEFT)
    assert boardkit.legal_actions(drawing) == (LEFT, RIGHT)
    alone = position(
        ["", "", ""],
        market=("s1", "", ""),
        rest=1,
        animals=("rabbit",),
        trigger=m.BY_PILE,
        last_turns=1,
        feathers=(0, 1, 1),
    )
    assert play(alone, Take("column-1")).current_player == 1, "nothing is left to take"


@pytest.mark.rule("FD-2.5.3")
def test_with_the_squirrel_three_cards_are_drawn():
    state = position(["", "", ""], animals=("squirrel",))
    after = play(state, LEFT, LEFT, LEFT)
    assert (phase(after), after.turn.actions, after.players[0].size) == ("choose", 1, 3)


@pytest.mark.rule("F48")
def test_cards_over_the_limit_go_one_by_one_in_the_order_of_choice():
    state = position(["s1 s2 s3 s4 a1 a2 a3", "", ""], phase=m.CHECK)
    there = play(state, discard("a2"), discard("s1"))
    assert boardkit.observe(there, None).discards == ("autumn-2", "summer-1")
    back = play(state, discard("s1"), discard("a2"))
    assert boardkit.observe(back, None).discards == ("summer-1", "autumn-2")


# ---- feathers -----------------------------------------------------------------------------------


@pytest.mark.rule("FD-2.5.4")
def test_a_feather_goes_to_the_supply_for_one_power_in_one_action():
    state = position(["s1 s2", "", ""], market=MARKET)
    drawn = play(state, Draw("left", feather=True))
    assert (drawn.players[0].feathers, drawn.stock.feathers) == (0, 2)
    third = play(drawn, LEFT, LEFT)
    assert (phase(third), third.players[0].size) == ("choose", 5)
    # The second action is without.
    assert phase(play(third, RIGHT, RIGHT)) == "check"
    taken = play(state, Take("column-1", feather=True))
    assert phase(taken) == "take"
    laid = play(state, place("s1", 1, feather=True))
    assert phase(laid) == "place", "nothing is to be paid"
    bare = position(["s1 s2", "", ""], market=MARKET, feathers=(0, 2, 1))
    for action in (Draw("left", feather=True), Take("column-1", feather=True), place("s1", 1, feather=True)):
        assert refused(bare, action) == ("no-feather", "FD-2.5.4")


@pytest.mark.rule("F28")
def test_a_feather_is_spent_before_the_action_it_helps():
    state = position(["s1 s2 s3", "", ""], market=MARKET)
    drawing = play(state, LEFT)
    assert refused(drawing, Draw("left", feather=True)) == ("feather-late", "F28")
    placing = play(state, place("s1", 1), pay("s3"))
    assert refused(placing, place("s2", 1, feather=True)) == ("feather-late", "F28")
    assert not any(getattr(action, "feather", False) for action in boardkit.legal_actions(placing))


@pytest.mark.rule("F27")
def test_a_power_does_not_stack_but_different_ones_combine():
    state = position(["s1", "", ""], market=MARKET, animals=("squirrel",), feathers=(2, 1, 1))
    assert refused(state, Draw("left", feather=True)) == ("power-held", "F43")
    three = play(state, LEFT, LEFT, LEFT)
    assert phase(three) == "choose"
    both = play(three, Take("column-1", feather=True), Take("column-1"))
    assert both.players[0].size == 6


@pytest.mark.rule("F43")
def test_the_same_power_may_be_bought_for_both_actions():
    state = position(["", "", ""], feathers=(2, 1, 1))
    feather = Draw("left", feather=True)
    six = play(state, feather, LEFT, LEFT, feather, LEFT, LEFT)
    assert six.players[0].size == 6
    assert six.players[0].feathers == 0
    for animal, action in (
        ("squirrel", feather),
        ("rabbit", Take("column-1", feather=True)),
        ("frog", place("s1", 1, feather=True)),
    ):
        held = position(["s1 s2", "", ""], market=MARKET, animals=(animal,))
        assert refused(held, action) == ("power-held", "F43")


@pytest.mark.rule("F56")
def test_a_power_may_be_bought_in_vain():
    state = position(["", "", ""], market=("s1", "", ""), rest=1, trigger=m.BY_PILE, last_turns=1)
    alone = play(state, Take("column-1", feather=True))
    assert alone.players[0].feathers == 0
    assert alone.players[0].size == 1


@pytest.mark.rule("F55", "F28")
def test_the_otters_feather_belongs_to_the_hand_check_before_the_first_discard():
    state = position(["s1 s2 s3 s4 a1 a2 a3", "", ""], phase=m.CHECK)
    assert boardkit.legal_actions(state)[0] == OtterFeather()
    kept = play(state, OtterFeather())
    assert (kept.current_player, kept.players[0].size, kept.players[0].feathers) == (1, 7, 0)
    begun = play(state, discard("s1"))
    assert refused(begun, OtterFeather()) == ("otter-later", "F55")
    assert refused(position(["s1", "", ""]), OtterFeather()) == ("otter-later", "F55")
    nine = position(["s1 s2 s3 s4 a1 a2 a3 a4 w1", "", ""], phase=m.CHECK)
    one_more = play(nine, OtterFeather())
    assert (phase(one_more), one_more.turn.cost) == ("discard", 1)
    poor = position(["s1 s2 s3 s4 a1 a2 a3", "", ""], phase=m.CHECK, feathers=(0, 2, 1))
    assert refused(poor, OtterFeather()) == ("no-feather", "FD-2.5.4")
    rich = position(["s1 s2 s3 s4 a1 a2 a3 a4 w1", "", ""], phase=m.CHECK, animals=("otter",))
    assert refused(rich, OtterFeather()) == ("power-held", "F43")


@pytest.mark.rule("FD-2.5.4")
def test_the_otters_feather_serves_this_turn_only():
    state = position(["s1 s2 s3 s4 a1 a2 a3", "", ""], phase=m.CHECK)
    turn = play(state, OtterFeather())
    while turn.current_player != 0:
        turn = play(turn, LEFT, LEFT, LEFT, LEFT)
    again = play(turn, LEFT, LEFT, LEFT, LEFT)
    assert (phase(again), again.turn.cost) == ("check", 6)


# ---- the information that drawing and taking give ------------------------------------------------


@pytest.mark.rule("F5")
@pytest.mark.parametrize("show", [False, True])
def test_backs_of_hand_cards_are_listed_only_with_the_option(show):
    state = position(["p3w", "s1 a1 p2a", ""], left="p6w s1", show_backs=show)
    view = boardkit.observe(state, 0)
    assert view.seats[1].backs == ((1, 2, 0) if show else None)
    assert view.hand == (("spring-3-winter",) if show else ("spring-3",))
    assert view.piles[0].top == "winter", "tops of piles are always shown"
    drawn = play(state, LEFT)
    for player, card in ((0, "spring-6"), (1, None), (None, None)):
        event = events(boardkit.observe(drawn, player), Drew)[0]
        assert event.card == card
        assert event.back == ("winter" if show else None)


@pytest.mark.rule("FD-5")
def test_who_took_which_card_face_up_is_remembered_while_it_is_in_the_hand():
    state = position(["s1", "", ""], market=("s1 s1", "a1 a2 a3", "w1 p2w"))
    took = play(state, Take("column-1"))
    for player in (0, 1, 2, None):
        assert boardkit.observe(took, player).seats[0].known == ("summer-1",)
    # An equal card leaves the hand: it may have been this one.
    paid = play(took, place("s1", 1))
    assert boardkit.observe(paid, 1).seats[0].known == ()
    spring = play(state, Take("column-3"))
    assert boardkit.observe(spring, 1).seats[0].known == ("spring-2-winter",)
    other = play(position(["p2s", "", ""], market=("", "", "w1 p2w")), Take("column-3"))
    lower = play(other, place("p2", 1))
    assert boardkit.observe(lower, 1).seats[0].known == ("spring-2-winter",), "another back left"


@pytest.mark.rule("FD-5")
def test_hands_piles_and_removed_cards_are_hidden():
    state = position(["s1 s2", "a1 a2"], left="w1 w2", right="w3 w4")
    for player in (0, 1, None):
        seen = boardkit.to_json(boardkit.observe(state, player)).decode()
        for words, seat in (("summer-1 summer-2", 0), ("autumn-1 autumn-2", 1)):
            for card in words.split():
                assert (f'"{card}"' in seen) == (seat == player)
        assert '"winter-2"' not in seen
        assert '"summer-6"' not in seen


def test_corners_are_told_in_short():
    state = position(["", "", ""], [{1: "s1 s3", 3: "*"}])
    assert corners(state) == ["s1 s3", "", "*", ""]
