"""Invitations through the data service: made, shown once, mailed, replaced and withdrawn, by admins alone."""

import re
from email import message_from_bytes, policy

import pytest
from sqlalchemy import text

from tests.cast import ARTIST, BASE_URL, OTHER
from tests.conftest import on_sqlite

pytestmark = pytest.mark.anyio

LENA = "lena@night-ferry.example"
LINK = re.compile(re.escape(BASE_URL) + r"/invitation#([\w-]{43})\b")


def token_in(words):
    found = LINK.search(words)
    assert found
    return found[1]


@pytest.fixture
def ask(site):
    async def ask(method, who="admin", query="", **body):
        headers = site.headers(who) | {"Prefer": "return=representation"}
        return await site.client.request(
            method, f"/rest/v1/music_invitations{query}", headers=headers, **({"json": body} if body else {})
        )

    return ask


async def mails(site):
    await site.app.state.auth.outbox.send_due()
    found = (site.service.settings.data_dir / "outbox").glob("*.eml")
    return [message_from_bytes(path.read_bytes(), policy=policy.default) for path in sorted(found)]


async def test_link_is_in_the_answer_once_and_its_token_nowhere(site, ask, clock, log):
    answer = await ask("POST", role="contact")
    assert answer.status_code == 201
    (made,) = answer.json()
    token = token_in(made.pop("link"))
    assert made == {
        "id": made["id"],
        "email": None,
        "role": "contact",
        "artist_id": None,
        "invited_by": site.user_id("admin"),
        "created_at": "2026-11-21T10:00:00.12+00:00",
        "expires_at": "2026-11-28T10:00:00.12+00:00",
        "accepted_at": None,
        "replaces": None,
    }
    assert (await ask("GET")).json() == [{**made, "link": None}]
    stored = site.service.database.write_now(lambda c: [tuple(row) for row in c.execute(text(TOKENS))])
    assert len(stored) == 1
    assert token not in f"{stored}{log.text}"
    (line,) = (line for line in log.lines() if line["event"] == "invitation_added")
    assert (line["who"], line["ids"], line["role"]) == (site.user_id("admin"), [made["id"]], ["contact"])


TOKENS = "SELECT * FROM invitation_tokens, music_invitations"


async def test_several_at_once_have_links_of_their_own(site, ask):
    rows = [{"role": "contact"}, {"role": "service_role"}]
    headers = site.headers("admin") | {"Prefer": "return=representation"}
    made = (await site.client.post("/rest/v1/music_invitations?select=role,link", headers=headers, json=rows)).json()
    assert [row["role"] for row in made] == ["contact", "service_role"]
    assert len({token_in(row["link"]) for row in made}) == 2


@pytest.mark.parametrize("email", [LENA, "stranger@stage.test"])
async def test_mail_says_by_whom_and_what_for_with_a_link_of_its_own(site, ask, email):
    (made,) = (await ask("POST", email=email.upper(), role="owner", artist_id=OTHER)).json()
    assert made["email"] == email
    (mail,) = await mails(site)
    assert mail["To"] == email
    assert "admin@stage.test has invited you" in mail.get_content()
    assert "look after the page of Night Ferry" in mail.get_content()
    assert token_in(mail.get_content()) not in made["link"]


async def test_replacing_withdraws_and_makes_anew(site, ask):
    (old,) = (await ask("POST", email=LENA, role="owner", artist_id=OTHER)).json()
    await mails(site)
    (new,) = (await ask("POST", replaces=old["id"])).json()
    assert {name: new[name] for name in ("email", "role", "artist_id")} == {
        name: old[name] for name in ("email", "role", "artist_id")
    }
    assert new["link"] != old["link"]
    assert [row["id"] for row in (await ask("GET")).json()] == [new["id"]]
    assert len(await mails(site)) == 2
    again = await ask("POST", replaces=old["id"])
    assert (again.status_code, again.json()["code"]) == (404, "PT404")


