"""JSON in and out: exact, and nothing gets in on which a later call could fail."""

from __future__ import annotations

import copy
import json
import random

import pytest

import boardkit
from boardkit.errors import DecodeError, InvalidState, InvalidView
from boardkit.games.effervescent import derived
from boardkit.games.effervescent.model import State, View
from tests.games.effervescent import corpus
from tests.games.effervescent.build import make

NAMES = sorted(corpus.GAMES)


@pytest.mark.parametrize("name", NAMES)
def test_round_trips(name):
    for state in corpus.states(name)[::9]:
        text = boardkit.to_json(state)
        read = boardkit.from_json(text)
        assert read == state
        assert boardkit.to_json(read) == text
        assert "sea" not in json.loads(text)
        for player in (0, None):
            view = state.game.observe(state, player)
            assert boardkit.from_json(boardkit.to_json(view)) == view


@pytest.mark.parametrize("name", NAMES)
def test_records_replay(name):
    corpus.record(name).verify()


def test_derived_data_are_not_fields():
    state = corpus.states("base-4")[60]
    assert state.sea is not None
    assert "sea" not in state.__struct_fields__
    assert boardkit.from_json(boardkit.to_json(state)).sea.water.habitats == state.sea.water.habitats


def test_only_the_latest_states_keep_bitmaps():
    record = corpus.record("base-2")
    found = [record.game.initial_state(record.seed)]
    for action in record.actions:
        found.append(record.game.step(found[-1], action))
    holding = [number for number, state in enumerate(found) if "sea" in state.__dict__]
    assert 0 < len(holding) <= derived.KEPT
    assert holding[-1] == len(found) - 1
    assert found[3].sea.water.habitats == derived.sea_of(found[3]).water.habitats


def mutations(document, rng):
    """Yield documents with one thing wrong, somewhere."""
    paths = list(walk(document, ()))
    for _ in range(70):
        path = rng.choice(paths)
        changed = copy.deepcopy(document)
        holder = changed
        for key in path[:-1]:
            holder = holder[key]
        key, value = path[-1], holder[path[-1]]
        kind = rng.randrange(7)
        if kind == 0:
            del holder[key]
        elif kind == 1:
            holder[key] = rng.choice([None, -1, 0, 1, 2, 10**9, "x", [], {}, True, 1.5])
        elif kind == 2 and isinstance(value, int) and not isinstance(value, bool):
            holder[key] = value + rng.choice([-1, 1, 7, -30, 300])
        elif kind == 3 and isinstance(value, list) and value:
            value.append(copy.deepcopy(rng.choice(value)))
        elif kind == 4 and isinstance(value, list) and len(value) > 1:
            rng.shuffle(value)
        elif kind == 5 and isinstance(value, str):
            others = [leaf for leaf in leaves(document) if isinstance(leaf, str)]
            holder[key] = rng.choice(others)
        elif isinstance(value, list) and value:
            value.pop()
        else:
            holder[key] = [value]
        yield changed


def walk(value, path):
    if isinstance(value, dict):
        for key in value:
            yield (*path, key)
            yield from walk(value[key], (*path, key))
    elif isinstance(value, list):
        for number in range(min(len(value), 40)):
            yield (*path, number)
            yield from walk(value[number], (*path, number))


def leaves(value):
    if isinstance(value, dict):
        for item in value.values():
            yield from leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from leaves(item)
    else:
        yield value


