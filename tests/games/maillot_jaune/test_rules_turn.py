"""Plays, tempo, chips and jersey, mountains and headwinds."""

import pytest

import boardkit

from .build import Decline, LayMountain, Play, events_of, game, position, rider, words

SIX = "39 40 41 42 43 44"


def refusal(state, action):
    with pytest.raises(boardkit.IllegalAction) as refused:
        boardkit.step(state, action)
    return refused.value.code, refused.value.rule


def play_against(tempo, play, hand, *, chips=0, winds=0, mountain=False, **options):
    """Let seat 1 play against the tempo of seat 0, and return the state after it."""
    state = position(
        [SIX, hand, SIX], "45 45 45", turn=1, tempo=tempo, chips=[0, chips, 0], winds=[0, winds],
        mountain=mountain, **options,
    )  # fmt: skip
    return boardkit.step(state, play)


@pytest.mark.rule("MJ-2.2.1")
def test_a_mountain_ends_with_the_leaders_turn():
    state = position([SIX, SIX, SIX + " 45"], "45", turn=2, leader=0, tempo=45, mountain=True)
    turn = boardkit.step(state, Play(45))
    assert turn.current_player == 0
    assert not boardkit.observe(turn, 1).mountain
    assert [event.player for event in events_of(turn, "MountainEnded")] == [0]
    # but not with anybody else's turn
    state = position([SIX, SIX + " 45", SIX], "45", turn=1, leader=0, tempo=45, mountain=True)
    assert boardkit.observe(boardkit.step(state, Play(45)), 1).mountain


@pytest.mark.rule("MJ-2.2.2")
@pytest.mark.rule("J33")
def test_headwinds_are_laid_and_replaced():
    state = position([SIX + " 45", SIX, SIX], "headwind headwind 48", turn=0, tempo=45)
    turn = boardkit.step(state, Play(45))
    assert words(turn, 1) == SIX + " 48"
    assert rider(turn, 1).laid == ("headwind", "headwind")
    assert rider(turn, 1).headwinds == 2
    slowed = boardkit.step(turn, Play(48))
    assert rider(slowed, 1).speed == 44
    assert rider(slowed, 1).headwinds == 0
    # the very first play of a stage is slowed too
    state = position([SIX + " 45", SIX, SIX], "", turn=0, tempo=None, winds=[1])
    assert boardkit.step(state, Play(45)).tempo == 43


@pytest.mark.rule("J23")
def test_the_last_card_of_the_pile_is_a_headwind():
    state = position([SIX + " 45", SIX, SIX], "headwind", turn=0, tempo=45, last=True)
    turn = boardkit.step(state, Play(45))
    assert words(turn, 1) == SIX
    assert (turn.current_player, turn.phase) == (1, 0)
    ended = boardkit.step(turn, Play(44))
    assert events_of(ended, "Played")[0].speed == 42
    assert events_of(ended, "StageEnded")


@pytest.mark.rule("MJ-2.2.3")
@pytest.mark.rule("MJ-3")
@pytest.mark.rule("J8")
@pytest.mark.rule("J22")
@pytest.mark.parametrize(
    ("value", "sprints", "winds", "mountain", "speed"),
    [
        (45, 0, 0, False, 45),
        (45, 1, 0, False, 47),
        (45, 2, 1, False, 47),
        (50, 2, 0, False, 52),  # two sprints on a 50: the top speed is of the result
        (50, 2, 1, False, 52),  # summed first, then cut
        (50, 1, 1, False, 50),
        (49, 1, 0, True, 50),  # a sprint on a mountain is cut, not forbidden
        (50, 2, 0, True, 50),
        (50, 2, 2, True, 50),
        (50, 0, 1, True, 48),
    ],
)
def test_speed(value, sprints, winds, mountain, speed):
    hand = "45 49 50 39 sprint sprint sprint"
    after = play_against(40, Play(value, sprints), hand, chips=30, winds=winds, mountain=mountain)
    (played,) = events_of(after, "Played")
    assert played.speed == rider(after, 1).speed == speed
    assert (played.value, played.sprints, played.headwinds) == (value, sprints, winds)


