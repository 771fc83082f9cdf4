"""The adult stage, rule by rule (MF-2.3, MF-2.4, M13 to M41, E4, E5)."""

import random

import pytest

import boardkit
from boardkit.errors import IllegalAction
from boardkit.games.mayfly import (
    CardPlayed,
    Challenge,
    EatenDealt,
    Emerged,
    Flee,
    GameLost,
    GameWon,
    Pass,
    Place,
    Play,
    RivalTurned,
    TrialChallenged,
    TrialFled,
    TrialOvercome,
    TrialRevealed,
    UnusedGathered,
    Vote,
    VoteCast,
    VotesCounted,
)
from boardkit.games.mayfly import adult as stage
from tests.games.mayfly.build import act, adult, custom, fed, game, happened
from tests.games.mayfly.test_rules_larva import LONG, eaten, refused

GO = Challenge()
# Hearts: algae-1 1, algae-2 2, algae-3 1, algae-4 2, algae-5 3, algae-6 3, algae-7 4, algae-8 4,
# growth-1 to -3 1, growth-4 2, detritus-1, -2 1, -3 2, -4 1, -5 2, -6 3, -7 2, -8 3, -9 4, -10 3, -11 4, -12 5.


def trials(*strengths, players=2, plus=(), **options):
    """Return a game whose seven trials have these strengths (the rest 1), laid in this order by ``adult``."""
    strong = [*strengths, *[1] * (7 - len(strengths))]
    marks = [*plus, *[0] * (7 - len(plus))]
    return game(players, components=custom(trials=zip(strong, marks, strict=True)), **options)


def of(state, kind):
    return [event for event in state.events if isinstance(event, kind)]


def legal(state):
    return boardkit.legal_actions(state)


def refusal(state, action):
    with pytest.raises(IllegalAction) as caught:
        boardkit.check(state, action)
    return caught.value.code, caught.value.rule


def survivors(made, count=3):
    """Yield states at the beginning of the adult stage, out of random games."""
    found = seed = 0
    while found < count:
        state, rng = made.initial_state(seed), random.Random(seed)
        while not state.is_terminal and state.adult is None:
            state = boardkit.step(state, rng.choice(legal(state)))
        seed += 1
        if state.adult is not None:
            found += 1
            yield state


