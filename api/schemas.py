"""The HTTP resources, as marshmallow schemas. Game types are not written here; see :mod:`api.fields`."""

from __future__ import annotations

import inspect
from datetime import UTC, datetime
from typing import Any

import marshmallow as ma
from marshmallow import fields

from api.agents import AGENTS, MAX_STRENGTH
from api.fields import GameValue, Integer, QueryInteger, Text, choice
from api.tokens import MAX_NONCE

HEX32 = "^[0-9a-f]{64}$"
MATCH_ID = "^[A-Za-z0-9_-]{22}$"
TOKEN = "^[A-Za-z0-9_-]{43}$"  # noqa: S105  a pattern, not a token
GAME = "^[a-z0-9]+(-[a-z0-9]+)*$"
MAX_VERSION = 1_000_000_000
MAX_TURN_SECONDS = 604_800
LANGUAGES = ("en", "ja")


def means(text: str, **more: Any) -> dict[str, Any]:
    """Return the metadata of a field: its meaning, and whatever else the specification shall say."""
    return {"description": text, **more}


class Resource(ma.Schema):
    """A schema whose docstring is its description in the specification."""

    def __init_subclass__(cls, **options: Any) -> None:
        meta = type("Meta", (ma.Schema.Meta,), {"description": " ".join((inspect.getdoc(cls) or "").split())})
        setattr(cls, "Meta", meta)  # noqa: B010  where marshmallow and apispec look for it
        super().__init_subclass__(**options)


