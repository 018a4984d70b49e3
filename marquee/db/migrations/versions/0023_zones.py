"""Events in zones that know no summer time, which none may be saved with any more, get a place of the same hour."""

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import INTEGER, TEXT

revision = "0023"
down_revision = "0022"

OFFSETS = {
    "Africa/Abidjan": ("GMT", "GMT0", "GMT+0", "GMT-0", "Greenwich", "Etc/GMT", "Etc/GMT0", "Etc/GMT+0", "Etc/GMT-0"),
    "Africa/Algiers": ("Etc/GMT-1",),
    "Africa/Johannesburg": ("Etc/GMT-2",),
    "Africa/Nairobi": ("Etc/GMT-3",),
    "Asia/Dubai": ("Etc/GMT-4",),
    "Asia/Karachi": ("Etc/GMT-5",),
    "Asia/Dhaka": ("Etc/GMT-6",),
    "Asia/Bangkok": ("Etc/GMT-7",),
    "Asia/Singapore": ("Etc/GMT-8",),
    "Asia/Tokyo": ("Etc/GMT-9",),
    "Australia/Brisbane": ("Etc/GMT-10",),
    "Pacific/Guadalcanal": ("Etc/GMT-11",),
    "Pacific/Fiji": ("Etc/GMT-12",),
    "Pacific/Tongatapu": ("Etc/GMT-13",),
    "Pacific/Kiritimati": ("Etc/GMT-14",),
    "Atlantic/Cape_Verde": ("Etc/GMT+1",),
    "America/Noronha": ("Etc/GMT+2",),
    "America/Argentina/Buenos_Aires": ("Etc/GMT+3",),
    "America/La_Paz": ("Etc/GMT+4",),
    "America/Panama": ("EST", "Etc/GMT+5"),
    "America/Costa_Rica": ("Etc/GMT+6",),
    "America/Phoenix": ("MST", "Etc/GMT+7"),
    "Pacific/Pitcairn": ("Etc/GMT+8",),
    "Pacific/Gambier": ("Etc/GMT+9",),
    "Pacific/Honolulu": ("HST", "Etc/GMT+10"),
    "Pacific/Pago_Pago": ("Etc/GMT+11", "Etc/GMT+12"),
}
"""Names by the place that has their hour today; nobody lives in the last one's."""


def upgrade() -> None:
    connection = op.get_bind()
    changes = sa.table("music_changes", sa.column("id", INTEGER))
    events = sa.table("music_events", sa.column("timezone", TEXT))
    last = connection.execute(sa.select(sa.func.max(changes.c.id))).scalar() or 0
    for place, names in OFFSETS.items():
        op.execute(sa.update(events).where(events.c.timezone.in_(names)).values(timezone=place))
    connection.execute(sa.delete(changes).where(changes.c.id > last))  # nobody has changed anything
