"""The suite finds what it is for: every planted fault is caught, by the check that is named for it."""

import pickle
import re

import pytest

import boardkit
from boardkit import codec, registry, testing
from boardkit.testing import ConformanceError, check_game
from tests.core import faults
from tests.toys import Magpie


@pytest.fixture
def instead(monkeypatch):
    """Let a broken game stand in the registry in the toy's place, as if it were the only game of that name."""

    def put(cls):
        monkeypatch.setitem(registry._registered, "magpie", cls)
        codec._codec_of_tag.cache_clear()
        return cls

    yield put
    faults.WORLDS.clear()
    codec._codec_of_tag.cache_clear()


FAULTS = [
    (faults.LeaksInView, "secrecy.view"),
    (faults.LeaksInEvent, "secrecy.events"),
    (faults.LeaksInOrder, "secrecy.legal-actions"),
    (faults.LeaksInLegalActions, "secrecy.legal-actions"),
    (faults.LeaksInRefusal, "secrecy.refusal"),
    (faults.AsksHolders, "secrecy.asked"),
    (faults.LeaksInDrawing, "secrecy.draw"),
    (faults.LeaksInText, "secrecy.text"),
    (faults.MutatesState, "immutability"),
    (faults.MutatesWhenObserved, "immutability"),
    (faults.KeepsLists, "fields"),
    (faults.ResamplesTruth, "resample.variety"),
    (faults.ResamplesLastLook, "resample.reproducible"),
    (faults.ResamplesByObject, "resample.pure"),
    (faults.ResamplesOneWorld, "resample.variety"),
    (faults.ResamplesTheSeed, "resample.seed"),
    (faults.ResamplesStuck, "resample.stuck"),
    (faults.ResamplesAtRandom, "resample.reproducible"),
    (faults.ResamplesAnotherView, "resample.view"),
    (faults.HashSeedMatters, "determinism.hash-seed"),
    (faults.HashSeedMattersInResample, "determinism.hash-seed"),
    (faults.StaleMemo, "determinism.replay"),
    (faults.LosesCard, "conservation.census"),
    (faults.AuditIsTooStrict, "conservation.audit"),
    (faults.WrongDeltas, "events.deltas"),
    (faults.RedactedDeltas, "events.redaction"),
    (faults.DropsEvents, "events.redaction"),
    (faults.UnstableJson, "json.state"),
    (faults.ForgetsInJson, "json.state"),
    (faults.TrustsStates, "forged.state"),
    (faults.TrustsViews, "forged.view"),
    (faults.CrashesOnWords, "forged.state"),
    (faults.Endless, "length"),
    (faults.RefusesLegal, "legality.accepted"),
    (faults.AcceptsIllegal, "legality.refused"),
    (faults.AcceptsBool, "legality.junk"),
    (faults.CrashesOnJunk, "legality.junk"),
    (faults.WrongCode, "legality.over"),
    (faults.OffersTwice, "legality.menu"),
    (faults.UncheckedDiffers, "step"),
    (faults.WrongRanks, "ranking"),
    (faults.PermutesTooMuch, "secrecy.view"),
    (faults.PermutesNothing, "secrecy.permute"),
    (faults.PermutesIntoNothing, "secrecy.permute"),
    (faults.WorldsFromSpectators, "resample.spectator"),
    (faults.SeatsFromTheEnd, "arguments"),
]


@pytest.mark.parametrize(("broken", "check"), FAULTS, ids=[cls.__name__ for cls, _ in FAULTS])
def test_each_planted_fault_is_caught_and_named(instead, broken, check):
    game = instead(broken).make(3)
    with pytest.raises(ConformanceError) as caught:
        check_game(game, episodes=6, seed=3, processes=check == "determinism.hash-seed")
    assert caught.value.check == check
    assert f"[{check}] magpie" in str(caught.value)


def test_every_fault_of_the_module_is_in_the_table():
    written = {
        thing for thing in vars(faults).values() if isinstance(thing, type) and issubclass(thing, Magpie)
    }
    assert written - {Magpie} == {cls for cls, _ in FAULTS}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_unbroken_toy_passes(players):
    report = check_game(boardkit.make("magpie", players), episodes=6, seed=players)
    assert report.episodes == 6
    assert report.players == players
    assert report.steps >= report.longest > 0
    assert not report.skipped


@pytest.mark.parametrize("options", [{"peeking": False}, {"hand_size": 1}, {"hand_size": 5}])
def test_the_unbroken_toy_passes_with_its_options(options):
    check_game(boardkit.make("magpie", 3, **options), episodes=3, seed=1, processes=False)


def test_a_component_set_of_ones_own_passes_and_reaches_other_processes():
    game = boardkit.make("magpie", 2, components={"id": "tiny", "data": {"numbers": 2, "copies": 5}})
    report = check_game(game, episodes=3, seed=1)
    assert report.checks["determinism.hash-seed"] > 0


def test_every_check_that_is_documented_runs_on_the_toy():
    report = check_game(boardkit.make("magpie", 3), episodes=2, seed=1)
    terms = [line for line in testing.__doc__.splitlines() if line.startswith("``")]
    documented = {name for term in terms for name in re.findall(r"``([^`]+)``", term)}
    assert documented == set(report.checks)


def test_a_game_that_others_cannot_import_is_checked_but_for_that(instead):
    class Local(Magpie, frozen=True, dict=True):
        pass

    report = check_game(instead(Local).make(2), episodes=1, seed=1)
    assert set(report.skipped) == {"copies", "determinism.hash-seed"}
    assert "cannot be imported" in str(report)


def test_the_same_seed_checks_the_same_games():
    game = boardkit.make("magpie", 3)
    one, two = (check_game(game, episodes=2, seed=9, processes=False) for _ in range(2))
    assert one == two
    assert check_game(game, episodes=2, seed=10, processes=False) != one


def test_a_fault_tells_where_it_is(instead):
    game = instead(faults.LosesCard).make(3)
    with pytest.raises(ConformanceError) as caught:
        check_game(game, episodes=1, seed=3)
    error = caught.value
    assert isinstance(error, AssertionError)
    assert (error.game, error.episode, error.player) == ("magpie", 0, None)
    assert error.step >= 1
    assert f"episode 0, step {error.step}" in str(error)
    assert "components came or went" in error.detail
    twin = pickle.loads(pickle.dumps(error))
    assert (str(twin), twin.check) == (str(error), error.check)


def test_a_taken_name_is_a_fault():
    with pytest.raises(ConformanceError) as caught:
        check_game(faults.LosesCard.make(3), episodes=1)
    assert caught.value.check == "registration"