@pytest.mark.rule("MJ-2.2.3")
def test_only_cards_in_hand_are_played():
    state = position([SIX + " sprint", SIX, SIX], "45", turn=0)
    assert refusal(state, Play(45)) == ("not-in-hand", "MJ-2.2.3")
    assert refusal(state, Play(44, 2)) == ("not-in-hand", "MJ-2.2.3")
    assert refusal(state, Play(44, 0, True)) == ("not-in-hand", "MJ-2.2.5")
    assert refusal(state, Decline()) == ("not-asked", "MJ-2.2.7")
    boardkit.check(state, Play(44, 1))


@pytest.mark.rule("MJ-2.2.4")
@pytest.mark.rule("MJ-3")
@pytest.mark.rule("J16")
@pytest.mark.rule("J17")
@pytest.mark.rule("J18")
@pytest.mark.rule("J19")
@pytest.mark.parametrize(
    ("chips", "mountain", "difference", "chips_after", "leads"),
    [
        # no chips, no mountain
        (0, False, 1, 0, True),
        (0, False, 0, 0, False),
        (0, False, -1, 0, False),
        (0, False, -2, 0, False),
        (0, False, -3, 3, False),
        (0, False, -6, 6, False),
        # no chips, under a mountain
        (0, True, 1, 0, False),
        (0, True, 0, 0, False),
        (0, True, -1, 1, False),
        (0, True, -2, 2, False),
        (0, True, -3, 3, False),
        # with chips
        (4, False, 3, 1, False),
        (3, False, 3, 0, False),
        (1, False, 5, 0, False),
        (4, False, 0, 4, False),
        (4, False, -1, 5, False),
        (4, False, -3, 7, False),
        # with chips, under a mountain
        (4, True, 3, 1, False),
        (4, True, 0, 4, False),
        (4, True, -1, 5, False),
    ],
)
def test_speed_against_tempo(chips, mountain, difference, chips_after, leads):
    value = 45 + difference
    hand = " ".join(sorted({"39", "40", "41", "42", "43", "44", str(value)}))
    after = play_against(45, Play(value), hand, chips=chips, mountain=mountain)
    assert rider(after, 1).chips == chips_after
    assert (after.leader == 1) is leads
    assert after.tempo == (value if leads else 45)
    lost, gained = events_of(after, "ChipsTaken"), events_of(after, "ChipsReturned")
    assert sum(e.minutes for e in lost) - sum(e.minutes for e in gained) == chips_after - chips
    assert bool(events_of(after, "JerseyTaken")) is leads


@pytest.mark.rule("MJ-3")
def test_45_against_42_is_three_chips():
    assert rider(play_against(45, Play(42), SIX + " 45"), 1).chips == 3


@pytest.mark.rule("MJ-2.2.4")
def test_the_leader_sets_any_tempo_and_never_takes_chips():
    state = position([SIX + " 50", SIX, SIX], "45", turn=0, tempo=50)
    after = boardkit.step(state, Play(39))
    assert (after.leader, after.tempo, rider(after, 0).chips) == (0, 39, 0)


@pytest.mark.rule("J16")
def test_back_in_the_group_the_slipstream_works_again():
    back = play_against(45, Play(48), "39 40 41 42 43 44 48", chips=2)
    assert rider(back, 1).chips == 0
    state = position([SIX, "39 40 41 42 43 44 45", SIX], "45", turn=1, tempo=45)
    assert rider(boardkit.step(state, Play(43)), 1).chips == 0