class TestSetUp:
    @pytest.mark.rule("MF-2.3.1", "E5")
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_all_that_was_not_eaten_is_the_rival_pile(self, players):
        for state in survivors(game(players)):
            shown = [card for battle in state.adult.overcome for card in battle.rivals]
            ids = state.game.tables.ids
            pile = sorted(ids[card] for card in (*state.adult.rivals, *shown))
            assert pile == sorted(set(ids) - set(eaten(state)))
            assert [event.rejected for event in of(state, UnusedGathered)] == [len(refused(state))]
            assert len(pile) == 12 + len(refused(state))

    @pytest.mark.rule("MF-2.3.2", "M35")
    def test_stamina_is_eight_or_what_was_left(self):
        for option in ("all", "survivors"):
            for state in survivors(game(3, stamina_reset=option)):
                (emerged,) = of(state, Emerged)
                assert emerged.fullness == state.larva.fullness > 0
                assert emerged.stamina == (8 if option == "all" else state.larva.fullness)
                assert boardkit.observe(state, 0).stamina == emerged.stamina

    @pytest.mark.rule("MF-2.3.3")
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_who_fed_last_deals_everything_evenly(self, players):
        for state in survivors(game(players)):
            turns = [event.player for event in state.events if type(event).__name__ == "CardEaten"]
            if turns:
                assert state.adult.dealer == turns[-1]
            hands = [event.cards for event in of(state, EatenDealt)]
            assert sorted(card for hand in hands for card in hand) == sorted(eaten(state))
            sizes = [len(hand) for hand in hands]
            assert max(sizes) - min(sizes) <= 1

    @pytest.mark.rule("MF-2.3.3")
    def test_the_dealer_is_known_although_the_last_cards_were_refused(self):
        state = fed(LONG, game(3))
        turned = boardkit.observe(state, 0).turned
        last = max(turn for turn, card in enumerate(turned) if card.eaten)
        assert last < 11  # the last two were refused
        assert state.adult.dealer == (1 + last) % 3

    @pytest.mark.rule("M13", "E3")
    @pytest.mark.parametrize(("option", "extra"), [("left_of_dealer", 2), ("dealer", 1)])
    def test_odd_cards_go_to_the_first_after_the_dealer(self, option, extra):
        tables = game(3, extra_cards_from=option).tables
        hands = stage.deal(tables, 1, bytes(range(10)))
        assert [len(hand) for hand in hands] == [4 if seat == extra else 3 for seat in range(3)]
        assert hands[extra] == [0, 3, 6, 9]
        assert hands[(extra + 1) % 3] == [1, 4, 7]

    @pytest.mark.rule("MF-2.3.4", "MF-1")
    def test_four_trials_in_a_row_and_three_in_the_pile(self):
        orders = set()
        for state in survivors(game(4), 8):
            view = boardkit.observe(state, 0)
            assert (view.row, view.reserve, view.trial is not None) == (3, 3, True)
            order = (state.adult.trial.trial, *state.adult.row, *state.adult.reserve)
            assert sorted(order) == list(range(7))
            orders.add(order)
        assert len(orders) > 4

    @pytest.mark.rule("M40")
    def test_with_nothing_eaten_the_last_player_deals_in_vain(self):
        food = custom([("big", "algae", 9, 1, 24)])
        made = game(3, components=food, digest_on_refusal=False, first_turn="left_of_last_placer")
        state = made.initial_state(1)
        while not state.is_terminal:
            state = boardkit.step(state, Place("big"))
        assert state.adult.dealer == (2 + 11) % 3 == 1  # whose turn was the twelfth
        assert (state.cause, boardkit.observe(state, 0).stage) == ("cards", "adult")
        assert state.events[-1] == GameLost("cards")
        assert not of(state, TrialRevealed)
        made.audit(state)


