"""The signed matrix, case by case: `tests/permissions.csv` says what every actor may do with every column."""

import pytest

from marquee.auth import accounts
from marquee.domain.tables import EXPOSED, exposed_columns
from tests.cast import OTHER, OWNED
from tests.rest.rights.matrix import (
    CASES,
    LINES,
    Case,
    assert_refused,
    changed_value,
    new_row,
    row_to_write,
    session_id,
)

pytestmark = pytest.mark.anyio

OPERATIONS = ("select", "insert", "update", "delete")


def of(operation):
    """A test for each table and actor, with its cases."""
    groups: dict[str, list[Case]] = {}
    for case in CASES:
        if case.operation == operation:
            groups.setdefault(f"{case.who}-{operation}-{case.table}", []).append(case)
    return pytest.mark.parametrize("cases", groups.values(), ids=groups)


def test_every_column_of_every_exposed_table_has_its_lines():
    expected = {
        (name, operation, column)
        for name, table in EXPOSED.items()
        for operation in OPERATIONS
        for column in (["*"] if operation == "delete" else exposed_columns(table))
    }
    signed = [(line["table"], line["operation"], line["column"]) for line in LINES]
    assert set(signed) == expected
    assert len(signed) == len(expected)
    assert len(CASES) >= 300


def _give(connection, table, user_id):
    """A row of one's own in a table of rights."""
    if table == "music_contacts":
        accounts.add_contact(connection, user_id)
    else:
        accounts.add_owner(connection, OTHER, user_id)


@of("select")
async def test_reading(restored, people, subtests, cases):
    for case in cases:
        with subtests.test(str(case)), restored.restoring():
            await _read(restored, people, case)


async def _read(restored, people, case):
    if case.table == "music_sessions":
        found = await restored.rows(f"music_sessions?select={case.column}&id=eq.{session_id(restored, case)}", case.who)
        assert [list(row) for row in found] == ([[case.column]] if case.allowed else [])
        return
    if case.table in ("music_changes", "music_people", "music_invitations"):
        only = f"&artist_id=eq.{OWNED if case.owned else OTHER}" if case.table == "music_changes" else ""
        answer = await restored.rest("GET", f"{case.table}?select={case.column}{only}", case.who)
        if case.who == "visitor" or (case.table in ("music_people", "music_invitations") and not case.allowed):
            assert_refused(answer, case)
        else:
            assert bool(answer.json()) == case.allowed
            assert all(list(row) == [case.column] for row in answer.json())
        return
    if case.table not in ("music_contacts", "music_owners"):
        rows = await restored.rows(f"{case.table}?select={case.column}", case.who)
        assert case.allowed
        assert len(rows) == len(restored.kept[case.table])
        assert all(list(row) == [case.column] for row in rows)
        return
    whose = people[case.who if case.owned else next(who for who in ("contact", "stranger") if who != case.who)]
    restored.write(_give, case.table, whose)
    only = f"artist_id=eq.{OTHER}" if case.table == "music_owners" else "id=not.is.null"
    path = f"{case.table}?select={case.column}&user_id=eq.{whose}&{only}"
    answer = await restored.rest("GET", path, case.who, headers={"Prefer": "count=exact"})
    assert answer.status_code == 200
    assert len(answer.json()) == int(case.allowed)
    assert answer.headers["content-range"] == ("0-0/1" if case.allowed else "*/0")


@of("insert")
async def test_adding(restored, people, subtests, cases):
    for case in cases:
        with subtests.test(str(case)), restored.restoring():
            await _add(restored, people, case)


async def _add(restored, people, case):
    row = new_row(case.table, case.column, people, owned=case.owned, who=case.who)
    answer = await restored.rest("POST", case.table, case.who, json=row)
    if not case.allowed:
        assert_refused(answer, case)
        restored.assert_unchanged()
        return
    assert (answer.status_code, answer.content) == (201, b"")
    kept = {row["id"] for row in restored.kept[case.table]}
    (added,) = (found for found in restored.tables(case.table)[case.table] if found["id"] not in kept)
    if case.column != "replaces":  # it is only ever sent
        assert added[case.column] == row[case.column]


@of("update")
async def test_changing(restored, people, subtests, cases):
    for case in cases:
        with subtests.test(str(case)), restored.restoring():
            await _change(restored, people, case)


async def _change(restored, people, case):
    old = row_to_write(restored, case, restored.kept)
    value = changed_value(case.table, case.column, old["id"], people)
    answer = await restored.rest("PATCH", f"{case.table}?id=eq.{old['id']}", case.who, json={case.column: value})
    if not case.allowed:
        assert_refused(answer, case, stale=case.column == "updated_at" and case.reaches)
        restored.assert_unchanged()
        return
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["content-range"] == "0-0/*"
    assert row_to_write(restored, case, restored.tables(case.table))[case.column] == value


@of("delete")
async def test_removing(restored, people, subtests, cases):
    for case in cases:
        with subtests.test(str(case)), restored.restoring():
            await _remove(restored, people, case)


async def _remove(restored, people, case):
    old = row_to_write(restored, case, restored.kept)
    answer = await restored.rest("DELETE", f"{case.table}?id=eq.{old['id']}", case.who)
    if case.table == "music_sessions" and case.who != "visitor" and not case.owned:  # it does not exist for them
        assert (answer.status_code, answer.headers["content-range"]) == (204, "*/*")
        restored.assert_unchanged()
        return
    if not case.allowed:
        assert_refused(answer, case)
        restored.assert_unchanged()
        return
    assert (answer.status_code, answer.content) == (204, b"")
    rows = restored.tables(case.table)[case.table]
    assert old["id"] not in {row["id"] for row in rows if not row.get("withdrawn_at")}
