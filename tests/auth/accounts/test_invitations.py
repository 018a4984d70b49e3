"""Accepting an invitation: once, by whom it is for, and by nobody who only guesses."""

import asyncio
from uuid import uuid4

import pytest
from sqlalchemy import insert

from marquee.auth import accounts
from marquee.domain.invitations import find
from marquee.domain.tables import factors
from tests.cast import ARTIST, OTHER, OWNED, PASSWORD
from tests.conftest import on_sqlite
from tests.rest.recorded import undone

pytestmark = pytest.mark.anyio

LENA = "lena@night-ferry.example"
NEW = {"email": LENA, "password": "rivers run under the ice"}


@pytest.fixture
def invite(site):
    """Makes an invitation as an admin; its token."""

    async def invite(by="admin", **row):
        headers = site.headers(by) | {"Prefer": "return=representation"}
        answer = await site.client.post("/rest/v1/music_invitations", headers=headers, json=row)
        assert answer.status_code == 201, answer.text
        return answer.json()[0]["link"].partition("#")[2]

    return invite


@pytest.fixture
def ask(site):
    async def ask(call, who="visitor", headers=None, **body):
        path = "/auth/v1/invitation" + ("/accept" if call == "accept" else "")
        return await site.client.post(path, headers=headers or site.headers(who), json=body)

    return ask


def bearer(site, answer):
    return site.headers() | {"Authorization": f"Bearer {answer.json()['session']['access_token']}"}


def refusal(answer):
    return answer.status_code, answer.json()["error_code"]


async def test_link_says_by_whom_and_what_for(site, ask, invite, clock):
    token = await invite(role="owner", artist_id=OTHER, email=LENA)
    assert (await ask("read", token=token)).json() == {
        "state": "open",
        "ended_at": None,
        "role": "owner",
        "artist": {"id": OTHER, "name": "Night Ferry"},
        "email": LENA,
        "invited_by": "admin@stage.test",
        "expires_at": "2026-11-28T10:00:00.12+00:00",
    }


RIGHTS = {
    "admin": ({"role": "service_role"}, "PATCH", f"music_artists?id=eq.{OTHER}", {"genre": "Noise"}),
    "contact": ({"role": "contact"}, "PATCH", f"music_events?artist_id=eq.{OTHER}", {"note": "New"}),
    "owner": ({"role": "owner", "artist_id": OTHER}, "PATCH", f"music_artists?id=eq.{OTHER}", {"bio": "New"}),
    "further owner": ({"role": "owner", "artist_id": OWNED}, "PATCH", f"music_artists?id=eq.{OWNED}", {"bio": "New"}),
}


@pytest.mark.parametrize("as_", ["a new account", "the account that is signed in"])
@pytest.mark.parametrize(("row", "method", "path", "body"), RIGHTS.values(), ids=RIGHTS)
async def test_accepted_rights_hold_at_the_next_request(site, ask, invite, log, row, method, path, body, as_):
    token, is_new = await invite(**row), as_ == "a new account"
    before = site.headers("stranger")
    if not is_new:
        assert (await site.client.request(method, f"/rest/v1/{path}", headers=before, json=body)).status_code == 403
    answer = await (ask("accept", token=token, **NEW) if is_new else ask("accept", headers=before, token=token))
    assert (answer.status_code, answer.json()["role"]) == (200, row["role"])
    headers = bearer(site, answer) if is_new else before
    assert (await site.client.request(method, f"/rest/v1/{path}", headers=headers, json=body)).status_code == 204
    first = await site.client.get(f"/rest/v1/music_artists?select=user_id&id=eq.{OWNED}", headers=site.headers())
    assert first.json() == [{"user_id": site.user_id("owner")}]
    (line,) = (line for line in log.lines() if line["event"] == "invitation_accepted")
    assert line["who"] == line["account"]
    assert token not in log.text