class TestChallengeOrFlee:
    @pytest.mark.rule("MF-2.4.1", "M14", "M15")
    def test_the_nearest_trial_is_revealed_and_the_starter_asked(self):
        state = adult([["algae-1"], ["algae-2"], ["algae-3"]], [5, 1, 2, 3, 4, 0, 6], dealer=2)
        assert state.events == (TrialRevealed("trial-6", "row"),)
        assert (state.phase, state.current_player) == ("decide", 2)
        assert legal(state) == (Challenge(), Flee())

    @pytest.mark.rule("M15", "M21")
    def test_a_dealer_without_cards_is_passed_over(self):
        state = adult([["algae-1"], [], ["algae-3"]], dealer=1)
        assert state.current_player == 2
        assert act(state, GO).current_player == 2

    @pytest.mark.rule("MF-2.4.2")
    def test_fleeing_costs_a_token_and_brings_the_next_trial_of_the_pile(self):
        state = adult([["algae-1"], ["algae-2"]], [0, 1, 2, 3, 4, 5, 6])
        for count, trial in enumerate(("trial-5", "trial-6", "trial-7"), start=1):
            before = state.adult
            state = act(state, Flee())
            assert of(state, TrialRevealed) == [TrialRevealed(trial, "pile")]
            assert state.adult.stamina == before.stamina - 1 == 8 - count
            assert [battle.trial for battle in state.adult.fled][-1] == before.trial.trial
            assert state.adult.row == before.row
        # Three times a game: the pile is empty.
        assert legal(state) == (Challenge(),)
        assert boardkit.observe(state, 0).reserve == 0

    @pytest.mark.rule("M26")
    def test_fleeing_with_an_empty_pile_is_illegal(self):
        state = act(adult([["algae-1"], ["algae-2"]]), Flee(), Flee(), Flee())
        assert refusal(state, Flee()) == ("no-trial-left", "M26")

    @pytest.mark.rule("M27")
    def test_trials_fled_from_never_return(self):
        state = act(adult([["algae-7"], ["algae-8"]], made=trials(9, 4, 4)), Flee(), Flee(), Flee())
        fled = {battle.trial for battle in state.adult.fled}
        while not state.is_terminal:
            assert fled.isdisjoint({*state.adult.row, *state.adult.reserve})
            state = boardkit.step(state, legal(state)[0])

    @pytest.mark.rule("MF-2.4.3")
    def test_once_challenged_there_is_no_fleeing(self):
        state = act(adult([["algae-1"], ["algae-2"]]), GO)
        assert state.phase == "battle"
        assert refusal(state, Flee()) == ("battle-begun", "MF-2.4.3")
        assert refusal(state, Challenge()) == ("battle-begun", "MF-2.4.3")

    @pytest.mark.rule("M25", "M41")
    def test_fleeing_with_the_last_token(self):
        hands = [["algae-1"], ["algae-2"]]
        state = act(adult(hands, stamina=1), Flee())
        assert (state.cause, state.adult.stamina) == ("stamina", 0)
        assert not of(state, TrialRevealed)
        forbidden = adult(hands, stamina=1, made=game(2, allow_suicidal_flee=False))
        assert legal(forbidden) == (Challenge(),)
        assert refusal(forbidden, Flee()) == ("last-token", "M41")
        assert Flee() in legal(adult(hands, stamina=2, made=game(2, allow_suicidal_flee=False)))

    @pytest.mark.rule("MF-2.4.1")
    def test_trials_are_no_matter_for_larvae(self):
        state = game(2).initial_state(1)
        assert refusal(state, Challenge()) == ("not-adult-stage", "MF-2.4.1")
        assert refusal(state, Flee()) == ("not-adult-stage", "MF-2.4.1")

    @pytest.mark.rule("M15")
    def test_where_one_decides_nobody_votes(self):
        assert refusal(adult([["algae-1"], ["algae-2"]]), Vote("flee")) == ("no-vote", "M15")


class TestVote:
    @pytest.mark.rule("M15", "M37")
    @pytest.mark.parametrize(
        ("votes", "choice"),
        [
            ("ff", "flee"),
            ("fc", "challenge"),
            ("ffc", "flee"),
            ("cfc", "challenge"),
            ("ffcc", "challenge"),
            ("fffc", "flee"),
        ],
    )
    def test_the_majority_decides_and_a_tie_is_a_challenge(self, votes, choice):
        hands = [["algae-1"], ["algae-2"], [], ["algae-3"]][: len(votes)]
        state = adult(hands, made=game(len(votes), decision="majority_vote"), dealer=1)
        for seat, vote in enumerate(votes):
            assert (state.phase, state.current_player) == ("vote", seat)  # also who holds no card
            assert legal(state) == (Vote("challenge"), Vote("flee"))
            state = act(state, Vote("flee" if vote == "f" else "challenge"))
        assert of(state, VotesCounted)[0].choice == choice
        assert bool(of(state, TrialFled)) == (choice == "flee")
        assert bool(of(state, TrialChallenged)) == (choice == "challenge")
        assert state.phase == ("vote" if choice == "flee" else "battle")
        assert state.current_player == (0 if choice == "flee" else 1)

    @pytest.mark.rule("M37")
    def test_no_vote_is_held_when_fleeing_is_illegal(self):
        state = adult([["algae-1"], ["algae-2"]], made=game(2, decision="majority_vote"))
        for _ in range(3):
            state = act(state, Vote("flee"), Vote("flee"))
        assert state.phase == "battle"
        assert happened(state)[-3:] == ["TrialRevealed", "TrialChallenged", "RivalTurned"]
        careful = game(2, allow_suicidal_flee=False, decision="majority_vote")
        assert adult([["algae-1"], ["algae-2"]], made=careful, stamina=1).phase == "battle"

    @pytest.mark.rule("M37")
    def test_the_group_cannot_skip_the_vote(self):
        state = adult([["algae-1"], ["algae-2"]], made=game(2, decision="majority_vote"))
        assert refusal(state, Challenge()) == ("vote-first", "M37")

    @pytest.mark.rule("MF-5", "M37")
    def test_votes_are_hidden_until_the_last_is_cast(self):
        state = act(
            adult([["algae-1"], ["algae-2"], ["algae-3"]], made=game(3, decision="majority_vote")),
            Vote("flee"),
        )
        own, other = boardkit.observe(state, 0), boardkit.observe(state, 1)
        assert [(ballot.player, ballot.choice) for ballot in own.votes] == [(0, "flee")]
        assert [(ballot.player, ballot.choice) for ballot in other.votes] == [(0, None)]
        assert other.events == (VoteCast(0, None),)
        done = act(state, Vote("challenge"), Vote("flee"))
        assert of(done, VotesCounted) == [VotesCounted(("flee", "challenge", "flee"), "flee")]
        assert boardkit.observe(done, 1).votes == ()


