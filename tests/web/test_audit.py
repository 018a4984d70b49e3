"""The audit trail: one line for each event, with who, what, from where and in which request."""

import json
from urllib.parse import quote

import pyotp
import pytest
from click.testing import CliRunner

from marquee.auth import accounts
from marquee.cli.main import main
from tests.cast import ARTIST, PASSWORD

pytestmark = pytest.mark.anyio

ADMIN = "admin@stage.test"
NEW = "another long and lovely evening"


@pytest.fixture
def ask(site):
    """Asks the session service as one of the cast."""

    async def ask(method, path, who="visitor", **options):
        return await site.client.request(method, f"/auth/v1/{path}", headers=site.headers(who), **options)

    return ask


def sign_in(ask, email=ADMIN, password=PASSWORD):
    return ask("POST", "token?grant_type=password", json={"email": email, "password": password})


def of(answer, line):
    """The line as it is expected of this answer's request."""
    return {"client": "127.0.0.1", "request_id": answer.headers["x-request-id"]} | line


async def test_sign_in_and_sign_out(site, ask, log):
    who = site.user_id("admin")
    signed_in = await sign_in(ask)
    headers = {**site.headers(), "Authorization": f"Bearer {signed_in.json()['access_token']}"}
    signed_out = await site.client.post("/auth/v1/logout?scope=local", headers=headers)
    first, second = log.lines()
    session = first.pop("session")
    assert first == of(signed_in, {"event": "sign_in", "who": who})
    assert second == of(signed_out, {"event": "sign_out", "who": who, "session": session, "scope": "local"})


@pytest.mark.parametrize("who", ["admin", None])
async def test_failed_sign_in_names_the_account_by_its_id(site, ask, log, who):
    answer = await sign_in(ask, f"{who}@stage.test", "not the right password")
    assert log.lines() == [of(answer, {"event": "sign_in_failed", "who": who and site.user_id(who)})]


async def test_throttled_sign_in(site, ask, log):
    answers = [await sign_in(ask, password="not the right password") for _ in range(11)]
    assert [line["event"] for line in log.lines()] == ["sign_in_failed"] * 10 + ["throttled"]
    assert log.lines()[-1] == of(answers[-1], {"event": "throttled", "who": None, "path": "/auth/v1/token"})


async def test_reuse_of_a_refresh_token(site, ask, log, clock):
    session = (await sign_in(ask)).json()
    token = session["refresh_token"]
    for _ in range(2):
        answer = await ask("POST", "token?grant_type=refresh_token", json={"refresh_token": token})
        token = answer.json()["refresh_token"]
    clock.move(seconds=11)
    answer = await ask("POST", "token?grant_type=refresh_token", json={"refresh_token": session["refresh_token"]})
    signed_in, reused = log.lines()
    assert reused == of(answer, {"event": "token_reused", "who": None, "session": signed_in["session"]})


async def test_password_change(site, ask, log):
    body = {"password": NEW, "current_password": PASSWORD}
    answer = await ask("PUT", "user", "owner", json=body)
    assert log.lines() == [of(answer, {"event": "password_changed", "who": site.user_id("owner")})]


@pytest.mark.parametrize("who", ["visitor", "stranger"])
async def test_denied_write(site, log, who):
    answer = await site.rest("DELETE", "music_artists?id=eq.mara-voss", who)
    line = {
        "event": "denied",
        "who": None if who == "visitor" else site.user_id(who),
        "method": "DELETE",
        "path": "/rest/v1/music_artists",
        "why": "permission denied for table music_artists",
    }
    assert log.lines() == [of(answer, line)]


async def test_what_only_admins_may(site, ask, log):
    answer = await ask("PUT", "user", "stranger", json={"app_metadata": {"role": "x"}})
    line = {"event": "denied", "who": site.user_id("stranger"), "method": "PUT", "path": "/auth/v1/user"}
    assert log.lines() == [of(answer, {**line, "why": "Updating app_metadata requires admin privileges"})]


@pytest.mark.parametrize("prefer", ["return=minimal", "return=representation", "return=headers-only"])
async def test_deleted_rows(site, log, prefer):
    events = await site.rows("music_events?artist_id=eq.night-ferry&order=id")
    answer = await site.rest("DELETE", "music_events?artist_id=eq.night-ferry", "contact", headers={"Prefer": prefer})
    (line,) = log.lines()
    line["ids"].sort()
    ids = [event["id"] for event in events]
    what = {"table": "music_events", "rows": 2, "ids": ids}
    assert line == of(answer, {"event": "deleted", "who": site.user_id("contact"), **what})
    assert "location" not in answer.headers


async def test_nothing_deleted_is_no_event(site, log):
    await site.rest("DELETE", "music_events?artist_id=eq.nobody", "contact")
    assert log.lines() == []


