"""Links that are signed: what they are good for, for how long, and that no log has them."""

from urllib.parse import parse_qs, quote, urlsplit

import jwt
import pytest

from marquee.auth import accounts
from marquee.domain import people
from marquee.storage.link_tokens import derived_secret
from tests.cast import OWNED
from tests.conftest import on_sqlite
from tests.storage.painting import BROWSER
from tests.storage.sending import OBJECT, picture, said, send

pytestmark = [pytest.mark.anyio, on_sqlite]

NAME, NEW = f"{OWNED}/one.jpg", f"{OWNED}/two.jpg"
EXPIRED, FOREIGN = (400, "400", "InvalidJWT"), (400, "400", "InvalidSignature")


async def link(site, **options):
    answer = await site.client.post(
        f"{OBJECT}/sign/artists/{NAME}", json={"expiresIn": 60, **options}, headers=site.headers()
    )
    assert answer.status_code == 200, answer.text
    return answer.json()["signedURL"]


async def upload_link(site, path=NEW, who="owner", **headers):
    answer = await site.client.post(
        f"{OBJECT}/upload/sign/artists/{path}", json={}, headers={**site.headers(who), **headers}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()["token"]


async def upload(site, token, path=NEW):
    """Without an API key: whoever gets a link need not know one."""
    return await site.client.put(f"{OBJECT}/upload/sign/artists/{path}?token={token}", content=picture())


@pytest.fixture
async def filled(site, clock):
    assert (await send(site, picture(), NAME)).status_code == 200
    return site


async def test_link_is_relative_to_the_service_and_ends_when_it_says(filled, clock):
    """Trap 49: The client puts its base before what comes."""
    address = await link(filled)
    assert address.startswith(f"/object/sign/artists/{NAME}?token=")
    assert (await filled.client.get(f"/storage/v1{address}")).status_code == 200
    clock.move(seconds=61)
    assert said(await filled.client.get(f"/storage/v1{address}")) == EXPIRED


async def test_link_to_a_version_is_one_that_can_be_made(filled):
    address = await link(filled, transform={"width": 240, "resize": "contain", "unknown": 1})
    assert address.startswith(f"/render/image/sign/artists/{NAME}?width=240&resize=contain&token=")
    shown = await filled.client.get(f"/storage/v1{address}", headers=BROWSER)
    assert shown.headers["content-type"] == "image/webp"
    assert shown.headers["x-transformations"] == "width:240,resizing_type:fit"
    answer = await filled.client.post(
        f"{OBJECT}/sign/artists/{NAME}", json={"transform": {"width": "x"}}, headers=filled.headers()
    )
    assert said(answer)[2] == "InvalidRequest"


NAMED = [f"a{sign}b.jpg" for sign in " '()+&@=,!$;:*"] + ["a b (1) & c.jpg", "Mara Voss' 1st, live!.jpg", "a?b.jpg"]


@pytest.mark.parametrize("name", NAMED)
async def test_link_is_as_it_was_asked_for_however_often_it_is_encoded(site, name):
    """Trap 74: Clients encode what comes once more. A name with `?` they could not send as it is either."""
    path = f"{OWNED}/{name}"
    assert (await send(site, picture(size=(40, 30)), quote(path))).status_code == 200
    several = await site.client.post(
        f"{OBJECT}/sign/artists", json={"paths": [path], "expiresIn": 60}, headers=site.headers()
    )
    one = await site.client.post(f"{OBJECT}/sign/artists/{quote(path)}", json={"expiresIn": 60}, headers=site.headers())
    for address in (one.json()["signedURL"], several.json()[0]["signedURL"]):
        assert address.startswith(f"/object/sign/artists/{path.replace('?', '%3F')}?token=")
        encoded = address if "?b" in name else quote(address, safe="!#$&'()*+,/:;=?@~")
        answer = await site.client.get(f"/storage/v1{encoded}")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")


async def test_link_of_one_scope_is_none_of_the_other(filled):
    """Trap 63."""
    (token,) = parse_qs(urlsplit(await link(filled)).query)["token"]
    assert said(await upload(filled, token, NAME)) == EXPIRED
    token = await upload_link(filled, NAME, **{"x-upsert": "true"})
    assert said(await filled.client.get(f"{OBJECT}/sign/artists/{NAME}?token={token}")) == EXPIRED
    assert said(await upload(filled, token, NEW)) == FOREIGN


async def test_link_that_somebody_else_signed_is_refused(filled, clock):
    keys = filled.service.keys
    claims = {"url": f"artists/{NAME}", "scope": "download", "exp": int(clock.seconds()) + 60}
    own = derived_secret(keys.refresh_secret)
    for secret, algorithm, status in (
        (own, "HS256", 200),
        (keys.refresh_secret, "HS256", 400),
        ("", "none", 400),
        (keys.signing_key, "ES256", 400),
    ):
        token = jwt.encode(claims, secret, algorithm)
        answer = await filled.client.get(f"{OBJECT}/sign/artists/{NAME}?token={token}")
        assert answer.status_code == status, algorithm
    for token in ("", "x", "a.b.c", "é"):
        assert said(await filled.client.get(f"{OBJECT}/sign/artists/{NAME}", params={"token": token})) == EXPIRED


async def test_no_link_leads_to_an_upload_under_a_name_that_no_picture_has(site):
    path = f"{OBJECT}/upload/sign/artists/{OWNED}/two.gif"
    answer = await site.client.post(path, json={}, headers=site.headers("owner"))
    assert said(answer) == (400, "415", "InvalidMimeType")


async def test_upload_by_link_has_the_rights_that_its_maker_has_then(filled):
    token = await upload_link(filled)
    filled.service.database.write_now(accounts.set_artist_owner, OWNED, filled.user_id("stranger"))
    assert said(await upload(filled, token))[2] == "AccessDenied"
    filled.service.database.write_now(accounts.set_artist_owner, OWNED, filled.user_id("owner"))
    assert (await upload(filled, token)).status_code == 200
    token = await upload_link(filled, f"{OWNED}/three.jpg")
    filled.service.database.write_now(people.remove, [filled.user_id("owner")])
    assert said(await upload(filled, token, f"{OWNED}/three.jpg"))[2] == "AccessDenied"


async def test_no_log_line_has_a_link(filled, log):
    """Trap 71."""
    (token,) = parse_qs(urlsplit(await link(filled)).query)["token"]
    await filled.client.get(f"{OBJECT}/sign/artists/{NEW}?token={token}")
    uploads = await upload_link(filled)
    await upload(filled, uploads)
    assert "picture_stored" in log.text
    assert token not in log.text
    assert uploads not in log.text
