"""What is not announced yet is there for those who may edit it, and for nobody else by any way to the data (U6)."""

import re
from datetime import timedelta
from itertools import product

import pytest
from sqlalchemy import update

from marquee.auth import accounts
from marquee.clock import timestamp
from marquee.domain.tables import music_artists, music_events, music_lineup, music_links
from tests.cast import ARTIST, OTHER, OWNED, insert_row
from tests.rest.recorded import newest

pytestmark = pytest.mark.anyio

STATES = ("public", "later", "draft")
ACTS = ("nobody", *STATES)
"""The state of the artist who stands on the bill, or a name without a profile."""
MARKER = re.compile(r"(?:artist|event|act|link)qz\w+?zq", re.IGNORECASE)
LATER = timedelta(minutes=20)


def published_at(state, now):
    return {"public": now - LATER, "later": now + LATER, "draft": None}[state]


def fill(connection, now):
    """An artist of each state, and of each an event of each state, with a name of each kind on its bill."""
    ids = {}

    def add(table, marker, state=None, **values):
        if state is not None:
            instant = published_at(state, now)
            values["published_at"] = instant and timestamp(instant)
        ids[marker] = insert_row(connection, table, values)

    for state in STATES:
        name = f"artistqz{state}zq"
        add(music_artists, name, state, **{**ARTIST, "name": name, "bio": name, "followers": "9M"})
        add(music_links, f"linkqz{state}zq", artist_id=ids[name], url=f"https://music.example/linkqz{state}zq")
    for days, (of, state, act) in enumerate(product(STATES, STATES, ACTS)):
        marker = f"{of}{state}{act}zq"
        event = {"artist_id": ids[f"artistqz{of}zq"], "date": (now + timedelta(days=days - 5)).date().isoformat()}
        add(music_events, f"eventqz{marker}", state, **event, venue=f"eventqz{marker}", location="Bergen")
        entry = {"event_id": ids[f"eventqz{marker}"], "artist_id": ids.get(f"artistqz{act}zq")}
        add(music_lineup, f"actqz{marker}", **entry, name=f"actqz{marker}")
        planted = music_lineup.c.id == ids[f"actqz{marker}"]  # else it has its artist's name
        connection.execute(update(music_lineup).where(planted).values(name=f"actqz{marker}"))
    return ids


def announced(*states):
    """The markers that visitors may see, where these states are public."""
    shown = {f"{kind}qz{state}zq" for kind in ("artist", "link") for state in states}
    for of, state, act in product(STATES, STATES, ACTS):
        if {of, state} <= {*states}:
            shown |= {f"eventqz{of}{state}{act}zq"} | (
                {f"actqz{of}{state}{act}zq"} if act in ("nobody", *states) else set()
            )
    return shown


BEFORE, AFTER = announced("public"), announced("public", "later")

QUERIES = (
    "music_artists?select=*,music_events(*,music_lineup(*)),music_links(*),music_lineup(*,music_events(*))",
    "music_events?select=*,music_artists(*,music_links(*)),music_lineup(*,music_artists(*))",
    "music_lineup?select=*,music_events(*,music_artists(*)),music_artists(*)",
    "music_links?select=*,music_artists(*)",
    "music_events?select=venue,...music_artists(name)&order=music_artists(name),venue",
    "music_artists?select=name,music_events!inner(venue)&music_events.venue=like.*qz*",
    "music_events?select=venue&or=(venue.like.*qz*,location.eq.Bergen)&order=published_at.desc",
    "music_events?select=venue,music_lineup!inner(name)&music_lineup.name=like.*qz*&limit=900",
    "music_events?select=venue&search=fts.'bergen'",
    "music_artists?select=name&search=fts.'art':*",
)


def found(answer):
    return {marker.lower() for marker in MARKER.findall(answer.text)}


async def everything(site, ids, who="visitor"):
    """The markers in all answers of the data service, and for visitors in all pages and feeds."""
    seen = set()
    for query in QUERIES:
        answer = await site.rest("GET", query, who)
        assert answer.status_code == 200, answer.text
        seen |= found(answer)
        seen |= found(await site.rest("GET", query.partition("?")[0], who, headers={"Accept": "text/csv"}))
    if who == "visitor":
        for path in pages(ids):
            seen |= found(await site.client.get(path))
    return seen


def pages(ids):
    yield from ("/", "/events/past", "/events.ics", "/feed.xml", "/sitemap.xml")
    for marker, id_ in ids.items():
        if marker.startswith("artist"):
            yield from (
                f"/artist/{id_}",
                f"/artist/{id_}/press",
                f"/artist/{id_}/events.ics",
                f"/artist/{id_}/feed.xml",
            )
        if marker.startswith("event"):
            yield from (f"/event/{id_}", f"/event/{id_}.ics")


