"""Games as they were played when somebody last looked: what changes in them shows as a difference of files.

``python -m tests.golden`` writes all files anew; read the difference before you commit it. A digest that changes
means that seeded games take another course, so the game's rules version has to rise.

``<game>.txt`` is one whole game in words: each action, then the lines that a spectator sees and did not see
before, then what each player sees otherwise. ``digests.txt`` has one line a game, in all settings.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boardkit
from boardkit import Game, Record, chance, registry
from boardkit.state import Action, State
from tests.settings import every_option, every_player_count

FOLDER = Path(__file__).parent
DIGESTS = FOLDER / "digests.txt"
SEEDS = (1, 2)
# A game without a table of actions takes long to list them: of its unusual settings only so many steps are played.
WIDE_STEPS = 40

# Which settings the game in words is played with; the game's own where none are given.
SHOWN: dict[str, dict[str, Any]] = {
    "maillot-jaune": {"players": 3},
    "effervescent": {"players": 2},
    "mayfly": {"players": 2, "decision": "majority_vote"},
}


def course(
    game: Game[Any, Any, Any], seed: int, most: int | None = None
) -> Iterator[tuple[Action | None, State]]:
    """Yield every action (None at first) with the state after it, for ``most`` actions or to the end.

    The choices follow from the seed, in any language.
    """
    state = game.initial_state(seed)
    words = chance.words(chance.seed_bytes(seed), "golden/choices", 64)
    yield None, state
    while not state.is_terminal and (most is None or most > 0):
        most = None if most is None else most - 1
        menu = game.legal_actions(state)
        action = menu[next(words) % len(menu)]
        state = game.step(state, action)
        yield action, state


def playthrough(name: str, seed: int = 1) -> str:
    """Return one game in words."""
    game = boardkit.make(name, **SHOWN.get(name, {}))
    lines = [f"{game.info.title.en}, {game.players} players, {settings(game)}, seed {seed}"]
    shown: dict[int | None, list[str]] = {}
    asked: int | None = None
    for step, (action, state) in enumerate(course(game, seed)):
        lines.append("")
        lines.append(
            f"== {step}" if action is None else f"== {step}: player {asked}: {game.describe(action)}"
        )
        lines += _news(game, state, shown)
        asked = state.current_player
    lines += ["", f"== over: returns {list(state.returns)}, ranking {list(state.ranking or ())}"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _news(game: Game[Any, Any, Any], state: State, shown: dict[int | None, list[str]]) -> Iterator[str]:
    """Yield what a spectator sees of this step, and then what each player sees otherwise."""
    news: dict[int | None, list[str]] = {}
    for player in (*range(game.players), None):
        view = game.observe(state, player)
        text = game.text(view).splitlines()
        news[player] = [f"* {game.describe(event)}" for event in view.events]
        news[player] += [line for line in text if line not in shown.get(player, ())]
        shown[player] = text
    public = news.pop(None)
    yield from public
    for player, lines in news.items():
        own = [line for line in lines if line not in public]
        if own:
            yield from (f"-- player {player}", *own)


def settings(game: Game[Any, Any, Any]) -> str:
    """Return the options that are not as by default, as words."""
    options = [f"{name}={getattr(game.options, name)}" for name in game.options.__struct_fields__]
    usual = [f"{name}={getattr(type(game.options)(), name)}" for name in game.options.__struct_fields__]
    return ",".join(option for option in options if option not in usual) or "standard"


def digests(name: str) -> Iterator[str]:
    """Yield a line for each game of one name: settings, length, points and digest."""
    rules = registry.find(name).info.rules
    games = [*every_player_count(name), *(game for _, _, game in every_option(name))]
    for game in games:
        wide = game.actions is None
        most = WIDE_STEPS if wide and game is not boardkit.make(name) else None
        for seed in SEEDS[: 1 if wide else None]:
            steps = list(course(game, seed, most))
            record = Record.of(steps[-1][1], tuple(action for action, _ in steps if action is not None))
            points = ",".join(map(str, record.returns))
            yield (
                f"{name} rules={rules} players={game.players} {settings(game)} seed={seed} "
                f"steps={len(record.actions)} returns={points} {record.digest}"
            )
