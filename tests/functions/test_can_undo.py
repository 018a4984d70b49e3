"""What may be undone is told before anybody tries: exactly what an undo then allows or refuses, whoever asks."""

import pytest

from marquee.auth import accounts
from marquee.domain.tables import music_events
from tests.cast import OTHER, OWNED, SIGNED_IN, insert_row
from tests.rest.recorded import newest, recorded

pytestmark = pytest.mark.anyio

UPLOADED = f"/storage/v1/object/public/artists/{OWNED}/a.jpg"
OF_OTHER = f"/storage/v1/object/public/artists/{OTHER}/a.jpg"
ELSEWHERE = "https://pictures.example/b.jpg"
MARA, FERRY = f"music_artists?id=eq.{OWNED}", f"music_artists?id=eq.{OTHER}"
TRIESTE, GOTHENBURG = "music_events?location=eq.Trieste", "music_events?location=eq.Gothenburg"
DATE = {"date": "2027-03-01", "venue": "Hall One", "location": "Oslo", "artist_id": OWNED}
NAMES = [{"name": "First Act"}, {"name": "Night Ferry", "artist_id": OTHER}]
TABLE = "Artist,Date,Venue,City,Support\n" + "".join(
    f"{artist},2027-04-{day:02},Hall {day},Oslo,First Act\n" for day in range(1, 15) for artist in ("Mara Voss", "{}")
)


async def may(site, who, **named):
    answer = await site.rest("POST", "rpc/can_undo", who, json=named)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def write(site, who, method, path, json=None):
    answer = await site.rest(method, path, who, json=json)
    assert answer.is_success, answer.text
    return int(answer.headers["marquee-transaction"])


async def call(site, who, function, **arguments):
    answer = await site.rest("POST", f"rpc/{function}", who, json=arguments)
    assert answer.status_code == 200, answer.text
    return answer.json()["transaction"]


def wrote(who, method, path, json=None):
    return lambda site: write(site, who, method, path, json)


def called(who, function, **arguments):
    return lambda site: call(site, who, function, **arguments)


def picture(before, after):
    async def change(site):
        await site.rest("PATCH", MARA, "admin", json={"image": before})
        return await write(site, "admin", "PATCH", MARA, {"image": after})

    return change


async def nine_dates(site):
    def add(connection):
        for day in range(1, 8):
            insert_row(connection, music_events, {**DATE, "date": f"2027-05-0{day}"})

    site.site.service.database.write_now(add)
    return await write(site, "admin", "DELETE", MARA)


def bill_changed(who, **values):
    async def change(site):
        (event,) = await site.rows(TRIESTE)
        return await write(site, who, "PATCH", f"music_lineup?event_id=eq.{event['id']}", values)

    return change


async def bill_removed(site):
    (event,) = await site.rows(TRIESTE)
    return await write(site, "contact", "DELETE", f"music_lineup?event_id=eq.{event['id']}")


def undone(who, change):
    async def twice(site):
        return await call(site, who, "undo", transaction=await change(site))

    return twice


async def new_owner_row(site):
    owner = {"artist_id": OWNED, "user_id": site.site.user_id("contact")}
    return await write(site, "admin", "POST", "music_owners", owner)


async def other_owner(site):
    return await write(site, "admin", "PATCH", MARA, {"user_id": site.site.user_id("stranger")})


async def other_links(site):
    (artist,) = await site.rows(f"{MARA}&select=id,updated_at")
    return await call(site, "owner", "save_artist", artist=artist, links=[{"url": "https://x.example/2"}])


SAVED_DATE = {"event": DATE, "bill": NAMES}
SAVES = {
    "what the page says": wrote("owner", "PATCH", MARA, {"genre": "Noise", "bio": "New."}),
    "what the page says, by an admin": wrote("admin", "PATCH", MARA, {"genre": "Noise"}),
    "what the page says of another": wrote("admin", "PATCH", FERRY, {"genre": "Noise"}),
    "a value that is a column's name": wrote("owner", "PATCH", MARA, {"genre": "followers", "bio": '"user_id":'}),
    "followers": wrote("admin", "PATCH", MARA, {"followers": "9M"}),
    "what the page says with followers": wrote("admin", "PATCH", MARA, {"genre": "Noise", "followers": "9M"}),
    "no announcement any more": wrote("admin", "PATCH", MARA, {"published_at": None}),
    "the featured place": wrote("admin", "PATCH", FERRY, {"is_featured": True}),
    "an artist added": wrote("admin", "POST", "music_artists", {"name": "New", "genre": "Pop", "image": ELSEWHERE}),
    "another first owner": other_owner,
    "a further owner": new_owner_row,
    "a picture after an uploaded one": picture(UPLOADED, ELSEWHERE),
    "an uploaded picture after another": picture(ELSEWHERE, UPLOADED),
    "a picture after another artist's": picture(OF_OTHER, UPLOADED),
    "another cut": picture(ELSEWHERE, f"{ELSEWHERE}#focus=10,20"),
    "a date added": wrote("contact", "POST", "music_events", DATE),
    "a date added by its owner": wrote("owner", "POST", "music_events", DATE),
    "a date changed": wrote("contact", "PATCH", TRIESTE, {"note": "Bring a coat."}),
    "a date of another changed": wrote("contact", "PATCH", GOTHENBURG, {"note": "Bring a coat."}),
    "a date that went to another": wrote("contact", "PATCH", TRIESTE, {"artist_id": OTHER}),
    "a date deleted with its bill": wrote("contact", "DELETE", TRIESTE),
    "a date deleted by its owner": wrote("owner", "DELETE", TRIESTE),
    "dates of several artists": wrote("contact", "PATCH", "music_events?date=gt.2000-01-01", {"note": "All."}),
    "a date saved with its bill": called("contact", "save_event", **SAVED_DATE),
    "a date saved by its owner": called("owner", "save_event", **SAVED_DATE),
    "a saved date taken back": undone("contact", called("contact", "save_event", **SAVED_DATE)),
    "a saved date taken back by its owner": undone("owner", called("owner", "save_event", **SAVED_DATE)),
    "a name on a bill": bill_changed("contact", name="Somebody"),
    "a name on a bill, by the owner": bill_changed("owner", position=7),
    "a bill": bill_removed,
    "links": wrote("owner", "POST", "music_links", {"artist_id": OWNED, "url": "https://x.example/1"}),
    "a list of links": other_links,
    "a link deleted": wrote("admin", "DELETE", f"music_links?artist_id=eq.{OWNED}"),
    "links of another": wrote("admin", "DELETE", f"music_links?artist_id=eq.{OTHER}"),
    "the site": wrote("admin", "PATCH", "music_settings?id=eq.site", {"tagline": "Live."}),
    "a whole import": called("contact", "run_import", table_text=TABLE.replace("{}", "Mara Voss")),
    "a whole import of several artists": called("contact", "run_import", table_text=TABLE.replace("{}", "Night Ferry")),
    "a deletion with nine dates": nine_dates,
    "a deletion that was undone": undone("admin", nine_dates),
}


