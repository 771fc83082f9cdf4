"""A state being worked on: a step copies the state into a Turn, changes that, and freezes it again.

The functions here are the course of a round: set-up, playing, moving the soul, scythe windows, evaluating a
trick, acquiring, the end of a round. What the effects of cards do stands in :mod:`effects`.
"""

from __future__ import annotations

from typing import Any

from boardkit import chance
from boardkit.games.tamakushige import events as ev
from boardkit.games.tamakushige.board import BLOCKED
from boardkit.games.tamakushige.cards import (
    DIRECTIONS,
    FACTIONS,
    LanternsOnOwnCardsAbility,
    VoidOnOwnMoveAbility,
    WinWithoutHozukiAbility,
)
from boardkit.games.tamakushige.model import (
    ACQUIRE,
    AFTER_CARD,
    AFTER_EFFECTS,
    BEFORE_EFFECTS,
    BEFORE_ROUND,
    BETWEEN_EFFECTS,
    GIVE,
    NOBODY,
    NOTHING,
    OVER,
    OWN_TURN,
    PLAY,
    SCYTHE,
    VOID,
    Hearts,
    Resolution,
    RoundResult,
    State,
)
from boardkit.games.tamakushige.tables import Tables, bits

__all__ = [
    "Turn",
    "close_window",
    "distribute",
    "end_round",
    "evaluate",
    "leader_of_next",
    "move",
    "next_holder",
    "open_window",
    "play",
    "put",
    "start_round",
    "use_scythe",
]

_HOZUKI = 2
_LANTERNS_TO_WIN = 3
_EXTRA_CARD_PLAYERS = 4


