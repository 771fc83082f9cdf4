"""Measuring in turns: every round runs everything once, and what is reported is the median over the rounds."""

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

clock = time.process_time


@dataclass
class Sample:
    """What one run did.

    Attributes:
        seconds: CPU time that it took.
        counts: how much it did, by name; ``steps`` and ``decisions`` for playouts, ``calls`` for single operations.
    """

    seconds: float
    counts: dict[str, int]


@dataclass
class Measurement:
    """Something that can be run again and again.

    Attributes:
        subject: what is measured: a game, or somebody else's.
        what: what is done with it.
        run: does it once; its argument is the number of the round, to play other games in each.
        samples: one a round.
    """

    subject: str
    what: str
    run: Callable[[int], Sample]
    samples: list[Sample] = field(default_factory=list)

    def rates(self, count: str) -> list[float]:
        """Return how many a second, one figure a round."""
        return [sample.counts[count] / sample.seconds for sample in self.samples]

    def rate(self, count: str) -> float:
        """Return how many a second: the median."""
        return statistics.median(self.rates(count))

    def microseconds(self, count: str = "calls") -> float:
        """Return how long one takes: the median."""
        return 1e6 / self.rate(count)


def ratio(one: Measurement, other: Measurement, count: str) -> float:
    """Return how many times as fast ``one`` is: the median of the rounds' ratios."""
    pairs = zip(one.rates(count), other.rates(count), strict=True)
    return statistics.median(mine / theirs for mine, theirs in pairs)


def run_in_turns(
    measurements: Sequence[Measurement], rounds: int, tell: Callable[[str], None] = lambda _: None
) -> None:
    """Run everything once a round, each round beginning with another one, after a warm-up that is thrown away."""
    for measurement in measurements:
        tell(f"warm-up: {measurement.subject}, {measurement.what}")
        measurement.run(0)
    for number in range(1, rounds + 1):
        tell(f"round {number} of {rounds}")
        start = number * len(measurements) // rounds
        for measurement in (*measurements[start:], *measurements[:start]):
            measurement.samples.append(measurement.run(number))


def find(measurements: Iterable[Measurement], subject: str, what: str) -> Measurement | None:
    """Return the measurement of that subject and kind, if it was made."""
    return next((m for m in measurements if (m.subject, m.what) == (subject, what)), None)
