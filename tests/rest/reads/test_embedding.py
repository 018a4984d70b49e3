"""Embedded resources: events inside artists, the artist inside events, and nothing else."""

import pytest

pytestmark = pytest.mark.anyio

MARA = {"id": "mara-voss", "name": "Mara Voss"}
TRIESTE = "date=eq.2026-11-21"
ARTIST = "music_artists?order=id&select=id"
EVENT = "music_events?order=date&select=location"
A, M, N = "abel-quintero", "mara-voss", "night-ferry"
FOUR = ["Ghent", "Trieste", "Glasgow", "Gothenburg"]

TO_ONE = [
    ("music_artists(name)", {"music_artists": {"name": "Mara Voss"}}),
    ("artist:music_artists(id,name)", {"artist": MARA}),
    ("artist_id(name)", {"artist_id": {"name": "Mara Voss"}}),
    ("artist:artist_id(name)", {"artist": {"name": "Mara Voss"}}),
    ("music_events_artist_id_fkey(name)", {"music_events_artist_id_fkey": {"name": "Mara Voss"}}),
    ("music_artists!music_events_artist_id_fkey(name)", {"music_artists": {"name": "Mara Voss"}}),
    ("music_artists!artist_id(name)", {"music_artists": {"name": "Mara Voss"}}),
    ("music_artists!inner(name)", {"music_artists": {"name": "Mara Voss"}}),
    ("a:music_artists!artist_id!inner(name)", {"a": {"name": "Mara Voss"}}),
    ("...music_artists(name)", {"name": "Mara Voss"}),
    ("...music_artists(artist_name:name),venue", {"artist_name": "Mara Voss", "venue": "Teatro Lanterna"}),
    (
        "a:music_artists(name),b:music_artists(genre)",
        {"a": {"name": "Mara Voss"}, "b": {"genre": "Art pop"}},
    ),
    (
        "music_artists(name,music_events(date))",
        {"music_artists": {"name": "Mara Voss", "music_events": [{"date": "2026-11-21"}, {"date": "2026-12-24"}]}},
    ),
    ("venue,music_artists()", {"venue": "Teatro Lanterna"}),
    # Two items of one key: the last one stands.
    ("music_artists(name),music_artists(genre)", {"music_artists": {"genre": "Art pop"}}),
    ("venue,venue:music_artists(name)", {"venue": {"name": "Mara Voss"}}),
]


@pytest.mark.parametrize(("select", "expected"), TO_ONE, ids=[select for select, _ in TO_ONE])
async def test_event_embeds_its_artist(shared, select, expected):
    (row,) = await shared.rows(f"music_events?{TRIESTE}&select={select}", "visitor")
    assert row == expected
    assert list(row) == list(expected)


async def test_embedding_everything_gives_the_public_columns(shared):
    (row,) = await shared.rows(f"music_events?{TRIESTE}&select=*,music_artists(*)", "visitor")
    (artist,) = await shared.rows("music_artists?id=eq.mara-voss", "visitor")
    assert row["music_artists"] == artist


MANY = [
    ("music_events(location)", {A: [], M: ["Trieste", "Glasgow"], N: ["Ghent", "Gothenburg"]}),
    ("music_events!artist_id(location)", {A: [], M: ["Trieste", "Glasgow"], N: ["Ghent", "Gothenburg"]}),
    ("music_events!inner(location)", {M: ["Trieste", "Glasgow"], N: ["Ghent", "Gothenburg"]}),
    ("music_events!left(location)", {A: [], M: ["Trieste", "Glasgow"], N: ["Ghent", "Gothenburg"]}),
    ("music_events(location)&music_events.location=eq.Ghent", {A: [], M: [], N: ["Ghent"]}),
    ("music_events!inner(location)&music_events.location=eq.Ghent", {N: ["Ghent"]}),
    (
        "music_events(location)&music_events.order=date.desc",
        {A: [], M: ["Glasgow", "Trieste"], N: ["Gothenburg", "Ghent"]},
    ),
    ("music_events(location)&music_events.limit=1", {A: [], M: ["Trieste"], N: ["Ghent"]}),
    ("music_events(location)&music_events.limit=1&music_events.offset=1", {A: [], M: ["Glasgow"], N: ["Gothenburg"]}),
    (
        "music_events(location)&music_events.limit=1&music_events.order=date.desc",
        {A: [], M: ["Glasgow"], N: ["Gothenburg"]},
    ),
    ("music_events(location)&music_events.offset=5", {A: [], M: [], N: []}),
    ("music_events(location)&music_events.limit=0", {A: [], M: [], N: []}),
    (
        "music_events(location)&music_events.or=(location.eq.Ghent,location.eq.Trieste)",
        {A: [], M: ["Trieste"], N: ["Ghent"]},
    ),
    (
        "music_events(location)&music_events.not.or=(location.eq.Ghent,location.eq.Trieste)",
        {A: [], M: ["Glasgow"], N: ["Gothenburg"]},
    ),
    ("music_events(location)&music_events=is.null", {A: []}),
    ("music_events(location)&music_events=not.is.null", {M: ["Trieste", "Glasgow"], N: ["Ghent", "Gothenburg"]}),
    ("music_events(location)&music_events=not.is.null&music_events.location=eq.Ghent", {N: ["Ghent"]}),
    ("music_events(location)&or=(music_events.is.null,id.eq.mara-voss)", {A: [], M: ["Trieste", "Glasgow"]}),
]


