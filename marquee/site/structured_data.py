"""What a page is about, in the vocabulary of schema.org: one function for every kind of node. No I/O.

Nodes refer to each other by `@id`, so that each of them is in a page once. See schema.org.
"""

from typing import Any
from urllib.parse import quote

from marquee.domain.tables import MEDIA_PREFIX
from marquee.site.rows import Artist, ArtistCard, ArtistName, ArtistSummary, Event, EventWithArtist

Node = dict[str, Any]

_SCHEMA = "https://schema.org"
_INSTAGRAM, _TWITTER = "https://instagram.com/", "https://twitter.com/"


def home_graph(base_url: str, site_name: str, artists: list[ArtistCard], events: list[EventWithArtist]) -> Node:
    """The site, its artists, and its upcoming events, each in full."""
    listed = {artist.id for artist in artists}
    lists = [
        [artist_node(base_url, artist) for artist in artists],
        [event_node(base_url, event, event.artist, is_known=event.artist.id in listed) for event in events],
    ]
    return _graph(website_node(base_url, site_name), *map(_list, filter(None, lists)))


def profile_graph(base_url: str, site_name: str, artist: Artist, events: list[Event], description: str) -> Node:
    """The artist with everything that is known, the events, and the way back to the home page."""
    known = {
        "description": description,
        "sameAs": _profiles_elsewhere(artist),
        "track": artist.latest_song and {"@type": "MusicRecording", "name": artist.latest_song},
        "event": [event_node(base_url, event, artist, is_known=True) for event in events],
    }
    node = artist_node(base_url, artist) | {name: value for name, value in known.items() if value}
    steps = [(site_name, f"{base_url}/"), (artist.name, node["url"])]
    return _graph(node, _breadcrumbs(steps))


def website_node(base_url: str, name: str) -> Node:
    return {"@type": "WebSite", "@id": f"{base_url}/#site", "name": name, "url": f"{base_url}/"}


def artist_node(base_url: str, artist: ArtistSummary) -> Node:
    """A `MusicGroup`, for a solo artist too: schema.org has no other type for an act."""
    image = artist.image
    return {
        **_performer(base_url, artist),
        "image": f"{base_url}{image}" if image.startswith(MEDIA_PREFIX) else image,
        "genre": artist.genre,
    }


def event_node(base_url: str, event: Event, artist: ArtistName, *, is_known: bool) -> Node:
    """A `MusicEvent` with a date but no time, which is not known. `is_known`: the artist's node is in the same page."""
    performer = _performer(base_url, artist)
    return {
        "@type": "MusicEvent",
        "name": event_name(event, artist),
        "startDate": event.date,
        "location": {
            "@type": "Place",
            "name": event.venue,
            "address": {"@type": "PostalAddress", "addressLocality": event.location},
        },
        "eventStatus": f"{_SCHEMA}/EventScheduled",
        "eventAttendanceMode": f"{_SCHEMA}/OfflineEventAttendanceMode",
        "performer": {"@id": performer["@id"]} if is_known else performer,
        "url": performer["url"],
    }


def event_name(event: Event, artist: ArtistName) -> str:
    """Events have no names of their own."""
    return f"{artist.name} at {event.venue}"


def artist_url(base_url: str, artist_id: str) -> str:
    """The full URL of a profile."""
    return f"{base_url}/artist/{quote(artist_id)}"


def _performer(base_url: str, artist: ArtistName) -> Node:
    url = artist_url(base_url, artist.id)
    return {"@type": "MusicGroup", "@id": f"{url}#artist", "name": artist.name, "url": url}


def _profiles_elsewhere(artist: Artist) -> list[str]:
    """The same URLs as the links of the profile (frontend/src/paths.ts)."""
    handles = ((_INSTAGRAM, artist.social_instagram), (_TWITTER, artist.social_twitter))
    bare = ((site, (handle or "").strip().lstrip("@")) for site, handle in handles)
    return [
        *([artist.website] if artist.website else []),
        *(site + quote(handle, safe="") for site, handle in bare if handle),
    ]


def _list(nodes: list[Node]) -> Node:
    return {"@type": "ItemList", "itemListElement": nodes}


def _breadcrumbs(steps: list[tuple[str, str]]) -> Node:
    items = [
        {"@type": "ListItem", "position": position, "name": name, "item": url}
        for position, (name, url) in enumerate(steps, 1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": items}


def _graph(*nodes: Node) -> Node:
    return {"@context": _SCHEMA, "@graph": list(nodes)}
