"""What cannot be found out by asking: hidden values, hidden rows, and what stands in another's rows."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cast import PASSWORD
from tests.fuzzing import fuzzed
from tests.rest.shared import INTERNALS
from tests.rest.strategies import BODIES, PARAMETERS
from tests.rest.test_same_answers import query

pytestmark = pytest.mark.anyio

GUESSES = [first + second for first in "$amoc3" for second in string.ascii_lowercase[::3]]
POSITIONS = [
    "music_artists?select=id&{hidden}=like.{guess}*",
    "music_events?select=id,music_artists!inner(id)&music_artists.{hidden}=like.{guess}*",
    "music_artists?select=id&or=(id.eq.nobody,{hidden}.like.{guess}*)",
    "music_artists?select=count&{hidden}=like.{guess}*",
    "music_events?select=music_artists(count)&music_artists.{hidden}=match.^{guess}",
    "music_artists?select=id,music_events(music_artists(music_events(id)))&music_events.music_artists.{hidden}=gt.{guess}",
    "music_artists?select={guess}:{hidden}::int",
    "music_events?select=...music_artists({hidden}::text)&location=neq.{guess}",
]


@pytest.mark.parametrize("hidden", ["password_hash", "email", "encrypted_password"])
@pytest.mark.parametrize("position", POSITIONS)
async def test_every_guess_at_a_hidden_value_has_one_answer(shared, position, hidden):
    """Trap 36: a filter on what may not be read would give it away letter by letter."""
    answers = set()
    for guess in GUESSES:
        answer = await shared.rest("GET", position.format(hidden=hidden, guess=guess), "stranger")
        answers.add((answer.status_code, answer.text))
    assert {status for status, _ in answers} == {400}
    assert len(answers) == 1 or "{guess}:" in position


async def test_hidden_rows_are_not_found_by_any_question(shared):
    """Trap 37: whoever asks for music contacts sees, counts and orders by their own row only."""
    contact = shared.site.user_id("contact")
    for path in (
        f"music_contacts?user_id=eq.{contact}",
        f"music_contacts?user_id=neq.{contact}",
        "music_contacts?order=user_id&limit=1",
        "music_contacts?or=(user_id.is.null,user_id.not.is.null)",
        "music_contacts?created_at=gt.2000-01-01",
    ):
        for who in ("visitor", "stranger", "owner"):
            answer = await shared.rest("GET", path, who, headers={"Prefer": "count=exact"})
            assert (answer.status_code, answer.json(), answer.headers["content-range"]) == (200, [], "*/0"), path


async def test_only_visible_rows_are_counted(shared):
    """Trap 37: the number of rows is that of those one may see."""
    for who, contacts in (("visitor", 0), ("stranger", 0), ("owner", 0), ("contact", 1), ("admin", 1)):
        assert await shared.rows("music_contacts?select=count", who) == [{"count": contacts}]
        sessions = len(await shared.rows("music_sessions?select=id", who))
        assert await shared.rows("music_sessions?select=count", who) == [{"count": sessions}]
        assert sessions == int(who != "visitor")


async def test_duplicate_of_a_hidden_row_is_not_told_to_who_may_not_write(shared):
    """Trap 37: no 23505 with somebody's id for those who are not allowed to add the row anyway."""
    body = {"user_id": shared.site.user_id("contact")}
    for merge in ({}, {"Prefer": "resolution=merge-duplicates"}, {"Prefer": "resolution=ignore-duplicates"}):
        answer = await shared.rest("POST", "music_contacts?on_conflict=user_id", "stranger", json=body, headers=merge)
        assert (answer.status_code, answer.json()["code"]) == (403, "42501")
        assert body["user_id"] not in answer.text


CANARY = "canary-7f3a"


@pytest.fixture(scope="module")
async def planted(shared):
    """A word in rows, addresses and hashes that no error may repeat unasked."""
    for path, body in (
        ("music_artists?id=eq.night-ferry", {"bio": CANARY, "name": CANARY, "latest_song": CANARY}),
        ("music_events?artist_id=eq.night-ferry", {"venue": CANARY, "location": CANARY}),
    ):
        assert (await shared.rest("PATCH", path, "admin", json=body)).status_code == 204
    return shared


@fuzzed()
@given(
    st.sampled_from(["GET", "POST", "PATCH", "DELETE"]),
    st.sampled_from(["music_artists", "music_events", "music_contacts", "users"]),
    PARAMETERS,
    BODIES,
    st.sampled_from(["visitor", "stranger", "contact", "owner"]),
    st.sampled_from(["", "resolution=merge-duplicates", "return=representation", "count=exact"]),
)
async def test_errors_repeat_nothing_of_the_rows(planted, method, table, parameters, body, who, prefer):
    options = {} if method in ("GET", "DELETE") else {"json": body}
    path = f"{table}?id=eq.nobody&{query(parameters)}"
    answer = await planted.rest(method, path, who, headers={"Prefer": prefer}, **options)
    if answer.status_code >= 400:
        assert answer.status_code < 500
        told = answer.text
        assert not INTERNALS.search(told), told
        assert CANARY not in told
        assert "@stage.test" not in told
        assert PASSWORD not in told
