"""Events as they really are: until when they are upcoming, what happens when they move, and what is refused and why."""

from unittest.mock import ANY

import pytest
from sqlalchemy import text

from marquee.db.statements import PreparedStatement
from marquee.domain.times.event_times import set_site_zone, upcoming_until
from tests.conftest import on_postgresql

pytestmark = pytest.mark.anyio

KEPT = {"Prefer": "return=representation"}
EVENT = {"date": "2026-12-05", "venue": "Depot 23", "location": "Ghent", "artist_id": "mara-voss"}
HTTPS = "It must be an https:// address of at most 2,048 characters, without spaces."
TIME_OF_DAY = "It must be a time of day from 00:00 to 23:59, such as 19:30."


async def add(site, **values):
    answer = await site.rest("POST", "music_events", "contact", json={**EVENT, **values}, headers=KEPT)
    assert answer.status_code == 201, answer.text
    return answer.json()[0]


async def change(site, event, **values):
    path = f"music_events?id=eq.{event['id']}"
    answer = await site.rest("PATCH", path, "contact", json=values, headers=KEPT)
    assert answer.status_code == 200, answer.text
    return answer.json()[0]


ZONES = [
    ("2026-12-05", "Europe/Berlin", "2026-12-06T04:00:00+00:00"),
    ("2027-03-27", "Europe/Berlin", "2027-03-28T03:00:00+00:00"),
    ("2026-12-05", "Pacific/Auckland", "2026-12-05T16:00:00+00:00"),
    ("2026-12-05", "America/Los_Angeles", "2026-12-06T13:00:00+00:00"),
    ("9999-12-31", "Pacific/Pago_Pago", "9999-12-31T16:00:00+00:00"),
    ("0001-01-01", "UTC", "0001-01-02T05:00:00+00:00"),
]


@pytest.mark.parametrize(("day", "zone", "expected"), ZONES)
def test_date_is_upcoming_until_five_the_next_morning_where_it_is(day, zone, expected):
    """(E5)"""
    assert upcoming_until(day, zone) == expected


async def test_upcoming_follows_date_and_zone_of_event_and_site(restored):
    """(E5)"""
    site = restored
    event = await add(site)
    assert event["upcoming_until"] == "2026-12-06T05:00:00+00:00"
    assert (await change(site, event, timezone="Asia/Kathmandu"))["upcoming_until"] == "2026-12-05T23:15:00+00:00"
    assert (await change(site, event, date="2026-12-07"))["upcoming_until"] == "2026-12-07T23:15:00+00:00"
    of_site = await add(site)
    site.site.service.database.write_now(set_site_zone, "America/Chicago")
    found = {row["id"]: row for row in await site.rows("music_events?location=eq.Ghent&date=gt.2026-12-01")}
    assert found[of_site["id"]]["upcoming_until"] == "2026-12-06T11:00:00+00:00"
    assert found[event["id"]]["upcoming_until"] == "2026-12-07T23:15:00+00:00"
    site.site.service.database.write_now(set_site_zone, "UTC")


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
@pytest.mark.parametrize("time", ["00:00:00+00:00", "23:59:59.999999+00:00"])
async def test_ends_of_the_calendar_are_dates_and_instants_like_others(restored, day, time):
    """PostgreSQL's driver takes the very first and last for infinite ones. (E5)"""
    event = await add(restored, date=day, published_at=f"{day}T{time}")
    assert (event["date"], event["published_at"]) == (day, f"{day}T{time}")
    assert (await restored.rest("DELETE", f"music_events?id=eq.{event['id']}", "contact")).status_code == 204
    (deleted,) = await restored.rows(f"music_changes?row_id=eq.{event['id']}&action=eq.delete", "admin")
    assert (deleted["before"]["date"], deleted["before"]["published_at"]) == (day, f"{day}T{time}")
    undone = await restored.rest("POST", "music_changes", "admin", json={"undo": deleted["id"]})
    assert undone.status_code == 201, undone.text
    assert await restored.rows(f"music_events?id=eq.{event['id']}", "admin") == [{**event, "updated_at": ANY}]


INFINITE = text("UPDATE music_events SET date = CAST(CAST(:day AS text) AS date) WHERE CAST(id AS text) = :id")


@on_postgresql
async def test_infinite_days_of_earlier_versions_are_read_as_the_ends_of_the_calendar(restored):
    event = await add(restored)
    for infinite, day in (("infinity", "9999-12-31"), ("-infinity", "0001-01-01")):
        values = {"day": infinite, "id": event["id"]}
        restored.site.service.database.write_now(lambda connection, values=values: connection.execute(INFINITE, values))
        assert [row["date"] for row in await restored.rows(f"music_events?id=eq.{event['id']}")] == [day]


