"""How a match moves on: plays, draws, mountains, and the end of stages.

:func:`play` is what nearly every step does, so it works on local names and goes the short way as long as
nothing out of the ordinary happens. Everything else is done on a :class:`Turn`, a scratch copy of the state
that is frozen at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boardkit import chance
from boardkit.games.maillot_jaune.events import (
    CardsGathered,
    ChipsReturned,
    ChipsTaken,
    GameEnded,
    HandDealt,
    HandShown,
    HeadwindReplaced,
    JerseyTaken,
    LeaderCardDrawn,
    LeaderChosen,
    MountainKept,
    MountainLaid,
    Played,
    SpecialSetAside,
    StageEnded,
    StageStarted,
)
from boardkit.games.maillot_jaune.model import (
    MOUNTAIN,
    OVER,
    PLAY,
    SET_ASIDE,
    Components,
    Play,
    Rider,
    SetAside,
    StageInfo,
    State,
    rank,
)
from boardkit.games.maillot_jaune.tables import (
    KIND,
    MOUNTAIN_UNIT,
    SPECIALS_MASK,
    SPRINT_UNIT,
    Tables,
    hand_size,
)
from boardkit.state import Event

if TYPE_CHECKING:
    from boardkit.games.maillot_jaune.rules import MaillotJaune


class Turn:
    """A state being changed; lives for one step."""

    __slots__ = (
        "events", "game", "leader", "mountain", "pile", "position", "riders", "seed", "stage", "tables", "tempo",
    )  # fmt: skip

    def __init__(self, game: MaillotJaune, state: State) -> None:
        self.game = game
        self.tables = game.tables
        self.seed = state.seed
        self.stage = state.stage
        self.leader = state.leader
        self.tempo = state.tempo
        self.mountain = state.mountain
        self.pile = state.pile
        self.position = 0
        self.riders = list(state.riders)
        self.events: list[Event] = []

    def freeze(self, phase: int, player: int | None) -> State:
        """Return the state in which ``player`` is asked."""
        return State(
            self.game,
            self.seed,
            player,
            tuple(self.events),
            phase,
            self.leader,
            self.tempo,
            self.mountain,
            self.pile[self.position :],
            tuple(self.riders),
            self.stage,
        )

    def pile_is_empty(self) -> bool:
        """Whether the last card of the pile has been drawn, so that the stage ends."""
        return self.position == len(self.pile)

    def lay_mountain(self, seat: int) -> None:
        """Put a mountain of ``seat`` into force on the leader's pile (MJ-2.3, J14); the cards are the caller's."""
        self.mountain = True
        cap = self.tables.components.mountain_top_speed
        tempo = self.tempo or 0  # a mountain follows a play of the leader, so there is a tempo
        if self.game.options.mountain_caps_leader and tempo > cap:
            tempo = cap
        self.tempo = tempo
        self.forget(seat, self.tables.mountain_code)
        stage = self.stage
        self.stage = StageInfo(
            stage.number, stage.points, stage.wins, stage.mountains_seen + 1, stage.aside, stage.shown
        )
        self.events.append(MountainLaid(seat, self.leader, tempo))

    def keep_mountain(self, seat: int) -> None:
        """Leave a declared mountain in a hand, known to all from now on (J9)."""
        known = self.stage.shown[seat]
        self.show(seat, known if known & KIND else known + MOUNTAIN_UNIT)
        self.events.append(MountainKept(seat))

    def show(self, seat: int, known: int) -> None:
        """Let everybody know ``known``, packed like a hand, of the hand of ``seat``."""
        stage = self.stage
        shown = (*stage.shown[:seat], known, *stage.shown[seat + 1 :])
        self.stage = StageInfo(
            stage.number, stage.points, stage.wins, stage.mountains_seen, stage.aside, shown
        )

    def forget(self, seat: int, code: int, count: int = 1) -> None:
        """Count down what is known of a hand, as cards of a kind leave it."""
        if self.stage.shown[seat] and count:
            self.show(seat, self.tables.without(self.stage.shown[seat], code, count))

    def refill(self, rider: Rider, seat: int, count: int, sideways: bool) -> Rider:
        """Draw ``count`` cards into a hand, laying headwinds on the drawer's pile (MJ-2.2.6, MJ-2.4, J24)."""
        tables, pile, end = self.tables, self.pile, len(self.pile)
        hand, headwinds, laid = rider.hand, rider.headwinds, rider.laid
        position = self.position
        while count and position < end:
            code = pile[position]
            position += 1
            if code == tables.headwind_code:
                headwinds += 1
                laid += bytes([code])
                self.events.append(tables.headwind[seat][sideways])
            else:
                hand = hand + tables.units[code] | tables.bits[code]
                count -= 1
                self.events.append(tables.drawn[seat][code])
        self.position = position
        return Rider(hand, rider.chips, headwinds, rider.speed, laid)

    def begin(self, seat: int) -> State:
        """Begin the turn of ``seat`` (MJ-2.2.1, MJ-2.2.2)."""
        if seat == self.leader and self.mountain:
            self.mountain = False
            self.events.append(self.tables.mountain_ended[seat])
        return self.draw(seat)

    def draw(self, seat: int) -> State:
        """Draw for the turn and ask ``seat`` for a play; J6 when the hand holds no speed card."""
        rider = self.riders[seat] = self.refill(self.riders[seat], seat, 1, sideways=False)
        if rider.hand > SPECIALS_MASK:
            return self.freeze(PLAY, seat)
        self.show(seat, rider.hand)
        self.events.append(HandShown(seat, self.tables.hand_names[rider.hand]))
        if self.pile_is_empty():
            return self.end_stage()
        return self.freeze(SET_ASIDE, seat)

    def ask(self, after: int) -> State:
        """Ask the next rider clockwise who may lay a mountain, or begin the next turn (MJ-2.2.7, J12).

        Args:
            after: the seat that was asked last, or the leader's.
        """
        if not self.mountain:
            asked = next_asked(self.tables, self.stage, self.riders, self.leader, after)
            if asked is not None:
                return self.freeze(MOUNTAIN, asked)
        return self.begin(self.tables.following[self.leader])

    def end_stage(self) -> State:
        """Score the stage (MJ-2.5) and begin the next one, or end the match."""
        stage, leader = self.stage, self.leader
        chips = tuple([rider.chips for rider in self.riders])
        gained = [1 if seat == leader else -minutes for seat, minutes in enumerate(chips)]
        points = tuple([old + new for old, new in zip(stage.points, gained, strict=True)])
        wins = tuple([n + (seat == leader) for seat, n in enumerate(stage.wins)])
        self.events.append(StageEnded(stage.number, leader, chips, tuple(gained)))
        if stage.number == self.game.options.stages:
            self.mountain = False
            self.riders = [Rider(rider.hand, 0, 0, rider.speed, rider.laid) for rider in self.riders]
            self.stage = StageInfo(stage.number, points, wins, stage.mountains_seen, stage.aside, stage.shown)
            self.events.append(GameEnded(rank(points, wins, self.game.options.winner)))
            return self.freeze(OVER, None)
        self.events.append(
            CardsGathered(
                tuple([hand_size(rider.hand) for rider in self.riders]),
                tuple([len(rider.laid) for rider in self.riders]),
                len(stage.aside),
                len(self.pile) - self.position,
            )
        )
        return self.start_stage(stage.number + 1, points, wins)

    def start_stage(self, number: int, points: tuple[int, ...], wins: tuple[int, ...]) -> State:
        """Shuffle, deal, exchange the headwinds that were dealt (MJ-2.1.3) and begin the leader's turn."""
        tables = self.tables
        size, players = tables.components.hand_size, len(self.riders)
        deck = chance.shuffle(self.seed, f"stage/{number}/deck", tables.deck)
        self.events.append(StageStarted(number, self.leader, len(deck)))
        hands = [list(deck[size * seat : size * (seat + 1)]) for seat in range(players)]
        for seat, cards in enumerate(hands):
            self.events.append(HandDealt(seat, size, tables.names_of(sorted(cards))))
        pile = list(deck[size * players :])
        exchanged = 0
        for seat, cards in enumerate(hands):
            while tables.headwind_code in cards:
                card = pile.pop(0)
                cards[cards.index(tables.headwind_code)] = card
                self.events.append(HeadwindReplaced(seat, tables.names[card]))
                exchanged += 1
        if exchanged:
            # The pile is in random order as it is, so it is enough to draw the places of what comes back.
            places = chance.drawn(self.seed, f"stage/{number}/pile", range(len(pile) + exchanged), exchanged)
            for place in sorted(places):
                pile.insert(place, tables.headwind_code)
        self.riders = [Rider(tables.pack(cards), 0, 0, None, b"") for cards in hands]
        self.pile, self.position = bytes(pile), 0
        self.tempo, self.mountain = None, False
        self.stage = StageInfo(number, points, wins, 0, b"", (0,) * players)
        return self.begin(self.leader)


