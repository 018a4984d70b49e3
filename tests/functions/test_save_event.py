"""A date and its bill are saved together, or neither is; what has to be asked first is asked in the same answer."""

import asyncio
import json
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection

from marquee.domain import parts
from marquee.functions import record
from marquee.functions.save_event import WHOLE
from tests.cast import OTHER, OWNED
from tests.rest.recorded import content, newest, recorded

pytestmark = pytest.mark.anyio

SOON = f"{datetime.now(UTC) + timedelta(days=90):%Y-%m-%d}"
NEW = {"artist_id": OTHER, "date": SOON, "venue": "Hall One", "location": "Oslo"}
NAMES = [{"name": "First Act"}, {"name": "Second Act"}]


async def save(site, event, bill=None, who="admin", confirmed=(), **options):
    body = {"event": event, "confirmed": [*confirmed], **({} if bill is None else {"bill": bill})}
    return await site.rest("POST", "rpc/save_event", who, json=body, **options)


async def saved(site, *args, **options):
    answer = await save(site, *args, **options)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def there(site, venue="Teatro Lanterna"):
    """An event of the cast as its form has it: the first has Ines Brandt on its bill."""
    return (await site.rows(f"music_events?venue=eq.{venue}&{WHOLE}"))[0]


def changed(event, **values):
    return {"id": event["id"], "updated_at": event["updated_at"], **values}


def bill_of(row):
    return [(act["name"], act["artist_id"]) for act in row["lineup"]]


async def test_a_new_date_and_its_bill_are_one_change_that_is_undone_by_its_number(restored):
    before, last = content(restored), await newest(restored)
    answer = await saved(restored, NEW, [*NAMES, {"name": "mara VOSS"}, {"name": "Mara Voss Trio", "artist_id": None}])
    row = answer["row"]
    acts = [("First Act", None), ("Second Act", None), ("Mara Voss", OWNED), ("Mara Voss Trio", None)]
    assert (row["venue"], bill_of(row)) == ("Hall One", acts)
    assert row == (await restored.rows(f"music_events?id=eq.{row['id']}&{WHOLE}"))[0]
    assert {change["transaction"] for change in await recorded(restored, last)} == {answer["transaction"]}
    undone = await restored.rest("POST", "rpc/undo", "admin", json={"transaction": answer["transaction"]})
    assert undone.status_code == 200, undone.text
    assert content(restored) == before


async def test_a_change_keeps_who_stays_on_the_bill_and_records_nothing_where_nothing_changes(restored):
    event = await there(restored)
    (ines,) = event["lineup"]
    first = await saved(
        restored, changed(event, note="Bring a coat."), [{"name": "First Act"}, {"name": "ines brandt"}]
    )
    row, last = first["row"], await newest(restored)
    assert [act["name"] for act in row["lineup"]] == ["First Act", "ines brandt"]
    assert row["lineup"][1]["id"] == ines["id"]
    sent = [{"name": act["name"], "artist_id": act["artist_id"]} for act in row["lineup"]]
    again = await saved(restored, changed(row, note="Bring a coat."), sent)
    assert again == {"row": row, "transaction": None}
    assert await newest(restored) == last
    without = await saved(restored, changed(row, note=None))
    assert bill_of(without["row"]) == bill_of(row)
    emptied = await saved(restored, changed(without["row"]), [])
    assert emptied["row"]["lineup"] == []
    assert emptied["row"]["updated_at"] > without["row"]["updated_at"]


@pytest.mark.parametrize("other", [{"name": "MV", "artist_id": OWNED}, {"name": "MARA VOSS"}])
@pytest.mark.parametrize("first", [{"name": "Mara Voss"}, {"name": "Mara", "artist_id": OWNED}])
async def test_an_artist_stands_on_a_bill_once_under_whatever_name(restored, first, other):
    before = restored.tables()
    answer = await save(restored, NEW, [first, {"name": "First Act"}, other])
    assert (answer.status_code, answer.json()["code"]) == (400, "PGRST102"), answer.text
    assert "on a bill once - at `$.bill[2]." in answer.json()["message"]
    assert restored.tables() == before


