"""How long a picture stays: as long as an artist shows it, and a day longer than anybody could still want it.

Its versions in other sizes stay while there is room.
"""

import asyncio
import os
import shutil
import signal
import socket
from datetime import UTC, datetime
from hashlib import sha256

import httpx
import pytest
from sqlalchemy import update

from marquee.auth.secrets import secrets_file
from marquee.cli.restore import restore_backup
from marquee.cli.verified_backup import write_backup
from marquee.domain.pictures import PUBLIC_URL
from marquee.domain.tables import objects
from marquee.storage import derived_files
from marquee.storage.media import Media
from marquee.storage.pixels.workshop import Workshop
from marquee.storage.store import DiskStore
from marquee.storage.transformation import WIDTHS
from tests.cast import BASE_URL, OTHER, OWNED, Site, open_app
from tests.conftest import on_sqlite
from tests.rest.recorded import newest, undone
from tests.server.process import running
from tests.storage.painting import made, opened, painted, sized
from tests.storage.sending import NAME, OBJECT, left, picture, said, send, stored
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

SPARE = f"{OWNED}/spare.jpg"


async def show(site, image, artist=OWNED):
    answer = await site.rest("PATCH", f"music_artists?id=eq.{artist}", "admin", json={"image": image})
    assert answer.status_code == 204


async def sweep(site, clock, **later):
    """A sweep so much later, as the files have it too."""
    clock.move(**later)
    await site.app.state.sweeper.sweep()


@pytest.fixture
async def filled(site, clock):
    """A picture that its artist shows, and one that nobody does, both as old as the clock says.

    It begins today: the database's own clock says when something was changed.
    """
    clock.now = datetime.now(UTC)
    for path in (NAME, SPARE):
        assert (await send(site, picture(), path)).status_code == 200
        os.utime(site.service.settings.data_dir / "media/artists" / path, (clock.seconds(), clock.seconds()))
    await show(site, f"{PUBLIC_URL}{NAME}#focus=50,10")
    return site


async def listed(site):
    answer = await site.client.post(f"{OBJECT}/list-v2/artists", json={}, headers=site.headers("admin"))
    return {one["name"] for one in answer.json()["objects"]}


async def test_picture_that_nobody_shows_goes_after_a_day_and_its_file_a_day_later(filled, clock):
    """Trap 68."""
    await filled.client.get(f"/storage/v1/render/image/public/artists/{SPARE}?width=240")
    derived = filled.service.settings.data_dir / "derived" / "pictures"
    assert len(list(derived.iterdir())) == 1
    await sweep(filled, clock, hours=23)
    assert await listed(filled) == {NAME, SPARE}
    await sweep(filled, clock, hours=2)
    assert await listed(filled) == {NAME}
    assert await stored(filled, SPARE)
    await sweep(filled, clock, hours=25)
    assert left(filled) == [f"artists/{NAME}"]
    assert not list(derived.iterdir())


async def test_removed_picture_is_gone_from_lists_at_once_and_a_day_later_altogether(filled, clock, log):
    answer = await filled.client.request(
        "DELETE", f"{OBJECT}/artists", json={"prefixes": [NAME, SPARE]}, headers=filled.headers("admin")
    )
    assert [one["name"] for one in answer.json()] == [SPARE], "what an artist shows stays"
    assert await listed(filled) == {NAME}
    answer = await filled.client.get(f"{OBJECT}/info/artists/{SPARE}", headers=filled.headers())
    assert said(answer)[2] == "NoSuchKey"
    assert await stored(filled, SPARE)
    await sweep(filled, clock, hours=25)
    assert await stored(filled, SPARE) is None
    assert [line["pictures"] for line in log.lines() if line["event"] == "picture_removed"] == [[SPARE]]


@on_sqlite
async def test_removed_picture_that_is_shown_again_is_back(filled, clock):
    await sweep(filled, clock, hours=25)
    await show(filled, f"https://stage.test{PUBLIC_URL}{SPARE}", OTHER)
    await sweep(filled, clock, hours=25)
    assert await listed(filled) == {NAME, SPARE}


@on_sqlite
async def test_logo_of_the_site_stays_also_while_an_undo_would_bring_it_back(filled, clock):
    await filled.rest("PATCH", "music_settings?id=eq.site", "admin", json={"logo": f"{PUBLIC_URL}{SPARE}"})
    await sweep(filled, clock, hours=25)
    assert await listed(filled) == {NAME, SPARE}
    await filled.rest("PATCH", "music_settings?id=eq.site", "admin", json={"logo": None})
    await sweep(filled, clock, hours=25)
    assert await listed(filled) == {NAME, SPARE}
    await sweep(filled, clock, days=30)
    assert await listed(filled) == {NAME}


