"""Every path at or below a service's prefix answers in that service's own JSON, whatever the method: never with a page.

The official clients read a response's body to say what went wrong.
"""

import pytest

from tests.cast import Site

pytestmark = pytest.mark.anyio

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]
STORAGE = {"statusCode", "error", "code", "message"}
PATHS = {
    "/rest/v1": {"code", "message", "details", "hint"},
    "/rest/v1/no/such/path": {"code", "message", "details", "hint"},
    "/rest/v1/no%0Asuch/path": {"code", "message", "details", "hint"},
    "/auth/v1": {"code", "message"},
    "/auth/v1/": {"code", "message"},
    "/auth/v1/no/such/path": {"code", "message"},
    "/auth/v1/no%0Asuch": {"code", "message"},
    "/auth/v1/token": {"code", "message"},
    "/storage/v1": STORAGE,
    "/storage/v1/": STORAGE,
    "/storage/v1/bucket/none": STORAGE,
    "/storage/v1/object/list/none": STORAGE,
    "/storage/v1/no%0Asuch": STORAGE,
    "/storage/v1/object/artists/a%0Ab.png": STORAGE,
    "/storage/v1/object/public/artists/a%0Ab.png": STORAGE,
    "/storage/v1/object/public": STORAGE,
    "/storage/v1/object/public/": STORAGE,
    "/storage/v1/object/public/artists/none.webp": STORAGE,
    "/storage/v1/render/image/public/artists/none.webp": STORAGE,
    "/functions/v1": {"code", "message"},
    "/functions/v1/hello": {"code", "message"},
    "/functions/v1/hel%0Alo": {"code", "message"},
    "/graphql/v1": {"errors"},
    "/graphql/v1/": {"errors"},
    "/realtime/v1": {"error"},
    "/realtime/v1/websocket": {"error"},
    "/realtime/v1/api/broadcast": {"error"},
}


@pytest.fixture(scope="module")
async def site(sqlite_template, tmp_path_factory):
    """One for all, since nothing here changes it."""
    opened = Site.open(sqlite_template, tmp_path_factory.mktemp("refusing") / "data")
    yield opened
    await opened.close()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("path", PATHS)
async def test_refusal_has_the_shape_of_its_service(site, path, method):
    headers = {"apikey": site.service.keys.publishable, "X-Supabase-Api-Version": "2024-01-01"}
    answer = await site.client.request(method, path, headers=headers)
    assert 400 <= answer.status_code < 500
    assert answer.headers["content-type"].partition(";")[0] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    if method != "HEAD":
        assert answer.json().keys() == PATHS[path]


@pytest.mark.parametrize("path", ["/rest/v1", "/auth/v1"])
async def test_service_that_needs_a_key_says_so_at_its_prefix_too(site, path):
    answer = await site.client.get(path)
    assert (answer.status_code, answer.json()["message"]) == (401, "No API key found in request")


async def test_picture_that_is_not_there_is_said_as_the_storage_service_says_it(site):
    for path in ("object/public", "render/image/public"):
        answer = await site.client.get(f"/storage/v1/{path}/artists/none.webp?width=240")
        assert answer.status_code == 400
        assert answer.json() == {
            "statusCode": "404",
            "error": "not_found",
            "code": "NoSuchKey",
            "message": "Object not found",
        }


@pytest.mark.parametrize("path", ["/functions/v10", "/realtime", "/storage/v2/bucket"])
async def test_what_only_begins_like_a_service_is_a_page_that_is_not_there(site, path):
    answer = await site.client.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
