"""Wire form, views, pictures and words of Maillot Jaune."""

import copy
import random
import xml.etree.ElementTree as ET

import msgspec
import pytest

import boardkit
from boardkit.games.maillot_jaune import turn
from boardkit.games.maillot_jaune.events import CardDrawn

from .build import Play, events_of, game, position

SIX = "39 40 41 42 43 44"


def played_states(made, seed, every=1):
    rng = random.Random(seed)
    state = made.initial_state(seed)
    place = 0
    while not state.is_terminal:
        if place % every == 0:
            yield state
        state = made.step(state, rng.choice(made.legal_actions(state)))
        place += 1
    yield state


def scribble(document, rng):
    """Change one thing somewhere in a JSON document."""
    target = document
    path = []
    while isinstance(target, dict | list) and target and (not path or rng.random() < 0.7):
        key = rng.choice(list(target)) if isinstance(target, dict) else rng.randrange(len(target))
        path.append((target, key))
        target = target[key]
    if not path:
        return document
    holder, key = path[-1]
    old = holder[key]
    choice = rng.randrange(6)
    if choice == 0:
        del holder[key]
    elif choice == 1 and isinstance(old, str):
        words = old.split()
        rng.shuffle(words)
        holder[key] = " ".join(words[: rng.randrange(len(words) + 1)])
    elif choice == 2 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(old))
    elif choice == 3 and type(old) is int:
        holder[key] = old + rng.choice([-1, 1, -100, 10**6, 10**30])
    else:
        holder[key] = copy.deepcopy(
            rng.choice(
                [None, True, -1, 0, 1, 3, 1e9, "", "mountain", "headwind", [], {}, "45", [1], {"a": 1}]
            )
        )
    return document


@pytest.mark.parametrize("players", [2, 4])
def test_scribbled_states_are_refused_or_play_on(players):
    rng = random.Random(players)
    made = game(players, mountain_outsiders="anyone" if players == 2 else "dropped_only")
    states = list(played_states(made, players, every=5))
    accepted = refused = 0
    for _ in range(1500):
        document = scribble(boardkit.to_builtins(rng.choice(states)), rng)
        try:
            state = boardkit.from_builtins(document)
        except boardkit.DecodeError:
            refused += 1
            continue
        accepted += 1
        for seat in (None, *range(state.game.players)):
            view = boardkit.observe(state, seat)
            boardkit.text(view)
            boardkit.draw(view)
        for _ in range(60):
            if state.is_terminal:
                break
            state = boardkit.step(state, rng.choice(boardkit.legal_actions(state)))
    assert refused > 500
    assert accepted > 20


def test_scribbled_views_are_refused_or_can_be_used():
    rng = random.Random(5)
    made = game(3)
    views = [boardkit.observe(s, s.current_player) for s in played_states(made, 7, every=5)]
    accepted = refused = 0
    for _ in range(1500):
        document = scribble(boardkit.to_builtins(rng.choice(views)), rng)
        try:
            view = boardkit.from_builtins(document)
        except boardkit.DecodeError:
            refused += 1
            continue
        boardkit.text(view, "ja")
        boardkit.draw(view, "ja")
        try:
            world = boardkit.resample(view, 1)
        except (boardkit.InvalidView, boardkit.CannotResample):
            continue
        accepted += 1
        if not world.is_terminal:
            assert boardkit.legal_actions(world)
    assert refused > 500
    assert accepted > 20


def test_wire_form_is_readable():
    state = position([SIX + " 45", SIX, SIX], "46 mountain", chips=[0, 2, 0])
    document = boardkit.to_builtins(state)
    assert list(document)[:3] == ["type", "schema", "rules"]
    assert document["type"] == "maillot-jaune.state"
    assert document["riders"][0]["hand"] == SIX + " 45"
    assert document["pile"].startswith("46 mountain ")
    assert document["phase"] == "play"