def start(game: MaillotJaune, seed: bytes) -> State:
    """Find the first leader (MJ-2.1.2) and start the first stage."""
    zeros = (0,) * game.players
    riders = (Rider(0, 0, 0, None, b""),) * game.players
    stage = StageInfo(1, zeros, zeros, 0, b"", zeros)
    turn = Turn(game, State(game, seed, None, (), OVER, 0, None, False, b"", riders, stage))
    if game.options.first_leader == "random":
        turn.leader = chance.shuffled(seed, "leader/seat", game.players)[0]
    else:
        turn.leader = _draw_for_leader(turn)
    turn.events.append(LeaderChosen(turn.leader))
    return turn.start_stage(1, zeros, zeros)


def _draw_for_leader(turn: Turn) -> int:
    """Let everybody draw a card, and those who tie again, until one is best (J1, J41)."""
    tables = turn.tables
    count = 0
    contenders = list(range(len(turn.riders)))
    while len(contenders) > 1 and count + len(contenders) <= len(tables.deck):
        before, count = count, count + len(contenders)
        cards = chance.drawn(turn.seed, "leader/deck", tables.deck, count)[before:]
        turn.events.extend(
            LeaderCardDrawn(seat, tables.names[code]) for seat, code in zip(contenders, cards, strict=True)
        )
        worth = [tables.values[code] if code < len(tables.values) else 0 for code in cards]
        contenders = [seat for seat, value in zip(contenders, worth, strict=True) if value == max(worth)]
    return contenders[0]


