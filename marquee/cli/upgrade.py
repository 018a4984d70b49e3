"""`marquee upgrade`: says what an upgrade of the database does and takes, does it, and tries whether it starts."""

import click

from marquee.cli.database import existing_database
from marquee.cli.options import data_dir_option
from marquee.cli.schema_upgrade import PlannedBackup, megabytes, planned_backup, require_room, upgrade_database
from marquee.cli.trial import require_start
from marquee.db.migrations import revision_before_upgrade, steps_after
from marquee.db.open_database import needs_one_process
from marquee.settings import Settings
from marquee.version import VERSION

BYTES_A_SECOND = 30e6
"""Of what a backup needs, with the upgrade itself: measured with 100,000 dates on two cores."""


@click.command()
@click.option("--dry-run", is_flag=True, help="Only say what would be done; nothing is changed.")
@data_dir_option
def upgrade(dry_run: bool) -> None:
    """Upgrade the database to this version, after a verified backup, and try a start.

    A start of the site does the same without saying as much, and so do most commands, also those that only read, such
    as user list and export. Not so backup and doctor.
    """
    current = _upgrade(dry_run=dry_run)
    # Where SQLite could lose data of two programs, the site may be running beside this one.
    if not dry_run and not needs_one_process(current.database_url):
        require_start(current)
        click.echo(f"Version {VERSION} starts, and answers with the home page.")


def _upgrade(*, dry_run: bool) -> Settings:
    with existing_database() as (current, database):
        revision = database.read_now(revision_before_upgrade)
        if revision is None:
            click.echo(f"The database is that of version {VERSION}: there is nothing to upgrade.")
            return current
        _say_plan(revision, planned_backup(current, database, revision))
        if dry_run:
            return current
        if needs_one_process(current.database_url):
            database.require_unused()
        backup = upgrade_database(current, database)
    click.echo(f"The database is now that of version {VERSION}.")
    if backup:
        click.echo(f"To go back, {backup.way_back}")
    return current


def _say_plan(revision: str, backup: PlannedBackup) -> None:
    """Raises OperatorError if the disk is too small, after the rest was said."""
    seconds = max(1, round(backup.needed / BYTES_A_SECOND))
    click.echo(
        f"First the database is backed up in {backup.file.parent}, and the backup is read back and checked. This needs "
        f"{megabytes(backup.needed)}; {megabytes(backup.free)} are free. All of it takes about {seconds} s."
    )
    click.echo(f"Then its schema, {revision}, is upgraded to that of version {VERSION}:")
    for step in steps_after(revision):
        click.echo(f"  {step.revision}  {step.what}")
    require_room(backup)
