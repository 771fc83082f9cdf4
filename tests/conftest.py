"""How property tests run: a bounded number of examples, and no clock in the verdict.

``HYPOTHESIS_PROFILE=thorough`` searches longer; on a CI machine (``CI`` is set) the examples are the same in
every run, so that a red run can be repeated.
"""

import os

from hypothesis import HealthCheck, settings

# Speed is measured by the benchmarks, never judged by a test: machines differ, and share their cores.
_UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

settings.register_profile("default", _UNHURRIED, max_examples=50)
settings.register_profile("ci", _UNHURRIED, max_examples=50, derandomize=True, database=None, print_blob=True)
settings.register_profile("thorough", _UNHURRIED, max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "default"))
