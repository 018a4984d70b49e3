"""Artists are found by their names in each way that people type them, on a phone too."""

import pytest

from marquee.domain.records import insert_rows
from marquee.domain.tables import music_artists
from tests.cast import ARTIST, Site

pytestmark = pytest.mark.anyio

TYPED = {
    "Beyoncé": ["beyonce", "Beyoncé", "beyoncé"],
    "Motörhead": ["motorhead", "motörhead", "motoerhead"],
    "Mötley Crüe": ["motley crue", "mötley crüe", "Motley Crue"],
    "Sigur Rós": ["sigur ros", "sigurros"],
    "Die Ärzte": ["ärzte", "die arzte", "aerzte"],
    "Weißes Rössl": ["weisses rossl", "weißes", "weisses roessl"],
    "Strasse": ["straße", "strasse"],
    "MØ": ["mo", "mø", "moe"],
    "Håkan Hellström": ["hakan hellstrom", "haakan", "hellström"],
    "Łona": ["lona", "łona"],
    "Đorđe Balašević": ["dorde balasevic", "djordje", "balasevic", "đorđe"],
    "Işın Karaca": ["isin karaca", "işın", "ISIN"],
    "İbrahim Tatlıses": ["ibrahim tatlises", "İbrahim", "IBRAHIM"],
    "Þeyr": ["theyr", "þeyr"],
    "Ænima": ["aenima", "ænima"],
    "Jóhann Jóhannsson": ["johann johannsson", "Jóhann"],
    "Björk": ["bjork", "björk", "bjoerk"],
    "Dvořák Trio": ["dvorak", "dvořák trio"],
    "Nguyễn Thị Hương": ["nguyen thi huong", "nguyễn"],
    "Gnonnas Ɛdoxi": ["edoxi", "gnonnas edoxi"],
    "Ħal Far": ["hal far", "ħal"],
    "Μίκης Θεοδωράκης": ["μικης θεοδωρακης", "ΜΙΚΗΣ", "Μίκης"],
    "Кино": ["кино", "КИНО"],
    "Алёна Швец": ["алена швец", "Алёна"],
    "Чайф": ["чайф"],
    "Дар’я": ["дар'я", "даря", "дар’я"],
    "椎名林檎": ["椎名", "林檎", "椎名林檎"],
    "バンプ": ["バンプ", "ﾊﾞﾝﾌﾟ", "ばんぷ"],
    "あいみょん": ["あいみょん", "アイミョン"],
    "東京スカパラダイスオーケストラ": ["スカパラ", "東京スカ"],
    "방탄소년단": ["방탄", "방탄 소년단", "소년단"],
    "이 날치": ["이날치", "이 날치"],
    "คาราบาว": ["คาราบาว", "บาว"],
    "บอดี้ สแลม": ["บอดี้สแลม", "บอดี้"],
    "周杰倫": ["周杰", "杰倫"],
    "فيروز": ["فيروز", "فیروز"],
    "أم كلثوم": ["ام كلثوم", "أم", "ام کلثوم"],
    "فاطمة": ["فاطمه", "فاطمة"],
    "ليلى مراد": ["ليلي مراد", "ليلى"],
    "محمـــد": ["محمد"],
    "فرقة ٣": ["فرقه 3"],
    "עפרה חזה": ["עפרה", "חזה"],
    "צה״ל": ['צה"ל', "צהל"],
    "ג׳ירפות": ["ג'ירפות", "גירפות"],
    "लता मंगेशकर": ["लता"],
    "A$AP Rocky": ["asap rocky", "a$ap", "A$AP Rocky", "aap"],
    "P!nk": ["pink", "p!nk", "P!nk"],
    "Ke$ha": ["kesha", "ke$ha"],
    "Joey Bada$$": ["badass", "joey badass", "bada$$"],
    "Ty Dolla $ign": ["ty dolla sign", "$ign"],
    "$uicideboy$": ["suicideboys", "$uicide"],
    "AC/DC": ["acdc", "ac/dc", "ac dc", "AC-DC", "ac⚡dc"],
    "Guns N’ Roses": ["guns n' roses", "guns n’ roses", "guns n roses", "guns and roses", "guns & roses", "gunsnroses"],
    "Destiny's Child": ["destinys child", "destiny’s child", "destiny child"],
    "Sinead OConnor": ["o'connor", "o’connor", "oconnor", "sinead o'con"],
    "Sinéad O’Connor II": ["o'connor ii", "oconnor ii"],
    "D'Angelo": ["dangelo", "d’angelo", "angelo"],
    "L'Impératrice": ["limperatrice", "l’impé", "imperatrice"],
    "Hawaiʻi": ["hawaii", "hawai'i", "hawaiʻi"],
    "The Beatles": ["beatles", "the beatles", "thebeatles"],
    "Pixies": ["the pixies", "pixies"],
    "The The": ["the the", "the"],
    "The 1975": ["1975", "the 1975"],
    "Les Rita Mitsouko": ["rita mitsouko"],
    "Die Toten Hosen": ["toten hosen", "totenhosen"],
    "+/-": ["+/-", "+/"],
    "+/- {Plus/Minus}": ["+/- {plus", "plus/minus", "plus minus", "plusminus"],
    "!!!": ["!!!", "!!"],
    "(+44)": ["+44", "44"],
    "¥$": ["¥$"],
    "†††": ["†††"],
    "∆": ["∆"],
    "🎤": ["🎤"],
    "🎸 Wolf 🎸": ["wolf", "🎸 wolf", "🎸"],
    "3/4": ["3/4", "34", "3 4"],
    "10,000 Maniacs": ["10000 maniacs", "10,000", "10 000 maniacs", "10.000"],
    "Blink-182": ["blink182", "blink 182", "blink-182"],
    "Sum 41": ["sum41", "sum 41"],
    "M83": ["m83"],
    "U²": ["u2"],
    "Maroon Ⅴ": ["maroon v", "maroonv"],
    "ﬁrst Aid": ["first aid"],
    "ＦＵＬＬ\u3000ＷＩＤＴＨ": ["full width", "ｆｕｌｌ"],
    "Full Moon": ["ｆｕｌｌ ｍｏｏｎ"],
    "𝕸𝖔𝖙𝖍": ["moth"],
    "ᴠɪᴏʟᴇɴᴛ": ["violent"],
    "Cafe\u0301 Noir": ["café noir", "cafe\u0301", "cafe noir"],
    "Simon & Garfunkel": [
        "simon and garfunkel",
        "simon & garfunkel",
        "simon garfunkel",
        "simon&garfunkel",
        "simon + garfunkel",
    ],
    "Florence and the Machine": ["florence & the machine", "florence + the machine", "florence the machine"],
    "Earth, Wind & Fire": ["earth wind and fire", "earth, wind"],
    "Ana & Luis": ["ana y luis"],
    "Schmidt & Söhne": ["schmidt und söhne"],
    "Paul McCartney": ["mccartney", "paul mc"],
    "Mac Miller": ["macmiller", "mac miller"],
    "Fleetwood Mac": ["fleetwoodmac"],
    "Mc Solaar": ["mcsolaar", "mc solaar"],
    "R.E.M.": ["rem", "r.e.m.", "R.E.M", "r e m"],
    "M.I.A. Two": ["mia two", "m.i.a two"],
    "will.i.am": ["william", "will i am", "will.i.am"],
    "JAY-Z": ["jayz", "jay z", "jay-z"],
    "Jay Zed": ["jayzed"],
    "N.W.A": ["nwa", "n.w.a."],
    "St. Vincent": ["st vincent", "st. vincent", "stvincent"],
    "Mr. Big": ["mr big", "mrbig"],
    "Sunn O)))": ["sunn o", "sunn o)))", "sunno"],
    "Godspeed You! Black Emperor": ["godspeed you black emperor", "gods you!"],
    "Panic! At The Disco": ["panic at the disco", "panic!"],
    "Anderson .Paak": ["anderson paak", "paak", ".paak"],
    "Dead Mau5": ["deadmau5", "dead mau5"],
    "Twenty One Pilots": ["twentyonepilots", "twenty-one pilots"],
    "Foo Fighters": ["foofighters", "the foo fighters", "@foofighters", "#foofighters"],
    "Wu-Tang Clan": ["wutang", "wu tang", "wutang clan", "wu‐tang"],
    "Nine Inch Nails": ["nine inch", "nineinch"],
    "Ha\u200blve": ["halve"],
    "Soft\u00adcell": ["softcell"],
    "C": ["C"],
    "Charli": ["charli"],
}


@pytest.fixture(scope="module")
async def found(template, tmp_path_factory):
    site = Site.open(template, tmp_path_factory.mktemp("typed") / "data", lasting=True)
    rows = [{**ARTIST, "id": f"n{number}", "name": name, "genre": "Pop"} for number, name in enumerate(TYPED)]
    site.service.database.write_now(insert_rows, music_artists, rows)
    yield site
    await site.close()


async def names(site, text):
    """What the search of the pages asks for (`frontend/src/api/search.ts`)."""
    words = (word.replace("\\", "\\\\").replace("'", "\\'") for word in text.split())
    query = " & ".join(f"'{word}':*" for word in words)
    answer = await site.client.get(
        "/rest/v1/music_artists", params={"select": "name", "search": f"fts.{query}"}, headers=site.headers()
    )
    assert answer.status_code == 200, answer.text
    return [row["name"] for row in answer.json()]


@pytest.mark.parametrize("name", TYPED, ids=ascii)
async def test_name_is_found_in_each_way_that_people_type_it(found, name):
    missed = [typed for typed in TYPED[name] if name not in await names(found, typed)]
    assert missed == []
