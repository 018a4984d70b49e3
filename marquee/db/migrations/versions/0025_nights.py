"""A start may be the next morning, after the doors of the evening before; lists have it last of its day.

Events of which all times are before 05:00 are past at the end of that night, no longer of the following one.
"""

from datetime import datetime
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from alembic import op

from marquee import clock
from marquee.db.column_types import TEXT, CalendarDate, Timestamp, UuidText
from marquee.db.migrations.table_text import replace_in_table

revision = "0025"
down_revision = "0024"

CHECK = "music_events_doors_before_start_check"
BEFORE = "door_time <= start_time"
RULE = "door_time <= start_time OR (start_time < '12:00' AND door_time >= '12:00')"
EVENING: list[str | sa.TextClause] = [
    sa.text("(start_time IS NULL)"),
    sa.text("(start_time < '12:00' AND coalesce(door_time, '') >= '12:00')"),
    "start_time",
    "id",
]


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        replace_in_table("music_events", f"CHECK ({BEFORE})", f"CHECK ({RULE})")
    else:
        op.execute(f"ALTER TABLE music_events DROP CONSTRAINT {CHECK}")
        op.execute(f"ALTER TABLE music_events ADD CONSTRAINT {CHECK} CHECK ({RULE})")
    _order_by_evening()
    _reckon(connection)


def _order_by_evening() -> None:
    for name, first, last in (("date", ["date"], ["upcoming_until"]), ("artist_id_date", ["artist_id", "date"], [])):
        index = f"music_events_{name}_start_time_id_idx"
        op.drop_index(index, "music_events")
        op.create_index(index, "music_events", [*first, *EVENING, *last])


def _reckon(connection: sa.Connection) -> None:
    columns = ("door_time", "start_time", "timezone")
    events = sa.table(
        "music_events",
        sa.column("id", UuidText()),
        sa.column("date", CalendarDate()),
        *(sa.column(name, TEXT) for name in columns),
        sa.column("upcoming_until", Timestamp()),
    )
    site = connection.execute(sa.text("SELECT name FROM site_zone")).scalar() or "UTC"
    are_late = sa.and_(*(sa.func.coalesce(events.c[name], "") < "05:00" for name in columns[:2]))
    is_timed = sa.or_(events.c.door_time.is_not(None), events.c.start_time.is_not(None))
    late = sa.select(events.c.id, events.c.date, events.c.timezone).where(are_late, is_timed)
    for id_, day, zone in connection.execute(late).all():
        end = clock.timestamp(datetime.fromisoformat(f"{day}T05:00").replace(tzinfo=ZoneInfo(zone or site)))
        connection.execute(sa.update(events).where(events.c.id == id_).values(upcoming_until=end))
