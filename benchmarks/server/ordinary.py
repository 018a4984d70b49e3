"""What one client can ask of a large site without anything unusual, again and again: what costs more than a page."""

from datetime import date

from benchmarks.server.attack import PLACE, Attack

CONNECTIONS = 4
YEARS = 4
"""Of past dates, as `large_site` has them."""
EMBEDDED = f"music_artists?select=id,name,genre,image,music_events(*,music_lineup(*))&limit=1000&name=neq.{PLACE}"
COMMON = f"music_events?select=*,artist:music_artists(id,name)&search=fts.hall:*&limit=100&location=neq.{PLACE}"


def ordinary(headers: dict[str, str], parts: list[str]) -> list[Attack]:
    """With a visitor's header fields; `parts` are the paths of the sitemap's."""
    this_year = date.today().year
    years = [f"{year}" for year in range(this_year - YEARS, this_year)]
    months = [f"{year}-{month:02}" for year in years for month in range(1, 13)]
    past = [f"/events/past/{period.replace('-', '/')}" for period in (*years, *months)]
    return [
        _asks("calendars", [f"/events{period}.ics" for period in ("", *(f"/{one}" for one in (*years, *months)))], {}),
        _asks("past years and months", past, {}),
        _asks("parts of the sitemap", parts, {}),
        _asks("1,000 artists with their dates and bills", [f"/rest/v1/{EMBEDDED}"], headers),
        _asks("a common word", [f"/rest/v1/{COMMON}"], headers),
    ]


def _asks(name: str, paths: list[str], headers: dict[str, str]) -> Attack:
    requests = tuple(("GET", path, headers, "") for path in paths)
    return Attack(f"{CONNECTIONS} connections: {name}", requests, CONNECTIONS)
