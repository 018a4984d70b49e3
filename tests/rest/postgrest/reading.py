"""What is answered and how: select, order, ranges, forms and preferences of reads."""

from tests.rest.postgrest import (
    ABEL,
    ANY,
    MARA,
    NIGHT,
    NOT_SINGULAR,
    SINGULAR,
    Case,
    accept,
    error,
    get,
    prefer,
    rows,
    unknown_table,
)

A = "music_artists?select=id"
M = f"{A}&id=eq.mara-voss"
Q, R, S = "Query/QuerySpec.hs", "Query/RangeSpec.hs", "Query/SingularSpec.hs"
NULLS, H, OPTIONS = "Query/NullsStripSpec.hs", "Query/Preferences/HandlingSpec.hs", "OptionsSpec.hs"
TIMEZONE = "Query/Preferences/TimezoneSpec.hs"
OPEN, OPENAPI, NOT_AVAILABLE = (
    "OpenApi/OpenApiSpec.hs",
    "application/openapi+json",
    "None of these media types are available: ",
)
UNSATISFIABLE = "Requested range not satisfiable"
JSON = {"content-type": "application/json; charset=utf-8"}
CSV = {"content-type": "text/csv; charset=utf-8"}
LOS_ANGELES, INDIA_WEST, EAST = "2026-10-01T22:00:00-07:00", "2026-10-01T23:30:00-05:30", "2026-10-02T01:00:00-04:00"
ONE = {"content-type": "application/vnd.pgrst.object+json; charset=utf-8"}


def ordered(spec: str, order: str, *ids: str) -> Case:
    return get(spec, f"{A}&order={order}", rows("id", *ids))


def ranged(spec: str, query: str, range_: str | None, content_range: str, *ids: str, count: str | None = None) -> Case:
    sent = {"Range": range_, "Range-Unit": "items"} if range_ else {}
    sent |= prefer(f"count={count}") if count else {}
    return get(spec, f"{A}&{query}", rows("id", *ids), sent=sent, has={"content-range": content_range})


def unsatisfiable(spec: str, query: str, details: str, range_: str | None = None, total: str | None = None) -> Case:
    sent = ({"Range": range_} if range_ else {}) | (prefer("count=exact") if total else {})
    body = error("PGRST103", UNSATISFIABLE, details)
    return get(spec, f"{A}&{query}", body, status=416, sent=sent, has={"content-range": total})


def unknown(spec: str, name: str, hint: str | None = None) -> Case:
    return get(spec, name, unknown_table(name, hint), status=404, has={"proxy-status": "PostgREST; error=PGRST205"})


def in_zone(spec: str, at: str, *preferences: str) -> Case:
    has = {"preference-applied": ", ".join(preferences)}
    path = "music_events?location=eq.Ghent&select=upcoming_until,date::timestamptz,text:upcoming_until::text"
    body = [
        {
            "upcoming_until": at,
            "date": f"2026-10-01T00:00:00{at[-6:]}",
            "text": at.replace("T", " ").removesuffix(":00"),
        }
    ]
    return get(spec, path, body, sent=prefer(*preferences), has=has)


def no_zone(spec: str, *preferences: str) -> Case:
    message = 'invalid value for parameter "TimeZone": "Invalid/Timezone"'
    return get(
        spec, A, error("22023", message, None), status=400, sent=prefer(*preferences, "timezone=Invalid/Timezone")
    )


