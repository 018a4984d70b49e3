"""The words of dates in the languages that tables are read in: months, days of the week, and what stands around a day.

English, German, French, Spanish, Italian, Portuguese, Dutch, and those of Scandinavia. Case and accents do not count.
"""

from marquee.text import plain_words

_MONTHS = (
    "january jan januar janner janvier janv enero ene gennaio gen januari janeiro",
    "february feb februar feber fevrier fevr fev febrero febbraio februari fevereiro",
    "march mar marz maerz mrz mars marzo maart mrt marco",
    "april apr avril avr abril abr aprile",
    "may mai mayo maggio mag mei maio maj",
    "june jun juni juin junio giugno giu junho",
    "july jul juli juillet juil julio luglio lug julho",
    "august aug aout agosto ago augustus augusti",
    "september sep sept septembre septiembre settembre set setembro",
    "october oct oktober okt octobre octubre ottobre ott outubro out",
    "november nov novembre noviembre novembro",
    "december dec dezember dez decembre diciembre dic dicembre dezembro desember",
)
_WEEKDAYS = (
    "monday mon montag mo lundi lun lunes lunedi maandag ma segunda mandag",
    "tuesday tue tues dienstag di tu mardi mar martes martedi dinsdag terca tirsdag tisdag",
    "wednesday wed weds mittwoch mi we mercredi mer miercoles mie mercoledi woensdag wo quarta onsdag",
    "thursday thu thur thurs donnerstag do th jeudi jeu jueves jue giovedi gio donderdag quinta torsdag",
    "friday fri freitag fr vendredi ven viernes vie venerdi vrijdag vr sexta fredag",
    "saturday sat samstag sonnabend sa samedi sam sabado sabato sab zaterdag za lordag",
    "sunday sun sonntag so su dimanche dim domingo dom domenica zondag zo sondag",
)
_MONTH_OF = {word: number for number, words in enumerate(_MONTHS, 1) for word in words.split()}
_WEEKDAY_OF = {word: number for number, words in enumerate(_WEEKDAYS) for word in words.split()}

WEEKDAY = r"(?P<weekday>[^\W\d_]+)(?:-feira)?\.?"
ARTICLE = r"(?i:den|am|le|el|il|the|on)\s(?=\d)"
"""Before a day: `Dienstag, den 24. November`."""
ORDINAL = r"(?:(?:(?i:st|nd|rd|th|er|ère|e|ème|de|ste|o)|:[ae]|\.?[ºª°])(?![^\W\d_]))?\.?"
"""Behind a day: `1st`, `1er`, `1º`, `1.`."""
OF = r"(?:(?i:of|de|di)\s)?"
"""Between a day and its month."""


def month(word: str) -> int | None:
    """The number of a month, from 1; None for another word."""
    return _MONTH_OF.get(_plain(word))


def weekday(word: str) -> int | None:
    """The number of a day of the week, from 0 for Monday; None for another word."""
    return _WEEKDAY_OF.get(_plain(word))


def _plain(word: str) -> str:
    return "".join(plain_words(word))
