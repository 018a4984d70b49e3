"""How a picture is sent: in the form of the official client, cut anywhere, or as bare bytes."""

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marquee.storage.errors import INVALID_REQUEST, StorageError
from marquee.storage.multipart import Part, Reader
from tests.cast import OWNED
from tests.conftest import on_sqlite
from tests.storage.sending import NAME, OBJECT, left, picture, said, send

pytestmark = pytest.mark.anyio


def form(content, *fields, name="", filename="blob"):
    """A form as storage-js sends it: the file comes last, and its part has an empty name."""
    lines = b"".join(
        b'--b\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (field.encode(), value.encode())
        for field, value in fields
    )
    file = f'--b\r\nContent-Disposition: form-data; name="{name}"; filename="{filename}"\r\n'.encode()
    return lines + file + b"Content-Type: image/jpeg\r\n\r\n" + content + b"\r\n--b--\r\n"


FORM = {"Content_Type": "multipart/form-data; boundary=b"}


async def test_form_of_the_official_client_is_read_in_any_pieces_and_order(site):
    """Trap 43, Trap 47: the file's part has an empty name, and others send their fields after it."""
    content = picture(size=(90, 60))
    fields = [("cacheControl", "3600"), ("metadata", '{"focus": [0.5, 0.28]}')]
    ahead = form(content, *fields)
    behind = form(content, *fields, name="file", filename="a.jpg").split(b"--b\r\n")
    behind = b"--b\r\n".join([behind[0], behind[3].removesuffix(b"--b--\r\n"), behind[1], behind[2]]) + b"--b--\r\n"
    for number, body in enumerate((ahead, behind)):

        async def pieces(body=body):
            for start in range(0, len(body), 7):
                yield body[start : start + 7]

        name = f"{OWNED}/{number}.jpg"
        answer = await send(site, pieces(), name, **FORM)
        assert answer.status_code == 200, answer.text
        info = (await site.client.get(f"{OBJECT}/info/artists/{name}", headers=site.headers())).json()
        assert info["metadata"] == {"focus": [0.5, 0.28]}
        assert info["cache_control"] == "max-age=3600"


BROKEN_FORMS = {
    "no boundary": (form(picture()), "multipart/form-data"),
    "another boundary": (form(picture()), "multipart/form-data; boundary=c"),
    "no end": (form(picture())[:-7], "multipart/form-data; boundary=b"),
    "no file": (b'--b\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n1\r\n--b--', None),
    "two files": (form(picture())[:-7] + b"\r\n" + form(picture()), None),
    "too many fields": (form(picture(), *[("x", "y")] * 11), None),
    "too large a field": (form(picture(), ("x", "y" * 70_000)), None),
    "metadata that is none": (form(picture(), ("metadata", "[1]")), None),
    "metadata that is too large": (form(picture(), ("metadata", json.dumps({"a": "b" * 5000}))), None),
    "an encoding": (form(picture(), ("contentEncoding", "gzip")), None),
    "a part without a name": (b"--b\r\nX: y\r\n\r\nz\r\n--b--\r\n", None),
    "a boundary that goes on": (b"--bb\r\n\r\n", None),
    "an endless head": (b"--b\r\n" + b"x" * 9000, None),
}


@pytest.mark.parametrize(("body", "content_type"), BROKEN_FORMS.values(), ids=BROKEN_FORMS)
@on_sqlite
async def test_broken_form_is_refused(site, body, content_type):
    answer = await send(site, body, content_type=content_type or "multipart/form-data; boundary=b")
    assert said(answer) == (400, "400", "InvalidRequest")
    assert left(site) == []


@on_sqlite
async def test_bare_bytes_carry_their_metadata_in_a_header(site):
    sent = base64.b64encode(b'{"a": 1}').decode()
    assert (await send(site, picture(), x_metadata=sent)).status_code == 200
    info = (await site.client.get(f"{OBJECT}/info/artists/{NAME}", headers=site.headers())).json()
    assert info["metadata"] == {"a": 1}
    for headers in ({"x_metadata": "%"}, {"content_encoding": "gzip"}):
        assert said(await send(site, picture(), f"{OWNED}/2.jpg", **headers))[2] == "InvalidRequest"


def events(*pieces):
    """What a reader makes of a form in these pieces: the beginning of each part with its whole content."""
    reader = Reader("multipart/form-data; boundary=b")
    parts: list[tuple[Part, list[bytes]]] = []
    for piece in pieces:
        for event in reader.feed(piece):
            if isinstance(event, Part):
                parts.append((event, []))
            else:
                parts[-1][1].append(event)
    return reader.is_whole, [(part, b"".join(content)) for part, content in parts]


def test_form_means_the_same_wherever_it_is_cut():
    content = b"\r\n--\r\n--a\r\n-\r\n\r\n--c--\r\n"
    body = form(content, ("cacheControl", ""), ("x", "y"))
    whole_form = events(body)
    assert [part.name for part, _ in whole_form[1]] == ["cacheControl", "x", ""]
    assert whole_form[0] and whole_form[1][2] == (Part("", is_file=True), content)
    for at in range(len(body)):
        assert events(body[:at], body[at:]) == whole_form
    assert events(*(body[at : at + 1] for at in range(len(body)))) == whole_form


@given(st.lists(st.sampled_from([b"--b", b"\r\n", b"--", b'Content-Disposition: form-data; name="a"', b"x", b"\0"])))
def test_no_bytes_are_a_fault_of_the_reader(pieces):
    try:
        events(b"--b\r\n", *pieces)
    except StorageError as refused:
        assert refused.kind is INVALID_REQUEST