@pytest.mark.rule("MJ-2.2.5")
@pytest.mark.rule("J11")
@pytest.mark.rule("MJ-2.2.6")
def test_who_leads_may_add_a_mountain():
    hand = "39 44 46 mountain mountain sprint 40"
    state = position([SIX, hand, SIX], "41 42 43", turn=1, tempo=45)
    legal = boardkit.legal_actions(state)
    assert Play(46, 0, True) in legal
    assert Play(44, 1, True) in legal  # 46 beats 45
    assert Play(44, 0, True) not in legal
    assert refusal(state, Play(44, 0, True)) == ("not-leader", "MJ-2.2.5")
    after = boardkit.step(state, Play(44, 1, True))
    assert (after.leader, after.tempo, after.mountain) == (1, 46, True)
    assert rider(after, 1).laid == ("speed-44", "sprint", "mountain")
    assert words(after, 1) == "39 40 41 42 46 mountain"  # the hand is six again
    assert rider(after, 1).hand_size == 6
    # the leader himself always may, at any speed
    state = position([hand, SIX, SIX], "41", turn=0, tempo=45)
    assert Play(39, 0, True) in boardkit.legal_actions(state)


@pytest.mark.rule("MJ-2.2.5")
@pytest.mark.parametrize(("tempo", "leads"), [(43, True), (44, False)])
def test_headwinds_count_when_it_is_judged_who_may_add_a_mountain(tempo, leads):
    state = position([SIX, "46 mountain 39 40 41 42 43", SIX], "41 44", turn=1, tempo=tempo, winds=[0, 1])
    assert (Play(46, 0, True) in boardkit.legal_actions(state)) is leads
    assert (boardkit.step(state, Play(46)).leader == 1) is leads


@pytest.mark.rule("J17")
@pytest.mark.rule("MJ-2.3")
@pytest.mark.rule("J15")
def test_who_cannot_lead_adds_no_mountain():
    hand = "39 44 46 mountain 41 42 40"
    with_chips = position([SIX, hand, SIX], "41", turn=1, tempo=45, chips=[0, 1])
    assert refusal(with_chips, Play(46, 0, True)) == ("not-leader", "J17")
    assert boardkit.step(with_chips, Play(46)).leader == 0
    under_mountain = position([SIX, hand, SIX], "41", turn=1, tempo=45, mountain=True)
    assert refusal(under_mountain, Play(46, 0, True)) == ("not-leader", "MJ-2.3")
    assert boardkit.step(under_mountain, Play(46)).leader == 0
    at_top = position([SIX, "50 sprint sprint mountain 39 40 41", SIX], "41", turn=1, tempo=52)
    assert boardkit.step(at_top, Play(50, 2)).leader == 0  # 54 is cut to 52, which is not faster
    assert all(not action.mountain for action in boardkit.legal_actions(at_top))


@pytest.mark.rule("MJ-2.2.6")
@pytest.mark.rule("MJ-2.4")
@pytest.mark.rule("J9")
@pytest.mark.rule("J10")
def test_a_headwind_in_a_refill_counts_next_turn():
    hand = "45 39 40 41 42 sprint sprint"
    state = position([SIX, hand, SIX], "headwind mountain 48 45", turn=1, tempo=45)
    after = boardkit.step(state, Play(45, 2))
    assert events_of(after, "Played")[0].speed == 49
    assert (rider(after, 1).headwinds, rider(after, 1).laid[-1]) == (1, "headwind")
    assert words(after, 1) == "39 40 41 42 48 mountain"
    assert not after.mountain  # the mountain drawn cannot be used in this turn
    assert [event.sideways for event in events_of(after, "HeadwindDrawn")] == [True]


@pytest.mark.rule("MJ-2.4")
def test_sideways_headwinds_and_those_of_the_turn_add_up():
    state = position([SIX + " 45", SIX, SIX], "headwind 48", turn=0, tempo=45, winds=[0, 1])
    turn = boardkit.step(state, Play(45))
    assert rider(turn, 1).headwinds == 2
    assert rider(boardkit.step(turn, Play(48)), 1).speed == 44


