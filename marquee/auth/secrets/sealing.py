"""Encryption of strings in the database, with a key derived from the secrets file, which is not in the database."""

import secrets
from base64 import b64decode, b64encode
from contextlib import suppress

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from marquee.auth.secrets.keys import Keys

INFO = b"marquee: texts sealed in the database"
NONCE_BYTES = 12


def seal(text: str, owner: str, keys: Keys) -> str:
    """Encrypt for the row with the id `owner`: base64 of the nonce and AES-256-GCM."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    return b64encode(nonce + _cipher(keys.refresh_secret).encrypt(nonce, text.encode(), owner.encode())).decode()


def unseal(sealed: str, owner: str, keys: Keys) -> str | None:
    """The text, or None if it was encrypted for another row or with other secrets."""
    raw = b64decode(sealed)
    for secret in (keys.refresh_secret, *keys.former_refresh_secrets):
        with suppress(InvalidTag):
            return _cipher(secret).decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], owner.encode()).decode()
    return None


def _cipher(secret: bytes) -> AESGCM:
    return AESGCM(HKDF(SHA256(), length=32, salt=None, info=INFO).derive(secret))
