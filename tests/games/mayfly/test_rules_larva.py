"""The larva stage, rule by rule (MF-2.1, MF-2.2, M1 to M12, E1 to E3)."""

import random

import pytest

import boardkit
from boardkit.errors import IllegalAction
from boardkit.games.mayfly import (
    CardEaten,
    Challenge,
    Digested,
    Flee,
    FoodDealt,
    GameLost,
    Mayfly,
    Molted,
    Pass,
    Place,
    Play,
    Vote,
)
from tests.games.mayfly.build import custom, fed, game, happened, larva, place

# Cards of one dot, of which the standard set has eight that are no growth algae.
ONES = ["algae-1", "algae-2", "detritus-1", "detritus-2", "detritus-3"]
GROWTH = ["growth-1", "growth-2", "growth-3"]
# A larva that eats these lives: one dot a turn keeps it where it is.
LONG = [*ONES, "algae-3", "algae-4", "detritus-4", "detritus-5", "algae-5", "detritus-6", "algae-6"]
PLAYERS = [2, 3, 4]


def eaten(state):
    return [card.card for card in boardkit.observe(state, None).turned if card.eaten]


def refused(state):
    return [card.card for card in boardkit.observe(state, None).turned if not card.eaten]


class TestSetUp:
    @pytest.mark.rule("MF-2.1.1", "M10")
    def test_fullness_starts_at_six_and_never_passes_eight(self):
        for seed in range(40):
            state = game(2).initial_state(seed)
            assert state.larva.fullness == 6
            while not state.is_terminal:
                state = boardkit.step(state, random.Random(seed).choice(boardkit.legal_actions(state)))
                assert 0 <= state.larva.fullness <= 8

    @pytest.mark.rule("MF-2.1.2", "MF-1")
    @pytest.mark.parametrize(("players", "size"), [(2, 6), (3, 4), (4, 3)])
    def test_twelve_cards_are_dealt_and_twelve_are_the_pile(self, players, size):
        state = game(players).initial_state(5)
        view = boardkit.observe(state, 0)
        assert view.hand_sizes == (size,) * players
        assert view.pile == 12
        assert happened(state) == ["FoodDealt"] * players
        cards = [card for event in state.events if isinstance(event, FoodDealt) for card in event.cards]
        assert len(set(cards)) == 12

    @pytest.mark.rule("MF-2.1.3", "M1", "E3")
    @pytest.mark.parametrize("players", PLAYERS)
    def test_two_cards_are_queued_by_the_oldest_and_the_left_neighbour(self, players):
        state = larva(LONG, game(players))
        assert (state.phase, state.current_player) == ("queue", 0)
        state = place(state, LONG[:1])
        assert (state.phase, state.current_player) == ("queue", 1)
        assert happened(state) == ["CardPlaced", "CardDrawn"]
        assert boardkit.observe(state, 0).hand_sizes == (12 // players,) * players
        state = place(state, LONG[1:2])
        assert state.phase == "larva"
        assert eaten(state) == LONG[:1]  # the card placed first is nearest the mouth
        view = boardkit.observe(state, 0)
        assert (len(view.queue), view.pile) == (1, 10)

    @pytest.mark.rule("M1")
    @pytest.mark.parametrize("players", PLAYERS)
    def test_option_two_each_queues_two_rounds(self, players):
        made = game(players, initial_queue="two_each")
        state = larva(LONG, made)
        order = []
        for card in LONG[: 2 * players]:
            assert state.phase == "queue"
            order.append(state.current_player)
            state = place(state, [card])
        assert order == [*range(players), *range(players)]
        assert state.phase == "larva"
        turns = 0
        for card in LONG[2 * players :]:
            assert len(state.larva.queue) == 2 * players - 1
            state = place(state, [card])
            turns += 1
        assert turns == 12 - 2 * players
        assert state.adult is not None
        # The cards still queued go into the rival pile, with the hands.
        assert len(state.larva.turned) == 14 - 2 * players
        assert len(state.adult.rivals) == 24 - len(eaten(state))
        assert state.larva.queue == b""
        state.game.audit(state)

    @pytest.mark.rule("MF-2.1.4", "M2")
    @pytest.mark.parametrize("players", PLAYERS)
    def test_the_first_turn_is_left_of_the_oldest(self, players):
        state = place(larva(LONG, game(players)), LONG[:2])
        assert state.current_player == 1
        assert [event.player for event in state.events if isinstance(event, CardEaten)] == [1]
        state = place(state, LONG[2:3])
        assert state.current_player == 2 % players

    @pytest.mark.rule("M2")
    @pytest.mark.parametrize(("queue", "first"), [("two_total", 2), ("two_each", 0)])
    def test_option_the_first_turn_is_left_of_the_last_placer(self, queue, first):
        made = game(4, initial_queue=queue, first_turn="left_of_last_placer")
        state = larva(LONG, made)
        while state.phase == "queue":
            state = boardkit.step(state, boardkit.legal_actions(state)[0])
        assert state.current_player == first

    @pytest.mark.rule("M3")
    def test_the_oldest_is_seat_0_or_drawn(self):
        assert {game(3).initial_state(seed).oldest for seed in range(20)} == {0}
        drawn = [game(3, oldest="random").initial_state(seed) for seed in range(20)]
        assert {state.oldest for state in drawn} == {0, 1, 2}
        assert all(state.current_player == state.oldest for state in drawn)


class TestTurn:
    @pytest.mark.rule("MF-2.2.1", "E1")
    def test_food_fits_up_to_eight_and_before_the_digestion(self):
        # Six tokens and a card of two dots: eight is allowed. The digestion comes after.
        state = fed(["algae-3", "algae-1"])
        assert happened(state)[-1] == "CardEaten"
        assert state.larva.fullness == 8
        # A card of three does not fit; no token is added and it lies open.
        state = fed(["algae-6", "algae-1"])
        assert happened(state)[-1] == "CardRefused"
        assert state.larva.fullness == 6
        assert refused(state) == ["algae-6"]

    @pytest.mark.rule("MF-2.2.1")
    def test_the_queue_slides_up(self):
        sequence = ["algae-3", "algae-1", "algae-2", "detritus-1"]
        state = larva(sequence)
        for count, placers in ((2, [1]), (3, [1]), (4, [2])):
            state = place(state, sequence[count - (2 if count == 2 else 1) : count])
            # What was placed first is gone; what was placed next lies nearest the mouth.
            assert [state.game.tables.ids[card] for card in state.larva.queue] == sequence[count - 1 : count]
            assert [card.player for card in boardkit.observe(state, 1).queue] == placers
        assert eaten(state) == sequence[:3]

    @pytest.mark.rule("MF-2.2.2", "M8")
    def test_a_hand_card_must_be_placed(self):
        state = fed(["algae-3", "algae-1"])
        hand = boardkit.observe(state, 1).hands[1]
        assert boardkit.legal_actions(state) == tuple(Place(card) for card in hand)
        for action in (Pass(), Challenge(), Flee(), Play(hand[0]), Vote("flee")):
            with pytest.raises(IllegalAction) as caught:
                boardkit.check(state, action)
            assert caught.value.code in {"not-in-battle", "not-adult-stage"}
        absent = next(card for card in state.game.tables.ids if card not in hand)
        with pytest.raises(IllegalAction) as caught:
            boardkit.check(state, Place(absent))
        assert (caught.value.code, caught.value.rule) == ("not-in-hand", "MF-2.2.2")

    @pytest.mark.rule("MF-2.1.3")
    def test_a_card_of_another_hand_cannot_be_queued(self):
        state = larva(LONG)
        with pytest.raises(IllegalAction) as caught:
            boardkit.check(state, Place(boardkit.observe(state, 1).hands[1][0]))
        assert (caught.value.code, caught.value.rule) == ("not-in-hand", "MF-2.1.3")

    @pytest.mark.rule("MF-2.2.3", "M7")
    @pytest.mark.parametrize("players", PLAYERS)
    def test_each_placed_card_is_replaced_from_the_top_of_the_pile(self, players):
        state = larva(LONG, game(players))
        for turn, card in enumerate(LONG):
            top = state.game.tables.ids[state.larva.pile[0]]
            seat = state.current_player
            state = place(state, [card])
            drawn = [event for event in state.events if type(event).__name__ == "CardDrawn"]
            assert [(event.player, event.card) for event in drawn] == [(seat, top)]
            assert len(state.larva.pile) == 11 - turn

    @pytest.mark.rule("MF-2.2.4", "E2")
    def test_one_token_less_one_is_starved(self):
        made = game(2, components=custom([("big", "detritus", 9, 1, 24)]))
        state = made.initial_state(1)
        fullness = []
        while not state.is_terminal:
            fullness.append(state.larva.fullness)
            state = boardkit.step(state, Place("big"))
        # Nothing can be eaten: 6 tokens last for five digestions, the sixth leaves 0.
        assert fullness[2:] == [6, 5, 4, 3, 2, 1]
        assert (state.cause, state.phase, state.current_player) == ("starvation", "over", None)
        assert state.events[-2:] == (Digested(0, 1), GameLost("starvation"))
        assert boardkit.legal_actions(state) == ()
        assert state.returns == (0, 0)
        assert state.ranking == (2, 2)

    @pytest.mark.rule("M12")
    @pytest.mark.parametrize("players", PLAYERS)
    def test_a_larva_that_eats_nothing_starves_in_turn_six(self, players):
        made = game(players, components=custom([("big", "algae", 9, 1, 24)]))
        state = made.initial_state(1)
        while not state.is_terminal:
            state = boardkit.step(state, Place("big"))
        assert len(state.larva.turned) == 6
        assert state.cause == "starvation"
        assert state.larva.feeder is None

    @pytest.mark.rule("MF-2.2.4")
    @pytest.mark.parametrize(("third", "left"), [("meal", 2), ("big", 3)])
    def test_it_starves_when_the_full_number_cannot_be_removed(self, third, left):
        food = [("young", "growth", 1, 1, 4), ("meal", "algae", 2, 1, 4), ("big", "detritus", 9, 1, 16)]
        made = game(2, components=custom(food))
        sequence = ["young", "young", third, "big", "big", "big"]
        # 6 +1 -2 +1 -3 is 3; then a meal and a digestion of 3 leave 2, from which 3 cannot be taken.
        state = larva(sequence, made)
        steps = 0
        while not state.is_terminal:
            state, steps = place(state, sequence[steps : steps + 1]), steps + 1
        assert state.events[-2:] == (Digested(state.events[-2].player, left), GameLost("starvation"))
        assert steps == (6 if third == "meal" else 5)
        assert state.larva.fullness == 0

    @pytest.mark.rule("MF-2.2.5")
    def test_each_growth_algae_eaten_molts_up_to_twice(self):
        sequence = ["growth-1", "growth-2", "growth-3", "algae-3", "algae-1"]
        state, molts, due = larva(sequence), [], []
        for card in sequence:
            state = place(state, [card])
            molts.append([event.molts for event in state.events if isinstance(event, Molted)])
            due.append(state.larva.due)
        assert molts == [[], [1], [2], [], []]
        assert due[1:] == [2, 3, 3, 3]
        # The third one fed like any other food.
        assert [event.food for event in state.events if isinstance(event, CardEaten)] == [2]
        assert eaten(state)[:3] == ["growth-1", "growth-2", "growth-3"]

    @pytest.mark.rule("M6")
    def test_refused_growth_algae_do_not_molt(self):
        made = game(2, components=custom([("huge", "growth", 9, 1, 12), ("meal", "algae", 1, 1, 12)]))
        state = made.initial_state(3)
        while not state.is_terminal:
            state = boardkit.step(state, boardkit.legal_actions(state)[0])
            assert (state.larva.molts, state.larva.due) == (0, 1)
        assert any(byte >= 0x80 for byte in state.larva.turned)

    @pytest.mark.rule("M4")
    def test_a_refusal_digests_too(self):
        state = fed(["algae-6", "algae-1", "algae-2"])
        assert [event.tokens for event in state.events if isinstance(event, Digested)] == [1]
        state = fed(["algae-6", "algae-1", "algae-2"], game(3, digest_on_refusal=False))
        assert [event.tokens for event in state.events if isinstance(event, Digested)] == [0]
        assert state.larva.fullness == 7  # 6, refused, and one eaten

    @pytest.mark.rule("M5")
    def test_a_molt_counts_in_the_same_turn_or_from_the_next(self):
        sequence = ["growth-1", "algae-1", "algae-2", "detritus-1"]
        for option, first in (("same_turn", 2), ("next_turn", 1)):
            made = game(3, molt_effective=option)
            state = fed(sequence[:3], made)
            assert [event.tokens for event in state.events if isinstance(event, Digested)] == [first]
            state = fed(sequence, made)
            assert [event.tokens for event in state.events if isinstance(event, Digested)] == [2]

    @pytest.mark.rule("M9")
    def test_a_larva_without_a_molt_becomes_an_adult(self):
        state = fed(LONG)
        assert state.larva.molts == 0
        assert state.adult is not None


class TestEnd:
    @pytest.mark.rule("MF-2.2.6", "MF-3", "MF-6")
    @pytest.mark.parametrize("players", PLAYERS)
    def test_two_reduced_turns_follow_the_last_card_of_the_pile(self, players):
        state = place(larva(LONG, game(players)), LONG[:11])
        assert (state.phase, len(state.larva.pile)) == ("larva", 1)
        last = state.current_player
        state = place(state, LONG[11:])
        names = happened(state)
        assert names[:3] == ["CardPlaced", "CardDrawn", "Digested"]  # the turn is completed
        assert names[3:8] == ["CardRefused", "Digested", "CardRefused", "Digested", "UnusedGathered"]
        turns = [event.player for event in state.events if isinstance(event, Digested)]
        assert turns == [last, (last + 1) % players, (last + 2) % players]
        assert len(state.larva.turned) == 12
        assert state.adult is not None
        assert "CardDrawn" not in names[3:]

    @pytest.mark.rule("MF-2.2.6")
    def test_the_larva_can_starve_in_either_reduced_turn(self):
        seen = set()
        for seed in range(300):
            state = game(2).initial_state(seed)
            rng = random.Random(seed)
            while not state.is_terminal and state.adult is None:
                state = boardkit.step(state, rng.choice(boardkit.legal_actions(state)))
            if state.cause == "starvation":
                seen.add(len(state.larva.turned))
        assert {11, 12} <= seen

    @pytest.mark.rule("MF-6", "MF-2.2.6")
    @pytest.mark.parametrize("players", PLAYERS)
    @pytest.mark.parametrize("queue", ["two_total", "two_each"])
    def test_hands_and_queue_keep_their_sizes(self, players, queue):
        made = game(players, initial_queue=queue)
        queued = 2 if queue == "two_total" else 2 * players
        survived = 0
        for seed in range(30):
            state, turns, rng = made.initial_state(seed), 0, random.Random(seed)
            while not state.is_terminal and state.adult is None:
                view = boardkit.observe(state, None)
                assert view.hand_sizes == (12 // players,) * players
                if state.phase == "larva":
                    assert len(view.queue) == queued - 1  # one of them was just turned up
                    turns += 1
                known = len(view.turned) + sum(view.hand_sizes) + view.pile + len(view.queue)
                assert known == 24
                state = boardkit.step(state, rng.choice(boardkit.legal_actions(state)))
            if state.adult is not None:
                survived += 1
                assert turns == 12 - queued
                assert len(state.larva.turned) == 14 - queued
        assert survived > 0

    @pytest.mark.rule("E3")
    def test_ten_cards_can_be_eaten_by_three_players(self):
        sequence = [
            *ONES,
            "algae-3",
            "growth-1",
            "algae-4",
            "detritus-4",
            "detritus-5",
            "algae-5",
            "detritus-6",
        ]
        state = fed(sequence, game(3))
        most = len(eaten(state))
        assert most >= 10
        assert max(boardkit.observe(state, None).hand_sizes) == -(-most // 3)

    @pytest.mark.rule("M33")
    def test_eaten_cards_stay_known_and_their_new_holders_do_not(self):
        state = fed(LONG)
        view = boardkit.observe(state, 0)
        assert [card.card for card in view.turned if card.eaten] == eaten(state)
        assert view.hands[1] is None
        assert set(view.hands[0]) <= set(eaten(state))


def test_the_game_is_a_mayfly():
    assert isinstance(game(2), Mayfly)
