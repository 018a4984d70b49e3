"""Reads cells as values of our columns: each function takes what was typed, and raises NotUnderstood. Pure."""

import csv
import re
from collections.abc import Callable
from functools import partial
from typing import Any

from marquee import clock
from marquee.domain.followers import parse
from marquee.domain.parts import MAX_PARTS
from marquee.domain.records import is_slug
from marquee.domain.texts import handles
from marquee.domain.texts.addresses import has_blank, is_plain, is_web_address
from marquee.sheets.problems import NotUnderstood, Uncertain, quoted
from marquee.sheets.when import times
from marquee.text import plain_words
from marquee.visible import has_ink, mended_line

MAX_URL = 2048
MAX_NAME, MAX_LABEL = 200, 100

_TICKETS = {
    "on_sale": "on sale|available|tickets available|on|buy|yes|ja|buy tickets|tickets|get tickets|buy now|book now"
    "|book tickets|tickets kaufen|im verkauf|im vvk|erhältlich|verfügbar|vorverkauf",
    "not_yet": "not yet|not on sale|not yet on sale|coming soon|soon|on sale soon|bald|demnächst|noch nicht",
    "few_left": "few left|few|last tickets|few tickets left|limited|low|almost sold out|wenige|restkarten"
    "|wenige tickets|letzte tickets|fast ausverkauft",
    "sold_out": "sold out|soldout|sold|full|ausverkauft|complet|uitverkocht|agotado|agotadas|esaurito|esgotado"
    "|wyprzedane|完売",
    "free": "free|free entry|free admission|no cover|kostenlos|gratis|frei|eintritt frei|freier eintritt|umsonst"
    "|gratuit|entrée libre|entrée gratuite|entrada libre|entrada gratuita|ingresso libero|ingresso gratuito"
    "|wstęp wolny|gratis toegang|gratis entree",
    "at_door": "at the door|at door|door|door only|on the door|box office|abendkasse|nur abendkasse"
    "|an der abendkasse|ak",
}
_STATUSES = {
    "scheduled": "scheduled|confirmed|booked|ok|active|live|on|yes|upcoming|past|ended|over|played|bestätigt|fix"
    "|findet statt|geplant|vorbei|confirmé|confirmée|confirmado|confirmada|confermato|confermata|potwierdzony"
    "|potwierdzone|bevestigd",
    "cancelled": "cancelled|canceled|called off|off|abgesagt|entfällt|fällt aus|storniert|annulé|annulée|cancelado"
    "|cancelada|annullato|annullata|cancellato|odwołany|odwołane|geannuleerd|afgelast|zrušeno|zrušen|aflyst|avlyst"
    "|inställt|inställd|peruttu|中止|公演中止|fällt leider aus|canx|cxl|cxld|canc"
    "|not happening|no longer happening|not taking place|will not take place|won t take place|does not take place"
    "|findet nicht statt|findet leider nicht statt|entfallen|ausgefallen",
    "postponed": "postponed|delayed|on hold|verschoben|vertagt|reporté|reportée|aplazado|aplazada|pospuesto|pospuesta"
    "|rinviato|rinviata|przełożony|przełożone|uitgesteld|adiado|adiada|odloženo|odložen|延期|公演延期",
    "moved": "moved|rescheduled|new date|verlegt|neuer termin|neues datum|ersatztermin|nachholtermin",
}


def _by_word(words: dict[str, str]) -> dict[str, str]:
    return {_plain(word): value for value, all_words in words.items() for word in (value, *all_words.split("|"))}


def _plain(text: str) -> str:
    return " ".join(plain_words(text))


TICKETS, STATUSES = _by_word(_TICKETS), _by_word(_STATUSES)
UNCERTAIN = frozenset({"tentative", "hold", "option", "1st option", "2nd option", "pending", "pencilled", "penciled"})
_PRIVATE = frozenset({"private", "privat", "hidden", "draft", "entwurf"})
_TRUE, FALSE = frozenset({"yes", "true", "1", "x", "ja", "y"}), frozenset({"no", "false", "0", "nein", "n"})