def play(game: MaillotJaune, state: State, action: Play) -> State:  # noqa: C901  the hot path keeps to local names
    """Play a turn (MJ-2.2.3 to MJ-2.2.8)."""
    seat: int = state.current_player  # type: ignore[assignment]  # a play answers a question
    tables = game.tables
    card = tables.speed[action.value]
    if card.plain is not action or state.stage.shown[seat]:
        return _play_with_specials(game, state, seat, action)
    riders = list(state.riders)
    rider = riders[seat]
    leader, tempo, mountain = state.leader, state.tempo, state.mountain
    hand = rider.hand - card.unit
    if not hand & card.mask:
        hand ^= card.bit
    speed = action.value
    slowed = rider.headwinds
    if slowed or mountain or speed > tables.top_speed:
        speed = capped(tables.components, speed, slowed, 0, mountain)
        events: tuple[Event, ...] = (Played(seat, action.value, 0, slowed, speed),)
    else:
        events = card.played[seat]
    chips = rider.chips
    if seat == leader:
        tempo = speed
    elif speed != tempo:
        chips, leads, event = compare(tables, state, seat, chips, speed)
        if event is not None:
            events += (event,)
        if leads:
            leader, tempo = seat, speed
    riders[seat] = Rider(hand, chips, 0, speed, rider.laid + card.laid[0])
    if state.pile:
        if seat == leader:
            asked = next_asked(tables, state.stage, riders, leader, seat)
            if asked is not None:
                return State(
                    game, state.seed, asked, events, MOUNTAIN, leader, tempo, False, state.pile,
                    tuple(riders), state.stage,
                )  # fmt: skip
        begun = _begin_simply(game, state, riders, events, leader, tempo, tables.following[seat])
        if begun is not None:
            return begun
    turn = Turn(game, state)
    turn.riders, turn.events, turn.leader, turn.tempo = riders, list(events), leader, tempo
    return _after_play(turn, seat)


