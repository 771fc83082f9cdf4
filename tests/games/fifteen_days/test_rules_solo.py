"""Alone against the bot (FD-7)."""

import random

import pytest

import boardkit
from boardkit.games.fifteen_days import (
    AnimalTaken,
    BotDiscarded,
    BotDrew,
    Draw,
    FeatherGained,
    FinishAction,
    GameEnded,
    PileEmptied,
    Placed,
    PutWild,
    RefillFrom,
    Swept,
    Take,
    WildTaken,
    cards,
)
from boardkit.games.fifteen_days import model as m

from .build import discard, events, game, legal, pay, phase, place, play, position, refused

pytestmark = pytest.mark.rule("FD-7")
LEFT, RIGHT = Draw("left"), Draw("right")
# A left pile from which the bot draws all three cards: longer than the right one by far.
EVEN = {"rest": "discards", "right": "w1 w1 w1 w1"}


def alone(hand="", board=None, bot="s6 a6", bot_animals="", **changes):
    return position([hand], [board or {}], bot=bot, bot_animals=bot_animals, solo=True, **changes)


def end_turn(state):
    """Draw from the left pile until the bot has played."""
    while True:
        state = play(state, LEFT if phase(state) != "check" else boardkit.legal_actions(state)[-1])
        if events(state, BotDrew):
            return state


def test_both_begin_with_two_cards_the_bots_face_up():
    state = game(1, solo=True).initial_state(4)
    assert (state.current_player, state.players[0].size) == (0, 2)
    view = boardkit.observe(state, 0)
    assert len(view.bot.cards) == 2
    assert [len(pile) for pile in state.piles] == [39, 38]
    assert (state.stock.wilds, state.stock.feathers) == (2, 1)
    assert len(game(1, solo=True, start_hand=5).initial_state(4).stock.bot.cards) == 5


def test_a_card_taken_from_the_market_sweeps_one_off_the_next_column():
    state = alone(market=("s1 s2", "a1 a2", "w1 w2"))
    for source, swept in (("column-1", 2), ("column-2", 3), ("column-3", 1)):
        after = play(state, Take(source))
        assert events(after, Swept)[0].column == swept
        assert len(after.market[swept - 1]) == 1
        assert after.discards[-1] == cards.CARD_CODE[events(after, Swept)[0].card]
    skipping = alone(market=("s1 s2", "", "w1 w2"), rest="discards", right="w6", trigger=m.BY_PILE)
    assert events(play(skipping, Take("column-1")), Swept)[0].column == 3
    none = play(alone(market=("s1 s2", "a1 a2", "w1"), discards="p1"), Take("discard"))
    assert not events(none, Swept), "only the market sweeps"


def test_the_taken_column_is_refilled_first_and_the_swept_one_too():
    state = alone(market=("s1", "a1", "w1 w2"), left="p1 p2 p3 p4 p5 p6")
    taken = play(state, Take("column-1"))
    assert (phase(taken), taken.turn.column) == ("refill", 0)
    left = RefillFrom("left")
    swept = play(taken, left, left, left)
    assert events(swept, Swept)[0].card == "autumn-1"
    assert (phase(swept), swept.turn.column) == ("refill", 1)
    done = play(swept, left, left, left)
    assert [len(column) for column in done.market] == [3, 3, 2]
    assert phase(done) == "choose"


def test_the_bot_draws_from_the_fuller_pile_and_the_left_one_on_a_tie():
    state = alone(rest="discards", left="s1 s2 s3 s4 s5 w1", right="a1 a2 a3 w2")
    after = end_turn(state)
    # Two drawn by the player twice: two left, four right; the bot takes right, right, and on the tie left.
    assert [event.pile for event in events(after, BotDrew)] == ["right", "right", "left"]


