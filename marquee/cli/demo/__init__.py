"""Fills an empty site with the demonstration: artists with pictures and links, dates, an account for each role."""

import os
import secrets
import shutil
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

import click
from sqlalchemy import Connection, bindparam, func, select

from marquee import clock
from marquee.auth import accounts, passwords
from marquee.cli.demo import work
from marquee.cli.demo.content import ARTISTS, CREDITS, FOCUS, LINKS, SHOWN, DemoArtist
from marquee.cli.demo.dates import DRAFT, EVENTS, DemoEvent
from marquee.db.database import Database
from marquee.db.statements import StatementCache
from marquee.domain.history.changes import run_as
from marquee.domain.pictures import MEDIA_PREFIX
from marquee.domain.records import insert_row, update_rows
from marquee.domain.tables import music_artists, music_events, music_lineup, music_links, users
from marquee.settings import Settings

PICTURES = Path(__file__).parent / "pictures"
BUCKET = "demo"
IMAGES = f"{MEDIA_PREFIX}{BUCKET}/"
PASSWORDS_FILE = "demo-accounts.txt"
SEE_FILE = "The demo accounts and their passwords are in {}"
PASSWORD_BYTES = 12
OWNED = "vesna-kole"


class DemoAccount(NamedTuple):
    email: str
    name: str
    what: str
    role: str = accounts.AUTHENTICATED


ACCOUNTS = (
    DemoAccount("mira@undercard.example", "Mira Okafor", "admin", accounts.SERVICE_ROLE),
    DemoAccount("jonas@undercard.example", "Jonas Weil", "music contact"),
    DemoAccount("vesna@undercard.example", "Vesna Kole", "owner of Vesna Kole"),
    DemoAccount("noor@undercard.example", "Noor Haddad", "manager, further owner of Night Ferry"),
    DemoAccount("sam@undercard.example", "Sam Lindqvist", "signed in, no rights"),
)


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
    generated = {account: secrets.token_urlsafe(PASSWORD_BYTES) for account in ACCOUNTS}
    hashes = {account: passwords.hash_now(password) for account, password in generated.items()}
    database.write_now(_insert, hashes, settings)
    listing = "\n".join(f"  {account.email:<26} {password}   {account.what}" for account, password in generated.items())
    _write_private(file, f"{listing}\n")
    click.echo(f"Demo accounts (kept in {file}):\n{listing}" if sys.stdout.isatty() else SEE_FILE.format(file))


def _is_in_use(connection: Connection) -> bool:
    return any(
        connection.execute(select(func.count()).select_from(table)).scalar_one() for table in (users, music_artists)
    )


def _insert(connection: Connection, hashes: dict[DemoAccount, str], settings: Settings) -> None:
    ids = [_add(connection, one, password_hash) for one, password_hash in hashes.items()]
    people = {one.email.partition("@")[0]: id_ for one, id_ in zip(ACCOUNTS, ids, strict=True)}
    accounts.add_contact(connection, people[work.CONTACT])
    run_as(connection, people[work.ADMIN], _insert_content, people[work.OWNER], clock.today(settings.timezone))
    work.do(connection, people, IMAGES, settings.timezone)


def _add(connection: Connection, one: DemoAccount, password_hash: str) -> str:
    metadata = accounts.metadata_text({}, {"full_name": one.name})
    return accounts.add(connection, one.email, password_hash, one.role, user_metadata=metadata).id


def _insert_content(connection: Connection, owner_id: str, today: date) -> None:
    artist_ids = {one.name: insert_row(connection, music_artists, _artist(one)) for one in ARTISTS}
    accounts.set_artist_owner(connection, OWNED, owner_id)
    for event in (*EVENTS, DRAFT):
        _insert_event(connection, event, artist_ids, today)
    for name, urls in LINKS.items():
        for position, url in enumerate(urls):
            insert_row(connection, music_links, {"artist_id": artist_ids[name], "position": position, "url": url})


def _insert_event(connection: Connection, event: DemoEvent, artist_ids: dict[str, str], today: date) -> None:
    values = {
        "date": (today + timedelta(days=event.days)).isoformat(),
        "venue": event.venue,
        "location": event.location,
        "artist_id": artist_ids[event.artist],
        **event.details,
    }
    id_ = insert_row(connection, music_events, values)
    for position, name in enumerate(event.bill):
        entry = {"event_id": id_, "position": position, "name": name, "artist_id": artist_ids.get(name)}
        insert_row(connection, music_lineup, entry)
    if event.moved_to is not None:
        new = {"date": (today + timedelta(days=event.moved_to)).isoformat(), "status": "moved"}
        update_rows(
            connection, music_events, music_events.c.id == bindparam("event"), {"event": id_}, new, StatementCache()
        )


def _artist(one: DemoArtist) -> dict[str, str | None]:
    return {
        "name": one.name,
        "genre": one.genre,
        "followers": one.followers,
        "image": f"{IMAGES}{one.image}{f'#focus={focus}' if (focus := FOCUS.get(one.image)) else ''}",
        "image_alt": SHOWN[one.image],
        "credit": CREDITS.get(one.image),
        "latest_song": one.latest_song,
        "bio": one.bio,
        "website": f"https://{one.handle}.example".replace("_", "-") if one.handle else None,
        "social_instagram": one.handle,
        "social_twitter": one.handle,
    }


def _write_private(file: Path, text: str) -> None:
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as stream:
        stream.write(text)
