"""One account writes as much as it may: others' saves go on, and what others did before can still be undone."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from benchmarks.goals import SAVE_BESIDE_THE_WORST
from benchmarks.harness.site import BROWSER
from benchmarks.server.attack import Attack, under
from benchmarks.server.insiders import insiders
from benchmarks.server.neighbours import NAMES, Neighbour, Seen, look, neighbours, percentile
from torture.generator import rows as generator
from torture.generator.others import KNOWN, PASSWORD
from torture.generator.target import Target
from torture.report import Row
from torture.site import Client

SAVE = NAMES.index("save")
INSIDER_IP = "127.0.0.9"
REST_S, BESIDE_S = 8.0, 6.0


def rows(folder: Path, artists: int, database: str) -> Iterator[Row]:
    """Each insider has accounts of its own, which begin with nothing counted."""
    with ExitStack() as stack:
        server = stack.enter_context(generator.postgresql()) if database == "PostgreSQL" else None
        target = Target.open(folder / database, stack, server, artists)
        admin = {"apikey": target.site.secret, "Content-Type": "application/json"}
        people = _people(target, admin)
        look(target.port, people, 2, None)
        rest = _wait(look(target.port, people, REST_S, None))
        undoable = _change(target)
        for place in range(len(insiders({}, {}, "", ""))):
            yield _beside(target, people, place, rest, f"{database}, {artists:,} artists")
        status = Client(target.site).ask("POST", "/rest/v1/music_changes", {"undo": undoable})[0]
        yield Row(
            f"insiders, {database}", "what was changed before is undone after all", "201", str(status), status == 201
        )


def _people(target: Target, admin: dict[str, str]) -> list[Neighbour]:
    visitor = target.headers("visitor")
    credentials = {"email": KNOWN, "password": PASSWORD}
    return neighbours({**BROWSER, **visitor}, visitor, admin, credentials, target.artists[1])


def _beside(target: Target, people: list[Neighbour], place: int, rest: float, where: str) -> Row:
    attack = _insider(target, place)
    with under(attack, ("127.0.0.1", target.port), INSIDER_IP) as answered:
        time.sleep(0.3)
        seen = look(target.port, people, BESIDE_S, None)
    wait = _wait(seen)
    told = ", ".join(f"{count} × {status}" for status, count in sorted(answered.items()))
    measured = f"{wait * 1000:.0f} ms, {rest * 1000:.0f} at rest; {seen.refused} others refused; {told}"
    is_met = SAVE_BESIDE_THE_WORST.is_reached_by(wait / rest) and not seen.refused
    return Row(f"insider, {where}", attack.name, "others' longest save ≤ 10 × rest, none refused", measured, is_met)


def _insider(target: Target, place: int) -> Attack:
    artist = target.artists[0]
    status, body = Client(target.site).ask("GET", f"/rest/v1/music_artists?select=name&id=eq.{artist}")
    assert status == 200
    name = json.loads(body)[0]["name"]
    owner, contact = (_account(target, f"{who}-{place}@stage.example") for who in ("owner", "contact"))
    target.site.marquee("artist", "owner", artist, owner)
    target.site.marquee("contact", "add", contact)
    return insiders(_headers(target, owner), _headers(target, contact), artist, name)[place]


def _account(target: Target, email: str) -> str:
    target.site.marquee("user", "add", email, "--password-stdin", stdin=PASSWORD)
    return email


def _headers(target: Target, email: str) -> dict[str, str]:
    credentials = {"email": email, "password": PASSWORD}
    status, body = Client(target.site).ask("POST", "/auth/v1/token?grant_type=password", credentials)
    assert status == 200, f"the sign-in was answered {status}"
    return target.headers("visitor") | {"Authorization": f"Bearer {json.loads(body)['access_token']}"}


def _change(target: Target) -> int:
    """The id of a change that is made with the secret key."""
    client = Client(target.site)
    status, _ = client.ask("PATCH", f"/rest/v1/music_artists?id=eq.{target.artists[2]}", {"genre": "Changed"})
    assert status == 204, f"the save was answered {status}"
    status, body = client.ask("GET", "/rest/v1/music_changes?select=id&limit=1")
    assert status == 200
    return int(json.loads(body)[0]["id"])


def _wait(seen: Seen) -> float:
    return percentile(seen.waits[SAVE])
