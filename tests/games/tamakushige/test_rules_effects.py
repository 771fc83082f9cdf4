"""Section 2.4, section 6 and the rulings on effects."""

import pytest

import boardkit
from boardkit.errors import IllegalAction
from boardkit.games.tamakushige import Accept, Decline, DropAcquired, Process, Relight, SwapCard, Target
from boardkit.games.tamakushige import events as ev
from boardkit.games.tamakushige.model import PHASES
from tests.games.tamakushige.build import events, go, last, long, position, standard_data, trick_won

POINT = {"do": "points", "change": 1}
LOSS = {"do": "points", "change": -1}
OUT = {"do": "eliminate_self"}
OTHER_OUT = {"do": "eliminate_other"}
PEEK = {"do": "peek_role"}
SWAP = {"do": "swap_hand_card"}
STARTER = {"do": "choose_next_starter"}
STEAL = {"do": "steal_scythe"}
DROP = {"do": "discard_acquired"}
RELIGHT = {"do": "relight_lantern"}
HOME = {"do": "move_soul_toward_center"}
GAIN = {"do": "gain_scythe"}
LOSE = {"do": "lose_scythe"}


def may(effect):
    return {**effect, "optional": True}


def when(effect, **condition):
    (name, fields), *_ = condition.items()
    return {**effect, "when": {"if": name, **fields}}


def phase(state):
    return PHASES[state.phase]


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        boardkit.step(state, action)
    return caught.value.code, caught.value.rule


def processed(state):
    return [(event.player, event.card) for event in events(state, ev.CardProcessed)]


@pytest.mark.rule("TA-2.4")
def test_winner_first_hozuki_first_then_the_receiver():
    state = trick_won([POINT], [POINT], trick="M6 M8 M11 G8")
    assert processed(state) == [(3, long("M8")), (0, long("M11"))]
    assert state.points == (1, 0, 0, 1)
    # A hozuki comes before the chosen card: H9 takes a point that M8 has not given yet.
    hands = ["M1", "M2", "M4 ", "M5 G8"]
    state = position(
        hands, turn=3, trick=[(0, "M6"), (1, "M8"), (2, "H9")], leader=0, soul=7, effects={"M8": [POINT]}
    )
    state = go(state, "play G8", "acquire M8", "give M6")
    assert processed(state) == [(3, long("H9")), (3, long("M8"))]
    assert state.points == (0, 0, 0, 1)


@pytest.mark.rule("TA-2.4")
def test_effects_of_a_card_come_in_printed_order():
    assert trick_won([POINT, LOSS]).points[3] == 0
    assert trick_won([LOSS, POINT]).points[3] == 1


@pytest.mark.rule("TA-2.4", "T22")
def test_only_cards_of_this_trick_are_processed_but_all_cards_count():
    condition = {"acquired_suit_at_least": {"suit": "hozuki", "cards": 2}}
    state = trick_won([when(POINT, **condition)], acquired=["", "", "", "H1 H2"])
    assert state.points[3] == 1
    assert processed(state) == [(3, long("M8"))]
    assert trick_won([when(POINT, **condition)], acquired=["", "", "", "H1"]).points[3] == 0


@pytest.mark.rule("T22", "TA-6")
@pytest.mark.parametrize(
    ("condition", "acquired", "lit", "holds"),
    [
        # M8 itself lies in the acquired area when it is processed.
        ({"acquired_suit_at_least": {"suit": "maple", "cards": 2}}, "M9", (1, 4, 5), True),
        ({"acquired_suit_at_least": {"suit": "maple", "cards": 2}}, "G9", (1, 4, 5), False),
        ({"acquired_total_at_least": {"cards": 3}}, "M9 G9", (1, 4, 5), True),
        ({"acquired_total_at_least": {"cards": 3}}, "M9", (1, 4, 5), False),
        ({"acquired_all_suits": {}}, "G9 H9", (1, 4, 5), True),
        ({"acquired_all_suits": {}}, "G9", (1, 4, 5), False),
        ({"lanterns_at_least": {"lanterns": 1}}, "", (4, 5), True),
        ({"lanterns_at_least": {"lanterns": 2}}, "", (4, 5), False),
        ({"lanterns_at_least": {"lanterns": 1}}, "", (1, 4, 5), False),
    ],
)
def test_conditions(condition, acquired, lit, holds):
    state = trick_won([when(POINT, **condition)], acquired=["", "", "", acquired], lit=lit)
    assert state.points[3] == int(holds)


