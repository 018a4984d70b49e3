"""Inserts, upserts, updates and deletes."""

from typing import Any

from tests.cast import ARTIST
from tests.rest.postgrest import (
    ABEL,
    ANY,
    MARA,
    NIGHT,
    NOT_SINGULAR,
    SINGULAR,
    Case,
    error,
    prefer,
    rows,
    unknown_table,
)

A = "music_artists"
M = f"{A}?id=eq.mara-voss"
INS, UPD, DEL = "Query/InsertSpec.hs", "Query/UpdateSpec.hs", "Query/DeleteSpec.hs"
UPS, SIN, MAX = "Query/UpsertSpec.hs", "Query/SingularSpec.hs", "Query/Preferences/MaxAffectedSpec.hs"
NEW = {**ARTIST, "id": "halve"}
WHOLE, MINIMAL, TO_HEADERS = (prefer(f"return={what}") for what in ("representation", "minimal", "headers-only"))
MERGE = prefer("resolution=merge-duplicates", "return=representation")
IGNORE = prefer("resolution=ignore-duplicates", "return=representation")
INVALID = error("PGRST102", "Empty or invalid json", None)
KEYS = error("PGRST102", "All object keys must match", None)
NO_BODY = {"content-type": None}
ONE = SINGULAR | WHOLE
GARLIC = unknown_table("garlic")
NO_COLUMN = error("PGRST204", "Could not find the 'helicopter' column of 'music_artists' in the schema cache", None)
THREE = "id=in.(mara-voss,night-ferry,abel-quintero)"
UNTOUCHED = ("music_artists?select=name&order=id", rows("name", "Abel Quintero", "Mara Voss", "Night Ferry"))
NO_LIMIT = error("PGRST114", "limit/offset querystring parameters are not allowed for PUT", None)
STRICT_2, LENIENT_2 = (prefer(f"handling={how}", "max-affected=2") for how in ("strict", "lenient"))
TOO_MANY = error("PGRST124", "Query result exceeds max-affected preference constraint", "The query affects 3 rows")


def post(spec: str, path: str, json: Any, status: int = 201, body: Any = "", **more: Any) -> Case:
    return Case(spec, "POST", path, status, body, json=json, **more)


def patch(spec: str, path: str, json: Any, status: int = 204, body: Any = "", **more: Any) -> Case:
    return Case(spec, "PATCH", path, status, body, json=json, **more)


def delete(spec: str, path: str, status: int = 204, body: Any = "", **more: Any) -> Case:
    return Case(spec, "DELETE", path, status, body, **more)


def put(spec: str, path: str, json: Any, status: int, body: Any, **more: Any) -> Case:
    return Case(spec, "PUT", path, status, body, json=json, **more)


def not_singular(number: int) -> dict[str, Any]:
    return error("PGRST116", NOT_SINGULAR, f"The result contains {number} rows")


def csv(spec: str, select: str, content: str, body: str) -> Case:
    sent = {"Content-Type": "text/csv", "Accept": "text/csv", **WHOLE}
    has = {"content-type": "text/csv; charset=utf-8", "content-range": "*/*"}
    return Case(spec, "POST", f"{A}?select={select}", 201, body, has=has, sent=sent, content=content)


