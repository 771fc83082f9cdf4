"""What all checks share: where in which game we are, how often each check ran, and how one fails."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, NoReturn

import msgspec
from msgspec import Struct

from boardkit.game import Game
from boardkit.state import Action, State

__all__ = ["AnyGame", "ConformanceError", "Guard", "Played", "Probe", "choose", "difference", "seeded"]

AnyGame = Game[Any, Any, Any]


class ConformanceError(AssertionError):
    """A game does not keep the contract.

    Attributes:
        check: stable name of the check that failed, such as ``secrecy.view``.
        game: the game's name.
        episode: number of the game played, from 0, or None outside of any.
        step: number of the position in it (0: the initial state), or None.
        player: the seat that looked, or None for a spectator or nobody in particular.
        detail: what differed.
    """

    def __init__(
        self, check: str, where: tuple[str, int | None, int | None, int | None], detail: str
    ) -> None:
        super().__init__(check, where, detail)
        self.check = check
        self.game, self.episode, self.step, self.player = where
        self.detail = detail

    def __str__(self) -> str:
        places = (("episode", self.episode), ("step", self.step), ("player", self.player))
        where = "".join(f", {name} {number}" for name, number in places if number is not None)
        return f"[{self.check}] {self.game}{where}: {self.detail}"


class Played(Struct):
    """One game as it was played: ``states[i]``, its ``menus[i]`` and the action taken there."""

    seed: int
    states: list[State]
    menus: list[tuple[Action, ...]]
    actions: list[Action]


class Guard:
    """Turns whatever an engine call raises into a failure of one check."""

    def __init__(self, probe: Probe, check: str) -> None:
        self._probe = probe
        self._check = check

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, Exception) and not isinstance(error, ConformanceError):
            raise self._probe.error(self._check, f"raised {type(error).__name__}: {error}") from error


class Probe:
    """Where the suite is, and how its findings are reported."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.episode: int | None = None
        self.step: int | None = None
        self.player: int | None = None
        self.ran: Counter[str] = Counter()
        self.skipped: dict[str, str] = {}
        self._guards: dict[str, Guard] = {}

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """Every seat, and None for a spectator."""
        return (*range(self.game.players), None)

    def due(self, every: int = 4) -> bool:
        """Whether a check that lists the legal actions of a fresh state is made here.

        Always where a table makes that cheap; in games whose actions are too many for one, now and then.
        """
        return self.game.actions is not None or (self.step or 0) % every == 0

    def importable(self, check: str) -> bool:
        """Whether the game's class can be found by its name; if not, ``check`` counts as skipped."""
        cls = type(self.game)
        if "<" not in cls.__qualname__ and cls.__module__ != "__main__":
            return True
        self.skipped[check] = f"{cls.__module__}.{cls.__qualname__} cannot be imported by its name"
        return False

    def at(self, episode: int | None = None, step: int | None = None, player: int | None = None) -> None:
        """Say where the checks that follow are made."""
        self.episode, self.step, self.player = episode, step, player

    def guard(self, check: str) -> Guard:
        """Return a context in which anything raised is a failure of ``check``; entering counts as running it."""
        self.ran[check] += 1
        found = self._guards.get(check)
        if found is None:
            found = self._guards[check] = Guard(self, check)
        return found

    def error(self, check: str, detail: str) -> ConformanceError:
        """Return the failure of ``check`` here and now."""
        return ConformanceError(check, (self.game.name, self.episode, self.step, self.player), detail)

    def fail(self, check: str, detail: str) -> NoReturn:
        """Raise the failure of ``check``."""
        raise self.error(check, detail)

    def ensure(self, check: str, good: bool, detail: str) -> None:
        """Fail ``check`` unless ``good``."""
        self.ran[check] += 1
        if not good:
            raise self.error(check, detail)

    def same(self, check: str, what: str, one: Any, other: Any) -> None:
        """Fail ``check`` unless the two are equal, and say where they first differ."""
        self.ran[check] += 1
        if one != other:
            raise self.error(check, f"{what}: {difference(one, other)}")


def seeded(*path: object) -> random.Random:
    """Return a generator that depends on ``path`` alone (not on the hash seed of this process)."""
    return random.Random("/".join(map(str, path)))


def choose(rng: random.Random, menu: Sequence[Action], by_kind: bool) -> Action:
    """Pick a legal action: any, or first any kind and then any of that kind, so that rare kinds come up."""
    if by_kind:
        kinds = sorted({type(action).__name__ for action in menu})
        kind = kinds[int(rng.random() * len(kinds))]
        menu = [action for action in menu if type(action).__name__ == kind]
    return menu[int(rng.random() * len(menu))]


def difference(one: Any, other: Any) -> str:
    """Say where two values, of any kind, first differ."""
    one, other = _plain(one), _plain(other)
    pointer = ""
    while True:
        step = _first_difference(one, other)
        if step is None:
            return f"{_short(one)} is not {_short(other)}" + (f" (at {pointer})" if pointer else "")
        pointer += f"/{step}"
        one, other = one[step], other[step]


def _first_difference(one: Any, other: Any) -> Any:
    if isinstance(one, Mapping) and isinstance(other, Mapping) and one.keys() == other.keys():
        return next((key for key in one if one[key] != other[key]), None)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        return next((i for i, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]), None)
    return None


def _plain(value: Any) -> Any:
    """Return JSON-like values, from bytes of JSON or from structs, as far as there is a way."""
    try:
        if isinstance(value, bytes):
            return msgspec.json.decode(value)
        return msgspec.to_builtins(value)
    except (TypeError, ValueError, RecursionError):
        return value


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 200 else text[:199] + "…"
