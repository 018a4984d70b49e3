"""The generated secrets of a site: API keys, the key that signs access tokens, the secret behind refresh tokens.

`Content` is what the file has of them, and `Keys` what the rest of the program takes from it. No I/O.
"""

import hmac
import secrets
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from marquee import clock
from marquee.domain.roles import ANON, SERVICE_ROLE, Role

PUBLISHABLE_PREFIX = "sb_publishable_"
SECRET_PREFIX = "sb_secret_"  # noqa: S105 - the prefix is public
SECRET_BYTES = 32

# Lifetime and leeway of the last access token (`tokens.LIFETIME_S`, `LEEWAY_S`), and time for servers to reload.
FORMER_KEY_LIFETIME = timedelta(seconds=3600 + 30 + 30)


class FormerKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The public half (PEM) of a replaced signing key; the private half is deleted."""

    public_key: str
    replaced_at: str

    @property
    def is_expired(self) -> bool:
        """Whether every access token signed with it has expired."""
        return datetime.fromisoformat(self.replaced_at) + FORMER_KEY_LIFETIME < clock.now()


@dataclass(frozen=True)
class Keys:
    """The content of the file. `signing_key` is a PEM of an EC P-256 key, `refresh_secret` 32 random bytes.

    With `former_refresh_secrets` texts are unsealed that were not sealed anew yet (`rotation.with_all_new`).
    """

    publishable: str
    secret: str = field(repr=False)
    signing_key: str = field(repr=False)
    refresh_secret: bytes = field(repr=False)
    former: tuple[FormerKey, ...] = ()
    former_refresh_secrets: tuple[bytes, ...] = field(default=(), repr=False)

    def role_of(self, apikey: str) -> Role | None:
        """The role of an API key, looked up in constant time; None for any other string."""
        encoded = apikey.encode("utf-8", "replace")
        is_publishable = hmac.compare_digest(encoded, self.publishable.encode())
        is_secret = hmac.compare_digest(encoded, self.secret.encode())
        if is_secret:
            return SERVICE_ROLE
        return ANON if is_publishable else None


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The file as JSON, with refresh secrets in base64 and what is former newest first."""

    publishable: str
    secret: str
    signing_key: str
    refresh_secret: str
    previous_signing_keys: tuple[FormerKey, ...] = ()
    previous_refresh_secrets: tuple[str, ...] = ()


def generate() -> Content:
    """The secrets of a new site."""
    return Content(
        publishable=new_api_key(PUBLISHABLE_PREFIX),
        secret=new_api_key(SECRET_PREFIX),
        signing_key=new_signing_key(),
        refresh_secret=b64encode(secrets.token_bytes(SECRET_BYTES)).decode(),
    )


def new_api_key(prefix: str) -> str:
    return prefix + secrets.token_urlsafe(SECRET_BYTES)


def new_signing_key() -> str:
    """The PEM of a random EC key of the curve P-256."""
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def without_expired(content: Content) -> Content:
    """The secrets without the signing keys that no valid access token was signed with."""
    former = tuple(key for key in content.previous_signing_keys if not key.is_expired)
    return msgspec.structs.replace(content, previous_signing_keys=former)


def checked(content: Content) -> Keys:
    """The valid content of the file. Raises ValueError, TypeError or UnsupportedAlgorithm for any other."""
    refresh_secret, *former_secrets = (
        b64decode(secret, validate=True) for secret in (content.refresh_secret, *content.previous_refresh_secrets)
    )
    key = load_pem_private_key(content.signing_key.encode(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise TypeError("not an EC key of the curve P-256")
    for former in content.previous_signing_keys:
        _check_former(former)
    if any(len(secret) != SECRET_BYTES for secret in (refresh_secret, *former_secrets)):
        raise ValueError("too short a secret")
    for prefix, value in ((PUBLISHABLE_PREFIX, content.publishable), (SECRET_PREFIX, content.secret)):
        if not value.startswith(prefix) or len(value) < len(prefix) + SECRET_BYTES:
            raise ValueError("not an API key")
    return Keys(
        content.publishable,
        content.secret,
        content.signing_key,
        refresh_secret,
        content.previous_signing_keys,
        tuple(former_secrets),
    )


def _check_former(former: FormerKey) -> None:
    key = load_pem_public_key(former.public_key.encode())
    if not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(key.curve, ec.SECP256R1):
        raise TypeError("not an EC key of the curve P-256")
    if datetime.fromisoformat(former.replaced_at).tzinfo is None:
        raise ValueError("a time without a time zone")
