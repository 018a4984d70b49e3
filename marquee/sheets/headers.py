"""What the columns of a table mean, by their names, and by what stands in them where a name can mean several. Pure.

Known are our own columns, also by what the forms call them, those of Bandsintown's template for uploads, and the words
that people use in English and in German, with the usual ones in French, Spanish, Italian, Polish, Dutch and Japanese.
Behind `||` stand words that people give to something else as well: any other name goes before them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from sqlalchemy import Table

from marquee.data_errors import TableRefused
from marquee.domain.tables import music_artists, music_events
from marquee.domain.tables.columns import names_in_sheets
from marquee.sheets.contents import Rows, are_days, columns_of, fits, instead
from marquee.text import plain_words

Kind = Literal["events", "artists"]

# Who is featured is a choice of the site. Its own export has it; of nobody else's table it is asked.
_NOT_OFFERED = frozenset({"is_featured"})


def _labels(table: Table) -> dict[str, str]:
    """What people may call a column."""
    return {column: name for column, name in names_in_sheets(table).items() if column not in _NOT_OFFERED}


_HIDING_WORDS = "private|private event|is private|hidden|is hidden|draft|is draft|privat|entwurf|versteckt"
_ANNOUNCED = {
    "published_at": "published at|publish at|publish date|publish time|publish on|published on|publication date"
    "|announce|announce date|announce time|announce at|announce on|on announce|announces|announced|announced at"
    "|announced on|announcement|announcement date|announcement time|schedule date|schedule time|embargo|embargo until"
    "|embargoed until|embargo date|go live|go live date|public from|visible from|published|public|is public"
    "|veröffentlichung|veröffentlichungsdatum|veröffentlichen am|ankündigung|ankündigungsdatum|ankündigen am"
    "|visible|visibility|show on website|on website|öffentlich|veröffentlicht|angekündigt|sichtbar"
    f"|{_HIDING_WORDS}"
}
"""Of events and of artists."""
_HIDING = frozenset(_HIDING_WORDS.split("|"))
EVENT_WORDS = {
    **_labels(music_events),
    **_ANNOUNCED,
    "artist": "artist|artist name|artists|band|band name|headliner|main act|künstler|künstlerin|künstler in|interpret"
    "|hauptact|artiste|artista|artysta|artiest|groupe|grupo|gruppo|zespół|ensemble|アーティスト||act|who|wer",
    "artist_id": "artist id",
    "date": "date|start date|event date|show date|gig date|date time|date and time|datum|startdatum|konzertdatum"
    "|concert date|performance date|date of show|date of the show|date of event|veranstaltungsdatum"
    "|datum von|datum von bis|fecha|日付||day|when|termin|termine|tag|wann|data|new date|neues datum|from|von",
    "last_day": "||last day|end date|end|ends|until|to|datum bis|bis|ende|enddatum|date de fin|fin|fecha fin|hasta|tot",
    "day": "day of month|day of the month",
    "weekday": "weekday|day of week|day of the week|wochentag|jour de la semaine|día de la semana",
    "month": "month|monat",
    "year": "year|jahr",
    "start_time": "start time|time|start|starts|show time|showtime|stage time|set time|uhrzeit|zeit|beginn|startzeit"
    "|konzertbeginn|heure|hora|ora|début|inicio|inizio|godzina|aanvang|tijd|開演||show|set",
    "door_time": "ouverture des portes|apertura de puertas|door time|doors|door|doors open|doors time|einlass"
    "|einlasszeit|einlass ab|türen|portes|apertura|開場",
    "venue": "venue|venue name|club|hall|room|location name|spielort|spielorte|spielstätte|spielstätten"
    "|veranstaltungsort|halle|lokal|salle|sala|klub|zaal|recinto|会場||locale",
    "location": "location|place|where|ort|wo|lieu|lugar|luogo|miejsce|plaats",
    "city": "city|town|stadt|städte|ville|ciudad|città|cidade|miasto|stad|gemeinde"
    "|comune|municipio|município|city name|venue city|city country|city state|都市",
    "region": "region|state|province|state province|county|bundesland|kanton|venue region",
    "country": "country|country name|land|venue country|pays|país|paese|kraj",
    "timezone": "timezone|time zone|zone|tz|zeitzone",
    "ticket_url": "ticket url|ticket link|ticket links|tickets link|tickets url|buy tickets|ticketlink|ticketshop"
    "|vvk link||tickets|ticket|vorverkauf|link|url|billetterie|billets|entradas|biglietti|bilety",
    "ticket_status": "ticket status|ticket state|tickets status|availability|ticket availability|ticketstatus"
    "|verfügbarkeit",
    "price": "price|prices|ticket price|cost|admission|entry|preis|preise|eintritt|eintrittspreis|ticketpreis|vvk"
    "|ak|tarif|prix|precio"
    "|prezzo|cena|prijs|料金",
    "status": "status|event status|show status|booking status|confirmed|bestätigt|statut||estado|stato",
    "previous_date": "previous date|former date|moved from|old date|original date|altes datum"
    "|ursprüngliches datum|verlegt vom",
    "note": "note|notes|comment|comments|remarks|notiz|notizen|bemerkung|bemerkungen|hinweis|anmerkung|anmerkungen"
    "|kommentar"
    "|remarques|notas|uwagi|opmerkingen|備考"
    "||description|details|info|beschreibung",
    "lineup": "lineup|line up|bill|support|supports|support act|support acts|special guest|special guests|guests|with"
    "|openers|opener|other artists|vorband|vorbands|mit|gäste|première partie|invités|invitados|teloneros"
    "|goście|voorprogramma",
}
ARTIST_WORDS = {
    **_labels(music_artists),
    **_ANNOUNCED,
    "id": "id|slug|artist id",
    "name": "name|artist|artist name|act|band|band name|künstler|künstlerin|bandname|interpret",
    "genre": "genre|genres|style|stil|musikrichtung|musikstil",
    "image": "image|image url|picture|picture url|photo|photo url|press photo|bild|foto|bild url|pressefoto",
    "image_alt": "image alt|alt text|picture description|description of the picture|bildbeschreibung|alternativtext",
    "credit": "credit|photo credit|picture credit|photographer|copyright|fotograf|fotografin|bildnachweis",
    "followers": "followers|follower|fans|listeners|monthly listeners|reach|hörer|abonnenten",
    "latest_song": "latest song|latest release|latest single|song|single|release|neueste single|aktuelle single",
    "bio": "bio|biography|about|text|description|biografie|biographie|beschreibung|über",
    "website": "website|web|web site|homepage|site|url|webseite|internet|link",
    "social_instagram": "social instagram|instagram|insta|ig|instagram handle|instagram link|instagram url",
    "social_twitter": "social twitter|twitter|x|twitter x|x twitter|twitter handle|twitter link|twitter url",
    "links": "links|more links|weitere links",
    "is_featured": "is featured|featured",
}

MEANINGS: dict[Kind, dict[str, str]] = {
    "events": {
        "artist": "Artist",
        **_labels(music_events),
        **{
            "last_day": "Last day",
            "weekday": "Day of the week",
            "day": "Day of the month",
            "month": "Month",
            "year": "Year",
        },
        **{"city": "City", "region": "Region", "country": "Country", "lineup": "Lineup"},
    },
    "artists": {**_labels(music_artists), "links": "Links"},
}
"""What a column can be, as people choose it, in words that are also known as names of columns."""

_HINT = re.compile(r"\([^()]*\)")
CAMEL_BOUNDARY = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""Between two words of a name as programs write it."""
_NUMBER = re.compile(r" \d+$")
_PLURAL = re.compile(r"(?:(ie)|(?<=s)e)?s\b")
MAX_NAME = 60
REPEATED = frozenset({"lineup", "price", "published_at"})
"""What several columns may be: support and guests, prices before and at the door, Public and Draft."""
WEEKDAY = "weekday"
"""What says nothing but whether the date is right."""
PARTS_OF_DATE = ("day", "month", "year")
"""What people keep in columns of their own; together they are the date."""


