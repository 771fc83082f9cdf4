"""The abilities of the kokoromoyou cards: T37, T41, T48."""

import pytest

import boardkit
from boardkit.errors import IllegalAction
from boardkit.games.tamakushige import Accept, Decline, DropAcquired, Play, ReservedScythe
from boardkit.games.tamakushige import events as ev
from boardkit.games.tamakushige.model import PHASES, Hearts
from tests.games.tamakushige.build import changed, events, go, last, long, position, trick_won

HANDS = ["M6 M3", "M8 G3", "M11 G6", "G8 G11"]
TRUE = [f"true-heart-{number}" for number in (1, 2, 3, 4)]
FICKLE = [f"fickle-heart-{number}" for number in (1, 2)]
OUT = {"do": "eliminate_self"}
OTHER_OUT = {"do": "eliminate_other"}


def phase(state):
    return PHASES[state.phase]


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        boardkit.step(state, action)
    return caught.value.code, caught.value.rule


@pytest.mark.rule("T37")
def test_abilities_are_off_unless_chosen():
    hearts = [TRUE[0], TRUE[2], FICKLE[0], FICKLE[1]]
    state = position(HANDS, soul=10, hearts=hearts)
    assert not any(isinstance(action, ReservedScythe) for action in boardkit.legal_actions(state))
    out = trick_won([OUT], hearts=[FICKLE[0], FICKLE[1], TRUE[0], TRUE[2]])
    assert last(out, ev.Eliminated).player == 3
    assert {e.ability for e in events(go(state, "play M6"), ev.Scored)} == {0}


@pytest.mark.rule("T41", "T37")
@pytest.mark.parametrize(
    "hearts", [[TRUE[0], TRUE[1], FICKLE[0], FICKLE[1]], [FICKLE[0], TRUE[1], TRUE[3], FICKLE[1]]]
)
def test_a_reserved_scythe_is_one_more_choice_before_playing(hearts):
    state = position(HANDS, soul=7, hearts=hearts, abilities=True)
    legal = boardkit.legal_actions(state)
    assert [action for action in legal if isinstance(action, ReservedScythe)] == [
        ReservedScythe(way) for way in ("E", "NE", "NW", "W", "SW", "SE")
    ]
    assert legal[-2:] == (Play(long("M3")), Play(long("M6")))
    # Nobody sees it before it is used: it is neither a token nor out of the supply.
    view = boardkit.observe(state, 1)
    assert (view.seats[0].scythes, view.supply, view.seats[0].heart) == (0, 3, None)
    used = go(state, ReservedScythe("E"))
    assert used.soul == 8
    assert (phase(used), used.current_player) == ("play", 0), "the owner still has to play"
    assert not any(isinstance(action, ReservedScythe) for action in boardkit.legal_actions(used))
    assert refused(used, ReservedScythe("E")) == ("no-reserved-scythe", "T41")
    # Its use shows the ability but not the faction.
    view = boardkit.observe(used, 1)
    assert (view.seats[0].reserved_used, view.seats[0].heart) == (True, None)
    assert last(used, ev.ScytheUsed).reserved
    assert view.supply == 3
    thought = {boardkit.resample(view, seed).hearts.cards[0] for seed in range(40)}
    names = {used.game.tables.heart_ids[card] for card in thought}
    assert names == {TRUE[0], FICKLE[0]}
    assert refused(go(used, "play M6"), ReservedScythe("E")) == ("no-reserved-scythe", "T41")


@pytest.mark.rule("T41")
def test_a_reserved_scythe_is_not_used_in_windows_nor_stolen_nor_lost():
    hearts = [FICKLE[1], TRUE[1], FICKLE[0], TRUE[0]]
    state = go(position(HANDS, soul=7, hearts=hearts, abilities=True, scythes=(0, 1)), "play M6")
    assert phase(state) == "scythe"
    assert refused(state, ReservedScythe("E")) == ("not-before-playing", "T41")
    # Seat 3 holds one, but has no token to lose, and nobody has one to be stolen.
    state = trick_won([{"do": "lose_scythe"}], [{"do": "steal_scythe"}], hearts=hearts, abilities=True)
    assert phase(state) == "play"
    assert not events(state, ev.ScythesReturned)
    assert any(isinstance(action, ReservedScythe) for action in boardkit.legal_actions(state))


