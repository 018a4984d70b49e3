"""Both databases give one answer to one request, to the byte: rows, their order, values, and refusals."""

import re
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marquee import clock
from marquee.cli.copying import copy_rows
from marquee.domain.records import insert_rows
from marquee.domain.tables import EXPOSED, exposed_columns, music_artists, music_events
from tests.cast import ARTIST, Site, Template
from tests.databases import SqliteDatabases
from tests.fuzzing import fuzzed, runs
from tests.rest.shared import Shared
from tests.rest.strategies import BODIES, PARAMETERS, PREFERENCES

pytestmark = pytest.mark.anyio

TEXTS = [
    "Ångström",
    "ångström",
    "ÅNGSTRÖM",
    "abc",
    "ABC",
    "aBc",
    "a%b_c*d",
    "a\\b",
    "Zoë",
    "zebra",
    "İstanbul",
    "straße",
]
TEXTS += [
    "日本",
    "العربية",
    "😀 smile",
    "no\u00a0break",
    "thin\u2009space",
    "  spaced  ",
    "-",
    "~",
    "'quoted'",
    '"double"',
    "a,b(c)",
]
DAYS = ["0001-01-01", "1999-12-31", "2026-11-20", "2026-11-21", "2026-11-22", "2028-02-29", "9999-12-31"]
TIMES = ["2026-11-21T10:00:00Z", "2026-11-21T23:59:59.999999+00:00", "2026-11-22T00:30:00+14:00", "2026-11-21 10:00"]


def _more(connection):
    artists = [
        {**ARTIST, "name": text, "genre": TEXTS[-number], "bio": bio, "followers": str(number)}
        for number, text in enumerate(TEXTS, 1)
        for bio in [[text, f"{text}\nbreak\there", None][number % 3]]
    ]
    ids = insert_rows(connection, music_artists, artists)
    events = [
        {"date": DAYS[number % len(DAYS)], "venue": text, "location": TEXTS[-1 - number], "artist_id": ids[number]}
        for number, text in enumerate(TEXTS)
    ]
    insert_rows(connection, music_events, events)


@pytest.fixture(scope="module")
async def both(postgresql, tmp_path_factory):
    """The same site on either database, rows, ids and times alike; everybody has one token for both."""
    folder = tmp_path_factory.mktemp("both")
    template = Template.make(folder, SqliteDatabases(folder))
    one = Site.open(template, folder / "one")
    one.service.database.write_now(_more)
    headers = {who: one.headers(who) for who in ("visitor", "admin", "owner")}
    other = Site.open(template, folder / "other", MARQUEE_DATABASE_URL=postgresql.url(postgresql.create()))
    copy_rows(one.service.database, other.service.database)
    yield [Shared(site, headers) for site in (one, other)]
    await one.close()
    await other.close()


@pytest.fixture(autouse=True)
def _standing_clock(monkeypatch):
    """Both are asked at the same moment."""
    moment = clock.now()
    monkeypatch.setattr(clock, "now", lambda: moment)


MADE_UP = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")


OF_EACH_SITE = ("x-request-id", "etag", "last-modified")


TRIES = 3


async def answers(both, *arguments, **options):
    found = []
    for site in both:
        for _ in range(TRIES):
            answer = await site.rest(*arguments, **options)
            if answer.status_code != 503:  # a machine that stalled is no difference
                break
        headers = {name: value for name, value in answer.headers.items() if name not in OF_EACH_SITE}
        found.append((answer.status_code, headers, MADE_UP.sub("(uuid)", answer.text)))
    return found