class TestRivals:
    @pytest.mark.rule("MF-2.4.3", "M16", "M17", "E5")
    def test_each_plus_adds_a_card_of_the_rival_pile_after_the_challenge(self):
        made = trials(3, plus=[2])
        state = adult([["algae-1"], ["algae-2"]], made=made, rivals=["algae-8", "detritus-12", "algae-3"])
        assert (state.adult.missing, state.adult.trial.rivals) == (3, b"")
        state = act(state, GO)
        assert of(state, RivalTurned) == [RivalTurned("algae-8"), RivalTurned("detritus-12")]
        assert state.adult.missing == 3 + 4 + 5
        view = boardkit.observe(state, None)
        assert (view.rivals, view.trial.rivals) == (1, ("algae-8", "detritus-12"))
        # It carries no token and is nobody's card.
        assert (view.stamina, view.trial.foods, view.counts()["played"]) == (8, (), 0)

    @pytest.mark.rule("M16")
    def test_option_the_card_is_turned_when_the_trial_is_revealed(self):
        made = trials(3, 2, plus=[1], plus_timing="on_reveal")
        state = adult([["algae-1"], ["algae-2"]], made=made, rivals=["algae-8", "detritus-12"])
        assert happened(state) == ["TrialRevealed", "RivalTurned"]
        assert state.adult.missing == 7
        fought = act(state, GO)
        assert fought.adult.missing == 7
        assert not of(fought, RivalTurned)
        # A trial fled from keeps its card.
        state = act(state, Flee())
        assert boardkit.observe(state, 0).fled[0].rivals == ("algae-8",)
        assert len(state.adult.rivals) == 1

    @pytest.mark.rule("MF-2.4.3")
    def test_a_turned_card_never_returns(self):
        made = trials(1, 1, plus=[1, 1])
        hands = [["algae-7", "algae-6"], ["detritus-9", "detritus-8"]]
        state = adult(hands, made=made, rivals=["algae-1", "algae-2", "algae-3"])
        state = act(state, GO, "algae-7", GO)
        assert of(state, RivalTurned) == [RivalTurned("algae-2")]
        assert len(state.adult.rivals) == 1

    @pytest.mark.rule("M18")
    def test_an_exhausted_rival_pile_adds_nothing(self):
        state = adult([["algae-1"], ["algae-2"]], made=trials(3, plus=[4]), rivals=["algae-8", "algae-7"])
        state = act(state, GO)
        assert len(of(state, RivalTurned)) == 2
        assert state.adult.missing == 3 + 4 + 4