async def test_works_once_also_for_two_at_the_same_moment(site, ask, invite):
    token = await invite(role="contact")
    people = [NEW, {**NEW, "email": "jonas@night-ferry.example"}]
    answers = await asyncio.gather(
        *(ask("accept", token=token, **person) for person in people), ask("accept", "stranger", token=token)
    )
    assert sorted(answer.status_code for answer in answers) == [200, 410, 410]
    everyone = await site.client.get(
        "/rest/v1/music_people?select=email&is_contact=is.true", headers=site.headers("admin")
    )
    assert len(everyone.json()) == 2
    assert (await ask("read", token=token)).json()["state"] == "used"


async def over(site, ask, invite, clock, state):
    token = await invite(role="contact", email=LENA)
    if state == "used":
        assert (await ask("accept", token=token, **NEW)).status_code == 200
    elif state == "expired":
        clock.move(days=7)
    elif state == "withdrawn":
        await site.client.delete("/rest/v1/music_invitations?role=eq.contact", headers=site.headers("admin"))
    elif state == "replaced":
        id_ = site.service.database.write_now(find, token).id
        await invite(replaces=id_)
    return token


@pytest.mark.parametrize("state", ["used", "expired", "withdrawn", "replaced"])
async def test_what_is_over_says_so_to_who_has_the_link(site, ask, invite, clock, state):
    token, told = await over(site, ask, invite, clock, state), {"replaced": "withdrawn"}.get(state, state)
    assert (await ask("read", token=token)).json()["state"] == told
    for headers in (site.headers(), site.headers("stranger")):
        answer = await ask("accept", headers=headers, token=token, email=LENA, password=PASSWORD)
        assert refusal(answer) == (410, f"invitation_{told}")


async def deleted(site):
    """The number of the change that deleted the artist."""
    assert (await site.rest("DELETE", f"music_artists?id=eq.{OTHER}", "admin")).status_code == 204
    (change,) = await site.rows(f"music_changes?select=id&row_id=eq.{OTHER}&action=eq.delete")
    return change["id"]


async def test_one_to_a_deleted_artist_is_over_until_an_undo_brings_them_back(site, ask, invite):
    token = await invite(role="owner", artist_id=OTHER, email=LENA)
    (listed,) = await site.rows("music_invitations")
    deletion = await deleted(site)
    told = (await ask("read", token=token)).json()
    assert (told["state"], told["ended_at"], told["artist"]) == ("withdrawn", None, None)
    assert refusal(await ask("accept", token=token, **NEW)) == (410, "invitation_withdrawn")
    assert await site.rows("music_invitations") == []
    replaced = await site.rest("POST", "music_invitations", "admin", json={"replaces": listed["id"]})
    assert (replaced.status_code, replaced.json()["code"]) == (404, "PT404")
    await undone(site, deletion)
    assert await site.rows("music_invitations") == [listed]
    assert (await ask("read", token=token)).json()["state"] == "open"
    accepted = await ask("accept", token=token, **NEW)
    assert (accepted.status_code, accepted.json()["artist"]["name"]) == (200, "Night Ferry")


async def test_one_to_a_deleted_artist_gives_no_rights_to_another_of_the_same_id(site, ask, invite):
    token = await invite(role="owner", artist_id=OTHER)
    await deleted(site)
    namesake = await site.rest("POST", "music_artists", "admin", json={**ARTIST, "id": OTHER})
    assert namesake.status_code == 201
    assert (await ask("read", token=token)).json()["state"] == "withdrawn"
    assert refusal(await ask("accept", token=token, **NEW)) == (410, "invitation_withdrawn")
    assert await site.rows("music_invitations") == []


@pytest.mark.parametrize("who", ["visitor", "stranger"])
async def test_one_with_an_email_is_for_that_email_only(site, ask, invite, who):
    token = await invite(role="service_role", email=LENA)
    answer = await ask("accept", who, token=token, email="eve@evil.example", password=PASSWORD)
    assert refusal(answer) == (403, "invitation_for_another")
    assert (await ask("accept", token=token, **{**NEW, "email": LENA.upper()})).status_code == 200


