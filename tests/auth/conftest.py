"""The session service of a site without artists, on an empty database, spoken to over HTTP in this process."""

import email
import email.policy
import re
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from click.testing import CliRunner
from sqlalchemy import select
from starlette.applications import Starlette

from marquee.auth import accounts
from marquee.auth.secrets import key_ring
from marquee.auth.secrets.keys import Keys
from marquee.auth.secrets.secrets_file import make_data_dir
from marquee.cli.main import main
from marquee.domain.tables import metadata
from tests.cast import BASE_URL, CHEAP, PASSWORD, Service, open_app

HASH = CHEAP.hash(PASSWORD)


class Mail(NamedTuple):
    """A mail as its reader sees it."""

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
class AuthSite:
    """A site without artists, a client of its session service, and what tests arrange that the client then notices."""

    app: Starlette
    client: httpx.AsyncClient
    keys: Keys
    base_url: str = BASE_URL
    password: str = PASSWORD

    @property
    def database(self):
        return self.app.state.services.database

    @property
    def settings(self):
        return self.app.state.services.settings

    @property
    def outbox(self):
        return self.app.state.auth.outbox

    @property
    def outbox_folder(self):
        return self.settings.data_dir / "outbox"

    def at(self, ip):
        """A client of this site at another IP address."""
        transport = httpx.ASGITransport(self.app, client=(ip, 50000))
        client = httpx.AsyncClient(transport=transport, base_url=BASE_URL, headers=self.client.headers)
        return replace(self, client=client)

    def add(self, email="stranger@stage.test", password_hash=HASH, role="authenticated"):
        return self.database.write_now(accounts.add, email, password_hash, role)

    def configure(self, **settings):
        """Change settings of the running site."""
        services = self.app.state.services
        services.settings = replace(services.settings, **settings)

    def stored(self):
        """Everything in the database, as text."""

        def read(connection):
            return {table.name: [tuple(row) for row in connection.execute(select(table))] for table in tables}

        tables = metadata.sorted_tables
        return repr(self.database.write_now(read))

    def change(self, user, **columns):
        self.database.write_now(lambda connection: accounts.change(connection, user.id, **columns))

    def command(self, *arguments):
        """Run the `marquee` command while the site is running."""
        environ = {"MARQUEE_DATA_DIR": str(self.settings.data_dir), "MARQUEE_DATABASE_URL": self.settings.database_url}
        return CliRunner().invoke(main, arguments, env=environ, catch_exceptions=False)

    async def token(self, grant, **body):
        return await self.client.post(f"/auth/v1/token?grant_type={grant}", json=body)

    async def sign_in(self, email="stranger@stage.test", password=PASSWORD):
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
        """The mails sent since the last call, in their order."""
        await self.outbox.send_due()
        files = sorted(self.outbox_folder.glob("*.eml"))
        messages = [email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in files]
        for file in files:
            file.unlink()
        return [Mail(message["To"], message["Subject"], message.get_content()) for message in messages]

    async def mailed(self):
        """The one mail since the last call."""
        (mail,) = await self.mails()
        return mail

    async def verify(self, kind, token_hash):
        return await self.post("/verify", {"type": kind, "token_hash": token_hash})

    async def recovery_token(self, email="stranger@stage.test", **challenge):
        assert (await self.post("/recover", {"email": email, **challenge})).status_code == 200
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
        """Answers a challenge, by default a new one."""
        challenge_id = challenge_id or (await self.challenge(access_token, factor_id)).json()["id"]
        body = {"challenge_id": challenge_id, "code": code}
        return await self.call("POST", f"/factors/{factor_id}/verify", access_token, body)

    async def sign_out(self, access_token, scope=""):
        return await self.client.post(f"/auth/v1/logout?scope={scope}", headers=bearer(access_token))


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture
async def auth(databases, tmp_path, monkeypatch):
    monkeypatch.setattr(key_ring, "LOOK_EVERY_S", 0)
    folder = tmp_path / "data"
    make_data_dir(folder)
    app = open_app(folder, databases.blank(folder), MARQUEE_SITE_NAME="Undercard")
    service = Service(app)
    headers = {"apikey": service.keys.publishable, "X-Supabase-Api-Version": "2024-01-01"}
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=BASE_URL, headers=headers) as client:
        yield AuthSite(app, client, service.keys)
    await service.database.disconnect()
    service.database.close()
