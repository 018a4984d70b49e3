"""Tables that exist only here are told once, and the engine serves them as any other: rows, rights, history, undo."""

import ast
from pathlib import Path

import pytest
from sqlalchemy import Boolean, Column, ForeignKey, MetaData, Table

from marquee import rest
from marquee.db.column_types import TEXT, UuidText
from marquee.db.constraint_names import NAMING_CONVENTION
from marquee.domain.history import recording
from marquee.domain.policies import data
from marquee.domain.policies.policy import ADMIN, SIGNED_IN, Policy
from marquee.domain.policies.rows import ALL, OF_OWN_ARTIST
from marquee.domain.tables import EXPOSED, exposed_columns, metadata, music_artists
from marquee.domain.tables.columns import record, required
from marquee.domain.tables.listing import list_by
from tests.cast import OTHER, OWNED, Site
from tests.rest.recorded import RETURNING, newest, recorded, undo, undone

pytestmark = pytest.mark.anyio

NAME, OF_AWARD = "music_example_awards", "music_example_jurors"
ADDED = MetaData(naming_convention=NAMING_CONVENTION)

AWARDS = Table(
    NAME,
    ADDED,
    Column("id", UuidText, primary_key=True),
    Column("artist_id", TEXT, ForeignKey(music_artists.c.id, ondelete="CASCADE"), nullable=False),
    Column("title", TEXT, nullable=False),
    Column("is_won", Boolean),
    required("title", 50),
)
record(AWARDS)
list_by(AWARDS, AWARDS.c.title, AWARDS.c.id)

# It belongs to an artist by way of an award.
JURORS = Table(
    OF_AWARD,
    ADDED,
    Column("id", UuidText, primary_key=True),
    Column("award_id", UuidText, ForeignKey(AWARDS.c.id, ondelete="CASCADE"), nullable=False),
    Column("name", TEXT, nullable=False),
)
record(JURORS)
list_by(JURORS, JURORS.c.name, JURORS.c.id)


def of_admins(table):
    names = frozenset(exposed_columns(table))
    return (
        Policy(ADMIN, "select", table, ALL, names, "admins see all"),
        Policy(ADMIN, "insert", table, ALL, names - {"id"}, "admins add them"),
        Policy(ADMIN, "update", table, ALL, names - {"id"}, "as insert"),
        Policy(ADMIN, "delete", table, ALL, frozenset(), "as insert"),
    )


RIGHTS = (
    Policy(SIGNED_IN, "select", AWARDS, OF_OWN_ARTIST, frozenset(exposed_columns(AWARDS)), "owners see theirs"),
    *of_admins(AWARDS),
    *of_admins(JURORS),
)


@pytest.fixture
async def site(template, tmp_path, monkeypatch):
    """A site that has the tables, in a database that no other test gets."""
    monkeypatch.setattr(data, "POLICIES", (*data.POLICIES, *RIGHTS))
    monkeypatch.setitem(EXPOSED, NAME, AWARDS)
    monkeypatch.setitem(EXPOSED, OF_AWARD, JURORS)
    opened = Site.open(template, tmp_path / "data", lasting=True)
    database = opened.service.database
    database.write_now(ADDED.create_all)
    database.write_now(recording.apply)
    yield opened
    await opened.close()


async def add(site, *rows, table=NAME):
    answer = await site.rest("POST", table, "admin", json=rows, headers=RETURNING)
    assert answer.status_code == 201, answer.text
    return [row["id"] for row in answer.json()]


async def test_rows_are_read_in_order_filtered_and_embedded_both_ways(site):
    await add(site, *({"artist_id": OWNED, "title": title, "is_won": title == "Best song"} for title in "BA"))
    await add(site, {"artist_id": OTHER, "title": "C", "is_won": True})
    assert [row["title"] for row in await site.rows(NAME, "admin")] == ["A", "B", "C"]
    assert await site.rows(f"{NAME}?select=title&is_won=is.true", "admin") == [{"title": "C"}]
    assert await site.rows(f"{NAME}?select=music_artists(name)&title=eq.C", "admin") == [
        {"music_artists": {"name": "Night Ferry"}}
    ]
    assert await site.rows(f"music_artists?select={NAME}(title)&id=eq.{OTHER}", "admin") == [{NAME: [{"title": "C"}]}]