class Time(ma.fields.String):
    """Milliseconds since 1970, written as RFC 3339 in UTC."""

    def __init__(self, **options: Any) -> None:
        metadata = {**options.pop("metadata", {}), "format": "date-time"}
        super().__init__(metadata=metadata, **options)

    def _serialize(self, value: Any, *_: Any, **__: Any) -> str | None:
        if value is None:
            return None
        moment = datetime.fromtimestamp(value // 1000, UTC)
        return f"{moment:%Y-%m-%dT%H:%M:%S}.{value % 1000:03d}Z"


class Seat(Integer):
    """A seat."""

    def __init__(self, meaning: str = "A seat, counted from 0.", **options: Any) -> None:
        super().__init__(0, 15, metadata=means(meaning), **options)


# ---- refusals --------------------------------------------------------------------------------------


class ErrorItemSchema(Resource):
    """One fault of a request."""

    pointer = fields.String(metadata=means("JSON pointer into the body; empty for the whole body."))
    parameter = fields.String(metadata=means("Name of the query parameter, for a fault of the query."))
    detail = fields.String(required=True, metadata=means("What is wrong there, or what is allowed."))


class ProblemSchema(Resource):
    """A refusal (RFC 9457). Programs look at `code`, people at `detail`."""

    title = fields.String(required=True, metadata=means("The status in words."))
    status = fields.Integer(required=True, metadata=means("The HTTP status.", minimum=400, maximum=599))
    detail = fields.String(required=True, metadata=means("One sentence about this very case."))
    code = fields.String(required=True, metadata=means("A stable word for programs, in kebab-case."))
    rule = fields.String(
        metadata=means(
            "For an illegal action: id of the rule that forbids it, empty if no rule is concerned."
        )
    )
    version = fields.Integer(
        metadata=means("The match's current version, where a version matters.", minimum=0)
    )
    errors = fields.List(fields.Nested(ErrorItemSchema), metadata=means("Every fault of the request."))


# ---- games -----------------------------------------------------------------------------------------


class TitleSchema(Resource):
    """A name for people."""

    en = fields.String(required=True, metadata=means("The name in English."))
    ja = fields.String(required=True, metadata=means("The name in Japanese."))


class OptionSchema(Resource):
    """One option of a game."""

    name = fields.String(required=True, metadata=means("The key in `options`."))
    title = fields.Nested(TitleSchema, required=True)
    kind = choice(
        "bool", "int", "choice", "str", required=True, metadata=means("What kind of value it takes.")
    )
    default = fields.Raw(
        required=True,
        metadata=means("The value when nobody says.", type=["boolean", "integer", "string"]),
    )
    allowed = fields.List(
        fields.Raw(metadata={"type": ["boolean", "integer", "string"]}),
        required=True,
        metadata=means("The values of a choice; empty for the other kinds."),
    )
    minimum = fields.Integer(required=True, allow_none=True, metadata=means("Smallest integer, or null."))
    maximum = fields.Integer(required=True, allow_none=True, metadata=means("Largest integer, or null."))
    meaning = fields.String(required=True, metadata=means("One sentence."))


class ProvenanceSchema(Resource):
    """Where a part of a game's data comes from."""

    part = fields.String(required=True, metadata=means("Which part."))
    status = choice(
        "rulebook",
        "published",
        "reconstructed",
        required=True,
        metadata=means("Given by the rules, found elsewhere in print, or fitted to what is known."),
    )
    source = fields.String(required=True, metadata=means("Where, or by what reasoning."))


class GameSummarySchema(Resource):
    """A game, in short."""

    name = Text(GAME, required=True, metadata=means("The name that addresses use."))
    title = fields.Nested(TitleSchema, required=True)
    min_players = fields.Integer(required=True, metadata=means("Fewest seats."))
    max_players = fields.Integer(required=True, metadata=means("Most seats."))
    default_players = fields.Integer(required=True, metadata=means("Seats when nobody says how many."))
    rules = fields.Integer(required=True, metadata=means("Rules version: how the game plays."))


class GameListSchema(Resource):
    """All games that are served."""

    games = fields.List(fields.Nested(GameSummarySchema), required=True, metadata=means("By name."))


class TypeSchema(Resource):
    """A type of action or event of a game."""

    type = fields.String(required=True, metadata=means("The value of `type` in such an object."))
    component = fields.String(required=True, metadata=means("Its schema in /openapi.json, under components."))
    description = fields.String(required=True, metadata=means("What it is."))


class ComponentSetSchema(Resource):
    """The cards and tiles of a game, and where the data come from."""

    id = fields.String(required=True, metadata=means("Name of the set."))
    sha256 = Text(HEX32, required=True, metadata=means("SHA-256 of the canonical JSON of `data`."))
    data = fields.Dict(required=True, metadata=means("The set itself, in the game's own shape."))
    provenance = fields.List(
        fields.Nested(ProvenanceSchema), required=True, metadata=means("Where each part comes from.")
    )


class GameSchema(GameSummarySchema):
    """A game: its settings, its types and its components."""

    schema = fields.Integer(required=True, metadata=means("Version of the shape of its documents."))
    options = fields.List(
        fields.Nested(OptionSchema), required=True, metadata=means("Its options, in order.")
    )
    options_schema = fields.Dict(required=True, metadata=means("JSON Schema of `options`."))
    actions = fields.List(fields.Nested(TypeSchema), required=True, metadata=means("Its types of action."))
    events = fields.List(fields.Nested(TypeSchema), required=True, metadata=means("Its types of event."))
    free_placement = fields.Boolean(required=True, metadata=means("Whether snapPlacement works for it."))
    components = fields.Nested(ComponentSetSchema, required=True)
    names = fields.Dict(
        required=True,
        metadata=means(
            "Names for people by category and id.",
            additionalProperties={
                "type": "object",
                "additionalProperties": {"$ref": "#/components/schemas/Title"},
            },
        ),
    )


class OptionsField(fields.Dict):
    """A game's options; the game itself says which are allowed."""

    def __init__(self, **options: Any) -> None:
        meaning = "The game's options by name; what is left out has its default. getGame gives their schema."
        super().__init__(
            keys=fields.String(),
            values=fields.Raw(metadata={"type": ["boolean", "integer", "string"]}),
            validate=_few,
            metadata=means(meaning, maxProperties=_MAX_OPTIONS),
            **options,
        )


_MAX_OPTIONS = 64


def _few(options: dict[str, Any]) -> None:
    if len(options) > _MAX_OPTIONS:
        raise ma.ValidationError(f"more than {_MAX_OPTIONS} options")


class NewStateRequestSchema(Resource):
    """A game to begin."""

    players = Integer(1, 16, metadata=means("Number of seats; the game's default when left out."))
    options = OptionsField()
    seed = Text(
        "^[0-9a-f]{1,64}$",
        metadata=means(
            "The seed as a hexadecimal number below 2^256; the same seed gives the same game. "
            "Left out, a fresh one is drawn."
        ),
    )


class StateAnswerSchema(Resource):
    """A state, with everything hidden in it: it is the caller's own game."""

    state = GameValue("state", required=True)


class StepRequestSchema(Resource):
    """A state and an action."""

    state = GameValue("state", required=True)
    action = GameValue("action", required=True)


class StepAnswerSchema(Resource):
    """The state after the action, and what happened."""

    state = GameValue("state", required=True)
    events = fields.List(GameValue("event"), required=True, metadata=means("What happened, in order."))


class LegalActionsRequestSchema(Resource):
    """A state to ask about."""

    state = GameValue("state", required=True)


class LegalActionsAnswerSchema(Resource):
    """Who is asked in a state, and what may be done."""

    current_player = Seat("The seat that is asked; null at the end.", required=True, allow_none=True)
    actions = fields.List(
        GameValue("action"), required=True, metadata=means("In a fixed order; empty exactly at the end.")
    )
    returns = fields.List(fields.Integer(), required=True, metadata=means("Points so far, one a seat."))
    ranking = fields.List(
        fields.Integer(),
        required=True,
        allow_none=True,
        metadata=means("Ranks from 1, one a seat; null before the end."),
    )


class ObserveRequestSchema(Resource):
    """A state and who looks at it."""

    state = GameValue("state", required=True)
    player = Seat(
        "The seat that looks; null or left out for a spectator.", load_default=None, allow_none=True
    )


class ViewAnswerSchema(Resource):
    """What one player may know."""

    view = GameValue("view", required=True)


class ResampleRequestSchema(Resource):
    """A view to draw a world from."""

    view = GameValue("view", required=True)
    seed = Text(
        "^[0-9a-f]{1,64}$",
        metadata=means("Seed of the drawing, hexadecimal; left out, a fresh one is drawn."),
    )


class DrawRequestSchema(Resource):
    """A view to draw."""

    view = GameValue("view", required=True)
    language = choice(*LANGUAGES, load_default="en", metadata=means("Language of the labels."))


class SnapRequestSchema(Resource):
    """Where somebody would like to put a tile. Give a state or a view, not both."""

    state = GameValue("state")
    view = GameValue("view")
    tile = Text("^[a-z0-9][a-z0-9._-]{0,63}$", required=True, metadata=means("Id of the tile."))
    flip = Integer(0, 1, load_default=0, metadata=means("0 as drawn, 1 turned over."))
    rotation = Integer(0, 359, required=True, metadata=means("In the game's own steps, counted from 0."))
    x = Integer(-100_000, 100_000, required=True, metadata=means("In the game's own units, to the right."))
    y = Integer(-100_000, 100_000, required=True, metadata=means("In the game's own units, downwards."))

    @ma.validates_schema
    def one_of_two(self, data: dict[str, Any], **_: Any) -> None:
        """Check that there is a state or a view."""
        if ("state" in data) == ("view" in data):
            raise ma.ValidationError("give either state or view")


class ReasonSchema(Resource):
    """Why a tile may not lie as it was dropped."""

    code = fields.String(required=True, metadata=means("The engine's stable word."))
    rule = fields.String(required=True, metadata=means("Id of the rule, empty if none is concerned."))
    detail = fields.String(required=True, metadata=means("One sentence."))


class SnapAnswerSchema(Resource):
    """The nearest legal placement, or the reason that there is none."""

    action = GameValue("action", metadata=means("Absent when there is no legal placement."))
    turned = fields.Integer(
        metadata=means("How many steps of rotation it was turned, negative anticlockwise.")
    )
    distance2 = fields.Integer(metadata=means("Squared distance from where it was dropped.", minimum=0))
    reason = fields.Nested(
        ReasonSchema, metadata=means("Why it may not lie as it was dropped; absent when it may.")
    )
    collisions = fields.List(
        fields.Dict(),
        required=True,
        metadata=means("What it collides with as dropped, in the game's own words."),
    )


# ---- matches ---------------------------------------------------------------------------------------


class NewSeatSchema(Resource):
    """What a seat shall be."""

    kind = choice("open", "bot", required=True, metadata=means("Open to whoever claims it, or a bot's."))
    agent = choice(*AGENTS, metadata=means("Which program, for a bot; `random` when left out."))
    strength = Integer(
        1, MAX_STRENGTH, allow_none=True, metadata=means("How hard the program tries, if it has degrees.")
    )

    @ma.validates_schema
    def bots_only(self, data: dict[str, Any], **_: Any) -> None:
        """Check that an open seat has nothing of a bot's."""
        if data.get("kind") == "open" and ("agent" in data or data.get("strength") is not None):
            raise ma.ValidationError("an open seat has no agent and no strength")


class NewMatchSchema(Resource):
    """A match to make. It takes no seed: see `commitment` of a match."""

    game = Text(GAME, required=True, validate=ma.validate.Length(max=64), metadata=means("Name of the game."))
    players = Integer(1, 16, metadata=means("Number of seats; the game's default when left out."))
    options = OptionsField(load_default=dict)
    seats = fields.List(
        fields.Nested(NewSeatSchema),
        validate=ma.validate.Length(1, 16),
        metadata=means("One entry a seat; all open when left out."),
    )
    visibility = choice(
        "public",
        "private",
        load_default="public",
        metadata=means("A private match exists only for those who have a token of it."),
    )
    turn_seconds = Integer(
        1,
        MAX_TURN_SECONDS,
        load_default=None,
        allow_none=True,
        metadata=means("Time for a decision in seconds; null for no limit."),
    )


class MatchSeatSchema(Resource):
    """A seat of a match."""

    seat = Seat(required=True)
    kind = choice("open", "player", "bot", required=True, metadata=means("Who sits there."))
    agent = fields.String(required=True, allow_none=True, metadata=means("Which program, for a bot."))
    strength = fields.Integer(required=True, allow_none=True, metadata=means("Its degree, if it has one."))


class MatchConstantsSchema(Resource):
    """What of a match never changes."""

    id = Text(MATCH_ID, required=True, metadata=means("The match's id."))
    game = Text(GAME, required=True, metadata=means("Name of the game."))
    rules = fields.Integer(required=True, metadata=means("Rules version that it is played by."))
    players = fields.Integer(required=True, metadata=means("Number of seats."))
    options = OptionsField(required=True)
    visibility = choice("public", "private", required=True, metadata=means("Who may see it."))
    turn_seconds = fields.Integer(
        required=True, allow_none=True, metadata=means("Time for a decision, or null.")
    )
    commitment = Text(
        HEX32,
        required=True,
        metadata=means(
            "SHA-256 of the server's 32 random bytes, published before any seat is claimed. "
            "The bytes are told in the record; the seed follows from them and from the seats' nonces."
        ),
    )
    created_at = Time(required=True, metadata=means("When it was made."))


class MatchSchema(MatchConstantsSchema):
    """A match at one version, as its viewer may know it."""

    version = fields.Integer(required=True, metadata=means("Counts every visible change, from 1.", minimum=1))
    updated_at = Time(required=True, metadata=means("When this version was made."))
    status = choice(
        "open",
        "running",
        "finished",
        "abandoned",
        required=True,
        metadata=means("`open` until all seats are taken, then `running`, at last `finished`."),
    )
    seats = fields.List(fields.Nested(MatchSeatSchema), required=True, metadata=means("In order."))
    you = Seat("The caller's seat; null for a spectator.", required=True, allow_none=True)
    current_player = Seat("The seat that is asked, or null.", required=True, allow_none=True)
    deadline = Time(
        required=True,
        allow_none=True,
        metadata=means("When the time of the player who is asked is over; null without a limit."),
    )
    view = GameValue("view", metadata=means("What the caller may know; absent until the match has started."))
    legal_actions = fields.List(
        GameValue("action"),
        required=True,
        allow_none=True,
        metadata=means("What the caller may do; null when somebody else is asked."),
    )
    returns = fields.List(
        fields.Integer(),
        required=True,
        allow_none=True,
        metadata=means("Final points, one a seat; null before."),
    )
    ranking = fields.List(
        fields.Integer(),
        required=True,
        allow_none=True,
        metadata=means("Ranks from 1, one a seat; null before."),
    )


class CreatedMatchSchema(Resource):
    """A new match and its tokens, which are told this once."""

    match = fields.Nested(MatchSchema, required=True)
    host_token = Text(TOKEN, required=True, metadata=means("The right to manage the match."))
    invite_token = Text(
        TOKEN,
        required=True,
        allow_none=True,
        metadata=means("For a private match: the right to claim a seat and to watch. Null for a public one."),
    )


class MatchSummarySchema(MatchConstantsSchema):
    """A match, in short."""

    status = choice(
        "open", "running", "finished", "abandoned", required=True, metadata=means("How far it is.")
    )
    version = fields.Integer(required=True, metadata=means("Its version.", minimum=1))
    open_seats = fields.Integer(required=True, metadata=means("How many seats are open.", minimum=0))


class MatchListSchema(Resource):
    """Part of the public matches, the newest first."""

    matches = fields.List(fields.Nested(MatchSummarySchema), required=True, metadata=means("The matches."))
    next_cursor = fields.String(
        required=True, allow_none=True, metadata=means("`cursor` of the next page; null on the last one.")
    )


class MatchQuerySchema(Resource):
    """Which public matches."""

    game = Text(GAME, validate=ma.validate.Length(max=64), metadata=means("Only matches of this game."))
    status = choice(
        "open", "running", "finished", "abandoned", metadata=means("Only matches of this status.")
    )
    cursor = Text(MATCH_ID, metadata=means("Where to go on: `next_cursor` of the page before."))
    limit = QueryInteger(1, 100, load_default=20, metadata=means("Matches a page."))


class ClaimRequestSchema(Resource):
    """Which seat to take."""

    seat = Seat("The seat; the first open one when null or left out.", load_default=None, allow_none=True)
    nonce = Text(
        f"^([0-9a-f]{{2}}){{0,{MAX_NONCE}}}$",
        load_default="",
        metadata=means(
            "Up to 64 bytes of one's own, in hex: with them the server cannot choose the shuffle."
        ),
    )


class ClaimedSeatSchema(Resource):
    """A claimed seat and its token, which is told this once."""

    seat = Seat(required=True)
    token = Text(TOKEN, required=True, metadata=means("Send it as `Authorization: Bearer <token>`."))
    match = fields.Nested(MatchSchema, required=True)


class ActionRequestSchema(Resource):
    """An action in a match."""

    action = GameValue("action", required=True)
    expected_version = Integer(
        1,
        MAX_VERSION,
        metadata=means("The version that the action is meant for, where there is no If-Match."),
    )


class EventQuerySchema(Resource):
    """Which events."""

    since = QueryInteger(0, MAX_VERSION, load_default=0, metadata=means("Only what came after this version."))
    limit = QueryInteger(1, 500, load_default=100, metadata=means("Versions a page."))


class ChangeSchema(Resource):
    """One visible change of a match."""

    version = fields.Integer(required=True, metadata=means("The version that it made.", minimum=1))
    kind = choice("created", "claimed", "started", "acted", required=True, metadata=means("What changed."))
    seat = Seat("Whose seat was claimed, or who acted; null otherwise.", required=True, allow_none=True)
    at = Time(required=True, metadata=means("When."))
    events = fields.List(
        GameValue("event"),
        required=True,
        metadata=means("What happened in the game, as the caller may know it."),
    )


class ChangeListSchema(Resource):
    """What happened after a version, in order."""

    changes = fields.List(fields.Nested(ChangeSchema), required=True, metadata=means("In order of version."))
    version = fields.Integer(required=True, metadata=means("The match's current version.", minimum=1))
    next_since = fields.Integer(
        required=True,
        metadata=means("`since` of the next call: the last version in this answer.", minimum=0),
    )
    more = fields.Boolean(required=True, metadata=means("Whether there is more already."))


class MatchRecordSchema(Resource):
    """Everything about a match that is over.

    SHA-256 of `server_bytes` is the commitment; the seed is SHA-256 of `boardkit/match/1` and a zero byte,
    the server bytes, and for each seat one byte with the length of its nonce and the nonce.
    """

    match = Text(MATCH_ID, required=True, metadata=means("The match's id."))
    commitment = Text(HEX32, required=True, metadata=means("What was published when the match was made."))
    server_bytes = Text(HEX32, required=True, metadata=means("The 32 bytes behind the commitment, in hex."))
    nonces = fields.List(
        fields.String(), required=True, metadata=means("Each seat's nonce in hex, in order; empty for a bot.")
    )
    seed = Text(HEX32, required=True, allow_none=True, metadata=means("The seed; null if play never began."))
    record = GameValue("record", metadata=means("The played game; absent if play never began."))


class PictureQuerySchema(Resource):
    """How to draw."""

    language = choice(*LANGUAGES, load_default="en", metadata=means("Language of the labels."))


class HealthSchema(Resource):
    """Whether the service lives."""

    status = choice("ok", required=True, metadata=means("Always `ok`."))