@pytest.mark.parametrize(("select", "expected"), MANY, ids=[select for select, _ in MANY])
async def test_artist_embeds_events(shared, select, expected):
    rows = await shared.rows(f"{ARTIST},{select}", "visitor")
    assert {row["id"]: [event["location"] for event in row["music_events"]] for row in rows} == expected


async def test_alias_and_name_both_address_an_embedded_resource(shared):
    for name in ("gigs", "music_events"):
        rows = await shared.rows(f"{ARTIST},gigs:music_events(location)&{name}.location=eq.Ghent", "visitor")
        assert [row["gigs"] for row in rows] == [[], [], [{"location": "Ghent"}]]


COUNTED = [
    ("music_events(count)", {A: 0, M: 2, N: 2}),
    ("music_events(count)&music_events.location=eq.Ghent", {A: 0, M: 0, N: 1}),
    ("music_events!inner(count)&music_events.location=eq.Ghent", {N: 1}),
    ("music_events(count)&music_events=is.null", {A: 0}),
    ("music_events(count:count)", {A: 0, M: 2, N: 2}),
    ("music_events(count::text)", {A: "0", M: "2", N: "2"}),
    ("music_events(count::int)", {A: 0, M: 2, N: 2}),
]


@pytest.mark.parametrize(("select", "expected"), COUNTED, ids=[select for select, _ in COUNTED])
async def test_artist_embeds_the_number_of_its_events(shared, select, expected):
    rows = await shared.rows(f"{ARTIST},{select}", "visitor")
    assert {row["id"]: row["music_events"] for row in rows} == {
        id_: [{"count": number}] for id_, number in expected.items()
    }


async def test_rows_are_counted_by_a_select_of_nothing_else(shared):
    assert await shared.rows("music_artists?select=count", "visitor") == [{"count": 3}]
    assert await shared.rows("music_artists?select=n:count&genre=like.*pop", "visitor") == [{"n": 2}]


async def test_event_embeds_its_artist_counted_as_an_object(shared):
    rows = await shared.rows(f"{EVENT},music_artists(count)&music_artists.genre=eq.Art pop", "visitor")
    assert [row["music_artists"]["count"] for row in rows] == [0, 1, 1, 0]


async def test_three_levels_are_embedded(shared):
    select = "id,music_events(location,music_artists(name,music_events(count)))"
    (row,) = await shared.rows(f"music_artists?id=eq.{M}&select={select}&music_events.limit=1", "visitor")
    artist = {"name": "Mara Voss", "music_events": [{"count": 2}]}
    assert row == {"id": M, "music_events": [{"location": "Trieste", "music_artists": artist}]}


OF = {A: [], M: ["Trieste", "Glasgow"], N: ["Ghent", "Gothenburg"]}
SPREAD = [
    ("music_events(),...music_events(location,date)&limit=0", {}),
    ("music_events(),...gigs:music_events(location,date)&gigs.order=date", OF),
    ("...music_events(location)", {A: [], M: ["Trieste", "Glasgow"], N: ["Ghent", "Gothenburg"]}),
    ("...music_events(location)&music_events.order=location", {A: [], M: ["Glasgow", "Trieste"], N: FOUR[::3]}),
    ("...music_events!inner(location)", {M: ["Trieste", "Glasgow"], N: ["Ghent", "Gothenburg"]}),
    ("...music_events(...music_artists(location:name))", {A: [], M: ["Mara Voss"] * 2, N: ["Night Ferry"] * 2}),
    (
        "...music_events(location:music_artists(name))",
        {A: [], M: [{"name": "Mara Voss"}] * 2, N: [{"name": "Night Ferry"}] * 2},
    ),
    ("...music_events(id),...music_events(location)&limit=0", {}),
]


@pytest.mark.parametrize(("select", "expected"), SPREAD, ids=[select for select, _ in SPREAD])
async def test_spread_events_are_lists_of_values(shared, select, expected):
    rows = await shared.rows(f"{ARTIST},{select}", "visitor")
    assert {row["id"]: row["location"] for row in rows} == expected


ABOUT_THE_ARTIST = [
    ("artist:music_artists(name)&artist=not.is.null", FOUR),
    ("artist:music_artists(name)&artist=is.null", []),
    ("artist:music_artists(name)&artist.name=eq.Mara Voss&artist=not.is.null", ["Trieste", "Glasgow"]),
    ("artist:music_artists(name)&artist.name=eq.Mara Voss&artist=is.null", ["Ghent", "Gothenburg"]),
    ("artist:music_artists!inner(name)&artist.name=eq.Mara Voss", ["Trieste", "Glasgow"]),
    ("music_artists!inner()&music_artists.genre=eq.Dream pop", ["Ghent", "Gothenburg"]),
    ("music_artists(name)&music_artists.name=eq.Mara Voss", FOUR),
]


