"""How a match moves on: a scratch copy of the state that plays, draws and scores, and is then frozen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardkit import chance
from boardkit.games.maillot_jaune.model import (
    MOUNTAIN,
    OVER,
    PLAY,
    SET_ASIDE,
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
    MaillotJauneEvent,
    MountainEnded,
    MountainKept,
    MountainLaid,
    Play,
    Played,
    Rider,
    SetAside,
    SpecialSetAside,
    StageEnded,
    StageStarted,
    State,
    rank,
)
from boardkit.games.maillot_jaune.tables import KIND, MOUNTAIN_UNIT, SPECIALS_MASK, SPRINT_UNIT, without

if TYPE_CHECKING:
    from boardkit.games.maillot_jaune.rules import MaillotJaune

_NEW_RIDER = Rider(0, 0, 0, 0, 0, None, (), 0, 0)


class Turn:
    """A state being changed; lives for one step."""

    __slots__ = (
        "aside", "events", "game", "leader", "mountain", "pile", "position", "riders", "seed", "seen", "stage",
        "tables", "tempo",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        game: MaillotJaune = state.game  # type: ignore[assignment]  # a state of this game holds this game
        self.game = game
        self.tables = game.tables
        self.seed = state.seed
        self.stage = state.stage
        self.leader = state.leader
        self.tempo = state.tempo
        self.mountain = state.mountain
        self.seen = state.mountains_seen
        self.pile = state.pile
        self.position = 0
        self.riders = list(state.riders)
        self.aside = state.aside
        self.events: list[MaillotJauneEvent] = []

    def freeze(self, phase: int, player: int | None) -> State:
        """Return the state in which ``player`` is asked."""
        return State(
            self.game,
            self.seed,
            player,
            tuple(self.events),
            phase,
            self.stage,
            self.leader,
            self.tempo,
            self.mountain,
            self.seen,
            self.pile[self.position :],
            tuple(self.riders),
            self.aside,
        )

    def pile_is_empty(self) -> bool:
        """Whether the last card of the pile has been drawn, so that the stage ends."""
        return self.position == len(self.pile)

    def lay_mountain(self, seat: int) -> None:
        """Put a mountain of ``seat`` into force on the leader's pile (MJ-2.3, J14); its hand is the caller's."""
        self.mountain = True
        self.seen += 1
        cap = self.tables.components.mountain_top_speed
        assert self.tempo is not None  # a mountain follows a play of the leader  # noqa: S101
        if self.game.options.mountain_caps_leader and self.tempo > cap:
            self.tempo = cap
        self.events.append(MountainLaid(seat, self.leader, self.tempo))

    def refill(self, rider: Rider, seat: int, count: int, sideways: bool) -> Rider:
        """Draw ``count`` cards into a hand, laying headwinds on the drawer's pile (MJ-2.2.6, MJ-2.4, J24)."""
        tables, pile, end = self.tables, self.pile, len(self.pile)
        hand, kinds, headwinds, laid = rider.hand, rider.kinds, rider.headwinds, rider.laid
        position = self.position
        while count and position < end:
            code = pile[position]
            position += 1
            if code == tables.headwind_code:
                headwinds += 1
                laid = (*laid, "headwind")
                self.events.append(tables.headwind[seat][sideways])
            else:
                hand += tables.units[code]
                kinds |= tables.bits[code]
                count -= 1
                self.events.append(tables.drawn[seat][code])
        self.position = position
        return Rider(
            hand, kinds, rider.shown, rider.chips, headwinds, rider.speed, laid, rider.points, rider.wins
        )

    def begin(self, seat: int) -> State:
        """Begin the turn of ``seat`` (MJ-2.2.1, MJ-2.2.2)."""
        if seat == self.leader and self.mountain:
            self.mountain = False
            self.events.append(MountainEnded(seat))
        return self.draw(seat)

    def draw(self, seat: int) -> State:
        """Draw for the turn and ask ``seat`` for a play; J6 when the hand holds no speed card."""
        rider = self.refill(self.riders[seat], seat, 1, False)
        self.riders[seat] = rider
        if rider.hand > SPECIALS_MASK:
            return self.freeze(PLAY, seat)
        # The whole hand is shown, so everything in it is known from now on.
        self.riders[seat] = Rider(
            rider.hand, rider.kinds, rider.hand, rider.chips, rider.headwinds, rider.speed, rider.laid,
            rider.points, rider.wins,
        )  # fmt: skip
        self.events.append(HandShown(seat, self.tables.hand_names[rider.hand]))
        if self.pile_is_empty():
            return self.end_stage()
        return self.freeze(SET_ASIDE, seat)

    def ask(self, after: int) -> State:
        """Ask the next rider clockwise who may lay a mountain, or begin the next turn (MJ-2.2.7, J12).

        Args:
            after: the seat that was asked last, or the leader's.
        """
        riders = self.riders
        players = len(riders)
        leader = self.leader
        if not self.mountain and self.seen < self.tables.mountains:
            anyone = self.game.options.mountain_outsiders == "anyone"
            for step in range((after - leader) % players + 1, players):
                seat = (leader + step) % players
                if anyone or riders[seat].chips:
                    return self.freeze(MOUNTAIN, seat)
        return self.begin((leader + 1) % players)

    def resolve(self, seat: int, chips: int, speed: int) -> int:
        """Compare a play with the tempo (MJ-2.2.4) and return the rider's chips after it."""
        if seat == self.leader:
            self.tempo = speed
            return chips
        assert self.tempo is not None  # the leader plays first in every stage  # noqa: S101
        ahead = speed - self.tempo
        if ahead > 0:
            if chips:
                back = min(chips, ahead)
                self.events.append(ChipsReturned(seat, back))
                return chips - back
            if not self.mountain:
                self.events.append(JerseyTaken(seat, self.leader))
                self.leader = seat
                self.tempo = speed
        elif ahead < 0 and (chips or self.mountain or -ahead > self.tables.components.slipstream):
            self.events.append(ChipsTaken(seat, -ahead))
            return chips - ahead
        return chips

    def end_stage(self) -> State:
        """Score the stage (MJ-2.5) and begin the next one, or end the match."""
        leader = self.leader
        chips = tuple([rider.chips for rider in self.riders])
        points = tuple([1 if seat == leader else -minutes for seat, minutes in enumerate(chips)])
        self.events.append(StageEnded(self.stage, leader, chips, points))
        self.mountain = False
        self.riders = [
            Rider(
                rider.hand, rider.kinds, rider.shown, 0, 0, rider.speed, rider.laid, rider.points + points[seat],
                rider.wins + (seat == leader),
            )
            for seat, rider in enumerate(self.riders)
        ]  # fmt: skip
        if self.stage == self.game.options.stages:
            riders = tuple(self.riders)
            self.events.append(GameEnded(rank(riders, self.game.options.winner)))
            return self.freeze(OVER, None)
        names = self.tables.hand_names
        self.events.append(
            CardsGathered(
                tuple([len(names[rider.hand]) for rider in self.riders]),
                tuple([len(rider.laid) for rider in self.riders]),
                len(self.aside),
                len(self.pile) - self.position,
            )
        )
        self.stage += 1
        return self.start_stage()

    def start_stage(self) -> State:
        """Shuffle, deal, exchange the headwinds that were dealt (MJ-2.1.3) and begin the leader's turn."""
        tables = self.tables
        size = tables.components.hand_size
        deck = chance.shuffle(self.seed, f"stage/{self.stage}/deck", tables.deck)
        self.events.append(StageStarted(self.stage, self.leader, len(deck)))
        players = len(self.riders)
        hands = [list(deck[size * seat : size * (seat + 1)]) for seat in range(players)]
        for seat, cards in enumerate(hands):
            self.events.append(HandDealt(seat, size, self.named(cards)))
        pile = list(deck[size * players :])
        exchanged = 0
        for seat, cards in enumerate(hands):
            while tables.headwind_code in cards:
                card = pile.pop(0)
                cards[cards.index(tables.headwind_code)] = card
                self.events.append(HeadwindReplaced(seat, tables.names[card]))
                exchanged += 1
        if exchanged:
            pile += [tables.headwind_code] * exchanged
            pile = list(chance.shuffle(self.seed, f"stage/{self.stage}/pile", pile))
        for seat, cards in enumerate(hands):
            hand = sum([tables.units[card] for card in cards])
            old = self.riders[seat]
            self.riders[seat] = Rider(hand, tables.kinds(hand), 0, 0, 0, None, (), old.points, old.wins)
        self.pile, self.position = bytes(pile), 0
        self.tempo, self.mountain, self.seen, self.aside = None, False, 0, ()
        return self.begin(self.leader)

    def named(self, codes: list[int]) -> tuple[str, ...]:
        """Return the names of cards in the order in which a hand is shown."""
        return tuple([self.tables.names[code] for code in sorted(codes)])


