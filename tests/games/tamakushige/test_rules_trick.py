"""Sections 2.2 and 2.3: playing, moving the soul, winning and acquiring."""

import random

import pytest

import boardkit
from boardkit.errors import IllegalAction
from boardkit.games.tamakushige import Acquire, Decline, Give, Play, Scythe
from boardkit.games.tamakushige import events as ev
from boardkit.games.tamakushige.model import PHASES
from tests.games.tamakushige.build import changed, events, game, go, last, long, position, standard_data

HANDS = ["M3 M6", "G3 G6", "M8 M11", "G8 G11"]


def phase(state):
    return PHASES[state.phase]


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        boardkit.step(state, action)
    return caught.value.code, caught.value.rule


@pytest.mark.rule("TA-2.2.1")
def test_everybody_plays_exactly_one_card_of_choice_clockwise():
    state = position(HANDS, turn=2)
    assert boardkit.legal_actions(state) == (Play("maple-8"), Play("maple-11"))
    assert refused(state, Play("maple-3")) == ("not-in-hand", "TA-2.2.1")
    assert refused(state, Decline()) == ("no-passing", "TA-2.2.1")
    assert refused(state, Acquire("maple-8")) == ("play-a-card", "TA-2.2.1")
    asked = [2]
    for card in ("M8", "G8", "M3"):
        state = go(state, f"play {card}")
        asked.append(state.current_player)
    assert asked == [2, 3, 0, 1]
    assert [state.game.tables.card_ids[card] for card in state.plays[-3:]] == [
        "maple-8",
        "ginkgo-8",
        "maple-3",
    ]
    # May follow: any suit may be played, whether the led one is in the hand or not.
    follower = position(["M3", "M6 G6", "M8 G8", "M11 G11"], turn=1, trick=[(0, "G3")], leader=0, soul=7)
    assert boardkit.legal_actions(follower) == (Play("maple-6"), Play("ginkgo-6"))


@pytest.mark.rule("TA-2.2.2", "TA-6")
@pytest.mark.parametrize(
    ("space", "maple", "ginkgo", "hozuki"),
    [
        (0, 1, 5, 0), (1, 7, 3, 0), (2, 9, 1, 0), (3, 12, 5, 0), (4, 13, 2, 0), (5, 16, 6, 0), (6, 18, 4, 0),
        (7, 8, "leaf", 1), (8, 9, "leaf", 2), (9, 11, "leaf", 2), (10, "void", 3, 1), (11, "void", 2, 4),
        (12, 10, "leaf", 3), (13, 15, "leaf", 4), (14, 12, "leaf", 3), (15, 18, "leaf", 6), (16, 14, "leaf", 5), (17, "void", 6, 5), (18, 17, "leaf", 6),
    ],
)  # fmt: skip
def test_where_each_suit_moves_the_soul(space, maple, ginkgo, hozuki):
    hands = ["M3 G3 H3", "M6 G6 H6", "M8 G8 H8"]
    lit = tuple(circle for circle in (1, 4, 5) if circle != space)
    for card, end in (("M3", maple), ("G3", ginkgo), ("H3", hozuki)):
        state = position(hands, soul=space, lit=lit)
        after = go(state, f"play {card}")
        if end == "void":
            assert last(after, ev.SoulMoved).end is None
        elif end in {"leaf", space}:
            stayed = last(after, ev.SoulStayed)
            assert (stayed.space, stayed.why) == (space, "leaf" if end == "leaf" else "center")
            assert after.soul == space
        else:
            assert last(after, ev.SoulMoved).end == end


@pytest.mark.rule("TA-2.2.3")
def test_the_soul_is_turned_to_the_icon_of_the_new_space():
    # On space 1 ginkgo points to 3; on space 3, where the icon points elsewhere, it points to 5.
    state = position(["M3 G3", "G6 M6", "G8 M8", "G11 M11"], soul=0, lit=(4, 5))
    state = go(state, "play M3", "play G6")
    assert state.soul == 3
    state = go(state, "play G8")
    assert state.soul == 5


@pytest.mark.rule("TA-2.2.4", "T6")
def test_a_lantern_is_collected_on_entry_for_all():
    state = go(position(HANDS, soul=0), "play M3")
    assert last(state, ev.LanternCollected).space == 1
    view = boardkit.observe(state, 3)
    assert (view.lit, view.collected) == ((4, 5), 1)
    # An empty circle gives nothing, a lantern under the soul is not there any more.
    assert not events(go(position(HANDS, soul=0, lit=(4, 5)), "play M3"), ev.LanternCollected)


@pytest.mark.rule("T5")
def test_a_leaf_stops_the_soul_but_not_the_card():
    state = go(position(["G3 M3", "G6 M6", "G8 M8", "G11 M11"], soul=7), "play G3")
    assert state.soul == 7
    assert last(state, ev.SoulStayed).why == "leaf"
    state = go(state, "play M6")
    assert state.soul == 8, "still turned as before"
    state = go(state, "play M8", "play M11")
    assert last(state, ev.TrickWon).player == 0, (
        "ginkgo was led by the card that moved nothing, and hozuki is out"
    )


