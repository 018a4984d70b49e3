"""Files in another encoding than UTF-8: read as they were meant, with a word about it, or refused."""

import pytest

from marquee.data_errors import TableRefused
from marquee.sheets.encodings import decoded

WESTERN = [
    "Beyoncé",
    "Müller",
    "Sigur Rós",
    "L’Œuvre",
    "Øresund–Malmö",
    "Peña",
    "£12 – 15 €",
    "Noël créé",
    "Ålesund",
    "½ Liter",
    "José & Ñu",
    "Šárka",
    "10°",
    "“Halle”…",
]


@pytest.mark.parametrize("name", WESTERN)
def test_what_excel_saves_in_the_west_is_read_and_told(name):
    table = f"Artist,Date\n{name},2031-01-01\n"
    found = decoded(table.encode("cp1252"))
    assert found.text == table
    assert found.told
    assert not decoded(table.encode()).told


@pytest.mark.parametrize("start", [b"PK\x03\x04\x14\0\x06\0", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"], ids=["xlsx", "xls"])
def test_a_workbook_is_refused_with_the_remedy(start):
    with pytest.raises(TableRefused, match=r"This is a workbook\. Save its sheet as “CSV UTF-8”"):
        decoded(start + b"\0" * 500)


@pytest.mark.parametrize(
    ("encoding", "names"),
    [
        ("mac_roman", ["Beyoncé", "Müller", "François", "Motörhead, Sigur Rós, Café"]),
        ("cp1250", ["Święty Łukasz", "Kraków, Łódź", "Gdańsk, Wałęsa", "Żubr"]),
        ("cp1251", ["Кино", "Звери и Сплин", "Київ"]),
        ("shift_jis", ["東京事変", "きゃりーぱみゅぱみゅ", "サカナクション"]),
        ("euc_kr", ["방탄소년단"]),
        ("gbk", ["痛仰乐队"]),
        ("koi8_r", ["Кино"]),
    ],
)
def test_other_letters_are_refused_with_the_word_and_the_remedy(encoding, names):
    for name in names:
        with pytest.raises(TableRefused, match=r"one word would be “.+”\. Save it as UTF-8"):
            decoded(f"Artist,Date\n{name},2031-01-01\n".encode(encoding))


@pytest.mark.parametrize(
    ("encoding", "name", "told"),
    [
        ("mac_roman", "Peña", "Pe–a"),
        ("mac_roman", "García", "Garc’a"),
        ("mac_roman", "Zoë", "Zo‘"),
        ("mac_roman", "Göteborg", "Gšteborg"),
        ("cp1250", "Dvořák", "Dvoøák"),
        ("cp1250", "Černý", "Èerný"),
        ("cp1250", "Győr", "Gyõr"),
        ("cp1254", "Şebnem", "Þebnem"),
    ],
)
def test_a_name_that_looks_odd_is_told_before_all_others(encoding, name, told):
    table = "Müller,Renée,Krähe,Zürich\n".encode("cp1252") + name.encode(encoding)
    assert decoded(table).told[0] == told
