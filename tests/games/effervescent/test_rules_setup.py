"""Components and set-up (EF-1, EF-2.1)."""

from __future__ import annotations

from collections import Counter

import pytest

import boardkit
from boardkit import chance
from boardkit.errors import IllegalAction, InvalidComponents, InvalidOption
from boardkit.games.effervescent.model import Draft, Piece, Stop
from boardkit.games.effervescent.tiles import ANIMALS, COLOURS, SIZES
from tests.games.effervescent.build import drafted, make, names

EVERYTHING = {"lionfish": True, "dolphin": True, "eels": True, "starfish": True, "ray_betta": True}


@pytest.mark.rule("EF-1")
def test_what_is_in_the_box():
    game = make(5, **EVERYTHING)
    kinds = Counter(tile.kind for tile in game.tiles.values())
    assert kinds == {
        "creature": 48,
        "eel": 5,
        "starfish": 6,
        "ray-betta": 8,
        "start": 1,
        "octopus": 1,
        "wreck": 1,
        "rock": 5,
    }
    creatures = {
        (tile.size, tile.animal, tile.colours) for tile in game.tiles.values() if tile.kind == "creature"
    }
    assert creatures == {
        (size, animal, (colour,)) for size in (1, 2, 3) for animal in ANIMALS for colour in COLOURS
    }
    assert len(game.drift) == 18
    assert Counter(card.background for card in game.harmony.values()) == {"kelp": 5, "coral": 5, "abyss": 6}
    data = game.components.data
    assert Counter(card.set for card in data.tides) == {"red": 4, "green": 5}
    assert {frozenset(colours) for colours in data.starfish} == {
        frozenset((a, b)) for a in COLOURS for b in COLOURS if a < b
    }
    census = game.census(game.initial_state(1))
    assert census["lionfish"] == 12
    assert [census[f"effervescents/{seat}"] for seat in range(5)] == [17] * 5
    assert census["tiles"] == 48 + 5 + 6 + 8 + 1


@pytest.mark.rule("EF-2.1.1")
def test_the_start_tile_lies_in_the_middle():
    assert make(2).initial_state(1).pieces == (Piece("start", 0, 0, 0, 0, None),)
    assert make(2, start="octopus").initial_state(1).pieces == (Piece("octopus", 0, 0, 0, 0, None),)


@pytest.mark.rule("EF-2.1.2")
def test_three_drift_cards_from_the_shuffled_deck():
    game = make(3)
    state = game.initial_state(9)
    order = [list(game.drift)[number] for number in chance.shuffled(chance.seed_bytes(9), "drift", 18)]
    assert state.row == (order[2], order[1], order[0])
    assert state.deck == tuple(order[3:])
    assert len({game.initial_state(seed).row for seed in range(8)}) > 4


@pytest.mark.rule("EF-2.1.3", "V34")
def test_one_harmony_card_for_each_background_lowest_first():
    game = make(3)
    seen = set()
    for seed in range(12):
        cards = [game.harmony[card] for card in game.initial_state(seed).harmony]
        assert [card.background for card in cards] == ["kelp", "coral", "abyss"]
        assert sorted(card.points for card in cards) == [card.points for card in cards]
        seen.update(card.id for card in cards)
    assert len(seen) > 8


@pytest.mark.rule("V34")
def test_the_host_may_choose_the_harmony_cards():
    game = make(3, harmony_choice="grotto,pair,solo")
    assert {game.initial_state(seed).harmony for seed in range(4)} == {("pair", "solo", "grotto")}
    for wrong in ("grotto", "grotto,pair", "grotto,lagoon,pair", "pair,solo,nothing", "pair,pair,solo"):
        with pytest.raises(InvalidOption) as error:
            make(3, harmony_choice=wrong)
        assert error.value.field == "harmony_choice"


