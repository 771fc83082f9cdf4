"""Section 2.5 and the windows in which scythe tokens are used."""

import pytest

import boardkit
from boardkit.errors import IllegalAction
from boardkit.games.tamakushige import Decline, Play, Scythe
from boardkit.games.tamakushige import events as ev
from boardkit.games.tamakushige.model import PHASES, WINDOWS
from tests.games.tamakushige.build import go, last, position

HANDS = ["M6 M3", "M8 G3", "M11 G6", "G8 G11"]
OUT = {"do": "eliminate_self"}


def asked(state):
    """Who is asked what: a phase, or a window with the player."""
    what = PHASES[state.phase] if state.window < 0 else WINDOWS[state.window]
    return what, state.current_player


@pytest.mark.rule("TA-2.5")
def test_a_scythe_moves_the_soul_anywhere_leaves_or_not():
    state = go(position(HANDS, soul=7, scythes=(0, 1)), "play M6")
    assert state.soul == 8
    assert asked(state) == ("after-card", 1)
    assert boardkit.legal_actions(state) == (
        *[Scythe(way) for way in ("E", "NE", "NW", "W", "SW", "SE")],
        Decline(),
    )
    moved = go(state, "scythe W")
    assert moved.soul == 7
    assert moved.scythes[1] == 0
    assert boardkit.observe(moved, None).supply == 3
    assert last(moved, ev.SoulMoved).by == "scythe"
    # Across a leafed border into the void: the round is over at once.
    gone = go(state, "scythe NE")
    assert last(gone, ev.RoundEnded).ending == "void"


@pytest.mark.rule("TA-2.5")
def test_a_scythe_collects_lanterns_and_changes_no_trick():
    state = go(position(HANDS, soul=7, scythes=(0, 0, 1), lit=(1, 4)), "play M6")
    collected = go(state, "scythe SW")
    assert last(collected, ev.LanternCollected).space == 1
    assert collected.collected == 2
    state = go(state, "scythe SE")
    assert state.soul == 2
    state = go(state, "play M8", "play M11", "play G8")
    assert last(state, ev.TrickWon).player == 3
    third = go(position(HANDS, soul=9, scythes=(0, 0, 1), lit=(4,)), "play M6")
    assert third.soul == 11
    third = go(third, "scythe SW")
    assert last(third, ev.RoundEnded).ending == "lanterns"


@pytest.mark.rule("T12", "TA-8")
def test_the_windows_of_a_trick_in_order():
    seen = []
    state = position(HANDS, soul=7, scythes=(1,))
    # Seat 0 may use his scythe in every window, and never does.
    for action in (
        "play M6",
        "no",
        "play M8",
        "no",
        "play M11",
        "no",
        "play G8",
        "no",
        "acquire M8",
        "give M11",
        "no",
        "no",
        "no",
    ):
        state = go(state, action)
        seen.append(asked(state))
    assert seen == [
        ("after-card", 0), ("play", 1), ("after-card", 0), ("play", 2), ("after-card", 0), ("play", 3),
        ("after-card", 0), ("acquire", 3), ("give", 3), ("before-effects", 0), ("between-effects", 0),
        ("after-effects", 0), ("play", 3),
    ]  # fmt: skip


@pytest.mark.rule("T12", "T44")
def test_holders_are_asked_clockwise_from_the_next_to_act_and_again_after_every_use():
    state = position(["M6 M3", "M8 G3", "M11 G6", "G8 G11"], soul=7, scythes=(1, 1, 0, 1))
    state = go(state, "play M6")
    assert asked(state) == ("after-card", 1), "the next to play first"
    state = go(state, "no")
    assert asked(state) == ("after-card", 3)
    state = go(state, "no")
    assert asked(state) == ("after-card", 0)
    used = go(state, "scythe W")
    assert asked(used) == ("after-card", 1), "everybody is asked again"
    used = go(used, "no", "no")
    assert asked(used) == ("play", 1), "who has no token is not asked"
    assert asked(go(state, "no")) == ("play", 1)


