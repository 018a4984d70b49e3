"""Heeds what is said of a show in another column than the one for it. Pure."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress, dropwhile

from marquee.sheets.announced import UNANNOUNCED
from marquee.sheets.fields import FALSE, STATUSES, TICKETS, UNCERTAIN
from marquee.sheets.headers import CAMEL_BOUNDARY, plain_name
from marquee.sheets.problems import Problem, quoted
from marquee.sheets.sheet import Column, Row
from marquee.sheets.when.times import NONE_KNOWN
from marquee.text import plain_words

_NAMES = frozenset({"artist", "venue", "location", "city", "region", "country"})
"""Anything may be added to a name; in another cell only the beginning is about the show itself."""
_DIVIDED = re.compile(r"\s[-–—]\s?|[-–—]\s|[,;:()\[\]\n]")
_NOT_AS_PLANNED = {word: status for word, status in STATUSES.items() if status != "scheduled" and word != "off"}
"""Off is a part of names, as of festivals."""
_FIRST_WORDS = frozenset(word.split()[0] for word in _NOT_AS_PLANNED)
_MOST_WORDS = max(len(word.split()) for word in _NOT_AS_PLANNED)
_FILLERS = (
    "the this show gig concert event date is was has been had to be unfortunately sadly now "
    "das die der dieses konzert veranstaltung auftritt termin ist wird wurde muss leider "
    "le ce est a ete malheureusement el ha sido concierto il e stato concerto het"
)
_BEFORE_IT = frozenset(_FILLERS.split())
"""“The show has been cancelled” and “Konzert leider abgesagt” say no more than their last word."""
_LATER_THAT_DAY = re.compile(
    r"(?:start|beginn|doors?|einlass|opening|entry)\b(?! (?:date|of|der|des)\b)"
    r"|(?:by|um) (?:\w+ ){1,2}min(?:s|utes?|uten)?\b"
    r"|(?:by|um) (?:an?|one|two|three|eine|zwei|drei|[1-5]) (?:h|hrs?|hours?|std|stunden?)\b"
    r"|(?:until|till|to|auf|bis) \d{1,2}(?: \d\d)? ?(?:am|pm|h|uhr)(?: due| because| wegen|$)"
)
"""What stands behind Delayed or Verschoben where the show takes place on its day."""
_NO_SHOWS = frozenset(
    {"off", "day off", "off day", "offday", "rest day", "travel", "travel day", "reisetag", "anreise", "jour off"}
)
"""What stands in the sheet of a tour instead of a venue, a city or a note."""
_TITLES, _SHOWS, _HIDES = (
    frozenset(names.split("|"))
    for names in (
        "event|event name|event title|title|show|show name|name|titel|veranstaltung|konzert",
        "active|is active|aktiv|enabled|is enabled|is live|takes place|taking place|going ahead|findet statt|confirmed"
        "|is confirmed|bestatigt|booked",
        "inactive|is inactive|inaktiv|disabled|deleted|is deleted|deleted at|geloscht|removed|archived|is archived"
        "|archived at|archiviert|cancellation|cancellation date|absage|do not announce|do not publish|unconfirmed",
    )
)
"""Names of columns that are not kept: those that name a show, and those whose no, or yes, may keep it from the site."""
_KEPT_BACK = re.compile(
    r"(?:do not|don t|not(?: to be)?(?: yet)?) (?:announced?|publish(?:ed)?)\b"
    r"|(?:noch )?nicht (?:ankundigen|veroffentlichen)\b|unannounced\b|embargo"
)
"""How a note begins that asks for silence."""
_CALLED_OFF = re.compile(rf"\b(?:{'|'.join(map(re.escape, _NOT_AS_PLANNED))})\b")
_PRICES = {word: state for word, state in TICKETS.items() if state in ("free", "sold_out") and word != "full"}
"""Full is a price as well, beside a reduced one."""


def doubts_of(row: Row, columns: Sequence[Column], *, are_chosen: bool) -> list[Problem]:
    """What other cells say of a row that takes place by its status, or has none; not those that somebody left out."""
    if row.values.get("status", "scheduled") != "scheduled":
        return []
    heeded = (column.means != "status" and bool(column.means or not are_chosen) for column in columns)
    cells = [*compress(zip(columns, row.typed, strict=True), heeded)]
    hidden = [] if row.values.get("published_at") == UNANNOUNCED else [_hidden(column, text) for column, text in cells]
    is_alone = sum(map(bool, row.typed)) == 1
    held = _held(row.values.get("note", "")) if "published_at" not in row.values else None
    return [problem for problem in (*(_doubt(*cell, is_alone=is_alone) for cell in cells), *hidden, held) if problem]


def asides_of(row: Row) -> Iterator[Problem]:
    """How a note or a name on the bill was understood that calls something else off than the show, as its support."""
    if row.values.get("status", "scheduled") != "scheduled":
        return
    for column, texts in (("note", [row.values.get("note", "")]), ("lineup", row.values.get("lineup", ()))):
        for text in texts:
            if _CALLED_OFF.search(" ".join(plain_words(text))):
                reason = f"{quoted(text)} is kept as it stands: the show itself takes place."
                yield Problem.of(column, text, reason)


def heed_tickets(row: Row) -> None:
    """Take a price or a note that is a state of tickets for it where no other cell says that."""
    for name in ("price", "note"):
        state = _PRICES.get(" ".join(plain_words(row.values.get(name, ""))))
        if state and "ticket_status" not in row.values:
            row.values["ticket_status"] = state
            del row.values[name]


def _doubt(column: Column, text: str, *, is_alone: bool) -> Problem | None:
    """What a cell says against a show; one that is alone in its row is a heading of those below."""
    if (column.means in _NAMES or column.means == "note") and " ".join(plain_words(text)) in _NO_SHOWS:
        reason = f"{quoted(text)} may mean that there is no show. Leave the row out, or write more."
        return Problem.of(column.means or "", text, reason)
    for told in _told(column, text):
        if said := _status(told, is_name=column.means in _NAMES or _is_title(column)):
            what, out = ("the dates below are", "them") if is_alone else ("this date is", "the row")
            to_do = f"Write {said.capitalize()} under Status, or leave {out} out."
            reason = f"{quoted(told)} may mean that {what} {said}. {to_do}"
            return Problem.of(column.means or "", text, reason)
    return None


def _hidden(column: Column, text: str) -> Problem | None:
    """That a column which is not kept says that there is no such show, or that nobody may see it."""
    name, said = "" if column.means else plain_name(column.header), text.casefold()
    if not (said in FALSE if name in _SHOWS else name in _HIDES and said not in FALSE | NONE_KNOWN):
        return None
    told = f"{column.header}: {text}"
    to_do = "Write Draft under Announced or Cancelled under Status, or leave the row or the column out."
    return Problem.of("", told, f"{quoted(told)} may mean that visitors are not to see this date. {to_do}")


def _held(note: str) -> Problem | None:
    """That a note says that the show is not certain, or not to be announced yet."""
    words = " ".join(plain_words(note))
    if words not in UNCERTAIN and not _KEPT_BACK.match(words):
        return None
    to_do = "Write Draft or a time under Announced, or leave the row out."
    return Problem.of("note", note, f"{quoted(note)} may mean that visitors are not to see this date yet. {to_do}")


def _told(column: Column, text: str) -> Iterator[str]:
    """What a cell says: by itself, or with the name of a column that is not kept, as in “Cancelled: yes”."""
    yield text
    if not column.means and _beginning(column.header)[0] and text.casefold() not in FALSE | NONE_KNOWN:
        yield f"{column.header}: {text}"


def _is_title(column: Column) -> bool:
    return not column.means and plain_name(column.header) in _TITLES


def _status(text: str, *, is_name: bool) -> str | None:
    """The status that a cell says, if it is not that the show takes place as planned."""
    words = plain_words(CAMEL_BOUNDARY.sub(" ", text))
    if _FIRST_WORDS.isdisjoint(words):
        return None
    if is_name:
        parts = [" ".join(plain_words(part)) for part in _DIVIDED.split(text)]
        parts += [" ".join(words[-count:]) for count in range(1, _MOST_WORDS + 1)]
        if said := next((_NOT_AS_PLANNED[part] for part in parts if part in _NOT_AS_PLANNED), None):
            return said
    said, is_all = _beginning(text)
    # A show may move to another hall on its day: one that moves to another day has it beside the word.
    return said if said != "moved" or is_all or any(map(str.isdigit, text)) else None


@lru_cache(1024)
def _beginning(text: str) -> tuple[str | None, bool]:
    """The status that a text says first, and whether nothing stands behind it in its sentence."""
    for part in _DIVIDED.split(CAMEL_BOUNDARY.sub(" ", text)):
        if words := [*dropwhile(_BEFORE_IT.__contains__, plain_words(part))]:
            begun = (" ".join(words[:count]) for count in range(_MOST_WORDS, 0, -1) if words[0] in _FIRST_WORDS)
            said = next((phrase for phrase in begun if phrase in _NOT_AS_PLANNED), "")
            status, rest = _NOT_AS_PLANNED.get(said), " ".join(words).removeprefix(said).lstrip()
            is_later = status == "postponed" and _LATER_THAT_DAY.match(rest)
            return None if is_later else status, not rest
    return None, False