VALUES = st.sampled_from([*TEXTS, *DAYS, *TIMES, "true", "null", "mara-voss", "2026", "%", "_", "a%", "%B%", "*ö*", ""])
PATTERNS = st.one_of(
    st.sampled_from(
        ["^a", "b$", "[a-c]+", "^[^a]", ".", "\\d", "\\w+\\s\\w", "a|z", "(?:a|å)b?", "^.{3}$", "k\\.b", "ß"]
    ),
    st.text(alphabet="ab.*+?()[]|^${1,3}\\dwsDWSåÅ-]", max_size=8),
)
FILTERS = st.one_of(
    st.tuples(st.sampled_from(["eq", "neq", "gt", "gte", "lt", "lte", "isdistinct", "like", "ilike"]), VALUES),
    st.tuples(st.sampled_from(["match", "imatch", "not.match"]), PATTERNS),
    st.tuples(st.just("in"), st.lists(VALUES, max_size=3).map(lambda found: f"({','.join(found)})")),
    st.tuples(st.just("is"), st.sampled_from(["null", "not_null", "true", "false", "unknown"])),
    st.tuples(
        st.sampled_from(["like(any)", "eq(any)", "ilike(all)", "gt(all)"]),
        st.lists(VALUES, max_size=3).map(lambda found: f"{{{','.join(found)}}}"),
    ),
)


@st.composite
def questions(draw):
    """A table and a query that is likely to find something."""
    table = draw(st.sampled_from(["music_artists", "music_events"]))
    columns = st.sampled_from(list(exposed_columns(EXPOSED[table])))
    parts = [(draw(columns), f"{operator}.{value}") for operator, value in draw(st.lists(FILTERS, max_size=2))]
    direction = st.sampled_from(["", ".asc", ".desc", ".asc.nullsfirst", ".desc.nullslast"])
    if draw(st.booleans()):
        parts.append(("order", ",".join(draw(columns) + draw(direction) for _ in range(draw(st.integers(1, 2))))))
    if draw(st.booleans()):
        parts += [("limit", str(draw(st.integers(0, 30)))), ("offset", str(draw(st.integers(0, 30))))]
    embedded = "music_events(*)" if table == "music_artists" else "music_artists(*)"
    parts.append(("select", draw(st.sampled_from(["*", f"*,{embedded}", f"id,{embedded}", "id,created_at::text"]))))
    return table, parts


def query(parts):
    return "&".join(f"{quote(key)}={quote(value)}" for key, value in parts)


@fuzzed()
@given(questions(), PREFERENCES, st.sampled_from(["application/json", "text/csv"]))
async def test_rows_and_their_order(both, question, prefer, accept):
    table, parts = question
    headers = {"Prefer": prefer, "Accept": accept}
    one, other = await answers(both, "GET", f"{table}?{query(parts)}", headers=headers)
    assert one == other


@fuzzed()
@given(st.sampled_from(sorted(EXPOSED)), PARAMETERS, st.sampled_from(["visitor", "admin"]))
async def test_refusals(both, table, parameters, who):
    one, other = await answers(both, "GET", f"{table}?{query(parameters)}", who)
    assert one == other


@fuzzed()
@given(
    st.sampled_from(["POST", "PATCH"]),
    st.sampled_from(sorted(EXPOSED)),
    BODIES,
    PREFERENCES,
    st.sampled_from(["admin", "owner"]),
)
async def test_writes(both, method, table, body, prefer, who):
    path = table if method == "POST" else f"{table}?id=eq.mara-voss"
    one, other = await answers(both, method, f"{path}", who, json=body, headers={"Prefer": prefer})
    try:
        assert one == other
    finally:
        for site in both:
            site.restore()


EDGES = ["offset=3000000000", "limit=999999999999999999", "music_events.limit=9999999999&select=*,music_events(*)"]


@pytest.mark.parametrize("query", EDGES)
async def test_numbers_beyond_32_bits(both, query):
    one, other = await answers(both, "GET", f"music_artists?{query}")
    assert one == other
    assert one[0] == 200


def test_long_run_is_longer():
    """`MARQUEE_FUZZ=50` multiplies what is tried."""
    assert runs(2, {"MARQUEE_FUZZ": "50"}) == 100
    assert runs(2, {}) == 2
