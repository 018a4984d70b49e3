"""The `marquee` command: serving a site, its accounts, and moving its data. Nothing imports from here."""
