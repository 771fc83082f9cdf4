"""Who knows what (MF-5), by canaries and worlds; the conformance suite asks the same in general."""

import random

import pytest

import boardkit
from boardkit.errors import CannotResample
from boardkit.games.mayfly import CardDrawn, CardPlaced, Challenge, EatenDealt, FoodDealt, Pass
from tests.games.mayfly.build import custom, fed, game, larva, place
from tests.games.mayfly.test_rules_larva import LONG


def positions(made, seed, steps=60):
    """Yield the states of a random game."""
    state, rng = made.initial_state(seed), random.Random(seed)
    yield state
    while not state.is_terminal and steps:
        steps -= 1
        state = boardkit.step(state, rng.choice(boardkit.legal_actions(state)))
        yield state


def outputs(state, player):
    """Return all that a player gets, but for the component set that views of custom games carry."""
    view = boardkit.observe(state, player)
    texts = [boardkit.text(view, language) for language in ("en", "ja")]
    lines = [boardkit.describe(state.game, event) for event in view.events]
    document = boardkit.to_builtins(view)
    del document["components"]
    return "\n".join([repr(document), boardkit.draw(view), *texts, *lines])


@pytest.mark.rule("MF-5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_hidden_cards_appear_in_no_output_for_others(players):
    """Every card has a name and a pair of numbers of its own, so that any trace of it can be found."""
    food = [(f"canary-{n:02}", "algae" if n % 2 else "detritus", 1 + n // 20, n % 20, 1) for n in range(24)]
    made = game(players, components=custom(food))
    tables = made.tables
    signs = {
        card: (name, f" {tables.food[card]}●{tables.hearts[card]}♥") for card, name in enumerate(tables.ids)
    }
    for seed in range(2):
        for state in positions(made, seed):
            for player in (None, *range(players)):
                output = outputs(state, player)
                found = {card for card, sign in signs.items() if any(part in output for part in sign)}
                assert found <= public(state) | own(state, player)


def public(state):
    cards = {card & 0x7F for card in state.larva.turned}
    if state.adult is not None:
        shown = [*state.adult.overcome, *state.adult.fled, *filter(None, [state.adult.trial])]
        cards.update(card for battle in shown for card in battle.rivals + battle.foods)
    return cards


def own(state, player):
    if player is None:
        return set()
    tables = state.game.tables
    placer = tables.placer[state.oldest][len(state.larva.turned) :]
    cards = {card for seat, card in zip(placer, state.larva.queue, strict=False) if seat == player}
    cards.update(tables.cards(state.hands[player]))
    if state.adult is not None:
        cards.update(tables.cards(state.adult.given[player]))
    return cards


class TestQueue:
    @pytest.mark.rule("MF-5", "M33")
    def test_a_queued_card_is_known_to_its_placer_alone(self):
        state = place(larva(LONG), LONG[:1])
        for player, card in ((None, None), (0, LONG[0]), (1, None), (2, None)):
            view = boardkit.observe(state, player)
            assert [(queued.player, queued.card) for queued in view.queue] == [(0, card)]
            assert [event.card for event in view.events if isinstance(event, CardPlaced)] == [card]

    @pytest.mark.rule("MF-5")
    def test_the_placer_remembers_through_later_turns(self):
        made = game(3, initial_queue="two_each")
        state = place(larva(LONG, made), LONG[:8])
        for player in range(3):
            known = {queued.card for queued in boardkit.observe(state, player).queue} - {None}
            mine = [
                card for seat, card in zip(made.tables.placer[0], LONG[:8], strict=False) if seat == player
            ]
            assert known == set(mine) - {card.card for card in boardkit.observe(state, None).turned}
            assert known

    @pytest.mark.rule("MF-5")
    def test_own_cards_given_up_stay_known(self):
        made = game(3, initial_queue="two_each")
        before = place(larva(LONG, made), LONG[:11])
        after = place(before, LONG[11:])
        stranded = [
            (seat, card)
            for turn, (seat, card) in enumerate(zip(made.tables.placer[0], LONG, strict=True))
            if turn >= 8
        ]
        for player in range(3):
            hand = list(boardkit.observe(before, player).hands[player])
            if player == before.current_player:
                hand.remove(LONG[11])
                hand += [event.card for event in after.events if isinstance(event, CardDrawn)]
            view = boardkit.observe(after, player)
            expected = hand + [card for seat, card in stranded if seat == player]
            assert sorted(view.given[player]) == sorted(expected)
            assert [given for seat, given in enumerate(view.given) if seat != player] == [None, None]
        assert boardkit.observe(after, None).given == (None, None, None)
        assert boardkit.observe(before, 0).given == ()


class TestHands:
    @pytest.mark.rule("MF-5")
    def test_deals_and_draws_are_the_owners_own(self):
        first = game(3).initial_state(4)
        for player in (None, 0, 2):
            for event in boardkit.observe(first, player).events:
                assert isinstance(event, FoodDealt)
                assert (event.cards is not None) == (event.player == player)
                assert event.count == 4
        grown = fed(LONG, game(3))
        for player in (None, 0, 2):
            view = boardkit.observe(grown, player)
            assert [hand is not None for hand in view.hands] == [seat == player for seat in range(3)]
            dealt = [event for event in view.events if isinstance(event, EatenDealt)]
            assert [event.cards is not None for event in dealt] == [seat == player for seat in range(3)]

    @pytest.mark.rule("M11")
    def test_open_hands_show_hands_and_queue_to_everybody(self):
        made = game(3, open_hands=True)
        for state in positions(made, 11):
            views = [boardkit.observe(state, player) for player in (None, 0, 1, 2)]
            for view in views:
                assert view.hands == views[1].hands
                assert all(hand is not None for hand in view.hands)
                assert all(queued.card is not None for queued in view.queue)
                assert view.events == state.events
                assert None not in view.given

    @pytest.mark.rule("M11")
    def test_closed_hands_are_the_default(self):
        view = boardkit.observe(game(3).initial_state(4), None)
        assert view.hands == (None, None, None)


class TestWorlds:
    @pytest.mark.rule("MF-5")
    @pytest.mark.parametrize("options", [{}, {"initial_queue": "two_each"}, {"open_hands": True}])
    def test_worlds_fit_the_view_and_differ(self, options):
        for players in (2, 4):
            made = game(players, **options)
            for state in positions(made, 2):
                for player in range(players):
                    view = boardkit.observe(state, player)
                    worlds = [boardkit.resample(view, seed) for seed in range(3)]
                    for world in worlds:
                        made.audit(world)
                        assert boardkit.observe(world, player) == view
                        assert world.seed != state.seed
                    if state.adult is None and len(state.larva.pile) > 2:
                        assert len({world.larva.pile for world in worlds}) > 1

    @pytest.mark.rule("MF-5")
    def test_adult_hands_are_dealt_again_out_of_what_was_eaten(self):
        state = fed(LONG, game(3))
        view = boardkit.observe(state, 0)
        eaten = {card.card for card in view.turned if card.eaten}
        hands, orders, trials = set(), set(), set()
        for seed in range(64):
            world = boardkit.resample(view, seed)
            hands.add(world.hands)
            orders.add(world.adult.rivals)
            trials.add(world.adult.row)
            held = [world.game.tables.names(world.game.tables.cards(hand)) for hand in world.hands]
            assert {card for hand in held for card in hand} == eaten
            assert sorted(world.adult.rivals) == sorted(state.adult.rivals)
        assert min(len(hands), len(orders), len(trials)) > 5

    def test_a_spectator_has_no_worlds(self):
        with pytest.raises(CannotResample):
            boardkit.resample(boardkit.observe(game(2).initial_state(1), None), 1)


@pytest.mark.rule("MF-5")
def test_hidden_cards_are_in_no_offer_to_others():
    """What may be passed or fled from follows from public numbers alone."""
    made = game(3, trial_set="easy")
    for seed in range(8):
        for state in positions(made, seed):
            for player in range(3):
                other = made.permute_hidden(state, player, bytes([seed]) * 32)
                assert other.current_player == state.current_player
                for action in (Challenge(), Pass()):
                    offered = action in boardkit.legal_actions(state)
                    assert offered == (action in boardkit.legal_actions(other))