@pytest.mark.rule("T41", "T12")
def test_a_reserved_scythe_opens_no_window_of_its_own():
    hearts = [FICKLE[0], TRUE[1], TRUE[3], FICKLE[1]]
    state = go(position(HANDS, soul=7, hearts=hearts, abilities=True, scythes=(0, 1)), ReservedScythe("E"))
    assert (phase(state), state.current_player) == ("play", 0)
    state = go(state, "play M6")
    assert (phase(state), state.current_player) == ("scythe", 1), "the window comes after the card"


@pytest.mark.rule("T41")
def test_a_reserved_scythe_can_end_the_round():
    hearts = [FICKLE[0], TRUE[1], TRUE[3], FICKLE[1]]
    state = go(position(HANDS, soul=7, hearts=hearts, abilities=True), ReservedScythe("NE"))
    assert last(state, ev.RoundEnded).ending == "void"


@pytest.mark.rule("T41")
def test_whoever_is_about_to_be_eliminated_is_asked():
    without = [FICKLE[0], FICKLE[1], TRUE[0], TRUE[1]]
    state = trick_won([OUT], hearts=without, abilities=True)
    assert (phase(state), state.current_player) == ("ignore", 3)
    assert boardkit.legal_actions(state) == (Decline(),), "only the holder can accept"
    assert refused(state, Accept()) == ("cannot-ignore", "T41")
    # To the others it looks the same whether he has the card or not.
    holder = trick_won([OUT], hearts=[FICKLE[0], FICKLE[1], TRUE[0], TRUE[2]], abilities=True)
    assert boardkit.legal_actions(holder) == (Decline(), Accept())
    for player in (0, 1, 2, None):
        assert boardkit.to_json(boardkit.observe(state, player)) == boardkit.to_json(
            boardkit.observe(holder, player)
        )
    out = go(state, "no")
    assert last(out, ev.Eliminated).player == 3
    assert last(go(holder, "no"), ev.Eliminated).player == 3, "showing it is optional"


@pytest.mark.rule("T41")
def test_ignoring_shows_the_card_and_ends_the_asking():
    hearts = [FICKLE[0], FICKLE[1], TRUE[0], TRUE[2]]
    state = trick_won([OUT, {"do": "points", "change": 1}], [OTHER_OUT], hearts=hearts, abilities=True)
    state = go(state, "yes")
    shown = last(state, ev.EliminationIgnored)
    assert (shown.player, shown.heart) == (3, TRUE[2])
    assert state.points[3] == 1, "his effects go on"
    assert boardkit.observe(state, 1).seats[3].heart == TRUE[2]
    assert boardkit.observe(state, None).seats[3].shown
    assert (phase(state), state.current_player) == ("target", 0)
    # The card has been shown: nobody can hold it any more, so nobody is asked.
    assert last(go(state, "target 3"), ev.Eliminated).player == 3
    assert last(go(state, "target 1"), ev.Eliminated).player == 1


@pytest.mark.rule("T41")
def test_another_who_is_to_be_eliminated_is_asked():
    hearts = [TRUE[2], FICKLE[1], TRUE[0], FICKLE[0]]
    state = go(trick_won([OTHER_OUT], hearts=hearts, abilities=True), "target 0")
    assert (phase(state), state.current_player) == ("ignore", 0)
    kept = go(state, "yes")
    assert kept.active == 0b1111
    assert kept.current_player == 3


@pytest.mark.rule("T41")
def test_whoever_has_shown_another_ability_is_not_asked():
    # Seat 3 used a reserved scythe: all know that he holds another card.
    hearts = [FICKLE[1], TRUE[1], FICKLE[0], TRUE[0]]
    state = trick_won([OUT], hearts=hearts, abilities=True, reserved_used=(3,))
    assert last(state, ev.Eliminated).player == 3


