"""Who may do what with whose pictures, case by case, as the database has it at that moment."""

import pytest

from marquee.auth import accounts
from marquee.domain.policies.pictures import PICTURE_POLICIES
from tests.cast import EVERYBODY, OTHER, OWNED, SIGNED_IN, Site
from tests.conftest import on_sqlite
from tests.storage.sending import OBJECT, left, picture, said, send

pytestmark = pytest.mark.anyio

OWN, FOREIGN, TWIN = f"{OWNED}/one.jpg", f"{OTHER}/one.jpg", f"{OWNED}-2/one.jpg"
DENIED, UNKNOWN = (400, "403", "AccessDenied"), (400, "404", "NoSuchKey")
SECRET = "secret key"


def headers(site, who):
    key = site.service.keys.secret
    return {"apikey": key, "Authorization": f"Bearer {key}"} if who == SECRET else site.headers(who)


async def call(site, who, method, path, **options):
    return await site.client.request(method, f"{OBJECT}/{path}", headers=headers(site, who), **options)


async def outcome(answer):
    return "done" if answer.status_code == 200 else said(answer)


CALLS = {
    "look at": lambda path: ("GET", f"info/artists/{path}", {}),
    "download": lambda path: ("GET", f"artists/{path}", {}),
    "sign": lambda path: ("POST", f"sign/artists/{path}", {"json": {"expiresIn": 60}}),
    "upload": lambda path: ("POST", f"artists/{named(path, 'two')}", {"content": picture(size=(9, 9))}),
    "update": lambda path: ("PUT", f"artists/{path}", {"content": picture(size=(9, 9))}),
    "sign an upload": lambda path: ("POST", f"upload/sign/artists/{named(path, 'three')}", {"json": {}}),
    "copy to": lambda path: ("POST", "copy", {"json": ends(FOREIGN, named(path, "four"))}),
    "move away": lambda path: ("POST", "move", {"json": ends(path, named(path, "five"))}),
    "remove": lambda path: ("DELETE", f"artists/{named(path, 'two')}", {}),
}
READS = ("look at", "download", "sign")


def named(path, name):
    return path.replace("one", name)


def ends(source, target):
    return {"bucketId": "artists", "sourceKey": source, "destinationKey": target}


@pytest.fixture
async def filled(site):
    for path in (OWN, FOREIGN):
        assert (await send(site, picture(), path)).status_code == 200
    return site


@pytest.mark.parametrize("path", [OWN, FOREIGN])
@pytest.mark.parametrize("who", [*EVERYBODY, SECRET])
async def test_every_call_is_allowed_or_refused_by_role(filled, who, path):
    may_write = who in ("admin", SECRET) or (who == "owner" and path == OWN)
    for name, make in CALLS.items():
        method, url, options = make(path)
        answer = await call(filled, who, method, url, **options)
        refusal = UNKNOWN if name in ("remove", "move away") else DENIED
        expected: object = "done" if may_write or name in READS else refusal
        assert await outcome(answer) == expected, (name, answer.text)


@pytest.mark.parametrize(
    ("who", "seen"),
    {"admin": [OTHER, OWNED], SECRET: [OTHER, OWNED], "owner": [OWNED], "contact": [], "visitor": []}.items(),
)
async def test_lists_have_only_the_folders_of_the_own_artist(filled, who, seen):
    folders = await call(filled, who, "POST", "list/artists", json={"prefix": ""})
    assert sorted(one["name"] for one in folders.json()) == sorted(seen)
    everything = await call(filled, who, "POST", "list-v2/artists", json={})
    assert sorted(one["name"].partition("/")[0] for one in everything.json()["objects"]) == sorted(seen)
    removed = await call(filled, who, "DELETE", "artists", json={"prefixes": [OWN, FOREIGN, "no/such.jpg"]})
    assert sorted(one["name"].partition("/")[0] for one in removed.json()) == sorted(seen)


