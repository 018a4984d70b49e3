"""Web addresses that are not what they seem are refused, whichever way they come."""

import pytest

from tests.cast import ARTIST, OWNED

pytestmark = pytest.mark.anyio

EVENT = {"date": "2027-05-05", "venue": "Hall", "location": "Oslo", "artist_id": OWNED}
ROWS = {
    ("music_artists", "website"): ARTIST,
    ("music_artists", "image"): ARTIST,
    ("music_artists", "social_twitter"): ARTIST,
    ("music_events", "ticket_url"): EVENT,
    ("music_links", "url"): {"artist_id": OWNED},
}
BLANKS = {
    "space": " ",
    "line break": "\n",
    "tab": "\t",
    "escape": "\x1b",
    "C1 control": "\x9f",
    "no-break space": "\u00a0",
    "line separator": "\u2028",
    "right-to-left override": "\u202e",
    "zero-width space": "\u200b",
    "soft hyphen": "\u00ad",
    "word joiner": "\u2060",
    "byte order mark": "\ufeff",
    "tag": "\U000e0041",
    "Hangul filler": "\u3164",
}
HIDDEN_HOSTS = (
    "https:///evil.example",
    "https://",
    "https://?x",
    "https://:443/x",
    "https://user:pw@evil.example",
    "https://bank.example@evil.example/x",
    "HTTPS://@evil.example",
    "https://a.b\\@evil.example",
    "https:\\\\evil.example",
    "https://evil.example\\x",
    "https://https://a.example",
    "http://http//a.example/x",
    "https://a.example:x/",
)
PLAIN = (
    "https://a.example",
    "https://a.example:8443/@mara/x?to=a@b.example#@",
    "https://a.example?x=1",
    "https://[2001:db8::1]/x",
    "https://münchen.example/größe",
    "https://a.example/?q=a\\b",
)


def refusal_of(answer):
    assert (answer.status_code, answer.json()["code"]) == (400, "23514"), answer.text
    return answer.json()


@pytest.mark.parametrize("blank", BLANKS)
@pytest.mark.parametrize(("table", "column"), ROWS, ids=str)
async def test_a_blank_is_refused_with_row_column_value_and_rule(shared, table, column, blank):
    value = f"a{BLANKS[blank]}b" if column == "social_twitter" else f"https://a.example/{BLANKS[blank]}b"
    good = ROWS[table, column]
    refused = refusal_of(await shared.rest("POST", table, "admin", json={**good, column: value}))
    assert refused["message"].endswith(f'violates check constraint "{table}_{column}_check"')
    assert refused["details"] == f"Failing row contains ({column})=({value})."
    assert "space" in refused["hint"]
    fine = {**good, column: value.replace(BLANKS[blank], "")}
    several = refusal_of(await shared.rest("POST", table, "admin", json=[fine, {**good, column: value}]))
    assert several["details"] == f"Failing row 2 contains ({column})=({value})."
    shared.assert_unchanged()


@pytest.mark.parametrize("address", HIDDEN_HOSTS)
@pytest.mark.parametrize(("table", "column"), [key for key in ROWS if key[1] != "social_twitter"], ids=str)
async def test_address_whose_host_is_another_than_it_seems_is_refused(shared, table, column, address):
    refused = refusal_of(await shared.rest("POST", table, "admin", json={**ROWS[table, column], column: address}))
    assert refused["message"].endswith(f'violates check constraint "{table}_{column}_check"')
    shared.assert_unchanged()


@pytest.mark.parametrize("address", HIDDEN_HOSTS)
async def test_in_a_table_it_is_a_problem_too(shared, address):
    table = f"name,genre,image,website\nA,Pop,https://a.example/x,{address}\n"
    preview = await shared.rest("POST", "rpc/preview_import", "admin", json={"table_text": table})
    [row] = preview.json()["rows"]
    assert [problem["column"] for problem in row["problems"]] == ["website"]


@pytest.mark.parametrize("address", PLAIN)
async def test_plain_address_is_taken(restored, address):
    answer = await restored.rest("POST", "music_links", "admin", json={"artist_id": OWNED, "url": address})
    assert answer.status_code == 201, answer.text


@pytest.mark.parametrize(
    ("path", "values"),
    [
        (f"music_artists?id=eq.{OWNED}", {"website": "https://a.example/\n"}),
        (f"music_artists?id=eq.{OWNED}", {"image": "/storage/v1/object/public/artists/a b.webp"}),
        ("music_events?id=not.is.null", {"ticket_url": "https://a.example/\tb"}),
        ("music_links?id=not.is.null", {"url": "https://a.example/\r"}),
        ("music_settings?id=eq.site", {"contact": "a@b.example\n"}),
        ("music_settings?id=eq.site", {"logo": "https://a.example/\u2003b"}),
    ],
    ids=str,
)
async def test_a_change_to_one_is_refused(shared, path, values):
    [(column, value)] = values.items()
    refused = refusal_of(await shared.rest("PATCH", path, "admin", json=values))
    assert refused["details"] == f"Failing row contains ({column})=({value})."
    shared.assert_unchanged()


async def test_in_a_table_it_is_a_problem_of_its_row(shared):
    table = 'name,genre,image,website\nA,Pop,https://a.example/x,"https://a.example/x y"\n'
    preview = await shared.rest("POST", "rpc/preview_import", "admin", json={"table_text": table})
    [row] = preview.json()["rows"]
    assert [(problem["column"], problem["value"]) for problem in row["problems"]] == [
        ("website", "https://a.example/x y")
    ]


@pytest.mark.parametrize("method", ["POST", "PATCH"])
async def test_name_of_a_profile_is_read_out_of_what_people_copy(restored, method):
    copied = {"social_instagram": "https://www.instagram.com/vesnakole/?hl=en", "social_twitter": "\uff20vesna"}
    path, row = ("music_artists", ARTIST | copied) if method == "POST" else (f"music_artists?id=eq.{OWNED}", copied)
    answer = await restored.rest(method, path, "admin", json=row, headers={"Prefer": "return=representation"})
    [saved] = answer.json()
    assert (saved["social_instagram"], saved["social_twitter"]) == ("vesnakole", "vesna")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("https://www.instagram.com/reel/C1a2b3/", "leads to a page of Instagram"),
        ("@vesna@mastodon.social", "a second @"),
        ("https://x.com/vesna", "another service than Instagram"),
        ("https://facebook.com/vesna", "no address at Instagram"),
        ("vesna kole", "not a name there"),
    ],
)
async def test_what_names_no_profile_is_refused_in_words(shared, typed, said):
    answer = await shared.rest("PATCH", f"music_artists?id=eq.{OWNED}", "admin", json={"social_instagram": typed})
    refused = refusal_of(answer)
    assert refused["details"] == f"Failing row contains (social_instagram)=({typed})."
    assert said in refused["hint"]
    table = f"name,genre,image,instagram\nA,Pop,https://a.example/x,{typed}\n"
    preview = await shared.rest("POST", "rpc/preview_import", "admin", json={"table_text": table})
    [problem] = preview.json()["rows"][0]["problems"]
    assert (problem["column"], said in problem["reason"]) == ("social_instagram", True)
    shared.assert_unchanged()