@pytest.fixture
def lookups(monkeypatch):
    """The statements that read a list of rows, as one of a bulk change does."""
    run, found = PreparedStatement.run, []

    def noted(statement, connection, values):
        found.append(values.get("ids"))
        return run(statement, connection, values)

    monkeypatch.setattr(PreparedStatement, "run", noted)
    return lambda: len([ids for ids in found if ids])


async def test_dates_of_many_days_are_looked_up_as_seldom_as_those_of_one(restored, lookups):
    """Else a change of a few thousand dates keeps all other writers waiting longer than they wait."""
    days = [f"{2030 + year}-{month:02}-17" for year in range(4) for month in range(1, 13)]
    rows = [{**EVENT, "date": day, "venue": "Tour"} for day in days]
    assert (await restored.rest("POST", "music_events", "contact", json=rows)).status_code == 201
    counts = []
    for few, zone in (("&date=eq.2030-01-17", "Asia/Tokyo"), ("", "America/Chicago")):
        before = lookups()
        answer = await restored.rest("PATCH", f"music_events?venue=eq.Tour{few}", "contact", json={"timezone": zone})
        assert answer.status_code == 204
        counts.append(lookups() - before)
    assert counts[1] == counts[0]
    tour = await restored.rows("music_events?select=date,upcoming_until&venue=eq.Tour&order=date")
    assert [(row["date"], row["upcoming_until"]) for row in tour] == [
        (day, upcoming_until(day, "America/Chicago")) for day in days
    ]


async def test_now_parts_upcoming_from_past(restored):
    """(E5)"""
    for day in ("2020-02-29", "2999-12-31"):
        await add(restored, date=day)
    query = "music_events?select=date&venue=eq.Depot 23&location=eq.Ghent&upcoming_until={}.now&date=neq.2026-10-01"
    assert await restored.rows(query.format("gt")) == [{"date": "2999-12-31"}]
    assert await restored.rows(query.format("lte")) == [{"date": "2020-02-29"}]


async def test_untimed_events_of_a_day_stand_last_and_first_from_behind(restored):
    for start in ("21:00", None, "19:30"):
        await add(restored, start_time=start)
    path = "music_events?select=start_time&date=eq.2026-12-05&order=date.{0},start_time.{0},id.{0}"
    assert [row["start_time"] for row in await restored.rows(path.format("asc"))] == ["19:30", "21:00", None]
    assert [row["start_time"] for row in await restored.rows(path.format("desc"))] == [None, "21:00", "19:30"]


async def test_moved_event_keeps_its_former_date(restored):
    """(E2)"""
    event = await add(restored)
    assert event["status"] == "scheduled"
    assert (await change(restored, event, date="2026-12-06"))["previous_date"] is None
    moved = await change(restored, event, status="moved", date="2026-12-08")
    assert (moved["previous_date"], moved["upcoming_until"]) == ("2026-12-06", "2026-12-09T05:00:00+00:00")
    corrected = await change(restored, event, date="2026-12-10", status="moved")
    assert corrected["previous_date"] == "2026-12-06"  # what people have tickets for
    assert (await change(restored, event, date="2026-12-11"))["previous_date"] == "2026-12-06"
    assert (await change(restored, event, date="2026-12-06"))["previous_date"] == "2026-12-11"
    assert (await change(restored, event, status="cancelled"))["previous_date"] == "2026-12-11"
    assert (await change(restored, event, status="scheduled"))["previous_date"] is None


async def test_stale_save_of_an_event_is_refused(restored):
    """(E1)"""
    event = await add(restored)
    await change(restored, event, note="Sold out soon")
    path = f"music_events?id=eq.{event['id']}"
    stale = {"note": "Mine", "updated_at": event["updated_at"]}
    answer = await restored.rest("PATCH", path, "contact", json=stale)
    assert (answer.status_code, answer.json()["code"]) == (409, "PT409")


REFUSED: dict[str, tuple[dict[str, str], str, str]] = {
    "doors after the start": (
        {"start_time": "20:00", "door_time": "21:00"},
        "(door_time)=(21:00)",
        "Doors cannot open after the start, unless that is the next morning.",
    ),
    "doors in the night, after the start": (
        {"start_time": "00:30", "door_time": "01:00"},
        "(door_time)=(01:00)",
        "Doors cannot open after the start, unless that is the next morning.",
    ),
    "a time of 24 hours": ({"start_time": "24:00"}, "(start_time)=(24:00)", TIME_OF_DAY),
    "a time in letters": ({"start_time": "2a:00"}, "(start_time)=(2a:00)", TIME_OF_DAY),
    "an unknown zone": (
        {"timezone": "Europe/Undercard"},
        "(timezone)=(Europe/Undercard)",
        "It must be a time zone such as Europe/Berlin.",
    ),
    "the zone of whoever computes": (
        {"timezone": "localtime"},
        "(timezone)=(localtime)",
        "It must be a time zone such as Europe/Berlin.",
    ),
    "a link without TLS": ({"ticket_url": "http://a.example"}, "(ticket_url)=(http://a.example)", HTTPS),
    "a moved event without a former date": (
        {"status": "moved"},
        "(status)=(moved)",
        "A date is moved when it gets another date than it had: change the date together with the status.",
    ),
    "no venue": ({"venue": " "}, "(venue)=( )", "It needs 1 to 200 characters, not only spaces."),
}