@pytest.mark.rule("TA-6", "T33")
def test_the_standard_effects_are_data():
    cards = {card["id"]: card for card in standard_data()["cards"]}
    assert list(cards[long("H1")]["effects"]) == [
        {"do": "points", "change": 2, "when": None, "optional": False}
    ]
    assert cards[long("M9")]["effects"][0]["when"] == {
        "if": "acquired_suit_at_least", "suit": "maple", "cards": 4,
    }  # fmt: skip
    asked = {
        card["effects"][0]["do"]
        for card in cards.values()
        if card["effects"] and card["effects"][0]["optional"]
    }
    assert asked == {"move_soul_toward_center", "swap_hand_card", "discard_acquired"}


@pytest.mark.rule("T21", "T43")
def test_the_owner_chooses_the_order_of_his_hozuki():
    state = position(
        ["M1", "M2", "M4", "M5 G8"], turn=3, trick=[(0, "H9"), (1, "H1"), (2, "H12")], leader=0, soul=0
    )
    state = go(state, "play G8")
    # Hozuki led: maple is strongest, so the highest hozuki wins.
    assert last(state, ev.TrickWon).player == 2
    state = go(state, "acquire G8")
    assert phase(state) == "process"
    # H12's condition fails, and it is asked for all the same.
    assert boardkit.legal_actions(state) == tuple(Process(long(card)) for card in ("H1", "H9", "H12"))
    assert refused(state, Process(long("H2"))) == ("not-to-process", "T21")
    first = go(state, "process H9", "process H1")
    assert first.points[2] == 2, "nothing to lose yet when H9 came"
    assert phase(first) == "play"
    other = go(state, "process H1", "process H9")
    assert other.points[2] == 1


@pytest.mark.rule("T23", "T42")
def test_effects_are_compulsory_unless_the_card_says_may():
    state = trick_won([PEEK])
    assert phase(state) == "target"
    assert refused(state, Decline()) == ("compulsory", "T23")
    state = trick_won([may(POINT)])
    assert boardkit.legal_actions(state) == (Decline(), Accept())
    assert go(state, "no").points[3] == 0
    assert last(go(state, "no"), ev.Declined).to == "effect"
    assert go(state, "yes").points[3] == 1


@pytest.mark.rule("T42")
def test_yes_or_no_comes_before_the_target_and_single_choices_are_asked():
    state = trick_won([may(PEEK)], spare="M1 M2 M4 M5", out=(), acquired=[])
    assert phase(state) == "accept"
    state = go(state, "yes")
    assert phase(state) == "target"
    alone = position(
        ["M8 M1", "M6 M2", "M4 M5 M7 M9", "G1 G2 G4 G5"], out=(2, 3), soul=7, effects={"M8": [PEEK]}
    )
    alone = go(alone, "play M8", "play M6", "acquire M8", "give M6")
    assert boardkit.legal_actions(alone) == (Target(1),)


@pytest.mark.rule("T30")
def test_a_lost_point_is_taken_from_this_rounds_tokens_never_below_zero():
    state = trick_won([LOSS])
    assert state.points[3] == 0
    assert not events(state, ev.PointsChanged)
    assert trick_won([{"do": "points", "change": -3}], points=(0, 0, 0, 2)).points[3] == 0
    assert trick_won([LOSS], scores=(0, 0, 0, 5)).scores[3] == 5


@pytest.mark.rule("T14", "T45")
def test_scythes_come_from_the_supply_while_it_lasts():
    state = trick_won([{"do": "gain_scythe", "tokens": 2}])
    assert state.scythes == (0, 0, 0, 2)
    assert boardkit.observe(state, None).supply == 1
    state = trick_won([GAIN], scythes=(1, 1, 1, 0))
    assert state.scythes == (1, 1, 1, 0)


@pytest.mark.rule("TA-6")
def test_scythes_are_lost_and_stolen():
    state = trick_won([LOSE], scythes=(0, 0, 0, 2))
    assert state.scythes == (0, 0, 0, 1)
    state = trick_won([STEAL], scythes=(1, 0, 1, 0))
    assert boardkit.legal_actions(state) == (Target(0), Target(2))
    assert refused(state, Target(1)) == ("no-target", "TA-6")
    state = go(state, "target 2")
    assert state.scythes == (1, 0, 0, 1)
    assert (last(state, ev.ScythesStolen).player, last(state, ev.ScythesStolen).victim) == (3, 2)


@pytest.mark.rule("T45")
@pytest.mark.parametrize("effect", [HOME, STEAL, RELIGHT, LOSE])
def test_what_cannot_be_done_asks_nothing(effect):
    # In the centre, with no scythe anywhere and no lantern collected.
    hands = ["M1", "M2", "M4", "M5 H8"]
    state = position(
        hands,
        turn=3,
        trick=[(0, "M6"), (1, "M8"), (2, "M11")],
        leader=0,
        soul=0,
        effects={"M8": [may(effect)], "H8": []},
    )
    state = go(state, "play H8")
    assert state.resolution.winner == 2
    state = go(state, "acquire M8", "give M6")
    assert phase(state) == "play"


