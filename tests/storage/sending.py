"""Pictures to send, sending them as the official client does, and what is stored then."""

import io

from tests.cast import OWNED
from tests.storage.painting import painted

OBJECT = "/storage/v1/object"
NAME = f"{OWNED}/0123456789abcdef0123456789abcdef.jpg"


def picture(kind="JPEG", size=(400, 300), mode="RGB", **options):
    target = io.BytesIO()
    painted(size, mode).save(target, kind, **options)
    return target.getvalue()


async def send(site, content, path=NAME, who="admin", method="POST", **headers):
    """Send bytes as the official client does."""
    named = {"content-type": "image/jpeg", **site.headers(who), **headers}
    head = {name.replace("_", "-").lower(): value for name, value in named.items()}
    return await site.client.request(method, f"{OBJECT}/artists/{path}", content=content, headers=head)


async def stored(site, path=NAME):
    answer = await site.client.get(f"{OBJECT}/public/artists/{path}")
    return answer.content if answer.status_code == 200 else None


def said(answer):
    body = answer.json()
    assert body.keys() == {"statusCode", "error", "code", "message"}
    return answer.status_code, body["statusCode"], body["code"]


def left(site):
    """The files of the store, and what is still being received."""
    media = site.service.settings.data_dir / "media"
    return [str(path.relative_to(media)) for path in media.rglob("*") if path.is_file()]
