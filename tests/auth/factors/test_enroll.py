"""`POST /factors`: enrolling a second factor with an authenticator app."""

from urllib.parse import parse_qs, unquote, urlsplit
from xml.etree import ElementTree

import pyotp
import pytest

from marquee.auth.secrets import sealing, secrets_file

pytestmark = pytest.mark.anyio

STRANGER = "stranger@stage.test"


@pytest.fixture
async def token(auth, clock):
    auth.add()
    return (await auth.sign_in())["access_token"]


async def factors(auth, token):
    return (await auth.get_user(token)).json().get("factors")


def code(answer):
    return answer.status_code, answer.json()["code"]


async def test_factor_comes_as_secret_uri_and_qr_code(auth, token):
    answer = await auth.enroll(token, friendly_name="Phone")
    made = answer.json()
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert made.keys() == {"id", "type", "friendly_name", "totp", "recovery_codes"}
    assert (made["type"], made["friendly_name"]) == ("totp", "Phone")
    uri = urlsplit(made["totp"]["uri"])
    assert (uri.scheme, uri.netloc, unquote(uri.path)) == ("otpauth", "totp", f"/Undercard:{STRANGER}")
    assert parse_qs(uri.query)["secret"] == [made["totp"]["secret"]]
    assert len(made["totp"]["secret"]) == 32


async def test_qr_code_fits_into_a_data_url(auth, token):
    """The client prepends `data:image/svg+xml;utf-8,`."""
    picture = (await auth.enroll(token)).json()["totp"]["qr_code"]
    assert picture.startswith("<svg ")
    assert not {"#", "%", "\n"} & set(picture)
    assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 - our own


async def test_issuer_is_what_was_asked_for(auth, token):
    uri = urlsplit((await auth.enroll(token, issuer="My Label & Co: #1")).json()["totp"]["uri"])
    assert parse_qs(uri.query)["issuer"] == ["My Label & Co: #1"]


async def test_longest_names_fit_into_the_picture(auth, clock):
    auth.add("🎤" * 240 + "@x.example")
    token = (await auth.sign_in("🎤" * 240 + "@x.example"))["access_token"]
    answer = await auth.enroll(token, issuer="🎤" * 50, friendly_name="👩‍🎤" * 33)
    assert answer.status_code == 200
    assert answer.json()["totp"]["qr_code"].startswith("<svg ")


async def test_user_lists_its_factors_without_secrets(auth, token):
    assert await factors(auth, token) is None
    made = (await auth.enroll(token, friendly_name="Phone")).json()
    assert await factors(auth, token) == [
        {
            "id": made["id"],
            "friendly_name": "Phone",
            "factor_type": "totp",
            "status": "unverified",
            "created_at": "2026-11-21T10:00:00.12Z",
            "updated_at": "2026-11-21T10:00:00.12Z",
        }
    ]


async def test_secret_is_not_in_the_database(auth, token):
    secret = (await auth.enroll(token)).json()["totp"]["secret"]
    assert secret not in auth.stored()
    assert STRANGER in auth.stored()


def test_sealed_text_is_its_row_s_and_its_site_s(tmp_path):
    ours, others = secrets_file.load_or_create(tmp_path / "ours"), secrets_file.load_or_create(tmp_path / "others")
    sealed = sealing.seal("secret", "row", ours)
    assert sealing.unseal(sealed, "row", ours) == "secret"
    assert sealing.unseal(sealed, "another row", ours) is None
    assert sealing.unseal(sealed, "row", others) is None
    assert sealing.seal("secret", "row", ours) != sealed


async def test_two_factors_have_two_names_or_none(auth, token):
    await auth.enroll(token, friendly_name="Phone")
    assert code(await auth.enroll(token, friendly_name="Phone")) == (422, "mfa_factor_name_conflict")
    for _ in range(2):
        assert (await auth.enroll(token, friendly_name=None)).status_code == 200


async def test_there_are_ten_at_most(auth, token):
    for _ in range(10):
        assert (await auth.enroll(token)).status_code == 200
    assert code(await auth.enroll(token)) == (422, "too_many_enrolled_mfa_factors")


async def test_factor_that_was_given_up_makes_room(auth, token, clock):
    for _ in range(10):
        await auth.enroll(token, friendly_name="")
    clock.move(minutes=59)
    token = (await auth.sign_in())["access_token"]
    assert (await auth.enroll(token)).status_code == 422
    clock.move(minutes=1)
    assert (await auth.enroll(token)).status_code == 200
    assert len(await factors(auth, token)) == 1


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({"factor_type": None}, (400, "validation_failed")),
        ({"factor_type": "sms"}, (400, "validation_failed")),
        ({"factor_type": ["totp"]}, (400, "validation_failed")),
        ({"factor_type": "phone"}, (422, "mfa_phone_enroll_not_enabled")),
        ({"factor_type": "webauthn"}, (422, "mfa_webauthn_enroll_not_enabled")),
        ({"friendly_name": {}}, (400, "validation_failed")),
        ({"friendly_name": "x" * 101}, (400, "validation_failed")),
        ({"friendly_name": "a\r\nb"}, (400, "validation_failed")),
        ({"friendly_name": "\u0000"}, (400, "validation_failed")),
        ({"issuer": True}, (400, "validation_failed")),
        ({"issuer": "x" * 51}, (400, "validation_failed")),
    ],
)
async def test_enrolment_is_refused(auth, token, body, refusal):
    assert code(await auth.enroll(token, **body)) == refusal
    assert await factors(auth, token) is None


async def test_account_with_a_factor_gets_another_only_with_it(auth, token, clock):
    made = (await auth.enroll(token)).json()
    strong = (await auth.verify_factor(token, made["id"], pyotp.TOTP(made["totp"]["secret"]).at(clock.now))).json()
    weak = (await auth.sign_in())["access_token"]
    for bearer in (weak, token):
        assert code(await auth.enroll(bearer)) == (403, "insufficient_aal")
    assert (await auth.enroll(strong["access_token"])).status_code == 200


async def test_api_key_has_no_user(auth, token):
    assert code(await auth.enroll(auth.keys.secret)) == (403, "bad_jwt")
