"""Updates and deletes."""

from typing import Any

from tests.rest.postgrest import (
    ABEL,
    MARA,
    NIGHT,
    SINGULAR,
    Case,
    error,
    prefer,
    rows,
    unknown_table,
)
from tests.rest.postgrest.writing import (
    DEL,
    GARLIC,
    INVALID,
    MAX,
    MINIMAL,
    NO_COLUMN,
    ONE,
    SIN,
    UNTOUCHED,
    UPD,
    WHOLE,
    A,
    M,
    not_singular,
)

NO_BODY = {"content-type": None}
THREE = "id=in.(mara-voss,night-ferry,abel-quintero)"
TOO_MANY = error("PGRST124", "Query result exceeds max-affected preference constraint", "The query affects 3 rows")


def patch(spec: str, path: str, json: Any, status: int = 204, body: Any = "", **more: Any) -> Case:
    return Case(spec, "PATCH", path, status, body, json=json, **more)


def delete(spec: str, path: str, status: int = 204, body: Any = "", **more: Any) -> Case:
    return Case(spec, "DELETE", path, status, body, **more)


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

CASES = UPDATES + DELETES
