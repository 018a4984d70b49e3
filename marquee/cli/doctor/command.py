"""`marquee doctor`: says what is wrong with a site and what to do, for people and, as JSON, for monitoring."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from threading import Thread

import click
from sqlalchemy.exc import SQLAlchemyError

from marquee.cli.doctor import machine, outside, site
from marquee.cli.doctor.finding import Finding, error
from marquee.cli.options import data_dir_option, load_settings
from marquee.db.database import Database
from marquee.db.open_database import open_database
from marquee.db.sqlite.connection import DriverError
from marquee.errors import MarqueeError, SettingsError
from marquee.ownership import unusable
from marquee.settings import Settings

SCHEMA = "schema"
MOST_LETTERS = 400
PATIENCE_S, STATEMENT_S = 30, 10
ALONE: dict[str, Callable[[Settings], Finding]] = {
    "settings": site.variables,
    "folder": machine.folder,
    "database": site.intact,
    "disk": machine.disk,
    "address": outside.address,
    "backups": outside.saved,
}
"""Checks that need no database, by their names."""
WITH_DATABASE: dict[str, Callable[[Settings, Database], Finding]] = {
    SCHEMA: site.schema,
    "secrets": site.secrets,
    "people": site.people,
    "mail": outside.mail,
    "clock": machine.time,
}
FAULTS = (MarqueeError, OSError, SQLAlchemyError, DriverError, ValueError, RecursionError)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
@data_dir_option
def doctor(as_json: bool) -> None:
    """Check whether the site is well: one line per check, with what to do. No content is changed.

    The exit status is 1 when a check is an error.
    """
    found = {name: each._replace(message=_on_one_line(each.message)) for name, each in _findings()}
    is_well = all(finding.status != "error" for finding in found.values())
    if as_json:
        checks = [{"name": name, **finding._asdict()} for name, finding in found.items()]
        click.echo(json.dumps({"ok": is_well, "checks": checks}, indent=2))
    else:
        for name, (status, message, advice) in found.items():
            click.echo(f"{status:7} {name}: {message} {advice}".rstrip())
    if not is_well:
        raise click.exceptions.Exit(1)


def _findings() -> Iterator[tuple[str, Finding]]:
    try:
        current = load_settings()
    except SettingsError as reason:
        yield "settings", error(_said(reason), "Correct it, in the environment or in settings.env of the data folder.")
        return
    except FAULTS as reason:
        yield "folder", error(_said(reason), "")
        return
    found = {name: _found(partial(look, current)) for name, look in ALONE.items()}
    yield from found.items()
    if "error" in (found["folder"].status, found["database"].status):
        return
    with ExitStack() as stack:
        try:
            database = stack.enter_context(closing(open_database(current.database_url, limit_s=STATEMENT_S)))
            database.require_reachable()
        except FAULTS as reason:
            yield SCHEMA, error(_said(reason), "Check that the database server is running.")
            return
        for name, look in WITH_DATABASE.items():
            finding = _found(partial(look, current, database))
            yield name, finding
            if name == SCHEMA and finding.status != "ok":  # the others read the tables of this version
                return


def _found(look: Callable[[], Finding]) -> Finding:
    """What a check found; one that fails, or takes too long, has found that."""
    found: list[Finding] = []
    thread = Thread(target=lambda: found.append(_finding(look)), daemon=True)  # it may wait for a server for ever
    thread.start()
    thread.join(PATIENCE_S)
    return (
        found[0]
        if found
        else error(f"This took longer than {PATIENCE_S} s.", "Check that the server it asks responds.")
    )


def _finding(look: Callable[[], Finding]) -> Finding:
    try:
        return look()
    except FAULTS as reason:
        return error(_said(reason), "")


def _said(reason: Exception) -> str:
    """A sentence, also of what is not ours."""
    if isinstance(reason, OSError):
        reason = unusable(reason)
    return (reason.message if isinstance(reason, MarqueeError) else str(reason).partition("\n")[0]).rstrip(".") + "."


def _on_one_line(text: str) -> str:
    """What a server says may be anything: here it is what can be seen, and not much of it."""
    return "".join(letter if letter.isprintable() else " " for letter in text)[:MOST_LETTERS]