@pytest.mark.rule("EF-2.1.3", "V50")
def test_the_calm_game_draws_two_backgrounds():
    game = make(3, calm=True)
    drawn = {
        tuple(game.harmony[card].background for card in game.initial_state(seed).harmony)
        for seed in range(20)
    }
    assert drawn == {("kelp", "coral"), ("kelp", "abyss"), ("coral", "abyss")}
    chosen = make(3, calm=True, calm_backgrounds="kelp_abyss")
    for seed in range(4):
        state = chosen.initial_state(seed)
        assert [chosen.harmony[card].background for card in state.harmony] == ["kelp", "abyss"]
    with pytest.raises(InvalidOption):
        make(3, calm=True, calm_backgrounds="kelp_abyss", harmony_choice="pair,solo")


@pytest.mark.rule("EF-2.1.4")
def test_a_stack_and_an_open_tile_for_each_size():
    state = make(4).initial_state(3)
    assert [stack.name for stack in state.stacks] == list(SIZES)
    for stack in state.stacks:
        assert len(stack.tiles) == 15
        assert {tile.partition("-")[0] for tile in (*stack.tiles, stack.display)} == {stack.name}


@pytest.mark.rule("EF-2.1.5", "V29")
def test_everybody_gets_a_random_reference_card_and_the_rest_stays_hidden():
    game = make(3)
    dealt = [game.initial_state(seed) for seed in range(10)]
    for state in dealt:
        cards = [player.tide for player in state.players]
        assert sorted((*cards, *state.unused_tides)) == sorted(game.tides)
        for player in range(3):
            view = game.observe(state, player)
            assert [seat.tide for seat in view.seats] == [
                card if seat == player else None for seat, card in enumerate(cards)
            ]
    assert len({state.players[0].tide for state in dealt}) > 2


@pytest.mark.rule("V28")
def test_five_players_use_the_green_cards():
    assert make(4).reference_set == "red"
    assert make(5).reference_set == "green"
    assert make(4, reference_set="green").reference_set == "green"
    assert len(make(5).tides) == 5
    with pytest.raises(InvalidOption) as error:
        make(5, reference_set="red")
    assert error.value.field == "reference_set"


@pytest.mark.rule("EF-2.1.6")
def test_fifteen_effervescents_and_two_spares():
    for player in make(4).initial_state(1).players:
        assert (player.hideout, player.spares) == (15, 2)


@pytest.mark.rule("EF-2.1.7", "EF-8")
def test_everybody_drafts_two_tiles_in_a_row_from_stack_tops():
    game = make(3, first_player="1")
    state = game.initial_state(5)
    asked = []
    while state.phase == "draft":
        asked.append(state.current_player)
        tops = {stack.name: stack.tiles[0] for stack in state.stacks}
        assert game.legal_actions(state) == (Draft("small"), Draft("medium"), Draft("large"))
        after = game.step(state, Draft("medium"))
        assert after.players[state.current_player].hand[-1] == tops["medium"]
        assert after.stacks[1].display == state.stacks[1].display
        state = after
    assert asked == [1, 1, 2, 2, 0, 0]
    assert state.current_player == 1
    assert (state.phase, state.round) == ("place", 1)


@pytest.mark.rule("V51")
def test_who_takes_the_wave():
    game = boardkit.make("effervescent", 4)
    assert {game.initial_state(seed).first for seed in range(30)} == {0, 1, 2, 3}
    assert {make(4, first_player="3").initial_state(seed).first for seed in range(5)} == {3}
    with pytest.raises(InvalidOption):
        make(3, first_player="3")


@pytest.mark.rule("V44")
def test_extra_stacks_in_the_draft():
    game = make(2, starfish=True, ray_betta=True)
    state = game.initial_state(1)
    assert Draft("starfish") in game.legal_actions(state)
    top = state.stacks[3].tiles[0]
    assert game.step(state, Draft("starfish")).players[0].hand == (top,)
    strict = make(2, starfish=True, ray_betta=True, extras_in_draft=False)
    state = strict.initial_state(1)
    assert strict.legal_actions(state) == (Draft("small"), Draft("medium"), Draft("large"))
    with pytest.raises(IllegalAction) as error:
        strict.step(state, Draft("starfish"))
    assert error.value.rule == "V44"