INSERTS = [
    post(f"{INS}:20", A, ARTIST, has={"content-range": "*/*"}),
    post(f"{INS}:33", f"{A}?select=id,name", [ARTIST], body=[{"id": "halve", "name": "Halve"}], sent=WHOLE),
    post(f"{INS}:46", f"{A}?select=id", ARTIST, sent=MINIMAL, has={"preference-applied": "return=minimal"}),
    post(f"{INS}:74", A, [ARTIST, 123, "xxxx", ARTIST], 400, KEYS),
    post(f"{INS}:83", A, [ARTIST, {"name": "x"}], 400, KEYS),
    post(
        f"{INS}:93",
        "music_events?select=location,music_artists(id)",
        {"date": "2027-01-01", "venue": "Hall", "location": "Oslo", "artist_id": MARA},
        body=[{"location": "Oslo", "music_artists": {"id": MARA}}],
        sent=prefer("return=representation", "count=exact"),
        has={"content-range": "*/1", "preference-applied": "return=representation, count=exact", "location": None},
    ),
    post(
        f"{INS}:104",
        f"{A}?select=myId:id::text,myName:name",
        NEW,
        body=[{"myId": "halve", "myName": "Halve"}],
        sent=WHOLE,
    ),
    post(f"{INS}:116", f"{A}?select=name", NEW, body=rows("name", "Halve"), sent=WHOLE, has={"location": None}),
    post(f"{INS}:128", f"{A}?select=name", NEW, sent=TO_HEADERS, has={"location": "/music_artists?id=eq.halve"}),
    post(
        f"{INS}:209",
        A,
        {"id": "x"},
        400,
        error(
            "23502",
            'null value in column "name" of relation "music_artists" violates not-null constraint',
            hint="It needs a value.",
        ),
    ),
    post(f"{INS}:239", A, [], body=[], sent=WHOLE),
    post(
        f"{INS}:247", f"{A}?select=name,bio", {**ARTIST, "bio": None}, body=[{"name": "Halve", "bio": None}], sent=WHOLE
    ),
    post(f"{INS}:269", A, [ARTIST, ARTIST], has={"location": None}),
    Case(f"{INS}:284", "POST", A, 400, INVALID, content="}{ x = 2"),
    Case(f"{INS}:294", "POST", A, 400, INVALID, content=""),
    post(f"{INS}:303", A, NEW),
    post(
        f"{INS}:313",
        A,
        {**ARTIST, "id": MARA},
        409,
        error("23505", 'duplicate key value violates unique constraint "music_artists_pkey"'),
    ),
    Case(
        f"{INS}:404",
        "POST",
        f"{A}?select=name",
        201,
        rows("name", "A"),
        sent=WHOLE,
        content='\t \n \r { "name": "A", "genre": "B", "image": "https://c.example" }\t \n \r ',
    ),
    post(
        f"{INS}:436",
        f"{A}?columns=name,genre,image&select=id",
        {**ARTIST, "x": 1},
        body=rows("id", "halve"),
        sent=WHOLE,
    ),
    post(
        f"{INS}:455",
        f"{A}?columns=",
        [ARTIST],
        400,
        error("PGRST100", '"failed to parse columns parameter ()" (line 1, column 1)'),
    ),
    post(f"{INS}:466", f"{A}?columns=helicopter", [ARTIST], 400, NO_COLUMN),
    post(f"{INS}:477", "garlic?columns=helicopter", [ARTIST], 404, GARLIC),
    post(f"{INS}:488", f"{A}?columns=id,name", [ARTIST, 333, "asdf"], 400, ANY),
    post(
        f"{INS}:497",
        f"{A}?columns=name,genre,image,followers&select=name,followers",
        [{**ARTIST, "followers": "7"}, ARTIST],
        body=[{"name": "Halve", "followers": "7"}, {"name": "Halve", "followers": "0"}],
        sent=prefer("return=representation", "missing=default"),
        has={"preference-applied": "return=representation, missing=default"},
    ),
    post(
        f"{INS}:595",
        f"{A}?select=genre,name",
        {**ARTIST, "name": "棋圍", "genre": "￥"},
        body=[{"genre": "￥", "name": "棋圍"}],
        sent=WHOLE,
    ),
    post(
        f"{INS}:603",
        A,
        {**ARTIST, "name": "圍棋"},
        sent=TO_HEADERS,
        has={"location": "/music_artists?id=eq.%E5%9C%8D%E6%A3%8B"},
    ),
    csv(f"{INS}:642", "name,genre", "name,genre,image\nA,B,https://a.example", "name,genre\nA,B"),
    csv(f"{INS}:651", "bio,name", "name,genre,image,bio\nA,B,https://a.example,NULL", "bio,name\n,A"),
    csv(f"{INS}:660", "id", "name,genre,image\nA,B,https://a.example\nC,D,https://a.example\n", "id\na\nc"),
    Case(
        f"{INS}:671",
        "POST",
        A,
        400,
        error("PGRST102", "All lines must have same number of fields", None),
        sent={"Content-Type": "text/csv"},
        content="name,genre\nA",
    ),
    post(
        f"{INS}:697",
        "music_events?select=music_artists(id)",
        {"date": "2027-01-01", "venue": "Hall", "location": "Oslo", "artist_id": MARA},
        body=[{"music_artists": {"id": MARA}}],
        sent=WHOLE,
    ),
    post(
        "Query/Preferences/HandlingSpec.hs:27",
        A,
        ARTIST,
        400,
        error("PGRST122", "Invalid preferences given with handling=strict", "Invalid preferences: anything"),
        sent=prefer("return=representation", "handling=strict", "anything"),
    ),
    post(
        "Query/Preferences/HandlingSpec.hs:52",
        f"{A}?select=id",
        ARTIST,
        body=rows("id", "halve"),
        sent=prefer("return=representation", "handling=lenient", "anything"),
    ),
    post(
        "Query/AndOrParamsSpec.hs:241",
        "music_events?select=location,music_artists(id)&music_artists.or=(id.eq.night-ferry,id.eq.x)",
        {"date": "2027-01-01", "venue": "Hall", "location": "Oslo", "artist_id": MARA},
        body=[{"location": "Oslo", "music_artists": None}],
        sent=WHOLE,
    ),
    post(
        "Query/MultipleSchemaSpec.hs:152",
        A,
        ARTIST,
        406,
        error("PGRST106", "Invalid schema: unknown", hint="Only the following schemas are exposed: public"),
        sent={"Content-Profile": "unknown"},
    ),
    post(f"{SIN}:116", f"{A}?select=id", [ARTIST], body={"id": "halve"}, sent=ONE),
    post(f"{SIN}:126", A, [ARTIST], sent=SINGULAR | MINIMAL, has={"preference-applied": "return=minimal"}),
    post(f"{SIN}:138", A, [ARTIST, ARTIST], 406, not_singular(2), sent=SINGULAR, then=UNTOUCHED),
    post(f"{SIN}:153", A, [ARTIST, ARTIST], 406, not_singular(2), sent=ONE, then=UNTOUCHED),
    post(f"{SIN}:168", A, [ARTIST, ARTIST], 406, not_singular(2), sent=SINGULAR | MINIMAL, then=UNTOUCHED),
    post(f"{SIN}:183", A, [], 406, not_singular(0), sent=SINGULAR),
    post(f"{SIN}:193", A, [], 406, not_singular(0), sent=ONE),
]

