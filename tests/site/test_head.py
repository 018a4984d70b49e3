"""What a page says of itself to crawlers and share previews, read from the raw HTML."""

import pytest
from sqlalchemy import update

from marquee.domain.tables import music_artists
from marquee.site import page_data
from marquee.site.renderer import Renderer
from tests.cast import BASE_URL
from tests.site.html import Read
from tests.site.test_pages import preloaded

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("built")]

PROFILE = f"{BASE_URL}/artist/mara-voss"
HOSTILE = [
    '</script><script>alert("x")</script>',
    "</title><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    "]]></script><!--<script>",
    "&lt;script&gt; &amp; &quot;",
    "\u2067שלום\u2069 right to left",
    '\\u003c/script> \\" \\',
    "{{braces}} {title} %s $x `y`",
    "🎺 Ноябрь 東京 ✨",
]


async def read(site, path):
    answer = await site.client.get(path)
    return Read(answer.text)


async def change(site, **values):
    answer = await site.rest("PATCH", "music_artists?id=eq.mara-voss", "admin", json=values)
    assert answer.status_code == 204, answer.text


async def say_everywhere(site, text):
    """The profile in which all that people type is this."""
    await change(site, name=text, genre=text, bio=text, latest_song=text)
    place = {"venue": text, "location": text}
    await site.rest("PATCH", "music_events?artist_id=eq.mara-voss", "admin", json=place)
    return await read(site, "/artist/mara-voss")


async def test_home_page_has_the_head_of_a_website(site):
    page = await read(site, "/")
    assert page.title == "Marquee"
    assert page.metas["description"] == ["Marquee: artists, releases and dates."]
    assert page.links["canonical"] == [{"rel": "canonical", "href": f"{BASE_URL}/"}]
    assert page.metas["og:url"] == [f"{BASE_URL}/"]
    assert page.metas["og:type"] == ["website"]
    assert page.metas["og:title"] == page.metas["og:site_name"] == ["Marquee"]
    assert page.metas["og:locale"] == ["en_US"]
    assert page.metas["twitter:card"] == ["summary_large_image"]
    assert "robots" not in page.metas


async def test_profile_has_the_head_of_a_profile(site):
    page = await read(site, "/artist/mara-voss")
    assert page.title == "Mara Voss – Marquee"
    assert page.metas["description"] == page.metas["og:description"] == ["Sings."]
    assert page.links["canonical"] == [{"rel": "canonical", "href": PROFILE}]
    assert page.metas["og:url"] == [PROFILE]
    assert page.metas["og:type"] == ["profile"]
    assert page.metas["og:title"] == ["Mara Voss"]


async def test_every_spelling_of_an_address_names_the_same_canonical_one(site):
    for spelt in ("/artist/mara-voss?utm_source=x", "/artist/%6Dara-voss"):
        assert (await read(site, spelt)).links["canonical"][0]["href"] == PROFILE


async def test_address_of_an_artist_in_another_script_is_encoded(site):
    artist = {"id": "вечер", "name": "Вечер", "genre": "Folk", "image": "https://pictures.example/x.webp"}
    assert (await site.rest("POST", "music_artists", "admin", json=artist)).status_code == 201
    page = await read(site, "/artist/вечер")
    assert page.links["canonical"][0]["href"] == f"{BASE_URL}/artist/%D0%B2%D0%B5%D1%87%D0%B5%D1%80"
    assert page.nodes("MusicGroup")[0]["name"] == "Вечер"


async def test_saved_name_that_leads_nowhere_is_no_profile_elsewhere(site):
    stored = {"social_instagram": "vesna?igsh=abc", "social_twitter": "@vesna@mastodon.social"}
    planted = update(music_artists).values(**stored)
    site.service.database.write_now(lambda connection: connection.execute(planted))
    await change(site, bio="Sings")
    node = (await read(site, "/artist/mara-voss")).nodes("MusicGroup")[0]
    assert node["sameAs"][0] == "https://instagram.com/vesna"
    assert "mastodon" not in str(node["sameAs"])


