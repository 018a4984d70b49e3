"""A site of any older schema is the same site after the upgrade: its ids, addresses, UIDs and history stay."""

from xml.etree import ElementTree

import httpx
import pytest

from marquee.auth.secrets import secrets_file
from marquee.db.open_database import open_database
from marquee.domain.schema import upgrade_schema
from tests.cast import BASE_URL, Site, open_app
from tests.db.test_migrations import OLDER, bring_to, execute
from tests.rest.recorded import undone
from tests.site.feeds.test_atom import ATOM

pytestmark = pytest.mark.anyio

ADMIN, EVENT, DELETED, OBJECT = (f"00000000-0000-4000-8000-00000000000{number}" for number in range(1, 5))
AT, ARTIST, PICTURE = "2026-09-01T10:00:00+00:00", "a-former-name", "https://pictures.example/Möwe.webp"
NIGHTS, PICTURES, HISTORY, ANNOUNCEMENTS = "0007", "0008", "0010", "0015"
"""The first schemas that have them: from each, rows of another kind go through all later revisions."""
IN_OBJECTS = "id, name, folded_name, folder, size, width, height, mimetype, etag, cache_control, created_at, updated_at"


def row(revision, table, **values):
    """A row of a table as that schema has it, announced."""
    announced = {} if revision < ANNOUNCEMENTS else {"published_at": AT}
    values |= {"created_at": AT, "updated_at": AT, **announced}
    return f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join(map(repr, values.values()))})"  # noqa: S608


def event(revision, id_):
    until = {} if revision < NIGHTS else {"upcoming_until": "2026-12-25T05:00:00+00:00"}
    values = {"date": "2026-12-24", "venue": "Depot 23", "location": "Ghent", "artist_id": ARTIST}
    return row(revision, "music_events", id=id_, **values, **until)


def statements(revision):
    """What the people of a site of that schema did."""
    user = f"'{ADMIN}', 'admin@stage.test', 'service_role', '{AT}', '{AT}'"
    yield f"INSERT INTO users (id, email, role, created_at, updated_at) VALUES ({user})"  # noqa: S608
    artist = {"id": ARTIST, "user_id": ADMIN, "name": "Renamed & Co", "genre": "Jazz", "image": PICTURE}
    yield row(revision, "music_artists", **artist)
    yield event(revision, EVENT)
    if revision >= PICTURES:
        values = (
            f"'{OBJECT}', 'a/Ship.webp', 'a/ship.webp', 'a', 9, 3, 3, 'image/webp', '\"e\"', '3600', '{AT}', '{AT}'"
        )
        yield f"INSERT INTO objects ({IN_OBJECTS}) VALUES ({values})"  # noqa: S608
    if revision >= HISTORY:
        yield event(revision, DELETED)
        yield f"DELETE FROM music_events WHERE id = '{DELETED}'"  # noqa: S608


@pytest.fixture(params=("0001", NIGHTS, PICTURES, HISTORY, ANNOUNCEMENTS, OLDER[-1]))
async def upgraded(request, databases, tmp_path, clock):
    url, data = databases.empty(tmp_path), tmp_path / "data"
    database = open_database(url)
    database.write_now(bring_to, request.param)
    for statement in statements(request.param):
        database.write_now(execute, statement)
    changes = "SELECT id FROM music_changes ORDER BY id"
    before = database.write_now(ids, changes) if request.param >= HISTORY else []
    database.write_now(upgrade_schema)
    database.close()
    secrets_file.load_or_create(data)
    app = open_app(data, url)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    site = Site(app, httpx.AsyncClient(transport=transport, base_url=BASE_URL))
    yield site, request.param, before
    await site.close()


def ids(connection, query):
    return [*execute(connection, query).scalars()]


async def got(site, path):
    answer = await site.client.get(path)
    assert answer.status_code == 200, path
    return answer.text


async def test_content_keeps_its_ids_addresses_uids_and_history(upgraded):
    site, revision, changes = upgraded
    (artist,) = await site.rows("music_artists?select=id,name,image,user_id")
    assert artist == {"id": ARTIST, "name": "Renamed & Co", "image": PICTURE, "user_id": ADMIN}
    assert await site.rows("music_events?select=id,artist_id") == [{"id": EVENT, "artist_id": ARTIST}]
    for path in (f"/artist/{ARTIST}", f"/artist/{ARTIST}/press", f"/event/{EVENT}"):
        await got(site, path)
    for path in ("/events.ics", f"/artist/{ARTIST}/events.ics", f"/event/{EVENT}.ics"):
        assert f"UID:{EVENT}@stage.test" in (await got(site, path)).replace("\r\n ", "")
    for path in ("/feed.xml", f"/artist/{ARTIST}/feed.xml"):
        (entry,) = ElementTree.fromstring(await got(site, path)).iter(f"{ATOM}entry")  # noqa: S314 - our own
        assert entry.findtext(f"{ATOM}id") == f"urn:uuid:{EVENT}"
    if revision >= PICTURES:
        pictures = site.service.database.write_now(ids, "SELECT id || ' ' || name FROM objects")
        assert pictures == [f"{OBJECT} a/Ship.webp"]
    if revision >= HISTORY:
        told = await site.rows("music_changes?select=id,action,row_id&order=id")
        assert [change["id"] for change in told][: len(changes)] == changes
        (deletion,) = [change["id"] for change in told if change["action"] == "delete"]
        await undone(site, deletion)
        assert {row["id"] for row in await site.rows("music_events?select=id")} == {EVENT, DELETED}
