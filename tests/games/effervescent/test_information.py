"""Who knows what (EF-5), with planted canaries."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

import boardkit
from boardkit.errors import CannotResample
from boardkit.games.effervescent.derived import forget
from tests.games.effervescent import corpus
from tests.games.effervescent.build import drafted, make

HIDDEN = ("base-4", "optional-5", "octopus-4")


@pytest.mark.rule("EF-5", "V29")
@pytest.mark.parametrize("name", HIDDEN)
def test_views_hide_tides_decks_and_stacks(name):
    for state in corpus.states(name)[:-1:11]:
        game = state.game
        for player in (*range(game.players), None):
            view = game.observe(state, player)
            for seat, shown in enumerate(view.seats):
                assert (shown.tide is None) == (seat != player)
            assert view.deck_size == len(state.deck)
            assert view.deck_bottom == state.deck[len(state.deck) - state.deck_known :]
            for stack, shown in zip(state.stacks, view.stacks, strict=True):
                assert shown.size == len(stack.tiles)
                assert shown.top == (stack.tiles[0] if stack.tiles else None)
                assert shown.display == stack.display


@pytest.mark.rule("EF-5")
def test_canaries_do_not_sing():
    """Names that only hidden places hold appear in nothing that others get."""
    state = drafted(make(4, reference_set="green"))
    game = state.game
    secret = {player.tide for player in state.players[1:]} | set(state.unused_tides)
    deck = set(state.deck)
    below = {tile for stack in state.stacks for tile in stack.tiles[1:]}
    for step in range(6):
        view = game.observe(state, 0)
        texts = [boardkit.to_json(view).decode(), game.text(view), game.draw(view), repr(view)]
        texts += [game.describe(event) for event in view.events]
        for canary in (
            secret | (deck - set(state.row) if step == 0 else set()) | (below if step == 0 else set())
        ):
            for text in texts[:1]:
                assert f'"{canary}"' not in text
        assert game.initial_state(1).seed.hex() not in "".join(texts)
        state = game.step(state, game.legal_actions(state)[0])
        if state.is_terminal:
            break


@pytest.mark.rule("EF-5")
@pytest.mark.parametrize("name", HIDDEN)
def test_worlds_fit_their_views_and_differ(name):
    for state in corpus.states(name)[:-1:23]:
        game = state.game
        for player in range(0, game.players, 2):
            view = game.observe(state, player)
            worlds = [game.resample(view, seed) for seed in range(12)]
            for world in worlds:
                game.audit(world)
                assert game.observe(world, player) == view
                assert world.seed != state.seed
            if len(state.deck) - state.deck_known > 1:
                assert len({world.deck for world in worlds}) > 1
            assert len({tuple(one.tide for one in world.players) for world in worlds}) > 1
            assert game.resample(view, 3) == worlds[3]
    with pytest.raises(CannotResample):
        game.resample(game.observe(state, None), 1)


@pytest.mark.rule("EF-5", "V21")
def test_hidden_eels_vary_in_worlds_until_they_are_shown():
    game = make(3, eels=True, hidden_hand_tiles=True)
    state = drafted(game)
    view = game.observe(state, 0)
    assert [seat.hand[0] is None for seat in view.seats] == [False, True, True]
    worlds = [game.resample(view, seed) for seed in range(20)]
    assert {world.players[0].hand for world in worlds} == {state.players[0].hand}
    assert len({world.players[1].hand[0] for world in worlds}) > 2
    shown = replace(state, players=tuple(replace(player, eel_hidden=False) for player in state.players))
    forget(shown)
    view = game.observe(shown, 0)
    assert [seat.hand[0] for seat in view.seats] == [player.hand[0] for player in state.players]


@pytest.mark.rule("EF-5")
def test_a_stack_top_is_open_and_known_bottoms_stay_known():
    game = make(2)
    state = drafted(game)
    stack = state.stacks[0]
    known = replace(state, stacks=(replace(stack, known=2), *state.stacks[1:]))
    forget(known)
    view = game.observe(known, 0)
    assert view.stacks[0].bottom == stack.tiles[-2:]
    for seed in range(6):
        assert game.resample(view, seed).stacks[0].tiles[-2:] == stack.tiles[-2:]
        assert game.permute_hidden(known, 0, seed).stacks[0].tiles[-2:] == stack.tiles[-2:]


@pytest.mark.rule("EF-5")
def test_legal_actions_do_not_depend_on_hidden_things():
    for name in HIDDEN:
        for state in corpus.states(name)[:-1:37]:
            game, player = state.game, state.current_player
            other = game.permute_hidden(state, player, 5)
            game._menus.clear()
            menu = game.legal_actions(state)
            game._menus.clear()
            assert game.legal_actions(other) == menu


def test_views_name_habitats_and_who_is_inside():
    state = corpus.states("base-4")[-2]
    view = state.game.observe(state, None)
    document = json.loads(boardkit.to_json(view))
    assert len(document["habitats"]) == len(state.sea.water.habitats) > 5
    for shown, habitat in zip(view.habitats, state.sea.water.habitats, strict=True):
        assert (shown.x, shown.y, shown.area) == (habitat.x, habitat.y, habitat.area)
        inside = [0] * state.game.players
        for token in state.tokens:
            inside[token.player] += habitat.has(token.x, token.y)
        assert list(shown.inside) == inside