@pytest.mark.rule("J9")
@pytest.mark.rule("J40")
def test_option_headwinds_for_sprints_count_at_once():
    hand = "45 39 40 41 42 sprint mountain"
    args = {"turn": 1, "tempo": 45, "sprint_refill_headwind": "this_turn"}
    state = position([SIX, hand, SIX], "headwind 48 45", **args)
    after = boardkit.step(state, Play(45, 1))
    assert events_of(after, "Played")[0].speed == 45
    assert (events_of(after, "Played")[0].headwinds, rider(after, 1).headwinds) == (1, 0)
    # declared on a speed of 47, which leads; the refill makes it 45: the mountain stays, known to all
    assert Play(45, 1, True) in boardkit.legal_actions(state)
    kept = boardkit.step(state, Play(45, 1, True))
    assert (kept.leader, kept.mountain, rider(kept, 1).shown) == (0, False, ("mountain",))
    assert events_of(kept, "MountainKept")
    assert words(kept, 1) == "39 40 41 42 48 mountain"
    # with no headwind it is laid
    state = position([SIX, hand, SIX], "48 49 45", **args)
    laid = boardkit.step(state, Play(45, 1, True))
    assert (laid.leader, laid.mountain, laid.tempo) == (1, True, 47)
    assert words(laid, 1) == "39 40 41 42 48 49"


@pytest.mark.rule("MJ-2.2.7")
@pytest.mark.rule("J12")
@pytest.mark.rule("J13")
def test_riders_with_chips_are_asked_for_a_mountain():
    hands = [SIX + " 45", "39 40 41 42 43 mountain", "39 40 41 42 43 44", "39 40 41 42 43 mountain"]
    state = position(hands, "46 47", turn=0, tempo=45, chips=[0, 2, 0, 1])
    asked = boardkit.step(state, Play(45))
    assert (asked.current_player, asked.phase) == (1, 2)
    assert boardkit.legal_actions(asked) == (LayMountain(), Decline())
    assert refusal(asked, Play(39)) == ("not-your-turn", "MJ-2.2.7")
    # seat 2 has no chips and is not asked; seat 3 is, and nobody after a taker
    second = boardkit.step(asked, Decline())
    assert (second.current_player, second.phase) == (3, 2)
    turn = boardkit.step(second, Decline())
    assert (turn.current_player, turn.phase) == (1, 0)
    laid = boardkit.step(asked, LayMountain())
    assert (laid.current_player, laid.phase, laid.mountain) == (1, 0, True)
    assert rider(laid, 0).laid[-1] == "mountain"
    assert words(laid, 1) == "39 40 41 42 43 46 47"  # refilled, then drawn for the turn


@pytest.mark.rule("J12")
def test_option_anyone_is_asked():
    hands = [SIX + " 45", SIX, "39 40 41 42 43 mountain"]
    state = position(hands, "46", turn=0, tempo=45, mountain_outsiders="anyone")
    asked = boardkit.step(state, Play(45))
    assert (asked.current_player, asked.phase) == (1, 2)
    # without a mountain there is but one answer, and yet he is asked
    assert boardkit.legal_actions(asked) == (Decline(),)
    assert refusal(asked, LayMountain()) == ("not-in-hand", "MJ-2.2.7")
    assert boardkit.step(asked, Decline()).current_player == 2


@pytest.mark.rule("J12")
def test_also_after_the_jersey_changed():
    state = position([SIX, SIX + " 46", SIX], "45", turn=1, tempo=45, chips=[0, 0, 3])
    asked = boardkit.step(state, Play(46))
    assert (asked.leader, asked.current_player, asked.phase) == (1, 2, 2)


@pytest.mark.rule("MJ-6")
@pytest.mark.rule("J13")
def test_nobody_is_asked_once_all_mountains_are_seen_or_one_lies():
    hands = [SIX + " 45", SIX, SIX]
    spent = position(
        hands, "46 47 48", turn=0, tempo=45, chips=[0, 2, 0], last=True
    )  # all mountains lie about
    assert boardkit.observe(spent, 0).mountains_seen == 5
    assert boardkit.step(spent, Play(45)).phase == 0
    own = position([SIX + " mountain", SIX, SIX], "46", turn=0, tempo=45, chips=[0, 2, 0])
    assert boardkit.step(own, Play(44, 0, True)).phase == 0
    simple = position(hands, "46", turn=0, tempo=45, chips=[0, 2, 0], simple_game=True)
    assert boardkit.step(simple, Play(45)).phase == 0


