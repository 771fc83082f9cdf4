"""The specification is a product: complete, usable by generators, and what the service really does."""

import json
import re

import jsonschema
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from api.served import ServedGames
from api.spec import committed_text, main
from tests.http import record
from tests.http.server import ROOT

COMMITTED = json.loads(record.SPECIFICATION.read_text("utf-8"))
SCHEMAS = COMMITTED["components"]["schemas"]
OPERATIONS = {
    operation["operationId"]: (path, method, operation)
    for path, operations in COMMITTED["paths"].items()
    for method, operation in operations.items()
}
EXPECTED = {
    "listGames", "getGame", "newState", "stepState", "snapPlacement", "listLegalActions", "observeState",
    "resampleView", "drawView", "createMatch", "listMatches", "getMatch", "claimSeat", "postAction",
    "listEvents", "getRecord", "drawMatch", "getHealth",
}  # fmt: skip
GAME_PREFIXES = tuple(
    name.removesuffix("State") for name in SCHEMAS if name.endswith("State") and name != "State"
)
AGAIN = "run `python -m tests.http.record` and commit what it wrote"


def nodes(value, where=""):
    """Yield every object in a document with the way to it."""
    if isinstance(value, dict):
        yield where, value
        for key, inner in value.items():
            if key not in {"examples", "example", "mapping"}:
                yield from nodes(inner, f"{where}/{key}")
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from nodes(inner, f"{where}/{place}")


@pytest.fixture(scope="module")
def recorded():
    return record.record()


def test_the_committed_specification_is_that_of_the_code():
    assert record.SPECIFICATION.read_text("utf-8") == committed_text(), AGAIN


def test_the_examples_are_real_answers(recorded):
    on_disk = {path.stem: path.read_text("utf-8") for path in record.FOLDER.glob("*.json")}
    assert on_disk == {name: record.text_of(example) for name, example in recorded.items()}, AGAIN


def test_it_is_valid_openapi_3_1():
    assert COMMITTED["openapi"] == "3.1.0"
    assert list(OpenAPIV31SpecValidator(COMMITTED).iter_errors()) == []


def test_it_is_published(make_app):
    client = make_app(games=()).test_client()
    assert client.get("/openapi.json").json == COMMITTED
    with_outside = make_app().test_client().get("/openapi.json").json
    assert "MagpiePlay" in with_outside["components"]["schemas"]
    assert "MagpiePlay" not in SCHEMAS
    assert list(OpenAPIV31SpecValidator(with_outside).iter_errors()) == []


def test_writing_and_printing(tmp_path, capsys):
    assert main([str(tmp_path / "spec.json")]) == 0
    assert main([]) == 0
    assert (tmp_path / "spec.json").read_text("utf-8") == capsys.readouterr().out == committed_text()
    assert main(["a", "b"]) == 2
    assert main(["--help"]) == 2


def test_the_operations_are_those_that_were_promised():
    assert set(OPERATIONS) == EXPECTED


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_an_operation_is_documented(name, recorded):
    path, method, operation = OPERATIONS[name]
    assert len(operation["tags"]) == 1
    assert operation["tags"][0] in {tag["name"] for tag in COMMITTED["tags"]}
    assert 3 <= len(operation["summary"]) <= 60
    assert len(operation["description"]) > 30
    assert {part.strip("{}") for part in re.findall(r"{\w+}", path)} == {
        parameter["name"] for parameter in operation.get("parameters", ()) if parameter["in"] == "path"
    }
    for parameter in operation.get("parameters", ()):
        assert parameter["description"]
        assert parameter["schema"]
    for status, response in operation["responses"].items():
        assert response["description"]
        kinds = set(response.get("content", {}))
        assert kinds == ({"application/problem+json"} if int(status) >= 400 else kinds)
    # Whatever was really answered is documented, with that very answer as its example.
    told = recorded[name].get("responses", {})
    assert set(told) <= set(operation["responses"])
    for status, answer in told.items():
        (content,) = operation["responses"][status]["content"].values()
        assert content["examples"]["recorded"]["value"] == answer
    if method == "post":
        assert operation["requestBody"]["required"] is True
        assert {"400", "413", "415", "422"} <= set(operation["responses"])
    if name != "snapPlacement" or any(hasattr(cls, "snap") for cls in ServedGames()):
        assert any(int(status) < 300 for status in told)
        assert ("request" in recorded[name]) == (method == "post")


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_examples_fit_their_schemas(name, recorded):
    operation = OPERATIONS[name][2]
    root = {"components": COMMITTED["components"]}
    checked = 0
    contents = [content for _, content in nodes(operation) if "examples" in content]
    for content in contents:
        validator = jsonschema.Draft202012Validator(root | content["schema"])
        for example in content["examples"].values():
            assert [error.message for error in validator.iter_errors(example["value"])] == []
            checked += 1
    assert checked >= 1


