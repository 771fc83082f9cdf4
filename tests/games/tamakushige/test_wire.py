"""JSON of states and views: exact, and nothing forged gets through that could fail later."""

import copy
import random

import pytest

import boardkit
from boardkit.errors import DecodeError, InvalidState
from tests.games.tamakushige.build import game, position

OPTIONS = [
    {},
    {"abilities": True},
    {
        "abilities": True,
        "scythe_windows": "own_turn",
        "keep_scythes": True,
        "redeal_factions": False,
        "next_start": "last_winner",
        "give_rule": "active",
        "tie": "extra_round",
    },
]
_ENVELOPE = {"type", "schema", "rules", "players", "options", "components"}


def some_state(rng, options, players):
    state = game(players, **options).initial_state(rng.randrange(10**6))
    for _ in range(rng.randrange(150)):
        if state.is_terminal:
            break
        legal = boardkit.legal_actions(state)
        # Keep scythes for a while, so that all windows come up.
        state = boardkit.step(
            state, legal[-1] if state.phase == 1 and rng.random() < 0.8 else rng.choice(legal)
        )
    return state


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_round_trips(players, options):
    rng = random.Random(players)
    for _ in range(6):
        state = some_state(rng, options, players)
        assert boardkit.from_json(boardkit.to_json(state)) == state
        for player in (None, *range(players)):
            view = boardkit.observe(state, player)
            assert boardkit.from_json(boardkit.to_json(view)) == view


def places(document):
    """All (container, key) of a document but for its envelope."""
    found, queue = [], [(document, True)]
    while queue:
        at, top = queue.pop()
        keys = list(at) if isinstance(at, dict) else range(len(at)) if isinstance(at, list) else ()
        for key in keys:
            if not (top and key in _ENVELOPE):
                found.append((at, key))
                queue.append((at[key], False))
    return found


def mutate(document, rng):
    document = copy.deepcopy(document)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        found = places(document)
        at, key = rng.choice(found)
        value, kind = at[key], rng.randrange(6)
        alike = [(a, k) for a, k in found if type(a[k]) is type(value)]
        if kind == 0:
            del at[key]
        elif kind == 1:
            at[key] = None
        elif kind == 2 and isinstance(at, list):
            at.insert(key, copy.deepcopy(value))
        elif kind == 3 and isinstance(value, bool):
            at[key] = not value
        elif kind == 3 and isinstance(value, int):
            at[key] = value + rng.choice((-1, 1, 2, -value, 10**9))
        elif kind == 4 and isinstance(value, list):
            rng.shuffle(value)
        else:
            other, its = rng.choice(alike)
            at[key], other[its] = copy.deepcopy(other[its]), copy.deepcopy(at[key])
    return document


@pytest.mark.parametrize("seed", range(12))
def test_forged_states_are_refused_or_can_be_played(seed):
    rng = random.Random(seed)
    document = boardkit.to_builtins(some_state(rng, OPTIONS[seed % 3], 3 + seed % 4))
    for _ in range(25):
        try:
            state = boardkit.from_builtins(mutate(document, rng))
        except DecodeError:
            continue
        while True:
            player = rng.randrange(state.game.players)
            view = boardkit.observe(state, player)
            assert boardkit.observe(boardkit.resample(view, 1), player) == view
            assert boardkit.observe(state.game.permute_hidden(state, player, 1), player) == view
            boardkit.from_json(boardkit.to_json(view))
            boardkit.draw(view)
            state.game.audit(state)
            if state.is_terminal:
                break
            state = boardkit.step(state, rng.choice(boardkit.legal_actions(state)))


@pytest.mark.parametrize("seed", range(12))
def test_forged_views_are_refused_or_can_be_used(seed):
    rng = random.Random(1000 + seed)
    state = some_state(rng, OPTIONS[seed % 3], 3 + seed % 4)
    for player in (None, 0, 1):
        document = boardkit.to_builtins(boardkit.observe(state, player))
        for _ in range(12):
            try:
                view = boardkit.from_builtins(mutate(document, rng))
            except DecodeError:
                continue
            for language in ("en", "ja"):
                assert boardkit.draw(view, language)
                assert boardkit.text(view, language)
                assert all(view.game.describe(event, language) for event in view.events)
            if view.player is not None:
                for draw in range(3):
                    assert boardkit.observe(boardkit.resample(view, draw), view.player) == view


HANDS = ["M1 M2", "G1 G2", "G3 G4", "H1 H2"]


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        (("seats", 0, "hand", 0), "maple-99", "/seats/0/hand/0"),
        (("seats", 0, "hand"), ["maple-2", "maple-1"], "/seats/0/hand/1"),
        (("seats", 0, "hand"), ["ginkgo-1", "ginkgo-2"], "/seats/1/hand"),
        (("seats", 0, "heart"), "true-heart-2", "/seats"),
        (("seats", 0, "heart"), "nobody", "/seats/0/heart"),
        (("seats", 0, "scythes"), 4, "/seats"),
        (("seats", 0, "active"), False, "/leader"),
        (("soul",), 19, "/soul"),
        (("soul",), None, "/soul"),
        (("soul",), 4, "/lit"),
        (("lit",), [1, 4], "/collected"),
        (("lit",), [1, 2, 4], "/lit/1"),
        (("phase",), "scythe", "/window"),
        (("phase",), "acquire", "/resolution"),
        (("current_player",), None, "/current_player"),
        (("current_player",), 2, "/current_player"),
        (("leader",), 9, "/leader"),
        (("last_winner",), None, "/last_winner"),
        (("trick_from",), 29, "/trick_from"),
        (("plays", 0, "card"), "maple-1", "/plays"),
        (("round",), 31, "/round"),
        (("round",), 2, "/result"),
    ],
)
def test_faults_have_a_pointer(path, value, pointer):
    document = boardkit.to_builtins(position(HANDS))
    at = document
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    with pytest.raises(InvalidState) as caught:
        boardkit.from_builtins(document)
    assert caught.value.pointer == pointer
