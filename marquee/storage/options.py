"""The JSON object of a storage call's body, field by field, taken as Supabase's schemas take it.

A value of another type than the field's is converted where nothing is lost, since clients rely on it: the Python client
sends `{"expiresIn": "60"}`. Source: supabase/storage, whose schemas Fastify has checked by Ajv, `coerceTypes: "array"`.
"""

import math
from collections.abc import Sequence
from typing import Any

from marquee.storage.errors import FEATURE_OFF, INVALID_REQUEST, StorageError
from marquee.web.context import Context

MAX_JSON = 256 * 1024
MAX_EXACT = 2**53
"""Beyond it, JSON's numbers are no longer whole for certain (RFC 8259, 6)."""
_BOOLEANS: dict[Any, bool] = {True: True, "true": True, False: False, "false": False, None: False}
"""1 and 0 are True and False."""


class Options:
    """Every method raises INVALID_REQUEST for what cannot be taken as its type."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields

    @classmethod
    async def read(cls, context: Context) -> "Options":
        """Those of a body; an empty one is `{}`. Raises INVALID_REQUEST, BodyTooLarge, InvalidJson."""
        fields = await context.read_json(MAX_JSON)
        if not isinstance(fields, dict):
            raise StorageError(INVALID_REQUEST, "body must be object")
        return cls(fields)

    def has(self, name: str) -> bool:
        """Whether a field is there, and not null."""
        return self._fields.get(name) is not None

    def _one(self, name: str, default: object = None) -> object:
        """The value of a field; a list of one thing stands for it."""
        value = self._fields.get(name, default)
        return value[0] if isinstance(value, list) and len(value) == 1 else value

    def text(self, name: str, default: str | None = None) -> str:
        """A text; null is an absent one."""
        if not self.has(name) and default is not None:
            return default
        found = _text(self._one(name))
        if found is None:
            raise StorageError(INVALID_REQUEST, f"body must have required property '{name}', a string")
        return _without_nul(name, found)

    def texts(self, name: str, max_count: int = 1000) -> list[str]:
        """A list of texts; one that stands alone is a list too. Raises FEATURE_OFF for versions by their ids."""
        value = self._fields.get(name)
        values = value if isinstance(value, list) else [value]
        if any(isinstance(one, dict) and "versionId" in one for one in values):
            raise StorageError(FEATURE_OFF)
        found = [text for one in values if (text := _text(one)) is not None]
        if len(found) != len(values) or len(values) > max_count:
            raise StorageError(
                INVALID_REQUEST, f"body must have required property '{name}', a list of at most {max_count:,} strings"
            )
        return [_without_nul(name, one) for one in found]

    def number(self, name: str, default: int, lowest: int, highest: int) -> int:
        found = _whole_number(self._one(name, default))
        if found is None or not lowest <= found <= highest:
            raise StorageError(INVALID_REQUEST, f"body/{name} must be a whole number from {lowest} to {highest:,}")
        return found

    def words(self, names: Sequence[str]) -> dict[str, str]:
        """Those of these fields that are there, as a query would have them."""
        return {name: self.text(name) for name in names if self.has(name)}

    def flag(self, name: str) -> bool:
        """A boolean, false where it is absent."""
        try:
            return _BOOLEANS[self._one(name)]
        except (KeyError, TypeError):
            raise StorageError(INVALID_REQUEST, f"body/{name} must be boolean") from None

    def object(self, name: str) -> "Options":
        """A nested object, empty if it is not there."""
        value = self._fields.get(name)
        if value is not None and not isinstance(value, dict):
            raise StorageError(INVALID_REQUEST, f"body/{name} must be object")
        return Options(value or {})


def _text(value: object) -> str | None:
    """A value that has one spelling as a text: a number has that of JSON, without a fraction of zeros."""
    match value:
        case str():
            return value
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case float():
            whole = _whole_number(value)
            return repr(value) if whole is None else str(whole)
        case _:
            return None


def _whole_number(value: object) -> int | None:
    """A value that is a whole number, also as a text; null is 0, and true is 1."""
    match value:
        case None:
            return 0
        case int():
            return int(value)
        case float():
            return int(value) if math.isfinite(value) and abs(value) <= MAX_EXACT and value.is_integer() else None
        case str():
            return _spelled_number(value)
        case _:
            return None


def _spelled_number(text: str) -> int | None:
    try:
        return _whole_number(float(text)) if text.isascii() and "_" not in text else None
    except ValueError:
        return None


def _without_nul(name: str, text: str) -> str:
    if "\0" in text:  # PostgreSQL cannot hold it
        raise StorageError(INVALID_REQUEST, f"body/{name} must not contain a null character")
    return text