UPSERTS = [
    post(
        f"{UPS}:19",
        f"{A}?select=id",
        [{**ARTIST, "id": MARA}, NEW],
        body=rows("id", MARA, "halve"),
        sent=MERGE,
        has={"preference-applied": "resolution=merge-duplicates, return=representation"},
    ),
    post(f"{UPS}:34", f"{A}?select=name", [{**ARTIST, "id": MARA}], 200, rows("name", "Halve"), sent=MERGE),
    post(f"{UPS}:75", A, [], 200, [], sent=MERGE),
    post(f"{UPS}:165", f"{A}?select=id", [{**ARTIST, "id": MARA}, NEW], body=rows("id", "halve"), sent=IGNORE),
    post(f"{UPS}:280", A, [{**ARTIST, "id": MARA}], body=[], sent=IGNORE),
    put(
        f"{UPS}:295",
        f"{M}&limit=1",
        NEW,
        400,
        NO_LIMIT,
    ),
    put(
        f"{UPS}:302",
        f"{M}&offset=1",
        NEW,
        400,
        NO_LIMIT,
    ),
    put(
        f"{UPS}:309",
        f"{A}?name=eq.Mara",
        NEW,
        405,
        error("PGRST105", "Filters must include all and only primary key columns with 'eq' operators", None),
    ),
    put(f"{UPS}:344", M, NEW, 400, error("PGRST115", "Payload values do not match URL in primary key column(s)", None)),
    put(f"{UPS}:362", f"{A}?id=eq.halve&select=id,name", [NEW], 201, [{"id": "halve", "name": "Halve"}], sent=WHOLE),
    put(f"{UPS}:415", f"{M}&select=name", [{**ARTIST, "id": MARA}], 200, rows("name", "Halve"), sent=WHOLE),
    put(f"{UPS}:428", f"{M}&select=name", [{**ARTIST, "id": MARA}, NEW], 200, {"name": "Halve"}, sent=ONE),
    put(
        f"{UPS}:477",
        f"{M}&select=name",
        [{**ARTIST, "id": MARA}],
        200,
        rows("name", "Halve"),
        sent=WHOLE | {"Range": "0-5"},
    ),
    put(f"{UPS}:490", f"{M}&select=name", {**ARTIST, "id": MARA}, 200, {"name": "Halve"}, sent=ONE),
]

