"""What revisions did to the triggers that record changes; since 0030 each start makes them."""

from alembic import op

from marquee.db.recording_triggers import Recorded, triggers

_PARENTS: dict[str, list[tuple[str, str]]] = {
    "music_artists": [],
    "music_events": [("music_artists", "artist_id")],
    "music_lineup": [("music_events", "event_id"), ("music_artists", "artist_id")],
    "music_links": [("music_artists", "artist_id")],
    "music_owners": [("music_artists", "artist_id")],
    "music_settings": [],
}
"""`Recorded.parents` of the tables that revisions know."""
_FORGOTTEN_WITH = {"music_owners": [("users", "user_id")]}


def record(recorded: Recorded) -> None:
    """Make the triggers of a table, in the place of those that it has."""
    table = recorded.table
    recorded = recorded._replace(parents=_PARENTS[table], forgotten_with=_FORGOTTEN_WITH.get(table, ()))
    for trigger in triggers(recorded, op.get_bind().dialect.name):
        for statement in trigger.statements:
            op.execute(statement)
