"""The generated secrets: API keys, the key that signs access tokens, the secret behind refresh tokens.

They are in one file of the data folder, which is created at the first start and readable by its owner only.
"""

import fcntl
import hmac
import logging
import os
import secrets
import stat
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from marquee import clock
from marquee.errors import OperatorError
from marquee.settings.database_url import DATABASE_NAME

FILE_NAME = "secrets.json"
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


log = logging.getLogger("marquee")


@dataclass(frozen=True)
class Keys:
    """The content of the file. `signing_key` is a PEM of an EC P-256 key, `refresh_secret` 32 random bytes.

    With `former_refresh_secrets` texts are unsealed that were not sealed anew yet (`renew_all`).
    """

    publishable: str
    secret: str = field(repr=False)
    signing_key: str = field(repr=False)
    refresh_secret: bytes = field(repr=False)
    former: tuple[FormerKey, ...] = ()
    former_refresh_secrets: tuple[bytes, ...] = field(default=(), repr=False)

    def role_of(self, apikey: str) -> Literal["anon", "service_role"] | None:
        """The role of an API key, looked up in constant time; None for any other string."""
        encoded = apikey.encode("utf-8", "replace")
        is_publishable = hmac.compare_digest(encoded, self.publishable.encode())
        is_secret = hmac.compare_digest(encoded, self.secret.encode())
        if is_secret:
            return "service_role"
        return "anon" if is_publishable else None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The file as JSON, with refresh secrets in base64 and what is former newest first."""

    publishable: str
    secret: str
    signing_key: str
    refresh_secret: str
    previous_signing_keys: tuple[FormerKey, ...] = ()
    previous_refresh_secrets: tuple[str, ...] = ()


def load_or_create(data_dir: Path) -> Keys:
    """The secrets of a data folder, created at the first call. Processes that start together get the same ones.

    Raises OperatorError when the file is damaged or readable by others.
    """
    return _change(data_dir, _without_expired)


def rotate_signing_key(data_dir: Path) -> Keys:
    """Sign with a new key from now on. Tokens signed with the former key stay valid. Raises OperatorError."""
    return _change(data_dir, _with_new_signing_key)


def rotate_secret(data_dir: Path) -> Keys:
    """Replace the secret API key; the former one stops working at once. Raises OperatorError."""
    return _change(data_dir, lambda content: msgspec.structs.replace(content, secret=_new_api_key(SECRET_PREFIX)))


def renew_all(data_dir: Path) -> Keys:
    """Replace every secret; no token and no secret API key of before works any more. Raises OperatorError.

    The publishable key stays: it is public. The former refresh secret stays until `forget_former`, since texts in the
    database are still sealed with it; this may be repeated, should something fail in between.
    """
    return _change(data_dir, _with_all_new)


def forget_former(data_dir: Path) -> Keys:
    """Delete the former refresh secrets, once everything is sealed with the current one. Raises OperatorError."""
    return _change(data_dir, lambda content: msgspec.structs.replace(content, previous_refresh_secrets=()))


def _change(data_dir: Path, change: Callable[[_File], _File]) -> Keys:
    make_data_dir(data_dir)
    path = data_dir / FILE_NAME
    try:
        with _locked(data_dir) as folder:
            old = _decoded(path) if path.exists() else None
            new = change(old or _generate())
            if new != old:
                _write(path, new)
                os.fsync(folder)
            return _checked(new)
    except OSError as error:
        raise OperatorError(f"The secrets in {path} cannot be read or written: {error.strerror}.") from error


def make_data_dir(data_dir: Path) -> None:
    """Create the data folder if it is missing, and close it to other users: who can enter it can hold its locks.

    Only a folder that is empty, or already a site's, is closed; any other may be shared for a reason. Raises
    OperatorError.
    """
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = data_dir.stat()
        if not status.st_mode & 0o077:
            return
        names = {path.name for path in data_dir.iterdir()}
        is_ours = not names or bool(names & {FILE_NAME, DATABASE_NAME})
        if not is_ours or status.st_uid != os.geteuid():
            raise OperatorError(
                f"Other users of this machine can enter the data folder {data_dir}. "
                f"Choose one of its own, or run: chmod 700 {data_dir}"
            )
        data_dir.chmod(stat.S_IMODE(status.st_mode) & 0o700)
    except OSError as error:
        raise OperatorError(f"The data folder {data_dir} cannot be created: {error.strerror}.") from error
    log.warning("the data folder was open to other users of this machine, now it is not", extra={"folder": data_dir})


@contextmanager
def _locked(folder: Path) -> Iterator[int]:
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield handle
    finally:
        os.close(handle)


def _generate() -> _File:
    return _File(
        publishable=_new_api_key(PUBLISHABLE_PREFIX),
        secret=_new_api_key(SECRET_PREFIX),
        signing_key=_new_signing_key(),
        refresh_secret=b64encode(secrets.token_bytes(SECRET_BYTES)).decode(),
    )


def _new_api_key(prefix: str) -> str:
    return prefix + secrets.token_urlsafe(SECRET_BYTES)


def _new_signing_key() -> str:
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def _with_new_signing_key(content: _File) -> _File:
    public = load_pem_private_key(content.signing_key.encode(), password=None).public_key()
    pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    former = (FormerKey(pem, clock.timestamp()), *content.previous_signing_keys)
    return _without_expired(
        msgspec.structs.replace(content, signing_key=_new_signing_key(), previous_signing_keys=former)
    )


def _with_all_new(content: _File) -> _File:
    former = (content.refresh_secret, *content.previous_refresh_secrets)
    return msgspec.structs.replace(_generate(), publishable=content.publishable, previous_refresh_secrets=former)


def _without_expired(content: _File) -> _File:
    former = tuple(key for key in content.previous_signing_keys if not key.is_expired)
    return msgspec.structs.replace(content, previous_signing_keys=former)


def _write(path: Path, content: _File) -> None:
    """Replace the file atomically, also in case of a power failure."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(content), indent=2) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def read(path: Path) -> Keys:
    """The secrets of a file. Raises OperatorError when it is damaged or readable by others."""
    return _checked(_decoded(path))


def _decoded(path: Path) -> _File:
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise OperatorError(f"Other users of this machine can read the secrets in {path}. Run: chmod 600 {path}")
    try:
        content = msgspec.json.decode(path.read_bytes(), type=_File)
        _checked(content)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise OperatorError(f"The secrets in {path} are damaged; restore the file from a backup.") from error
    return content


def _checked(content: _File) -> Keys:
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
