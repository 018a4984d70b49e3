"""Embedded resources: Query/QuerySpec.hs, EmbedInnerJoinSpec.hs, RelatedQueriesSpec.hs and SpreadQueriesSpec.hs."""

from tests.rest.postgrest import ABEL, MARA, NIGHT, Case, error, get, prefer, rows, unknown_table

A = "music_artists?order=id&select=id"
E = "music_events?order=date&select=location"
G = "music_events?location=eq.Ghent&select=location"
Q, INNER = "Query/QuerySpec.hs", "Query/EmbedInnerJoinSpec.hs"
R, S = "Query/RelatedQueriesSpec.hs", "Query/SpreadQueriesSpec.hs"
OF = {ABEL: [], MARA: ["Trieste", "Glasgow"], NIGHT: ["Ghent", "Gothenburg"]}
FOUR = ("Ghent", "Trieste", "Glasgow", "Gothenburg")
GHENT = {"location": "Ghent"}
NIGHTS = {"music_artists": {"id": NIGHT}}


def events(key="music_events", **lists):
    """Artists with their events by location."""
    of = {name.replace("_", "-"): locations for name, locations in lists.items()} or OF
    return [{"id": id_, key: rows("location", *locations)} for id_, locations in sorted(of.items())]


def lists(**of):
    """Artists with the locations of their events."""
    return [{"id": id_, "location": locations} for id_, locations in sorted((of or OF).items())]


def located(spec: str, query: str, *locations: str) -> Case:
    return get(spec, f"{E}{query}", rows("location", *locations))


def not_embedded(spec: str, path: str, name: str) -> Case:
    message = f"'{name}' is not an embedded resource in this request"
    hint = f"Verify that '{name}' is included in the 'select' query parameter."
    return get(spec, path, error("PGRST108", message, None, hint), status=400)