@pytest.mark.parametrize("name", ["base-2", "octopus-4", "wreck-3", "optional-5"])
def test_mutated_states_are_refused_or_play_on(name):
    rng = random.Random(name)
    refused = played = 0
    states = corpus.states(name)
    for state in (states[0], states[len(states) // 3], states[2 * len(states) // 3], states[-1]):
        for changed in mutations(boardkit.to_builtins(state), rng):
            try:
                read = boardkit.from_json(json.dumps(changed))
            except DecodeError:
                refused += 1
                continue
            if not isinstance(read, State):
                continue
            played += 1
            usable(read, rng)
    assert refused > 100
    assert played


def usable(state, rng):
    """Play a few steps, look at it from all sides."""
    for _ in range(4):
        for player in (None, 0, state.game.players - 1):
            view = state.game.observe(state, player)
            view.counts()
            if player == 0:
                state.game.text(view)
                state.game.draw(view, "ja")
                state.game.audit(state.game.resample(view, 3))
        if state.is_terminal:
            return
        state = state.game.step(state, state.game.sample_action(state, rng))
    state.game.audit(state)


@pytest.mark.parametrize("name", ["base-2", "octopus-4", "optional-5"])
def test_mutated_views_are_refused_or_can_be_used(name):
    rng = random.Random(name)
    refused = used = 0
    states = corpus.states(name)
    for number, state in enumerate((states[1], states[len(states) // 2], states[-1])):
        view = state.game.observe(state, [0, None, 1][number])
        for changed in mutations(boardkit.to_builtins(view), rng):
            try:
                read = boardkit.from_json(json.dumps(changed))
            except DecodeError:
                refused += 1
                continue
            if not isinstance(read, View):
                continue
            used += 1
            read.game.draw(read)
            read.game.text(read, "ja")
            read.counts()
            for event in read.events:
                read.game.describe(event)
            if read.player is not None:
                world = read.game.resample(read, 5)
                assert read.game.observe(world, read.player) == read
    assert refused > 80
    assert used


def broken(state, **fields):
    document = boardkit.to_builtins(state)
    document.update(fields)
    with pytest.raises(InvalidState) as error:
        boardkit.from_json(json.dumps(document))
    return error.value.pointer


def test_pointers():
    state = corpus.states("base-4")[61]
    document = boardkit.to_builtins(state)
    assert broken(state, deck_known=99) == "/deck_known"
    assert broken(state, row=[document["row"][0]] * 3) == "/deck"
    assert broken(state, round=900) == "/round"
    pieces = copy.deepcopy(document["pieces"])
    pieces[2]["x"], pieces[2]["y"] = pieces[1]["x"], pieces[1]["y"]
    assert broken(state, pieces=pieces).startswith("/pieces")
    pieces = copy.deepcopy(document["pieces"])
    pieces[3]["x"] = 511
    assert broken(state, pieces=pieces) == "/pieces/3"
    tokens = copy.deepcopy(document["tokens"])
    tokens[0]["x"], tokens[0]["y"] = pieces[1]["x"], pieces[1]["y"]
    assert broken(state, tokens=tokens).startswith("/tokens")
    view = boardkit.to_builtins(state.game.observe(state, 1))
    view["habitats"] = view["habitats"][:-1]
    with pytest.raises(InvalidView) as error:
        boardkit.from_json(json.dumps(view))
    assert error.value.pointer == "/habitats"


def test_a_view_that_knows_too_much_is_no_view():
    state = corpus.states("base-4")[61]
    view = boardkit.to_builtins(state.game.observe(state, 1))
    view["seats"][0]["tide"] = state.players[0].tide
    with pytest.raises(InvalidView) as error:
        boardkit.from_json(json.dumps(view))
    assert error.value.pointer == "/seats"


def test_the_order_in_which_functions_are_called_does_not_matter():
    """A state gives the same answers whether its sea was handed on or found again."""
    state = corpus.states("octopus-4")[70]
    fresh = boardkit.from_json(boardkit.to_json(state))
    derived._seas.clear()
    fresh.game._menus.clear()
    menu = fresh.game.legal_actions(fresh)
    state.game._menus.clear()
    assert menu == state.game.legal_actions(state)
    assert fresh.game.observe(fresh, 1) == state.game.observe(state, 1)


def test_actions_and_events_are_plain_objects():
    game = make(2)
    state = game.initial_state(1)
    assert boardkit.to_builtins(game.legal_actions(state)[0]) == {
        "type": "effervescent.draft",
        "stack": "small",
    }
    action = boardkit.from_json(
        b'{"type":"effervescent.place-tile","tile":"small-orca-blue","flip":0,"rotation":5,"x":1,"y":-2}'
    )
    assert (action.rotation, action.y) == (5, -2)
    for wrong in ('"rotation":72', '"rotation":-1', '"rotation":1.5', '"rotation":true'):
        with pytest.raises(DecodeError):
            boardkit.from_json(
                f'{{"type":"effervescent.place-tile","tile":"small-orca-blue","flip":0,{wrong},"x":1,"y":-2}}'
            )
