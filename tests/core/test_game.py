"""Game and TableGame: one object per game, a table of actions, exact types, precise refusals."""

import copy
import gc
import pickle
import weakref

import pytest
from msgspec import Struct

import boardkit
from boardkit import game as game_module
from boardkit.errors import BoardkitError, CannotResample, IllegalAction, InvalidPlayer
from boardkit.game import Menu, action_fault
from boardkit.state import Action, tagger
from tests.toys import Magpie, MagpieAction, Peek, Play

GAME = boardkit.make("magpie", 3)
STATE = GAME.initial_state(1)


# ---- one object per game ---------------------------------------------------------------------------


def test_equal_settings_give_the_same_object():
    assert boardkit.make("magpie") is GAME
    assert boardkit.make("magpie", 3, hand_size=3, peeking=True) is GAME
    assert boardkit.make("magpie", 3, peeking=False) is not GAME
    assert len({GAME, boardkit.make("magpie", 2), boardkit.make("magpie", 2)}) == 2


def test_copies_and_pickles_are_the_same_object():
    assert copy.copy(GAME) is GAME
    assert copy.deepcopy(GAME) is GAME
    assert pickle.loads(pickle.dumps(GAME)) is GAME
    state = pickle.loads(pickle.dumps(STATE))
    assert state == STATE
    assert state.game is GAME


@pytest.fixture
def nothing_made(monkeypatch):
    monkeypatch.setattr(game_module, "_INTERNED", weakref.WeakValueDictionary())
    monkeypatch.setattr(game_module, "_RECENT", {})
    monkeypatch.setattr(game_module, "_RECENT_MAX", 3)


def test_a_pickle_brings_a_game_that_was_not_made_here(nothing_made):
    data = pickle.dumps(boardkit.make("magpie", 4, hand_size=2))
    game_module._RECENT.clear()
    back = pickle.loads(data)
    assert back is boardkit.make("magpie", 4, hand_size=2)


def test_a_game_in_use_stays_the_one_object_however_many_are_made(nothing_made):
    made = [boardkit.make("magpie", 2, hand_size=size) for size in range(1, 6)]
    assert all(boardkit.make("magpie", 2, hand_size=size) is made[size - 1] for size in range(1, 6))
    assert len(game_module._RECENT) == 3
    state = made[0].initial_state(1)
    assert boardkit.from_json(boardkit.to_json(state)).game is made[0]


def test_games_that_nobody_uses_are_let_go(nothing_made):
    for size in range(1, 6):
        boardkit.make("magpie", 3, hand_size=size, peeking=False)
    gc.collect()
    assert len(game_module._INTERNED) == len(game_module._RECENT) == 3


def test_equal_games_play_the_same(nothing_made):
    made = [boardkit.make("magpie", 2, hand_size=1)]
    game_module._INTERNED.clear()
    game_module._RECENT.clear()
    again = boardkit.make("magpie", 2, hand_size=1)
    assert again == made[0]
    assert again is not made[0]
    state = made[0].initial_state(1)
    assert again.step(state, again.legal_actions(state)[0]) == made[0].step(
        state, made[0].legal_actions(state)[0]
    )


def test_a_game_is_frozen():
    with pytest.raises(AttributeError):
        GAME.players = 4
    with pytest.raises(AttributeError):
        GAME.options.hand_size = 4


# ---- two spellings, one implementation -------------------------------------------------------------


def test_the_functions_of_the_package_are_the_methods_of_the_game():
    action = boardkit.legal_actions(STATE)[0]
    view = boardkit.observe(STATE, 0)
    assert boardkit.legal_actions(STATE) == GAME.legal_actions(STATE)
    assert boardkit.check(STATE, action) is None
    assert boardkit.step(STATE, action) == GAME.step(STATE, action) == boardkit.step_unchecked(STATE, action)
    assert view == GAME.observe(STATE, 0)
    assert boardkit.resample(view, 3) == GAME.resample(view, 3)
    assert boardkit.draw(view, "ja") == GAME.draw(view, "ja") == view.game.draw(view, "ja")
    assert view._repr_svg_() == boardkit.draw(view)
    assert boardkit.text(view) == GAME.text(view)
    assert boardkit.describe(GAME, action) == GAME.describe(action)
    assert view.is_terminal is STATE.is_terminal is False


@pytest.mark.parametrize("player", [-1, 3, True, "0", 0.0, 10**30, [0]])
def test_seats_that_there_are_not(player):
    with pytest.raises(InvalidPlayer) as caught:
        boardkit.observe(STATE, player)
    assert caught.value.players == 3


def test_a_spectator_has_no_world_to_think_of():
    with pytest.raises(CannotResample):
        boardkit.resample(boardkit.observe(STATE, None))


def test_a_state_of_another_game_is_not_played():
    other = boardkit.make("magpie", 2).initial_state(1)
    for call in (GAME.check, GAME.step):
        with pytest.raises(BoardkitError, match=r"State is not of this game \(magpie, 3 players\)"):
            call(other, Peek())
    with pytest.raises(BoardkitError, match="is not of this game"):
        GAME.own(None)


# ---- the table -------------------------------------------------------------------------------------


def test_the_table_and_its_index():
    assert GAME.actions == (*map(Play, range(1, 7)), Peek())
    assert [GAME.action_index(action) for action in GAME.actions] == list(range(7))
    with pytest.raises(IllegalAction) as caught:
        GAME.action_index(Play(9))
    assert caught.value.code == "unknown-action"


class Seen(Magpie, frozen=True, dict=True):
    """Notes what reaches the rules."""

    def step_unchecked(self, state, action):
        self.__dict__.setdefault("seen", []).append(action)
        return super().step_unchecked(state, action)


