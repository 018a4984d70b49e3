"""The signed matrix, case by case: `tests/permissions.csv` says what every actor may do with every column.

`Y` may, `-` may not, `own` may with the rows that are the actor's and not with the others. A further owner of an
artist may what its first owner may.
"""

import csv
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import select

from marquee.auth import accounts
from marquee.domain.invitations import invite
from marquee.domain.pictures import PUBLIC_URL, folder_of
from marquee.domain.records import insert_row
from marquee.domain.tables import EXPOSED, exposed_columns, music_events, music_lineup
from tests.cast import ARTIST, EVERYBODY, OTHER, OWNED, SIGNED_IN

pytestmark = pytest.mark.anyio

LINES = list(csv.DictReader((Path(__file__).parent.parent / "permissions.csv").read_text().splitlines()))
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
        **dict.fromkeys(("position", "part_of", "undo"), 7),
        "role": "service_role",
        "email": "new@stage.test",
        "replaces": people["invitation"],
        "invited_by": people["stranger"],
        **dict.fromkeys(("is_contact", "has_second_factor"), True),
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
    (added,) = (found for found in restored.tables()[case.table] if found["id"] not in kept)
    if case.column != "replaces":  # it is only ever sent
        assert added[case.column] == row[case.column]


@of("update")
async def test_changing(restored, people, case):
    old = row_to_write(restored, case)
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
    assert row_to_write(restored, case)[case.column] == value


@of("delete")
async def test_removing(restored, people, case):
    old = row_to_write(restored, case)
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
    rows = restored.tables()[case.table]
    assert old["id"] not in {row["id"] for row in rows if not row.get("withdrawn_at")}


def row_to_write(restored, case):
    rows = restored.tables()[case.table]
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


async def test_rights_of_an_owner_who_is_a_contact_add_up(restored, people):
    restored.write(accounts.add_contact, people["owner"])
    event = new_row("music_events", "venue", people)
    assert (await restored.rest("POST", "music_events", "owner", json=event)).status_code == 201
    assert (
        await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "owner", json={"bio": "New"})
    ).status_code == 204
    assert (await restored.rest("DELETE", f"music_events?artist_id=eq.{OWNED}", "owner")).status_code == 204
    refused = await restored.rest("PATCH", f"music_artists?id=eq.{OTHER}", "owner", json={"bio": "New"})
    assert refused.status_code == 403


async def test_owner_saves_the_whole_record_with_protected_columns_unchanged(restored):
    """Trap 13: A whole record has read-only columns."""
    (record,) = await restored.rows(f"music_artists?id=eq.{OWNED}")
    changed = {**record, "bio": "Sings louder.", "website": "https://mara.example"}
    answer = await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "owner", json=changed)
    assert (answer.status_code, answer.content) == (204, b"")
    (saved,) = await restored.rows(f"music_artists?id=eq.{OWNED}")
    assert saved.pop("updated_at") > record["updated_at"]
    assert saved == {name: value for name, value in changed.items() if name != "updated_at"}


OWN_FOLDER = f"{PUBLIC_URL}{OWNED}"
PICTURES = {
    "own": (f"{OWN_FOLDER}/one.jpg", True),
    "with a focus": (f"{OWN_FOLDER}/one.jpg#focus=50,28.5", True),
    "another folder": (f"{PUBLIC_URL}{OTHER}/one.jpg", False),
    "a folder that begins alike": (f"{OWN_FOLDER}-2/one.jpg", False),
    "above": (f"{OWN_FOLDER}/../{OTHER}/one.jpg", False),
    "above, in disguise": (f"{OWN_FOLDER}/%2e%2e/{OTHER}/one.jpg", False),
    "below": (f"{OWN_FOLDER}/a/one.jpg", False),
    "no picture": (f"{OWN_FOLDER}/one.svg", False),
    "the folder": (f"{OWN_FOLDER}/", False),
    "another bucket": ("/storage/v1/object/public/demo/one.jpg", False),
    "another site": (f"https://pictures.example{OWN_FOLDER}/one.jpg", False),
}


SHOWN = "https://pictures.example/mara.jpg"
POINTS = {
    "another": (f"{SHOWN}#focus=10,90.5", True),
    "the usual": (SHOWN, True),
    "beyond the edge": (f"{SHOWN}#focus=10,9000", False),
    "another fragment": (f"{SHOWN}#somewhere", False),
    "another picture": ("https://pictures.example/other.jpg#focus=10,90", False),
}