async def test_no_answer_has_what_is_not_announced_and_all_have_it_from_its_moment_on(site, clock):
    """In every combination of states of artist, event and bill; what was kept ready before ends at that moment."""
    ids = site.service.database.write_now(fill, clock.now)
    assert await everything(site, ids) == BEFORE
    assert await everything(site, ids, "stranger") == BEFORE
    clock.move(minutes=19, seconds=59)
    assert await everything(site, ids) == BEFORE
    clock.move(seconds=1)
    assert await everything(site, ids) == AFTER
    assert await everything(site, ids, "stranger") == AFTER


async def test_who_may_edit_sees_what_is_not_announced(site, clock):
    """Of an artist whom they do not see, editors of a bill have the name that stands on it, and nothing else."""
    database = site.service.database
    ids = database.write_now(fill, clock.now)
    on_bills = {f"artistqz{state}zq" for state in STATES}
    assert await everything(site, ids, "admin") == {*ids}
    assert await everything(site, ids, "contact") - on_bills == of_artist("public", ids) - on_bills
    assert found(await site.rest("GET", "music_artists", "contact")) == {"artistqzpubliczq"}
    database.write_now(accounts.set_artist_owner, ids["artistqzdraftzq"], site.user_id("owner"))
    assert await everything(site, ids, "owner") - on_bills == (BEFORE | of_artist("draft", ids)) - on_bills
    assert found(await site.rest("GET", "music_artists", "owner")) == {"artistqzpubliczq", "artistqzdraftzq"}
    embedded = "music_lineup?select=artist:music_artists(name)&artist_id=not.is.null"
    assert found(await site.rest("GET", embedded, "contact")) == {"artistqzpubliczq"}


def of_artist(state, ids):
    """The markers of all that is an artist's."""
    return {marker for marker in ids if re.match(rf"(artist|link|event|act)qz{state}", marker)}


async def test_what_is_not_announced_is_like_what_is_not_there(site, clock):
    ids = site.service.database.write_now(fill, clock.now)
    for marker, id_ in ids.items():
        if marker in BEFORE or not marker.startswith(("artist", "event")):
            continue
        kind = marker.partition("qz")[0]
        unknown = "nobody" if kind == "artist" else "00000000-0000-4000-8000-000000000009"
        for path in ("/{}/{}", "/{}/{}/poster.jpg", "/{}/{}.ics", "/{}/{}/events.ics", "/{}/{}/", "/share/{}/{}-0.jpg"):
            hidden, missing = [await site.client.get(path.format(kind, name)) for name in (id_, unknown)]
            assert (hidden.status_code, hidden.content) == (missing.status_code, missing.content), path
            assert hidden.status_code == 404
        for mode in ("exact", "planned", "estimated"):
            for method in ("GET", "HEAD"):
                count = {"Prefer": f"count={mode}"}
                answer = await site.rest(method, f"music_{kind}s?id=eq.{id_}", headers=count)
                assert answer.headers["content-range"] == "*/0"
        by_performer = await site.rows(f"music_events?select=venue&performer_id=eq.{id_}", "visitor")
        assert by_performer == []
    for marker in {*ids} - BEFORE:
        assert await site.rows(f"music_events?select=venue&search=fts.'{marker}'", "visitor") == []
        assert await site.rows(f"music_artists?select=name&search=fts.'{marker}'", "visitor") == []


async def test_counts_and_pages_of_a_list_are_those_of_what_is_seen(site, clock):
    site.service.database.write_now(fill, clock.now)
    events = len([marker for marker in BEFORE if marker.startswith("event")])
    for mode in ("exact", "planned", "estimated"):
        path = "music_events?select=venue&location=eq.Bergen&order=venue&limit=2"
        answer = await site.rest("GET", path, headers={"Prefer": f"count={mode}"})
        assert answer.headers["content-range"] == f"0-1/{events}"
    assert await site.rows("music_events?select=count&location=eq.Bergen", "visitor") == [{"count": events}]


async def test_insert_as_ever_is_public_at_once_and_null_is_a_draft(site):
    event = {"date": "2027-05-05", "venue": "Hall", "location": "Oslo", "artist_id": OTHER}
    assert (await site.rest("POST", "music_events", "contact", json=event)).status_code == 201
    assert len(await site.rows("music_events?venue=eq.Hall", "visitor")) == 1
    draft = {**event, "venue": "Secret", "published_at": None}
    assert (await site.rest("POST", "music_events", "contact", json=draft)).status_code == 201
    assert await site.rows("music_events?venue=eq.Secret", "visitor") == []
    (row,) = await site.rows("music_events?venue=eq.Secret", "contact")
    assert row["published_at"] is None
    now = {"published_at": "2026-01-01T00:00:00Z"}
    assert (await site.rest("PATCH", f"music_events?id=eq.{row['id']}", "contact", json=now)).status_code == 204
    assert len(await site.rows("music_events?venue=eq.Secret", "visitor")) == 1


