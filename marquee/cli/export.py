"""`marquee export`: everything of a site as files that spreadsheets and programs read."""

from pathlib import Path
from typing import get_args

import click
from sqlalchemy import Connection

from marquee.cli.database import upgraded_database
from marquee.cli.options import data_dir_option
from marquee.errors import OperatorError
from marquee.sheets.writing import Name, fetch, write


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@data_dir_option
def export(directory: Path) -> None:
    """Write artists.csv, events.csv, bandsintown.csv and site.json to DIRECTORY.

    `marquee import` reads the first two again. bandsintown.csv has the events to come, in its template for uploads.
    """
    with upgraded_database() as database:
        texts = database.read_now(_texts)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            file = directory / f"{name}.{'json' if name == 'site' else 'csv'}"
            file.write_text(text, encoding="utf-8", newline="")
            click.echo(file)
    except OSError as error:
        raise OperatorError(f"{directory} cannot be written to: {error.strerror}.") from error


def _texts(connection: Connection) -> dict[Name, str]:
    """The files, all of one state of the site."""
    names: tuple[Name, ...] = get_args(Name)
    return {name: write(fetch(connection, name), name) for name in names}
