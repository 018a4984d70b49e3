"""The data, through the official Python client: each kind of request that it builds."""

import pytest

from tests.cast import ARTIST
from tests.conftest import on_sqlite
from tests.supabase_py.calls import Call, code, data

pytestmark = [pytest.mark.anyio, on_sqlite]

ARTISTS, EVENTS = "music_artists", "music_events"
EVENT = {"date": "2027-03-01", "venue": "Attic", "location": "Graz", "artist_id": "mara-voss"}


def found(filtered, expected, table=ARTISTS):
    """A visitor's call that finds these ids, or venues, through a filter."""
    column = "id" if table == ARTISTS else "venue"

    def make(client, _):
        return filtered(client.table(table).select(column)).order(column).execute()

    return Call("visitor", make, lambda answer: [row[column] for row in answer.data], expected)


MARA, FERRY, ABEL = "mara-voss", "night-ferry", "abel-quintero"
READS = {
    "all": found(lambda q: q, [ABEL, MARA, FERRY]),
    "eq": found(lambda q: q.eq("genre", "Jazz"), [ABEL]),
    "neq": found(lambda q: q.neq("genre", "Jazz"), [MARA, FERRY]),
    "gt": found(lambda q: q.gt("date", "2026-12-24"), ["Pier Fourteen Hall"], EVENTS),
    "gte": found(lambda q: q.gte("date", "2026-12-24"), ["Pier Fourteen Hall", "Silver Oar"], EVENTS),
    "lt": found(lambda q: q.lt("date", "2026-11-21"), ["Depot 23"], EVENTS),
    "lte": found(lambda q: q.lte("date", "2026-11-21"), ["Depot 23", "Teatro Lanterna"], EVENTS),
    "like": found(lambda q: q.like("name", "%Ferry"), [FERRY]),
    "ilike": found(lambda q: q.ilike("name", "mara%"), [MARA]),
    "like any of": found(lambda q: q.like_any_of("name", "Mara%,Abel%"), [ABEL, MARA]),
    "ilike all of": found(lambda q: q.ilike_all_of("name", "%a%,%r%"), [ABEL, MARA]),
    "is": found(lambda q: q.is_("website", "null"), [MARA, FERRY]),
    "is true": found(lambda q: q.is_("is_featured", True), [MARA]),
    "in": found(lambda q: q.in_("id", [MARA, ABEL]), [ABEL, MARA]),
    "in, with commas": found(lambda q: q.in_("name", ["a,b", "Night Ferry"]), [FERRY]),
    "match": found(lambda q: q.match({"genre": "Jazz", "name": "Abel Quintero"}), [ABEL]),
    "or": found(lambda q: q.or_("genre.eq.Jazz,name.eq.Mara Voss"), [ABEL, MARA]),
    "not": found(lambda q: q.not_.eq("genre", "Jazz"), [MARA, FERRY]),
    "filter": found(lambda q: q.filter("genre", "in", '("Jazz","Art pop")'), [ABEL, MARA]),
    "fts": found(lambda q: q.fts("search", "ferry"), [FERRY]),
    "wfts": found(lambda q: q.wfts("search", "mara"), [MARA]),
    "limit and offset": found(lambda q: q.limit(1).offset(1), [MARA]),
    "range": found(lambda q: q.range(1, 2), [MARA, FERRY]),
    "order": Call(
        "visitor",
        lambda c, _: c.table(EVENTS).select("date").order("date", desc=True, nullsfirst=False).limit(1).execute(),
        data,
        [{"date": "2027-01-15"}],
    ),
    "a related row": Call(
        "visitor",
        lambda c, _: (
            c.table(EVENTS).select("venue, artist:music_artists!inner(name)").eq("venue", "Depot 23").execute()
        ),
        data,
        [{"venue": "Depot 23", "artist": {"name": "Night Ferry"}}],
    ),
    "related rows": Call(
        "visitor",
        lambda c, _: (
            c.table(ARTISTS)
            .select("id, music_events(venue)")
            .eq("id", MARA)
            .order("date", foreign_table="music_events")
            .limit(1, foreign_table="music_events")
            .execute()
        ),
        data,
        [{"id": MARA, "music_events": [{"venue": "Teatro Lanterna"}]}],
    ),
    "one": Call(
        "visitor", lambda c, _: c.table(ARTISTS).select("id").eq("id", MARA).single().execute(), data, {"id": MARA}
    ),
    "one of none": Call(
        "visitor", lambda c, _: c.table(ARTISTS).select("id").eq("id", "x").single().execute(), code, "PGRST116"
    ),
    "perhaps one": Call(
        "visitor", lambda c, _: c.table(ARTISTS).select("id").eq("id", "x").maybe_single().execute(), bool, False
    ),
    "count": Call(
        "visitor",
        lambda c, _: c.table(EVENTS).select("id", count="exact").limit(1).execute(),
        lambda answer: (answer.count, len(answer.data)),
        (4, 1),
    ),
    "count without rows": Call(
        "visitor",
        lambda c, _: c.table(EVENTS).select("*", count="exact", head=True).execute(),
        lambda answer: answer.count,
        4,
    ),
    "csv": Call(
        "visitor",
        lambda c, _: c.table(ARTISTS).select("id").eq("id", MARA).csv().execute(),
        lambda answer: answer.data.split(),
        ["id", MARA],
    ),
    "without nulls": Call(
        "visitor",
        lambda c, _: c.table(ARTISTS).select("id, website").eq("id", MARA).strip_nulls().execute(),
        data,
        [{"id": MARA}],
    ),
    "an unknown column": Call("visitor", lambda c, _: c.table(ARTISTS).select("x").execute(), code, "42703"),
    "an unknown table": Call("visitor", lambda c, _: c.table("x").select("*").execute(), code, "PGRST205"),
}
WRITES = {
    "an insert without the right": Call(
        "visitor", lambda c, _: c.table(ARTISTS).insert(ARTIST).execute(), code, "42501"
    ),
    "an insert": Call(
        "admin", lambda c, _: c.table(ARTISTS).insert(ARTIST).execute(), lambda a: a.data[0]["id"], "halve"
    ),
    "the same insert again": Call(
        "admin", lambda c, _: c.table(ARTISTS).insert({**ARTIST, "id": "halve"}).execute(), code, "23505"
    ),
    "an insert of several": Call(
        "admin",
        lambda c, _: c.table(EVENTS).insert([EVENT, {**EVENT, "date": "2027-03-02"}], count="exact").execute(),
        lambda answer: (answer.count, [row["date"] for row in answer.data]),
        (2, ["2027-03-01", "2027-03-02"]),
    ),
    "an insert that says nothing": Call(
        "admin",
        lambda c, _: c.table(EVENTS).insert({**EVENT, "date": "2027-03-03"}, returning="minimal").execute(),
        data,
        [],
    ),
    "an upsert": Call(
        "admin",
        lambda c, _: c.table(ARTISTS).upsert({**ARTIST, "id": "halve", "genre": "House"}).execute(),
        lambda answer: answer.data[0]["genre"],
        "House",
    ),
    "an upsert that leaves what is there": Call(
        "program",
        lambda c, _: c.table(ARTISTS).upsert({**ARTIST, "id": "halve"}, ignore_duplicates=True).execute(),
        data,
        [],
    ),
    "an update": Call(
        "owner",
        lambda c, _: c.table(ARTISTS).update({"bio": "Sings on."}).eq("id", MARA).execute(),
        lambda answer: answer.data[0]["bio"],
        "Sings on.",
    ),
    "an update of somebody else's": Call(
        "owner", lambda c, _: c.table(ARTISTS).update({"bio": "x"}).eq("id", FERRY).execute(), code, "42501"
    ),
    "an update of too many": Call(
        "admin",
        lambda c, _: c.table(EVENTS).update({"venue": "x"}).eq("venue", "Attic").max_affected(1).execute(),
        code,
        "PGRST124",
    ),
    "a delete": Call(
        "admin",
        lambda c, _: c.table(EVENTS).delete().eq("venue", "Attic").execute(),
        lambda answer: len(answer.data),
        3,
    ),
    "a delete without a filter": Call("admin", lambda c, _: c.table(EVENTS).delete().execute(), code, "21000"),
    "a function": Call(
        "admin",
        lambda c, _: c.rpc("export_table", {"name": "artists"}).execute(),
        lambda answer: "Night Ferry" in answer.data,
        True,
    ),
    "a function without the right": Call(
        "visitor", lambda c, _: c.rpc("export_table", {"name": "artists"}).execute(), code, "42501"
    ),
    "a schema that is not there": Call(
        "visitor", lambda c, _: c.schema("private").table(ARTISTS).select("*").execute(), code, "PGRST106"
    ),
}


@pytest.mark.parametrize("calls", [READS, WRITES], ids=["reads", "writes"])
async def test_every_request_for_data_is_answered_as_the_client_expects(clients, calls):
    assert await clients.surprises(calls) == {}
