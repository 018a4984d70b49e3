"""Access tokens that we did not sign, or with claims that ours never have, are refused."""

import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from marquee import clock
from marquee.auth import bearer, tokens
from marquee.errors import TokenRefused

pytestmark = pytest.mark.anyio


def b64(raw):
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def text(value):
    return b64(json.dumps(value).encode())


class Forge:
    """A valid token, and functions that make others from it."""

    def __init__(self, token, keys):
        self.token = token
        self.head, self.body, self.signature = token.split(".")
        self.keys = keys
        key = load_pem_private_key(keys.signing_key.encode(), None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        self.key = key
        self.foreign = ec.generate_private_key(ec.SECP256R1())
        self.kid = tokens.jwks(keys)["keys"][0]["kid"]
        self.claims = json.loads(urlsafe_b64decode(self.body + "=="))

    def signed(self, claims=None, *, key=None, headers=None, without=(), **changed):
        claims = {**(claims or self.claims), **changed}
        payload = json.dumps({name: value for name, value in claims.items() if name not in without}).encode()
        return jwt.PyJWS().encode(payload, key or self.key, "ES256", headers or {"kid": self.kid})

    def hmac_signed(self, secret, alg="HS256", digest="sha256"):
        said = f"{text({'alg': alg, 'typ': 'JWT', 'kid': self.kid})}.{self.body}"
        return f"{said}.{b64(hmac.digest(secret, said.encode(), digest))}"

    def with_header(self, **header):
        return f"{text({'typ': 'JWT', 'kid': self.kid, **header})}.{self.body}.{self.signature}"


def public(forge, encoding, form):
    return forge.key.public_key().public_bytes(encoding, form)


def now():
    return int(clock.now().timestamp())


FORGERIES: dict[str, Callable[[Forge], str]] = {
    "alg none": lambda f: f"{text({'alg': 'none', 'kid': f.kid})}.{f.body}.",
    "alg None": lambda f: f"{text({'alg': 'None', 'kid': f.kid})}.{f.body}.",
    "alg none with the signature": lambda f: f.with_header(alg="none"),
    "no alg": lambda f: f.with_header(),
    "alg of another type": lambda f: f.with_header(alg=["ES256"]),
    "HS256 with the public key in PEM": lambda f: f.hmac_signed(
        public(f, Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    ),
    "HS256 with the public key in DER": lambda f: f.hmac_signed(
        public(f, Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    ),
    "HS256 with the public point": lambda f: f.hmac_signed(public(f, Encoding.X962, PublicFormat.UncompressedPoint)),
    "HS384": lambda f: f.hmac_signed(b"", "HS384", "sha384"),
    "HS256 with the publishable key": lambda f: f.hmac_signed(f.keys.publishable.encode()),
    "HS256 with nothing": lambda f: f.hmac_signed(b""),
    "empty signature": lambda f: f"{f.head}.{f.body}.",
    "zero signature": lambda f: f"{f.head}.{f.body}.{b64(bytes(64))}",
    "short signature": lambda f: f.token[:-8],
    "signature of another token": lambda f: f"{f.head}.{f.body}.{f.signed(sub='x').split('.')[2]}",
    "changed claims": lambda f: f"{f.head}.{text({**f.claims, 'role': 'service_role'})}.{f.signature}",
    "foreign key": lambda f: f.signed(key=f.foreign),
    "foreign key of its own kid": lambda f: f.signed(key=f.foreign, headers={"kid": "mine"}),
    "foreign key in a jwk header": lambda f: f.signed(
        key=f.foreign,
        headers={"kid": f.kid, "jwk": jwt.algorithms.ECAlgorithm.to_jwk(f.foreign.public_key(), as_dict=True)},
    ),
    "foreign key behind a jku header": lambda f: f.signed(
        key=f.foreign, headers={"kid": f.kid, "jku": "https://evil.example/jwks.json"}
    ),
    "our key under another kid": lambda f: f.signed(headers={"kid": "../../dev/null"}),
    "our key without a kid": lambda f: f.signed(headers={"x": "y"}),
    "two parts": lambda f: f"{f.head}.{f.body}",
    "four parts": lambda f: f"{f.token}.x",
    "not a token": lambda f: "x",
    "not base64": lambda f: "é.é.é",
    "deeply nested header": lambda f: f"{b64(b'[' * 30_000)}.{f.body}.{f.signature}",
    "payload that is no object": lambda f: jwt.PyJWS().encode(b"[]", f.key, "ES256", {"kid": f.kid}),
    "payload that is no JSON": lambda f: jwt.PyJWS().encode(b"x", f.key, "ES256", {"kid": f.kid}),
    "wrong aud": lambda f: f.signed(aud="anon"),
    "aud among others": lambda f: f.signed(aud=["authenticated", "anon"]),
    "exp as text": lambda f: f.signed(exp=str(now() + 3600)),
    "exp null": lambda f: f.signed(exp=None),
    "exp true": lambda f: f.signed(exp=True),
    "exp long ago": lambda f: f.signed(exp=now() - 31, iat=now() - 3631),
    "iat in the future": lambda f: f.signed(iat=now() + 3600, exp=now() + 7200),
    "service_role without sub": lambda f: f.signed(role="service_role", without=("sub",)),
    **{
        f"without {name}": partial(Forge.signed, without=(name,))
        for name in ("exp", "iat", "aud", "sub", "email", "phone", "role", "aal", "session_id", "is_anonymous")
    },
}


@pytest.fixture
async def forge(auth):
    auth.add()
    return Forge((await auth.sign_in())["access_token"], auth.keys)


@pytest.mark.parametrize("forgery", FORGERIES)
async def test_forged_token_is_refused(auth, forge, forgery):
    token = FORGERIES[forgery](forge)
    with pytest.raises(TokenRefused):
        tokens.verify(token, auth.keys)
    if token.isascii():
        answer = await auth.get_user(token)
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_jwt")


async def test_forge_can_make_a_good_token(auth, forge):
    """Without this, the refusals above would prove nothing."""
    assert (await auth.get_user(forge.signed())).status_code == 200


async def test_token_that_another_server_of_the_site_signed_under_another_url_is_good(auth, forge):
    token = forge.signed(iss="https://www.stage.test/auth/v1")
    assert (await auth.get_user(token)).status_code == 200


async def test_header_names_algorithm_type_and_key(forge):
    assert jwt.get_unverified_header(forge.token) == {"alg": "ES256", "typ": "JWT", "kid": forge.kid}


async def test_only_a_token_of_another_time_counts_as_expired(auth, forge):
    for claims, expired in (
        ({"exp": now() - 31}, True),
        ({"iat": now() + 3600, "exp": now() + 7200}, True),
        ({"exp": now() - 31, "aud": "anon"}, True),
        ({"aud": "x"}, False),
    ):
        with pytest.raises(TokenRefused) as refused:
            tokens.verify(forge.signed(**claims), auth.keys)
        assert refused.value.expired is expired


async def test_role_in_the_token_grants_nothing(auth, forge):
    """The database's role counts, even against a claim that we signed."""
    claims = tokens.verify(forge.signed(role="service_role"), auth.keys)
    found = await auth.database.read(bearer.identify, claims)
    assert found.actor.role == "authenticated"


async def test_session_of_another_account_is_refused(auth, forge):
    auth.add("lee@stage.test")
    lee = await auth.sign_in("lee@stage.test")
    claims = tokens.verify(forge.signed(sub=lee["user"]["id"]), auth.keys)
    assert await auth.database.read(bearer.identify, claims) is None
    assert (await auth.get_user(forge.signed(sub=lee["user"]["id"]))).json()["code"] == "session_not_found"


async def test_token_is_refused_before_its_time(auth, forge, monkeypatch):
    earlier = clock.now() - timedelta(hours=2)
    monkeypatch.setattr(clock, "now", lambda: earlier)
    assert (await auth.get_user(forge.token)).json()["code"] == "bad_jwt"


async def test_a_session_goes_on_after_a_clock_that_ran_ahead(auth, clock):
    auth.add()
    clock.move(days=1)
    session = await auth.sign_in()
    clock.move(days=-1)
    refused = await auth.get_user(session["access_token"])
    assert "expired" in refused.json()["message"]
    renewed = (await auth.refresh(session["refresh_token"])).json()
    assert (await auth.get_user(renewed["access_token"])).status_code == 200
