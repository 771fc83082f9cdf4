"""Errors: one tree, picklable, and messages that say what was given and what is allowed."""

import copy
import inspect
import pickle

import pytest

from boardkit import errors
from boardkit.errors import (
    BoardkitError,
    CannotResample,
    DecodeError,
    IllegalAction,
    InvalidComponents,
    InvalidOption,
    InvalidPlayer,
    InvalidRecord,
    InvalidState,
    InvalidView,
    MissingExtra,
    RegistrationError,
    RulesVersionMismatch,
    UnknownGame,
    UnsupportedSchema,
    shorten,
)
from tests.toys import Play

ALL = [
    BoardkitError("anything"),
    UnknownGame("chess", ["mayfly", "go"]),
    RegistrationError("there is already a game named go"),
    InvalidOption("players", 9, "2 to 4"),
    InvalidComponents("/data/cards/3", "Expected `int`"),
    InvalidPlayer(7, 4),
    IllegalAction("not-playable", "MP-1", "that number is barred", Play(3)),
    CannotResample("a spectator has no seat to think from"),
    DecodeError("/type", "Expected `str`"),
    InvalidState("/hands/1", "cards are missing"),
    InvalidView("", "not one entry a player"),
    InvalidRecord("/digest", "the digest is another"),
    UnsupportedSchema("/schema", "schema 9, this release reads 1 to 2"),
    RulesVersionMismatch("mayfly", 1, 3),
    MissingExtra("boardkit play", "cli"),
]


def test_the_list_above_has_every_error():
    classes = {
        thing for thing in vars(errors).values() if inspect.isclass(thing) and issubclass(thing, Exception)
    }
    assert {type(error) for error in ALL} == classes
    assert sorted(kind.__name__ for kind in classes) == errors.__all__


@pytest.mark.parametrize("error", ALL, ids=lambda error: type(error).__name__)
def test_pickles_and_copies_keep_everything(error):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        twin = pickle.loads(pickle.dumps(error, protocol))
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)
    assert vars(copy.copy(error)) == vars(error)
    assert vars(copy.deepcopy(error)) == vars(error)


@pytest.mark.parametrize("error", ALL, ids=lambda error: type(error).__name__)
def test_the_tree_at_the_top_of_the_module_is_the_real_one(error):
    tree = errors.__doc__
    kind = type(error)
    line = next(line for line in tree.splitlines() if f" {kind.__name__} " in f"{line} ")
    for base in (ValueError, LookupError, ImportError):
        if f"({base.__name__})" in line:
            assert issubclass(kind, base)
    if "│   ├" in line or "│   └" in line:
        assert issubclass(kind, DecodeError)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (UnknownGame("chess", ["mayfly", "go"]), "no game named 'chess'; there are: go, mayfly"),
        (UnknownGame("chess", []), "no game named 'chess'; there are: none"),
        (InvalidOption("players", True, "2 to 4"), "players is True, allowed: 2 to 4"),
        (InvalidComponents("/data/x", "no"), "components/data/x: no"),
        (InvalidComponents("", "no"), "components as a whole: no"),
        (InvalidPlayer(-1, 3), "player is -1, allowed: 0 to 2, or None for a spectator"),
        (IllegalAction("over", "", "too late", 3), "too late [over]: 3"),
        (IllegalAction("over", "MP-1", "too late", 3), "too late [over, MP-1]: 3"),
        (DecodeError("/a/0", "no"), "no (at /a/0)"),
        (DecodeError("", "no"), "no"),
        (
            RulesVersionMismatch("go", 1, 2),
            "go was played by rules version 1, this release has 2 (at /rules)",
        ),
        (
            MissingExtra("boardkit play", "cli"),
            "boardkit play needs the extra 'cli': pip install 'boardkit[cli]'",
        ),
    ],
)
def test_messages_say_what_was_given_and_what_is_allowed(error, text):
    assert str(error) == text


class Hostile:
    def __repr__(self):
        raise RuntimeError("no")


@pytest.mark.parametrize(
    "value", ["x" * 10**6, pytest.param(10**5000, id="huge"), Hostile(), [["deep"] * 1000]]
)
def test_what_was_given_never_makes_a_message_long_or_fail(value):
    assert len(shorten(value)) <= 80
    assert len(str(InvalidOption("players", value, "2 to 4"))) < 200
