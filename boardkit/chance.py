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
import struct
from collections.abc import Iterable, Iterator
from typing import TypeVar

from boardkit.errors import InvalidOption

__all__ = ["SEED_BYTES", "derive", "drawn", "fresh_seed", "seed_bytes", "shuffle", "shuffled", "words"]

SEED_BYTES = 32
_DOMAIN = b"boardkit/1\0"
_WORD = 1 << 64
_HIGH = b"\xff" * 6  # how every word begins that is not below 2**64 - 2**16
_LONG = 1 << 16
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
    done, count = 0, max(1, expected)
    while True:
        # SHAKE streams are prefixes of each other, so reading on is reading again.
        chunk = struct.unpack(f">{count}Q", stream.digest(8 * count))
        yield from chunk[done:]
        done, count = count, 2 * count


def shuffled(seed: bytes, label: str, n: int) -> tuple[int, ...]:
    """Return the numbers 0 to ``n - 1`` in the random order that ``seed`` and ``label`` give."""
    return shuffle(seed, label, range(n))


def shuffle(seed: bytes, label: str, items: Iterable[T]) -> tuple[T, ...]:
    """Return ``items`` in the random order that ``seed`` and ``label`` give."""
    order = list(items)
    _swap(order, seed, label, len(order) - 1)
    return tuple(order)


def drawn(seed: bytes, label: str, items: Iterable[T], count: int) -> tuple[T, ...]:
    """Return the last ``count`` items of ``shuffle(seed, label, items)``, the last one first.

    A shuffle works from its end, so a few cards off the end of a large deck cost a few swaps.
    """
    order = list(items)
    _swap(order, seed, label, min(count, len(order) - 1))
    return tuple(order[: -1 - count : -1])


def _swap(order: list[T], seed: bytes, label: str, swaps: int) -> None:
    """Do the first swaps of a shuffle in place: they settle the last places."""
    if swaps < 1:
        return
    i = len(order)
    digest = hashlib.shake_256(_DOMAIN + seed + label.encode()).digest(8 * swaps)
    if _HIGH in digest or i > _LONG:  # a word may have to be thrown away: only the highest ones ever are
        stream = _accepted(seed, label, i, swaps)
    else:
        stream = struct.unpack(f">{swaps}Q", digest)
    for word in stream:
        j = word % i
        i -= 1
        order[i], order[j] = order[j], order[i]


def _accepted(seed: bytes, label: str, n: int, count: int) -> tuple[int, ...]:
    """Return the words that pass rejection, one for each ``k`` from ``n`` downwards."""
    stream = words(seed, label, count)
    accepted = []
    for k in range(n, n - count, -1):
        limit = _WORD - _WORD % k
        word = next(stream)
        while word >= limit:
            word = next(stream)
        accepted.append(word)
    return tuple(accepted)