async def test_at_once_is_by_the_clock_of_the_site(clock, site):
    row = (await saved(site, {**NEW, "published_at": "now"}))["row"]
    assert row["published_at"] == row["created_at"] == "2026-11-21T10:00:00.12+00:00"


async def test_what_is_asked_first_is_asked_in_one_answer_and_nothing_is_written(restored):
    twin = (await saved(restored, NEW))["row"]
    before = restored.tables()
    same = {**NEW, "venue": " hall ONE "}
    answer = await save(restored, same, NAMES)
    assert (answer.status_code, answer.json()["code"]) == (428, "PT428")
    of_twin = {"id": twin["id"], "venue": "Hall One", "start_time": None, "artist": {"name": "Night Ferry"}}
    assert json.loads(answer.json()["details"]) == {"questions": [{"code": "same_day", **of_twin}]}
    preview = await save(restored, same, headers={"Prefer": "tx=rollback"})
    assert (preview.status_code, preview.json()) == (428, answer.json())
    assert restored.tables() == before
    confirmed = await saved(restored, same, NAMES, confirmed=["same_day"])
    assert bill_of(confirmed["row"]) == [("First Act", None), ("Second Act", None)]


# The clock of these is at 10:00 UTC on 21 November 2026; the site's zone is UTC.
@pytest.mark.parametrize(
    ("event", "asked"),
    [
        pytest.param({"date": "2026-11-20"}, ["passed"], id="yesterday's night has ended"),
        pytest.param({"date": "2026-11-20", "timezone": "Pacific/Honolulu"}, [], id="it goes on in Honolulu"),
        pytest.param({"date": "2026-11-21"}, [], id="today"),
        pytest.param({"date": "2026-11-21", "start_time": "03:00"}, ["passed"], id="last night, after midnight"),
        pytest.param({"date": "2028-11-20"}, [], id="two years ahead"),
        pytest.param({"date": "2028-11-21"}, ["far"], id="a day more"),
    ],
)
async def test_passed_and_far_dates_are_asked_about(clock, site, event, asked):
    answer = await save(site, {**NEW, **event})
    questions = json.loads(answer.json().get("details") or '{"questions": []}')["questions"]
    assert [question["code"] for question in questions] == asked
    assert answer.status_code == (428 if asked else 200)
    confirmed = await save(site, {**NEW, **event, "venue": "Hall Two"}, confirmed=["passed", "far"])
    assert confirmed.status_code == 200, confirmed.text


async def test_what_stays_as_it_was_is_not_asked_about_again(clock, site):
    past = await there(site, "Depot 23")
    twin = await saved(site, {**NEW, "date": past["date"], "venue": "depot 23"}, confirmed=["passed", "same_day"])
    row = (await saved(site, changed(past, note="Thank you!", date=past["date"])))["row"]
    assert row["note"] == "Thank you!"
    moved = await save(site, changed(twin["row"], date="2026-10-02"))
    assert [one["code"] for one in json.loads(moved.json()["details"])["questions"]] == ["passed"]


async def test_unannounced_dates_that_somebody_does_not_see_are_not_told(restored):
    unannounced = {**NEW, "artist_id": OWNED, "published_at": None}
    hidden = await saved(restored, {**unannounced, "artist_id": OTHER})
    told = await save(restored, {**NEW}, who="contact")
    assert told.status_code == 428  # contacts prepare the dates of every artist
    await restored.rest("PATCH", f"music_artists?id=eq.{OTHER}", "admin", json={"published_at": None})
    refused = await save(restored, {**NEW}, who="contact")
    assert (refused.status_code, hidden["row"]["id"] in refused.text) == (409, False)


def many(names):
    return [{"name": f"Act {number}"} for number in range(names)]