TABLES = {
    "our names": (
        "music_events",
        "date,venue,location,artist_id\n2030-01-01,A,B,mara-voss\n2030-01-02,A,B,mara-voss\n",
        2,
    ),
    "people's names": ("music_events", "Wer,Datum,Halle,Stadt\nMara Voss,1.1.2030,A,B\n", 1),
    "artists": ("music_artists", "name,genre,image\nA,Pop,https://a.example/\n", 1),
}


@pytest.mark.parametrize(("table", "body", "rows"), TABLES.values(), ids=TABLES)
async def test_a_table_that_is_inserted_is_an_import(site, log, table, body, rows):
    answer = await site.rest("POST", table, "admin", content=body, headers={"Content-Type": "text/csv"})
    what = {"event": "imported", "who": site.user_id("admin"), "table": table, "rows": rows}
    assert (answer.status_code, log.lines()) == (201, [of(answer, what)])


async def test_an_imported_owner_is_told_of_too(site, log):
    body = f"name,genre,image,user_id\nA,Pop,https://a.example/,{site.user_id('stranger')}\n"
    await site.rest("POST", "music_artists", "admin", content=body, headers={"Content-Type": "text/csv"})
    assert [line["event"] for line in log.lines()] == ["imported", "owner_changed"]


async def test_contact_made_by_an_admin(site, log):
    account = site.user_id("stranger")
    answer = await site.rest("POST", "music_contacts", "admin", json={"user_id": account})
    line = {"event": "contact_added", "who": site.user_id("admin"), "account": [account]}
    assert log.lines() == [of(answer, line)]


PEOPLE = "music_people?id=in.({stranger},{contact})"
GIVEN = {
    "a word for false": ("PATCH", PEOPLE, {"is_contact": "false"}, [("contact_removed", ["contact"])]),
    "one column of two": (
        "PATCH",
        f"{PEOPLE}&columns=is_contact",
        {"is_contact": True, "role": "service_role"},
        [("contact_added", ["stranger"])],
    ),
    "two columns": (
        "PATCH",
        PEOPLE,
        {"role": "service_role", "is_contact": True},
        [("role_changed", ["contact", "stranger"]), ("contact_added", ["stranger"])],
    ),
    "nothing new": ("PATCH", PEOPLE, {"role": "authenticated", "banned_until": None}, []),
    "a contact once more": (
        "POST",
        "music_contacts?on_conflict=user_id",
        [{"user_id": "{CONTACT}"}, {"user_id": "{STRANGER}"}],
        [("contact_added", ["stranger"])],
    ),
    "an artist with an owner": (
        "POST",
        "music_artists?columns=name,genre,image,user_id",
        {**ARTIST, "user_id": "{stranger}"},
        [("owner_changed", ["stranger"])],
    ),
    "an artist merged with another owner": (
        "PUT",
        "music_artists?id=eq.mara-voss",
        {**ARTIST, "id": "mara-voss", "user_id": "{stranger}"},
        [("owner_changed", ["owner", "stranger"])],
    ),
    "an artist merged with the same owner": (
        "PUT",
        "music_artists?id=eq.mara-voss",
        {**ARTIST, "id": "mara-voss", "user_id": "{owner}"},
        [],
    ),
}


@pytest.mark.parametrize(("method", "path", "body", "events"), GIVEN.values(), ids=GIVEN)
async def test_trail_says_who_may_do_what_now_not_what_was_sent(site, log, method, path, body, events):
    ids = {who: site.user_id(who) for who in ("stranger", "contact", "owner")}
    ids |= {who.upper(): id_.upper() for who, id_ in ids.items()}
    for who, id_ in ids.items():
        path, body = path.replace(f"{{{who}}}", id_), json.loads(json.dumps(body).replace(f"{{{who}}}", id_))
    headers = {"Prefer": "resolution=merge-duplicates"}
    answer = await site.rest(method, path, "admin", json=body, headers=headers)
    assert answer.is_success, answer.text
    told = [(line["event"], sorted(line["account"])) for line in log.lines()]
    assert told == [(event, sorted(ids[who] for who in accounts)) for event, accounts in events]


async def test_holder_of_the_secret_key(site, log):
    key = site.service.keys.secret
    await site.rest(
        "DELETE", "music_artists?id=eq.mara-voss", headers={"apikey": key, "Authorization": f"Bearer {key}"}
    )
    (line,) = log.lines()
    assert (line["event"], line["who"], line["ids"]) == ("deleted", "secret key", ["mara-voss"])