async def as_it_was(site):
    """Nothing has happened since."""


async def owned_no_more(site):
    await site.rest("PATCH", MARA, "admin", json={"user_id": None})


async def owned_by_others_too(site):
    for artist in await site.rows(f"music_artists?id=in.({OWNED},{OTHER})&select=id"):
        for who in ("contact", "stranger"):
            site.site.service.database.write_now(accounts.add_owner, artist["id"], site.site.user_id(who))


async def not_announced(site):
    await site.rest("PATCH", "music_artists?id=not.is.null", "admin", json={"published_at": None})


async def moved(site):
    await site.rest("PATCH", "music_events?id=not.is.null", "admin", json={"artist_id": OTHER})


SINCE = (owned_no_more, owned_by_others_too, not_announced, moved)
MATTERS_SINCE = (
    "what the page says",
    "a picture after another artist's",
    "a date changed",
    "a date deleted with its bill",
    "a date saved by its owner",
    "a bill",
    "links",
    "a deletion with nine dates",
)
CASES = [(save, as_it_was) for save in SAVES] + [(save, since) for save in MATTERS_SINCE for since in SINCE]


@pytest.mark.parametrize(("save", "since"), CASES, ids=lambda part: getattr(part, "__name__", part))
async def test_what_may_be_undone_is_what_an_undo_does(restored, save, since):
    """An undo may name another reason first: what has changed since, or what is gone."""
    number = await SAVES[save](restored)
    await since(restored)
    for who in SIGNED_IN:
        told = number in (await may(restored, who, transactions=[number]))["transactions"]
        undo = await restored.rest(
            "POST", "rpc/undo", who, json={"transaction": number}, headers={"Prefer": "tx=rollback"}
        )
        assert undo.status_code in ((200, 403) if since is as_it_was else (200, 403, 409)), undo.text
        if undo.status_code != 409:
            assert told == undo.is_success, (who, undo.text)


async def test_each_of_a_page_of_saves_is_told(restored):
    own = await SAVES["what the page says"](restored)
    followers = await SAVES["followers"](restored)
    date = await SAVES["a date deleted by its owner"](restored)
    asked = [own, followers, date, 0, 10**12]
    assert await may(restored, "admin", transactions=asked) == {"transactions": [own, followers, date], "changes": []}
    assert (await may(restored, "owner", transactions=asked))["transactions"] == [own, date]
    assert (await may(restored, "stranger", transactions=asked))["transactions"] == []
    assert await may(restored, "owner") == {"transactions": [], "changes": []}


async def test_one_of_several_deletions_may_be_undone_where_not_all_may(restored):
    last = await newest(restored)
    number = await write(restored, "admin", "DELETE", "music_events?date=gt.2000-01-01")
    gone = [change for change in await recorded(restored, last) if change["part_of"] is None]
    own = [change["id"] for change in gone if change["artist_id"] == OWNED]
    asked = {"transactions": [number], "changes": [change["id"] for change in gone]}
    assert await may(restored, "admin", **asked) == asked
    assert await may(restored, "owner", **asked) == {"transactions": [], "changes": own}
    assert await may(restored, "contact", **asked) == {"transactions": [], "changes": []}


BAD = [
    ({"transactions": "4"}, 400, "PGRST102"),
    ({"transactions": [None]}, 400, "PGRST102"),
    ({"changes": [10**30]}, 400, "PGRST102"),
    ({"transactions": [*range(1001)]}, 400, "PGRST102"),
    ({"transaction": 4}, 404, "PGRST202"),
]


@pytest.mark.parametrize(("body", "status", "code"), BAD)
async def test_other_arguments_are_refused(shared, body, status, code):
    answer = await shared.rest("POST", "rpc/can_undo", "admin", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_visitors_may_not_even_ask(shared):
    answer = await shared.rest("POST", "rpc/can_undo", "visitor", json={"transactions": [1]})
    assert (answer.status_code, answer.json()["code"]) == (401, "42501")