@pytest.mark.parametrize(
    ("has", "drawn", "discarded"),
    [
        ("s6 s5 a6", "s1 a2 w3", "winter-3"),  # it owns least of winter
        ("p1 p2", "s1 a3 p6", "autumn-3"),  # tie: the highest value
        ("p1 p2", "w3 a3 s3", "summer-3"),  # then summer, autumn, winter, spring
        ("s6 s5", "p1s a1 w1", "autumn-1"),
    ],
)
def test_the_bot_discards_the_card_it_owns_least_of(has, drawn, discarded):
    state = alone(bot=has, left=f"w5 w5 w6 w6 {drawn} a5 a5 a5", rest="discards", right="s4")
    after = end_turn(state)
    assert events(after, BotDiscarded)[0].card == discarded
    assert len(after.stock.bot.cards) == len(has.split()) + 2
    assert cards.CARD_IDS[after.discards[-1]] == discarded


def test_the_bot_takes_animals_with_three_cards():
    state = alone(bot="s6 s5", left="w5 w5 w6 w6 s1 a1 w1 a5 a5 a5", rest="discards", right="s4")
    after = end_turn(state)
    assert events(after, AnimalTaken) == [AnimalTaken(None, "frog", None, from_bot=False)]
    assert after.stock.bot.animals == 1
    assert after.stock.bot.points == 4 + 2


def test_the_bot_robs_the_player_who_gets_a_feather():
    pile = {"left": "w5 w5 w6 w6 s1 a1 w1 a5 a5 a5", "rest": "discards", "right": "a4"}
    robbed = end_turn(alone(bot="s6 s5", board={1: "s1 s2 s3"}, animals=("frog",), **pile))
    assert events(robbed, AnimalTaken)[0].robbed == 0
    assert events(robbed, FeatherGained)[0].player == 0
    assert (robbed.players[0].animals, robbed.players[0].feathers) == (0, 2)
    held = end_turn(alone(bot="s6 s5", board={1: "s1 s2 s3 s4"}, animals=("frog",), **pile))
    assert held.players[0].animals == 1, "four are more than three"


def test_the_player_takes_an_animal_back_by_the_usual_rule():
    state = alone("s3 a1 a2", {1: "s1 s2"}, bot="s6 s5 s4", bot_animals="frog")
    back = play(state, place("s3", 1))
    assert events(back, AnimalTaken) == [AnimalTaken(0, "frog", None, from_bot=True)]
    assert (back.players[0].animals, back.stock.bot.animals) == (1, 0)
    assert not events(back, FeatherGained), "the bot has no feathers"
    more = alone("s3 a1 a2", {1: "s1 s2"}, bot="s6 s5 s4 s4", bot_animals="frog")
    assert not events(play(more, place("s3", 1)), AnimalTaken)


def test_the_bots_frog_makes_the_first_placement_of_an_action_dearer():
    state = alone("s1 s2 a1 a2 a3", bot="s6 s5 s4", bot_animals="frog")
    dear = play(state, place("s1", 1))
    assert events(dear, Placed)[0].cost == 2
    usual = play(dear, pay("a1"), pay("a2"), place("s2", 1))
    assert events(usual, Placed)[0].cost == 1
    feather = play(state, place("s1", 1, feather=True))
    assert events(feather, Placed)[0].cost == 1, "power and harm make up for each other"
    poor = alone("s1 a1", bot="s6 s5 s4", bot_animals="frog", feathers=(0,))
    assert refused(poor, place("s1", 1)) == ("cannot-pay", "FD-2.3.3")


def test_the_bots_squirrel_takes_a_card_off_a_draw():
    state = alone(bot="a6 a5 a4", bot_animals="squirrel")
    assert play(state, LEFT).turn.actions == 1
    assert phase(play(state, LEFT)) == "choose"
    feather = play(state, Draw("left", feather=True))
    assert phase(feather) == "draw"
    assert phase(play(feather, LEFT)) == "choose", "two cards"


def test_the_bots_rabbit_closes_the_discard_pile():
    state = alone(
        bot="w6 w5 w4", bot_animals="rabbit", discards="s1 s2", market=("a1 a2", "a3 a4", ""), animals=("",)
    )
    assert all(action.source != "discard" for action in legal(state, Take))
    assert refused(state, Take("discard")) == ("discards-closed", "FD-7")
    taking = play(state, Take("column-1", feather=True))
    assert all(action.source != "discard" for action in legal(taking, Take))
    assert Take("discard") in boardkit.legal_actions(alone(discards="s1"))


