"""What every write of a row obeys, whoever writes it."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marquee.domain.followers import popularity
from marquee.domain.records import MAX_SLUG, is_slug, slug
from tests.fuzzing import fuzzed

SLUGS = [
    ("Mara Voss", "mara-voss"),
    ("  Mara   Voss  ", "mara-voss"),
    ("MARA VOSS", "mara-voss"),
    ("Mara_Voss", "mara-voss"),
    ("AC/DC", "ac-dc"),
    ("Guns N' Roses", "guns-n-roses"),
    ("Sigur Rós", "sigur-ros"),
    ("Mötley Crüe", "motley-crue"),
    ("Møme", "mome"),
    ("Æon Łódź", "aeon-lodz"),
    ("Straße", "strasse"),
    ("ŒUVRE", "oeuvre"),
    ("İstanbul", "istanbul"),
    ("ﬁne", "fine"),
    ("椎名林檎", "椎名林檎"),
    ("Молчат Дома", "молчат-дома"),
    ("2raumwohnung", "2raumwohnung"),
    ("...", "artist"),
    ("", "artist"),
    ("🎸", "artist"),
    ("../../etc/passwd", "etc-passwd"),
    ("a\u0301", "a"),
    ("소녀시대", "소녀시대"),
    (unicodedata.normalize("NFD", "소녀시대"), "소녀시대"),
    ("मोहित चौहान", "मोहित-चौहान"),
    ("ลำไย", "ลำไย"),
    ("தமிழ்", "தமிழ்"),
    ("ガガガ", "ガガガ"),
    ("Чай", "чай"),
    ("Ёлка", "елка"),
    ("مُحَمَّد", "محمد"),
    ("a\u200bb\u3164", "ab"),
    ("स" * 79 + "ही", "स" * 79),
    ("x" * 200, "x" * MAX_SLUG),
    ("x" * (MAX_SLUG - 1) + " y", "x" * (MAX_SLUG - 1)),
]


@pytest.mark.parametrize(("name", "expected"), SLUGS, ids=[name[:20] or "empty" for name, _ in SLUGS])
def test_slug(name, expected):
    assert slug(name) == expected


@fuzzed()
@given(st.text(max_size=120))
def test_slug_of_any_name_is_one_and_stays_itself(name):
    made = slug(name)
    assert is_slug(made)
    assert len(made) <= MAX_SLUG
    assert slug(made) == made


FOLLOWERS = [
    ("0", 0),
    ("12", 12),
    ("12,400", 12_400),
    ("12 400", 12_400),
    ("12'400", 12_400),
    ("1,234,567", 1_234_567),
    ("1.2M", 1_200_000),
    ("1.2m", 1_200_000),
    ("864K", 864_000),
    ("864 k", 864_000),
    ("0.5K", 500),
    ("2B", 2_000_000_000),
    (" 7 ", 7),
    ("1.2M followers", 1_200_000),
    ("999999999999B", 10**15),
    ("12.400", 12_400),
    ("12’400", 12_400),
    ("1.234.567", 1_234_567),
    ("1,200K", 1_200_000),
    ("1.200 Tsd.", 1_200_000),
    ("1.234,5K", 1_234_500),
    ("1,2 Mio.", 1_200_000),
    ("1,234 Mio.", 1_234_000),
    ("1.234M", 1_234_000),
    ("5 lakh", 500_000),
    ("1.2 crore", 12_000_000),
    ("10,00,000", 1_000_000),
    ("2,5 млн", 2_500_000),
    ("2,5 млн.", 2_500_000),
    ("120 тыс.", 120_000),
    ("1.2만", 12_000),
    ("1.2만명", 12_000),
    ("3億", 300_000_000),
    ("１２万", 120_000),
    ("~1M", 1_000_000),
    ("~ 1,5 Mio.", 1_500_000),
    ("ca. 12.000", 12_000),
    ("0.123", 0),
    ("5 bands", 5),
    ("many", 0),
    ("", 0),
    ("-5", 0),
    (None, 0),
]


@pytest.mark.parametrize(("text", "expected"), FOLLOWERS)
def test_popularity_is_followers_read_as_a_number(text, expected):
    assert popularity(text) == expected


@fuzzed()
@given(st.text(alphabet="0123456789.,’' kKmMbBTtSsDd\u0661\u00b2x-", max_size=32))
def test_popularity_of_any_text_is_a_number_that_the_column_holds(text):
    assert 0 <= popularity(text) <= 10**15
