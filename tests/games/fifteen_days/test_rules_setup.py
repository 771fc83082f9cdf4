"""Set-up, components, options and the numbers of the rules."""

from collections import Counter

import pytest

import boardkit
from boardkit.errors import InvalidComponents, InvalidOption
from boardkit.games.fifteen_days import Draw, Take, cards
from boardkit.games.fifteen_days.model import RefillFrom

from .build import game, hand, legal, play, position

SEEDS = range(30)


@pytest.mark.rule("FD-1", "FD-3")
def test_the_box_holds_what_the_rules_say():
    data = game().components.data
    backs, fronts, copies = Counter(), Counter(), Counter()
    for kind in data.cards:
        backs[kind.back] += kind.copies
        fronts[kind.season] += kind.copies
        copies[kind.season, kind.value] += kind.copies
    assert backs == {"summer": 30, "autumn": 30, "winter": 30}
    assert fronts == {"summer": 24, "autumn": 24, "winter": 24, "spring": 18}
    assert all(copies[season, value] == (3 if season == "spring" else 4) for season, value in copies)
    assert len(copies) == 24
    # At four players the two counts of tokens are used up: 8 wilds = 2 x 4, 5 feathers = 4 + 1.
    assert (data.wild_cards, data.feather_cards) == (2 * 4, 4 + 1)
    # One spring set behind each back, a fifth of its thirty cards.
    springs = {(kind.back, kind.value): kind.copies for kind in data.cards if kind.season == "spring"}
    assert springs == {(back, value): 1 for back in cards.BACKS for value in range(1, 7)}


@pytest.mark.rule("F51")
def test_two_corners_ascend_and_two_descend():
    assert game().components.data.corners == ("ascending", "ascending", "descending", "descending")


