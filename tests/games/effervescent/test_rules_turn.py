"""A turn: placing, attaching, taking (EF-2.2) and what can go wrong in it."""

from __future__ import annotations

from itertools import islice

import pytest
from msgspec.structs import replace

from boardkit.errors import IllegalAction
from boardkit.games.effervescent import placements
from boardkit.games.effervescent.candidates import every_placement
from boardkit.games.effervescent.model import Attach, Pass, PlaceTile, Stop, Swap, Take
from boardkit.games.effervescent.placing import Placing
from boardkit.games.effervescent.poses import pose
from boardkit.games.effervescent.sea import Sea, body_at
from boardkit.games.effervescent.turn import Table, placing_of
from tests.games.effervescent import naive
from tests.games.effervescent.build import drafted, make, names, position

FIRST = ("large-turtle-green", 0, 42, -61, -52, 1)


def refused(state, action):
    with pytest.raises(IllegalAction) as error:
        state.game.step(state, action)
    return error.value


def second(game=None, **given):
    """A position with one tile lying, in which seat 0 places the second."""
    given.setdefault("hands", {0: ["small-orca-blue", "medium-otter-purple"], 1: ["small-otter-blue"]})
    given.setdefault("row", ["three-creatures", "two-animals", "own-effervescent"])
    return position(game or make(2), pieces=[FIRST], **given)


# ---- placing -----------------------------------------------------------------------------------


@pytest.mark.rule("EF-2.2.1", "V3")
def test_the_first_tile_may_touch_the_start_anywhere():
    state = position(make(2), hands={0: ["small-turtle-blue", "small-orca-green"]})
    start = naive.things(state)[0]
    kinds = set()
    for action in state.game.legal_actions(state):
        placed = naive.Thing(state.game, state.game.step(state, action).pieces[-1])
        assert naive.touch(placed.body, start.body)
        kinds.add(naive.touch(placed.parts["tails"], start.parts["heads"]))
    assert kinds == {True, False}


@pytest.mark.rule("V3")
def test_the_first_tile_must_touch_the_start():
    state = position(make(2), hands={0: ["small-turtle-blue"]})
    fault = refused(state, PlaceTile("small-turtle-blue", 0, 0, 150, 150))
    assert (fault.code, fault.rule) == ("no-start-contact", "V3")


@pytest.mark.rule("V3")
def test_option_first_tile_tail_on_head():
    loose = position(make(2), hands={0: ["small-turtle-blue"]})
    strict = position(make(2, first_tile="tail_on_head"), hands={0: ["small-turtle-blue"]})
    start = naive.things(loose)[0]
    tested = 0
    for action in loose.game.legal_actions(loose):
        placed = naive.Thing(loose.game, loose.game.step(loose, action).pieces[-1])
        if naive.touch(placed.parts["tails"], start.parts["heads"]):
            strict.game.step(strict, action)
        else:
            assert refused(strict, action).code == "no-head-contact"
            tested += 1
    assert tested


@pytest.mark.rule("V3", "EF-2.6")
@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        ({"start": "octopus"}, {"octopus"}),
        ({"start": "wreck"}, {"wreck"}),
        ({"start": "rocks_only", "rocks": 2}, {"rock"}),
        ({"start": "base", "rocks": 1}, {"start", "rock"}),
        ({"start": "octopus", "rocks": 1}, {"octopus", "rock"}),
    ],
)
def test_the_first_tile_touches_the_octopus_head_or_a_fish(options, kinds):
    """With any of its cells; arms, rock and wood do not do."""
    state = position(make(2, **options), hands={0: ["small-seahorse-blue"]})
    game = state.game
    those = naive.things(state)
    seen = set()
    for action in islice(every_first(state), 0, None, 41):
        placed = naive.Thing(game, game.step(state, action).pieces[-1])
        touched = {
            thing.tile.kind
            for thing in those
            if naive.touch(placed.body, thing.body if thing.tile.kind == "start" else thing.parts["heads"])
        }
        assert touched
        seen |= touched
    assert seen == kinds
    fault = None
    for x in range(-200, 200, 3):
        action = PlaceTile("small-seahorse-blue", 0, 0, x, 0)
        try:
            game.check(state, action)
        except IllegalAction as error:
            if error.code == "no-start-contact" and error.details:
                fault = error
    if kinds != {"start", "rock"}:
        assert fault is None or {detail.kind for detail in fault.details} == {"piece"}


