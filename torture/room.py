"""Pictures that are sent, whole and in pieces, to a disk with ever more room, until all of them fit."""

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from marquee.domain.pictures import BUCKET
from torture.disk import small_disk
from torture.everything import pieces
from torture.everything.hand import State, ask
from torture.everything.pictures import OBJECT, bearer, painted, shown
from torture.everything.records import ARTISTS, artist
from torture.report import Row, skipped
from torture.site import Answer, Client, Site

FAULT = "full disk while pictures are sent"
DISK_MB = 32
MOST_KB = 256
OLD, NEW = painted("red"), painted("blue")
RED, BLUE = ("red", True), ("blue", True)
DONE = 300


def rows(folder: Path, step_kb: int) -> Iterator[Row]:
    """`step_kb`: by how much the room grows from one attempt to the next."""
    if os.geteuid() != 0:
        yield skipped(FAULT, "only root may mount a small disk")
        return
    with small_disk(folder / "small", DISK_MB) as disk:
        site = Site.new(disk / "data")
        attempts = [_Attempt(site, disk, kb) for kb in range(0, MOST_KB, step_kb)]
        for attempt in attempts:
            attempt.make()
        yield _row(site, attempts)


def _row(site: Site, attempts: list["_Attempt"]) -> Row:
    said = sum((attempt.said for attempt in attempts), Counter[str]())
    broken = [line for attempt in attempts for line in attempt.broken]
    media = site.data / "media"
    rubbish = [str(file.relative_to(media)) for file in (media / ".incoming").rglob("*") if _is_rubbish(file)]
    site.stop()
    return Row(
        FAULT,
        f"{len(attempts)} times a picture that is new, one that replaces another, and one in pieces, with 0 to "
        f"{MOST_KB} KB left, and again with room",
        "stored or refused, and so it is; reads 200; nothing left; all stored when there is room",
        f"{dict(sorted(said.items()))}; {len(broken)} broken{''.join(f'; {one}' for one in broken[:5])}; "
        f"{len(rubbish)} files left{''.join(f', {one}' for one in rubbish[:5])}",
        not broken and not rubbish and bool(said["201 new"] or said["200 new"]),
    )


def _is_rubbish(file: Path) -> bool:
    """What is known of an upload stays a while after its end; the lock stays."""
    return file.is_file() and file.suffix != ".json" and file.name != ".lock"


class _Attempt:
    """With so many kilobytes left. `said`: how often what was answered to what; `broken`: what is wrong then."""

    def __init__(self, site: Site, disk: Path, kilobytes: int) -> None:
        self._client, self._disk, self._room = Client(site), disk, kilobytes * 1024
        self._folder = f"room-{kilobytes}"
        self.said: Counter[str] = Counter()
        self.broken: list[str] = []

    def make(self) -> None:
        client = self._client
        assert client.ask("POST", ARTISTS, artist(self._folder))[0] == 201
        before = self._put("replaced", OLD)
        url = pieces.url_of(self._begin("begun"))
        with _little_room(self._disk, self._room):
            fresh, replaced = self._said("new", self._put("new", NEW)), self._said("other", self._put("replaced", NEW))
            self._said("piece", self._send(url, len(NEW) // 2))
            last = self._said("last piece", self._send(url, len(NEW)))
            offered = self._begin("offered")
            self._said("beginning", offered)
            reads = {client.ask("GET", path)[0] for path in ("/", f"{ARTISTS}?limit=1", "/health/live")}
        self._require(before.status < DONE and reads == {200}, f"reads answered {reads}")
        public = client.ask("GET", f"{OBJECT}/public/{BUCKET}/{self._folder}/new.jpg")[0]
        self._require(fresh == (public < DONE), f"a new picture that was refused is served with {public}")
        self._require(self._shows("new") == (BLUE if fresh else None), f"a new picture is {self._shows('new')}")
        self._require(self._shows("replaced") == (BLUE if replaced else RED), f"one is {self._shows('replaced')}")
        self._require(last or self._send(url, len(NEW)).status < DONE, "the last piece was refused again")
        self._require(self._shows("begun") == BLUE, "one in pieces is not there")
        if offered.status < DONE:
            pieces.end(client, pieces.url_of(offered))
        self._require(self._put("later", NEW).status < DONE, "with room, one was refused")

    def _put(self, name: str, content: bytes) -> Answer:
        headers = {**bearer(self._client), "Content-Type": "image/jpeg"}
        return ask(self._client, "PUT", f"{OBJECT}/{BUCKET}/{self._folder}/{name}.jpg", content, headers)

    def _begin(self, name: str) -> Answer:
        headers = pieces.beginning(self._client, f"{self._folder}/{name}.jpg", len(NEW))
        return ask(self._client, "POST", pieces.RESUMABLE, b"", headers)

    def _send(self, url: str, until: int) -> Answer:
        """What has not come of the picture so far."""
        offset = pieces.offset_of(self._client, url) or 0
        return ask(self._client, "PATCH", url, NEW[offset:until], pieces.going_on(self._client, offset))

    def _said(self, what: str, answer: Answer) -> bool:
        """Whether it was done, and counted."""
        self.said[f"{answer.status} {what}"] += 1
        return answer.status < DONE

    def _shows(self, name: str) -> State:
        return shown(self._client, f"{self._folder}/{name}.jpg")

    def _require(self, is_so: bool, otherwise: str) -> None:
        if not is_so:
            self.broken.append(f"{self._folder}: {otherwise}")


@contextmanager
def _little_room(disk: Path, left: int) -> Iterator[None]:
    """As long as the block lasts, the disk has `left` bytes of room."""
    ballast, status = disk / "ballast", os.statvfs(disk)
    ballast.write_bytes(bytes(max(0, status.f_bavail * status.f_frsize - left)))
    try:
        yield
    finally:
        ballast.unlink()
