"""The benchmarks measure what they say; how fast anything is, is nobody's business here."""

import re

import pytest

import boardkit
from tests.benchmarks import playouts, report, values
from tests.benchmarks.__main__ import main
from tests.benchmarks.timing import Measurement, Sample, ratio, run_in_turns
from tests.toys import Magpie

GAME = Magpie.make(3)


def made(rates: list[float], subject: str = "a", what: str = "b") -> Measurement:
    samples = [Sample(1.0, {"steps": rate, "decisions": rate // 2, "calls": rate}) for rate in rates]
    return Measurement(subject, what, lambda number: samples[number], samples)


class TestTiming:
    def test_medians_are_taken_of_the_rounds(self):
        measurement = made([100, 900, 200])
        assert measurement.rate("steps") == 200
        assert measurement.rate("decisions") == 100
        assert measurement.microseconds() == 1e6 / 200

    def test_a_ratio_is_of_the_same_round(self):
        """A machine that gets slower by half in the middle changes no ratio."""
        assert ratio(made([100, 100, 50, 50]), made([200, 200, 100, 100]), "steps") == 0.5

    def test_everything_runs_once_a_round_in_turns_after_a_warm_up(self):
        order = []

        def recorder(name):
            def run(number):
                order.append((name, number))
                return Sample(1.0, {"calls": 1})

            return Measurement(name, "x", run)

        measurements = [recorder(name) for name in "abc"]
        run_in_turns(measurements, 3)
        assert order[:3] == [("a", 0), ("b", 0), ("c", 0)]
        assert sorted(order[3:]) == [(name, number) for name in "abc" for number in (1, 2, 3)]
        assert len({order[3 + 3 * n][0] for n in range(3)}) == 3
        assert [len(each.samples) for each in measurements] == [3, 3, 3]


class TestPlayouts:
    @pytest.mark.parametrize("what", [playouts.AS_USED, playouts.METHODS, playouts.UNCHECKED])
    def test_ours_count_every_step(self, what, monkeypatch):
        steps = []
        unchecked = Magpie.step_unchecked
        monkeypatch.setattr(
            Magpie,
            "step_unchecked",
            lambda game, state, action: steps.append(1) or unchecked(game, state, action),
        )
        (measurement,) = [m for m in playouts.boardkit_playouts("magpie", 0.001) if m.what == what]
        sample = measurement.run(1)
        assert sample.counts == {"steps": len(steps), "decisions": len(steps)}
        assert sample.seconds >= 0.001

    def test_the_three_ways_play_the_same_games(self):
        samples = [each.run(3) for each in playouts.boardkit_playouts("magpie", 1e-9)]
        assert len({sample.counts["steps"] for sample in samples}) == 1

    def test_games_are_measured_at_four_players_or_as_many_as_there_may_be(self):
        for name, description in boardkit.games().items():
            assert playouts.usual_game(name).players == min(4, description.max_players)

    def test_openspiel_counts_chance_steps_apart(self):
        pytest.importorskip("pyspiel")
        measurements = playouts.openspiel_playouts(1e-9)
        assert [(m.subject, m.what) for m in measurements] == [
            (playouts.HEARTS, playouts.BY_CHILD),
            (playouts.HEARTS, playouts.IN_PLACE),
            (playouts.GIN_RUMMY, playouts.BY_CHILD),
            (playouts.GIN_RUMMY, playouts.IN_PLACE),
        ]
        for hearts in measurements[:2]:
            counts = hearts.run(1).counts
            assert counts["decisions"] in {52, 52 + 12}  # one way of passing is not to pass
            assert counts["steps"] == counts["decisions"] + 53
        for gin_rummy in measurements[2:]:
            counts = gin_rummy.run(1).counts
            assert 0 < counts["decisions"] < counts["steps"]

    def test_rlcard_joins_in_where_it_is_installed(self):
        pytest.importorskip("rlcard")
        for measurement in playouts.rlcard_playouts(1e-9):
            counts = measurement.run(1).counts
            assert counts["decisions"] == counts["steps"] > 0


class TestValues:
    def test_states_are_spread_and_somebody_is_asked(self):
        states = values.sample_states(GAME, 40, 1)
        assert len(states) == 40
        assert all(state.current_player is not None for state in states)
        assert len({state.seed for state in states}) >= 10
        assert states != values.sample_states(GAME, 40, 2)

    def test_every_operation_is_called_once_a_state(self):
        for measurement in values.operations(GAME, 20):
            sample = measurement.run(1)
            assert sample.counts == {"calls": 20}
            assert sample.seconds > 0

    def test_quarters_divide_a_game_without_rest(self):
        quarters = values.steps_by_quarter(GAME, 3)
        steps = sum(len(values.history(GAME, 1_000 + seed)) - 1 for seed in range(3))
        assert sum(each.run(1).counts["calls"] for each in quarters) == steps

    def test_memory_is_that_of_what_is_kept(self):
        kept = values.kept_bytes(GAME, 3)
        assert 50 < kept < 10_000

    def test_json_is_measured_in_bytes(self):
        states = values.history(GAME, 1)[:3]
        assert values.json_bytes(states) == sum(len(boardkit.to_json(state)) for state in states) / 3


class TestReport:
    def test_tables_line_up(self):
        table = report.Table("Title", ("game", "what", "rate"), [("a", "b", "1"), ("long", "c", "1,000")])
        assert str(table).splitlines() == [
            "Title",
            "game  what   rate",
            "a     b         1",
            "long  c     1,000",
        ]

    def test_ratios_stand_beside_what_is_wanted(self):
        hearts = made([100, 100], playouts.HEARTS, playouts.BY_CHILD)
        ours = made([150, 150], "maillot-jaune", playouts.AS_USED)
        table = report.playouts_table([hearts, ours])
        assert table.rows == [
            (playouts.HEARTS, playouts.BY_CHILD, "50", "100", "1.00", "", "1.00"),
            ("maillot-jaune", playouts.AS_USED, "75", "150", "1.50", "1.3", "1.50"),
        ]

    def test_without_openspiel_there_are_no_ratios(self):
        table = report.playouts_table([made([150], "maillot-jaune", playouts.AS_USED)])
        assert table.rows == [("maillot-jaune", playouts.AS_USED, "75", "150", "-", "1.3", "-")]

    def test_the_whole_run_prints_three_tables(self, capsys):
        pytest.importorskip("pyspiel")
        main(["magpie", "--rounds", "2", "--seconds", "0.001", "--states", "20"])
        out = capsys.readouterr().out
        assert out.count("magpie  ") == 5
        assert re.search(r"^OpenSpiel hearts +a new state per step .* 1\.00 +1\.00$", out, re.MULTILINE)
        assert re.search(r"^game +quarter 1 +quarter 2 +quarter 3 +quarter 4 +x$", out, re.MULTILINE)