@pytest.mark.rule("TA-6", "T34")
def test_an_effect_moves_the_soul_home_and_may_end_the_round():
    state = trick_won([HOME], soul=7, lit=(4, 5))
    assert state.soul == 1
    assert last(state, ev.SoulMoved).by == "effect"
    # The third lantern by an effect ends the round at once, the receiver's effects lapse.
    state = trick_won([HOME, POINT], [POINT], soul=7, lit=(1,))
    assert last(state, ev.RoundEnded).ending == "lanterns"
    assert state.round == 2
    assert not events(state, ev.PointsChanged)


@pytest.mark.rule("T34")
def test_a_leaf_stops_an_effect_too():
    data = standard_data()
    data["area"]["spaces"][1]["leaves"] = ["NW"]  # the edge between 1 and 7
    state = trick_won([HOME], soul=7, changes={"area": data["area"]})
    assert state.soul == 7


@pytest.mark.rule("T36", "TA-6", "T35")
def test_a_lantern_goes_back_to_an_empty_circle_without_the_soul():
    # Ginkgo moves the soul from 0 to 5; 1 and 5 are empty.
    state = trick_won([RELIGHT], soul=0, lit=(4,))
    assert state.soul == 5
    assert phase(state) == "relight"
    assert boardkit.legal_actions(state) == (Relight(1),)
    assert refused(state, Relight(5)) == ("no-empty-circle", "T36")
    state = go(state, Relight(1))
    assert boardkit.observe(state, 2).lit == (1, 4)
    assert state.collected == 1


@pytest.mark.rule("TA-6")
def test_a_peek_is_shown_to_the_actor_only():
    state = go(trick_won([PEEK]), "target 1")
    hearts = [boardkit.observe(state, player).seats[1].heart for player in (3, 0, 2, None)]
    assert hearts == ["true-heart-2", None, None, None]
    seen = [boardkit.observe(state, player).events[0].heart for player in (3, 1, 0, None)]
    assert seen == ["true-heart-2", "true-heart-2", None, None]
    assert refused(trick_won([PEEK]), Target(3)) == ("no-target", "TA-6"), "not at his own"


@pytest.mark.rule("TA-6")
def test_an_exchange_of_hand_cards():
    state = go(trick_won([may(SWAP)]), "yes", "target 1")
    assert (phase(state), state.current_player) == ("swap", 3)
    assert boardkit.legal_actions(state) == (SwapCard(long("M5")),)
    assert refused(state, SwapCard(long("M2"))) == ("not-in-hand", "TA-6")
    state = go(state, SwapCard(long("M5")))
    assert (phase(state), state.current_player) == ("swap", 1)
    offered = [boardkit.observe(state, player).resolution.offered for player in (3, 1, 0, None)]
    assert offered == [long("M5"), None, None, None], "face down: the partner picks without seeing it"
    state = go(state, SwapCard(long("M2")))
    assert boardkit.observe(state, 3).hand == (long("M2"),)
    assert boardkit.observe(state, 1).hand == (long("M5"),)
    for player in (3, 1):
        swap = boardkit.observe(state, player).swaps[0]
        assert (swap.given, swap.received) == (long("M5"), long("M2"))
    for player in (0, 2, None):
        swap = boardkit.observe(state, player).swaps[0]
        assert (swap.given, swap.received) == (None, None)


@pytest.mark.rule("TA-6", "T45")
def test_no_exchange_and_no_starter_after_the_last_trick():
    for effect in (SWAP, STARTER):
        state = trick_won([effect], spare="")
        assert last(state, ev.RoundEnded).ending == "hands-empty"


@pytest.mark.rule("TA-6")
def test_the_last_choice_of_a_starter_counts():
    state = go(trick_won([STARTER], [STARTER]), "target 3")
    assert boardkit.legal_actions(state) == tuple(Target(seat) for seat in range(4))
    state = go(state, "target 2")
    assert (phase(state), state.current_player, state.leader) == ("play", 2, 2)


@pytest.mark.rule("T46", "T24")
def test_a_chosen_leader_who_is_eliminated_is_replaced_by_the_next():
    state = go(trick_won([STARTER], [OTHER_OUT]), "target 1", "target 1")
    assert state.current_player == 2
    assert state.leader == 2


@pytest.mark.rule("T24")
def test_an_eliminated_winner_does_not_lead():
    state = trick_won([OUT])
    assert last(state, ev.Eliminated).player == 3
    assert state.current_player == state.leader == 0


