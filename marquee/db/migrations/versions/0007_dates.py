"""What else is known of a date, who else plays, and the links of artists."""

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import INTEGER, TEXT, CalendarDate, Timestamp, UuidText

revision = "0007"
down_revision = "0006"

PUBLIC = ("music_lineup", "music_links")
CHANGES = ("INSERT", "UPDATE", "DELETE")


def _time_of_day(column: str) -> str:
    digits = " AND ".join(
        f"substr({column}, {place}, 1) BETWEEN '0' AND '{highest}'"
        for place, highest in ((1, 2), (2, 9), (4, 5), (5, 9))
    )
    return f"length({column}) = 5 AND {column} LIKE '__:__' AND {column} <= '23:59' AND {digits}"


def _https(column: str) -> str:
    return f"{column} LIKE 'https://_%' AND {column} NOT LIKE '% %' AND length({column}) <= 2048"


CHECKS = {
    "start_time": _time_of_day("start_time"),
    "door_time": _time_of_day("door_time"),
    "doors_before_start": "door_time <= start_time",
    "timezone": "length(timezone) <= 64",
    "ticket_url": _https("ticket_url"),
    "price": "length(price) <= 100",
    "ticket_status": "ticket_status IN ('on_sale', 'not_yet', 'few_left', 'sold_out', 'free', 'at_door')",
    "status": "status IN ('scheduled', 'cancelled', 'postponed', 'moved')",
    "moved": "status <> 'moved' OR (previous_date IS NOT NULL AND previous_date <> date)",
    "note": "length(note) <= 2000",
}


def upgrade() -> None:
    op.create_table("site_zone", sa.Column("name", TEXT, nullable=False), sa.PrimaryKeyConstraint("name"))
    op.add_column("music_events", sa.Column("upcoming_until", Timestamp(), nullable=True))
    op.execute(f"UPDATE music_events SET upcoming_until = {_upcoming_until()}")  # noqa: S608
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    op.drop_index("music_events_date_id_idx", "music_events")
    op.drop_index("music_events_artist_id_date_id_idx", "music_events")
    if is_sqlite:  # a table that is replaced takes the words with it
        op.execute("CREATE TEMPORARY TABLE kept_words AS SELECT * FROM event_words")
    _extend_events()
    if is_sqlite:
        op.execute("INSERT INTO event_words SELECT * FROM kept_words")
        op.execute("DROP TABLE kept_words")
    _index_events()
    _create_lineup()
    _create_links()
    if is_sqlite:
        _count_on_sqlite()
    else:
        _notify_on_postgresql()


def _upcoming_until() -> str:
    """05:00 of the next day in UTC; the first start reckons anew in the site's own zone."""
    if op.get_bind().dialect.name == "sqlite":
        return "date(min(date, '9999-12-30'), '+1 day') || 'T05:00:00+00:00'"
    return "((LEAST(date, DATE '9999-12-30') + 1) + TIME '05:00') AT TIME ZONE 'UTC'"


def _extend_events() -> None:
    with op.batch_alter_table("music_events", copy_from=_former()) as events:
        for name in ("start_time", "door_time", "timezone", "ticket_url", "price", "ticket_status"):
            events.add_column(sa.Column(name, TEXT, nullable=True))
        events.add_column(sa.Column("status", TEXT, server_default="scheduled", nullable=False))
        events.add_column(sa.Column("previous_date", CalendarDate(), nullable=True))
        events.add_column(sa.Column("note", TEXT, nullable=True))
        events.add_column(sa.Column("revision", INTEGER, server_default="0", nullable=False))
        events.alter_column("upcoming_until", nullable=False)
        for name, rule in CHECKS.items():
            events.create_check_constraint(op.f(f"music_events_{name}_check"), sa.text(rule))


