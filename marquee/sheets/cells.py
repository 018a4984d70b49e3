"""Finds the cells of a table in what spreadsheets save and copy. Pure."""

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from marquee.data_errors import TableRefused

MAX_BYTES = 2 * 1024 * 1024
MAX_ROWS = 5_000
MAX_COLUMNS = 100
MAX_HEADER_LINE = 10_000
"""Characters of a line that may be the header: names of columns are short."""
HEADER_WITHIN = 10
"""A title or two may stand above the names of the columns."""
SURELY_NAMES = 3
"""So many names of columns stand in no row by chance."""
MORE_THAN_A_TITLE = 4
"""So many cells with a date among them, or all that there are names for, are a row of the table's own."""
DELIMITERS = (",", ";", "\t", "|")

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff\ufffe\uffff\ud800-\udfff]")
# What a spreadsheet passes over, then what begins a formula, also as Japanese keyboards write it.
_BEGINNING = r"(?:[\s\x00-\x1f]*[=+\-@＝＋－＠]|[\t\r\n])"
_FORMULA = re.compile(f"'*{_BEGINNING}")
_ESCAPED = re.compile(f"'+{_BEGINNING}")
_RULE = re.compile(r"[\s:+-]*")
_ESCAPED_PIPE, _PIPE_WITHIN = r"\|", "\x1f"
"""A pipe within a cell, as Markdown writes it, and what stands for it while cells are divided: no text has that."""


class Cells(NamedTuple):
    """A row's number, as a spreadsheet shows it (from 1, the header and blank rows count), and its texts."""

    line: int
    texts: list[str]


class Found(NamedTuple):
    """The names of a table's columns, and the rows below them that are not blank, each at least as long.

    Where no row names the columns, their names are empty.
    """

    header: list[str]
    rows: list[Cells]


def require_size(table: bytes) -> None:
    """Raises TableRefused for a file that is larger than a table may be."""
    if len(table) > MAX_BYTES:
        raise TableRefused(f"A table can have at most {MAX_BYTES // 1024**2} MB. Split it into several.")


def find(text: str, count_known: Callable[[list[str]], int], is_content: Callable[[list[str]], bool]) -> Found:
    """The table in a text: the row with most names that `count_known` knows is the header, whatever divides the cells.

    A row below or with something that `is_content` is one of the table's own, unless nearly all of it is known.
    Raises TableRefused.
    """
    require_size(text.encode(errors="replace"))
    text = _CONTROLS.sub("", text)
    if text.lstrip().startswith("BEGIN:VCALENDAR"):
        raise TableRefused("This is a calendar. Write its dates into a table, with Artist, Date, Venue and City.")
    delimiter = _delimiter(text, count_known)
    header = _header([*islice(_rows(text, delimiter), HEADER_WITHIN)], count_known, is_content)
    width = len(header.texts)
    below: list[Cells] = []
    for row in _rows(text, delimiter):
        if row.line <= header.line:
            continue
        if len(below) == MAX_ROWS:
            raise TableRefused(f"A table can have at most {MAX_ROWS:,} rows. Split it into several.")
        if not header.line:
            width = max(width, len(row.texts))
        if width > MAX_COLUMNS:
            break
        below.append(Cells(row.line, [*map(restored, row.texts)]))
    if width > MAX_COLUMNS:
        raise TableRefused(f"A table can have at most {MAX_COLUMNS} columns.")
    names = [*header.texts, *[""] * (width - len(header.texts))]
    return Found(names, [Cells(line, [*texts, *[""] * (width - len(texts))]) for line, texts in below])


def _header(
    rows: list[Cells], count_known: Callable[[list[str]], int], is_content: Callable[[list[str]], bool]
) -> Cells:
    """The row that names the columns; of line 0 and empty if none does. Raises TableRefused for one below others.

    A title has few cells.
    """
    none = Cells(0, [])
    best = max(rows, key=lambda row: count_known(row.texts), default=none)
    known = count_known(best.texts)
    content = [row.texts for row in rows if row.line <= best.line and is_content(row.texts)]
    if known < SURELY_NAMES:
        return best if known and not content else none
    if any(texts is not best.texts and sum(map(bool, texts)) >= min(known, MORE_THAN_A_TITLE) for texts in content):
        raise TableRefused(
            f"Row {best.line} names the columns below other rows. Move it up, or import them by themselves."
        )
    return best


def escaped(text: str) -> str:
    """A cell that no spreadsheet takes for a formula: one that begins like one gets an apostrophe in front.

    Source: OWASP, "CSV Injection".
    """
    return f"'{text}" if _FORMULA.match(text) else text


def restored(text: str) -> str:
    """The text that `escaped` was given."""
    return text[1:] if _ESCAPED.match(text) else text


def _delimiter(text: str, count_known: Callable[[list[str]], int]) -> str:
    """What divides the cells: that by which the most names of columns are known in one of the first lines.

    Without any it is that which every line has, and most often.
    """
    first = (line[:MAX_HEADER_LINE] for line in islice(io.StringIO(text, newline=None), HEADER_WITHIN))
    lines = [line.replace(_ESCAPED_PIPE, _PIPE_WITHIN) for line in first]

    def known(delimiter: str) -> tuple[int, int, int]:
        rows = [row for row in csv.reader(lines, delimiter=delimiter) if row]
        lengths = [len(row) for row in rows]
        return max(map(count_known, rows), default=0), min(lengths, default=0), max(lengths, default=0)

    return max(DELIMITERS, key=known)


def _rows(text: str, delimiter: str) -> Iterator[Cells]:
    """The rows that are not blank. Raises TableRefused for a quotation mark that is never closed."""
    if delimiter == "|":
        text = text.replace(_ESCAPED_PIPE, _PIPE_WITHIN)
    # Copied cells are only quoted if they have a line break: any other quotation mark is one that somebody wrote.
    is_plain = delimiter == "\t" and text.count('"') % 2 == 1
    lines: list[str] = []
    reader = csv.reader(
        _noted(text, lines), delimiter=delimiter, quoting=csv.QUOTE_NONE if is_plain else csv.QUOTE_MINIMAL
    )
    line = 0
    try:
        for texts in reader:
            if len(lines) > 1:
                _require_quotes(lines, delimiter)
            lines.clear()
            line += 1
            if any(map(str.strip, texts)) and not _is_instruction(line, texts) and not _is_rule(texts):
                yield Cells(line, [text.strip().replace(_PIPE_WITHIN, "|") for text in texts])
    except csv.Error as error:
        raise TableRefused(
            f"Row {line + 1} cannot be read: it has a quotation mark that is never closed, or a cell that is too long."
        ) from error


def _noted(text: str, lines: list[str]) -> Iterator[str]:
    """The lines of a text, each noted as it is read, and an empty one, which is the last row unless that is open."""
    for line in chain(io.StringIO(text, newline=""), [""]):
        lines.append(line)
        yield line


def _require_quotes(lines: Sequence[str], delimiter: str) -> None:
    """Raises csv.Error if a row of several lines has them because a quotation mark is never closed, or in another row.

    A row of one line may have quotation marks anywhere, as people write them.
    """
    for _ in csv.reader(lines, delimiter=delimiter, strict=True):
        pass


def _is_rule(texts: list[str]) -> bool:
    """Whether a row is a line that is drawn under the head of a table, as in Markdown; it says nothing."""
    return all(map(_RULE.fullmatch, texts))


def _is_instruction(line: int, texts: list[str]) -> bool:
    """Whether a row is `sep=;`, which tells Excel how cells are divided."""
    return line == 1 and texts[0].strip().lower().startswith("sep=")
