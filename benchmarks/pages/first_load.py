"""Debian's Chromium as a phone (412 by 823 at 1.75), throttled as Lighthouse's mobile preset: 1.6 Mbit/s down, 750
kbit/s up, 150 ms, a CPU four times slower. Medians of 21 first visits to each page, each with a new profile. The
reference is an ordinary single-page application with the same content (`benchmarks/original/`): an empty document that
loads the whole client. Both stand behind nginx, over HTTP/1.1.
"""

from collections.abc import Callable, Iterator
from operator import attrgetter
from pathlib import Path

from benchmarks import goals
from benchmarks.goals import Goal
from benchmarks.harness.site import demo_site
from benchmarks.pages.browser import Variant
from benchmarks.pages.original_design import both_served
from benchmarks.pages.visits import Visit, Visits, visit
from benchmarks.rows import Row

ROUNDS = 21
PAGES = {"home": "/", "profile": "/artist/vesna-kole"}
Figure = tuple[str, Callable[[Visit], float], str, Goal | None]
FIGURES: list[Figure] = [
    ("largest paint", attrgetter("largest_paint"), "ms", goals.LARGEST_PAINT),
    ("script is live", attrgetter("live"), "ms", None),
    ("blocking time", attrgetter("blocking"), "ms", goals.BLOCKING_MS),
    ("requests before content", lambda seen: seen.answered_before(seen.readable), "", None),
    (
        "requests before the largest paint",
        lambda seen: seen.answered_before(seen.largest_paint),
        "",
        goals.REQUESTS_BEFORE_LARGEST_PAINT,
    ),
    (
        "script before the largest paint",
        lambda seen: seen.script_before(seen.largest_paint),
        "bytes",
        goals.SCRIPT_BEFORE_LARGEST_PAINT_BYTES,
    ),
    ("script in all", attrgetter("script"), "bytes", goals.SCRIPT_OF_VISITOR_BYTES),
    ("transferred", lambda seen: seen.transferred / 1024, "KiB", None),
]


def rows(scratch: Path) -> list[Row]:
    """Every figure of both pages."""
    with demo_site(scratch / "data") as site, both_served(site, scratch, PAGES) as fronts:
        designs = {"": fronts.ours, " original": fronts.original}
        variants = [Variant(page + name, url + path) for page, path in PAGES.items() for name, url in designs.items()]
        seen = visit(variants, ROUNDS, scratch)
    return [row for page in PAGES for row in _of_page(page, seen)]


def _of_page(page: str, seen: Visits) -> Iterator[Row]:
    first: Figure = ("first paint", attrgetter("first_paint"), "ms", goals.FIRST_PAINT[page])
    for name, of, unit, goal in [first, *FIGURES]:
        yield Row(f"{page}: {name}", seen.median(page, of), unit, seen.median(f"{page} original", of), goal)
    shifts = [seen.worst(name, attrgetter("shift")) for name in (page, f"{page} original")]
    yield Row(f"{page}: layout shift, the worst", shifts[0], "", shifts[1], goals.LAYOUT_SHIFT)
    html = attrgetter("html")
    bound = goals.HTML_BYTES if page == "home" else None
    yield Row(f"{page}: HTML with its styles", seen.median(page, html), "bytes", goal=bound)