@pytest.mark.parametrize("options", [{}, {"mountain_outsiders": "anyone"}, {"simple_game": True}])
def test_the_short_way_and_the_long_way_agree(options, monkeypatch):
    made = game(4, **options)
    pairs = []
    for seed in range(4):
        rng = random.Random(seed)
        state = made.initial_state(seed)
        while not state.is_terminal:
            action = rng.choice(made.legal_actions(state))
            following = made.step(state, action)
            if isinstance(action, Play):
                pairs.append((state, action, following))
            state = following
    assert len(pairs) > 300
    for state, action, following in pairs:
        long_way = turn._play_with_specials(made, state, state.current_player, action)
        assert long_way == following


def test_a_canary_in_a_hidden_hand_shows_nowhere():
    hidden = "50 50 50 50 50 50"
    state = position([SIX + " 45", hidden, SIX], "47 48", chips=[0, 2, 0])
    for seat in (0, 2, None):
        view = boardkit.observe(state, seat)
        for shown in (boardkit.to_json(view).decode(), boardkit.text(view), boardkit.draw(view)):
            body = shown.split('"riders"')[-1]
            assert "speed-50" not in body
    assert "50 50 50" in boardkit.text(boardkit.observe(state, 1))


def test_draws_of_others_are_hidden_in_events():
    state = position([SIX + " 45", SIX, SIX], "47 48")
    after = boardkit.step(state, Play(45))
    assert events_of(after, "CardDrawn") == [CardDrawn(1, "speed-47")]
    assert boardkit.observe(after, 1).events == after.events
    for seat in (0, 2, None):
        assert boardkit.observe(after, seat).events[-1] == CardDrawn(1, None)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_pictures_and_words_of_whole_games(language):
    made = game(6, mountain_outsiders="anyone")
    seen = set()
    for state in played_states(made, 3, every=3):
        for seat in (None, 2):
            view = boardkit.observe(state, seat)
            ET.fromstring(boardkit.draw(view, language))
            assert boardkit.text(view, language).count("\n") >= 6
        for event in state.events:
            line = made.describe(event, language)
            assert line
            assert "\n" not in line
            seen.add(type(event).__name__)
    assert len(seen) > 12
    lines = [made.describe(action, language) for action in made.actions]
    assert len(set(lines)) == len(lines)


def test_every_name_is_in_both_languages():
    made = game(2)
    for category, names in made.names().items():
        for key, title in names.items():
            assert title.en, (category, key)
            assert title.ja, (category, key)
    infos = {option.name: option for option in boardkit.games()["maillot-jaune"].options}
    assert set(infos) == set(made.names()["options"])
    for option in infos.values():
        assert all(
            str(value) in made.names()["choices"] for value in option.allowed if isinstance(value, str)
        )


def plain(data):
    return msgspec.json.decode(msgspec.json.encode(data))


def test_component_sets_of_users():
    standard = game(4).components.data
    data = plain(standard)
    assert boardkit.make("maillot-jaune", 4, components={"id": "same", "data": data}) is game(4)
    data["speed_cards"][0], data["speed_cards"][1] = data["speed_cards"][1], data["speed_cards"][0]
    with pytest.raises(boardkit.InvalidComponents, match="by rising value"):
        boardkit.make("maillot-jaune", 4, components={"id": "mine", "data": data})
    data = plain(standard)
    data["mountain_top_speed"] = 60
    with pytest.raises(boardkit.InvalidComponents) as refused:
        boardkit.make("maillot-jaune", 4, components={"id": "mine", "data": data})
    assert refused.value.pointer == "/data/mountain_top_speed"
    data = plain(standard)
    data["sprint_adds"], data["headwinds"], data["top_speed"] = 4, 12, 60
    fast = boardkit.make("maillot-jaune", 4, components={"id": "fast", "data": data})
    for state in played_states(fast, 1, every=20):
        assert boardkit.from_json(boardkit.to_json(state)) == state
        fast.audit(state)


def test_one_point_is_no_points():
    view = boardkit.observe(position([SIX + " 45", SIX], "46", points=[1, -2], wins=[1, 0]), 0)
    for shown in (boardkit.text(view), boardkit.draw(view)):
        assert "1 point" in shown
        assert "1 points" not in shown
        assert "1 stage wins" not in shown
        assert "-2 points" in shown
