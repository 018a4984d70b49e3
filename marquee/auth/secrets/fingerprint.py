"""Which secrets are the site's: the database keeps their fingerprint, so that a server with others does not start.

See docs/decisions/0082-the-database-knows-its-secrets.md.
"""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from sqlalchemy import Connection, delete, insert, inspect, select

from marquee.auth.secrets.keys import Content, Keys
from marquee.auth.secrets.secrets_file import FILE_NAME, change, load_or_create, read
from marquee.domain.tables import site_secrets
from marquee.errors import OperatorError

LABEL = b"marquee: the secrets of a site"
WAY_ON = (
    f"Copy {FILE_NAME} from another server of the site, or from a backup. "
    "If the site's own secrets are lost, run: marquee keys adopt"
)


def fingerprint(keys: Keys) -> str:
    """SHA-256 of all current secrets, in hex: they are random, and too long to be found again by guessing."""
    parts = (keys.publishable.encode(), keys.secret.encode(), keys.signing_key.encode(), keys.refresh_secret)
    return sha256(b"\0".join((LABEL, *parts))).hexdigest()


def require_own(connection: Connection, keys: Keys, data_dir: Path) -> None:
    """Raises OperatorError if the database has another's fingerprint; one that has none takes this one."""
    kept = of_database(connection)
    if kept is None:
        adopt(connection, keys)
    elif kept != fingerprint(keys):
        raise _others(data_dir / FILE_NAME)


def own_keys(kept: str | None, data_dir: Path) -> Keys:
    """The secrets of a folder, which are those of the fingerprint that the database has; without one, any are.

    Raises OperatorError, and makes none, where they are missing or others.
    """
    if kept is None:
        return load_or_create(data_dir)
    file = data_dir / FILE_NAME
    if not file.exists():
        raise OperatorError(f"There are no secrets in {file}. {WAY_ON}")
    keys = read(file)
    if kept != fingerprint(keys):
        raise _others(file)
    return keys


def _others(file: Path) -> OperatorError:
    return OperatorError(
        f"The secrets in {file} are not those of this site's database: no key, session or second factor of the site "
        f"would work here. {WAY_ON}"
    )


def of_database(connection: Connection) -> str | None:
    """The fingerprint that the database has, if any; one of an older schema has none."""
    if not inspect(connection).has_table(site_secrets.name):
        return None
    kept: str | None = connection.execute(select(site_secrets.c.fingerprint)).scalar_one_or_none()
    return kept


def adopt(connection: Connection, keys: Keys) -> None:
    """Make these the site's secrets."""
    connection.execute(delete(site_secrets))
    connection.execute(insert(site_secrets).values(fingerprint=fingerprint(keys)))


def replace(connection: Connection, data_dir: Path, changed: Callable[[Content], Content]) -> Keys:
    """Replace the secrets of a folder by `changed` of them, for the database as well.

    Raises OperatorError, before anything is changed, where the folder does not have those of the site.
    """
    own_keys(of_database(connection), data_dir)
    keys = change(data_dir, changed)
    adopt(connection, keys)
    return keys