def test_the_rules_get_the_tables_own_instance():
    class OwnMenus(Seen, frozen=True, dict=True):
        def menu(self, state):
            return Menu(tuple(self.actions[self.action_index(a)] for a in super().menu(state).actions))

    for kind in (Seen, OwnMenus):
        game = kind.make(3)
        state = game.initial_state(1)
        action = game.legal_actions(state)[0]
        twin = Play(action.number)
        assert twin is not action
        assert game.step(state, action) == game.step(state, twin)
        assert game.__dict__["seen"][1] is game.actions[game.action_index(action)]
    assert game.__dict__["seen"][0] is game.__dict__["seen"][1]


# ---- refusals --------------------------------------------------------------------------------------


class Stranger(Action, frozen=True, tag=tagger("stranger")):
    number: int = 1


class Cousin(MagpieAction, frozen=True):
    """Has the game's tag and is not in its list."""


class Boolish(int):
    pass


REFUSED = [
    (None, "not-an-action"),
    (42, "not-an-action"),
    ("magpie.peek", "not-an-action"),
    ({"type": "magpie.peek"}, "not-an-action"),
    ([], "not-an-action"),
    (Peek, "not-an-action"),
    (Stranger(), "wrong-game"),
    (Cousin(), "wrong-game"),
    (Play(True), "wrong-type"),
    (Play(1.0), "wrong-type"),
    (Play("1"), "wrong-type"),
    (Play(b"1"), "wrong-type"),
    (Play(None), "wrong-type"),
    (Play([1]), "wrong-type"),
    (Play({1: 2}), "wrong-type"),
    (Play(object()), "wrong-type"),
    (Play(Boolish(1)), "wrong-type"),
    (Play(0), "wrong-type"),
    (Play(10**30), "wrong-type"),
    (Play(7), "unknown-action"),
    (Play(9), "unknown-action"),
]


@pytest.mark.parametrize(("action", "code"), REFUSED, ids=lambda value: repr(value)[:30])
def test_what_no_state_allows(action, code):
    end = STATE
    while not end.is_terminal:
        end = GAME.step(end, GAME.legal_actions(end)[0])
    for state in (STATE, end):
        for call in (GAME.check, GAME.step):
            with pytest.raises(IllegalAction) as caught:
                call(state, action)
            assert caught.value.code == code
            assert caught.value.action is action
            assert caught.value.message


def test_after_the_end_everything_is_too_late():
    state = STATE
    while not state.is_terminal:
        state = GAME.step(state, GAME.legal_actions(state)[0])
    assert GAME.legal_actions(state) == ()
    for action in GAME.actions:
        for call in (GAME.check, GAME.step):
            with pytest.raises(IllegalAction) as caught:
                call(state, action)
            assert caught.value.code == "game-over"


def test_the_game_says_why_the_rules_forbid_an_action():
    missing = next(Play(number) for number in range(1, 7) if number not in STATE.hands[0])
    before = boardkit.to_json(STATE)
    with pytest.raises(IllegalAction) as caught:
        boardkit.step(STATE, missing)
    assert (caught.value.code, caught.value.rule) == ("not-playable", "MP-1")
    assert "MP-1" in str(caught.value)
    assert boardkit.to_json(STATE) == before


def test_a_field_must_have_its_type_and_not_one_that_is_written_like_it():
    class Odd(Action, frozen=True, tag=tagger("odd")):
        word: str = ""
        places: tuple[tuple[int, int], ...] = ()

    class Game(Magpie, frozen=True, dict=True):
        action_types = (Odd,)

    game = Game.make(3)
    assert action_fault(game, Odd("x", ((1, 2), (3, 4)))) is None
    for word, places in (
        (b"x", ()),
        ("x", [(1, 2)]),
        ("x", ([1, 2],)),
        ("x", ((1, True),)),
        ("x", ((1, 2, 3),)),
    ):
        assert action_fault(game, Odd(word, places)).code == "wrong-type"


# ---- what a game that leaves something out gets ----------------------------------------------------


def test_the_plain_text_and_the_plain_lines():
    view = boardkit.observe(STATE, 0)
    lines = boardkit.text(view).splitlines()
    assert lines[:4] == ["player: 0", "current player: 0", "aside: ?", "deck: 8"]
    assert boardkit.describe(GAME, Play(3)) == "Play: number 3"
    assert boardkit.describe(GAME, Peek()) == "Peek"


def test_what_is_not_written_is_not_implemented():
    bare = boardkit.Game("bare", 1, 2, boardkit.Options(), GAME.components)
    calls = [
        lambda: bare.initial_state(1),
        lambda: bare.legal_actions(STATE),
        lambda: bare.check(STATE, Peek()),
        lambda: bare.step_unchecked(STATE, Peek()),
        lambda: bare.observe(STATE, 0),
        lambda: bare.resample(None),
        lambda: bare.permute_hidden(STATE, 0, 1),
        lambda: bare.census(STATE),
        lambda: bare.audit(STATE),
        lambda: bare.pack(STATE),
        lambda: bare.unpack(None),
        lambda: bare.draw(None),
        lambda: bare.max_steps,
    ]
    for call in calls:
        with pytest.raises(NotImplementedError):
            call()
    assert bare.actions is None
    with pytest.raises(IllegalAction, match="bare has no table of actions"):
        bare.action_index(Peek())


def test_values_are_structs_and_frozen():
    for thing in (STATE, boardkit.observe(STATE, 0), Peek(), Play(1)):
        assert isinstance(thing, Struct)
        for name in thing.__struct_fields__:
            with pytest.raises(AttributeError):
                setattr(thing, name, getattr(thing, name))
        assert hash(thing) == hash(copy.deepcopy(thing))