@pytest.mark.parametrize("name", REFUSED)
async def test_refused_event_says_row_column_value_and_rule(restored, name):
    """(E2, W2)"""
    values, shown, rule = REFUSED[name]
    one = await restored.rest("POST", "music_events", "contact", json={**EVENT, **values})
    assert (one.status_code, one.json()["code"]) == (400, "23514")
    assert (one.json()["details"], one.json()["hint"]) == (f"Failing row contains {shown}.", rule)
    blank = dict.fromkeys(values)
    rows: list[dict[str, str | None]] = [
        {**EVENT, **blank, "venue": "A"},
        {**EVENT, **blank, "venue": "B"},
        {**EVENT, "venue": "C", **values},
    ]
    if "status" in values:
        rows = [{**row, "status": row["status"] or "scheduled"} for row in rows]
    several = await restored.rest("POST", "music_events", "contact", json=rows)
    assert several.json()["details"] == f"Failing row 3 contains {shown}."
    restored.assert_unchanged()


async def test_refused_key_and_value_are_told(restored):
    """(W2)"""
    rows = [EVENT, {**EVENT, "artist_id": "nobody"}]
    answer = (await restored.rest("POST", "music_events", "contact", json=rows)).json()
    assert answer["code"] == "23503"
    assert answer["details"] == 'Failing row 2: Key (artist_id)=(nobody) is not present in table "music_artists".'
    rows = [EVENT, {**EVENT, "date": "07/22/2026"}]
    answer = (await restored.rest("POST", "music_events", "contact", json=rows)).json()
    assert (answer["code"], answer["details"]) == ("22007", "Failing row 2 contains (date)=(07/22/2026).")


WRITTEN = ("2026-11-22T20:00:00-05:00", "2026-11-22T00:30:00+14:00", "2026-11-22 23:59:59Z", "2026-11-22")


@pytest.mark.parametrize("text", WRITTEN)
async def test_written_date_keeps_the_day_that_it_names(restored, text):
    """(W1)"""
    event = await add(restored, date=text)
    assert event["date"] == "2026-11-22"
    assert (await change(restored, await add(restored), date=text))["date"] == "2026-11-22"


async def test_bill_has_names_with_and_without_profile(restored):
    """(E2)"""
    event = await add(restored)
    bill = [
        {"event_id": event["id"], "position": 1, "artist_id": "night-ferry", "name": None},
        {"event_id": event["id"], "position": 0, "artist_id": None, "name": "Paper Dogs"},
    ]
    assert (await restored.rest("POST", "music_lineup", "contact", json=bill)).status_code == 201
    path = f"music_events?id=eq.{event['id']}&select=lineup:music_lineup(name,artist:music_artists(id))"
    expected = [{"name": "Paper Dogs", "artist": None}, {"name": "Night Ferry", "artist": {"id": "night-ferry"}}]
    assert await restored.rows(path) == [{"lineup": expected}]
    found = "music_events?select=id&search=fts.'dogs':* %26 'depot':*&date=gt.2026-11-01"
    assert await restored.rows(found) == [{"id": event["id"]}]
    renamed = {"name": "Paper Cats"}
    await restored.rest("PATCH", "music_lineup?name=eq.Paper Dogs", "contact", json=renamed)
    assert await restored.rows(found) == []
    await restored.rest("PATCH", "music_lineup?name=eq.Paper Cats", "contact", json={"name": "Paper Dogs"})
    await restored.rest("DELETE", "music_artists?id=eq.night-ferry", "admin")
    assert [each["name"] for each in (await restored.rows(path))[0]["lineup"]] == ["Paper Dogs", "Night Ferry"]


async def test_owner_cannot_give_links_to_another_artist(restored):
    link = {"url": "https://music.example/new"}
    for artist, status in (("mara-voss", 201), ("night-ferry", 403)):
        answer = await restored.rest("POST", "music_links", "owner", json={**link, "artist_id": artist})
        assert answer.status_code == status
    moved = await restored.rest(
        "PATCH", "music_links?artist_id=eq.mara-voss", "owner", json={"artist_id": "night-ferry"}
    )
    assert moved.status_code == 403
