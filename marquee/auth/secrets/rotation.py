"""How secrets are replaced while the site runs: the signing key, the secret API key, or all of them. No I/O.

Each function is one that `secrets_file.change` and `fingerprint.replace` take.
"""

import msgspec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from marquee import clock
from marquee.auth.secrets.keys import (
    SECRET_PREFIX,
    Content,
    FormerKey,
    generate,
    new_api_key,
    new_signing_key,
    without_expired,
)


def with_new_signing_key(content: Content) -> Content:
    """Sign with a new key from now on. Tokens signed with the former key stay valid."""
    public = load_pem_private_key(content.signing_key.encode(), password=None).public_key()
    pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    former = (FormerKey(pem, clock.timestamp()), *content.previous_signing_keys)
    return without_expired(
        msgspec.structs.replace(content, signing_key=new_signing_key(), previous_signing_keys=former)
    )


def with_new_secret(content: Content) -> Content:
    """Replace the secret API key; the former one stops working at once."""
    return msgspec.structs.replace(content, secret=new_api_key(SECRET_PREFIX))


def with_all_new(content: Content) -> Content:
    """Replace every secret; no token and no secret API key of before works any more.

    The publishable key stays: it is public. The former refresh secret stays until `without_former`, since texts in the
    database are still sealed with it; this may be repeated, should something fail in between.
    """
    former = (content.refresh_secret, *content.previous_refresh_secrets)
    return msgspec.structs.replace(generate(), publishable=content.publishable, previous_refresh_secrets=former)


def without_former(content: Content) -> Content:
    """Delete the former refresh secrets, once everything is sealed with the current one."""
    return msgspec.structs.replace(content, previous_refresh_secrets=())
