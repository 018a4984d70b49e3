"""What stands on the poster and the share card of an artist's next dates."""

import pytest

from marquee.site.images import canvas, tour_layout, typesetting
from marquee.site.images.wording import MAX_CARD_DATES, MAX_DATES, tour_wording
from marquee.site.page_data import Tour
from marquee.site.rows import ArtistName, ArtistSummary, ListedEvent


def spoken(monkeypatch):
    """The lines of type that are drawn from now on."""
    lines = []
    monkeypatch.setattr(
        canvas, "draw_line", lambda _draw, line, *_: lines.append("".join(text for text, _ in line.pieces))
    )
    return lines


def listed(**values):
    facts = {
        **dict.fromkeys(("start_time", "door_time", "ticket_url", "price", "ticket_status", "previous_date")),
        **{"id": "1", "date": "2026-11-24", "venue": "Kesselhaus Nord", "location": "Leipzig", "status": "scheduled"},
        **{
            "upcoming_until": "2026-11-25T05:00:00+00:00",
            "timezone": None,
            "artist": ArtistName("halve", "Halve"),
            "lineup": (),
        },
    }
    return ListedEvent(**{**facts, **values})


def tour_of(*events, name="Halve", max_dates=MAX_DATES):
    tour = Tour(ArtistSummary("halve", name, "Techno", ""), list(events), len(events))
    return tour_wording(tour, max_dates, "Undercard", "stage.test/artist/halve")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({}, "Kesselhaus Nord"),
        ({"location": "Leipzig, Germany"}, "Kesselhaus Nord"),
        ({"status": "moved", "previous_date": "2026-11-20"}, "Kesselhaus Nord"),
        ({"ticket_status": "sold_out"}, "Sold out"),
        ({"status": "cancelled", "ticket_status": "sold_out"}, "Cancelled"),
        ({"status": "postponed"}, "New date to come"),
    ],
)
def test_line_of_a_date_says_what_became_of_it(monkeypatch, values, said):
    struck = []
    monkeypatch.setattr(tour_layout, "_strike", lambda *_: struck.append(1))
    lines = spoken(monkeypatch)
    tour_layout.poster(None, tour_of(listed(**values)))
    assert {"24 Nov", "Leipzig", said, "Live 2026", "stage.test/artist/halve"} <= set(lines)
    assert len(struck) == {"Cancelled": 2, "New date to come": 1}.get(said, 0)


@pytest.mark.parametrize("count", [1, MAX_CARD_DATES, MAX_CARD_DATES + 3])
def test_card_lists_the_first_dates(monkeypatch, count):
    lines = spoken(monkeypatch)
    events = [listed(date=f"2026-12-{day:02}", location=f"City {day}") for day in range(1, count + 1)]
    tour_layout.share_card(None, tour_of(*events, max_dates=MAX_CARD_DATES))
    assert len([line for line in lines if line.startswith("City")]) == min(count, MAX_CARD_DATES)
    assert ("and 3 more" in lines) == (count > MAX_CARD_DATES)


@pytest.mark.parametrize("draw", [tour_layout.poster, tour_layout.share_card])
def test_letters_that_no_typeface_has_are_left_out(monkeypatch, draw):
    """Nobody wants boxes on a poster; what can be set stays."""
    monkeypatch.setattr(typesetting, "SYSTEM_FONTS", ())
    lines = spoken(monkeypatch)
    draw(None, tour_of(listed(location="東京", venue="Βρυξέλλες"), listed(location="Ghent"), name="فيروز"))
    assert {"Undercard", "24 Nov", "Ghent"} <= set(lines)
    assert all(line.isascii() or "–" in line for line in lines)
