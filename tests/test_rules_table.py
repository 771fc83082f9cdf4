"""Every rule is proven by a test, or there is a reason why nothing can be computed; and the scan sees holes."""

from pathlib import Path

import pytest

from tests import rule_ids
from tests.rule_ids import Mark, Mention

PAGES = rule_ids.read_pages()
MARKS, MARK_PROBLEMS = rule_ids.read_tests()


def test_every_game_has_a_page() -> None:
    folders = {folder.parent.name for folder in (rule_ids.ROOT / "boardkit" / "games").glob("*/__init__.py")}
    assert {page.game.replace("-", "_") for page in PAGES} == folders


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.game)
def test_every_rule_of_a_game_is_proven(page: rule_ids.Page) -> None:
    mentions = {page.game: rule_ids.read_source(rule_ids.source_folder(page.game), page.prefixes)}
    own = [
        mark
        for mark in MARKS
        if rule_ids.is_rule_id(mark.rule) and rule_ids.prefix(mark.rule) in page.prefixes
    ]
    assert page.rules, f"{page.path.name} defines no rule"
    assert not rule_ids.problems_of([page], own, mentions)


def test_every_mark_is_in_order() -> None:
    assert not MARK_PROBLEMS
    known = {rule for page in PAGES for rule in page.rules}
    assert sorted({mark.rule for mark in MARKS} - known) == []


def test_no_rule_is_defined_twice() -> None:
    everything_tested = [Mark(rule, "t") for page in PAGES for rule in page.rules if rule not in page.nothing]
    assert not rule_ids.problems_of(PAGES, everything_tested, {})


class TestTheScanOfPages:
    def read(self, tmp_path: Path, text: str) -> rule_ids.Page:
        path = tmp_path / "the-game.md"
        path.write_text(text, encoding="utf-8")
        return rule_ids.read_page(path)

    def test_finds_rules_and_reasons(self, tmp_path: Path) -> None:
        page = self.read(
            tmp_path,
            """# The game
:::{rule} XX-2.1
Text.
:::
::::{rule} X1
Text with
:::{note}
a note.
:::
::::
:::{nothing-to-compute}
* X1: there is no way to forget
  anything.
:::
```
:::{rule} X2
An example inside of code is no rule.
:::
```
""",
        )
        assert page.problems == []
        assert {rule.id: rule.place for rule in page.rules.values()} == {
            "XX-2.1": "the-game.md:2",
            "X1": "the-game.md:5",
        }
        assert page.nothing == {"X1": "there is no way to forget anything."}
        assert page.prefixes == {"XX", "X"}

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            (":::{rule} XX-2.1.A\nText.\n:::\n", "'XX-2.1.A' is no rule id"),
            (":::{rule} X1\nText.\n:::\n:::{rule} X1\nText.\n:::\n", "X1 is defined twice"),
            (":::{rule} X1\n\n:::\n", "X1 has no text"),
            (":::{rule} X1\nText.\n:::\n:::{rule} X3\nText.\n:::\n", "X2 is missing, there is X3"),
            (":::{rule} XX-2.2.1\nText.\n:::\n", "XX-2.1 is missing, there is XX-2.2"),
            (":::{nothing-to-compute}\n* X1: reason\n:::\n", "X1 is not defined on this page"),
            (":::{rule} X1\nText.\n:::\n:::{nothing-to-compute}\n* X1\n:::\n", "expected '* ID: reason'"),
            (
                "".join(f":::{{rule}} X{n}\nText.\n:::\n" for n in range(1, 12))
                + ":::{nothing-to-compute}\n"
                + "".join(f"* X{n}: reason\n" for n in range(1, 12))
                + ":::\n",
                "11 rules with nothing to compute, at most 10",
            ),
        ],
    )
    def test_finds_faults(self, tmp_path: Path, text: str, problem: str) -> None:
        problems = self.read(tmp_path, text).problems
        assert len(problems) == 1
        assert problem in problems[0]


