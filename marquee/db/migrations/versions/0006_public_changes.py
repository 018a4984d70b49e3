"""Triggers that tell of changes to public tables, so that other writes leave what is cached alone."""

from alembic import op

revision = "0006"
down_revision = "0005"

PUBLIC = ("music_artists", "music_events")


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        _notify_on_postgresql()
    else:
        _count_on_sqlite()


def _count_on_sqlite() -> None:
    """A number in the file itself: written with each change, or not at all, whoever makes it."""
    op.execute("CREATE TABLE public_changes (number INTEGER NOT NULL)")
    op.execute("INSERT INTO public_changes VALUES (0)")
    for table in PUBLIC:
        for change in ("INSERT", "UPDATE", "DELETE"):
            name, count = f"{table}_{change.lower()}_is_public", "UPDATE public_changes SET number = number + 1"
            op.execute(f"CREATE TRIGGER {name} AFTER {change} ON {table} BEGIN {count}; END")


def _notify_on_postgresql() -> None:
    """A notification of all processes with the commit, and a mark for the one that commits."""
    op.execute(
        "CREATE FUNCTION tell_public_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "PERFORM pg_notify('marquee_changed', ''), set_config('marquee.public_change', 'yes', true); "
        "RETURN NULL; END $$"
    )
    for table in PUBLIC:
        op.execute(
            f"CREATE TRIGGER {table}_is_public AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION tell_public_change()"
        )
