"""JSON in and out, exactly: states, views, actions, events and records.

An action or an event is a bare tagged object, ``{"type": "<game>.<kebab-case>", ...}``. A state, a view or a
record is one flat object that begins with ``type`` (``<game>.state`` and so on), ``schema`` and ``rules``,
then ``players``, ``options`` and ``components``. The standard components are named by id and SHA-256, a set
of the user's own is embedded.

``schema`` is shape: older ones are upgraded on load. ``rules`` is behaviour: a document of other rules
raises RulesVersionMismatch unless the game lists them as compatible.
"""

from __future__ import annotations

import copy
import re
import typing
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, Literal, Union, cast

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from boardkit._json import canonical, decode_fault
from boardkit.components import ComponentSet, SetId, Sha256
from boardkit.errors import (
    BoardkitError,
    DecodeError,
    InvalidComponents,
    InvalidOption,
    InvalidState,
    InvalidView,
    RegistrationError,
    RulesVersionMismatch,
    UnknownGame,
    UnsupportedSchema,
    shorten,
)
from boardkit.game import Game
from boardkit.info import GameInfo
from boardkit.record import Record
from boardkit.registry import find
from boardkit.state import Action, Event, Score, Seat, Seed, State, View

__all__ = ["canonical_json", "from_builtins", "from_json", "to_builtins", "to_json", "wire_types"]

Value = State | View | Action | Event | Record
AnyGame = Game[Any, Any, Any]
_MAX_ACTIONS = 100_000
_MAX_EVENTS = 1_000  # of one step


