"""Sphinx extension: the tables of the games' pages, made from the code when the pages are built.

A game's page lies in ``games/<name>.md``; the directives find the game by the page's name:

``{game-facts}``, ``{game-options}``, ``{game-actions}``, ``{game-events}``, ``{game-view}``,
``{game-components}``, ``{rule-tests}`` and ``{game-picture}`` write a table or a picture;
``{games-table}``, ``{http-operations}`` and ``{http-settings}`` work on every page. ``{rule} ID`` defines a
rule, and the role ``{rule}`` links to one; ``{nothing-to-compute}`` lists the rules that no test can show.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec
from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from field_docs import field_rows, first_paragraph
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

import boardkit
from api.config import SETTINGS
from boardkit import registry
from tests import rule_ids

GameClass = type[boardkit.Game[Any, Any, Any]]


class TableDirective(SphinxDirective):
    """Base of the directives that write one table from Markdown cells."""

    def table(self, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[nodes.Node]:
        """Return a table; the cells are Markdown and may hold roles."""
        self.env.note_reread()  # the code or the tests may have changed where the page has not
        rows = list(rows)
        group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in heads), cols=len(heads))
        group += nodes.thead("", self._row(heads))
        group += nodes.tbody("", *(self._row(row) for row in rows))
        return [nodes.table("", group, classes=["colwidths-auto", "generated"])]

    def _row(self, cells: Sequence[str]) -> nodes.row:
        return nodes.row("", *(nodes.entry("", *self.markdown(cell)) for cell in cells))

    def markdown(self, text: str) -> list[nodes.Node]:
        """Parse a piece of Markdown as if it stood at the directive's place."""
        holder = nodes.Element()
        self.state.nested_parse(StringList(text.splitlines() or [""], self.get_source_info()[0]), 0, holder)
        return holder.children


class GameDirective(TableDirective):
    """Base of the directives that speak of the game whose page they stand on."""

    @property
    def game_name(self) -> str:
        return Path(self.env.docname).name

    @property
    def game_class(self) -> GameClass:
        return registry.find(self.game_name)


class Facts(GameDirective):
    """Title, players, versions and provenance."""

    def run(self) -> list[nodes.Node]:
        game = self.game_class.describe_game()
        return self.table(
            ("", ""),
            [
                ("Name", f"`{game.name}`"),
                ("Title", f"{game.title.en} / {game.title.ja}"),
                ("Players", f"{players_text(game)}, {game.default_players} when nobody says"),
                ("Rules version", str(game.rules)),
                ("Schema version", str(game.schema)),
                ("Data", game.provenance_summary),
            ],
        )


class Options(GameDirective):
    """The options that ``make`` takes."""

    def run(self) -> list[nodes.Node]:
        rows = [
            (
                f"`{option.name}`",
                f"{option.title.en} / {option.title.ja}",
                option_values(option),
                f"`{option.default}`",
                linked(option.meaning),
            )
            for option in self.game_class.describe_game().options
        ]
        return self.table(("Option", "Title", "Allowed", "Default", "Meaning"), rows)


class Types(GameDirective):
    """Base of the tables of actions and events."""

    attribute: ClassVar[str]

    def run(self) -> list[nodes.Node]:
        rows = []
        for cls in getattr(self.game_class, self.attribute):
            fields = [
                f"`{name}` ({kind}){': ' if text else ''}{text}" for name, kind, text in field_rows(cls)
            ]
            tag = cls.__struct_config__.tag
            rows.append(
                (f"`{cls.__name__}`\n\n`{tag}`", linked(first_paragraph(cls)), linked("\\\n".join(fields)))
            )
        return self.table(("Class and `type`", "Meaning", "Fields"), rows)


class Actions(Types):
    """The types of action."""

    attribute = "action_types"


class Events(Types):
    """The types of event."""

    attribute = "event_types"


class ViewFields(GameDirective):
    """The fields of the view, and of the structs that it holds."""

    def run(self) -> list[nodes.Node]:
        found: list[nodes.Node] = []
        pending, seen = [self.game_class.view_type], set()
        while pending:
            cls = pending.pop(0)
            if cls in seen:
                continue
            seen.add(cls)
            if found:
                found += self.markdown(f"`{cls.__name__}`: {linked(first_paragraph(cls))}")
            rows = [(f"`{name}`", kind, linked(text)) for name, kind, text in field_rows(cls, pending)]
            found += self.table(("Field", "Type", "Meaning"), rows)
        return found


class Components(GameDirective):
    """Where the data of a game come from."""

    def run(self) -> list[nodes.Node]:
        game = self.game_class.describe_game()
        return self.table(
            ("Part", "Status", "Source"),
            [(part.part, part.status, linked(part.source)) for part in game.provenance],
        )


class RuleTests(GameDirective):
    """Each rule with the tests that name it."""

    def run(self) -> list[nodes.Node]:
        page = rule_ids.read_page(Path(self.env.doc2path(self.env.docname)))
        marks, _ = rule_ids.read_tests()
        tests = rule_ids.tests_by_rule(marks)
        rows = []
        for rule in sorted(page.rules, key=rule_ids.sort_key):
            proofs = "\\\n".join(f"`{test.removeprefix('tests/')}`" for test in tests.get(rule, []))
            rows.append(
                (linked(rule), proofs or f"nothing to compute: {linked(page.nothing.get(rule, 'no test'))}")
            )
        return self.table(("Rule", "Tests"), rows)