@pytest.mark.rule("T12")
def test_after_the_last_card_of_a_trick_the_winner_is_asked_first():
    state = position(
        ["M3", "G3", "G6", "G11 M4"], turn=3, trick=[(0, "M6"), (1, "G8"), (2, "M11")], leader=0, soul=7,
        scythes=(1, 1, 0, 1),
    )  # fmt: skip
    state = go(state, "play M4")
    assert asked(state) == ("after-card", 1)
    assert asked(go(state, "no")) == ("after-card", 3)


@pytest.mark.rule("T44")
def test_between_the_effects_the_receiver_is_asked_first_if_he_is_still_in():
    def before(effects):
        state = position(
            ["M3", "G3", "G6", "G11 G8"], turn=3, trick=[(0, "M6"), (1, "M8"), (2, "M11")], leader=0, soul=7,
            scythes=(1, 1, 0, 1), effects=effects,
        )  # fmt: skip
        state = go(state, "play G8", "no", "no", "no", "acquire M8", "give M11")
        assert asked(state) == ("before-effects", 3)
        return go(state, "no", "no", "no")

    assert asked(before({})) == ("between-effects", 0)
    after = go(before({"M8": [{"do": "eliminate_other"}]}), "target 0")
    assert asked(after) == ("after-effects", 3), "no window without a receiver"


@pytest.mark.rule("T44", "T12")
def test_the_window_after_the_last_trick_comes_before_the_end():
    def last_trick(effects):
        return position(
            ["", "", "", "G8"], turn=3, trick=[(0, "M6"), (1, "M8"), (2, "M11")], leader=0, soul=7,
            scythes=(1, 0, 0, 1), effects=effects,
        )  # fmt: skip

    state = go(last_trick({}), "play G8", "no", "no", "acquire M8", "give M11", "no", "no", "no", "no")
    assert asked(state) == ("after-effects", 3), "the winner first"
    assert go(state, "no", "no").round == 2
    state = go(last_trick({"M8": [OUT]}), "play G8", "no", "no", "acquire M8", "give M11", "no", "no", "no")
    assert asked(state) == ("after-effects", 0), "the next active player, since the winner is out"
    over = go(state, "no")
    assert last(over, ev.RoundEnded).ending == "hands-empty"


@pytest.mark.rule("T12", "T44")
def test_own_turn_only():
    state = position(HANDS, turn=0, soul=7, scythes=(1, 2), scythe_windows="own_turn")
    state = go(state, "play M6")
    assert asked(state) == ("own-turn", 1)
    state = go(state, "scythe W")
    assert asked(state) == ("own-turn", 1), "asked again, with a token left"
    assert asked(go(state, "no")) == ("play", 1)
    state = go(state, "scythe E")
    assert asked(state) == ("play", 1)
    state = go(state, "play M8")
    assert asked(state) == ("play", 2)
    state = go(state, "play M11", "play G8", "acquire M8", "give M11")
    assert asked(state) == ("play", 3), "no other window"


@pytest.mark.rule("T12")
def test_in_a_window_nothing_else_may_be_done():
    state = go(position(HANDS, soul=7, scythes=(0, 1)), "play M6")
    with pytest.raises(IllegalAction) as caught:
        boardkit.step(state, Play("maple-8"))
    assert (caught.value.code, caught.value.rule) == ("scythe-or-decline", "T12")


@pytest.mark.rule("T16")
def test_scythes_of_the_eliminated_go_back_at_once():
    state = position(
        ["M3", "G3", "G6", "G11 G8"], turn=3, trick=[(0, "M6"), (1, "M8"), (2, "M11")], leader=0, soul=7,
        scythes=(0, 0, 0, 2), effects={"M8": [OUT], "M11": [{"do": "gain_scythe", "tokens": 3}]},
    )  # fmt: skip
    state = go(state, "play G8", "no", "acquire M8", "give M11", "no")
    assert state.scythes == (3, 0, 0, 0), "the receiver finds them in the supply"
