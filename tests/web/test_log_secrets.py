"""Nothing secret in any log: a session in which everything that can go wrong does, then a search through every byte."""

import logging

import pytest
from click.testing import CliRunner
from sqlalchemy.exc import IntegrityError

from marquee.auth import accounts
from marquee.cli.main import main
from tests.cast import PASSWORD, Site

pytestmark = pytest.mark.anyio

ADMIN, OWNER = "admin@stage.test", "owner@stage.test"
HASH = "a-hash\n\nof-lines"
NEW = "planted: a new and lovely evening"
PLANTED = [
    "planted-wrong-password",
    "planted-short",
    "planted-in-the-address-password",
    "planted-token-in-the-address",
    "planted.mail@in-the-address.example",
    "planted.mail@in-the-body.example",
    "planted-unknown-refresh-token",
    "planted-bearer-token",
    "planted-basic-credentials",
    "planted-apikey",
    "sb_secret_planted-apikey-of-the-address",
    "planted-cookie",
    "planted-filter-value",
    "planted-in-broken-json",
    "planted-command-line-password",
    "planted-metadata",
]


@pytest.fixture
async def site(template, tmp_path):
    """One whose tables may be dropped."""
    opened = Site.open(template, tmp_path / "data", lasting=True)
    yield opened
    await opened.close()


@pytest.fixture
def call(site):
    """One request to the session service; the answer's JSON, or nothing."""

    async def call(method, path, token=None, headers=None, **options):
        given = site.headers() | ({"Authorization": f"Bearer {token}"} if token else {}) | (headers or {})
        answer = await site.client.request(method, f"/auth/v1/{path}", headers=given, **options)
        return answer.json() if answer.content else {}

    return call


async def live_through(site, call):
    """Signs in, refreshes, changes the password and signs out, with everything wrong on the way."""
    password = "token?grant_type=password"
    await call("POST", password, json={"email": ADMIN, "password": "planted-wrong-password"})
    await call("POST", password, json={"email": "planted.mail@in-the-body.example", "password": PASSWORD})
    query = "&password=planted-in-the-address-password&email=planted.mail@in-the-address.example"
    await call("POST", password + query, json={"email": ADMIN})
    await call("POST", password, content='{"email": "planted-in-broken-json"')
    first = await call("POST", password, json={"email": ADMIN, "password": PASSWORD})
    token = first["access_token"]
    second = await call("POST", "token?grant_type=refresh_token", json={"refresh_token": first["refresh_token"]})
    for worthless in ("planted-unknown-refresh-token", first["refresh_token"][:-4] + "AAA="):
        await call("POST", "token?grant_type=refresh_token", json={"refresh_token": worthless})
    await call("PUT", "user", token, json={"password": "planted-short", "current_password": PASSWORD})
    await call("PUT", "user", token, json={"password": NEW, "current_password": "planted-wrong-password"})
    await call("PUT", "user", token, json={"data": {"note": "planted-metadata" * 1000}})
    await call("PUT", "user", token, json={"password": NEW, "current_password": PASSWORD})
    await call("GET", "user?access_token=planted-token-in-the-address", "planted-bearer-token")
    await call("GET", "user", headers={"Authorization": "Basic planted-basic-credentials", "Cookie": "planted-cookie"})
    await call("GET", "user", headers={"apikey": "planted-apikey"})
    await site.client.get("/auth/v1/user?apikey=sb_secret_planted-apikey-of-the-address")
    await site.rest("PATCH", "music_artists?name=eq.planted-filter-value", json={"name": "planted-filter-value"})
    await site.rest("DELETE", "music_artists?id=eq.mara-voss&apikey=planted-apikey", "stranger")
    await call("POST", "logout", token)
    return [first["access_token"], first["refresh_token"], second["access_token"], second["refresh_token"]]


async def test_fault_of_the_database_is_logged_without_values(site, log):
    """PostgreSQL tells the whole row that breaks a rule."""

    def break_a_rule(connection, **values):
        accounts.change(connection, accounts.require(connection, ADMIN).id, **values)

    for values in ({"email": OWNER, "password_hash": HASH}, {"role": None, "password_hash": HASH}):
        try:
            await site.service.database.write(break_a_rule, **values)
        except IntegrityError:
            logging.getLogger("marquee").exception("fault")
    assert log.text.count("UPDATE users SET") == 2
    assert [value for value in (ADMIN, OWNER, *HASH.split()) if value in log.text] == []


async def test_nothing_secret_is_logged(site, call, log, tmp_path):
    secrets = await live_through(site, call)
    stored = site.service.database.write_now(accounts.require, ADMIN).password_hash
    site.service.database.write_now(lambda connection: connection.exec_driver_sql("DROP TABLE music_sessions"))
    await call("POST", "token?grant_type=password", json={"email": ADMIN, "password": NEW})
    await call("POST", "token?grant_type=refresh_token", json={"refresh_token": secrets[1]})
    await call("GET", "user", secrets[0])
    options = ("--data-dir", str(tmp_path / "other"), "user", "add")
    ran = CliRunner().invoke(
        main, (*options, "planted@command-line.example", "--password-stdin"), input="planted-command-line-password"
    )
    assert ran.exit_code == 0
    keys = site.service.keys
    secrets += [PASSWORD, NEW, stored, keys.secret, keys.publishable, keys.signing_key, ADMIN, *PLANTED]
    logged = log.text + ran.stderr
    assert logged.count('"event":"fault"') == 3
    assert logged.count('"event":"request"') > 20
    assert [secret for secret in [*secrets, "planted"] if secret in logged] == []
    for token in secrets[:4]:
        assert token.rpartition(".")[2][-20:] not in logged