async def test_long_bio_is_described_in_a_line(site):
    await change(site, bio="Writes at night,\n\n" + "and never sleeps, " * 40)
    (said,) = (await read(site, "/artist/mara-voss")).metas["description"]
    assert said.startswith("Writes at night, and never")
    assert said.endswith("…")
    assert len(said) <= 160


async def test_ground_of_both_themes_is_told_to_the_browser(site):
    assert (await read(site, "/")).metas["theme-color"] == ["#0a1211", "#f1f3ee"]


async def test_home_page_lists_where_artists_and_events_are_told_of(site, clock):
    page = await read(site, "/")
    assert page.nodes("WebSite") == [
        {"@type": "WebSite", "@id": f"{BASE_URL}/#site", "name": "Marquee", "url": f"{BASE_URL}/"}
    ]
    artists, events = page.nodes("ItemList")
    assert artists["itemListElement"][0] == {"@type": "ListItem", "position": 1, "url": PROFILE}
    assert page.nodes("Organization") == [
        {"@type": "Organization", "@id": f"{BASE_URL}/#organization", "name": "Marquee", "url": f"{BASE_URL}/"}
    ]
    assert [len(found["itemListElement"]) for found in (artists, events)] == [3, 3]
    told = [await read(site, item["url"].removeprefix(BASE_URL)) for item in events["itemListElement"]]
    assert [item["url"] for item in events["itemListElement"]] == [page.nodes("MusicEvent")[0]["url"] for page in told]


async def test_profile_lists_whole_events(site, clock):
    page = await read(site, "/artist/mara-voss")
    event, *_ = page.nodes("MusicEvent")
    assert event["url"].startswith(f"{BASE_URL}/event/")
    assert event == {
        "@type": "MusicEvent",
        "name": "Mara Voss at Teatro Lanterna",
        "startDate": "2026-11-21",
        "endDate": "2026-11-21",
        "location": {
            "@type": "Place",
            "name": "Teatro Lanterna",
            "address": {"@type": "PostalAddress", "addressLocality": "Trieste"},
        },
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "performer": [{"@id": f"{PROFILE}#artist"}, {"@type": "MusicGroup", "name": "Ines Brandt"}],
        "organizer": {"@id": f"{BASE_URL}/#organization"},
        "image": "https://pictures.example/halve.webp",
        "url": event["url"],
    }


async def test_profile_tells_all_that_is_known_of_the_artist(site, clock):
    await change(
        site,
        latest_song="Salt Hour",
        website="https://mara.example",
        social_instagram="@mara.voss",
        social_twitter="mara voss".replace(" ", "_"),
        image="/storage/v1/object/public/demo/mara.webp",
    )
    await site.rest("DELETE", "music_links?artist_id=eq.mara-voss", "admin")
    for url in ("https://mara.example", "https://mara.bandcamp.example"):
        link = {"artist_id": "mara-voss", "url": url}
        assert (await site.rest("POST", "music_links", "admin", json=link)).status_code == 201
    page = await read(site, "/artist/mara-voss")
    artist, *others = page.nodes("MusicGroup")
    assert artist["@id"] == f"{PROFILE}#artist"
    assert not any("@id" in other for other in others), "names on the bill"
    assert artist["image"] == f"{BASE_URL}/storage/v1/object/public/demo/mara.webp"
    assert artist["description"] == "Sings."
    assert artist["track"] == {"@type": "MusicRecording", "name": "Salt Hour"}
    assert artist["sameAs"] == [
        "https://mara.example",
        "https://instagram.com/mara.voss",
        "https://twitter.com/mara_voss",
        "https://mara.bandcamp.example",
    ]
    assert [event["startDate"] for event in artist["event"]] == ["2026-11-21", "2026-12-24"]
    (trail,) = page.nodes("BreadcrumbList")
    assert [(step["position"], step["name"], step["item"]) for step in trail["itemListElement"]] == [
        (1, "Marquee", f"{BASE_URL}/"),
        (2, "Mara Voss", PROFILE),
    ]


