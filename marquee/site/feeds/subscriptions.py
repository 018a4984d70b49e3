"""What people subscribe to: calendars and Atom feeds, of the site, of an artist and of one event."""

from zoneinfo import ZoneInfo

from sqlalchemy import Connection
from starlette.responses import Response

from marquee.errors import NotFound
from marquee.site import page_data
from marquee.site.bundle import REVALIDATE
from marquee.site.context import Paths, SiteContext
from marquee.site.feeds import atom, feed_data
from marquee.site.feeds.feed_data import Revised, revised
from marquee.site.past_dates import is_period
from marquee.site.rows import ArtistSummary
from marquee.site.site_facts import Site, artist_url
from marquee.web.response_cache import StoredResponse

CALENDAR, ATOM = "text/calendar; charset=utf-8", "application/atom+xml; charset=utf-8"


async def events_ics(context: SiteContext) -> Response:
    """The calendar of all artists, or of one, of what is near or of a year, month or day.

    Raises NotFound for an unknown artist, and for a period without events.
    """
    artist_id: str | None = context.path_params.get("artist_id")
    period: str | None = context.path_params.get("period")
    if period is not None and not is_period(period):
        raise NotFound

    async def make() -> StoredResponse | None:
        feed = await context.database.read(feed_data.calendar, context.settings.timezone, artist_id, period)
        if feed is None:
            return None
        return await _stored_calendar(context, _title(await context.facts(), feed.artist), feed.events)

    return await context.respond_from_cache(context.path, make)


async def event_ics(context: SiteContext) -> Response:
    """One event as a calendar. Raises NotFound for an unknown one."""
    event_id = context.path_params["event_id"]

    async def make() -> StoredResponse | None:
        events = await context.database.read(_event, context.settings.timezone, event_id)
        return await _stored_calendar(context, (await context.facts()).name, events) if events else None

    return await context.respond_from_cache(context.path, make)


async def feed_xml(context: SiteContext) -> Response:
    """The newest events of all artists, or of one. Raises NotFound for an unknown artist."""
    artist_id: str | None = context.path_params.get("artist_id")

    async def make() -> StoredResponse | None:
        site = await context.facts()
        feed = await context.database.read(feed_data.newest, site.zone, artist_id)
        if feed is None:
            return None
        page_url = artist_url(site.base_url, feed.artist.id) if feed.artist else f"{site.base_url}/"
        return _response(ATOM, atom.feed(site, context.path, _title(site, feed.artist), page_url, feed.events))

    return await context.respond_from_cache(context.path, make)


def _event(connection: Connection, zone: ZoneInfo, event_id: str) -> list[Revised] | None:
    event = page_data.event_record(connection, zone, event_id)
    return None if event is None else revised(connection, [event])


def _title(site: Site, artist: ArtistSummary | None) -> str:
    return f"{artist.name} – {site.name}" if artist else site.name


async def _stored_calendar(context: SiteContext, name: str, events: list[Revised]) -> StoredResponse:
    from marquee.site.feeds import calendar  # noqa: PLC0415 - its library takes 80 ms to load; few sites are asked

    zone = context.settings.timezone
    return _response(CALENDAR, await context.beside(calendar.calendar, name, context.base_url, zone, events))


def _response(content_type: str, content: bytes) -> StoredResponse:
    fields = (("Content-Type", content_type), ("Cache-Control", REVALIDATE), ("X-Robots-Tag", "noindex"))
    return StoredResponse.make(200, fields, content)


PATHS: Paths = (
    ("/events.ics", events_ics),
    ("/artist/{artist_id}/events.ics", events_ics),
    ("/events/{period}.ics", events_ics),
    ("/artist/{artist_id}/events/{period}.ics", events_ics),
    ("/event/{event_id}.ics", event_ics),
    ("/feed.xml", feed_xml),
    ("/artist/{artist_id}/feed.xml", feed_xml),
)