@pytest.mark.rule("T7", "T45")
def test_hozuki_in_the_centre_stays():
    state = go(position(["H3", "G6", "M8", "M11"], soul=0), "play H3")
    assert state.soul == 0
    assert last(state, ev.SoulStayed).why == "center"


@pytest.mark.rule("T8")
def test_the_way_to_the_centre_is_the_spaces_own():
    data = standard_data()
    # Space 8 lies equally near to the spaces 1 and 2 of the inner ring.
    data["area"]["spaces"][8]["center"] = "SW"
    state = position(["H3", "G6", "M8", "M11"], soul=8, changes={"area": data["area"]})
    assert go(state, "play H3").soul == 1
    assert go(position(["H3", "G6", "M8", "M11"], soul=8), "play H3").soul == 2


@pytest.mark.rule("T9", "T40")
def test_a_leaf_lies_on_the_edge_and_stops_hozuki_too():
    data = standard_data()
    data["area"]["spaces"][0]["leaves"] = ["NW"]  # toward space 1
    changes = {"area": data["area"]}
    hands = ["M3 H3", "G6 G11", "M8 M6", "M11 G8"]
    assert go(position(hands, soul=0, changes=changes), "play M3").soul == 0
    assert go(position(hands, soul=1, lit=(4, 5), changes=changes), "play H3").soul == 1, (
        "from the other side"
    )
    # On a border edge a leaf keeps the soul in.
    data["area"]["spaces"][10]["leaves"] = ["W"]
    assert go(position(hands, soul=10, changes=changes), "play M3").soul == 10


@pytest.mark.rule("TA-2.2.5", "TA-3")
@pytest.mark.parametrize(
    ("trick", "winner", "weakest"),
    [
        (("M6", "G3", "H8", "M11"), 1, 2),  # maple led: ginkgo, maple, hozuki
        (("M6", "G3", "G8", "M11"), 2, 0),
        (("M6", "M3", "M8", "M11"), 3, 1),
        (("M6", "H12", "H8", "M11"), 3, 2),
        (("G6", "H3", "M12", "G11"), 1, 2),  # ginkgo led: hozuki, ginkgo, maple
        (("G6", "M12", "G3", "M3"), 0, 3),
        (("H6", "M3", "G12", "H11"), 1, 2),  # hozuki led: maple, hozuki, ginkgo
        (("H6", "G3", "H12", "G11"), 2, 1),
    ],
)
def test_who_wins_and_who_is_weakest(trick, winner, weakest):
    hands = [f"{card} {spare}" for card, spare in zip(trick, ("M1", "M2", "M4", "M5"), strict=True)]
    state = go(position(hands, soul=2), f"play {trick[0]}")
    for card in trick[1:]:
        # Wherever the soul went, it is put back: here the cards alone matter.
        state = go(changed(state, soul=2, lit=0b110010, collected=0), f"play {card}")
    won = last(state, ev.TrickWon)
    assert (won.player, won.weakest) == (winner, weakest)


@pytest.mark.rule("T39")
def test_a_trick_of_one_suit_goes_by_number():
    state = position(["M1", "M2", "M4 G4", "M5 G5"], turn=2, trick=[(0, "G6"), (1, "G11")], leader=0, soul=7)
    done = go(state, "play G4", "play G5")
    won = last(done, ev.TrickWon)
    assert (won.player, won.weakest) == (1, 2)


def four_card_trick(*trick, soul=7, players_left="M1 M2 M4 M5", **more):
    """The trick is played but for its last card; hands of one card remain."""
    spare = players_left.split()
    hands = list(spare)
    hands[len(trick) - 1] += f" {trick[-1]}"
    played = list(enumerate(trick[:-1]))
    return position(hands, turn=len(trick) - 1, trick=played, leader=0, soul=soul, **more)


@pytest.mark.rule("TA-2.3.1", "TA-2.3.2", "TA-2.3.3", "TA-2.3.4")
def test_acquiring():
    state = go(four_card_trick("M6", "H3", "G3", "G8"), "play G8")
    assert last(state, ev.TrickWon).player == 3
    hozuki = last(state, ev.CardAcquired)
    assert (hozuki.player, hozuki.card, hozuki.how) == (3, long("H3"), "hozuki")
    assert (phase(state), state.current_player) == ("acquire", 3)
    assert boardkit.legal_actions(state) == (Acquire("maple-6"), Acquire("ginkgo-3"), Acquire("ginkgo-8"))
    assert refused(state, Acquire("hozuki-3")) == ("not-on-offer", "TA-2.3.2")
    assert refused(state, Give("maple-6")) == ("acquire-a-card", "TA-2.3.2")
    state = go(state, "acquire G3")
    assert (phase(state), state.current_player) == ("give", 3)
    assert boardkit.legal_actions(state) == (Give("maple-6"), Give("ginkgo-8"))
    assert refused(state, Give("ginkgo-3")) == ("not-on-offer", "TA-2.3.3")
    state = go(state, "give M6")
    given = last(state, ev.CardAcquired)
    assert (given.player, given.card, given.how) == (1, long("M6"), "given"), (
        "the hozuki was the weakest card"
    )
    assert last(state, ev.CardsDiscarded).cards == (long("G8"),)
    views = [boardkit.observe(state, player) for player in (None, 0)]
    for view in views:
        assert view.seats[3].acquired == (long("G3"), long("H3"))
        assert view.seats[1].acquired == (long("M6"),)
        assert view.discards[-1] == long("G8")