CASES = [
    get(
        f"{Q}:523",
        f"{A},music_events(location)&music_events.location=like.G*",
        events(abel_quintero=[], mara_voss=["Glasgow"], night_ferry=["Ghent", "Gothenburg"]),
    ),
    not_embedded(f"{Q}:528", "music_artists?select=*&no_events.venue=like.*x*", "no_events"),
    get(f"{Q}:628", f"{A},music_events(location)", events()),
    get(f"{Q}:637", f"{G},music_artists(myId:id)", [GHENT | {"music_artists": {"myId": NIGHT}}]),
    get(f"{Q}:656", f"{A},gigs:music_events(location)", events("gigs")),
    get(
        f"{Q}:661",
        f"{G},music_artists(id)&music_artists.id=eq.x",
        [GHENT | {"music_artists": None}],
    ),
    get(f"{Q}:670", f"{A},music_events(location)&id=eq.abel-quintero", events(abel_quintero=[])),
    get(
        f"{Q}:674",
        f"{A},music_events(location,music_artists(id,music_events(location)))&id=eq.night-ferry&music_events.limit=1",
        [
            {
                "id": NIGHT,
                "music_events": [
                    GHENT | {"music_artists": {"id": NIGHT, "music_events": rows("location", "Ghent", "Gothenburg")}}
                ],
            }
        ],
    ),
    get(f"{Q}:737", f"{G},artist_id(id)", [GHENT | {"artist_id": {"id": NIGHT}}]),
    get(f"{Q}:751", f"{G},music_artists!artist_id(id)", [GHENT | NIGHTS]),
    get(
        f"{Q}:858",
        "nothing?select=music_events(*)",
        unknown_table("nothing"),
        status=404,
    ),
    get(
        f"{Q}:845",
        "music_artists?select=id,music_venues(id)",
        error(
            "PGRST200",
            "Could not find a relationship between 'music_artists' and 'music_venues' in the schema cache",
            "Searched for a foreign key relationship between 'music_artists' and 'music_venues' in the schema "
            "'public', but no matches were found.",
            "Perhaps you meant 'music_events' instead of 'music_venues'.",
        ),
        status=400,
    ),
    get(
        f"{Q}:1044",
        f"{A},gigs:music_events(location),music_events(location)&id=eq.mara-voss&gigs.location=eq.Trieste"
        "&music_events.location=eq.Glasgow",
        [{"id": MARA, "gigs": rows("location", "Trieste"), "music_events": rows("location", "Glasgow")}],
    ),
    get(
        f"{Q}:1064",
        f"{A},a:music_events(location),b:music_events(location)&id=eq.mara-voss&a.or=(location.eq.Trieste,venue.eq.x)"
        "&b.and=(location.eq.Glasgow,venue.neq.x)",
        [{"id": MARA, "a": rows("location", "Trieste"), "b": rows("location", "Glasgow")}],
    ),
    get(
        f"{Q}:1154",
        f"{A},music_events(location)&music_events.order=location.desc&id=eq.night-ferry",
        events(night_ferry=["Gothenburg", "Ghent"]),
    ),
    get(
        f"{Q}:1159",
        f"{A},gigs:music_events(location)&gigs.order=location.desc&id=eq.night-ferry",
        events("gigs", night_ferry=["Gothenburg", "Ghent"]),
    ),
    get(
        f"{Q}:1164",
        "music_events?select=music_artists(music_events(location))&location=eq.Ghent"
        "&music_artists.music_events.order=location.desc",
        [{"music_artists": {"music_events": rows("location", "Gothenburg", "Ghent")}}],
    ),
    get(f"{Q}:1169", f"{G},music_artists(id)&music_artists.order=id", [GHENT | NIGHTS]),
    get(
        f"{Q}:1183",
        f"{A}, gigs:music_events(location, venue)&music_events.location=like.G*&music_events.limit=1&id=eq.mara-voss",
        [{"id": MARA, "gigs": [{"location": "Glasgow", "venue": "Silver Oar"}]}],
        has={"warning": None},
        verdict="without",
    ),
    get(f"{Q}:1276", f"{A},music_events(location)&limit=1", events(abel_quintero=[])),
    get(f"{INNER}:16", f"{A},music_events!inner(location)&limit=1", events(mara_voss=OF[MARA])),
    get(f"{INNER}:35", f"{G},music_artists!inner(id)&music_artists.id=eq.mara-voss", []),
    get(
        f"{INNER}:56",
        f"{A},music_events!inner(music_artists!inner(id))&music_events.music_artists.id=eq.mara-voss&music_events.limit=1",
        [{"id": MARA, "music_events": [{"music_artists": {"id": MARA}}]}],
    ),
    get(
        f"{INNER}:78",
        f"{A},music_events(music_artists!inner(id))&music_events.music_artists.id=eq.x&limit=2",
        [{"id": ABEL, "music_events": []}, {"id": MARA, "music_events": []}],
    ),
    get(f"{INNER}:109", f"{A},music_events!left(location)", events()),
    get(
        f"{INNER}:129",
        f"{A},music_events!inner(location)&music_events.location=eq.Ghent",
        events(night_ferry=["Ghent"]),
        sent=prefer("count=exact"),
        has={"content-range": "0-0/1"},
    ),
    get(f"{INNER}:317", f"{G},music_artists!artist_id!inner(id)", [GHENT | NIGHTS]),
    get(
        f"{INNER}:331",
        f"{A},a:music_events!inner(location),b:music_events!inner(location)&a.location=eq.Ghent&b.location=eq.Gothenburg",
        [{"id": NIGHT, "a": rows("location", "Ghent"), "b": rows("location", "Gothenburg")}],
    ),
    located(
        f"{R}:14", ",music_artists()&order=music_artists(id).desc,location", "Ghent", "Gothenburg", "Glasgow", "Trieste"
    ),
    get(
        f"{R}:66",
        f"{A},music_events(location)&id=eq.mara-voss&music_events.order=location.asc",
        events(mara_voss=["Glasgow", "Trieste"]),
    ),
    get(
        f"{R}:107",
        f"{A},gigs:music_events(location)&order=gigs(id)",
        error(
            "PGRST118",
            "A related order on 'gigs' is not possible",
            "'music_artists' and 'gigs' do not form a many-to-one or one-to-one relationship",
        ),
        status=400,
    ),
    not_embedded(f"{R}:139", "music_events?select=id,music_artists(id)&order=artistsx(id).nullsfirst", "artistsx"),
    located(f"{R}:152", ",music_artists()&music_artists=not.is.null", *FOUR),
    get(f"{R}:174", f"{A},music_events()&music_events=is.null", rows("id", ABEL)),
    get(
        f"{R}:217",
        f"{A},music_events(location,music_artists())&music_events.music_artists=not.is.null&music_events=not.is.null",
        events(mara_voss=OF[MARA], night_ferry=OF[NIGHT]),
    ),
    get(
        f"{R}:225",
        f"{A},a:music_events(),b:music_events()&a.location=eq.Ghent&b.location=eq.Trieste"
        "&or=(a.not.is.null,b.not.is.null)",
        rows("id", MARA, NIGHT),
    ),
    get(f"{R}:235", f"{E},artist:artist_id(id)&artist_id=eq.night-ferry&limit=1", [GHENT | {"artist": {"id": NIGHT}}]),
    get(
        f"{R}:278",
        f"{A},music_events(location)&music_events=not.is.null",
        events(mara_voss=OF[MARA], night_ferry=OF[NIGHT]),
        sent=prefer("count=exact"),
        has={"content-range": "0-1/2"},
    ),
    get(f"{S}:13", f"{E},...music_artists(artist:id)&limit=1", [GHENT | {"artist": NIGHT}]),
    get(
        f"{S}:45",
        f"{A},music_events(location,...music_artists(name))&id=eq.night-ferry&music_events.limit=1",
        [{"id": NIGHT, "music_events": [GHENT | {"name": "Night Ferry"}]}],
    ),
    get(f"{S}:93", f"{A},...music_events(location)", lists()),
    get(
        f"{S}:114",
        f"{A},...music_events(location,date)&id=neq.night-ferry",
        [
            {"id": ABEL, "location": [], "date": []},
            {"id": MARA, "location": OF[MARA], "date": ["2026-11-21", "2026-12-24"]},
        ],
    ),
    get(f"{S}:135", f"{A},...music_events(gigs:location)&music_events=is.null", [{"id": ABEL, "gigs": []}]),
    get(
        f"{S}:143",
        f"{A},...music_events(...music_artists(bio))&id=eq.night-ferry",
        [{"id": NIGHT, "bio": [None, None]}],
    ),
    get(
        f"{S}:173",
        f"{A},...music_events(location,...music_artists(name))&id=eq.night-ferry",
        [{"id": NIGHT, "location": OF[NIGHT], "name": ["Night Ferry"] * 2}],
    ),
    get(
        f"{S}:184",
        f"{A},...music_events(...music_artists(...music_events(location)))&id=eq.night-ferry",
        [{"id": NIGHT, "location": [OF[NIGHT]] * 2}],
    ),
    get(
        f"{S}:217",
        f"{A},...music_events(location,music_artists(id))&id=eq.night-ferry",
        [{"id": NIGHT, "location": OF[NIGHT], "music_artists": [{"id": NIGHT}] * 2}],
    ),
    get(
        f"{S}:228",
        "music_events?location=eq.Ghent&select=...music_artists(music_events(location))",
        [{"music_events": rows("location", *OF[NIGHT])}],
    ),
    get(f"{S}:272", f"{A},...music_events!inner(location)", lists(**{MARA: OF[MARA], NIGHT: OF[NIGHT]})),
    get(
        f"{S}:291",
        f"{A},...music_events(location)&music_events.order=location.desc&id=neq.abel-quintero",
        lists(**{MARA: ["Trieste", "Glasgow"], NIGHT: ["Gothenburg", "Ghent"]}),
    ),
    get(
        f"{S}:312",
        f"{A},...music_events(location)&music_events.order=date.desc&id=eq.mara-voss",
        lists(**{MARA: ["Glasgow", "Trieste"]}),
    ),
]
