"""Tokens, the commitment and the seed of a match.

A token is 32 random bytes in URL-safe base64. The store knows only its SHA-256, which needs no salt since the
token cannot be guessed.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Callable, Iterable

__all__ = [
    "MAX_NONCE",
    "Entropy",
    "commitment",
    "hash_of",
    "match_seed",
    "new_id",
    "new_token",
    "parse_bearer",
    "same",
]

Entropy = Callable[[int], bytes]
MAX_NONCE = 64
_SEED_DOMAIN = b"boardkit/match/1\0"
_FIRST = {ord("-"): "A", ord("_"): "B"}
_BEARER = re.compile(r"[Bb][Ee][Aa][Rr][Ee][Rr] +([A-Za-z0-9_-]{43})\Z")


def _base64(data: bytes) -> str:
    word = base64.urlsafe_b64encode(data).rstrip(b"=").decode()
    # A word that begins with a hyphen reads as an option on every command line; this costs it a twentieth of a bit.
    return word[0].translate(_FIRST) + word[1:]


def new_token(entropy: Entropy) -> str:
    """Return a fresh token of 43 characters."""
    return _base64(entropy(32))


def new_id(entropy: Entropy) -> str:
    """Return a fresh id of 22 characters; ids cannot be guessed either."""
    return _base64(entropy(16))


def hash_of(token: str) -> bytes:
    """Return what the store keeps of a token."""
    return hashlib.sha256(token.encode()).digest()


def same(given: bytes, stored: bytes | None) -> bool:
    """Compare two hashes of tokens in constant time."""
    return hmac.compare_digest(given, stored if stored is not None else bytes(32)) and stored is not None


def parse_bearer(header: str) -> str | None:
    """Return the token of an Authorization header, or None if there is none in it."""
    match = _BEARER.match(header)
    return match[1] if match else None


def commitment(server_bytes: bytes) -> str:
    """Return what is published before anybody sits down: SHA-256 of the server's bytes, in hex."""
    return hashlib.sha256(server_bytes).hexdigest()


def match_seed(server_bytes: bytes, nonces: Iterable[bytes]) -> bytes:
    """Return the seed of a match.

    It is the SHA-256 of ``boardkit/match/1`` and a zero byte, the 32 server bytes, and for each seat in order
    one byte that says how long its nonce is (0 to 64) followed by the nonce; a bot's is empty.

    Args:
        server_bytes: what the server committed itself to.
        nonces: one a seat, in the order of the seats.
    """
    prefixed = b"".join(bytes([len(nonce)]) + nonce for nonce in nonces)
    return hashlib.sha256(_SEED_DOMAIN + server_bytes + prefixed).digest()
