# ruff: noqa: S608 - every name in these statements is one of ours
"""What admins say of the site: one row, whose changes are public and recorded like any."""

import sqlalchemy as sa
from alembic import op

from marquee import clock
from marquee.db.column_types import TEXT, Timestamp

revision = "0012"
down_revision = "0011"

HTTPS = "{0} LIKE 'https://_%' AND {0} NOT LIKE '% %' AND length({0}) <= 2048"
CHECKS = {
    "id": "id = 'site'",
    "site_name": "length(trim(site_name)) > 0 AND length(site_name) <= 80",
    "tagline": "length(tagline) <= 160",
    "footer": "length(footer) <= 200",
    "accent": "length(accent) = 7 AND accent LIKE '#%' AND ltrim(lower(substr(accent, 2)), '0123456789abcdef') = ''",
    "logo": f"({HTTPS.format('logo')}) OR (logo LIKE '/storage/v1/object/public/_%' AND length(logo) <= 2048)",
    "contact": f"({HTTPS.format('contact')}) OR "
    "(contact LIKE '_%@_%' AND contact NOT LIKE '% %' AND length(contact) <= 255)",
}
RECORDED = ("site_name", "tagline", "footer", "accent", "logo", "contact")


def upgrade() -> None:
    table = op.create_table(
        "music_settings",
        sa.Column("id", TEXT, server_default="site", nullable=False),
        *(sa.Column(name, TEXT, nullable=True) for name in ("site_name", "tagline", "footer")),
        *(sa.Column(name, TEXT, nullable=True) for name in ("accent", "accent_on_dark", "accent_on_light")),
        *(sa.Column(name, TEXT, nullable=True) for name in ("logo", "contact")),
        sa.Column("updated_at", Timestamp(), nullable=False),
        *(sa.CheckConstraint(rule, name=op.f(f"music_settings_{name}_check")) for name, rule in CHECKS.items()),
        sa.PrimaryKeyConstraint("id", name="music_settings_pkey"),
    )
    op.execute(sa.insert(table).values(id="site", updated_at=clock.timestamp()))
    if op.get_bind().dialect.name == "sqlite":
        _tell_and_record_on_sqlite()
    else:
        _tell_and_record_on_postgresql()


def _tell_and_record_on_sqlite() -> None:
    """As 0006 and 0010 for other tables."""
    for change in ("INSERT", "UPDATE", "DELETE"):
        count = "UPDATE public_changes SET number = number + 1"
        name = f"music_settings_{change.lower()}_is_public"
        op.execute(f"CREATE TRIGGER {name} AFTER {change} ON music_settings BEGIN {count}; END")
    same = ", ".join(f"iif(OLD.{name} IS NEW.{name}, '$.{name}', '$.-')" for name in RECORDED)
    before, after = (f"json_remove(json_object({_pairs(row)}), {same})" for row in ("OLD", "NEW"))
    now = "rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'"
    acting = "(SELECT id FROM users WHERE id = (SELECT user_id FROM acting))"
    op.execute(
        "CREATE TRIGGER music_settings_update_is_recorded AFTER UPDATE ON music_settings WHEN "
        f"{_differs('IS NOT')} BEGIN {_record(now, acting, before, after)}; END"
    )


def _tell_and_record_on_postgresql() -> None:
    op.execute(
        "CREATE TRIGGER music_settings_is_public AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON music_settings "
        "FOR EACH STATEMENT EXECUTE FUNCTION tell_public_change()"
    )
    before, after = (
        "(SELECT CAST(jsonb_object_agg(one.key, one.value) AS text) "
        f"FROM jsonb_each(jsonb_build_object({_pairs(row)})) one "
        f"JOIN jsonb_each(jsonb_build_object({_pairs(other)})) other ON other.key = one.key "
        "WHERE one.value <> other.value)"
        for row, other in (("OLD", "NEW"), ("NEW", "OLD"))
    )
    acting = "(SELECT id FROM users WHERE id = CAST(nullif(current_setting('marquee.user_id', true), '') AS uuid))"
    name = "music_settings_update_is_recorded"
    op.execute(
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql SET timezone TO 'UTC' AS $$ BEGIN "
        f"{_record('clock_timestamp()', acting, before, after)}; RETURN NEW; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {name} AFTER UPDATE ON music_settings FOR EACH ROW "
        f"WHEN ({_differs('IS DISTINCT FROM')}) EXECUTE FUNCTION {name}()"
    )


def _pairs(row: str) -> str:
    return ", ".join(f"'{name}', {row}.{name}" for name in RECORDED)


def _differs(other: str) -> str:
    return " OR ".join(f"OLD.{name} {other} NEW.{name}" for name in RECORDED)


def _record(now: str, acting: str, before: str, after: str) -> str:
    return (
        "INSERT INTO music_changes (at, user_id, table_name, row_id, action, before, after) "
        f"VALUES ({now}, {acting}, 'music_settings', OLD.id, 'update', {before}, {after})"
    )