def _begin_simply(
    game: MaillotJaune,
    state: State,
    riders: list[Rider],
    events: tuple[Event, ...],
    leader: int,
    tempo: int | None,
    seat: int,
) -> State | None:
    """Begin the turn of ``seat`` as ``Turn.begin`` does, if an ordinary card is drawn; else return None."""
    tables, pile = game.tables, state.pile
    code = pile[0]
    rider = riders[seat]
    hand = rider.hand + tables.units[code] | tables.bits[code]
    if code == tables.headwind_code or hand <= SPECIALS_MASK:
        return None
    mountain = state.mountain
    if mountain and seat == leader:
        mountain = False
        events += (tables.mountain_ended[seat],)
    riders[seat] = Rider(hand, rider.chips, rider.headwinds, rider.speed, rider.laid)
    return State(
        game, state.seed, seat, (*events, tables.drawn[seat][code]), PLAY, leader, tempo, mountain, pile[1:],
        tuple(riders), state.stage,
    )  # fmt: skip


def next_asked(
    tables: Tables, stage: StageInfo, riders: Sequence[Rider], leader: int, after: int
) -> int | None:
    """Return who, clockwise from the seat ``after``, is asked next for a mountain on the leader's pile (J12).

    Everybody with chips (under the option, everybody but the leader) is asked while the stage can still see a
    mountain, whether he holds one or not: skipping him would tell what he holds. None when nobody is left.
    """
    if stage.mountains_seen < tables.mountains:
        anyone = tables.anyone
        seat: int = tables.following[after]
        while seat != leader:
            if anyone or riders[seat].chips:
                return seat
            seat = tables.following[seat]
    return None


def _play_with_specials(game: MaillotJaune, state: State, seat: int, action: Play) -> State:
    """Play a turn that refills the hand, adds a mountain or lays cards that everybody knew of."""
    turn = Turn(game, state)
    tables = turn.tables
    rider = turn.riders[seat]
    value, sprints = action.value, action.sprints
    card = tables.speed[value]
    hand = rider.hand - card.unit - SPRINT_UNIT * sprints
    if not hand & card.mask:
        hand ^= card.bit
    turn.forget(seat, card.laid[0][0])
    turn.forget(seat, tables.sprint_code, sprints)
    laid = Rider(hand, rider.chips, rider.headwinds, None, rider.laid + card.laid[sprints])
    to_refill = sprints
    if sprints and tables.late_sprints:
        laid = turn.refill(laid, seat, sprints, sideways=False)
        to_refill = 0
    slowed = laid.headwinds
    speed = capped(tables.components, value, slowed, sprints, turn.mountain)
    # The refill that may slow this very play comes before it is known how fast the play was.
    turn.events.insert(0, Played(seat, value, sprints, slowed, speed))
    chips = laid.chips
    if seat == turn.leader:
        turn.tempo = speed
    elif speed != turn.tempo:
        chips, leads, event = compare(tables, state, seat, chips, speed)
        if event is not None:
            turn.events.append(event)
        if leads:
            turn.leader, turn.tempo = seat, speed
    after = Rider(laid.hand, chips, 0, speed, laid.laid)
    if action.mountain:
        if turn.leader == seat:
            turn.lay_mountain(seat)
            after = Rider(
                laid.hand - MOUNTAIN_UNIT, chips, 0, speed, laid.laid + bytes([tables.mountain_code])
            )
            to_refill += 1
        else:
            turn.keep_mountain(seat)
    turn.riders[seat] = turn.refill(after, seat, to_refill, sideways=True)
    return _after_play(turn, seat)


