"""The calls about pictures as clients make them, and what breaks or opens if they are answered another way."""

import pytest
from sqlalchemy import update

from marquee.domain.tables import objects
from marquee.storage import store
from tests.cast import OWNED
from tests.conftest import on_sqlite
from tests.storage.sending import NAME, OBJECT, left, picture, said, send

pytestmark = [pytest.mark.anyio, on_sqlite]


@pytest.fixture
async def filled(site):
    assert (await send(site, picture())).status_code == 200
    return site


async def ask(site, method, path, **options):
    return await site.client.request(method, f"/storage/v1/{path}", headers=site.headers("admin"), **options)


async def test_every_success_has_a_body_that_is_json(filled):
    """Trap 42, Trap 45: The client reads JSON of every 2xx, and sends bodies with DELETE."""
    two = f"{OWNED}/two.jpg"
    calls = [
        ("POST", "object/copy", {"bucketId": "artists", "sourceKey": NAME, "destinationKey": two}),
        ("POST", "object/list/artists", {"prefix": OWNED}),
        ("POST", "object/list-v2/artists", {}),
        ("GET", f"object/info/artists/{NAME}", None),
        ("POST", f"object/sign/artists/{NAME}", {"expiresIn": 9}),
        ("POST", "object/sign/artists", {"expiresIn": 9, "paths": []}),
        ("POST", f"object/upload/sign/artists/{OWNED}/three.jpg", {}),
        ("GET", "bucket", None),
        ("GET", "bucket/artists", None),
        ("DELETE", "object/artists", {"prefixes": [NAME]}),
        ("DELETE", f"object/artists/{two}", {}),
    ]
    for method, path, body in calls:
        answer = await ask(filled, method, path, json=body)
        assert answer.status_code == 200, (path, answer.text)
        assert answer.json() is not None
        assert answer.headers["cache-control"] == "no-store"


async def test_missing_picture_has_the_code_that_the_client_knows(site):
    """Trap 44: `exists` throws for any other."""
    for path in (NAME, f"{OWNED}/../x.jpg", "nobody/x.jpg", "x"):
        assert said(await ask(site, "GET", f"object/info/artists/{path}"))[1:] == ("404", "NoSuchKey")
    assert said(await ask(site, "GET", f"object/info/none/{NAME}")) == (400, "404", "NoSuchBucket")


async def test_update_needs_neither_upsert_nor_a_length(site):
    """Trap 46."""

    async def pieces():
        yield picture()

    answer = await send(site, pieces(), f"{OWNED}/a.jpg", method="PUT")
    assert answer.status_code == 200, answer.text


async def test_what_a_url_hides_behind_a_question_mark_is_no_part_of_the_name(site):
    """Trap 48: The client puts names into URLs as they are."""
    answer = await send(site, picture(), f"{OWNED}/a.jpg?b.jpg")
    assert answer.json()["Key"] == f"artists/{OWNED}/a.jpg"


async def test_nothing_but_pictures_of_the_site_is_rendered(filled):
    """Trap 66."""
    for path in ("https://pictures.example/a.jpg", "//pictures.example/a.jpg", f"artists/{NAME}/https://a.example"):
        answer = await filled.client.get(f"/storage/v1/render/image/public/{path}?width=240")
        assert said(answer)[2] == "NoSuchKey"


async def test_pictures_are_for_this_site(filled):
    """Trap 72."""
    for path in (f"object/public/artists/{NAME}", f"render/image/public/artists/{NAME}?width=240"):
        answer = await filled.client.get(f"/storage/v1/{path}")
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
        assert "x-robots-tag" not in answer.headers


@pytest.mark.parametrize("call", ["move", "copy"])
async def test_picture_that_is_put_onto_itself_stays(filled, call):
    path = f"{OWNED}/a.jpg"
    assert (await send(filled, picture(), path)).status_code == 200
    ends = {"bucketId": "artists", "sourceKey": path, "destinationKey": path}
    headers = {**filled.headers("admin"), "x-upsert": "true"}
    answer = await filled.client.post(f"{OBJECT}/{call}", json=ends, headers=headers)
    assert said(answer) == (400, "409", "ResourceAlreadyExists")
    assert (await ask(filled, "GET", f"object/info/artists/{path}")).status_code == 200


async def test_picture_that_is_replaced_while_it_is_copied_is_not_taken_for_the_new_one(filled, monkeypatch):
    path, two = f"{OWNED}/a.jpg", f"{OWNED}/b.jpg"
    assert (await send(filled, picture(), path)).status_code == 200

    def meanwhile(source, stream, really=store.copy):
        really(source, stream)
        changed = update(objects).where(objects.c.name == path).values(etag="another")
        filled.service.database.write_now(lambda connection: connection.execute(changed) and None)

    monkeypatch.setattr(store, "copy", meanwhile)
    ends = {"bucketId": "artists", "sourceKey": path, "destinationKey": two}
    assert said(await ask(filled, "POST", "object/copy", json=ends)) == (400, "409", "ResourceAlreadyExists")
    assert f"artists/{two}" not in left(filled)


async def test_names_that_no_picture_can_have_are_not_deleted(filled):
    answer = await ask(filled, "DELETE", "object/artists", json={"prefixes": [NAME, "\0"]})
    assert said(answer) == (400, "400", "InvalidRequest")
    assert len(left(filled)) == 1


@pytest.mark.parametrize("path", ["object/artists", "object/artists/a/b.jpg", "object/move", "object/list/artists"])
async def test_body_that_is_no_json_is_refused(filled, path):
    method = "DELETE" if path == "object/artists" else "POST"
    answer = await ask(filled, method, path, content=b"{")
    assert said(answer)[0] == 400
    assert len(left(filled)) == 1


async def test_versions_by_id_are_not_offered(filled):
    ends = {"bucketId": "artists", "sourceKey": NAME, "destinationKey": f"{OWNED}/2.jpg", "sourceVersionId": "1"}
    assert said(await ask(filled, "POST", "object/move", json=ends)) == (400, "409", "FeatureNotEnabled")
    answer = await ask(filled, "DELETE", "object/artists", json={"prefixes": [{"path": NAME, "versionId": "1"}]})
    assert said(answer) == (400, "409", "FeatureNotEnabled")
