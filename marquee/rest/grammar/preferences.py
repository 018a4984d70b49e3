"""The `Prefer` header: how the client wants a request carried out. See docs/protocol.md#data-requests."""

from dataclasses import dataclass
from datetime import UTC, tzinfo
from functools import cached_property, lru_cache

from marquee.data_errors import DataError
from marquee.rest.errors import INVALID_PREFERENCE
from marquee.rest.grammar.scanner import MAX_MEMOIZED
from marquee.rest.grammar.time_zones import parse_time_zone

_KNOWN = {
    "return": ("minimal", "representation", "headers-only"),
    "count": ("exact", "planned", "estimated"),
    "missing": ("default", "null"),
    "resolution": ("merge-duplicates", "ignore-duplicates"),
    "handling": ("strict", "lenient"),
    "tx": ("commit", "rollback"),
}


@dataclass(frozen=True)
class Preferences:
    """The known preferences that were sent, by name; `max_affected` only counts under strict handling.

    `zone` is where the client wants to read instants.
    """

    values: tuple[tuple[str, str], ...] = ()
    max_affected: int | None = None
    zone: tzinfo = UTC

    def get(self, name: str) -> str | None:
        return dict(self.values).get(name)

    @property
    def wants_representation(self) -> bool:
        return self.get("return") == "representation"

    @property
    def wants_rollback(self) -> bool:
        """Whether a write is only tried: nothing of it may stay."""
        return self.get("tx") == "rollback"

    @cached_property
    def applied(self) -> str:
        """The value of `Preference-Applied`: all that we follow."""
        followed = [f"{name}={value}" for name, value in self.values]
        if self.max_affected is not None:
            followed.append(f"max-affected={self.max_affected}")
        return ", ".join(followed)


@lru_cache(MAX_MEMOIZED)
def parse_preferences(headers: tuple[str, ...]) -> Preferences:
    """All `Prefer` headers; the first occurrence of a preference wins.

    Raises INVALID_PREFERENCE for an unknown one, if strict handling is asked for; INVALID_TIME_ZONE.
    """
    known: dict[str, str] = {}
    unknown: list[str] = []
    affected: str | None = None
    for item in (part.strip() for header in headers for part in header.split(",")):
        name, _, value = item.partition("=")
        if value in _KNOWN.get(name, ()) or (name == "timezone" and value):
            known.setdefault(name, value)
        elif name == "max-affected" and value.isdecimal() and len(value) < 10:
            affected = affected or value
        elif item:
            unknown.append(item)
    strict = known.get("handling") == "strict"
    if strict and unknown:
        raise DataError(
            INVALID_PREFERENCE,
            "Invalid preferences given with handling=strict",
            f"Invalid preferences: {', '.join(unknown)}",
        )
    zone = parse_time_zone(known["timezone"]) if "timezone" in known else UTC
    return Preferences(tuple(known.items()), int(affected) if strict and affected else None, zone)
