"""How a client sends a picture in pieces (TUS 1.0)."""

from base64 import b64encode

from tests.cast import OWNED
from tests.storage.sending import picture, said

BASE = "/storage/v1/upload/resumable"
ONE = f"{OWNED}/one.jpg"
TUS = {"tus-resumable": "1.0.0"}
PIECE = {"content-type": "application/offset+octet-stream"}
CONTENT = picture(size=(1200, 900))
SIZE = len(CONTENT)


def metadata(**values):
    """The header `Upload-Metadata`."""
    return ",".join(f"{name} {b64encode(value.encode()).decode()}" for name, value in values.items())


async def ask(site, method, url, who="owner", content=None, headers=()):
    return await site.client.request(
        method, url, headers={**site.headers(who), **TUS, **dict(headers)}, content=content
    )


async def begin(site, who="owner", path=ONE, size=SIZE, content=None, headers=()):
    about = metadata(bucketName="artists", objectName=path, contentType="image/jpeg")
    named = {"upload-metadata": about, "upload-length": str(size), **(PIECE if content is not None else {})}
    return await ask(site, "POST", BASE, who, content, {**named, **dict(headers)})


async def began(site, **options):
    answer = await begin(site, **options)
    assert answer.status_code == 201, answer.text
    return answer.headers["location"]


async def go_on(site, url, content, offset, who="owner", headers=()):
    return await ask(site, "PATCH", url, who, content, {**PIECE, "upload-offset": str(offset), **dict(headers)})


async def offset(site, url, who="owner"):
    answer = await ask(site, "HEAD", url, who)
    assert answer.status_code == 200
    return int(answer.headers["upload-offset"])


def refusal(answer):
    """With the status that is meant, which clients of this protocol go by."""
    assert answer.headers["tus-resumable"] == "1.0.0"
    status, body_status, _ = said(answer)
    assert str(status) == body_status
    return status
