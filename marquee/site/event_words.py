"""An event in words: the title of its page, and a description of a few sentences. No I/O."""

from datetime import date

from marquee.site.rows import EventRecord, day_of, is_past, night_of
from marquee.site.site_facts import Site

_OFF = ("cancelled", "postponed")


def event_title(site: Site, event: EventRecord) -> str:
    """`SOLD OUT: Halve — Kesselhaus Nord, Leipzig — Tue 24 Nov 2026`: what is new comes first, where it is cut last."""
    day = day_of(event)
    state = _state(event, is_over=is_past(event, site.now))
    when = f"{day:%a} {day.day} {day:%b} {day.year}"
    return f"{state}{event.artist.name} — {event.venue}, {event.location} — {when}"


def event_description(site: Site, event: EventRecord) -> str:
    """Who plays where and when, what became of it, and what else is known, in whole sentences."""
    others = ", ".join(entry.name for entry in event.lineup)
    price = None if event.status in _OFF else event.price
    return " ".join(
        sentence
        for sentence in (
            f"{event.artist.name} at {event.venue}, {event.location}, on {long_date(day_of(event))}.",
            _news(event, is_over=is_past(event, site.now)),
            _times(event),
            ended(f"With {others}") if others else "",
            ended(f"Tickets: {price}") if price else "",
        )
        if sentence
    )


def ended(sentence: str) -> str:
    """With a full stop, unless what a person typed has one at its end, as `180 kr.` does."""
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."


def long_date(day: date) -> str:
    """`Tuesday, November 24, 2026`, as everywhere on the page."""
    return f"{day:%A, %B} {day.day}, {day.year}"


def _state(event: EventRecord, *, is_over: bool) -> str:
    if event.status in _OFF:
        return f"{event.status.upper()}: "
    return "SOLD OUT: " if event.ticket_status == "sold_out" and not is_over else ""


def _news(event: EventRecord, *, is_over: bool) -> str:
    if event.status == "cancelled":
        return f"This date {'was' if is_over else 'is'} cancelled."
    if event.status == "postponed":
        return "This date is postponed: a new one is to come."
    if is_over:
        return "This date has taken place."
    if event.status == "moved" and event.previous_date:
        return f"Moved from {long_date(date.fromisoformat(event.previous_date))}."
    return "Sold out." if event.ticket_status == "sold_out" else ""


def _times(event: EventRecord) -> str:
    known = (("doors", event.door_time), ("start", event.start_time), ("the", night_of(event)))
    said = ", ".join(f"{name} {at}" for name, at in known if at)
    return f"{said[0].upper()}{said[1:]}." if said else ""
