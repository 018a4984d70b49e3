"""What a page says of itself: its title, what it is called where it is shared, and its description, without script."""

import pytest

from marquee.site.renderer import Renderer
from tests.cast import BASE_URL
from tests.conftest import on_sqlite
from tests.site.event_pages import add, read
from tests.site.html import Read

pytestmark = [pytest.mark.anyio, on_sqlite]

PRESS = "Mara Voss, press – Marquee"
PAGES = {
    "/": ("Marquee", "Marquee", "Marquee: artists, releases and dates."),
    "/artist/mara-voss": ("Mara Voss – Marquee", "Mara Voss", "Sings."),
    "/artist/night-ferry": ("Night Ferry – Marquee", "Night Ferry", "Night Ferry, Dream pop."),
    "/artist/mara-voss/press": (
        PRESS,
        PRESS,
        "Mara Voss, for the press: biography, photograph, dates and contact.",
    ),
    "/events/past": ("Past dates 2026 – Marquee", "Past dates 2026", "Marquee: the dates of 2026."),
    "/events/past/2026/10": (
        "Past dates October 2026 – Marquee",
        "Past dates October 2026",
        "Marquee: the dates of October 2026.",
    ),
    "/events/past/2026/10/01": (
        "Past dates October 1, 2026 – Marquee",
        "Past dates October 1, 2026",
        "Marquee: the dates of October 1, 2026.",
    ),
}
NOT_LISTED = {
    "/auth/confirm": "Marquee",
    "/invitation": "Marquee",
    "/welcome": "Marquee",
    "/nowhere": "Page not found – Marquee",
    "/artist/mara-vos": "Page not found – Marquee",
}
THE_28TH = "Mara Voss — Kesselhaus, Leipzig — Sat 28 Nov 2026"
AT_KESSELHAUS = "Mara Voss at Kesselhaus, Leipzig, on Saturday, November 28, 2026."
EVENTS = (
    ({"status": "cancelled", "price": "€18"}, f"CANCELLED: {THE_28TH}", f"{AT_KESSELHAUS} This date is cancelled."),
    (
        {"status": "postponed", "ticket_status": "sold_out"},
        f"POSTPONED: {THE_28TH}",
        f"{AT_KESSELHAUS} This date is postponed: a new one is to come.",
    ),
    ({"ticket_status": "sold_out"}, f"SOLD OUT: {THE_28TH}", f"{AT_KESSELHAUS} Sold out."),
    (
        {"date": "2026-11-01", "ticket_status": "sold_out"},
        "Mara Voss — Kesselhaus, Leipzig — Sun 1 Nov 2026",
        "Mara Voss at Kesselhaus, Leipzig, on Sunday, November 1, 2026. This date has taken place.",
    ),
    (
        {"start_time": "01:30", "price": "€18"},
        THE_28TH,
        f"{AT_KESSELHAUS} Start 01:30, the night from Friday to Saturday. Tickets: €18.",
    ),
    ({"price": "180 kr."}, THE_28TH, f"{AT_KESSELHAUS} Tickets: 180 kr."),
    (
        {"date": "0026-11-28", "timezone": "UTC"},
        "Mara Voss — Kesselhaus, Leipzig — Sat 28 Nov 26",
        "Mara Voss at Kesselhaus, Leipzig, on Saturday, November 28, 26. This date has taken place.",
    ),
)


def said(page):
    (name,), (description,), shared = page.metas["og:title"], page.metas["description"], page.metas["og:description"]
    assert shared == [description]
    return page.title, name, description


@pytest.mark.parametrize("path", PAGES)
async def test_page_has_a_title_a_name_and_a_description(built, path):
    assert said(await read(built, path)) == PAGES[path]


@pytest.mark.parametrize("path", NOT_LISTED)
async def test_page_that_is_not_listed_has_a_title_alone(built, path):
    page = Read((await built.client.get(path)).text)
    assert (page.title, page.metas["robots"]) == (NOT_LISTED[path], ["noindex"])
    assert not {"description", "og:title", "og:description"} & page.metas.keys()


@pytest.mark.parametrize(("event", "title", "description"), EVENTS)
async def test_date_says_first_what_is_new(built, event, title, description):
    id_ = await add(built, **event)
    assert said(await read(built, f"/event/{id_}")) == (title, title, description)


async def test_artist_without_a_biography_is_described_by_name_and_genre(built):
    await built.rest("PATCH", "music_artists?id=eq.mara-voss", "admin", json={"bio": " \n "})
    assert said(await read(built, "/artist/mara-voss"))[2] == "Mara Voss, Art pop."


async def test_page_that_could_not_be_rendered_says_what_the_site_is(built):
    """The browser renders it, and gives it its own title."""
    await built.rest("PATCH", "music_settings?id=eq.site", "admin", json={"tagline": "Two artists, one van"})
    built.app.state.site.renderer.close()
    built.app.state.site.renderer = Renderer("")
    for path in set(PAGES) - {"/events/past"}:
        page = await read(built, path)
        assert said(page) == ("Marquee", "Marquee", "Two artists, one van"), path
        assert page.links["canonical"] == [{"rel": "canonical", "href": f"{BASE_URL}{path}"}]
        assert not [node for node in page.nodes("MusicGroup") if "description" in node]
