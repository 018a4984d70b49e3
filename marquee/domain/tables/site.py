"""What the database knows of the site itself."""

from sqlalchemy import Column, Table

from marquee.db.column_types import TEXT, Timestamp
from marquee.domain.pictures import MEDIA_PREFIX
from marquee.domain.tables.columns import at_most, called, check, https, metadata, record, recorded_only_on, required

# One row: the time zone in which the dates without one were last computed (times/event_times.py). None before the first
# start: UTC.
site_zone = Table("site_zone", metadata, Column("name", TEXT, primary_key=True))

# One row: of the secrets that the site's servers must have (auth/secrets/fingerprint.py). None before the first start.
site_secrets = Table("site_secrets", metadata, Column("fingerprint", TEXT, primary_key=True))

MIN_CONTRAST = 4.5
"""Of text on its ground. Source: WCAG 2.2, 1.4.3."""

music_settings = Table(
    "music_settings",
    metadata,
    # 'site': there is this one row, from the migration that made the table.
    Column("id", TEXT, primary_key=True, server_default="site"),
    # Null: MARQUEE_SITE_NAME.
    Column("site_name", TEXT, info=called("Name")),
    # After the name in the home page's title.
    Column("tagline", TEXT, info=called("Tagline")),
    # A line at the foot of every page.
    Column("footer", TEXT, info=called("Footer line")),
    # '#rrggbb', the colour of tickets and buttons, which carry dark text. Null: pink.
    Column("accent", TEXT, info=called("Accent")),
    # The server's: the accent as a colour of text, in a shade that can be read on dark and on light grounds.
    # Null as the accent is.
    Column("accent_on_dark", TEXT, info=recorded_only_on()),
    Column("accent_on_light", TEXT, info=recorded_only_on()),
    # A URL, or a path of the site's own media, shown in the place of the name. Null: the name.
    Column("logo", TEXT, info=called("Logo")),
    # An e-mail address or a URL, for whoever has a question.
    Column("contact", TEXT, info=called("Contact")),
    # The server's. A save that carries an older one is refused.
    Column("updated_at", Timestamp, nullable=False, info=recorded_only_on()),
    check("id", "id = 'site'", "There is one row, 'site'."),
    required("site_name", 80),
    at_most("tagline", 160),
    at_most("footer", 200),
    check(
        "accent",
        "length(accent) = 7 AND accent LIKE '#%' AND ltrim(lower(substr(accent, 2)), '0123456789abcdef') = ''",
        f"It must be a colour such as #ff8fa3, on which dark text reads at {MIN_CONTRAST} : 1 or better.",
    ),
    check(
        "logo",
        f"({https('logo')}) OR (logo LIKE '{MEDIA_PREFIX}_%' AND length(logo) <= 2048)",
        "It must be an https:// address of a picture, without spaces and of at most 2,048 characters, or a picture of "
        "this site.",
    ),
    check(
        "contact",
        f"({https('contact')}) OR (contact LIKE '_%@_%' AND contact NOT LIKE '% %' AND length(contact) <= 255)",
        "It must be an email address, or an https:// address of at most 2,048 characters, without spaces.",
    ),
)

# The one row neither comes nor goes.
record(music_settings, "update")
