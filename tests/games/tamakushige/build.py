"""Positions of Tamakushige for the tests: cards are written M1, G2, H3, several with blanks between."""

import copy

import msgspec

import boardkit
from boardkit.games.tamakushige import Accept, Acquire, Decline, Give, Play, Process, Scythe, Target
from boardkit.games.tamakushige.model import SCYTHE, PlayedCard, RoundResult
from boardkit.games.tamakushige.wire import PlayerState, StateWire
from boardkit.registry import find

__all__ = [
    "cards",
    "changed",
    "custom",
    "decline_scythes",
    "events",
    "game",
    "go",
    "last",
    "long",
    "position",
    "short",
    "standard_data",
    "trick_won",
]

_SUITS = {"M": "maple", "G": "ginkgo", "H": "hozuki"}


def long(card):
    """``M12`` as the data write it: ``maple-12``."""
    return f"{_SUITS[card[0]]}-{card[1:]}"


def short(card):
    return card[0].upper() + card.partition("-")[2]


def cards(text):
    return tuple(long(card) for card in text.split())


def standard_data():
    """The standard set as builtins, free to be changed."""
    return copy.deepcopy(msgspec.to_builtins(find("tamakushige").standard().components.data))


def custom(effects=None, **changes):
    """A component set with other effects on some cards, and other top-level parts."""
    data = standard_data()
    for card in data["cards"]:
        if effects is not None and short(card["id"]) in effects:
            card["effects"] = effects[short(card["id"])]
    data.update(changes)
    return {"id": "test", "data": data}


def game(players=4, effects=None, changes=None, **options):
    components = custom(effects, **(changes or {})) if effects or changes else None
    return boardkit.make("tamakushige", players, components=components, **options)


def position(
    hands,
    *,
    turn=0,
    trick=(),
    leader=None,
    soul=0,
    lit=(1, 4, 5),
    acquired=(),
    points=(),
    scythes=(),
    scores=(),
    hearts=None,
    out=(),
    swaps=(),
    round_number=1,
    start=0,
    effects=None,
    changes=None,
    shown=(),
    reserved_used=(),
    ignored=(),
    peeked=(),
    result=None,
    **options,
):
    """Return a state in which ``turn`` is to play.

    ``trick`` holds (player, card) pairs. Cards that are named nowhere were played in earlier tricks; those that
    ``acquired`` does not name lie on the discard pile.
    """
    of = game(len(hands), effects, changes, **options)
    data = of.components.data
    ids = [card.id for card in data.cards]
    held = [cards(hand) for hand in hands]
    laid = [PlayedCard(seat, long(card)) for seat, card in trick]
    taken = {card for hand in held for card in hand} | {play.card for play in laid}
    kept = [cards(acquired[seat]) if seat < len(acquired) else () for seat in range(len(hands))]
    rest = [card for card in ids if card not in taken and not any(card in mine for mine in kept)]
    rest += [card for mine in kept for card in mine]
    leftover = len(ids) % len(hands)
    unseen, rest = rest[:leftover], rest[leftover:]
    size = len(ids) // len(hands)
    queue, earlier = list(rest), []
    for seat, hand in enumerate(held):
        played = size - len(hand) - any(play.player == seat for play in laid)
        earlier += [PlayedCard(seat, queue.pop(0)) for _ in range(played)]
    assert not queue, "hands of these sizes cannot be"
    dealt = hearts or _some_hearts(data, len(hands))
    if any(scores) and result is None:
        round_number = 2
        result = RoundResult("void", "fickle-heart", tuple(dealt), (0,) * len(hands))

    def at(values, seat, default=0):
        return values[seat] if seat < len(values) else default

    seats = tuple(
        PlayerState(
            seat not in out,
            tuple(sorted(held[seat], key=ids.index)),
            tuple(sorted(kept[seat], key=ids.index)),
            at(points, seat),
            at(scythes, seat),
            at(scores, seat),
            dealt[seat],
            seat in shown,
            seat in reserved_used,
            seat in ignored,
            tuple(at(peeked, seat, ())),
            0,
        )
        for seat in range(len(hands))
    )
    wire = StateWire(
        f"{1:064x}",
        turn,
        (),
        round_number,
        "play",
        None,
        None,
        start,
        leader if leader is not None else laid[0].player if laid else turn,
        soul,
        tuple(lit),
        3 - len(lit),
        seats,
        tuple(unseen),
        tuple(earlier + laid),
        len(earlier),
        tuple(card for card in rest if not any(card in mine for mine in kept)),
        tuple(swaps),
        0 if earlier else None,
        None,
        result,
    )
    state = of.unpack(wire)
    of.audit(state)
    return state


def _some_hearts(data, players):
    count = next(count for count in data.factions if count.players == players)
    true = [heart.id for heart in data.hearts if heart.faction == "true-heart"]
    fickle = [heart.id for heart in data.hearts if heart.faction == "fickle-heart"]
    return [*true[: count.true_heart], *fickle[: count.fickle_heart]]


def changed(state, **fields):
    """The state with other fields; what they say is up to the test."""
    return msgspec.structs.replace(state, **fields)


_WORDS = {"play": Play, "acquire": Acquire, "give": Give, "process": Process}


def _action(words):
    verb, _, what = words.partition(" ")
    if verb in _WORDS:
        return _WORDS[verb](long(what))
    if verb == "target":
        return Target(int(what))
    return Scythe(what) if verb == "scythe" else {"yes": Accept(), "no": Decline()}[verb]


def go(state, *actions):
    """Carry out actions: an action, ``"play M1"``, ``"target 2"``, ``"scythe NE"``, ``"yes"``, ``"no"``."""
    for action in actions:
        state = boardkit.step(state, _action(action) if isinstance(action, str) else action)
        state.game.audit(state)
    return state


def events(state, *kinds):
    """The last step's events of these kinds."""
    return [event for event in state.events if isinstance(event, kinds)]


def last(state, kind):
    """The only event of a kind in the last step."""
    (event,) = events(state, kind)
    return event


def trick_won(picked=(), given=(), *, winning=(), spare="M1 M2 M4 M5", trick="M6 M8 M11 G8", soul=7, **more):
    """Seat 3 wins a trick of blank cards, acquires M8 with the effects ``picked`` and gives M11 with ``given``.

    Seat 0 played the weakest card and receives. The hands hold the cards of ``spare`` afterwards, one each. G8 is
    blank, or has the effects ``winning``; it is discarded.
    """
    played = trick.split()
    hands = spare.split() if spare else [""] * 4
    hands[3] = f"{hands[3]} {played[3]}".strip()
    effects = {"M8": list(picked), "M11": list(given), "G8": list(winning), **more.pop("effects", {})}
    laid = list(enumerate(played[:3]))
    state = position(hands, turn=3, trick=laid, leader=0, soul=soul, effects=effects, **more)
    for action in (f"play {played[3]}", "acquire M8", "give M11"):
        state = decline_scythes(go(state, action))
    return state


def decline_scythes(state):
    """Decline until something else is asked."""
    while state.phase == SCYTHE:
        state = go(state, "no")
    return state