async def test_rights_and_rules_are_those_that_are_told(site):
    await add(site, {"artist_id": OWNED, "title": "A"}, {"artist_id": OTHER, "title": "B"})
    assert [row["title"] for row in await site.rows(NAME, "owner")] == ["A"]
    refused = await site.rest("POST", NAME, "owner", json={"artist_id": OWNED, "title": "C"})
    assert (refused.status_code, refused.json()["code"]) == (403, "42501")
    wrong = await site.rest("POST", NAME, "admin", json={"artist_id": OWNED, "title": " "})
    assert (wrong.status_code, wrong.json()["code"], wrong.json()["hint"] or wrong.json()["details"]) == (
        400,
        "23514",
        "It needs 1 to 50 characters, not only spaces.",
    )


async def test_changes_are_recorded_and_undone(site):
    last = await newest(site)
    (id_,) = await add(site, {"artist_id": OWNED, "title": "A", "is_won": True})
    path = f"{NAME}?id=eq.{id_}"
    assert (await site.rest("PATCH", path, "admin", json={"title": "B"})).status_code == 204
    assert (await site.rest("DELETE", path, "admin")).status_code == 204
    added, changed, deleted = await recorded(site, last)
    assert [one["action"] for one in (added, changed, deleted)] == ["insert", "update", "delete"]
    assert added["after"] == {"artist_id": OWNED, "title": "A", "is_won": True}
    assert (changed["before"], changed["after"]) == ({"title": "A"}, {"title": "B"})
    await undone(site, deleted["id"])
    await undone(site, changed["id"])
    assert await site.rows(NAME, "admin") == [{"id": id_, "artist_id": OWNED, "title": "A", "is_won": True}]
    back = await undo(site, added["id"])
    assert (back.status_code, await site.rows(NAME, "admin")) == (201, [])


async def test_rows_go_with_the_record_that_they_belong_to_and_come_back_with_it(site):
    (id_,) = await add(site, {"artist_id": OWNED, "title": "A"})
    last = await newest(site)
    await site.rest("DELETE", f"music_artists?id=eq.{OWNED}", "admin")
    changes = await recorded(site, last)
    (artist,) = (one for one in changes if one["table_name"] == "music_artists" and one["part_of"] is None)
    (award,) = (one for one in changes if one["table_name"] == NAME)
    assert (award["part_of"], await site.rows(NAME, "admin")) == (artist["id"], [])
    await undone(site, artist["id"])
    assert [row["id"] for row in await site.rows(NAME, "admin")] == [id_]


async def test_history_knows_whose_a_row_is_that_belongs_to_an_artist_by_way_of_another(site):
    last = await newest(site)
    (award,) = await add(site, {"artist_id": OWNED, "title": "A"})
    (juror,) = await add(site, {"award_id": award, "name": "Ida"}, table=OF_AWARD)
    await site.rest("DELETE", f"music_artists?id=eq.{OWNED}", "admin")
    changes = [one for one in await recorded(site, last) if one["table_name"] == OF_AWARD]
    assert [(one["action"], one["artist_id"]) for one in changes] == [("insert", OWNED), ("delete", OWNED)]
    (artist,) = (one for one in await recorded(site, last) if one["table_name"] == "music_artists")
    await undone(site, artist["id"])
    assert [row["id"] for row in await site.rows(OF_AWARD, "admin")] == [juror]


def test_engine_names_no_table():
    """Neither in its text, but for those whose names are English words, nor among what it imports."""
    for path in Path(rest.__file__).parent.rglob("*.py"):
        text = path.read_text()
        nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)]
        imported = {alias.name for node in nodes for alias in node.names}
        assert [name for name in EXPOSED if name in text] == [], path
        assert imported & metadata.tables.keys() == set(), path
