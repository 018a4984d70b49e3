"""What the data protocol is for: artists, links, dates, announced or not, bills, tables, undoing, settings."""

import json
from typing import Any

from marquee.domain.pictures import BUCKET
from torture.everything.hand import Hand, State, look
from torture.site import ARTIST, Client

ARTISTS, LINKS, EVENTS = "/rest/v1/music_artists", "/rest/v1/music_links", "/rest/v1/music_events"
LINEUP, CHANGES, SETTINGS = "/rest/v1/music_lineup", "/rest/v1/music_changes", "/rest/v1/music_settings"
REPRESENTED = {"Prefer": "return=representation"}
DATES, ROWS, NAMES = 20, 40, 2
FIRST, MOVED = "2030-01-01", "2030-02-02"


def read(client: Client, path: str) -> Any:
    """The rows of a read."""
    answer = look(client, "GET", path)
    assert answer.status == 200, f"a read answered {answer.status}: {answer.body.decode()}"
    return json.loads(answer.body)


def artist(thing: str) -> dict[str, str]:
    """A new artist whose id is known before anybody answers."""
    return {**ARTIST, "id": thing, "name": thing, "bio": "As it was."}


def _links(thing: str) -> list[dict[str, str]]:
    return [{"artist_id": thing, "url": f"https://music.example/{thing}/{place}"} for place in range(5)]


def _dates(thing: str, count: int, **more: Any) -> list[dict[str, Any]]:
    date = {"date": FIRST, "venue": thing, "location": "Ghent", "artist_id": "halve", **more}
    return [date] * count


def _at(client: Client, venue: str) -> State:
    """Of the dates at a venue: how many, how many of them announced, the first and the last day, names on bills."""
    rows = read(client, f"{EVENTS}?venue=eq.{venue}&select=date,published_at,music_lineup(id)")
    if not rows:
        return None
    announced, names = sum(row["published_at"] is not None for row in rows), sum(len(r["music_lineup"]) for r in rows)
    days = {row["date"] for row in rows}
    return len(rows), announced, min(days), max(days), names


class Profiles(Hand):
    """Artists with their links, saved again; every other one is deleted."""

    def work(self, client: Client, thing: str, number: int) -> None:
        self.change(client, thing, ("As it was.", 0), "POST", ARTISTS, artist(thing))
        self.change(client, thing, ("As it was.", 5), "POST", LINKS, _links(thing))
        saved = {"bio": "As it is.", "genre": "Fado"}
        self.change(client, thing, ("As it is.", 5), "PATCH", f"{ARTISTS}?id=eq.{thing}", saved)
        if number % 2:
            self.change(client, thing, None, "DELETE", f"{ARTISTS}?id=eq.{thing}")

    def state(self, client: Client, thing: str) -> State:
        rows = read(client, f"{ARTISTS}?id=eq.{thing}&select=bio,music_links(id)")
        return (rows[0]["bio"], len(rows[0]["music_links"])) if rows else None


class Dates(Hand):
    """Unannounced dates by the list, their bills, then all announced on another day; every other list is deleted."""

    def work(self, client: Client, thing: str, number: int) -> None:
        dates = _dates(thing, DATES, published_at=None)
        answer = self.change(client, thing, (DATES, 0, FIRST, FIRST, 0), "POST", EVENTS, dates, REPRESENTED)
        bills = [{"event_id": row["id"], "name": "Ines"} for row in json.loads(answer.body)]
        self.change(client, thing, (DATES, 0, FIRST, FIRST, DATES), "POST", LINEUP, bills)
        announced = {"published_at": "2026-01-01T00:00:00Z", "date": MOVED}
        becomes = (DATES, DATES, MOVED, MOVED, DATES)
        self.change(client, thing, becomes, "PATCH", f"{EVENTS}?venue=eq.{thing}", announced)
        if number % 2:
            self.change(client, thing, None, "DELETE", f"{EVENTS}?venue=eq.{thing}")

    def state(self, client: Client, thing: str) -> State:
        return _at(client, thing)


class Tables(Hand):
    """Dates with bills, out of a table: all rows of it or none."""

    def work(self, client: Client, thing: str, number: int) -> None:  # noqa: ARG002 - a table as any other
        days = [f"2030-{1 + row // 20:02}-{1 + row % 20:02}" for row in range(ROWS)]
        rows = [f"Halve,{day},{thing},Ghent,Abel;Ines" for day in days]
        table = "\n".join(("artist,date,venue,city,lineup", *rows))
        becomes = (ROWS, ROWS, days[0], days[-1], ROWS * NAMES)
        self.change(client, thing, becomes, "POST", "/rest/v1/rpc/run_import", {"table_text": table})

    def state(self, client: Client, thing: str) -> State:
        return _at(client, thing)


class Undone(Hand):
    """Artists who are deleted with all that is theirs, which comes back by an undo."""

    def work(self, client: Client, thing: str, number: int) -> None:  # noqa: ARG002 - an artist as any other
        self.change(client, thing, (0, 0), "POST", ARTISTS, artist(thing))
        self.change(client, thing, (5, 0), "POST", LINKS, _links(thing))
        self.change(client, thing, (5, DATES), "POST", EVENTS, _dates(thing, DATES, artist_id=thing))
        self.change(client, thing, None, "DELETE", f"{ARTISTS}?id=eq.{thing}")
        deletion = "action=eq.delete&table_name=eq.music_artists&select=id&order=id.desc&limit=1"
        change = read(client, f"{CHANGES}?row_id=eq.{thing}&{deletion}")[0]["id"]
        self.change(client, thing, (5, DATES), "POST", CHANGES, {"undo": change})

    def state(self, client: Client, thing: str) -> State:
        if not read(client, f"{ARTISTS}?id=eq.{thing}&select=id"):
            return None
        links, dates = (read(client, f"{table}?artist_id=eq.{thing}&select=id") for table in (LINKS, EVENTS))
        return len(links), len(dates)


class Settings(Hand):
    """What the site is called: one row, of which all columns are saved at once."""

    def work(self, client: Client, thing: str, number: int) -> None:
        saved = {"tagline": thing, "footer": thing, "accent": f"#ff8f{number % 256:02x}"}
        self.change(client, "site", tuple(saved.values()), "PATCH", f"{SETTINGS}?id=eq.site", saved)

    def state(self, client: Client, thing: str) -> State:
        row = read(client, f"{SETTINGS}?id=eq.{thing}&select=tagline,footer,accent")[0]
        return tuple(row.values()) if row["tagline"] else None


class Shown(Hand):
    """Which picture an artist shows: an address among others, and the text beside it."""

    def work(self, client: Client, thing: str, number: int) -> None:
        image = f"/storage/v1/object/public/{BUCKET}/halve/{number:032x}.jpg"
        saved = {"image": image, "image_alt": thing, "credit": thing}
        self.change(client, "halve", tuple(saved.values()), "PATCH", f"{ARTISTS}?id=eq.halve", saved)

    def state(self, client: Client, thing: str) -> State:
        row = read(client, f"{ARTISTS}?id=eq.{thing}&select=image,image_alt,credit")[0]
        return tuple(row.values()) if row["credit"] else None