class ComponentsRef(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which component set: the standard one by id and hash, any other with its data.

    A generic base: each game's codec fills in the type of ``data``.
    """

    id: SetId
    sha256: Sha256
    data: Any = UNSET


class _Tagged(Struct):
    type: str


class WireTypes(Struct, frozen=True):
    """The types of a game's documents, from which both the decoders and the published schema are made.

    Attributes:
        state: envelope and readable state.
        view: envelope and view.
        record: envelope and record.
        action: the union of the game's actions.
        event: the union of the game's events.
    """

    state: Any
    view: Any
    record: Any
    action: Any
    event: Any


def component_name(game: str, kind: str) -> str:
    """Return the name of a type in published specs: ``fifteen-days`` and ``Draw`` give ``FifteenDaysDraw``."""
    return "".join(word.capitalize() for word in game.split("-")) + kind


def union_of(types: tuple[type, ...]) -> Any:
    """Return the union of struct types, as decoders take it; of none, what nothing but null fits."""
    if not types:
        return None
    return Union[types]  # noqa: UP007  a union of a runtime tuple has no other spelling


@lru_cache(maxsize=64)
def wire_types(cls: type[AnyGame]) -> WireTypes:
    """Return the document types of a game, built once."""
    info = cls.info
    components = msgspec.defstruct(
        component_name(info.name, "ComponentsRef"),
        [("id", SetId), ("sha256", Sha256), ("data", cls.components_type | UnsetType, UNSET)],
        frozen=True,
        forbid_unknown_fields=True,
    )
    players = Annotated[int, Meta(ge=info.min_players, le=info.max_players, description="Number of seats.")]
    rules = Annotated[int, Meta(ge=1, le=1_000_000, description="Rules version: how the game plays.")]
    envelope: list[tuple[str, Any]] = [
        (
            "schema",
            Annotated[int, Meta(ge=1, le=1_000_000, description="Version of the shape of this document.")],
        ),
        ("rules", rules),
        ("players", players),
        ("options", cls.options_type),
        ("components", components),
    ]
    action: Any = union_of(cls.action_types)
    event: Any = union_of(cls.event_types)
    events: Any = Annotated[tuple[event, ...], Meta(max_length=_MAX_EVENTS)]
    actions: Any = Annotated[tuple[action, ...], Meta(max_length=_MAX_ACTIONS)]

    def document(kind: str, fields: list[tuple[str, Any]]) -> Any:
        return msgspec.defstruct(
            component_name(info.name, kind.capitalize()),
            envelope + fields,
            tag_field="type",
            tag=f"{info.name}.{kind}",
            forbid_unknown_fields=True,
            frozen=True,
            module=cls.__module__,
        )

    return WireTypes(
        document("state", _fields_of(cls.wire_type, {"events": events})),
        document("view", _fields_of(cls.view_type, {"events": events})),
        document(
            "record",
            [
                ("game", Literal[info.name]),
                ("seed", Seed),
                ("actions", actions),
                ("returns", Annotated[tuple[Score, ...], Meta(max_length=16)]),
                ("digest", Sha256),
            ],
        ),
        action,
        event,
    )


def _fields_of(struct: type[Struct], replaced: dict[str, Any]) -> list[tuple[str, Any]]:
    hints = typing.get_type_hints(struct, localns={"Game": Game}, include_extras=True)
    names = [name for name in struct.__struct_fields__ if name != "game"]
    return [(name, replaced.get(name, hints[name])) for name in names]


def _seat_fields(event: type[Event]) -> tuple[str, ...]:
    """Return the fields of an event class that are a Seat, or a Seat or None."""
    hints = typing.get_type_hints(event, include_extras=True)
    return tuple(name for name, hint in hints.items() if hint == Seat or hint == Seat | None)


class _Codec:
    """The decoders of one game."""

    def __init__(self, cls: type[AnyGame]) -> None:
        self.cls = cls
        self.types = wire_types(cls)
        self.loose = msgspec.json.Decoder(union_of((*cls.action_types, *cls.event_types)))
        self.decoders = {
            kind: msgspec.json.Decoder(getattr(self.types, kind)) for kind in ("state", "view", "record")
        }
        self.seat_fields = {event: _seat_fields(event) for event in cls.event_types}
        self.view_fields = tuple(name for name in cls.view_type.__struct_fields__ if name != "game")

    def decode(self, kind: str, data: bytes) -> Value:
        """Read a document, if need be as builtins, by the slow way through upgrades and faults."""
        decoder = self.decoders.get(kind)
        if decoder is None:
            return cast(Value, _plainly(self.loose.decode, data))
        try:
            wire = decoder.decode(data)
        except (msgspec.MsgspecError, RecursionError):
            return self.convert(kind, _plainly(msgspec.json.decode, data))
        info = self.cls.info
        if wire.schema != info.schema or wire.rules != info.rules:
            return self.convert(kind, _plainly(msgspec.json.decode, data))
        return self.finish(kind, wire)

    def convert(self, kind: str, document: Any) -> Value:
        """Read a document from builtins: check its versions, upgrade it, convert it."""
        info = self.cls.info
        if kind not in self.decoders:
            return cast(Value, _plainly(msgspec.convert, document, self.loose.type))
        schema, rules = document.get("schema"), document.get("rules")
        if type(schema) is int and schema != info.schema:
            if not 1 <= schema < info.schema:
                raise UnsupportedSchema(
                    "/schema", f"schema {shorten(schema)}, this release reads 1 to {info.schema}"
                )
            document = self.upgraded(kind, schema, document)
        if type(rules) is int and not _accepts(kind, info, rules):
            raise RulesVersionMismatch(info.name, rules, info.rules)
        wire = _plainly(msgspec.convert, document, getattr(self.types, kind))
        return self.finish(kind, wire)

    def upgraded(self, kind: str, schema: int, document: Any) -> Any:
        """Return a document of an older schema in the shape of the current one."""
        try:
            document = self.cls.upgrade(kind, schema, copy.deepcopy(document))
        except BoardkitError:
            raise
        except Exception as error:  # an upgrade meets whatever was stored, or forged
            raise DecodeError("", f"no {kind} of schema {schema}: {shorten(error)}") from error
        return {**document, "schema": self.cls.info.schema}

    def finish(self, kind: str, wire: Any) -> Value:
        game = self.game(wire)
        if kind == "state":
            self._check_seats(game, wire.events, InvalidState)
            state = game.unpack(wire)  # it has every field of wire_type, and the envelope's
            game.audit(state)
            return state  # type: ignore[no-any-return]  # Game[Any, ...] says no more
        if kind == "view":
            self._check_seats(game, wire.events, InvalidView)
            view = self.cls.view_type(game, *[getattr(wire, name) for name in self.view_fields])
            game.audit_view(view)
            return view
        return Record(game, bytes.fromhex(wire.seed), wire.actions, wire.returns, wire.digest)

    def _check_seats(
        self, game: AnyGame, events: tuple[Event, ...], invalid: type[InvalidState | InvalidView]
    ) -> None:
        """Check that events name seats of this game: redacting and telling them look seats up."""
        players, seat_fields = game.players, self.seat_fields
        for place, event in enumerate(events):
            for field in seat_fields[type(event)]:
                seat = getattr(event, field)
                if seat is not None and seat >= players:
                    raise invalid(f"/events/{place}/{field}", f"seat {seat}, {players} players")

    def game(self, wire: Any) -> AnyGame:
        """Return the game that an envelope names."""
        key = (self.cls, wire.players, wire.options, wire.components.id, wire.components.sha256)
        if wire.components.data is UNSET:
            known = _GAMES.get(key)
            if known is not None:
                return known
        game = self._make(wire)
        if wire.components.data is UNSET:
            if len(_GAMES) >= _GAMES_MAX:
                del _GAMES[next(iter(_GAMES))]
            _GAMES[key] = game
        return game

    def _make(self, wire: Any) -> AnyGame:
        standard = self.cls.standard().components
        given = None
        if wire.components.data is not UNSET:
            given = {"id": wire.components.id, "data": msgspec.to_builtins(wire.components.data)}
        elif (wire.components.id, wire.components.sha256) != (standard.id, standard.sha256):
            raise DecodeError("/components", "not the standard set of this release, and no data are given")
        try:
            game = self.cls.make(wire.players, msgspec.structs.asdict(wire.options), given)
        except InvalidOption as error:
            raise DecodeError(f"/options/{error.field}", str(error)) from None
        except InvalidComponents as error:
            raise DecodeError("/components" + error.pointer, error.detail) from None
        if game.components.sha256 != wire.components.sha256:
            raise DecodeError("/components/sha256", "not the hash of these data")
        return game


_GAMES: dict[Any, AnyGame] = {}
_GAMES_MAX = 256


def _accepts(kind: str, info: GameInfo, rules: int) -> bool:
    # A record is replayed from its seed, so nothing but the very same rules will do.
    return rules == info.rules or (kind != "record" and rules in info.compatible_rules)


def _plainly(read: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return read(*arguments)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        fault = decode_fault(error)
        raise DecodeError(fault.pointer, fault.detail) from None


@lru_cache(maxsize=64)
def _codec(cls: type[AnyGame]) -> _Codec:
    return _Codec(cls)


_TAG = msgspec.json.Decoder(_Tagged)
# Whatever we write begins with its type, and then there is no need to read the document twice.
_TAG_FIRST = re.compile(rb'\{"type":"([a-z0-9.-]{1,200})"')


def _codec_for(tag: object) -> tuple[_Codec, str]:
    if not isinstance(tag, str):
        raise DecodeError("/type", f"expected a string, got {shorten(tag)}")
    name, _, kind = tag.partition(".")
    try:
        codec = _codec(find(name))
    except (UnknownGame, RegistrationError) as error:
        raise DecodeError("/type", str(error)) from None
    known = (codec.cls.info.name + "." + document for document in codec.decoders)
    loose = (kind_.__struct_config__.tag for kind_ in (*codec.cls.action_types, *codec.cls.event_types))
    if tag not in {*known, *loose}:
        raise DecodeError("/type", f"{name} has no {shorten(kind)}")
    return codec, kind


_codec_of_tag = lru_cache(maxsize=1024)(_codec_for)
_BYTES_LIKE = (bytes, bytearray, memoryview)


def from_json(data: bytes | str) -> Any:
    """Read a state, view, action, event or record; its ``type`` says which.

    A state or a view comes back checked: no later call can fail on it.

    Raises:
        DecodeError: bad JSON or a bad document, with a JSON pointer (the subclasses InvalidState, InvalidView,
            UnsupportedSchema and RulesVersionMismatch say more).
    """
    if isinstance(data, str):
        try:
            data = data.encode()
        except UnicodeEncodeError as error:
            raise DecodeError("", str(error)) from None
    if not isinstance(data, _BYTES_LIKE):
        raise DecodeError("", f"expected bytes or a str, got {shorten(data)}")
    start = _TAG_FIRST.match(data)
    tag = start[1].decode() if start else _plainly(_TAG.decode, data).type
    codec, kind = _codec_of_tag(tag)
    return codec.decode(kind, data)


def from_builtins(document: object) -> Any:
    """Read what :func:`from_json` reads, from dicts, lists, strings and numbers.

    Raises:
        DecodeError: as for :func:`from_json`.
    """
    if not isinstance(document, dict) or "type" not in document:
        raise DecodeError("", "expected an object with a type")
    codec, kind = _codec_for(document["type"])
    return codec.convert(kind, dict(document))


_encoder = msgspec.json.Encoder()


def to_json(value: Value) -> bytes:
    """Write a state, view, action, event or record as JSON, in UTF-8 without spaces.

    Raises:
        BoardkitError: any other kind of value.
    """
    if isinstance(value, State):
        return _enveloped(value.game, "state", _encoder.encode(value.game.pack(value)))
    if isinstance(value, View):
        codec = _codec(type(value.game))
        body = {name: getattr(value, name) for name in codec.view_fields}
        return _enveloped(value.game, "view", _encoder.encode(body))
    if isinstance(value, Action | Event):
        return _encoder.encode(value)
    if isinstance(value, Record):
        return _enveloped(value.game, "record", _encoder.encode(value.body()))
    raise BoardkitError(f"expected a state, view, action, event or record, got {shorten(value)}")


def _enveloped(game: AnyGame, kind: str, body: bytes) -> bytes:
    # The envelope is the same in every document of a game, so it is spliced in front as prepared bytes.
    return _envelope(game, kind) + body[1:]


@lru_cache(maxsize=512)
def _envelope(game: AnyGame, kind: str) -> bytes:
    return _encoder.encode({"type": f"{game.name}.{kind}", **envelope_of(game)})[:-1] + b","


def envelope_of(game: AnyGame) -> dict[str, Any]:
    """Return what every document of ``game`` begins with, after its ``type``."""
    return {
        "schema": game.info.schema,
        "rules": game.rules,
        "players": game.players,
        "options": game.options,
        "components": _components_ref(game.components, game.standard().components),
    }


def _components_ref(chosen: ComponentSet[Any], standard: ComponentSet[Any]) -> ComponentsRef:
    data = UNSET if chosen.sha256 == standard.sha256 else chosen.data
    return ComponentsRef(chosen.id, chosen.sha256, data)


def to_builtins(value: Value) -> dict[str, Any]:
    """Return what :func:`to_json` writes as dicts, lists, strings, numbers and None."""
    return msgspec.json.decode(to_json(value))  # type: ignore[no-any-return]  # always an object


def canonical_json(value: Value) -> bytes:
    """Return the one form of which digests are taken: UTF-8, keys sorted, no spaces."""
    return canonical(to_builtins(value))
