"""Positions of Maillot Jaune for the tests, written in the words of the wire form."""

from collections import Counter

import boardkit
from boardkit.games.maillot_jaune import Decline, LayMountain, Play, SetAside
from boardkit.games.maillot_jaune.wire import RiderWire, StateWire

__all__ = ["Decline", "LayMountain", "Play", "SetAside", "events_of", "game", "position", "rider", "words"]

FULL = {**{str(value): 7 for value in range(39, 51)}, "mountain": 5, "sprint": 5, "headwind": 5}


def game(players=3, **options):
    return boardkit.make("maillot-jaune", players, **options)


def position(
    hands,
    pile,
    *,
    turn=0,
    leader=0,
    tempo=45,
    chips=(),
    winds=(),
    shown=(),
    mountain=False,
    phase="play",
    stage=1,
    points=(),
    wins=(),
    last=False,
    seed=1,
    **options,
):
    """Return a state with these hands and these next cards of the pile.

    Cards that are named nowhere come last in the pile; with ``last`` they lie in front of seat 0 instead, so that
    the pile ends where it says. What ``mountain`` and ``winds`` need lies there already.
    """
    players = len(hands)
    full = Counter(FULL)
    if options.get("simple_game"):
        for special in ("mountain", "sprint", "headwind"):
            del full[special]
    laid = [[] for _ in hands]
    if mountain:
        laid[leader].append("mountain")
    for seat, count in enumerate(winds):
        laid[seat] += ["headwind"] * count
    full.subtract(" ".join([*hands, pile]).split())
    full.subtract([card for cards in laid for card in cards])
    assert min(full.values()) >= 0, full
    rest = list(full.elements())
    if last:
        laid[0] += rest
    else:
        pile = " ".join([pile, *rest]).strip()
    order = list(FULL).index

    def at(values, seat, default=0):
        return values[seat] if seat < len(values) else default

    wire = StateWire(
        f"{seed:064x}",
        turn,
        (),
        phase,
        stage,
        leader,
        tempo,
        mountain,
        sum(cards.count("mountain") for cards in laid),
        pile,
        tuple(
            RiderWire(
                at(points, seat),
                at(wins, seat),
                at(chips, seat),
                at(winds, seat),
                None if tempo is None else 45,
                " ".join(sorted(hand.split(), key=order)),
                at(shown, seat, ""),
                " ".join(laid[seat]),
            )
            for seat, hand in enumerate(hands)
        ),
        "",
    )
    made = game(players, **options)
    state = made.unpack(wire)
    made.audit(state)
    return state


def rider(state, seat):
    """Return what everybody sees of a rider."""
    return boardkit.observe(state, None).riders[seat]


def words(state, seat):
    """Return a hand as words."""
    return " ".join(name.removeprefix("speed-") for name in boardkit.observe(state, seat).hand)


def events_of(state, kind):
    return [event for event in state.events if type(event).__name__ == kind]
