"""Filters and logic: Query/QuerySpec.hs and Query/AndOrParamsSpec.hs."""

from tests.rest.postgrest import ABEL, MARA, NIGHT, Case, error, get, rows

A = "music_artists?select=id&order=id"
E = "music_events?select=location&order=date"
ALL = (ABEL, MARA, NIGHT)
FOUR = ("Ghent", "Trieste", "Glasgow", "Gothenburg")


def artists(spec: str, query: str, *ids: str) -> Case:
    return get(spec, f"{A}&{query}", rows("id", *ids))


def events(spec: str, query: str, *locations: str) -> Case:
    return get(spec, f"{E}&{query}", rows("location", *locations))


Q, L = "Query/QuerySpec.hs", "Query/AndOrParamsSpec.hs"

CASES = [
    artists(f"{Q}:40", "id=eq.mara-voss", MARA),
    artists(f"{Q}:48", "id=not.eq.mara-voss", ABEL, NIGHT),
    artists(f"{Q}:53", "id=not.gt.b&name=not.is.null", ABEL),
    artists(f"{Q}:56", "id=neq.mara-voss", ABEL, NIGHT),
    artists(f"{Q}:64", "id=in.(mara-voss,night-ferry)", MARA, NIGHT),
    artists(f"{Q}:69", "id=not.in.(mara-voss,night-ferry)", ABEL),
    artists(f"{Q}:74", "bio=not.is.null", MARA),
    artists(f"{Q}:79", "bio=is.not_null", MARA),
    artists(f"{Q}:84", "bio=is.null", ABEL, NIGHT),
    artists(f"{Q}:89", "bio=not.is.not_null", ABEL, NIGHT),
    artists(f"{Q}:96", "is_featured=is.true", MARA),
    artists(f"{Q}:109", "bio=is.NoT_NuLl", MARA),
    artists(f"{Q}:119", "is_featured=is.FaLsE", ABEL, NIGHT),
    get(
        f"{Q}:132",
        f"{A}&is_featured=is.nope",
        error("PGRST100", '"failed to parse filter (is.nope)" (line 1, column 8)'),
        status=400,
    ),
    artists(f"{Q}:136", "name=like.*a*", MARA),
    artists(f"{Q}:144", "name=not.like.*a*", ABEL, NIGHT),
    artists(f"{Q}:148", "name=ilike.*A*", ABEL, MARA),
    artists(f"{Q}:156", "name=not.ilike.*A*", NIGHT),
    artists(f"{Q}:159", "name=match.^M", MARA),
    artists(f"{Q}:167", "name=not.match.^M", ABEL, NIGHT),
    artists(f"{Q}:171", "name=imatch.^m", MARA),
    artists(f"{Q}:179", "name=not.imatch.^m", ABEL, NIGHT),
    artists(f"{Q}:184", "search=fts.voss", MARA),
    artists(f"{Q}:202", "search=plfts.Mara Voss", MARA),
    artists(f"{Q}:207", "search=wfts.Mara Voss", MARA),
    get(
        f"{Q}:212",
        f"{A}&search=wfts.-mara",
        error("PGRST127", "Feature not implemented"),
        status=400,
        verdict="refused",
    ),
    artists(f"{Q}:242", "search=not.fts.mara", ABEL, NIGHT),
    artists(f"{Q}:287", "or=(search.fts.mara,search.fts.ferry)", MARA, NIGHT),
    artists(f"{Q}:295", "search=fts.jazz", ABEL),
    artists(f"{Q}:570", "bio=isdistinct.Sings.", ABEL, NIGHT),
    artists(f"{Q}:575", "bio=not.isdistinct.Sings.", MARA),
    get(f"{Q}:1269", f"{A}&id=0", error("PGRST100", '"failed to parse filter (0)" (line 1, column 1)'), status=400),
    artists(f"{Q}:1301", 'followers=not.in.("12,400","1.2M")', NIGHT),
    artists(f"{Q}:1312", 'followers=in.(864K,"12,400")', ABEL, NIGHT),
    artists(f"{Q}:1324", r'name=in.("Double\"Quote","Mara Voss")', MARA),
    artists(f"{Q}:1329", r'name=in.("\\","Mara Voss")', MARA),
    artists(f"{Q}:1337", r'name=in.("M\a\ra V\oss")', MARA),
    artists(f"{Q}:1343", 'name=in.(",Mara Voss)', MARA),
    artists(f"{Q}:1351", "name=in.(\\,Mara Voss)", MARA),
    artists(f"{Q}:1364", "name=in.()"),
    artists(f"{Q}:1367", "is_featured=in.()"),
    events(f"{Q}:1376", "date=in.()"),
    artists(f"{Q}:1386", "id=not.in.()", *ALL),
    artists(f"{Q}:1390", "id=in.(    )"),
    get(f"{Q}:1394", f"{E}&date=in.( ,3,4)", error("22007", 'invalid input syntax for type date: ""'), status=400),
    artists(f"{L}:16", "or=(id.eq.mara-voss,id.eq.night-ferry)", MARA, NIGHT),
    artists(f"{L}:19", "not.or=(id.eq.mara-voss,id.eq.night-ferry)", ABEL),
    artists(f"{L}:22", "or=(id.eq.mara-voss,id.eq.abel-quintero)&genre=eq.Jazz", ABEL),
    get(
        f"{L}:27",
        "music_artists?select=id,music_events(location)&order=id"
        "&music_events.or=(location.eq.Ghent,location.eq.Trieste)",
        [
            {"id": ABEL, "music_events": []},
            {"id": MARA, "music_events": rows("location", "Trieste")},
            {"id": NIGHT, "music_events": rows("location", "Ghent")},
        ],
    ),
    get(
        f"{L}:34",
        "music_events?select=location,music_artists(id,music_events(location))&location=eq.Ghent"
        "&music_artists.music_events.or=(location.eq.Gothenburg,location.eq.Trieste)",
        [{"location": "Ghent", "music_artists": {"id": NIGHT, "music_events": rows("location", "Gothenburg")}}],
    ),
    artists(f"{L}:53", "or=(id.eq.mara-voss,and(genre.eq.Jazz,bio.is.null))", ABEL, MARA),
    artists(f"{L}:56", "or=(id.eq.mara-voss,not.and(genre.eq.Jazz,bio.is.null))", MARA, NIGHT),
    artists(f"{L}:59", "or=(id.eq.mara-voss,id.eq.night-ferry)&or=(genre.eq.Jazz,genre.eq.Art pop)", MARA),
    artists(f"{L}:64", "and=(id.eq.mara-voss,id.neq.night-ferry)", MARA),
    events(f"{L}:67", "and=(date.gt.2026-10-01,date.lt.2026-12-24)", "Trieste"),
    events(f"{L}:70", "or=(date.lte.2026-10-01,date.gte.2027-01-15)", "Ghent", "Gothenburg"),
    artists(f"{L}:73", "or=(name.like.*Voss,name.ilike.*FERRY)", MARA, NIGHT),
    artists(f"{L}:76", "or=(id.in.(mara-voss,x),id.in.(night-ferry,y))", MARA, NIGHT),
    artists(f"{L}:79", "and=(bio.is.null,website.is.null)", NIGHT),
    artists(f"{L}:82", "or=(search.fts.voss,search.fts.ferry)", MARA, NIGHT),
    artists(f"{L}:102", "and=(id.gte.b,bio.isdistinct.Sings.)", NIGHT),
    artists(f"{L}:106", "or=(search.plfts.ferry,search.not.wfts.pop)", ABEL, NIGHT),
    artists(f"{L}:184", "and=(id.not.eq.mara-voss,name.not.like.*Ferry)", ABEL),
    artists(f"{L}:187", "and=(id.not.in.(abel-quintero),and(bio.not.is.null,search.not.fts.foo))", MARA),
    events(f"{L}:190", "or=(date.not.lt.2027-01-01,date.not.gte.2026-10-02)", "Ghent", "Gothenburg"),
    artists(f"{L}:193", "and=(name.not.ilike.*VOSS,or(id.not.gt.b,id.not.lte.n))", ABEL, NIGHT),
    artists(f"{L}:196", "and=(id.not.eq.x,bio.not.isdistinct.Sings.)", MARA),
    artists(f"{L}:201", 'or=(followers.eq."12,400",followers.eq."(1,2)")', ABEL),
    artists(f"{L}:204", 'or=(followers.like."*2,4*",followers.ilike."*4K")', ABEL, NIGHT),
    artists(f"{L}:207", 'or=(id.in.("mara-voss","x"),id.in.("night-ferry"))', MARA, NIGHT),
    events(
        f"{L}:211",
        "and=( and ( date.in.( 2026-10-01, 2026-11-21, 2026-12-24 ) , date.eq.2026-11-21 ) ,"
        " or ( date.eq.2026-12-24 , date.eq.2026-11-21 ) )",
        "Trieste",
    ),
    get(
        f"{L}:216",
        "music_artists?or=()",
        error("PGRST100", '"failed to parse logic tree (())" (line 1, column 4)'),
        status=400,
    ),
    artists(f"{L}:224", "or=(id.eq.mara-voss)", MARA),
    events(f"{L}:229", "or=(date.eq.2026-10-01, date.eq.2026-11-21, date.eq.2026-12-24)", *FOUR[:3]),
    events(
        f"{L}:234",
        "and=( date.eq.2026-10-01, not.or(date.eq.2026-11-21, date.eq.2026-12-24), date.in.(2026-10-01,2027-01-15),"
        " or(date.eq.2026-10-01, date.eq.2027-01-15) )",
        "Ghent",
    ),
]
