"""What the site is called and how it looks: what admins have set, and what holds where they have not."""

from typing import NamedTuple

from sqlalchemy import Connection, select

from marquee.db.statements import PreparedStatement
from marquee.domain.tables import music_settings
from marquee.visible import one_line


class Brand(NamedTuple):
    """The site's name and what goes with it. Texts have one line; None is what nobody has set.

    `accent` is `#rrggbb`, with its shades for text on dark and on light grounds (`accent.py`).
    """

    name: str
    tagline: str | None = None
    footer: str | None = None
    accent: str | None = None
    accent_on_dark: str | None = None
    accent_on_light: str | None = None
    logo: str | None = None
    contact: str | None = None

    @property
    def contact_url(self) -> str | None:
        """Where a link to the contact leads."""
        return f"mailto:{self.contact}" if self.contact and "://" not in self.contact else self.contact


_READ = PreparedStatement(
    select(music_settings.c.site_name, *(music_settings.c[name] for name in Brand._fields if name != "name"))
)


def read_brand(connection: Connection, default_name: str) -> Brand:
    """The brand as it is now; `default_name` is the site's name where no admin has set one."""
    for row in _READ.run(connection, {}):
        name, *others = ((one_line(text) or None) if text else None for text in row)
        return Brand(name or default_name, *others)
    return Brand(default_name)
