"""What the functions of the package say to a thing of the wrong kind."""

import pytest

import boardkit
from tests import toys


@pytest.fixture(scope="module")
def state():
    return toys.Magpie.make(2).initial_state(1)


WRONG = [None, 42, "state", b"", [], {}, object()]


@pytest.mark.parametrize("wrong", WRONG)
def test_no_state(state, wrong):
    action = boardkit.legal_actions(state)[0]
    for call in (
        lambda: boardkit.legal_actions(wrong),
        lambda: boardkit.check(wrong, action),
        lambda: boardkit.step(wrong, action),
        lambda: boardkit.observe(wrong, 0),
    ):
        with pytest.raises(boardkit.BoardkitError, match="expected a State"):
            call()


@pytest.mark.parametrize("wrong", WRONG)
def test_no_view(wrong):
    for call in (boardkit.resample, boardkit.draw, boardkit.text):
        with pytest.raises(boardkit.BoardkitError, match="expected a View"):
            call(wrong)


def test_a_view_is_no_state_and_a_state_no_view(state):
    view = boardkit.observe(state, 0)
    action = boardkit.legal_actions(state)[0]
    for call in (lambda: boardkit.step(view, action), lambda: boardkit.observe(view, 0)):
        with pytest.raises(boardkit.BoardkitError, match="expected a State"):
            call()
    with pytest.raises(boardkit.BoardkitError, match="expected a View"):
        boardkit.draw(state)
    with pytest.raises(boardkit.BoardkitError, match="expected a View"):
        boardkit.resample(state, 1)


def test_languages_and_things_that_cannot_be_told(state):
    view = boardkit.observe(state, 0)
    for call in (boardkit.draw, boardkit.text):
        with pytest.raises(boardkit.InvalidOption, match="en, ja"):
            call(view, "fr")
    action = boardkit.legal_actions(state)[0]
    assert boardkit.describe(state.game, action)
    with pytest.raises(boardkit.InvalidOption):
        boardkit.describe(state.game, action, "fr")
    for wrong in (None, 42, state):
        with pytest.raises(boardkit.BoardkitError):
            boardkit.describe(state.game, wrong)
    with pytest.raises(boardkit.BoardkitError, match="expected a Game"):
        boardkit.describe(None, action)
