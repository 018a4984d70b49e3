"""What one client can do to a site: the shapes that were once expensive, and what the generator has found since."""

import json
from typing import Any
from urllib.parse import quote

from benchmarks.server.attack import PLACE, Attack
from torture.generator import rows as generator
from torture.generator.others import PICTURES, WIDTHS

READ = "/rest/v1/music_artists?"
FOUND_CONNECTIONS = 4


def attacks(headers: dict[str, str], stranger: dict[str, str], artists: list[str], cards: list[str]) -> list[Attack]:
    """Of a visitor, and of an account without rights, with these header fields each."""

    def reads(name: str, *queries: str, connections: int = 8, are_read: bool = True) -> Attack:
        return Attack(name, tuple(("GET", READ + query, headers, "") for query in queries), connections, are_read)

    slow = f"or=({','.join(f'bio.ilike.*zq{PLACE}x{number}*' for number in range(99))})"
    everything = f"select=*&created_at=gte.1999-01-01&name=neq.{PLACE}"
    return [
        reads("a regular expression of 60 × `(.?){250}`", f"select=id&bio=match.{'(.?){250}' * 60}{PLACE}"),
        reads("regular expressions as large as allowed", *_patterns()),
        reads("the same column 99 times", f"select={','.join(f'a{n}:bio' for n in range(99))}&name=neq.{PLACE}"),
        reads("all columns of 1,000 artists", everything),
        reads("the same, 100 connections that do not read", everything, connections=100, are_read=False),
        reads("99 `ilike` filters that match nothing", f"select=id&{slow}"),
        Attack("a PATCH with 99 `ilike` filters, without rights", (("PATCH", READ + slow, stranger, '{"bio":"x"}'),)),
        Attack("3,000 connections that say nothing", connections=3000, reads=False),
        _posts("recovery mails", headers, "recover", {"email": f"{PLACE}@stage.example"}),
        _posts("sign-ins with wrong passwords", headers, "token?grant_type=password", _wrong(), connections=16),
        _pages("profiles of all artists", "/artist/{}", artists),
        _pages("profiles that do not exist", "/artist/{}" + PLACE, artists),
        _pages("calendars of all artists", "/artist/{}/events.ics", artists),
        _pages("share cards of 60 artists", "{}", cards),
        _pages("pictures in all sizes", "/storage/v1/render/image/public/stage/{}", _pictures()),
    ]


def found(database: str, headers: dict[str, str], stranger: dict[str, str]) -> list[Attack]:
    """The most expensive requests of the generator's last run on this database, each as an attack."""
    made = []
    for place, request in enumerate(json.loads(generator.kept(database).read_text()), start=1):
        _, method, path, extra, body, who, _ = request
        fields = (stranger if who == "stranger" else headers) | dict(extra)
        fields.pop("X-Forwarded-For", None)  # this client has one address
        text = "" if body is None else json.dumps(body)
        asked = ((method, path, fields, text),)
        made.append(Attack(f"number {place} of the generator", asked, FOUND_CONNECTIONS))
    return made


def _patterns() -> list[str]:
    """From small to larger: whatever the limit is, some are below it."""
    patterns = ["(" + "(.?)" * size + "){20}" for size in (2, 4, 8, 12, 16)]
    return [f"select=id&bio=match.{quote(pattern)}zq{PLACE}" for pattern in patterns]


def _wrong() -> dict[str, str]:
    return {"email": f"{PLACE}@stage.example", "password": "not the right password"}


def _posts(name: str, headers: dict[str, str], path: str, body: dict[str, Any], connections: int = 8) -> Attack:
    return Attack(name, (("POST", f"/auth/v1/{path}", headers, json.dumps(body)),), connections)


def _pages(name: str, path: str, names: list[str]) -> Attack:
    return Attack(name, tuple(("GET", path.format(one), {}, "") for one in names))


def _pictures() -> list[str]:
    return [f"{name}?width={width}" for name in PICTURES for width in WIDTHS]
