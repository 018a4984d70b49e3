"""`/health`: what whoever watches a site is told, under whatever name they reach it."""

from importlib.metadata import metadata

import pytest
from click.testing import CliRunner

from marquee.cli.main import main
from marquee.version import VERSION
from tests.cast import Site

pytestmark = pytest.mark.anyio


@pytest.fixture
def unready(site, monkeypatch):
    async def fail():
        raise OSError("gone")

    monkeypatch.setattr(site.service.database, "require_ready", fail)


async def test_health_tells_status_and_version(site):
    answer = await site.client.get("/health")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "version": VERSION})
    assert answer.headers["cache-control"] == "no-store"


async def test_site_without_its_database_is_not_healthy(site, unready):
    answer = await site.client.get("/health")
    assert (answer.status_code, answer.json()) == (503, {"status": "unavailable", "version": VERSION})
    assert "gone" not in answer.text
    ready = await site.client.get("/health/ready")
    assert (ready.status_code, ready.text) == (503, "")


@pytest.mark.parametrize("path", ["/health", "/health/live", "/health/ready"])
async def test_balancer_that_knows_only_the_address_is_answered(template, tmp_path, path):
    site = Site.open(template, tmp_path / "data", MARQUEE_BASE_URL="https://label.example")
    for host in ("10.1.2.3:8000", "backend", "label.example"):
        assert (await site.client.get(path, headers={"Host": host})).status_code == 200
    other = await site.client.get("/", headers={"Host": "10.1.2.3:8000"})
    assert (other.status_code, other.text) == (421, "This site is at https://label.example (MARQUEE_BASE_URL).\n")
    await site.close()


async def test_command_page_and_package_tell_the_same_version(site):
    said = CliRunner().invoke(main, ["--version"])
    assert (said.exit_code, said.stdout) == (0, f"marquee {VERSION}\n")
    assert f'<meta name="generator" content="Marquee {VERSION}">' in (await site.client.get("/")).text
    package = metadata("marquee")
    assert package["Version"] == VERSION
    assert package["Author"] == "Marquee maintainers"
    assert "](" not in str(package.json["description"]), "a relative link leads nowhere on an index"
