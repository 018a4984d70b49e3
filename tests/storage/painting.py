"""Pictures that tests paint, good ones and bombs, and how they are asked for."""

import io
import struct
import zlib

from PIL import Image

ORIGINALS = "/storage/v1/object/public/"
SIZED = "/storage/v1/render/image/public/"
BROWSER = {"Accept": "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"}
"""What a browser accepts as a picture."""


def painted(size=(2000, 1500), mode="RGB"):
    """Left half dark, right half light, so that turning it is seen."""
    image = Image.new("L", size, 20)
    image.paste(220, (size[0] // 2, 0, *size))
    return image.convert(mode)


def opened(answer):
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/webp"
    image = Image.open(io.BytesIO(answer.content))
    image.load()
    return image


async def sized(site, path="demo/one.jpg", width=480):
    return await site.client.get(f"{SIZED}{path}?width={width}", headers=BROWSER)


def has(found):
    async def is_there():
        return bool(found)

    return is_there


def made(site):
    return [path for path in (site.service.settings.data_dir / "derived").rglob("*") if path.is_file()]


def bomb(width, height):
    """A small file that says it is large."""

    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(bytes(10**6)))
        + chunk(b"IEND", b"")
    )


def whole(kind="JPEG"):
    target = io.BytesIO()
    painted().save(target, kind)
    return target.getvalue()