CASES = [
    unknown(f"{Q}:31", "faketable"),
    get(f"{Q}:581", "music_events?limit=1", ANY, has=JSON | {"content-range": "0-0/*"}),
    get(f"{Q}:589", M, rows("id", MARA)),
    get(f"{Q}:594", "music_artists?id=eq.mara-voss&select=myId:id", rows("myId", MARA)),
    get(f"{Q}:599", "music_artists?id=eq.mara-voss&select=is_featured::text", rows("is_featured", "true")),
    get(f"{Q}:604", "music_artists?id=eq.mara-voss&select=f:is_featured::text", rows("f", "true")),
    get(
        f"{Q}:614",
        "music_artists?select=id::fakecolumntype",
        error("42704", 'type "fakecolumntype" does not exist'),
        status=400,
    ),
    get(f"{Q}:621", "music_artists?id=eq.mara-voss&select=is_featured::int4", rows("is_featured", 1)),
    ordered(f"{Q}:1079", "id.asc", ABEL, MARA, NIGHT),
    ordered(f"{Q}:1087", "id.desc", NIGHT, MARA, ABEL),
    ordered(f"{Q}:1094", "bio.nullsfirst,id", ABEL, NIGHT, MARA),
    ordered(f"{Q}:1104", "bio.asc.nullslast,id", MARA, ABEL, NIGHT),
    ordered(f"{Q}:1113", "bio.desc.nullsfirst,id", ABEL, NIGHT, MARA),
    ordered(f"{Q}:1122", "bio.desc.nullslast,id", MARA, ABEL, NIGHT),
    ordered(f"{Q}:1131", "is_featured.desc,id.desc.nullslast", MARA, NIGHT, ABEL),
    ordered(f"{Q}:1144", "id", ABEL, MARA, NIGHT),
    ordered(f"{Q}:1151", "id.asc", ABEL, MARA, NIGHT),
    get(
        f"{Q}:1173",
        "music_artists?order=id.asc.nullslasttt",
        error("PGRST100", '"failed to parse order (id.asc.nullslasttt)" (line 1, column 17)'),
        status=400,
    ),
    get(
        f"{Q}:1191",
        A,
        error("PGRST107", "None of these media types are available: text/unknowntype"),
        status=406,
        sent=accept("text/unknowntype"),
    ),
    get(f"{Q}:1203", A, sent=accept("*/*")),
    get(f"{Q}:1208", A, sent=accept("text/unknowntype, */*")),
    get(f"{Q}:1213", A, sent=accept("text/csv, */*"), has=CSV),
    get(f"{Q}:1221", A, sent=accept("text/csv, application/json"), has=CSV),
    get(f"{Q}:1229", A, sent=accept("text/unknowntype, text/csv")),
    get(
        f"{Q}:1234",
        "music_artists?select=id,genre&order=id.desc&limit=2",
        "id,genre\nnight-ferry,Dream pop\nmara-voss,Art pop",
        sent=accept("text/csv; version=1"),
        has=CSV,
    ),
    ranged(f"{R}:153", "id=eq.x", None, "*/0", count="exact"),
    ranged(f"{R}:161", "id=eq.x", None, "*/*", count="none"),
    ranged(f"{R}:168", "order=id", None, "0-2/*", ABEL, MARA, NIGHT, count="none"),
    ranged(f"{R}:174", "id=eq.mara-voss&order=id", None, "0-0/*", MARA, count="none"),
    get(f"{R}:149", "music_artists"),
    ranged(f"{R}:181", "order=id.asc", None, "0-2/*", ABEL, MARA, NIGHT),
    ranged(f"{R}:188", "order=id.asc&limit=2", None, "0-1/*", ABEL, MARA),
    ranged(f"{R}:194", "order=id.asc&limit=3", "0-1", "0-1/*", ABEL, MARA),
    get(
        f"{R}:202",
        f"{A},music_events(location,music_artists(id))&order=id.asc&offset=1&limit=1&music_events.limit=1",
        [{"id": MARA, "music_events": [{"location": "Trieste", "music_artists": {"id": MARA}}]}],
        has={"content-range": "1-1/*"},
    ),
    ranged(f"{R}:210", "order=id.asc&limit=3&offset=2", None, "2-2/*", NIGHT),
    get(
        f"{R}:226",
        f"{A},music_events(location)&order=id.desc.nullslast&limit=1&music_events.order=location.asc.nullsfirst"
        "&music_events.limit=2",
        [{"id": NIGHT, "music_events": rows("location", "Ghent", "Gothenburg")}],
        has={"content-range": "0-0/*"},
    ),
    ranged(f"{R}:235", "offset=0&id=eq.x", None, "*/0", count="exact"),
    ranged(f"{R}:247", "offset=0&order=id", None, "0-2/*", ABEL, MARA, NIGHT),
    ranged(f"{R}:253", "offset=-4&order=id", None, "0-2/*", ABEL, MARA, NIGHT),
    ranged(f"{R}:259", "limit=0", None, "*/*"),
    unsatisfiable(f"{R}:266", "limit=-1", "Limit should be greater than or equal to zero."),
    unsatisfiable(
        f"{R}:280", "id=eq.x&offset=1", "An offset of 1 was requested, but there are only 0 rows.", total="*/0"
    ),
    unsatisfiable(f"{R}:295", "offset=100", "An offset of 100 was requested, but there are only 3 rows.", total="*/3"),
    ranged(f"{R}:413", "order=id", "0-1", "0-1/*", ABEL, MARA),
    ranged(f"{R}:421", "order=id", "0-", "0-2/*", ABEL, MARA, NIGHT),
    ranged(f"{R}:426", "id=eq.x", "0-1", "*/*"),
    ranged(f"{R}:434", "order=id", "0-0", "0-0/*", ABEL),
    ranged(f"{R}:442", "order=id", "1-100", "1-2/*", MARA, NIGHT),
    unsatisfiable(
        f"{R}:451",
        "id=eq.x",
        "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
        "1-0",
    ),
    unsatisfiable(
        f"{R}:463", "id=eq.x", "An offset of 1 was requested, but there are only 0 rows.", "1-2", total="*/0"
    ),
    unsatisfiable(f"{R}:478", "", "An offset of 100 was requested, but there are only 3 rows.", "100-199", total="*/3"),
    get(f"{S}:19", f"{A}&id=gt.a&id=lt.a", error("PGRST116", NOT_SINGULAR), status=406, sent=SINGULAR),
    get(f"{S}:23", M, {"id": MARA}, sent=accept("application/vnd.pgrst.object"), has=ONE),
    get(f"{S}:35", M, {"id": MARA}, sent=SINGULAR | prefer("count=none"), has=ONE),
    get(
        f"{S}:41",
        "music_events?location=eq.Ghent&select=location,music_artists(id,genre)",
        {"location": "Ghent", "music_artists": {"id": NIGHT, "genre": "Dream pop"}},
        sent=SINGULAR,
        has=ONE,
    ),
    get(
        f"{NULLS}:18",
        "music_artists?select=id,bio&order=id",
        [{"id": ABEL}, {"id": MARA, "bio": "Sings."}, {"id": NIGHT}],
        sent=accept("application/vnd.pgrst.array+json;nulls=stripped"),
        has={"content-type": "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8"},
    ),
    get(
        f"{NULLS}:46",
        "music_artists?select=id,bio&order=id&limit=1",
        rows("id", ABEL),
        sent=accept("application/vnd.pgrst.array;nulls=stripped"),
        has={"content-type": "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8"},
    ),
    get(
        f"{NULLS}:56",
        "music_artists?select=id,bio&order=id&limit=1",
        {"id": ABEL},
        sent=accept("application/vnd.pgrst.object+json;nulls=stripped"),
        has={"content-type": "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8"},
    ),
    get(
        f"{NULLS}:66",
        "music_artists?select=id,bio",
        error("PGRST116", NOT_SINGULAR, "The result contains 3 rows"),
        status=406,
        sent=accept("application/vnd.pgrst.object+json;nulls=stripped"),
    ),
    get(
        f"{H}:15",
        A,
        error("PGRST122", "Invalid preferences given with handling=strict", "Invalid preferences: anything"),
        status=400,
        sent=prefer("handling=strict", "anything"),
    ),
    get(
        f"{H}:21",
        A,
        error("PGRST122", "Invalid preferences given with handling=strict", "Invalid preferences: something, else"),
        status=400,
        sent=prefer("handling=strict", "something", "else"),
    ),
    get(f"{H}:44", A, sent=prefer("handling=lenient", "anything"), has={"preference-applied": "handling=lenient"}),
    get(f"{H}:48", A, sent=prefer("handling=lenient", "anything")),
    get(
        f"{Q}:1246",
        f"{M}&genre=eq.Art pop&apikey=none",
        has={"content-location": "/music_artists?genre=eq.Art%20pop&id=eq.mara-voss&select=id"},
    ),
    get(f"{Q}:1253", "music_artists", has={"content-location": "/music_artists"}),
    in_zone(f"{TIMEZONE}:14", LOS_ANGELES, "handling=strict", "timezone=America/Los_Angeles"),
    in_zone(f"{TIMEZONE}:24", LOS_ANGELES, "timezone=America/Los_Angeles"),
    no_zone(f"{TIMEZONE}:35"),
    no_zone(f"{TIMEZONE}:43", "handling=strict"),
    no_zone(f"{TIMEZONE}:51", "handling=lenient"),
    in_zone(f"{TIMEZONE}:60", INDIA_WEST, "timezone=+05:30"),
    in_zone(f"{TIMEZONE}:70", EAST, "timezone=-4"),
    get(
        f"{TIMEZONE}:80",
        A,
        error("22023", 'time zone "05:30:15" appears to use leap seconds', "PostgreSQL does not support leap seconds."),
        status=400,
        sent=prefer("timezone=05:30:15"),
    ),
    get(
        "Query/MultipleSchemaSpec.hs:77",
        A,
        error("PGRST106", "Invalid schema: unknown", hint="Only the following schemas are exposed: public"),
        status=406,
        sent={"Accept-Profile": "unknown"},
    ),
    get(
        "Query/ErrorSpec.hs:33",
        "invalid/nested/paths",
        error("PGRST125", "Invalid path specified in request URL", None),
        status=404,
        has={"proxy-status": "PostgREST; error=PGRST125"},
    ),
    unknown("Query/ErrorSpec.hs:42", "non_existent_table"),
    unknown("Query/ErrorSpec.hs:80", "music_artistx", "Perhaps you meant the table 'public.music_artists'"),
    unknown("Query/ErrorSpec.hs:97", "musixxxxxxxx"),
    Case(f"{OPTIONS}:15", "OPTIONS", "music_artists", 200, "", {"allow": "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE"}),
    Case(f"{OPTIONS}:21", "OPTIONS", "unknown", 404),
    Case(f"{OPTIONS}:102", "OPTIONS", "", 200, "", {"allow": "OPTIONS,GET,HEAD"}),
    Case(f"{OPEN}:18", "HEAD", "", has={"content-type": f"{OPENAPI}; charset=utf-8"}, sent=accept(OPENAPI)),
    get(
        f"{OPEN}:29",
        "music_artists",
        error("PGRST107", NOT_AVAILABLE + OPENAPI, None),
        status=406,
        sent=accept(OPENAPI),
    ),
    get(f"{OPEN}:34", "", error("PGRST107", f"{NOT_AVAILABLE}text/csv", None), status=406, sent=accept("text/csv")),
    Case(
        "Query/RpcSpec.hs:210",
        "POST",
        "rpc/fake",
        404,
        error("PGRST202", "Could not find the function public.fake in the schema cache"),
        json={},
    ),
    Case(
        "Query/RpcSpec.hs:623",
        "PATCH",
        "rpc/fake",
        405,
        error("PGRST101", "Cannot use the PATCH method on RPC", None),
        json={},
    ),
]
