"""Finding games: boardkit's own, registered ones, and those of other distributions."""

import subprocess
import sys
import textwrap
import warnings
from pathlib import Path

import pytest

import boardkit
from boardkit import registry
from boardkit.errors import DecodeError, RegistrationError, UnknownGame
from boardkit.info import GameInfo
from boardkit.state import tagger
from tests.toys import Magpie, MagpieAction, Peek, Play

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch):
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    monkeypatch.setattr(registry, "_tags", dict(registry._tags))


def named(name, base=Magpie, **attributes):
    info = GameInfo(name, boardkit.Title(name, name), 2, 4, 3)
    return type(
        "Other", (base,), {"__module__": __name__, "info": info, **attributes}, frozen=True, dict=True
    )


class CrowAction(boardkit.Action, frozen=True, tag=tagger("crow")): ...


class Caw(CrowAction, frozen=True): ...


class Fly(CrowAction, frozen=True): ...


class FlyAgain(CrowAction, frozen=True, tag="crow.fly"): ...


def test_registering_twice_is_harmless_and_works_as_a_decorator():
    assert boardkit.register(Magpie) is Magpie
    assert registry.find("magpie") is Magpie
    assert "magpie" in registry.names()


def test_a_name_is_taken_once():
    with pytest.raises(RegistrationError, match="already a game named magpie"):
        boardkit.register(named("magpie"))


def test_nobody_takes_the_name_of_a_game_of_the_library(monkeypatch):
    monkeypatch.setattr(registry, "_builtin", lambda: {"crow": "boardkit.games.crow"})
    with pytest.raises(RegistrationError, match="already a game named crow"):
        boardkit.register(named("crow", action_types=(Caw,), event_types=()))


def test_tags_begin_with_the_name_and_are_given_once():
    with pytest.raises(RegistrationError, match=r"tag magpie\.play does not begin with 'crow\.'"):
        boardkit.register(named("crow", action_types=(Play,), event_types=()))
    with pytest.raises(RegistrationError, match=r"two classes with one tag: .*crow\.fly"):
        boardkit.register(named("crow", action_types=(Fly, FlyAgain), event_types=()))
    boardkit.register(named("crow", action_types=(Caw, Fly), event_types=()))
    assert registry.find("crow").action_types == (Caw, Fly)


def test_a_refused_game_leaves_nothing_behind():
    before = dict(registry._registered), dict(registry._tags)
    with pytest.raises(RegistrationError):
        boardkit.register(named("crow", action_types=(Fly, FlyAgain), event_types=()))
    assert (registry._registered, registry._tags) == before


@pytest.mark.parametrize(
    "name", ["chess", "", "Magpie", "magpie ", "../magpie", "x" * 10**5, None, 3, ["magpie"]]
)
def test_unknown_names(name):
    with pytest.raises(UnknownGame) as caught:
        boardkit.make(name)
    assert "magpie" in caught.value.known
    assert "magpie" in str(caught.value)


def test_tags_are_kebab_case():
    assert [cls.__struct_config__.tag for cls in (Play, Peek)] == ["magpie.play", "magpie.peek"]
    assert tagger("a-game")("LayMountain") == "a-game.lay-mountain"
    assert tagger("a-game")("V7Swap") == "a-game.v7-swap"
    assert MagpieAction.__struct_config__.tag_field == "type"


def test_the_games_of_the_library_are_listed_without_importing_any():
    code = """
        import sys, boardkit
        from boardkit import registry
        assert all(registry.is_builtin(name) for name in registry.names())
        print(sorted(name for name in sys.modules if name.startswith("boardkit.games.")))
        for name in registry.names():
            assert boardkit.games()[name].name == name
    """
    assert python(code).strip() == "[]"


# ---- other distributions ---------------------------------------------------------------------------

OUTSIDE = """
    import boardkit
    from boardkit.info import GameInfo
    from boardkit.state import tagger
    from tests import toys

    class JayAction(boardkit.Action, frozen=True, tag=tagger("jay")): ...
    class Play(JayAction, frozen=True):
        number: toys.Number
    class Peek(JayAction, frozen=True): ...

    class Jay(toys.Magpie, frozen=True, dict=True):
        info = GameInfo("jay", boardkit.Title("Jay", "カケス"), 2, 4, 2)
        action_types = (Play, Peek)
        event_types = ()
"""


def python(code, *path):
    command = [sys.executable, "-W", "always", "-c", textwrap.dedent(code)]
    environment = {"PYTHONPATH": ":".join(map(str, (*path, ROOT))), "PATH": ""}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd="/", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def outside(tmp_path):
    """Make a directory on ``sys.path`` with a distribution that offers games by entry points."""
    (tmp_path / "jay_game.py").write_text(textwrap.dedent(OUTSIDE), encoding="utf-8")
    (tmp_path / "broken_game.py").write_text("raise RuntimeError('no luck')", encoding="utf-8")
    info = tmp_path / "outside-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outside\nVersion: 1.0\n", encoding="utf-8")
    points = "[boardkit.games]\njay = jay_game:Jay\nbroken = broken_game:Game\nnone = jay_game:nothing\n"
    points += "thing = jay_game:Play\nrook = jay_game:Jay\n"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    return tmp_path


def test_another_distribution_offers_a_game(outside):
    code = """
        import boardkit, sys
        from boardkit import registry
        assert "jay" in registry.names() and "jay_game" not in sys.modules
        game = boardkit.make("jay")
        assert boardkit.make("jay", 2) is game and type(game).__module__ == "jay_game"
        assert not registry.is_builtin("jay")
        state = game.initial_state(1)
        assert boardkit.from_json(boardkit.to_json(state)) == state
        print(boardkit.to_builtins(state)["type"])
    """
    assert python(code, outside).strip() == "jay.state"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("broken", "cannot be loaded: no luck"),
        ("none", "cannot be loaded"),
        ("thing", "is no Game subclass of that name"),
        ("rook", "is no Game subclass of that name"),
    ],
)
def test_a_distribution_whose_game_does_not_load(outside, monkeypatch, name, text):
    monkeypatch.syspath_prepend(outside)
    with pytest.raises(RegistrationError, match=text):
        boardkit.make(name)
    with pytest.raises(DecodeError, match=text):
        boardkit.from_json(f'{{"type":"{name}.state"}}')
    sys.modules.pop("jay_game", None)


def test_games_leaves_out_what_does_not_load_with_a_warning(outside):
    code = """
        import warnings, boardkit
        with warnings.catch_warnings(record=True) as caught:
            found = boardkit.games()
        assert "jay" in found and not {"broken", "none", "thing", "rook"} & set(found)
        print(*sorted(str(warning.message).split()[1] for warning in caught))
    """
    assert python(code, outside).split() == ["broken", "none", "rook", "thing"]


def test_games_maps_names_to_descriptions():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = boardkit.games()
    assert list(found) == sorted(found)
    assert found["magpie"].title.en == "Magpie"
