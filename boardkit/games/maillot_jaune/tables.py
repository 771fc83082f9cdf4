"""What follows from the components of one game: packed cards, the deck, prebuilt actions, menus and events.

A hand is one int: mountains in bits 0 to 3, sprints in bits 4 to 7, from bit 8 on which speed values it holds
(a bit each, by rising value), from bit 28 on how many of each (four bits each). A hand holds a speed card iff
it is above 255.

A card in the deck is a one-byte code: the speed cards by rising value, then mountain, sprint and headwind.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from boardkit.games.maillot_jaune.events import (
    CardDrawn,
    ChipsTaken,
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
_VALUES_FROM = 8
_VALUES_MASK = (1 << 20) - 1
_COUNTS_FROM = 28
_CHUNK = 6
_HANDS_MAX = 65536

# The lists of plays of hands with so many sprints: for six values at a time, by which of them are held.
Row = tuple[tuple[tuple[Play, ...], ...], ...]


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
        # With the table's own instance: an equal action with fields of other types is not what it seems.
        self.needs: dict[MaillotJauneAction, tuple[Play, int, int]] = {
            play: (play, self.speed[value].bit, sprints)
            for (value, sprints, mountain), play in self.plays.items()
            if not mountain
        }
        self.hand_codes = HandCodes(self.units)
        self.hand_names = HandNames(self)

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
        # By whether mountains are offered, then by sprints in hand; each row is built when it is first asked for.
        self.rows: tuple[list[Row | None], list[Row | None]] = ([None] * (KIND + 1), [None] * (KIND + 1))
        self.drawn = tuple([tuple([CardDrawn(seat, name) for name in self.names]) for seat in range(players)])
        self.hidden = tuple([CardDrawn(seat, None) for seat in range(players)])
        self.headwind = tuple([(HeadwindDrawn(s, False), HeadwindDrawn(s, True)) for s in range(players)])
        self.declined = tuple([(Declined(seat),) for seat in range(players)])
        self.lost = tuple(
            [tuple([ChipsTaken(seat, minutes) for minutes in range(32)]) for seat in range(players)]
        )
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

    def row(self, offered: bool, sprints: int) -> Row:
        """Return the lists of plays that :meth:`plays` puts together, for hands with so many sprints."""
        row = self.rows[offered][sprints]
        if row is None:
            firsts = range(0, len(self.values), _CHUNK)
            row = self.rows[offered][sprints] = tuple(
                [self._chunk(offered, sprints, first) for first in firsts]
            )
        return row

    def _chunk(self, offered: bool, sprints: int, first: int) -> tuple[tuple[Play, ...], ...]:
        """Return the plays of six values from ``first`` on, by which of these values the hand holds."""
        mountains = (False, True) if offered else (False,)
        keys = [
            [(value, n, m) for n in range(min(sprints, self.max_sprints) + 1) for m in mountains]
            for value in self.values[first : first + _CHUNK]
        ]
        plays = [[self.plays[key] for key in of_value] for of_value in keys]
        return tuple(
            [
                tuple([play for i, of_value in enumerate(plays) if held >> i & 1 for play in of_value])
                for held in range(1 << len(plays))
            ]
        )

    def plays_of(self, hand: int, offered: bool) -> tuple[Play, ...]:
        """Return the plays of a hand in the order of the table.

        Args:
            hand: the packed hand.
            offered: whether a mountain may be added to each of them.
        """
        held = hand >> _VALUES_FROM & _VALUES_MASK
        row = self.rows[offered][hand >> 4 & KIND] or self.row(offered, hand >> 4 & KIND)
        if len(row) == 2:  # up to twelve values, as in the standard set
            slow, fast = row
            return slow[held & 63] + fast[held >> 6]
        menu: tuple[Play, ...] = ()
        for chunk in row:
            menu += chunk[held & len(chunk) - 1]
            held >>= _CHUNK
        return menu

    def plays_beating(self, hand: int, speed: int) -> tuple[Play, ...]:
        """Return the plays of a hand; a mountain may be added to those that beat ``speed``, headwinds left out."""
        adds = self.components.sprint_adds
        return tuple(
            [
                play
                for play in self.plays_of(hand, offered=True)
                if not play.mountain or play.value + adds * play.sprints > speed
            ]
        )

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
