"""Processor time of the tests: what each may take, and what Python's collector takes of all of them."""

import gc
import time
from contextlib import contextmanager

ROUNDS = gc.get_threshold()
"""Python's own, which the site has."""


def look_rarely():
    """Have Python look rarely for what nobody uses: with its own rounds, a tenth of all tests went by looking."""
    new, recent, _ = ROUNDS
    gc.set_threshold(new, recent, 100)


@contextmanager
def costs_at_most(seconds):
    """The block takes so much at most, with a collector as the site has it: one that sees only what the block makes."""
    rarely = gc.get_threshold()
    gc.set_threshold(*ROUNDS)
    gc.freeze()
    started = time.process_time()
    try:
        yield
        assert time.process_time() - started < seconds
    finally:
        gc.unfreeze()
        gc.set_threshold(*rarely)
