"""The games' pages have the same shape, and what they say by hand agrees with what the games do."""

import hashlib
import random
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from field_docs import field_rows, first_paragraph

import boardkit
from boardkit import chance, errors, registry
from tests import rule_ids, settings

PAGES = rule_ids.read_pages()
HEADINGS = [
    "The game",
    "Options",
    "Actions",
    "Events",
    "What the view holds",
    "Counts",
    "Components",
    "Rules",
    "Rulings",
    "Nothing to compute",
    "Rules and their tests",
]
STEPS = 150

pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.game)


def section(path: Path, heading: str) -> str:
    """Return the text under a heading, up to the next one of its level or above."""
    level = len(heading.split(maxsplit=1)[0])
    lines = path.read_text(encoding="utf-8").splitlines()
    start = lines.index(heading) + 1
    ends = (n for n in range(start, len(lines)) if re.match(rf"#{{1,{level}}} ", lines[n]))
    return "\n".join(lines[start : next(ends, len(lines))])


def patterns(text: str) -> dict[str, re.Pattern[str]]:
    """Read the bullets and rows that begin with patterns in code font: ``hand/<seat>`` stands for ``hand/0``."""
    found = [
        code
        for bullet in re.findall(r"^(?:\*|\|) ((?:`[^`]+`,? ?)+)", text.replace("`:", "` "), re.MULTILINE)
        for code in re.findall(r"`([^`]+)`", bullet)
    ]
    return {code: re.compile(re.sub(r"<[^>]+>", "[^/]+", code)) for code in found}


def games_of(name: str) -> Iterator[boardkit.Game]:
    """Yield the game for every player count, and with each other value of each option."""
    yield from settings.every_player_count(name)
    for _, _, game in settings.every_option(name):
        yield game


def states(game: boardkit.Game) -> Iterator[boardkit.State]:
    """Yield the states of one random game, its beginning at least."""
    chosen = random.Random(game.players)
    state = game.initial_state(seed=game.players)
    yield state
    for _ in range(STEPS):
        if state.is_terminal:
            return
        state = boardkit.step(state, settings.random_action(state, chosen))
        yield state


def unlike(found: set[str], documented: dict[str, re.Pattern[str]]) -> list[str]:
    """Return what was found and not documented, or documented and not found."""
    unknown = [name for name in sorted(found) if not any(p.fullmatch(name) for p in documented.values())]
    unseen = [code for code, p in documented.items() if not any(p.fullmatch(name) for name in found)]
    return [f"not documented: {name}" for name in unknown] + [
        f"documented, never seen: {code}" for code in unseen
    ]


@pages
def test_headings_are_the_same_on_every_page(page: rule_ids.Page) -> None:
    lines = page.path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == f"# {boardkit.games()[page.game].title.en}"
    assert [line[3:] for line in lines if line.startswith("## ")] == HEADINGS


@pages
@pytest.mark.parametrize("heading", ["The game", "What the view holds"])
def test_sections_are_written(page: rule_ids.Page, heading: str) -> None:
    assert len(section(page.path, f"## {heading}").split()) > 30


@pages
def test_actions_events_and_fields_are_explained(page: rule_ids.Page) -> None:
    game = registry.find(page.game)
    pending: list[type] = [*game.action_types, *game.event_types, game.view_type]
    silent = [cls.__name__ for cls in pending[:-1] if not first_paragraph(cls)]
    seen: set[type] = set()
    while pending:
        cls = pending.pop()
        if cls not in seen:
            seen.add(cls)
            rows = field_rows(cls, pending)
            silent += [
                f"{cls.__name__}.{name}" for name, kind, text in rows if not text and "seat" not in kind
            ]
    assert silent == []


@pages
def test_keys_of_counts_are_documented(page: rule_ids.Page) -> None:
    found = {
        key
        for game in games_of(page.game)
        for state in states(game)
        for key in boardkit.observe(state, None).counts()
    }
    assert found
    assert unlike(found, patterns(section(page.path, "## Counts"))) == []


@pages
def test_labels_of_shuffles_are_documented(page: rule_ids.Page, monkeypatch: pytest.MonkeyPatch) -> None:
    labels: set[str] = set()

    def listen(data: bytes) -> Any:
        domain, label = data[:11], data[11 + chance.SEED_BYTES :]
        assert domain == b"boardkit/1\0"
        labels.add(label.decode())
        return hashlib.shake_256(data)

    # Every shuffle reads a stream of this hash, so nothing is missed here.
    monkeypatch.setattr(chance, "hashlib", SimpleNamespace(shake_256=listen))
    for game in games_of(page.game):
        for _ in states(game):
            pass
    assert labels
    assert unlike(labels, patterns(section(page.path, "### Shuffles"))) == []


def test_every_public_name_is_in_the_reference() -> None:
    text = "\n".join(
        path.read_text(encoding="utf-8") for path in (rule_ids.ROOT / "docs" / "reference").glob("*.md")
    )
    documented = set(re.findall(r"^\.\. auto(?:function|class):: boardkit\.(\w+)$", text, re.MULTILINE))
    for names in re.findall(r"^ +:members: (.+)$", text, re.MULTILINE):
        documented.update(names.split(", "))
    documented.update(errors.__all__)  # that module is shown whole
    assert ".. automodule:: boardkit.errors\n   :members:\n" in text
    assert set(boardkit.__all__) - documented == {"__version__"}


def test_patterns_are_read_from_bullets() -> None:
    documented = patterns(
        "Text `x`.\n* `hand/<seat>`: cards.\n* `a`, `b/<n>/c`: both `y`\n  `no/<pattern>`\n"
    )
    assert list(documented) == ["hand/<seat>", "a", "b/<n>/c"]
    assert list(patterns("| label | what |\n|---|---|\n| `deck/<n>` | `z` |\n")) == ["deck/<n>"]
    assert unlike({"hand/0", "a", "b/12/c"}, documented) == []
    assert unlike({"hand/0/1", "a", "b/1/c"}, documented) == [
        "not documented: hand/0/1",
        "documented, never seen: hand/<seat>",
    ]
