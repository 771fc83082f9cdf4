"""JSON of states, views, actions and events; and what happens to damaged documents."""

import copy
import random

import msgspec
import pytest

import boardkit
from boardkit.errors import DecodeError, InvalidState
from boardkit.games.fifteen_days import FifteenDays, PutWild, TakeWild, View

from .build import game, play, position

GAMES = [game(4), game(2, show_backs=True), game(1, solo=True), game(3, complete_ends="finish_round")]


def states(made, seed, every=1):
    """Yield states of a game in which every kind of action is as likely as any other."""
    rng = random.Random(seed)
    state, number = made.initial_state(seed), 0
    while not state.is_terminal:
        if number % every == 0:
            yield state
        actions = made.legal_actions(state)
        kind = rng.choice(sorted({type(action).__name__ for action in actions}))
        state = made.step(state, rng.choice([action for action in actions if type(action).__name__ == kind]))
        number += 1
    yield state


@pytest.mark.parametrize("made", GAMES)
def test_everything_comes_back_as_it_was(made):
    for seed in range(3):
        for state in states(made, seed):
            assert boardkit.from_json(boardkit.to_json(state)) == state
            for player in (*range(made.players), None):
                view = boardkit.observe(state, player)
                assert boardkit.from_json(boardkit.to_json(view)) == view
            for thing in (*boardkit.legal_actions(state), *state.events):
                assert boardkit.from_json(boardkit.to_json(thing)) == thing


def test_a_state_is_readable():
    state = position(
        ["s1 p2w", "", ""], [{1: "a1 a3 *2", 4: "*"}], left="w3", discards="s6 s5", animals=("frog",)
    )
    document = boardkit.to_builtins(state)
    seat = document["seats"][0]
    assert seat["hand"] == "summer-1 spring-2-winter"
    assert seat["corners"] == ["autumn-1 autumn-3 wild-2", "", "", "wild"]
    assert seat["animals"] == ["frog"]
    assert document["discards"] == "summer-6 summer-5"
    assert document["piles"][0].startswith("winter-3 ")
    assert document["turn"]["phase"] == "choose"


def scribbled(document, rng):
    """Return the document with one thing in it changed."""
    document = copy.deepcopy(document)
    path, target = [], document
    while isinstance(target, dict | list) and target and (not path or rng.random() < 0.75):
        key = rng.choice(list(target)) if isinstance(target, dict) else rng.randrange(len(target))
        path.append((target, key))
        target = target[key]
    holder, key = path[-1]
    old = holder[key]
    choice = rng.randrange(6)
    if choice == 0:
        del holder[key]
    elif choice == 1 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(old))
    elif choice == 2 and isinstance(old, list):
        rng.shuffle(old)
    elif choice == 2 and isinstance(old, str) and " " in old:
        words = old.split()
        rng.shuffle(words)
        holder[key] = " ".join(words[rng.randrange(2) :])
    elif choice == 3 and type(old) is int:
        holder[key] = old + rng.choice([-1, 1, -100, 10**6, 10**30])
    else:
        pool = [
            None,
            True,
            False,
            -1,
            0,
            1,
            2,
            3,
            9,
            "",
            "summer-1",
            "spring-3-winter",
            "choose",
            "wild",
            "frog",
            [],
            {},
            [1],
        ]
        holder[key] = copy.deepcopy(rng.choice(pool))
    return document


def played_on(state, rng):
    """Play a state to its end, within the bound, with everything that a caller may ask on the way."""
    made = state.game
    for _ in range(made.max_steps):
        if state.is_terminal:
            break
        state = made.step(state, rng.choice(made.legal_actions(state)))
    assert state.is_terminal
    made.audit(state)
    assert state.ranking is not None


@pytest.mark.parametrize("made", GAMES)
def test_a_damaged_state_is_refused_or_can_be_played(made):
    rng = random.Random(11)
    accepted = refused = 0
    for state in states(made, 5, every=7):
        document = boardkit.to_builtins(state)
        for _ in range(25):
            try:
                other = boardkit.from_builtins(scribbled(document, rng))
            except DecodeError:
                refused += 1
                continue
            accepted += 1
            if isinstance(other, View):
                continue
            assert boardkit.from_json(boardkit.to_json(other)) == other
            for player in (0, None):
                view = boardkit.observe(other, player)
                assert boardkit.draw(view).startswith("<svg")
                assert boardkit.text(view, "ja")
            for event in other.events:
                assert made.describe(event)
                event.deltas()
            played_on(other, rng)
    assert refused > accepted


@pytest.mark.parametrize("made", GAMES)
def test_a_damaged_view_is_refused_or_can_be_used(made):
    rng = random.Random(12)
    refused = 0
    for state in states(made, 6, every=9):
        for player in (0, None):
            document = boardkit.to_builtins(boardkit.observe(state, player))
            for _ in range(20):
                try:
                    view = boardkit.from_builtins(scribbled(document, rng))
                except DecodeError:
                    refused += 1
                    continue
                assert boardkit.draw(view, "ja").startswith("<svg")
                assert boardkit.text(view)
                assert view.counts()
                if view.player is not None:
                    world = boardkit.resample(view, 3)
                    assert boardkit.observe(world, view.player) == view
                    if not world.is_terminal:
                        assert boardkit.legal_actions(world)
    assert refused


def corner(document, number, words):
    document["seats"][0]["corners"][number] = words