def every_first(state):
    placing = placing_of(state.game, state.sea, state.pieces, state.gone)
    for posed, x, y in every_placement(placing, "small-seahorse", 6):
        yield PlaceTile("small-seahorse-blue", posed.flip, posed.rotation, x, y)


@pytest.mark.rule("EF-2.2.1")
def test_overlaps_are_named_with_their_cells():
    state = second()
    fault = refused(state, PlaceTile("small-orca-blue", 0, 0, -61, -52))
    assert (fault.code, fault.rule) == ("overlap", "EF-2.2.1")
    (collision,) = fault.details
    assert (collision.kind, collision.index, collision.tile) == ("piece", 1, "large-turtle-green")
    mine = naive.cells(pose("small-orca", 0, 0).body, -61, -52)
    theirs = naive.things(state)[1].body
    assert set(collision.cells) == mine & theirs
    with_token = second(tokens=[(1, 100, 100)])
    fault = refused(with_token, PlaceTile("small-orca-blue", 0, 0, 100, 95))
    assert fault.details[0].kind == "effervescent"


@pytest.mark.rule("EF-2.2.1")
def test_the_tail_must_touch_a_head():
    state = second()
    placing = placing_of(state.game, state.sea, state.pieces, state.gone)
    those = naive.things(state)
    wrong = 0
    for action in islice(contacts_without_head(state, placing), 40):
        fault = refused(state, action)
        assert (fault.code, fault.rule) == ("no-head-contact", "EF-2.2.1")
        placed = naive.Thing(state.game, piece_of(action))
        assert not any(naive.touch(placed.parts["tails"], thing.parts["heads"]) for thing in those)
        assert {detail.index for detail in fault.details} == {
            number for number, thing in enumerate(those) if naive.touch(placed.body, thing.body)
        }
        wrong += 1
    assert wrong == 40


def piece_of(action, player=0):
    from boardkit.games.effervescent.model import Piece

    return Piece(action.tile, action.flip, action.rotation, action.x, action.y, player)


def contacts_without_head(state, placing):
    for rotation in range(0, 72, 7):
        posed = pose("small-orca", 0, rotation)
        for x in range(-140, 60, 5):
            for y in range(-120, 60, 5):
                body = body_at("small-orca", 0, rotation, x, y)
                if (
                    placing.sea.fits(posed, x, y)
                    and not placing.legal(posed, x, y)
                    and placing.sea.contacts(body)
                ):
                    yield PlaceTile("small-orca-blue", 0, rotation, x, y)


@pytest.mark.rule("EF-2.2.1")
def test_flipping_rotating_and_gaps_are_free():
    state = second()
    actions = list(state.game.legal_actions(state))
    assert {action.flip for action in actions} == {0, 1}
    assert len({action.rotation for action in actions}) > 5
    # Tiles that touch nothing but one head leave gaps elsewhere.
    assert any(len(state.game.step(state, action).sea.contacts(body_of(action))) == 1 for action in actions)


def body_of(action):
    shape = action.tile.rpartition("-")[0]
    return body_at(shape, action.flip, action.rotation, action.x, action.y)


@pytest.mark.rule("EF-2.2.1")
def test_only_held_tiles_are_placed():
    state = second()
    fault = refused(state, PlaceTile("small-otter-blue", 0, 0, 0, 0))
    assert (fault.code, fault.rule) == ("tile-not-held", "EF-2.2.1")


@pytest.mark.rule("EF-6")
def test_tiles_keep_away_from_the_border():
    state = second()
    for x, y in ((-510, 0), (505, 0), (0, 500), (0, -500)):
        fault = refused(state, PlaceTile("small-orca-blue", 0, 0, x, y))
        assert (fault.code, fault.rule) == ("off-board", "EF-6")


