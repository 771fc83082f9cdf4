"""Which rules there are, which tests prove them, and which of them the engine names.

Three scans of text, none of which runs anything: the games' pages in ``docs/games`` define the rules, the
tests name them in ``@pytest.mark.rule(...)``, and the engine names them in string literals. ``problems`` lays
the three beside each other; the documentation makes its tables from the same scans. The forms that they read
are described in ``docs/contributing.md``.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_NOTHING = 10

_SECTION = re.compile(r"(?P<prefix>[A-Z]{2})-(?P<numbers>\d+(?:\.\d+){0,2})")
_RULING = re.compile(r"(?P<prefix>[A-Z])(?P<numbers>[1-9]\d*)")
_OPENING = re.compile(r"(?P<fence>:{3,})\{(?P<name>[a-z-]+)\}\s*(?P<argument>.*)")
_BULLET = re.compile(r"\* (?P<id>\S+): +(?P<reason>\S.*)")
_CODE_FENCE = re.compile(r"(`{3,}|~{3,})")


def is_rule_id(text: str) -> bool:
    """Whether ``text`` has the form of a rule id: ``MJ-2.2.3``, ``MJ-5``, ``J12``."""
    return bool(_SECTION.fullmatch(text) or _RULING.fullmatch(text))


def prefix(rule_id: str) -> str:
    """Return what stands before the numbers: ``MJ`` for ``MJ-2.2.3``, ``J`` for ``J12``."""
    match = _SECTION.fullmatch(rule_id) or _RULING.fullmatch(rule_id)
    if match is None:
        raise ValueError(f"{rule_id!r} is no rule id")
    return match["prefix"]


def sort_key(rule_id: str) -> tuple[object, ...]:
    """Order ids as a reader expects: sections before rulings, 2.10 after 2.9."""
    numbers = tuple(int(number) for number in re.findall(r"\d+", rule_id))
    return (_RULING.fullmatch(rule_id) is not None, prefix(rule_id), numbers)


@dataclass(frozen=True)
class Rule:
    """A rule as a page defines it; ``place`` is ``file:line``."""

    id: str
    place: str


@dataclass
class Page:
    """What a game's page says about rules: their ids in order, and those that need no test, with the reason."""

    game: str
    path: Path
    rules: dict[str, Rule] = field(default_factory=dict)
    nothing: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    @property
    def prefixes(self) -> frozenset[str]:
        """The prefixes of the ids that this page defines."""
        return frozenset(map(prefix, self.rules))


@dataclass(frozen=True)
class Mark:
    """One rule named by one test: ``tests/test_x.py::test_y``."""

    rule: str
    test: str


@dataclass(frozen=True)
class Mention:
    """A rule id in the engine's source; ``place`` is ``file:line``."""

    rule: str
    place: str


# --- pages -----------------------------------------------------------------------------------------------


def read_pages(folder: Path = ROOT / "docs" / "games") -> list[Page]:
    """Read every game's page; ``index.md`` is none."""
    return [read_page(path) for path in sorted(folder.glob("*.md")) if path.stem != "index"]


def read_page(path: Path) -> Page:
    """Read one page. What cannot be understood goes into ``problems``."""
    page = Page(path.stem, path)
    for line, name, argument, body in _blocks(path.read_text(encoding="utf-8").splitlines()):
        place = f"{path.name}:{line}"
        if name == "rule":
            _add_rule(page, argument, body, place)
        elif name == "nothing-to-compute":
            _add_nothing(page, body, place)
    page.problems += [f"{path.name}: {gap}" for gap in gaps(page.rules)]
    return page


