"""Whatever one account changes, what others did can be undone for its 30 days: an account comes to a limit first."""

import asyncio
from datetime import timedelta

import httpx
import pytest

from marquee.auth import accounts, passwords
from marquee.domain.history import change_limits
from marquee.domain.history.change_limits import MB, Amount, Limit
from tests.cast import BASE_URL, OTHER, OWNED, PASSWORD, Site, open_app
from tests.rest.recorded import newest, recorded, undo, undone

pytestmark = pytest.mark.anyio

DAY, MONTH = timedelta(days=1), timedelta(days=30)
EVENT = {"date": "2027-12-01", "venue": "Flood", "location": "Ghent", "artist_id": OWNED, "published_at": None}
FLOOD = "music_events?venue=eq.Flood"
LIST = [EVENT] * 20
LONG = "x" * 5_000


@pytest.fixture
def limits(monkeypatch):
    """50 rows or an eighth of a MB a day, 120 rows or a quarter in 30 days; ten times that for admins."""
    few = (Limit(DAY, Amount(50, MB // 8)), Limit(MONTH, Amount(120, MB // 4)))
    monkeypatch.setattr(change_limits, "LIMITS", few)


def csv(rows):
    return "artist,date,venue,city,lineup\n" + "".join(f"Mara Voss,2027-12-{day:02},Flood,Ghent,A;B\n" for day in rows)


async def by_lists(site, who):
    yield await site.rest("POST", "music_events", who, json=LIST)


async def by_single_rows(site, who):
    yield await site.rest("POST", "music_events", who, json=EVENT)


async def by_adding_and_deleting(site, who):
    yield await site.rest("POST", "music_events", who, json=LIST)
    yield await site.rest("DELETE", FLOOD, who)


async def by_upserts(site, who):
    (event, *_) = await site.rows(f"music_events?artist_id=eq.{OWNED}&select=id")
    rows = [event | {"note": str(number)} for number in range(20)]
    merged = {"Prefer": "resolution=merge-duplicates"}
    yield await site.rest("POST", "music_events", who, json=rows, headers=merged)


async def by_long_texts(site, who):
    for letter in "ab":
        yield await site.rest("PATCH", f"music_artists?id=eq.{OWNED}", who, json={"bio": letter + LONG})


async def by_pictures(site, who):
    for number in range(20):
        image = {"image": f"/storage/v1/object/public/artists/{OWNED}/{number}.webp"}
        yield await site.rest("PATCH", f"music_artists?id=eq.{OWNED}", who, json=image)


async def by_undoing_and_redoing(site, who):
    await site.rest("PATCH", f"music_artists?id=eq.{OWNED}", who, json={"bio": "Once"})
    while True:
        yield await undo(site, await newest(site), who)


async def by_tables(site, who):
    yield await site.rest("POST", "music_events", who, content=csv(range(1, 20)), headers={"Content-Type": "text/csv"})
    yield await site.rest("DELETE", FLOOD, who)


async def by_imports(site, who):
    yield await site.rest("POST", "rpc/run_import", who, json={"table_text": csv(range(1, 20))})
    yield await site.rest("DELETE", FLOOD, who)


FLOODS = {
    "owner, lists": ("owner", by_lists),
    "owner, row by row": ("owner", by_single_rows),
    "owner, added and deleted": ("owner", by_adding_and_deleting),
    "owner, upserts": ("owner", by_upserts),
    "owner, long texts": ("owner", by_long_texts),
    "owner, pictures": ("owner", by_pictures),
    "owner, undo and redo": ("owner", by_undoing_and_redoing),
    "contact, lists": ("contact", by_lists),
    "contact, tables": ("contact", by_tables),
    "contact, imports": ("contact", by_imports),
    "admin, lists": ("admin", by_lists),
}


async def flood(site, who, way, most=600):
    """Requests until one is refused, and not for a moment only; the refusal."""
    for _ in range(most):
        async for answer in way(site, who):
            if answer.status_code >= 300 and answer.status_code != 503:
                return answer
    raise AssertionError("nothing was refused")


TOO_MANY = {
    "a list": ("music_events", {"json": [EVENT] * 51}),
    "a table": ("music_events", {"content": csv(range(1, 20)), "headers": {"Content-Type": "text/csv"}}),
    "an import": ("rpc/run_import", {"json": {"table_text": csv(range(1, 20))}}),
}


@pytest.mark.parametrize(("path", "sent"), TOO_MANY.values(), ids=TOO_MANY)
async def test_more_than_the_limit_is_refused_before_it_holds_up_others(site, limits, monkeypatch, path, sent):
    def insert(*_args):
        raise AssertionError("this takes long, and nobody else can write")

    monkeypatch.setattr("marquee.domain.records.insert_rows", insert)
    answer = await site.rest("POST", path, "contact", **sent)
    assert (answer.status_code, answer.json()["code"]) == (429, "PT429")


@pytest.mark.parametrize(("who", "way"), FLOODS.values(), ids=FLOODS)
async def test_no_way_of_changing_much_takes_the_undo_of_others(site, limits, who, way):
    """Also not that of what the same account did before."""
    await site.rest("PATCH", f"music_artists?id=eq.{OTHER}", "admin", json={"bio": "By an admin"})
    by_admin = await newest(site)
    await site.rest("PATCH", f"music_artists?id=eq.{OWNED}", "owner", json={"bio": "Ruined"})
    by_owner = await newest(site)
    first = (await recorded(site))[0]["id"]
    refused = await flood(site, who, way)
    assert (refused.status_code, refused.json()["code"]) == (429, "PT429"), refused.text
    assert "can be kept for undoing. Nothing was saved. Try again after " in refused.json()["message"]
    assert 0 < int(refused.headers["retry-after"]) <= MONTH.total_seconds()
    assert (await recorded(site))[0]["id"] == first
    await undone(site, by_admin)
    if way not in (by_long_texts, by_undoing_and_redoing):  # which change the same text later
        await undone(site, by_owner)


async def test_twenty_owners_at_once_take_nothing_from_others(site, limits):
    """Each comes to a limit of its own."""
    await site.rest("PATCH", f"music_artists?id=eq.{OTHER}", "admin", json={"bio": "By an admin"})
    by_admin = await newest(site)
    password_hash = passwords.hash_now(PASSWORD)

    def add(connection):
        for number in range(20):
            user = accounts.add(connection, f"owner-{number}@stage.test", password_hash)
            accounts.add_owner(connection, OWNED, user.id)

    site.service.database.write_now(add)
    crowd = [f"owner-{number}" for number in range(20)]
    refused = await asyncio.gather(*(flood(site, who, by_adding_and_deleting) for who in crowd))
    assert {answer.status_code for answer in refused} == {429}
    await undone(site, by_admin)
    assert (await site.rest("POST", "music_events", "contact", json=EVENT)).status_code == 201


async def test_account_at_its_limit_is_told_when_it_may_go_on(site, limits, clock):
    assert (await site.rest("POST", "music_events", "owner", json=[EVENT] * 50)).status_code == 201
    clock.move(hours=5)
    refused = await site.rest("POST", "music_events", "owner", json=EVENT)
    assert refused.json() == {
        "code": "PT429",
        "message": "This account has changed 50 rows in a day. At most 50 rows, or 0.125 MB, can be kept for undoing. "
        "Nothing was saved. Try again after 11:00 UTC on 22 November 2026.",
        "details": None,
        "hint": None,
    }
    assert refused.headers["retry-after"] == str(20 * 3600)
    assert len(await site.rows(FLOOD)) == 50
    clock.move(hours=20)
    assert (await site.rest("POST", "music_events", "owner", json=[EVENT] * 50)).status_code == 201


async def test_limit_of_a_month_holds_beyond_that_of_each_day(site, limits, clock):
    for day in range(3):
        rows = [EVENT] * (40 if day < 2 else 41)
        answer = await site.rest("POST", "music_events", "owner", json=rows)
        clock.move(hours=25)
    assert (answer.status_code, "in 30 days" in answer.json()["message"]) == (429, True)
    assert (await site.rest("POST", "music_events", "owner", json=[EVENT] * 40)).status_code == 201


async def test_what_led_to_the_limit_can_still_be_undone(site, limits):
    """Within as much again; an undo of that is refused in the end."""
    assert (await site.rest("POST", "music_events", "owner", json=[EVENT] * 50)).status_code == 201
    rows = await site.rows("music_changes?limit=50&select=undo:id", "owner")
    assert (await site.rest("POST", "music_changes", "owner", json=rows)).status_code == 201
    assert await site.rows(FLOOD) == []
    assert (await undo(site, await newest(site), "owner")).status_code == 429


async def test_what_goes_along_with_a_deletion_counts(site, limits, monkeypatch):
    monkeypatch.setattr(change_limits, "FOR_ADMINS", 1)
    secret = {"apikey": site.service.keys.secret}
    rows = [EVENT] * 60
    assert (await site.client.post("/rest/v1/music_events", json=rows, headers=secret)).status_code == 201
    answer = await site.rest("DELETE", f"music_artists?id=eq.{OWNED}", "admin")
    assert (answer.status_code, len(await site.rows(FLOOD))) == (429, 60)


async def test_secret_key_has_no_limit(site, limits):
    secret = {"apikey": site.service.keys.secret}
    for _ in range(10):
        answer = await site.client.post("/rest/v1/music_events", json=[EVENT] * 100, headers=secret)
        assert answer.status_code == 201


async def test_two_servers_count_together(site, limits):
    app = open_app(site.service.settings.data_dir, site.service.settings.database_url)
    other = Site(app, httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=BASE_URL))
    for server in (site, other):
        assert (await server.rest("POST", "music_events", "owner", json=[EVENT] * 25)).status_code == 201
    for server in (site, other):
        assert (await server.rest("POST", "music_events", "owner", json=EVENT)).status_code == 429
    await other.close()
