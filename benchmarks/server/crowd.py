"""What other people do to a site while its visitors are watched."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx

from benchmarks.harness.load import Load, run_wrk
from benchmarks.harness.site import BROWSER, Site, marquee
from benchmarks.server.uncached import EVENTS_PATH, NEW_DAYS

SAVE_EVERY_S = 1
PEOPLE, SIGN_INS = 8, 4
PATTERNS = 99
WORST_IP = "2001:db8:ffff::1"


class Crowd:
    """Everybody but the visitors. Each method goes on until a moment on the monotonic clock."""

    def __init__(self, site: Site) -> None:
        self._site = site
        key = site.keys()["publishable"]
        self.reader = {**BROWSER, "apikey": key}
        token = site.sign_in("admin@bench.example", role="service_role")["access_token"]
        self._admin = {"apikey": key, "Authorization": f"Bearer {token}"}
        path = f"{site.url}/rest/v1/music_artists?select=id&limit={PEOPLE}"
        self._ids = [row["id"] for row in httpx.get(path, headers=self.reader).raise_for_status().json()]

    def rest(self, until: float) -> None:
        """Nobody does anything."""

    def load(self, until: float) -> None:
        """Sixteen connections read data that was never read before, as fast as the server answers."""
        script = f'local path = "{EVENTS_PATH}"\n{NEW_DAYS}'
        seconds = int(until - time.monotonic()) or 1
        run_wrk(Load(self._site.pid, f"{self._site.url}/", self.reader, script, seconds=seconds))

    def saves(self, until: float) -> None:
        """Eight people save once a second each."""
        _together(PEOPLE, self._save, until)

    def _save(self, person: int, until: float) -> None:
        with self._client() as client:
            due = time.monotonic() + person * SAVE_EVERY_S / PEOPLE
            while due < until:
                time.sleep(max(due - time.monotonic(), 0))
                path = f"/rest/v1/music_artists?id=eq.{self._ids[person]}"
                client.patch(path, json={"bio": f"Saved at {due}."}, headers=self._admin).raise_for_status()
                due += SAVE_EVERY_S

    def sign_ins(self, until: float) -> None:
        """Four people try passwords, one after the other."""
        _together(SIGN_INS, self._sign_in, until)

    def _sign_in(self, person: int, until: float) -> None:
        with self._client() as client:
            while (now := time.monotonic()) < until:
                # Each try is for another account and from another IP: the limits on failures are not what is measured.
                body = {"email": f"{person}-{now}@bench.example", "password": "not the right password"}
                ip = f"2001:db8:{person}:{int(now * 1000) % 65536:x}::1"
                client.post("/auth/v1/token?grant_type=password", json=body, headers={"X-Forwarded-For": ip})

    def backups(self, until: float) -> None:
        """One backup after the other."""
        while time.monotonic() < until:
            marquee(self._site.data_dir, "backup", str(self._site.data_dir.parent / f"{time.monotonic_ns()}.backup"))

    def worst_client(self, until: float) -> None:
        """One connection, from an IP address of its own, asks for artists that match any of 99 patterns: none does."""
        with self._client() as client:
            client.headers["X-Forwarded-For"] = WORST_IP
            while (now := time.monotonic()) < until:
                patterns = ",".join(f"bio.ilike.*zq{now}x{number}*" for number in range(PATTERNS))
                client.get(f"/rest/v1/music_artists?select=id&or=({patterns})")

    def _client(self) -> httpx.Client:
        return httpx.Client(base_url=self._site.url, headers=self.reader, timeout=60)


def _together(people: int, work: Callable[[int, float], None], until: float) -> None:
    with ThreadPoolExecutor(people) as threads:
        for each in [threads.submit(work, person, until) for person in range(people)]:
            each.result()
