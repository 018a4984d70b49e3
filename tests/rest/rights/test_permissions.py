"""The signed matrix, case by case: `tests/permissions.csv` says what every actor may do with every column.

`Y` may, `-` may not, `own` may with the rows that are the actor's and not with the others. A further owner of an
artist may what its first owner may.
"""

import csv
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import select

from marquee.auth import accounts
from marquee.domain.invitations import invite
from marquee.domain.pictures import PUBLIC_URL
from marquee.domain.records import insert_row
from marquee.domain.tables import EXPOSED, exposed_columns, music_events, music_lineup
from tests.cast import ARTIST, EVERYBODY, OTHER, OWNED, SIGNED_IN

pytestmark = pytest.mark.anyio

LINES = list(csv.DictReader((Path(__file__).parents[2] / "permissions.csv").read_text().splitlines()))
OPERATIONS = ("select", "insert", "update", "delete")
AN_ID = "5d6c9c5a-77ad-4d5e-9f0c-3a1f0f7f1d11"
FURTHER = "further-owner"
TIMES = ("at", "created_at", "updated_at", "upcoming_until", "last_seen_at", "expires_at", "last_sign_in_at")
WITH_OWNER = ("music_artists", "music_links", "music_events", "music_lineup")
LONG_AGO = "2020-02-02T20:20:20+00:00"


class Case(NamedTuple):
    table: str
    operation: str
    column: str
    who: str
    owned: bool
    allowed: bool

    def __str__(self):
        return f"{self.who}-{self.operation}-{self.table}.{self.column}-{'own' if self.owned else 'other'}"


def cases():
    for line in LINES:
        for who in EVERYBODY:
            word = line[who]
            assert word in ("Y", "-", "own"), line
            owned = {"own": (True, False)}.get(word, (False,))
            if who == "owner" and line["table"] in WITH_OWNER and line["operation"] in ("update", "delete"):
                owned = (True, False)
            for mine in owned:
                allowed = word == "Y" or (word == "own" and mine)
                yield Case(line["table"], line["operation"], line["column"], who, mine, allowed)
                if who == "owner":
                    yield Case(line["table"], line["operation"], line["column"], FURTHER, mine, allowed)


CASES = list(cases())


def of(operation, table=None):
    found = [case for case in CASES if case.operation == operation and table in (None, case.table)]
    return pytest.mark.parametrize("case", found, ids=str)


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


@pytest.fixture(scope="module")
async def people(shared):
    """Account ids by name, and the id of an event; the stranger's account has no contact row.

    The further owner joins the cast here, and the contact has done something.
    """
    done = {"date": "2027-06-06", "venue": "Hall", "location": "Oslo", "artist_id": OWNED}
    await shared.rest("POST", "music_events", "contact", json=done)
    (change,) = await shared.rows("music_changes?select=id&limit=1")
    shared.site.service.database.write_now(_add_further_owner)
    shared.site.service.database.write_now(_add_to_a_bill)
    shared.signed_in[FURTHER] = shared.site.headers(FURTHER)
    (invitation,) = shared.write(invite, None, [{"role": "contact"}])
    shared.kept = shared.tables()
    (event,) = await shared.rows("music_events?select=id&location=eq.Gothenburg")
    (own_event,) = await shared.rows("music_events?select=id&location=eq.Glasgow")
    added = await shared.rows("music_changes?select=id,artist_id&table_name=eq.music_links&action=eq.insert")
    links = {row["artist_id"]: row["id"] for row in added}
    return {
        "event": event["id"],
        "own event": own_event["id"],
        "links": links,
        "invitation": invitation,
        "contact's": change["id"],
        **{who: shared.site.user_id(who) for who in (*SIGNED_IN, FURTHER)},
    }


def _add_further_owner(connection):
    accounts.add_owner(connection, OWNED, accounts.add(connection, f"{FURTHER}@stage.test", None).id)


def _add_to_a_bill(connection):
    event = connection.scalar(select(music_events.c.id).where(music_events.c.location == "Ghent"))
    insert_row(connection, music_lineup, {"event_id": event, "name": "Ines Brandt"})


def _give(connection, table, user_id):
    """A row of one's own in a table of rights."""
    if table == "music_contacts":
        accounts.add_contact(connection, user_id)
    else:
        accounts.add_owner(connection, OTHER, user_id)


@of("select")
async def test_reading(restored, people, case):
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


def session_id(restored, case):
    """The id of the session in which the actor asks, or else of somebody else's."""
    whose = case.who if case.owned else next(who for who in SIGNED_IN if who != case.who)
    user_id = restored.site.user_id(whose)
    return next(row["id"] for row in restored.kept["music_sessions"] if row["user_id"] == user_id)


