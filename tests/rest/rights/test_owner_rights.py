"""What an owner may write, in detail: whole records, pictures, dates, and lists in which not every row is theirs."""

import pytest

from marquee.auth import accounts
from marquee.domain.pictures import PUBLIC_URL, folder_of
from tests.cast import OTHER, OWNED

pytestmark = pytest.mark.anyio

EVENT = {"date": "2027-05-05", "venue": "Hall", "location": "Oslo", "artist_id": OWNED}


def own_event(restored):
    """The id of an event of the owner's artist."""
    return next(event["id"] for event in restored.kept["music_events"] if event["artist_id"] == OWNED)


async def test_rights_of_an_owner_who_is_a_contact_add_up(restored):
    restored.write(accounts.add_contact, restored.site.user_id("owner"))
    event = {**EVENT, "artist_id": OTHER}
    assert (await restored.rest("POST", "music_events", "owner", json=event)).status_code == 201
    assert (
        await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "owner", json={"bio": "New"})
    ).status_code == 204
    assert (await restored.rest("DELETE", f"music_events?artist_id=eq.{OWNED}", "owner")).status_code == 204
    refused = await restored.rest("PATCH", f"music_artists?id=eq.{OTHER}", "owner", json={"bio": "New"})
    assert refused.status_code == 403


async def test_owner_takes_the_own_artist_off_the_bill_of_somebody_else_and_nobody_else_off_it(restored):
    (event,) = await restored.rows("music_events?select=id&location=eq.Gothenburg")
    acts = [{"event_id": event["id"], "name": name, "artist_id": id} for name, id in (("M", OWNED), ("Guest", None))]
    await restored.rest("POST", "music_lineup", "admin", json=acts)
    bill = f"music_lineup?event_id=eq.{event['id']}"
    everybody = await restored.rest("DELETE", bill, "owner")
    assert (everybody.status_code, len(await restored.rows(bill))) == (403, 2)
    again = await restored.rest("DELETE", f"{bill}&artist_id=eq.{OWNED}", "stranger")
    assert again.status_code == 403
    own = await restored.rest("DELETE", f"{bill}&artist_id=eq.{OWNED}", "owner")
    assert own.status_code == 204
    assert [act["name"] for act in await restored.rows(bill)] == ["Guest"]


async def test_owner_saves_the_whole_record_with_protected_columns_unchanged(restored):
    """Trap 13: A whole record has read-only columns."""
    (record,) = await restored.rows(f"music_artists?id=eq.{OWNED}")
    changed = {**record, "bio": "Sings louder.", "website": "https://mara.example"}
    answer = await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "owner", json=changed)
    assert (answer.status_code, answer.content) == (204, b"")
    (saved,) = await restored.rows(f"music_artists?id=eq.{OWNED}")
    assert saved.pop("updated_at") > record["updated_at"]
    assert saved == {name: value for name, value in changed.items() if name != "updated_at"}


OWN_FOLDER = f"{PUBLIC_URL}{OWNED}"
PICTURES = {
    "own": (f"{OWN_FOLDER}/one.jpg", True),
    "with a focus": (f"{OWN_FOLDER}/one.jpg#focus=50,28.5", True),
    "another folder": (f"{PUBLIC_URL}{OTHER}/one.jpg", False),
    "a folder that begins alike": (f"{OWN_FOLDER}-2/one.jpg", False),
    "above": (f"{OWN_FOLDER}/../{OTHER}/one.jpg", False),
    "above, in disguise": (f"{OWN_FOLDER}/%2e%2e/{OTHER}/one.jpg", False),
    "below": (f"{OWN_FOLDER}/a/one.jpg", False),
    "no picture": (f"{OWN_FOLDER}/one.svg", False),
    "the folder": (f"{OWN_FOLDER}/", False),
    "another bucket": ("/storage/v1/object/public/demo/one.jpg", False),
    "another site": (f"https://pictures.example{OWN_FOLDER}/one.jpg", False),
}


SHOWN = "https://pictures.example/mara.jpg"
POINTS = {
    "another": (f"{SHOWN}#focus=10,90.5", True),
    "the usual": (SHOWN, True),
    "beyond the edge": (f"{SHOWN}#focus=10,9000", False),
    "another fragment": (f"{SHOWN}#somewhere", False),
    "another picture": ("https://pictures.example/other.jpg#focus=10,90", False),
}


@pytest.mark.parametrize(("image", "allowed"), POINTS.values(), ids=POINTS)
async def test_owner_sets_the_focal_point_of_a_picture_from_anywhere_but_not_the_picture(restored, image, allowed):
    await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "admin", json={"image": f"{SHOWN}#focus=50,50"})
    answer = await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "owner", json={"image": image})
    assert answer.status_code == (204 if allowed else 403)
    (saved,) = await restored.rows(f"music_artists?select=image&id=eq.{OWNED}")
    assert saved["image"] == (image if allowed else f"{SHOWN}#focus=50,50")


