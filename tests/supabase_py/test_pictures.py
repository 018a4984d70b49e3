"""Pictures, through the official Python client: every call that it has for files and buckets."""

import io
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from tests.cast import OWNED
from tests.conftest import on_sqlite
from tests.storage.sending import picture
from tests.supabase_py.calls import Call, Clients, code

pytestmark = [pytest.mark.anyio, on_sqlite]

ONE, TWO, THREE = f"{OWNED}/one.jpg", f"{OWNED}/two words (live) & more.jpg", f"{OWNED}/three.jpg"
NONE, SENT = f"{OWNED}/none.jpg", f"{OWNED}/sent.jpg"


def files(make: Any) -> Any:
    """The call of the bucket."""
    return lambda client, clients: make(client.storage.from_("artists"), clients)


def buckets(make: Any) -> Any:
    return lambda client, _: make(client.storage)


def names(rows: Any) -> list[str]:
    return [row["name"] for row in rows]


def size(content: bytes) -> tuple[str | None, tuple[int, int]]:
    image = Image.open(io.BytesIO(content))
    return image.format, image.size


def fetched(address: str) -> tuple[int, str, str | None]:
    """What a browser gets at an address: status, type, and as what it is saved."""
    response = httpx.get(address)
    return response.status_code, response.headers["content-type"], response.headers.get("content-disposition")


def linked(answer: Any) -> tuple[int, str, str | None]:
    """What a browser gets at a signed link, which has two names."""
    assert answer["signedURL"] == answer["signedUrl"]
    return fetched(answer["signedURL"])