@pytest.mark.rule("TA-2.3.3")
def test_no_extra_card_with_three_players():
    state = position(["M1", "M2", "M4 G3"], turn=2, trick=[(0, "M6"), (1, "M8")], leader=0, soul=7)
    state = go(state, "play G3", "acquire M6")
    assert [event.card for event in events(state, ev.CardAcquired)] == [long("M6")]
    assert set(last(state, ev.CardsDiscarded).cards) == {long("M8"), long("G3")}


@pytest.mark.rule("T17")
def test_nothing_left_to_choose_or_to_give_is_skipped():
    state = go(four_card_trick("H2", "H3", "H5", "H8"), "play H8")
    assert len(events(state, ev.CardAcquired)) == 4
    assert phase(state) == "process", "neither choice nor gift is asked for"
    state = go(four_card_trick("H2", "H3", "H5", "M8"), "play M8", "acquire M8")
    assert phase(state) == "process"
    assert state.resolution.given == -1


@pytest.mark.rule("T18")
def test_choices_are_compulsory_even_of_one_card():
    state = go(four_card_trick("H2", "H3", "H5", "M8"), "play M8")
    assert boardkit.legal_actions(state) == (Acquire("maple-8"),)
    assert refused(state, Decline()) == ("compulsory", "T18")
    state = go(four_card_trick("M6", "H3", "G3", "G8"), "play G8", "acquire G3")
    assert refused(state, Decline()) == ("compulsory", "T18")


@pytest.mark.rule("T19", "TA-3")
def test_a_single_active_player_plays_on_alone_and_gives_nothing():
    state = position(["M8 G3", "M1 M2 M4", "M5 M7 M9", "G1 G2 G4"], out=(1, 2, 3), soul=7)
    state = go(state, "play M8")
    assert phase(state) == "acquire"
    state = go(state, "acquire M8")
    assert (phase(state), state.current_player) == ("play", 0)
    assert state.resolution is None
    state = go(state, "play G3")
    assert state.last_winner == 0


@pytest.mark.rule("T20")
def test_who_counts_for_the_extra_card():
    hands = ["M8 G3", "M6 M1", "M5 M7 M9", "G1 G2 G4"]
    state = go(position(hands, out=(2, 3), soul=7), "play M8", "play M6", "acquire M8")
    assert (phase(state), state.current_player) == ("give", 0), "four players in the game"
    state = go(position(hands, out=(2, 3), soul=7, give_rule="active"), "play M8", "play M6", "acquire M8")
    assert phase(state) == "play", "only two are active"
    assert not events(state, ev.CardAcquired)[1:]


@pytest.mark.rule("T10", "TA-2.6.1")
def test_the_void_ends_the_round_before_the_trick_goes_on():
    after = go(position(HANDS, soul=10), "play M3")
    assert last(after, ev.RoundEnded).ending == "void"
    assert last(after, ev.RoundEnded).winner == "fickle-heart"
    assert not events(after, ev.TrickWon, ev.CardAcquired)
    assert after.round == 2


@pytest.mark.rule("T49")
def test_in_the_void_the_soul_has_no_place():
    state = go(position(HANDS, soul=10, scores=(0, 0, 6, 6)), "play M3")
    assert state.is_terminal
    view = boardkit.observe(state, 0)
    assert view.soul is None
    assert "Void" in boardkit.draw(view)


@pytest.mark.rule("T28", "TA-3")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_at_most_as_many_card_moves_as_cards_and_hands_stay_level(players):
    of = game(players)
    for seed in range(8):
        state, rng, moves = of.initial_state(seed), random.Random(seed), 0
        while not state.is_terminal:
            moves = 0 if events(state, ev.RoundStarted) else moves
            state = boardkit.step(state, rng.choice(boardkit.legal_actions(state)))
            moves += len(events(state, ev.CardPlayed))
            assert moves <= 36 - 36 % players
            if (
                state.current_player is not None
                and PHASES[state.phase] == "play"
                and len(state.plays) == state.trick_from
            ):
                sizes = {state.hands[seat].bit_count() for seat in range(players) if state.active >> seat & 1}
                assert len(sizes) == 1


@pytest.mark.rule("T12")
def test_no_scythe_outside_the_windows():
    assert refused(position(HANDS), Scythe("E")) == ("no-scythe-window", "T12")