def test_the_bots_otter_lowers_the_hand_limit():
    state = alone("s1 s2 s3 s4 a1", bot="p6 p5 p4", bot_animals="otter", phase=m.CHECK)
    assert state.turn.cost == 1
    assert play(state, discard("s1")).players[0].size == 4


def test_a_pile_that_runs_out_ends_the_game_after_the_bots_turn():
    player = alone(left="w1 w2 w3 w4", rest="discards", right="s1 s2 s3 s4 a1 a2 a3")
    emptied = play(player, LEFT, LEFT, LEFT, LEFT)
    assert events(emptied, WildTaken)[0].bonus
    done = play(emptied, PutWild(1, None))
    assert len(events(done, BotDrew)) == 3
    assert events(done, GameEnded)[0].reason == "pile"
    bot = alone(left="w1 w2 w3 w4 a5 a6", rest="discards", right="s1 s2")
    done = play(bot, LEFT, LEFT, LEFT, LEFT)
    assert [event.player for event in events(done, PileEmptied)] == [None]
    assert done.is_terminal
    assert not events(done, WildTaken), "the bot takes no wild"


def test_six_cards_of_a_season_win_for_the_bot_at_once():
    board = {1: "w1 w2 w3 w4 w5 w6", 2: "a1 a2 a3 a4 a5 a6"}
    state = alone(
        "", board, bot="s6 s5 s4 s3", left="p1 p2 p3 p4 s1 s2 a1 w1 w2 w3 w4", rest="discards", right="a3"
    )
    done = end_turn(state)
    assert events(done, GameEnded)[0].reason == "bot"
    assert done.players[0].points < done.stock.bot.points or done.ranking == (2,)
    assert done.ranking == (2,)
    values_do_not_matter = m.bot_has_six(bytes([0, 0, 0, 0, 1, 1]))
    assert values_do_not_matter
    assert m.bot_has_six(bytes(range(18, 24)))
    assert not m.bot_has_six(bytes([0, 1, 2, 3, 4, 6]))


@pytest.mark.parametrize(("springs", "rank"), [("p6", 1), ("p6 p6", 2), ("p6 p6 p6", 2)])
def test_the_player_needs_more_points_than_the_bot(springs, rank):
    # Twelve points of the player; the bot has one a card and keeps two more.
    board = {1: "w1 w2 w3 w4 w5", 2: "a5 a6", 3: "p1", 4: "s1"}
    bot = f"s6 s5 s4 s3 a1 a2 a3 a4 {springs}"
    state = alone(
        "", board, bot=bot, left="p2 p3 p4 p5", rest="discards", right="w1 w2 w6 w6", animals=("rabbit",)
    )
    done = play(state, LEFT, LEFT, LEFT, LEFT, PutWild(1, 6))
    assert done.returns == (12,)
    assert done.stock.bot.points == 10 + len(springs.split())
    assert done.ranking == (rank,)


def test_a_completed_set_is_scored_against_the_bot():
    board = {1: "s1 s2 s3 s4 s5 s6", 2: "a1 a2 a3 a4 a5 a6", 3: "w1 w2 w3 w4 w5 w6", 4: "p2 p3 p4 p5 p6"}
    done = play(alone("p1 s1", board), place("p1", 4), pay("s1"))
    assert events(done, GameEnded)[0].reason == "set"
    assert done.ranking == (1,)
    late = play(
        alone("p1 s1", board, complete_ends="finish_round"), place("p1", 4), pay("s1"), FinishAction()
    )
    late = end_turn(late)
    assert (late.is_terminal, events(late, GameEnded)[0].reason) == (True, "set")


def test_solo_games_end_with_and_without_a_win():
    made = game(1, solo=True)
    ends = set()
    for seed in range(40):
        rng = random.Random(seed)
        state = made.initial_state(seed)
        while not state.is_terminal:
            state = made.step(state, rng.choice(made.legal_actions(state)))
        ends.add(events(state, GameEnded)[0].reason)
        assert state.ranking in ((1,), (2,))
    assert "bot" in ends