@pytest.mark.rule("EF-2.1.7")
def test_stacks_that_are_not_in_play_cannot_be_drafted():
    game = make(2)
    with pytest.raises(IllegalAction) as error:
        game.check(game.initial_state(1), Draft("ray-betta"))
    assert (error.value.code, error.value.rule) == ("nothing-there", "EF-2.1.7")


@pytest.mark.rule("EF-2.6")
@pytest.mark.parametrize(
    ("rocks", "numbers"), [(1, {0}), (2, {1, 2}), (3, {0, 1, 2}), (4, {1, 2, 3, 4}), (5, {0, 1, 2, 3, 4})]
)
def test_balanced_sets_of_rocks_within_a_large_tile(rocks, numbers):
    game = make(2, start="rocks_only", rocks=rocks)
    colours = Counter(colour for number in numbers for colour in game.tiles[f"rock-{number}"].colours)
    assert len(set(colours.values())) == 1
    assert len(colours) == 4
    for seed in range(3):
        state = game.initial_state(seed)
        assert {piece.tile for piece in state.pieces} == {f"rock-{number}" for number in numbers}
        assert (state.pieces[0].x, state.pieces[0].y, state.pieces[0].rotation) == (0, 0, 0)
        bodies = [body.patch.cells() for body in state.sea.bodies]
        for number, cells in enumerate(bodies[1:], 1):
            near = min(
                (x - a) ** 2 + (y - b) ** 2
                for x, y in cells[::3]
                for other in bodies[:number]
                for a, b in other[::3]
            )
            # Every third cell only, so the bounds are a little wider than 12 and 103.
            assert 10**2 <= near <= 107**2
        assert not any(state.sea.contacts(body) for body in state.sea.bodies)


@pytest.mark.rule("EF-2.6", "V39")
def test_lionfish_lie_a_medium_tile_apart():
    for options in ({}, {"start": "wreck"}, {"start": "octopus", "rocks": 2}):
        state = make(3, lionfish=True, **options).initial_state(4)
        cells = [cell for body in state.sea.bodies for cell in body.patch.cells()]
        spots = [(spot.x, spot.y) for spot in state.lionfish]
        assert len(set(spots)) == 12
        for number, (x, y) in enumerate(spots):
            near = min((x - a) ** 2 + (y - b) ** 2 for a, b in (*cells, *spots[:number]))
            assert 66**2 <= near <= 80**2
            assert abs(x) <= 256
            assert abs(y) <= 256
            if options.get("start") == "wreck":
                assert y - 6 >= -33
        assert state.sea.water.habitats == ()


@pytest.mark.rule("EF-2.6")
def test_own_start_layouts():
    game = make(2, start_layout="octopus@0,0,0,0;rock-0@0,9,120,0;rock-3@1,4,-110,60")
    state = game.initial_state(1)
    assert state.pieces == (
        Piece("octopus", 0, 0, 0, 0, None),
        Piece("rock-0", 0, 9, 120, 0, None),
        Piece("rock-3", 1, 4, -110, 60, None),
    )
    wrong = [
        "nonsense",
        "small-orca-green@0,0,0,0",
        "rock-0@0,0,0,0;rock-0@0,0,150,0",
        "rock-0@0,72,0,0",
        "rock-0@0,0,0,0;rock-1@0,0,40,0",
        "rock-0@0,0,500,0",
        "wreck@0,1,0,0",
        "wreck@0,0,0,0;rock-1@0,0,0,-90",
    ]
    for layout in wrong:
        with pytest.raises(InvalidOption) as error:
            make(2, start_layout=layout)
        assert error.value.field == "start_layout"