class TestBattle:
    @pytest.mark.rule("MF-2.4.4")
    def test_cards_add_up_clockwise_from_the_dealer(self):
        hands = [["algae-1"], ["algae-4", "algae-7"], ["algae-5"]]
        state = act(adult(hands, made=trials(8, players=3), dealer=1), GO)
        assert state.current_player == 1
        assert legal(state) == (Play("algae-4"), Play("algae-7"), Pass())
        state = act(state, "algae-4")
        assert (state.current_player, state.adult.missing, state.adult.stamina) == (2, 6, 7)
        state = act(state, "algae-5")
        assert (state.current_player, state.adult.missing, state.adult.stamina) == (0, 3, 6)
        state = act(state, Pass())
        assert (state.current_player, state.adult.missing, state.adult.stamina) == (1, 3, 6)
        state = act(state, "algae-7")
        assert of(state, TrialOvercome) == [TrialOvercome("t0", 1)]
        view = boardkit.observe(state, None)
        assert [card.player for card in view.overcome[0].foods] == [1, 2, 1]

    @pytest.mark.rule("MF-2.4.4")
    def test_only_own_cards_and_only_in_a_battle(self):
        state = adult([["algae-1"], ["algae-4"]])
        assert refusal(state, Play("algae-1")) == ("not-in-battle", "MF-2.4.4")
        assert refusal(state, Pass()) == ("not-in-battle", "MF-2.4.4")
        state = act(state, GO)
        assert refusal(state, Play("algae-4")) == ("not-in-hand", "MF-2.4.4")
        assert refusal(state, Place("algae-1")) == ("not-larva-stage", "MF-2.2.2")

    @pytest.mark.rule("MF-2.4.4", "M22")
    def test_a_tie_wins_and_ends_the_battle_at_once(self):
        hands = [["algae-5", "algae-1"], ["algae-6", "algae-2"]]
        state = act(adult(hands, made=trials(6)), GO, "algae-5")
        assert not of(state, TrialOvercome)
        state = act(state, "algae-6")
        assert of(state, TrialOvercome)
        assert state.phase == "decide"
        assert refusal(state, Play("algae-1")) == ("not-in-battle", "MF-2.4.4")

    @pytest.mark.rule("MF-2.4.5")
    def test_after_a_trial_the_next_one_may_be_fled_from(self):
        state = act(adult([["algae-5", "algae-1"], ["algae-6"]], made=trials(3, 2)), GO, "algae-5")
        assert happened(state) == ["CardPlayed", "TrialOvercome", "TrialRevealed"]
        assert legal(state) == (Challenge(), Flee())
        view = boardkit.observe(state, None)
        assert (view.row, len(view.overcome), view.trial.trial) == (2, 1, "t1")
        assert [card.card for card in view.overcome[0].foods] == ["algae-5"]

    @pytest.mark.rule("M19")
    @pytest.mark.parametrize(("option", "starter"), [("dealer", 0), ("continue", 2)])
    def test_who_begins_the_next_battle(self, option, starter):
        hands = [["algae-1", "algae-2"], ["algae-5"], ["algae-6", "algae-7"]]
        hands[1].append("algae-8")
        made = trials(4, 9, players=3, trial_starter=option)
        state = act(adult(hands, made=made), GO, "algae-1", "algae-5")
        assert state.current_player == starter
        assert act(state, GO).current_player == starter

    @pytest.mark.rule("M20")
    def test_after_a_circle_of_passes_somebody_must_play(self):
        state = act(adult([["algae-1"], [], ["algae-2"], ["algae-3"]], made=trials(9, players=4)), GO)
        asked = []
        for _ in range(3):
            asked.append(state.current_player)
            assert Pass() in legal(state)
            state = act(state, Pass())
        assert asked == [0, 2, 3]  # who holds no card is not asked: M21
        assert state.current_player == 0
        assert legal(state) == (Play("algae-1"),)
        assert refusal(state, Pass()) == ("must-play", "M20")
        assert state.adult.stamina == 8
        state = act(state, "algae-1")
        assert Pass() in legal(state)

    @pytest.mark.rule("M39")
    def test_a_single_holder_may_pass_once(self):
        state = act(adult([[], ["algae-1", "algae-2"]], made=trials(9)), GO)
        assert state.current_player == 1
        state = act(state, Pass())
        assert (state.current_player, legal(state)) == (1, (Play("algae-1"), Play("algae-2")))

    @pytest.mark.rule("M21")
    def test_players_without_cards_are_skipped(self):
        hands = [["algae-1"], [], ["algae-2", "algae-3"]]
        state = act(adult(hands, made=trials(9, players=3)), GO, "algae-1")
        assert state.current_player == 2
        assert act(state, "algae-2").current_player == 2

    @pytest.mark.rule("M23")
    def test_weak_cards_first_is_allowed(self):
        hands = [["algae-8", "algae-1"], ["algae-3", "growth-1"]]
        state = act(adult(hands, made=trials(4)), GO)
        assert legal(state) == (Play("algae-1"), Play("algae-8"), Pass())
        state = act(state, "algae-1", "algae-3")
        assert (state.adult.missing, state.phase) == (2, "battle")


