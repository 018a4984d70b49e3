"""What a page is about, in the vocabulary of schema.org: one function for every kind of node. No I/O.

Nodes refer to each other by `@id`, so that each of them is in a page once. See schema.org.
"""

from collections.abc import Mapping, Sequence

from marquee.domain.brand import Brand
from marquee.domain.pictures import MEDIA_PREFIX, without_focus
from marquee.domain.texts import handles
from marquee.site.rows import Act, Artist, ArtistCard, ArtistName, ArtistSummary, EventRecord, ListedEvent
from marquee.site.site_facts import Site, artist_url, event_url
from marquee.site.structured_events import SCHEMA, Node, event_node, organization_id


def home_graph(site: Site, artists: list[ArtistCard], events: list[ListedEvent]) -> Node:
    """The site and its operator, and where its artists and its upcoming events are described.

    Only where: each of them has a page that says all, and search engines read an event on its own page.
    """
    lists = [
        [artist_url(site.base_url, artist.id) for artist in artists],
        [event_url(site.base_url, event.id) for event in events],
    ]
    website = {"@type": "WebSite", "@id": f"{site.base_url}/#site", "name": site.name, "url": f"{site.base_url}/"}
    return _graph(website, _organization(site), *map(_list, filter(None, lists)))


def profile_graph(site: Site, artist: Artist, events: list[ListedEvent], description: str) -> Node:
    """The artist with everything that is known, the events, and the way back to the home page."""
    known = {
        "description": description,
        "sameAs": _profiles_elsewhere(artist),
        "track": artist.latest_song and {"@type": "MusicRecording", "name": artist.latest_song},
        "event": [_listed_event(site, event, {artist.id: artist}) for event in events],
    }
    node = artist_node(site, artist) | {name: value for name, value in known.items() if value}
    steps = [(artist.name, artist_url(site.base_url, artist.id))]
    return _graph(node, _organization(site), _breadcrumbs(site, steps))


def trail_graph(site: Site, *steps: tuple[str, str]) -> Node:
    """The way from the home page to one that says no more: what it lists or repeats has pages that say all.

    A step is a name and a full URL, the last one the page's own.
    """
    return _graph(_breadcrumbs(site, steps))


def event_graph(site: Site, event: EventRecord, description: str) -> Node:
    """The event with everybody on its bill, and the way back to its artist and the home page."""
    bill = [_act(site, act) for act in event.lineup]
    node = event_node(site, event, [artist_node(site, event.artist), *bill], _image(site, event.artist))
    steps = [(event.artist.name, artist_url(site.base_url, event.artist.id)), (event.venue, node["url"])]
    return _graph(node | {"description": description}, _organization(site), _breadcrumbs(site, steps))


def artist_node(site: Site, artist: ArtistSummary) -> Node:
    """A `MusicGroup`, for a solo artist too: schema.org has no other type for an act."""
    return {**_performer(site, artist), "image": _image(site, artist), "genre": artist.genre}


def _listed_event(site: Site, event: ListedEvent, known: Mapping[str, ArtistSummary]) -> Node:
    """An event of a list; an artist of `known` has a node in the same page."""
    artist = known.get(event.artist.id)
    headliner = {"@id": _artist_id(site, artist)} if artist else _performer(site, event.artist)
    bill = [_act(site, act) for act in event.lineup]
    return event_node(site, event, [headliner, *bill], _image(site, artist) if artist else None)


def _organization(site: Site) -> Node:
    brand, url = site.brand, f"{site.base_url}/"
    known = {"logo": brand.logo and _full_url(site, brand.logo), **_contact(brand)}
    node = {"@type": "Organization", "@id": organization_id(site), "name": site.name, "url": url}
    return node | {name: value for name, value in known.items() if value}


def _contact(brand: Brand) -> Node:
    url = brand.contact_url or ""
    point = {"@type": "ContactPoint", "url": url}
    return {"email": brand.contact} if url.startswith("mailto:") else {"contactPoint": url and point}


def _performer(site: Site, artist: ArtistName) -> Node:
    return {"@id": _artist_id(site, artist), "url": artist_url(site.base_url, artist.id), **_group(artist.name)}


def _act(site: Site, act: Act) -> Node:
    """Somebody on a bill, under the name that stands on it."""
    return _performer(site, ArtistName(act.artist_id, act.name)) if act.artist_id else _group(act.name)


def _group(name: str) -> Node:
    return {"@type": "MusicGroup", "name": name}


def _artist_id(site: Site, artist: ArtistName) -> str:
    return f"{artist_url(site.base_url, artist.id)}#artist"


def _image(site: Site, artist: ArtistSummary) -> str:
    return _full_url(site, without_focus(artist.image)[0])


def _full_url(site: Site, address: str) -> str:
    return f"{site.base_url}{address}" if address.startswith(MEDIA_PREFIX) else address


def _profiles_elsewhere(artist: Artist) -> list[str]:
    """The URLs that the profile links to (frontend/src/paths.ts), each of them once."""
    profiles = (handles.address(column, getattr(artist, column)) for column in handles.SERVICES)
    urls = [artist.website, *profiles, *(link.url for link in artist.links)]
    return list(dict.fromkeys(filter(None, urls)))


def _list(urls: list[str]) -> Node:
    items = [{"@type": "ListItem", "position": position, "url": url} for position, url in enumerate(urls, 1)]
    return {"@type": "ItemList", "itemListElement": items}


def _breadcrumbs(site: Site, steps: Sequence[tuple[str, str]]) -> Node:
    """The way from the home page to this one."""
    items = [
        {"@type": "ListItem", "position": position, "name": name, "item": url}
        for position, (name, url) in enumerate([(site.name, f"{site.base_url}/"), *steps], 1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": items}


def _graph(*nodes: Node) -> Node:
    return {"@context": SCHEMA, "@graph": list(nodes)}
