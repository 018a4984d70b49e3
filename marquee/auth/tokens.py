"""Tokens: access tokens are JWTs signed with ES256; refresh tokens are computed from the session, not stored."""

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
from marquee.auth.secrets.keys import Keys
from marquee.errors import TokenRefused

ALGORITHM = "ES256"
AUDIENCE = "authenticated"
LIFETIME_S = 3600
LEEWAY_S = 30
MAX_VERIFIED_TOKENS = 1024
"""How many verified tokens are cached: checking the signature costs ten times as much as everything else."""

_jws = PyJWS(algorithms=[ALGORITHM])


class Method(msgspec.Struct, frozen=True):
    """How the user signed in, and when (Unix seconds)."""

    method: str
    timestamp: int


class Claims(msgspec.Struct, frozen=True, kw_only=True):
    """The content of an access token; every field but the last is required.

    `refresh_counter` says which refresh it is from (`sessions.refresh`); tokens from before there was one lack it.
    """

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
    refresh_counter: int = 0


def sign(claims: Claims, keys: Keys) -> str:
    key = _signing_key(keys.signing_key)
    return _jws.encode(msgspec.json.encode(claims), key.private, algorithm=ALGORITHM, headers={"kid": key.public.kid})


def verify(token: str, keys: Keys) -> Claims:
    """The claims of an access token that we signed and that has not expired (with 30 seconds of leeway).

    Whatever server of the site has signed it, and under whatever URL: nobody else has the key.
    Raises TokenRefused. It does not check the session: that is what `bearer.identify` does.
    """
    claims = _signed_claims(token, keys)
    _check(claims)
    return claims


@lru_cache(MAX_VERIFIED_TOKENS)
def _signed_claims(token: str, keys: Keys) -> Claims:
    """The claims of a token with a valid signature. Only those are cached, for as long as the keys stay the same."""
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
    """The public keys, newest first, in the form that the client's WebCrypto needs."""
    return {"keys": [key.jwk for key in _public_keys(keys)]}


class Refresh(NamedTuple):
    """The session that a refresh token belongs to, and its position in the rotation."""

    session_id: str
    counter: int


REFRESH_VERSION = 1
_COUNTER_BYTES = 8
_CONTENT_BYTES = 1 + 16 + _COUNTER_BYTES


def refresh_token(refresh: Refresh, keys: Keys) -> str:
    """base64url of version (1 byte), session id (16), counter (8) and their HMAC-SHA256 (32): 76 characters."""
    content = bytes([REFRESH_VERSION]) + UUID(refresh.session_id).bytes + refresh.counter.to_bytes(_COUNTER_BYTES)
    return urlsafe_b64encode(content + _mac(content, keys)).decode()


def read_refresh_token(token: str, keys: Keys) -> Refresh | None:
    """The content of a refresh token; None for anything else."""
    try:
        raw = b64decode(token, altchars=b"-_", validate=True)
    except ValueError:
        return None
    content = raw[:_CONTENT_BYTES]
    if not hmac.compare_digest(raw[_CONTENT_BYTES:], _mac(content, keys)) or content[0] != REFRESH_VERSION:
        return None
    return Refresh(str(UUID(bytes=content[1:17])), int.from_bytes(content[17:]))


def _check(claims: Claims) -> None:
    """Check times and audience ourselves: PyJWT has a clock of its own, which tests could not stop."""
    now = clock.now().timestamp()
    if claims.exp + LEEWAY_S < now:
        raise TokenRefused("JWT expired", expired=True)
    if claims.iat - LEEWAY_S > now:
        # A clock that ran ahead has issued it. The session is good: whoever has it renews the token, as an old one.
        raise TokenRefused("JWT issued at future", expired=True)
    if claims.aud != AUDIENCE:
        raise TokenRefused("JWT not in audience")


def _mac(content: bytes, keys: Keys) -> bytes:
    return hmac.digest(keys.refresh_secret, content, "sha256")


class _PublicKey(NamedTuple):
    public: EllipticCurvePublicKey
    kid: str
    jwk: dict[str, Any]


class _SigningKey(NamedTuple):
    private: EllipticCurvePrivateKey
    public: _PublicKey


def _public_keys(keys: Keys) -> list[_PublicKey]:
    """The keys whose tokens are accepted, newest first."""
    former = (_former_key(key.public_key) for key in keys.former if not key.is_expired)
    return [_signing_key(keys.signing_key).public, *former]


@lru_cache(maxsize=8)
def _signing_key(pem: str) -> _SigningKey:
    private = load_pem_private_key(pem.encode(), password=None)
    assert isinstance(private, EllipticCurvePrivateKey)  # noqa: S101 - auth/secrets/keys.py has checked it
    return _SigningKey(private, _public_key(private.public_key()))


@lru_cache(maxsize=64)
def _former_key(pem: str) -> _PublicKey:
    public = load_pem_public_key(pem.encode())
    assert isinstance(public, EllipticCurvePublicKey)  # noqa: S101 - auth/secrets/keys.py has checked it
    return _public_key(public)


def _public_key(public: EllipticCurvePublicKey) -> _PublicKey:
    """The key ready for use. Its id is its thumbprint (RFC 7638)."""
    jwk = ECAlgorithm.to_jwk(public, as_dict=True)
    thumbprint_input = msgspec.json.encode({name: jwk[name] for name in ("crv", "kty", "x", "y")})
    kid = urlsafe_b64encode(sha256(thumbprint_input).digest()).rstrip(b"=").decode()
    members = {name: jwk[name] for name in ("kty", "crv", "x", "y")}
    return _PublicKey(public, kid, {**members, "kid": kid, "alg": ALGORITHM, "use": "sig", "key_ops": ["verify"]})
