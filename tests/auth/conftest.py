"""The session service on an empty database, spoken to over HTTP in this process, and a clock that the test moves."""

import email
import email.policy
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from click.testing import CliRunner
from sqlalchemy import select
from starlette.applications import Starlette
from starlette.routing import Mount

from marquee import settings
from marquee.auth import accounts, passwords
from marquee.auth.api.context import AuthServices
from marquee.auth.api.routes import routes
from marquee.auth.identity import Identity
from marquee.auth.key_ring import KeyRing
from marquee.auth.keys import Keys
from marquee.auth.mail.delivery import FolderDelivery
from marquee.auth.mail.messages import Sender
from marquee.auth.mail.outbox import Outbox
from marquee.cli.main import main
from marquee.db.database import Database, open_database
from marquee.domain.tables import metadata
from marquee.settings import Settings
from marquee.web.context import Services
from marquee.web.middleware import RequestMiddleware
from marquee.web.response_cache import ResponseCache, StoredResponse

BASE_URL = "http://stage.test"
PASSWORD = "a long and lovely evening"
# One hash for every account: the tests are about what happens with it, not about its making.
HASH = passwords.hash_now(PASSWORD)


class Mail(NamedTuple):
    """A mail as its reader has it."""

    to: str
    subject: str
    text: str

    @property
    def link(self):
        (found,) = re.findall(r"https?://\S+", self.text)
        return found

    @property
    def token(self):
        return parse_qs(urlsplit(self.link).query)["token_hash"][0]


@dataclass
class Stage:
    """What a test works with: the client, and the server's insides to arrange what the client then notices."""

    client: httpx.AsyncClient
    database: Database
    keys: Keys
    app: Starlette
    outbox: Outbox
    outbox_folder: Path
    settings: Settings
    base_url: str = BASE_URL
    password: str = PASSWORD

    def at(self, address):
        """The same service, asked from another address."""
        transport = httpx.ASGITransport(RequestMiddleware(self.app), client=(address, 50000))
        client = httpx.AsyncClient(transport=transport, base_url=BASE_URL, headers=self.client.headers)
        return replace(self, client=client)

    def add(self, email="dana@undercard.example", password_hash=HASH, role="authenticated"):
        return self.database.write_now(accounts.add, email, password_hash, role)

    def configure(self, **changed):
        """Other settings than the defaults."""
        services = self.app.state.services
        services.settings = replace(services.settings, **changed)

    def stored(self):
        """Everything in the database, as text."""

        def read(connection):
            return {table.name: [tuple(row) for row in connection.execute(select(table))] for table in tables}

        tables = metadata.sorted_tables
        return repr(self.database.write_now(read))

    def change(self, user, **columns):
        self.database.write_now(lambda connection: accounts.change(connection, user.id, **columns))

    def command(self, *arguments):
        """Runs the `marquee` command beside the server."""
        environ = {"MARQUEE_DATA_DIR": str(self.settings.data_dir), "MARQUEE_DATABASE_URL": self.settings.database_url}
        return CliRunner().invoke(main, arguments, env=environ, catch_exceptions=False)

    async def token(self, grant, **body):
        return await self.client.post(f"/auth/v1/token?grant_type={grant}", json=body)

    async def sign_in(self, email="dana@undercard.example", password=PASSWORD):
        return (await self.token("password", email=email, password=password)).json()

    async def refresh(self, refresh_token):
        return await self.token("refresh_token", refresh_token=refresh_token)

    async def get_user(self, access_token):
        return await self.client.get("/auth/v1/user", headers=bearer(access_token))

    async def put_user(self, access_token, body):
        return await self.client.put("/auth/v1/user", headers=bearer(access_token), json=body)

    async def post(self, path, body, **options):
        return await self.client.post(f"/auth/v1{path}", json=body, **options)

    async def mails(self):
        """What came out of the outbox since the last call, in its order."""
        await self.outbox.send_due()
        files = sorted(self.outbox_folder.glob("*.eml"))
        found = [email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in files]
        for file in files:
            file.unlink()
        return [Mail(message["To"], message["Subject"], message.get_content()) for message in found]

    async def mailed(self):
        """The one mail since the last call."""
        (mail,) = await self.mails()
        return mail

    async def verify(self, kind, token_hash):
        return await self.post("/verify", {"type": kind, "token_hash": token_hash})

    async def recovery_token(self, address="dana@undercard.example", **challenge):
        assert (await self.post("/recover", {"email": address, **challenge})).status_code == 200
        return (await self.mailed()).token

    async def follow(self, **query):
        """A link of the protocol's own form, opened by a browser: without an API key."""
        headers = {name: value for name, value in self.client.headers.items() if name != "apikey"}
        return await self.client.send(httpx.Request("GET", f"{BASE_URL}/auth/v1/verify", params=query, headers=headers))

    async def call(self, method, path, access_token, body=None):
        """Any other call of the session protocol, as the bearer of a token."""
        return await self.client.request(method, f"/auth/v1{path}", headers=bearer(access_token), json=body)

    async def admin(self, method, path, body=None, **options):
        """A call of the admin API with the secret key."""
        headers = {"apikey": self.keys.secret, "Authorization": f"Bearer {self.keys.secret}"}
        return await self.client.request(method, f"/auth/v1/admin{path}", headers=headers, json=body, **options)

    async def enroll(self, access_token, **body):
        return await self.call("POST", "/factors", access_token, {"factor_type": "totp", **body})

    async def challenge(self, access_token, factor_id):
        return await self.call("POST", f"/factors/{factor_id}/challenge", access_token, {"factorId": factor_id})

    async def verify_factor(self, access_token, factor_id, code, challenge_id=None):
        """Answers a challenge, a new one unless told."""
        challenge_id = challenge_id or (await self.challenge(access_token, factor_id)).json()["id"]
        body = {"challenge_id": challenge_id, "code": code}
        return await self.call("POST", f"/factors/{factor_id}/verify", access_token, body)

    async def sign_out(self, access_token, scope=""):
        return await self.client.post(f"/auth/v1/logout?scope={scope}", headers=bearer(access_token))


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture
async def stage(databases, tmp_path):
    ring = KeyRing(tmp_path / "data", look_every_s=0)
    made = ring.current()
    loaded = settings.load({"MARQUEE_DATABASE_URL": databases.blank(tmp_path / "data")}, str(tmp_path / "data"))
    database = open_database(loaded.database_url)
    folder = loaded.data_dir / "outbox"
    outbox = Outbox(database, FolderDelivery(folder), Sender("Undercard", "noreply@stage.test", BASE_URL))
    identity = Identity(ring, database, BASE_URL)
    cache: ResponseCache[StoredResponse] = ResponseCache(database.version)
    services = Services(loaded, BASE_URL, database, cache, identity.admit, identity.identify)
    auth = AuthServices(ring, outbox)
    app = Starlette(routes=[Mount("/auth/v1", routes=routes(services, auth))])
    app.state.services, app.state.auth = services, auth
    headers = {"apikey": made.publishable, "X-Supabase-Api-Version": "2024-01-01"}
    transport = httpx.ASGITransport(RequestMiddleware(app))
    async with httpx.AsyncClient(transport=transport, base_url=BASE_URL, headers=headers) as client:
        yield Stage(client, database, made, app, outbox, folder, loaded)
    await database.disconnect()
    database.close()
