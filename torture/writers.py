"""People who save without pause, and what was acknowledged to them."""

import http.client
import threading
import time
from collections import Counter

from torture.site import Client, Site


class Writers:
    """As long as the block lasts: `count` clients add events, each as fast as it is answered or once per `every` s."""

    def __init__(self, site: Site, name: str, count: int = 4, every: float = 0) -> None:
        self.site, self.name, self.every = site, name, every
        self.acknowledged: list[str] = []
        self.refused: Counter[int] = Counter()
        self.times: list[tuple[float, float]] = []
        """When a save that was acknowledged was sent, and how many seconds it took."""
        self.began = threading.Event()
        """Set with the first save that was acknowledged."""
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._write, args=(number,)) for number in range(count)]

    def __enter__(self) -> "Writers":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _write(self, number: int) -> None:
        client, turn = Client(self.site), 0
        while not self._over.wait(self.every):
            turn += 1
            if not self._add(client, f"{self.name}-{number}-{turn}"):
                return

    def _add(self, client: Client, venue: str) -> bool:
        """Whether there was an answer."""
        started = time.monotonic()
        try:
            status = client.add_event(venue)
        except (OSError, http.client.HTTPException):
            return False
        if status == 201:
            self.times.append((started, time.monotonic() - started))
            self.acknowledged.append(venue)
            self.began.set()
        else:
            self.refused[status] += 1
        return True
