"""The cards: what the standard set holds, and what a set of one's own must be like (MF-1, MF-7)."""

import copy

import msgspec
import pytest

import boardkit
from boardkit.errors import InvalidComponents
from boardkit.games.mayfly import Mayfly
from tests.games.mayfly.build import custom, game

STANDARD = msgspec.json.decode(msgspec.json.encode(Mayfly.standard().components.data))


@pytest.mark.rule("MF-1", "MF-7")
def test_the_standard_food():
    food = Mayfly.standard().components.data.food
    assert sum(card.copies for card in food) == 24
    kinds = [card.kind for card in food]
    assert {kind: kinds.count(kind) for kind in kinds} == {"algae": 8, "growth": 4, "detritus": 12}
    assert sum(card.food for card in food) == 54
    assert sum(card.hearts for card in food) == 56


def test_every_id_has_names():
    names, game_ = Mayfly.names(), game(2)
    assert set(names["food"]) == set(game_.tables.ids)
    assert set(names["trials"]) == set(game_.tables.trial_ids)
    options = {option.name: option for option in Mayfly.describe_game().options}
    assert set(names["options"]) == set(options)
    values = {value for option in options.values() for value in option.allowed}
    assert set(names["values"]) == values
    for kind, category in ((Mayfly.action_types, "actions"), (Mayfly.event_types, "events")):
        assert set(names[category]) == {str(t.__struct_config__.tag).removeprefix("mayfly.") for t in kind}
    assert all(title.en and title.ja for ids in names.values() for title in ids.values())


def changed(edit):
    data = copy.deepcopy(STANDARD)
    edit(data)
    return {"id": "mine", "data": data}


FAULTS = {
    "a card too few": (lambda d: d["food"].pop(), "/data/food", "23 food cards"),
    "a copy too many": (lambda d: d["food"][3].update(copies=2), "/data/food", "25 food cards"),
    "one id twice": (lambda d: d["food"][5].update(id="algae-1"), "/data/food/5/id", "'algae-1'"),
    "an id with a blank": (lambda d: d["food"][0].update(id="big algae"), "/data/food/0/id", "regex"),
    "an unknown kind": (lambda d: d["food"][0].update(kind="plankton"), "/data/food/0/kind", "plankton"),
    "negative food": (lambda d: d["food"][0].update(food=-1), "/data/food/0/food", ">= 0"),
    "hearts that are no number": (lambda d: d["food"][0].update(hearts="3"), "/data/food/0/hearts", "int"),
    "no hearts": (lambda d: d["food"][0].pop("hearts"), "/data/food/0", "hearts"),
    "a field too many": (lambda d: d["food"][0].update(colour="red"), "/data/food/0", "colour"),
    "no copies": (lambda d: d["food"][0].update(copies=0), "/data/food/0/copies", ">= 1"),
    "six trials": (lambda d: d["trials"]["standard"].pop(), "/data/trials/standard", "6 trial cards"),
    "eight trials": (
        lambda d: d["trials"]["standard"].append({"id": "x", "hearts": 1}),
        "/data/trials/standard",
        "length <= 7",
    ),
    "a half set beside": (lambda d: d["trials"]["hard"].pop(), "/data/trials/hard", "6 trial cards"),
    "a trial twice": (
        lambda d: d["trials"]["standard"][4].update(id="trial-1"),
        "/data/trials/standard/4/id",
        "'trial-1'",
    ),
    "a trial without strength": (
        lambda d: d["trials"]["standard"][0].update(hearts=0),
        "/data/trials/standard/0/hearts",
        ">= 1",
    ),
    "too many marks": (
        lambda d: d["trials"]["standard"][0].update(plus=10),
        "/data/trials/standard/0/plus",
        "<= 9",
    ),
    "no trials": (lambda d: d.pop("trials"), "/data", "trials"),
}


@pytest.mark.rule("MF-1")
@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_refused_with_their_place(fault):
    edit, pointer, detail = FAULTS[fault]
    with pytest.raises(InvalidComponents) as caught:
        boardkit.make("mayfly", 2, components=changed(edit))
    assert caught.value.pointer == pointer
    assert detail in caught.value.detail


@pytest.mark.rule("M36")
def test_the_chosen_trial_set_must_be_there():
    mine = custom(trials=[(1, 0)] * 7)
    assert boardkit.make("mayfly", 2, components=mine).tables.trial_hearts == (1,) * 7
    with pytest.raises(InvalidComponents) as caught:
        boardkit.make("mayfly", 2, components=mine, trial_set="easy")
    assert caught.value.pointer == "/data/trials/easy"


@pytest.mark.rule("MF-7")
def test_copies_are_one_action_and_are_counted():
    food = [("weed", "algae", 1, 2, 13), ("mud", "detritus", 2, 1, 10), ("sprout", "growth", 1, 1, 1)]
    made = boardkit.make("mayfly", 2, components=custom(food))
    assert len(made.actions) == 3 + 2 + 2 + 3 + 1
    state = made.initial_state(3)
    hand = boardkit.observe(state, 0).hands[0]
    assert len(hand) == 6 > len(set(hand)) == len(boardkit.legal_actions(state))
    assert made.census(state)["food/weed"] == 13
    assert boardkit.from_json(boardkit.to_json(state)) == state


def test_titles_of_ones_own_are_used():
    data = copy.deepcopy(STANDARD)
    data["trials"]["standard"][0].update(en="Pike", ja="カマス")
    made = boardkit.make("mayfly", 2, components={"id": "mine", "data": data})
    revealed = boardkit.games.mayfly.TrialRevealed("trial-1", "row")
    assert made.describe(revealed) == "The trial is Pike 3♥"
    assert made.describe(revealed, "ja") == "試練はカマス 3♥"
