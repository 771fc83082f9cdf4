"""The same position with everything hidden drawn again: for tests of secrecy.

Written from the information model of the rules (FD-5), not from ``observe``. A player knows the faces of the own hand,
everything that lies face up, every card that was taken face up and is still in a hand, and the backs on top of
the piles; with ``show_backs`` the backs of all hand cards too. Everything else may change places: cards in the piles,
the removed cards, the rest of the others' hands, and the backs of own spring cards.
"""

from __future__ import annotations

from typing import Any

from boardkit import chance
from boardkit.games.fifteen_days import cards as c
from boardkit.games.fifteen_days import events as e
from boardkit.games.fifteen_days import model as m

__all__ = ["permute_hidden"]

_ROUNDS = 6


class _Place:
    """A place of a hidden card, and what may lie there."""

    __slots__ = ("back", "card", "front", "home", "season")

    def __init__(self, home: str, card: int) -> None:
        self.home = home
        self.card = card
        self.back: int | None = None
        self.front: int | None = None
        self.season: int | None = None

    def admits(self, card: int) -> bool:
        return (
            self.back in (None, c.BACK_OF[card])
            and self.front in (None, c.FRONT_OF[card])
            and self.season in (None, c.FRONT_OF[card] // 6)
        )


def permute_hidden(state: m.State, player: int | None, seed: int | bytes) -> m.State:
    """Return a legal state that ``player`` (None: a spectator) cannot tell from ``state``."""
    root = chance.seed_bytes(seed)
    places = _hidden_places(state, player)
    original = [place.card for place in places]
    _swap_about(places, root)
    changed = _rebuilt(state, player, places, root)
    if changed.current_player is not None and not changed.game.legal_actions(changed):
        # Somebody is asked who could do nothing with these cards: that hand stays as it was.
        for place, card in zip(places, original, strict=True):
            place.card = card
        movable = [place for place in places if place.home != f"hand/{state.current_player}"]
        _swap_about(movable, root)
        changed = _rebuilt(state, player, places, root)
    return changed


def _hidden_places(state: m.State, player: int | None) -> list[_Place]:
    places = []
    for number, pile in enumerate(state.piles):
        for depth, card in enumerate(pile):
            place = _Place(f"pile/{number}", card)
            if depth == 0:
                place.back = c.BACK_OF[card]
            places.append(place)
    return [*places, *_removed_places(state), *_hand_places(state, player)]


def _removed_places(state: m.State) -> list[_Place]:
    options: Any = state.game.options
    places = []
    for card in state.stock.removed:
        place = _Place("removed", card)
        if options.removal_2p == "by_back":
            place.back = c.BACK_OF[card]
        else:
            place.season = c.FRONT_OF[card] // 6
        places.append(place)
    return places


def _hand_places(state: m.State, player: int | None) -> list[_Place]:
    options: Any = state.game.options
    places = []
    for seat, who in enumerate(state.players):
        if seat == player and options.show_backs:
            continue
        for card in c.cards_of(who.hand - who.known):
            place = _Place(f"hand/{seat}", card)
            if seat == player:
                place.front = c.FRONT_OF[card]
            if options.show_backs:
                place.back = c.BACK_OF[card]
            places.append(place)
    return places


def _swap_about(places: list[_Place], root: bytes) -> None:
    """Exchange cards between places that admit each other's, many times."""
    for number in range(_ROUNDS):
        order = chance.shuffled(root, f"permute/{number}", len(places))
        for mine, other in enumerate(order):
            one, two = places[mine], places[other]
            # Each pair once: two cards that change places twice would be where they were.
            if mine < other and one.admits(two.card) and two.admits(one.card):
                one.card, two.card = two.card, one.card
    # Places with a demand on the front find few partners by chance, so they look for them.
    for picky in [place for place in places if place.front is not None]:
        for other in chance.shuffled(root, f"permute/picky/{places.index(picky)}", len(places)):
            two = places[other]
            if picky.admits(two.card) and two.admits(picky.card):  # its own place is among them
                picky.card, two.card = two.card, picky.card
                break


def _rebuilt(state: m.State, player: int | None, places: list[_Place], root: bytes) -> m.State:
    def at(home: str) -> list[int]:
        return [place.card for place in places if place.home == home]

    players = []
    for seat, who in enumerate(state.players):
        fixed = seat == player and state.game.options.show_backs
        hand = who.hand if fixed else who.known + c.hand_of(at(f"hand/{seat}"))
        players.append(
            m.Player(hand, who.known, who.size, who.board, who.feathers, who.animals, who.wilds_played)
        )
    stock = state.stock
    return m.State(
        state.game,
        chance.derive(root, "permute/seed"),
        state.current_player,
        tuple(_event(event, player, state, players, root) for event in state.events),
        state.turn,
        tuple(players),
        (bytes(at("pile/0")), bytes(at("pile/1"))),
        state.market,
        state.discards,
        m.Stock(
            bytes(sorted(at("removed"))),
            stock.wilds,
            stock.feathers,
            stock.first_player,
            stock.idle,
            stock.trigger,
            stock.last_turns,
            stock.bot,
        ),
    )


def _event(event: Any, player: int | None, state: m.State, players: list[m.Player], root: bytes) -> Any:
    """Return the event with a hidden card that fits the new hands; what the player saw of it stays."""
    if isinstance(event, e.Dealt) and event.cards is not None and event.backs is not None:
        return e.dealt(event.player, c.cards_of(players[event.player].hand))
    if not isinstance(event, e.Drew) or event.card is None or event.back is None:
        return event
    who = players[event.player]
    fitting = [
        card
        for card in c.cards_of(who.hand - who.known)
        if not (state.game.options.show_backs and c.BACKS[c.BACK_OF[card]] != event.back)
        and not (event.player == player and c.FRONT_IDS[c.FRONT_OF[card]] != event.card)
    ]
    if not fitting:
        return event  # in a document from outside: the hand has no such card
    card = fitting[chance.shuffled(root, "permute/drew", len(fitting))[0]]
    return e.Drew(event.player, event.pile, c.FRONT_IDS[c.FRONT_OF[card]], c.BACKS[c.BACK_OF[card]])
