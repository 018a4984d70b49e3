"""Replaces secrets while the site runs: the signing key, the secret API key, or all of them. Raises OperatorError."""

from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from marquee import clock
from marquee.auth.secrets.keys import (
    SECRET_PREFIX,
    Content,
    FormerKey,
    Keys,
    generate,
    new_api_key,
    new_signing_key,
    without_expired,
)
from marquee.auth.secrets.secrets_file import change


def rotate_signing_key(data_dir: Path) -> Keys:
    """Sign with a new key from now on. Tokens signed with the former key stay valid. Raises OperatorError."""
    return change(data_dir, _with_new_signing_key)


def rotate_secret(data_dir: Path) -> Keys:
    """Replace the secret API key; the former one stops working at once. Raises OperatorError."""
    return change(data_dir, lambda content: msgspec.structs.replace(content, secret=new_api_key(SECRET_PREFIX)))


def renew_all(data_dir: Path) -> Keys:
    """Replace every secret; no token and no secret API key of before works any more. Raises OperatorError.

    The publishable key stays: it is public. The former refresh secret stays until `forget_former`, since texts in the
    database are still sealed with it; this may be repeated, should something fail in between.
    """
    return change(data_dir, _with_all_new)


def forget_former(data_dir: Path) -> Keys:
    """Delete the former refresh secrets, once everything is sealed with the current one. Raises OperatorError."""
    return change(data_dir, lambda content: msgspec.structs.replace(content, previous_refresh_secrets=()))


def _with_new_signing_key(content: Content) -> Content:
    public = load_pem_private_key(content.signing_key.encode(), password=None).public_key()
    pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    former = (FormerKey(pem, clock.timestamp()), *content.previous_signing_keys)
    return without_expired(
        msgspec.structs.replace(content, signing_key=new_signing_key(), previous_signing_keys=former)
    )


def _with_all_new(content: Content) -> Content:
    former = (content.refresh_secret, *content.previous_refresh_secrets)
    return msgspec.structs.replace(generate(), publishable=content.publishable, previous_refresh_secrets=former)