def test_every_reference_leads_somewhere_and_every_component_is_used():
    refs = {node["$ref"] for _, node in nodes(COMMITTED) if "$ref" in node}
    mapped = {ref for _, node in nodes(COMMITTED) for ref in node.get("mapping", {}).values()}
    names = {ref.removeprefix("#/components/schemas/") for ref in refs | mapped}
    assert names == set(SCHEMAS)


def test_no_union_stands_inline():
    """Generators make a useful type only of a union that has a name; null beside one type is no union."""
    for where, node in nodes(COMMITTED):
        for key in {"oneOf", "anyOf"} & set(node):
            named = re.fullmatch(r"/components/schemas/\w+", where)
            nullable = key == "oneOf" and len(node[key]) == 2 and node[key][1] == {"type": "null"}
            assert named or nullable, where
            if named:
                assert key == "oneOf", where
                assert [{"$ref": ref} for ref in node["discriminator"]["mapping"].values()] == node[key]


def test_variants_carry_the_tag_that_the_mapping_says():
    for name, schema in SCHEMAS.items():
        discriminator = schema.get("discriminator", {})
        field = discriminator.get("propertyName")
        for tag, ref in discriminator.get("mapping", {}).items():
            variant = SCHEMAS[ref.removeprefix("#/components/schemas/")]
            assert variant["properties"][field] == {"type": "string", "const": tag}, name
            assert field in variant["required"]


def test_no_trap_for_generators_is_left():
    for where, node in nodes(COMMITTED["components"]["schemas"]):
        assert node.get("items") is not False, where
        if "enum" in node or "const" in node:
            assert "type" in node, where
        if isinstance(node.get("enum"), list):
            assert len(node["enum"]) > 1, where
        assert node.get("default", 0) is not None, where
        if "prefixItems" in node:
            assert any(item != node["prefixItems"][0] for item in node["prefixItems"]), where


def test_what_can_be_posted_is_bounded():
    """Every integer, text and list of a request has a bound, in our own resources."""
    bodies = {ref for ref in SCHEMAS if ref.endswith("Request")} | {"NewMatch", "NewSeat"}
    for name in bodies:
        assert SCHEMAS[name]["additionalProperties"] is False
        for field, schema in SCHEMAS[name]["properties"].items():
            kinds = schema.get("type", [])
            if "integer" in kinds:
                assert {"minimum", "maximum"} <= set(schema), (name, field)
            if kinds == "string":
                assert {"const", "enum", "pattern"} & set(schema), (name, field)
            if kinds == "array":
                assert "maxItems" in schema, (name, field)


def test_integers_of_game_types_are_bounded():
    for where, node in nodes(SCHEMAS):
        named = where.removeprefix("/").partition("/")[0]
        if named.startswith(GAME_PREFIXES) and node.get("type") in ("integer", ["integer", "null"]):
            assert {"minimum", "maximum"} <= set(node) or {"const", "enum"} & set(node), where


def test_operations_of_matches_say_who_may_call_them():
    for name, (path, _, operation) in OPERATIONS.items():
        if "{match}" in path:
            assert operation["security"] in ([{}, {"token": []}], [{"token": []}]), name
            assert {"401", "404"} <= set(operation["responses"]), name
            assert {"ETag", "Cache-Control", "Vary"} <= set(
                next(r for s, r in operation["responses"].items() if s < "300")["headers"]
            )
        else:
            assert operation["security"] == [], name


def test_every_code_is_documented_where_it_can_happen():
    from api.problems import CODES

    everywhere = {
        "not-found",
        "method-not-allowed",
        "headers-too-large",
        "internal-error",
        "database-unavailable",
    }
    told = json.dumps(COMMITTED["paths"])
    assert {code for code in CODES if f"`{code}`" not in told} == everywhere
    page = (ROOT / "docs" / "http" / "problems.md").read_text("utf-8")
    for code, (status, meaning) in CODES.items():
        assert f"| `{code}` | {status} | {meaning} |" in page
