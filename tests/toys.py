"""Magpie: a small card game with hidden information, for the tests of what is not a game.

Cards are numbered; one lies aside, face down. In a turn a player may, once a game, peek at the card aside, then
plays a card onto the own pile and draws. The number just played is barred; whoever holds nothing else shows the
hand and may play it. At the end the card aside is turned up, and its number counts double.
"""

from collections import Counter
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

import boardkit
from boardkit import chance
from boardkit.components import ComponentSet, Provenance, Standard, Title, fingerprint
from boardkit.errors import CannotResample, IllegalAction, InvalidOption, InvalidState, InvalidView
from boardkit.game import EMPTY_MENU, Menu
from boardkit.info import GameInfo
from boardkit.state import Count, Score, Seat, Seed, tagger
from boardkit.svg import Svg

Number = Annotated[int, Meta(ge=1, le=9)]
Numbers = Annotated[tuple[Number, ...], Meta(max_length=81)]
PerSeat = Meta(min_length=2, max_length=4)


class Options(boardkit.Options, frozen=True):
    hand_size: Annotated[int, Meta(ge=1, le=5, description="Cards dealt to each player.")] = 3
    peeking: Annotated[bool, Meta(description="Whether the card aside may be looked at.")] = True


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    numbers: Annotated[int, Meta(ge=2, le=9)]
    copies: Annotated[int, Meta(ge=1, le=9)]


class MagpieAction(boardkit.Action, frozen=True, tag=tagger("magpie")): ...


class Play(MagpieAction, frozen=True):
    number: Number


class Peek(MagpieAction, frozen=True): ...


class MagpieEvent(boardkit.Event, frozen=True, tag=tagger("magpie")): ...


class Played(MagpieEvent, frozen=True):
    player: Seat
    number: Number

    def deltas(self):
        return (f"hand/{self.player}", -1), (f"pile/{self.player}", 1), (f"score/{self.player}", self.number)


class Drawn(MagpieEvent, frozen=True):
    player: Seat
    number: Number | None  # for the player alone

    def deltas(self):
        return ("deck", -1), (f"hand/{self.player}", 1)


class Peeked(MagpieEvent, frozen=True):
    player: Seat
    number: Number | None  # for the player alone


class Showed(MagpieEvent, frozen=True):
    player: Seat
    hand: Numbers


class Ended(MagpieEvent, frozen=True):
    aside: Number
    extra: tuple[Score, ...]

    def deltas(self):
        return tuple((f"score/{seat}", points) for seat, points in enumerate(self.extra))


Event = Drawn | Ended | Peeked | Played | Showed


class State(boardkit.State, frozen=True):
    aside: int
    deck: tuple[int, ...]  # the next card first
    hands: tuple[tuple[int, ...], ...]  # sorted
    shown: tuple[tuple[int, ...], ...]  # what everybody knows of each hand, sorted
    piles: tuple[tuple[int, ...], ...]
    peeked: tuple[bool, ...]
    barred: int | None

    @property
    def returns(self):
        return scores(self.piles, self.aside if self.is_terminal else None)

    @property
    def ranking(self):
        points = self.returns
        return tuple(1 + sum(b > a for b in points) for a in points) if self.is_terminal else None


class View(boardkit.View, frozen=True):
    aside: Number | None
    deck: Count
    hand: Numbers
    hands: Annotated[tuple[Count, ...], PerSeat]
    shown: Annotated[tuple[Numbers, ...], PerSeat]
    piles: Annotated[tuple[Numbers, ...], PerSeat]
    peeked: Annotated[tuple[bool, ...], PerSeat]
    barred: Number | None

    def counts(self):
        """Count ``deck``, ``hand/<seat>``, ``pile/<seat>`` and ``score/<seat>``."""
        counts = {"deck": self.deck}
        for seat, score in enumerate(scores(self.piles, self.aside if self.is_terminal else None)):
            counts |= {f"hand/{seat}": self.hands[seat], f"pile/{seat}": len(self.piles[seat])}
            counts[f"score/{seat}"] = score
        return counts


class Wire(Struct, frozen=True):
    seed: Seed
    current_player: Seat | None
    events: tuple[Event, ...]
    aside: Number
    deck: Numbers
    hands: Annotated[tuple[Numbers, ...], PerSeat]
    shown: Annotated[tuple[Numbers, ...], PerSeat]
    piles: Annotated[tuple[Numbers, ...], PerSeat]
    peeked: Annotated[tuple[bool, ...], PerSeat]
    barred: Number | None


def scores(piles, doubled):
    return tuple(sum(pile) + sum(number for number in pile if number == doubled) for pile in piles)


def less(cards, gone):
    return tuple(sorted((Counter(cards) - Counter(gone)).elements()))


