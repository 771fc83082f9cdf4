"""Pictures, texts and lines."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from boardkit.games.effervescent.model import ACTIONS
from boardkit.games.effervescent.text import _LINES
from tests.games.effervescent import corpus
from tests.games.effervescent.build import make

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", sorted(corpus.GAMES))
def test_pictures(name, language):
    for state in corpus.states(name)[:: max(1, len(corpus.states(name)) // 4)]:
        view = state.game.observe(state, 0)
        picture = state.game.draw(view, language)
        root = ET.fromstring(picture)
        assert root.tag == f"{SVG}svg"
        assert picture == state.game.draw(view, language)
        _, _, width, height = map(float, root.get("viewBox").split())
        assert width == 1000
        titles = [element.text for element in root.iter(f"{SVG}title")]
        held = sum(len([tile for tile in seat.hand if tile]) for seat in view.seats)
        open_tiles = sum((stack.top is not None) + (stack.display is not None) for stack in view.stacks)
        assert len(titles) == 1 + len(view.pieces) + held + open_tiles
        for circle in root.iter(f"{SVG}circle"):
            assert -20 <= float(circle.get("cx")) <= width + 20
            assert -20 <= float(circle.get("cy")) <= height


def test_every_habitat_and_effervescent_is_drawn():
    state = corpus.states("base-4")[-2]
    view = state.game.observe(state, None)
    picture = state.game.draw(view)
    from boardkit.games.effervescent.draw_sea import SHALLOWS

    assert picture.count(f'fill="{SHALLOWS}"') == len(view.habitats)
    dashed = picture.count("stroke-dasharray")
    assert dashed == 1
    assert make(2).draw(make(2).observe(make(2).initial_state(1), 0)).count("stroke-dasharray") == 0


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_action_and_event_has_its_line(language):
    seen = set()
    for name in corpus.GAMES:
        for state, action in zip(corpus.states(name), (*corpus.record(name).actions, None), strict=False):
            things = [*state.events, *([action] if action is not None else [])]
            for thing in things:
                line = state.game.describe(thing, language)
                assert line
                assert "{" not in line
                assert "None" not in line
                seen.add(type(thing))
    game = make(2)
    assert set(_LINES) == {*ACTIONS, *game.event_types}
    assert len(seen) > 25


@pytest.mark.parametrize("name", ["base-2", "octopus-4"])
def test_texts(name):
    state = corpus.states(name)[30]
    view = state.game.observe(state, 1)
    english, japanese = state.game.text(view), state.game.text(view, "ja")
    assert len(english.splitlines()) == len(japanese.splitlines()) > 10
    for seat in range(state.game.players):
        assert f"player {seat}" in english
        assert f"プレイヤー{seat}" in japanese


def test_names_cover_what_is_shown():
    game = make(2)
    names = game.names()
    assert set(names["drift"]) == set(game.drift)
    assert set(names["harmony"]) == set(game.harmony)
    assert set(names["tides"]) == {card.id for card in game.components.data.tides}
    assert set(names["options"]) == set(game.options.__struct_fields__)
    for category in names.values():
        for title in category.values():
            assert title.en
            assert title.ja
