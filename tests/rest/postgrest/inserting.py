"""Inserts and upserts."""

from typing import Any

from tests.cast import ARTIST
from tests.rest.postgrest import (
    ANY,
    MARA,
    SINGULAR,
    Case,
    error,
    prefer,
    rows,
)
from tests.rest.postgrest.writing import (
    GARLIC,
    INS,
    INVALID,
    MINIMAL,
    NO_COLUMN,
    ONE,
    SIN,
    TO_HEADERS,
    UNTOUCHED,
    UPS,
    WHOLE,
    A,
    M,
    not_singular,
)

NEW = {**ARTIST, "id": "halve"}
MERGE = prefer("resolution=merge-duplicates", "return=representation")
IGNORE = prefer("resolution=ignore-duplicates", "return=representation")
KEYS = error("PGRST102", "All object keys must match", None)
NO_LIMIT = error("PGRST114", "limit/offset querystring parameters are not allowed for PUT", None)


def post(spec: str, path: str, json: Any = None, status: int = 201, body: Any = "", **more: Any) -> Case:
    return Case(spec, "POST", path, status, body, json=json, **more)


def put(spec: str, path: str, json: Any, status: int, body: Any, **more: Any) -> Case:
    return Case(spec, "PUT", path, status, body, json=json, **more)


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
    post(
        f"{INS}:172",
        A,
        content="name=Halve+%26+Co&genre=a%3Db&image=https%3A%2F%2Fa.example&is_featured=false&bio=",
        sent={"Content-Type": "application/x-www-form-urlencoded"},
        then=(
            "music_artists?id=eq.halve-co&select=name,genre,bio",
            [{"name": "Halve & Co", "genre": "a=b", "bio": ""}],
        ),
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

CASES = INSERTS + UPSERTS
