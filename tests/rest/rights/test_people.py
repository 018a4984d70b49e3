"""People and their rights through the data service: what changes, who is told, and that one admin stays."""

import asyncio
import json
from email import message_from_bytes, policy

import pytest

from marquee.auth import accounts
from tests.cast import OTHER, OWNED
from tests.conftest import on_sqlite

pytestmark = pytest.mark.anyio

PATH = "/rest/v1/music_people"


@pytest.fixture
def ask(site):
    async def ask(method, who, ids="", **body):
        path = f"{PATH}?id=eq.{site.user_id(ids)}" if ids else f"{PATH}?order=email"
        return await site.client.request(method, path, headers=site.headers(who), **({"json": body} if body else {}))

    return ask


@pytest.fixture
def program(site):
    """Changes an account as a program with the secret key does."""
    key = site.service.keys.secret
    headers = {"apikey": key, "X-Supabase-Api-Version": "2024-01-01"}

    async def program(method, who, **body):
        path = f"/auth/v1/admin/users/{site.user_id(who)}"
        return await site.client.request(method, path, headers=headers, json=body)

    return program


async def mails(site):
    """Those that were sent so far, by recipient and text."""
    await site.app.state.auth.outbox.send_due()
    folder = site.service.settings.data_dir / "outbox"
    found = [message_from_bytes(path.read_bytes(), policy=policy.default) for path in sorted(folder.glob("*.eml"))]
    return [(mail["To"], mail.get_content()) for mail in found]


async def test_admins_see_everybody_with_what_they_may_do(site, ask, clock):
    site.service.database.write_now(accounts.add_owner, OTHER, site.user_id("owner"))
    rows = {row["email"].partition("@")[0]: row for row in (await ask("GET", "admin")).json()}
    assert list(rows) == ["admin", "contact", "owner", "stranger"]
    assert {who: (row["role"], row["is_contact"], row["is_owner"], row["owns"]) for who, row in rows.items()} == {
        "admin": ("service_role", False, False, []),
        "contact": ("authenticated", True, False, []),
        "owner": ("authenticated", False, True, [OWNED, OTHER]),
        "stranger": ("authenticated", False, False, []),
    }
    assert (rows["admin"]["sessions"], rows["owner"]["sessions"]) == (1, 0)
    assert not any(row["has_second_factor"] or row["banned_until"] for row in rows.values())


@pytest.mark.parametrize(
    "filters",
    ["role=eq.service_role", "is_contact=is.false&sessions=gt.0", "email=like.adm*", "is_owner=is.false&sessions=eq.1"],
)
async def test_filters_orders_and_counts_work_as_on_any_table(site, filters):
    headers = site.headers("admin") | {"Prefer": "count=exact"}
    answer = await site.client.get(f"{PATH}?select=email&{filters}&order=sessions.desc&limit=1", headers=headers)
    assert answer.json() == [{"email": "admin@stage.test"}]
    assert answer.headers["content-range"] == "0-0/1"


CHANGES = {
    "admin": ({"role": "service_role"}, "role_changed", "You are an admin"),
    "contact": ({"is_contact": True}, "contact_added", "You are a music contact"),
    "banned": ({"banned_until": "2099-01-01T00:00:00Z"}, "ban_changed", "cannot sign in until 1 January 2099"),
    "signed out": ({"sessions": 0}, "sessions_ended", "signed your account out"),
}


@pytest.mark.parametrize(("values", "event", "words"), CHANGES.values(), ids=CHANGES)
async def test_change_is_effective_recorded_and_told(site, ask, log, values, event, words):
    token = site.headers("stranger")
    assert (await ask("PATCH", "admin", "stranger", **values)).status_code == 204
    (line,) = (line for line in log.lines() if line["event"] == event)
    assert (line["who"], line["account"]) == (site.user_id("admin"), [site.user_id("stranger")])
    seen = await site.client.get(PATH, headers=token)
    assert seen.status_code == {"role_changed": 200, "contact_added": 403}.get(event, 401)
    ((to, text),) = await mails(site)
    assert to == "stranger@stage.test"
    assert words in text