@pytest.mark.rule("T41", "T2")
def test_with_cards_that_all_know_only_the_holder_is_asked():
    hearts = [FICKLE[0], FICKLE[1], TRUE[0], TRUE[2]]
    known = {"abilities": True, "redeal_factions": False, "scores": (1, 0, 0, 0), "shown": (0, 1, 2, 3)}
    state = trick_won([OUT], hearts=hearts, **known)
    assert phase(state) == "ignore"
    again = go(state, "yes")
    assert again.hearts.ignored == 0b1000
    other = trick_won([OUT], hearts=[*hearts[:2], TRUE[2], TRUE[0]], **known)
    assert last(other, ev.Eliminated).player == 3


def scored(state, player):
    (event,) = [event for event in events(state, ev.Scored) if event.player == player]
    return event.ability


@pytest.mark.rule("T48", "T37", "TA-6")
def test_a_point_for_winning_without_hozuki():
    hearts = [TRUE[1], TRUE[0], FICKLE[0], FICKLE[1]]
    lit = {"soul": 0, "lit": (1,), "hearts": hearts, "abilities": True}
    assert scored(go(position(HANDS, **lit), "play M6"), 0) == 1
    assert scored(go(position(HANDS, acquired=["M1 G1"], **lit), "play M6"), 0) == 1
    assert scored(go(position(HANDS, acquired=["M1 H1"], **lit), "play M6"), 0) == 0
    lost = go(position(HANDS, soul=10, hearts=hearts, abilities=True), "play M6")
    assert scored(lost, 0) == 0, "the faction has to win"


@pytest.mark.rule("T48")
def test_a_discarded_hozuki_is_none_at_the_end():
    hearts = [FICKLE[1], FICKLE[0], TRUE[0], TRUE[1]]
    state = trick_won(
        [{"do": "discard_acquired"}], acquired=["", "", "", "H4"], hearts=hearts, abilities=True, lit=(1,)
    )
    state = go(state, DropAcquired(long("H4")))
    assert not state.acquired[3] & state.game.tables.hozuki


@pytest.mark.rule("T48", "T37")
def test_a_point_for_two_lanterns_on_own_cards():
    hearts = [TRUE[3], TRUE[0], FICKLE[0], FICKLE[1]]
    hands = ["M6 G3", "M8 G4", "G6 M11", "G8 G11"]
    state = go(position(hands, soul=0, hearts=hearts, abilities=True), "play M6")
    assert state.hearts.lanterns == (1, 0, 0, 0)
    assert boardkit.observe(state, 2).seats[0].lanterns == 1
    old = state.hearts
    near = changed(state, hearts=Hearts(old.cards, 0, 0, 0, old.peeked, (2, 1, 2, 0)), soul=10)
    over = go(near, "play M8")
    assert [scored(over, seat) for seat in range(4)] == [1, 0, 0, 0], (
        "only the holder of that card, win or lose"
    )


@pytest.mark.rule("T48")
def test_lanterns_by_scythes_do_not_count_for_it():
    hearts = [TRUE[3], TRUE[0], FICKLE[0], FICKLE[1]]
    state = go(position(HANDS, soul=8, scythes=(1,), hearts=hearts, abilities=True), "play M6")
    assert state.soul == 9
    state = go(position(HANDS, soul=10, turn=1, scythes=(0, 1), hearts=hearts, abilities=True), "play G3")
    assert state.soul == 3
    assert go(state, "scythe NE").hearts.lanterns == (0, 0, 0, 0)


@pytest.mark.rule("T48", "T37")
def test_a_point_for_driving_the_soul_into_the_void():
    hearts = [FICKLE[1], TRUE[0], FICKLE[0], TRUE[1]]
    by_card = go(position(HANDS, soul=10, hearts=hearts, abilities=True), "play M6")
    assert scored(by_card, 0) == 1
    mates = [TRUE[0], FICKLE[1], FICKLE[0], TRUE[1]]
    by_another = go(position(HANDS, soul=10, hearts=mates, abilities=True), "play M6")
    assert scored(by_another, 1) == 0
    window = go(position(HANDS, soul=7, scythes=(0, 1), hearts=mates, abilities=True), "play M6")
    assert scored(go(window, "scythe NE"), 1) == 1, "by his scythe"