@pytest.mark.parametrize(
    ("body", "status", "code", "named"),
    [
        ({}, 404, "PGRST202", "event"),
        ({"event": NEW, "bills": []}, 404, "PGRST202", "bills"),
        ({"event": []}, 400, "PGRST102", "$.event"),
        ({"event": {**NEW, "colour": "red"}}, 400, "PGRST204", "colour"),
        ({"event": {**NEW, "search": "x"}}, 400, "PGRST204", "search"),
        ({"event": {**NEW, "revision": 3}}, 400, "PGRST204", "revision"),
        ({"event": {**NEW, "created_at": "now"}}, 403, "42501", "created_at"),
        ({"event": {**NEW, "date": "soon"}}, 400, "22007", "date"),
        ({"event": {**NEW, "date": ["2027-02-03"]}}, 400, "22P02", "date"),
        ({"event": {**NEW, "venue": None}}, 400, "23502", "venue"),
        ({"event": {**NEW, "venue": "a\u0000b"}}, 400, "22P05", None),
        ({"event": {**NEW, "artist_id": "nobody"}}, 409, "23503", "artist_id"),
        ({"event": {**NEW, "timezone": "Mars"}}, 400, "23514", "timezone"),
        ({"event": {**NEW, "id": 7}}, 400, "PGRST102", "$.event.id"),
        ({"event": {**NEW, "id": "7f1f5f5e-5f5f-4f5f-8f5f-5f5f5f5f5f5f"}}, 400, "PGRST102", "$.event.updated_at"),
        ({"event": {"id": "seven", "updated_at": "now"}}, 400, "22P02", "seven"),
        ({"event": {"id": "7f1f5f5e-5f5f-4f5f-8f5f-5f5f5f5f5f5f", "updated_at": "now"}}, 406, "PGRST116", None),
        ({"event": NEW, "bill": {}}, 400, "PGRST102", "$.bill"),
        ({"event": NEW, "bill": ["First Act"]}, 400, "PGRST102", "$.bill[0]"),
        ({"event": NEW, "bill": [{"artist_id": OWNED}]}, 400, "PGRST102", "name"),
        ({"event": NEW, "bill": [{"name": "A", "position": 3}]}, 400, "PGRST102", "position"),
        ({"event": NEW, "bill": [{"name": "A", "artist_id": 3}]}, 400, "PGRST102", "$.bill[0].artist_id"),
        ({"event": NEW, "bill": [{"name": "A", "artist_id": "nobody"}]}, 409, "23503", "artist_id"),
        ({"event": NEW, "bill": [{"name": " "}]}, 400, "23514", "name"),
        ({"event": NEW, "bill": [{"name": "a\u0000b"}]}, 400, "22P05", None),
        ({"event": NEW, "bill": [{"name": "a\nb"}]}, 400, "23514", "name"),
        ({"event": NEW, "bill": [{"name": "x" * 201}]}, 400, "PGRST102", "$.bill[0].name"),
        ({"event": NEW, "bill": [{"name": "First Act"}, {"name": "FIRST act "}]}, 400, "PGRST102", "$.bill[1].name"),
        ({"event": NEW, "bill": many(parts.MAX_PARTS + 1)}, 400, "PGRST102", "$.bill"),
        ({"event": NEW, "bill": many(10_000)}, 400, "PGRST102", "$.bill"),
        ({"event": NEW, "confirmed": ["everything"]}, 400, "PGRST102", "$.confirmed"),
    ],
)
async def test_bad_input_is_refused_with_the_field_and_changes_nothing(shared, body, status, code, named):
    answer = await shared.rest("POST", "rpc/save_event", "admin", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert named is None or named in answer.text
    shared.assert_unchanged()


@pytest.mark.parametrize(
    ("who", "venue", "status"),
    [
        ("visitor", "Teatro Lanterna", 401),
        ("stranger", "Teatro Lanterna", 403),
        ("owner", "Pier Fourteen Hall", 403),
    ],
)
async def test_dates_of_others_are_refused(shared, who, venue, status):
    event = await there(shared, venue)
    for values in ({"note": "Mine"}, {}):
        answer = await save(shared, changed(event, **values), NAMES, who)
        assert (answer.status_code, answer.json()["code"]) == (status, "42501"), answer.text
    new = await save(shared, {**NEW, "artist_id": event["artist_id"]}, NAMES, who)
    assert (new.status_code, new.json()["code"]) == (status, "42501"), new.text
    shared.assert_unchanged()


@pytest.mark.parametrize("who", ["contact", "owner"])
async def test_whoever_may_change_a_date_saves_it_with_its_bill(restored, who):
    answer = await saved(restored, changed(await there(restored), note="Soon"), [*NAMES, {"name": "Night Ferry"}], who)
    assert bill_of(answer["row"])[2] == ("Night Ferry", OTHER)


async def test_an_act_that_is_not_announced_stays_who_it_is_on_the_bill_of_an_owner(restored):
    row = {"id": "secret-act", "name": "Secret Act", "genre": "Dub", "image": "https://a.example", "published_at": None}
    await restored.rest("POST", "music_artists", "admin", json=row)
    event = await there(restored)
    first = await saved(restored, changed(event), [{"name": "Secret Act", "artist_id": "secret-act"}])
    again = await saved(restored, changed(first["row"]), [{"name": "Secret Act"}, {"name": "Other"}], "owner")
    assert bill_of(again["row"]) == [("Secret Act", "secret-act"), ("Other", None)]


async def test_save_that_meets_a_deletion_is_refused(restored, monkeypatch):
    event, prepared = await there(restored), record._prepared

    async def deleted_meanwhile(*arguments):
        found = await prepared(*arguments)
        await restored.rest("DELETE", f"music_events?id=eq.{event['id']}", "admin")
        return found

    monkeypatch.setattr(record, "_prepared", deleted_meanwhile)
    refused = await save(restored, changed(event, price="12"))
    assert (refused.status_code, refused.json()["code"]) == (406, "PGRST116")


async def test_a_stale_date_is_refused_whole(restored):
    event = await there(restored)
    await saved(restored, changed(event), NAMES)
    before = restored.tables()
    answer = await save(restored, changed(event, note="Mine"), [])
    assert (answer.status_code, answer.json()["code"]) == (409, "PT409")
    assert restored.tables() == before


async def test_of_two_who_save_at_once_one_is_refused_with_all_of_theirs(restored):
    event = await there(restored)
    mine, theirs = await asyncio.gather(
        save(restored, changed(event, note="Mine"), [{"name": "Mine"}]),
        save(restored, changed(event, note="Theirs"), [{"name": "Theirs"}], "contact"),
    )
    assert sorted([mine.status_code, theirs.status_code]) == [200, 409]
    row = await there(restored)
    assert bill_of(row) == [(row["note"], None)]


async def test_a_save_that_fails_in_the_middle_leaves_nothing(restored, monkeypatch):
    event, before = await there(restored), restored.tables()

    def killed(connection: Connection, *_args, **_named):
        raise KeyboardInterrupt

    monkeypatch.setattr("marquee.rest.mutation.from_tables.insert_rows", killed)
    with pytest.raises(KeyboardInterrupt):
        await save(restored, changed(event, note="Half"), NAMES)
    monkeypatch.undo()
    assert restored.tables() == before


async def test_a_preview_leaves_nothing(restored):
    before = restored.tables()
    answer = await saved(restored, NEW, NAMES, headers={"Prefer": "tx=rollback"})
    assert (answer["row"]["venue"], answer["transaction"], len(answer["row"]["lineup"])) == ("Hall One", None, 2)
    assert restored.tables() == before


async def test_what_leaves_a_bill_is_in_the_audit_trail(restored, log):
    event = await there(restored)
    await saved(restored, changed(event), [])
    (line,) = [line for line in log.lines() if line["event"] == "deleted"]
    assert (line["table"], line["ids"]) == ("music_lineup", [event["lineup"][0]["id"]])
