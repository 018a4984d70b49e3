"""The demonstration's dates, from two years ago to five months ahead. Every place and price in it is invented."""

from typing import Any, NamedTuple


class DemoEvent(NamedTuple):
    """`days` from the day on which the demonstration is made; `details` are columns of the event.

    `bill` has the others who play: an artist of the demonstration, or a name without a profile. `moved_to` is the day
    that the event was moved to after it was added.
    """

    days: int
    artist: str
    venue: str
    location: str
    details: dict[str, Any] = {}  # noqa: RUF012 - never changed
    bill: tuple[str, ...] = ()
    moved_to: int | None = None


def _at(start: str, doors: str | None = None, **details: Any) -> dict[str, Any]:
    return {"start_time": start, "door_time": doors, **details}


def _tickets(slug: str, status: str = "on_sale", price: str | None = None) -> dict[str, Any]:
    return {"ticket_url": f"https://tickets.example/{slug}", "ticket_status": status, "price": price}


EVENTS = (
    DemoEvent(-702, "Vesna Kole", "Klub Otok", "Rijeka, Croatia", _at("21:00")),
    DemoEvent(-655, "Marrow Street", "The Lamplighter Rooms", "Leeds, England", _at("20:00", "19:00")),
    DemoEvent(-610, "Halve", "Zeche Morgenrot", "Essen, Germany"),
    DemoEvent(-548, "Night Ferry", "Pier Fourteen Hall", "Gothenburg, Sweden", _at("19:30")),
    DemoEvent(-440, "Ayo Marchetti", "Sala Girasole", "Bologna, Italy", _at("21:30", "20:30")),
    DemoEvent(-371, "Delphine Achterberg", "Saal am Wehr", "Basel, Switzerland", _at("19:00")),
    DemoEvent(-300, "Abel Quintero Trio", "Club Tres Relojes", "Mexico City, Mexico", _at("22:00")),
    DemoEvent(-221, "The Cormorant Sisters", "Chapel of Rest Records", "Bristol, England", {"status": "cancelled"}),
    DemoEvent(-143, "Vesna Kole", "Dvorana Sever", "Ljubljana, Slovenia", _at("20:00", "19:00"), ("Halve",)),
    DemoEvent(-61, "Night Ferry", "Kulturhus Ankeret", "Bergen, Norway", _at("20:00")),
    DemoEvent(-12, "Halve", "Depot 23", "Ghent, Belgium", _at("23:00")),
    DemoEvent(
        0,
        "Vesna Kole",
        "Teatro Lanterna",
        "Trieste, Italy",
        _at("21:00", "20:00", **_tickets("lanterna", "few_left", "18 €")),
        ("The Cormorant Sisters", "DJ Bora"),
    ),
    DemoEvent(
        2, "Halve", "Kesselhaus Nord", "Leipzig, Germany", _at("23:00", "22:00", **_tickets("kesselhaus", price="15 €"))
    ),
    DemoEvent(
        9,
        "Marrow Street",
        "The Lamplighter Rooms",
        "Leeds, England",
        _at("19:30", "18:30", timezone="Europe/London", **_tickets("lamplighter", "sold_out", "£16")),
        ("Paper Dogs", "Ines Brandt"),
    ),
    DemoEvent(
        12,
        "Abel Quintero Trio",
        "Club Tres Relojes",
        "Mexico City, Mexico",
        _at("21:00", timezone="America/Mexico_City", ticket_status="at_door", price="250 MXN"),
    ),
    DemoEvent(17, "Halve", "Zeche Morgenrot", "Essen, Germany", {"status": "cancelled", "note": "Tickets refunded."}),
    DemoEvent(24, "Night Ferry", "Pier Fourteen Hall", "Gothenburg, Sweden", _tickets("pier-fourteen", "not_yet")),
    DemoEvent(
        31,
        "The Cormorant Sisters",
        "Chapel of Rest Records",
        "Bristol, England",
        _at("15:00", timezone="Europe/London", ticket_status="free", note="Bring a chair. The kettle is ours."),
    ),
    DemoEvent(
        31,
        "Ayo Marchetti",
        "Sala Girasole",
        "Bologna, Italy",
        _at("21:30", "20:30", **_tickets("girasole", price="20-28 €")),
    ),
    DemoEvent(45, "Marrow Street", "Café Verrat", "Rotterdam, Netherlands", {"status": "postponed"}),
    DemoEvent(
        48,
        "Delphine Achterberg",
        "Orangerie Concert Hall",
        "Ghent, Belgium",
        _at("20:00", "19:30", **_tickets("orangerie", price="24 €")),
        moved_to=52,
    ),
    DemoEvent(66, "Night Ferry", "Kulturhus Ankeret", "Bergen, Norway", _at("20:00"), ("Delphine Achterberg",)),
    DemoEvent(73, "Halve", "Depot 23", "Ghent, Belgium", _at("23:00", **_tickets("depot-23", price="12 €"))),
    DemoEvent(80, "Delphine Achterberg", "Saal am Wehr", "Basel, Switzerland", _at("19:00", price="35 CHF")),
    DemoEvent(87, "Vesna Kole", "The Silver Oar", "Glasgow, Scotland", {"timezone": "Europe/London"}, ("Night Ferry",)),
    DemoEvent(
        96,
        "Ayo Marchetti",
        "Blue Pepper Ballroom",
        "Chicago, Illinois",
        _at("20:00", "19:00", timezone="America/Chicago", **_tickets("blue-pepper", price="$32")),
    ),
    DemoEvent(105, "Marrow Street", "Warehouse Six", "Manchester, England"),
    DemoEvent(114, "The Cormorant Sisters", "St. Brannoc’s Boathouse", "Falmouth, England"),
    DemoEvent(123, "Abel Quintero Trio", "Patio de los Naranjos", "Seville, Spain", _at("22:00")),
    DemoEvent(137, "Vesna Kole", "Dvorana Sever", "Ljubljana, Slovenia", _tickets("sever", "not_yet")),
    DemoEvent(151, "Night Ferry", "The Fog Signal", "Halifax, Nova Scotia", _at("20:00", timezone="America/Halifax")),
)

DRAFT = DemoEvent(140, "Vesna Kole", "Zeche Morgenrot", "Essen, Germany", {"published_at": None, "start_time": "20:00"})
"""Not announced: admins and music contacts see it in the panel, and visitors nowhere."""