class TestLoss:
    @pytest.mark.rule("MF-2.4.6", "M38")
    def test_stamina_runs_out_in_a_battle(self):
        state = act(adult([["algae-1", "algae-2"], ["algae-3"]], made=trials(9), stamina=2), GO)
        state = act(state, "algae-1", "algae-3")
        assert (state.cause, state.adult.stamina) == ("stamina", 0)
        assert state.events[-1] == GameLost("stamina")
        # Both at once: stamina is named.
        state = act(adult([["algae-1"], ["algae-3"]], made=trials(9), stamina=2), GO, "algae-1", "algae-3")
        assert state.cause == "stamina"

    @pytest.mark.rule("MF-2.4.6", "M31")
    def test_the_cards_run_out(self):
        state = act(adult([["algae-1"], ["algae-3"]], made=trials(9)), GO, "algae-1", "algae-3")
        assert (state.cause, state.adult.stamina) == ("cards", 6)
        assert (state.returns, state.ranking) == ((0, 0), (2, 2))
        assert boardkit.observe(state, 0).cause == "cards"

    @pytest.mark.rule("M24", "MF-2.4.6")
    def test_spent_as_an_early_trial_falls(self):
        made = trials(2, 1, 1, 1)
        state = act(adult([["algae-4", "algae-1"], ["algae-3"]], made=made, stamina=1), GO, "algae-4")
        assert happened(state) == ["CardPlayed", "TrialOvercome", "GameLost"]
        assert state.cause == "stamina"
        state = act(adult([["algae-4"], []], made=made), GO, "algae-4")
        assert happened(state) == ["CardPlayed", "TrialOvercome", "GameLost"]
        assert state.cause == "cards"


EIGHT = {
    "A4D4": [
        "algae-1",
        "algae-3",
        "growth-1",
        "growth-2",
        "detritus-1",
        "detritus-2",
        "detritus-4",
        "detritus-3",
    ],
    "A3D5": [
        "algae-1",
        "algae-3",
        "growth-1",
        "detritus-5",
        "detritus-1",
        "detritus-2",
        "detritus-4",
        "detritus-3",
    ],
    "A5D3": [
        "algae-1",
        "algae-3",
        "growth-1",
        "growth-2",
        "growth-3",
        "detritus-1",
        "detritus-2",
        "detritus-4",
    ],
    "other": [
        "algae-1",
        "algae-3",
        "growth-1",
        "growth-2",
        "growth-3",
        "algae-2",
        "detritus-2",
        "detritus-4",
    ],
}


