"""PostgREST's own specification, check by check, on our tables (tests/rest/postgrest/)."""

from collections import Counter
from pathlib import Path

import pytest

from tests.rest.postgrest import ANY, Case, aggregating, changing, embedding, filtering, inserting, reading

pytestmark = pytest.mark.anyio

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"
READS = filtering.CASES + reading.CASES + embedding.CASES + aggregating.CASES
CASES: list[Case] = READS + inserting.CASES + changing.CASES


@pytest.mark.parametrize("case", CASES, ids=[f"{case.spec}-{case.method}" for case in CASES])
async def test_check_of_the_specification(restored, case):
    headers = {"Content-Type": "application/json"} | case.sent if case.content is not None else case.sent
    body = {"content": case.content} if case.json is None else {"json": case.json}
    who = "visitor" if case.method in ("GET", "OPTIONS") else "admin"
    answer = await restored.rest(case.method, case.path, who, headers=headers, **body)
    assert answer.status_code == case.status, answer.text
    assert_body(answer, case.body)
    for name, value in case.has.items():
        assert answer.headers.get(name) == value, name
    if case.then is not None:
        path, expected = case.then
        assert await restored.rows(path) == expected


def assert_body(answer, expected):
    if expected is ANY:
        return
    if isinstance(expected, str):
        assert answer.text == expected
        return
    told = answer.json()
    if answer.status_code >= 400 and expected["details"] is ANY:
        expected = expected | {"details": told["details"]}
    assert told == expected


def test_document_counts_the_checks():
    """Every check has one verdict here, and the tests above hold it to that; none is answered otherwise unnoticed."""
    verdicts = Counter(case.verdict for case in CASES)
    assert len({case.spec for case in CASES}) == len(CASES)
    told = f"{verdicts['as']} of {len(CASES)} are answered as it says, {verdicts['refused']} are refused with a code"
    assert told in " ".join(PROTOCOL.read_text(encoding="utf-8").split())
