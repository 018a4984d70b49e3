"""Replacing the keys of a running server: sessions go on, and old keys are valid no longer than they must be."""

import json
import logging
import os

import jwt
import msgspec
import pyotp
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from sqlalchemy import select

from marquee.auth import tokens
from marquee.auth.secrets import keys, sealing, secrets_file
from marquee.auth.secrets.key_ring import KeyRing
from marquee.auth.secrets.rotation import with_all_new, with_new_secret, with_new_signing_key
from marquee.auth.secrets.secrets_file import change
from marquee.domain.tables import factors
from marquee.errors import OperatorError

pytestmark = pytest.mark.anyio


@pytest.fixture
def folder(auth):
    return auth.settings.data_dir


@pytest.fixture
async def session(auth, clock):
    auth.add()
    return await auth.sign_in()


async def kids(auth):
    return [key["kid"] for key in (await auth.client.get("/auth/v1/.well-known/jwks.json")).json()["keys"]]


def kid_of(token):
    return jwt.get_unverified_header(token)["kid"]


async def test_new_tokens_are_of_the_new_key_and_the_former_ones_stay_good(auth, session, folder):
    change(folder, with_new_signing_key)
    fresh = (await auth.refresh(session["refresh_token"])).json()
    assert await kids(auth) == [kid_of(fresh["access_token"]), kid_of(session["access_token"])]
    for token in (session["access_token"], fresh["access_token"]):
        assert (await auth.get_user(token)).status_code == 200


async def test_former_key_is_gone_once_its_last_token_has_expired(auth, session, folder, clock):
    change(folder, with_new_signing_key)
    clock.move(seconds=3629)
    assert (await auth.get_user(session["access_token"])).status_code == 200
    assert len(await kids(auth)) == 2
    clock.move(seconds=32)
    assert (await auth.get_user(session["access_token"])).status_code == 403
    assert len(await kids(auth)) == 1
    assert secrets_file.load_or_create(folder).former == ()
    assert "previous_signing_keys" not in (folder / secrets_file.FILE_NAME).read_text()


async def test_two_rotations_in_an_hour_keep_both_former_keys_newest_first(auth, session, folder, clock):
    middle = change(folder, with_new_signing_key)
    clock.move(minutes=1)
    change(folder, with_new_signing_key)
    assert (await kids(auth))[1:] == [tokens.jwks(middle)["keys"][0]["kid"], kid_of(session["access_token"])]


def test_former_key_lives_as_long_as_any_of_its_tokens():
    assert keys.FORMER_KEY_LIFETIME.total_seconds() > tokens.LIFETIME_S + tokens.LEEWAY_S


async def test_former_private_key_is_not_kept(auth, folder):
    before = auth.keys.signing_key
    change(folder, with_new_signing_key)
    content = json.loads((folder / secrets_file.FILE_NAME).read_text())
    assert before not in content.values()
    (former,) = content["previous_signing_keys"]
    assert "PRIVATE" not in former["public_key"]


