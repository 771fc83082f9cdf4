"""What a player may do: every action where they are few, a useful list where they are very many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from boardkit.games.effervescent import model
from boardkit.games.effervescent.candidates import distinct_placements, every_placement, touches_head
from boardkit.games.effervescent.dolphin import apart, dolphin_spots, jump_spots
from boardkit.games.effervescent.placing import Placing
from boardkit.games.effervescent.plane import Plane
from boardkit.games.effervescent.poses import Point
from boardkit.games.effervescent.sea import Body
from boardkit.games.effervescent.turn import Table, placing_of, sources

if TYPE_CHECKING:
    from boardkit.games.effervescent.model import EffervescentAction, State
    from boardkit.games.effervescent.rules import Effervescent

__all__ = ["drafts", "key", "legal_actions", "placements", "spots"]

GAP = 9
DOLPHIN_GAP = 21
FALLBACK = 200


def legal_actions(state: State) -> tuple[EffervescentAction, ...]:
    """Return the actions offered in a state, in a fixed order."""
    return tuple(_MENUS[state.phase](state))


def key(state: State) -> tuple[object, ...]:
    """Return what the menus of placing, attaching and the dolphin depend on."""
    hand = () if state.current_player is None else state.players[state.current_player].hand
    fixed = (state.phase, state.pieces, state.tokens, state.lionfish, state.dolphin)
    return (*fixed, hand if state.phase == "place" else (), bool(state.gone))


def drafts(game: Effervescent, state: State) -> tuple[str, ...]:
    """Return the stacks from whose top a tile may be drafted (EF-2.1.7, V44)."""
    extras = game.options.extras_in_draft
    return tuple(
        stack.name
        for stack in state.stacks
        if stack.tiles and (extras or stack.name in {"small", "medium", "large"})
    )


def _draft(state: State) -> Iterator[EffervescentAction]:
    return (model.Draft(name) for name in drafts(state.game, state))  # type: ignore[arg-type]


def _placing(state: State) -> Placing:
    return placing_of(state.game, state.sea, state.pieces, state.gone)


def _place(state: State) -> Iterator[EffervescentAction]:
    """One placement for each held tile and set of pieces it would touch."""
    assert state.current_player is not None  # noqa: S101
    hand = state.players[state.current_player].hand
    placing = _placing(state)
    plane = Plane(placing)
    known: dict[str, list[tuple[int, int, int, int]]] = {}
    found = False
    for tile in hand:
        shape = state.game.tiles[tile].shape
        if shape not in known:
            known[shape] = [
                (posed.flip, posed.rotation, x, y)
                for posed, x, y in distinct_placements(placing, shape, plane=plane)
            ]
        for flip, rotation, x, y in known[shape]:
            found = True
            yield model.PlaceTile(tile, flip, rotation, x, y)
    if not found:
        for tile in hand:
            for posed, x, y in islice(every_placement(placing, state.game.tiles[tile].shape), FALLBACK):
                yield model.PlaceTile(tile, posed.flip, posed.rotation, x, y)


def placements(
    state: State,
    *,
    tiles: tuple[str, ...] | None = None,
    rotation_step: int = 3,
    head: int | None = None,
    distinct: bool = True,
) -> Iterator[model.PlaceTile]:
    """Yield legal placements of the player to act, lazily and as finely as wanted.

    Args:
        state: a state whose phase is ``place``; otherwise there are none.
        tiles: held tiles to try, all if None.
        rotation_step: every so many rotations of five degrees.
        head: index of a piece: only placements whose tail touches its head.
        distinct: one placement for each set of touched pieces; False gives all of them, to the cell.
    """
    if state.phase != "place" or state.current_player is None:
        return
    hand = state.players[state.current_player].hand
    placing = _placing(state)
    for tile in hand if tiles is None else tiles:
        if tile not in hand:
            continue
        shape = state.game.tiles[tile].shape
        if distinct and head is None:
            found = distinct_placements(placing, shape, rotation_step, tried=60)
        else:
            found = every_placement(placing, shape, rotation_step)
        seen: set[tuple[int, ...]] = set()
        for placement in found:
            if head is not None and not touches_head(placing, placement, head):
                continue
            posed, x, y = placement
            if distinct and head is not None:
                touched = placing.sea.contacts(Body(posed, x, y))
                if touched in seen:
                    continue
                seen.add(touched)
            yield model.PlaceTile(tile, posed.flip, posed.rotation, x, y)


def _swap(state: State) -> Iterator[EffervescentAction]:
    assert state.current_player is not None  # noqa: S101
    for tile in state.players[state.current_player].hand:
        if state.game.tiles[tile].kind != "eel":
            for source in sources(state.stacks):
                yield model.Swap(tile, source)  # type: ignore[arg-type]  # a source's name


def spots(state: State) -> tuple[Point, ...]:
    """Return useful places for the next effervescent: along the placed tile, apart, in every water beside it."""
    sea, body = state.sea, state.sea.bodies[-1]
    fish = tuple((spot.x, spot.y) for spot in state.lionfish)
    free = [
        (body.x + i, body.y + j)
        for i, j in body.pose.spot_walk
        if sea.spot_free(body.x + i, body.y + j, fish)
    ]
    if not free:
        patch = sea.spots(body, fish)
        rows = [0] * patch.top + list(patch.rows)
        return tuple(apart(rows, GAP))
    groups: dict[tuple[object, bool], list[Point]] = {}
    for x, y in free:
        habitat = sea.water.habitat_at(x, y)
        kept = groups.setdefault((habitat, sea.bridging and sea.would_bridge(x, y)), [])
        if all((x - a) ** 2 + (y - b) ** 2 >= GAP * GAP for a, b in kept):
            kept.append((x, y))
    return tuple(spot for kept in groups.values() for spot in kept)


def _attach(state: State) -> Iterator[EffervescentAction]:
    for x, y in spots(state):
        yield model.Attach(x, y)
    if state.game.options.attach_optional:
        yield model.Stop()


def _dolphin(state: State) -> Iterator[EffervescentAction]:
    rows = dolphin_spots(state) if state.phase == "dolphin" else jump_spots(state) or []
    found = apart(rows, DOLPHIN_GAP)
    return (model.PlaceDolphin(x, y) for x, y in found)


def _eel(state: State) -> Iterator[EffervescentAction]:
    return (model.RemoveEel(tile) for tile in Table(state).loved_eels())


def _take(state: State) -> Iterator[EffervescentAction]:
    return (model.Take(source) for source in sources(state.stacks))  # type: ignore[arg-type]


def _windfall(state: State) -> Iterator[EffervescentAction]:
    for source in Table(state).windfall_sources():
        yield model.TakeSpecial(source)  # type: ignore[arg-type]  # a source's name
    yield model.Pass()


_MENUS: dict[str, Callable[[State], Iterator[EffervescentAction]]] = {
    "draft": _draft,
    "dolphin": _dolphin,
    "place": _place,
    "swap": _swap,
    "attach": _attach,
    "jump": _dolphin,
    "eel": _eel,
    "take": _take,
    "windfall": _windfall,
    "end": lambda state: iter(()),  # noqa: ARG005  nobody is asked
}
