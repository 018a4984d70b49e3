"""Writes frontend/src/schema.ts: the rows of `marquee/site/rows.py` as the front end reads them, what it selects to get
them, and the data of each page of `marquee/site/page_table.py`.

`python -m scripts.generate_schema` writes it; `tests/project/test_schema.py` fails when it is out of date.
"""

from collections.abc import Sequence
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import Struct, UnsetType
from msgspec.structs import FieldInfo, fields

from marquee.domain.tables.events import EventStatus, TicketStatus
from marquee.site import rows
from marquee.site.page_data import NotFound
from marquee.site.page_table import PAGES
from marquee.site.queries.select_lists import record_in, whole_list

SCHEMA = Path(__file__).parent.parent / "frontend" / "src" / "schema.ts"
WORDS = {"EventStatus": EventStatus, "TicketStatus": TicketStatus}
RECORDS: tuple[Any, ...] = (
    *(rows.ArtistName, rows.ArtistSummary, rows.ArtistCard, rows.ListedLink, rows.Link, rows.Artist),
    *(rows.EventFacts, rows.Act, rows.ListedEvent, rows.PastEvent, rows.BillEntry, rows.EventRecord),
)
SELECTED: dict[str, Any] = {
    "CARD": rows.ArtistCard,
    "ARTIST": rows.Artist,
    "ARTIST_NAME": rows.ArtistName,
    "LISTED_LINK": rows.ListedLink,
    "LISTED_EVENT": rows.ListedEvent,
    "EVENT": rows.EventRecord,
}
_TYPES = {str: "string", int: "number", bool: "boolean", NoneType: "null"}
_BEGIN = "/** Written by `make docs`: the rows of `marquee/site/rows.py`, what selects them, and pages' data. */\n"


def generated() -> str:
    """The file as it should be."""
    words = (f"export type {name} = {_written(values)};\n" for name, values in WORDS.items())
    selects = (f"export const {name} = '{whole_list(record)}';\n" for name, record in SELECTED.items())
    return "\n".join([_BEGIN, *words, *map(_record, [*RECORDS, *_page_data()]), "".join(selects)])


def _page_data() -> list[Any]:
    """What the pages show, each once."""
    found = (get_type_hints(page.read)["return"] for page in PAGES if page.read)
    return [*dict.fromkeys(record_in(type_) for type_ in found), NotFound]


def _record(record: Any) -> str:
    (base,) = record.__bases__
    of_base = {field.name: field for field in fields(base)} if base is not Struct else {}
    extends = f"{base.__name__} & " if of_base else ""
    own = "".join(f"  {_field(field)};\n" for field in fields(record) if field.name not in of_base)
    return f"{_comment(record)}export type {record.__name__} = {extends}{{\n{own}}};\n"


def _comment(record: type) -> str:
    lines = [line.strip() for line in (record.__doc__ or "").strip().splitlines()]
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def _field(field: FieldInfo) -> str:
    return f"{field.name}{'?' if UnsetType in get_args(field.type) else ''}: {_type(field.type)}"


def _type(type_: Any) -> str:
    """A type of Python, as TypeScript writes it."""
    named = next((name for name, values in WORDS.items() if values == type_), None)
    return named or _written(type_)


def _written(type_: Any) -> str:
    if type_ in _TYPES:
        return _TYPES[type_]
    if isinstance(type_, type) and issubclass(type_, Struct):
        return type_.__name__
    parts = sorted(
        (part for part in get_args(type_) if part not in (..., UnsetType)), key=lambda part: part is NoneType
    )
    if get_origin(type_) in (list, tuple, Sequence):
        return f"{_type(parts[0])}[]"
    return " | ".join(f"'{part}'" if isinstance(part, str) else _type(part) for part in parts)


if __name__ == "__main__":
    SCHEMA.write_text(generated())
