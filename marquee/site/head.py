"""The head of a page: what it says of itself to crawlers, share previews (see ogp.me) and browsers. No I/O."""

from html import escape
from typing import Any, NamedTuple

from msgspec import Struct

from marquee.domain.colours import STAGE
from marquee.site.data_block import data_block, encode
from marquee.site.images.facts import CARD_SIZE
from marquee.site.site_facts import Site
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


class Words(Struct, frozen=True):
    """What a page says of itself: the title of its window, what it is called where it is shared, and its description.

    Without a `name` it is called what its title says.
    """

    title: str
    name: str = ""
    description: str = ""


class Subject(NamedTuple):
    """What a page is about; `kind` is a type of Open Graph, `feeds` are the paths of its calendar and Atom feed.

    Without a description it has the site's.
    """

    url: str
    kind: str
    description: str
    feeds: tuple[str, ...]
    graph: Node


def head(site: Site, words: Words, subject: Subject | None, picture: Picture) -> Head:
    """The head of a page. A page without a subject of its own asks not to be indexed."""
    common = [f"<title>{_text(words.title)}</title>", *_EVERY_PAGE]
    if subject is None:
        return Head([*common, _NO_INDEX], [])
    description = subject.description or site.brand.tagline or site.name
    lines = [
        *common,
        f'<meta name="description" content="{_text(description)}">',
        f'<link rel="canonical" href="{_text(subject.url)}">',
        *(f'<link rel="alternate" href="{_text(path)}" type="{_feed_type(path)}">' for path in subject.feeds),
        *_open_graph(site, words.name or words.title, description, subject, picture),
        '<meta name="twitter:card" content="summary_large_image">',
    ]
    return Head(lines, [data_block('type="application/ld+json"', encode(_seen(subject.graph)))])


def _feed_type(path: str) -> str:
    return "text/calendar" if path.endswith(".ics") else "application/atom+xml"


def _open_graph(site: Site, name: str, description: str, subject: Subject, picture: Picture) -> list[str]:
    properties = {
        "title": name,
        "type": subject.kind,
        "url": subject.url,
        "description": description,
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


def shortened(text: str) -> str:
    """As much of a text as a description says, on one line."""
    text = one_line(text)
    return text if len(text) <= MAX_DESCRIPTION_LENGTH else f"{text[: MAX_DESCRIPTION_LENGTH - 1].rstrip()}…"


def _text(value: str) -> str:
    """The value on one line, escaped for an element or a quoted attribute."""
    return escape(one_line(value))
