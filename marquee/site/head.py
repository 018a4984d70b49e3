"""What a page says of itself to crawlers, share previews and browsers: the lines of its head; pure.

Sources: practice.md 3d and 3e, ogp.me.
"""

from html import escape
from typing import NamedTuple

from marquee.rest.rows import Object
from marquee.site.data_block import data_block, encode
from marquee.site.page_data import Content
from marquee.site.structured_data import Node, artist_address, home_graph, profile_graph

DESCRIPTION_LENGTH = 160
NOT_FOUND: Content = {"not_found": True}
"""What an address that leads to nothing shows."""

CARD_SIZE = (1200, 630)
"""Of the picture that stands for a page where it is shared, in pixels."""

# The ground of either theme: `--bg` in frontend/src/styles/tokens.css.
_EVERY_PAGE = (
    '<meta name="theme-color" content="#0a1211" media="(prefers-color-scheme: dark)">',
    '<meta name="theme-color" content="#f1f3ee" media="(prefers-color-scheme: light)">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
)
_UNLISTED = '<meta name="robots" content="noindex">'


class Site(NamedTuple):
    """`base_url` is where it is reached, without a slash at its end."""

    name: str
    base_url: str


class Picture(NamedTuple):
    """What stands for a page where it is shared, of `CARD_SIZE`; `path` is that of its address."""

    path: str
    alt: str


class Head(NamedTuple):
    """`lines` of the head; `blocks` of data, to stand beside the page's own, whose words they share when compressed."""

    lines: list[str]
    blocks: list[str]


class _Subject(NamedTuple):
    """What a page is about; `kind` is one of Open Graph's."""

    address: str
    kind: str
    name: str
    description: str
    calendar: str
    graph: Node


def title(site_name: str, found: Content) -> str:
    """Of the window, and of what a search shows."""
    if "profile" in found:
        return f"{found['profile']['artist']['name']} – {site_name}"
    return f"Page not found – {site_name}" if "not_found" in found else site_name


def head(site: Site, found: Content, picture: Picture) -> Head:
    """Of a page that shows `found` (`site.content`); one that shows nothing is not to be listed."""
    common = [f"<title>{_text(title(site.name, found))}</title>", *_EVERY_PAGE]
    subject = _subject(site, found)
    if subject is None:
        return Head([*common, _UNLISTED], [])
    lines = [
        *common,
        f'<meta name="description" content="{_text(subject.description)}">',
        f'<link rel="canonical" href="{_text(subject.address)}">',
        f'<link rel="alternate" href="{_text(subject.calendar)}" type="text/calendar">',
        *_open_graph(site, subject, picture),
        '<meta name="twitter:card" content="summary_large_image">',
    ]
    return Head(lines, [data_block('type="application/ld+json"', encode(subject.graph))])


def _subject(site: Site, found: Content) -> _Subject | None:
    if "home" in found:
        about = f"{site.name}: artists, releases and dates."
        graph = home_graph(site.base_url, site.name, _artists_of(found["home"]), found["home"]["events"])
        return _Subject(f"{site.base_url}/", "website", site.name, about, "/events.ics", graph)
    if "profile" in found:
        artist, events = found["profile"]["artist"], found["profile"]["events"]
        address = artist_address(site.base_url, artist["id"])
        about = _shortened(artist["bio"] or f"{artist['name']}, {artist['genre']}.")
        graph = profile_graph(site.base_url, site.name, artist, events, about)
        calendar = f"{address.removeprefix(site.base_url)}/events.ics"
        return _Subject(address, "profile", artist["name"], about, calendar, graph)
    return None


def _artists_of(home: Content) -> list[Object]:
    """Each artist on the page once: the featured one need not be among the most popular."""
    others = [artist for artist in home["artists"] if not artist["is_featured"]]
    return [*([home["featured"]] if home["featured"] else []), *others]


def _open_graph(site: Site, subject: _Subject, picture: Picture) -> list[str]:
    said = {
        "title": subject.name,
        "type": subject.kind,
        "url": subject.address,
        "description": subject.description,
        "image": f"{site.base_url}{picture.path}",
        "image:width": str(CARD_SIZE[0]),
        "image:height": str(CARD_SIZE[1]),
        "image:alt": picture.alt,
        "site_name": site.name,
        "locale": "en_US",
    }
    return [f'<meta property="og:{name}" content="{_text(value)}">' for name, value in said.items()]


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= DESCRIPTION_LENGTH else f"{text[: DESCRIPTION_LENGTH - 1].rstrip()}…"


def _text(value: str) -> str:
    """One line, as the text of an element or of an attribute in quotes."""
    return escape(" ".join(value.split()))