@pytest.mark.rule("FD-2.1.1", "F2")
@pytest.mark.parametrize("removal", ["by_back", "by_front"])
def test_with_two_players_fifteen_cards_are_out(removal):
    for seed in SEEDS:
        removed = game(2, removal_2p=removal).initial_state(seed).stock.removed
        fronts = Counter(cards.FRONT_OF[card] // 6 for card in removed)
        backs = Counter(cards.BACK_OF[card] for card in removed)
        assert backs == {0: 5, 1: 5, 2: 5}
        if removal == "by_front":
            assert fronts == {0: 5, 1: 5, 2: 5}
    if removal == "by_back":
        spring = [card for seed in SEEDS for card in game(2).initial_state(seed).stock.removed if card >= 18]
        assert spring, "spring cards are taken out too, since only the back counts"
    assert game(3).initial_state(1).stock.removed == b""


@pytest.mark.rule("F3")
def test_the_removed_cards_are_shown_to_nobody():
    first = game(2).initial_state(5)
    for seed in SEEDS:
        other = first.game.permute_hidden(first, 0, seed)
        assert boardkit.observe(other, 0) == boardkit.observe(first, 0)
        if other.stock.removed != first.stock.removed:
            break
    else:
        pytest.fail("nothing was exchanged")
    assert boardkit.observe(first, 0).removed == 15


@pytest.mark.rule("FD-2.1.2", "F1")
@pytest.mark.parametrize("cards_each", [2, 3, 5])
def test_hands_feathers_and_wilds(cards_each):
    for players in (2, 3, 4):
        state = game(players, start_hand=cards_each).initial_state(7)
        assert [player.size for player in state.players] == [cards_each] * players
        assert [player.feathers for player in state.players] == [1] * players
        assert (state.stock.wilds, state.stock.feathers) == (2 * players, 1)
    assert game().options.start_hand == 2


@pytest.mark.rule("FD-2.1.3")
def test_the_market_has_three_columns_and_only_the_uncovered_card_may_go():
    state = game().initial_state(3)
    assert [len(column) for column in state.market] == [3, 3, 3]
    for number, column in enumerate(state.market, 1):
        after = play(state, Take(f"column-{number}"))
        assert after.market[number - 1] == column[:-1]
        assert after.events[0].card == cards.CARD_IDS[column[-1]]


@pytest.mark.rule("FD-2.1.4", "F4")
@pytest.mark.parametrize(("players", "sizes"), [(2, (31, 31)), (3, (38, 37)), (4, (37, 36))])
def test_the_rest_is_halved_into_two_piles_with_visible_backs(players, sizes):
    tops = set()
    for seed in SEEDS:
        state = game(players).initial_state(seed)
        assert tuple(len(pile) for pile in state.piles) == sizes
        view = boardkit.observe(state, None)
        assert [pile.top for pile in view.piles] == [
            cards.BACKS[cards.BACK_OF[pile[0]]] for pile in state.piles
        ]
        tops.add(tuple(pile.top for pile in view.piles))
    assert len(tops) > 3, "the backs are mixed"


@pytest.mark.rule("FD-2.1.5")
def test_anybody_may_begin_and_the_turn_goes_round():
    starts = Counter(game(3).initial_state(seed).current_player for seed in SEEDS)
    assert set(starts) == {0, 1, 2}
    state = game(3).initial_state(1)
    first = state.current_player
    assert state.discards == b""
    seats = []
    while len(seats) < 7:
        if not seats or seats[-1] != state.current_player:
            seats.append(state.current_player)
        state = play(
            state, (legal(state, Draw) or legal(state, RefillFrom) or boardkit.legal_actions(state))[0]
        )
    assert seats == [(first + step) % 3 for step in range(7)]


@pytest.mark.rule("F50")
def test_alone_is_an_option_that_needs_exactly_one_player():
    assert game(1, solo=True).players == 1
    for players, solo in ((1, False), (2, True), (4, True)):
        with pytest.raises(InvalidOption) as caught:
            game(players, solo=solo)
        assert caught.value.field == "solo"


def test_positions_are_what_they_say():
    state = position(["s1 p2w", "", ""], [{1: "a1 a3 *2", 4: "*"}], left="w3")
    assert hand(state) == "s1 p2"
    assert state.piles[0][0] == cards.CARD_CODE["winter-3"]
    assert state.stock.wilds == 4


def components(**changes):
    data = {
        "cards": [
            {"season": season, "value": value, "back": season, "copies": 7}
            for season in cards.BACKS
            for value in range(1, 7)
        ],
        "wild_cards": 8,
        "feather_cards": 5,
        "corners": ["ascending", "descending", "ascending", "descending"],
    }
    return {"id": "mine", "data": {**data, **changes}}


def test_a_set_of_ones_own_is_played():
    made = boardkit.make("fifteen-days", 2, components=components())
    assert len(made.all_cards) == 126
    state = made.initial_state(1)
    made.audit(state)
    assert [len(pile) for pile in state.piles] == [49, 49]
    assert boardkit.from_json(boardkit.to_json(state)) == state


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"wild_cards": 7}, "/data/wild_cards"),
        ({"feather_cards": 4}, "/data/feather_cards"),
        ({"cards": [{"season": "summer", "value": 1, "back": "winter", "copies": 1}]}, "/data/cards/0/back"),
        ({"cards": [{"season": "summer", "value": 1, "back": "summer", "copies": 1}] * 2}, "/data/cards/1"),
        ({"cards": [{"season": "summer", "value": 1, "back": "summer", "copies": 7}]}, "/data/cards"),
        ({"cards": [{"season": "summer", "value": 9, "back": "summer", "copies": 7}]}, "/data/cards/0/value"),
        ({"corners": ["ascending"]}, "/data/corners"),
    ],
)
def test_a_set_that_cannot_be_played_is_refused(changes, pointer):
    with pytest.raises(InvalidComponents) as caught:
        boardkit.make("fifteen-days", 4, components=components(**changes))
    assert caught.value.pointer == pointer


def test_a_set_without_five_of_a_back_cannot_be_played_by_two():
    few = [{"season": "summer", "value": value, "back": "summer", "copies": 7} for value in range(1, 7)]
    with pytest.raises(InvalidComponents):
        boardkit.make("fifteen-days", 2, components=components(cards=few))
    assert boardkit.make("fifteen-days", 3, components=components(cards=few)).players == 3