async def test_mail_of_one_to_a_deleted_artist_is_not_sent(site, ask):
    await ask("POST", email=LENA, role="owner", artist_id=OTHER)
    await site.rest("DELETE", f"music_artists?id=eq.{OTHER}", "admin")
    assert await mails(site) == []


async def test_withdrawn_invitation_is_gone_and_its_mail_is_not_sent(site, ask, log):
    (made,) = (await ask("POST", email=LENA, role="contact")).json()
    assert (await ask("DELETE", query=f"?id=eq.{made['id']}")).status_code == 200
    assert (await ask("GET")).json() == []
    assert await mails(site) == []
    assert [line["event"] for line in log.lines()] == ["invitation_added", "invitation_withdrawn"]


REFUSED = {
    "unknown role": ({"role": "owner of all"}, 400, "23514"),
    "no role": ({"email": LENA}, 400, "23502"),
    "owner of nothing": ({"role": "owner"}, 400, "23514"),
    "admin of an artist": ({"role": "service_role", "artist_id": OTHER}, 400, "23514"),
    "owner of nobody": ({"role": "owner", "artist_id": "nobody"}, 409, "23503"),
    "no email": ({"role": "contact", "email": "lena"}, 400, "23514"),
    "own time": ({"role": "contact", "expires_at": "2099-01-01T00:00:00Z"}, 403, "42501"),
    "own link": ({"role": "contact", "link": "https://evil.example"}, 403, "42501"),
    "somebody else's name": ({"role": "contact", "invited_by": "5d6c9c5a-77ad-4d5e-9f0c-3a1f0f7f1d11"}, 403, "42501"),
}


@pytest.mark.parametrize(("row", "status", "code"), REFUSED.values(), ids=REFUSED)
async def test_what_no_invitation_can_be_is_refused(site, ask, row, status, code):
    answer = await ask("POST", **row)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert (await ask("GET")).json() == []


@on_sqlite
@pytest.mark.parametrize("who", ["visitor", "stranger", "contact", "owner"])
async def test_nobody_else_invites_sees_or_withdraws(site, ask, who):
    (made,) = (await ask("POST", role="service_role")).json()
    for method, query, body in (
        ("GET", "", {}),
        ("POST", "", {"role": "service_role"}),
        ("POST", "", {"replaces": made["id"]}),
        ("DELETE", f"?id=eq.{made['id']}", {}),
    ):
        answer = await ask(method, who, query, **body)
        assert (answer.status_code, answer.json()["code"]) == (401 if who == "visitor" else 403, "42501")
    assert [row["id"] for row in (await ask("GET")).json()] == [made["id"]]


async def test_admin_makes_so_many_in_a_day_also_when_they_are_withdrawn(site, ask, clock, monkeypatch):
    monkeypatch.setattr("marquee.domain.invitations.PER_DAY", 3)
    for _ in range(3):
        made = await ask("POST", role="contact")
        assert (await ask("DELETE", query=f"?id=eq.{made.json()[0]['id']}")).status_code == 200
    refused = await ask("POST", role="contact", email=LENA)
    assert (refused.status_code, refused.json()["code"]) == (429, "PT429")
    assert "3 invitations in a day" in refused.json()["message"]
    assert await mails(site) == []
    clock.move(days=1)
    assert (await ask("POST", role="contact", email=LENA)).status_code == 201


async def test_limit_of_a_day_also_counts_those_to_deleted_artists(site, ask, monkeypatch):
    monkeypatch.setattr("marquee.domain.invitations.PER_DAY", 3)
    for number in range(3):
        artist = {**ARTIST, "id": f"halve-{number}"}
        assert (await site.rest("POST", "music_artists", "admin", json=artist)).status_code == 201
        assert (await ask("POST", role="owner", artist_id=artist["id"])).status_code == 201
        assert (await site.rest("DELETE", f"music_artists?id=eq.{artist['id']}", "admin")).status_code == 204
    refused = await ask("POST", role="contact")
    assert (refused.status_code, refused.json()["code"]) == (429, "PT429")
