"""Keys, tokens, paths and methods: what is answered before a table is looked at, and when something breaks."""

import logging

import pytest

from marquee.auth import accounts, sessions, tokens
from marquee.auth.secrets.secrets_file import load_or_create
from tests.cast import BASE_URL

pytestmark = pytest.mark.anyio

ARTISTS = "/rest/v1/music_artists?select=id"
CONTACTS = "/rest/v1/music_contacts?select=id"


async def get(site, path=ARTISTS, **headers):
    return await site.client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})


async def test_request_without_a_key_is_refused(site):
    answer = await get(site)
    assert (answer.status_code, answer.json()) == (
        401,
        {
            "message": "No API key found in request",
            "hint": "No `apikey` request header or url param was found.",
        },
    )


@pytest.mark.parametrize("key", ["wrong", "sb_publishable_wrong", "sb_secret_wrong", "é", " "])
async def test_wrong_key_is_refused(site, key):
    answer = await site.client.get(ARTISTS, headers={"apikey": key.encode()})
    assert answer.status_code == 401
    assert answer.json()["message"] in ("Invalid API key", "No API key found in request")
    assert "code" not in answer.json()


async def test_wrong_key_is_refused_whatever_the_token(site):
    answer = await get(site, apikey="wrong", authorization=f"Bearer {site.token('admin')}")
    assert (answer.status_code, answer.json()["message"]) == (401, "Invalid API key")


async def test_publishable_key_is_a_visitor_with_and_without_a_bearer(site):
    """Trap 3: A publishable key sent as bearer is no JWT."""
    key = site.service.keys.publishable
    for headers in ({}, {"authorization": f"Bearer {key}"}, {"authorization": f"bearer {key}"}, {"authorization": ""}):
        assert len((await get(site, apikey=key, **headers)).json()) == 3
        assert (await get(site, CONTACTS, apikey=key, **headers)).json() == []


async def test_secret_key_is_an_admin(site):
    secret, publishable = site.service.keys.secret, site.service.keys.publishable
    assert len((await get(site, CONTACTS, apikey=secret)).json()) == 1
    assert len((await get(site, CONTACTS, apikey=secret, authorization=f"Bearer {secret}")).json()) == 1
    assert (await get(site, CONTACTS, apikey=secret, authorization=f"Bearer {publishable}")).json() == []


async def test_wrong_key_as_a_bearer_is_refused(site):
    answer = await get(site, apikey=site.service.keys.publishable, authorization="Bearer sb_secret_wrong")
    assert (answer.status_code, answer.json()["message"]) == (401, "Invalid API key")


async def test_key_in_the_address_is_worth_a_visitor_at_most(site):
    keys = site.service.keys
    for key in (keys.publishable, keys.secret):
        assert len((await get(site, f"{ARTISTS}&apikey={key}")).json()) == 3
        assert (await get(site, f"{CONTACTS}&apikey={key}")).json() == []
    refused = await site.client.delete(f"/rest/v1/music_artists?id=eq.mara-voss&apikey={keys.secret}")
    assert (refused.status_code, refused.json()["code"]) == (401, "42501")


BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
SECRET_IN_A_BROWSER = {
    "as API key": lambda secret, _: {"headers": {"apikey": secret}},
    "as bearer": lambda secret, key: {"headers": {"apikey": key, "authorization": f"Bearer {secret}"}},
    "in the address": lambda secret, _: {"params": {"apikey": secret}},
}


@pytest.mark.parametrize("way", SECRET_IN_A_BROWSER)
@pytest.mark.parametrize("path", ["/rest/v1/music_contacts", "/auth/v1/settings", "/auth/v1/user", "/auth/v1/nothing"])
async def test_secret_key_is_refused_in_a_browser(site, path, way):
    """Trap 26: Secret keys in browsers, `alg: none`, HS256 with the public key."""
    keys = site.service.keys
    site.client.headers["user-agent"] = BROWSER
    answer = await site.client.get(path, **SECRET_IN_A_BROWSER[way](keys.secret, keys.publishable))
    assert answer.status_code == 401
    assert answer.json()["message"] == "Forbidden use of secret API key in browser"
    assert "never be used in a browser" in answer.json()["hint"]
    assert keys.secret not in answer.text


async def test_publishable_key_is_for_browsers(site):
    site.client.headers["user-agent"] = BROWSER
    assert (await get(site, apikey=site.service.keys.publishable)).status_code == 200


