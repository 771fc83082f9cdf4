"""Small things about JSON that several modules share."""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

__all__ = ["Fault", "canonical", "decode_fault"]

_PATH = re.compile(r"^(?P<detail>.*?)(?: - at `(?P<path>.*)`)?$", re.DOTALL)
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\[\.\.\.\]")


class Fault(NamedTuple):
    """What is wrong with a document, and where (JSON pointer)."""

    pointer: str
    detail: str


def decode_fault(error: Exception) -> Fault:
    """Turn an exception of a decoder into a Fault; msgspec writes paths as ``$.a[0].b``."""
    if isinstance(error, RecursionError):
        return Fault("", "nested too deeply")
    match = _PATH.match(str(error))
    if match is None or match["path"] is None:
        return Fault("", str(error) or type(error).__name__)
    steps = [name or index or "*" for name, index in _STEP.findall(match["path"])]
    return Fault("".join("/" + step.replace("~", "~0").replace("/", "~1") for step in steps), match["detail"])


def canonical(document: object) -> bytes:
    """Encode JSON-like values in the one form that digests are taken of.

    UTF-8, keys sorted, no spaces; there are no floats in any document of ours.
    """
    return msgspec.json.encode(document, order="sorted")