@pytest.mark.rule("V4")
def test_several_tails_may_touch_one_head():
    state = second(hands={0: ["small-seahorse-blue"], 1: ["small-seahorse-green"]})
    placed = 0
    for action in placements(state, head=1, distinct=False, rotation_step=9):
        after = state.game.step(state, action)
        while after.phase != "place":
            after = after.game.step(after, after.game.legal_actions(after)[0])
        other = next(iter(placements(after, tiles=("small-seahorse-green",), head=1, distinct=False)), None)
        if other is not None:
            both = naive.things(after.game.step(after, other))
            head = both[1].parts["heads"]
            assert naive.touch(both[2].parts["tails"], head)
            assert naive.touch(both[3].parts["tails"], head)
            placed += 1
            break
    assert placed


@pytest.mark.rule("V5")
def test_a_tail_at_its_own_head_does_not_count():
    game = make(2, starfish=True)
    state = position(game, pieces=[FIRST], hands={0: ["starfish-yellow-green"]})
    assert refused(state, PlaceTile("starfish-yellow-green", 0, 0, 200, 200)).code == "no-head-contact"


@pytest.mark.rule("V6")
def test_the_base_start_tile_is_no_tile_for_drift_cards():
    row = ["two-creatures", "different-size", "head-on-side"]
    state = position(make(2), hands={0: ["small-orca-blue"]}, row=row)
    for action in state.game.legal_actions(state):
        assert state.game.step(state, action).met == ()
    for name in ("two-colours", "two-animals", "tail-on-stranger"):
        state = position(make(2), hands={0: ["small-orca-blue"]}, row=[name, *row[1:]])
        assert all(state.game.step(state, action).met == () for action in state.game.legal_actions(state))


@pytest.mark.rule("V32")
def test_nothing_that_lies_moves():
    from tests.games.effervescent import corpus

    for before, _, after in corpus.steps("base-4"):
        assert after.pieces[: len(before.pieces)] == before.pieces
        if after.phase != "end":
            assert after.tokens[: len(before.tokens)] == before.tokens


# ---- attaching ---------------------------------------------------------------------------------


def attaching(game=None, **given):
    """A position in which seat 0 has just placed a tile that meets two cards."""
    row = ["different-size", "turtle-or-purple", "three-creatures"]
    state = second(game, row=row, **given)
    for action in state.game.legal_actions(state):
        after = state.game.step(state, action)
        if after.due == 2:
            return after
    raise AssertionError("no placement meets two cards")


@pytest.mark.rule("EF-2.2.2")
def test_one_effervescent_for_each_card_met():
    state = attaching()
    assert (state.phase, state.due, len(state.met)) == ("attach", 2, 2)
    after = state.game.step(state, state.game.legal_actions(state)[0])
    assert (after.phase, after.due, after.players[0].hideout) == ("attach", 1, 14)
    after = state.game.step(after, state.game.legal_actions(after)[0])
    assert (after.phase, after.players[0].hideout, len(after.tokens)) == ("take", 13, 2)


@pytest.mark.rule("EF-2.2.2")
def test_it_must_touch_the_placed_tile_and_overlap_nothing():
    state = attaching()
    placed, body = naive.things(state)[-1], state.sea.bodies[-1]
    others = [thing.body for thing in naive.things(state)]
    legal = illegal = 0
    for x in range(body.left - 9, body.right + 10, 3):
        for y in range(body.top - 9, body.bottom + 10, 3):
            disc = naive.token_cells(x, y)
            good = naive.touch(disc, placed.body) and not any(disc & other for other in others)
            if good:
                legal += 1
                state.game.check(state, Attach(x, y))
            else:
                illegal += 1
                fault = refused(state, Attach(x, y))
                assert fault.rule == "EF-2.2.2"
                assert fault.code == ("overlap" if naive.touch(disc, placed.body) else "not-touching")
    assert legal > 20
    assert illegal > 20


