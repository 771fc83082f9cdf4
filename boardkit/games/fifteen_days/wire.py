"""The readable JSON form of a state, and the words that views and states share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from boardkit.errors import DecodeError, InvalidState
from boardkit.games.fifteen_days import cards as c
from boardkit.games.fifteen_days import model as m
from boardkit.games.fifteen_days.boards import card_at, lay, plot_of, put_wild
from boardkit.games.fifteen_days.events import Card, Shown

__all__ = [
    "ANIMALS_OF",
    "CARDS_OF_BYTES",
    "CARDS_OF_HAND",
    "CORNERS_OF",
    "FRONTS_OF_HAND",
    "Memo",
    "animal_bits",
    "board_of",
    "bot_of",
    "bot_view",
    "pack",
    "turn_of",
    "turn_view",
    "unpack",
]

_MOST = 10_000
Fault = type[DecodeError]


class Memo(dict[Any, Any]):
    """A bounded memo from a packed thing to its words."""

    def __init__(self, build: Callable[[Any], Any]) -> None:
        super().__init__()
        self.build = build

    def __missing__(self, key: Any) -> Any:
        if len(self) >= _MOST:
            self.clear()
        value = self[key] = self.build(key)
        return value


def _words(cards: Iterable[int]) -> str:
    return " ".join(map(c.CARD_IDS.__getitem__, cards))


def _names(cards: Iterable[int]) -> tuple[Card, ...]:
    return tuple([c.CARD_IDS[card] for card in cards])


def _corner_words(board: int) -> tuple[str, ...]:
    return tuple(
        [
            " ".join(
                [
                    *corner.cards,
                    *(["wild"] if corner.unbound else [f"wild-{corner.wild}"] if corner.wild else []),
                ]
            )
            for corner in _corners(board)
        ]
    )


def _corner_of(words: str, where: str) -> m.Corner:
    cards = words.split(" ") if words else []
    unbound, wild = cards == ["wild"], None
    if unbound:
        cards = []
    elif cards and cards[-1] in _WILD_WORDS:
        wild = _WILD_WORDS[cards.pop()]
    _bytes(" ".join(cards), where)
    season: Any = cards[0].split("-")[0] if cards else None
    names: Any = tuple(cards)
    return m.Corner(season, names, wild, unbound)


_WILD_WORDS = {f"wild-{value}": value for value in range(1, 7)}


def _board(corners: tuple[str, ...], where: str) -> int:
    """Return the board that these words tell."""
    found = tuple([_corner_of(words, f"{where}/corners/{number}") for number, words in enumerate(corners)])
    return board_of(found, InvalidState, where)


def _fronts(hand: int) -> tuple[Shown, ...]:
    return tuple([c.FRONT_IDS[c.FRONT_OF[card]] for card in c.cards_of(hand)])


def _corners(board: int) -> tuple[m.Corner, ...]:
    corners = []
    for number in range(1, 5):
        season = next((s for s in range(4) if plot_of(board, s) & 7 == number), None)
        if season is None:
            corners.append(m.Corner(None, (), None, bool(board >> 3 + number & 1)))
            continue
        cards = [card_at(board, 6 * season + value) for value in range(6)]
        wild = plot_of(board, season) >> 3 & 7
        corners.append(
            m.Corner(
                c.SEASONS[season], _names(card for card in cards if card is not None), wild or None, False
            )
        )
    return tuple(corners)


CARDS_OF_HAND = Memo(lambda hand: _names(c.cards_of(hand)))
FRONTS_OF_HAND = Memo(_fronts)
CARDS_OF_BYTES = Memo(_names)
WORDS_OF_HAND = Memo(lambda hand: _words(c.cards_of(hand)))
WORDS_OF_COLUMN = Memo(_words)
_CORNER_WORDS = Memo(_corner_words)
CORNERS_OF = Memo(_corners)
ANIMALS_OF = tuple(tuple(c.ANIMALS[s] for s in range(4) if bits >> s & 1) for bits in range(16))


def animal_bits(animals: tuple[c.Animal, ...]) -> int:
    """Return the animals as one bit each."""
    bits = 0
    for animal in animals:
        bits |= 1 << c.ANIMALS.index(animal)
    return bits


def board_of(corners: tuple[m.Corner, ...], fault: Fault = InvalidState, pointer: str = "") -> int:
    """Return the board that these corners make.

    Raises:
        DecodeError: of the kind ``fault``, when no board looks like this.
    """
    board, owned = 15, set()
    for number, corner in enumerate(corners, 1):
        where = f"{pointer}/corners/{number - 1}"
        if corner.season is None:
            if corner.cards or corner.wild is not None:
                raise fault(where, "a corner without a season holds at most an unbound wild")
            if corner.unbound:
                board = put_wild(board, number, 0)
            continue
        if corner.season in owned or corner.unbound or not corner.cards:
            raise fault(where, "a season owns one corner, by a card in it, and no wild there is unbound")
        owned.add(corner.season)
        board = _filled(board, number, corner, fault, where)
    return board


def _filled(board: int, number: int, corner: m.Corner, fault: Fault, where: str) -> int:
    values: list[int] = []
    for name in corner.cards:
        card = c.CARD_CODE[name]
        front = c.FRONT_OF[card]
        if c.SEASONS[front // 6] != corner.season or (values and front % 6 <= values[-1]):
            raise fault(f"{where}/cards", "cards of one season, each number once, in ascending order")
        values.append(front % 6)
        board = lay(board, card, number)
    if corner.wild is not None:
        if corner.wild - 1 in values:
            raise fault(f"{where}/wild", "a card of this number is there")
        board = put_wild(board, number, corner.wild)
    return board


_TURN_VIEWS = Memo(
    lambda turn: m.TurnView(
        m.PHASES[turn.phase],
        turn.actions,
        turn.cards,
        turn.cost,
        m.WILDS[turn.wild],
        turn.column + 1 if turn.phase == m.REFILL else None,
        turn.sweep,
        turn.final,
        turn.progress,
    )
)


def turn_view(turn: m.Turn) -> m.TurnView:
    """Return the turn in words."""
    return cast(m.TurnView, _TURN_VIEWS[turn])


def turn_of(view: m.TurnView) -> m.Turn:
    """Return the turn that the words stand for."""
    return m.Turn(
        _PHASE_CODE[view.phase],
        view.actions,
        view.cards,
        view.cost,
        m.WILDS.index(view.wild),
        0 if view.column is None else view.column - 1,
        view.sweep,
        view.final,
        view.progress,
    )


def bot_view(bot: m.Bot) -> m.BotView:
    """Return the solo opponent in words."""
    return m.BotView(_names(bot.cards), ANIMALS_OF[bot.animals])


def bot_of(view: m.BotView) -> m.Bot:
    """Return the solo opponent that the words stand for."""
    return m.Bot(_codes(view.cards), animal_bits(view.animals))


def _codes(names: tuple[Card, ...]) -> bytes:
    code = c.CARD_CODE
    return bytes([code[name] for name in names])


def pack(state: m.State) -> m.StateWire:
    """Return the readable form of a state."""
    stock = state.stock
    return m.StateWire(
        state.current_player,
        state.events,  # type: ignore[arg-type]  # a state of this game has this game's events
        state.seed.hex(),
        turn_view(state.turn),
        tuple([_PLAYER_WIRES[player] for player in state.players]),
        (_words(state.piles[0]), _words(state.piles[1])),
        tuple([WORDS_OF_COLUMN[column] for column in state.market]),
        _words(state.discards),
        WORDS_OF_COLUMN[stock.removed],
        stock.wilds,
        stock.feathers,
        stock.first_player,
        stock.idle,
        m.TRIGGERS[stock.trigger],
        stock.last_turns,
        None if stock.bot is None else bot_view(stock.bot),
    )


def _player_wire(player: m.Player) -> m.PlayerWire:
    return m.PlayerWire(
        WORDS_OF_HAND[player.hand],
        WORDS_OF_HAND[player.known],
        _CORNER_WORDS[player.board],
        player.feathers,
        ANIMALS_OF[player.animals],
        player.wilds_played,
    )


_PLAYER_WIRES = Memo(_player_wire)


def _bytes(words: str, where: str) -> bytes:
    """Return the cards of a text by number."""
    try:
        return bytes(map(c.CARD_CODE.__getitem__, words.split(" "))) if words else b""
    except KeyError as error:
        raise InvalidState(where, f"no card is named {error}") from None


def _hand(words: str, where: str) -> int:
    codes = _bytes(words, where)
    if any(codes[i] > codes[i + 1] for i in range(len(codes) - 1)):
        raise InvalidState(where, "cards in ascending order")
    if any(codes.count(card) > c.MAX_COPIES for card in codes):
        raise InvalidState(where, f"no card more than {c.MAX_COPIES} times")
    return c.hand_of(codes)


_ANIMALS = {names: bits for bits, names in enumerate(ANIMALS_OF)}
_PHASE_CODE = {phase: code for code, phase in enumerate(m.PHASES)}
# Texts of piles and columns: from one state to the next most of them stay.
_CARDS_OF = Memo(lambda words: _bytes(words, ""))


def unpack(game: Any, wire: m.StateWire) -> m.State:
    """Return the state that a wire form stands for.

    Raises:
        InvalidState: words and lengths that no state has.
    """
    bot = None if wire.bot is None else bot_of(wire.bot)
    turn = turn_of(wire.turn)
    if (wire.turn.column is None) != (turn.phase != m.REFILL):
        raise InvalidState("/turn/column", "named exactly while the market is refilled")
    cards = _CARDS_OF
    left, right = wire.piles
    one, two, three = wire.market
    try:
        return m.State(
            game,
            bytes.fromhex(wire.seed),
            wire.current_player,
            wire.events,
            turn,
            tuple([_PLAYERS[player] for player in wire.seats]),
            (cards[left], cards[right]),
            (cards[one], cards[two], cards[three]),
            cards[wire.discards],
            m.Stock(
                cards[wire.removed],
                wire.wilds,
                wire.feathers,
                wire.first_player,
                wire.idle,
                m.TRIGGERS.index(wire.trigger),
                wire.last_turns,
                bot,
            ),
        )
    except InvalidState:
        _locate(wire)
        raise


def _locate(wire: m.StateWire) -> None:
    """Raise the fault of a wire form that cannot be read once more, with a pointer to where it is."""
    for seat, player in enumerate(wire.seats):
        _built_player(player, f"/seats/{seat}")
    for kind, texts in (("piles", wire.piles), ("market", wire.market)):
        for number, words in enumerate(texts):
            _bytes(words, f"/{kind}/{number}")
    _bytes(wire.discards, "/discards")
    _bytes(wire.removed, "/removed")


def _built_player(player: m.PlayerWire, where: str) -> m.Player:
    animals = _ANIMALS.get(player.animals)
    if animals is None:
        raise InvalidState(f"{where}/animals", "each animal once, in the order of the seasons")
    hand = _hand(player.hand, f"{where}/hand")
    return m.Player(
        hand,
        _hand(player.known, f"{where}/known"),
        c.size_of(hand),
        _board(player.corners, where),
        player.feathers,
        animals,
        player.wilds_played,
    )


_PLAYERS = Memo(lambda player: _built_player(player, ""))
