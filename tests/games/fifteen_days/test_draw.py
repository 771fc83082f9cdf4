"""Pictures and words."""

import xml.etree.ElementTree as ET

import pytest

import boardkit
from boardkit.games.fifteen_days import FifteenDays

from .build import game, play, position
from .test_wire import states

SVG = "{http://www.w3.org/2000/svg}"


def texts(view, language="en"):
    root = ET.fromstring(boardkit.draw(view, language))
    return [element.text for element in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("made", [game(4), game(2, show_backs=True), game(1, solo=True)])
def test_every_view_is_drawn_inside_its_frame(made, language):
    for state in states(made, 3, every=5):
        for player in (0, None):
            root = ET.fromstring(boardkit.draw(boardkit.observe(state, player), language))
            width, height = float(root.get("width")), float(root.get("height"))
            for element in root.iter(f"{SVG}rect"):
                x, y = float(element.get("x")), float(element.get("y"))
                assert x >= 0
                assert y >= 0
                assert x + float(element.get("width")) <= width
                assert y + float(element.get("height")) <= height


def test_the_picture_shows_the_position():
    state = position(
        ["s6 p2w", "", ""],
        [{1: "s1 *2", 4: "*"}],
        market=("w1 w2 w3", "", ""),
        animals=("rabbit",),
        left="w5",
    )
    shown = texts(boardkit.observe(state, 0))
    assert "Your hand: 2" in shown
    assert "Rabbit" in shown
    assert "Player 1 (you) · first" in shown
    assert {"?", "★"} <= set(shown)
    assert "-2 points" not in shown
    score = state.returns[0]
    assert f"{score} point{'' if score == 1 else 's'}" in shown
    japanese = texts(boardkit.observe(state, 0), "ja")
    assert "ウサギ" in japanese
    assert "あなたの手札: 2枚" in japanese


def test_the_picture_says_how_the_game_ended():
    finished = list(states(game(2), 1))[-1]
    assert any("Game over" in text for text in texts(boardkit.observe(finished, None)))
    alone = list(states(game(1, solo=True), 1))[-1]
    assert any("Game over" in text for text in texts(boardkit.observe(alone, 0)))
    assert any("ゲーム終了" in text for text in texts(boardkit.observe(alone, 0), "ja"))


def test_every_action_and_event_has_a_line_of_its_own():
    made = game(3)
    for language in ("en", "ja"):
        lines = [made.describe(action, language) for action in made.actions]
        assert len(set(lines)) == len(lines)
    seen = set()
    for played in (made, game(1, solo=True), game(2)):
        for seed in range(8):
            for state in states(played, seed):
                for event in state.events:
                    seen.add(type(event))
                    english, japanese = played.describe(event), played.describe(event, "ja")
                    assert english.isascii()
                    assert not japanese.isascii()
    rare = {"WildReturned", "SetCompleted"}
    assert {kind.__name__ for kind in set(FifteenDays.event_types) - seen} <= rare


def test_the_text_tells_the_position():
    state = position(["s6", "", ""], [{1: "s1 *2", 4: "*"}], left="w5", discards="a1 a2")
    lines = boardkit.text(boardkit.observe(state, 0)).splitlines()
    assert "  Corner 1 (ascending): Summer 1 2*" in lines
    assert "  Corner 4 (descending): a wild, not bound yet" in lines
    assert "Hand: Summer 6" in lines
    assert any(line.startswith("Discard pile: 2, top Autumn 2") for line in lines)
    drawn = play(state, boardkit.legal_actions(state)[0])
    assert "Hand: Summer 6, Winter 5" in boardkit.text(boardkit.observe(drawn, 0)).splitlines()
