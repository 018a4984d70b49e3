"""Every picture of every name, place and bill is drawn, also where they were planted in the database."""

import io

import pytest
from PIL import Image
from sqlalchemy import update

from marquee.domain.tables import music_artists, music_events, music_lineup
from marquee.site.images import typesetting
from tests.conftest import before_release
from tests.site.html import Read

pytestmark = pytest.mark.anyio

NAMES = {
    "joined pictures": "👨\u200d🎤",
    "pictures of a colour": "👩🏽\u200d🚀👨\u200d🎤",
    "a heart": "❤\ufe0f",
    "a heart beside a name": "Mara ❤\ufe0f Voss",
    "joined pictures between words": "Mara 👨\u200d🎤 Voss",
    "signs": "††† $¥",
    "zero-width space": "\u200b",
    "soft hyphen": "\u00ad",
    "blank of Braille": "\u2800",
    "Hangul filler": "\u3164",
    "private use": "\ue000",
    "no character": "\uffff",
    "marks on nothing": "\u0301" * 200,
    "a tower of marks": "a" + "\u0301" * 199,
    "line break": "Hall\nBar",
    "line breaks alone": "\r\n\u2028\u0085",
    "control characters": "a\x01\x1b[1mb\x7f",
    "override": "\u202eHall",
    "script without a typeface": "𓀀𓁐 𐎠𐎲",
    "several scripts": "فيروز 東京事変 ภาษาไทย Mara",
    "decomposed Hangul": "\u1109\u1169\u1102\u1167",
    "one long word": "W" * 200,
    "dots": "..",
    "a space that is none": "\u3000",
}
EVENTS = "music_events?select=id&artist_id=eq.mara-voss&limit=1"


def planted(text):
    """Every text that a picture shows."""
    return (
        update(music_artists).values(name=text, genre=text[:100]),
        update(music_events).values(venue=text, location=text),
        update(music_lineup).values(name=text),
    )


@before_release
@pytest.mark.parametrize("name", NAMES)
async def test_every_picture_is_drawn(site, name):
    for statement in planted(NAMES[name]):
        site.service.database.write_now(lambda connection, statement=statement: connection.execute(statement))
    settings = {"site_name": "Undercard", "tagline": "Live"}
    assert (await site.rest("PATCH", "music_settings?id=eq.site", "admin", json=settings)).status_code == 204
    ((event,), pages) = await site.rows(EVENTS), ["/artist/mara-voss", "/"]
    pages.append(f"/event/{event['id']}")
    heads = [Read((await site.client.get(page)).text).metas for page in pages]
    posters = (f"/event/{event['id']}/poster.jpg", "/artist/mara-voss/poster.jpg")
    for url in (*(head["og:image"][0] for head in heads), *posters):
        answer = await site.client.get(url)
        assert answer.status_code == 200, (url, answer.text[:300])
        assert Image.open(io.BytesIO(answer.content)).getextrema()


def text_of(block):
    return ["".join(text for text, _ in line.pieces) for line in block.lines]


@pytest.mark.parametrize("name", ["", " ", "\u200b", "👨\u200d🎤", "\uffff"])
def test_name_without_ink_is_not_set(name):
    assert typesetting.fit_name(name, 800, 400) is None
    assert typesetting.fit_line(name, 30, 800) is None
    assert not typesetting.can_set(name)


def test_name_is_set_composed_and_without_what_has_no_ink():
    assert text_of(typesetting.fit_name("A\u030a ❤\ufe0f B\u200b", 800, 40)) == ["Å B"]
    assert text_of(typesetting.fit_name("Mara 👨\u200d🎤\nVoss", 800, 40)) == ["Mara Voss"]


def test_tower_of_marks_is_no_higher_than_any_letter():
    line = typesetting.fit_line("a" + "\u0301" * 10_000, 30, 800)
    assert line is not None
    assert [text for text, _ in line.pieces] == ["á" + "\u0301" * typesetting.MAX_MARKS]


def test_line_that_has_no_room_is_left_out():
    assert typesetting.fit_line("Mara Voss", 30, 1) is None


def test_line_is_shortened_where_a_typeface_has_no_ellipsis(monkeypatch):
    has = typesetting._has
    monkeypatch.setattr(typesetting, "_has", lambda file, sign: sign != "…" and has(file, sign))
    line = typesetting.fit_line("Mara Voss " * 10, 30, 100)
    assert line is not None
    assert line.width <= 100
    assert "…" not in "".join(text for text, _ in line.pieces)
