"""What msgspec says of a game's types is mended so that generators can use it."""

from typing import Annotated, Literal

import jsonschema
import msgspec
import pytest
from msgspec import Meta, Struct

import boardkit
from api.game_types import _Mender, components_of, title_of, union_components
from api.served import ServedGames
from boardkit.codec import wire_types
from tests import toys


class Dot(Struct, tag="dot", tag_field="shape"): ...


class Line(Struct, tag="line", tag_field="shape"):
    """A straight one.

    It goes from one end to the other.

    Attributes:
        length: how long it is,
            from end to end.
        other (int): not a field.
    """

    length: Annotated[int, Meta(ge=0, le=9)] = 3


class Card(Struct):
    suit: Literal["red", "black"]
    only: Literal["x"]


class Everything(Struct, forbid_unknown_fields=True):
    pair: tuple[Annotated[int, Meta(ge=0, le=9)], Annotated[int, Meta(ge=0, le=9)]]
    mixed: tuple[str, int]
    empty: tuple[()]
    many: tuple[Card, ...]
    maybe: Card | None
    word: Literal["a", "b"] | None
    one: Literal["a"] | None
    number: int | None
    either: int | str
    shape: Dot | Line
    shape_again: list[Dot | Line]
    shape_or_none: Dot | Line | None
    named: dict[str, Card]
    nothing: int | None = None
    default: tuple[int, ...] = ()


def mend(*types):
    _, raw = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    return _Mender(toys.Magpie, raw).mended()


def ref(name):
    return {"$ref": f"#/components/schemas/{name}"}


class TestMending:
    @pytest.fixture
    def fields(self):
        return mend(Everything)["MagpieEverything"]["properties"]

    def test_tuples_of_one_kind_are_arrays(self, fields):
        number = {"type": "integer", "minimum": 0, "maximum": 9}
        assert fields["pair"] == {"type": "array", "minItems": 2, "maxItems": 2, "items": number}

    def test_other_tuples_keep_their_places(self, fields):
        places = [{"type": "string"}, {"type": "integer"}]
        assert fields["mixed"] == {"type": "array", "minItems": 2, "maxItems": 2, "prefixItems": places}
        assert fields["empty"] == {"type": "array", "minItems": 0, "maxItems": 0}

    def test_null_beside_a_plain_type(self, fields):
        assert fields["number"] == {"type": ["integer", "null"]}
        assert fields["word"] == {"type": ["string", "null"], "enum": ["a", "b", None]}
        assert fields["one"] == {"type": ["string", "null"], "enum": ["a", None]}
        assert fields["either"] == {"type": ["integer", "string"]}

    def test_null_beside_a_struct(self, fields):
        assert fields["maybe"] == {"oneOf": [ref("MagpieCard"), {"type": "null"}]}

    def test_unions_are_hoisted_once(self, fields):
        assert fields["shape"] == ref("MagpieEverythingShape")
        assert fields["shape_again"] == {"type": "array", "items": ref("MagpieEverythingShape")}
        assert fields["shape_or_none"] == {"oneOf": [ref("MagpieEverythingShape"), {"type": "null"}]}
        assert mend(Everything)["MagpieEverythingShape"] == {
            "oneOf": [ref("MagpieDot"), ref("MagpieLine")],
            "discriminator": {
                "propertyName": "shape",
                "mapping": {
                    "dot": "#/components/schemas/MagpieDot",
                    "line": "#/components/schemas/MagpieLine",
                },
            },
        }

    def test_enums_have_a_type_and_constants_are_constants(self):
        fields = mend(Card)["MagpieCard"]["properties"]
        assert fields["suit"] == {"type": "string", "enum": ["black", "red"]}
        assert fields["only"] == {"type": "string", "const": "x"}

    def test_defaults(self, fields):
        assert "default" not in fields["nothing"]
        assert fields["default"]["default"] == []

    def test_docstrings_become_descriptions(self):
        line = mend(Line)["MagpieLine"]
        assert line["description"] == "A straight one.\n\nIt goes from one end to the other."
        assert line["properties"]["length"]["description"] == "how long it is, from end to end."
        assert "description" not in mend(Card)["MagpieCard"]

    def test_two_classes_of_one_name_are_refused(self):
        other = msgspec.defstruct("Card", [("x", int)])
        with pytest.raises(ValueError, match="classes of one name"):
            mend(Card, other)

    def test_names_carry_the_game_once(self):
        assert title_of("magpie", Card) == "MagpieCard"
        assert title_of("magpie", msgspec.defstruct("MagpieCard", [])) == "MagpieCard"
        assert title_of("fifteen-days", Card) == "FifteenDaysCard"


@pytest.mark.parametrize("name", list(ServedGames(["magpie"]).by_name))
def test_documents_of_played_games_fit_their_schemas(name):
    """Whatever the codec writes the schema allows, and the decoder takes what the schema allows."""
    games = ServedGames(["magpie"])
    cls = games.by_name[name]
    components = {"schemas": games.components}

    def fits(component, value):
        schema = {"$ref": f"#/components/schemas/{component}", "components": components}
        jsonschema.Draft202012Validator(schema).validate(boardkit.to_builtins(value))

    game = cls.make()
    state = game.initial_state(5)
    for turn in range(25):
        if state.is_terminal:
            break
        fits("State", state)
        for player in (None, state.current_player):
            fits("View", game.observe(state, player))
        legal = game.legal_actions(state)
        for action in legal[:5]:
            fits("Action", action)
        for event in state.events:
            fits("Event", event)
        state = game.step(state, legal[(turn * 5) % len(legal)])
    prefix = title_of(name, msgspec.defstruct("State", [])).removesuffix("State")
    assert {prefix + kind for kind in ("State", "View", "Record", "Action", "Event", "Options")} <= set(
        components_of(cls)
    )
    assert wire_types(cls).state.__name__ == prefix + "State"


def test_a_service_without_games_has_a_specification_too():
    unions = union_components([])
    assert set(unions) == {"State", "View", "Record", "Action", "Event"}
    for schema in unions.values():
        jsonschema.Draft202012Validator.check_schema(schema)
