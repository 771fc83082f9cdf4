r"""Randomness as a value: everything random in a game follows from one 32-byte seed.

A shuffle is a pure function of the seed, a label and a length, so anyone can repeat it, in any language:

* The stream for a label is SHAKE-256 over ``b"boardkit/1\0" + seed + label`` (the label in UTF-8),
  read as 64-bit big-endian words.
* An index below ``k`` is the next word modulo ``k``, where words of at least ``2**64 - 2**64 % k`` are
  thrown away, so that every index is equally likely.
* A shuffle of ``n`` things is Fisher-Yates from the top: for ``i`` from ``n - 1`` down to 1 swap the
  things at ``i`` and at an index below ``i + 1``.

Labels are paths such as ``stage/2/deck``; a game uses each label once.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from struct import unpack
from typing import TypeVar

from boardkit.errors import InvalidOption

__all__ = ["SEED_BYTES", "derive", "fresh_seed", "seed_bytes", "shuffle", "shuffled", "words"]

SEED_BYTES = 32
_DOMAIN = b"boardkit/1\0"
_WORD = 1 << 64
T = TypeVar("T")


def fresh_seed() -> bytes:
    """Return 32 unpredictable bytes: the one place where entropy enters the engine."""
    return secrets.token_bytes(SEED_BYTES)


def seed_bytes(seed: int | bytes | None) -> bytes:
    """Return the 32 bytes that ``seed`` stands for.

    Args:
        seed: an int from 0 to 2**256 - 1 (its big-endian bytes), 32 bytes, or None for fresh ones.

    Raises:
        InvalidOption: for anything else, a bool included.
    """
    if seed is None:
        return fresh_seed()
    if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
        return bytes(seed)
    if type(seed) is int and 0 <= seed < 1 << (8 * SEED_BYTES):
        return seed.to_bytes(SEED_BYTES, "big")
    raise InvalidOption("seed", seed, "an int from 0 to 2**256 - 1, 32 bytes, or None")


def derive(seed: bytes, label: str) -> bytes:
    """Return another 32-byte seed that follows from ``seed`` and ``label``."""
    return hashlib.shake_256(_DOMAIN + seed + label.encode()).digest(SEED_BYTES)


def words(seed: bytes, label: str, expected: int) -> Iterator[int]:
    """Yield the 64-bit words of the stream for ``label``, without end.

    Args:
        seed: 32 bytes.
        label: the path that names this use.
        expected: how many words are likely to be read; more may be.
    """
    stream = hashlib.shake_256(_DOMAIN + seed + label.encode())
    done = 0
    size = max(8, 8 * expected)
    while True:
        chunk = stream.digest(
            size
        )  # SHAKE streams are prefixes of each other, so reading on is reading again
        for start in range(done, size, 8):
            yield int.from_bytes(chunk[start : start + 8], "big")
        done, size = size, 2 * size


def shuffled(seed: bytes, label: str, n: int) -> tuple[int, ...]:
    """Return the numbers 0 to ``n - 1`` in the random order that ``seed`` and ``label`` give."""
    order = list(range(n))
    count = max(n - 1, 0)
    digest = hashlib.shake_256(_DOMAIN + seed + label.encode()).digest(8 * count)
    k = n
    for word in unpack(f">{count}Q", digest):
        if word >= _WORD - _WORD % k:
            return _shuffled_with_rejection(seed, label, n)
        j = word % k
        k -= 1
        order[k], order[j] = order[j], order[k]
    return tuple(order)


def _shuffled_with_rejection(seed: bytes, label: str, n: int) -> tuple[int, ...]:
    """The whole definition of a shuffle: needed as soon as one word is thrown away, which hardly ever happens."""
    order = list(range(n))
    stream = words(seed, label, n)
    for i in range(n - 1, 0, -1):
        k = i + 1
        limit = _WORD - _WORD % k
        word = next(stream)
        while word >= limit:
            word = next(stream)
        j = word % k
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def shuffle(seed: bytes, label: str, items: Sequence[T]) -> tuple[T, ...]:
    """Return ``items`` in the random order that ``seed`` and ``label`` give."""
    return tuple(items[i] for i in shuffled(seed, label, len(items)))
