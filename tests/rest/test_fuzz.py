"""Whatever is sent is answered or refused, never a fault."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marquee.domain.tables import EXPOSED
from tests.fuzzing import fuzzed
from tests.rest.shared import is_fine
from tests.rest.strategies import BODIES, PARAMETERS

pytestmark = pytest.mark.anyio


@fuzzed()
@given(st.sampled_from(sorted(EXPOSED)), PARAMETERS, st.sampled_from(["visitor", "admin"]))
async def test_any_query_is_answered_or_refused(shared, table, parameters, who):
    query = "&".join(f"{quote(key)}={quote(value)}" for key, value in parameters)
    answer = await shared.rest("GET", f"{table}?{query}", who)
    assert is_fine(answer), (table, query, answer.text)


@fuzzed()
@given(
    st.sampled_from(["POST", "PATCH", "PUT"]),
    st.sampled_from(sorted(EXPOSED)),
    BODIES,
    st.sampled_from(["", "return=representation", "resolution=merge-duplicates", "missing=default"]),
    st.sampled_from(
        ["", "&columns=name,genre", "&columns=id", "&on_conflict=user_id", "&select=*,music_events(*)", "&select=count"]
    ),
)
async def test_any_body_is_taken_or_refused(shared, method, table, body, prefer, query):
    answer = await shared.rest(
        method,
        f"{table}?id={'eq' if method == 'PUT' else 'neq'}.nobody{query}",
        "admin",
        json=body,
        headers={"Prefer": prefer},
    )
    assert is_fine(answer), (method, table, body, answer.text)
