"""Passwords: how they are stored, compared and judged."""

import asyncio

import pytest

from marquee.auth import passwords
from marquee.errors import AuthError, WeakPassword

pytestmark = pytest.mark.anyio


async def test_hash_is_argon2id_of_the_recommended_cost():
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


@pytest.mark.parametrize("password", ["x" * 15, "x" * 64, "x" * 128, "ä" * 15, "🎸" * 15, "               "])
def test_long_password_is_accepted_whatever_it_is_made_of(password):
    passwords.check_policy(password)


@pytest.mark.parametrize("password", ["", "x" * 14, "Aa1!Aa1!", "e\u0301" * 14])
def test_short_password_is_refused(password):
    with pytest.raises(WeakPassword) as refused:
        passwords.check_policy(password)
    assert refused.value.reasons == ("length",)


async def test_beyond_the_queue_the_rest_is_turned_away():
    results = await asyncio.gather(*(passwords.verify(None, "x") for _ in range(30)), return_exceptions=True)
    refused = [result for result in results if isinstance(result, AuthError)]
    assert results.count(False) == 1 + passwords.QUEUE_LENGTH
    assert len(refused) == 30 - 1 - passwords.QUEUE_LENGTH
    assert {error.status for error in refused} == {503}
    assert await passwords.verify(None, "x") is False
