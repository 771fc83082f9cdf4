"""Section 2.1 and what is set up anew each round."""

import collections

import pytest

import boardkit
from boardkit.games.tamakushige import events as ev
from boardkit.games.tamakushige.model import WINDOWS
from boardkit.registry import find
from tests.games.tamakushige.build import changed, events, game, go, last, position

SIZES = {3: (12, 0), 4: (9, 0), 5: (7, 1), 6: (6, 0)}
FACTIONS = {3: (2, 1), 4: (2, 2), 5: (3, 2), 6: (4, 2)}


@pytest.mark.rule("TA-1", "T1", "TA-6", "T33")
def test_what_is_in_the_box():
    data = find("tamakushige").standard().components.data
    assert sorted(card.number for card in data.cards) == sorted(3 * list(range(1, 13)))
    assert collections.Counter(card.suit for card in data.cards) == {"maple": 12, "ginkgo": 12, "hozuki": 12}
    assert [heart.faction for heart in data.hearts].count("true-heart") == 4
    assert len(data.hearts) == 6
    assert (data.scythes, data.target, data.true_heart_points, data.fickle_heart_points) == (3, 7, 2, 3)
    assert len(data.area.spaces) == 19
    assert [space.id for space in data.area.spaces if space.lantern] == [1, 4, 5]
    blank = [card.id for card in data.cards if not card.effects]
    assert blank == [f"{suit}-{number}" for suit in ("maple", "ginkgo") for number in (3, 6, 8, 11)]
    gains = {card.suit for card in data.cards for e in card.effects if getattr(e, "change", 0) > 0}
    losses = {card.id for card in data.cards for e in card.effects if getattr(e, "change", 0) < 0}
    assert gains == {"hozuki"}
    assert losses == {"maple-7", "maple-12", "hozuki-9", "hozuki-10"}


@pytest.mark.rule("TA-2.1.1", "T35")
@pytest.mark.parametrize("players", SIZES)
def test_lanterns_lie_on_the_circles_and_the_soul_in_the_centre(players):
    view = boardkit.observe(game(players).initial_state(3), None)
    assert view.soul == 0
    assert view.lit == (1, 4, 5)
    assert view.collected == 0
    assert view.supply == 3
    # The fourth token has no place: lit and collected ones are always three.
    assert view.counts()["lanterns/lit"] + view.counts()["lanterns/collected"] == 3


@pytest.mark.rule("TA-2.1.2")
@pytest.mark.parametrize("players", SIZES)
def test_all_cards_are_dealt(players):
    state = game(players).initial_state(4)
    size, leftover = SIZES[players]
    assert [hand.bit_count() for hand in state.hands] == [size] * players
    assert state.leftover.bit_count() == leftover
    assert sum(state.hands) + state.leftover == (1 << 36) - 1
    assert [event.count for event in events(state, ev.Dealt)] == [size] * players
    assert boardkit.observe(state, 0).leftover == leftover


@pytest.mark.rule("TA-2.1.3", "TA-3")
@pytest.mark.parametrize("players", FACTIONS)
def test_factions_have_their_sizes_and_cards_are_drawn_from_all(players):
    of = game(players)
    used = collections.Counter()
    for seed in range(60):
        state = of.initial_state(seed)
        hearts = [of.tables.heart_ids[card] for card in state.hearts.cards]
        used.update(hearts)
        assert len(set(hearts)) == players
        true = sum(heart.startswith("true") for heart in hearts)
        assert (true, players - true) == FACTIONS[players]
    assert len(used) == 6, "unused cards are drawn at random, too"


@pytest.mark.rule("TA-2.1.4")
def test_the_first_start_player_is_drawn():
    starts = collections.Counter(game(4).initial_state(seed).start for seed in range(200))
    assert set(starts) == {0, 1, 2, 3}
    assert min(starts.values()) > 25