def fourth_card(document, column):
    """Lay the second card of the left pile onto a full column; its view could not be read back."""
    top, card, *rest = document["piles"][0].split()
    document["piles"][0] = " ".join([top, *rest])
    document["market"][column] += f" {card}"


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        (lambda d: d["seats"][0].update(hand="summer-2 summer-1"), "/seats/0/hand"),
        (lambda d: d["seats"][0].update(known="winter-6"), "/seats/0/known"),
        (lambda d: d["seats"][0].update(feathers=3), "/feathers"),
        (lambda d: d["seats"][1].update(animals=["frog"]), "/seats"),
        (lambda d: d["seats"][0].update(animals=["otter", "frog"]), "/seats/0/animals"),
        (lambda d: corner(d, 0, "autumn-1 autumn-3 wild-1"), "/seats/0/corners/0/wild"),
        (lambda d: corner(d, 0, "autumn-3 autumn-1"), "/seats/0/corners/0/cards"),
        (lambda d: corner(d, 0, "autumn-1 winter-3"), "/seats/0/corners/0/cards"),
        (lambda d: corner(d, 1, "autumn-4"), "/seats/0/corners/1"),
        (lambda d: corner(d, 1, "wild-3"), "/seats/0/corners/1"),
        (lambda d: corner(d, 1, "wild wild"), "/seats/0/corners/1"),
        (lambda d: corner(d, 1, "wild-7"), "/seats/0/corners/1"),
        (lambda d: d.update(discards="summer-1"), ""),
        (lambda d: d.update(discards="summer-9"), "/discards"),
        (lambda d: d["market"].__setitem__(2, "summer-1  summer-2"), "/market/2"),
        (lambda d: fourth_card(d, 2), "/market/2"),
        (lambda d: d["seats"][1].update(hand="autumn"), "/seats/1/hand"),
        (lambda d: d["piles"].__setitem__(1, "?"), "/piles/1"),
        (lambda d: d.update(wilds=7), "/wilds"),
        (lambda d: d["seats"][0].update(wilds_played=3), "/seats/0/wilds_played"),
        (lambda d: d.update(current_player=None), "/current_player"),
        (lambda d: d.update(current_player=9), "/current_player"),
        (lambda d: d.update(first_player=5), "/first_player"),
        (lambda d: d.update(idle=12), "/idle"),
        (lambda d: d.update(trigger="pile"), "/trigger"),
        (lambda d: d.update(trigger="set"), "/trigger"),
        (lambda d: d.update(last_turns=1), "/trigger"),
        (lambda d: d["turn"].update(actions=0), "/turn"),
        (lambda d: d["turn"].update(phase="pay"), "/turn"),
        (lambda d: d["turn"].update(column=2), "/turn/column"),
        (lambda d: d["turn"].update(wild="freed"), "/wilds"),
        (lambda d: d["turn"].update(sweep=True), "/turn"),
        (lambda d: d["seats"].pop(), "/seats"),
        (lambda d: d.update(bot={"cards": [], "animals": []}), "/bot"),
        (lambda d: d["events"].append({"type": "fifteen-days.turn-began", "player": 7}), "/events/0/player"),
    ],
)
def test_what_no_state_has_is_refused_with_its_place(change, pointer):
    state = position(["s1 s2", "", ""], [{1: "a1 a3"}], animals=("frog",))
    document = boardkit.to_builtins(state)
    change(document)
    with pytest.raises(InvalidState) as caught:
        boardkit.from_builtins(document)
    assert caught.value.pointer == pointer


def test_wilds_that_went_back_may_have_been_played_again():
    boards = [{1: "s1 s2 s3 s4 s5 s6", 2: "a1 a2"}]
    played = position(["", "", ""], boards, played=(8,))
    assert boardkit.from_json(boardkit.to_json(played)) == played
    taken = play(position(["a1 a2", "", ""], boards, played=(8,)), TakeWild("autumn-1", "autumn-2"))
    put = play(taken, PutWild(2, 3))
    assert put.players[0].wilds_played == 9
    assert boardkit.from_json(boardkit.to_json(put)) == put


def test_an_event_of_a_card_that_no_hand_has_hinders_nothing():
    document = boardkit.to_builtins(position(["s1 s2", "a1", ""]))
    drew = {"player": 1, "pile": "left", "card": "winter-6", "back": "winter"}
    document["events"].append({"type": "fifteen-days.drew", **drew})
    state = boardkit.from_builtins(document)
    assert boardkit.observe(state, 0).events[0].card is None
    assert state.game.permute_hidden(state, 1, 1).events == state.events


def test_the_table_of_actions_is_as_large_as_the_rules_make_it():
    actions = game().actions
    assert len(actions) == len(set(actions)) == 860
    assert [game().action_index(action) for action in actions] == list(range(860))


def test_an_equal_action_does_the_same():
    state = position(["s1 a1", "", ""])
    for action in boardkit.legal_actions(state):
        twin = boardkit.from_json(boardkit.to_json(action))
        assert twin is not action
        assert boardkit.step(state, twin) == boardkit.step(state, action)
        assert boardkit.step_unchecked(state, twin) == boardkit.step_unchecked(state, action)


def test_a_bool_is_no_number():
    state = position(["s1 a1", "", ""])
    action = msgspec.structs.replace(boardkit.legal_actions(state)[-1], value=True)
    with pytest.raises(boardkit.IllegalAction) as caught:
        boardkit.step(state, action)
    assert caught.value.code == "wrong-type"


def test_names_cover_everything_that_is_shown():
    names = FifteenDays.names()
    for option in FifteenDays.describe_game().options:
        assert option.name in names["options"]
        for value in option.allowed:
            assert isinstance(value, int) or value in names["choices"]
    tags = {kind.__struct_config__.tag.split(".")[1] for kind in FifteenDays.action_types}
    assert tags == set(names["actions"])
    tags = {kind.__struct_config__.tag.split(".")[1] for kind in FifteenDays.event_types}
    assert tags == set(names["events"])
    for category in names.values():
        for title in category.values():
            assert title.en
            assert title.ja