async def test_token_in_the_address_is_no_token(site):
    answer = await get(site, f"{CONTACTS}&access_token={site.token('admin')}", apikey=site.service.keys.publishable)
    assert (answer.status_code, answer.json()["code"]) == (400, "PGRST100")


async def as_bearer(site, token, path=ARTISTS):
    return await get(site, path, apikey=site.service.keys.publishable, authorization=f"Bearer {token}")


def assert_no_visitor(answer, code, message=None):
    """A visitor would be answered 200 here."""
    assert answer.status_code == 401
    assert answer.json()["code"] == code
    assert message is None or answer.json()["message"] == message
    assert answer.json().keys() == {"code", "message", "details", "hint"}
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert answer.headers["proxy-status"] == f"PostgREST; error={code}"


@pytest.mark.parametrize("token", ["x", "a.b", "a.b.c", "eyJhbGciOiJub25lIn0.e30.", "null", "undefined", "....."])
async def test_token_that_is_none_is_401_and_never_a_visitor(site, token):
    assert_no_visitor(await as_bearer(site, token), "PGRST301")


async def test_token_with_a_changed_signature_is_refused(site):
    token = site.token("admin")
    changed = token[:-4] + ("AAAA" if token[-4:] != "AAAA" else "BBBB")
    assert_no_visitor(await as_bearer(site, changed), "PGRST301")


async def test_token_of_another_site_is_refused(site, tmp_path):
    session = site.service.database.write_now(
        lambda connection: sessions.sign_in(connection, accounts.require(connection, "admin@stage.test"))
    )
    foreign = tokens.sign(sessions.access_claims(session, BASE_URL), load_or_create(tmp_path / "elsewhere"))
    assert_no_visitor(await as_bearer(site, foreign), "PGRST301")


async def test_expired_token_is_refused_after_half_a_minute_of_grace(site, clock):
    """Trap 6: Access tokens of 90 s or less are refreshed at every call."""
    token = site.token("admin")
    clock.move(hours=1, seconds=29)
    assert (await as_bearer(site, token)).status_code == 200
    clock.move(seconds=2)
    assert_no_visitor(await as_bearer(site, token), "PGRST303", "JWT expired")


async def test_token_of_an_ended_session_is_refused(site):
    token = site.token("admin")
    assert (await as_bearer(site, token)).status_code == 200
    site.service.database.write_now(sessions.sign_out, site.user_id("admin"), "", "global")
    assert_no_visitor(await as_bearer(site, token), "PGRST303", "Session ended")


async def test_banned_account_is_refused(site, clock):
    token = site.token("owner")
    site.service.database.write_now(accounts.change, site.user_id("owner"), banned_until="2026-11-22T00:00:00+00:00")
    assert_no_visitor(await as_bearer(site, token), "PGRST303", "Session ended")


async def test_demoted_admin_is_none_at_the_next_call(site):
    """Trap 24: The role in a token is believed for an hour."""
    headers = site.headers("admin")
    body = {"genre": "Opera"}
    path = "/rest/v1/music_artists?id=eq.mara-voss"
    assert (await site.client.patch(path, headers=headers, json=body)).status_code == 204
    site.service.database.write_now(accounts.change, site.user_id("admin"), role="authenticated")
    refused = await site.client.patch(path, headers=headers, json={"genre": "Noise"})
    assert (refused.status_code, refused.json()["code"]) == (403, "42501")
    assert (await site.client.get(CONTACTS, headers=headers)).json() == []