@pytest.mark.rule("TA-6")
def test_any_acquired_card_may_be_discarded_the_processed_one_included():
    state = go(trick_won([may(DROP)], acquired=["", "", "", "H12"]), "yes")
    assert boardkit.legal_actions(state) == (DropAcquired(long("M8")), DropAcquired(long("H12")))
    assert refused(state, DropAcquired(long("M1"))) == ("not-acquired", "TA-6")
    state = go(state, DropAcquired(long("M8")))
    view = boardkit.observe(state, 0)
    assert view.discards[-1] == long("M8")
    assert view.seats[3].acquired == (long("H12"),)


@pytest.mark.rule("TA-2.4")
def test_a_card_discarded_before_its_turn_is_not_processed():
    state = position(
        ["M1", "M2", "M4", "M5 G8"], turn=3, trick=[(0, "M6"), (1, "M8"), (2, "H9")], leader=0, soul=7,
        effects={"M8": [POINT], "H9": [DROP]},
    )  # fmt: skip
    state = go(state, "play G8", "acquire M8", "give M6", DropAcquired(long("M8")))
    assert state.points[3] == 0
    assert phase(state) == "play"


@pytest.mark.rule("TA-2.4", "T25", "T47", "T16")
def test_what_elimination_takes():
    state = trick_won(
        [POINT, OUT, POINT], [POINT], points=(0, 0, 0, 2), scythes=(0, 0, 0, 1), acquired=["", "", "", "H5"]
    )
    gone = last(state, ev.Eliminated)
    assert (gone.player, gone.hand, gone.scythes) == (3, 1, 1)
    assert len(events(state, ev.PointsChanged)) == 2, "one of his before, none after; the receiver's comes"
    view = boardkit.observe(state, 0)
    seat = view.seats[3]
    assert (seat.active, seat.hand, seat.unseen) == (False, 0, 1)
    assert seat.acquired == (long("M8"), long("H5")), "a public pile of their own, not the discards"
    assert long("H5") not in view.discards
    assert view.supply == 3
    assert view.counts()["unseen"] == 1
    # His turns are skipped.
    asked = []
    for _ in range(3):
        asked.append(state.current_player)
        if phase(state) == "play":
            state = boardkit.step(state, boardkit.legal_actions(state)[0])
    assert 3 not in asked


@pytest.mark.rule("T47")
def test_cards_of_the_eliminated_count_for_nobody():
    # Conditions look at the actor's own cards alone, whoever is out.
    condition = {"acquired_suit_at_least": {"suit": "hozuki", "cards": 1}}
    state = position(
        ["M1 M2", "M3 M4", "M5 M6 G8", "M7 M9 M10 M12"], turn=2, trick=[(0, "M8"), (1, "M11")], leader=0, soul=7,
        out=(3,), acquired=["", "", "", "H1 H2"], effects={"M8": [when(POINT, **condition)]},
    )  # fmt: skip
    state = go(state, "play G8", "acquire M8", "give M11")
    assert state.points == (0, 0, 0, 0)


@pytest.mark.rule("TA-6", "TA-2.4")
def test_another_can_be_eliminated_before_his_own_effects():
    state = trick_won([OTHER_OUT], [POINT])
    assert boardkit.legal_actions(state) == (Target(0), Target(1), Target(2))
    state = go(state, "target 0")
    assert state.points[0] == 0, "the receiver is out, his card is not processed"
    assert not events(state, ev.CardProcessed)
    assert state.current_player == 3


@pytest.mark.rule("T27")
def test_when_everybody_is_out_nobody_scores():
    state = position(
        ["M8 G3", "M1 M2 M4", "M5 M7 M9", "G1 G2 G4"],
        out=(1, 2, 3),
        soul=7,
        points=(4,),
        effects={"M8": [OUT]},
    )
    state = go(state, "play M8", "acquire M8")
    ended = last(state, ev.RoundEnded)
    assert (ended.ending, ended.winner) == ("everybody-out", "fickle-heart")
    assert not events(state, ev.Scored)
    assert state.scores == (0, 0, 0, 0)
    assert state.round == 2


@pytest.mark.rule("T26", "TA-5")
def test_the_faction_of_an_eliminated_player_stays_hidden_until_the_round_ends():
    state = trick_won([OUT])
    assert [boardkit.observe(state, player).seats[3].heart for player in (0, None, 3)] == [
        None,
        None,
        "fickle-heart-2",
    ]
    over = go(position(["M1 M2", "G1 G2", "G3 G4 G5", "H1 H2 H3"], out=(3, 2), soul=10), "play M1")
    assert len(last(over, ev.HeartsRevealed).hearts) == 4
