"""How many cases are generated, and which.

`MARQUEE_FUZZ=50 .venv/bin/pytest tests/rest -k fuzz` tries fifty times as many as `make test`. Every run tries others;
one that fails says its `MARQUEE_SEED`, with which they come again.
"""

import os
import secrets

from hypothesis import HealthCheck, seed, settings

SEED = int(os.environ.get("MARQUEE_SEED") or secrets.randbelow(2**32))


def runs(usual, environ=os.environ):
    return usual * int(environ.get("MARQUEE_FUZZ", "1"))


def fuzzed(usual=100):
    """As many cases, others in every run; in a long run, as many times more as asked for."""
    how = settings(
        max_examples=runs(usual),
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    return lambda test: seed(SEED)(how(test))