ADDRESSES = frozenset({"ticket_url", "image", "website", "links", *handles.SERVICES})
_LINK = re.compile(r"\[(?P<words>[^\[\]\n]{1,200})\]\((?P<address>https?://[^\s()]+)\)")
_EMPHASIS = re.compile(r"(?P<mark>\*\*|__|`)(?P<words>[^*_`]+)(?P=mark)")

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_BARE_URL = re.compile(r"(?:www\.|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,24}(?=[/:?#]|$))\S*", re.IGNORECASE)
_WITH = re.compile(r"^\s*(?:w/|with\s|feat\.?\s|ft\.?\s|mit\s|\+)\s*", re.IGNORECASE | re.MULTILINE)
_DIVIDED = re.compile(r",|\n|\s[+•·|/]\s")
_MORE = re.compile(r"\s[-–—]|[,;:(]")
"""Before what somebody adds to a status, such as the reason."""
_NO_ACTS = frozenset(
    {
        *("special guest", "special guests", "guest", "guests", "support", "supports", "gast", "gaste"),
        *("more", "and more", "more tba", "others", "u a"),
    }
)
"""What stands on a bill for those who are not known yet."""


def without_markup(column: str, text: str) -> str:
    """What a link and emphasis in Markdown say: the address in a column of addresses, the words in any other."""
    text = _LINK.sub(lambda link: link["address"] if column in ADDRESSES else link["words"], text)
    marked = _EMPHASIS.fullmatch(text)
    return marked["words"] if marked else text


def line(text: str) -> str | None:
    """A text on one line, such as a name: a break within its cell is a space. None where there is nothing to see."""
    mended = mended_line(text)
    return mended if has_ink(mended) else None


def ticket_status(text: str) -> str | None:
    """One of the protocol's words for the state of the tickets."""
    if _plain(text) in TICKETS:
        return TICKETS[_plain(text)]
    if _plain(text) in FALSE:  # nobody knows what there is instead
        return None
    raise NotUnderstood(
        f"{quoted(text)} is not a state of tickets. Write On sale, Not yet, Few left, Sold out, Free or At the door."
    )


def status(text: str) -> str | None:
    """One of the protocol's words for whether an event takes place."""
    if _plain(text) in UNCERTAIN or times.is_doubt(text):
        raise Uncertain(text)
    if _plain(text) in STATUSES:
        return STATUSES[_plain(text)]
    if _plain(text) in _PRIVATE:
        raise NotUnderstood(f"{quoted(text)} is no status. Write Draft under Announced, and nobody sees the date.")
    if _plain(_MORE.split(text, maxsplit=1)[0]) in STATUSES:
        raise NotUnderstood(f"{quoted(text)} says more than a status. Write the rest under Note.")
    raise NotUnderstood(f"{quoted(text)} is not a status. Write Scheduled, Cancelled, Postponed or Moved.")


def url(text: str) -> str:
    """A web address; one without `https://` gets it."""
    if not _SCHEME.match(text) and _BARE_URL.fullmatch(text):
        text = f"https://{text}"
    if not is_web_address(text) or len(text) > MAX_URL:
        raise NotUnderstood(f"{quoted(text)} is not a web address. Copy it from the browser; it begins with https://.")
    scheme, _, rest = text.partition("://")
    return f"{scheme.lower()}://{rest}"


def secure_url(text: str) -> str:
    """A web address of a ticket shop."""
    address = url(text)
    if address.startswith("http://"):
        raise NotUnderstood(f"{quoted(text)} is not safe to buy at. A ticket link begins with https://.")
    return address


def picture(text: str) -> str:
    """The address of a picture, or the path of one of the site's own."""
    return text if text.startswith("/storage/v1/object/public/") and not has_blank(text) else url(text)


def _handle(column: str, text: str) -> str:
    try:
        return handles.read(column, text)
    except handles.NoHandle as reason:
        message = f"{quoted(text)} {reason}. Write @name, or copy the whole address of the profile."
        raise NotUnderstood(message) from reason


def followers(text: str) -> str:
    """A number as people write it; `1,2 Mio.` becomes `1.2M`."""
    if text.casefold() in times.NONE_KNOWN:
        return "0"
    found = parse(text)
    # Without a unit there is no half a follower: 1,2 and 12.40 are slips, or lack one.
    if found is None or found.rest.strip(" .+") or (not found.unit and found.number % 1):
        raise NotUnderstood(f"{quoted(text)} is not a number of followers. Write it like 12,400 or 1.2M.")
    return f"{found.number:,}{found.unit}" if found.unit else text.rstrip("+. ")


