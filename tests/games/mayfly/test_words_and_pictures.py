"""Text lines and pictures: in both languages, of every phase, saying what a player needs."""

import random
import xml.etree.ElementTree as ET

import pytest

import boardkit
from boardkit.games.mayfly import Mayfly, MayflyAction, Vote
from tests.games.mayfly.build import act, adult, game, larva, place
from tests.games.mayfly.test_rules_larva import LONG

LANGUAGES = ["en", "ja"]


def written(svg):
    return [element.text for element in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_of_a_game_can_be_drawn_and_told(players, language):
    made = game(players, decision="majority_vote", trial_set="easy")
    phases = set()
    for seed in range(6):
        state, rng = made.initial_state(seed), random.Random(seed)
        while True:
            phases.add(state.phase)
            view = boardkit.observe(state, rng.choice([None, *range(players)]))
            texts = written(boardkit.draw(view, language))
            assert all(texts)
            assert boardkit.text(view, language).count("\n") >= 4 + players
            for thing in (*view.events, *boardkit.legal_actions(state)):
                line = boardkit.describe(made, thing, language)
                assert line
                assert "\n" not in line
                assert (not line.isascii()) or language == "en"
            if state.is_terminal:
                break
            state = boardkit.step(state, rng.choice(boardkit.legal_actions(state)))
    assert phases == {"queue", "larva", "vote", "battle", "over"}


def test_the_picture_of_a_larva_shows_numbers_and_own_cards():
    state = place(larva(LONG), LONG[:4])
    texts = written(boardkit.draw(boardkit.observe(state, 0)))
    for text in ("7 / 8", "−1", "Queue", "Eaten (3)", "Refused (0)", "Player 0 (you, to act)", "× 4"):
        assert text in texts
    hand = boardkit.observe(state, 0).hands[0]
    kinds = [
        {"algae": "Algae", "growth": "Growth", "detritus": "Detritus"}[card.rpartition("-")[0]]
        for card in hand
    ]
    assert [text for text in texts if text in {"Algae", "Growth", "Detritus"}][-4:] == kinds
    spectator = written(boardkit.draw(boardkit.observe(state, None)))
    assert spectator.count("× 4") == 3


def test_the_picture_of_an_adult_shows_the_battle():
    state = act(adult([["algae-5", "algae-1"], ["algae-6"]], [3, 1, 2, 0, 4, 5, 6]))
    state = act(state, boardkit.legal_actions(state)[0], "algae-5")
    texts = written(boardkit.draw(boardkit.observe(state, 1)))
    for text in ("Swallow", "7", "missing", "4", "7 / 8", "P0", "Player 1 (you, to act)", "Overcome (0)"):
        assert text in texts
    japanese = written(boardkit.draw(boardkit.observe(state, 1), "ja"))
    assert "ツバメ" in japanese
    assert "プレイヤー1 (あなた・手番)" in japanese


def test_votes_are_told_without_their_choice():
    state = act(adult([["algae-5"], ["algae-6"]], made=game(2, decision="majority_vote")), Vote("flee"))
    own = boardkit.draw(boardkit.observe(state, 0))
    other = boardkit.draw(boardkit.observe(state, 1))
    assert "Player 0 (you, dealer, voted flee)" in written(own)
    assert "Player 0 (dealer, has voted)" in written(other)


def test_every_action_and_event_type_has_its_words():
    made = game(2)
    from boardkit.games.mayfly.text import _LINES

    assert set(_LINES) == {*Mayfly.action_types, *Mayfly.event_types}
    assert all(isinstance(action, MayflyAction) and made.describe(action, "ja") for action in made.actions)
