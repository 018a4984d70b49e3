"""Rows in the forms that clients accept, each row counted as it is written: no answer is larger than `MAX_BYTES`."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from marquee.data_errors import ANSWER_TOO_LARGE, DataError
from marquee.rest.grammar.media_types import Form

MAX_BYTES = 8 * 1024 * 1024

Row = Sequence[Any]
"""The values of a row by place. An embedded resource among them is JSON already, as `msgspec.Raw`."""

_encoder = msgspec.json.Encoder()
encode_json = _encoder.encode


class Budget:
    """What is left of an answer's bytes."""

    def __init__(self) -> None:
        self.left = MAX_BYTES

    def spend(self, size: int) -> None:
        """Raises ANSWER_TOO_LARGE if more was spent than there is."""
        self.left -= size
        if self.left < 0:
            raise DataError(
                ANSWER_TOO_LARGE,
                f"The answer would be larger than {MAX_BYTES // 1024 // 1024} MB",
                None,
                "Select fewer columns, or ask for fewer rows at a time with limit and offset.",
            )


class EncodedRows(NamedTuple):
    """The rows of an answer in one form, and the keys of their values."""

    form: Form
    keys: tuple[str, ...]
    rows: list[bytes]

    @property
    def array(self) -> bytes:
        """All of them: a JSON array, or CSV with a line of keys; nothing is empty CSV."""
        if self.form == "csv":
            return b"\n".join([_csv_line(self.keys), *self.rows]) if self.rows else b""
        return json_array(self.rows)


def json_array(items: Iterable[bytes]) -> bytes:
    """Items that are JSON as one array."""
    parts = list(items)
    if not parts:
        return b"[]"
    parts[0] = b"[" + parts[0]
    parts[-1] += b"]"
    return b",".join(parts)  # once: megabytes are not copied a second time for the brackets


def encoded_list(values: Iterable[Any], budget: Budget) -> msgspec.Raw:
    """Values as a JSON array. Raises ANSWER_TOO_LARGE."""
    items = []
    for value in values:
        items.append(encode_json(value))
        budget.spend(len(items[-1]))
    return msgspec.Raw(json_array(items))


NO_ITEMS = msgspec.Raw(b"[]")


class RowEncoder:
    """Writes rows whose values have these keys. If a key repeats, the last value wins, in the first one's place."""

    def __init__(self, keys: Sequence[str]) -> None:
        self.all_keys = tuple(keys)
        self.keys = tuple(dict.fromkeys(keys))
        self._construct = _constructor(keys)

    def encoded(self, form: Form, rows: Iterable[Row], budget: Budget) -> list[bytes]:
        """Each row by itself. Raises ANSWER_TOO_LARGE."""
        encode = {"json": self._json, "stripped": self._stripped, "csv": self._csv}[form]
        done, left = [], budget.left
        for row in rows:
            encoded = encode(row)
            left -= len(encoded)
            if left < 0:
                break
            done.append(encoded)
        budget.spend(budget.left - left)
        return done

    def _json(self, row: Row) -> bytes:
        return encode_json(self._construct(*row))

    def _stripped(self, row: Row) -> bytes:
        return encode_json({key: value for key, value in self._object(row).items() if value is not None})

    def _csv(self, row: Row) -> bytes:
        return _csv_line([_cell(value) for value in self._object(row).values()])

    def _object(self, row: Row) -> dict[str, Any]:
        return dict(zip(self.all_keys, row, strict=True))


def _constructor(keys: Sequence[str]) -> Callable[..., Any]:
    """Returns a function that makes of values something that msgspec writes as an object."""
    if len({*keys}) == len(keys):
        names = [f"c{place}" for place in range(len(keys))]
        try:
            # Never part of a cycle, so the garbage collector need not track thousands of them.
            return msgspec.defstruct("Row", names, rename=dict(zip(names, map(str, keys), strict=True)), gc=False)
        except ValueError:  # a key that would have to be escaped
            pass
    return lambda *values: dict(zip(keys, values, strict=True))


def _csv_line(cells: Iterable[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(cells)
    return text.getvalue().encode()


def _cell(value: Any) -> str:
    """Null is empty, and an embedded resource is JSON."""
    match value:
        case None:
            return ""
        case str():
            return value
        case msgspec.Raw():
            return bytes(value).decode()
        case _:
            return encode_json(value).decode()
