"""A PostgreSQL database that takes no writes: a site says so, and none is started on it."""

import pytest

from marquee.auth.secrets import secrets_file
from marquee.cli.preparation import prepare
from marquee.errors import OperatorError
from marquee.settings import load
from tests.cast import Site
from tests.cli.commands import failed, run
from tests.conftest import on_postgresql

pytestmark = on_postgresql
EVENT = {"date": "2026-12-01", "venue": "Depot 23", "location": "Ghent", "artist_id": "mara-voss"}


@pytest.fixture
def read_only(template, postgresql, tmp_path):
    """The address of a site's database that takes no more writes, and its name."""
    url = template.copy(tmp_path / "data", lasting=True)
    name = url.partition("@/")[2].partition("?")[0]
    postgresql.execute("postgres", f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    return url, name


@pytest.mark.anyio
async def test_saves_are_refused_in_a_sentence_and_reads_go_on(template, postgresql, tmp_path, monkeypatch):
    monkeypatch.setattr("marquee.db.postgresql.database.TURN_IS_NEWS_S", 0)
    site = Site.open(template, tmp_path / "data", lasting=True)
    name = site.service.settings.database_url.partition("@/")[2].partition("?")[0]
    headers = site.headers("admin")

    async def save():
        return await site.client.post("/rest/v1/music_events", headers=headers, json=EVENT)

    async def ready():
        return (await site.client.get("/health/ready")).status_code

    async def switch(to):
        postgresql.execute("postgres", f'ALTER DATABASE "{name}" SET default_transaction_read_only = {to}')
        await site.service.database.disconnect()  # what a connection has begun with stays

    await switch("on")
    answer = await save()
    assert (answer.status_code, answer.json()["code"]) == (503, "25006")
    assert answer.json()["message"] == "The database is read-only at the moment, so nothing was saved"
    assert await ready() == 503
    assert (await site.client.get("/rest/v1/music_events", headers=headers)).status_code == 200
    await switch("off")
    assert (await save()).status_code == 201
    assert await ready() == 200
    await site.close()


def test_start_is_refused_and_a_backup_is_made(read_only, tmp_path):
    url, _ = read_only
    with pytest.raises(OperatorError, match=r"it is read-only, since default_transaction_read_only is on\.$"):
        prepare(
            load({"MARQUEE_DATABASE_URL": url}, str(tmp_path / "data")),
            secrets_file.load_or_create(tmp_path / "data"),
            with_demo=False,
        )
    environ = {"MARQUEE_DATABASE_URL": url}
    refused = run("artist", "owner", "mara-voss", "a@stage.test", "--data-dir", tmp_path / "data", environ=environ)
    assert failed(refused, "it is read-only")
    saved = run("backup", tmp_path / "site.tar", "--data-dir", tmp_path / "data", environ=environ)
    assert saved.exit_code == 0, saved.stderr
    assert "Saved and verified" in saved.stdout
