"""Component sets of users: checked, bounded, frozen; the standard set is known by its hash."""

from types import MappingProxyType

import pytest
from msgspec import Struct

import boardkit
from boardkit.components import ComponentSet, Title, admit, fingerprint, load_standard
from boardkit.errors import InvalidComponents
from tests.toys import Components, Magpie

STANDARD = Magpie.standard().components
OWN = {"id": "my-set.2", "data": {"numbers": 4, "copies": 5}}


def test_a_set_of_ones_own_is_frozen_into_the_game():
    game = boardkit.make("magpie", 2, components=OWN)
    assert game.components == ComponentSet("my-set.2", fingerprint(Components(4, 5)), Components(4, 5))
    assert sorted(game.census(game.initial_state(1)).items()) == [("1", 5), ("2", 5), ("3", 5), ("4", 5)]
    assert game != boardkit.make("magpie", 2)
    with pytest.raises(AttributeError):
        game.components.data.copies = 9


def test_equal_sets_make_one_game_and_others_share_no_tables():
    one, same = (boardkit.make("magpie", 2, components=OWN) for _ in range(2))
    other = boardkit.make("magpie", 2, components={**OWN, "data": {"numbers": 5, "copies": 4}})
    assert one is same
    assert one is not other
    assert one.actions is not other.actions
    assert len(other.actions) == len(one.actions) + 1
    assert hash(one) != hash(other)


def test_the_standard_data_under_another_name_are_the_standard_set():
    game = boardkit.make("magpie", components={"id": "mine", "data": {"numbers": 6, "copies": 3}})
    assert game is boardkit.make("magpie")
    assert admit({"id": "mine", "data": {"numbers": 6, "copies": 3}}, Components, STANDARD) is STANDARD


def test_a_component_set_or_any_mapping_is_taken():
    made = admit(OWN, Components, STANDARD)
    assert admit(made, Components, STANDARD) == made
    assert admit(MappingProxyType(OWN), Components, STANDARD) == made


LOOP: list = []
LOOP.append(LOOP)


@pytest.mark.parametrize(
    ("given", "pointer"),
    [
        (1, ""),
        (["id", "data"], ""),
        ({}, ""),
        ({"id": "x"}, ""),
        ({**OWN, "extra": 1}, ""),
        ({**OWN, "id": "Upper"}, "/id"),
        ({**OWN, "id": ""}, "/id"),
        ({**OWN, "id": "x" * 65}, "/id"),
        ({**OWN, "id": "../x"}, "/id"),
        ({**OWN, "id": "x\n"}, "/id"),
        ({**OWN, "id": "\ud800"}, "/id"),
        ({**OWN, "id": 3}, "/id"),
        ({**OWN, "id": "standard"}, "/id"),
        ({**OWN, "data": []}, "/data"),
        ({**OWN, "data": LOOP}, "/data"),
        ({**OWN, "data": {"numbers": 4}}, "/data"),
        ({**OWN, "data": {"numbers": 4, "copies": 5, "jokers": 1}}, "/data"),
        ({**OWN, "data": {"numbers": 1, "copies": 5}}, "/data/numbers"),
        ({**OWN, "data": {"numbers": 10**30, "copies": 5}}, "/data/numbers"),
        ({**OWN, "data": {"numbers": True, "copies": 5}}, "/data/numbers"),
        ({**OWN, "data": {"numbers": 4.0, "copies": 5}}, "/data/numbers"),
        ({**OWN, "data": {"numbers": "4", "copies": 5}}, "/data/numbers"),
        ({1: 2}, ""),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_does_not_fit_is_refused_with_a_pointer(given, pointer):
    with pytest.raises(InvalidComponents) as caught:
        boardkit.make("magpie", 2, components=given)
    assert caught.value.pointer == pointer
    assert caught.value.detail
    assert str(caught.value).startswith(f"components{pointer or ' as a whole'}: ")


class Loose(Struct, frozen=True):
    words: tuple[str, ...] = ()


def test_sets_are_bounded_in_size_and_hold_only_text_that_can_be_written():
    standard = ComponentSet("standard", fingerprint(Loose()), Loose())
    with pytest.raises(InvalidComponents, match="bytes of JSON, allowed"):
        admit({"id": "big", "data": {"words": ["x" * 1000] * 300}}, Loose, standard)
    with pytest.raises(InvalidComponents) as caught:
        admit({"id": "odd", "data": {"words": ["\ud800"]}}, Loose, standard)
    assert caught.value.pointer.startswith("/data")


def test_the_fingerprint_does_not_depend_on_the_order_of_fields():
    class OneWay(Struct):
        a: int
        b: int

    class OtherWay(Struct):
        b: int
        a: int

    assert fingerprint(OneWay(1, 2)) == fingerprint(OtherWay(2, 1)) != fingerprint(OneWay(2, 1))


def test_titles_in_two_languages():
    title = Title("Magpie", "カササギ")
    assert [title.in_language(language) for language in ("en", "ja", "fr")] == [
        "Magpie",
        "カササギ",
        "Magpie",
    ]


def test_the_games_own_file_is_read_from_its_package(tmp_path, monkeypatch):
    package = tmp_path / "packed_game"
    package.mkdir()
    (package / "__init__.py").touch()
    text = (
        '{"provenance": [{"part": "cards", "status": "rulebook", "source": "page 2"}],'
        ' "names": {"cards": {"magpie": {"en": "Magpie", "ja": "カササギ"}}}, "data": {"numbers": 3, "copies": 2}}'
    )
    (package / "components.json").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    standard = load_standard("packed_game", Components)
    assert standard.components == ComponentSet("standard", fingerprint(Components(3, 2)), Components(3, 2))
    assert standard.provenance[0].status == "rulebook"
    assert standard.names["cards"]["magpie"].ja == "カササギ"
    with pytest.raises(TypeError):
        standard.names["cards"]["crow"] = Title("Crow", "カラス")
