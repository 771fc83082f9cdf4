"""Pictures and words."""

import random
import re
import xml.etree.ElementTree as ET

import pytest

import boardkit
from boardkit.games.tamakushige.text import Words, ability_text, card_text
from boardkit.registry import find
from tests.games.tamakushige.build import game, go, long, position, trick_won


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_view_of_a_game_is_drawn_and_said(players, language):
    rng = random.Random(players)
    state = game(players, abilities=True).initial_state(players)
    while not state.is_terminal:
        view = boardkit.observe(state, rng.choice([None, *range(players)]))
        root = ET.fromstring(boardkit.draw(view, language))
        assert root.tag.endswith("svg")
        text = boardkit.text(view, language)
        lines = [boardkit.describe(state.game, event, language) for event in view.events]
        lines += [boardkit.describe(state.game, action, language) for action in boardkit.legal_actions(state)]
        assert all(lines)
        if language == "ja":
            words = "".join(re.findall("[A-Za-z]+", text + "".join(lines)))
            assert not words, f"left in English: {words}"
        state = boardkit.step(state, rng.choice(boardkit.legal_actions(state)))


def test_the_picture_shows_what_matters():
    state = position(["M1 M2", "G1 G2", "G3 G4", "H1 H2"], soul=7, scythes=(0, 2), scores=(5, 0, 0, 0))
    picture = boardkit.draw(boardkit.observe(state, 0))
    for words in ("Round 2", "Player 0 plays a card", "collected 0/3", "True heart 1", "Take 1 scythe."):
        assert words in picture
    # Every leafed side is drawn, the soul with three marks.
    leaves = sum(mask.bit_count() for mask in state.game.tables.board.leaves)
    assert picture.count("rotate(") == leaves
    other = boardkit.draw(boardkit.observe(go(state, "play M1"), 0))
    assert other != picture


def test_a_finished_match_says_who_won():
    state = go(position(["M1 M2", "G1 G2", "G3 G4", "H1 H2"], soul=10, scores=(0, 0, 6, 0)), "play M1")
    assert "Player 2" in boardkit.draw(boardkit.observe(state, None))
    assert "Game over" in boardkit.text(boardkit.observe(state, None))


def test_effects_in_words():
    of = find("tamakushige")
    words = {language: Words(game(), language) for language in ("en", "ja")}
    cards = {card.id: card for card in of.standard().components.data.cards}
    said = {
        card: card_text(cards[long(card)], words["en"]) for card in ("M1", "M2", "M3", "M9", "H4", "G4", "H9")
    }
    assert said == {
        "M1": "Take 1 scythe.",
        "M2": "You may move the soul toward the centre.",
        "M3": "No effect.",
        "M9": "With 4+ maple acquired: you are eliminated.",
        "H4": "With 1+ lanterns collected: gain 1 point.",
        "G4": "With all suits acquired: take 1 scythe.",
        "H9": "Lose 1 point.",
    }
    assert card_text(cards[long("M9")], words["ja"]) == "紅葉4枚以上獲得:自分が脱落する。"
    assert (
        len({ability_text(heart.ability, words["en"]) for heart in of.standard().components.data.hearts}) == 5
    )


def test_names_cover_everything():
    of = find("tamakushige")
    names, data = of.names(), of.standard().components.data
    assert set(names["cards"]) == {card.id for card in data.cards}
    assert set(names["hearts"]) == {heart.id for heart in data.hearts}
    assert set(names["options"]) == {option.name for option in of.describe_game().options}
    for option in of.describe_game().options:
        if option.kind == "choice":
            assert set(names[option.name]) == set(option.allowed)
    assert set(names["actions"]) == {kind.__name__ for kind in of.action_types}


def test_hidden_cards_are_question_marks():
    state = trick_won([{"do": "peek_role"}])
    state = go(state, "target 1")
    view = boardkit.observe(state, 0)
    (line,) = [boardkit.describe(state.game, event) for event in view.events]
    assert line == "Player 3 looks at the card of Player 1: ?"
