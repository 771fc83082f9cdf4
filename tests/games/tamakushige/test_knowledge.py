"""Section 5: who knows what, what is remembered, and what a resampled world keeps."""

import random

import msgspec
import pytest

import boardkit
from boardkit.errors import CannotResample, InvalidView
from boardkit.games.tamakushige import SwapCard, Target
from boardkit.games.tamakushige import events as ev
from boardkit.games.tamakushige.wire import SwapState
from tests.games.tamakushige.build import custom, events, game, go, long, position, trick_won

PEEK = {"do": "peek_role"}
SWAP = {"do": "swap_hand_card"}
HANDS = ["M1 M2 M3", "G1 G2 G3", "M4 G4 H4", "H1 H2 H3"]


def worlds(view, number=40):
    return [boardkit.resample(view, seed) for seed in range(number)]


@pytest.mark.rule("T32", "TA-5")
def test_what_is_public_and_what_is_not():
    state = position(HANDS, acquired=["M9 H9"], points=(2,), scythes=(0, 1))
    for player in (None, 1):
        view = boardkit.observe(state, player)
        assert view.seats[0].acquired == (long("M9"), long("H9"))
        assert [seat.points for seat in view.seats] == [2, 0, 0, 0]
        assert [seat.hand for seat in view.seats] == [3, 3, 3, 3]
        assert len(view.plays) == 24
        assert len(view.discards) == 22
    view = boardkit.observe(state, 1)
    assert view.hand == (long("G1"), long("G2"), long("G3"))
    assert [seat.heart for seat in view.seats] == [None, "true-heart-2", None, None]
    assert boardkit.observe(state, None).hand is None
    seen = boardkit.to_json(boardkit.observe(state, None)).decode()
    for card in ("M1", "G1", "H4", "H1"):
        assert f'"{long(card)}"' not in seen


@pytest.mark.rule("T32", "TA-5")
def test_the_leftover_card_is_unknown_to_all():
    of = game(5)
    state = of.initial_state(5)
    (leftover,) = of.tables.ids_of[state.leftover]
    for player in (*range(5), None):
        view = boardkit.observe(state, player)
        assert view.leftover == 1
        assert leftover not in boardkit.to_json(view).decode().replace("leftover", "")
        if player is not None:
            found = {world.leftover for world in worlds(view)}
            assert len(found) > 5


@pytest.mark.rule("TA-5")
def test_planted_canaries_never_reach_anybody_else():
    rng = random.Random(2)
    state = game(4, abilities=True).initial_state(8)
    while not state.is_terminal:
        # The last events of a round name cards that have been dealt anew in the same step.
        new_round = bool(events(state, ev.RoundEnded))
        hidden = [() if new_round else state.game.tables.ids_of[hand] for hand in state.hands]
        public = {state.game.tables.card_ids[card] for card in state.plays}
        for player in range(4):
            view = boardkit.observe(state, player)
            known = {card for swap in view.swaps for card in (swap.given, swap.received)}
            written = boardkit.to_json(view).decode()
            for other in range(4):
                for card in hidden[other] if other != player else ():
                    if card not in known | public:
                        assert f'"{card}"' not in written
        state = boardkit.step(state, rng.choice(boardkit.legal_actions(state)))


@pytest.mark.rule("TA-5")
def test_a_peek_is_known_for_ever():
    state = go(trick_won([PEEK], spare="M1 M2 M4 M5"), Target(1))
    while state.round == 1:
        assert boardkit.observe(state, 3).seats[1].heart == "true-heart-2"
        assert boardkit.observe(state, 0).seats[3].peeked == (1,), "that he looked is public"
        for world in worlds(boardkit.observe(state, 3), 5):
            assert world.hearts.cards[1] == 1
        state = boardkit.step(state, boardkit.legal_actions(state)[0])
    assert boardkit.observe(state, 3).seats[1].heart is None, "dealt anew"


