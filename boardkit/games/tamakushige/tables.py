"""What a Game works out once from its components: cards as numbers, prebuilt actions and events, menus."""

from __future__ import annotations

from typing import Any, Literal

from boardkit.game import Menu
from boardkit.games.tamakushige.board import BLOCKED, make_board
from boardkit.games.tamakushige.cards import (
    DIRECTIONS,
    FACTIONS,
    SUITS,
    Components,
    IgnoreEliminationAbility,
    ReservedScytheAbility,
    SwapHandCardEffect,
)
from boardkit.games.tamakushige.events import (
    CardAcquired,
    CardPlayed,
    CardProcessed,
    HeartDealt,
    SoulMoved,
    SoulStayed,
    TrickWon,
)
from boardkit.games.tamakushige.model import (
    ACCEPT,
    ACQUIRE,
    DROP,
    GIVE,
    IGNORE,
    PHASES,
    PLAY,
    PROCESS,
    RELIGHT,
    SCYTHE,
    SWAP,
    TARGET,
    VOID,
    Accept,
    Acquire,
    Decline,
    DropAcquired,
    Give,
    Play,
    PlayedCard,
    Process,
    Relight,
    ReservedScythe,
    Scythe,
    SwapCard,
    TamakushigeAction,
    Target,
)
from boardkit.state import Event

__all__ = ["Tables", "bits"]

_MEMO_MAX = 4096
# A hand hardly ever comes back, so what is kept for hands serves the second look at the same position.
_HANDS_MAX = 64
_STRONGER_SUIT = 1000
_HOW_ACQUIRED: tuple[Literal["hozuki", "choice", "given"], ...] = ("hozuki", "choice", "given")
_CHUNK = 9  # bits of a small table; their mask is 511
_USUAL = 4 * _CHUNK


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, rising."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class _Memo(dict[int, Any]):
    """A bounded table of things made from a mask."""

    def __init__(self, make: Any, most: int = _MEMO_MAX) -> None:
        super().__init__()
        self.make = make
        self.most = most

    def __missing__(self, mask: int) -> Any:
        if len(self) >= self.most:
            self.clear()
        made = self[mask] = self.make(mask)
        return made


class _Picker:
    """Picks the items whose bits are set in a mask; small tables of 9 bits each keep that to a few look-ups."""

    def __init__(self, items: tuple[Any, ...]) -> None:
        # Four tables do for 36 items, as many as there are number cards; larger sets need more.
        starts = range(0, max(len(items), _USUAL), _CHUNK)
        chunks = [_combinations(items[start : start + _CHUNK]) for start in starts]
        self.first, self.second, self.third, self.fourth = chunks[:4]
        self.more = chunks[4:]

    def __getitem__(self, mask: int) -> tuple[Any, ...]:
        # Of _CHUNK bits each: literal numbers are quicker than names, and this is done at each decision.
        found = self.first[mask & 511] + self.second[mask >> 9 & 511] + self.third[mask >> 18 & 511]
        mask >>= 27
        if not mask:
            return found
        found += self.fourth[mask & 511]
        for chunk in self.more:
            mask >>= 9
            found += chunk[mask & 511]
        return found


