"""Section 2.6: how a round ends, what it is worth, and who wins the match."""

import random

import pytest

import boardkit
from boardkit.games.tamakushige import events as ev
from tests.games.tamakushige.build import changed, events, game, go, last, position

HANDS = ["M1 M2", "G1 G2", "G3 G4", "H1 H2"]


@pytest.mark.rule("TA-2.6.1", "TA-2.6.3")
def test_the_third_lantern_ends_the_round_for_the_true_hearts():
    state = go(position(HANDS, soul=0, lit=(1,), points=(1, 0, 2, 0)), "play M1")
    ended = last(state, ev.RoundEnded)
    assert (ended.ending, ended.winner) == ("lanterns", "true-heart")
    assert not events(state, ev.TrickWon)
    assert state.scores == (3, 2, 2, 0)
    assert [(e.player, e.faction, e.cards, e.ability) for e in events(state, ev.Scored)] == [
        (0, 2, 1, 0), (1, 2, 0, 0), (2, 0, 2, 0), (3, 0, 0, 0),
    ]  # fmt: skip
    assert state.result.winner == "true-heart"
    assert state.result.gained == (3, 2, 2, 0)


@pytest.mark.rule("TA-2.6.1", "TA-2.6.3", "T34")
def test_the_void_ends_the_round_for_the_fickle_hearts():
    state = go(position(HANDS, soul=10, lit=(1,), points=(1, 0, 2, 0)), "play M1")
    assert last(state, ev.RoundEnded).ending == "void"
    assert state.scores == (1, 0, 5, 3)


@pytest.mark.rule("TA-2.6.2")
def test_empty_hands_end_the_round_for_the_fickle_hearts():
    state = position(
        ["", "", "", "G8"], turn=3, trick=[(0, "M6"), (1, "M8"), (2, "M11")], leader=0, soul=7, lit=(1,)
    )
    state = go(state, "play G8", "acquire M8", "give M11")
    ended = last(state, ev.RoundEnded)
    assert (ended.ending, ended.winner) == ("hands-empty", "fickle-heart")
    assert state.scores == (0, 0, 3, 3)


@pytest.mark.rule("T11")
def test_the_third_lantern_by_the_very_last_card_counts():
    state = position(
        ["", "", "", "M8"], turn=3, trick=[(0, "G6"), (1, "G8"), (2, "M11")], leader=0, soul=0, lit=(1,)
    )
    state = go(state, "play M8")
    assert last(state, ev.RoundEnded).ending == "lanterns"
    assert state.scores == (2, 2, 0, 0)


@pytest.mark.rule("T25", "TA-2.6.3", "TA-3")
def test_the_eliminated_score_nothing_and_keep_what_they_had():
    state = position(
        ["M1 M2", "G1 G2", "G3 G4", "H1 H2 H3"], out=(3,), soul=10, points=(0, 0, 0, 2), scores=(1, 1, 1, 4)
    )
    state = go(state, "play M1")
    assert state.scores == (1, 1, 4, 4)
    assert [event.player for event in events(state, ev.Scored)] == [0, 1, 2]


@pytest.mark.rule("TA-2.6.4", "TA-3")
def test_seven_points_end_the_match_and_the_highest_total_wins():
    state = go(position(HANDS, soul=10, scores=(6, 0, 4, 3)), "play M1")
    assert state.is_terminal
    assert boardkit.legal_actions(state) == ()
    assert state.returns == (6, 0, 7, 6)
    assert state.ranking == (2, 4, 1, 2)
    assert last(state, ev.MatchEnded).winners == (2,)
    on = go(position(HANDS, soul=10, scores=(6, 0, 3, 3)), "play M1")
    assert not on.is_terminal
    assert on.ranking is None


@pytest.mark.rule("T31", "TA-2.6.4")
def test_a_tie_is_shared_or_played_on():
    state = go(position(HANDS, soul=10, scores=(0, 0, 5, 5)), "play M1")
    assert state.is_terminal
    assert state.ranking == (3, 3, 1, 1)
    more = go(position(HANDS, soul=10, scores=(0, 0, 5, 5), tie="extra_round"), "play M1")
    assert not more.is_terminal
    assert more.round == 3
    done = go(position(HANDS, soul=10, scores=(0, 0, 5, 4), tie="extra_round"), "play M1")
    assert done.is_terminal


@pytest.mark.rule("TA-8", "T31")
def test_after_thirty_rounds_it_is_over_in_any_case():
    for tie in ("share", "extra_round"):
        state = changed(position(HANDS, soul=10, scores=(1, 1, 0, 0), tie=tie), round=30)
        state = go(state, "play M1")
        assert state.is_terminal
        assert state.ranking == (3, 3, 1, 1)
    state = go(changed(position(HANDS, soul=10, scores=(1, 1, 0, 0)), round=29), "play M1")
    assert not state.is_terminal


@pytest.mark.rule("TA-2.6.1", "T26")
def test_all_factions_are_revealed_at_the_end():
    state = go(position(HANDS, soul=10), "play M1")
    for player in (None, 0, 3):
        view = boardkit.observe(state, player)
        (revealed,) = [event for event in view.events if isinstance(event, ev.HeartsRevealed)]
        assert revealed.hearts == ("true-heart-1", "true-heart-2", "fickle-heart-1", "fickle-heart-2")
        assert view.result.hearts == revealed.hearts
    over = go(position(HANDS, soul=10, scores=(0, 0, 6, 0)), "play M1")
    assert None not in [seat.heart for seat in boardkit.observe(over, None).seats]


@pytest.mark.rule("T29", "TA-2.6.3")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_eighteen_point_tokens_suffice(players):
    of, most = game(players), 0
    for seed in range(12):
        state, rng = of.initial_state(seed), random.Random(seed)
        while not state.is_terminal:
            state = boardkit.step(state, rng.choice(boardkit.legal_actions(state)))
            most = max(most, sum(state.points))
    assert 0 < most <= 18


@pytest.mark.rule("TA-8")
def test_a_match_has_a_bounded_length():
    for players in (3, 4, 5, 6):
        of = game(players)
        state, rng, steps = of.initial_state(1), random.Random(1), 0
        while not state.is_terminal:
            state = boardkit.step(state, rng.choice(boardkit.legal_actions(state)))
            steps += 1
        assert steps < of.max_steps / 30 * state.round
