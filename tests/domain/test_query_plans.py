"""Every query that the pages and the front end make goes through an index, on a site with thousands of rows.

The front end writes down what it asks (`frontend/src/api/queries/queries.test.ts`);
all statements are taken as they run.
"""

import json
import re
from datetime import UTC
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import event, insert, select, text

from benchmarks.harness import large_site
from marquee.db.open_database import open_database
from marquee.domain.actor import SECRET_KEY_HOLDER, VISITOR, Actor
from marquee.domain.records import insert_rows
from marquee.domain.tables import music_artists, music_events, music_lineup, music_links, music_owners, users
from marquee.rest.mutation.undo_rights import SINGLE, TRANSACTIONS, undoable
from marquee.rest.plan_cache import BoundPlan
from marquee.rest.query import count_rows, read_rows
from marquee.rest.request import RawRequest, parse
from marquee.site import page_data, past_dates
from marquee.site.feeds import feed_data, sitemap

UTC_ZONE = ZoneInfo("UTC")
QUERIES = json.loads((Path(__file__).parents[1] / "queries.json").read_text(encoding="utf-8"))
ARTIST = "silver-orver-0"
AN_ID = "00000000-0000-4000-8000-000000000001"
SOMEBODY = "00000000-0000-4000-8000-000000000002"
BILLS_OF_EACH = 4
SIZES = {"sqlite": (1000, 10_000), "postgresql": (3000, 30_000)}
"""Artists and events: PostgreSQL reads all of a table that is small."""


@pytest.fixture(scope="module")
def large(databases, tmp_path_factory):
    url = databases.empty(tmp_path_factory.mktemp("large"))
    large_site.fill(url, *SIZES[databases.kind])
    database = open_database(url)
    database.write_now(_fill_bills_and_links)
    database.write_now(_spread_announcements)
    if databases.kind == "postgresql":
        database.write_now(lambda connection: connection.execute(text("ANALYZE")))
    yield database
    database.close()


def _fill_bills_and_links(connection):
    """Some of each for every artist, but for the one whose page is looked at: PostgreSQL reads small tables whole."""
    artists = connection.execute(select(music_artists.c.id).where(music_artists.c.id != ARTIST)).scalars().all()
    artists_of_bills = artists * BILLS_OF_EACH
    events = connection.execute(select(music_events.c.id).limit(len(artists_of_bills))).scalars().all()
    links = [{"artist_id": id_, "url": "https://music.example/x"} for id_ in artists]
    insert_rows(connection, music_links, links)
    bills = zip(artists_of_bills, events, strict=True)
    insert_rows(connection, music_lineup, [{"artist_id": id_, "event_id": event_id} for id_, event_id in bills])
    now = "2026-11-20T10:00:00+00:00"
    somebody = {"id": SOMEBODY, "email": "somebody@site.example", "password_hash": None, "role": "authenticated"}
    connection.execute(insert(users).values(**somebody, created_at=now, updated_at=now))
    insert_rows(connection, music_owners, [{"artist_id": id_, "user_id": SOMEBODY} for id_ in artists])


def _spread_announcements(connection):
    """Over the last years, as they are: what was announced at one moment is sorted."""
    earlier = {
        "sqlite": "strftime('%Y-%m-%dT%H:%M:%S+00:00', published_at, '-' || abs(random() % 99999999) || ' seconds')",
        "postgresql": "published_at - random() * interval '1000 days'",
    }[connection.dialect.name]
    for table in ("music_artists", "music_events"):
        connection.execute(text(f"UPDATE {table} SET published_at = {earlier}"))  # noqa: S608


def ask(query, actor=VISITOR):
    """A query of the front end, or several in a row, as the data service answers them."""

    def run(connection):
        for part in query.split(" ; "):
            table, _, parameters = part.partition("?")
            bound = BoundPlan(actor, parse(RawRequest("GET", table, parameters.encode())), UTC)
            found = read_rows(connection, bound), count_rows(connection, bound)
        return found

    return run


