"""What is sent from files: the front end's build and the site's own pictures; and the health addresses."""

import gzip

import brotli
import pytest

from marquee.site import bundle
from marquee.web.compression import CODINGS, MIN_BYTES
from tests.processor_time import costs_at_most

pytestmark = pytest.mark.anyio

PICTURE = "/storage/v1/object/public/demo/one.webp"


@pytest.fixture
def picture(site):
    folder = site.service.settings.data_dir / "media" / "demo"
    folder.mkdir(parents=True)
    (folder / "one.webp").write_bytes(b"RIFF")


async def test_built_file_is_kept_for_a_year(site):
    answer = await site.client.get("/assets/main.js")
    assert answer.status_code == 200
    assert answer.text == "// the front end"


LARGE = [name for name, stored in bundle.load().files.items() if len(stored.body) >= MIN_BYTES]


@pytest.mark.parametrize("file", [name for name in LARGE if name.endswith((".js", ".css"))])
def test_build_left_every_script_and_style_compressed(file):
    stored = bundle.load().files[file]
    assert stored.codings == CODINGS
    assert brotli.decompress(stored.form("br")) == gzip.decompress(stored.form("gzip")) == stored.body


async def test_site_without_pictures_has_none(site):
    answer = await site.client.get(PICTURE)
    assert (answer.status_code, answer.json()["code"]) == (400, "NoSuchKey")


async def test_picture_is_sent_inert(site, picture):
    answer = await site.client.get(PICTURE)
    assert answer.status_code == 200
    assert answer.content == b"RIFF"
    assert answer.headers["content-type"] == "image/webp"
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"


RANGES = [
    "bytes=" + ",".join(f"{start}-{start}" for start in range(10_000)),
    "bytes=" + ",".join(["0-"] * 10_000),
    "bytes=" + ",".join(["-1"] * 10_000),
    "bytes=" + "0-0" * 10_000,
    "bytes=" + "9" * 30_000 + "-",
    "bytes=-" + "9" * 30_000,
    "bytes=" + "," * 30_000,
]


@pytest.mark.parametrize("ranges", RANGES, ids=[ranges[:20] for ranges in RANGES])
@pytest.mark.parametrize("path", [PICTURE, "/", "/assets/main.js", "/rest/v1/music_artists"])
async def test_ten_thousand_ranges_cost_nothing(site, picture, path, ranges):
    with costs_at_most(2):
        answer = await site.client.get(path, headers={**site.headers(), "Range": ranges})
    assert answer.status_code in (200, 206, 400, 416)


@pytest.mark.parametrize(
    "path",
    [
        "/storage/v1/object/public/../../secrets.json",
        "/storage/v1/object/public/..%2f..%2fsecrets.json",
        "/storage/v1/object/public/%2e%2e/secrets.json",
        "/storage/v1/object/public/demo/../../marquee.sqlite3",
        "/assets/../../../secrets.json",
        "/secrets.json",
        "/.vite/manifest.json",
        "/marquee.sqlite3",
    ],
)
async def test_nothing_else_of_the_disk_is_sent(site, picture, path):
    assert (await site.client.get(path)).status_code in (400, 404)


@pytest.mark.parametrize("path", ["/health/live", "/health/ready"])
async def test_healthy_site_says_so(site, path):
    assert (await site.client.get(path)).status_code == 200


async def test_site_without_its_database_is_alive_and_not_ready(site, monkeypatch):
    async def broken(*_):
        raise OSError

    monkeypatch.setattr(type(site.service.database), "read", broken)
    assert (await site.client.get("/health/ready")).status_code == 503
    assert (await site.client.get("/health/live")).status_code == 200
