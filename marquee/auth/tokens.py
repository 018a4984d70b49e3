"""Tokens: access tokens are JWTs signed with ES256; refresh tokens follow from the session's counter, unstored."""

import hmac
from base64 import b64decode, urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key
from jwt import PyJWS, PyJWTError
from jwt.algorithms import ECAlgorithm

from marquee import clock
from marquee.auth.keys import Keys
from marquee.errors import TokenRefused

ALGORITHM = "ES256"
AUDIENCE = "authenticated"
LIFETIME_S = 3600
LEEWAY_S = 30
ISSUER_PATH = "/auth/v1"
REMEMBERED = 1024
"""How many tokens are verified once: a signature costs ten times as much as everything else that is asked of one."""

_jws = PyJWS(algorithms=[ALGORITHM])


class Method(msgspec.Struct, frozen=True):
    """How somebody proved who they are, and when (Unix seconds)."""

    method: str
    timestamp: int


class Claims(msgspec.Struct, frozen=True, kw_only=True):
    """An access token's content, all of it required. Source: wire.md section 1.2."""

    iss: str
    sub: str
    aud: str
    exp: int
    iat: int
    email: str
    phone: str
    app_metadata: dict[str, Any]
    user_metadata: dict[str, Any]
    role: str
    aal: str
    amr: list[Method]
    session_id: str
    is_anonymous: bool


def issuer(base_url: str) -> str:
    return base_url + ISSUER_PATH


def sign(claims: Claims, keys: Keys) -> str:
    """The access token of these claims."""
    key = _signing_key(keys.signing_key)
    return _jws.encode(msgspec.json.encode(claims), key.private, algorithm=ALGORITHM, headers={"kid": key.public.kid})


def verify(token: str, keys: Keys, base_url: str) -> Claims:
    """The claims of an access token that we signed and that has not expired (30 seconds of leeway).

    Raises TokenRefused. Whether its session still lives is for `sessions.identify` to say.
    """
    claims = _signed_claims(token, keys)
    _check(claims, base_url)
    return claims


@lru_cache(REMEMBERED)
def _signed_claims(token: str, keys: Keys) -> Claims:
    """Only what bears a good signature is remembered, and only for as long as the keys are the same."""
    try:
        kid = _jws.get_unverified_header(token).get("kid")
        key = next((key for key in _public_keys(keys) if key.kid == kid), None)
        if key is None:
            raise TokenRefused("No suitable key or wrong key type")
        return msgspec.json.decode(_jws.decode(token, key.public, algorithms=[ALGORITHM]), type=Claims)
    # A header nested too deeply overruns the JSON reader's stack before the signature is looked at.
    except (PyJWTError, ValueError, RecursionError) as error:
        raise TokenRefused("No suitable key or wrong key type") from error


def jwks(keys: Keys) -> dict[str, Any]:
    """The public keys, newest first, as the client's WebCrypto wants them. Source: wire.md sections 1.3 and 6.17."""
    return {"keys": [key.jwk for key in _public_keys(keys)]}


class Refresh(NamedTuple):
    """What a refresh token says: of which session it is, and the how-manieth."""

    session_id: str
    counter: int


REFRESH_VERSION = 1
_COUNTER_BYTES = 8
_SAID_BYTES = 1 + 16 + _COUNTER_BYTES


def refresh_token(refresh: Refresh, keys: Keys) -> str:
    """base64url of version (1 byte), session id (16), counter (8) and their HMAC-SHA256 (32): 76 characters."""
    said = bytes([REFRESH_VERSION]) + UUID(refresh.session_id).bytes + refresh.counter.to_bytes(_COUNTER_BYTES)
    return urlsafe_b64encode(said + _mac(said, keys)).decode()


def read_refresh_token(token: str, keys: Keys) -> Refresh | None:
    """What a refresh token of ours says; None for any other text."""
    try:
        raw = b64decode(token, altchars=b"-_", validate=True)
    except ValueError:
        return None
    said = raw[:_SAID_BYTES]
    if not hmac.compare_digest(raw[_SAID_BYTES:], _mac(said, keys)) or said[0] != REFRESH_VERSION:
        return None
    return Refresh(str(UUID(bytes=said[1:17])), int.from_bytes(said[17:]))


def _check(claims: Claims, base_url: str) -> None:
    """The clock is ours, not PyJWT's, so that one hand moves all of the product's time."""
    now = clock.now().timestamp()
    if claims.exp + LEEWAY_S < now:
        raise TokenRefused("JWT expired", expired=True)
    if claims.iat - LEEWAY_S > now:
        raise TokenRefused("JWT issued at future")
    if claims.aud != AUDIENCE:
        raise TokenRefused("JWT not in audience")
    if claims.iss != issuer(base_url):
        raise TokenRefused("JWT of another issuer")


def _mac(said: bytes, keys: Keys) -> bytes:
    return hmac.digest(keys.refresh_secret, said, "sha256")


class _PublicKey(NamedTuple):
    public: EllipticCurvePublicKey
    kid: str
    jwk: dict[str, Any]


class _SigningKey(NamedTuple):
    private: EllipticCurvePrivateKey
    public: _PublicKey


def _public_keys(keys: Keys) -> list[_PublicKey]:
    """The keys that verify, newest first."""
    former = (_former_key(key.public_key) for key in keys.former if not key.is_past)
    return [_signing_key(keys.signing_key).public, *former]


@lru_cache(maxsize=8)
def _signing_key(pem: str) -> _SigningKey:
    private = load_pem_private_key(pem.encode(), password=None)
    assert isinstance(private, EllipticCurvePrivateKey)  # noqa: S101 - auth/keys.py has checked it
    return _SigningKey(private, _public_key(private.public_key()))


@lru_cache(maxsize=64)
def _former_key(pem: str) -> _PublicKey:
    public = load_pem_public_key(pem.encode())
    assert isinstance(public, EllipticCurvePublicKey)  # noqa: S101 - auth/keys.py has checked it
    return _public_key(public)


def _public_key(public: EllipticCurvePublicKey) -> _PublicKey:
    """The key ready for use; its id is the thumbprint of RFC 7638, so it follows from the key."""
    jwk = ECAlgorithm.to_jwk(public, as_dict=True)
    essence = msgspec.json.encode({name: jwk[name] for name in ("crv", "kty", "x", "y")})
    kid = urlsafe_b64encode(sha256(essence).digest()).rstrip(b"=").decode()
    shown = {name: jwk[name] for name in ("kty", "crv", "x", "y")}
    return _PublicKey(public, kid, {**shown, "kid": kid, "alg": ALGORITHM, "use": "sig", "key_ops": ["verify"]})