@pytest.mark.parametrize(("image", "allowed"), POINTS.values(), ids=POINTS)
async def test_owner_sets_the_focal_point_of_a_picture_from_anywhere_but_not_the_picture(restored, image, allowed):
    await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "admin", json={"image": f"{SHOWN}#focus=50,50"})
    answer = await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "owner", json={"image": image})
    assert answer.status_code == (204 if allowed else 403)
    (saved,) = await restored.rows(f"music_artists?select=image&id=eq.{OWNED}")
    assert saved["image"] == (image if allowed else f"{SHOWN}#focus=50,50")


@pytest.mark.parametrize(("image", "allowed"), PICTURES.values(), ids=PICTURES)
async def test_owner_may_show_a_picture_of_the_own_folder_and_no_other(restored, image, allowed):
    """Trap 60: A right to a folder is none to one that begins alike."""
    answer = await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "owner", json={"image": image})
    if allowed:
        assert answer.status_code == 204
        (saved,) = await restored.rows(f"music_artists?select=image&id=eq.{OWNED}")
        assert saved["image"] == image
        return
    assert (answer.status_code, answer.json()["code"]) == (403, "42501")
    assert answer.json()["hint"].startswith("It can only be changed to a picture in the artist's own folder, or to")
    restored.assert_unchanged()


async def test_owner_of_two_artists_gives_neither_the_picture_of_the_other(restored, people):
    restored.write(accounts.set_artist_owner, OTHER, people["owner"])
    before = restored.tables()
    image = {"image": f"{PUBLIC_URL}{folder_of(OWNED)}/one.jpg"}
    answer = await restored.rest("PATCH", f"music_artists?id=in.({OWNED},{OTHER})", "owner", json=image)
    assert (answer.status_code, answer.json()["code"]) == (403, "42501")
    assert restored.tables() == before


PROTECTED = ("followers", "is_featured", "user_id", "id", "created_at")


@pytest.mark.parametrize("column", PROTECTED)
async def test_whole_record_with_one_protected_column_changed_changes_nothing(restored, people, column):
    """Trap 27: An owner's save carries the whole row."""
    (record,) = await restored.rows(f"music_artists?id=eq.{OWNED}")
    changed = {**record, "bio": "Sings louder.", column: changed_value("music_artists", column, OWNED, people)}
    answer = await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "owner", json=changed)
    assert (answer.status_code, answer.json()) == (
        403,
        {
            "code": "42501",
            "message": f"permission denied for column {column} of relation music_artists",
            "details": None,
            "hint": None,
        },
    )
    restored.assert_unchanged()


async def test_update_that_reaches_one_foreign_row_changes_none(restored, people):
    restored.write(accounts.set_artist_owner, OTHER, people["stranger"])
    before = restored.tables()
    answer = await restored.rest("PATCH", "music_artists?id=not.is.null", "owner", json={"bio": "Mine"})
    assert (answer.status_code, answer.json()["code"]) == (403, "42501")
    assert restored.tables() == before


async def test_update_of_no_row_is_no_denial(restored):
    answer = await restored.rest("PATCH", "music_artists?id=eq.nobody", "stranger", json={"bio": "Mine"})
    assert (answer.status_code, answer.headers["content-range"]) == (204, "*/*")


FORMS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "POST": ("POST", "music_artists", {"json": ARTIST}),
    "PUT": ("PUT", f"music_artists?id=eq.{OTHER}", {"json": {**ARTIST, "id": OTHER}}),
    "PATCH": ("PATCH", f"music_artists?id=eq.{OTHER}", {"json": {"name": "Mine"}}),
    "upsert": (
        "POST",
        "music_artists?on_conflict=id",
        {"json": {**ARTIST, "id": OTHER}, "headers": {"Prefer": "resolution=merge-duplicates"}},
    ),
    "bulk": ("POST", "music_artists", {"json": [ARTIST] * 3}),
    "columns": ("POST", "music_artists?columns=name,genre,image", {"json": [{**ARTIST, "extra": 1}]}),
    "csv": (
        "POST",
        "music_artists",
        {"content": "name,genre,image\nA,B,https://c.example", "headers": {"Content-Type": "text/csv"}},
    ),
}


@pytest.mark.parametrize("who", ["visitor", "stranger", "contact", "owner"])
@pytest.mark.parametrize("form", FORMS)
async def test_every_form_of_a_write_is_refused_alike(restored, form, who):
    """Trap 38: After a failed refresh writes end as 204 with no row."""
    method, path, options = FORMS[form]
    answer = await restored.rest(method, path, who, **options)
    expected = 401 if who == "visitor" else 403
    assert answer.status_code == expected, answer.text
    restored.assert_unchanged()


EVENT = {"date": "2027-05-05", "venue": "Hall", "location": "Oslo", "artist_id": OWNED}