OTHERS = {
    "upcoming dates": "select=id,venue&upcoming_until=gt.now&date=gte.2026-11-20&order=date.asc,start_time.asc,id.asc",
    "past dates": "select=id,venue&upcoming_until=lte.now&date=lte.2026-11-22&order=date.desc,start_time.desc,id.desc",
    "an artist's dates": f"artist_id=eq.{ARTIST}&date=gte.2026-11-20&order=date.asc,start_time.asc,id.asc",
    "an artist's past dates": f"artist_id=eq.{ARTIST}&date=lte.2026-11-22&order=date.desc,start_time.desc,id.desc",
    "an event with its bill": f"id=eq.{AN_ID}&select=*,lineup:music_lineup(*,artist:music_artists(id,name))",
}
CHANGES = {
    "changes by time": "select=*&part_of=is.null&order=at.desc&limit=50",
    "changes of an artist": f"select=*&part_of=is.null&artist_id=eq.{ARTIST}&order=id.desc&limit=50",
    "changes of an account": f"select=*&part_of=is.null&user_id=eq.{AN_ID}&order=id.desc&limit=50",
    "what was deleted": "select=*&part_of=is.null&action=eq.delete&table_name=in.(music_artists,music_events)"
    "&order=id.desc&limit=50",
    "which of them were undone": "select=undo,at,user_id&undo=in.(1,2,3)&order=id",
    "what went along with them": "select=part_of,table_name&part_of=in.(1,2,3)&order=id",
    "rows that are gone": f"select=row_id,before&action=eq.delete&row_id=in.({AN_ID},{ARTIST})&order=id",
    "the last change of a row": f"select=id&row_id=eq.{AN_ID}&action=eq.delete&order=id.desc&limit=1",
}
"""As an admin sees them: `frontend/src/api/changes.ts`, `undo.ts` and `queries/changed-rows.ts`. The list of all is the
table in its own order."""
MAY_UNDO = {"admins": SECRET_KEY_HOLDER, "owners": Actor("authenticated", AN_ID)}
MAY_UNDO |= {"contacts": Actor("authenticated", AN_ID, is_contact=True)}
FEED = "the feed"
WORK = {name: ask(query) for name, query in QUERIES.items()}
WORK |= {name: ask(f"music_events?{query}&limit=20") for name, query in OTHERS.items()}
WORK |= {name: ask(f"music_changes?{query}", SECRET_KEY_HOLDER) for name, query in CHANGES.items()}
WORK |= {
    f"what {who} may undo, {how}": lambda connection, actor=actor, named=named: undoable(
        connection, actor, named, [1, 2]
    )
    for who, actor in MAY_UNDO.items()
    for how, named in (("whole", TRANSACTIONS), ("one by one", SINGLE))
}
WORK |= {
    "the home page": lambda connection: page_data.home(connection, UTC_ZONE),
    "a profile": lambda connection: page_data.profile(connection, UTC_ZONE, ARTIST),
    "a press page": lambda connection: page_data.press_kit(connection, UTC_ZONE, ARTIST),
    "past dates by day": lambda connection: past_dates.past(connection, UTC_ZONE, None),
    FEED: lambda connection: feed_data.newest(connection, UTC_ZONE),
    "a feed": lambda connection: feed_data.newest(connection, UTC_ZONE, ARTIST),
    "the calendar": lambda connection: feed_data.calendar(connection, UTC_ZONE),
    "the calendar of a day": lambda connection: feed_data.calendar(connection, UTC_ZONE, period="2026-11-21"),
    "a calendar": lambda connection: feed_data.calendar(connection, UTC_ZONE, ARTIST),
    "the list of the sitemap's parts": sitemap.parts,
}
PARTS = (sitemap.LISTS, sitemap.Part("artists", ARTIST), sitemap.Part("events", "a50"))
WORK |= {
    f"the sitemap's {part.kind}": lambda connection, part=part: sitemap.pages(
        connection, UTC_ZONE, "https://stage.example", part
    )
    for part in PARTS
}