def new_row(table, column, people, *, owned=False, who=None):
    if table == "music_changes":  # the link that was added last
        id_ = people["contact's"] if owned and who == "contact" else people["links"][OWNED if owned else OTHER]
        base = {"undo": id_}
        return {**base, column: base.get(column, changed_value(table, column, OTHER, people))}
    event = {"date": "2027-05-05", "venue": "Hall", "location": "Oslo", "artist_id": OWNED if owned else OTHER}
    base = {
        "music_artists": ARTIST,
        "music_events": event,
        "music_lineup": {"event_id": people["own event" if owned else "event"], "name": "Ines Brandt"},
        "music_links": {"artist_id": OWNED if owned else OTHER, "url": "https://music.example/halve"},
        "music_owners": {"artist_id": OTHER, "user_id": people["stranger"]},
        "music_contacts": {"user_id": people["stranger"]},
        "music_invitations": {"role": "owner", "artist_id": OTHER},
    }.get(table, {})
    return {**base, column: base.get(column, changed_value(table, column, OTHER, people))}


def changed_value(table, column, artist, people):
    """A good value that differs from the row's."""
    ids = {"music_artists": "another-name", "music_changes": 10**6}
    return {
        "id": ids.get(table, AN_ID),
        "user_id": people["stranger"],
        "image": f"{PUBLIC_URL}{artist}/other.webp",
        "website": "https://other.example",
        "is_featured": artist == OTHER,
        "date": "2028-02-29",
        "artist_id": "abel-quintero",
        "event_id": people["event"],
        **dict.fromkeys(("position", "part_of", "undo", "transaction"), 7),
        "role": "service_role",
        "email": "new@stage.test",
        "replaces": people["invitation"],
        "invited_by": people["stranger"],
        **dict.fromkeys(("is_contact", "is_owner", "has_second_factor", "account_gone"), True),
        "owns": '["x"]',
        "sessions": 0,
        "banned_until": "2030-01-01T00:00:00+00:00",
        "start_time": "20:30",
        "door_time": "19:00",
        "timezone": "Europe/Lisbon",
        "ticket_url": "https://tickets.example/1",
        "ticket_status": "few_left",
        "status": "postponed",
        "previous_date": "2027-01-01",
        "url": "https://other.example/halve",
        **dict.fromkeys(("accent", "accent_on_dark", "accent_on_light"), "#7fe0b0"),
        "logo": "https://other.example/logo.svg",
        "contact": "hello@other.example",
        "accepted_at": LONG_AGO,
        **dict.fromkeys(
            (
                "at",
                "published_at",
                "created_at",
                "updated_at",
                "upcoming_until",
                "last_seen_at",
                "expires_at",
                "last_sign_in_at",
            ),
            LONG_AGO,
        ),
    }.get(column, "Changed")


@of("insert")
async def test_adding(restored, people, case):
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
async def test_changing(restored, people, case):
    old = row_to_write(restored, case, restored.kept)
    value = changed_value(case.table, case.column, old["id"], people)
    answer = await restored.rest("PATCH", f"{case.table}?id=eq.{old['id']}", case.who, json={case.column: value})
    if not case.allowed:
        changes_events = case.who == "contact" and case.table == "music_events"
        reaches = case.who == "admin" or case.owned or changes_events
        assert_refused(answer, case, stale=case.column == "updated_at" and reaches)
        restored.assert_unchanged()
        return
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["content-range"] == "0-0/*"
    assert row_to_write(restored, case, restored.tables(case.table))[case.column] == value


@of("delete")
async def test_removing(restored, people, case):
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


def row_to_write(restored, case, tables):
    rows = tables[case.table]
    if case.table == "music_sessions":
        wanted = session_id(restored, case)
        return next(row for row in rows if row["id"] == wanted)
    if case.table in WITH_OWNER:
        whose = OWNED if case.owned else OTHER
        wanted = next(row["id"] for row in restored.kept[case.table] if artist_of(restored, case.table, row) == whose)
        return next(row for row in rows if row["id"] == wanted)
    if case.table == "music_people":
        return next(row for row in rows if row["email"] == "stranger@stage.test")
    return next(row for row in rows if row["id"] == restored.kept[case.table][0]["id"])


def artist_of(restored, table, row):
    """The id of the artist whose row it is."""
    if table == "music_lineup":
        return next(event["artist_id"] for event in restored.kept["music_events"] if event["id"] == row["event_id"])
    return row["id" if table == "music_artists" else "artist_id"]


def assert_refused(answer, case, *, stale=False):
    body = answer.json()
    expected = (409, "PT409") if stale else (401 if case.who == "visitor" else 403, "42501")
    assert (answer.status_code, body["code"]) == expected
    assert body["details"] is None
    assert ("www-authenticate" in answer.headers) == (case.who == "visitor")
    if not stale:
        assert body["message"] in (
            f"permission denied for table {case.table}",
            f'new row violates row-level security policy for table "{case.table}"',
            f"permission denied for column {case.column} of relation {case.table}",
        )