class GamesTable(TableDirective):
    """All games of this library, with links to their pages."""

    def run(self) -> list[nodes.Node]:
        rows = [
            (f"{{doc}}`{game.title.en} </games/{name}>`", game.title.ja, f"`{name}`", players_text(game))
            for name, game in boardkit.games().items()
            if registry.is_builtin(name)
        ]
        return self.table(("Game", "Japanese title", "Name", "Players"), rows)


class HttpOperations(TableDirective):
    """The operations of the published description of the HTTP service."""

    def run(self) -> list[nodes.Node]:
        spec = json.loads((rule_ids.ROOT / "openapi" / "boardkit.json").read_text(encoding="utf-8"))
        rows = [
            (f"`{operation['operationId']}`", f"`{method.upper()} {path}`", operation["summary"])
            for path, methods in spec["paths"].items()
            for method, operation in methods.items()
            if "operationId" in operation
        ]
        return self.table(("Operation", "Call", "What it does"), rows)


class HttpSettings(TableDirective):
    """The environment variables of the HTTP service."""

    def run(self) -> list[nodes.Node]:
        rows = [
            (f"`{setting.name}`", f"`{setting.default}`" if setting.default else "", setting.meaning)
            for setting in SETTINGS
        ]
        return self.table(("Variable", "Default", "Meaning"), rows)


class Picture(GameDirective):
    """A view, drawn: random play from ``seed`` for ``steps`` steps, as ``player`` sees it."""

    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "seed": directives.nonnegative_int,
        "steps": directives.nonnegative_int,
        "players": directives.positive_int,
        "player": directives.nonnegative_int,
        "language": directives.unchanged,
        "alt": directives.unchanged_required,
        "options": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        options = dict(word.split("=", 1) for word in self.options.get("options", "").split())
        chosen_options: dict[str, Any] = {name: json.loads(value) for name, value in options.items()}
        game = boardkit.make(self.game_name, self.options.get("players"), **chosen_options)
        seed, steps = self.options.get("seed", 0), self.options.get("steps", 0)
        state, chosen = game.initial_state(seed), random.Random(seed)
        for _ in range(steps):
            if not state.is_terminal:
                state = boardkit.step(state, chosen.choice(boardkit.legal_actions(state)))
        view = boardkit.observe(state, self.options.get("player", state.current_player))
        words = (self.game_name, game.players, seed, steps, view.player, self.options.get("language", "en"))
        file = Path(self.env.srcdir) / "_generated" / ("-".join(map(str, words)) + ".svg")
        file.parent.mkdir(exist_ok=True)
        file.write_text(boardkit.draw(view, self.options.get("language", "en")), encoding="utf-8")
        up = "../" * self.env.docname.count("/")
        return [
            nodes.image(
                uri=up + f"_generated/{file.name}", alt=self.options.get("alt", f"A view of {game.name}")
            )
        ]


class RuleDirective(SphinxDirective):
    """A rule: its id is the anchor, its text the body."""

    has_content = True
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        rule = self.arguments[0]
        box = nodes.container(ids=[rule], classes=["rule"])
        link = nodes.reference("", rule, refuri=f"#{rule}", classes=["rule-id"])
        box += nodes.paragraph("", "", link)
        body = nodes.container(classes=["rule-text"])
        self.state.nested_parse(with_links(self.content), self.content_offset, body)
        box += body
        self.env.domains.standard_domain.note_object("rule", rule, rule, location=box)
        return [box]


class NothingToCompute(SphinxDirective):
    """The rules that no state of a program can show, each with the reason."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        box = nodes.container(classes=["nothing-to-compute"])
        self.state.nested_parse(with_links(self.content), self.content_offset, box)
        return [box]


def players_text(game: boardkit.GameDescription) -> str:
    """Return ``2 to 6``, or ``2`` where there is no choice."""
    if game.min_players == game.max_players:
        return str(game.min_players)
    return f"{game.min_players} to {game.max_players}"


def option_values(option: boardkit.OptionInfo) -> str:
    """Return what an option may be, in Markdown."""
    if option.kind == "choice":
        return ", ".join(f"`{value}`" for value in option.allowed)
    if option.kind == "int":
        return f"{option.minimum} to {option.maximum}"
    return option.allowed_text


def linked(text: str) -> str:
    """Return Markdown in which the ids of rules that exist are links."""
    return _ID.sub(lambda match: f"{{rule}}`{match[0]}`" if match[0] in _known_rules() else match[0], text)


def with_links(content: StringList) -> StringList:
    """Return a directive's content with links to rules, its lines where they were."""
    return StringList([linked(line) for line in content], items=content.items)


_ID = re.compile(r"(?<![\w`-])(?:[A-Z]{2}-\d+(?:\.\d+)*|[A-Z][1-9]\d*)(?![\w`-])")
_KNOWN: set[str] = set()


def _known_rules() -> set[str]:
    if not _KNOWN:
        _KNOWN.update(rule for page in rule_ids.read_pages() for rule in page.rules)
    return _KNOWN


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register roles and directives."""
    for name, directive in {
        "game-facts": Facts,
        "game-options": Options,
        "game-actions": Actions,
        "game-events": Events,
        "game-view": ViewFields,
        "game-components": Components,
        "game-picture": Picture,
        "games-table": GamesTable,
        "http-operations": HttpOperations,
        "http-settings": HttpSettings,
        "rule-tests": RuleTests,
        "nothing-to-compute": NothingToCompute,
    }.items():
        app.add_directive(name, directive)
    app.add_crossref_type("rule", "rule")
    app.add_directive_to_domain("std", "rule", RuleDirective, override=True)
    return {"version": msgspec.__version__, "parallel_read_safe": True, "parallel_write_safe": True}
