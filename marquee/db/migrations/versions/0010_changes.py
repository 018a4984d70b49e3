# ruff: noqa: S608 - every name in these statements is one of ours
"""A record of every change of a public row, and the triggers that write it."""

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import INTEGER, TEXT, JsonText, Timestamp, UuidText

revision = "0010"
down_revision = "0008"

COLUMNS: dict[str, list[str]] = {
    "music_artists": [
        "user_id",
        "name",
        "genre",
        "image",
        "followers",
        "latest_song",
        "bio",
        "social_instagram",
        "social_twitter",
        "website",
    ],
    "music_events": [
        "date",
        "venue",
        "location",
        "artist_id",
        "start_time",
        "door_time",
        "timezone",
        "ticket_url",
        "price",
        "ticket_status",
        "status",
        "previous_date",
        "note",
    ],
    "music_lineup": ["event_id", "position", "artist_id", "name"],
    "music_links": ["artist_id", "position", "url", "label"],
}
"""What is recorded of a row. The rest is the server's own, or follows from it."""
ONLY_DELETED: dict[str, list[str]] = {
    "music_artists": ["is_featured", "created_at", "updated_at"],
    "music_events": ["created_at", "updated_at", "revision"],
}
"""What a row needs besides to come back as it was."""

PARENTS: dict[str, list[tuple[str, str]]] = {
    "music_artists": [],
    "music_events": [("music_artists", "artist_id")],
    "music_lineup": [("music_events", "event_id"), ("music_artists", "artist_id")],
    "music_links": [("music_artists", "artist_id")],
}
"""The rows that take others along when they are deleted, by the column that names them."""


def upgrade() -> None:
    op.create_table(
        "music_changes",
        sa.Column("id", INTEGER, nullable=False),
        sa.Column("at", Timestamp(), nullable=False),
        sa.Column("user_id", UuidText(), nullable=True),
        sa.Column("table_name", TEXT, nullable=False),
        sa.Column("row_id", TEXT, nullable=False),
        sa.Column("artist_id", TEXT, nullable=True),
        sa.Column("action", TEXT, nullable=False),
        sa.Column("before", JsonText(), nullable=True),
        sa.Column("after", JsonText(), nullable=True),
        sa.Column("part_of", INTEGER, nullable=True),
        sa.Column("undo", INTEGER, nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="music_changes_user_id_fkey", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="music_changes_pkey"),
    )
    for column in ("user_id", "row_id", "artist_id"):
        op.create_index(f"music_changes_{column}_idx", "music_changes", [column])
    is_part = sa.text("part_of IS NOT NULL")
    op.create_index(
        "music_changes_part_of_idx", "music_changes", ["part_of"], sqlite_where=is_part, postgresql_where=is_part
    )
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    if is_sqlite:
        op.execute("CREATE TABLE acting (user_id TEXT NOT NULL)")
    for table in COLUMNS:
        if is_sqlite:
            _record_on_sqlite(table)
        else:
            _record_on_postgresql(table)


def _record_on_sqlite(table: str) -> None:
    for action in ("insert", "update", "delete"):
        op.execute(
            # Before a deletion: what goes with a row is recorded after it.
            f"CREATE TRIGGER {table}_{action}_is_recorded {'BEFORE' if action == 'delete' else 'AFTER'} {action.upper()} "
            f"ON {table} {f'WHEN {_differs(table)} ' if action == 'update' else ''}BEGIN "
            f"{_insert(table, action, _SQLITE_NOW, _SQLITE_ACTING, _sqlite_json(table, action))}; END"
        )


def _record_on_postgresql(table: str) -> None:
    for action in ("insert", "update", "delete"):
        name = f"{table}_{action}_is_recorded"
        op.execute(
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql SET timezone TO 'UTC' AS $$ BEGIN "
            f"{_insert(table, action, 'clock_timestamp()', _POSTGRESQL_ACTING, _postgresql_json(table, action))}; "
            f"RETURN {'OLD' if action == 'delete' else 'NEW'}; END $$"
        )
        op.execute(
            f"CREATE TRIGGER {name} {'BEFORE' if action == 'delete' else 'AFTER'} {action.upper()} ON {table} "
            f"FOR EACH ROW {f'WHEN ({_differs(table)}) ' if action == 'update' else ''}EXECUTE FUNCTION {name}()"
        )