def start(game: MaillotJaune, seed: bytes) -> State:
    """Find the first leader (MJ-2.1.2) and start the first stage."""
    riders = (_NEW_RIDER,) * game.players
    turn = Turn(State(game, seed, None, (), OVER, 1, 0, None, False, 0, b"", riders, ()))
    if game.options.first_leader == "random":
        turn.leader = chance.shuffled(seed, "leader/seat", game.players)[0]
    else:
        turn.leader = _draw_for_leader(turn)
    turn.events.append(LeaderChosen(turn.leader))
    return turn.start_stage()


def _draw_for_leader(turn: Turn) -> int:
    """Let everybody draw a card, and those who tie again, until one is best (J1, J41)."""
    tables = turn.tables
    deck = chance.shuffle(turn.seed, "leader/deck", tables.deck)
    drawn = 0
    contenders = list(range(len(turn.riders)))
    while len(contenders) > 1 and drawn + len(contenders) <= len(deck):
        worth = {}
        for seat in contenders:
            code = deck[drawn]
            drawn += 1
            turn.events.append(LeaderCardDrawn(seat, tables.names[code]))
            worth[seat] = tables.values[code] if code < len(tables.values) else 0
        best = max(worth.values())
        contenders = [seat for seat in contenders if worth[seat] == best]
    return contenders[0]


