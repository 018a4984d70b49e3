"""Aggregates: of all rows, of groups, of embedded rows; and those that are refused."""

from typing import Any

from tests.rest.postgrest import ABEL, MARA, NIGHT, Case, error, get, rows

SPEC = "Query/AggregateFunctionsSpec.hs"
E, A = "music_events?select=", "music_artists?select=id,music_events"
BY_ARTIST = "artist_id&order=artist_id.desc"
FIRST, LAST = {MARA: "2026-11-21", NIGHT: "2026-10-01"}, {MARA: "2026-12-24", NIGHT: "2027-01-15"}


def answered(line: int, path: str, body: Any) -> Case:
    return get(f"{SPEC}:{line}", path, body)


def refused(line: int, path: str, details: str) -> Case:
    body = error("PGRST127", "Feature not implemented", details)
    return get(f"{SPEC}:{line}", path, body, status=400, verdict="refused")


def of_each(key: str, values: dict[str, Any], nothing: Any = None) -> list[dict[str, Any]]:
    return [{"id": id_, "music_events": rows(key, values.get(id_, nothing))} for id_ in (ABEL, MARA, NIGHT)]


AMOUNT = "No column holds an amount: there is count(), min() and max() only."
SPREAD = "Aggregates are not implemented for spreads."
BESIDE = "An aggregate stands beside columns only, not beside embedded resources."

CASES = [
    answered(16, f"{E}count()", rows("count", 4)),
    answered(19, f"{E}cnt:count()", rows("cnt", 4)),
    answered(22, f"{E}count()::text", rows("count", "4")),
    answered(25, f"{E}c:count(),{BY_ARTIST}", [{"c": 2, "artist_id": NIGHT}, {"c": 2, "artist_id": MARA}]),
    answered(30, "music_artists?select=count", rows("count", 3)),
    answered(33, f"{A}(count)&order=id", of_each("count", {MARA: 2, NIGHT: 2}, 0)),
    refused(38, "music_lineup?select=position.sum()", AMOUNT),
    refused(41, "music_lineup?select=position.avg()", AMOUNT),
    answered(44, f"{E}date.min()", rows("min", FIRST[NIGHT])),
    answered(47, f"{E}date.max()", rows("max", LAST[NIGHT])),
    answered(50, f"{E}date.count()", rows("count", 4)),
    answered(
        53,
        f"{E}date.min(),date.max(),{BY_ARTIST}",
        [{"min": FIRST[id_], "max": LAST[id_], "artist_id": id_} for id_ in (NIGHT, MARA)],
    ),
    answered(61, f"{E}count(),who:{BY_ARTIST}", [{"count": 2, "who": NIGHT}, {"count": 2, "who": MARA}]),
    answered(69, f"{E}last:date.max(),{BY_ARTIST}", [{"last": LAST[id_], "artist_id": id_} for id_ in (NIGHT, MARA)]),
    answered(
        76,
        f"{E}last:date.max()::timestamptz,{BY_ARTIST}",
        [{"last": f"{LAST[id_]}T00:00:00+00:00", "artist_id": id_} for id_ in (NIGHT, MARA)],
    ),
    refused(83, f"{E}date::text.max()", "Cast what max() makes of a column, not the column."),
    refused(86, f"{E}last:date::text.max()::date", "Cast what max() makes of a column, not the column."),
    refused(92, f"{E}count(),music_artists(name)", BESIDE),
    refused(100, "music_artists?select=music_links(position.sum())", AMOUNT),
    answered(109, f"{A}(date.max())&order=id", of_each("max", LAST)),
    refused(117, "music_artists?select=music_links(position.avg())", AMOUNT),
    answered(125, f"{A}(date.min())&order=id", of_each("min", FIRST)),
    refused(133, "music_artists?select=music_links(position.max(),position.avg(),position.sum())", AMOUNT),
    *(
        refused(line, f"music_events?select={select}", details)
        for line, select, details in (
            (145, "date.max(),...music_artists(genre,first:name.min())", SPREAD),
            (152, "...music_artists(name.min())", SPREAD),
            (156, "...music_artists(name.min()),...artist_id(genre)", SPREAD),
            (167, "...music_artists(genre,...music_links(count()))", SPREAD),
            (180, "...music_artists(music_links(id),...music_owners(count()))", SPREAD),
            (193, "artist_id,...music_artists(...music_links(count()))", SPREAD),
            (212, "artist_id,music_artists(...music_links(url.max()))", SPREAD),
            (231, "artist_id,...music_artists(count())", SPREAD),
            (246, "...music_artists(id,count())", SPREAD),
            (261, "artist_id,...music_artists(...music_links(n:count()))", SPREAD),
            (276, "...music_artists(genre,...music_links(n:count()))", SPREAD),
            (289, "...music_artists(genre,n:count(),...music_links(count()))", SPREAD),
        )
    ),
    get(
        f"{SPEC}:298",
        "music_artists?select=name,...music_events(venue,date.max())",
        error("PGRST127", "Feature not implemented"),
        status=400,
    ),
]
