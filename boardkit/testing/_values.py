"""States, views, actions and events as values: types of fields, immutability, JSON, pickles and copies."""

from __future__ import annotations

import copy
import enum
import pickle
from typing import Any

from msgspec import Struct

from boardkit.codec import from_builtins, from_json, to_builtins, to_json
from boardkit.game import Game
from boardkit.state import Action, Event, State, View
from boardkit.testing._probe import Probe

__all__ = ["Values"]

_PLAIN = (bool, int, str, bytes, type(None), enum.Enum)
_MEMORY = 20_000


class Values:
    """The checks of one game played; it remembers every state to see later that none has changed."""

    def __init__(self, probe: Probe) -> None:
        self._probe = probe
        self._kept: list[tuple[State, int, bytes]] = []
        self._seen: set[Any] = set()
        self._fielded: set[Any] = set()

    # ---- one value -----------------------------------------------------------------------------

    def keep(self, state: State) -> None:
        """Remember how a new state looks, before anything is done with it."""
        with self._probe.guard("fields"):
            hashed = hash(state)
        with self._probe.guard("json.state"):
            self._kept.append((state, hashed, to_json(state)))

    def check_state(self, state: State) -> None:
        """Check a new state."""
        self._check_fields("state", state)
        self._check_frozen("state", state)
        self._check_json("state", state)
        self._check_copies("state", state)
        for event in state.events:
            self.check_loose(event)

    def check_view(self, view: View) -> None:
        """Check a view and the events in it."""
        self._probe.player = view.player
        self._check_json("view", view)
        # Views of one game are alike: of what their fields are made is looked at now and then.
        if len(self._kept) % 8 == 1:
            self._check_fields("view", view)
            self._check_frozen("view", view)
            self._check_copies("view", view)
        for event in view.events:
            self.check_loose(event)
        self._probe.player = None

    def check_loose(self, value: Action | Event) -> None:
        """Check an action or an event, each value once."""
        kind = "action" if isinstance(value, Action) else "event"
        with self._probe.guard("fields"):
            key = (type(value), value)
            known = key in self._seen
        if known:
            return
        if len(self._seen) < _MEMORY:
            self._seen.add(key)
        types = self._probe.game.action_types if kind == "action" else self._probe.game.event_types
        self._probe.ensure("fields", type(value) in types, f"{type(value).__name__} is not in {kind}_types")
        self._check_fields(kind, value)
        self._check_frozen(kind, value)
        self._check_json(kind, value)
        self._check_copies(kind, value)

    # ---- what has been -------------------------------------------------------------------------

    def check_last_unchanged(self) -> None:
        """Check that the latest state is what it was."""
        self.check_unchanged(len(self._kept) - 1)

    def check_unchanged(self, place: int) -> None:
        """Check that the state at ``place`` is what it was."""
        state, hashed, document = self._kept[place]
        with self._probe.guard("immutability"):
            same = hash(state) == hashed and to_json(state) == document
        if not same:
            self._probe.step = place
            self._probe.same("immutability", "a past state has changed", document, to_json(state))
            self._probe.fail("immutability", "the hash of a past state has changed")

    def check_all_unchanged(self) -> None:
        """Check all past states once more, the game being over."""
        for place in range(len(self._kept)):
            self.check_unchanged(place)

    # ---- parts ---------------------------------------------------------------------------------

    def _check_fields(self, kind: str, value: Struct) -> None:
        self._probe.ran["fields"] += 1
        fault = self._bad_field(value, "")
        if fault is not None:
            self._probe.fail("fields", f"{kind}{fault}")

    def _bad_field(self, value: Any, path: str) -> str | None:
        if isinstance(value, (Game, *_PLAIN)):
            return None
        if isinstance(value, tuple):
            items = ((f"{path}[{i}]", item) for i, item in enumerate(value))
        elif isinstance(value, Struct):
            if not type(value).__struct_config__.frozen:
                return f"{path} is a {type(value).__name__}, which is not frozen"
            items = ((f"{path}.{name}", getattr(value, name)) for name in value.__struct_fields__)
        else:
            return f"{path} is a {type(value).__name__}; no set, dict, list, float or the like"
        return next((fault for at, item in items if (fault := self._bad_field(item, at))), None)

    def _check_frozen(self, kind: str, value: Struct) -> None:
        self._probe.ran["immutability"] += 1
        for name in value.__struct_fields__:
            try:
                setattr(value, name, getattr(value, name))
            except (AttributeError, TypeError):
                continue
            self._probe.fail("immutability", f"{kind}.{name} can be set")

    def _check_json(self, kind: str, value: Any) -> None:
        check = f"json.{kind}"
        with self._probe.guard(check):
            document = to_json(value)
            back = from_json(document)
            again = to_json(back)
            plain = from_builtins(to_builtins(value))
            hashes = hash(back), hash(value)
        self._probe.same(check, "two encodings of one value", document, to_json(value))
        self._probe.ensure(check, type(back) is type(value), f"came back as a {type(back).__name__}")
        self._probe.same(check, "came back from JSON as another value", value, back)
        self._probe.same(check, "came back from builtins as another value", value, plain)
        self._probe.same(check, "encoded again as other bytes", document, again)
        self._probe.ensure(check, hashes[0] == hashes[1], "came back with another hash")
        if isinstance(value, State) and self._probe.due():
            with self._probe.guard(check):
                menus = self._probe.game.legal_actions(value), self._probe.game.legal_actions(back)
            self._probe.same(check, "the state from JSON offers other actions", *menus)
        if isinstance(value, State | View):
            self._probe.ensure(check, back.game is self._probe.game, "came back with another game object")

    def _check_copies(self, kind: str, value: Any) -> None:
        with self._probe.guard("copies"):
            copies = {"copy": copy.copy(value), "deepcopy": copy.deepcopy(value)}
            if self._probe.importable("copies"):
                copies["a pickle"] = pickle.loads(pickle.dumps(value))  # noqa: S301  our own bytes
            hashes = {hash(twin) for twin in (value, *copies.values())}
        for how, twin in copies.items():
            self._probe.ensure("copies", twin == value, f"{how} of a {kind} is another value")
        self._probe.ensure("copies", len(hashes) == 1, f"a copy of a {kind} has another hash")
