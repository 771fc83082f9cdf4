"""A played game: seed, options and actions, from which every state comes again."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from boardkit._json import canonical
from boardkit.chance import SEED_BYTES
from boardkit.errors import IllegalAction, InvalidOption, InvalidRecord
from boardkit.game import Game
from boardkit.state import Action, State

__all__ = ["Record"]


class Record(Struct, frozen=True):
    """A game as it was played, finished or not.

    Attributes:
        game: rules, options and components.
        seed: the 32 bytes from which its shuffles follow.
        actions: what was done, in order.
        returns: the points after the last action.
        digest: SHA-256 (hex) over the canonical JSON of the record without the digest, followed by the
            canonical JSON of the final state: who has the record can tell whether anything was changed.
    """

    game: Game[Any, Any, Any]
    seed: bytes
    actions: tuple[Action, ...]
    returns: tuple[int, ...]
    digest: str

    @classmethod
    def play(cls, game: Game[Any, Any, Any], seed: int | bytes, actions: Iterable[Action]) -> Record:
        """Play ``actions`` from ``seed`` and return the record of it.

        Raises:
            InvalidOption: a bad seed.
            IllegalAction: an action that was not legal when its turn came.
        """
        state = game.initial_state(seed)
        played = []
        for action in actions:
            state = game.step(state, action)
            played.append(action)
        return cls.of(state, tuple(played))

    @classmethod
    def of(cls, final: State, actions: tuple[Action, ...]) -> Record:
        """Return the record of a game whose last state and actions are at hand, without playing it again."""
        unsigned = cls(final.game, final.seed, actions, final.returns, "")
        return cls(final.game, final.seed, actions, final.returns, unsigned.digest_with(final))

    def replay(self) -> Iterator[State]:
        """Yield every state from the first to the last, then check returns and digest.

        Raises:
            InvalidRecord: an action is not legal, or the end is not what the record says.
        """
        state = self.game.initial_state(self.seed)
        yield state
        for place, action in enumerate(self.actions):
            try:
                state = self.game.step(state, action)
            except IllegalAction as error:
                raise InvalidRecord(f"/actions/{place}", str(error)) from error
            yield state
        if state.returns != self.returns:
            raise InvalidRecord("/returns", f"the game ended with {list(state.returns)}")
        if self.digest_with(state) != self.digest:
            raise InvalidRecord("/digest", "the digest is another: something in this record was changed")

    def verify(self) -> State:
        """Replay the whole record and return its last state.

        Raises:
            InvalidRecord: as for :meth:`replay`.
        """
        return deque(self.replay(), maxlen=1).pop()

    def digest_with(self, final: State) -> str:
        """Return the digest that this record must carry if ``final`` is its last state."""
        from boardkit import codec  # noqa: PLC0415  the codec reads records, so it imports this module

        document = codec.to_builtins(self)
        del document["digest"]
        return hashlib.sha256(canonical(document) + codec.canonical_json(final)).hexdigest()

    def body(self) -> dict[str, Any]:
        """Return the record's own part of its JSON document, the envelope left out."""
        return {
            "game": self.game.name,
            "seed": self.seed.hex(),
            "actions": self.actions,
            "returns": self.returns,
            "digest": self.digest,
        }

    def __post_init__(self) -> None:
        # One spelling of a seed, so that equal records are equal.
        seed: Any = self.seed
        if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
            raise InvalidOption("seed", seed, f"{SEED_BYTES} bytes")
