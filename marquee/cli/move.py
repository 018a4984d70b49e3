"""`marquee move`: copies a site from one database to another, of either kind."""

from contextlib import closing

import click

from marquee.cli.copying import copy_rows
from marquee.cli.database import upgraded_database
from marquee.cli.database_mark import note_database
from marquee.cli.options import data_dir_option, load_settings
from marquee.db.open_database import open_database


@click.command()
@click.option(
    "--to", "url", metavar="URL", required=True, help="The empty target database, in the form of MARQUEE_DATABASE_URL."
)
@data_dir_option
def move(url: str) -> None:
    """Copy all rows to another database, SQLite or PostgreSQL, and verify them there.

    The site must be stopped. The old database, media and secrets stay where they are.
    Afterwards set MARQUEE_DATABASE_URL and start the site.
    """
    target = load_settings(MARQUEE_DATABASE_URL=url)
    with upgraded_database() as source:
        source.require_unused()
        with closing(open_database(target.database_url)) as copy:
            counts = copy_rows(source, copy)
        note_database(target)
    click.echo("Copied and verified: " + ", ".join(f"{count} {name}" for name, count in counts.items()))
