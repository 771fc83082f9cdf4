"""The engine over HTTP: every call answers from its body alone, and nothing is kept."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response, current_app

import boardkit
from api.game_types import GameClass, components_of, title_of
from api.operations import Resource
from api.problems import Fault, Problem, illegal
from api.schemas import (
    DrawRequestSchema,
    GameListSchema,
    GameSchema,
    LegalActionsAnswerSchema,
    LegalActionsRequestSchema,
    NewStateRequestSchema,
    ObserveRequestSchema,
    ResampleRequestSchema,
    SnapAnswerSchema,
    SnapRequestSchema,
    StateAnswerSchema,
    StepAnswerSchema,
    StepRequestSchema,
    ViewAnswerSchema,
)
from api.service import Service
from boardkit import (
    BoardkitError,
    CannotResample,
    IllegalAction,
    InvalidOption,
    InvalidPlayer,
    InvalidView,
    State,
    View,
)
from boardkit.codec import component_name

resource = Resource(
    "games",
    __name__,
    url_prefix="/v1/games",
    description="The games, and the engine without any memory: whoever calls holds the states.",
)

_STATE_CODES = ("unknown-game", "invalid-state", "unsupported-schema", "rules-version-mismatch", "other-game")
_VIEW_CODES = ("unknown-game", "invalid-view", "unsupported-schema", "rules-version-mismatch", "other-game")
_LASTING = {"Cache-Control": {"description": "Always `no-cache`.", "schema": {"type": "string"}}}


def _service() -> Service:
    return current_app.extensions["boardkit"]  # type: ignore[no-any-return]  # set by create_app


def _served(game: str) -> GameClass:
    return _service().games.find(game)


def _own(game: str, value: State | View, pointer: str) -> None:
    """Check that a document is of the game that the address names."""
    if value.game.name != game:
        fault = Fault(pointer + "/type", f"of {value.game.name}, the address says {game}")
        raise Problem("other-game", fault.detail, errors=[fault])


def _seed(text: str | None) -> int | None:
    return None if text is None else int(text, 16)


@resource.operation("GET", "", answer=GameListSchema, says="The games, by name.")
def list_games() -> dict[str, Any]:
    """List the games.

    Every game that this service plays, with its number of players and its rules version.
    """
    return {"games": [cls.describe_game() for cls in _service().games]}


@resource.operation("GET", "/<game>", answer=GameSchema, says="The game.", refusals=["unknown-game"])
def get_game(game: str) -> dict[str, Any]:
    """Describe a game.

    Its options with their JSON Schema, its types of action and event, its cards and tiles with their
    provenance, and the English and Japanese name of everything.
    """
    cls = _served(game)
    description, standard = cls.describe_game(), cls.standard()
    schemas = components_of(cls)
    return {
        **msgspec.structs.asdict(description),
        "options_schema": schemas[component_name(game, "Options")],
        "actions": [_type(game, kind, schemas) for kind in cls.action_types],
        "events": [_type(game, kind, schemas) for kind in cls.event_types],
        "free_placement": hasattr(cls, "snap"),
        "components": {
            "id": standard.components.id,
            "sha256": standard.components.sha256,
            "data": msgspec.to_builtins(standard.components.data),
            "provenance": standard.provenance,
        },
        "names": {
            category: {key: {"en": title.en, "ja": title.ja} for key, title in names.items()}
            for category, names in cls.names().items()
        },
    }


def _type(game: str, kind: Any, schemas: dict[str, dict[str, Any]]) -> dict[str, str]:
    component = title_of(game, kind)
    return {
        "type": str(kind.__struct_config__.tag),
        "component": component,
        "description": schemas[component].get("description", ""),
    }


@resource.operation(
    "POST",
    "/<game>/states",
    body=NewStateRequestSchema,
    answer=StateAnswerSchema,
    says="The first state.",
    refusals=["unknown-game", "invalid-option"],
    before=_served,
)
def new_state(body: dict[str, Any], game: str) -> dict[str, Any]:
    """Begin a game.

    Returns the state before the first decision. The same seed, options and rules version give the same
    state everywhere. The state holds all that is hidden, the seed too: it is the caller's own game. Matches,
    in which others must not see it, are made with createMatch.
    """
    cls = _served(game)
    options = body.get("options", {})
    try:
        return {"state": cls.make(body.get("players"), options).initial_state(_seed(body.get("seed")))}
    except InvalidOption as error:
        raise _service().invalid_option(cls, options, error) from None


@resource.operation(
    "POST",
    "/<game>/step",
    body=StepRequestSchema,
    answer=StepAnswerSchema,
    says="The state after the action, and what happened.",
    acts=True,
    refusals=_STATE_CODES,
    before=_served,
)
def step_state(body: dict[str, Any], game: str) -> dict[str, Any]:
    """Do an action in a state.

    The posted state is checked first; nothing is trusted in it.
    """
    _own(game, body["state"], "/state")
    try:
        state = boardkit.step(body["state"], body["action"])
    except IllegalAction as error:
        raise illegal(error) from None
    return {"state": state, "events": state.events}


@resource.operation(
    "POST",
    "/<game>/legal-actions",
    body=LegalActionsRequestSchema,
    answer=LegalActionsAnswerSchema,
    says="Who is asked, and what may be done.",
    refusals=_STATE_CODES,
    before=_served,
)
def list_legal_actions(body: dict[str, Any], game: str) -> dict[str, Any]:
    """List the legal actions of a state.

    They come in a fixed order without duplicates; the list is empty exactly when the game is over.
    """
    state = body["state"]
    _own(game, state, "/state")
    return {
        "current_player": state.current_player,
        "actions": boardkit.legal_actions(state),
        "returns": state.returns,
        "ranking": state.ranking,
    }


@resource.operation(
    "POST",
    "/<game>/observe",
    body=ObserveRequestSchema,
    answer=ViewAnswerSchema,
    says="What that player may know.",
    refusals=[*_STATE_CODES, "invalid-player"],
    before=_served,
)
def observe_state(body: dict[str, Any], game: str) -> dict[str, Any]:
    """Look at a state as one player.

    The view holds all that the player was ever shown and is still true, and nothing else.
    """
    _own(game, body["state"], "/state")
    try:
        return {"view": boardkit.observe(body["state"], body["player"])}
    except InvalidPlayer as error:
        raise Problem("invalid-player", str(error), errors=[Fault("/player", str(error))]) from None


@resource.operation(
    "POST",
    "/<game>/resample",
    body=ResampleRequestSchema,
    answer=StateAnswerSchema,
    says="A state that could have led to this view.",
    refusals=[*_VIEW_CODES, "cannot-resample"],
    before=_served,
)
def resample_view(body: dict[str, Any], game: str) -> dict[str, Any]:
    """Draw a world from a view.

    Returns a full state that could have led to exactly this view: a world to think in, for programs that
    play. The same view and seed give the same state.
    """
    _own(game, body["view"], "/view")
    try:
        return {"state": boardkit.resample(body["view"], _seed(body.get("seed")))}
    except CannotResample as error:
        raise Problem("cannot-resample", str(error), errors=[Fault("/view/player", str(error))]) from None
    except InvalidView as error:
        raise Problem("invalid-view", str(error), errors=[_at("/view", error)]) from None


def _at(pointer: str, error: InvalidView) -> Fault:
    return Fault(pointer + error.pointer, error.detail)


@resource.operation(
    "POST",
    "/<game>/draw",
    body=DrawRequestSchema,
    answer=None,
    media_type="image/svg+xml",
    says="The picture.",
    refusals=_VIEW_CODES,
    before=_served,
)
def draw_view(body: dict[str, Any], game: str) -> Response:
    """Draw a view.

    Returns an SVG document, labelled in English or Japanese.
    """
    _own(game, body["view"], "/view")
    return picture(boardkit.draw(body["view"], body["language"]))


@resource.operation(
    "POST",
    "/<game>/snap",
    body=SnapRequestSchema,
    answer=SnapAnswerSchema,
    says="The nearest legal placement, or the reason that there is none.",
    refusals=[*_STATE_CODES, "invalid-view", "no-free-placement"],
    before=_served,
)
def snap_placement(body: dict[str, Any], game: str) -> dict[str, Any]:
    """Find the nearest legal placement of a tile.

    For games whose tiles lie anywhere on the table, where no list holds all placements. The games that have
    a finite table of actions answer 404.
    """
    pointer = "/view" if "view" in body else "/state"
    holder = body[pointer[1:]]
    _own(game, holder, pointer)
    snap = getattr(holder.game, "snap", None)
    if snap is None:
        raise Problem("no-free-placement", f"{game} has a finite table of actions")
    try:
        found = snap(holder, *[body[name] for name in ("tile", "flip", "rotation", "x", "y")])
    except IllegalAction as error:
        return {"reason": _reason(error.code, error.rule, error.message), "collisions": []}
    except BoardkitError as error:
        raise Problem("invalid-body", str(error), errors=[Fault("", str(error))]) from None
    return _snapped(found)


def _reason(code: str, rule: str, detail: str) -> dict[str, str]:
    return {"code": code, "rule": rule, "detail": detail}


def _snapped(found: Any) -> dict[str, Any]:
    """Return what a game's ``snap`` said.

    A game with free placement has a method ``snap(holder, tile, flip, rotation, x, y)`` for a state or a view.
    What it returns has ``placement`` (an action or None), ``turned``, ``distance2``, ``code`` (None if the tile
    may lie as dropped), ``rule``, ``message`` and ``collisions``.
    """
    told: dict[str, Any] = {"collisions": msgspec.to_builtins(found.collisions)}
    if found.placement is not None:
        told |= {"action": found.placement, "turned": found.turned, "distance2": found.distance2}
    if found.code is not None:
        told["reason"] = _reason(found.code, found.rule, found.message)
    return told


def picture(svg: str) -> Response:
    """Return an SVG document as an answer that can run nothing."""
    response = Response(svg, mimetype="image/svg+xml")
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return response
