"""Fills an empty site with the demonstration: artists with pictures and links, dates, an account for each role."""

import secrets
import shutil
import sys
from pathlib import Path

import click
from sqlalchemy import Connection, func, select

from marquee import private_file
from marquee.auth import accounts, passwords
from marquee.cli.demo import people, tables
from marquee.db.database import Database
from marquee.domain.tables import music_artists, users
from marquee.settings import Settings

PICTURES = Path(__file__).parent / "pictures"
BUCKET = "demo"
PASSWORDS_FILE = "demo-accounts.txt"
SEE_FILE = "The demo accounts and their passwords are in {}"
PASSWORD_BYTES = 12


def fill(database: Database, settings: Settings) -> None:
    """Fill an empty database, and say what the accounts are.

    The passwords are in a file. They are printed once, and only to a terminal: a service's output ends up in a log.
    """
    file = settings.data_dir / PASSWORDS_FILE
    if database.write_now(_is_in_use):
        if file.exists():
            click.echo(SEE_FILE.format(file))
        return
    shutil.copytree(PICTURES, settings.data_dir / "media" / BUCKET, dirs_exist_ok=True)
    listed = [(account, secrets.token_urlsafe(PASSWORD_BYTES)) for account in tables.rows("accounts")]
    hashed = [(account, passwords.hash_now(password)) for account, password in listed]
    database.write_now(_insert, hashed, settings)
    listing = "\n".join(f"  {one['email']:<26} {password}   {one['description']}" for one, password in listed)
    private_file.replace(file, f"{listing}\n".encode())
    click.echo(f"Demo accounts (kept in {file}):\n{listing}" if sys.stdout.isatty() else SEE_FILE.format(file))


def _is_in_use(connection: Connection) -> bool:
    return any(
        connection.execute(select(func.count()).select_from(table)).scalar_one() for table in (users, music_artists)
    )


def _insert(connection: Connection, hashed: list[tuple[dict[str, str], str]], settings: Settings) -> None:
    ids = {one["email"].partition("@")[0]: _add(connection, one, password_hash) for one, password_hash in hashed}
    people.work(connection, ids, settings.timezone)


def _add(connection: Connection, one: dict[str, str], password_hash: str) -> str:
    metadata = accounts.metadata_text({}, {"full_name": one["name"]})
    return accounts.add(connection, one["email"], password_hash, one["role"], user_metadata=metadata).id