_SQLITE_NOW = "rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'"
_SQLITE_ACTING = "(SELECT id FROM users WHERE id = (SELECT user_id FROM acting))"
_POSTGRESQL_ACTING = (
    "(SELECT id FROM users WHERE id = CAST(nullif(current_setting('marquee.user_id', true), '') AS uuid))"
)


def _insert(table: str, action: str, now: str, acting: str, json: tuple[str, str]) -> str:
    row = "NEW" if action == "insert" else "OLD"
    artist = "id" if table == "music_artists" else "artist_id"
    whose = f"{row}.{artist}"
    if table == "music_lineup":
        of_event = f"(SELECT artist_id FROM music_events WHERE id = {row}.event_id)"
        whose = f"coalesce({of_event}, {_last('music_events', row, 'event_id', 'artist_id')})"
    gone = [_gone(parent, row, column) for parent, column in PARENTS[table]] if action != "insert" else []
    part_of = f"coalesce({', '.join(gone)}, CAST(NULL AS bigint))" if gone else "NULL"
    return (
        "INSERT INTO music_changes (at, user_id, table_name, row_id, artist_id, action, before, after, part_of) VALUES "
        f"({now}, {acting}, '{table}', {row}.id, {whose}, '{action}', {json[0]}, {json[1]}, "
        f"{part_of})"
    )


def _gone(parent: str, row: str, column: str) -> str:
    """The deletion that takes the row along: a foreign key leads nowhere only while that is happening."""
    is_there = f"EXISTS (SELECT 1 FROM {parent} WHERE id = {row}.{column})"
    return f"CASE WHEN NOT {is_there} THEN {_last(parent, row, column, 'coalesce(part_of, id)')} END"


def _last(parent: str, row: str, column: str, value: str) -> str:
    return (
        f"(SELECT {value} FROM music_changes WHERE table_name = '{parent}' AND action = 'delete' "
        f"AND row_id = CAST({row}.{column} AS TEXT) ORDER BY music_changes.id DESC LIMIT 1)"
    )


def _differs(table: str) -> str:
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    other = "IS NOT" if is_sqlite else "IS DISTINCT FROM"
    return " OR ".join(f"OLD.{name} {other} NEW.{name}" for name in COLUMNS[table])


def _sqlite_json(table: str, action: str) -> tuple[str, str]:
    """The row before and after: without nulls, or of an update what differs."""

    def of(row: str, names: list[str]) -> str:
        values = (
            f"'{name}', json(iif({row}.{name}, 'true', 'false'))"
            if name == "is_featured"
            else f"'{name}', {row}.{name}"
            for name in names
        )
        return f"json_object({', '.join(values)})"

    names = COLUMNS[table]
    if action == "update":
        same = ", ".join(f"iif(OLD.{name} IS NEW.{name}, '$.{name}', '$.-')" for name in names)
        return f"json_remove({of('OLD', names)}, {same})", f"json_remove({of('NEW', names)}, {same})"
    if action == "insert":
        return "NULL", f"json_patch('{{}}', {of('NEW', names)})"
    return f"json_patch('{{}}', {of('OLD', names + ONLY_DELETED.get(table, []))})", "NULL"


def _postgresql_json(table: str, action: str) -> tuple[str, str]:
    """The same."""

    def of(row: str, names: list[str]) -> str:
        pairs = ", ".join(f"'{name}', {row}.{name}" for name in names)
        return f"jsonb_build_object({pairs})"

    names = COLUMNS[table]
    if action == "update":
        return _different(of("OLD", names), of("NEW", names)), _different(of("NEW", names), of("OLD", names))
    if action == "insert":
        return "NULL", f"CAST(jsonb_strip_nulls({of('NEW', names)}) AS text)"
    return f"CAST(jsonb_strip_nulls({of('OLD', names + ONLY_DELETED.get(table, []))}) AS text)", "NULL"


def _different(row: str, other: str) -> str:
    return (
        f"(SELECT CAST(jsonb_object_agg(one.key, one.value) AS text) FROM jsonb_each({row}) one "
        f"JOIN jsonb_each({other}) other ON other.key = one.key WHERE one.value <> other.value)"
    )
