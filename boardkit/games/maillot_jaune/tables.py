"""What follows from the components of one game: packed cards, the deck, prebuilt actions, menus and events.

A hand is one int: mountains in bits 0 to 3, sprints in bits 4 to 7, from bit 8 on which speed values it holds
(a bit each, by rising value), from bit 28 on how many of each (four bits each). A hand holds a speed card iff
it is above 255, and its low 28 bits, mountains left out, are the key of its menu.

A card in the deck is a one-byte code: the speed cards by rising value, then mountain, sprint and headwind.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from boardkit.games.maillot_jaune.events import (
    CardDrawn,
    Declined,
    HeadwindDrawn,
    MountainEnded,
    Played,
)
from boardkit.games.maillot_jaune.model import (
    Components,
    Decline,
    LayMountain,
    MaillotJauneAction,
    Options,
    Play,
    SetAside,
)

KIND = 15  # four bits count one kind
MOUNTAIN_UNIT = 1
SPRINT_UNIT = 16
SPECIALS_MASK = 255
MENU_MASK = (1 << 28) - 1 - KIND  # sprints and values; the mountains count by what may be done with them
_VALUES_FROM = 8
_COUNTS_FROM = 28
_MENUS_MAX = 16384
_HANDS_MAX = 65536

# In the key of a menu, above its 28 bits: who may add a mountain. A rider who leads may always; one who could
# take the jersey may if he beats a speed, which is never below -500.
LEADS = 1 << _COUNTS_FROM
_SPEEDS_FROM = 600


class SpeedCard(Struct, frozen=True):
    """What a play needs to know of the speed cards of one value.

    Attributes:
        plain: the play of such a card alone.
        unit: what one of them adds to a packed hand.
        bit: the bit that says that a hand holds some.
        mask: the bits that count them.
        laid: the codes as they come to lie, by number of sprints.
        played: the one event of a plain play, by seat.
    """

    plain: Play
    unit: int
    bit: int
    mask: int
    laid: tuple[bytes, ...]
    played: tuple[tuple[Played], ...]


class Menus(dict[int, tuple[MaillotJauneAction, ...]]):
    """The legal actions of a turn by their key, each list built when it is first asked for."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self._tables = tables

    def __missing__(self, key: int) -> tuple[MaillotJauneAction, ...]:
        if len(self) >= _MENUS_MAX:
            self.clear()
        menu = self[key] = self._tables.build_menu(key)
        return menu


