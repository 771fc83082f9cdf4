"""JSON of states and views: exact, readable, and believed only after checks."""

import copy
import random

import msgspec
import pytest

import boardkit
from boardkit.errors import DecodeError, InvalidState, InvalidView
from tests.games.mayfly.build import custom, game

OPTIONS = [
    {},
    {"initial_queue": "two_each", "oldest": "random", "first_turn": "left_of_last_placer"},
    {
        "decision": "majority_vote",
        "plus_timing": "on_reveal",
        "trial_starter": "continue",
        "trial_set": "easy",
    },
    {"open_hands": True, "molt_effective": "next_turn", "stamina_reset": "survivors"},
    {"digest_on_refusal": False, "allow_suicidal_flee": False, "extra_cards_from": "dealer"},
]


def course(made, seed):
    state, rng = made.initial_state(seed), random.Random(seed)
    states = [state]
    while not state.is_terminal:
        state = boardkit.step(state, rng.choice(boardkit.legal_actions(state)))
        states.append(state)
    return states


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_states_and_views_come_back_equal(players, options):
    made = game(players, **options)
    for seed in range(4):
        for state in course(made, seed):
            back = boardkit.from_json(boardkit.to_json(state))
            assert (back, hash(back)) == (state, hash(state))
            assert back.game is made
            for player in (None, 0, players - 1):
                view = boardkit.observe(state, player)
                assert boardkit.from_json(boardkit.to_json(view)) == view


def test_the_json_is_readable():
    document = boardkit.to_builtins(course(game(3), 8)[7])
    assert list(document)[:3] == ["type", "schema", "rules"]
    assert document["phase"] == "larva"
    assert set(document["turned"][0]) == {"card", "eaten"}
    cards = [*document["pile"], *document["queue"], *(card for hand in document["hands"] for card in hand)]
    assert {"algae", "detritus", "growth"} >= {card.rpartition("-")[0] for card in cards}


def test_a_position_is_small():
    sizes = [len(boardkit.to_json(state)) for seed in range(20) for state in course(game(4), seed)]
    assert max(sizes) < 4096


# ---- damage ------------------------------------------------------------------------------------------


def places(document, path=()):
    """Yield the path of every value below the envelope."""
    items = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in items:
        if not path and key in {"type", "schema", "rules", "players", "options", "components"}:
            continue
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))


def damaged(document, rng):
    """Return a copy with one value deleted, doubled, moved, replaced or changed a little."""
    hurt = copy.deepcopy(document)
    *path, key = rng.choice(list(places(hurt)))
    holder = hurt
    for part in path:
        holder = holder[part]
    value = holder[key]
    kind = rng.randrange(6)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(value))
    elif kind == 2 and isinstance(holder, list):
        rng.shuffle(holder)
    elif type(value) is int and kind == 3:
        holder[key] = value + rng.choice([-1, 1, 2])
    else:
        other = rng.choice(list(places(hurt)))
        found = hurt
        for part in other:
            found = found[part]
        holder[key] = rng.choice(
            [None, True, 0, 1, -1, 5, 10**30, "", "algae-1", "trial-2", "over", [], {}, copy.deepcopy(found)]
        )
    return hurt


def test_a_damaged_state_is_refused_or_can_be_played_to_its_end():
    rng, outcomes = random.Random(20), {True: 0, False: 0}
    for options in OPTIONS:
        made = game(rng.choice([2, 3, 4]), **options)
        states = course(made, 3) + course(made, 4) + course(made, 5)
        for _ in range(150):
            hurt = damaged(boardkit.to_builtins(rng.choice(states)), rng)
            try:
                state = boardkit.from_json(msgspec.json.encode(hurt))
            except DecodeError:
                outcomes[False] += 1
                continue
            outcomes[True] += 1
            exercise(state, rng)
    assert outcomes[False] > outcomes[True] > 0


def exercise(state, rng):
    assert boardkit.from_json(boardkit.to_json(state)) == state
    for player in (None, *range(state.game.players)):
        view = boardkit.observe(state, player)
        assert boardkit.from_json(boardkit.to_json(view)) == view
        assert boardkit.draw(view)
        assert boardkit.text(view, "ja")
    while not state.is_terminal:
        state = boardkit.step(state, rng.choice(boardkit.legal_actions(state)))
        state.game.audit(state)


