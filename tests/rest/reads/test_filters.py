"""Filters: every operator against known rows, and the grammar as pure data."""

import pytest

from marquee.data_errors import DataError
from marquee.rest.errors import PARSE_ERROR
from marquee.rest.grammar.filters import Filter, Logic, parse_filter, parse_logic
from tests.cast import Site
from tests.rest.shared import Shared

pytestmark = pytest.mark.anyio

ABEL, MARA, NIGHT = "abel-quintero", "mara-voss", "night-ferry"
ALL = [ABEL, MARA, NIGHT]

# Mara: Art pop, 1.2M, featured, bio 'Sings.'. Night Ferry: Dream pop, 864K, song 'Harbour Lights'. Abel: Jazz, website.
ARTISTS = [
    ("name=eq.Mara Voss", [MARA]),
    ("name=eq.Mara+Voss", [MARA]),
    ("name=eq.Mara%20Voss", [MARA]),
    ("name=eq.mara voss", []),
    ("name=eq.", []),
    ("name=neq.Mara Voss", [ABEL, NIGHT]),
    ("name=not.eq.Mara Voss", [ABEL, NIGHT]),
    ("followers=eq.12,400", [ABEL]),
    ("website=eq.https://abel.example", [ABEL]),
    ("id=gt.mara-voss", [NIGHT]),
    ("id=gte.mara-voss", [MARA, NIGHT]),
    ("id=lt.mara-voss", [ABEL]),
    ("id=lte.mara-voss", [ABEL, MARA]),
    ("id=not.lte.mara-voss", [NIGHT]),
    # A comparison with null is neither true nor false.
    ("bio=neq.Sings.", []),
    ("bio=not.eq.Sings.", []),
    ("bio=gte.", [MARA]),
    ("bio=isdistinct.Sings.", [ABEL, NIGHT]),
    ("bio=not.isdistinct.Sings.", [MARA]),
    ("bio=is.null", [ABEL, NIGHT]),
    ("bio=is.NULL", [ABEL, NIGHT]),
    ("bio=not.is.null", [MARA]),
    ("bio=is.not_null", [MARA]),
    ("bio=not.is.not_null", [ABEL, NIGHT]),
    ("is_featured=is.true", [MARA]),
    ("is_featured=is.TRUE", [MARA]),
    ("is_featured=is.false", [ABEL, NIGHT]),
    ("is_featured=is.unknown", []),
    ("is_featured=not.is.unknown", ALL),
    ("is_featured=eq.true", [MARA]),
    ("is_featured=eq.f", [ABEL, NIGHT]),
    ("is_featured=neq.true", [ABEL, NIGHT]),
    ("is_featured=gt.false", [MARA]),
    ("is_featured=lte.false", [ABEL, NIGHT]),
    ("is_featured=isdistinct.true", [ABEL, NIGHT]),
    ("is_featured=in.(true)", [MARA]),
    ("is_featured=eq(any).{true,false}", ALL),
    ("name=like.*a*", [MARA]),
    ("name=like.%25r%25", [MARA, NIGHT, ABEL]),
    ("name=like.Mara", []),
    ("name=like.M_ra*", [MARA]),
    ("name=like.mara*", []),
    ("name=not.like.Mara*", [ABEL, NIGHT]),
    ("name=ilike.mara*", [MARA]),
    ("name=ilike.*FERRY", [NIGHT]),
    ("genre=like(any).{Art*,Jazz}", [ABEL, MARA]),
    ("genre=like(all).{*pop,Dream*}", [NIGHT]),
    ("genre=ilike(any).{art*,JAZZ}", [ABEL, MARA]),
    ("genre=not.like(any).{Art*,Jazz}", [NIGHT]),
    ("genre=eq(any).{Jazz,Nothing}", [ABEL]),
    ("genre=neq(all).{Jazz,Art pop}", [NIGHT]),
    ("genre=eq(any).{}", []),
    ("genre=eq(all).{}", ALL),
    ('genre=eq(any).{"Jazz","Art pop"}', [ABEL, MARA]),
    ("name=match.^M", [MARA]),
    ("name=match.^m", []),
    ("name=imatch.^m", [MARA]),
    ("name=match.(Voss|Ferry)$", [MARA, NIGHT]),
    ("name=not.match.^M", [ABEL, NIGHT]),
    ("name=match(any).{^M,^N}", [MARA, NIGHT]),
    ("id=in.(mara-voss,night-ferry)", [MARA, NIGHT]),
    ('followers=in.("12,400","1.2M")', [ABEL, MARA]),
    ("id=in.()", []),
    ("id=not.in.()", ALL),
    ("id=not.in.(mara-voss)", [ABEL, NIGHT]),
    ("bio=not.in.(x)", [MARA]),
    ('name=in.("a"b")', []),
    ("or=(id.eq.mara-voss,genre.eq.Jazz)", [ABEL, MARA]),
    ("or=(id.eq.mara-voss,and(genre.eq.Jazz,website.is.null))", [MARA]),
    ("and=(genre.like.*pop,bio.is.null)", [NIGHT]),
    ("not.or=(id.eq.mara-voss,genre.eq.Jazz)", [NIGHT]),
    ("not.and=(genre.like.*pop,latest_song.not.is.null)", [ABEL, MARA]),
    ("or=(not.and(genre.eq.Jazz,id.neq.x),id.eq.abel-quintero)", ALL),
    ('or=(followers.eq."12,400",id.in.(mara-voss,x))', [ABEL, MARA]),
    ("or=(genre.like(any).{Art*,Jazz},id.eq.x)", [ABEL, MARA]),
    ("and=( and ( id.in.( mara-voss,night-ferry) , bio.is.null ) , or ( genre.eq.Jazz,genre.eq.Dream pop) )", [NIGHT]),
    ("or=( id.eq.mara-voss,genre.eq.Jazz)", [ABEL, MARA]),
    ("or= ( not.and ( genre.eq.Jazz,id.neq.x ) , id.eq.abel-quintero)", [MARA, NIGHT, ABEL]),
    ("id=in.( mara-voss,x)", [MARA]),
    # White space within a value is part of it.
    ("or=(id.eq.mara-voss ,genre.eq.Jazz)", [ABEL]),
    ("id=in.(mara-voss ,x)", []),
    ("or=(id.eq.mara-voss)&or=(genre.eq.Jazz,genre.eq.Art pop)", [MARA]),
    ("id=neq.mara-voss&id=neq.night-ferry", [ABEL]),
    ("id=gt.a&id=lt.n", [ABEL, MARA]),
    ('"name"=eq.Mara Voss', [MARA]),
    ("user_id=is.null", [ABEL, NIGHT]),
    ("created_at=gt.2000-01-01", ALL),
    ("created_at=lt.2000-01-01T00:00:00Z", []),
    ("name=eq.Mára", []),
]


