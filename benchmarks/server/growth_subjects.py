"""What is asked of sites of different sizes: every kind of page, feed, part of the sitemap, search and panel list."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple

ARTIST = "silver-orver-0"
ARTISTS_PART, EVENTS_PART = "a part of artists", "a part of dates"
"""Parts of the sitemap by what they are, since each size of site has others."""
WHOLE = "/sitemap.xml"
LISTED = (
    "music_events?select=id,date,venue,location,start_time,artist:music_artists(id,name),"
    "lineup:music_lineup(name,artist_id)"
)
COMMON = "search=fts.hall:*"
CHANGES = "music_changes?select=*&part_of=is.null&limit=50"


class Asked(NamedTuple):
    """A path, or a query of the data service, of a visitor or `of_panel`; `of_small` is for the small site instead."""

    name: str
    path: str
    of_panel: bool = False
    of_small: str | None = None

    def on(self, parts: Mapping[str, str], *, is_small: bool) -> str:
        """Its path on a site whose sitemap has these parts; a sitemap without parts is whole."""
        path = (self.of_small if is_small else None) or self.path
        return parts.get(path, WHOLE) if path in (ARTISTS_PART, EVENTS_PART) else path


def subjects(today: date) -> list[Asked]:
    """What is asked of every site."""
    return [*_pages(today), *_lists(today), *_histories()]


def _pages(today: date) -> list[Asked]:
    year = f"/events/past/{today.year - 1}"
    return [
        Asked("home page", "/"),
        Asked("profile", f"/artist/{ARTIST}"),
        Asked("press kit", f"/artist/{ARTIST}/press"),
        Asked("past dates", "/events/past"),
        Asked("past dates of a year ÷ of the newest one", year, of_small="/events/past"),
        Asked("calendar", "/events.ics"),
        Asked("calendar of an artist", f"/artist/{ARTIST}/events.ics"),
        Asked("feed", "/feed.xml"),
        Asked("feed of an artist", f"/artist/{ARTIST}/feed.xml"),
        Asked("sitemap", WHOLE),
        Asked("artists of the sitemap", ARTISTS_PART),
        Asked("dates of the sitemap", EVENTS_PART),
    ]


def _lists(today: date) -> list[Asked]:
    upcoming = f"upcoming_until=gt.now&date=gte.{today - timedelta(days=2)}&order=date.asc,start_time.asc,id.asc"
    past = f"upcoming_until=lte.now&date=lte.{today + timedelta(days=1)}&order=date.desc,start_time.desc,id.desc"
    return [
        Asked("artists", "music_artists?select=id,name,genre,image,followers,latest_song,is_featured&limit=24"),
        Asked("upcoming dates", f"{LISTED}&{upcoming}&limit=20"),
        Asked("past dates in the panel", f"{LISTED}&{past}&limit=20", of_panel=True),
        Asked("artists by a common word", "music_artists?select=id,name,genre,image&search=fts.a:*&limit=24"),
        Asked("upcoming dates by a common word", f"{LISTED}&{COMMON}&{upcoming}&limit=20"),
        Asked("past dates by a common word, in the panel", f"{LISTED}&{COMMON}&{past}&limit=20", of_panel=True),
        Asked("dates by a common word", f"music_events?select=id,date&{COMMON}&limit=20"),
        Asked("dates by their place", "music_events?select=id,date,location&order=location&limit=20", of_panel=True),
        Asked("dates by their venue", "music_events?select=id,date,venue&order=venue&limit=20", of_panel=True),
        Asked("artists by name, in the panel", "music_artists?select=id,name&order=name,id&limit=20", of_panel=True),
        Asked(
            "dates of an artist, in the panel",
            f"{LISTED}&performer_id=eq.{ARTIST}&{upcoming}&limit=20",
            of_panel=True,
        ),
    ]


def _histories() -> list[Asked]:
    deleted = "action=eq.delete&table_name=in.(music_artists,music_events)"
    return [
        Asked("changes", f"{CHANGES}&order=id.desc", of_panel=True),
        Asked("changes by time", f"{CHANGES}&order=at.desc", of_panel=True),
        Asked("changes of an artist", f"{CHANGES}&artist_id=eq.{ARTIST}&order=id.desc", of_panel=True),
        Asked("what was deleted", f"{CHANGES}&{deleted}&order=id.desc", of_panel=True),
    ]
