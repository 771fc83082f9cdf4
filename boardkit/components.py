"""Card and tile data with their provenance, and component sets that users hand in.

Each game's ``components.json`` holds ``provenance`` (where each part of the data comes from), ``names``
(English and Japanese, by category and id) and ``data`` (the cards, in the shape of the game's components
struct). Users hand in a set of their own as a value, ``{"id": "my-set", "data": {...}}``; the library never
opens a path of theirs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from boardkit._json import decode_fault
from boardkit.errors import InvalidComponents, shorten

__all__ = ["ComponentSet", "Provenance", "Standard", "Title", "admit", "load_standard"]

D = TypeVar("D")
_MAX_BYTES = 256 * 1024
STANDARD = "standard"

SetId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[a-z0-9][a-z0-9._-]*$")]
# The lengths are no repetition: in Python, unlike in JSON Schema, "$" also matches before a last line feed.
Sha256 = Annotated[str, Meta(min_length=64, max_length=64, pattern="^[0-9a-f]{64}$")]


class Title(Struct, frozen=True, forbid_unknown_fields=True):
    """A name for people, in English and in Japanese."""

    en: str
    ja: str

    def in_language(self, language: str) -> str:
        """Return the Japanese name for ``"ja"``, the English one otherwise."""
        return self.ja if language == "ja" else self.en


class Provenance(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a part of the data comes from.

    Attributes:
        part: which part.
        status: ``rulebook`` (the rules give it), ``published`` (found elsewhere in print), or
            ``reconstructed`` (ours, fitted to what is known).
        source: where, or by what reasoning.
    """

    part: str
    status: Literal["rulebook", "published", "reconstructed"]
    source: str


class ComponentSet(Struct, Generic[D], frozen=True, cache_hash=True):
    """A checked component set.

    Attributes:
        id: ``standard``, or the name that its author gave it.
        sha256: SHA-256 of the canonical JSON of ``data``, as 64 hex digits.
        data: the components, in the shape of the game's components struct.
    """

    id: str
    sha256: str
    data: D


class Standard(Struct, Generic[D], frozen=True):
    """A game's own ``components.json``."""

    components: ComponentSet[D]
    provenance: tuple[Provenance, ...]
    names: Mapping[str, Mapping[str, Title]]


class _File(Struct, forbid_unknown_fields=True):
    provenance: tuple[Provenance, ...]
    names: dict[str, dict[str, Title]]
    data: msgspec.Raw


class _UserSet(Struct, forbid_unknown_fields=True):
    id: SetId
    data: dict[str, Any]


def fingerprint(data: object) -> str:
    """Return the SHA-256 of the canonical JSON of a components struct."""
    return hashlib.sha256(msgspec.json.encode(data, order="sorted")).hexdigest()


def load_standard(package: str, data_type: type[D], filename: str = "components.json") -> Standard[D]:
    """Read a game's own component file from its package, once, as package data.

    Args:
        package: the dotted name of the game's package.
        data_type: the struct that ``data`` must fit.
        filename: the file's name in that package.

    Raises:
        msgspec.ValidationError: the package data do not fit; a fault of the game, not of its user.
    """
    file = msgspec.json.decode(resources.files(package).joinpath(filename).read_bytes(), type=_File)
    data = msgspec.json.decode(file.data, type=data_type)
    names = MappingProxyType({category: MappingProxyType(ids) for category, ids in file.names.items()})
    return Standard(ComponentSet(STANDARD, fingerprint(data), data), file.provenance, names)


def admit(given: object, data_type: type[D], standard: ComponentSet[D]) -> ComponentSet[D]:
    """Check a component set that a user hands in and freeze it.

    Args:
        given: ``{"id": ..., "data": {...}}``, with only JSON-like values; a ComponentSet is taken too.
        data_type: the struct that ``data`` must fit; its bounds bound the set.
        standard: the game's own set, which is returned when the data are the same.

    Raises:
        InvalidComponents: with a JSON pointer to what does not fit.
    """
    if isinstance(given, ComponentSet):
        given = {"id": given.id, "data": msgspec.to_builtins(given.data)}
    if not isinstance(given, Mapping):
        raise InvalidComponents("", f"expected an object with id and data, got {shorten(given)}")
    try:
        user_set = msgspec.convert(dict(given), _UserSet)
    except (msgspec.ValidationError, RecursionError) as error:
        fault = decode_fault(error)
        raise InvalidComponents(fault.pointer, fault.detail) from None
    try:
        data = msgspec.convert(user_set.data, data_type)
        size = len(msgspec.json.encode(data))
    except (msgspec.ValidationError, RecursionError, UnicodeEncodeError) as error:
        fault = decode_fault(error)
        raise InvalidComponents("/data" + fault.pointer, fault.detail) from None
    if size > _MAX_BYTES:
        raise InvalidComponents("/data", f"{size} bytes of JSON, allowed: {_MAX_BYTES}")
    digest = fingerprint(data)
    if digest == standard.sha256:
        return standard
    if user_set.id.endswith("\n"):
        raise InvalidComponents("/id", "a line feed at the end")
    if user_set.id == STANDARD:
        raise InvalidComponents("/id", "'standard' is the name of the game's own set")
    return ComponentSet(user_set.id, digest, data)
