"""A save of a whole form has the rights of the same writes to its table: the signed matrix once more, form by form."""

import pytest

from tests.rest.rights.matrix import CASES, Case, assert_refused, changed_value, new_row, row_to_write

pytestmark = pytest.mark.anyio

SAVES = {
    "music_artists": ("save_artist", "artist", ["namesake"]),
    "music_events": ("save_event", "event", ["passed", "far", "same_day"]),
}


def of(operation):
    """The refused and the allowed cases of each actor and table; an `id` only says which row is saved."""
    found: dict[str, tuple[list[Case], list[Case]]] = {}
    for case in CASES:
        if case.table in SAVES and case.operation == operation and case.column != "id":
            whose = "own" if case.owned else "other"
            found.setdefault(f"{case.who}-{SAVES[case.table][0]}-{whose}", ([], []))[case.allowed].append(case)
    return pytest.mark.parametrize(("refused", "allowed"), found.values(), ids=found.keys())


async def save(site, case, values):
    function, argument, confirmed = SAVES[case.table]
    return await site.rest("POST", f"rpc/{function}", case.who, json={argument: values, "confirmed": confirmed})


@of("insert")
async def test_new_ones_are_saved_as_they_are_inserted(restored, people, refused, allowed):
    def new(case):
        return new_row(case.table, case.column, people, owned=case.owned, who=case.who)

    for case in refused:
        assert_refused(await save(restored, case, new(case)), case)
    restored.assert_unchanged()
    for case in allowed:
        answer = await save(restored, case, new(case))
        assert answer.status_code == 200, (str(case), answer.text)
        assert answer.json()["row"][case.column] == new(case)[case.column], str(case)


@of("update")
async def test_those_that_are_there_are_saved_as_they_are_updated(restored, people, refused, allowed):
    row = row_to_write(restored, (refused or allowed)[0], restored.kept)

    def changed(case):
        value = changed_value(case.table, case.column, row["id"], people)
        return {"id": row["id"], "updated_at": row["updated_at"], case.column: value}

    for case in refused:
        answer = await save(restored, case, changed(case))
        assert_refused(answer, case, stale=case.column == "updated_at" and case.reaches)
    restored.assert_unchanged()
    for case in allowed:
        sent = changed(case)
        answer = await save(restored, case, sent)
        assert answer.status_code == 200, (str(case), answer.text)
        row = answer.json()["row"]
        assert row[case.column] == sent[case.column], str(case)