def timezone(text: str) -> str:
    """The IANA name of a time zone, whatever its case."""
    typed = text.replace(" ", "_").casefold()
    found = clock.zone_named(typed, clock.zones())
    if found is None and (city := _FIXED.get(typed) or (typed.startswith("etc/") and "Europe/Berlin")):
        raise NotUnderstood(f"{quoted(text)} has no summer time. Write a city, such as {city}.")
    if found is None:
        raise NotUnderstood(f"{quoted(text)} is not a time zone. Write it like Europe/Berlin or America/New_York.")
    return found


_FIXED = {name.casefold(): city for name, city in clock.FIXED.items()}


def bill(text: str) -> list[str]:
    """The names on a bill that somebody typed, each once in whatever case, of whom there are not more than that."""
    names: dict[str, str] = {}
    for name in whole_bill(text):
        names.setdefault(name.lower(), name)
    if len(names) > MAX_PARTS:
        raise NotUnderstood(f"{quoted(text)} names more than {MAX_PARTS} acts.")
    return [*names.values()]


def whole_bill(text: str) -> list[str]:
    """The names on a bill, divided by semicolons, or else by commas, breaks, and signs between spaces."""
    text = _WITH.sub("", text)
    if ";" in text:
        names = next(csv.reader([" ".join(text.split())], delimiter=";", skipinitialspace=True))
    else:
        names = _DIVIDED.split(text)
    names = list(dict.fromkeys(name for name in map(_name, names) if name and _is_act(name)))
    if any(len(name) > MAX_NAME for name in names):
        raise NotUnderstood(f"{quoted(text)} has a name longer than {MAX_NAME} characters. Divide names by commas.")
    return names


def _name(text: str) -> str | None:
    return line(" ".join(text.split()))


def _is_act(name: str) -> bool:
    return name.casefold() not in times.NONE_KNOWN and _plain(name) not in _NO_ACTS


def links(text: str) -> list[dict[str, Any]]:
    """Lines of `label address`, or of an address alone."""
    found = []
    for each in text.splitlines():
        label, _, address = each.strip().rpartition(" ")
        if len(label) > MAX_LABEL:
            raise NotUnderstood(f"{quoted(label)} is longer than {MAX_LABEL} characters.")
        if address:
            found.append({"url": secure_url(address), "label": line(label.strip().removesuffix(":"))})
    return found


def slug(text: str) -> str:
    """An artist's id."""
    if not is_slug(text):
        raise NotUnderstood(f"{quoted(text)} is not an id. It has letters and digits, joined by single hyphens.")
    return text


def yes(text: str) -> bool:
    """Yes or no."""
    word = _plain(text)
    if word not in _TRUE | FALSE:
        raise NotUnderstood(f"{quoted(text)} is neither Yes nor No.")
    return word in _TRUE


READERS: dict[str, Callable[[str], Any]] = {
    "start_time": times.parse,
    "door_time": times.parse,
    "timezone": timezone,
    "ticket_url": secure_url,
    "ticket_status": ticket_status,
    "status": status,
    "lineup": bill,
    "id": slug,
    "image": picture,
    "followers": followers,
    "website": url,
    **{column: partial(_handle, column) for column in handles.SERVICES},
    "links": links,
    "is_featured": yes,
}
"""How the cells of a column are read; those of any other are texts."""


def _stored(accepted: str, otherwise: Callable[[str], str]) -> Callable[[str], str]:
    """A text that the column accepts, as it is; any other is read as people write it."""
    pattern = re.compile(accepted, re.IGNORECASE | re.DOTALL)
    return lambda text: text if pattern.fullmatch(text) else otherwise(text)


def _address(accepted: str, otherwise: Callable[[str], str]) -> Callable[[str], str]:
    """An address that the column accepts, as it is; any other is read as people write it."""
    as_stored = _stored(accepted, otherwise)
    return lambda text: as_stored(text) if is_plain(text) else otherwise(text)


READERS_OF_EXPORTS: dict[str, Callable[[str], Any]] = {
    **READERS,
    "lineup": whole_bill,
    "followers": _stored(r".{1,32}", followers),
    "website": _address(r"https?://.+", url),
    "image": _address(r"https?://.+", picture),
    "ticket_url": _address(r"https://.+", secure_url),
}
"""How they are read in a table that we have written: what the site has, whoever typed it, it takes back unchanged."""
