"""Several calls at the same moment."""

import threading
from collections.abc import Callable, Iterable


def at_once(calls: Iterable[Callable[[], object]]) -> None:
    """Make all of them, each in a thread, and wait until they are done. Raises the first of what they raise."""
    failures: list[BaseException] = []

    def make(call: Callable[[], object]) -> None:
        try:
            call()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=make, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