async def test_token_of_the_former_key_under_the_new_kid_is_forged(auth, session, folder):
    claims = tokens.verify(session["access_token"], auth.keys)
    renewed = change(folder, with_new_signing_key)
    key = load_pem_private_key(auth.keys.signing_key.encode(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    new_kid = tokens.jwks(renewed)["keys"][0]["kid"]
    forged = jwt.PyJWS().encode(msgspec.json.encode(claims), key, "ES256", {"kid": new_kid})
    answer = await auth.get_user(forged)
    assert (answer.status_code, answer.json()["code"]) == (403, "bad_jwt")


async def test_rotation_leaves_the_other_secrets(auth, folder):
    renewed = change(folder, with_new_signing_key)
    for name in ("publishable", "secret", "refresh_secret"):
        assert getattr(renewed, name) == getattr(auth.keys, name)
    assert renewed.signing_key != auth.keys.signing_key


async def test_replaced_secret_key_is_worth_nothing_at_once(auth, folder):
    renewed = change(folder, with_new_secret)
    for secret, status in ((auth.keys.secret, 401), (renewed.secret, 200)):
        assert (await auth.client.get("/auth/v1/settings", headers={"apikey": secret})).status_code == status
    assert renewed.signing_key == auth.keys.signing_key


async def test_file_of_before_there_was_rotation_is_read(folder):
    assert "previous_signing_keys" not in json.loads((folder / secrets_file.FILE_NAME).read_text())
    assert secrets_file.load_or_create(folder).former == ()


@pytest.mark.parametrize(
    "former",
    [
        {"public_key": "not a key", "replaced_at": "2026-11-21T10:00:00+00:00"},
        {"public_key": None, "replaced_at": "2026-11-21T10:00:00+00:00"},
        {"replaced_at": "yesterday"},
        {"replaced_at": "2026-11-21T10:00:00"},
        {"more": "than there was"},
    ],
)
async def test_damage_is_logged_once_and_the_keys_stay(auth, session, folder, caplog, former):
    path = folder / secrets_file.FILE_NAME
    good = change(folder, with_new_signing_key)
    await kids(auth)
    content = json.loads(path.read_text())
    content["previous_signing_keys"][0] |= former
    path.write_text(json.dumps(content))
    caplog.clear()
    for _ in range(3):
        assert (await auth.get_user(session["access_token"])).status_code == 200
    errors = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert errors == ["secrets cannot be read, the previous ones stay in use"]
    with pytest.raises(OperatorError, match="damaged"):
        secrets_file.load_or_create(folder)
    assert (await kids(auth))[0] == tokens.jwks(good)["keys"][0]["kid"]


async def test_missing_file_changes_nothing_until_it_is_back(auth, session, folder):
    path = folder / secrets_file.FILE_NAME
    path.rename(folder / "aside")
    assert (await auth.get_user(session["access_token"])).status_code == 200
    (folder / "aside").rename(path)
    change(folder, with_new_signing_key)
    assert len(await kids(auth)) == 2


async def test_file_is_not_looked_at_before_its_time(folder, monkeypatch):
    seconds = iter([0.0, 0.9, 1.0])
    monkeypatch.setattr("marquee.auth.secrets.key_ring.monotonic", lambda: next(seconds))
    monkeypatch.setattr("marquee.auth.secrets.key_ring.LOOK_EVERY_S", 1)
    ring = KeyRing(folder)
    before, renewed = ring.current, change(folder, with_new_secret)
    assert before().secret != renewed.secret
    assert ring.current().secret == renewed.secret


@pytest.mark.parametrize(
    ("option", "changed", "recorded"),
    [
        ("--rotate", {"signing_key"}, ["signing_key"]),
        ("--rotate-secret", {"secret"}, ["secret_key"]),
        ("--rotate --rotate-secret", {"signing_key", "secret"}, ["signing_key", "secret_key"]),
        ("rotate", {"signing_key"}, ["signing_key"]),
        ("rotate --all", {"signing_key", "secret", "refresh_secret"}, ["all"]),
        ("", set(), []),
    ],
)
async def test_command_replaces_what_it_says_and_records_it(auth, folder, option, changed, recorded):
    before = secrets_file.load_or_create(folder)
    result = auth.command("keys", *option.split())
    after = secrets_file.load_or_create(folder)
    names = ("publishable", "secret", "signing_key", "refresh_secret")
    assert {name for name in names if getattr(before, name) != getattr(after, name)} == changed
    assert result.stdout == f"publishable {after.publishable}\nsecret {after.secret}\n"
    lines = [json.loads(line) for line in result.stderr.splitlines() if '"marquee.audit"' in line]
    assert [(line["event"], line["who"], line["which"]) for line in lines] == [
        ("secrets_renewed", f"uid {os.getuid()}", which) for which in recorded
    ]


@pytest.fixture
async def factor(auth, session, clock):
    """A verified second factor, with a token at aal2."""
    made = (await auth.enroll(session["access_token"])).json()
    code = pyotp.TOTP(made["totp"]["secret"]).at(clock.now)
    verified = (await auth.verify_factor(session["access_token"], made["id"], code)).json()
    assert (await auth.mailed()).subject == "A second factor was added to your account"
    return made | verified


async def test_renewing_all_ends_everything_that_a_leak_could_open(auth, folder, factor):
    former, token = secrets_file.load_or_create(folder), await auth.recovery_token()
    result = auth.command("keys", "rotate", "--all")
    assert result.stderr.startswith("Ended 1 session and 1 link, re-encrypted 1 second factor.\n")
    assert (await auth.get_user(factor["access_token"])).status_code == 403
    assert (await auth.refresh(factor["refresh_token"])).json()["code"] == "refresh_token_not_found"
    assert (await auth.verify("recovery", token)).json()["code"] == "otp_expired"
    assert (await auth.admin("GET", "/users")).status_code == 401  # with the former secret key
    claims = tokens.verify(factor["access_token"], former)
    assert (await auth.get_user(tokens.sign(claims, former))).status_code == 403
    assert '"event":"secrets_renewed"' in result.stderr
    assert not {former.signing_key, former.secret} & set(
        json.loads((folder / secrets_file.FILE_NAME).read_text()).values()
    )
    assert secrets_file.load_or_create(folder).former_refresh_secrets == ()


async def test_people_and_their_second_factors_come_back_after_it(auth, folder, factor, clock):
    former, sealed = secrets_file.load_or_create(folder), auth.stored()
    auth.command("keys", "rotate", "--all")
    assert secrets_file.load_or_create(folder).publishable == former.publishable
    clock.move(minutes=1)
    for code in (pyotp.TOTP(factor["totp"]["secret"]).at(clock.now), factor["recovery_codes"][0]):
        token = (await auth.sign_in())["access_token"]
        assert (await auth.verify_factor(token, factor["id"], code)).status_code == 200
    secrets = auth.database.write_now(lambda connection: connection.execute(select(factors.c.secret)).scalars().all())
    assert secrets[0] not in sealed
    assert sealing.unseal(secrets[0], factor["id"], former) is None


async def test_renewal_that_is_torn_is_made_whole_by_the_next(auth, folder, factor, clock):
    for _ in range(2):
        change(folder, with_all_new)  # and then the power failed
    clock.move(minutes=1)
    token = (await auth.sign_in())["access_token"]
    code = pyotp.TOTP(factor["totp"]["secret"]).at(clock.now)
    assert (await auth.verify_factor(token, factor["id"], code)).status_code == 200
    renewed = auth.command("keys", "rotate", "--all")
    assert renewed.stderr.startswith("Ended 2 sessions and 0 links, re-encrypted 1 second factor.\n")
    clock.move(minutes=1)
    token = (await auth.sign_in())["access_token"]
    code = pyotp.TOTP(factor["totp"]["secret"]).at(clock.now)
    assert (await auth.verify_factor(token, factor["id"], code)).status_code == 200