async def test_owner_adds_dates_of_the_own_artist_and_in_a_mixed_list_none(restored):
    """The whole list is refused for one row of somebody else's."""
    mixed = await restored.rest("POST", "music_events", "owner", json=[EVENT, {**EVENT, "artist_id": OTHER}])
    assert (mixed.status_code, mixed.json()["code"]) == (403, "42501")
    assert restored.tables() == restored.kept
    own = await restored.rest("POST", "music_events", "owner", json=[EVENT, {**EVENT, "date": "2027-05-06"}])
    assert own.status_code == 201


async def test_owner_of_two_artists_moves_no_date_between_them(restored, people):
    restored.site.service.database.write_now(accounts.set_artist_owner, OTHER, people["owner"])
    before = restored.tables()
    moved = await restored.rest(
        "PATCH", f"music_events?id=eq.{people['own event']}", "owner", json={"artist_id": OTHER, "note": "New"}
    )
    assert (moved.status_code, moved.json()["message"]) == (
        403,
        "permission denied for column artist_id of relation music_events",
    )
    assert restored.tables() == before


async def test_owner_undoes_a_change_of_an_own_date(restored, people):
    event = f"music_events?id=eq.{people['own event']}"
    assert (await restored.rest("DELETE", event, "owner")).status_code == 204
    (deletion,) = await restored.rows("music_changes?table_name=eq.music_events&limit=1", "owner")
    assert deletion["action"] == "delete"
    assert (await restored.rest("POST", "music_changes", "owner", json={"undo": deletion["id"]})).status_code == 201
    assert len(await restored.rows(event)) == 1


async def test_bulk_with_one_denied_row_of_a_hundred_adds_none(restored):
    event = {"date": "2027-05-05", "venue": "Hall", "location": "Oslo", "artist_id": OTHER, "id": None}
    answer = await restored.rest("POST", "music_events", "contact", json=[event] * 99 + [{**event, "id": AN_ID}])
    assert (answer.status_code, answer.json()["code"]) == (403, "42501")
    restored.assert_unchanged()


@pytest.mark.parametrize(("who", "status"), [("contact", 200), ("owner", 403)])
async def test_merging_into_an_existing_event_is_an_update(restored, who, status):
    old = restored.kept["music_events"][0]
    answer = await restored.rest(
        "POST",
        "music_events",
        who,
        json={"id": old["id"], "date": "2030-01-01", "venue": "X", "location": "Y", "artist_id": OTHER},
        headers={"Prefer": "resolution=merge-duplicates"},
    )
    assert answer.status_code == status
    assert (restored.tables() == restored.kept) == (status == 403)


@pytest.mark.parametrize("mode", ["exact", "planned", "estimated"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_counts_tell_nothing_of_hidden_rows(shared, mode, method):
    answer = await shared.rest(method, "music_contacts?select=id", "stranger", headers={"Prefer": f"count={mode}"})
    assert (answer.status_code, answer.headers["content-range"]) == (200, "*/0")


HIDDEN = ("popularity", "search", "password_hash", "email")
POSITIONS = {
    "select": "music_artists?select={}",
    "alias": "music_artists?select=x:{}",
    "cast": "music_artists?select={}::text",
    "filter": "music_artists?{}=eq.1",
    "negated filter": "music_artists?{}=not.is.null",
    "or": "music_artists?or=(name.eq.a,{}.eq.1)",
    "order": "music_artists?order={}",
    "embedded select": "music_events?select=music_artists({})",
    "embedded filter": "music_events?select=music_artists(id)&music_artists.{}=eq.1",
    "embedded order": "music_artists?select=music_events(id)&music_events.order={}",
    "order by embedded": "music_events?select=music_artists(id)&order=music_artists({})",
}


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize("position", POSITIONS)
async def test_hidden_column_does_not_exist_anywhere(shared, position, name):
    answer = await shared.rest("GET", POSITIONS[position].format(name), "admin")
    assert (answer.status_code, answer.json()["code"]) == (400, "42703")
    assert answer.json()["message"].endswith(f".{name} does not exist")


@pytest.mark.parametrize("name", HIDDEN)
async def test_hidden_column_is_no_conflict_target(restored, name):
    answer = await restored.rest(
        "POST",
        f"music_artists?on_conflict={name}",
        "admin",
        json=ARTIST,
        headers={"Prefer": "resolution=merge-duplicates"},
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "42703")


async def test_people_of_the_same_rights_who_ask_the_same_see_their_own(restored, people):
    """They share a plan: whose rows are one's own is a value in it."""
    await restored.rest("POST", "music_contacts", "admin", json={"user_id": people["stranger"]})
    for who in ("contact", "stranger", "contact"):
        assert await restored.rows("music_contacts?select=user_id", who) == [{"user_id": people[who]}]