@pytest.mark.parametrize("name", ["users", "sessions", "alembic_version", "sqlite_master", "nothing", "MUSIC_ARTISTS"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PATCH", "DELETE"])
async def test_hidden_table_is_answered_as_one_that_does_not_exist(shared, name, method):
    answer = await shared.rest(method, f"{name}?id=eq.1", "admin", json={"id": "1"})
    assert answer.status_code == 404
    assert method == "HEAD" or answer.json() == {
        "code": "PGRST205",
        "message": f"Could not find the table 'public.{name}' in the schema cache",
        "details": None,
        "hint": None,
    }


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
async def test_there_are_no_functions(shared, method):
    answer = await shared.rest(method, "rpc/version", "admin")
    assert answer.status_code == 404
    assert answer.headers["proxy-status"] == "PostgREST; error=PGRST202"
    assert method == "HEAD" or answer.json()["code"] == "PGRST202"
    assert method == "HEAD" or "public.version" in answer.json()["message"]


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
async def test_functions_are_not_written_to(shared, method):
    answer = await shared.rest(method, "rpc/version", "admin")
    assert (answer.status_code, answer.json()["code"]) == (405, "PGRST101")
    assert answer.json()["message"] == f"Cannot use the {method} method on RPC"


ALLOWED = [
    ("", "OPTIONS,GET,HEAD"),
    ("music_artists", "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE"),
    ("music_events?select=nothing", "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE"),
    ("music_sessions", "OPTIONS,GET,HEAD,DELETE"),
]


@pytest.mark.parametrize(("path", "methods"), ALLOWED)
async def test_options_name_the_methods_that_somebody_may_use(shared, path, methods):
    answer = await shared.rest("OPTIONS", path)
    assert (answer.status_code, answer.content, answer.headers["allow"]) == (200, b"", methods)


NEAR = [
    ("music_artist", "Perhaps you meant the table 'public.music_artists'"),
    ("music_event", "Perhaps you meant the table 'public.music_events'"),
    ("musicevents", "Perhaps you meant the table 'public.music_events'"),
    ("users", None),
    ("user", None),
    ("artist_word", None),
    ("a" * 5000, None),
]


@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
@pytest.mark.parametrize(("name", "hint"), NEAR)
async def test_unknown_table_is_answered_with_a_near_name_that_is_exposed(shared, method, name, hint):
    options = {"json": {"a": 1}} if method == "POST" else {}
    answer = await shared.rest(method, name, "admin", **options)
    assert (answer.status_code, answer.json()["code"], answer.json()["hint"]) == (404, "PGRST205", hint)


@pytest.mark.parametrize("path", ["a/b", "music_artists/", "music_artists/1", "rpc/", "rpc/a/b"])
async def test_other_paths_are_invalid(shared, path):
    answer = await shared.rest("GET", path)
    assert (answer.status_code, answer.json()) == (
        404,
        {
            "code": "PGRST125",
            "message": "Invalid path specified in request URL",
            "details": None,
            "hint": None,
        },
    )


@pytest.mark.parametrize("method", ["TRACE", "PROPFIND", "CONNECT", "FROBNICATE"])
async def test_other_methods_are_405(shared, method):
    answer = await shared.rest(
        method, "music_artists?id=eq.mara-voss", "admin", headers={"X-HTTP-Method-Override": "GET"}
    )
    assert (answer.status_code, answer.json()) == (
        405,
        {
            "code": "PGRST117",
            "message": f"Unsupported HTTP method: {method}",
            "details": None,
            "hint": None,
        },
    )


async def test_method_override_is_ignored(shared):
    headers = {"X-HTTP-Method-Override": "DELETE"}
    answer = await shared.rest("GET", "music_artists?id=eq.mara-voss&select=id", "admin", headers=headers)
    assert answer.json() == [{"id": "mara-voss"}]
    shared.assert_unchanged()


@pytest.mark.parametrize(("broken", "method"), [("endpoints.run_query", "GET"), ("endpoints.run_mutation", "PATCH")])
async def test_fault_is_500_with_a_request_id_and_nothing_of_our_insides(shared, monkeypatch, caplog, broken, method):
    def fail(*_args):
        raise RuntimeError("SELECT secret FROM vault -- /home/app/marquee.sqlite3")

    monkeypatch.setattr(f"marquee.rest.{broken}", fail)
    with caplog.at_level(logging.INFO, "marquee"):
        answer = await shared.rest(method, "music_artists?id=eq.mara-voss&name=neq.fault", "admin", json={"bio": "x"})
    request_id = answer.headers["x-request-id"]
    assert (answer.status_code, answer.json()) == (
        500,
        {
            "code": "XX000",
            "message": f"Something went wrong on the server. The log has the details under request {request_id}.",
            "details": None,
            "hint": None,
        },
    )
    (fault,) = (record for record in caplog.records if record.exc_info)
    assert fault.request_id == request_id
    assert "SELECT secret" in str(fault.exc_info[1])


async def test_every_answer_has_the_security_headers(shared):
    for path in ("music_artists", "nothing", "a/b"):
        answer = await shared.rest("GET", path)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert "access-control-allow-origin" not in answer.headers