@pytest.mark.rule("EF-2.2.2")
def test_the_offered_spots_lie_apart_and_all_around():
    state = attaching()
    menu = state.game.legal_actions(state)
    assert len(menu) > 8
    for number, one in enumerate(menu):
        assert all((one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= 81 for other in menu[:number])


@pytest.mark.rule("V8")
def test_attaching_is_compulsory_unless_the_option_says_otherwise():
    state = attaching()
    fault = refused(state, Stop())
    assert (fault.code, fault.rule) == ("must-attach", "V8")
    assert Stop() not in state.game.legal_actions(state)
    free = attaching(make(2, attach_optional=True))
    assert free.game.legal_actions(free)[-1] == Stop()
    after = free.game.step(free, Stop())
    assert (after.phase, after.players[0].hideout) == ("take", 15)
    (ended,) = names(after, "AttachingEnded")
    assert (ended.left, ended.reason) == (2, "stopped")


@pytest.mark.rule("V9")
def test_without_a_free_spot_the_effervescent_stays():
    """The water around the place of the next tile is full of effervescents."""
    game = make(3)
    state = second(
        game, hands={0: ["small-turtle-blue"]}, row=["own-effervescent", "other-effervescent", "two-colours"]
    )
    action = next(one for one in game.legal_actions(state) if len(state.sea.contacts(body_of(one))) == 1)
    sea = state.sea.with_body(body_of(action))
    tokens = []
    while True:
        spots = sea.spots(sea.bodies[-1]).cells()
        if not spots:
            break
        if len(tokens) > 48:
            raise AssertionError("too many")
        sea = sea.with_token(*spots[0])
        tokens.append((len(tokens) % 3, *spots[0]))
    crowded = second(
        game, hands={0: ["small-turtle-blue"]}, row=list(state.row), tokens=tokens, audited=False
    )
    crowded = replace(
        crowded,
        players=tuple(
            replace(player, hideout=max(1, player.hideout), spares=2) for player in crowded.players
        ),
    )
    after = game.step(crowded, action)
    assert len(after.met) == 2
    (ended,) = names(after, "AttachingEnded")
    assert (ended.left, ended.reason) == (2, "no-spot")
    assert after.phase == "take"
    assert after.players[0].hideout == crowded.players[0].hideout


@pytest.mark.rule("V11")
def test_conditions_are_judged_when_the_tile_lands():
    """The effervescent attached first would meet `own-effervescent`, but comes too late."""
    state = second(row=["own-effervescent", "different-size", "turtle-or-purple"])
    action = next(one for one in state.game.legal_actions(state) if len(state.game.step(state, one).met) == 2)
    after = state.game.step(state, action)
    assert "own-effervescent" not in after.met
    after = after.game.step(after, after.game.legal_actions(after)[0])
    assert "own-effervescent" not in after.met
    assert after.due == 1


@pytest.mark.rule("V12", "X8", "EF-2.2.2")
def test_spares_are_used_when_the_hideout_runs_out_and_then_nothing_is_left():
    state = attaching()
    rich = replace(state, players=(replace(state.players[0], hideout=1), *state.players[1:]))
    after = rich.game.step(rich, rich.game.legal_actions(rich)[0])
    assert (after.players[0].hideout, after.players[0].spares) == (0, 2)
    assert not names(after, "EffervescentAttached")[0].spare
    after = after.game.step(after, after.game.legal_actions(after)[0])
    assert (after.players[0].hideout, after.players[0].spares) == (0, 1)
    assert names(after, "EffervescentAttached")[0].spare
    poor = replace(state, players=(replace(state.players[0], hideout=0, spares=1), *state.players[1:]))
    after = poor.game.step(poor, poor.game.legal_actions(poor)[0])
    (ended,) = names(after, "AttachingEnded")
    assert (ended.left, ended.reason) == (1, "none-left")
    assert after.phase == "take"


# ---- taking ------------------------------------------------------------------------------------


def taking(**given):
    state = attaching(**given)
    while state.phase == "attach":
        state = state.game.step(state, state.game.legal_actions(state)[0])
    assert state.phase == "take"
    return state


@pytest.mark.rule("EF-2.2.4", "V20")
def test_a_stack_top_or_a_display_tile():
    state = taking()
    game = state.game
    assert [action.source for action in game.legal_actions(state)] == [
        f"{size}-{place}" for size in ("small", "medium", "large") for place in ("stack", "display")
    ]
    for action in game.legal_actions(state):
        size, _, place = action.source.partition("-")
        before = next(stack for stack in state.stacks if stack.name == size)
        after = game.step(state, action)
        stack = next(stack for stack in after.stacks if stack.name == size)
        if place == "stack":
            assert after.players[0].hand[-1] == before.tiles[0]
            assert (stack.tiles, stack.display) == (before.tiles[1:], before.display)
        else:
            assert after.players[0].hand[-1] == before.display
            assert (stack.tiles, stack.display) == (before.tiles[1:], before.tiles[0])
        assert game.observe(after, None).stacks[0].top == after.stacks[0].tiles[0]


@pytest.mark.rule("V22")
def test_a_display_place_stays_empty_when_its_stack_is():
    state = taking(
        hands={0: ["small-orca-blue", "medium-otter-purple"], 1: ["small-otter-blue"]},
        stacks={"small": ([], "small-orca-yellow")},
    )
    after = state.game.step(state, Take("small-display"))
    assert after.stacks[0].display is None
    assert not names(after, "DisplayRefilled")
    fault = refused(state, Take("small-stack"))
    assert (fault.code, fault.rule) == ("nothing-there", "EF-2.2.4")


EMPTY = {name: ([], None) for name in ("small", "medium", "large")}


@pytest.mark.rule("V23")
def test_nothing_to_take_and_nobody_without_tiles_is_asked():
    """Seat 1 holds nothing, and no open tile is left for seat 0."""
    game = make(3, tile_end="all")
    state = position(
        game,
        pieces=[FIRST],
        hands={0: ["small-orca-blue", "medium-otter-purple"]},
        stacks={"small": ([], None), "medium": ([], None), "large": ([], None)},
        row=["three-creatures", "own-effervescent", "other-effervescent"],
    )
    assert not state.players[1].hand
    after = game.step(state, game.legal_actions(state)[0])
    assert (after.phase, after.current_player) == ("place", 2)
    (skipped,) = names(after, "TurnSkipped")
    assert (skipped.player, skipped.reason) == (1, "no-tile")


# ---- no legal placement ------------------------------------------------------------------------


def blocked(**given):
    """A rock alone whose fish is surrounded by effervescents, so that no tile can touch it."""
    options = given.pop("options", {})
    players = given.pop("players", 2)
    game = make(players, start_layout="rock-0@0,0,0,0", **options)
    sea = Sea((body_at("rock-0", 0, 0, 0, 0),), (), None)
    tokens = []
    fish = body_at("rock-0", 0, 0, 0, 0).lay(pose("rock-0", 0, 0).heads).cells()
    near = sorted(
        (min((x - a) ** 2 + (y - b) ** 2 for a, b in fish), y, x)
        for x in range(-60, 61)
        for y in range(-60, 61)
        if sea.spot_free(x, y)
    )
    for distance, y, x in near:
        if distance < 300 and sea.spot_free(x, y):
            sea = sea.with_token(x, y)
            tokens.append((len(tokens) % players, x, y))
    assert len(tokens) <= 15 * players
    return position(game, tokens=tokens, audited=False, **given)


def begun(state):
    table = Table(state)
    table.begin_turn(state.current_player)
    return table.freeze()


@pytest.mark.rule("V7")
def test_without_a_legal_placement_a_tile_is_swapped():
    state = begun(blocked(hands={0: ["small-orca-blue", "large-turtle-green"], 1: ["small-otter-blue"]}))
    game = state.game
    assert state.phase == "swap"
    game.audit(state)
    assert names(state, "TilesShown")[0].tiles == ("small-orca-blue", "large-turtle-green")
    assert len(game.legal_actions(state)) == 12
    display = state.stacks[1].display
    after = game.step(state, Swap("small-orca-blue", "medium-display"))
    assert after.players[0].hand == ("large-turtle-green", display)
    small, medium = after.stacks[:2]
    assert small.tiles[-1] == "small-orca-blue"
    assert small.known == 1
    assert medium.display == state.stacks[1].tiles[0]
    assert (after.phase, after.current_player) == ("swap", 1)
    view = game.observe(after, 1)
    assert view.stacks[0].bottom == ("small-orca-blue",)
    fault = refused(state, PlaceTile("small-orca-blue", 0, 0, 0, 0))
    assert (fault.code, fault.rule) == ("wrong-phase", "V7")
    assert refused(state, Swap("small-otter-blue", "medium-display")).code == "tile-not-held"


@pytest.mark.rule("V7")
def test_a_round_in_which_everybody_skips_ends_the_game():
    state = begun(blocked(hands={0: ["small-orca-blue"], 1: ["small-otter-blue"]}))
    game = state.game
    state = game.step(state, game.legal_actions(state)[0])
    assert state.phase == "swap"
    state = game.step(state, game.legal_actions(state)[0])
    assert state.is_terminal
    assert names(state, "GameEnded")[0].reason == "no-placement"


@pytest.mark.rule("V7")
def test_with_nothing_open_the_turn_is_skipped():
    state = begun(blocked(hands={0: ["small-orca-blue"]}, stacks=EMPTY, players=3, current_player=0, round=1))
    assert names(state, "TurnSkipped")[0].reason == "no-placement"


@pytest.mark.rule("V7", "V43")
def test_an_eel_cannot_be_swapped():
    options = {"eels": True, "hidden_hand_tiles": True}
    state = begun(blocked(options=options, hands={0: ["eel-blue", "small-orca-blue"], 1: ["eel-green"]}))
    game = state.game
    assert state.phase == "swap"
    assert not state.players[0].eel_hidden
    assert game.observe(state, 1).seats[0].hand == ("eel-blue", "small-orca-blue")
    fault = refused(state, Swap("eel-blue", "small-stack"))
    assert (fault.code, fault.rule) == ("eel-stays", "V7")
    after = game.step(state, Swap("small-orca-blue", "small-stack"))
    # Seat 1 holds nothing but an eel: it cannot be placed, there is nothing to swap.
    skipped = names(after, "TurnSkipped")
    assert (skipped[0].player, skipped[0].reason) == (1, "no-placement")


@pytest.mark.rule("V43")
def test_an_eel_alone_may_be_played():
    game = make(2, eels=True)
    state = position(game, pieces=[FIRST], hands={0: ["eel-blue"], 1: ["eel-green"]})
    menu = game.legal_actions(state)
    assert menu
    after = game.step(state, menu[0])
    assert after.players[0].hand == ()


# ---- lists -------------------------------------------------------------------------------------


@pytest.mark.rule("EF-6")
def test_the_list_has_one_placement_for_each_set_of_touched_pieces():
    from tests.games.effervescent import corpus

    state = next(before for before, _, _ in corpus.placements("base-4") if len(before.pieces) == 16)
    menu = state.game.legal_actions(state)
    sets = set()
    for action in menu:
        touched = (action.tile, state.sea.contacts(body_of(action)))
        assert touched not in sets
        sets.add(touched)
        state.game.check(state, action)
    assert len(menu) > 15
    assert sum(len(touched) > 1 for _, touched in sets) > 6


@pytest.mark.rule("EF-6")
def test_finer_lists():
    state = second()
    coarse = len(state.game.legal_actions(state))
    fine = list(placements(state, rotation_step=1, tiles=("small-orca-blue",)))
    assert {action.tile for action in fine} == {"small-orca-blue"}
    assert any(action.rotation % 3 for action in fine)
    assert list(placements(state, tiles=("large-orca-blue",))) == []
    some = list(islice(placements(state, distinct=False), 50))
    assert len(some) == 50
    for action in (*fine, *some):
        state.game.check(state, action)
    for action in islice(placements(state, head=1), 20):
        placed = naive.Thing(state.game, piece_of(action))
        assert naive.touch(placed.parts["tails"], naive.things(state)[1].parts["heads"])
    assert coarse > 0
    assert list(placements(drafted(make(2)).game.initial_state(1))) == []


def test_pass_belongs_to_the_windfall():
    assert refused(taking(), Pass()).code == "wrong-phase"


def test_an_unknown_position_of_a_head_layer_is_not_kept():
    state = second()
    assert Placing(state.sea, (), False, True).targets is state.sea.heads
