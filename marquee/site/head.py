"""The head of a page: what it says of itself to crawlers, share previews (see ogp.me) and browsers. No I/O."""

from html import escape
from typing import Any, NamedTuple

from marquee.domain.colours import STAGE
from marquee.site.data_block import data_block, encode
from marquee.site.event_words import event_description, event_title, period_in_words
from marquee.site.images.facts import CARD_SIZE
from marquee.site.page_data import Confirm, Event, Home, NotFound, PageData, Press, Profile
from marquee.site.past_dates import Past
from marquee.site.rows import ArtistCard
from marquee.site.site_facts import Site, artist_url, event_url, past_url, press_url
from marquee.site.structured_data import event_graph, home_graph, past_graph, press_graph, profile_graph
from marquee.site.structured_events import Node
from marquee.version import VERSION
from marquee.visible import one_line

MAX_DESCRIPTION_LENGTH = 160

# The page's background in both themes: `--bg` in frontend/src/styles/tokens.css.
_EVERY_PAGE = (
    f'<meta name="generator" content="Marquee {VERSION}">',
    f'<meta name="theme-color" content="{STAGE}" media="(prefers-color-scheme: dark)">',
    '<meta name="theme-color" content="#f1f3ee" media="(prefers-color-scheme: light)">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
)
_SITE_FEEDS = ("/events.ics", "/feed.xml")
_NO_INDEX = '<meta name="robots" content="noindex">'


class Picture(NamedTuple):
    """The picture that is shown where a page is shared, in the size of `CARD_SIZE`."""

    path: str
    alt: str


class Head(NamedTuple):
    """The lines of the head, and the blocks of data that belong beside the page's own.

    The blocks repeat the words of that data, so together they compress well.
    """

    lines: list[str]
    blocks: list[str]


class _Subject(NamedTuple):
    """What a page is about; `kind` is a type of Open Graph, `feeds` are the paths of its calendar and Atom feed."""

    url: str
    kind: str
    name: str
    description: str
    feeds: tuple[str, ...]
    graph: Node


def title(site: Site, data: PageData) -> str:
    """The title of the window, and of the page in search results."""
    match data:
        case Event(event=event):
            return event_title(site, event)
        case Home() if site.brand.tagline:
            return f"{site.name} – {site.brand.tagline}"
        case Home() | Confirm():
            return site.name
        case _:
            return f"{_own_title(data)} – {site.name}"


def _own_title(data: Profile | Press | Past | NotFound) -> str:
    match data:
        case Profile(artist=artist):
            return artist.name
        case Press(artist=artist):
            return f"{artist.name}, press"
        case Past(period=str(period)):
            return f"Past dates {period_in_words(period)}"
        case Past():
            return "Past dates"
        case NotFound():
            return "Page not found"


def head(site: Site, data: PageData, picture: Picture) -> Head:
    """The head of a page. A page without a subject of its own asks not to be indexed."""
    common = [f"<title>{_text(title(site, data))}</title>", *_EVERY_PAGE]
    subject = _subject(site, data)
    if subject is None:
        return Head([*common, _NO_INDEX], [])
    lines = [
        *common,
        f'<meta name="description" content="{_text(subject.description)}">',
        f'<link rel="canonical" href="{_text(subject.url)}">',
        *(f'<link rel="alternate" href="{_text(path)}" type="{_feed_type(path)}">' for path in subject.feeds),
        *_open_graph(site, subject, picture),
        '<meta name="twitter:card" content="summary_large_image">',
    ]
    return Head(lines, [data_block('type="application/ld+json"', encode(_seen(subject.graph)))])


def _feed_type(path: str) -> str:
    return "text/calendar" if path.endswith(".ics") else "application/atom+xml"


def _subject(site: Site, data: PageData) -> _Subject | None:
    match data:
        case Home():
            return _home_subject(site, data)
        case Profile():
            return _profile_subject(site, data)
        case Press():
            return _press_subject(site, data)
        case Event():
            return _event_subject(site, data)
        case Past(period=str(period)):
            return _past_subject(site, data, period)
        case _:
            return None


def _home_subject(site: Site, home: Home) -> _Subject:
    description = f"{site.name}: {site.brand.tagline or 'artists, releases and dates.'}"
    graph = home_graph(site, _artists(home), home.events)
    return _Subject(f"{site.base_url}/", "website", site.name, description, _SITE_FEEDS, graph)


def _profile_subject(site: Site, profile: Profile) -> _Subject:
    artist, url = profile.artist, artist_url(site.base_url, profile.artist.id)
    description = _shortened(artist.bio or f"{artist.name}, {artist.genre}.")
    graph = profile_graph(site, artist, profile.events, description)
    path = url.removeprefix(site.base_url)
    return _Subject(url, "profile", artist.name, description, (f"{path}/events.ics", f"{path}/feed.xml"), graph)


def _press_subject(site: Site, press: Press) -> _Subject:
    artist, url = press.artist, press_url(site.base_url, press.artist.id)
    description = f"{artist.name}, for the press: biography, photograph, dates and contact."
    return _Subject(url, "website", title(site, press), description, (), press_graph(site, artist))


def _event_subject(site: Site, page: Event) -> _Subject:
    event, url = page.event, event_url(site.base_url, page.event.id)
    description = _shortened(event_description(site, event))
    graph = event_graph(site, event, description)
    return _Subject(url, "website", title(site, page), description, (f"/event/{event.id}.ics",), graph)


def _past_subject(site: Site, past: Past, period: str) -> _Subject:
    """The newest year has two URLs, of which its own is the lasting one."""
    name, description = _own_title(past), f"{site.name}: the dates of {period_in_words(period)}."
    graph = past_graph(site, period, name)
    return _Subject(
        past_url(site.base_url, period), "website", name, description, (*_SITE_FEEDS, f"/events/{period}.ics"), graph
    )


def _artists(home: Home) -> list[ArtistCard]:
    """Every artist on the page once: the featured one need not be among the most popular."""
    others = [artist for artist in home.artists if not artist.is_featured]
    return [*([home.featured] if home.featured else []), *others]


def _open_graph(site: Site, subject: _Subject, picture: Picture) -> list[str]:
    properties = {
        "title": subject.name,
        "type": subject.kind,
        "url": subject.url,
        "description": subject.description,
        "image": f"{site.base_url}{picture.path}",
        "image:width": str(CARD_SIZE[0]),
        "image:height": str(CARD_SIZE[1]),
        "image:alt": picture.alt,
        "site_name": site.name,
        "locale": "en_US",
    }
    return [f'<meta property="og:{name}" content="{_text(value)}">' for name, value in properties.items()]


def _seen(value: Any) -> Any:
    """A node with each of its texts on one line, without what nobody sees."""
    match value:
        case str():
            return one_line(value)
        case dict():
            return {name: _seen(each) for name, each in value.items()}
        case list():
            return [*map(_seen, value)]
    return value


def _shortened(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= MAX_DESCRIPTION_LENGTH else f"{text[: MAX_DESCRIPTION_LENGTH - 1].rstrip()}…"


def _text(value: str) -> str:
    """The value on one line, escaped for an element or a quoted attribute."""
    return escape(one_line(value))
