"""Events as a calendar that people subscribe to; pure. Sources: RFC 5545, RFC 7986, practice.md 3c."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlsplit

from marquee.rest.rows import Object
from marquee.site.structured_data import artist_address, event_name

REFRESH = "PT6H"
_LINE_OCTETS = 75
_ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,"})


def calendar(name: str, base_url: str, events: Iterable[Object]) -> str:
    """All-day events, since no hours are known; each is the same one for ever by its `UID`. Each has its `artist`."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Marquee//Events//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"NAME:{_text(name)}",
        f"X-WR-CALNAME:{_text(name)}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{REFRESH}",
        f"X-PUBLISHED-TTL:{REFRESH}",
        *(line for event in events for line in _event(base_url, event)),
        "END:VCALENDAR",
    ]
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _event(base_url: str, event: Object) -> Iterator[str]:
    day, artist = date.fromisoformat(event["date"]), event["artist"]
    changed = datetime.fromisoformat(event["updated_at"]).astimezone(UTC)
    yield "BEGIN:VEVENT"
    yield f"UID:{event['id']}@{urlsplit(base_url).hostname}"
    yield f"DTSTAMP:{changed:%Y%m%dT%H%M%SZ}"
    yield f"LAST-MODIFIED:{changed:%Y%m%dT%H%M%SZ}"
    yield f"DTSTART;VALUE=DATE:{_day(day)}"
    if day < date.max:  # no day is known after the last one; without an end, it lasts the day
        yield f"DTEND;VALUE=DATE:{_day(day + timedelta(days=1))}"
    yield f"SUMMARY:{_text(event_name(event, artist))}"
    yield f"LOCATION:{_text(event['venue'] + ', ' + event['location'])}"
    yield f"URL:{artist_address(base_url, artist['id'])}"
    yield "STATUS:CONFIRMED"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _day(day: date) -> str:
    return day.isoformat().replace("-", "")


def _text(value: str) -> str:
    """One line, whatever was typed: a line end would begin a property of its own."""
    line = " ".join(value.split())
    return "".join(character for character in line if character.isprintable()).translate(_ESCAPED)


def _folded(line: str) -> Iterator[str]:
    """In lines of at most 75 octets, no letter apart. Source: RFC 5545 section 3.1."""
    octets, start = line.encode(), ""
    while len(octets) > _LINE_OCTETS - len(start):
        end = _LINE_OCTETS - len(start)
        while octets[end] & 0xC0 == 0x80:
            end -= 1
        yield start + octets[:end].decode()
        octets, start = octets[end:], " "
    yield start + octets.decode()
