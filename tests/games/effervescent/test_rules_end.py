"""Rounds, the end of the game and the final scoring (EF-2.4, EF-2.5)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import boardkit
from boardkit.games.effervescent.derived import forget
from boardkit.games.effervescent.harmony import lionfish_points
from boardkit.games.effervescent.turn import Table
from tests.games.effervescent import corpus, naive
from tests.games.effervescent.build import make, names, position

FIRST = ("large-turtle-green", 0, 42, -61, -52, 1)
STACKS = ("small", "medium", "large")


def with_left(numbers, **options):
    """Return a table with so many tiles left of each size, half of them open."""
    game = make(2, **options)
    sets = {}
    for name, number in zip(STACKS, numbers, strict=True):
        tiles = [tile.id for tile in game.tiles.values() if tile.stack == name][:number]
        sets[name] = (tiles[1:], tiles[0] if tiles else None)
    return Table(position(game, hands={0: [], 1: []}, stacks=sets, audited=False, moved=True))


@pytest.mark.rule("EF-2.4.1", "V24", "V25")
@pytest.mark.parametrize(
    ("numbers", "for_all", "for_any"),
    [
        ((2, 2, 2), None, None),
        ((1, 2, 2), None, "tiles"),
        ((1, 1, 2), None, "tiles"),
        ((1, 1, 1), "tiles", "tiles"),
        ((0, 1, 0), "tiles", "tiles"),
    ],
)
def test_the_game_ends_when_tiles_run_low(numbers, for_all, for_any):
    assert with_left(numbers).end_reason() == for_all
    assert with_left(numbers, tile_end="any").end_reason() == for_any


@pytest.mark.rule("V45")
def test_extra_stacks_do_not_count():
    table = with_left((1, 1, 1), starfish=True, ray_betta=True)
    assert len(table.stacks["starfish"].tiles) > 2
    assert table.end_reason() == "tiles"


def last_turn(game, **given):
    """The last player of a round places a tile that meets nothing."""
    given.setdefault("hands", {0: ["small-orca-blue"], 1: ["small-otter-blue"]})
    last = game.players - 1
    return position(
        game,
        pieces=[FIRST],
        current_player=last,
        row=["three-creatures", "own-effervescent", "other-effervescent"],
        moved=True,
        **given,
    )


def finish_turn(state):
    seat = state.current_player
    happened = []
    while state.current_player == seat and not state.is_terminal:
        menu = [
            a
            for a in state.game.legal_actions(state)
            if type(a).__name__ != "PlaceTile" or len(state.game.step(state, a).met) == 0
        ]
        state = state.game.step(state, menu[0])
        happened += state.events
    return state, happened


@pytest.mark.rule("EF-2.4.1", "V26")
def test_an_empty_hideout_ends_the_game_after_the_round():
    """Seat 0's hideout runs out in its turn; seat 1 still plays."""
    tokens = [(0, 120 + 10 * (k % 5), 100 + 10 * (k // 5)) for k in range(14)]
    state = position(
        make(2),
        pieces=[FIRST],
        tokens=tokens,
        hands={0: ["small-orca-blue"], 1: ["small-otter-blue"]},
        row=["different-size", "two-creatures", "three-creatures"],
    )
    action = next(a for a in state.game.legal_actions(state) if len(state.game.step(state, a).met) == 1)
    state = state.game.step(state, action)
    state = state.game.step(state, state.game.legal_actions(state)[0])
    assert state.players[0].hideout == 0
    assert not state.is_terminal
    while not state.is_terminal:
        assert state.round == 1
        if state.current_player == 1:
            state, happened = finish_turn(state)
        else:
            state = state.game.step(state, state.game.legal_actions(state)[0])
    assert names_of(happened, "GameEnded")[0].reason == "hideout"
    assert names_of(happened, "RoundEnded")


def names_of(happened, kind):
    return [event for event in happened if type(event).__name__ == kind]


@pytest.mark.rule("EF-2.4.2")
def test_the_drift_row_moves_on():
    state = last_turn(make(2))
    after, happened = finish_turn(state)
    assert after.row == (state.deck[0], state.row[0], state.row[1])
    assert after.deck == (*state.deck[1:], state.row[2])
    assert after.deck_known == 1
    (moved,) = names_of(happened, "DriftMoved")
    assert (moved.left, moved.entered) == (state.row[2], state.deck[0])
    assert (after.round, after.current_player) == (2, 0)
    assert after.game.observe(after, None).deck_bottom == (state.row[2],)
    middle = position(
        make(2),
        pieces=[FIRST],
        hands={0: ["small-orca-blue"], 1: ["small-otter-blue"]},
        row=["three-creatures", "own-effervescent", "other-effervescent"],
    )
    after, happened = finish_turn(middle)
    assert after.row == middle.row
    assert not names_of(happened, "RoundEnded")


@pytest.mark.rule("EF-2.4.2")
def test_after_fifteen_rounds_the_recycled_cards_come_up():
    state = last_turn(make(2))
    table = Table(state)
    row, deck = list(state.row), list(state.deck)
    for _ in range(20):
        table.moved = True
        assert not table.end_round()
        row, deck = [deck[0], *row[:2]], [*deck[1:], row[2]]
        assert list(table.row) == row
        assert list(table.deck) == deck
    assert table.deck_known == 15


@pytest.mark.rule("V27")
def test_the_wave_stays_or_passes_on():
    after, _ = finish_turn(last_turn(make(3), hands={0: ["small-orca-purple"], 2: ["small-otter-blue"]}))
    assert (after.first, after.current_player) == (0, 0)
    after, happened = finish_turn(
        last_turn(make(3, rotate_first=True), hands={1: ["small-orca-blue"], 2: ["small-otter-blue"]})
    )
    assert (after.first, after.current_player) == (1, 1)
    assert names_of(happened, "WaveTaken")[0].player == 1


def finals(*which):
    for name in which or corpus.GAMES:
        found = corpus.states(name)
        yield found[-2], found[-1]


@pytest.mark.rule("EF-2.5", "V30", "V31", "V41")
@pytest.mark.parametrize("name", sorted(corpus.GAMES))
def test_final_scoring_by_the_tide_cards(name):
    """Everybody keeps what fits, by sets of cells, and scores it; all remove before anybody scores."""
    (before, after), game = next(finals(name)), corpus.record(name).game
    those = [naive.Thing(game, piece) for piece in after.pieces]
    order = [type(event).__name__ for event in after.events]
    removals = [number for number, kind in enumerate(order) if kind == "EffervescentsRemoved"]
    assert max(removals, default=0) < order.index("TideScored")
    ended = order.index("GameEnded")
    assert "HarmonyScored" not in order[ended:]
    taken = {event.player: event for event in names(after, "EffervescentAttached")}
    everything = list(before.tokens)
    everything += [type(before.tokens[0])(event.player, event.x, event.y) for event in taken.values()]
    kept = [token for token in everything if fits(those, token, game.tides[after.players[token.player].tide])]
    assert list(after.tokens) == kept
    for seat in range(game.players):
        stay = sum(token.player == seat for token in kept)
        (scored,) = [event for event in names(after, "TideScored") if event.player == seat]
        assert scored.points == stay * game.tides[after.players[seat].tide].points
        assert after.players[seat].removed == sum(token.player == seat for token in everything) - stay
    assert sum(player.removed for player in after.players) > 0


def fits(those, token, card):
    disc = naive.token_cells(token.x, token.y)
    near = [
        thing
        for thing in those
        if thing.box[0] - 9 <= token.x <= thing.box[2] + 9
        and thing.box[1] - 9 <= token.y <= thing.box[3] + 9
        and naive.touch(disc, thing.body)
    ]
    if card.code == "touching-two-sizes":
        return len({thing.tile.size for thing in near} - {0}) > 1
    if card.code == "touching-animal":
        return any(thing.animal == card.animal for thing in near)
    for thing in near:
        if thing.tile.kind == "octopus":
            if naive.touch(disc, thing.parts[card.colour]):
                return True
        elif card.colour in thing.tile.colours:
            return True
    return False


@pytest.mark.rule("EF-2.5")
def test_the_highest_total_wins_and_ties_share():
    state = corpus.states("base-4")[-1]
    points = (7, 9, 9, 2)
    tied = replace(
        state, players=tuple(replace(p, points=n) for p, n in zip(state.players, points, strict=True))
    )
    assert tied.ranking == (3, 1, 1, 4)
    assert corpus.states("base-4")[-2].ranking is None


@pytest.mark.rule("EF-2.5", "EF-5")
def test_tide_cards_are_revealed_at_the_end():
    state = corpus.states("base-4")[-1]
    view = state.game.observe(state, None)
    assert [seat.tide for seat in view.seats] == [player.tide for player in state.players]
    assert len(names(state, "TideRevealed")) == 4


@pytest.mark.rule("V36")
@pytest.mark.parametrize(
    ("taken", "points"),
    [
        ((5, 2, 0), (3, 2, 0)),
        ((4, 4, 1), (2, 2, 1)),
        ((0, 0, 0), (0, 0, 0)),
        ((1, 0, 0), (1, 0, 0)),
        ((3, 3, 3), (2, 2, 2)),
    ],
)
def test_lionfish_points(taken, points):
    assert lionfish_points(taken) == points


@pytest.mark.rule("V36", "EF-2.6")
def test_lionfish_are_scored_once_at_the_end():
    for name in ("octopus-4", "wreck-3", "rocks-5"):
        before, after = next(finals(name))
        expected = lionfish_points([player.lionfish for player in after.players])
        assert tuple(event.points for event in names(after, "LionfishScored")) == expected
        assert not names(before, "LionfishScored")


@pytest.mark.rule("V46")
def test_points_are_not_bounded_by_the_track():
    state = corpus.states("base-4")[40]
    rich = replace(state, players=tuple(replace(player, points=5_000) for player in state.players))
    forget(rich)
    read = boardkit.from_json(boardkit.to_json(rich))
    assert read.returns == (5_000,) * 4
    action = corpus.record("base-4").actions[40]
    assert min(read.game.step(read, action).returns) >= 5_000


@pytest.mark.rule("EF-8")
@pytest.mark.parametrize("name", sorted(corpus.GAMES))
def test_lengths(name):
    record = corpus.record(name)
    assert len(record.actions) < record.game.max_steps
    placed = sum(type(action).__name__ == "PlaceTile" for action in record.actions)
    assert placed <= 67