UPDATES = [
    patch(
        f"{UPD}:16",
        "fake",
        {"real": False},
        404,
        unknown_table("fake"),
    ),
    patch(f"{UPD}:27", f"{A}?id=eq.x", {"bio": "x"}, has=NO_BODY),
    Case(f"{UPD}:38", "PATCH", M, 400, INVALID, content="}{ x = 2"),
    Case(f"{UPD}:48", "PATCH", M, 400, INVALID, content=""),
    Case(
        f"{UPD}:57",
        "PATCH",
        f"{M}&select=bio",
        200,
        rows("bio", "x"),
        sent=WHOLE,
        content='\t \n \r { "bio": "x" } \t \n',
    ),
    patch(
        f"{UPD}:67",
        M,
        {"bio": "x"},
        has=NO_BODY | {"content-range": "0-0/*"},
        then=(f"{M}&select=bio", rows("bio", "x")),
    ),
    patch(
        f"{UPD}:78",
        f"{A}?id=eq.x",
        {"bio": "x"},
        200,
        [],
        sent=WHOLE,
        has={"preference-applied": "return=representation"},
    ),
    patch(f"{UPD}:88", f"{A}?id=eq.x", {"bio": "x"}),
    patch(
        f"{UPD}:93", f"{M}&select=bio", {"bio": "x"}, 200, rows("bio", "x"), sent=WHOLE, has={"content-range": "0-0/*"}
    ),
    patch(
        f"{UPD}:102",
        f"{A}?bio=is.null",
        {"bio": "x"},
        sent=prefer("tx=commit"),
        has={"content-range": "0-1/*"},
        then=(f"{A}?bio=eq.x&select=id&order=id", rows("id", ABEL, NIGHT)),
    ),
    patch(f"{UPD}:135", f"{M}&select=bio", {"bio": None}, 200, rows("bio", None), sent=WHOLE),
    patch(
        f"{UPD}:208",
        f"{M}&select=id",
        {"bio": "x"},
        sent=MINIMAL,
        has={"content-range": "0-0/*", "preference-applied": "return=minimal"},
    ),
    patch(f"{UPD}:233", M, {}, has={"content-range": "*/*"}),
    patch(f"{UPD}:267", f"{M}&select=id", {}, has={"content-range": "*/*"}),
    patch(f"{UPD}:301", M, {}, 200, [], sent=WHOLE, has={"content-range": "*/*"}),
    patch(f"{UPD}:310", f"{M}&select=id", {}, 200, [], sent=WHOLE, has={"content-range": "*/*"}),
    patch(f"{UPD}:329", f"{M}&select=bio", {"bio": "圍棋￥"}, 200, rows("bio", "圍棋￥"), sent=WHOLE),
    patch(
        f"{UPD}:337",
        f"{M}&columns=bio&select=bio,genre",
        {"bio": "x", "smth": "here"},
        200,
        [{"bio": "x", "genre": "Art pop"}],
        sent=WHOLE,
    ),
    patch(f"{UPD}:344", f"{A}?id=eq.x&columns=bio", {"bio": "x", "smth": "here"}, 200, [], sent=WHOLE),
    patch(f"{UPD}:348", f"{M}&columns=helicopter", {"bio": "x"}, 400, NO_COLUMN, sent=WHOLE),
    patch(f"{UPD}:358", "garlic?columns=helicopter", [{"id": 1}], 404, GARLIC, sent=WHOLE),
    patch("Query/PgSafeUpdateSpec.hs:18", A, {"bio": "x"}, 400, error("21000", "UPDATE requires a WHERE clause", None)),
    patch("Query/PgSafeUpdateSpec.hs:31", f"{A}?id=not.is.null", {"bio": "x"}, has={"content-range": "0-2/*"}),
    patch(
        "Query/AndOrParamsSpec.hs:254",
        f"{A}?or=(id.eq.mara-voss,id.eq.x)&select=bio",
        {"bio": "x"},
        200,
        rows("bio", "x"),
        sent=WHOLE,
    ),
    patch(
        "Query/AndOrParamsSpec.hs:260",
        f"{A}?or=(bio.eq.Sings.,id.eq.x)&select=bio",
        {"bio": "x"},
        200,
        rows("bio", "x"),
        sent=WHOLE,
    ),
    patch(
        "Query/AndOrParamsSpec.hs:266",
        f"{A}?or=(bio.eq.Sings.,id.eq.x)&select=id",
        {"bio": "x"},
        200,
        rows("id", MARA),
        sent=WHOLE,
    ),
    patch(f"{SIN}:48", f"{M}&select=bio", {"bio": "x"}, 200, {"bio": "x"}, sent=ONE),
    patch(f"{SIN}:56", M, {"bio": "x"}, sent=SINGULAR | MINIMAL),
    patch(f"{SIN}:67", f"{A}?{THREE}", {"name": "x"}, 406, not_singular(3), sent=SINGULAR, then=UNTOUCHED),
    patch(f"{SIN}:82", f"{A}?{THREE}", {"name": "x"}, 406, not_singular(3), sent=ONE, then=UNTOUCHED),
    patch(f"{SIN}:97", f"{A}?id=eq.x", {"name": "x"}, 406, not_singular(0), sent=SINGULAR),
    patch(f"{SIN}:106", f"{A}?id=eq.x", {"name": "x"}, 406, not_singular(0), sent=ONE),
    patch(
        f"{MAX}:31",
        f"{A}?{THREE}",
        {"name": "x"},
        400,
        TOO_MANY,
        sent=prefer("handling=strict", "max-affected=2"),
        then=UNTOUCHED,
    ),
    patch(
        f"{MAX}:67",
        M,
        {"bio": "x"},
        sent=prefer("handling=lenient", "max-affected=0"),
        has={"preference-applied": "handling=lenient"},
    ),
]