def _by_word(words: Mapping[str, str]) -> dict[str, str]:
    every = ((column, part) for column, all_words in words.items() for part in all_words.split("||"))
    return {plain_name(word): column for column, part in every for word in part.split("|") if word}


def _vague(words: Mapping[str, str]) -> frozenset[str]:
    parts = (all_words.partition("||")[2] for all_words in words.values())
    return frozenset(plain_name(word) for part in parts for word in part.split("|") if word)


@lru_cache(1024)
def plain_name(header: str) -> str:
    """`Start Date* (yyyy-mm-dd)`, `start_date` and `startDate` are `start date`."""
    return " ".join(plain_words(CAMEL_BOUNDARY.sub(" ", _HINT.sub(" ", header[:MAX_NAME]))))


def _name(words: Mapping[str, str], header: str) -> str:
    """The plain name of a header, or the form in which it is known: in the singular, or as one word."""
    plain = plain_name(header)
    singular = _PLURAL.sub(lambda plural: "y" if plural[1] else "", plain)
    return next((form for form in (plain, singular, plain.replace(" ", "")) if form in words), plain)


KNOWN: dict[Kind, dict[str, str]] = {"events": _by_word(EVENT_WORDS), "artists": _by_word(ARTIST_WORDS)}
_VAGUE: dict[Kind, frozenset[str]] = {"events": _vague(EVENT_WORDS), "artists": _vague(ARTIST_WORDS)}
_DAYS = frozenset({"day", "tag"})
_EVENTS_ONLY = frozenset({"date", "venue", "start_time", "door_time", "city"})
_ARTISTS_ONLY = frozenset({"genre", "image", "followers", "bio", "social_instagram", "social_twitter", "latest_song"})