def _combinations(items: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Return by mask the items whose bits are set in it."""
    found: list[tuple[Any, ...]] = [()]
    for item in items:
        found += [(*combination, item) for combination in found]
    return found


class CardChoice:
    """The actions of a phase in which a card is chosen.

    Attributes:
        kind: their type.
        actions: one for each card.
        codes: from the action to the card's number.
        pick: the actions of the cards in a mask.
    """

    def __init__(self, kind: Any, card_ids: tuple[str, ...]) -> None:
        self.kind = kind
        self.actions: tuple[TamakushigeAction, ...] = tuple(kind(card) for card in card_ids)
        self.codes: dict[Any, int] = {action: code for code, action in enumerate(self.actions)}
        self.pick = _Picker(self.actions)


class Tables:
    """Numbers for names and names for numbers, of one component set and number of players."""

    def __init__(self, components: Components, players: int) -> None:
        self.players = players
        self.board = make_board(components.area)
        self._number_cards(components, players)
        self._number_hearts(components, players)
        self._number_seats(players)
        self._build_menus()

    def _number_cards(self, components: Components, players: int) -> None:
        cards = components.cards
        self.card_ids = tuple(card.id for card in cards)
        self.card_codes = {card.id: code for code, card in enumerate(cards)}
        self.suits = tuple(SUITS.index(card.suit) for card in cards)
        self.effects = tuple(card.effects for card in cards)
        kinds = [type(effect) for effects in self.effects for effect in effects]
        self.most_swaps = kinds.count(SwapHandCardEffect)
        self.card_bits = tuple(1 << code for code in range(len(cards)))
        self.bits_of = dict(zip(self.card_ids, self.card_bits, strict=True))
        self.all_cards = (1 << len(cards)) - 1
        self.suit_masks = tuple(
            sum(1 << code for code, suit in enumerate(self.suits) if suit == wanted) for wanted in range(3)
        )
        self.suit_of = dict(zip(SUITS, self.suit_masks, strict=True))
        self.hozuki = self.suit_masks[2]
        self.with_effect = sum(1 << code for code, card in enumerate(cards) if card.effects)
        # The suit after the led one is the strongest, the led one second, within a suit the number decides.
        self.strength = tuple(
            tuple(
                (0, 1, -1)[(suit - led) % 3] * _STRONGER_SUIT + card.number
                for suit, card in zip(self.suits, cards, strict=True)
            )
            for led in range(3)
        )
        self.hand_size = len(cards) // players
        self.leftover = len(cards) % players
        self.bytes = tuple(bytes((code,)) for code in range(max(len(cards), players)))
        seats = range(players)
        self.played_events = tuple(tuple(CardPlayed(seat, card.id) for card in cards) for seat in seats)
        self.hozuki_events, self.choice_events, self.given_events = (
            tuple(tuple(CardAcquired(seat, card.id, how) for card in cards) for seat in seats)
            for how in _HOW_ACQUIRED
        )
        self.processed_events = tuple(tuple(CardProcessed(seat, card.id) for card in cards) for seat in seats)
        self.won_events = tuple(tuple(TrickWon(seat, weakest) for weakest in seats) for seat in seats)
        self.played_cards = tuple(
            tuple(PlayedCard(seat, card.id) for card in cards) for seat in range(players)
        )
        # What a card does to the soul on each space, as far as nothing else happens.
        self.card_moves = tuple(
            tuple(self._card_move(space, suit) for suit in range(3)) for space in range(len(self.board.moves))
        )
        # Where that leaves the soul (or VOID), and the event.
        self.plain_moves = tuple(
            tuple(
                (space if reached == BLOCKED else reached, event)
                for reached, event in zip(self.board.moves[space], events, strict=True)
            )
            for space, events in enumerate(self.card_moves)
        )
        self.ids_of = _Picker(self.card_ids)
        self.seats_of = self.spaces_of = _Memo(lambda mask: tuple(bits(mask)))

    def _card_move(self, space: int, suit: int) -> Event:
        way, reached = self.board.ways[space][suit], self.board.moves[space][suit]
        if way < 0 or reached == BLOCKED:
            return SoulStayed(space, "center" if way < 0 else "leaf")
        return SoulMoved(space, None if reached == VOID else reached, DIRECTIONS[way], "card")

    def _number_hearts(self, components: Components, players: int) -> None:
        hearts = components.hearts
        self.heart_ids = tuple(heart.id for heart in hearts)
        self.heart_codes = {heart.id: code for code, heart in enumerate(hearts)}
        self.factions = tuple(FACTIONS.index(heart.faction) for heart in hearts)
        self.abilities = tuple(heart.ability for heart in hearts)
        self.reserved_hearts = sum(
            1 << code for code, heart in enumerate(hearts) if isinstance(heart.ability, ReservedScytheAbility)
        )
        self.ignore_hearts = sum(
            1 << code
            for code, heart in enumerate(hearts)
            if isinstance(heart.ability, IgnoreEliminationAbility)
        )
        self.heart_events = tuple(
            tuple(HeartDealt(seat, heart.id) for heart in hearts) for seat in range(players)
        )
        self.faction_hearts = tuple(
            tuple(code for code, faction in enumerate(self.factions) if faction == wanted)
            for wanted in (0, 1)
        )
        count = next(count for count in components.factions if count.players == players)
        self.faction_sizes = (count.true_heart, count.fickle_heart)

    def _number_seats(self, players: int) -> None:
        self.everybody = (1 << players) - 1
        self.zeros = (0,) * players
        # By mask of active players and seat: the next active player clockwise after that seat.
        self.next_active = tuple(
            tuple(
                next(
                    (
                        other % players
                        for other in range(seat + 1, seat + players + 1)
                        if active >> other % players & 1
                    ),
                    seat,
                )
                for seat in range(players)
            )
            for active in range(1 << players)
        )

    # ---- actions and menus -----------------------------------------------------------------------

    def _build_menus(self) -> None:
        self.scythe_actions = tuple(Scythe(direction) for direction in DIRECTIONS)
        self.reserved_actions = tuple(ReservedScythe(direction) for direction in DIRECTIONS)
        self.targets = tuple(Target(seat) for seat in range(self.players))
        self.relights = {space: Relight(space) for space in bits(self.board.circles)}
        self.accept, self.decline = Accept(), Decline()
        self.menus: dict[int, Any] = {
            SCYTHE: _Memo(lambda mask: Menu((*self.scythe_actions, self.decline))),  # noqa: ARG005
            TARGET: _Memo(lambda mask: Menu(tuple(self.targets[seat] for seat in bits(mask)))),
            RELIGHT: _Memo(lambda mask: Menu(tuple(self.relights[space] for space in bits(mask)))),
            ACCEPT: _Memo(lambda mask: Menu((self.decline, self.accept))),  # noqa: ARG005
            IGNORE: _Memo(lambda mask: Menu((self.decline, self.accept) if mask else (self.decline,))),
        }
        card_choices: dict[int, CardChoice] = {
            PLAY: CardChoice(Play, self.card_ids),
            ACQUIRE: CardChoice(Acquire, self.card_ids),
            GIVE: CardChoice(Give, self.card_ids),
            PROCESS: CardChoice(Process, self.card_ids),
            SWAP: CardChoice(SwapCard, self.card_ids),
            DROP: CardChoice(DropAcquired, self.card_ids),
        }
        # By phase; None where it is not a card that is chosen.
        self.card_choices = tuple(card_choices.get(phase) for phase in range(len(PHASES)))
        for phase, choice in card_choices.items():
            self.menus[phase] = _Memo(lambda mask, pick=choice.pick: Menu(pick[mask]), _HANDS_MAX)
        self.plays = card_choices[PLAY].pick
        self.reserved_menus = _Memo(
            lambda mask: Menu(self.reserved_actions + self.plays[mask]),
            _HANDS_MAX,
        )

    def all_actions(self) -> tuple[TamakushigeAction, ...]:
        """Return the whole action table; menus keep its order."""
        chosen = {choice.kind: choice.actions for choice in self.card_choices if choice is not None}
        return (
            *self.scythe_actions,
            *self.reserved_actions,
            self.decline,
            self.accept,
            *chosen[Play],
            *chosen[Acquire],
            *chosen[Give],
            *chosen[Process],
            *self.targets,
            *self.relights.values(),
            *chosen[SwapCard],
            *chosen[DropAcquired],
        )
