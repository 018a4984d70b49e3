"""The cast of every test: who they are and what they own. The same five everywhere.

visitor (not signed in), admin, contact (a music contact), owner (of `mara-voss`), stranger (signed in, no rights).
"""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from argon2 import PasswordHasher
from sqlalchemy import Connection, Table
from starlette.applications import Starlette

from marquee import settings
from marquee.app import create_app
from marquee.auth import accounts, passwords, sessions, tokens
from marquee.auth.api.context import AuthServices
from marquee.auth.secrets import secrets_file
from marquee.auth.secrets.keys import Keys
from marquee.db.database import Database
from marquee.domain.actor import Actor
from marquee.domain.records import insert_rows
from marquee.domain.tables import music_artists, music_events, music_lineup, music_links
from marquee.settings import Settings
from marquee.site.bundle import Bundle
from marquee.storage.pixels.workshop import Workshop
from marquee.web.response_cache import ResponseCache, StoredResponse
from tests.databases import Databases

BASE_URL = "http://stage.test"
PASSWORD = "a long and lovely evening"
CHEAP = PasswordHasher(1, 8, 1)
"""How tests hash it, but for those that have `own_hashes`: at a site's cost that took a tenth of their time."""
SIGNED_IN = ("admin", "contact", "owner", "stranger")
EVERYBODY = ("visitor", *SIGNED_IN)
OWNED = "mara-voss"
OTHER = "night-ferry"

BUILT = Bundle(
    files={"/assets/main.js": StoredResponse.make(200, (("Content-Type", "text/javascript"),), b"// the front end")},
    script="/assets/main.js",
    parts={},
    css="main{color:red}",
    font=None,
    boot="start()",
    render="""
        const rendered = {markup: '<main>rendered</main>', css: '.f1{--w:1}', words: {title: 'Rendered'}};
        globalThis.render = () => JSON.stringify(rendered);
    """,
)

ARTIST = {"name": "Halve", "genre": "Techno", "image": "https://pictures.example/halve.webp"}
ARTISTS = (
    {**ARTIST, "name": "Mara Voss", "genre": "Art pop", "followers": "1.2M", "is_featured": True, "bio": "Sings."},
    {**ARTIST, "name": "Night Ferry", "genre": "Dream pop", "followers": "864K", "latest_song": "Harbour Lights"},
    {**ARTIST, "name": "Abel Quintero", "genre": "Jazz", "followers": "12,400", "website": "https://abel.example"},
)
EVENTS = (
    {"date": "2026-11-21", "venue": "Teatro Lanterna", "location": "Trieste", "artist_id": "mara-voss"},
    {"date": "2026-12-24", "venue": "Silver Oar", "location": "Glasgow", "artist_id": "mara-voss"},
    {"date": "2027-01-15", "venue": "Pier Fourteen Hall", "location": "Gothenburg", "artist_id": "night-ferry"},
    {"date": "2026-10-01", "venue": "Depot 23", "location": "Ghent", "artist_id": "night-ferry"},
)
ANNOUNCED = "2026-09-01T10:00:00+00:00"
"""Of all artists and events: before the moment at which tests stop the clock."""
LINKS = (
    {"artist_id": "mara-voss", "url": "https://music.example/mara"},
    {"artist_id": "night-ferry", "url": "https://music.example/ferry", "label": "Listen"},
)


@dataclass(frozen=True)
class Template:
    """A site with the cast, three artists with two links, and four events (one past, as seen from 2026-11-21).

    The first event has a second name on its bill.
    """

    folder: Path
    databases: Databases

    @classmethod
    def make(cls, folder: Path, databases: Databases) -> "Template":
        secrets_file.load_or_create(folder / "data")
        databases.keep(_people_it)
        return cls(folder / "data", databases)

    def copy(self, folder: Path, *, lasting: bool = False) -> str:
        """A data folder, and the address of its database; a `lasting` one lives beside those of other tests."""
        shutil.copytree(self.folder, folder)
        return (self.databases.lasting if lasting else self.databases.full)(folder)


def insert_row(connection: Connection, table: Table, values: Mapping[str, Any]) -> str:
    """Its id."""
    return insert_rows(connection, table, [values])[0]


