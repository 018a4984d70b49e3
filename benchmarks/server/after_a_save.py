"""Home pages that are made because something was saved."""

import httpx

from benchmarks.harness.processes import cpu_seconds
from benchmarks.harness.site import BROWSER, Site


class Saver:
    """Saves the featured artist of a site, and says what the next page costs."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._client = httpx.Client(headers=site.secret_headers())
        self._visitor = Visitor(site.pid, site.url)

    def save(self, number: int) -> None:
        url = f"{self._site.url}/rest/v1/music_artists?is_featured=is.true"
        self._client.patch(url, json={"latest_song": f"Song {number}"}).raise_for_status()

    def home_page_cpu_ms(self, number: int) -> float:
        """CPU ms of the first home page after a save."""
        self.save(number)
        return self._visitor.home_page_cpu_ms()


class Visitor:
    """Asks a server for its home page, and says what that costs."""

    def __init__(self, pid: int, url: str) -> None:
        self._pid, self._url = pid, url
        self._client = httpx.Client(headers=BROWSER)

    def home_page_cpu_ms(self) -> float:
        """CPU ms that the server spends on it."""
        before = cpu_seconds(self._pid)
        self._client.get(f"{self._url}/").raise_for_status()
        return (cpu_seconds(self._pid) - before) * 1000
