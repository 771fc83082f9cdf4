"""Positions of Fifteen Days for the tests, in short words.

A card is a letter and a number: ``s3`` summer, ``a3`` autumn, ``w3`` winter, ``p3`` spring; ``p3w`` is the spring card
with the winter back (``p3`` takes whichever is left, summer first). In a corner ``*5`` is a wild that stands for 5,
``*`` an unbound one.
"""

import boardkit
from boardkit.games.fifteen_days import cards as c
from boardkit.games.fifteen_days import model as m
from boardkit.games.fifteen_days.boards import EMPTY_BOARD, lay, put_wild
from boardkit.games.fifteen_days.effects import hand_limit

LETTERS = {"s": "summer", "a": "autumn", "w": "winter", "p": "spring"}
BITS = {"frog": 1, "squirrel": 2, "rabbit": 4, "otter": 8}


def game(players=3, **options):
    return boardkit.make("fifteen-days", players, **options)


class Box:
    """The cards of a game, from which a position takes what it names."""

    def __init__(self, made):
        self.cards = list(made.all_cards)

    def take(self, words):
        return [self._one(word) for word in words.split()]

    def _one(self, word):
        front = f"{LETTERS[word[0]]}-{word[1]}"
        names = [front] if word[0] != "p" else [f"{front}-{back}" for back in c.BACKS]
        if len(word) > 2:
            names = [f"{front}-{LETTERS[word[2]]}"]
        for name in names:
            card = c.CARD_CODE[name]
            if card in self.cards:
                self.cards.remove(card)
                return card
        raise AssertionError(f"no {word} is left")


def board_of(box, corners):
    board = EMPTY_BOARD
    for corner, words in corners.items():
        marks = words.split()
        for card in box.take(" ".join(word for word in marks if word[0] != "*")):
            board = lay(board, card, corner)
        for mark in marks:
            if mark[0] == "*":
                board = put_wild(board, corner, int(mark[1:] or 0))
    return board


def position(
    hands,
    boards=(),
    *,
    market=("", "", ""),
    discards="",
    left="",
    right="",
    rest="piles",
    known=(),
    feathers=None,
    animals=(),
    played=(),
    player=0,
    phase=m.CHOOSE,
    actions=2,
    cards=0,
    cost=0,
    wild=m.NO_WILD,
    column=0,
    sweep=False,
    final=False,
    progress=False,
    idle=0,
    trigger=m.NO_TRIGGER,
    last_turns=0,
    bot=None,
    bot_animals="",
    **options,
):
    """Return a checked state. Cards that are named nowhere go where ``rest`` says.

    ``rest``: ``piles`` (below the named ones), ``discards`` (below the named ones), or a seat, whose hand takes them.
    """
    made = game(len(hands), **options)
    box = Box(made)
    removed = (
        [box.take(words) for words in ("s5 s5 s6 s6 s4", "a5 a5 a6 a6 a4", "w5 w5 w6 w6 w4")]
        if len(hands) == 2
        else []
    )
    held = [box.take(words) for words in hands]
    laid = [board_of(box, boards[seat] if seat < len(boards) else {}) for seat in range(len(hands))]
    columns = [box.take(words) for words in market]
    pile = box.take(discards)
    piles = [box.take(left), box.take(right)]
    has = box.take(bot) if bot is not None else []
    over = list(box.cards)
    if rest == "piles":
        piles[0] += over[::2]
        piles[1] += over[1::2]
    elif rest == "discards":
        pile = over + pile
    else:
        held[rest] += over
    feathers = feathers or (1,) * len(hands)
    seen = [known[seat] if seat < len(known) else "" for seat in range(len(hands))]
    wilds_laid = sum(
        word[0] == "*" for corners in boards for words in corners.values() for word in words.split()
    )
    given = {seat: bits_of(animals[seat] if seat < len(animals) else "") for seat in range(len(hands))}
    known_box = [known_cards(held[seat], seen[seat]) for seat in range(len(hands))]
    players = tuple(
        m.Player(
            c.hand_of(held[seat]),
            c.hand_of(known_box[seat]),
            len(held[seat]),
            laid[seat],
            feathers[seat],
            given[seat],
            played[seat] if seat < len(played) else 0,
        )
        for seat in range(len(hands))
    )
    free = 2 * len(hands) - wilds_laid - (wild != m.NO_WILD)
    stock = m.Stock(
        bytes(sorted(card for cards_ in removed for card in cards_)),
        free,
        len(hands) + 1 - sum(feathers),
        0,
        idle,
        trigger,
        last_turns,
        None if bot is None else m.Bot(bytes(has), bits_of(bot_animals)),
    )
    if phase == m.CHECK and not cost:
        cost = players[player].size - hand_limit(stock, players[player])
    if phase != m.CHOOSE and actions == 2:
        actions = 0 if phase in (m.CHECK, m.DISCARD) else 1
    turn = m.Turn(phase, actions, cards, cost, wild, column, sweep, final, progress)
    state = m.State(
        made,
        bytes(32),
        player,
        (),
        turn,
        players,
        (bytes(piles[0]), bytes(piles[1])),
        tuple(bytes(cards_) for cards_ in columns),
        bytes(pile),
        stock,
    )
    made.audit(state)
    return state


def bits_of(words):
    return sum(BITS[word] for word in words.split())


def known_cards(held, words):
    left, found = list(held), []
    for word in words.split():
        front = f"{LETTERS[word[0]]}-{word[1]}"
        card = next(
            card
            for card in left
            if c.CARD_IDS[card].startswith(front)
            and (len(word) < 3 or c.CARD_IDS[card].endswith(LETTERS[word[2]]))
        )
        left.remove(card)
        found.append(card)
    return found


# ---- asking -------------------------------------------------------------------------------------


def hand(state, seat=0):
    """Return a hand as short words of its fronts."""
    return " ".join(
        f"{short(c.FRONT_IDS[c.FRONT_OF[card]])}" for card in c.cards_of(state.players[seat].hand)
    )


def short(name):
    season, value, *_ = name.split("-")
    letter = next(key for key, word in LETTERS.items() if word == season)
    return f"{letter}{value}"


def corners(state, seat=0):
    """Return a board as short words, one text a corner."""
    found = []
    for corner in boardkit.observe(state, None).seats[seat].corners:
        words = [short(card) for card in corner.cards]
        if corner.wild:
            words.append(f"*{corner.wild}")
        if corner.unbound:
            words.append("*")
        found.append(" ".join(words))
    return found


def phase(state):
    return m.PHASES[state.turn.phase]


def legal(state, kind):
    return [action for action in boardkit.legal_actions(state) if isinstance(action, kind)]


def play(state, *actions):
    for action in actions:
        state = boardkit.step(state, action)
        state.game.audit(state)
    return state


def events(state, kind):
    return [event for event in state.events if isinstance(event, kind)]


def place(word, corner, feather=False):
    return m.Place(LETTERS[word[0]], int(word[1]), corner, feather)


def pay(word):
    return m.Pay(LETTERS[word[0]], int(word[1]))


def discard(word):
    return m.Discard(LETTERS[word[0]], int(word[1]))


def take_wild(first, second):
    return m.TakeWild(*(f"{LETTERS[word[0]]}-{word[1]}" for word in (first, second)))


def refused(state, action):
    """Return code and rule of the refusal, by check and step alike."""
    found = []
    for ask in (boardkit.check, boardkit.step):
        try:
            ask(state, action)
        except boardkit.IllegalAction as error:
            found.append((error.code, error.rule))
    assert len(found) == 2, "not refused"
    assert found[0] == found[1]
    return found[0]