async def test_what_a_clock_that_ran_ahead_announced_is_there_again(site, clock):
    event = {"date": "2027-05-05", "venue": "Hall", "location": "Oslo", "artist_id": OTHER}
    planned = {**event, "venue": "Later", "published_at": timestamp(clock.now + timedelta(days=9))}
    clock.move(days=2)
    for row in (event, planned):
        site.service.database.write_now(insert_row, music_events, row)
    clock.move(days=-2)
    asked = "music_events?select=venue&date=eq.2027-05-05"
    assert await site.rows(asked, "visitor") == []
    last = await newest(site)
    await site.app.state.sweeper.sweep()
    assert await site.rows(asked, "visitor") == [{"venue": "Hall"}]
    assert await newest(site) == last  # nobody has done anything


@pytest.mark.parametrize("who", ["visitor", "stranger", "contact", "owner"])
async def test_write_of_a_hidden_row_finds_none_as_of_a_row_that_is_not_there(site, clock, who):
    ids = site.service.database.write_now(fill, clock.now)
    for marker in ("artistqzdraftzq", "eventqzdraftpublicnobodyzq", "actqzdraftpublicnobodyzq", "linkqzdraftzq"):
        table = {"artist": "artists", "event": "events", "act": "lineup", "link": "links"}[marker.partition("qz")[0]]
        column = {"events": "venue", "links": "label"}.get(table, "name")
        missing = "nobody" if table == "artists" else "00000000-0000-4000-8000-000000000009"
        for method, body in (("PATCH", {column: "Changed"}), ("DELETE", None)):
            answers = [
                await site.rest(method, f"music_{table}?id=eq.{id_}", who, json=body) for id_ in (ids[marker], missing)
            ]
            assert len({(answer.status_code, answer.text) for answer in answers}) == 1
    assert {*ids} == await everything(site, ids, "admin")


@pytest.mark.parametrize("of", ["later", "draft"])
async def test_contact_who_names_a_hidden_artist_is_told_as_of_one_who_is_not_there(site, clock, of):
    ids = site.service.database.write_now(fill, clock.now)
    hidden = ids[f"artistqz{of}zq"]
    event = {"date": "2027-05-05", "venue": "Hall", "location": "Oslo"}
    mine = (await site.rows("music_events?select=id&location=eq.Gothenburg", "contact"))[0]["id"]

    def told(answer):
        return answer.status_code, answer.text.replace(hidden, "nobody")

    for method, path, values in (
        ("POST", "music_events", event),
        ("POST", "music_lineup", {"event_id": mine}),
        ("PATCH", f"music_events?id=eq.{mine}", {}),
    ):
        answers = [
            told(await site.rest(method, path, "contact", json={**values, "artist_id": id_}))
            for id_ in (hidden, "nobody")
        ]
        assert answers[0] == answers[1]
        assert answers[0][0] == 409
    preview = {"table_text": f"Artist,Date,Venue,City\nartistqz{of}zq,2027-01-01,Depot,Ghent\n"}
    answer = await site.rest("POST", "rpc/preview_import", "contact", json=preview)
    (row,) = answer.json()["rows"]
    assert row["state"] == "needs_artist"
    assert hidden not in [artist["id"] for artist in row["artists"]]
    for name in ("events", "site", "bandsintown"):
        exported = await site.rest("POST", "rpc/export_table", "contact", json={"name": name})
        assert {marker for marker in found(exported) if marker.startswith("event")} <= of_artist("public", ids)
        assert f'name": "{hidden}' not in exported.text.replace("\\", "")


@pytest.mark.parametrize("who", ["stranger", "contact", "owner"])
async def test_upsert_of_a_hidden_event_is_answered_as_one_of_none(site, clock, who):
    ids = site.service.database.write_now(fill, clock.now)
    row = {"artist_id": OWNED, "date": "2027-05-05", "venue": "Taken", "location": "Oslo"}
    for method, resolution in (("POST", "merge"), ("POST", "ignore"), ("PUT", "merge")):
        answers = set()
        for id_ in (ids["eventqzdraftpublicnobodyzq"], "00000000-0000-4000-8000-000000000009"):
            path = f"music_events?id=eq.{id_}" if method == "PUT" else "music_events"
            headers = {"Prefer": f"resolution={resolution}-duplicates"}
            answer = await site.rest(method, path, who, json={"id": id_, **row}, headers=headers)
            answers.add((answer.status_code, answer.text))
        assert [status for status, _ in answers] == [403]
    assert await site.rows("music_events?venue=eq.Taken") == []