@pytest.mark.rule("J34")
def test_chips_of_this_turn_count_after_the_next_play_of_the_leader():
    hands = [SIX + " 45", SIX, "39 40 41 42 43 mountain"]
    state = position(hands, "46 47 48", turn=0, tempo=45)
    turn = boardkit.step(state, Play(45))
    assert (turn.current_player, turn.phase) == (1, 0)
    fallen = boardkit.step(turn, Play(39))  # 6 chips for seat 1, but nobody is asked
    assert (rider(fallen, 1).chips, fallen.current_player, fallen.phase) == (6, 2, 0)


@pytest.mark.rule("MJ-2.3")
@pytest.mark.rule("J14")
def test_a_mountain_cuts_the_leaders_tempo():
    hand = "50 sprint mountain 39 40 41 42"
    for option, tempo in ((True, 50), (False, 52)):
        state = position([hand, SIX, SIX], "45 46 47", turn=0, tempo=45, mountain_caps_leader=option)
        assert boardkit.step(state, Play(50, 1, True)).tempo == tempo
    # an outsider's mountain cuts it too, and who leads was settled at 52
    hands = ["39 40 41 42 43 mountain", "50 50 sprint 39 40 41 42", SIX]
    state = position(hands, "45 46", turn=1, leader=2, tempo=51, chips=[1, 0, 0])
    asked = boardkit.step(state, Play(50, 1))
    assert (asked.leader, asked.tempo, asked.current_player) == (1, 52, 0)
    laid = boardkit.step(asked, LayMountain())
    assert (laid.leader, laid.tempo) == (1, 50)
    assert events_of(laid, "MountainLaid")[0].tempo == 50


@pytest.mark.rule("MJ-2.2.8")
@pytest.mark.rule("J37")
def test_the_next_seat_is_next():
    state = position([SIX, SIX, SIX + " 45"], "46", turn=2, tempo=45)
    assert boardkit.step(state, Play(45)).current_player == 0
    state = position([SIX, SIX + " 45", SIX], "46", turn=1, tempo=45)
    assert boardkit.step(state, Play(45)).current_player == 2


@pytest.mark.rule("J24")
def test_a_refill_empties_the_pile():
    hand = "45 39 40 41 42 sprint sprint"
    state = position([SIX, hand, SIX], "48", turn=1, tempo=45, last=True)
    ended = boardkit.step(state, Play(45, 2))
    assert next(event.card for event in events_of(ended, "CardDrawn")) == "speed-48"
    assert events_of(ended, "JerseyTaken")  # settled first
    assert events_of(ended, "StageEnded")[0].leader == 1


@pytest.mark.rule("J25")
def test_an_outsiders_refill_empties_the_pile():
    hands = [SIX + " 45", "39 40 41 42 43 mountain", SIX]
    laid = "mountain mountain mountain mountain"
    state = position(hands, "48 " + laid, turn=0, tempo=45, chips=[0, 2, 0])
    # the mountains that lie in the pile are put there by hand: only the next card counts here
    short = state.game.unpack(_with_pile(state, "48"))
    asked = boardkit.step(short, Play(45))
    ended = boardkit.step(asked, LayMountain())
    assert events_of(ended, "StageEnded")[0].points == (1, -2, 0)


def _with_pile(state, pile):
    """Return a wire state whose pile is cut short; conservation is of no concern to the step under test."""
    from msgspec.structs import replace

    return replace(state.game.pack(state), pile=pile)


@pytest.mark.rule("MJ-5")
def test_who_sees_what():
    state = game(3).initial_state(5)
    mine, other, nobody = (boardkit.observe(state, seat) for seat in (0, 1, None))
    assert len(mine.hand) in (6, 7)
    assert nobody.hand is None
    assert mine.hand != other.hand
    assert mine.riders == other.riders == nobody.riders
    dealt = [event for event in mine.events if type(event).__name__ == "HandDealt"]
    assert [event.cards is None for event in dealt] == [False, True, True]
