"""Pictures that are sent side by side while visitors look, `kill -9` in the middle of them, and a disk that is full."""

import hashlib
import http.client
import io
import json
import multiprocessing
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Event
from pathlib import Path

from PIL import Image

from marquee.domain.pictures import BUCKET
from torture.disk import small_disk
from torture.generator.costs import weighed
from torture.report import Row, percentile
from torture.site import PATIENCE_S, Client, Site

PEOPLE, EACH = 20, 5
REST_S, LOOK_EVERY_S = 10.0, 0.02
AGAIN_S = 3.0
"""How long somebody waits who is told that too many pictures are being sent."""
STORED, STORED_BEFORE = "200", "stored though cut off"
MOST_TIMES, MOST_MB = 5, 400
PHONE, SMALL = (4000, 3000), (1200, 900)
PASSWORD = "a rather long password"
DISK_MB = 8


def rows(folder: Path, kills: int, database_url: str | None = None) -> Iterator[Row]:
    site = Site.new(folder / "data", database_url)
    yield from _side_by_side(site)
    yield _killed(site, kills)
    site.stop()
    if database_url is None:
        with small_disk(folder / "small", DISK_MB) as disk:
            yield _full(Site.new(disk / "data"))


def _side_by_side(site: Site) -> Iterator[Row]:
    photograph, people = _photograph(PHONE), [_admin(site, number) for number in range(PEOPLE)]
    answers: Counter[str] = Counter()
    names = [(person, f"{number}-{one}") for number, person in enumerate(people) for one in range(EACH)]
    with _visitor(site) as rest:
        time.sleep(REST_S)
    with _visitor(site) as waits, weighed(site.process.pid) as weights:
        _at_once([_until_stored(person, name, photograph, answers) for person, name in names])
    usual, p99 = (percentile(times, 0.99) for times in (rest, waits))
    memory = max(weights)
    yield Row(
        f"{PEOPLE * EACH} pictures side by side",
        f"{PEOPLE} admins send {EACH} photographs each of 12 megapixels, all at once, and again when told to wait",
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


def _killed(site: Site, kills: int) -> Row:
    photograph, stored, broken, lost = _photograph(SMALL), 0, 0, 0
    for turn in range(kills):
        acknowledged: list[str] = []
        senders = [_until_it_dies(Client(site), f"{turn}-{number}", photograph, acknowledged) for number in range(4)]
        killer = threading.Timer(random.uniform(0.05, 2.5), site.kill)
        killer.start()
        _at_once(senders)
        killer.join()
        site.start()
        stored += len(acknowledged)
        lost += sum(not _is_served(site, name) for name in acknowledged)
        broken += sum(not _is_picture(file.read_bytes()) for file in _files(site))
    return Row(
        "kill -9 during uploads",
        f"{kills} kills at a random moment while 4 clients send pictures, each followed by a start",
        "no acknowledged picture lost, nothing half stored",
        f"{stored} acknowledged, {lost} lost, {broken} half",
        stored >= kills and lost == broken == 0,
    )


def _full(site: Site) -> Row:
    client, photograph, statuses = Client(site), _photograph(SMALL), list[int]()
    ballast = site.data.parent / "ballast"
    room = DISK_MB * 1024 * 1024 - sum(file.stat().st_size for file in site.data.rglob("*") if file.is_file())
    ballast.write_bytes(bytes(room - 1024 * 1024))
    while len(statuses) < 100 and (not statuses or statuses[-1] == 200):
        statuses.append(client.upload(_name(f"full-{len(statuses)}"), photograph)[0])
    said = client.upload(_name("full"), photograph)[1].decode()
    reads = {client.ask("GET", path)[0] for path in ("/", "/rest/v1/music_artists?limit=1")}
    ballast.unlink()
    recovered, _ = client.upload(_name("again"), photograph)
    half = sum(not _is_picture(file.read_bytes()) for file in _files(site))
    site.stop()
    return Row(
        "full disk during uploads",
        f"pictures on a disk of {DISK_MB} MB until one was refused, then room made",
        "a sentence says so, reads 200, nothing half stored, goes on by itself",
        f"“{json.loads(said)['message']}”, reads {sorted(reads)}, {half} half, the next one answers {recovered}",
        statuses[-1] != 200 and "room" in said and reads == {200} and half == 0 and recovered == 200,
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
    client, email = Client(site), f"admin-{number}@torture.example"
    account = {"email": email, "password": PASSWORD, "email_confirm": True, "role": "service_role"}
    status, said = client.ask("POST", "/auth/v1/admin/users", account)
    assert status == 200, said
    status, said = client.ask("POST", "/auth/v1/token?grant_type=password", {"email": email, "password": PASSWORD})
    assert status == 200, said
    return Client(site, json.loads(said)["access_token"])


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


def _until_it_dies(client: Client, name: str, photograph: bytes, acknowledged: list[str]) -> Callable[[], None]:
    def send() -> None:
        for turn in range(1_000):
            picture = _name(f"{name}-{turn}")
            try:
                status, _ = client.upload(picture, photograph)
            except (OSError, http.client.HTTPException):
                return
            if status == 200:
                acknowledged.append(picture)

    return send


def _at_once(all_of: Sequence[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=one) for one in all_of]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


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


def _is_served(site: Site, name: str) -> bool:
    status, content = Client(site).ask("GET", f"/storage/v1/object/public/{BUCKET}/{name}")
    return status == 200 and _is_picture(content)


def _files(site: Site) -> list[Path]:
    return [file for file in (site.data / "media" / BUCKET).rglob("*") if file.is_file()]


def _is_picture(content: bytes) -> bool:
    try:
        Image.open(io.BytesIO(content)).load()
    except Exception:  # decoders raise all kinds of exceptions for damaged files
        return False
    return True