async def test_both_ends_of_a_move_need_the_right(filled):
    """Trap 61."""
    for source, target in ((OWN, f"{OTHER}/two.jpg"), (FOREIGN, f"{OWNED}/two.jpg")):
        answer = await call(filled, "owner", "POST", "move", json=ends(source, target))
        assert said(answer) == (DENIED if source == OWN else UNKNOWN)
    assert (await call(filled, "owner", "POST", "copy", json=ends(FOREIGN, f"{OWNED}/two.jpg"))).status_code == 200


@on_sqlite
async def test_who_may_not_write_cannot_tell_what_there_is(filled):
    """Trap 64."""
    paths = [FOREIGN, f"{OTHER}/none.jpg", "nobody/none.jpg", TWIN]
    writes = [await send(filled, picture(size=(9, 9)), path, who="owner") for path in paths]
    assert {answer.text for answer in writes} == {writes[0].text}
    assert said(writes[0]) == DENIED
    removals = [await call(filled, "owner", "DELETE", f"artists/{path}") for path in paths]
    assert {answer.text for answer in removals} == {removals[0].text}
    assert said(removals[0]) == UNKNOWN


async def test_right_moves_with_the_owner_and_the_role_at_once(filled):
    """Trap 62."""
    write, site = filled.service.database.write_now, filled
    tokens = {who: site.headers(who) for who in SIGNED_IN}

    async def may(who, path):
        answer = await site.client.put(f"{OBJECT}/artists/{path}", content=picture(size=(9, 9)), headers=tokens[who])
        return answer.status_code == 200

    write(accounts.set_artist_owner, OWNED, site.user_id("stranger"))
    assert (await may("stranger", OWN), await may("owner", OWN)) == (True, False)
    write(accounts.change, site.user_id("admin"), role="authenticated")
    assert not await may("admin", OWN)


@on_sqlite
async def test_admin_who_lacks_a_second_factor_is_told_what_to_do(template, tmp_path):
    site = Site.open(template, tmp_path / "data", MARQUEE_REQUIRE_SECOND_FACTOR="admins")
    answer = await send(site, picture(), FOREIGN)
    assert said(answer) == DENIED
    assert "add one to this account" in answer.json()["message"]
    await site.close()


@on_sqlite
async def test_refused_upload_is_not_read(filled, log):
    async def never():
        raise AssertionError("it was read")
        yield b""

    assert said(await send(filled, never(), FOREIGN, who="owner")) == DENIED
    assert len(left(filled)) == 2
    assert [line["path"] for line in log.lines() if line["event"] == "denied"] == [f"{OBJECT}/artists/{FOREIGN}"]


@on_sqlite
async def test_call_without_a_key_or_with_a_bad_token_is_refused_in_its_protocol(site):
    answer = await site.client.post(f"{OBJECT}/artists/{OWN}", content=picture())
    assert (answer.status_code, answer.json()["message"]) == (401, "No API key found in request")
    answer = await send(site, picture(), authorization="Bearer e30.e30.e30")
    assert said(answer) == DENIED


def test_table_names_what_it_allows():
    """As `docs/permissions.md` shows it."""
    assert [(p.who.name, p.action, p.folders.name) for p in PICTURE_POLICIES] == [
        ("admin", "upload", "of every artist"),
        ("admin", "remove", "of every artist"),
        ("admin", "list", "of every artist"),
        ("signed-in", "upload", "of their own artist"),
        ("signed-in", "remove", "of their own artist"),
        ("signed-in", "list", "of their own artist"),
        ("everyone", "read", "of every artist"),
    ]


@on_sqlite
async def test_picture_of_an_artist_who_is_to_be_added_is_stored_by_admins_only(site):
    """Each in a folder of its own; any other folder is an artist's, or nobody's."""
    new = f"new-{'0123456789abcdef' * 2}/one.jpg"
    found = {who: await outcome(await send(site, picture(), new, who)) for who in EVERYBODY}
    assert found == dict.fromkeys(EVERYBODY, DENIED) | {"admin": "done"}
    assert said(await send(site, picture(), "new-artist/one.jpg")) == UNKNOWN