def _people_it(connection: Any) -> None:
    password_hash = passwords.hash_now(PASSWORD)
    ids = {
        who: accounts.add(
            connection, f"{who}@stage.test", password_hash, "service_role" if who == "admin" else "authenticated"
        ).id
        for who in SIGNED_IN
    }
    accounts.add_contact(connection, ids["contact"])
    for artist in ARTISTS:
        insert_row(connection, music_artists, {**artist, "published_at": ANNOUNCED})
    accounts.set_artist_owner(connection, OWNED, ids["owner"])
    first, *_ = [insert_row(connection, music_events, {**event, "published_at": ANNOUNCED}) for event in EVENTS]
    insert_row(connection, music_lineup, {"event_id": first, "name": "Ines Brandt"})
    for link in LINKS:
        insert_row(connection, music_links, link)


class Service:
    """The inside of an application, with which tests arrange what they then notice from the outside."""

    def __init__(self, app: Starlette) -> None:
        self.database: Database = app.state.services.database
        self.settings: Settings = app.state.services.settings
        self.cache: ResponseCache[StoredResponse] = app.state.services.cache
        self._auth: AuthServices = app.state.auth

    @property
    def keys(self) -> Keys:
        return self._auth.key_ring.current()

    def token(self, who: str) -> str:
        """An access token of a session of its own."""
        session = self.database.write_now(_sign_in, who)
        return tokens.sign(sessions.access_claims(session, BASE_URL), self.keys)


class SharedWorkshop(Workshop):
    """Whose process is there for all tests of a run: starting it takes longer than most of them."""

    def kill(self) -> None:
        """No site may end it."""

    def end(self) -> None:
        """Only a process that is dead."""
        if self._process is None or not self._process.is_alive:
            super().end()


WORKSHOP = SharedWorkshop()


def open_app(folder: Path, database_url: str, **environ: str) -> Starlette:
    """The whole application over this data folder and database."""
    environ = {"MARQUEE_TIMEZONE": "UTC", "MARQUEE_DATABASE_URL": database_url, **environ}
    app = create_app(settings.load(environ, str(folder)), BASE_URL, BUILT)
    app.state.derived_files.workshop = WORKSHOP
    return app


@dataclass
class Site:
    """A running site of its own for one test, spoken to over HTTP in this process."""

    app: Starlette
    client: httpx.AsyncClient

    @classmethod
    def open(cls, template: Template, folder: Path, *, lasting: bool = False, **environ: str) -> "Site":
        app = open_app(folder, template.copy(folder, lasting=lasting), **environ)
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        return cls(app, httpx.AsyncClient(transport=transport, base_url=BASE_URL))

    @property
    def service(self) -> Service:
        return Service(self.app)

    def headers(self, who: str = "visitor") -> dict[str, str]:
        """The request headers of one of the cast, as the official client sends them."""
        key = self.service.keys.publishable
        token = key if who == "visitor" else self.token(who)
        return {"apikey": key, "Authorization": f"Bearer {token}"}

    def token(self, who: str) -> str:
        return self.service.token(who)

    def user_id(self, who: str) -> str:
        return self.service.database.write_now(accounts.require, f"{who}@stage.test").id

    def actor(self, who: str) -> Actor:
        return Actor("anon") if who == "visitor" else Actor("authenticated", self.user_id(who))

    async def rest(self, method: str, path: str, who: str = "visitor", **options: Any) -> httpx.Response:
        """One request to the data service: `path` is `table?query`; `headers` come on top."""
        headers = {**self.headers(who), **options.pop("headers", {})}
        return await self.client.request(method, f"/rest/v1/{path}", headers=headers, **options)

    async def rows(self, path: str, who: str = "admin") -> list[dict[str, Any]]:
        answer = await self.rest("GET", path, who)
        assert answer.status_code == 200, answer.text
        rows: list[dict[str, Any]] = answer.json()
        return rows

    async def close(self) -> None:
        await self.client.aclose()
        self.app.state.derived_files.close()
        self.app.state.services.beside.close()
        await self.service.database.disconnect()
        self.service.database.close()


def _sign_in(connection: Any, who: str) -> sessions.Session:
    session = sessions.sign_in(connection, accounts.require(connection, f"{who}@stage.test"))
    assert session is not None
    return session
