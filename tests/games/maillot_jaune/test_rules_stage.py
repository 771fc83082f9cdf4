"""Set-up, draws, end of stages and of the match."""

import itertools
from collections import Counter

import pytest

import boardkit
from boardkit import chance
from boardkit.agents import RandomAgent
from boardkit.games.maillot_jaune.model import (
    rank,
)

from .build import FULL, Decline, LayMountain, Play, SetAside, events_of, game, position, rider, words

SIX = "39 40 41 42 43 44"


def random_games(count, players=3, **options):
    made = game(players, **options)
    for seed in range(count):
        agent = RandomAgent(seed)
        state = made.initial_state(seed)
        states = [state]
        while not state.is_terminal:
            state = made.step(state, agent.act(None, made.legal_actions(state)))
            states.append(state)
        yield states


@pytest.mark.rule("MJ-1")
def test_components():
    state = game(4).initial_state(3)
    counted = Counter(name.removeprefix("speed-") for name in game(4).census(state).elements())
    assert counted == FULL
    assert counted.total() == 99


@pytest.mark.rule("MJ-2.1.1")
@pytest.mark.rule("J5")
@pytest.mark.parametrize("stages", [3, 4, 5])
def test_number_of_stages(stages):
    (states,) = random_games(1, stages=stages)
    ended = [event.stage for state in states for event in events_of(state, "StageEnded")]
    assert ended == list(range(1, stages + 1))
    assert game().options.stages == 3
    with pytest.raises(boardkit.InvalidOption):
        game(stages=2)


@pytest.mark.rule("MJ-2.1.2")
@pytest.mark.rule("J41")
def test_the_highest_card_leads():
    seen = set()
    for seed in range(60):
        state = game(4).initial_state(seed)
        draws = events_of(state, "LeaderCardDrawn")
        first = [(event.player, event.card) for event in draws[:4]]
        assert [seat for seat, _ in first] == [0, 1, 2, 3]
        worth = [int(card[6:]) if card.startswith("speed-") else 0 for _, card in first]
        (chosen,) = events_of(state, "LeaderChosen")
        best = [seat for seat, speed in enumerate(worth) if speed == max(worth)]
        assert chosen.player in best
        assert state.leader == chosen.player == events_of(state, "StageStarted")[0].leader
        if len(best) == 1:
            assert len(draws) == 4
        else:
            assert [event.player for event in draws[4 : 4 + len(best)]] == best
        seen.add(len(best))
    assert {1, 2} <= seen


@pytest.mark.rule("J1")
def test_specials_count_nothing_and_ties_draw_again(monkeypatch):
    codes = dict(zip([*map(str, range(39, 51)), "mountain", "sprint", "headwind"], range(15), strict=True))
    drawn = chance.drawn

    def stacked(seed, label, items, count):
        if label != "leader/deck":
            return drawn(seed, label, items, count)
        return tuple(codes[word] for word in draw.split()[:count])

    monkeypatch.setattr(chance, "drawn", stacked)
    draw = "mountain headwind 39"
    assert game(3).initial_state(1).leader == 2
    draw = "mountain headwind sprint sprint 50 50 41 39"
    state = game(3).initial_state(1)
    assert [event.player for event in events_of(state, "LeaderCardDrawn")] == [0, 1, 2, 0, 1, 2, 1, 2]
    assert state.leader == 1


@pytest.mark.rule("J1")
def test_a_random_first_leader_draws_no_cards():
    leaders = set()
    for seed in range(40):
        state = game(3, first_leader="random").initial_state(seed)
        assert not events_of(state, "LeaderCardDrawn")
        leaders.add(state.leader)
    assert leaders == {0, 1, 2}


@pytest.mark.rule("J2")
def test_cards_drawn_for_the_lead_go_back():
    state = game(2).initial_state(4)
    assert events_of(state, "LeaderCardDrawn")
    assert events_of(state, "StageStarted")[0].cards == 99
    assert game(2).census(state).total() == 99


@pytest.mark.rule("MJ-2.1.3")
@pytest.mark.rule("J29")
def test_dealt_headwinds_are_exchanged():
    exchanged = at_the_bottom = 0
    for seed in range(40):
        state = game(6).initial_state(seed)
        hands = {event.player: list(event.cards) for event in events_of(state, "HandDealt")}
        assert all(len(cards) == 6 for cards in hands.values())
        for event in events_of(state, "HeadwindReplaced"):
            hands[event.player].remove("headwind")
            hands[event.player].append(event.card)
            exchanged += 1
        drawn = [event for event in state.events if type(event).__name__ in ("CardDrawn", "HeadwindDrawn")]
        laid = sum(type(event).__name__ == "HeadwindDrawn" for event in drawn)
        assert len(state.pile) == 99 - 36 - len(drawn)
        winds = bytes(state.pile).count(14)
        assert winds == 5 - laid  # every exchanged headwind is back in the pile
        back = len(events_of(state, "HeadwindReplaced"))
        at_the_bottom += back > 0 and state.pile.endswith(bytes([14]) * back)
        for seat, cards in hands.items():
            mine = [
                event.card for event in drawn if type(event).__name__ == "CardDrawn" and event.player == seat
            ]
            assert sorted(boardkit.observe(state, seat).hand) == sorted([*cards, *mine])
            assert "headwind" not in cards
    assert exchanged > 20
    assert at_the_bottom < 5  # they are shuffled in, not put below


