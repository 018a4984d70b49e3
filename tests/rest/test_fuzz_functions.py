"""Whatever a form is said to hold is saved or refused, never a fault; on both databases alike."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.cast import ARTIST, OTHER, OWNED
from tests.fuzzing import fuzzed
from tests.rest.shared import is_fine
from tests.rest.strategies import ROW, TEXT, VALUE
from tests.rest.torn import torn_json

pytestmark = pytest.mark.anyio

AN_ID = st.sampled_from(["5d6c9c5a-77ad-4d5e-9f0c-3a1f0f7f1d11", OWNED, OTHER, None, ""])
EVENT = {"date": "2027-02-03", "venue": "Hall One", "location": "Oslo", "artist_id": OWNED}


def mostly(strategy):
    """Such a value, or now and then any: `one_of` would take both alike."""
    return st.sampled_from([strategy] * 9 + [VALUE]).flatmap(lambda chosen: chosen)


def record(good):
    """A row that is new, or said to be there; mostly one that could be saved but for a value."""
    nearly = st.sampled_from([*good]).flatmap(lambda name: (TEXT | VALUE).map(lambda value: {**good, name: value}))
    there = st.fixed_dictionaries({"id": mostly(AN_ID), "updated_at": mostly(st.sampled_from(["now", "2026-01-01"]))})
    return mostly(st.one_of(st.just(good), nearly, ROW, there))


def form(argument, good, part, entry, confirmed):
    """What one function takes: its record, and a list of `part` with such entries."""
    lists = {part: mostly(st.lists(entry, max_size=4)), "confirmed": mostly(st.just(confirmed))}
    return st.fixed_dictionaries({argument: record(good)}, optional=lists)


ACT = st.fixed_dictionaries({"name": mostly(TEXT)}, optional={"artist_id": mostly(AN_ID)})
URL = st.sampled_from(["https://a.example", "https://b.example/x", "http://c.example"]) | TEXT
LINK = st.fixed_dictionaries({"url": mostly(URL)}, optional={"label": mostly(TEXT), "id": mostly(AN_ID)})
FORMS = st.one_of(
    st.tuples(st.just("save_event"), form("event", EVENT, "bill", ACT, ["passed", "far", "same_day"])),
    st.tuples(st.just("save_artist"), form("artist", ARTIST, "links", LINK, ["namesake"])),
)


@fuzzed()
@given(FORMS, st.sampled_from(["owner", "admin"]))
@example(("save_artist", {"artist": ARTIST, "links": [{"url": "https://a.example", "label": "\0"}]}), "admin")
async def test_any_form_is_saved_or_refused(shared, form, who):
    function, arguments = form
    answer = await shared.rest("POST", f"rpc/{function}", who, json=arguments)
    assert is_fine(answer), (function, arguments, answer.text)


@fuzzed(50)
@given(st.sampled_from(["save_event", "save_artist"]), torn_json(ROW), st.sampled_from(["visitor", "stranger"]))
async def test_who_may_save_nothing_saves_nothing(shared, function, content, who):
    before = shared.tables()
    for arguments in (content, b'{"artist":' + content + b"}", b'{"event":' + content + b',"bill":[{"name":"A"}]}'):
        answer = await shared.rest("POST", f"rpc/{function}", who, content=arguments)
        refused = (401,) if who == "visitor" else range(400, 500)
        assert answer.status_code in refused, (function, arguments, answer.text)
        assert is_fine(answer), (function, arguments, answer.text)
    assert shared.tables() == before