async def test_owner_announces_dates_and_only_admins_announce_artists(site):
    draft = {"published_at": None}
    answer = await site.rest("PATCH", f"music_artists?id=eq.{OWNED}", "owner", json=draft)
    assert (answer.status_code, answer.json()["code"]) == (403, "42501")
    dates = f"music_events?select=id&artist_id=eq.{OWNED}"
    assert (await site.rest("PATCH", dates, "owner", json=draft)).status_code == 204
    assert await site.rows(dates, "visitor") == []
    assert len(await site.rows(dates, "owner")) == 2


async def test_featured_artist_who_is_not_announced_is_not_shown(site):
    assert (await site.rest("PATCH", f"music_artists?id=eq.{OWNED}", "admin", json={"published_at": None})).is_success
    assert await site.rows("music_artists?is_featured=is.true", "visitor") == []
    page = (await site.client.get("/")).text
    assert "Mara Voss" not in page
    assert "Night Ferry" in page


async def test_feed_begins_with_what_was_announced_last(site, clock):
    site.service.database.write_now(fill, clock.now)
    clock.move(minutes=30)
    feed = (await site.client.get("/feed.xml")).text
    first, *_ = re.findall(r"<entry>.*?</entry>", feed, re.DOTALL)
    assert "later" in first
    assert "<published>2026-11-21T10:20:00.12+00:00</published><updated>2026-11-21T10:20:00.12+00:00" in first


@pytest.mark.parametrize("hours", [None, 5], ids=["draft", "later"])
@pytest.mark.parametrize("by", ["transaction", "change"])
async def test_name_of_whoever_is_deleted_unannounced_goes_from_bills_and_comes_back(site, clock, hours, by):
    instant = hours and timestamp(clock.now + timedelta(hours=hours))
    (event,) = await site.rows("music_events?venue=eq.Teatro Lanterna&select=id")
    for row in ({**ARTIST, "name": "Not Yet", "published_at": instant}, {**ARTIST, "name": "Already"}):
        assert (await site.rest("POST", "music_artists", "admin", json=row)).status_code == 201
    named = [{"event_id": event["id"], "artist_id": id_, "position": 1} for id_ in ("not-yet", "already")]
    assert (await site.rest("POST", "music_lineup", "admin", json=named)).status_code == 201
    bill = f"music_lineup?event_id=eq.{event['id']}&select=name,artist_id&order=name"
    before, last = await site.rows(bill), await newest(site)
    deleted = await site.rest("DELETE", "music_artists?id=in.(not-yet,already)", "admin")
    ghosts = [{"name": "Already", "artist_id": None}, {"name": "Ines Brandt", "artist_id": None}]
    assert await site.rows(bill, "visitor") == await site.rows(bill) == ghosts
    whole = await site.rows(f"music_changes?id=gt.{last}&part_of=is.null&select=id,row_id&order=row_id")
    assert [change["row_id"] for change in whole] == ["already", "not-yet"]
    if by == "transaction":
        number = int(deleted.headers["marquee-transaction"])
        undo = await site.rest("POST", "rpc/undo", "admin", json={"transaction": number})
    else:
        undo = await site.rest("POST", "music_changes", "admin", json=[{"undo": change["id"]} for change in whole])
    assert undo.is_success, undo.text
    assert await site.rows(bill) == before
    assert "Not Yet" not in [row["name"] for row in await site.rows(bill, "visitor")]


async def test_undo_and_tables_keep_when_something_is_announced(site, clock):
    ids = site.service.database.write_now(fill, clock.now)
    await site.rest("DELETE", f"music_artists?id=eq.{ids['artistqzlaterzq']}", "admin")
    deleted = "music_changes?select=id&action=eq.delete&row_id=eq.artistqzlaterzq&limit=1"
    (change,) = await site.rows(deleted)
    assert (await site.rest("POST", "music_changes", "admin", json={"undo": change["id"]})).status_code == 201
    acts = {marker for marker in ids if marker.startswith("act")}  # those who are artists have these names again
    assert await everything(site, ids, "admin") - acts == {*ids} - acts
    assert await everything(site, ids) - acts == BEFORE - acts
    tables = {
        name: (await site.rest("POST", "rpc/export_table", "admin", json={"name": name})).json()
        for name in ("artists", "events")
    }
    before = {name: await site.rows(f"music_{name}?order=id") for name in tables}
    for name in tables:
        await site.rest("DELETE", f"music_{name}?id=not.is.null", "admin")
    for name, table in tables.items():
        answer = await site.rest("POST", "rpc/run_import", "admin", json={"table_text": table})
        assert answer.status_code == 200, f"{name}: {answer.text}"
    for name in ("artists", "events"):
        was = [row for row in before[name] if "qz" in str(row)]
        now = [row for row in await site.rows(f"music_{name}?order=id") if "qz" in str(row)]
        assert {(row.get("venue"), row.get("name"), row["published_at"]) for row in was} == {
            (row.get("venue"), row.get("name"), row["published_at"]) for row in now
        }