def count_known(header: Sequence[str]) -> int:
    """How many names of columns stand in a row."""
    return max(len({_name(words, name) for name in header[:200]} & words.keys()) for words in KNOWN.values())


def understand(header: Sequence[str], rows: Rows) -> tuple[Kind | None, list[str | None]]:
    """What the table has, if its names say it, and what each of its columns means; None: nothing that we keep."""
    kind = _kind(header)
    if kind is None:
        return None, [None] * len(header)
    meanings = named(header, kind, rows)
    if kind == "events":
        _with_venue(header, meanings)
    return kind, meanings


def is_export(header: Sequence[str]) -> bool:
    """Whether it is the header of our own export, perhaps with columns taken out: it has our names and no others."""
    return "published_at" in header and any({*header} <= {*words} for words in (EVENT_WORDS, ARTIST_WORDS))


@lru_cache(1024)
def is_named(name: str, means: str) -> bool:
    """Whether a column of this name could have this meaning, of events."""
    return KNOWN["events"].get(_name(KNOWN["events"], name)) == means


def hides(name: str) -> bool:
    """Whether a column of this name says of what is announced that it is not: yes and no are the other way round."""
    return _name(KNOWN["events"], name) in _HIDING


def named(header: Sequence[str], kind: Kind, rows: Rows) -> list[str | None]:
    """What the names of columns mean in a table of this kind, each meaning once.

    Of columns that may mean the same the one with a plain name counts, then the one in which such values stand, then
    the first. One with a vague name is whatever stands in it.
    """
    plain, texts = [_name(KNOWN[kind], name) for name in header], columns_of(rows, len(header))
    found: list[str | None] = [None] * len(header)

    def place(index: int) -> tuple[bool, bool, int]:
        means = _meaning(KNOWN[kind], plain[index]) or ""
        return plain[index] in _VAGUE[kind], not fits(means, texts[index]), index

    for index in sorted(range(len(header)), key=place):
        means = _meaning(KNOWN[kind], plain[index])
        if plain[index] in _VAGUE[kind] and means and not fits(means, texts[index]):
            means = instead(means, texts[index])
        if means and (means in REPEATED or means not in found):
            found[index] = means
    if kind == "events":
        _with_weekday(found, texts)
    return _with_parts_of_date(plain, found, texts) if kind == "events" else found


