"""Uploads in pieces (TUS 1.0): what a client with a bad connection sees, and what is left when it never comes back."""

import asyncio
import errno
import os
from email.utils import parsedate_to_datetime

import pytest
from starlette.requests import ClientDisconnect

from marquee.storage import resumable
from marquee.storage.errors import NoRoom
from marquee.storage.resumable import ResumableUploads
from marquee.storage.store import DiskStore
from marquee.web.body import MAX_PICTURE
from tests.cast import OTHER, OWNED, Site, open_app
from tests.conftest import on_sqlite
from tests.storage.pieces import (
    BASE,
    CONTENT,
    ONE,
    PIECE,
    SIZE,
    TUS,
    ask,
    began,
    begin,
    go_on,
    metadata,
    offset,
    refusal,
)
from tests.storage.sending import OBJECT, left, picture, send, stored

pytestmark = [pytest.mark.anyio, on_sqlite]


async def test_what_there_is_of_the_protocol_is_told_to_everybody(site):
    answer = await site.client.options(BASE)
    assert answer.status_code == 204
    assert answer.headers["tus-version"] == "1.0.0"
    assert answer.headers["tus-max-size"] == str(MAX_PICTURE)
    assert answer.headers["tus-extension"] == "creation,creation-with-upload,termination,expiration"


async def test_picture_in_pieces_is_stored_like_any_other(site, log):
    about = metadata(
        bucketName="artists", objectName=ONE, contentType="image/jpeg", cacheControl="60", metadata='{"by": "Ines"}'
    )
    answer = await begin(site, headers={"upload-metadata": about})
    url = answer.headers["location"]
    assert url.startswith(f"http://stage.test{BASE}/")
    assert parsedate_to_datetime(answer.headers["upload-expires"])
    seen = await ask(site, "HEAD", url)
    assert (seen.headers["upload-offset"], seen.headers["upload-length"]) == ("0", str(len(CONTENT)))
    assert (seen.headers["upload-metadata"], seen.headers["cache-control"]) == (about, "no-store")
    for start in range(0, len(CONTENT), 3000):
        answer = await go_on(site, url, CONTENT[start : start + 3000], start)
        assert answer.status_code == 204, answer.text
        assert int(answer.headers["upload-offset"]) == min(start + 3000, len(CONTENT))
    info = (await site.client.get(f"{OBJECT}/info/artists/{ONE}", headers=site.headers())).json()
    assert (info["content_type"], info["cache_control"], info["metadata"]) == (
        "image/jpeg",
        "max-age=60",
        {"by": "Ines"},
    )
    await send(site, CONTENT, f"{OWNED}/two.jpg")
    assert await stored(site, ONE) == await stored(site, f"{OWNED}/two.jpg")
    assert "picture_stored" in log.text
    assert await offset(site, url) == len(CONTENT), "to a client that has lost the answer"
    assert [file for file in left(site) if file.endswith(".part")] == []


async def test_first_piece_may_come_at_once_and_all_of_it(site):
    answer = await begin(site, content=CONTENT[:1000])
    assert (answer.status_code, answer.headers["upload-offset"]) == (201, "1000")
    assert await offset(site, answer.headers["location"]) == 1000
    answer = await begin(site, path=f"{OWNED}/two.jpg", content=CONTENT)
    assert (answer.status_code, answer.headers["upload-offset"]) == (201, str(len(CONTENT)))
    assert await stored(site, f"{OWNED}/two.jpg")


async def test_connection_that_breaks_costs_what_was_on_its_way_and_no_more(site):
    async def breaks():
        yield CONTENT[:2000]
        raise ClientDisconnect

    url = await began(site)
    await go_on(site, url, breaks(), 0)
    assert await offset(site, url) == 2000
    assert (await go_on(site, url, CONTENT[2000:], 2000)).status_code == 204
    assert await stored(site, ONE)