@pytest.mark.rule("J29")
def test_a_set_that_cannot_be_dealt_is_refused():
    data = {
        "speed_cards": [{"value": 40, "copies": 13}], "mountains": 0, "headwinds": 1, "sprints": 0,
        "headwind_slows": 2, "sprint_adds": 2, "top_speed": 52, "mountain_top_speed": 50, "slipstream": 2,
        "hand_size": 6,
    }  # fmt: skip
    small = boardkit.make("maillot-jaune", 2, components={"id": "small", "data": data})
    assert len(small.initial_state(1).riders) == 2
    data["speed_cards"][0]["copies"] = 12
    with pytest.raises(boardkit.InvalidComponents, match="13 cards, 2 players need 14"):
        boardkit.make("maillot-jaune", 2, components={"id": "small", "data": data})


@pytest.mark.rule("MJ-2.1.4")
@pytest.mark.rule("J3")
@pytest.mark.rule("J28")
@pytest.mark.rule("J31")
def test_each_stage_starts_afresh_and_its_winner_leads():
    for states in random_games(6, players=4):
        for before, state in itertools.pairwise(states):
            for ended in events_of(state, "StageEnded"):
                assert ended.leader == before.leader or events_of(state, "JerseyTaken")
                if not state.is_terminal:
                    assert state.leader == ended.leader == state.current_player
                    assert all(rider.chips == 0 for rider in state.riders)
                    drawn = len(events_of(state, "HeadwindDrawn"))
                    assert sum(rider.headwinds for rider in state.riders) == drawn
                    assert state.tempo is None


@pytest.mark.rule("MJ-2.5")
@pytest.mark.rule("J26")
@pytest.mark.rule("J27")
def test_the_last_card_and_its_play_end_the_stage():
    # seat 0 leads, seat 1 has drawn the last card; the next play is the last, though seat 2 has not had its turn
    state = position(
        [SIX, "39 40 41 42 43 44 45", SIX], "", turn=1, tempo=45, chips=[0, 4, 6], last=True, stage=3
    )
    over = boardkit.step(state, Play(41))
    assert over.is_terminal
    (ended,) = events_of(over, "StageEnded")
    assert ended.chips == (0, 8, 6)
    assert ended.points == (1, -8, -6)
    assert over.returns == (1, -8, -6)
    assert over.ranking == (1, 3, 2)
    assert boardkit.legal_actions(over) == ()
    # the leader's own last play asks nobody for a mountain
    state = position([SIX + " 45", SIX, SIX], "", turn=0, tempo=45, chips=[0, 4, 6], last=True, stage=1)
    following = boardkit.step(state, Play(45))
    assert events_of(following, "StageEnded")
    assert following.phase == 0


@pytest.mark.rule("J3")
def test_points_add_up_over_stages():
    for states in random_games(5, players=4):
        totals = [0] * 4
        for state in states:
            for ended in events_of(state, "StageEnded"):
                totals = [old + new for old, new in zip(totals, ended.points, strict=True)]
            assert state.returns == tuple(totals)


@pytest.mark.rule("J4")
def test_ranking():
    assert rank((3, 3, -2), (1, 2, 0), "points") == (2, 1, 3)
    assert rank((3, 3, 3), (1, 1, 0), "points") == (1, 1, 3)
    assert rank((-9, 2, 2), (2, 1, 0), "stage_wins") == (1, 2, 3)
    assert rank((-9, 2, -9), (1, 0, 1), "stage_wins") == (1, 3, 1)


@pytest.mark.rule("J4")
def test_the_option_decides_the_match():
    args = {"turn": 1, "tempo": 45, "last": True, "stage": 3, "points": [-9, 0, 0], "wins": [1, 1, 0]}
    hands = [SIX, SIX + " 45", SIX]
    by_points = boardkit.step(position(hands, "", **args), Play(45))
    assert (by_points.returns, by_points.ranking) == ((-8, 0, 0), (3, 1, 2))
    by_wins = boardkit.step(position(hands, "", winner="stage_wins", **args), Play(45))
    assert by_wins.ranking == (1, 2, 3)


