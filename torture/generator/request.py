"""A request of a stranger, and how it crosses the wire."""

import json
import random
from typing import Any, NamedTuple, Protocol

Headers = tuple[tuple[str, str], ...]


class Request(NamedTuple):
    """`shape` names what is alike: of requests with one shape only the most expensive is kept. `who` is `visitor`, or
    `stranger`, an account without rights. `answered` are statuses above 399 that come after the work is done, such as
    that of a wrong password.
    """

    shape: str
    method: str
    path: str
    headers: Headers = ()
    body: Any = None
    who: str = "visitor"
    answered: tuple[int, ...] = ()

    def payload(self) -> bytes | None:
        return None if self.body is None else json.dumps(self.body).encode()

    def is_accepted(self, status: int) -> bool:
        return status < 400 or status in self.answered

    def told(self, most: int = 200) -> str:
        """The request in one line of a Markdown table."""
        line = f"{self.method} {self.path}" + "".join(f" {name}: {value}" for name, value in self.headers)
        line += "" if self.body is None else f" {json.dumps(self.body)}"
        line = line.replace("|", "¦").replace("`", "´")
        return f"`{line}`" if len(line) <= most else f"`{line[:most]}…` ({len(line):,} characters)"


class Genome(Protocol):
    """What a request is made from, and what another one like it can be made from."""

    def request(self) -> Request: ...

    def mutated(self, rng: random.Random) -> "Genome": ...


class Fixed(NamedTuple):
    """A request that is asked as it is; another like it is itself."""

    made: Request

    def request(self) -> Request:
        return self.made

    def mutated(self, rng: random.Random) -> "Fixed":  # noqa: ARG002 - there is nothing to choose
        return self


def few(rng: random.Random, most: int = 100) -> int:
    """A number from 1 on; each doubling is about half as likely."""
    return min(most, int(1 / (1 - rng.random())))