def test_a_damaged_view_is_refused_or_good_for_everything():
    rng, accepted = random.Random(21), 0
    for options in OPTIONS:
        made = game(rng.choice([2, 3, 4]), **options)
        states = course(made, 6) + course(made, 7)
        for _ in range(150):
            view = boardkit.observe(rng.choice(states), rng.choice([None, 0, 1]))
            hurt = damaged(boardkit.to_builtins(view), rng)
            try:
                view = boardkit.from_json(msgspec.json.encode(hurt))
            except DecodeError:
                continue
            accepted += 1
            assert boardkit.draw(view, "ja").startswith("<svg")
            assert boardkit.text(view)
            assert all(boardkit.describe(made, event) for event in view.events)
            assert view.counts()["pile"] >= 0
            if view.player is not None:
                world = boardkit.resample(view, 1)
                assert boardkit.observe(world, view.player) == view
    assert accepted > 0


STATE_FAULTS = {
    "/hands/0": lambda d: d["hands"][0].append(d["hands"][1].pop()),
    "/fullness": lambda d: d.update(fullness=d["fullness"] - 1),
    "/molts": lambda d: d.update(molts=(d["molts"] + 1) % 3),
    "/due": lambda d: d.update(due=(d["due"] + 1) % 4),
    "/feeder": lambda d: d.update(feeder=None),
    "/oldest": lambda d: d.update(oldest=1),
    "/current_player": lambda d: d.update(current_player=(d["current_player"] + 1) % 3),
    "/turned/0/eaten": lambda d: d["turned"][0].update(eaten=not d["turned"][0]["eaten"]),
    "/turned/0/card": lambda d: d["turned"][0].update(card="algae-99"),
    "/turned": lambda d: d["turned"].pop(),
    "/queue": lambda d: d["queue"].clear(),
    "/phase": lambda d: d.update(phase="over", current_player=None),
    "": lambda d: d["hands"][0].__setitem__(0, d["hands"][1][0]),
}


@pytest.mark.parametrize("pointer", STATE_FAULTS)
def test_faults_of_a_larva_are_named(pointer):
    document = boardkit.to_builtins(course(game(3), 8)[7])
    STATE_FAULTS[pointer](document)
    with pytest.raises(InvalidState) as caught:
        boardkit.from_builtins(document)
    assert caught.value.pointer == pointer


def battle():
    """Return the JSON of a battle after a trial overcome, with two cards played and one pass."""
    for seed in range(2000):
        for state in course(game(3, trial_set="easy"), seed):
            adult = state.adult
            if state.phase == "battle" and adult.overcome and adult.trial.foods and adult.passes == 1:
                return boardkit.to_builtins(state)
    raise AssertionError("no such position")


ADULT_FAULTS = {
    "/adult/dealer": lambda a: a.update(dealer=(a["dealer"] + 1) % 3),
    "/adult/starter": lambda a: a.update(starter=(a["starter"] + 1) % 3),
    "/adult/stamina": lambda a: a.update(stamina=a["stamina"] - 1),
    "/adult/missing": lambda a: a.update(missing=a["missing"] + 1),
    "/adult/rivals": lambda a: a["rivals"].pop(),
    "/adult/row": lambda a: a["reserve"].append(a["row"].pop()),
    "/adult": lambda a: a["row"].__setitem__(0, a["reserve"][0]),
    "/adult/flee_votes": lambda a: a["flee_votes"].append(True),
    "/adult/given": lambda a: a["given"][0].__setitem__(0, a["given"][1][0]),
    "/adult/given/2": lambda a: a["given"][2].pop(),
    "/adult/trial/foods/0/card": lambda a: a["trial"]["foods"][0].update(card="none"),
    "/current_player": lambda a: a.update(passes=a["passes"] + 1),
}


@pytest.mark.parametrize("pointer", ADULT_FAULTS)
def test_faults_of_an_adult_are_named(pointer):
    document = battle()
    boardkit.from_builtins(document)
    ADULT_FAULTS[pointer](document["adult"])
    with pytest.raises(InvalidState) as caught:
        boardkit.from_builtins(document)
    assert caught.value.pointer == pointer


def test_a_hand_with_more_copies_than_there_are_is_refused():
    food = [("weed", "algae", 1, 2, 20), ("mud", "detritus", 2, 1, 3), ("sprout", "growth", 1, 1, 1)]
    document = boardkit.to_builtins(game(2, components=custom(food)).initial_state(1))
    document["hands"][0] = ["sprout"] * 6
    with pytest.raises(InvalidState) as caught:
        boardkit.from_builtins(document)
    assert (caught.value.pointer, caught.value.detail) == ("/hands/0", "6 copies of sprout")


def test_a_view_that_nothing_can_have_led_to_is_refused():
    document = boardkit.to_builtins(boardkit.observe(course(game(3), 8)[7], 1))
    document["hands"][0] = document["hands"][1]
    with pytest.raises(InvalidView):
        boardkit.from_builtins(document)