async def test_upload_goes_on_after_a_restart_and_in_another_worker(site):
    url = await began(site)
    await go_on(site, url, CONTENT[:2000], 0)
    folder = site.service.settings.data_dir
    another = Site(open_app(folder, site.service.settings.database_url), site.client)
    another.client = type(site.client)(
        transport=type(site.client._transport)(another.app), base_url="http://stage.test"
    )
    assert await offset(another, url) == 2000
    assert (await go_on(another, url, CONTENT[2000:], 2000)).status_code == 204
    assert await stored(site, ONE)
    await another.close()


async def test_two_at_once_do_not_mix(site):
    begun, goes_on = asyncio.Event(), asyncio.Event()

    async def slowly():
        yield CONTENT[:2000]
        begun.set()
        await goes_on.wait()

    url = await began(site)
    first = asyncio.create_task(go_on(site, url, slowly(), 0))
    await begun.wait()
    assert refusal(await go_on(site, url, CONTENT, 0)) == 423
    assert refusal(await ask(site, "DELETE", url)) == 423
    goes_on.set()
    assert (await first).headers["upload-offset"] == "2000"


async def test_last_byte_counts_when_the_picture_is_stored(site, monkeypatch):
    """Trap 75: Else a client that asks how much has come would believe that it is done."""

    def no_room(*_):
        raise NoRoom

    url = await began(site)
    with monkeypatch.context() as patched:
        patched.setattr(DiskStore, "put", no_room)
        assert refusal(await go_on(site, url, CONTENT, 0)) == 500
    assert await offset(site, url) == len(CONTENT) - 1
    assert (await go_on(site, url, CONTENT[-1:], len(CONTENT) - 1)).status_code == 204
    assert await stored(site, ONE)


@pytest.mark.parametrize("beginning", ["one", "another"])
async def test_upload_that_finds_no_room_leaves_nothing(site, monkeypatch, beginning):
    """`another`: of a site where one was begun before."""

    def full(_stream):
        raise OSError(errno.ENOSPC, "No space left on device")

    if beginning == "another":
        await began(site)
    files = left(site)
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        assert refusal(await begin(site)) == 500
    assert {*left(site)} - {".incoming/resumable/.lock"} == {*files} - {".incoming/resumable/.lock"}
    assert (await begin(site)).status_code == 201


async def test_picture_that_is_stored_is_acknowledged_though_that_cannot_be_noted(site, monkeypatch):
    url = await began(site)

    def full(*_):
        raise NoRoom

    with monkeypatch.context() as patched:
        patched.setattr(ResumableUploads, "_write", full)
        answer = await go_on(site, url, CONTENT, 0)
    assert (answer.status_code, answer.headers["upload-offset"]) == (204, str(SIZE))
    assert await stored(site, ONE)
    assert left(site) == [f"artists/{ONE}", ".incoming/resumable/.lock"]


async def test_what_a_killed_server_has_left_of_an_upload_goes(site, clock):
    url = await began(site)
    folder = site.service.settings.data_dir / "media/.incoming/resumable"
    for name in ("1" * 32 + ".part", "2" * 32 + ".new"):
        (folder / name).touch()
        os.utime(folder / name, (clock.seconds(), clock.seconds()))
    clock.move(hours=23)
    await site.app.state.sweeper.sweep()
    assert await offset(site, url) == 0
    clock.move(hours=2)
    await site.app.state.sweeper.sweep()
    assert left(site) == [".incoming/resumable/.lock"]


async def test_what_is_no_picture_is_refused_when_it_is_whole_and_nothing_is_left(site):
    url = await began(site, size=5)
    answer = await go_on(site, url, b"hello", 0)
    assert refusal(answer) == 415
    assert "not a picture" in answer.json()["message"]
    assert (await ask(site, "HEAD", url)).status_code == 404
    assert left(site) == [".incoming/resumable/.lock"]