DELETES = [
    delete(
        f"{DEL}:15",
        M,
        has=NO_BODY | {"content-range": "*/*"},
        then=(f"{A}?select=id&order=id", rows("id", ABEL, NIGHT)),
    ),
    delete(
        f"{DEL}:27",
        f"{M}&select=id",
        200,
        rows("id", MARA),
        sent=prefer("return=representation", "count=exact"),
        has={"content-range": "*/1"},
    ),
    delete(
        f"{DEL}:36",
        f"{M}&select=id",
        sent=MINIMAL,
        has={"content-range": "*/*", "preference-applied": "return=minimal"},
    ),
    delete(
        f"{DEL}:59",
        f"{M}&select=id,genre",
        200,
        [{"id": MARA, "genre": "Art pop"}],
        sent=WHOLE,
        has={"content-range": "*/*"},
    ),
    delete(
        f"{DEL}:67", f"{M}&select=myId:id::text,myName:name", 200, [{"myId": MARA, "myName": "Mara Voss"}], sent=WHOLE
    ),
    delete(
        f"{DEL}:71",
        "music_events?location=eq.Ghent&select=location,artist:music_artists(id)",
        200,
        [{"location": "Ghent", "artist": {"id": NIGHT}}],
        sent=WHOLE,
    ),
    delete(f"{DEL}:105", f"{A}?id=eq.x", 200, [], sent=WHOLE, has={"content-range": "*/*"}),
    delete(
        f"{DEL}:114",
        "foozle?id=eq.x",
        404,
        unknown_table("foozle"),
    ),
    delete("Query/PgSafeUpdateSpec.hs:37", A, 400, error("21000", "DELETE requires a WHERE clause", None)),
    delete("Query/PgSafeUpdateSpec.hs:48", f"{A}?id=not.is.null", then=(f"{A}?select=count", rows("count", 0))),
    delete(
        "Query/AndOrParamsSpec.hs:274", f"{A}?or=(id.eq.mara-voss,id.eq.x)&select=id", 200, rows("id", MARA), sent=WHOLE
    ),
    delete(
        "Query/AndOrParamsSpec.hs:280", f"{A}?or=(bio.eq.Sings.,id.eq.x)&select=id", 200, rows("id", MARA), sent=WHOLE
    ),
    delete(f"{SIN}:204", f"{M}&select=id", 200, {"id": MARA}, sent=ONE),
    delete(f"{SIN}:210", M, sent=SINGULAR | MINIMAL),
    delete(f"{SIN}:216", f"{A}?{THREE}", 406, not_singular(3), sent=SINGULAR, then=UNTOUCHED),
    delete(f"{SIN}:234", f"{A}?{THREE}", 406, not_singular(3), sent=ONE, then=UNTOUCHED),
    delete(f"{SIN}:250", f"{A}?id=eq.x", 406, not_singular(0), sent=SINGULAR),
    delete(f"{SIN}:259", f"{A}?id=eq.x", 406, not_singular(0), sent=ONE),
    delete(
        f"{MAX}:14", f"{A}?{THREE}", 400, TOO_MANY, sent=prefer("handling=strict", "max-affected=2"), then=UNTOUCHED
    ),
    delete(
        f"{MAX}:22",
        M,
        sent=prefer("handling=strict", "max-affected=10"),
        has={"preference-applied": "handling=strict, max-affected=10"},
    ),
    delete(
        f"{MAX}:39",
        M,
        sent=prefer("handling=strict", "max-affected=1"),
        has={"preference-applied": "handling=strict, max-affected=1"},
    ),
    delete(
        f"{MAX}:49",
        f"{A}?{THREE}",
        sent=prefer("handling=lenient", "max-affected=2"),
        has={"preference-applied": "handling=lenient"},
    ),
]

CASES = INSERTS + UPSERTS + UPDATES + DELETES