SHOWN = (200, "image/jpeg", None)
SAVED = (200, "image/jpeg", "attachment; filename*=UTF-8''a%20b.jpg")
UPLOADS = {
    "an upload": Call(
        "owner",
        files(lambda f, _: f.upload(ONE, picture(), {"content-type": "image/jpeg", "metadata": {"by": "Ines"}})),
        lambda answer: (answer.path, answer.full_path),
        (ONE, f"artists/{ONE}"),
    ),
    "an upload of a path": Call(
        "admin", files(lambda f, c: f.upload(TWO, _file(c, "two.jpg"))), lambda answer: answer.path, TWO
    ),
    "an upload of a name that is taken": Call("owner", files(lambda f, _: f.upload(ONE, picture())), code, "Duplicate"),
    "an upload over it": Call(
        "owner", files(lambda f, _: f.upload(ONE, picture(), {"upsert": "true"})), lambda answer: answer.path, ONE
    ),
    "an update": Call("owner", files(lambda f, _: f.update(ONE, picture())), lambda answer: answer.path, ONE),
    "an upload without the right": Call("visitor", files(lambda f, _: f.upload(NONE, picture())), code, "Unauthorized"),
    "a text": Call("owner", files(lambda f, _: f.upload(NONE, b"hello")), lambda error: error.status, "415"),
    "a link to upload": Call(
        "owner",
        files(lambda f, _: f.create_signed_upload_url(SENT)),
        lambda answer: (answer["path"], answer["token"] in answer["signed_url"]),
        (SENT, True),
    ),
    "an upload to a link": Call(
        "visitor",
        files(lambda f, c: f.upload_to_signed_url(SENT, c.answers["a link to upload"]["token"], picture())),
        lambda answer: answer.path,
        SENT,
    ),
    "an upload to it once more": Call(
        "visitor",
        files(lambda f, c: f.upload_to_signed_url(SENT, c.answers["a link to upload"]["token"], picture())),
        code,
        "Duplicate",
    ),
}
READS = {
    "a download": Call("visitor", files(lambda f, _: f.download(ONE)), size, ("JPEG", (400, 300))),
    "a download of a version": Call(
        "visitor",
        files(lambda f, _: f.download(ONE, {"transform": {"width": 240, "height": 240, "resize": "cover"}})),
        lambda content: size(content)[1],
        (240, 240),
    ),
    "a download of nothing": Call("visitor", files(lambda f, _: f.download(NONE)), code, "not_found"),
    "what is known": Call(
        "visitor",
        files(lambda f, _: f.info(TWO)),
        lambda answer: (answer["name"], answer["content_type"]),
        (TWO, "image/jpeg"),
    ),
    "whether it is there": Call("visitor", files(lambda f, _: f.exists(TWO)), bool, True),
    "whether nothing is there": Call("visitor", files(lambda f, _: f.exists(NONE)), bool, False),
    "a list": Call("owner", files(lambda f, _: f.list(OWNED)), names, ["one.jpg", "sent.jpg", TWO.partition("/")[2]]),
    "a part of a list": Call(
        "owner",
        files(lambda f, _: f.list(OWNED, {"limit": 1, "offset": 1, "sortBy": {"column": "name", "order": "desc"}})),
        names,
        ["sent.jpg"],
    ),
    "a list of what is searched": Call(
        "owner", files(lambda f, _: f.list(OWNED, {"search": "se"})), names, ["sent.jpg"]
    ),
    "a list of folders": Call("admin", files(lambda f, _: f.list()), names, [OWNED]),
    "a list without the right": Call("visitor", files(lambda f, _: f.list(OWNED)), names, []),
    "pages": Call(
        "owner",
        files(lambda f, _: f.list_v2({"prefix": f"{OWNED}/", "limit": 2})),
        lambda page: (page.hasNext, [one.name for one in page.objects]),
        (True, [ONE, SENT]),
    ),
    "the last page": Call(
        "owner",
        files(lambda f, c: f.list_v2({"prefix": f"{OWNED}/", "limit": 2, "cursor": c.answers["pages"].nextCursor})),
        lambda page: (page.hasNext, [one.name for one in page.objects]),
        (False, [TWO]),
    ),
    "folders": Call(
        "owner",
        files(lambda f, _: f.list_v2({"with_delimiter": True})),
        lambda page: [(one.key, one.name) for one in page.folders],
        [(OWNED, f"{OWNED}/")],
    ),
    "a public address": Call("visitor", files(lambda f, _: f.get_public_url(TWO)), fetched, SHOWN),
    "a public address to save": Call(
        "visitor", files(lambda f, _: f.get_public_url(ONE, {"download": "a b.jpg"})), fetched, SAVED
    ),
    "a public address of a version": Call(
        "visitor",
        files(lambda f, _: f.get_public_url(ONE, {"transform": {"width": 240, "quality": 60}})),
        lambda address: fetched(address)[0],
        200,
    ),
    "a signed link": Call("visitor", files(lambda f, _: f.create_signed_url(ONE, 60)), linked, SHOWN),
    "a signed link of a name with signs": Call(
        "visitor", files(lambda f, _: f.create_signed_url(TWO, 60)), linked, SHOWN
    ),
    "a signed link to save": Call(
        "visitor", files(lambda f, _: f.create_signed_url(TWO, 60, {"download": "a b.jpg"})), linked, SAVED
    ),
    "a signed link to a version": Call(
        "visitor",
        files(lambda f, _: f.create_signed_url(TWO, 60, {"transform": {"width": 240, "format": "origin"}})),
        linked,
        SHOWN,
    ),
    "a signed link to nothing": Call("visitor", files(lambda f, _: f.create_signed_url(NONE, 60)), code, "not_found"),
    "signed links": Call(
        "visitor",
        files(lambda f, _: f.create_signed_urls([ONE, NONE, TWO], 60)),
        lambda answer: [one["error"] is None and linked(one) for one in answer],
        [SHOWN, False, SHOWN],
    ),
    "signed links to save": Call(
        "visitor",
        files(lambda f, _: f.create_signed_urls([TWO], 60, {"download": "a b.jpg"})),
        lambda answer: linked(answer[0]),
        SAVED,
    ),
}
CHANGES = {
    "a copy": Call("owner", files(lambda f, _: f.copy(TWO, THREE)), lambda answer: answer["Key"], f"artists/{THREE}"),
    "a copy of nothing": Call("owner", files(lambda f, _: f.copy(NONE, THREE)), code, "not_found"),
    "a move": Call("owner", files(lambda f, _: f.move(SENT, NONE)), lambda a: a["message"], "Successfully moved"),
    "a move without the right": Call("visitor", files(lambda f, _: f.move(ONE, SENT)), code, "not_found"),
    "a removal without the right": Call("visitor", files(lambda f, _: f.remove([ONE])), names, []),
    "a removal": Call(
        "owner", files(lambda f, _: f.remove([ONE, NONE, SENT])), lambda rows: sorted(names(rows)), [NONE, ONE]
    ),
    "the buckets": Call(
        "visitor", buckets(lambda s: s.list_buckets()), lambda found: [b.id for b in found], ["artists"]
    ),
    "the bucket": Call(
        "visitor",
        buckets(lambda s: s.get_bucket("artists")),
        lambda bucket: (bucket.public, bucket.file_size_limit),
        (True, 10 * 1024 * 1024),
    ),
    "another bucket": Call("visitor", buckets(lambda s: s.get_bucket("x")), code, "Bucket not found"),
    "a new bucket": Call("program", buckets(lambda s: s.create_bucket("x")), code, "Unauthorized"),
    "a bucket made private": Call(
        "program", buckets(lambda s: s.update_bucket("artists", {"public": False})), code, "Unauthorized"
    ),
    "a bucket made empty": Call("program", buckets(lambda s: s.empty_bucket("artists")), code, "Unauthorized"),
    "a bucket removed": Call("program", buckets(lambda s: s.delete_bucket("artists")), code, "Unauthorized"),
}


def _file(clients: Clients, name: str) -> Path:
    file = clients.served.service.settings.data_dir / name
    file.write_bytes(picture())
    return file


async def test_every_call_about_pictures_is_answered_as_the_client_expects(clients):
    assert await clients.surprises({**UPLOADS, **READS, **CHANGES}) == {}
