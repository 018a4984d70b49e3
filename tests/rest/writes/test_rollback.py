"""`Prefer: tx=rollback`: a write answers as it would, and nothing of it stays."""

import pytest

from tests.cast import OWNED

pytestmark = pytest.mark.anyio

ROLLBACK = {"Prefer": "tx=rollback, return=representation"}
ARTIST = {"id": "halve", "name": "Halve", "genre": "Drone", "image": "https://a.example/a.jpg"}
MARA = f"music_artists?id=eq.{OWNED}"
WRITES = [
    ("POST", "music_artists?select=name", ARTIST, 201, [{"name": "Halve"}]),
    ("PUT", "music_artists?id=eq.halve&select=name", ARTIST, 201, [{"name": "Halve"}]),
    ("PATCH", f"{MARA}&select=bio", {"bio": "New."}, 200, [{"bio": "New."}]),
    ("DELETE", f"{MARA}&select=id", None, 200, [{"id": OWNED}]),
]


@pytest.mark.parametrize(("method", "path", "body", "status", "rows"), WRITES, ids=[case[0] for case in WRITES])
async def test_write_is_answered_and_undone(shared, method, path, body, status, rows):
    answer = await shared.rest(method, path, "admin", json=body, headers=ROLLBACK)
    assert (answer.status_code, answer.json()) == (status, rows)
    assert answer.headers["preference-applied"] == "tx=rollback, return=representation"
    shared.assert_unchanged()


async def test_commit_is_the_other_choice(restored):
    answer = await restored.rest("POST", "music_artists", "admin", json=ARTIST, headers={"Prefer": "tx=commit"})
    assert (answer.status_code, answer.headers["preference-applied"]) == (201, "tx=commit")
    assert len(await restored.rows("music_artists?id=eq.halve")) == 1


async def test_what_would_be_refused_is_refused(shared):
    answer = await shared.rest("PATCH", MARA, "stranger", json={"bio": "Mine."}, headers=ROLLBACK)
    assert (answer.status_code, answer.json()["code"]) == (403, "42501")
    shared.assert_unchanged()


async def test_undo_is_only_tried(restored):
    await restored.rest("DELETE", MARA, "admin")
    (deletion,) = await restored.rows(f"music_changes?select=id&row_id=eq.{OWNED}&action=eq.delete")
    before = restored.tables()
    answer = await restored.rest("POST", "music_changes", "admin", json={"undo": deletion["id"]}, headers=ROLLBACK)
    assert answer.status_code == 201
    assert restored.tables() == before


async def test_import_is_only_tried(shared):
    table = {"table_text": "Artist,Date,Venue,City\nMara Voss,2026-12-24,Hall,Oslo\n"}
    answer = await shared.rest("POST", "rpc/run_import", "admin", json=table, headers=ROLLBACK)
    told = answer.json()
    assert (answer.status_code, told["added"], told["transaction"]) == (200, 1, None)
    shared.assert_unchanged()


async def test_audit_trail_says_nothing_of_it(shared, log):
    person = f"music_people?id=eq.{shared.site.user_id('owner')}"
    answer = await shared.rest("PATCH", person, "admin", json={"role": "service_role"}, headers=ROLLBACK)
    assert (answer.status_code, answer.json()[0]["role"]) == (200, "service_role")
    assert log.lines() == []
    shared.assert_unchanged()