async def test_what_is_not_known_is_not_said(site):
    for table in ("music_events", "music_links"):
        await site.rest("DELETE", f"{table}?artist_id=eq.mara-voss", "admin")
    await change(site, website="", social_twitter="", bio="")
    page = await read(site, "/artist/mara-voss")
    assert not page.nodes("MusicGroup")[0].keys() & {"sameAs", "track", "event"}
    assert page.metas["description"] == ["Mara Voss, Art pop."]


async def test_featured_artist_is_listed_however_unpopular(site, monkeypatch):
    monkeypatch.setattr(page_data, "MAX_ARTISTS", 1)
    await site.rest("PATCH", "music_artists?id=eq.abel-quintero", "admin", json={"is_featured": True})
    page = await read(site, "/")
    urls = [node["url"] for node in page.nodes("ItemList")[0]["itemListElement"]]
    assert urls == [f"{BASE_URL}/artist/abel-quintero", PROFILE]
    assert "/share/abel-quintero-" in page.metas["og:image"][0]


async def test_site_without_artists_is_a_website_still(site):
    await site.rest("DELETE", "music_artists?id=neq.x", "admin")
    page = await read(site, "/")
    assert [node["@type"] for node in page.graph] == ["WebSite", "Organization"]


@pytest.mark.parametrize("text", HOSTILE)
async def test_hostile_text_is_text_everywhere(site, text):
    plain = await say_everywhere(site, "plain")
    page = await say_everywhere(site, text)
    line = text.translate(dict.fromkeys((0x2067, 0x2069)))
    for tag in ("script", "meta", "img", "link"):
        assert page.tags.count(tag) == plain.tags.count(tag), tag
    assert page.title == f"{line} – Marquee"
    assert page.metas["og:title"] == page.metas["description"] == [line]
    assert page.nodes("MusicGroup")[0]["name"] == line
    assert page.nodes("MusicRecording")[0]["name"] == line
    assert page.nodes("Place")[0]["name"] == line
    home = await site.client.get("/")
    assert text in [artist["name"] for artist in preloaded(home.text)["home"]["artists"]]
    assert len(Read(home.text).nodes("ItemList")) == 2, "the blocks of data end where they should"


@pytest.mark.parametrize("bio", ["line\nbreak\r\nand\ttab", "\u2028\u2029 \u202e right to left", "a\u200b\x01"])
async def test_biography_is_described_on_one_line_that_turns_nothing(site, bio):
    await change(site, bio=bio)
    page = await read(site, "/artist/mara-voss")
    (said,) = page.metas["og:description"]
    assert said == page.nodes("MusicGroup")[0]["description"]
    assert said.isprintable()


async def test_page_that_could_not_be_rendered_has_the_whole_head_but_its_words(site):
    whole = await read(site, "/artist/mara-voss")
    await change(site, bio="Sings")
    await change(site, bio="Sings.")
    site.app.state.site.renderer.close()
    site.app.state.site.renderer = Renderer("")
    shell = await read(site, "/artist/mara-voss")
    assert {name for name in whole.metas if shell.metas[name] != whole.metas[name]} == {
        *("description", "og:title", "og:description")
    }
    assert [shell.links[kind] for kind in ("canonical", "alternate")] == [
        whole.links[kind] for kind in ("canonical", "alternate")
    ]
    artist, *others = whole.nodes("MusicGroup")
    del artist["description"]
    assert shell.nodes("MusicGroup") == [artist, *others]


async def test_page_that_is_not_to_be_found_says_so(site):
    page = await read(site, "/auth/confirm?token_hash=0123456789abcdef&type=recovery")
    assert page.metas["robots"] == ["noindex"]
    assert not {"canonical"} & page.links.keys()
    assert not [name for name in page.metas if str(name).startswith("og:")]
