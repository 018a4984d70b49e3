"""A large site beside one client that does its worst: a stranger who asks, and an insider who writes, with all that
they may. Others go on, and what they did before can be undone afterwards.
"""

import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from benchmarks.goals import SAVE_BESIDE_THE_WORST
from benchmarks.harness.site import BROWSER
from benchmarks.server.attack import PLACE, Attack, under
from benchmarks.server.attacks import attacks
from benchmarks.server.insiders import insiders
from benchmarks.server.neighbours import GOALS, NAMES, Neighbour, Seen, look, neighbours
from torture.generator import rows as generator
from torture.generator.others import KNOWN, PASSWORD
from torture.generator.target import Target
from torture.report import Row, percentile
from torture.site import Client

SAVE = NAMES.index("save")
WORST_IP = "127.0.0.9"
DATES_OF_EACH = 10
FIRST_OWNED = 3
"""Of the artists: those before it are the neighbours'."""
REST_S, BESIDE_S = 8.0, 4.0
ASKED_AT_ONCE = 4


def rows(folder: Path, artists: int, database: str) -> Iterator[Row]:
    """One row for each client at its worst."""
    with ExitStack() as stack:
        server = stack.enter_context(generator.postgresql()) if database == "PostgreSQL" else None
        target = Target.open(folder / database, stack, server, artists, artists * DATES_OF_EACH)
        admin = {"apikey": target.site.secret, "Content-Type": "application/json"}
        people = _people(target, admin)
        look(target.port, people, 2, None)
        rest = look(target.port, people, REST_S, None)
        undoable, writers = _change(target), _insiders(target)
        where = f"{database}, {artists:,} artists, {artists * DATES_OF_EACH:,} dates"
        beside = partial(_beside, target, people)
        yield Row(f"at rest, {where}", "nobody does anything else", "–", _told(rest, rest), None)
        for attack in _strangers(target):
            yield _read_beside(f"stranger, {where}", attack, beside(attack), rest)
        for attack in writers:
            yield _saved_beside(f"insider, {where}", attack, beside(attack), rest)
        status = Client(target.site).ask("POST", "/rest/v1/music_changes", {"undo": undoable})[0]
        yield Row(
            f"insiders, {where}", "what was changed before is undone after all", "201", str(status), status == 201
        )


def _people(target: Target, admin: dict[str, str]) -> list[Neighbour]:
    visitor = target.headers("visitor")
    credentials = {"email": KNOWN, "password": PASSWORD}
    return neighbours({**BROWSER, **visitor}, visitor, admin, credentials, target.artists[1])


def _beside(target: Target, people: list[Neighbour], attack: Attack) -> tuple[Seen, str]:
    """What the others saw, and how often the attack was answered what."""
    with under(attack, ("127.0.0.1", target.port), WORST_IP) as answered:
        time.sleep(0.3)
        seen = look(target.port, people, BESIDE_S, None)
    return seen, ", ".join(f"{count} × {status}" for status, count in sorted(answered.items()))


def _read_beside(fault: str, attack: Attack, beside: tuple[Seen, str], rest: Seen) -> Row:
    seen, told = beside
    times = [_wait(seen, place) / _wait(rest, place) for place in range(len(NAMES))]
    limits = ", ".join(f"{name} {limit.limit}" for name, limit in zip(NAMES, GOALS, strict=True))
    goal = f"others' p99 ÷ rest at most: {limits}; none refused"
    is_met = all(limit.is_reached_by(time) for limit, time in zip(GOALS, times, strict=True)) and not seen.refused
    return Row(fault, attack.name, goal, f"{_told(seen, rest)}; {told}", is_met)


def _saved_beside(fault: str, attack: Attack, beside: tuple[Seen, str], rest: Seen) -> Row:
    seen, told = beside
    goal = f"others' longest save ≤ {SAVE_BESIDE_THE_WORST.limit} × rest, none refused"
    is_met = SAVE_BESIDE_THE_WORST.is_reached_by(_wait(seen, SAVE) / _wait(rest, SAVE)) and not seen.refused
    return Row(fault, attack.name, goal, f"{_told(seen, rest)}; {told}", is_met)


def _told(seen: Seen, rest: Seen) -> str:
    waits = [(name, _wait(seen, place), _wait(rest, place)) for place, name in enumerate(NAMES)]
    each = ", ".join(f"{name} {wait * 1000:.0f} ms ({wait / usual:.1f} ×)" for name, wait, usual in waits)
    return f"{each}; {seen.refused} others refused"


def _wait(seen: Seen, place: int) -> float:
    return percentile(seen.waits[place])


def _strangers(target: Target) -> list[Attack]:
    """Those of ordinary things first."""
    visitor = target.headers("visitor")
    return [
        *_ordinary(target, visitor),
        *attacks(visitor, target.headers("stranger"), [*target.artists], [*target.cards]),
    ]


def _ordinary(target: Target, visitor: dict[str, str]) -> list[Attack]:
    """What anybody may ask for, and a large site has much of."""
    embedded = "/rest/v1/music_artists?select=name,music_events(date,venue,music_lineup(name))"
    index = Client(target.site).ask("GET", "/sitemap.xml")[1].decode()
    part = re.findall(r"<loc>[^<]*(/sitemap-[^<]+)</loc>", index)[-1]
    paths = {
        "artists with dates and bills, 1,000 at a time": f"{embedded}&order=name.desc&name=neq.{PLACE}",
        "a past year": f"/events/past/{time.localtime().tm_year - 1}?{PLACE}",
        "the calendar of all artists": f"/events.ics?{PLACE}",
        "a part of the sitemap": f"{part}?{PLACE}",
        "the search for a common word": f"/rest/v1/music_events?search=fts.hall&limit=20&venue=neq.{PLACE}",
    }
    return [Attack(name, (("GET", path, visitor, ""),), ASKED_AT_ONCE) for name, path in paths.items()]


def _insiders(target: Target) -> list[Attack]:
    """Each of an artist and of accounts of its own, which begin with nothing counted."""
    return [_insider(target, place) for place in range(len(insiders({}, {}, "", "")))]


def _insider(target: Target, place: int) -> Attack:
    artist = target.artists[FIRST_OWNED + place]
    status, body = Client(target.site).ask("GET", f"/rest/v1/music_artists?select=name&id=eq.{artist}")
    assert status == 200
    owner, contact = (f"{who}-{place}@stage.example" for who in ("owner", "contact"))
    tokens = [target.site.sign_up(email) for email in (owner, contact)]
    target.site.marquee("artist", "owner", artist, owner)
    target.site.marquee("contact", "add", contact)
    headers = [target.headers("visitor") | {"Authorization": f"Bearer {token}"} for token in tokens]
    return insiders(headers[0], headers[1], artist, json.loads(body)[0]["name"])[place]


def _change(target: Target) -> int:
    """The id of a change that is made with the secret key."""
    client = Client(target.site)
    status, _ = client.ask("PATCH", f"/rest/v1/music_artists?id=eq.{target.artists[2]}", {"genre": "Changed"})
    assert status == 204, f"the save was answered {status}"
    status, body = client.ask("GET", "/rest/v1/music_changes?select=id&limit=1&order=id.desc")
    assert status == 200
    return int(json.loads(body)[0]["id"])