@on_sqlite
async def test_picture_that_a_save_replaces_stays_while_it_can_be_put_back_and_then_goes(filled, clock):
    """As the pages save: the whole record, by the owner."""
    (row,) = await filled.rows(f"music_artists?id=eq.{OWNED}&select=id,name,genre,image,image_alt,credit,bio", "owner")
    saved = {**row, "image": f"{PUBLIC_URL}{SPARE}#focus=20,80"}
    answer = await filled.rest("PATCH", f"music_artists?id=eq.{OWNED}", "owner", json=saved)
    assert answer.status_code == 204
    await sweep(filled, clock, hours=25)
    await sweep(filled, clock, hours=25)
    assert await listed(filled) == {NAME, SPARE}
    await sweep(filled, clock, days=30)
    assert await listed(filled) == {SPARE}
    await sweep(filled, clock, hours=25)
    assert left(filled) == [f"artists/{SPARE}"]


@on_sqlite
async def test_picture_that_an_undo_would_show_again_stays_though_its_owner_removes_it(filled, clock):
    """Nor can another one take its name."""
    await show(filled, f"{PUBLIC_URL}{SPARE}")
    replaced = await newest(filled)
    before = await stored(filled)
    gone = {"json": {"prefixes": [NAME]}, "headers": filled.headers("owner")}
    answer = await filled.client.request("DELETE", f"{OBJECT}/artists", **gone)
    assert [one["name"] for one in answer.json()] == [NAME]
    answer = await send(filled, picture(size=(40, 30)), who="owner", x_upsert="true")
    assert said(answer)[1:] == ("409", "ResourceAlreadyExists")
    for _ in range(3):
        await sweep(filled, clock, hours=25)
    await undone(filled, replaced)
    assert await stored(filled) == before
    await sweep(filled, clock, hours=25)
    assert NAME in await listed(filled)


@on_sqlite
async def test_removed_pictures_take_up_room_until_their_files_go(filled, clock, monkeypatch):
    monkeypatch.setattr("marquee.storage.objects.MAX_FILES", 2)
    gone = {"json": {"prefixes": [SPARE]}, "headers": filled.headers("owner")}
    await filled.client.request("DELETE", f"{OBJECT}/artists", **gone)
    another = f"{OWNED}/another.jpg"
    assert said(await send(filled, picture(), another, who="owner"))[1] == "413"
    await sweep(filled, clock, hours=25)
    assert (await send(filled, picture(), another, who="owner")).status_code == 200


@on_sqlite
async def test_pictures_of_a_deleted_artist_go_when_it_can_no_longer_come_back(filled, clock):
    await filled.rest("DELETE", f"music_artists?id=eq.{OWNED}", "admin")
    await sweep(filled, clock, hours=25)
    await sweep(filled, clock, hours=25)
    assert left(filled) == [f"artists/{NAME}"]
    await sweep(filled, clock, days=30)
    await sweep(filled, clock, hours=25)
    assert left(filled) == []


@on_sqlite
async def test_only_files_of_uploads_are_swept_and_none_that_is_shown(filled, clock):
    media = filled.service.settings.data_dir / "media"
    shown, lost, by_hand, incoming = (
        media / name for name in (f"artists/{OTHER}/own.jpg", f"artists/{OTHER}/lost.jpg", "press/a.jpg", ".incoming/b")
    )
    for file in (shown, lost, by_hand, incoming, media / "artists" / "old.jpg"):
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(b"x")
        os.utime(file, (clock.seconds(), clock.seconds()))
    await show(filled, f"{PUBLIC_URL}{OTHER}/own.jpg", OTHER)
    await sweep(filled, clock, hours=25)
    kept = {"artists/old.jpg", f"artists/{NAME}", f"artists/{SPARE}", f"artists/{OTHER}/own.jpg", "press/a.jpg"}
    assert set(left(filled)) == kept


@on_sqlite
async def test_what_is_shown_cannot_be_moved_away(filled):
    ends = {"bucketId": "artists", "sourceKey": NAME, "destinationKey": f"{OWNED}/2.jpg"}
    answer = await filled.client.post(f"{OBJECT}/move", json=ends, headers=filled.headers("admin"))
    assert said(answer) == (400, "423", "ResourceLocked")


@on_sqlite
async def test_what_is_being_received_is_served_to_nobody(site):
    folder = site.service.settings.data_dir / "media" / ".incoming"
    folder.mkdir(parents=True)
    (folder / "x.jpg").write_bytes(picture())
    for path in (".incoming/x.jpg", "artists/../.incoming/x.jpg", "%2eincoming/x.jpg"):
        for kind in ("object", "render/image"):
            assert said(await site.client.get(f"/storage/v1/{kind}/public/{path}"))[2] == "NoSuchKey"