@pytest.mark.parametrize(("query", "expected"), ARTISTS, ids=[query for query, _ in ARTISTS])
async def test_filter_finds(shared, query, expected):
    """Trap 10: One column is filtered twice, `or` stands twice, types come with parameters."""
    rows = await shared.rows(f"music_artists?select=id&order=id&{query}", "visitor")
    assert [row["id"] for row in rows] == sorted(expected)


# Events: 2026-10-01 Ghent, 2026-11-21 Trieste, 2026-12-24 Glasgow, 2027-01-15 Gothenburg.
EVENTS = [
    ("date=eq.2026-11-21", ["Trieste"]),
    ("date=gte.2026-11-21", ["Trieste", "Glasgow", "Gothenburg"]),
    ("date=gt.2026-11-21", ["Glasgow", "Gothenburg"]),
    ("date=lt.2026-11-21", ["Ghent"]),
    ("date=gte.2026-11-01&date=lte.2026-12-31", ["Trieste", "Glasgow"]),
    ("date=gte.2026-11-21T23:59:59.999Z", ["Trieste", "Glasgow", "Gothenburg"]),
    ("date=gte.2026-11-21T10:00:00.000Z", ["Trieste", "Glasgow", "Gothenburg"]),
    ("date=eq.2026-11-22T00:30:00%2B02:00", ["Trieste"]),
    ("date=eq.2026-11-21T10:00:00", ["Trieste"]),
    ("date=in.(2026-11-21,2026-10-01)", ["Ghent", "Trieste"]),
    ("date=not.in.(2026-11-21,2026-10-01)", ["Glasgow", "Gothenburg"]),
    ("date=isdistinct.2026-11-21", ["Ghent", "Glasgow", "Gothenburg"]),
    ("or=(date.lt.2026-11-01,date.gt.2027-01-01)", ["Ghent", "Gothenburg"]),
    ("and=( date.in.( 2026-11-21 , 2026-10-01 ) , date.gt. 2026-10-02 )", ["Trieste"]),
    ("date=gte.9999-12-31T23:59:59Z", []),
    ("date=gt.0001-01-01T00:00:00Z", ["Ghent", "Trieste", "Glasgow", "Gothenburg"]),
]


