"""The same phone, of people who have signed in before: an admin, and an owner of the profile. They open each page and
reload it, seven times each with a new profile: the worst layout shift of all their loads.
"""

from operator import attrgetter
from pathlib import Path

from benchmarks.goals import LAYOUT_SHIFT
from benchmarks.harness.site import Site, demo_site
from benchmarks.pages.browser import signed_in
from benchmarks.pages.first_load import PAGES
from benchmarks.pages.visits import visit
from benchmarks.rows import Row

ROUNDS = 7
OWNED = "vesna-kole"


def rows(scratch: Path) -> list[Row]:
    """The worst shift of each person on each page, opened and reloaded."""
    with demo_site(scratch / "data") as site:
        sessions = {"admin": site.sign_in("admin@bench.example", role="service_role"), "owner": _owner(site)}
        variants = [
            signed_in(f"{person}, {page}", site.url + path, session, loads=2)
            for person, session in sessions.items()
            for page, path in PAGES.items()
        ]
        seen = visit(variants, ROUNDS, scratch)
    shift = attrgetter("shift")
    return [
        Row(f"{variant.name}: layout shift, opened or reloaded", seen.worst(variant.name, shift), goal=LAYOUT_SHIFT)
        for variant in variants
    ]


def _owner(site: Site) -> dict[str, object]:
    session = site.sign_in("owner@bench.example")
    site.set_owner(OWNED, session)
    return session
