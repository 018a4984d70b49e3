"""Two admins who do the same thing at the same moment."""

import json
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from torture.at_once import at_once
from torture.report import Row
from torture.site import ARTIST, Client, Site

SWITCHES = 50
FEATURED = "/rest/v1/music_artists?select=id&is_featured=is.true"


def rows(folder: Path, saves: int, database_url: str | None = None) -> Iterator[Row]:
    site = Site.new(folder / "data", database_url)
    client = Client(site)
    names = ("Night Ferry", "Mara Voss", "Abel Quintero")
    ids = [name.lower().replace(" ", "-") for name in names]
    assert client.ask("POST", "/rest/v1/music_artists", [{**ARTIST, "name": name} for name in names])[0] == 201
    admins = [site.sign_up(f"admin-{number}@stage.example", "service_role") for number in range(2)]
    yield _switches(site, admins, ids)
    yield _saves(site, admins, ids[0], saves)
    site.stop()


def _switches(site: Site, admins: list[str], ids: list[str]) -> Row:
    seen, statuses, over = [], set(), threading.Event()

    def switch(turn: int) -> None:
        client, chosen = Client(site, admins[turn % 2]), ids[turn % len(ids)]
        for rows, value in ((f"neq.{chosen}", False), (f"eq.{chosen}", True)):
            statuses.add(client.ask("PATCH", f"/rest/v1/music_artists?id={rows}", {"is_featured": value})[0])

    def look() -> None:
        client = Client(site)
        while not over.is_set():
            seen.append(len(json.loads(client.ask("GET", FEATURED)[1])))

    looking = threading.Thread(target=look)
    looking.start()
    at_once([partial(switch, turn) for turn in range(SWITCHES)])
    over.set()
    looking.join()
    final = len(json.loads(Client(site).ask("GET", FEATURED)[1]))
    return Row(
        "featured artist, two admins",
        f"{SWITCHES} switches of two calls at once, read all the while",
        "never more than 1, in the end 1",
        f"at most {max(seen)} in {len(seen)} reads, in the end {final}; statuses {sorted(statuses)}",
        max(seen) == final == 1 and statuses == {204},
    )


def _saves(site: Site, admins: list[str], artist: str, turns: int) -> Row:
    path, mixed, conflicts = f"/rest/v1/music_artists?id=eq.{artist}", 0, 0

    def save(statuses: list[int], token: str, record: dict[str, Any]) -> None:
        statuses.append(Client(site, token).ask("PATCH", path, record)[0])

    for turn in range(turns):
        read = json.loads(Client(site).ask("GET", path)[1])[0]
        texts = [dict.fromkeys(("bio", "latest_song", "genre"), f"{who} {turn}") for who in ("one", "two")]
        statuses: list[int] = []
        at_once([partial(save, statuses, admins[n], {**read, **texts[n]}) for n in range(2)])
        found = json.loads(Client(site).ask("GET", path)[1])[0]
        mixed += not any(changed.items() <= found.items() for changed in texts)
        conflicts += sorted(statuses) == [204, 409]
    return Row(
        "one profile saved twice at once",
        f"{turns} × two whole records from the same reading",
        "one whole record, never a mix; the other is told (409)",
        f"{mixed} mixed, {conflicts}/{turns} told",
        mixed == 0 and conflicts == turns,
    )
