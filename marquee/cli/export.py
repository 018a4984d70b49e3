"""`marquee export`: everything of a site as files that spreadsheets and programs read."""

from pathlib import Path
from typing import get_args

import click

from marquee.cli.database import write
from marquee.cli.options import data_dir_option
from marquee.domain.exchange.writing import Name, fetch
from marquee.domain.exchange.writing import write as written
from marquee.errors import OperatorError


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@data_dir_option
def export(directory: Path) -> None:
    """Write artists.csv, events.csv, bandsintown.csv and site.json to DIRECTORY.

    `marquee import` reads the first two again. bandsintown.csv has the events to come, in its template for uploads.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name in get_args(Name):
            file = directory / f"{name}.{'json' if name == 'site' else 'csv'}"
            file.write_text(written(write(fetch, name), name), encoding="utf-8", newline="")
            click.echo(file)
    except OSError as error:
        raise OperatorError(f"{directory} cannot be written to: {error.strerror}.") from error
