"""Debian's Chromium as a phone (412 by 823 at 1.75), throttled as Lighthouse's mobile preset: 1.6 Mbit/s down, 750
kbit/s up, 150 ms, a CPU four times slower. Medians of twenty-one visits of each page, each with a new profile, taken in
turn with the reference: the specification's original design (`benchmarks/original/`), the empty shell with the whole
client. nginx stands in front of both, over HTTP/1.1; the content is the demonstration's, with pictures of 12 to 54 KB.
"""

import json
import re
from collections.abc import Callable, Iterator
from operator import attrgetter
from pathlib import Path

import httpx

from benchmarks.goals import (
    BLOCKING,
    FIRST_PAINT_HOME,
    FIRST_PAINT_PROFILE,
    LARGEST_PAINT_HOME,
    LARGEST_PAINT_PROFILE,
    REQUESTS_LARGEST,
    REQUESTS_READABLE,
    SCRIPT,
    SCRIPT_EARLY,
    SCRIPT_SESSION,
    SHIFT,
    Goal,
)
from benchmarks.harness.site import Site, demo_site, marquee
from benchmarks.pages.original_design import HEADING, Fronts, both_served
from benchmarks.pages.visits import Variant, Visit, Visits, visit
from benchmarks.rows import Row

TITLE = "Pages in a browser"
ROUNDS = 21
PAGES = {"home": "/", "profile": "/artist/vesna-kole"}
SESSION_KEY = "supabase.auth.token"
EMAIL, PASSWORD = "somebody@undercard.example", "a long and lovely evening"
PAINTS: dict[str, tuple[Goal, Goal]] = {
    "home": (FIRST_PAINT_HOME, LARGEST_PAINT_HOME),
    "profile": (FIRST_PAINT_PROFILE, LARGEST_PAINT_PROFILE),
}
FIRST_PAINT: Callable[[Visit], float] = attrgetter("first_paint")
FIGURES: dict[str, tuple[Callable[[Visit], float], str, Goal | None]] = {
    "readable": (lambda seen: seen.readable, "ms", None),
    "answers to a press": (lambda seen: seen.live, "ms", None),
    "blocking time": (lambda seen: seen.blocking, "ms", BLOCKING),
    "requests before content is readable": (lambda seen: seen.answered_before(seen.readable), "", REQUESTS_READABLE),
    "requests before the largest paint": (lambda seen: seen.answered_before(seen.largest_paint), "", REQUESTS_LARGEST),
    "script before the largest paint": (lambda seen: seen.script_before(seen.largest_paint), "bytes", SCRIPT_EARLY),
    "script until it answers to a press": (lambda seen: seen.script_before(seen.live), "bytes", SCRIPT),
    "script in all, with what idle time brings": (lambda seen: seen.script_before(float("inf")), "bytes", None),
    "transferred": (lambda seen: seen.transferred / 1024, "KiB", None),
}


def rows(scratch: Path) -> list[Row]:
    """Every figure of both pages, and what a session adds."""
    with demo_site(scratch / "data") as site, both_served(site, scratch, PAGES) as fronts:
        seen = visit(list(_variants(fronts, _session(site))), ROUNDS, scratch)
        words = {page: [_words(front + path) for front in fronts] for page, path in PAGES.items()}
    found = [row for page in PAGES for row in _of_page(page, seen, words[page])]
    floor, original = (seen.median(name, FIRST_PAINT) for name in ("heading", "home original"))
    signed_in = seen.median("home signed in", lambda seen_: seen_.script_before(float("inf")))
    return [
        *found,
        Row("one heading in the bytes of home: first paint", floor, "ms", original),
        Row("home, signed in: script in all", signed_in, "bytes", goal=SCRIPT_SESSION),
    ]


def _variants(fronts: Fronts, session: str) -> Iterator[Variant]:
    for page, path in PAGES.items():
        yield Variant(f"{page} original", fronts.original + path)
        yield Variant(page, fronts.ours + path)
    yield Variant("heading", fronts.ours + HEADING)
    yield Variant("home signed in", f"{fronts.ours}/", {SESSION_KEY: session})


def _of_page(page: str, seen: Visits, words: list[int]) -> Iterator[Row]:
    def row(name: str, of: Callable[[Visit], float], unit: str, goal: Goal | None) -> Row:
        return Row(f"{page}: {name}", seen.median(page, of), unit, seen.median(f"{page} original", of), goal)

    first, largest = PAINTS[page]
    yield row("first paint", FIRST_PAINT, "ms", first)
    yield row("largest paint", lambda visit_: visit_.largest_paint, "ms", largest)
    for name, (of, unit, goal) in FIGURES.items():
        yield row(name, of, unit, goal)
    shift = [seen.worst(name, lambda visit_: visit_.shift) for name in (page, f"{page} original")]
    yield Row(f"{page}: layout shift, the worst", shift[0], "", shift[1], SHIFT)
    ours, original = words
    yield Row(f"{page}: words without script", ours, reference=original)


def _session(site: Site) -> str:
    """Of an account without rights, as the client stores it."""
    marquee(site.data_dir, "user", "add", EMAIL, "--password-stdin", stdin=PASSWORD)
    answer = httpx.post(
        f"{site.url}/auth/v1/token?grant_type=password",
        headers={"apikey": site.keys()["publishable"]},
        json={"email": EMAIL, "password": PASSWORD},
    )
    return json.dumps(answer.raise_for_status().json())


def _words(url: str) -> int:
    """Words that a reader without script gets."""
    html = httpx.get(url).raise_for_status().text
    body = re.sub(r"<(script|style|head)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return len(re.sub(r"<[^>]*>", " ", body).split())