def put(column: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    """Return ``column`` with another value for ``seat``."""
    return (*column[:seat], value, *column[seat + 1 :])


class Turn:
    """The fields of a State and of its Resolution, free to change during one step."""

    __slots__ = (
        "active",
        "actor",
        "acquired",
        "asked_from",
        "card",
        "collected",
        "current",
        "discards",
        "effect",
        "events",
        "game",
        "given",
        "hands",
        "hearts",
        "hozuki",
        "last_winner",
        "leader",
        "leftover",
        "lit",
        "offered",
        "phase",
        "picked",
        "played_by",
        "plays",
        "points",
        "receiver",
        "resolving",
        "rest",
        "result",
        "round",
        "scores",
        "scythes",
        "seed",
        "soul",
        "start",
        "starter",
        "swaps",
        "tables",
        "target",
        "trick_from",
        "window",
        "winner",
    )
    resolving: bool
    winner: int
    receiver: int
    rest: int
    hozuki: int
    picked: int
    given: int
    actor: int
    card: int
    effect: int
    target: int
    offered: int
    starter: int

    def __init__(self, state: State, tables: Tables) -> None:
        self.tables = tables
        self.game: Any = state.game
        self.seed = state.seed
        self.current: int | None = state.current_player
        self.events: list[Any] = []
        self.round = state.round
        self.phase = state.phase
        self.window = state.window
        self.asked_from = state.asked_from
        self.start = state.start
        self.leader = state.leader
        self.soul = state.soul
        self.lit = state.lit
        self.collected = state.collected
        self.active = state.active
        self.hands = state.hands
        self.acquired = state.acquired
        self.points = state.points
        self.scythes = state.scythes
        self.scores = state.scores
        self.leftover = state.leftover
        self.hearts = state.hearts
        self.plays = state.plays
        self.played_by = state.played_by
        self.trick_from = state.trick_from
        self.discards = state.discards
        self.swaps = state.swaps
        self.last_winner = state.last_winner
        self.result = state.result
        resolution = state.resolution
        self.resolving = resolution is not None
        if resolution is not None:
            self.winner = resolution.winner
            self.receiver = resolution.receiver
            self.rest = resolution.rest
            self.hozuki = resolution.hozuki
            self.picked = resolution.picked
            self.given = resolution.given
            self.actor = resolution.actor
            self.card = resolution.card
            self.effect = resolution.effect
            self.target = resolution.target
            self.offered = resolution.offered
            self.starter = resolution.starter

    def freeze(self) -> State:
        """Return the State that this has become."""
        resolution = None
        if self.resolving:
            resolution = Resolution(
                self.winner,
                self.receiver,
                self.rest,
                self.hozuki,
                self.picked,
                self.given,
                self.actor,
                self.card,
                self.effect,
                self.target,
                self.offered,
                self.starter,
            )
        return State(
            self.game,
            self.seed,
            self.current,
            tuple(self.events),
            self.round,
            self.phase,
            self.window,
            self.asked_from,
            self.start,
            self.leader,
            self.soul,
            self.lit,
            self.collected,
            self.active,
            self.hands,
            self.acquired,
            self.points,
            self.scythes,
            self.scores,
            self.leftover,
            self.hearts,
            self.plays,
            self.played_by,
            self.trick_from,
            self.discards,
            self.swaps,
            self.last_winner,
            resolution,
            self.result,
        )

    def ask(self, phase: int, seat: int) -> None:
        """Make ``seat`` the player who decides next."""
        self.phase = phase
        self.current = seat
        if phase != SCYTHE:
            self.window = NOTHING
            self.asked_from = NOBODY


# ---- set-up ------------------------------------------------------------------------------------


def start_round(turn: Turn, number: int, start: int) -> None:
    """Set up round ``number`` and ask for its first card (TA-2.1.1 to TA-2.1.4)."""
    tables = turn.tables
    players = tables.players
    turn.round, turn.start, turn.leader = number, start, start
    turn.soul, turn.lit, turn.collected = tables.board.center, tables.board.circles, 0
    turn.active = tables.everybody
    turn.acquired = turn.points = tables.zeros
    turn.plays = turn.played_by = turn.discards = b""
    turn.trick_from, turn.swaps, turn.last_winner = 0, (), NOBODY
    turn.resolving = False
    deck = chance.shuffled(turn.seed, f"round/{number}/deck", len(tables.card_ids))
    size = tables.hand_size
    hands = [0] * players
    for place, card in enumerate(deck[: size * players]):
        hands[place % players] |= 1 << card
    turn.hands = tuple(hands)
    turn.leftover = sum(1 << card for card in deck[size * players :])
    turn.events.append(
        ev.RoundStarted(number, start, size, tables.leftover, tables.board.circles.bit_count())
    )
    turn.events.extend(ev.Dealt(seat, size, tables.ids_of[hands[seat]]) for seat in range(players))
    if number == 1 or turn.game.options.redeal_factions:
        cards = _deal_hearts(turn, number)
        turn.hearts = Hearts(cards, 0, 0, 0, tables.zeros, tables.zeros)
        turn.events.extend(ev.HeartDealt(seat, tables.heart_ids[cards[seat]]) for seat in range(players))
    else:
        old = turn.hearts
        turn.hearts = Hearts(old.cards, old.shown, 0, 0, old.peeked, tables.zeros)
    open_window(turn, BEFORE_ROUND, start)


def _deal_hearts(turn: Turn, number: int) -> tuple[int, ...]:
    """Take the required number of cards of each faction from a shuffled pile and deal them to shuffled seats."""
    tables = turn.tables
    room = list(tables.faction_sizes)
    seats = iter(chance.shuffled(turn.seed, f"round/{number}/seats", tables.players))
    dealt = [0] * tables.players
    for card in chance.shuffled(turn.seed, f"round/{number}/hearts", len(tables.heart_ids)):
        faction = tables.factions[card]
        if room[faction]:
            room[faction] -= 1
            dealt[next(seats)] = card
    return tuple(dealt)


def random_start(turn: Turn, number: int) -> int:
    """Draw the start player of round ``number``."""
    return chance.shuffled(turn.seed, f"round/{number}/start", turn.tables.players)[0]


# ---- playing and moving --------------------------------------------------------------------------


def play_simply(state: State, tables: Tables, card: int) -> State | None:
    """Do as :func:`play` does where a card only moves the soul to a plain space, or return None.

    Most cards do no more than that: no lantern, no void, nobody with a scythe, the trick goes on.
    """
    soul, active, plays = state.soul, state.active, state.plays
    suit = tables.suits[card]
    reached = tables.board.moves[soul][suit]
    if (
        reached == VOID
        or len(plays) + 1 - state.trick_from == active.bit_count()
        or (reached >= 0 and state.lit >> reached & 1)
        or state.scythes != tables.zeros
    ):
        return None
    seat: int = state.current_player  # type: ignore[assignment]  # somebody plays
    hands = state.hands
    return State(
        state.game,
        state.seed,
        tables.next_active[active][seat],
        (tables.played_events[seat][card], tables.card_moves[soul][suit]),
        state.round,
        PLAY,
        NOTHING,
        NOBODY,
        state.start,
        state.leader,
        soul if reached == BLOCKED else reached,
        state.lit,
        state.collected,
        active,
        (*hands[:seat], hands[seat] ^ 1 << card, *hands[seat + 1 :]),
        state.acquired,
        state.points,
        state.scythes,
        state.scores,
        state.leftover,
        state.hearts,
        plays + tables.bytes[card],
        state.played_by + tables.bytes[seat],
        state.trick_from,
        state.discards,
        state.swaps,
        state.last_winner,
        None,
        state.result,
    )


def play(turn: Turn, seat: int, card: int) -> None:
    """Play ``card``: the soul moves, then come the window and the next player or the evaluation (TA-2.2)."""
    tables = turn.tables
    turn.hands = put(turn.hands, seat, turn.hands[seat] ^ 1 << card)
    turn.plays += tables.bytes[card]
    turn.played_by += tables.bytes[seat]
    turn.events.append(tables.played_events[seat][card])
    suit = tables.suits[card]
    way = tables.board.ways[turn.soul][suit]
    reached = tables.board.moves[turn.soul][suit]
    if way < 0 or reached == BLOCKED:
        turn.events.append(tables.card_moves[turn.soul][suit])
    elif move(turn, way, reached, "card", seat):
        return
    if len(turn.plays) - turn.trick_from != turn.active.bit_count():
        open_window(turn, AFTER_CARD, tables.next_active[turn.active][seat])
    elif turn.scythes == tables.zeros:
        evaluate(turn)  # no need to find out from whom to ask
    else:
        open_window(turn, AFTER_CARD, trick_order(turn)[0])


def move(turn: Turn, way: int, reached: int, by: ev.MoveKind, seat: int) -> bool:
    """Move the soul to ``reached``, collect a lantern, and say whether that ends the round (TA-2.2.2 to 4)."""
    left, turn.soul = turn.soul, reached
    if reached == VOID:
        turn.events.append(ev.SoulMoved(left, None, DIRECTIONS[way], by))
        end_round(turn, "void", NOBODY if by == "effect" else seat)
        return True
    turn.events.append(ev.SoulMoved(left, reached, DIRECTIONS[way], by))
    if turn.lit >> reached & 1:
        turn.lit ^= 1 << reached
        turn.collected += 1
        turn.events.append(ev.LanternCollected(reached))
        if by == "card":
            hearts = turn.hearts
            lanterns = put(hearts.lanterns, seat, hearts.lanterns[seat] + 1)
            turn.hearts = Hearts(
                hearts.cards, hearts.shown, hearts.reserved_used, hearts.ignored, hearts.peeked, lanterns
            )
        if turn.collected == _LANTERNS_TO_WIN:
            end_round(turn, "lanterns", NOBODY)
            return True
    return False


def trick_order(turn: Turn) -> tuple[int, int]:
    """Return who played the strongest and who played the weakest card of the trick (TA-2.2.5)."""
    cards = turn.plays[turn.trick_from :]
    strength = turn.tables.strength[turn.tables.suits[cards[0]]]
    values = [strength[card] for card in cards]
    seats = turn.played_by
    first = turn.trick_from
    return seats[first + values.index(max(values))], seats[first + values.index(min(values))]


# ---- scythes -------------------------------------------------------------------------------------


def open_window(turn: Turn, window: int, first: int) -> None:
    """Ask the holders of scythe tokens clockwise from ``first``, or go on if there is nobody to ask (T12)."""
    if turn.scythes == turn.tables.zeros:
        holder = NOBODY
    elif turn.game.options.scythe_windows == "all":
        holder = next_holder(turn, first, 0)
    elif window == OWN_TURN and turn.scythes[first]:
        holder = first
    else:
        holder = NOBODY
    turn.window = window
    turn.asked_from = first
    if holder == NOBODY:
        close_window(turn)
    else:
        turn.ask(SCYTHE, holder)


def next_holder(turn: Turn, first: int, skipped: int) -> int:
    """Return the first active holder of a token at least ``skipped`` seats clockwise from ``first``, or NOBODY."""
    players = turn.tables.players
    for step in range(skipped, players):
        seat = (first + step) % players
        if turn.scythes[seat] and turn.active >> seat & 1:
            return seat
    return NOBODY


def decline_scythe(turn: Turn, seat: int) -> None:
    """Ask the next holder, or close the window."""
    turn.events.append(ev.Declined(seat, "scythe"))
    holder = NOBODY
    if turn.window != OWN_TURN:
        holder = next_holder(turn, turn.asked_from, (seat - turn.asked_from) % turn.tables.players + 1)
    if holder == NOBODY:
        close_window(turn)
    else:
        turn.ask(SCYTHE, holder)


def use_scythe(turn: Turn, seat: int, way: int) -> None:
    """Spend a token; everybody is asked again (TA-2.5, T44)."""
    turn.scythes = put(turn.scythes, seat, turn.scythes[seat] - 1)
    turn.events.append(ev.ScytheUsed(seat, DIRECTIONS[way], False))
    if not move(turn, way, turn.tables.board.neighbours[turn.soul][way], "scythe", seat):
        open_window(turn, turn.window, turn.asked_from)


def use_reserved_scythe(turn: Turn, seat: int, way: int) -> None:
    """Use the scythe of the kokoromoyou card; the owner still has to play (T41)."""
    hearts = turn.hearts
    used = hearts.reserved_used | 1 << seat
    turn.hearts = Hearts(hearts.cards, hearts.shown, used, hearts.ignored, hearts.peeked, hearts.lanterns)
    turn.events.append(ev.ScytheUsed(seat, DIRECTIONS[way], True))
    if not move(turn, way, turn.tables.board.neighbours[turn.soul][way], "reserved-scythe", seat):
        turn.ask(PLAY, seat)


def close_window(turn: Turn) -> None:
    """Go on with what follows the window that nobody uses any more."""
    window, first = turn.window, turn.asked_from
    if window == AFTER_CARD:
        if len(turn.plays) - turn.trick_from == turn.active.bit_count():
            evaluate(turn)
        else:
            ask_for_card(turn, first)
    elif window == OWN_TURN:
        turn.ask(PLAY, first)
    elif window == BEFORE_ROUND:
        ask_for_card(turn, first)
    elif window == AFTER_EFFECTS:
        start_trick(turn, first)
    else:
        from boardkit.games.tamakushige import effects  # noqa: PLC0415  effects and the course of a round need each other

        effects.begin(turn, turn.winner if window == BEFORE_EFFECTS else turn.receiver)


def ask_for_card(turn: Turn, seat: int) -> None:
    """Ask for a card, after the window before the own turn where that option is played."""
    if turn.game.options.scythe_windows == "own_turn":
        open_window(turn, OWN_TURN, seat)
    else:
        turn.ask(PLAY, seat)


def start_trick(turn: Turn, leader: int) -> None:
    """Begin the next trick, or end the round if the hands are empty (TA-2.6.2)."""
    turn.resolving = False
    turn.trick_from = len(turn.plays)
    turn.leader = leader
    if turn.hands[leader]:
        ask_for_card(turn, leader)
    else:
        end_round(turn, "hands-empty", NOBODY)


# ---- acquiring -----------------------------------------------------------------------------------


def evaluate(turn: Turn) -> None:
    """Find winner and weakest, and let the winner acquire the hozuki (TA-2.2.5, TA-2.3.1)."""
    tables = turn.tables
    winner, weakest = trick_order(turn)
    trick = turn.plays[turn.trick_from :]
    turn.events.append(tables.won_events[winner][weakest])
    turn.last_winner = winner
    turn.resolving = True
    turn.winner = winner
    in_play = turn.active.bit_count() if turn.game.options.give_rule == "active" else tables.players
    gives = in_play >= _EXTRA_CARD_PLAYERS and weakest != winner
    turn.receiver = weakest if gives else NOBODY
    turn.actor = turn.target = turn.starter = NOBODY
    turn.picked = turn.given = turn.card = turn.offered = NOTHING
    turn.effect = 0
    taken = rest = 0
    for card in trick:
        if tables.hozuki >> card & 1:
            taken |= 1 << card
            turn.events.append(tables.hozuki_events[winner][card])
        else:
            rest |= 1 << card
    turn.acquired = put(turn.acquired, winner, turn.acquired[winner] | taken)
    turn.hozuki = taken & tables.with_effect
    turn.rest = rest
    if rest:
        turn.ask(ACQUIRE, winner)
    else:
        distribute(turn)


def acquire(turn: Turn, card: int) -> None:
    """The winner's choice (TA-2.3.2)."""
    winner = turn.winner
    turn.rest ^= 1 << card
    turn.acquired = put(turn.acquired, winner, turn.acquired[winner] | 1 << card)
    turn.events.append(turn.tables.choice_events[winner][card])
    if turn.tables.effects[card]:
        turn.picked = card
    if turn.rest and turn.receiver != NOBODY:
        turn.ask(GIVE, winner)
    else:
        distribute(turn)


def give(turn: Turn, card: int) -> None:
    """The card for the player of the weakest one (TA-2.3.3)."""
    receiver = turn.receiver
    turn.rest ^= 1 << card
    turn.acquired = put(turn.acquired, receiver, turn.acquired[receiver] | 1 << card)
    turn.events.append(turn.tables.given_events[receiver][card])
    turn.given = card
    distribute(turn)


def distribute(turn: Turn) -> None:
    """Discard what is left of the trick and go on to the effects (TA-2.3.4)."""
    if turn.given == NOTHING:
        turn.receiver = NOBODY
    if turn.rest:
        left = bytes(card for card in turn.plays[turn.trick_from :] if turn.rest >> card & 1)
        turn.discards += left
        turn.rest = 0
        turn.events.append(ev.CardsDiscarded(tuple(turn.tables.card_ids[card] for card in left)))
    open_window(turn, BEFORE_EFFECTS, turn.winner)


def leader_of_next(turn: Turn) -> int:
    """Return who leads the next trick, or would: the one chosen or the winner, else the next active (T24, T46)."""
    wanted = turn.winner if turn.starter == NOBODY else turn.starter
    return wanted if turn.active >> wanted & 1 else turn.tables.next_active[turn.active][wanted]


def effects_done(turn: Turn) -> None:
    """Open the window after the effects of the winner, or of everybody."""
    was_winner = turn.actor == turn.winner
    turn.actor = turn.target = NOBODY
    turn.card = turn.offered = NOTHING
    turn.effect = 0
    if was_winner:
        turn.hozuki, turn.picked = 0, NOTHING
        if turn.receiver != NOBODY and turn.active >> turn.receiver & 1:
            open_window(turn, BETWEEN_EFFECTS, turn.receiver)
            return
    turn.given = NOTHING
    open_window(turn, AFTER_EFFECTS, leader_of_next(turn))


# ---- the end of a round --------------------------------------------------------------------------


def end_round(turn: Turn, ending: ev.Ending, mover: int) -> None:
    """Score the round, and end the match or set up the next round (TA-2.6).

    Args:
        turn: the state being worked on.
        ending: why the round ends.
        mover: who drove the soul into the void by a card or a scythe, or NOBODY.
    """
    tables, components = turn.tables, turn.game.components.data
    winner = 0 if ending == "lanterns" else 1
    turn.events.append(ev.RoundEnded(ending, FACTIONS[winner]))
    hearts = turn.hearts
    names = tuple(tables.heart_ids[card] for card in hearts.cards)
    turn.events.append(ev.HeartsRevealed(names))
    turn.hearts = Hearts(
        hearts.cards,
        tables.everybody,
        hearts.reserved_used,
        hearts.ignored,
        hearts.peeked,
        hearts.lanterns,
    )
    gained = [0] * tables.players
    prize = (components.true_heart_points, components.fickle_heart_points)[winner]
    for seat in bits(turn.active):
        faction = prize if tables.factions[hearts.cards[seat]] == winner else 0
        ability = _ability_points(turn, seat, winner, mover) if turn.game.options.abilities else 0
        gained[seat] = faction + turn.points[seat] + ability
        turn.events.append(ev.Scored(seat, faction, turn.points[seat], ability))
    turn.scores = tuple(score + points for score, points in zip(turn.scores, gained, strict=True))
    turn.result = RoundResult(ending, FACTIONS[winner], names, tuple(gained))
    if turn.resolving:
        turn.resolving = False
        turn.trick_from = len(turn.plays)
    if _match_over(turn):
        _end_match(turn)
    else:
        _next_round(turn)


def _ability_points(turn: Turn, seat: int, winner: int, mover: int) -> int:
    heart = turn.hearts.cards[seat]
    ability = turn.tables.abilities[heart]
    if isinstance(ability, WinWithoutHozukiAbility):
        earned = turn.tables.factions[heart] == winner and not turn.acquired[seat] & turn.tables.hozuki
        return ability.points if earned else 0
    if isinstance(ability, LanternsOnOwnCardsAbility):
        return ability.points if turn.hearts.lanterns[seat] >= ability.lanterns else 0
    if isinstance(ability, VoidOnOwnMoveAbility):
        return ability.points if mover == seat else 0
    return 0


def _match_over(turn: Turn) -> bool:
    components = turn.game.components.data
    if turn.round >= components.max_rounds:
        return True
    best = max(turn.scores)
    if best < components.target:
        return False
    return turn.game.options.tie == "share" or turn.scores.count(best) == 1


def _end_match(turn: Turn) -> None:
    best = max(turn.scores)
    winners = tuple(seat for seat, score in enumerate(turn.scores) if score == best)
    turn.events.append(ev.MatchEnded(turn.scores, winners))
    turn.phase, turn.current = OVER, None
    turn.window, turn.asked_from = NOTHING, NOBODY


def _next_round(turn: Turn) -> None:
    tables, options = turn.tables, turn.game.options
    seats = range(tables.players)
    kept = options.keep_scythes
    lost = sum(turn.hands[seat].bit_count() for seat in seats if not turn.active >> seat & 1)
    turn.events.append(
        ev.TableCleared(
            tuple(turn.hands[seat].bit_count() if turn.active >> seat & 1 else 0 for seat in seats),
            tuple(mask.bit_count() for mask in turn.acquired),
            turn.points,
            tables.zeros if kept else turn.scythes,
            len(turn.plays) - turn.trick_from,
            len(turn.discards),
            turn.leftover.bit_count() + lost,
            turn.lit.bit_count(),
            turn.collected,
        )
    )
    if not kept:
        turn.scythes = tables.zeros
    number = turn.round + 1
    if options.next_start == "rotate":
        start = (turn.start + 1) % tables.players
    elif options.next_start == "random":
        start = random_start(turn, number)
    else:
        start = turn.start if turn.last_winner == NOBODY else turn.last_winner
    start_round(turn, number, start)
