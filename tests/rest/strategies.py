"""What the fuzzing tests send: the grammar's own words, put together rightly and wrongly."""

from hypothesis import strategies as st

from marquee.domain.tables import EXPOSED, exposed_columns
from marquee.rest.grammar.operators import NOT_FOR_SCALARS, OPERATORS

COLUMNS = [(table, column) for table, found in EXPOSED.items() for column in exposed_columns(found)]
COLUMN = st.sampled_from([column for _, column in COLUMNS] + ["nope", "or", "and", "not", '"id"', "music_events", ""])
OPERATOR = st.sampled_from([*OPERATORS, *NOT_FOR_SCALARS, "noop", "", "not"])
TEXT = st.one_of(
    st.text(max_size=12),
    st.text(alphabet='(){},."\\:*%!-+ \0\n[]^$?|', max_size=12),
    st.sampled_from(["null", "true", "2026-11-21", "2026-11-21T10:00:00Z", "(a,b)", '("a,b")', "{a,b}", "1e9", "-1"]),
)
PIECE = st.builds(
    "{}{}{}.{}".format, st.sampled_from(["", "not."]), OPERATOR, st.sampled_from(["", "(any)", "(all)"]), TEXT
)
NODE = st.builds("{}.{}".format, COLUMN, PIECE)
TREE = st.recursive(
    NODE,
    lambda inner: st.builds(
        "{}({})".format, st.sampled_from(["and", "or", "not.and", "not.or"]), st.lists(inner, max_size=3).map(",".join)
    ),
    max_leaves=6,
)
CAST = st.sampled_from(["text", "int", "int8", "date", "timestamptz", "regclass", ""])
ITEM = st.recursive(
    st.one_of(
        COLUMN,
        st.sampled_from(["*", "count", "n:count", " id ", "name::int", "venue::date", "count::text"]),
        st.builds("{}:{}::{}".format, TEXT, COLUMN, CAST),
    ),
    lambda inner: st.builds(
        "{}{}{}({})".format,
        st.sampled_from(["", "...", "a:"]),
        st.sampled_from(["music_artists", "music_events", "music_contacts", "users", "artist_id"]),
        st.sampled_from(["", "!inner", "!left", "!x"]),
        st.lists(inner, max_size=3).map(",".join),
    ),
    max_leaves=5,
)
PARAMETER = st.one_of(
    st.tuples(COLUMN, PIECE),
    st.tuples(st.sampled_from(["or", "and", "not.or", "music_events.or", "x.and"]), st.builds("({})".format, TREE)),
    st.tuples(st.just("select"), st.lists(ITEM, max_size=4).map(",".join)),
    st.tuples(
        st.sampled_from(["order", "music_events.order"]),
        st.builds("{}{}{}".format, COLUMN, st.sampled_from(["", ".asc", ".desc", "(name)", ".x"]), TEXT),
    ),
    st.tuples(
        st.sampled_from(["limit", "offset", "music_events.limit", "music_artists.offset"]),
        TEXT | st.integers().map(str),
    ),
    st.tuples(st.sampled_from(["columns", "on_conflict"]), TEXT),
    st.tuples(TEXT, TEXT),
)

SCALAR = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), TEXT)
VALUE = st.recursive(
    SCALAR, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXT, inner, max_size=2), max_leaves=4
)
ROW = st.dictionaries(COLUMN, VALUE, max_size=5) | st.fixed_dictionaries(
    {"name": TEXT, "genre": TEXT, "image": st.just("https://a.example")}, optional={"id": TEXT, "followers": VALUE}
)
PARAMETERS = st.lists(PARAMETER, max_size=4)
BODIES = st.one_of(ROW, st.lists(ROW, max_size=3), VALUE)
PREFERENCES = st.sampled_from(
    ["", "return=representation", "count=exact", "resolution=merge-duplicates", "missing=default,return=representation"]
)
