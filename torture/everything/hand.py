"""Somebody who writes one kind of thing without pause, and knows how each has to be."""

import http.client
import itertools
import json
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Mapping
from threading import Event
from typing import Any, ClassVar

from torture.site import PATIENCE_S, Answer, Client

PAUSE_S = 0.05
"""After a refusal."""
BUSY, AGAIN_S = frozenset({429, 503}), 0.5

State = Hashable
"""How a thing is as a whole, so that one that is half there is like none of its states. None: it is not there."""


class Refused(Exception):
    """A change that was answered with an error; `is_busy`: one that says to come again."""

    def __init__(self, answer: Answer, what: str) -> None:
        super().__init__(f"{answer.status} for {what}: {answer.body.decode()[:120]}")
        self.is_busy = answer.status in BUSY


class Hand(ABC):
    """One of them. A change that was acknowledged holds, one that was refused has not happened.

    Of one that nobody answered, either may be true, until the next look.
    """

    is_admin: ClassVar[bool] = True
    """Whether an admin's account does it, whose changes are counted; else the holder of the secret key."""

    def __init__(self) -> None:
        self.acknowledged = 0
        self.put_off = 0
        self.refused: Counter[str] = Counter()
        self._may_be: dict[str, frozenset[State]] = {}
        self._unsure: set[str] = set()
        self._numbers = itertools.count()

    @property
    def name(self) -> str:
        return type(self).__name__.lower()

    @abstractmethod
    def work(self, client: Client, thing: str, number: int) -> None:
        """Make a thing and change it. Raises Refused, and as `Client` does where there is no answer."""

    @abstractmethod
    def state(self, client: Client, thing: str) -> State:
        """How a thing is now."""

    def tidy(self, client: Client) -> None:  # noqa: B027 - most leave nothing behind
        """After the look that follows a kill: go on with what was begun."""

    def run(self, client: Client, over: Event) -> None:
        """Work until that is over, or nobody answers."""
        while not over.is_set():
            number = next(self._numbers)
            try:
                self.work(client, f"{self.name}-{number}", number)
            except Refused as refusal:
                self.put_off += refusal.is_busy
                self.refused[str(refusal)] += not refusal.is_busy
                time.sleep(PAUSE_S)
            except (OSError, http.client.HTTPException):
                return

    def broken(self, client: Client, *, again: bool = False) -> list[str]:
        """What is not as it has to be, of all that was written since the last look, or ever."""
        found = []
        for thing in sorted(self._may_be if again else self._unsure):
            seen = self.state(client, thing)
            if seen not in self._may_be[thing]:
                found.append(f"{thing} is {seen}, not {' or '.join(map(str, self._may_be[thing]))}")
            self._may_be[thing] = frozenset({seen})
        return found

    def look_is_over(self) -> None:
        """What was seen is what has to be from now on."""
        self._unsure.clear()

    def change(
        self,
        client: Client,
        thing: str,
        becomes: State,
        method: str,
        path: str,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Ask for a change that brings a thing into a state. `body`: bytes, or a value to be sent as JSON."""
        before = self._may_be.get(thing, frozenset({None}))
        self._unsure.add(thing)
        self._may_be[thing] = before | {becomes}
        answer = ask(client, method, path, body, headers)
        if answer.status >= http.client.MULTIPLE_CHOICES:
            self._may_be[thing] = before
            raise Refused(answer, f"{method} {path.partition('?')[0]}")
        self._may_be[thing] = frozenset({becomes})
        self.acknowledged += 1
        return answer


def look(client: Client, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> Answer:
    """The answer of a site that may be busy: whoever is told to come again does. Raises as `Client` does."""
    deadline = time.monotonic() + PATIENCE_S
    while (answer := ask(client, method, path, body, headers)).status in BUSY and time.monotonic() < deadline:
        time.sleep(AGAIN_S)
    return answer


def ask(client: Client, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> Answer:
    """The answer. Raises as `Client` does."""
    is_raw = body is None or isinstance(body, bytes)
    return client.send(method, path, body if is_raw else json.dumps(body).encode(), headers)
