"""The site's settings: one row, an accent on which text can be read, and a change like any other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marquee.data_errors import CHECK_VIOLATION, DataError
from marquee.domain.accent import DARK_GROUNDS, LIGHT_GROUNDS, contrast, server_values
from marquee.domain.colours import ON_STOCK
from marquee.domain.tables import MIN_CONTRAST

pytestmark = pytest.mark.anyio

SITE = "music_settings?id=eq.site"
COLOURS = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


async def change(site, **values):
    return await site.rest("PATCH", SITE, "admin", json=values)


async def test_new_site_has_one_row_of_defaults(shared):
    (row,) = await shared.rows("music_settings", "visitor")
    assert (row.pop("id"), bool(row.pop("updated_at"))) == ("site", True)
    assert set(row.values()) == {None}


GOOD = [
    {"site_name": "Undercard", "tagline": "Eight artists", "footer": "Since 2026", "contact": "hello@label.example"},
    {"site_name": "x" * 80, "tagline": "", "footer": ""},
    {"accent": "#FFC24B"},
    {"logo": "https://label.example/logo.svg", "contact": "https://label.example/contact"},
    {"logo": "/storage/v1/object/public/artists/site/logo.webp"},
]
BAD = [
    ("site_name", ""),
    ("site_name", "x" * 81),
    ("tagline", "x" * 161),
    ("footer", "x" * 201),
    ("accent", ""),
    ("accent", "pink"),
    ("accent", "#fff"),
    ("accent", "#ff8fag"),
    ("accent", "#8a2c4c"),
    ("accent", "#000000"),
    ("logo", "http://label.example/logo.svg"),
    ("logo", "javascript:alert(1)"),
    ("logo", "/etc/passwd"),
    ("contact", "hello"),
    ("contact", "javascript:alert(1)"),
    ("contact", "a b@label.example"),
]


@pytest.mark.parametrize("values", GOOD, ids=" ".join)
async def test_settings_are_what_they_were_set_to(restored, values):
    assert (await change(restored, **values)).status_code == 204
    (row,) = await restored.rows("music_settings", "visitor")
    assert {name: row[name] for name in values} == values


@pytest.mark.parametrize(("column", "value"), BAD)
async def test_setting_that_cannot_be_is_refused_with_its_rule(restored, column, value):
    answer = await change(restored, **{column: value})
    assert (answer.status_code, answer.json()["code"]) == (400, "23514")
    assert f"music_settings_{column}_check" in answer.json()["message"]
    assert answer.json()["hint"]
    restored.assert_unchanged()


async def test_accent_brings_its_shades_along_and_takes_them_with_it(restored):
    await change(restored, accent="#FFC24B")
    (row,) = await restored.rows("music_settings")
    assert (row["accent_on_dark"], row["accent_on_light"]) == ("#FFC24B", "#774e00")
    await change(restored, accent=None)
    (row,) = await restored.rows("music_settings")
    assert (row["accent"], row["accent_on_dark"], row["accent_on_light"]) == (None, None, None)


@given(COLOURS)
def test_text_in_or_on_any_accent_that_is_taken_can_be_read(accent):
    try:
        on_dark, on_light = map(str, server_values({"accent": accent}).values())
    except DataError as refused:
        assert refused.kind is CHECK_VIOLATION
        assert contrast(ON_STOCK, accent) < MIN_CONTRAST
        return
    assert contrast(ON_STOCK, accent) >= MIN_CONTRAST
    assert all(contrast(on_dark, ground) >= MIN_CONTRAST for ground in DARK_GROUNDS)
    assert all(contrast(on_light, ground) >= MIN_CONTRAST for ground in LIGHT_GROUNDS)


@pytest.mark.parametrize(("one", "other", "ratio"), [("#000000", "#ffffff", 21), ("#ff8fa3", "#14090c", 9.0)])
def test_contrast_is_that_of_the_guidelines(one, other, ratio):
    assert contrast(one, other) == pytest.approx(ratio, abs=0.05)
    assert contrast(other, one) == contrast(one, other)


async def test_save_of_outdated_settings_is_refused(restored):
    (row,) = await restored.rows("music_settings")
    assert (await change(restored, tagline="One", updated_at=row["updated_at"])).status_code == 204
    stale = await change(restored, tagline="Two", updated_at=row["updated_at"])
    assert (stale.status_code, stale.json()["code"]) == (409, "PT409")


async def test_change_is_recorded_and_undone_with_its_shades(restored):
    await change(restored, site_name="Undercard", accent="#7fe0b0")
    (made,) = await restored.rows("music_changes?table_name=eq.music_settings")
    values = {"site_name": "Undercard", "accent": "#7fe0b0"}
    assert (made["action"], made["user_id"]) == ("update", restored.site.user_id("admin"))
    assert (made["before"], made["after"]) == (dict.fromkeys(values), values)
    assert (await restored.rest("POST", "music_changes", "admin", json={"undo": made["id"]})).status_code == 201
    (row,) = await restored.rows("music_settings")
    assert (row["site_name"], row["accent"], row["accent_on_light"]) == (None, None, None)


async def test_settings_are_neither_added_nor_removed(restored):
    answers = [
        await restored.rest("POST", "music_settings", "admin", json={"site_name": "Second"}),
        await restored.rest("PUT", SITE, "admin", json={"id": "site", "site_name": "Second"}),
        await restored.rest("DELETE", SITE, "admin"),
    ]
    assert [answer.status_code for answer in answers] == [403] * 3
    restored.assert_unchanged()