async def test_command_line(site, tmp_path, monkeypatch):
    monkeypatch.setenv("MARQUEE_DATABASE_URL", site.service.settings.database_url)

    def run(*arguments, stdin=None):
        result = CliRunner().invoke(main, ("--data-dir", str(tmp_path / "data"), *arguments), input=stdin)
        assert result.exit_code == 0
        line = json.loads(result.stderr)
        assert line["client"] == "command line"
        assert line["who"].startswith("uid ")
        return {name: line[name] for name in line.keys() - {"time", "level", "logger", "who", "client", "request_id"}}

    found = run("user", "add", "dana@stage.test", "--password-stdin", stdin=NEW)
    account = site.service.database.write_now(accounts.require, "dana@stage.test").id
    assert found == {"event": "user_added", "account": account, "role": "authenticated"}
    found = run("user", "role", "dana@stage.test", "service_role")
    assert found == {"event": "role_changed", "account": account, "role": "service_role"}
    assert run("contact", "add", "dana@stage.test") == {"event": "contact_added", "account": account}
    assert run("contact", "remove", "dana@stage.test") == {"event": "contact_removed", "account": account}
    assert run("user", "reset-factors", "dana@stage.test") == {"event": "factors_reset", "account": account}
    found = run("artist", "owner", "night-ferry", "dana@stage.test")
    assert found == {"event": "owner_changed", "account": account, "artist": "night-ferry"}
    assert run("user", "remove", "dana@stage.test") == {"event": "user_removed", "account": account}


@pytest.mark.parametrize("forged", ['x\n{"event": "sign_in"}', "x\r\n\u2028y\u0085z\x0b", '","event":"sign_in'])
async def test_nothing_sent_forges_a_line(site, log, forged):
    await site.rest("DELETE", f"music_artists?id=eq.{quote(forged)}", "stranger")
    await site.client.get(f"/{quote(forged)}", headers={"User-Agent": "x", "X-Request-Id": "forged"})
    lines = log.text.split("\n")
    assert lines.pop() == ""
    assert not any(json.loads(line)["event"] == "sign_in" for line in lines)
    assert len(lines) == log.text.count('"time"')
    assert "forged" not in log.text


async def test_second_factor(site, ask, log, clock):
    token = (await sign_in(ask)).json()["access_token"]
    headers = {**site.headers(), "Authorization": f"Bearer {token}"}

    async def call(method, path, **body):
        return await site.client.request(method, f"/auth/v1/factors{path}", headers=headers, json=body)

    made = (await call("POST", "", factor_type="totp")).json()
    for code in ("x", pyotp.TOTP(made["totp"]["secret"]).at(clock.now)):
        challenge = (await call("POST", f"/{made['id']}/challenge")).json()["id"]
        answer = await call("POST", f"/{made['id']}/verify", challenge_id=challenge, code=code)
    headers["Authorization"] = f"Bearer {answer.json()['access_token']}"
    await call("DELETE", f"/{made['id']}")
    lines = log.lines()[1:]
    assert [line["event"] for line in lines] == [
        "factor_enrolled",
        "factor_failed",
        "factor_verified",
        "factor_removed",
    ]
    assert {(line["who"], line["factor"]) for line in lines} == {(site.user_id("admin"), made["id"])}
    assert made["totp"]["secret"] not in log.text


async def test_admin_calls(site, log):
    account, key = site.user_id("stranger"), site.service.keys.secret

    async def call(method, path="", **body):
        await site.client.request(method, f"/auth/v1/admin/users{path}", headers={"apikey": key}, json=body)

    await call("POST", email="dana@stage.test", password=NEW)
    await call("PUT", f"/{account}", role="service_role", password=NEW, email="new@stage.test", ban_duration="none")
    await call("DELETE", f"/{account}")
    lines = log.lines()
    assert [line["event"] for line in lines] == [
        "user_added",
        "role_changed",
        "password_changed",
        "address_changed",
        "ban_changed",
        "user_removed",
    ]
    assert {line["who"] for line in lines} == {"secret key"}
    assert {line["account"] for line in lines[1:]} == {account}


async def test_recovery_code_ended_session_and_requests(site, ask, log, clock):
    token = (await sign_in(ask)).json()["access_token"]
    headers, who = {**site.headers(), "Authorization": f"Bearer {token}"}, site.user_id("admin")
    made = (await site.client.post("/auth/v1/factors", headers=headers, json={"factor_type": "totp"})).json()
    for code in (pyotp.TOTP(made["totp"]["secret"]).at(clock.now), made["recovery_codes"][0]):
        path = f"/auth/v1/factors/{made['id']}"
        challenge = (await site.client.post(f"{path}/challenge", headers=headers)).json()["id"]
        body = {"challenge_id": challenge, "code": code}
        answer = await site.client.post(f"{path}/verify", headers=headers, json=body)
    headers["Authorization"] = f"Bearer {answer.json()['access_token']}"
    assert (
        await site.client.put("/auth/v1/user", headers=headers, json={"email": "new@stage.test"})
    ).status_code == 200
    await site.client.delete("/rest/v1/music_sessions?aal=eq.aal2", headers=headers)
    for email in (ADMIN, "nobody@stage.test"):
        await ask("POST", "recover", json={"email": email})
    lines = log.lines()[3:]
    assert [(line["event"], line["who"]) for line in lines] == [
        ("recovery_code_used", who),
        ("address_requested", who),
        ("sessions_ended", who),
        ("link_requested", who),
        ("link_requested", None),
    ]
    assert not any(code in log.text for code in made["recovery_codes"])
