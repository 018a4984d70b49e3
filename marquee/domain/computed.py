"""Columns of the data protocol that no table stores, and that can only be filtered, by `eq`."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Table

from marquee.domain import bills
from marquee.domain.actor import Actor
from marquee.domain.tables import AnyColumn, music_events


class Computed(NamedTuple):
    """Such a column: its values are those of the column `like`.

    `matches` makes the condition that a row of a table, or of an alias of it, has the bound value for the actor.
    """

    like: AnyColumn
    matches: Callable[[Any, ColumnElement[Any], Actor], ColumnElement[bool]]


COMPUTED: Mapping[Table, Mapping[str, Computed]] = {
    music_events: {"performer_id": Computed(music_events.c.artist_id, bills.played_by)}
}