@pytest.mark.parametrize(("query", "expected"), EVENTS, ids=[query for query, _ in EVENTS])
async def test_filter_by_date_finds(shared, query, expected):
    rows = await shared.rows(f"music_events?select=location&order=date&{query}", "visitor")
    assert [row["location"] for row in rows] == expected


@pytest.mark.parametrize(
    ("zone", "instant", "day"),
    [
        ("America/New_York", "2026-11-21T04:59:59Z", "2026-11-20"),
        ("America/New_York", "2026-11-21T05:00:00Z", "2026-11-21"),
        ("Pacific/Auckland", "2026-11-21T10:59:59Z", "2026-11-21"),
        ("Pacific/Auckland", "2026-11-21T11:00:00Z", "2026-11-22"),
        ("Pacific/Auckland", "2026-11-21T23:30:00", "2026-11-21"),
    ],
)
async def test_instant_in_a_date_filter_counts_as_its_day_in_the_sites_zone(template, tmp_path, zone, instant, day):
    """Trap 16: `date=gte.` with an instant drops today's events."""
    site = Site.open(template, tmp_path / "data", MARQUEE_TIMEZONE=zone)
    dates = [event["date"] for event in await site.rows("music_events", "visitor")]
    found = [event["date"] for event in await site.rows(f"music_events?date=gte.{instant}", "visitor")]
    await site.close()
    assert found == [date for date in dates if date >= day]


