"""The beginning and the end of a round: dealing and scoring."""

from __future__ import annotations

from boardkit import chance
from boardkit.games.tamakushige import events as ev
from boardkit.games.tamakushige.cards import (
    FACTIONS,
    LanternsOnOwnCardsAbility,
    VoidOnOwnMoveAbility,
    WinWithoutHozukiAbility,
)
from boardkit.games.tamakushige.model import NOBODY, NOTHING, OVER, Hearts, RoundResult
from boardkit.games.tamakushige.tables import bits
from boardkit.games.tamakushige.turn import Turn

__all__ = ["end_round", "random_start", "start_round"]


def start_round(turn: Turn, number: int, start: int) -> None:
    """Set up round ``number`` (TA-2.1.1 to TA-2.1.4)."""
    tables = turn.tables
    players = tables.players
    turn.round, turn.start, turn.leader = number, start, start
    turn.soul, turn.lit, turn.collected = tables.board.center, tables.board.circles, 0
    turn.active = tables.everybody
    turn.acquired = turn.points = tables.zeros
    turn.plays = turn.played_by = turn.discards = b""
    turn.trick_from, turn.swaps, turn.last_winner = 0, (), NOBODY
    turn.resolving = False
    # The deck as one bit a card, dealt one at a time: every so-and-so-manyth card goes to one hand.
    deck = chance.shuffle(turn.seed, f"round/{number}/deck", tables.card_bits)
    size = tables.hand_size
    dealt = size * players
    turn.hands = hands = tuple([sum(deck[seat:dealt:players]) for seat in range(players)])
    turn.leftover = sum(deck[dealt:])
    turn.events.append(
        ev.RoundStarted(number, start, size, tables.leftover, tables.board.circles.bit_count())
    )
    turn.events.extend([ev.Dealt(seat, size, tables.ids_of[hand]) for seat, hand in enumerate(hands)])
    if number == 1 or turn.game.options.redeal_factions:
        cards = _deal_hearts(turn, number)
        turn.hearts = Hearts(cards, 0, 0, 0, tables.zeros, tables.zeros)
        turn.events.extend([tables.heart_events[seat][card] for seat, card in enumerate(cards)])
    else:
        old = turn.hearts
        turn.hearts = Hearts(old.cards, old.shown, 0, 0, old.peeked, tables.zeros)


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


# ---- the end ---------------------------------------------------------------------------------------


def end_round(turn: Turn, ending: ev.Ending) -> bool:
    """Score the round, then end the match or set up the next round; return whether there is one (TA-2.6)."""
    tables, components = turn.tables, turn.game.components.data
    winner = 0 if ending == "lanterns" else 1
    turn.events.append(ev.RoundEnded(ending, FACTIONS[winner]))
    hearts = turn.hearts
    names = tuple([tables.heart_ids[card] for card in hearts.cards])
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
        ability = _ability_points(turn, seat, winner) if turn.game.options.abilities else 0
        gained[seat] = faction + turn.points[seat] + ability
        turn.events.append(ev.Scored(seat, faction, turn.points[seat], ability))
    turn.scores = tuple([score + points for score, points in zip(turn.scores, gained, strict=True)])
    turn.result = RoundResult(ending, FACTIONS[winner], names, tuple(gained))
    turn.ending = None
    if turn.resolving:
        turn.resolving = False
        turn.trick_from = len(turn.plays)
    if _match_over(turn):
        _end_match(turn)
        return False
    _next_round(turn)
    return True


def _ability_points(turn: Turn, seat: int, winner: int) -> int:
    heart = turn.hearts.cards[seat]
    ability = turn.tables.abilities[heart]
    if isinstance(ability, WinWithoutHozukiAbility):
        earned = turn.tables.factions[heart] == winner and not turn.acquired[seat] & turn.tables.hozuki
        return ability.points if earned else 0
    if isinstance(ability, LanternsOnOwnCardsAbility):
        return ability.points if turn.hearts.lanterns[seat] >= ability.lanterns else 0
    if isinstance(ability, VoidOnOwnMoveAbility):
        return ability.points if turn.mover == seat else 0
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
    kept, active = options.keep_scythes, turn.active
    held = [hand.bit_count() for hand in turn.hands]
    hands = tuple([cards if active >> seat & 1 else 0 for seat, cards in enumerate(held)])
    turn.events.append(
        ev.TableCleared(
            hands,
            tuple([mask.bit_count() for mask in turn.acquired]),
            turn.points,
            tables.zeros if kept else turn.scythes,
            len(turn.plays) - turn.trick_from,
            len(turn.discards),
            turn.leftover.bit_count() + sum(held) - sum(hands),
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
