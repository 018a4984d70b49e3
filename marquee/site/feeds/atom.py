"""Events as an Atom feed, for readers that people follow an artist in (RFC 4287). No I/O."""

from xml.etree.ElementTree import Element, SubElement, tostring

from marquee.site.event_words import event_description, event_title
from marquee.site.rows import FeedEvent
from marquee.site.site_facts import Site, event_url
from marquee.visible import one_line

NAMESPACE = "http://www.w3.org/2005/Atom"
NEVER = "1970-01-01T00:00:00Z"
"""When a feed without entries was changed: the standard asks for a time."""


def feed(site: Site, path: str, title: str, page_url: str, events: list[FeedEvent]) -> bytes:
    """The feed at this path of the page it is about, the events in their order."""
    root = Element("feed", xmlns=NAMESPACE)
    url = f"{site.base_url}{path}"
    _text(root, "id", url)
    _text(root, "title", title)
    _text(root, "updated", max(map(_updated_at, events), default=NEVER))
    SubElement(root, "link", rel="self", type="application/atom+xml", href=url)
    SubElement(root, "link", rel="alternate", type="text/html", href=page_url)
    _text(SubElement(root, "author"), "name", site.name)
    for event in events:
        _add_entry(root, site, event)
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True))


def _add_entry(root: Element, site: Site, event: FeedEvent) -> None:
    entry = SubElement(root, "entry")
    _text(entry, "id", f"urn:uuid:{event.id}")
    _text(entry, "title", event_title(site, event))
    _text(entry, "published", event.published_at)
    _text(entry, "updated", _updated_at(event))
    SubElement(entry, "link", rel="alternate", type="text/html", href=event_url(site.base_url, event.id))
    _text(entry, "summary", event_description(site, event))


def _updated_at(event: FeedEvent) -> str:
    """Not before it was announced: readers look for what is newer than their last visit."""
    return max(event.updated_at, event.published_at)


def _text(parent: Element, name: str, text: str) -> None:
    """Without control characters, which XML cannot hold (XML 1.0, section 2.2)."""
    SubElement(parent, name).text = one_line(text)