@pytest.mark.parametrize(("image", "allowed"), PICTURES.values(), ids=PICTURES)
async def test_owner_may_show_a_picture_of_the_own_folder_and_no_other(restored, image, allowed):
    """Trap 60: A right to a folder is none to one that begins alike."""
    answer = await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "owner", json={"image": image})
    if allowed:
        assert answer.status_code == 204
        (saved,) = await restored.rows(f"music_artists?select=image&id=eq.{OWNED}")
        assert saved["image"] == image
        return
    assert (answer.status_code, answer.json()["code"]) == (403, "42501")
    assert answer.json()["hint"].startswith("It can only be changed to a picture in the artist's own folder, or to")
    restored.assert_unchanged()


async def test_owner_of_two_artists_gives_neither_the_picture_of_the_other(restored):
    restored.write(accounts.set_artist_owner, OTHER, restored.site.user_id("owner"))
    before = restored.tables()
    image = {"image": f"{PUBLIC_URL}{folder_of(OWNED)}/one.jpg"}
    answer = await restored.rest("PATCH", f"music_artists?id=in.({OWNED},{OTHER})", "owner", json=image)
    assert (answer.status_code, answer.json()["code"]) == (403, "42501")
    assert restored.tables() == before


PROTECTED = {
    "followers": "Changed",
    "is_featured": False,
    "user_id": "5d6c9c5a-77ad-4d5e-9f0c-3a1f0f7f1d11",
    "id": "another-name",
    "created_at": "2020-02-02T20:20:20+00:00",
}


@pytest.mark.parametrize(("column", "value"), PROTECTED.items(), ids=PROTECTED)
async def test_whole_record_with_one_protected_column_changed_changes_nothing(restored, column, value):
    """Trap 27: An owner's save carries the whole row."""
    (record,) = await restored.rows(f"music_artists?id=eq.{OWNED}")
    changed = {**record, "bio": "Sings louder.", column: value}
    answer = await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "owner", json=changed)
    assert (answer.status_code, answer.json()) == (
        403,
        {
            "code": "42501",
            "message": f"permission denied for column {column} of relation music_artists",
            "details": None,
            "hint": None,
        },
    )
    restored.assert_unchanged()


async def test_update_that_reaches_one_foreign_row_changes_none(restored):
    restored.write(accounts.set_artist_owner, OTHER, restored.site.user_id("stranger"))
    before = restored.tables()
    answer = await restored.rest("PATCH", "music_artists?id=not.is.null", "owner", json={"bio": "Mine"})
    assert (answer.status_code, answer.json()["code"]) == (403, "42501")
    assert restored.tables() == before


async def test_owner_adds_dates_of_the_own_artist_and_in_a_mixed_list_none(restored):
    """The whole list is refused for one row of somebody else's."""
    mixed = await restored.rest("POST", "music_events", "owner", json=[EVENT, {**EVENT, "artist_id": OTHER}])
    assert (mixed.status_code, mixed.json()["code"]) == (403, "42501")
    assert restored.tables() == restored.kept
    own = await restored.rest("POST", "music_events", "owner", json=[EVENT, {**EVENT, "date": "2027-05-06"}])
    assert own.status_code == 201


async def test_owner_of_two_artists_moves_no_date_between_them(restored):
    restored.site.service.database.write_now(accounts.set_artist_owner, OTHER, restored.site.user_id("owner"))
    before = restored.tables()
    moved = await restored.rest(
        "PATCH", f"music_events?id=eq.{own_event(restored)}", "owner", json={"artist_id": OTHER, "note": "New"}
    )
    assert (moved.status_code, moved.json()["message"]) == (
        403,
        "permission denied for column artist_id of relation music_events",
    )
    assert restored.tables() == before


async def test_owner_undoes_a_change_of_an_own_date(restored):
    event = f"music_events?id=eq.{own_event(restored)}"
    assert (await restored.rest("DELETE", event, "owner")).status_code == 204
    (deletion,) = await restored.rows("music_changes?table_name=eq.music_events&limit=1", "owner")
    assert deletion["action"] == "delete"
    assert (await restored.rest("POST", "music_changes", "owner", json={"undo": deletion["id"]})).status_code == 201
    assert len(await restored.rows(event)) == 1


async def test_owner_reads_nowhere_who_else_owned_the_artist(restored):
    """Neither in a change of the owner nor in what an artist was when it came or went, and not by its number either."""
    former = restored.site.user_id("stranger")
    begun = (await restored.rows("music_changes?select=id&limit=1"))[0]["id"]
    for owner in (former, None, restored.site.user_id("owner")):
        await restored.rest(
            "PATCH", f"music_artists?id=eq.{OWNED}", "admin", json={"user_id": owner, "genre": f"{owner}"}
        )
    await restored.rest("DELETE", f"music_artists?id=eq.{OWNED}", "admin")
    (deletion,) = await restored.rows(f"music_changes?select=id&row_id=eq.{OWNED}&action=eq.delete&id=gt.{begun}")
    await restored.rest("POST", "music_changes", "admin", json={"undo": deletion["id"]})
    await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "owner", json={"bio": 'My "user_id" is a secret.'})
    since = f"music_changes?id=gt.{begun}&row_id=eq.{OWNED}"
    told = await restored.rest("GET", f"{since}&select=before,after", "owner")
    assert told.json() == [{"before": {"bio": "Sings."}, "after": {"bio": 'My "user_id" is a secret.'}}]
    assert len(await restored.rows(since, "admin")) == 6
