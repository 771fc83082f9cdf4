"""What follows from the components of one game: packed cards, the deck, prebuilt actions, menus and events.

A hand is an int with four bits a kind: mountains in bits 0 to 3, sprints in bits 4 to 7, then the speed cards
by rising value. Adding a card is adding its unit, and a hand holds a speed card iff it is above 255. A card in
the deck is a one-byte code: the speed cards by rising value, then mountain, sprint and headwind.
"""

from __future__ import annotations

from typing import NamedTuple

from boardkit.game import Menu
from boardkit.games.maillot_jaune.model import (
    CardDrawn,
    Components,
    Decline,
    Declined,
    HeadwindDrawn,
    LayMountain,
    MaillotJauneAction,
    Options,
    Play,
    SetAside,
)

MOUNTAIN_UNIT = 1
SPRINT_UNIT = 16
SPECIALS_MASK = 255
KIND = 15  # the four bits of one kind
_MENUS_MAX = 16384
_NAMES_MAX = 65536

# Codes for "who may add a mountain to this play" in the key of a menu, beside a speed to be beaten.
_NEVER = 0
_ALWAYS = 1
_SPEEDS_FROM = 600  # no speed is below -500, so that speed + this is positive and never one of the codes above


class SpeedCard(NamedTuple):
    """What a play needs to know of the speed card of one value."""

    unit: int
    bit: int
    mask: int
    laid: tuple[tuple[str, ...], ...]  # the cards as they come to lie, by number of sprints


class PlayMenus(dict[int, Menu[MaillotJauneAction]]):
    """The menus of a turn by their key, each built when it is first asked for."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self._tables = tables

    def __missing__(self, key: int) -> Menu[MaillotJauneAction]:
        if len(self) >= _MENUS_MAX:
            self.clear()
        menu = self[key] = self._tables.build_play_menu(key)
        return menu


class HandNames(dict[int, tuple[str, ...]]):
    """The names of the cards of a packed hand, sorted, each hand unpacked when it is first asked for."""

    def __init__(self, units: dict[str, int]) -> None:
        super().__init__()
        self._units = units

    def __missing__(self, hand: int) -> tuple[str, ...]:
        if len(self) >= _NAMES_MAX:
            self.clear()
        names = [name for name, unit in self._units.items() for _ in range(hand // unit & KIND)]
        result = self[hand] = tuple(names)
        return result


class Tables:
    """Everything that is worked out once a game."""

    def __init__(self, components: Components, options: Options, players: int) -> None:
        self.components = components
        speeds = components.speed_cards
        specials = not options.simple_game
        self.mountains = components.mountains if specials else 0
        self.sprints = components.sprints if specials else 0
        self.headwinds = components.headwinds if specials else 0
        self.values = tuple([card.value for card in speeds])
        k = len(speeds)
        self.mountain_code, self.sprint_code, self.headwind_code = k, k + 1, k + 2
        self.names = (*[f"speed-{value}" for value in self.values], "mountain", "sprint", "headwind")
        self.codes = {name: code for code, name in enumerate(self.names)}
        self.units = (*[1 << 8 + 4 * i for i in range(k)], MOUNTAIN_UNIT, SPRINT_UNIT, 0)
        self.bits = (*[1 << i for i in range(k)], 0, 0, 0)
        self.copies = (*[card.copies for card in speeds], self.mountains, self.sprints, self.headwinds)
        self.deck = bytes(code for code, copies in enumerate(self.copies) for _ in range(copies))
        # In the order in which a hand is shown: speeds by rising value, then the specials.
        self.hand_units = dict(zip(self.names[:-1], self.units[:-1], strict=True))
        self.hand_names = HandNames(self.hand_units)
        self.max_sprints = min(self.sprints, components.hand_size)
        self.speed = {
            value: SpeedCard(
                self.units[i],
                self.bits[i],
                self.units[i] * KIND,
                tuple([(self.names[i], *["sprint"] * n) for n in range(self.max_sprints + 1)]),
            )
            for i, value in enumerate(self.values)
        }
        mountain = (False, True) if self.mountains else (False,)
        self.plays = {
            (value, n, m): Play(value, n, m)
            for value in self.values
            for n in range(self.max_sprints + 1)
            for m in mountain
        }
        self.lay_mountain, self.decline = LayMountain(), Decline()
        self.set_aside = {"mountain": SetAside("mountain"), "sprint": SetAside("sprint")}
        self.play_menus = PlayMenus(self)
        self.ask_menus = (Menu((self.decline,)), Menu((self.lay_mountain, self.decline)))
        self.aside_menus = tuple(
            Menu(tuple([action for held, action in zip((m, s), self.set_aside.values(), strict=True) if held]))
            for m in (0, 1)
            for s in (0, 1)
        )
        # The same few events happen over and over; they are frozen, so each is made once.
        self.drawn = tuple([tuple([CardDrawn(seat, name) for name in self.names]) for seat in range(players)])
        self.hidden = tuple([CardDrawn(seat, None) for seat in range(players)])
        self.headwind = tuple([(HeadwindDrawn(s, False), HeadwindDrawn(s, True)) for s in range(players)])
        self.declined = tuple([Declined(seat) for seat in range(players)])

    def actions(self) -> tuple[MaillotJauneAction, ...]:
        """Return the whole table of actions."""
        specials = [self.set_aside[kind] for kind, n in (("mountain", self.mountains), ("sprint", self.sprints)) if n]
        window = (self.lay_mountain, self.decline) if self.mountains else ()
        return (*self.plays.values(), *window, *specials)

    def play_menu(self, hand: int, kinds: int, must_beat: int | None, leads: bool) -> Menu[MaillotJauneAction]:
        """Return the menu of a turn.

        Args:
            hand: the packed hand.
            kinds: its speed cards, one bit a value.
            must_beat: the speed, before headwinds, above which this rider becomes leader; None if he cannot.
            leads: whether he leads already.
        """
        code = _NEVER
        if hand & KIND:
            if leads:
                code = _ALWAYS
            elif must_beat is not None:
                code = must_beat + _SPEEDS_FROM
        return self.play_menus[kinds << 16 | (hand & 0xF0) << 8 | code]

    def build_play_menu(self, key: int) -> Menu[MaillotJauneAction]:
        """Build the menu that :meth:`play_menu` looks up."""
        kinds, sprints, code = key >> 16, key >> 12 & KIND, key & 0xFFF
        adds = self.components.sprint_adds
        actions = []
        for i, value in enumerate(self.values):
            if not kinds >> i & 1:
                continue
            for n in range(min(sprints, self.max_sprints) + 1):
                actions.append(self.plays[value, n, False])
                beats = code > _ALWAYS and value + adds * n > code - _SPEEDS_FROM
                if code == _ALWAYS or beats:
                    actions.append(self.plays[value, n, True])
        return Menu(tuple(actions))

    def pack(self, names: tuple[str, ...] | list[str]) -> int:
        """Return the packed hand of named cards; KeyError for a headwind or an unknown name."""
        return sum([self.hand_units[name] for name in names])

    def kinds(self, hand: int) -> int:
        """Return which speed cards a packed hand holds, one bit a value."""
        return sum(bit for unit, bit in zip(self.units, self.bits, strict=True) if bit and hand & unit * KIND)


def without(shown: int, unit: int, count: int = 1) -> int:
    """Return the known part of a hand after ``count`` cards of a kind have left it.

    The cards that left may be the known ones, so that many fewer are known.
    """
    known = shown // unit & KIND
    return shown - unit * min(known, count)