MAY_NOTHING, ADMIN, CONTACT = "but nothing else", "You are an admin", "You are a music contact"
OWNS = "You are an owner of Night Ferry"
TOLD = {
    "a program makes an admin": (("program", "PUT", {"role": "service_role"}), "stranger", "role_changed", ADMIN),
    "a program bans": (("program", "PUT", {"ban_duration": "24h"}), "stranger", "ban_changed", "cannot sign in until"),
    "a program lifts a ban": (("program", "PUT", {"ban_duration": "none"}), "owner", "ban_changed", "sign in again"),
    "a program removes": (("program", "DELETE", {}), "stranger", "user_removed", "removed your account"),
    "a command makes an admin": (("user", "role", "stranger", "service_role"), "stranger", "role_changed", ADMIN),
    "a command removes": (("user", "remove", "stranger"), "stranger", "user_removed", "removed your account"),
    "a command adds a contact": (("contact", "add", "stranger"), "stranger", "contact_added", CONTACT),
    "a command removes a contact": (("contact", "remove", "contact"), "contact", "contact_removed", OWNS),
    "a command gives an artist": (("artist", "owner", OTHER, "stranger"), "stranger", "owner_changed", OWNS),
    "an admin gives an artist": (
        ("PATCH", f"music_artists?id=eq.{OTHER}", {"user_id": "stranger"}),
        "stranger",
        "owner_changed",
        OWNS,
    ),
    "an admin takes an artist": (
        ("PATCH", f"music_artists?id=eq.{OWNED}", {"user_id": None}),
        "owner",
        "owner_changed",
        MAY_NOTHING,
    ),
    "an admin adds an owner": (
        ("POST", "music_owners", {"artist_id": OTHER, "user_id": "stranger"}),
        "stranger",
        "owner_added",
        OWNS,
    ),
    "an admin takes a further owner's rights": (
        ("DELETE", f"music_owners?artist_id=eq.{OTHER}", {}),
        "contact",
        "owner_removed",
        CONTACT,
    ),
    "an admin takes a contact's row": (
        ("DELETE", "music_contacts?id=not.is.null", {}),
        "contact",
        "contact_removed",
        OWNS,
    ),
}


@on_sqlite
@pytest.mark.parametrize(("what", "who", "event", "words"), TOLD.values(), ids=TOLD)
async def test_whatever_changes_what_a_person_may_is_recorded_and_told(
    site, program, command, log, what, who, event, words
):
    account = site.user_id(who)
    site.service.database.write_now(accounts.add_owner, OTHER, site.user_id("contact"))
    site.service.database.write_now(accounts.change, site.user_id("owner"), banned_until="2099-01-01T00:00:00+00:00")
    if what[0] == "program":
        assert (await program(what[1], who, **what[2])).is_success
    elif what[0] in ("user", "contact", "artist"):
        group, *rest = what
        result = command(group, *(f"{word}@stage.test" if word == who else word for word in rest))
        assert result.exit_code == 0, result.stderr
        ((line),) = [json.loads(line) for line in result.stderr.splitlines()]
    else:
        method, path, body = what
        values = {name: account if value == who else value for name, value in body.items()}
        assert (await site.rest(method, path, "admin", json=values)).is_success
    if what[0] not in ("user", "contact", "artist"):
        (line,) = (line for line in log.lines() if line["event"] != "sign_in")
    assert (line["event"], account in line["account"]) == (event, True)
    told = dict(await mails(site))
    assert words in told[f"{who}@stage.test"]
    assert len(told) == 1


async def test_change_that_changes_nothing_is_not_told(site, program, command):
    await program("PUT", "stranger", role="authenticated", ban_duration="none")
    for words in (
        ("user", "role", "stranger@stage.test", "authenticated"),
        ("artist", "owner", OWNED, "owner@stage.test"),
    ):
        assert command(*words).exit_code == 0
    assert await mails(site) == []


async def test_removed_person_cannot_sign_in_and_is_told(site, ask, log):
    token = site.headers("owner")
    assert (await ask("DELETE", "admin", "owner")).status_code == 204
    assert (await site.client.get("/auth/v1/user", headers=token)).status_code == 403
    artists = await site.client.get(f"/rest/v1/music_artists?select=user_id&id=eq.{OWNED}", headers=site.headers())
    assert artists.json() == [{"user_id": None}]
    assert next(line["event"] for line in log.lines()) == "user_removed"
    ((to, _),) = await mails(site)
    assert to == "owner@stage.test"


LOSSES = {
    "demoted": ("PATCH", {"role": "authenticated"}),
    "banned": ("PATCH", {"banned_until": "2099-01-01T00:00:00Z"}),
    "removed": ("DELETE", {}),
}
WAYS = {
    **{f"{name} on a page": ("page", *loss) for name, loss in LOSSES.items()},
    "demoted by a program": ("program", "PUT", {"role": "authenticated", "email": "new@stage.test"}),
    "banned by a program": ("program", "PUT", {"ban_duration": "24h", "user_metadata": {"name": "New"}}),
    "removed by a program": ("program", "DELETE", {}),
    "demoted by a command": ("command", "role", "authenticated"),
    "removed by a command": ("command", "remove"),
}
ONLY_ADMIN = "This is the only admin: make somebody else an admin first."


def standing(connection):
    """What everybody is, and what of it the ways below try to change."""
    return [(one.email, one.role, one.banned_until, one.user_metadata) for one in accounts.everyone(connection)]


@pytest.mark.parametrize(("way", "what"), [(way, what) for way, *what in WAYS.values()], ids=WAYS)
async def test_last_admin_stays(site, ask, program, command, way, what):
    before = site.service.database.write_now(standing)
    if way == "page":
        method, values = what
        answer = await ask(method, "admin", "admin", **values)
        assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == (422, "PT422", ONLY_ADMIN)
    elif way == "program":
        method, values = what
        answer = await program(method, "admin", **values)
        assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == (422, "last_admin", ONLY_ADMIN)
    else:
        verb, *role = what
        result = command("user", verb, "admin@stage.test", *role)
        assert (result.exit_code, result.stderr) == (1, f"{ONLY_ADMIN}\n")
    assert site.service.database.write_now(standing) == before
    assert await mails(site) == []