def _with_weekday(meanings: list[str | None], texts: Sequence[Sequence[str]]) -> None:
    """Days of the week are known by what they are, whatever their column is called in other languages."""
    unknown = (index for index, means in enumerate(meanings) if means is None)
    days = next((index for index in unknown if texts[index] and fits(WEEKDAY, texts[index])), None)
    if days is not None and WEEKDAY not in meanings:
        meanings[days] = WEEKDAY


def _with_parts_of_date(
    plain: Sequence[str], meanings: list[str | None], texts: Sequence[Sequence[str]]
) -> list[str | None]:
    """A day, a month and a year are the date where no other column is; beside one they say nothing."""
    day = next((index for index, name in enumerate(plain) if name in _DAYS and are_days(texts[index])), None)
    if "date" not in meanings and {"month", "year"} <= {*meanings}:
        if "day" not in meanings and day is not None:
            meanings[day] = "day"
        if "day" in meanings:
            return meanings
    return [None if means in PARTS_OF_DATE else means for means in meanings]


def _meaning(words: Mapping[str, str], plain: str) -> str | None:
    """What a name means; “Support 2” is one of several."""
    one_of_several = words.get(_NUMBER.sub("", plain))
    return words.get(plain) or (one_of_several if one_of_several in REPEATED else None)


def chosen(columns: Sequence[str | None], width: int) -> tuple[Kind | None, list[str | None]]:
    """What a table is of and its columns mean, as somebody named them in order. Raises TableRefused."""
    if len(columns) > width:
        raise TableRefused(f"The table has {width} columns, and you named {len(columns)}.")
    for name in filter(None, columns):
        if name not in EVENT_WORDS and name not in ARTIST_WORDS:
            raise TableRefused(f"There is no column “{name[:MAX_NAME]}”.")
    kinds = {kind_of(name) for name in columns if name and name not in _ANNOUNCED}
    if len(kinds) > 1:
        raise TableRefused("Some of these columns belong to events and some to artists. A table has one or the other.")
    return next(iter(kinds), None), [*_once(columns), *[None] * (width - len(columns))]


def kind_of(meaning: str) -> Kind:
    """Whether events or artists have a column: only when something is announced is of both."""
    return "events" if meaning in EVENT_WORDS else "artists"


def _once(meanings: Iterable[str | None]) -> list[str | None]:
    found: list[str | None] = []
    for means in meanings:
        found.append(None if means in found and means not in REPEATED else means)
    return found


def _kind(header: Sequence[str]) -> Kind | None:
    """Events have dates and venues; artists have genres, pictures and followers."""
    events, artists = ({words.get(_name(words, name)) for name in header} for words in KNOWN.values())
    if events & {"date"} or len(events & _EVENTS_ONLY) > len(artists & _ARTISTS_ONLY):
        return "events"
    return "artists" if "name" in artists and artists & _ARTISTS_ONLY else None


def _with_venue(header: Sequence[str], meanings: list[str | None]) -> None:
    """“Location” and “Where” are the venue beside a column for the city, and none for the venue; in German often."""
    words = KNOWN["events"]
    places = [index for index, name in enumerate(header) if words.get(_name(words, name)) == "location"]
    if "venue" in meanings or not places:
        return
    venue = next((index for index in places if plain_name(header[index]) != "ort"), places[0])
    if "city" in meanings:
        meanings[venue] = "venue"
    elif len(places) > 1:
        for index in places[:2]:
            meanings[index] = "city"
        meanings[venue] = "venue"