@pytest.mark.rule("J6")
@pytest.mark.rule("J38")
@pytest.mark.rule("J39")
def test_without_a_speed_card():
    specials = "mountain mountain mountain sprint sprint sprint"
    state = position([SIX + " 45", specials, SIX], "sprint headwind mountain 47", turn=0, tempo=45)
    shown = boardkit.step(state, Play(45))
    assert shown.current_player == 1
    (event,) = events_of(shown, "HandShown")
    assert sorted(event.cards) == ["mountain"] * 3 + ["sprint"] * 4
    assert boardkit.observe(shown, None).riders[1].shown == event.cards
    assert boardkit.legal_actions(shown) == (SetAside("mountain"), SetAside("sprint"))
    with pytest.raises(boardkit.IllegalAction) as refused:
        boardkit.step(shown, Play(45))
    assert (refused.value.code, refused.value.rule) == ("no-speed-card", "J6")
    # a mountain put out is seen, one shown is not; the headwind applies, the mountain drawn shows the hand again
    assert boardkit.observe(shown, 0).mountains_seen == 0
    again = boardkit.step(shown, SetAside("mountain"))
    assert boardkit.observe(again, 0).mountains_seen == 1
    assert boardkit.observe(again, 0).aside == ("mountain",)
    assert rider(again, 1).headwinds == 1
    (event,) = events_of(again, "HandShown")
    assert sorted(event.cards) == ["mountain"] * 3 + ["sprint"] * 4
    # a speed card comes: it is hidden, while the rest stays known
    drawn = boardkit.step(again, SetAside("sprint"))
    assert not events_of(drawn, "HandShown")
    assert rider(drawn, 1).shown == ("mountain",) * 3 + ("sprint",) * 3
    assert words(drawn, 1).startswith("47")
    assert boardkit.observe(drawn, 0).events[-1].card is None
    # what is laid is known no longer
    played = boardkit.step(drawn, Play(47, 2, True))
    assert rider(played, 1).shown == ("mountain",) * 2 + ("sprint",)


@pytest.mark.rule("J6")
@pytest.mark.rule("J39")
def test_without_a_speed_card_and_without_a_pile():
    specials = "mountain mountain mountain sprint sprint sprint"
    state = position([SIX + " 45", specials, SIX], "sprint", turn=0, tempo=45, last=True)
    ended = boardkit.step(state, Play(45))
    assert events_of(ended, "HandShown")
    assert not events_of(ended, "SpecialSetAside")
    assert events_of(ended, "StageEnded")
    # put one out, and the pile ends with another special
    state = position([SIX + " 45", specials, SIX], "sprint mountain", turn=0, tempo=45, last=True)
    ended = boardkit.step(boardkit.step(state, Play(45)), SetAside("sprint"))
    assert events_of(ended, "StageEnded")


@pytest.mark.rule("J6")
def test_putting_out_is_only_for_want_of_a_speed_card():
    state = position([SIX + " sprint", SIX, SIX], "45", turn=0)
    with pytest.raises(boardkit.IllegalAction) as refused:
        boardkit.step(state, SetAside("sprint"))
    assert (refused.value.code, refused.value.rule) == ("has-speed-card", "J6")
    specials = "sprint sprint sprint sprint"
    state = boardkit.step(position([SIX + " 45", specials, SIX], "sprint 45"), Play(45))
    with pytest.raises(boardkit.IllegalAction) as refused:
        boardkit.step(state, SetAside("mountain"))
    assert (refused.value.code, refused.value.rule) == ("not-in-hand", "J6")


@pytest.mark.rule("J7")
@pytest.mark.rule("J30")
@pytest.mark.rule("J32")
@pytest.mark.rule("MJ-6")
def test_hands_turns_and_lengths():
    for states in random_games(4, players=3):
        for state in states[:-1]:
            sizes = [len(boardkit.observe(state, seat).hand) for seat in range(3)]
            playing = state.phase == 0
            for seat, size in enumerate(sizes):
                full = 7 if playing and seat == state.current_player else 6
                assert size == full or (size < full and not state.pile)
            if playing:
                assert all(isinstance(action, Play) for action in boardkit.legal_actions(state))
            assert state.riders[state.leader].chips == 0
        assert len(states) - 1 <= states[0].game.max_steps
        turns = sum(bool(events_of(state, "Played")) for state in states)
        assert turns <= 3 * (99 - 18)


@pytest.mark.rule("J36")
def test_the_simple_game_has_no_specials():
    made = game(4, simple_game=True)
    assert made.census(made.initial_state(1)).total() == 84
    assert set(made.actions) == {Play(value) for value in range(39, 51)}
    for states in random_games(2, players=4, simple_game=True):
        assert not any(events_of(state, "HeadwindDrawn") for state in states)
        assert all(state.phase in (0, 3) for state in states)


@pytest.mark.rule("J20")
@pytest.mark.rule("J21")
def test_no_bound_on_chips_and_none_below_on_speed():
    state = position(
        [SIX, "39 40 41 42 43 44 45", SIX], "41", turn=1, tempo=52, chips=[0, 150, 0], winds=[0, 3]
    )
    played = boardkit.step(state, Play(39))
    assert rider(played, 1).speed == 33
    assert rider(played, 1).chips == 150 + 19


def test_what_is_public_of_actions():
    assert game(3).actions.index(Play(39)) == 0
    assert LayMountain() in game(3).actions
    assert Decline() in game(3).actions