class HandCodes(dict[int, bytes]):
    """The codes of the cards of a packed hand, sorted, each hand unpacked when it is first asked for."""

    def __init__(self, units: tuple[int, ...]) -> None:
        super().__init__()
        self._units = tuple([unit for unit in units if unit])

    def __missing__(self, hand: int) -> bytes:
        if len(self) >= _HANDS_MAX:
            self.clear()
        codes = self[hand] = bytes(
            code for code, unit in enumerate(self._units) for _ in range(hand // unit & KIND)
        )
        return codes


class HandNames(dict[int, tuple[str, ...]]):
    """The names of the cards of a packed hand, sorted, each hand unpacked when it is first asked for."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self._tables = tables

    def __missing__(self, hand: int) -> tuple[str, ...]:
        if len(self) >= _HANDS_MAX:
            self.clear()
        names = self[hand] = self._tables.names_of(self._tables.hand_codes[hand])
        return names


class Tables:
    """Everything that is worked out once a game."""

    def __init__(self, components: Components, options: Options, players: int) -> None:
        self.components = components
        self.late_sprints = options.sprint_refill_headwind == "this_turn"
        self.anyone = options.mountain_outsiders == "anyone"
        specials = not options.simple_game
        self.mountains = components.mountains if specials else 0
        self.sprints = components.sprints if specials else 0
        self.headwinds = components.headwinds if specials else 0
        self.slipstream = components.slipstream
        self.top_speed = components.top_speed
        self._cards(components)
        self.max_sprints = min(self.sprints, components.hand_size)
        self._prebuild(players)
        self.speed = {value: self._speed_card(i, value, players) for i, value in enumerate(self.values)}
        self.hand_codes = HandCodes(self.units)
        self.hand_names = HandNames(self)
        self.menus = Menus(self)
        # Up to twelve values, as the standard set has, two small tables do: they stay in the processor's cache.
        few = len(self.values) <= 12 and self.max_sprints == self.sprints
        self.slow_chunks = self._chunks(0) if few else None
        self.fast_chunks = self._chunks(6) if few else ()

    def _cards(self, components: Components) -> None:
        speeds = components.speed_cards
        k = len(speeds)
        self.values = tuple([card.value for card in speeds])
        self.mountain_code, self.sprint_code, self.headwind_code = k, k + 1, k + 2
        self.names = (*[f"speed-{value}" for value in self.values], "mountain", "sprint", "headwind")
        self.codes = {name: code for code, name in enumerate(self.names)}
        self.units = (*[1 << _COUNTS_FROM + 4 * i for i in range(k)], MOUNTAIN_UNIT, SPRINT_UNIT, 0)
        self.bits = (*[1 << _VALUES_FROM + i for i in range(k)], 0, 0, 0)
        self.copies = (*[card.copies for card in speeds], self.mountains, self.sprints, self.headwinds)
        self.deck = bytes(code for code, copies in enumerate(self.copies) for _ in range(copies))

    def _prebuild(self, players: int) -> None:
        """Make the actions, and the few events that happen over and over: all are frozen, so one of each will do."""
        mountain = (False, True) if self.mountains else (False,)
        self.plays = {
            (value, n, m): Play(value, n, m)
            for value in self.values
            for n in range(self.max_sprints + 1)
            for m in mountain
        }
        self.lay_mountain, self.decline = LayMountain(), Decline()
        self.set_aside = (SetAside("mountain"), SetAside("sprint"))
        self.ask_menus = ((self.decline,), (self.lay_mountain, self.decline))
        self.aside_menus = ((), self.set_aside[1:], self.set_aside[:1], self.set_aside)
        self._adding = [
            [self._plays_of(value, n, (False, True)) for value in self.values]
            for n in range(self.max_sprints + 1)
        ]
        self._plain = [
            [self._plays_of(value, n, (False,)) for value in self.values] for n in range(self.max_sprints + 1)
        ]
        self.drawn = tuple([tuple([CardDrawn(seat, name) for name in self.names]) for seat in range(players)])
        self.hidden = tuple([CardDrawn(seat, None) for seat in range(players)])
        self.headwind = tuple([(HeadwindDrawn(s, False), HeadwindDrawn(s, True)) for s in range(players)])
        self.declined = tuple([(Declined(seat),) for seat in range(players)])
        self.mountain_ended = tuple([MountainEnded(seat) for seat in range(players)])
        self.following = (*range(1, players), 0)

    def _speed_card(self, code: int, value: int, players: int) -> SpeedCard:
        sprint = bytes([self.sprint_code])
        return SpeedCard(
            self.plays[value, 0, False],
            self.units[code],
            self.bits[code],
            self.units[code] * KIND,
            tuple([bytes([code]) + n * sprint for n in range(self.max_sprints + 1)]),
            tuple([(Played(seat, value, 0, 0, value),) for seat in range(players)]),
        )

    def actions(self) -> tuple[MaillotJauneAction, ...]:
        """Return the whole table of actions."""
        specials = [a for a, n in zip(self.set_aside, (self.mountains, self.sprints), strict=True) if n]
        window = (self.lay_mountain, self.decline) if self.mountains else ()
        return (*self.plays.values(), *window, *specials)

    def plain_menu(self, hand: int) -> tuple[MaillotJauneAction, ...]:
        """Return the legal plays of a hand that cannot add a mountain."""
        if self.slow_chunks is None:
            return self.menus[hand & MENU_MASK]
        sprints = hand >> 4 & KIND
        return self.slow_chunks[sprints][hand >> 8 & 63] + self.fast_chunks[sprints][hand >> 14 & 63]

    def key_to_beat(self, hand: int, speed: int) -> int:
        """Return the key of the menu of a rider who takes the jersey by beating ``speed``, headwinds left out."""
        return hand & MENU_MASK | speed + _SPEEDS_FROM << _COUNTS_FROM

    def _chunks(self, first: int) -> tuple[tuple[tuple[Play, ...], ...], ...]:
        """Return the plain plays of six values from ``first`` on: by sprints, then by which values a hand holds."""
        return tuple(
            [
                tuple(
                    [
                        tuple(
                            [
                                play
                                for i in range(6)
                                if held >> i & 1 and first + i < len(self.values)
                                for play in self._plain[sprints][first + i]
                            ]
                        )
                        for held in range(64)
                    ]
                )
                for sprints in range(self.max_sprints + 1)
            ]
        )

    def _plays_of(self, value: int, sprints: int, mountain: tuple[bool, ...]) -> tuple[Play, ...]:
        """Return the plays of one value with up to so many sprints, in the order of the table."""
        keys = [(value, n, m) for n in range(sprints + 1) for m in mountain]
        return tuple([self.plays[key] for key in keys if key in self.plays])

    def build_menu(self, key: int) -> tuple[MaillotJauneAction, ...]:
        """Build the menu of a turn.

        Args:
            key: the sprints and values of the hand, as its low 28 bits have them, and above them 0 (no mountain
                can be added), 1 (LEADS) or, plus 600, the speed to be beaten.
        """
        sprints = min(key >> 4 & KIND, self.max_sprints)
        may_add = key >> _COUNTS_FROM
        plays = (self._adding if may_add else self._plain)[sprints]
        actions: list[MaillotJauneAction] = []
        for i in range(len(self.values)):
            if key >> _VALUES_FROM + i & 1:
                actions += plays[i]
        if may_add > 1:
            actions = [play for play in actions if self._beats(play, may_add - _SPEEDS_FROM)]
        return tuple(actions)

    def _beats(self, play: MaillotJauneAction, speed: int) -> bool:
        """Whether a play adds no mountain, or may add one since it beats ``speed``."""
        if not isinstance(play, Play) or not play.mountain:
            return True
        return play.value + self.components.sprint_adds * play.sprints > speed

    def pack(self, codes: Iterable[int]) -> int:
        """Return the packed hand of cards given by code."""
        hand = 0
        for code in codes:
            hand = hand + self.units[code] | self.bits[code]
        return hand

    def pack_names(self, names: Iterable[str]) -> int:
        """Return the packed hand of cards given by name; KeyError for a headwind or an unknown name."""
        codes = [self.codes[name] for name in names]
        if self.headwind_code in codes:
            raise KeyError("headwind")
        return self.pack(codes)

    def names_of(self, codes: Iterable[int]) -> tuple[str, ...]:
        """Return the names of cards given by code."""
        return tuple([self.names[code] for code in codes])

    def without(self, hand: int, code: int, count: int = 1) -> int:
        """Return a packed hand after up to ``count`` cards of a kind have left it.

        For the known part of a hand: the cards that left may be known ones, so that many fewer are known.
        """
        unit = self.units[code]
        held = hand // unit & KIND
        hand -= unit * min(held, count)
        return hand if held > count else hand & ~self.bits[code]


def hand_size(hand: int) -> int:
    """Return how many cards a packed hand holds.

    A number's four-bit digits add up to it modulo 15, and no hand holds 15 speed cards.
    """
    return (hand >> _COUNTS_FROM) % 15 + (hand >> 4 & KIND) + (hand & KIND)
