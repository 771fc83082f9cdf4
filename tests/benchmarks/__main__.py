"""``python -m tests.benchmarks``: everything in one run, as tables."""

import argparse
import sys
from collections.abc import Sequence

import boardkit
from tests.benchmarks import playouts, report, values
from tests.benchmarks.timing import Measurement, run_in_turns


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("games", nargs="*", help="names of games; all that are installed if none is given")
    parser.add_argument(
        "--rounds", type=int, default=5, help="how often everything runs (5); medians are reported"
    )
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="CPU time of one playout measurement (1.0)"
    )
    parser.add_argument(
        "--states", type=int, default=2_000, help="states of one measurement of an operation (2000)"
    )
    parser.add_argument("--only", choices=["playouts", "values"], help="leave the other half out")
    given = parser.parse_args(arguments)
    names = given.games or sorted(boardkit.games())
    print(report.machine(), end="\n\n")
    if given.only != "values":
        show_playouts(names, given.seconds, given.rounds)
    if given.only != "playouts":
        show_values(names, given.states, given.rounds)


def show_playouts(names: Sequence[str], seconds: float, rounds: int) -> None:
    """Print the playouts of these games beside OpenSpiel's."""
    measurements = playouts.openspiel_playouts(seconds)
    if not measurements:
        tell("open_spiel is not installed: nothing to compare with")
    measurements.extend(playouts.rlcard_playouts(seconds))
    for name in names:
        measurements.extend(playouts.boardkit_playouts(name, seconds))
    run_in_turns(measurements, rounds, tell)
    report.show(report.playouts_table(measurements))


def show_values(names: Sequence[str], states: int, rounds: int) -> None:
    """Print what single operations, memory and late steps cost."""
    games = [playouts.usual_game(name) for name in names]
    operations: list[Measurement] = [each for game in games for each in values.operations(game, states)]
    quarters = [each for game in games for each in values.steps_by_quarter(game, max(1, states // 100))]
    run_in_turns([*operations, *quarters], rounds, tell)
    sizes = {
        game.name: (
            values.json_bytes(values.sample_states(game, states, 0)),
            values.kept_bytes(game, max(1, states // 100)),
        )
        for game in games
    }
    report.show(report.values_table(operations, sizes))
    report.show(report.quarters_table(quarters))


def tell(text: str) -> None:
    """Say on stderr how far it is."""
    print(text, file=sys.stderr)


if __name__ == "__main__":
    main()
