"""Passwords: how they are stored, compared and judged."""

import asyncio
import threading

import pytest

from marquee.auth import passwords
from marquee.db.turns import CLIENT, MAX_WAITING
from marquee.errors import AuthError, WeakPassword
from tests.processor_time import costs_at_most

pytestmark = pytest.mark.anyio


async def test_hash_is_argon2id_of_the_recommended_cost(own_hashes):
    assert (await passwords.hash("a long password")).startswith("$argon2id$v=19$m=19456,t=2,p=1$")


async def test_same_password_has_another_hash_each_time():
    assert await passwords.hash("a long password") != await passwords.hash("a long password")


@pytest.mark.parametrize(
    "password", ["correct horse battery", "pässwörter sind länger 🎸", "x" * 128, " spaces count "]
)
async def test_right_password_is_recognised(password):
    encoded = await passwords.hash(password)
    assert await passwords.verify(encoded, password)
    assert not await passwords.verify(encoded, password + " ")
    assert not await passwords.verify(encoded, password.swapcase() + "!")


async def test_every_character_counts():
    encoded = await passwords.hash("x" * 72 + "a")
    assert not await passwords.verify(encoded, "x" * 72 + "b")
    assert not await passwords.verify(encoded, "x" * 72)


async def test_composed_and_decomposed_letters_are_the_same():
    encoded = await passwords.hash("caf\u00e9 caf\u00e9 caf\u00e9")
    assert await passwords.verify(encoded, "cafe\u0301 cafe\u0301 cafe\u0301")


@pytest.mark.parametrize("encoded", [None, "", "plain", "$argon2id$v=19$m=19456,t=2,p=1$x$y"])
async def test_no_password_is_right_where_there_is_no_good_hash(encoded):
    assert not await passwords.verify(encoded, "")
    assert not await passwords.verify(encoded, "plain")


async def test_password_too_long_to_be_worked_out_is_refused_at_once():
    """Half a megabyte of combining marks would take minutes to normalize."""
    endless = "a" + "\u0301\u0316" * 200_000
    with costs_at_most(1):
        for refused in (lambda: passwords.verify(None, endless), lambda: passwords.hash(endless)):
            with pytest.raises(AuthError) as error:
                await refused()
            assert (error.value.status, error.value.code) == (400, "validation_failed")
        with pytest.raises(AuthError):
            passwords.check_policy(endless, 15)


@pytest.mark.parametrize(
    "password",
    [
        "xy" * 7 + "z",
        "🎸ä" * 32,
        "xz" * 64,
        "ä" * 15,
        "🎸" * 15,
        " " * 15,
        "mypassword is not a common one",
        "k7" * 512,
    ],
)
def test_long_password_is_accepted_whatever_it_is_made_of(password):
    passwords.check_policy(password, 15)


@pytest.mark.parametrize(("password", "minimum"), [("", 8), ("x" * 14, 15), ("Aa1!Aa1", 8), ("e\u0301" * 14, 15)])
def test_short_password_is_refused(password, minimum):
    with pytest.raises(WeakPassword) as refused:
        passwords.check_policy(password, minimum)
    assert refused.value.reasons == ("length",)


def test_minimum_is_the_sites():
    passwords.check_policy("Tq7#mv2K", 8)
    with pytest.raises(WeakPassword, match="at least 9 characters"):
        passwords.check_policy("Tq7#mv2K", 9)


@pytest.mark.parametrize("written", [str, str.upper, str.title, lambda password: password.replace("s", "\u017f")])
def test_every_common_password_is_refused(written):
    common = passwords.COMMON.read_text(encoding="utf-8").splitlines()
    reasons = set()
    for password in common:
        with pytest.raises(WeakPassword) as refused:
            passwords.check_policy(written(password), 8)
        reasons.add(refused.value.reasons)
    assert reasons == {("pwned",)}


def test_list_of_common_passwords_is_long_for_any_minimum():
    common = passwords.COMMON.read_text(encoding="utf-8").splitlines()
    assert len(set(common)) == len(common) >= 3000
    assert sum(len(password) >= 15 for password in common) >= 1000
    assert all(len(password) >= 8 and password == password.casefold() for password in common)


@pytest.mark.parametrize(
    "password",
    [
        "Password1",
        "12345678",
        "qwertyuiop",
        "iloveyou123",
        "P@ssw0rd",
        "PasswordPassword",
        "correct horse battery staple",
    ],
)
def test_what_everybody_has_heard_of_is_common(password):
    with pytest.raises(WeakPassword) as refused:
        passwords.check_policy(password, 8)
    assert refused.value.reasons == ("pwned",)


def asked_by(client):
    """A sign-in with a wrong password, of a client."""

    async def verify():
        CLIENT.set(client)
        return await passwords.verify(None, "x")

    return asyncio.create_task(verify())


async def test_client_beyond_its_line_is_turned_away():
    many = MAX_WAITING + 20
    results = await asyncio.gather(*(asked_by("a") for _ in range(many)), return_exceptions=True)
    refused = [result for result in results if isinstance(result, AuthError)]
    assert len(refused) >= many - MAX_WAITING - 1
    assert {error.status for error in refused} == {503}
    assert await passwords.verify(None, "x") is False


async def test_one_client_leaves_room_for_others():
    crowd = [asked_by("a") for _ in range(50)]
    await asyncio.sleep(0)
    assert await asked_by("b") is False
    assert sum(one.done() for one in crowd) < 10
    for one in crowd:
        one.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)


async def test_several_sign_ins_at_once_from_one_place_are_all_answered():
    assert await asyncio.gather(*(asked_by("venue") for _ in range(12))) == [False] * 12


async def test_hash_for_somebody_who_has_gone_is_not_computed(monkeypatch):
    computed, goes_on, is_asked, submit = list[str](), threading.Event(), asyncio.Event(), passwords._thread.submit

    def tell(*work):
        is_asked.set()
        return submit(*work)

    submit(goes_on.wait)
    monkeypatch.setattr(passwords._thread, "submit", tell)
    monkeypatch.setattr(passwords, "hash_now", computed.append)
    gone = asyncio.create_task(passwords.hash("gone"))
    await is_asked.wait()
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    goes_on.set()
    await passwords.hash("there")
    assert computed == ["there"]
