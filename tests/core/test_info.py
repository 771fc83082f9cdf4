"""What a game says of itself, and options from keywords."""

from typing import Annotated, Literal

import pytest
from msgspec import Meta

import boardkit
from boardkit.components import Provenance, Title
from boardkit.errors import InvalidOption
from boardkit.info import GameDescription, OptionInfo, make_options, option_infos
from tests.toys import Magpie


class Many(boardkit.Options, frozen=True):
    flag: Annotated[bool, Meta(description="A flag.")] = False
    count: Annotated[int, Meta(ge=2, le=7, description="A count.")] = 3
    way: Annotated[Literal["short", "long"], Meta(description="A way.")] = "short"
    size: Literal[1, 2, 4] = 2
    name: Annotated[str, Meta(max_length=5)] = "x"


def test_options_are_read_from_the_struct():
    titles = {"flag": Title("Flag", "旗")}
    assert option_infos(Many, titles) == (
        OptionInfo("flag", Title("Flag", "旗"), "bool", False, (), None, None, "A flag."),
        OptionInfo("count", Title("count", "count"), "int", 3, (), 2, 7, "A count."),
        OptionInfo("way", Title("way", "way"), "choice", "short", ("short", "long"), None, None, "A way."),
        OptionInfo("size", Title("size", "size"), "choice", 2, (1, 2, 4), None, None, ""),
        OptionInfo("name", Title("name", "name"), "str", "x", (), None, None, ""),
    )
    words = [info.allowed_text for info in option_infos(Many)]
    assert words == ["true or false", "an int from 2 to 7", "short, long", "1, 2, 4", "a short text"]


def test_an_option_without_a_default_is_a_fault_of_the_game():
    class Bare(boardkit.Options, frozen=True):
        flag: bool

    with pytest.raises(TypeError, match="option flag has no default"):
        option_infos(Bare)


def test_options_from_keywords():
    assert make_options(Many, {}) == Many()
    assert make_options(Many, {"count": 7, "way": "long"}) == Many(count=7, way="long")


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        ("flag", 1, "true or false"),
        ("flag", "true", "true or false"),
        ("flag", None, "true or false"),
        ("count", 1, "an int from 2 to 7"),
        ("count", 8, "an int from 2 to 7"),
        ("count", True, "an int from 2 to 7"),
        ("count", 3.0, "an int from 2 to 7"),
        ("count", "3", "an int from 2 to 7"),
        pytest.param("count", 10**5000, "an int from 2 to 7", id="huge"),
        ("count", [3], "an int from 2 to 7"),
        ("way", "wide", "short, long"),
        ("way", 0, "short, long"),
        ("size", 3, "1, 2, 4"),
        ("size", True, "1, 2, 4"),
        ("name", "too long", "a short text"),
        ("colour", 1, "no such option; there are: flag, count, way, size, name"),
        ("", 1, "no such option; there are: flag, count, way, size, name"),
    ],
)
def test_what_is_not_allowed_is_refused_by_name(field, value, allowed):
    with pytest.raises(InvalidOption) as caught:
        make_options(Many, {field: value})
    assert (caught.value.field, caught.value.allowed) == (field, allowed)
    assert caught.value.given is value


@pytest.mark.parametrize("players", [1, 5, 0, -2, True, 3.0, "3", 10**30, [3]])
def test_player_counts_that_the_game_does_not_have(players):
    with pytest.raises(InvalidOption) as caught:
        boardkit.make("magpie", players)
    assert (caught.value.field, caught.value.allowed) == ("players", "2 to 4")


def test_what_no_single_option_shows_is_checked_as_well():
    with pytest.raises(InvalidOption) as caught:
        boardkit.make("magpie", 4, hand_size=5)
    assert caught.value.field == "hand_size"


def test_a_description_holds_all_of_it():
    description = Magpie.describe_game()
    assert isinstance(description, GameDescription)
    assert (description.name, description.min_players, description.max_players) == ("magpie", 2, 4)
    assert (description.default_players, description.rules, description.schema) == (3, 1, 1)
    assert [option.name for option in description.options] == ["hand_size", "peeking"]
    assert description.options[0].title == Title("Hand size", "手札の枚数")
    assert description.provenance == (Provenance("cards", "reconstructed", "made up for the tests"),)
    assert description.provenance_summary == "1 reconstructed"