def put(values, seat, value):
    return (*values[:seat], value, *values[seat + 1 :])


class Magpie(boardkit.TableGame[State, MagpieAction, View], frozen=True, dict=True, cache_hash=True):
    info = GameInfo("magpie", Title("Magpie", "カササギ"), 2, 4, 3)
    options_type = Options
    components_type = Components
    action_types = (Play, Peek)
    event_types = (Drawn, Ended, Peeked, Played, Showed)
    view_type = View
    wire_type = Wire

    @classmethod
    def standard(cls):
        names = {
            "options": {
                "hand_size": Title("Hand size", "手札の枚数"),
                "peeking": Title("Peeking", "のぞき見"),
            }
        }
        data = Components(6, 3)
        source = (Provenance("cards", "reconstructed", "made up for the tests"),)
        return Standard(ComponentSet("standard", fingerprint(data), data), source, names)

    def pool(self):
        data = self.components.data
        return tuple(number for number in range(1, data.numbers + 1) for _ in range(data.copies))

    def validate(self):
        if self.players * self.options.hand_size >= len(self.pool()):
            raise InvalidOption("hand_size", self.options.hand_size, "fewer than there are cards for")

    def initial_state(self, seed=None):
        seed, size, each = chance.seed_bytes(seed), self.options.hand_size, range(self.players)
        cards = chance.shuffle(seed, "deck", self.pool())
        hands = tuple(tuple(sorted(cards[1 + size * seat : 1 + size * (seat + 1)])) for seat in each)
        nothing, deck = ((),) * self.players, cards[1 + size * self.players :]
        return State(
            self, seed, 0, (), cards[0], deck, hands, nothing, nothing, (False,) * self.players, None
        )

    def build_actions(self):
        return (*map(Play, range(1, self.components.data.numbers + 1)), Peek())

    @property
    def max_steps(self):
        return len(self.pool()) + self.players

    def menu(self, state):
        seat = state.current_player
        if seat is None:
            return EMPTY_MENU
        may_peek = self.options.peeking and not state.peeked[seat]
        plays = tuple(Play(number) for number in sorted(set(state.hands[seat])) if number != state.barred)
        return Menu((*plays, Peek()) if may_peek else plays)

    def refuse(self, state, action):  # noqa: ARG002  what is in the way is seen from the action
        if isinstance(action, Peek):
            return IllegalAction("no-peek", "MP-2", "the card aside may not be looked at", action)
        return IllegalAction("not-playable", "MP-1", "that number is barred or not in the hand", action)

    def step_unchecked(self, state, action):
        seat = state.current_player
        if isinstance(action, Peek):
            return replace(state, peeked=put(state.peeked, seat, True), events=(Peeked(seat, state.aside),))
        hand, shown = (less(cards[seat], (action.number,)) for cards in (state.hands, state.shown))
        piles = put(state.piles, seat, (*state.piles[seat], action.number))
        events = [Played(seat, action.number)]
        if state.deck:
            hand = tuple(sorted((*hand, state.deck[0])))
            events.append(Drawn(seat, state.deck[0]))
        hands = put(state.hands, seat, hand)
        return self.pass_on(
            state, hands, put(state.shown, seat, shown), piles, barred=action.number, events=events
        )

    def pass_on(self, state, hands, shown, piles, *, barred, events):
        """Ask the next player who has cards, or end the game."""
        turn = [(state.current_player + 1 + i) % self.players for i in range(self.players)]
        seat = next((seat for seat in turn if hands[seat]), None)
        if seat is None:
            barred, extra = None, tuple(sum(n for n in pile if n == state.aside) for pile in piles)
            events.append(Ended(state.aside, extra))
        elif set(hands[seat]) == {barred}:
            barred, shown = None, put(shown, seat, hands[seat])
            events.append(Showed(seat, hands[seat]))
        rest = (state.aside, state.deck[1:], hands, shown, piles, state.peeked, barred)
        return State(self, state.seed, seat, tuple(events), *rest)

    def knows_aside(self, state, player):
        return state.is_terminal or (player is not None and state.peeked[player])

    def observe(self, state, player):
        player = self.seat(player)
        events = tuple(self.redacted(event, player) for event in state.events)
        aside = state.aside if self.knows_aside(state, player) else None
        hand = () if player is None else state.hands[player]
        counts = (len(state.deck), hand, tuple(map(len, state.hands)))
        public = (state.shown, state.piles, state.peeked, state.barred)
        return View(self, player, state.current_player, events, aside, *counts, *public)

    def redacted(self, event, player):
        hidden = isinstance(event, Drawn | Peeked) and event.player != player
        return replace(event, number=None) if hidden else event

    def resample(self, view, seed=None):
        if view.player is None:
            raise CannotResample("a spectator has no seat to think from")
        seed, known = chance.seed_bytes(seed), put(view.shown, view.player, view.hand)
        aside, hands, deck = self.dealt(view, view.aside, known, view.hands, seed)
        fresh, public = (
            chance.derive(seed, "resample/seed"),
            (view.shown, view.piles, view.peeked, view.barred),
        )
        return State(self, fresh, view.current_player, view.events, aside, deck, hands, *public)

    def dealt(self, told, aside, known, sizes, seed):
        """Deal what is not known: the card aside, hands of these sizes, the deck."""
        cards = less(self.pool(), [n for part in (*known, *told.piles, (aside,)) for n in part])
        cards = list(chance.shuffle(seed, "hidden", cards))
        seat = told.current_player
        if seat is not None and told.barred and {*known[seat]} <= {told.barred} and sizes[seat]:
            free = [i for i, number in enumerate(cards) if number != told.barred]
            if not free or len(known[seat]) == sizes[seat]:
                raise InvalidView("/barred", "the player to act could not play")
            cards.insert(0, cards.pop(free[0]))  # that player is dealt first
        hands = list(known)
        for turn in range(self.players):
            to = (turn + (seat or 0)) % self.players
            missing = sizes[to] - len(known[to])
            hands[to] = tuple(sorted((*known[to], *cards[:missing])))
            cards = cards[missing:]
        return aside or cards.pop(), tuple(hands), tuple(chance.shuffle(seed, "deck", cards))

    def permute_hidden(self, state, player, seed):
        seed = chance.seed_bytes(seed)
        known = state.shown if player is None else put(state.shown, player, state.hands[player])
        aside = state.aside if self.knows_aside(state, player) else None
        aside, hands, deck = self.dealt(state, aside, known, tuple(map(len, state.hands)), seed)
        events = tuple(
            replace(event, number=aside if isinstance(event, Peeked) else hands[event.player][0])
            if isinstance(event, Drawn | Peeked) and event.player != player
            else event
            for event in state.events
        )
        fresh = chance.derive(seed, "seed")
        return replace(state, seed=fresh, aside=aside, hands=hands, deck=deck, events=events)

    def census(self, state):
        cards = [*state.deck, *sum(state.hands, ()), *sum(state.piles, ()), state.aside]
        return {str(number): count for number, count in sorted(Counter(cards).items())}

    def audit(self, state):
        seat, seats = (
            state.current_player,
            {len(part) for part in (state.hands, state.shown, state.piles, state.peeked)},
        )
        if seats != {self.players}:
            raise InvalidState("/hands", "not one entry a player")
        if sorted(Counter(self.pool()).items()) != [
            (int(n), count) for n, count in self.census(state).items()
        ]:
            raise InvalidState("", "cards are missing or too many")
        for place, (hand, shown) in enumerate(zip(state.hands, state.shown, strict=True)):
            if list(hand) != sorted(hand) or list(shown) != sorted(shown) or less(shown, hand):
                raise InvalidState(f"/shown/{place}", "not sorted, or not in the hand")
        over = not any(state.hands)
        if (seat is None) != over or (over and state.deck):
            raise InvalidState("/current_player", "somebody is asked exactly while there are cards in hands")
        if seat is not None and (seat >= self.players or not self.menu(state).actions):
            raise InvalidState("/current_player", "that player could do nothing")

    def pack(self, state):
        return Wire(
            state.seed.hex(),
            *[getattr(state, name) for name in State.__struct_fields__ if name not in "game seed"],
        )

    def unpack(self, wire):
        return State(
            self, bytes.fromhex(wire.seed), *[getattr(wire, name) for name in Wire.__struct_fields__[1:]]
        )

    def audit_view(self, view):
        if {len(part) for part in (view.hands, view.shown, view.piles, view.peeked)} != {self.players}:
            raise InvalidView("/hands", "not one entry a player")
        seats = [view.player, view.current_player, *(getattr(event, "player", None) for event in view.events)]
        if any(seat is not None and seat >= self.players for seat in seats):
            raise InvalidView("", "no such seat")
        if view.player is None:
            return
        try:
            world = self.resample(view, 0)
            self.audit(world)
        except (InvalidState, IndexError) as error:
            raise InvalidView("", f"nothing leads to this: {error}") from None
        if self.observe(world, view.player) != view:
            raise InvalidView("", "nothing leads to this")

    def draw(self, view, language="en"):
        svg = Svg(400, 20 + 20 * self.players, self.info.title.in_language(language))
        for seat, pile in enumerate(view.piles):
            hand = view.hand if seat == view.player else "?" * view.hands[seat]
            svg.text(10, 20 + 20 * seat, f"{seat}: {' '.join(map(str, hand))} | {' '.join(map(str, pile))}")
        return str(svg)


boardkit.register(Magpie)