async def test_email_with_an_account_signs_in_to_accept(site, ask, invite):
    token = await invite(role="contact", email="stranger@stage.test")
    answer = await ask("accept", token=token, email="stranger@stage.test", password=NEW["password"])
    assert refusal(answer) == (422, "email_exists")
    assert (await ask("accept", "stranger", token=token)).status_code == 200


GUESSES = ["x", "A" * 43, "../../etc/passwd", "' OR 1=1 --", "é" * 9, "0" * 5000]


@on_sqlite
@pytest.mark.parametrize("email", ["stranger@stage.test", "nobody@stage.test"])
async def test_password_that_is_refused_does_not_tell_who_has_an_account(ask, invite, email):
    token = await invite(role="contact")
    assert refusal(await ask("accept", token=token, email=email, password="short")) == (422, "weak_password")


@pytest.mark.parametrize("guess", GUESSES, ids=range(len(GUESSES)))
async def test_guess_learns_nothing(ask, invite, guess):
    await invite(role="service_role")
    answers = [await ask("read", token=guess), await ask("accept", token=guess, **NEW)]
    answers.append(await ask("accept", "stranger", token=guess))
    assert {answer.text for answer in answers} == {answers[0].text}
    assert refusal(answers[0]) == (404, "invitation_not_found")


@on_sqlite
@pytest.mark.parametrize("token", [None, "", 7, ["x"], {"ne": ""}])
async def test_no_token_is_refused(ask, token):
    for call in ("read", "accept"):
        assert refusal(await ask(call, token=token, **NEW)) == (400, "validation_failed")


@on_sqlite
@pytest.mark.parametrize(
    ("values", "status", "code"),
    [
        ({"password": "short"}, 422, "weak_password"),
        ({"password": None}, 400, "validation_failed"),
        ({"email": "lena"}, 400, "validation_failed"),
        ({"email": None}, 400, "validation_failed"),
    ],
    ids=str,
)
async def test_bad_fields_use_up_nothing(ask, invite, values, status, code):
    token = await invite(role="contact")
    assert refusal(await ask("accept", token=token, **{**NEW, **values})) == (status, code)
    assert (await ask("accept", token=token, **NEW)).status_code == 200


@on_sqlite
@pytest.mark.parametrize("end", ["demoted", "banned", "removed"])
async def test_who_is_no_admin_any_more_promotes_nobody(site, ask, invite, end):
    """Also not themselves, with a link that they have kept."""
    database = site.service.database
    database.write_now(accounts.change, site.user_id("stranger"), role="service_role")
    token = await invite(by="stranger", role="service_role")
    path = f"/rest/v1/music_people?id=eq.{site.user_id('stranger')}"
    values = {"demoted": {"role": "authenticated"}, "banned": {"banned_until": "2099-01-01"}}.get(end)
    method = "DELETE" if values is None else "PATCH"
    await site.client.request(method, path, headers=site.headers("admin"), json=values)
    expected = (404, "invitation_not_found") if end == "removed" else (410, "invitation_withdrawn")
    assert refusal(await ask("accept", token=token, **NEW)) == expected


async def test_account_with_a_second_factor_shows_it_first(site, ask, invite):
    headers, token = site.headers("stranger"), await invite(role="contact")
    site.service.database.write_now(_add_factor, site.user_id("stranger"))
    assert refusal(await ask("accept", headers=headers, token=token)) == (401, "insufficient_aal")
    assert (await ask("read", token=token)).json()["state"] == "open"


def _add_factor(connection, user_id):
    now = "2026-11-21T10:00:00+00:00"
    values = {"id": str(uuid4()), "user_id": user_id, "friendly_name": "", "factor_type": "totp", "status": "verified"}
    connection.execute(insert(factors).values(**values, secret="sealed", created_at=now, updated_at=now))
