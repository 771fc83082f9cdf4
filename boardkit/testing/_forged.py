"""Documents that somebody changed: they are refused, or nothing that is done with them later fails."""

from __future__ import annotations

import copy
import random
from typing import Any

import msgspec
from msgspec.structs import replace

from boardkit.codec import from_json, to_builtins, to_json
from boardkit.errors import DecodeError, InvalidView
from boardkit.state import State, View
from boardkit.testing._probe import Probe, choose

__all__ = ["check_forged"]

_JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    1,
    2,
    9,
    2**63 - 1,
    10**30,
    1.5,
    "",
    "x",
    "\0",
    [],
    [[]],
    {},
    {"type": "x"},
)


def check_forged(probe: Probe, state: State, player: int | None, rng: random.Random, times: int = 4) -> None:
    """Forge the JSON of a state and of a view a few times, and use what is accepted in every way there is."""
    documents = to_builtins(state), to_builtins(probe.game.observe(state, player))
    for _ in range(times):
        for kind, document in zip(("state", "view"), documents, strict=True):
            forged = document
            for _ in range(rng.randrange(1, 4)):
                forged = _forge(forged, rng)
            check = f"forged.{kind}"
            data = msgspec.json.encode(forged)
            try:
                with probe.guard(check):
                    value = _read(data)
                    if isinstance(value, State):
                        _use_state(value, rng)
                    elif isinstance(value, View):
                        _use_view(value)
            except AssertionError as error:
                shown = data.decode()
                error.add_note(f"the document: {shown if len(shown) < 5_000 else shown[:5_000] + '…'}")
                raise


def _read(data: bytes) -> Any:
    try:
        return from_json(data)
    except DecodeError:
        return None


def _use_state(state: State, rng: random.Random) -> None:
    game = state.game
    _read_again(state)
    most = 2 * game.max_steps if game.actions is not None else 3
    for step in range(most):
        menu = game.legal_actions(state)
        if step < 2:
            for player in (*range(game.players), None):
                view = game.observe(state, player)
                _use_view(view)
                game.permute_hidden(state, player, step)
        if not menu:
            break
        state = game.step(state, choose(rng, menu, by_kind=False))
        game.audit(state)
    if not state.is_terminal:
        if game.actions is not None:
            raise RuntimeError("the game does not end")
        return
    if len(state.returns) != game.players or len(state.ranking or ()) != game.players:
        raise RuntimeError("the result is not one number a player")


def _use_view(view: View) -> None:
    game = view.game
    _read_again(view)
    if not (game.draw(view) and game.text(view, "ja")):
        raise RuntimeError("no picture or no text")
    view.counts()
    for event in view.events:
        game.describe(event)
        event.deltas()
    if view.player is None:
        return
    try:
        world = game.resample(view, 1)
    except InvalidView:
        return
    game.audit(world)
    # An event that shows what its viewer cannot have seen is redacted again: that much a forger gets nothing by.
    seen = game.observe(world, view.player)
    if replace(seen, events=()) != replace(view, events=()):
        raise RuntimeError("a world drawn from the view looks different")


def _read_again(value: State | View) -> None:
    """Check that what was accepted, or is seen in it, can be written and read back."""
    if from_json(to_json(value)) != value:
        raise RuntimeError("written and read back it is another")


def _forge(document: Any, rng: random.Random) -> Any:
    """Return a copy with one thing in it deleted, doubled, exchanged, moved by a little or replaced by junk."""
    document = copy.deepcopy(document)
    places = list(_places(document))
    node, key = rng.choice(places)
    other_node, other_key = rng.choice(places)
    value, how = node[key], rng.randrange(8)
    if type(value) is int and how >= 4:
        node[key] = (value - 1, value + 1, value + rng.randrange(-9, 10), rng.randrange(-1, 20))[how - 4]
    elif how == 0:
        del node[key]
    elif how == 1 and isinstance(node, list):
        node.insert(rng.randrange(len(node) + 1), copy.deepcopy(value))
    elif how <= 5:
        node[key] = copy.deepcopy(other_node[other_key])
    else:
        node[key] = rng.choice(_JUNK)
    return document


def _places(node: Any) -> Any:
    for key in list(node) if isinstance(node, dict) else range(len(node)):
        yield node, key
        if isinstance(node[key], dict | list) and key != "components":
            yield from _places(node[key])
