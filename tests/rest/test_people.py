"""People and their rights through the data service: what changes, who is told, and that one admin stays."""

import asyncio
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
    assert {who: (row["role"], row["is_contact"], row["owns"]) for who, row in rows.items()} == {
        "admin": ("service_role", False, []),
        "contact": ("authenticated", True, []),
        "owner": ("authenticated", False, [OWNED, OTHER]),
        "stranger": ("authenticated", False, []),
    }
    assert (rows["admin"]["sessions"], rows["owner"]["sessions"]) == (1, 0)
    assert not any(row["has_second_factor"] or row["banned_until"] for row in rows.values())


@pytest.mark.parametrize("filters", ["role=eq.service_role", "is_contact=is.false&sessions=gt.0", "email=like.adm*"])
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


@pytest.mark.parametrize(("method", "values"), LOSSES.values(), ids=LOSSES)
async def test_last_admin_stays(site, ask, method, values):
    answer = await ask(method, "admin", "admin", **values)
    assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == (
        422,
        "PT422",
        "This is the only admin",
    )
    (admin,) = (await site.client.get(f"{PATH}?role=eq.service_role", headers=site.headers("admin"))).json()
    assert (admin["email"], admin["banned_until"]) == ("admin@stage.test", None)
    assert await mails(site) == []


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
    assert sorted("change nothing else" in text for _, text in await mails(site)) == [False, True]
