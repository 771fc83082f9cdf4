"""Speed, side by side: ``python -m tests.benchmarks``, or ``tox -e bench``.

    timing.py     measurements in turns, medians
    playouts.py   whole random games: ours, and OpenSpiel's
    values.py     what a state costs: observing, resampling, bytes, hashing, memory, early and late steps
    report.py     the tables

Nothing here judges: machines differ and share their cores, so no test asserts a speed. What is compared is always
measured in the same run, in turns, so that a machine that slows down slows both sides. Times are CPU seconds of this
process, on one core.
"""
