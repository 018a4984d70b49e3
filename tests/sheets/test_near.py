"""Names that are nearly those of artists: only a preview looks for them, and does not take long."""

from datetime import UTC
from itertools import product

import pytest

from marquee.data_errors import TableRefused
from marquee.domain.records import insert_rows
from marquee.domain.tables import music_artists
from marquee.sheets.matching import decide
from marquee.sheets.near import look_up_for_preview, nearest
from marquee.sheets.reading import read
from marquee.sheets.saving import save
from marquee.sheets.sheet import Choices
from tests.cast import Site
from tests.processor_time import costs_at_most

SYLLABLES = ["ma", "ra", "vo", "ke", "lin", "dor", "sa", "bel", "tri", "on", "ur", "wes", "fa", "ny"]
NAMES = [f"{a}{b} {c}{a}{d}".title() for a, b, c, d in product(SYLLABLES[:6], SYLLABLES, SYLLABLES[:6], SYLLABLES[:3])]
CHOICES = Choices()


@pytest.fixture(scope="module")
def database(sqlite_template, tmp_path_factory):
    """A site with 1,500 artists whose names are much alike."""
    opened = Site.open(sqlite_template, tmp_path_factory.mktemp("many") / "data").service.database
    rows = [{"name": name, "genre": "Pop", "image": "https://a.example/b.jpg"} for name in NAMES]
    opened.write_now(insert_rows, music_artists, rows)
    yield opened
    opened.close()


def table(names):
    return read("artist,date,venue,city\n" + "".join(f"{name},2030-01-01,Roxy,Ghent\n" for name in names), CHOICES, UTC)


MISTYPED = [name.replace("a", "e", 1) for name in NAMES[::15]][:100]
LONG = [" ".join([name] * 15) for name in NAMES[::15]][:100]
MAX_CPU_S = 1.0
"""Half of what a client's read may take; a twentieth is enough on an idle machine."""


@pytest.mark.parametrize("names", [MISTYPED, LONG], ids=["mistyped", "long"])
def test_a_table_of_unknown_names_takes_little_time_to_preview_and_to_refuse(database, names):
    sheet = table(names)
    with costs_at_most(MAX_CPU_S):
        known, candidates = database.write_now(look_up_for_preview, sheet, CHOICES)
        decide(sheet, known, CHOICES, nearest(candidates))
    with costs_at_most(MAX_CPU_S / 2), pytest.raises(TableRefused):
        database.write_now(save, table(names), CHOICES, insert_rows)


SUGGESTED = {
    "Mama Mamamq": "Mama Mamama",
    "mamma mamama": "Mama Mamama",
    "Vour Drovora": "Vour Dorvora",
    "Linny Orlinra": "Linny Dorlinra",
    "Nyny Lindoroni": None,
    "!!!": None,
}


@pytest.mark.parametrize("typed", SUGGESTED)
def test_the_artist_of_the_most_similar_name_is_suggested_first(database, typed):
    _, candidates = database.write_now(look_up_for_preview, table([typed]), CHOICES)
    assert next((artist.name for artist in nearest(candidates)[typed]), None) == SUGGESTED[typed]