async def test_backup_takes_pictures_along_and_restores_them(template, tmp_path):
    site = Site.open(template, tmp_path / "data")
    await send(site, picture())
    content, settings = await stored(site), site.service.settings
    (settings.data_dir / "media" / ".incoming" / "incoming").write_bytes(b"x")
    write_backup(settings, tmp_path / "site.tar")
    await site.close()
    shutil.rmtree(settings.data_dir)
    restore_backup(settings, tmp_path / "site.tar", replace=True)
    app = open_app(settings.data_dir, settings.database_url)
    again = Site(app, httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=BASE_URL))
    assert left(again) == [f"artists/{NAME}"]
    assert await stored(again) == content
    info = await again.client.get(f"{OBJECT}/info/artists/{NAME}", headers=again.headers())
    assert info.json()["size"] == len(content)
    await again.close()


@pytest.mark.parametrize("is_saved", [True, False])
async def test_picture_that_a_killed_server_was_replacing_is_that_of_its_row(filled, tmp_path, is_saved):
    """The new bytes were at their name already, and the row was saved or not."""
    store = DiskStore(filled.service.settings.data_dir / "media")
    before, new = await stored(filled, SPARE), tmp_path / "new.jpg"
    new.write_bytes(picture(size=(30, 20)))
    if is_saved:
        digest = sha256(new.read_bytes()).hexdigest()
        row = update(objects).where(objects.c.name == SPARE).values(etag=digest)
        filled.service.database.write_now(lambda connection: connection.execute(row))
    store.put(SPARE, new)
    await filled.app.state.sweeper.settle()
    assert (await stored(filled, SPARE) == before) == (not is_saved)
    assert sorted(left(filled)) == [f"artists/{NAME}", f"artists/{SPARE}"]


def test_killed_server_leaves_nothing_half_stored(sqlite_template, tmp_path):
    folder = tmp_path / "data"
    sqlite_template.copy(folder)
    secret = secrets_file.load_or_create(folder).secret
    content = picture(size=(900, 900))
    head = (
        f"PUT {OBJECT}/artists/{NAME} HTTP/1.1\r\nHost: stage.test\r\napikey: {secret}\r\n"
        f"Connection: close\r\nContent-Length: {len(content)}\r\n\r\n"
    ).encode()

    def ask(port, sent):
        peer = socket.create_connection(("127.0.0.1", port))
        peer.sendall(sent)
        return peer

    async def begun(incoming):
        return incoming.is_dir() and list(incoming.iterdir())

    with running(folder) as (pid, port):
        incoming = folder / "media" / ".incoming"
        with ask(port, head + content[:-100]):
            asyncio.run(eventually(lambda: begun(incoming)))
            os.kill(pid, signal.SIGKILL)
    assert not (folder / "media" / "artists").exists()
    with running(folder) as (_, port), ask(port, head + content) as peer:
        answer = b""
        while part := peer.recv(65536):
            answer += part
        assert b'"Key":"artists/' in answer, answer


async def test_oldest_pictures_make_room_for_new_ones(site, folder, monkeypatch):
    """Those of what is gone are among them; whatever is asked for again is made again."""
    monkeypatch.setattr(derived_files, "MAX_FOLDERS", 10)
    for number in range(14):
        painted((300, 200)).save(folder / f"{number}.jpg")
        opened(await sized(site, f"demo/{number}.jpg"))
        assert len(made(site)) <= 10
    again = []

    def record(workshop, task, really=Workshop.make):
        again.append(task.arguments[0].name)
        return really(workshop, task)

    monkeypatch.setattr(Workshop, "make", record)
    for number in (13, 0, 12):
        await sized(site, f"demo/{number}.jpg")
    assert again == ["0.jpg"]


async def test_pictures_in_several_sizes_stay_while_there_is_room(site, folder, monkeypatch):
    monkeypatch.setattr(derived_files, "MAX_FOLDERS", 10)
    for number in range(8):
        painted((300, 200)).save(folder / f"{number}.jpg")
        for width in WIDTHS:
            opened(await sized(site, f"demo/{number}.jpg", width=width))
    assert len(made(site)) == 8 * len(WIDTHS)


async def test_pictures_in_several_sizes_make_room_when_there_are_too_many(site, folder, monkeypatch):
    monkeypatch.setattr(derived_files, "MAX_FOLDERS", 10)
    for number in range(14):
        painted((300, 200)).save(folder / f"{number}.jpg")
        for width in (240, 480):
            opened(await sized(site, f"demo/{number}.jpg", width=width))
        assert min(number + 1, 9) <= len({path.parents[1] for path in made(site)}) <= 10


async def test_picture_that_makes_room_while_it_is_asked_for_is_made_again(site, folder, monkeypatch):
    painted().save(folder / "one.jpg")
    first = await sized(site)
    removed: list[str] = []

    async def remove_before(media, path, scope, really=Media.get_response):
        if not removed:
            (media.root / path).unlink()
            removed.append(path)
        return await really(media, path, scope)

    monkeypatch.setattr(Media, "get_response", remove_before)
    assert (await sized(site)).content == first.content
    assert removed
