"""What the database knows of the site itself."""

from sqlalchemy import Column, Table

from marquee.db.column_types import TEXT
from marquee.domain.tables.columns import metadata

# One row: the time zone in which the dates without one were last reckoned (event_times.py). None before the first
# start: UTC.
site_zone = Table("site_zone", metadata, Column("name", TEXT, primary_key=True))