def won_with(cards, **options):
    """Return a game won with these eight cards in four battles of two."""
    hands = [cards[0::2], cards[1::2]]
    hearts = [game(2).tables.hearts[game(2).tables.numbers[card]] for card in cards]
    made = trials(*(hearts[n] + hearts[n + 1] for n in range(0, 8, 2)), **options)
    state = adult(hands, made=made)
    for n in range(0, 8, 2):
        state = act(state, GO, cards[n], cards[n + 1])
    return state


class TestEndings:
    @pytest.mark.rule("MF-2.4.7", "M28", "E4", "M30")
    @pytest.mark.parametrize("ending", EIGHT)
    def test_the_four_endings_with_the_last_token(self, ending):
        state = won_with(EIGHT[ending])
        assert state.adult.stamina == 0  # won all the same: success is checked first
        assert (state.ending, state.cause) == (ending, None)
        assert state.returns == ((1, 1) if ending == "other" else (2, 2))
        assert state.ranking == (1, 1)
        assert boardkit.observe(state, None).ending == ending
        algae = sum(not card.startswith("detritus") for card in EIGHT[ending])
        assert state.events[-1] == GameWon(ending, algae, 8 - algae)

    @pytest.mark.rule("M28")
    def test_option_growth_algae_count_as_neither(self):
        state = won_with(EIGHT["A4D4"], growth_counts_as_algae=False)
        assert state.events[-1] == GameWon("other", 2, 4)

    @pytest.mark.rule("M29", "M32", "MF-2.4.7")
    def test_fewer_cards_give_the_other_ending_and_what_is_left_is_worth_nothing(self):
        hands = [["algae-1", "algae-2", "detritus-6"], ["detritus-1", "detritus-2", "algae-8"]]
        made = trials(1, 1, 1, 1)
        state = adult(hands, made=made)
        for card in ("algae-1", "detritus-1", "algae-2", "detritus-2"):
            state = act(state, GO)
            while Play(card) not in legal(state):
                state = act(state, Pass())
            state = act(state, card)
        assert (state.ending, state.returns) == ("other", (1, 1))
        assert state.adult.stamina == 4
        assert all(state.hands)

    @pytest.mark.rule("MF-6", "E4")
    def test_eight_tokens_at_every_moment_and_no_fleeing_in_named_endings(self):
        for seed in range(60):
            made = game(2, trial_set="easy")
            state, rng = made.initial_state(seed), random.Random(seed)
            while not state.is_terminal:
                state = boardkit.step(state, rng.choice(legal(state)))
                if state.adult is not None:
                    view = boardkit.observe(state, None)
                    counts = view.counts()
                    assert counts["stamina"] + counts["played"] + counts["trials/fled"] == 8
            if state.ending not in {None, "other"}:
                assert not state.adult.fled

    @pytest.mark.rule("M36", "MF-7")
    def test_the_option_chooses_the_trial_set(self):
        strengths = {}
        for name in ("standard", "easy", "hard"):
            tables = game(2, trial_set=name).tables
            strengths[name] = list(zip(tables.trial_hearts, tables.trial_plus, strict=True))
        assert strengths["standard"] == [(3, 0), (4, 0), (6, 0), (7, 0), (3, 1), (4, 1), (5, 1)]
        assert strengths["easy"] == [(3, 0), (4, 0), (5, 0), (6, 0), (2, 1), (3, 1), (4, 1)]
        assert strengths["hard"] == [(4, 0), (5, 0), (6, 0), (7, 0), (3, 1), (4, 1), (5, 1)]
        assert (
            act(
                adult([["algae-1"], ["algae-2"]], [4, 0, 1, 2, 3, 5, 6], game(2, trial_set="easy"))
            ).adult.missing
            == 2
        )

    @pytest.mark.rule("M33")
    def test_cards_played_are_known_with_who_played_them(self):
        state = act(adult([["algae-1"], ["algae-2"]]), GO, "algae-1")
        assert boardkit.observe(state, 1).events == (CardPlayed(0, "algae-1"),)