@on_sqlite
@pytest.mark.parametrize(
    "columns", [{"banned_until": "2099-01-01T00:00:00+00:00"}, {"email_confirmed_at": None}], ids=str
)
async def test_admin_who_cannot_sign_in_is_not_the_one_who_stays(site, ask, columns):
    who = {"role": "service_role", **columns}
    site.service.database.write_now(accounts.change, site.user_id("stranger"), **who)
    assert (await ask("DELETE", "admin", "admin")).status_code == 422


@pytest.mark.parametrize(("method", "values"), LOSSES.values(), ids=LOSSES)
async def test_two_admins_who_end_each_others_rights_at_once_leave_one(site, ask, method, values):
    assert (await ask("PATCH", "admin", "contact", role="service_role")).status_code == 204
    calls = [
        (site.headers(who), f"{PATH}?id=eq.{site.user_id(whom)}")
        for who, whom in (("admin", "contact"), ("contact", "admin"))
    ]
    answers = await asyncio.gather(
        *(site.client.request(method, path, headers=headers, json=values) for headers, path in calls)
    )
    first, second = sorted(answer.status_code for answer in answers)
    assert first == 204
    assert second in (401, 403, 422)
    assert site.service.database.write_now(_admins) == 1


def _admins(connection):
    return sum(user.role == "service_role" and not user.is_banned for user in accounts.everyone(connection))


@on_sqlite
@pytest.mark.parametrize(
    ("values", "status", "code"),
    [
        ({"sessions": 1}, 403, "42501"),
        ({"role": "owner"}, 400, "23514"),
        ({"role": None}, 400, "23502"),
        ({"is_contact": None}, 400, "23502"),
        ({"banned_until": "soon"}, 400, "22007"),
        ({"email": "x@stage.test"}, 403, "42501"),
        ({"password_hash": "x"}, 400, "PGRST204"),
    ],
    ids=str,
)
async def test_what_cannot_be_set_is_refused(site, ask, values, status, code):
    answer = await ask("PATCH", "admin", "stranger", **values)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@on_sqlite
@pytest.mark.parametrize("table", ["music_contacts", "music_owners"])
async def test_rows_that_give_and_take_rights_are_told(site, table):
    row = {"user_id": site.user_id("stranger")} | ({"artist_id": OWNED} if table == "music_owners" else {})
    await site.client.post(f"/rest/v1/{table}", headers=site.headers("admin"), json=row)
    await mails(site)
    await site.client.delete(f"/rest/v1/{table}?user_id=eq.{row['user_id']}", headers=site.headers("admin"))
    assert sorted(MAY_NOTHING in text for _, text in await mails(site)) == [False, True]


async def test_an_ownership_stays_its_artists(site):
    """Moving it would give one page and take another, of which nobody would be told."""
    row = {"artist_id": OWNED, "user_id": site.user_id("stranger")}
    await site.rest("POST", "music_owners", "admin", json=row)
    moved = await site.rest("PATCH", f"music_owners?artist_id=eq.{OWNED}", "admin", json={"artist_id": OTHER})
    assert (moved.status_code, moved.json()["code"]) == (403, "42501")
    assert moved.json()["message"] == "permission denied for column artist_id of relation music_owners"
    given = {**row, "user_id": site.user_id("contact")}
    kept = await site.rest("PATCH", f"music_owners?artist_id=eq.{OWNED}", "admin", json=given)
    assert kept.status_code == 204
    assert await site.rows("music_owners?select=artist_id,user_id") == [given]


NAMES = [
    ({"full_name": "Jonas Weil", "name": "jonas"}, "Jonas Weil"),
    ({"name": " Jonas "}, "Jonas"),
    ({"full_name": "", "name": "Jonas"}, None),
    ({"full_name": None, "name": "Jonas"}, "Jonas"),
    ({"full_name": "東京 \u202eJ"}, "東京 \u202eJ"),
    ({"full_name": "J" * 150}, "J" * 100),
    ({"full_name": 5}, "5"),
    ({"full_name": "Jo\0nas"}, None),
    ({"other": "a\0b", "full_name": "Jonas"}, None),
    ({"full_name": "a\\u0000b"}, None),
    ({}, None),
]


@pytest.mark.parametrize(("metadata", "name"), NAMES, ids=lambda value: str(value)[:20])
async def test_admins_see_the_name_that_an_account_gives_itself(site, ask, program, metadata, name):
    answer = await program("PUT", "contact", user_metadata=metadata)
    assert answer.status_code == 200
    answer = await ask("GET", "admin", "contact")
    assert [person["name"] for person in answer.json()] == [name]
    assert (await ask("GET", "owner")).status_code == 403


async def test_a_name_is_not_written_with_a_person(site, ask):
    answer = await ask("PATCH", "admin", "contact", name="Jonas")
    assert (answer.status_code, answer.json()["code"]) == (403, "42501")