def capped(numbers: Components, value: int, headwinds: int, sprints: int, mountain: bool) -> int:
    """Return the speed of a play: headwinds and sprints are summed first, then it is capped (MJ-2.2.3, J8)."""
    speed = value - numbers.headwind_slows * headwinds + numbers.sprint_adds * sprints
    return min(speed, numbers.mountain_top_speed if mountain else numbers.top_speed)


def compare(
    tables: Tables, state: State, seat: int, chips: int, speed: int
) -> tuple[int, bool, Event | None]:
    """Compare the play of a follower with the tempo (MJ-2.2.4).

    Returns:
        The follower's chips after it, whether he takes the jersey, and what happened.
    """
    ahead: int = speed - state.tempo  # type: ignore[operator]  # the leader plays first in every stage
    if ahead > 0:
        if chips:
            back = min(chips, ahead)
            return chips - back, False, ChipsReturned(seat, back)
        if not state.mountain:
            return 0, True, JerseyTaken(seat, state.leader)
    elif ahead < 0 and (chips or state.mountain or -ahead > tables.slipstream):
        event = tables.lost[seat][-ahead] if ahead > -32 else ChipsTaken(seat, -ahead)
        return chips - ahead, False, event
    return chips, False, None


def _after_play(turn: Turn, seat: int) -> State:
    if turn.pile_is_empty():
        return turn.end_stage()
    if turn.leader == seat:
        return turn.ask(seat)
    return turn.begin(turn.tables.following[seat])


def lay_mountain(game: MaillotJaune, state: State) -> State:
    """Lay a mountain on the leader's pile, out of turn (MJ-2.2.7)."""
    turn = Turn(game, state)
    seat: int = state.current_player  # type: ignore[assignment]  # a mountain answers a question
    rider, leader = turn.riders[seat], turn.riders[turn.leader]
    turn.lay_mountain(seat)
    pile = leader.laid + bytes([turn.tables.mountain_code])
    turn.riders[turn.leader] = Rider(leader.hand, leader.chips, leader.headwinds, leader.speed, pile)
    after = Rider(rider.hand - MOUNTAIN_UNIT, rider.chips, rider.headwinds, rider.speed, rider.laid)
    turn.riders[seat] = turn.refill(after, seat, 1, sideways=True)
    if turn.pile_is_empty():
        return turn.end_stage()
    return turn.ask(seat)


def decline(game: MaillotJaune, state: State) -> State:
    """Lay no mountain; the next one is asked (MJ-2.2.7)."""
    seat: int = state.current_player  # type: ignore[assignment]  # a refusal answers a question
    events = game.tables.declined[seat]
    asked = next_asked(game.tables, state.stage, state.riders, state.leader, seat)
    if asked is not None:
        return State(
            game, state.seed, asked, events, MOUNTAIN, state.leader, state.tempo, False, state.pile,
            state.riders, state.stage,
        )  # fmt: skip
    following = game.tables.following[state.leader]
    begun = _begin_simply(game, state, list(state.riders), events, state.leader, state.tempo, following)
    if begun is not None:
        return begun
    turn = Turn(game, state)
    turn.events.extend(events)
    return turn.begin(turn.tables.following[turn.leader])


def set_aside(game: MaillotJaune, state: State, action: SetAside) -> State:
    """Put a special out of the stage and draw again (J6)."""
    turn = Turn(game, state)
    tables = turn.tables
    seat: int = state.current_player  # type: ignore[assignment]  # putting out answers a question
    rider = turn.riders[seat]
    code = tables.codes[action.kind]
    turn.riders[seat] = Rider(
        rider.hand - tables.units[code], rider.chips, rider.headwinds, rider.speed, rider.laid
    )
    turn.forget(seat, code)
    stage = turn.stage
    turn.stage = StageInfo(
        stage.number,
        stage.points,
        stage.wins,
        stage.mountains_seen + (action.kind == "mountain"),
        stage.aside + bytes([code]),
        stage.shown,
    )
    turn.events.append(SpecialSetAside(seat, action.kind))
    return turn.draw(seat)