def _blocks(lines: list[str]) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield (line number, name, argument, body) of every ``:::{name} argument`` block outside of code."""
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        code = _CODE_FENCE.match(line)
        opening = _OPENING.fullmatch(line)
        fence = code[1] if code else opening["fence"] if opening else ""
        if not fence:
            continue
        start = number
        while number < len(lines) and lines[number].rstrip() != fence:
            number += 1
        if opening:
            yield start, opening["name"], opening["argument"].strip(), lines[start:number]
        number += 1


def _add_rule(page: Page, rule_id: str, body: list[str], place: str) -> None:
    if not is_rule_id(rule_id):
        page.problems.append(f"{place}: {rule_id!r} is no rule id")
    elif rule_id in page.rules:
        page.problems.append(f"{place}: {rule_id} is defined twice, first at {page.rules[rule_id].place}")
    else:
        page.rules[rule_id] = Rule(rule_id, place)
        if not any(line.strip() for line in body):
            page.problems.append(f"{place}: {rule_id} has no text")


def _add_nothing(page: Page, body: list[str], place: str) -> None:
    if page.nothing:
        page.problems.append(f"{place}: a second list of rules with nothing to compute")
    current = ""
    for line in body:
        bullet = _BULLET.fullmatch(line.rstrip())
        if bullet and bullet["id"] not in page.nothing:
            current = bullet["id"]
            page.nothing[current] = bullet["reason"]
        elif current and line.startswith("  ") and line.strip():
            page.nothing[current] += " " + line.strip()
        elif line.strip():
            page.problems.append(f"{place}: expected '* ID: reason', once an id, got {line.strip()!r}")
    if len(page.nothing) > MOST_NOTHING:
        page.problems.append(
            f"{place}: {len(page.nothing)} rules with nothing to compute, at most {MOST_NOTHING} are allowed"
        )
    page.problems += [
        f"{place}: {rule} is not defined on this page" for rule in page.nothing if rule not in page.rules
    ]


def gaps(rule_ids: Iterable[str]) -> list[str]:
    """Return a sentence for each number missing in a sequence: J3 where there are J1, J2 and J4.

    The chapters themselves (MJ-1, MJ-3, ...) may have gaps, since not each of them states rules.
    """
    siblings: defaultdict[str, set[int]] = defaultdict(set)
    for rule_id in rule_ids:
        if ruling := _RULING.fullmatch(rule_id):
            siblings[ruling["prefix"]].add(int(ruling["numbers"]))
        else:
            parts = rule_id.split(".")
            for depth in range(1, len(parts)):
                siblings[".".join(parts[:depth]) + "."].add(int(parts[depth]))
    return [
        f"{parent}{number} is missing, there is {parent}{max(numbers)}"
        for parent, numbers in siblings.items()
        for number in range(1, max(numbers))
        if number not in numbers
    ]


# --- tests -----------------------------------------------------------------------------------------------


def read_tests(folder: Path = ROOT / "tests", root: Path = ROOT) -> tuple[list[Mark], list[str]]:
    """Read every ``test_*.py`` below ``folder``; return the marks and what is wrong with them."""
    marks: list[Mark] = []
    problems: list[str] = []
    for path in sorted(folder.rglob("test_*.py")):
        _read_test_file(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"), marks, problems)
    return marks, problems


@dataclass(frozen=True)
class _Holder:
    """Something that marks can stand at: a test, a class of tests, a module."""

    test: str
    line: int
    expressions: list[ast.expr]
    fault: str


def _read_test_file(name: str, source: str, marks: list[Mark], problems: list[str]) -> None:
    tree = ast.parse(source)
    tables = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id != "pytestmark"
    }
    placed: set[tuple[int, int]] = set()
    for holder in _holders(tree.body, name, ""):
        calls = [call for expression in holder.expressions for call in _rule_marks(expression, tables)]
        placed.update((call.lineno, call.col_offset) for call in calls)
        for call in calls:
            if holder.fault:
                problems.append(f"{name}:{holder.line}: {holder.test} names rules, but {holder.fault}")
            elif not call.args or call.keywords:
                problems.append(f"{name}:{call.lineno}: a rule mark takes one or more ids, and nothing else")
        for argument in (argument for call in calls for argument in call.args):
            if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
                problems.append(f"{name}:{argument.lineno}: a rule mark takes ids written out as strings")
            elif not holder.fault:
                marks.append(Mark(argument.value, holder.test))
    problems += [
        f"{name}:{call.lineno}: this rule mark stands at no test"
        for call in _rule_marks(tree, {})
        if (call.lineno, call.col_offset) not in placed
    ]


def _holders(body: list[ast.stmt], path: str, fault: str) -> Iterator[_Holder]:
    """Yield everything below ``body`` that marks can stand at; ``fault`` is what already voids them."""
    for node in body:
        if isinstance(node, ast.Assign) and any(_name(target) == "pytestmark" for target in node.targets):
            fault = fault or _switched_off([node.value])
            yield _Holder(path, node.lineno, [node.value], fault)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            own = fault or _switched_off(node.decorator_list) or ("it is empty" if _is_empty(node) else "")
            yield _Holder(f"{path}::{node.name}", node.lineno, node.decorator_list, own)
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            own = fault or _switched_off(node.decorator_list)
            yield _Holder(f"{path}::{node.name}", node.lineno, node.decorator_list, own)
            yield from _holders(node.body, f"{path}::{node.name}", own)


def _name(node: ast.AST) -> str:
    """Return ``c`` for ``a.b.c``, ``c`` and calls of them."""
    match node:
        case ast.Call(func=function):
            return _name(function)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def _rule_marks(node: ast.AST, tables: Mapping[str, ast.expr]) -> Iterator[ast.Call]:
    """Yield the ``mark.rule(...)`` calls below ``node``, also those in a table that it names."""
    for child in ast.walk(node):
        match child:
            case ast.Call(func=ast.Attribute(attr="rule", value=value)) if _name(value) == "mark":
                yield child
            case ast.Name(id=name) if name in tables:
                yield from _rule_marks(tables[name], {})


def _switched_off(marks: list[ast.expr]) -> str:
    for child in (child for mark in marks for child in ast.walk(mark)):
        match child:
            case ast.Attribute(attr="skip" | "xfail" as how, value=value) if _name(value) == "mark":
                return f"a mark of it is {how}"
    return ""


def _is_empty(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return all(
        isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for node in function.body
    )


# --- engine ----------------------------------------------------------------------------------------------


def read_source(folder: Path, prefixes: Iterable[str], root: Path = ROOT) -> list[Mention]:
    """Read the string literals of a game's source that name a rule.

    Those are the literals that are wholly an id with one of ``prefixes``, and, whatever it looks like, the
    ``rule`` of every ``IllegalAction(...)``.
    """
    known = frozenset(prefixes)
    mentions = {
        Mention(str(literal.value), f"{path.relative_to(root).as_posix()}:{literal.lineno}")
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for literal in _rule_literals(node, known)
    }
    return sorted(mentions, key=lambda mention: (mention.place, mention.rule))


def _rule_literals(node: ast.AST, prefixes: frozenset[str]) -> Iterator[ast.Constant]:
    match node:
        case ast.Constant(value=str(text)) if is_rule_id(text) and prefix(text) in prefixes:
            yield node
        case ast.Call() if _name(node) == "IllegalAction":
            given = node.args[1:2] + [word.value for word in node.keywords if word.arg == "rule"]
            yield from (
                rule
                for rule in given
                if isinstance(rule, ast.Constant) and isinstance(rule.value, str) and rule.value
            )


# --- all three -------------------------------------------------------------------------------------------


def problems_of(pages: list[Page], marks: list[Mark], mentions: Mapping[str, list[Mention]]) -> list[str]:
    """Return a sentence for everything that does not fit together; none is what we want.

    Args:
        pages: the games' pages.
        marks: what the tests name.
        mentions: what each game's source names, by the game's name.
    """
    problems = [problem for page in pages for problem in page.problems]
    home: dict[str, Page] = {}
    for page in pages:
        for rule in page.rules.values():
            if rule.id in home:
                problems.append(f"{rule.place}: {rule.id} is defined by {home[rule.id].path.name} as well")
            home.setdefault(rule.id, page)
    tested = {mark.rule for mark in marks}
    problems += [f"{mark.test}: no page defines {mark.rule}" for mark in marks if mark.rule not in home]
    for page in pages:
        for rule in page.rules.values():
            if rule.id not in tested and rule.id not in page.nothing:
                problems.append(f"{rule.place}: no test names {rule.id}")
            if rule.id in tested and rule.id in page.nothing:
                problems.append(f"{rule.place}: {rule.id} has nothing to compute and is tested all the same")
        problems += [
            f"{mention.place}: {page.path.name} does not define {mention.rule}"
            for mention in mentions.get(page.game, [])
            if mention.rule not in page.rules
        ]
    return problems


def source_folder(game: str) -> Path:
    """Return where the source of a game of this library lies."""
    return ROOT / "boardkit" / "games" / game.replace("-", "_")


def tests_by_rule(marks: Iterable[Mark]) -> dict[str, list[str]]:
    """Return the tests of each rule, each test once, in order of their names."""
    by_rule: defaultdict[str, set[str]] = defaultdict(set)
    for mark in marks:
        by_rule[mark.rule].add(mark.test)
    return {rule: sorted(tests) for rule, tests in by_rule.items()}
