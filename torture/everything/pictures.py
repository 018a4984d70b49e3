"""Pictures: a file and what is known of it, which have to be of the same picture."""

import http.client
import io
import json

from PIL import Image

from marquee.domain.pictures import BUCKET
from torture.everything.hand import Hand, Refused, State, ask, look
from torture.everything.records import ARTISTS, artist
from torture.site import Client

OBJECT = "/storage/v1/object"
COLOURS = ("red", "green", "blue")


def painted(colour: str) -> bytes:
    """A picture of one colour."""
    target = io.BytesIO()
    Image.new("RGB", (1200, 900), colour).save(target, "JPEG", quality=95)
    return target.getvalue()


def colour_of(content: bytes) -> str:
    """That of a picture. Raises what decoders raise."""
    found = Image.open(io.BytesIO(content)).convert("RGB")
    found.load()
    middle = found.getpixel((found.width // 2, found.height // 2))
    assert isinstance(middle, tuple)
    return {"(254, 0, 0)": "red", "(0, 128, 1)": "green", "(0, 0, 254)": "blue"}.get(str(middle), str(middle))


def name_of(thing: str) -> str:
    """A name that may be replaced: browsers do not keep it for ever."""
    return f"{thing}/stage.jpg"


def bearer(client: Client) -> dict[str, str]:
    """The header field that the picture service wants beside the key."""
    return {"Authorization": f"Bearer {client.token or client.site.secret}"}


def shown(client: Client, name: str) -> State:
    """The colour of a picture, and whether what is known of it is of these bytes; None where it is not listed."""
    about = look(client, "GET", f"{OBJECT}/info/{BUCKET}/{name}", None, bearer(client))
    if about.status != 200:
        return None
    served = look(client, "GET", f"{OBJECT}/public/{BUCKET}/{name}")
    if served.status != 200:
        return "known, but not served"
    return colour_of(served.body), json.loads(about.body)["size"] == len(served.body)


class Pictures(Hand):
    """Pictures that are stored, replaced twice, and removed every other time."""

    is_admin = False

    def __init__(self) -> None:
        super().__init__()
        self._contents = {colour: painted(colour) for colour in COLOURS}

    def work(self, client: Client, thing: str, number: int) -> None:
        if (answer := ask(client, "POST", ARTISTS, artist(thing))).status != http.client.CREATED:
            raise Refused(answer, "a new artist")
        path, headers = f"{OBJECT}/{BUCKET}/{name_of(thing)}", {**bearer(client), "Content-Type": "image/jpeg"}
        for colour, content in self._contents.items():
            self.change(client, thing, (colour, True), "PUT", path, content, headers)
        if number % 2:
            removed = {"prefixes": [name_of(thing)]}
            self.change(client, thing, None, "DELETE", f"{OBJECT}/{BUCKET}", removed, bearer(client))

    def state(self, client: Client, thing: str) -> State:
        return shown(client, name_of(thing))
