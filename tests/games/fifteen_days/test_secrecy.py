"""Planted cards never show to others, and drawn worlds keep what is known."""

from collections import Counter

import pytest

import boardkit
from boardkit.games.fifteen_days import Draw, FinishAction, cards
from boardkit.games.fifteen_days import model as m

from .build import game, legal, phase, play, position
from .test_wire import states


def told(state, player):
    """Return everything that ``player`` gets: view, picture, words, events."""
    view = boardkit.observe(state, player)
    lines = [state.game.describe(event, language) for event in view.events for language in ("en", "ja")]
    return "\n".join(
        [
            boardkit.to_json(view).decode(),
            boardkit.draw(view),
            boardkit.draw(view, "ja"),
            boardkit.text(view),
            boardkit.text(view, "ja"),
            *lines,
        ]
    )


@pytest.mark.rule("FD-5")
@pytest.mark.parametrize("show_backs", [False, True])
def test_canaries_in_hidden_places_are_never_told(show_backs):
    # Summer 6 lies in a hand, winter 6 in a pile, and nowhere else.
    state = position(
        ["s6", "s1"],
        left="a1 w6 w6 a1",
        right="a2",
        show_backs=show_backs,
    )
    hidden = ("summer-6", "Summer 6", "夏6", "winter-6", "Winter 6", "冬6")
    for player in (1, None):
        everything = told(state, player)
        assert not [word for word in hidden if word in everything]
    assert "summer-6" in told(state, 0)
    drawn = play(state, Draw("left"), Draw("left"))
    assert "winter-6" in told(drawn, 0)
    for player in (1, None):
        everything = told(drawn, player)
        assert not [word for word in hidden if word in everything]


@pytest.mark.rule("FD-5")
def test_a_world_keeps_what_was_seen_and_the_backs_on_the_piles():
    for seed in range(3):
        for state in states(game(3, show_backs=True), seed, every=11):
            view = boardkit.observe(state, 1)
            for number in range(4):
                world = boardkit.resample(view, number)
                assert boardkit.observe(world, 1) == view
                assert world.seed != state.seed
                for before, after in zip(state.players, world.players, strict=True):
                    assert after.known == before.known
                    missing = Counter(cards.cards_of(after.known)) - Counter(cards.cards_of(after.hand))
                    assert not missing


def test_own_spring_cards_have_every_back_that_is_possible():
    state = position(["p3s", "", ""])
    worlds = {boardkit.resample(boardkit.observe(state, 0), seed).players[0].hand for seed in range(64)}
    assert len(worlds) == 3
    backs = {state.game.permute_hidden(state, 0, seed).players[0].hand for seed in range(64)}
    assert backs == worlds


def test_two_cards_that_are_hidden_alone_change_places():
    state = position(
        ["", "", ""], left="p6s s6", rest="discards", trigger=m.BY_PILE, last_turns=1, show_backs=True
    )
    for draw in (
        lambda seed: state.game.permute_hidden(state, 0, seed),
        lambda seed: boardkit.resample(boardkit.observe(state, 0), seed),
    ):
        assert len({draw(seed).piles[0] for seed in range(32)}) == 2


def test_the_backs_that_are_needed_elsewhere_are_not_taken():
    # Every card but four lies open: both piles show winter, and only two winter backs are hidden, one of them spring.
    state = position(["p3w p2s", "", ""], left="p4w", right="w1", rest="discards")
    view = boardkit.observe(state, 0)
    for seed in range(32):
        world = boardkit.resample(view, seed)
        assert boardkit.observe(world, 0) == view


@pytest.mark.rule("F8")
def test_a_player_who_is_asked_can_do_something_in_every_world():
    # Nothing lies open but the actor's turn: all worlds give seat 0 a card that can be used.
    board = {1: "s1 s2 s3 s4 s5 s6", 2: "a1 a2 a3 a4 a5 a6", 3: "w1 w2 w3 w4 w5 w6", 4: "p1 p2 p3 p4"}
    state = position(
        ["", "p5 s1 s2", "s3", ""], [{}, board], rest=3, trigger=m.BY_PILE, last_turns=2,
        phase=m.PLACE, actions=0, feathers=(1, 0, 1, 1),
    )  # fmt: skip
    asked = play(state, FinishAction())
    assert asked.current_player == 1
    assert phase(asked) == "choose"
    hands = set()
    for player in (0, 2):
        view = boardkit.observe(asked, player)
        for seed in range(40):
            for other in (boardkit.resample(view, seed), asked.game.permute_hidden(asked, player, seed)):
                assert boardkit.legal_actions(other)
                hands.add(other.players[1].hand)
    assert len(hands) > 3


def test_a_spectator_has_no_seat_to_think_from():
    with pytest.raises(boardkit.CannotResample):
        boardkit.resample(boardkit.observe(game().initial_state(1), None), 1)


def test_views_count_what_events_change():
    state = position(["", "", ""])
    before = boardkit.observe(state, 2).counts()
    after = boardkit.observe(play(state, legal(state, Draw)[0]), 2)
    changes = Counter(before)
    for event in after.events:
        changes.update(dict(event.deltas()))
    assert dict(changes) == dict(after.counts())


@pytest.mark.parametrize("options", [{}, {"removal_2p": "by_front"}, {"show_backs": True}])
def test_the_only_card_of_use_is_never_among_the_removed_ones(options):
    # Nothing lies open, so everybody knows that seat 1 can place its only card; among the unseen ones only
    # summer 6 fits, and two of them were removed.
    full = {1: "s1 s2 s3 s4 s5", 2: "a1 a2 a3 a4 a5 a6", 3: "w1 w2 w3 w4 w5 w6", 4: "p1 p2 p3 p4 p5 p6"}
    state = position(["", "s6"], [{}, full], rest=0, trigger=m.BY_PILE, player=1, **options)
    view = boardkit.observe(state, 0)
    for seed in range(32):
        world = boardkit.resample(view, seed)
        assert boardkit.observe(world, 0) == view
        assert boardkit.legal_actions(world)