def play(state: State, action: Play) -> State:
    """Play a turn (MJ-2.2.3 to MJ-2.2.8)."""
    turn = Turn(state)
    tables = turn.tables
    numbers = tables.components
    seat = state.current_player
    assert seat is not None  # a play answers a question  # noqa: S101
    rider = turn.riders[seat]
    value, sprints = action.value, action.sprints
    card = tables.speed[value]
    hand = rider.hand - card.unit - SPRINT_UNIT * sprints
    kinds = rider.kinds if hand & card.mask else rider.kinds ^ card.bit
    shown = rider.shown
    if shown:
        shown = without(without(shown, card.unit), SPRINT_UNIT, sprints)
    slowed = rider.headwinds
    laid = rider.laid + card.laid[sprints]
    specials = sprints
    if sprints and turn.game.options.sprint_refill_headwind == "this_turn":
        refilled = turn.refill(
            Rider(hand, kinds, shown, 0, slowed, None, laid, 0, 0), seat, sprints, False
        )
        hand, kinds, slowed, laid, specials = refilled.hand, refilled.kinds, refilled.headwinds, refilled.laid, 0
    speed = value - numbers.headwind_slows * slowed + numbers.sprint_adds * sprints
    speed = min(speed, numbers.mountain_top_speed if turn.mountain else numbers.top_speed)
    # A refill that slows this very play comes before it is known how fast the play was.
    turn.events.insert(0, Played(seat, value, sprints, slowed, speed))
    chips = turn.resolve(seat, rider.chips, speed)
    if action.mountain:
        if turn.leader == seat:
            hand -= MOUNTAIN_UNIT
            shown = without(shown, MOUNTAIN_UNIT)
            laid = (*laid, "mountain")
            specials += 1
            turn.lay_mountain(seat)
        else:
            shown = shown if shown & KIND else shown + MOUNTAIN_UNIT
            turn.events.append(MountainKept(seat))
    after = Rider(hand, kinds, shown, chips, 0, speed, laid, rider.points, rider.wins)
    turn.riders[seat] = turn.refill(after, seat, specials, True) if specials else after
    if turn.pile_is_empty():
        return turn.end_stage()
    if turn.leader == seat:
        return turn.ask(seat)
    return turn.begin((seat + 1) % len(turn.riders))


def lay_mountain(state: State) -> State:
    """Lay a mountain on the leader's pile, out of turn (MJ-2.2.7)."""
    turn = Turn(state)
    seat = state.current_player
    assert seat is not None  # a mountain answers a question  # noqa: S101
    rider, leader = turn.riders[seat], turn.riders[turn.leader]
    turn.lay_mountain(seat)
    turn.riders[turn.leader] = Rider(
        leader.hand, leader.kinds, leader.shown, leader.chips, leader.headwinds, leader.speed,
        (*leader.laid, "mountain"), leader.points, leader.wins,
    )  # fmt: skip
    after = Rider(
        rider.hand - MOUNTAIN_UNIT, rider.kinds, without(rider.shown, MOUNTAIN_UNIT), rider.chips,
        rider.headwinds, rider.speed, rider.laid, rider.points, rider.wins,
    )  # fmt: skip
    turn.riders[seat] = turn.refill(after, seat, 1, True)
    if turn.pile_is_empty():
        return turn.end_stage()
    return turn.ask(seat)


def decline(state: State) -> State:
    """Lay no mountain; the next one is asked (MJ-2.2.7)."""
    turn = Turn(state)
    seat = state.current_player
    assert seat is not None  # a refusal answers a question  # noqa: S101
    turn.events.append(turn.tables.declined[seat])
    return turn.ask(seat)


def set_aside(state: State, action: SetAside) -> State:
    """Put a special out of the stage and draw again (J6)."""
    turn = Turn(state)
    seat = state.current_player
    assert seat is not None  # putting out answers a question  # noqa: S101
    rider = turn.riders[seat]
    unit = MOUNTAIN_UNIT if action.kind == "mountain" else SPRINT_UNIT
    turn.riders[seat] = Rider(
        rider.hand - unit, rider.kinds, without(rider.shown, unit), rider.chips, rider.headwinds, rider.speed,
        rider.laid, rider.points, rider.wins,
    )  # fmt: skip
    turn.aside = (*turn.aside, action.kind)
    turn.seen += action.kind == "mountain"
    turn.events.append(SpecialSetAside(seat, action.kind))
    return turn.draw(seat)