@pytest.mark.rule("TA-5")
def test_a_peek_at_an_eliminated_player_stays_true():
    state = go(trick_won([PEEK], [{"do": "eliminate_other"}]), Target(1), Target(1))
    assert boardkit.observe(state, 3).seats[1].heart == "true-heart-2"
    assert boardkit.observe(state, 2).seats[1].heart is None


def swapped():
    """Seats 3 and 1 have exchanged M5 for G5; both hold more cards."""
    hands = ["M1 M2 M3", "G5 G1 G2", "M4 G4 H4", "M5 H1 H2 G8"]
    state = position(
        hands, turn=3, trick=[(0, "M6"), (1, "M8"), (2, "M11")], leader=0, soul=7, effects={"M8": [SWAP]}
    )
    state = go(state, "play G8", "acquire M8", "give M11", Target(1))
    return go(state, SwapCard(long("M5")), SwapCard(long("G5")))


@pytest.mark.rule("TA-5")
def test_exchanged_cards_are_known_to_both_until_they_are_played():
    state = swapped()
    tables = state.game.tables
    given, received = tables.card_codes[long("M5")], tables.card_codes[long("G5")]
    for world in worlds(boardkit.observe(state, 3)):
        assert world.hands[1] >> given & 1
    for world in worlds(boardkit.observe(state, 1)):
        assert world.hands[3] >> received & 1
    # To the others they are any two cards.
    for player in (0, 2):
        pairs = {
            (world.swaps[0].given, world.swaps[0].received)
            for world in worlds(boardkit.observe(state, player))
        }
        assert len(pairs) > 5
        for world in worlds(boardkit.observe(state, player)):
            assert world.hands[1] >> world.swaps[0].given & 1
    # Once it is played it may not be in the hand again.
    state = go(state, "play G5", "play M1", "play M5")
    view = boardkit.observe(state, 3)
    assert view.swaps[0].given == long("M5")
    for world in worlds(view, 10):
        state.game.audit(world)
        assert boardkit.observe(world, 3) == view


@pytest.mark.rule("TA-5")
def test_an_exchanged_card_in_an_eliminated_hand_stays_there():
    hands = ["M1 M2 M3", "G5 G1 G2", "M4 G4 H4", "M5 H1 H2 G8"]
    state = position(
        hands, turn=3, trick=[(0, "M6"), (1, "M8"), (2, "M11")], leader=0, soul=7,
        effects={"M8": [SWAP], "M11": [{"do": "eliminate_other"}]},
    )  # fmt: skip
    state = go(
        state,
        "play G8",
        "acquire M8",
        "give M11",
        Target(1),
        SwapCard(long("M5")),
        SwapCard(long("G5")),
        Target(1),
    )
    for world in worlds(boardkit.observe(state, 3), 20):
        assert world.hands[1] >> state.game.tables.card_codes[long("M5")] & 1
        assert not world.active >> 1 & 1
    assert boardkit.observe(state, 1).hand == (long("M5"), long("G1"), long("G2")), "his own he remembers"


@pytest.mark.rule("TA-5")
def test_a_given_card_may_go_on_in_an_exchange_that_was_not_seen():
    # Seat 0 gave M5 to seat 1; then seats 1 and 2 exchanged cards that seat 0 did not see.
    effects = {"M8": [SWAP], "G8": [SWAP]}

    def after(second):
        swaps = [
            SwapState(0, 1, long("M5"), long("G5"), 8),
            SwapState(1, 2, long(second), long("H5"), 12),
        ]
        held = {"M5": ["G5 M1", "H5 G1", "M5 H1", "M2 G2"], "G6": ["G5 M1", "H5 M5", "G6 H1", "M2 G2"]}[
            second
        ]
        return position(held, effects=effects, swaps=swaps)

    gone, kept = after("M5"), after("G6")
    code = gone.game.tables.card_codes[long("M5")]
    for state in (gone, kept):
        view = boardkit.observe(state, 0)
        places = {
            next((seat for seat in (1, 2, 3) if world.hands[seat] >> code & 1), None)
            for world in worlds(view, 64)
        }
        assert places == {1, 2}, "with either of the two, and nowhere else"
        for world in worlds(view, 10):
            state.game.audit(world)
    # Seat 1 knows, and so does seat 2.
    for player in (1, 2):
        for world in worlds(boardkit.observe(gone, player), 10):
            assert world.hands[2] >> code & 1
    # As soon as seat 2 plays it, everybody knows where it went.
    played = go(gone, "play G5", "play H5", "play M5")
    for world in worlds(boardkit.observe(played, 0), 20):
        assert world.swaps[1].given == code
        played.game.audit(world)