def end_round(scores=(), **options):
    """A round that ends by the soul leaving the board with the first card of seat 0."""
    state = position(["M1 M2", "G1 G2", "G3 G4", "H1 H2"], soul=10, lit=(1, 4, 5), scores=scores, **options)
    return go(state, "play M1")


@pytest.mark.rule("T3", "TA-2.1.1", "TA-2.1.2")
def test_everything_but_the_scores_begins_anew():
    state = end_round(acquired=["H5 H6", "M8"], points=(3, 0, 1), scythes=(0, 0, 0, 0))
    assert state.round == 2
    assert state.scores == (3, 0, 4, 3)
    assert state.acquired == state.points == state.scythes == (0, 0, 0, 0)
    assert not state.plays
    assert not state.discards
    assert state.soul == 0
    assert state.collected == 0
    assert [hand.bit_count() for hand in state.hands] == [9] * 4
    cleared = last(state, ev.TableCleared)
    assert cleared.acquired == (2, 1, 0, 0)
    assert cleared.hands == (1, 2, 2, 2)
    assert cleared.points == (3, 0, 1, 0)


@pytest.mark.rule("T2")
def test_factions_are_dealt_anew_or_kept():
    old = position(["M1 M2", "G1 G2", "G3 G4", "H1 H2"], soul=10)
    dealt = {go(changed(old, seed=seed.to_bytes(32)), "play M1").hearts.cards for seed in range(20)}
    assert len(dealt) > 5
    kept = end_round(redeal_factions=False)
    assert kept.hearts.cards == old.hearts.cards
    assert not events(kept, ev.HeartDealt)
    # Everything was revealed, and stays so.
    view = boardkit.observe(kept, None)
    assert None not in [seat.heart for seat in view.seats]
    again = end_round()
    assert {seat.heart for seat in boardkit.observe(again, None).seats} == {None}


@pytest.mark.rule("T4")
def test_who_starts_later_rounds():
    hands = ["M1 M2", "G1 G2", "G3 G4", "H1 H2"]
    assert go(position(hands, soul=10, start=2, turn=0), "play M1").start == 3
    assert go(position(hands, soul=10, start=3, turn=0), "play M1").start == 0
    options = {"next_start": "last_winner"}
    # The builder's earlier tricks were won by seat 0.
    assert go(position(hands, soul=10, start=2, **options), "play M1").start == 0
    first = position(full_hands(), soul=0, start=2, turn=2, **options)
    assert go(changed(first, soul=10), "play M1").start == 2, "no complete trick: the previous start player"
    drawing = position(hands, soul=10, next_start="random")
    drawn = {go(changed(drawing, seed=seed.to_bytes(32)), "play M1").start for seed in range(40)}
    assert drawn == {0, 1, 2, 3}


def full_hands():
    return [
        "G1 G2 G3 G4 G5 G6 G7 G8 G9",
        "G10 G11 G12 H1 H2 H3 H4 H5 H6",
        "M1 M2 M3 M4 M5 M6 M7 M8 M9",
        "M10 M11 M12 H7 H8 H9 H10 H11 H12",
    ]


@pytest.mark.rule("T15")
def test_scythes_go_back_or_are_kept():
    assert end_round_with_scythes().scythes == (0, 0, 0, 0)
    kept = end_round_with_scythes(keep_scythes=True)
    assert kept.scythes == (0, 2, 0, 1)


def end_round_with_scythes(**options):
    state = position(["M1 M2", "G1 G2", "G3 G4", "H1 H2"], soul=10, scythes=(0, 2, 0, 1), **options)
    return go(state, "play M1")


@pytest.mark.rule("T13", "T12")
def test_a_scythe_may_be_used_before_the_first_card():
    state = end_round_with_scythes(keep_scythes=True)
    assert WINDOWS[state.window] == "before-round"
    assert state.start == 1
    assert state.current_player == 1
    moved = go(state, "scythe W")
    assert moved.soul == 3
    assert not moved.plays
    # Nobody has a token: nobody is asked.
    assert boardkit.observe(game(4).initial_state(1), None).phase == "play"
