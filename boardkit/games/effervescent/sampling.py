"""A random action without the whole list: poses drawn at heads until one fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from boardkit.games.effervescent import model
from boardkit.games.effervescent.cells import MIDDLE
from boardkit.games.effervescent.placing import Placing
from boardkit.games.effervescent.poses import ROTATIONS, Point, pose
from boardkit.games.effervescent.sea import Body
from boardkit.games.effervescent.turn import placing_of

if TYPE_CHECKING:
    from boardkit.games.effervescent.model import EffervescentAction, State

__all__ = ["Chooser", "sample_action"]

T = TypeVar("T")


class Chooser(Protocol):
    """What is asked of a generator: ``random.Random`` does it."""

    def random(self) -> float:
        """Return a number from 0 up to 1."""
        ...

    def choice(self, seq: Sequence[T], /) -> T:
        """Return one of several things."""
        ...


Target = tuple[tuple[Point, ...], int, int, Point]
ENOUGH = 4
TRIES = 3000


def sample_action(state: State, rng: Chooser) -> EffervescentAction:
    """Return a random legal action.

    A placement is drawn by rejection: poses with the tail at a head, until some legal ones are found, of which one
    is kept for each tile and set of touched pieces and one of those chosen; so it is (nearly) uniform over sets of
    pieces, not over millimetres. An effervescent goes to a random free place along the tile. All other
    decisions, and the rare case that nothing is found, are drawn from the legal actions.

    Raises:
        IndexError: the game is over.
    """
    if state.phase == "place":
        action: EffervescentAction | None = _placement(state, rng)
    elif state.phase == "attach":
        action = _spot(state, rng)
    else:
        action = None
    return rng.choice(state.game.legal_actions(state)) if action is None else action


def _placement(state: State, rng: Chooser) -> model.PlaceTile | None:
    assert state.current_player is not None  # noqa: S101  somebody places
    hand = state.players[state.current_player].hand
    shapes = [state.game.tiles[tile].shape for tile in hand]
    placing = placing_of(state.game, state.sea, state.pieces, state.gone)
    occupied, targets = placing.sea.occupied, _targets(placing)
    found: dict[tuple[str, tuple[int, ...]], model.PlaceTile] = {}
    legal, random = 0, rng.random
    for _ in range(TRIES):
        ring, base_x, base_y, target = targets[int(random() * len(targets))]
        target_x, target_y = ring[int(random() * len(ring))]
        target_x, target_y = base_x + target_x, base_y + target_y
        if occupied[target_y + MIDDLE] >> (target_x + MIDDLE) & 1:
            continue
        chosen = int(random() * len(hand))
        posed = pose(shapes[chosen], int(random() * 2), int(random() * ROTATIONS))
        rim = posed.rim_anchors if placing.whole else posed.tail_tip
        own_x, own_y = rim[int(random() * len(rim))]
        x, y = target_x - own_x, target_y - own_y
        if not placing.likely(posed, x, y, target) or not placing.legal(posed, x, y):
            continue
        touched = placing.sea.contacts(Body(posed, x, y))
        found[hand[chosen], touched] = model.PlaceTile(hand[chosen], posed.flip, posed.rotation, x, y)
        legal += 1
        if legal == ENOUGH:
            break
    return rng.choice(list(found.values())) if found else None


def _targets(placing: Placing) -> list[Target]:
    """Return the cells around each head (before the first tile also the base start tile) and its middle."""
    found = []
    for tile, body in zip(placing.names, placing.sea.bodies, strict=True):
        start = placing.whole and tile.kind == "start"
        ring = body.pose.walk.points() if start else body.pose.head_ring
        middle_x, middle_y = body.pose.middle if start else body.pose.head_middle
        if ring:
            found.append((ring, body.x, body.y, (body.x + middle_x, body.y + middle_y)))
    return found


def _spot(state: State, rng: Chooser) -> model.Attach | None:
    sea, body = state.sea, state.sea.bodies[-1]
    fish = tuple((spot.x, spot.y) for spot in state.lionfish)
    walk = body.pose.spot_walk
    for _ in range(60):
        i, j = walk[int(rng.random() * len(walk))]
        action = model.Attach(body.x + i, body.y + j)
        if sea.spot_free(action.x, action.y, fish):
            return action
    return None