async def test_name_that_is_taken_is_refused_unless_it_may_be_replaced(site):
    await send(site, picture(), ONE)
    assert refusal(await begin(site)) == 409
    url = await began(site, headers={"x-upsert": "true"})
    before = await stored(site, ONE)
    assert (await go_on(site, url, CONTENT, 0)).status_code == 204
    assert await stored(site, ONE) != before


REFUSED = {
    "no version": ({"tus-resumable": ""}, 412),
    "another version": ({"tus-resumable": "0.2.2"}, 412),
    "no length": ({"upload-length": ""}, 400),
    "a length to come": ({"upload-length": "", "upload-defer-length": "1"}, 400),
    "a negative length": ({"upload-length": "-1"}, 400),
    "nothing": ({"upload-length": "0"}, 415),
    "too much": ({"upload-length": str(MAX_PICTURE + 1)}, 413),
    "far too much": ({"upload-length": "9" * 30}, 400),
    "no metadata": ({"upload-metadata": ""}, 404),
    "no base64": ({"upload-metadata": "bucketName !"}, 400),
    "no text": ({"upload-metadata": "bucketName /w=="}, 400),
    "another bucket": ({"upload-metadata": metadata(bucketName="x", objectName=ONE)}, 404),
    "no name": ({"upload-metadata": metadata(bucketName="artists")}, 400),
    "a name that leaves its folder": ({"upload-metadata": metadata(bucketName="artists", objectName="../x.jpg")}, 400),
    "a text": ({"upload-metadata": metadata(bucketName="artists", objectName=f"{OWNED}/a.txt")}, 415),
    "somebody else's": ({"upload-metadata": metadata(bucketName="artists", objectName=f"{OTHER}/a.jpg")}, 403),
    "odd metadata": ({"upload-metadata": metadata(bucketName="artists", objectName=ONE, metadata="[]")}, 400),
}


@pytest.mark.parametrize(("headers", "status"), REFUSED.values(), ids=REFUSED)
async def test_upload_that_cannot_end_well_does_not_begin(site, headers, status):
    assert refusal(await begin(site, headers=headers)) == status
    assert left(site) == []


@pytest.mark.parametrize("who", ["visitor", "stranger", "contact"])
async def test_who_may_not_upload_begins_none(site, who):
    assert refusal(await begin(site, who)) == 403


@pytest.mark.parametrize("who", ["visitor", "stranger", "admin"])
async def test_upload_is_only_for_whoever_began_it(site, who):
    url = await began(site)
    assert (await ask(site, "HEAD", url, who)).status_code == 404
    assert refusal(await go_on(site, url, CONTENT, 0, who)) == 404
    assert refusal(await ask(site, "DELETE", url, who)) == 404
    assert await offset(site, url) == 0


async def test_token_of_a_session_will_do_without_an_api_key_and_a_key_alone_will_not(site):
    """As the documents of Supabase have it."""
    url = await began(site)
    bearer = {"Authorization": f"Bearer {site.token('owner')}", **TUS}
    assert (await site.client.head(url, headers=bearer)).status_code == 200
    for headers in (TUS, {**TUS, "Authorization": "Bearer x"}, {**TUS, "Authorization": "Bearer a.b.c"}):
        assert (await site.client.head(url, headers=headers)).status_code in (401, 403)


async def test_secret_key_is_refused_in_a_browser_here_too(site):
    secret = site.service.keys.secret
    browser = {**TUS, "Authorization": f"Bearer {secret}", "User-Agent": "Mozilla/5.0"}
    for headers in (browser, {**browser, "apikey": secret}):
        assert (await site.client.post(BASE, headers=headers)).status_code == 401


MISPLACED = {
    "an earlier place": (0, CONTENT[:10], {}, 409),
    "a later place": (3000, CONTENT[:10], {}, 409),
    "no place": ("", CONTENT[:10], {}, 400),
    "another type": (1000, CONTENT[:10], {"content-type": "image/jpeg"}, 415),
    "more than there is": (1000, CONTENT, {}, 413),
}


