"""The pages as the server sends them, before any script has run."""

import json
import re

import pytest

pytestmark = pytest.mark.anyio

NAME = '</script><script>alert("x")</script>'


def preloaded(html):
    """The data that stands in the page."""
    found = re.search(r'<script type="application/json" id="preloaded">(.*?)</script>', html, re.DOTALL)
    return json.loads(found[1])


async def get(site, path, **headers):
    return await site.client.get(path, headers=headers)


async def rename(site, name):
    answer = await site.rest("PATCH", "music_artists?id=eq.mara-voss", "admin", json={"name": name})
    assert answer.status_code == 204


async def test_home_page_carries_the_data_of_its_first_view(site):
    answer = await get(site, "/")
    data = preloaded(answer.text)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert [artist["name"] for artist in data["home"]["artists"]] == ["Mara Voss", "Night Ferry", "Abel Quintero"]
    assert data["site"]["key"] == site.service.keys.publishable
    assert data["path"] == "/"
    assert data["title"] == "Marquee"


async def test_events_in_the_page_are_those_from_today_on_with_their_artist(site, hand):
    events = preloaded((await get(site, "/")).text)["home"]["events"]
    assert [event["date"] for event in events] == ["2026-11-21", "2026-12-24", "2027-01-15"]
    assert events[0]["artist"] == {"id": "mara-voss", "name": "Mara Voss"}


async def test_page_gives_the_same_rows_as_the_data_service(site, hand):
    data = preloaded((await get(site, "/artist/mara-voss")).text)["profile"]
    assert [data["artist"]] == await site.rows("music_artists?id=eq.mara-voss", "visitor")
    rows = await site.rows("music_events?artist_id=eq.mara-voss&date=gte.2026-11-21&order=date.asc", "visitor")
    assert data["events"] == rows


async def test_profile_has_its_own_title_and_description(site):
    html = (await get(site, "/artist/mara-voss")).text
    assert "<title>Mara Voss – Marquee</title>" in html
    assert '<meta name="description" content="Sings.">' in html


@pytest.mark.parametrize("path", ["/artist/nobody", "/artist/%00", "/artist/..%2f..%2fetc", "/no/such/page", "/data"])
async def test_unknown_page_is_404_with_the_app(site, path):
    answer = await get(site, path)
    data = preloaded(answer.text)
    assert answer.status_code == 404
    assert "home" not in data
    assert "profile" not in data


async def test_name_that_looks_like_markup_is_text_everywhere(site):
    await rename(site, NAME)
    for path in ("/", "/artist/mara-voss"):
        html = (await get(site, path)).text
        assert "<script>alert" not in html
        assert NAME in json.dumps(preloaded(html)).replace('\\"', '"')


async def test_change_is_in_the_next_page(site):
    await get(site, "/")
    await rename(site, "Mara Vos")
    assert "<title>Mara Vos –" in (await get(site, "/artist/mara-voss")).text
    assert preloaded((await get(site, "/")).text)["home"]["artists"][0]["name"] == "Mara Vos"


async def test_past_event_leaves_the_page_at_midnight(site, hand):
    assert len(preloaded((await get(site, "/")).text)["home"]["events"]) == 3
    hand.move(hours=14)
    assert len(preloaded((await get(site, "/")).text)["home"]["events"]) == 2


async def test_unchanged_page_is_not_sent_again(site):
    first = await get(site, "/")
    again = await get(site, "/", **{"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert again.headers["etag"] == first.headers["etag"]


@pytest.mark.parametrize(
    ("accepted", "sent"),
    [("gzip, br", "br"), ("br;q=0.5", "br"), ("br;q=0", None), ("gzip", None), ("", None), ("brotli", None)],
)
async def test_page_is_compressed_for_who_takes_it(site, accepted, sent):
    answer = await get(site, "/", **{"accept-encoding": accepted})
    assert answer.headers.get("content-encoding") == sent
    assert "Accept-Encoding" in answer.headers["vary"]


@pytest.mark.parametrize("path", ["/", "/artist/nobody", "/rest/v1/music_artists", "/auth/v1/health", "/health/live"])
async def test_every_answer_has_a_request_id(site, path):
    headers = (await get(site, path)).headers
    assert re.fullmatch(r"[0-9a-f]{16}", headers["x-request-id"])


async def test_fault_is_told_with_its_request_id_and_no_internals(site, monkeypatch):
    monkeypatch.setattr("marquee.site.content.home", lambda *_: 1 / 0)
    answer = await get(site, "/")
    assert answer.status_code == 500
    assert answer.headers["x-request-id"] in answer.text
    assert "Zero" not in answer.text


async def test_log_has_a_line_for_refusals_and_writes_and_none_for_reading(site, caplog):
    caplog.set_level("INFO", "marquee")
    await get(site, "/")
    refused = await get(site, "/artist/nobody")
    await rename(site, "Mara Vos")
    requests = [record for record in caplog.records if record.message == "request"]
    lines = [(record.method, record.status, record.request_id) for record in requests]
    assert [line[:2] for line in lines] == [("GET", 404), ("PATCH", 204)]
    assert lines[0][2] == refused.headers["x-request-id"]
