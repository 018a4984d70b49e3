"""Pictures that are sent side by side while visitors look."""

import hashlib
import http.client
import io
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Event
from pathlib import Path

from PIL import Image

from torture.at_once import at_once
from torture.generator.costs import weighed
from torture.report import Row, percentile
from torture.site import PATIENCE_S, Client, Site

EACH = 5
REST_S, LOOK_EVERY_S = 10.0, 0.02
AGAIN_S = 3.0
"""How long somebody waits who is told that too many pictures are being sent."""
STORED, STORED_BEFORE = "200", "stored though cut off"
MOST_TIMES, MOST_MB = 5, 400
PHONE = (4000, 3000)


def rows(folder: Path, people: int, database_url: str | None = None) -> Iterator[Row]:
    site = Site.new(folder / "data", database_url)
    photograph, senders = _photograph(PHONE), [_admin(site, number) for number in range(people)]
    answers: Counter[str] = Counter()
    names = [(sender, f"{number}-{one}") for number, sender in enumerate(senders) for one in range(EACH)]
    with _visitor(site) as rest:
        time.sleep(REST_S)
    with _visitor(site) as waits, weighed(site.process.pid) as weights:
        at_once([_until_stored(sender, name, photograph, answers) for sender, name in names])
    usual, p99 = (percentile(times, 0.99) for times in (rest, waits))
    memory = max(weights)
    site.stop()
    yield Row(
        f"{people * EACH} pictures side by side",
        f"{people} admins send {EACH} photographs each of 12 megapixels, all at once, and again when told to wait",
        f"all are stored, memory of all processes < {MOST_MB} MB",
        f"answers {dict(answers)}, {memory:.0f} MB",
        answers[STORED] == len(names) and set(answers) <= {STORED, "429"} and memory < MOST_MB,
    )
    yield Row(
        "a page meanwhile",
        f"`GET /` every {LOOK_EVERY_S * 1000:.0f} ms, {len(rest)} times before and {len(waits)} times meanwhile",
        f"p99 ≤ {MOST_TIMES} × that at rest",
        f"p99 {p99 * 1000:.0f} ms, {usual * 1000:.0f} ms at rest: {p99 / usual:.1f} ×",
        p99 <= MOST_TIMES * usual,
    )


def _photograph(size: tuple[int, int]) -> bytes:
    """Soft noise, which compresses as a photograph does."""
    target = io.BytesIO()
    noise = Image.effect_noise((size[0] // 4, size[1] // 4), 60).convert("RGB")
    noise.resize(size, Image.Resampling.BICUBIC).save(target, "JPEG", quality=88)
    return target.getvalue()


def _name(of: str) -> str:
    """A name as pages choose it: it is that of these bytes for ever."""
    return f"halve/{hashlib.md5(of.encode(), usedforsecurity=False).hexdigest()}.jpg"


def _admin(site: Site, number: int) -> Client:
    """Somebody of an account of their own, signed in."""
    return Client(site, site.sign_up(f"admin-{number}@stage.example", "service_role"))


def _until_stored(person: Client, name: str, photograph: bytes, answers: Counter[str]) -> Callable[[], None]:
    """Sends one picture, again and again until it is stored."""

    def send() -> None:
        client, answer = Client(person.site, person.token), ""
        while answer not in {STORED, STORED_BEFORE}:
            try:
                status, said = client.upload(_name(name), photograph)
                answer = STORED_BEFORE if b"already exists" in said else str(status)
            except (OSError, http.client.HTTPException):
                answer = "cut off"
            answers[answer] += 1
            if answer not in {STORED, STORED_BEFORE}:
                time.sleep(AGAIN_S)

    return send


@contextmanager
def _visitor(site: Site) -> Iterator[list[float]]:
    """How long each look at the home page took, in seconds from the moment it was due, known after the block.

    From a process of its own, which nobody who sends pictures holds up.
    """
    processes = multiprocessing.get_context("spawn")
    begun, over, seen, times = processes.Event(), processes.Event(), processes.SimpleQueue(), list[float]()
    looking = processes.Process(target=_look, args=(site.port, begun, over, seen))
    looking.start()
    assert begun.wait(PATIENCE_S)
    yield times
    over.set()
    times += seen.get()
    looking.join(PATIENCE_S)


def _look(port: int, begun: Event, over: Event, seen: "SimpleQueue[list[float]]") -> None:
    connection, times = http.client.HTTPConnection("127.0.0.1", port), list[float]()
    _home(connection)  # the first look after a start makes the page, which is neither rest nor what is measured
    begun.set()
    due = time.monotonic()
    while not over.wait(max(0, due - time.monotonic())):
        _home(connection)
        times.append(time.monotonic() - due)
        due += LOOK_EVERY_S
    seen.put(times)


def _home(connection: http.client.HTTPConnection) -> None:
    connection.request("GET", "/")
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 200