@pytest.mark.parametrize(("place", "content", "headers", "status"), MISPLACED.values(), ids=MISPLACED)
async def test_piece_that_does_not_fit_is_refused_and_changes_nothing(site, place, content, headers, status):
    url = await began(site, content=CONTENT[:1000])
    assert refusal(await go_on(site, url, content, place, headers=headers)) == status
    assert await offset(site, url) == 1000
    assert (await go_on(site, url, CONTENT[1000:], 1000)).status_code == 204


async def test_upload_that_is_ended_is_gone(site):
    url = await began(site, content=CONTENT[:1000])
    answer = await ask(site, "POST", url, headers={"x-http-method-override": "DELETE"})
    assert (answer.status_code, answer.headers["tus-resumable"]) == (204, "1.0.0")
    assert (await ask(site, "HEAD", url)).status_code == 404
    assert left(site) == [".incoming/resumable/.lock"]


@pytest.mark.parametrize("id_", ["0" * 32, "x", "..%2f..%2fsecrets", "0" * 31 + "%0A"])
async def test_upload_that_is_not_there_is_not_found(site, id_):
    assert (await ask(site, "HEAD", f"{BASE}/{id_}")).status_code == 404


async def test_link_to_upload_is_for_pieces_too(site):
    signed = await site.client.post(f"{OBJECT}/upload/sign/artists/{ONE}", json={}, headers=site.headers("owner"))
    signature = {**TUS, "x-signature": signed.json()["token"], "Upload-Length": str(len(CONTENT))}
    about = {"Upload-Metadata": metadata(bucketName="artists", objectName=ONE)}
    answer = await site.client.post(f"{BASE}/sign", headers={**signature, **about})
    assert answer.status_code == 201, answer.text
    url = answer.headers["location"]
    assert "/sign/" in url
    piece = {**signature, **PIECE, "Upload-Offset": "0"}
    assert refusal(await site.client.patch(url, headers={**piece, "x-signature": "x"}, content=CONTENT)) == 400
    assert (await site.client.patch(url, headers=piece, content=CONTENT)).status_code == 204
    assert await stored(site, ONE)
    other = {"Upload-Metadata": metadata(bucketName="artists", objectName=f"{OWNED}/two.jpg")}
    assert refusal(await site.client.post(f"{BASE}/sign", headers={**signature, **other})) == 400


async def test_unfinished_uploads_are_bounded_and_expire(site, clock, monkeypatch):
    monkeypatch.setattr(resumable, "MAX_OF_ACCOUNT", 2)
    url = await began(site, content=CONTENT[:1000])
    await began(site)
    refused = await begin(site)
    assert refusal(refused) == 429
    assert int(refused.headers["retry-after"]) > 0
    assert (await begin(site, "admin")).status_code == 201, "others have a share of their own"
    clock.move(hours=25)
    assert (await ask(site, "HEAD", url)).status_code == 404
    assert (await begin(site)).status_code == 201
    clock.move(hours=25)
    await site.app.state.sweeper.sweep()
    assert left(site) == [".incoming/resumable/.lock"]


@pytest.mark.parametrize(("limit", "status"), [("MAX_BYTES_OF_ACCOUNT", 413), ("MAX_IN_ALL", 429)])
async def test_bytes_and_all_uploads_together_are_bounded(site, monkeypatch, limit, status):
    monkeypatch.setattr(resumable, limit, len(CONTENT) if "BYTES" in limit else 1)
    await began(site)
    assert refusal(await begin(site)) == status


async def test_owner_who_loses_the_artist_meanwhile_stores_nothing(site):
    url = await began(site)
    await site.rest("PATCH", f"music_artists?id=eq.{OWNED}", "admin", json={"user_id": site.user_id("stranger")})
    assert refusal(await go_on(site, url, CONTENT, 0)) == 403
    assert await stored(site, ONE) is None
