"""What a page is about, in the words of schema.org: one builder for every kind of node; pure.

Nodes name each other by `@id`, so that each stands in a page once. Source: practice.md 3d, schema.org.
"""

from typing import Any
from urllib.parse import quote

from marquee.domain.tables import MEDIA_PREFIX
from marquee.rest.rows import Object

Node = dict[str, Any]

_SCHEMA = "https://schema.org"
_PLACES = {"social_instagram": "https://instagram.com/", "social_twitter": "https://twitter.com/"}


def home_graph(base_url: str, site_name: str, artists: list[Object], events: list[Object]) -> Node:
    """The site, its artists, and its upcoming events, each whole."""
    listed = {artist["id"] for artist in artists}
    lists = [
        [artist_node(base_url, artist) for artist in artists],
        [event_node(base_url, event, event["artist"], is_known=event["artist"]["id"] in listed) for event in events],
    ]
    return _graph(website_node(base_url, site_name), *map(_list, filter(None, lists)))


def profile_graph(base_url: str, site_name: str, artist: Object, events: list[Object], description: str) -> Node:
    """The artist with all that is known, the events, and the way back to the home page."""
    known = {
        "description": description,
        "sameAs": _elsewhere(artist),
        "track": artist["latest_song"] and {"@type": "MusicRecording", "name": artist["latest_song"]},
        "event": [event_node(base_url, event, artist, is_known=True) for event in events],
    }
    node = artist_node(base_url, artist) | {name: value for name, value in known.items() if value}
    steps = [(site_name, f"{base_url}/"), (artist["name"], node["url"])]
    return _graph(node, _breadcrumbs(steps))


def website_node(base_url: str, name: str) -> Node:
    return {"@type": "WebSite", "@id": f"{base_url}/#site", "name": name, "url": f"{base_url}/"}


def artist_node(base_url: str, artist: Object) -> Node:
    """`MusicGroup`, for a solo artist too: schema.org has no other kind for who performs under a name."""
    image = artist["image"]
    return {
        **_performer(base_url, artist),
        "image": f"{base_url}{image}" if image.startswith(MEDIA_PREFIX) else image,
        "genre": artist["genre"],
    }


def event_node(base_url: str, event: Object, artist: Object, *, is_known: bool) -> Node:
    """`MusicEvent`; a bare date, since nobody has said a time. `is_known`: the artist's node is in the same page."""
    performer = _performer(base_url, artist)
    return {
        "@type": "MusicEvent",
        "name": event_name(event, artist),
        "startDate": event["date"],
        "location": {
            "@type": "Place",
            "name": event["venue"],
            "address": {"@type": "PostalAddress", "addressLocality": event["location"]},
        },
        "eventStatus": f"{_SCHEMA}/EventScheduled",
        "eventAttendanceMode": f"{_SCHEMA}/OfflineEventAttendanceMode",
        "performer": {"@id": performer["@id"]} if is_known else performer,
        "url": performer["url"],
    }


def event_name(event: Object, artist: Object) -> str:
    """Events have no names of their own."""
    return f"{artist['name']} at {event['venue']}"


def artist_address(base_url: str, artist_id: str) -> str:
    """The address of a profile, as it is said to everybody else."""
    return f"{base_url}/artist/{quote(artist_id)}"


def _performer(base_url: str, artist: Object) -> Node:
    url = artist_address(base_url, artist["id"])
    return {"@type": "MusicGroup", "@id": f"{url}#artist", "name": artist["name"], "url": url}


def _elsewhere(artist: Object) -> list[str]:
    """The same addresses as the profile's links (frontend/src/paths.ts)."""
    handles = ((place, (artist[column] or "").strip().lstrip("@")) for column, place in _PLACES.items())
    return [
        *([artist["website"]] if artist["website"] else []),
        *(place + quote(handle, safe="") for place, handle in handles if handle),
    ]


def _list(nodes: list[Node]) -> Node:
    return {"@type": "ItemList", "itemListElement": nodes}


def _breadcrumbs(steps: list[tuple[str, str]]) -> Node:
    items = [
        {"@type": "ListItem", "position": position, "name": name, "item": address}
        for position, (name, address) in enumerate(steps, 1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": items}


def _graph(*nodes: Node) -> Node:
    return {"@context": _SCHEMA, "@graph": list(nodes)}
