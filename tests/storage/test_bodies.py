"""Bodies of calls as clients of all languages write them: what means the same is taken, and the rest refused."""

import pytest

from tests.cast import OTHER, OWNED
from tests.conftest import on_sqlite
from tests.storage.sending import NAME, picture, said, send

pytestmark = [pytest.mark.anyio, on_sqlite]

LIST, PAGES, SIGN, SEVERAL = (
    "object/list/artists",
    "object/list-v2/artists",
    f"object/sign/artists/{NAME}",
    "object/sign/artists",
)
FILES = [f"{OWNED}/2026.jpg", f"{OWNED}/true.jpg", f"{OWNED}/a.jpg", f"{OTHER}/b.jpg"]


@pytest.fixture
async def filled(site):
    for path in (NAME, *FILES):
        assert (await send(site, picture(size=(40, 30)), path)).status_code == 200
    return site


async def ask(site, path, body):
    return await site.client.post(f"/storage/v1/{path}", json=body, headers=site.headers("admin"))


SAME = {
    "a lifetime as a text": (SIGN, {"expiresIn": "60"}, {"expiresIn": 60}),
    "a lifetime as a decimal": (SIGN, {"expiresIn": 60.0}, {"expiresIn": 60}),
    "a lifetime as a decimal text": (SIGN, {"expiresIn": " 60.0 "}, {"expiresIn": 60}),
    "a lifetime with an exponent": (SIGN, {"expiresIn": "6e1"}, {"expiresIn": 60}),
    "a lifetime that is true": (SIGN, {"expiresIn": True}, {"expiresIn": 1}),
    "a lifetime in a list": (SIGN, {"expiresIn": ["60"]}, {"expiresIn": 60}),
    "a lifetime of several": (SEVERAL, {"expiresIn": "60", "paths": [NAME]}, {"expiresIn": 60, "paths": [NAME]}),
    "one path": (SEVERAL, {"expiresIn": 60, "paths": NAME}, {"expiresIn": 60, "paths": [NAME]}),
    "a width as a text": (
        SIGN,
        {"expiresIn": 60, "transform": {"width": "240", "height": 240.0, "quality": "60.0", "resize": None}},
        {"expiresIn": 60, "transform": {"width": 240, "height": 240, "quality": 60}},
    ),
    "a limit as a text": (LIST, {"prefix": OWNED, "limit": "2"}, {"prefix": OWNED, "limit": 2}),
    "a limit beyond ours": (LIST, {"prefix": OWNED, "limit": 5000}, {"prefix": OWNED, "limit": 1000}),
    "a limit of pages beyond ours": (PAGES, {"limit": 5000}, {"limit": 1000}),
    "an offset as a text": (LIST, {"prefix": OWNED, "offset": "1"}, {"prefix": OWNED, "offset": 1}),
    "an offset that is null": (LIST, {"prefix": OWNED, "offset": None}, {"prefix": OWNED, "offset": 0}),
    "a number that is searched": (LIST, {"prefix": OWNED, "search": 2026}, {"prefix": OWNED, "search": "2026"}),
    "a decimal that is searched": (LIST, {"prefix": OWNED, "search": 2026.0}, {"prefix": OWNED, "search": "2026"}),
    "true that is searched": (LIST, {"prefix": OWNED, "search": True}, {"prefix": OWNED, "search": "true"}),
    "nothing that is searched": (LIST, {"prefix": OWNED, "search": None}, {"prefix": OWNED}),
    "no prefix": (LIST, {"prefix": None}, {"prefix": ""}),
    "folders as a text": (PAGES, {"with_delimiter": "true"}, {"with_delimiter": True}),
    "folders as a number": (PAGES, {"with_delimiter": 1}, {"with_delimiter": True}),
    "no folders as a text": (PAGES, {"with_delimiter": "false"}, {}),
    "no folders as null": (PAGES, {"with_delimiter": None}, {}),
    "a place as a number": (PAGES, {"limit": 2, "cursor": 2}, {"limit": "2", "cursor": "2"}),
}


@pytest.mark.parametrize(("path", "body", "plain"), SAME.values(), ids=SAME)
async def test_value_of_another_type_that_means_the_same_is_taken(filled, clock, path, body, plain):
    """Trap 73."""
    answers = [await ask(filled, path, one) for one in (body, plain)]
    assert [answer.status_code for answer in answers] == [200, 200], answers[0].text
    assert answers[0].json() == answers[1].json() != []


async def test_names_that_are_no_texts_and_one_that_stands_alone_are_removed(filled):
    headers = filled.headers("admin")
    for prefixes, count in ((FILES[0], 1), ([True, 7, FILES[1]], 1)):
        gone = await filled.client.request(
            "DELETE", "/storage/v1/object/artists", json={"prefixes": prefixes}, headers=headers
        )
        assert len(gone.json()) == count, gone.text


REFUSED = {
    "no object": (LIST, [1]),
    "nothing of a text": (LIST, {"prefix": {}}),
    "several texts": (LIST, {"prefix": ["a", "b"]}),
    "a null character": (LIST, {"prefix": "a\0"}),
    "a null character in a list": (SEVERAL, {"expiresIn": 9, "paths": ["\0"]}),
    "no number": (LIST, {"limit": "x"}),
    "half of one": (LIST, {"limit": 2.5}),
    "none": (LIST, {"limit": "0"}),
    "no limit": (LIST, {"limit": None}),
    "an empty limit": (LIST, {"limit": ""}),
    "no boolean": (PAGES, {"with_delimiter": "abc"}),
    "two as a boolean": (PAGES, {"with_delimiter": 2}),
    "no order": (LIST, {"sortBy": {"column": "size"}}),
    "an order of nothing": (LIST, {"sortBy": "name"}),
    "no place": (PAGES, {"cursor": "x"}),
    "no source": ("object/move", {"bucketId": "artists"}),
    "no lifetime": (SIGN, {"expiresIn": 0}),
    "a null lifetime": (SIGN, {"expiresIn": None}),
    "a lifetime in halves": (SIGN, {"expiresIn": "60.5"}),
    "a decimal lifetime": (SIGN, {"expiresIn": 60.5}),
    "a lifetime in words": (SIGN, {"expiresIn": "abc"}),
    "a lifetime without end": (SIGN, {"expiresIn": "Infinity"}),
    "a lifetime that is no number": (SIGN, {"expiresIn": "NaN"}),
    "a lifetime in other digits": (SIGN, {"expiresIn": "٦٠"}),
    "a lifetime of ages": (SIGN, {"expiresIn": "1e300"}),
    "a lifetime with an underscore": (SIGN, {"expiresIn": "6_0"}),
    "an object for a lifetime": (SIGN, {"expiresIn": {}}),
    "half a pixel": (SIGN, {"expiresIn": 9, "transform": {"width": 240.5}}),
    "no transformation": (SIGN, {"expiresIn": 9, "transform": "width"}),
    "no paths": (SEVERAL, {"expiresIn": 9, "paths": [{}]}),
    "no list": (SEVERAL, {"expiresIn": 9, "paths": {"0": NAME}}),
    "no names": (SEVERAL, {"expiresIn": 9, "paths": ["x"] * 1001}),
}


@pytest.mark.parametrize(("path", "body"), REFUSED.values(), ids=REFUSED)
async def test_body_that_makes_no_sense_is_refused(filled, path, body):
    assert said(await ask(filled, path, body)) == (400, "400", "InvalidRequest")