@pytest.mark.parametrize(("select", "expected"), ABOUT_THE_ARTIST, ids=[case[0] for case in ABOUT_THE_ARTIST])
async def test_events_are_found_by_their_artist(shared, select, expected):
    assert [row["location"] for row in await shared.rows(f"{EVENT},{select}", "visitor")] == expected


async def test_filtered_out_artist_is_null_and_spread_as_nulls(shared):
    rows = await shared.rows(f"{EVENT},music_artists(name)&music_artists.name=eq.Mara Voss", "visitor")
    assert [row["music_artists"] for row in rows] == [None, {"name": "Mara Voss"}, {"name": "Mara Voss"}, None]
    rows = await shared.rows(f"{EVENT},...music_artists(name,genre)&music_artists.name=eq.Nobody", "visitor")
    assert rows[0] == {"location": "Ghent", "name": None, "genre": None}


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("artist(name),date", ["Trieste", "Glasgow", "Ghent", "Gothenburg"]),
        ("artist(name).desc,date.desc", ["Gothenburg", "Ghent", "Glasgow", "Trieste"]),
        ("music_artists(genre).asc,date.desc", ["Glasgow", "Trieste", "Gothenburg", "Ghent"]),
    ],
)
async def test_events_are_ordered_by_a_column_of_their_artist(shared, order, expected):
    rows = await shared.rows(f"music_events?select=location,artist:music_artists(name)&order={order}", "visitor")
    assert [row["location"] for row in rows] == expected


REFUSED = [
    ("music_artists?select=music_contacts(*)", "PGRST200"),
    ("music_artists?select=users(*)", "PGRST200"),
    ("music_artists?select=user_id(*)", "PGRST200"),
    ("music_artists?select=u:users!user_id(email)", "PGRST200"),
    ("music_artists?select=users!inner(email)", "PGRST200"),
    ("music_artists?select=...users(email)", "PGRST200"),
    ("music_artists?select=music_artists_user_id_fkey(*)", "PGRST200"),
    ("music_contacts?select=users(*)", "PGRST200"),
    ("music_contacts?select=sessions(*)", "PGRST200"),
    ("music_events?select=music_contacts(*)", "PGRST200"),
    ("music_events?select=music_artists(users(*))", "PGRST200"),
    ("music_events?select=nothing(*)", "PGRST200"),
    ("music_events?select=music_artists!wrong(*)", "PGRST200"),
    ("music_artists?select=artist_id(*)", "PGRST200"),
    ("music_events?music_artists.name=eq.a", "PGRST108"),
    ("music_events?select=a:music_artists(name)&b.name=eq.a", "PGRST108"),
    ("music_artists?music_events.order=date", "PGRST108"),
    ("music_artists?music_events.limit=1", "PGRST108"),
    ("music_events?order=music_artists(name)", "PGRST108"),
    ("music_artists?select=music_events(*)&order=music_events(date)", "PGRST118"),
    ("music_artists?select=...music_events(count)", "PGRST127"),
    ("music_artists?select=music_events(count)&music_events.order=date", "PGRST127"),
    ("music_artists?select=music_events(count)&music_events.limit=1", "PGRST127"),
    ("music_events?select=artist:music_artists(*)&artist=eq.a", "PGRST120"),
    ("music_events?select=artist:music_artists(*)&artist=is.true", "PGRST120"),
    ("music_events?select=music_artists(nope)", "42703"),
    ("music_artists?select=music_events(music_artists(music_events(music_artists(id))))", "PGRST100"),
    ("music_artists?select=" + ",".join(f"{name}:music_events(id)" for name in "abcd"), "PGRST100"),
    ("music_events?select=artist_id(id),music_artists(id),a:music_artists(id),b:artist_id(id)", "PGRST100"),
]


@pytest.mark.parametrize(("path", "code"), REFUSED, ids=[path for path, _ in REFUSED])
async def test_embedding_is_refused(shared, path, code):
    answer = await shared.rest("GET", path, "admin")
    assert (answer.status_code, answer.json()["code"]) == (400, code)


async def test_hidden_relation_is_refused_as_one_that_does_not_exist(shared):
    hidden, unknown = [
        (await shared.rest("GET", f"music_artists?select={name}(*)")).text.replace(name, "x")
        for name in ("users", "nothing")
    ]
    assert hidden == unknown


async def test_refusals_say_what_is_wrong(shared):
    answer = await shared.rest("GET", "music_artists?select=users(*)")
    assert answer.json() == {
        "code": "PGRST200",
        "message": "Could not find a relationship between 'music_artists' and 'users' in the schema cache",
        "details": "Searched for a foreign key relationship between 'music_artists' and 'users' in the schema "
        "'public', but no matches were found.",
        "hint": None,
    }
    answer = await shared.rest("GET", "music_events?x.name=eq.a")
    assert answer.json() == {
        "code": "PGRST108",
        "message": "'x' is not an embedded resource in this request",
        "details": None,
        "hint": "Verify that 'x' is included in the 'select' query parameter.",
    }