@pytest.mark.rule("TA-5")
def test_worlds_differ_and_are_reproducible():
    view = boardkit.observe(position(HANDS), 0)
    assert len({world.hands for world in worlds(view)}) > 20
    assert boardkit.resample(view, 7) == boardkit.resample(view, 7)
    assert boardkit.resample(view, 7).seed != boardkit.resample(view, 8).seed
    with pytest.raises(CannotResample):
        boardkit.resample(boardkit.observe(position(HANDS), None), 1)


@pytest.mark.rule("TA-5")
def test_factions_in_resampled_worlds_have_their_sizes():
    for players in (3, 4, 5, 6):
        of = game(players)
        state = of.initial_state(2)
        own = state.hearts.cards[0]
        seen = set()
        for world in worlds(boardkit.observe(state, 0)):
            assert world.hearts.cards[0] == own
            assert sum(of.tables.factions[card] for card in world.hearts.cards) == of.tables.faction_sizes[1]
            seen.add(world.hearts.cards)
        assert len(seen) > 4


@pytest.mark.rule("TA-5")
def test_a_world_in_which_something_is_known_wrongly_is_refused():
    view = boardkit.observe(position(HANDS), 0)
    bad = msgspec.structs.replace(view, hand=(long("M1"), long("M2"), long("H12")))
    with pytest.raises(InvalidView):
        view.game.audit_view(bad)


@pytest.mark.rule("T26", "T32")
def test_events_of_the_deal_show_each_player_his_own_only():
    state = game(4).initial_state(6)
    for player in (None, 2):
        view = boardkit.observe(state, player)
        dealt = [event.cards is not None for event in view.events if isinstance(event, ev.Dealt)]
        hearts = [event.heart is not None for event in view.events if isinstance(event, ev.HeartDealt)]
        assert dealt == hearts == [seat == player for seat in range(4)]


@pytest.mark.rule("TA-5", "T32")
def test_nothing_else_depends_on_hidden_cards():
    of = game(3, abilities=True)
    rng = random.Random(4)
    for seed in range(6):
        state = of.initial_state(seed)
        while not state.is_terminal:
            for player in (0, 1, 2, None):
                other = of.permute_hidden(state, player, rng.randrange(1000))
                of.audit(other)
                assert of.observe(other, player) == of.observe(state, player)
                if player == state.current_player:
                    assert of.legal_actions(other) == of.legal_actions(state)
            state = boardkit.step(state, rng.choice(boardkit.legal_actions(state)))


def test_many_exchanges_are_followed():
    """A set with exchanges on many cards: every view can be resampled, soundly."""
    effects = {f"{suit}{number}": [SWAP] for suit in "MGH" for number in (3, 5, 7, 9)}
    of = boardkit.make("tamakushige", 4, components=custom(effects))
    rng = random.Random(9)
    for seed in range(4):
        state = of.initial_state(seed)
        while state.round == 1 and not state.is_terminal:
            player = rng.randrange(4)
            view = of.observe(state, player)
            world = of.resample(view, rng.randrange(10**6))
            of.audit(world)
            assert of.observe(world, player) == view
            other = of.permute_hidden(state, player, 3)
            of.audit(other)
            assert of.observe(other, player) == view
            state = of.step(state, rng.choice(of.legal_actions(state)))
