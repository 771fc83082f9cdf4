"""Who knows what in Maillot Jaune (MJ-5): views, and worlds drawn from a view.

Public are all cards laid or put out, chips, jersey, tempo, mountain, pending headwinds, the size of the pile
and of every hand, and the cards of a hand that were shown to all. A hand is its owner's; the order of the pile
is nobody's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardkit import chance
from boardkit.errors import CannotResample, InvalidView
from boardkit.games.maillot_jaune.events import (
    CardDrawn,
    HandDealt,
    HeadwindReplaced,
)
from boardkit.games.maillot_jaune.model import (
    PHASES,
    PLAY,
    Rider,
    RiderView,
    StageInfo,
    State,
    View,
)
from boardkit.games.maillot_jaune.tables import SPECIALS_MASK, Tables, hand_size
from boardkit.state import Event

if TYPE_CHECKING:
    from boardkit.games.maillot_jaune.rules import MaillotJaune

_SECRET = (CardDrawn, HandDealt, HeadwindReplaced)


def observe(game: MaillotJaune, state: State, player: int | None) -> View:
    """Return the View of ``player``, None for a spectator."""
    game.own(state)
    if player is not None:
        game.seat(player)
    tables = game.tables
    names, card = tables.hand_names, tables.names
    stage = state.stage
    return View(
        game,
        player,
        state.current_player,
        tuple(
            [
                event if type(event) not in _SECRET or event.player == player else _redact(tables, event)  # type: ignore[attr-defined]  # only events with a player are secret
                for event in state.events
            ]
        ),
        PHASES[state.phase],  # type: ignore[arg-type]  # a tuple of the literals
        stage.number,
        state.leader,
        state.tempo,
        state.mountain,
        stage.mountains_seen,
        len(state.pile),
        tuple(
            [
                RiderView(
                    points,
                    wins,
                    rider.chips,
                    rider.headwinds,
                    rider.speed,
                    hand_size(rider.hand),
                    names[shown] if shown else (),
                    tuple([card[code] for code in rider.laid]),
                )
                for rider, points, wins, shown in zip(
                    state.riders, stage.points, stage.wins, stage.shown, strict=True
                )
            ]
        ),
        tables.names_of(stage.aside) if stage.aside else (),
        None if player is None else names[state.riders[player].hand],
    )


def _redact(tables: Tables, event: Event) -> Event:
    """Return what everybody but the drawer sees of a draw."""
    if isinstance(event, CardDrawn):
        return tables.hidden[event.player]
    if isinstance(event, HandDealt):
        return HandDealt(event.player, event.count, None)
    if isinstance(event, HeadwindReplaced):
        return HeadwindReplaced(event.player, None)
    return event


def resample(game: MaillotJaune, view: View, seed: bytes) -> State:
    """Draw a state that could have led to ``view``."""
    game.own(view)
    if view.player is None or view.hand is None:
        raise CannotResample("a spectator has no seat to think from")
    tables = game.tables
    unseen = _unseen(game, view)
    in_hands = [code for code in unseen if code != tables.headwind_code]
    order = list(chance.shuffle(seed, "resample/hands", in_hands))
    hands: list[int] = []
    position = 0
    for seat, rider in enumerate(view.riders):
        if seat == view.player:
            hands.append(tables.pack_names(view.hand))
            continue
        count = rider.hand_size - len(rider.shown)
        if len(order) < position + count:
            raise InvalidView(f"/riders/{seat}/hand_size", "more cards than are unseen")
        if seat == view.current_player and PHASES[PLAY] == view.phase:
            _secure_speed(tables, order, position, count, rider)
        drawn = order[position : position + count]
        position += count
        hands.append(tables.pack([*[tables.codes[name] for name in rider.shown], *drawn]))
    rest = [*order[position:], *[code for code in unseen if code == tables.headwind_code]]
    if len(rest) != view.pile:
        raise InvalidView("/pile", "the cards do not add up")
    code = tables.codes
    riders = tuple(
        [
            Rider(hand, known.chips, known.headwinds, known.speed, bytes([code[name] for name in known.laid]))
            for hand, known in zip(hands, view.riders, strict=True)
        ]
    )
    stage = StageInfo(
        view.stage,
        tuple([rider.points for rider in view.riders]),
        tuple([rider.wins for rider in view.riders]),
        view.mountains_seen,
        bytes([code[name] for name in view.aside]),
        tuple([tables.pack_names(rider.shown) for rider in view.riders]),
    )
    return State(
        game,
        chance.derive(seed, "resample/seed"),
        view.current_player,
        view.events,
        PHASES.index(view.phase),
        view.leader,
        view.tempo,
        view.mountain,
        bytes(chance.shuffle(seed, "resample/pile", rest)),
        riders,
        stage,
    )


def _unseen(game: MaillotJaune, view: View) -> list[int]:
    """Return the codes of the cards that the viewer sees nowhere."""
    left = list(game.tables.copies)
    seen = [*(view.hand or ()), *view.aside]
    for seat, rider in enumerate(view.riders):
        seen += rider.laid
        if seat != view.player:
            seen += rider.shown
    for name in seen:
        left[game.tables.codes[name]] -= 1
    if min(left) < 0:
        raise InvalidView("", "more cards of a kind than there are")
    return [code for code, copies in enumerate(left) for _ in range(copies)]


def _secure_speed(tables: Tables, order: list[int], position: int, count: int, rider: RiderView) -> None:
    """See to it that the rider who is asked for a play can make one: everybody knows that he can.

    Swaps a speed card into his part of ``order`` when chance gave him none.
    """
    speeds = len(tables.values)
    hidden = order[position : position + count]
    if tables.pack_names(rider.shown) > SPECIALS_MASK or any(code < speeds for code in hidden):
        return
    others = [i for i, code in enumerate(order) if code < speeds and i >= position + count]
    if not others or not count:
        raise InvalidView("/phase", "no speed card is left for the player to act")
    order[position], order[others[0]] = order[others[0]], order[position]
