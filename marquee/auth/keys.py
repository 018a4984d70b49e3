"""The generated secrets: API keys, the key that signs access tokens, the secret behind refresh tokens.

They live in one file of the data folder, made at the first start, readable by its owner only.
"""

import fcntl
import hmac
import os
import secrets
import stat
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from marquee.errors import OperatorError

FILE_NAME = "secrets.json"
PUBLISHABLE_PREFIX = "sb_publishable_"
SECRET_PREFIX = "sb_secret_"  # noqa: S105 - the public beginning of every secret key
SECRET_BYTES = 32


@dataclass(frozen=True)
class Keys:
    """What the file holds. `signing_key` is a PEM of an EC P-256 key, `refresh_secret` 32 random bytes."""

    publishable: str
    secret: str = field(repr=False)
    signing_key: str = field(repr=False)
    refresh_secret: bytes = field(repr=False)

    def role_of(self, apikey: str) -> Literal["anon", "service_role"] | None:
        """The role that an API key stands for, found in constant time; None for any other text."""
        given = apikey.encode("utf-8", "replace")
        is_publishable = hmac.compare_digest(given, self.publishable.encode())
        is_secret = hmac.compare_digest(given, self.secret.encode())
        if is_secret:
            return "service_role"
        return "anon" if is_publishable else None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file's JSON; `refresh_secret` in base64."""

    publishable: str
    secret: str
    signing_key: str
    refresh_secret: str


def load_or_create(data_dir: Path) -> Keys:
    """The secrets of a data folder, made at the first call. Two processes that start at once get the same ones.

    Raises OperatorError when the file is damaged or others may read it.
    """
    make_data_dir(data_dir)
    path = data_dir / FILE_NAME
    try:
        with _locked(data_dir) as folder:
            if not path.exists():
                _write(path, _generate())
                os.fsync(folder)
            return read(path)
    except OSError as error:
        raise OperatorError(f"The secrets in {path} cannot be read or written: {error.strerror}.") from error


def make_data_dir(data_dir: Path) -> None:
    """Make the data folder where it is missing, for its owner only. Raises OperatorError."""
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise OperatorError(f"The data folder {data_dir} cannot be made: {error.strerror}.") from error


@contextmanager
def _locked(folder: Path) -> Iterator[int]:
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield handle
    finally:
        os.close(handle)


def _generate() -> _File:
    key = ec.generate_private_key(ec.SECP256R1())
    return _File(
        publishable=PUBLISHABLE_PREFIX + secrets.token_urlsafe(SECRET_BYTES),
        secret=SECRET_PREFIX + secrets.token_urlsafe(SECRET_BYTES),
        signing_key=key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode(),
        refresh_secret=b64encode(secrets.token_bytes(SECRET_BYTES)).decode(),
    )


def _write(path: Path, content: _File) -> None:
    """All of the file or none of it, also across a loss of power."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(content), indent=2) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def read(path: Path) -> Keys:
    """The secrets of a file. Raises OperatorError when it is damaged or others may read it."""
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise OperatorError(f"Other users of this machine may read the secrets in {path}; run: chmod 600 {path}")
    try:
        return _checked(msgspec.json.decode(path.read_bytes(), type=_File))
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise OperatorError(f"The secrets in {path} are damaged; restore the file from a backup.") from error


def _checked(content: _File) -> Keys:
    """Raises ValueError, TypeError or UnsupportedAlgorithm for anything that `_generate` would not have made."""
    refresh_secret = b64decode(content.refresh_secret, validate=True)
    key = load_pem_private_key(content.signing_key.encode(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise TypeError("not an EC key of the curve P-256")
    if len(refresh_secret) != SECRET_BYTES:
        raise ValueError("too short a secret")
    for prefix, value in ((PUBLISHABLE_PREFIX, content.publishable), (SECRET_PREFIX, content.secret)):
        if not value.startswith(prefix) or len(value) < len(prefix) + SECRET_BYTES:
            raise ValueError("not an API key")
    return Keys(content.publishable, content.secret, content.signing_key, refresh_secret)
