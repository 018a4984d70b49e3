"""Tells of a row to be added which event of the site it may be about: one typed over in a sheet comes beside the old.

Pure, and no row is compared with all events: one artist may have thousands.
"""

from collections.abc import Iterator, Set
from datetime import date

from marquee.sheets.known import Known
from marquee.sheets.there import There, Values, days_around, key_of

_ANYWHERE = ""


class Alike:
    """The events that there are, but those `taken`, which other rows of the table are about."""

    def __init__(self, known: Known, taken: Set[str | None]) -> None:
        self._events: dict[tuple[str, str, str], There] = {}
        for (artist_id, day), events in known.events.items():
            for event in events:
                for place in _places(event.values) if event.id not in taken else ():
                    self._events.setdefault((artist_id, day, place), event)

    def said_of(self, artist: str, values: Values) -> str | None:
        """That the artist is in the same venue or town within a few days, or anywhere on the day itself."""
        near = (
            self._events.get((values["artist_id"], day, place))
            for day in days_around(values["date"])
            for place in _places(values)
            if place != _ANYWHERE or day == values["date"]
        )
        there = next(filter(None, near), None)
        if there is None:
            return None
        day = date.fromisoformat(there.values["date"])
        at = f"{there.values['venue']}, {there.values['location']}, on {day:%B} {day.day}, {day.year}"
        return f"The site has {artist} at {at}. This is added beside it."


def _places(values: Values) -> Iterator[str]:
    yield key_of(values["venue"])
    yield key_of(values["location"].partition(",")[0])
    yield _ANYWHERE