@pytest.mark.rule("EF-2.6")
def test_options_that_need_others():
    with pytest.raises(InvalidOption):
        make(2, start="rocks_only")
    with pytest.raises(InvalidOption):
        make(2, windfall="starfish")
    with pytest.raises(InvalidOption):
        make(2, windfall="ray_betta", starfish=True)


@pytest.mark.rule("EF-2.6", "EF-8")
def test_the_last_player_places_the_dolphin_beside_a_start_piece():
    game = make(3, dolphin=True, first_player="1")
    state = game.initial_state(2)
    while state.phase == "draft":
        state = game.step(state, game.legal_actions(state)[0])
    assert (state.phase, state.current_player) == ("dolphin", 0)
    menu = game.legal_actions(state)
    assert len(menu) > 5
    for action in menu:
        after = game.step(state, action)
        assert (after.dolphin.x, after.dolphin.y) == (action.x, action.y)
        assert (after.phase, after.current_player) == ("place", 1)
    from boardkit.games.effervescent.model import PlaceDolphin

    for x, y in ((0, 0), (200, 200)):
        with pytest.raises(IllegalAction) as error:
            game.check(state, PlaceDolphin(x, y))
        assert error.value.code == "no-dolphin-spot"


@pytest.mark.rule("EF-2.6", "V21")
def test_everybody_gets_an_eel():
    for hidden in (False, True):
        game = make(3, eels=True, hidden_hand_tiles=hidden)
        state = game.initial_state(2)
        eels = [player.hand[0] for player in state.players]
        assert all(game.tiles[eel].kind == "eel" for eel in eels)
        assert len({*eels, *state.unused_eels}) == 5
        for viewer in (0, 1, 2, None):
            view = game.observe(state, viewer)
            shown = [seat.hand[0] for seat in view.seats]
            assert shown == [eel if not hidden or seat == viewer else None for seat, eel in enumerate(eels)]
            assert (view.unused_eels == (None, None)) == hidden
            dealt = [event.tile for event in names(view, "EelDealt")]
            assert dealt == shown
    assert len({make(3, eels=True).initial_state(seed).players[0].hand for seed in range(9)}) > 2


@pytest.mark.rule("V21")
def test_drafted_tiles_are_open():
    state = drafted(make(3, hidden_hand_tiles=True, eels=True))
    for viewer in (0, None):
        hands = [seat.hand[1:] for seat in state.game.observe(state, viewer).seats]
        assert hands == [player.hand[1:] for player in state.players]


@pytest.mark.rule("V47")
def test_no_tide_costs_points():
    assert all(card.points >= 0 for card in make(2).components.data.tides)


def test_component_sets_of_ones_own():
    import msgspec

    data = msgspec.to_builtins(make(2).components.data)
    fewer = {**data, "drift": data["drift"][:5]}
    game = boardkit.make("effervescent", 2, components={"id": "mine", "data": fewer})
    assert len(game.initial_state(1).deck) == 2
    twice = {**data, "drift": [*data["drift"], data["drift"][0]]}
    with pytest.raises(InvalidComponents) as error:
        boardkit.make("effervescent", 2, components={"id": "mine", "data": twice})
    assert error.value.pointer == "/data/drift"
    bare = {**data, "harmony": [card for card in data["harmony"] if card["background"] != "coral"]}
    with pytest.raises(InvalidComponents):
        boardkit.make("effervescent", 2, components={"id": "mine", "data": bare})
    short = {**data, "tides": data["tides"][:4]}
    with pytest.raises(InvalidComponents):
        boardkit.make("effervescent", 5, components={"id": "mine", "data": short})


def test_stop_is_not_asked_in_the_draft():
    game = make(2)
    with pytest.raises(IllegalAction) as error:
        game.step(game.initial_state(1), Stop())
    assert (error.value.code, error.value.rule) == ("wrong-phase", "EF-2.1.7")