class TestTheScanOfTests:
    def read(self, tmp_path: Path, source: str) -> tuple[list[Mark], list[str]]:
        (tmp_path / "test_it.py").write_text(source, encoding="utf-8")
        return rule_ids.read_tests(tmp_path, tmp_path)

    def test_finds_marks_wherever_they_may_stand(self, tmp_path: Path) -> None:
        marks, problems = self.read(
            tmp_path,
            """
pytestmark = pytest.mark.rule("X1")
CASES = [pytest.param(1, marks=pytest.mark.rule("X2"))]

@pytest.mark.rule("X3", "X4")
@pytest.mark.parametrize("n", CASES)
def test_a(n): assert n

@pytest.mark.parametrize("n", [pytest.param(1, marks=[pytest.mark.rule("X5")])])
def test_b(n): assert n

@pytest.mark.rule("X6")
class TestIt:
    @pytest.mark.rule("X7")
    @pytest.mark.skipif(sys.platform == "win32", reason="forks")
    async def test_c(self): assert self
""",
        )
        assert problems == []
        assert {(mark.rule, mark.test.removeprefix("test_it.py")) for mark in marks} == {
            ("X1", ""),
            ("X2", "::test_a"),
            ("X3", "::test_a"),
            ("X4", "::test_a"),
            ("X5", "::test_b"),
            ("X6", "::TestIt"),
            ("X7", "::TestIt::test_c"),
        }

    @pytest.mark.parametrize(
        ("source", "problem"),
        [
            ('@pytest.mark.rule("X1")\ndef helper(): assert 1\n', "stands at no test"),
            ('CASES = [pytest.param(1, marks=pytest.mark.rule("X1"))]\n', "stands at no test"),
            ('@pytest.mark.rule("X1")\ndef test_a(): ...\n', "it is empty"),
            ('@pytest.mark.rule("X1")\ndef test_a():\n    "Text."\n    pass\n', "it is empty"),
            ('@pytest.mark.skip\n@pytest.mark.rule("X1")\ndef test_a(): assert 1\n', "is skip"),
            (
                '@pytest.mark.xfail(strict=True)\n@pytest.mark.rule("X1")\ndef test_a(): assert 1\n',
                "is xfail",
            ),
            (
                '@pytest.mark.skip\nclass TestIt:\n    @pytest.mark.rule("X1")\n    def test_a(self): assert 1\n',
                "is skip",
            ),
            (
                'pytestmark = pytest.mark.skip\n@pytest.mark.rule("X1")\ndef test_a(): assert 1\n',
                "is skip",
            ),
            ('@pytest.mark.rule(f"X{1}")\ndef test_a(): assert 1\n', "written out as strings"),
            ("@pytest.mark.rule()\ndef test_a(): assert 1\n", "one or more ids"),
        ],
    )
    def test_finds_faults(self, tmp_path: Path, source: str, problem: str) -> None:
        marks, problems = self.read(tmp_path, source)
        assert marks == []
        assert len(problems) == 1
        assert problem in problems[0]


class TestTheScanOfSource:
    def read(self, tmp_path: Path, source: str) -> set[str]:
        (tmp_path / "rules.py").write_text(source, encoding="utf-8")
        return {mention.rule for mention in rule_ids.read_source(tmp_path, {"XX", "X"}, tmp_path)}

    def test_finds_ids_of_the_game(self, tmp_path: Path) -> None:
        assert self.read(tmp_path, 'A = {"low": "XX-2.1.1"}\nB = ("X7", "Y7", "X", "X7 says", "XX-")\n') == {
            "XX-2.1.1",
            "X7",
        }

    def test_takes_the_rule_of_an_error_whatever_it_looks_like(self, tmp_path: Path) -> None:
        source = """
raise IllegalAction("code", "Y7", "message", action)
raise errors.IllegalAction("code", rule="xx-2.1", message="message", action=action)
raise IllegalAction("code", "", "message", action)
"""
        assert self.read(tmp_path, source) == {"Y7", "xx-2.1"}


class TestHoles:
    @pytest.fixture
    def pages(self, tmp_path: Path) -> list[rule_ids.Page]:
        text = (
            ":::{rule} X1\nText.\n:::\n:::{rule} X2\nText.\n:::\n:::{nothing-to-compute}\n* X2: reason\n:::\n"
        )
        (tmp_path / "the-game.md").write_text(text, encoding="utf-8")
        return rule_ids.read_pages(tmp_path)

    def test_nothing_to_report(self, pages: list[rule_ids.Page]) -> None:
        assert (
            rule_ids.problems_of(pages, [Mark("X1", "t")], {"the-game": [Mention("X2", "rules.py:1")]}) == []
        )

    def test_a_rule_without_a_test(self, pages: list[rule_ids.Page]) -> None:
        assert rule_ids.problems_of(pages, [], {}) == ["the-game.md:1: no test names X1"]

    def test_a_test_of_a_rule_that_is_nowhere(self, pages: list[rule_ids.Page]) -> None:
        assert rule_ids.problems_of(pages, [Mark("X1", "t"), Mark("X3", "t")], {}) == [
            "t: no page defines X3"
        ]

    def test_a_reason_beside_a_test(self, pages: list[rule_ids.Page]) -> None:
        (problem,) = rule_ids.problems_of(pages, [Mark("X1", "t"), Mark("X2", "t")], {})
        assert "X2 has nothing to compute and is tested all the same" in problem

    def test_an_error_with_a_rule_that_is_nowhere(self, pages: list[rule_ids.Page]) -> None:
        mentions = {"the-game": [Mention("X4", "rules.py:9")]}
        assert rule_ids.problems_of(pages, [Mark("X1", "t")], mentions) == [
            "rules.py:9: the-game.md does not define X4"
        ]

    @pytest.mark.usefixtures("pages")
    def test_one_id_on_two_pages(self, tmp_path: Path) -> None:
        (tmp_path / "zzz.md").write_text(":::{rule} X1\nText.\n:::\n", encoding="utf-8")
        (problem,) = rule_ids.problems_of(rule_ids.read_pages(tmp_path), [Mark("X1", "t")], {})
        assert "X1 is defined by the-game.md as well" in problem


def test_order_is_a_readers_order() -> None:
    ids = ["X10", "X2", "XX-2.10.1", "XX-2.9.1", "XX-3", "XX-2.9"]
    assert sorted(ids, key=rule_ids.sort_key) == ["XX-2.9", "XX-2.9.1", "XX-2.10.1", "XX-3", "X2", "X10"]


def test_tables_name_each_test_once() -> None:
    marks = [Mark("X1", "b"), Mark("X1", "a"), Mark("X1", "b")]
    assert rule_ids.tests_by_rule(marks) == {"X1": ["a", "b"]}