@pytest.mark.parametrize("zone", ["America/New_York", "Pacific/Auckland"])
@pytest.mark.parametrize("instant", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
async def test_instant_at_the_end_of_the_calendar_is_answered(template, tmp_path, zone, instant):
    site = Site.open(template, tmp_path / "data", MARQUEE_TIMEZONE=zone)
    answer = await site.rest("GET", f"music_events?date=gte.{instant}")
    await site.close()
    assert answer.status_code == 200 or (answer.status_code, answer.json()["code"]) == (400, "22008")


REFUSED = [
    ("music_artists?nope=eq.1", 400, "42703", "column music_artists.nope does not exist"),
    ("music_artists?or=(nope.eq.1)", 400, "42703", "column music_artists.nope does not exist"),
    ("music_artists?is_featured=eq.maybe", 400, "22P02", 'invalid input syntax for type boolean: "maybe"'),
    ("music_artists?user_id=eq.abc", 400, "22P02", 'invalid input syntax for type uuid: "abc"'),
    ("music_events?id=in.(1)", 400, "22P02", 'invalid input syntax for type uuid: "1"'),
    ("music_events?date=eq.soon", 400, "22007", 'invalid input syntax for type date: "soon"'),
    ("music_events?date=eq.2026-02-30", 400, "22008", 'date/time field value out of range: "2026-02-30"'),
    ("music_events?date=gte.2026-11-21Tnoon", 400, "22007", 'invalid input syntax for type date: "2026-11-21Tnoon"'),
    (
        "music_artists?created_at=gt.x",
        400,
        "22007",
        'invalid input syntax for type timestamp with time zone: "x"',
    ),
    ("music_artists?name=is.true", 400, "42804", "argument of IS TRUE must be type boolean, not type text"),
    ("music_events?date=like.2026*", 404, "42883", "operator does not exist: date ~~ unknown"),
    ("music_artists?name=cs.{a}", 404, "42883", "operator does not exist: text @> unknown"),
    ("music_artists?name=cd.{a}", 404, "42883", "operator does not exist: text <@ unknown"),
    ("music_artists?name=ov.{a}", 404, "42883", "operator does not exist: text && unknown"),
    ("music_artists?name=sl.(1,2)", 404, "42883", "operator does not exist: text << unknown"),
    ("music_artists?name=sr.(1,2)", 404, "42883", "operator does not exist: text >> unknown"),
    ("music_artists?name=nxl.(1,2)", 404, "42883", "operator does not exist: text &> unknown"),
    ("music_artists?name=nxr.(1,2)", 404, "42883", "operator does not exist: text &< unknown"),
    ("music_artists?name=adj.(1,2)", 404, "42883", "operator does not exist: text -|- unknown"),
    ("music_artists?name=fts(english).voss", 404, "42883", "operator does not exist: text @@ unknown"),
    ("music_artists?name=wfts.voss", 404, "42883", "operator does not exist: text @@ unknown"),
    ("music_artists?name->>first=eq.x", 404, "42883", "operator does not exist: text -> unknown"),
    ("music_artists?name=match.(", 400, "2201B", "invalid regular expression"),
    ("music_artists?name=like.a\\", 400, "22025", "LIKE pattern must not end with escape character"),
]


@pytest.mark.parametrize(("path", "status", "code", "message"), REFUSED, ids=[case[0] for case in REFUSED])
async def test_filter_is_refused(shared, path, status, code, message):
    answer = await shared.rest("GET", path)
    assert answer.status_code == status
    assert (answer.json()["code"], answer.json()["message"]) == (code, message)
    assert answer.json().keys() == {"code", "message", "details", "hint"}
    assert answer.headers["proxy-status"] == f"PostgREST; error={code}"


UNPARSED = [
    ("name=noop.0", "filter (noop.0)", 1, 'unexpected "n"'),
    ("name=eq", "filter (eq)", 3, "unexpected end of input"),
    ("name=", "filter ()", 1, "unexpected end of input"),
    ("name=is.maybe", "filter (is.maybe)", 9, "unexpected end of input"),
    ("name=in.a", "filter (in.a)", 4, 'unexpected "a"'),
    ("name=in.(a", "filter (in.(a)", 6, "unexpected end of input"),
    ("name=in.(a)b", "filter (in.(a)b)", 7, 'unexpected "b"'),
    ("name=not.not.eq.a", "filter (not.not.eq.a)", 5, 'unexpected "n"'),
    # As PostgREST counts: from the operator on.
    ("or=()", "logic tree (())", 4, 'unexpected ")"'),
    ("or=(name.eq.a", "logic tree ((name.eq.a)", 13, "unexpected end of input"),
    ("or=name.eq.a", "logic tree (name.eq.a)", 3, 'unexpected "n"'),
    ("or=(name)", "logic tree ((name))", 8, 'unexpected ")"'),
    ("not.and=(name)", "logic tree ((name))", 13, 'unexpected ")"'),
    ("name)=eq.a", "filter (name))", 5, 'unexpected ")"'),
]


@pytest.mark.parametrize(("query", "what", "column", "details"), UNPARSED, ids=[case[0] for case in UNPARSED])
async def test_parse_error_says_where(shared, query, what, column, details):
    answer = await shared.rest("GET", f"music_artists?{query}")
    assert (answer.status_code, answer.json()) == (
        400,
        {
            "code": "PGRST100",
            "message": f'"failed to parse {what}" (line 1, column {column})',
            "details": details,
            "hint": None,
        },
    )


PARSED = [
    ("eq.a.b,c)", Filter("x", False, "eq", None, "a.b,c)")),
    ('eq."a"', Filter("x", False, "eq", None, '"a"')),
    ("eq.", Filter("x", False, "eq", None, "")),
    ("not.gte.1", Filter("x", True, "gte", None, "1")),
    ("is.NuLL", Filter("x", False, "is", None, "null")),
    ("like(any).{a%,*b}", Filter("x", False, "like", "any", ("a%", "*b"))),
    ("not.ilike(all).{a}", Filter("x", True, "ilike", "all", ("a",))),
    ("in.()", Filter("x", False, "in", None, ())),
    ('in.(a,"b,c","(z)")', Filter("x", False, "in", None, ("a", "b,c", "(z)"))),
    (r'in.("a\"b","c\\d")', Filter("x", False, "in", None, ('a"b', r"c\d"))),
    ('in.("a"b,c)', Filter("x", False, "in", None, ('"a"b', "c"))),
    ("in.(,)", Filter("x", False, "in", None, ("", ""))),
    ("cs.{a,b}", Filter("x", False, "cs", None, "{a,b}")),
    ("fts(english).cat", Filter("x", False, "fts", None, "cat")),
    ("match.^a.*(b|c)$", Filter("x", False, "match", None, "^a.*(b|c)$")),
]


@pytest.mark.parametrize(("text", "expected"), PARSED, ids=[text for text, _ in PARSED])
def test_parser_reads_a_filter(text, expected):
    assert parse_filter("x", text) == expected


def _eq(column, value, *, negated=False):
    return Filter(column, negated, "eq", None, value)


TREES = [
    ("(a.eq.1)", Logic("or", False, (_eq("a", "1"),))),
    ("(a.eq.1,b.not.eq.2)", Logic("or", False, (_eq("a", "1"), _eq("b", "2", negated=True)))),
    ('(a.eq."1,)2",b.eq.3)', Logic("or", False, (_eq("a", "1,)2"), _eq("b", "3")))),
    ('(a.eq."1"2,b.eq.3)', Logic("or", False, (_eq("a", '"1"2'), _eq("b", "3")))),
    ("(a.eq.,b.eq.)", Logic("or", False, (_eq("a", ""), _eq("b", "")))),
    (
        "(a.eq.1,not.and(b.eq.2,or(c.is.null,d.in.(x,y))))",
        Logic(
            "or",
            False,
            (
                _eq("a", "1"),
                Logic(
                    "and",
                    True,
                    (
                        _eq("b", "2"),
                        Logic(
                            "or",
                            False,
                            (Filter("c", False, "is", None, "null"), Filter("d", False, "in", None, ("x", "y"))),
                        ),
                    ),
                ),
            ),
        ),
    ),
    ("(order.eq.1,and.eq.2)", Logic("or", False, (_eq("order", "1"), _eq("and", "2")))),
    ('("a b".eq.1)', Logic("or", False, (_eq("a b", "1"),))),
]


@pytest.mark.parametrize(("text", "expected"), TREES, ids=[text for text, _ in TREES])
def test_parser_reads_a_logic_tree(text, expected):
    assert parse_logic("or", text, negated=False) == expected


@pytest.mark.parametrize("text", ["", "(", ")", "()", "(a)", "(a.eq.1", "(a.eq.1))", "(a.eq.1,)", "(and)", "(and())"])
def test_parser_refuses_a_broken_tree(text):
    with pytest.raises(DataError, check=lambda error: error.kind is PARSE_ERROR):
        parse_logic("and", text, negated=False)


async def test_filter_of_a_hundred_values_is_answered_and_one_more_is_not(shared: Shared):
    values = ",".join(["Mara*"] * 100)
    assert (await shared.rest("GET", f"music_artists?name=like(any).{{{values}}}")).status_code == 200
    refused = await shared.rest("GET", f"music_artists?name=like(any).{{{values},x}}")
    assert (refused.status_code, refused.json()["code"]) == (400, "PGRST100")
