"""The pages of the site, a row each: its path, what it reads, and what it is about. Another page is another row."""

from collections.abc import Callable
from typing import Any, NamedTuple

from marquee.auth.mail.messages import CONFIRM_PATH
from marquee.domain.invitations import PAGE as INVITATION_PATH
from marquee.site import page_data, past_dates
from marquee.site.event_words import event_description
from marquee.site.head import Picture, Subject, Words, shortened
from marquee.site.images.event_pictures import event_card
from marquee.site.images.share_cards import share_card
from marquee.site.images.tour_pictures import tour_card
from marquee.site.page_data import EventWithMore, Home, PressKit, Profile
from marquee.site.past_dates import PastDates
from marquee.site.rows import ArtistCard, ArtistSummary
from marquee.site.site_facts import Site, artist_url, event_url, past_url, press_kit_url
from marquee.site.structured_data import event_graph, home_graph, profile_graph, trail_graph
from marquee.storage.media import Media

PAST_PATH = "/events/past"
WELCOME_PATH = "/welcome"
SITE_FEEDS = ("/events.ics", "/feed.xml")


def _no_subject(_site: Site, _data: Any, _words: Words) -> None:
    """What is not to be found by search engines."""


def _site_card(media: Media, site: Site, _data: Any) -> Picture:
    return share_card(media, None, site.brand).picture


class Page(NamedTuple):
    """A page, or several of one kind.

    `path` is a pattern of routes; `read` gets its parameters after the connection and the site's zone, and finds what
    the page shows, which stands in the document under the name `key`, or None for a 404. Without `read` the browser
    fills the page from its URL, which may hold a token: opening it does nothing with it, since mail scanners do so too.
    `is_listed` says of a path without parameters whether the sitemap has it; the pages of each artist are there anyway.
    """

    path: str
    key: str = ""
    read: Callable[..., Any] | None = None
    subject: Callable[[Site, Any, Words], Subject | None] = _no_subject
    card: Callable[[Media, Site, Any], Picture] = _site_card
    is_listed: bool = False


def _home_subject(site: Site, home: Home, words: Words) -> Subject:
    graph = home_graph(site, _artists(home), home.events)
    return Subject(f"{site.base_url}/", "website", words.description, SITE_FEEDS, graph)


def _artists(home: Home) -> list[ArtistCard]:
    """Every artist on the page once: the featured one need not be among the most popular."""
    others = [artist for artist in home.artists if not artist.is_featured]
    return [*([home.featured] if home.featured else []), *others]


def _home_card(media: Media, site: Site, home: Home) -> Picture:
    """Of the artist that the page shows first."""
    return _artist_card(media, site, home.featured or next(iter(home.artists), None))


def _artist_card(media: Media, site: Site, artist: ArtistSummary | None) -> Picture:
    return share_card(media, artist, site.brand).picture


def _profile_subject(site: Site, profile: Profile, words: Words) -> Subject:
    artist, url = profile.artist, artist_url(site.base_url, profile.artist.id)
    description = shortened(words.description)
    graph = profile_graph(site, artist, profile.events, description)
    path = url.removeprefix(site.base_url)
    return Subject(url, "profile", description, (f"{path}/events.ics", f"{path}/feed.xml"), graph)


def _profile_card(media: Media, site: Site, profile: Profile) -> Picture:
    """Of the artist, with their dates."""
    if profile.events:
        return tour_card(media, profile, site).picture
    return _artist_card(media, site, profile.artist)


def _press_kit_subject(site: Site, kit: PressKit, words: Words) -> Subject:
    artist, url = kit.artist, press_kit_url(site.base_url, kit.artist.id)
    graph = trail_graph(site, (artist.name, artist_url(site.base_url, artist.id)), ("Press", url))
    return Subject(url, "website", words.description, (), graph)


def _press_kit_card(media: Media, site: Site, kit: PressKit) -> Picture:
    return _artist_card(media, site, kit.artist)


def _event_subject(site: Site, page: EventWithMore, _words: Words) -> Subject:
    """Its description stands in its artist's feed too, which is written without the front end."""
    event, url = page.event, event_url(site.base_url, page.event.id)
    description = shortened(event_description(site, event))
    graph = event_graph(site, event, description)
    return Subject(url, "website", description, (f"/event/{event.id}.ics",), graph)


def _event_card(media: Media, site: Site, page: EventWithMore) -> Picture:
    return event_card(media, page.event, site).picture


def _past_subject(site: Site, past: PastDates, words: Words) -> Subject | None:
    """The newest year has two URLs, of which its own is the lasting one."""
    if past.period is None:
        return None
    url, feeds = past_url(site.base_url, past.period), (*SITE_FEEDS, f"/events/{past.period}.ics")
    return Subject(url, "website", words.description, feeds, trail_graph(site, (words.name, url)))


_PAST = Page(PAST_PATH, "page", past_dates.past_at, _past_subject)
_ARTIST_PATH = "/artist/{artist_id}"
PAGES = (
    Page("/", "home", page_data.home, _home_subject, _home_card, is_listed=True),
    Page(_ARTIST_PATH, "profile", page_data.profile, _profile_subject, _profile_card),
    Page(f"{_ARTIST_PATH}/press", "page", page_data.press_kit, _press_kit_subject, _press_kit_card),
    Page("/event/{event_id}", "event", page_data.event, _event_subject, _event_card),
    _PAST,
    _PAST._replace(path=f"{PAST_PATH}/{{period:path}}"),
    Page(CONFIRM_PATH),
    Page(INVITATION_PATH),
    Page(WELCOME_PATH),
)
MISSING = Page("", "not_found")
"""The page of every other URL."""
FIXED_PATHS = frozenset(page.path for page in PAGES if "{" not in page.path)
LISTED_PATHS = tuple(page.path for page in PAGES if page.is_listed)
OF_ARTISTS = tuple(page.path.removeprefix(_ARTIST_PATH) for page in PAGES if page.path.startswith(f"{_ARTIST_PATH}/"))
"""How the paths go on of what an artist has besides their profile."""