def statements(connection, work):
    """What `work` asks of the database, with its parameters; SQLite's driver shows them within the statement."""
    return _of_sqlite(connection, work) if connection.dialect.name == "sqlite" else _of_sqlalchemy(connection, work)


def _of_sqlite(connection, work):
    found = []
    driver = connection.connection.driver_connection
    driver.set_trace_callback(lambda statement: found.append((statement, ())))
    try:
        work(connection)
    finally:
        driver.set_trace_callback(None)
    return found


def _of_sqlalchemy(connection, work):
    found = []

    def note(_connection, _cursor, statement, parameters, *_):
        found.append((statement, parameters))

    event.listen(connection, "before_cursor_execute", note)
    try:
        work(connection)
    finally:
        event.remove(connection, "before_cursor_execute", note)
    return found


def plan(connection, statement, parameters):
    explain = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
    return [str(row[-1]) for row in connection.exec_driver_sql(f"{explain} {statement}", parameters)]


READS_A_WHOLE_TABLE = re.compile(
    r"^\s*SCAN (?!.* USING |json_each|step$|ranges$|anon_|(?:\d+ )?CONSTANT ROW)\w|Seq Scan on (?!music_contacts)\w"
)
MANY_EVENTS = ("events of which most are found", "the sitemap's events")
ARTISTS = "Seq Scan on music_artists"
"""Of hundreds of events PostgreSQL rather reads 3,000 artists than each by its id."""

WALKS = re.compile(r"^\s*SCAN (?!json_each|ranges$|\d+ CONSTANT ROWS)")
LOOKS_UP = re.compile(r"(?<! NOT) IN \(")
SORTS = re.compile(r"USE TEMP B-TREE FOR .*ORDER BY|^\s*(?:->\s+)?(?:Incremental )?Sort\b.* rows=\d{4}")
"""On PostgreSQL, a thousand rows or more: those of a page or of a part it may sort rather than read them in order."""

SORTS_EQUAL_ONES = re.compile("USE TEMP B-TREE FOR LAST TERM|Incremental Sort")


@pytest.mark.parametrize("name", WORK)
def test_query_goes_through_an_index(large, name):
    """Only rows that a statement names, those that were found or those of a page, are sorted; they are looked up one by
    one. Others come in the order of an index, in a feed but for those that were announced at the same moment."""

    def look(connection):
        return [(sql, plan(connection, sql, values)) for sql, values in statements(connection, WORK[name])]

    found = large.write_now(look)
    assert found
    for statement, lines in found:
        # How many rows there are is asked by nobody but the question before a deletion.
        if "count(*)" in statement and name != "how many events go with an artist":
            continue
        shown = "\n".join([statement, *lines])
        whole = [line for line in lines if READS_A_WHOLE_TABLE.search(line)]
        assert not [line for line in whole if name not in MANY_EVENTS or ARTISTS not in line], shown
        unwanted = WALKS if LOOKS_UP.search(statement) else SORTS
        sorted_lines = [line for line in lines if unwanted.search(line)]
        assert not [line for line in sorted_lines if name != FEED or not SORTS_EQUAL_ONES.search(line)], shown


def test_searches_of_this_test_find_something(large):
    """Few of the rows: of words that many have, PostgreSQL may rather read the table, and is right."""
    for name in ("artists that are found", "events that are found"):
        rows, found = large.write_now(WORK[name])
        assert rows
        assert found < 100


def test_patterns_tell_a_plan_without_an_index(large):
    """Or the test above would pass whatever the database says."""
    by_age = "music_events?select=id&created_at=neq.1999-01-01&order=created_at"

    def look(connection):
        return plan(connection, *statements(connection, ask(by_age))[0])

    lines = large.write_now(look)
    assert any(READS_A_WHOLE_TABLE.search(line) for line in lines)
    assert any(SORTS.search(line) for line in lines)