def _former() -> sa.Table:
    """As 0001 has made it, but for its indexes: SQLite gets new rules of a table only with a new table."""
    return sa.Table(
        "music_events",
        sa.MetaData(),
        sa.Column("id", UuidText(), nullable=False),
        sa.Column("date", CalendarDate(), nullable=False),
        sa.Column("venue", TEXT, nullable=False),
        sa.Column("location", TEXT, nullable=False),
        sa.Column("artist_id", TEXT, nullable=False),
        sa.Column("created_at", Timestamp(), nullable=False),
        sa.Column("updated_at", Timestamp(), nullable=False),
        sa.Column("upcoming_until", Timestamp(), nullable=True),
        sa.CheckConstraint(
            "length(trim(location)) > 0 AND length(location) <= 200", name=op.f("music_events_location_check")
        ),
        sa.CheckConstraint("length(trim(venue)) > 0 AND length(venue) <= 200", name=op.f("music_events_venue_check")),
        sa.ForeignKeyConstraint(
            ["artist_id"], ["music_artists.id"], name="music_events_artist_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="music_events_pkey"),
    )


def _index_events() -> None:
    evening: list[str | sa.TextClause] = ["date", sa.text("(start_time IS NULL)"), "start_time", "id"]
    op.create_index("music_events_date_start_time_id_idx", "music_events", [*evening, "upcoming_until"])
    op.create_index("music_events_artist_id_date_start_time_id_idx", "music_events", ["artist_id", *evening])


def _create_lineup() -> None:
    op.create_table(
        "music_lineup",
        sa.Column("id", UuidText(), nullable=False),
        sa.Column("event_id", UuidText(), nullable=False),
        sa.Column("position", INTEGER, server_default="0", nullable=False),
        sa.Column("artist_id", TEXT, nullable=True),
        sa.Column("name", TEXT, nullable=False),
        sa.CheckConstraint("length(trim(name)) > 0 AND length(name) <= 200", name=op.f("music_lineup_name_check")),
        sa.ForeignKeyConstraint(
            ["event_id"], ["music_events.id"], name="music_lineup_event_id_fkey", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["artist_id"], ["music_artists.id"], name="music_lineup_artist_id_fkey", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="music_lineup_pkey"),
    )
    op.create_index("music_lineup_artist_id_idx", "music_lineup", ["artist_id"])
    op.create_index("music_lineup_event_id_position_id_idx", "music_lineup", ["event_id", "position", "id"])
    op.create_table(
        "lineup_words",
        sa.Column("word", TEXT, nullable=False),
        sa.Column("lineup_id", UuidText(), nullable=False),
        sa.ForeignKeyConstraint(
            ["lineup_id"], ["music_lineup.id"], name="lineup_words_lineup_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("word", "lineup_id", name="lineup_words_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_index("lineup_words_lineup_id_idx", "lineup_words", ["lineup_id"])


def _create_links() -> None:
    op.create_table(
        "music_links",
        sa.Column("id", UuidText(), nullable=False),
        sa.Column("artist_id", TEXT, nullable=False),
        sa.Column("position", INTEGER, server_default="0", nullable=False),
        sa.Column("url", TEXT, nullable=False),
        sa.Column("label", TEXT, nullable=True),
        sa.CheckConstraint(_https("url"), name=op.f("music_links_url_check")),
        sa.CheckConstraint("length(label) <= 100", name=op.f("music_links_label_check")),
        sa.ForeignKeyConstraint(
            ["artist_id"], ["music_artists.id"], name="music_links_artist_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="music_links_pkey"),
    )
    op.create_index("music_links_artist_id_position_id_idx", "music_links", ["artist_id", "position", "id"])


def _count_on_sqlite() -> None:
    """As 0006; the events' triggers went with their former table."""
    for table in ("music_events", *PUBLIC):
        for change in CHANGES:
            name, count = f"{table}_{change.lower()}_is_public", "UPDATE public_changes SET number = number + 1"
            op.execute(f"CREATE TRIGGER {name} AFTER {change} ON {table} BEGIN {count}; END")


def _notify_on_postgresql() -> None:
    for table in PUBLIC:
        op.execute(
            f"CREATE TRIGGER {table}_is_public AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION tell_public_change()"
        )
