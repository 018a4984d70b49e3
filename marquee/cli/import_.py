"""`marquee import`: adds the artists or events of a table, all or none."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import click
from sqlalchemy import Connection

from marquee.cli.database import upgraded_database
from marquee.cli.options import data_dir_option
from marquee.domain.history.changes import run_as
from marquee.domain.times.event_times import stored_site_zone
from marquee.domain.writer import AS_THE_SITE
from marquee.errors import OperatorError
from marquee.sheets.encodings import decoded
from marquee.sheets.known import Known, artist_column
from marquee.sheets.matching import Decision, decide
from marquee.sheets.near import look_up_for_preview, nearest
from marquee.sheets.problems import quoted
from marquee.sheets.reading import read
from marquee.sheets.saving import plan, save
from marquee.sheets.sheet import Choices, Sheet
from marquee.sheets.there import Change
from marquee.sheets.when.dates import ORDERS, Order
from marquee.web.audit import record_command

_FIRST: dict[str, Order] = {f"{order}-first": order for order in ORDERS}
_CLOCKS = {"evening": True, "as-written": False}
MAX_LISTED = 200


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Only say what would become of each row.")
@click.option("--dates", type=click.Choice([*_FIRST]), help="How dates like 3/11/2026 are meant.")
@click.option("--times", type=click.Choice([*_CLOCKS]), help="How times like 7:30 and 0:30 are meant.")
@click.option("--for", "artist_id", metavar="ARTIST_ID", help="Whose the rows without an artist are.")
@click.option("--artist", "artists", metavar="NAME=ID", multiple=True, help="Whom a name in the table means.")
@click.option("--columns", metavar="NAME,NAME,…", help="What each column means, in order; - leaves one out.")
@click.option("--update", is_flag=True, help="Update what is there already where rows say otherwise.")
@click.option("--leave-out-problems", is_flag=True, help="Add what can be added, and leave out the other rows.")
@data_dir_option
def import_(
    file: Path,
    dry_run: bool,
    dates: str | None,
    times: str | None,
    artist_id: str | None,
    artists: tuple[str, ...],
    columns: str | None,
    update: bool,
    leave_out_problems: bool,
) -> None:
    """Add the artists or the events of a table in FILE.

    It is CSV as spreadsheets save it, with the names of the columns in the first row: ours, those of Bandsintown's
    template, or plain words; otherwise --columns says what they mean. With --times evening 7:30 is in the evening, and
    0:30 in the night that begins on its date. Rows that are there already are passed over.
    Nothing is saved if any other row has a problem.
    """
    choices = Choices(_FIRST.get(dates or ""), artists=_chosen(artists), columns=_named(columns))
    choices = choices._replace(
        update="all" if update else frozenset(), artist_id=artist_id, evening=_CLOCKS.get(times or "")
    )
    text = _text(file)
    with upgraded_database() as database:
        sheet, known, decisions = database.read_now(_previewed, text, choices)
        click.echo("\n".join(_lines(sheet, decisions)))
        _refuse_questions(sheet, decisions)
        problems = frozenset(each.row.line for each in decisions if each.state not in ("ready", "exists", "differs"))
        if dry_run:
            return
        if problems and not leave_out_problems:
            raise OperatorError("Nothing was added. Correct these rows, or pass --leave-out-problems.")
        choices = choices._replace(leave_out=problems)
        planned = plan(sheet, known, choices)
        saved = database.write_now(run_as, None, save, sheet, choices, AS_THE_SITE, planned=planned)
    added, updated = len(saved.added), len(saved.updated)
    click.echo(f"Added: {added} {sheet.kind}" + (f", changed: {updated}" if updated else ""))
    record_command("imported", table=sheet.table.name, rows=added, updated=updated)


def _previewed(connection: Connection, text: str, choices: Choices) -> tuple[Sheet, Known, list[Decision]]:
    zone = ZoneInfo(stored_site_zone(connection))
    sheet = read(text, choices, zone)
    if sheet.is_guessed:
        sheet = read(text, choices._replace(artist_column=artist_column(connection, sheet)), zone)
    known, candidates = look_up_for_preview(connection, sheet, choices)
    return sheet, known, decide(sheet, known, choices, nearest(candidates))


def _refuse_questions(sheet: Sheet, decisions: Sequence[Decision]) -> None:
    """Raises OperatorError for what has to be said about the whole table."""
    if sheet.is_guessed:
        likely = ",".join(column.means or "-" for column in sheet.columns)
        raise OperatorError(f"Nothing was added. Say what each column is, perhaps with --columns {likely}.")
    if sheet.needs_date_order and sheet.unclear_date:
        orders = " or ".join(f"--dates {order}-first" for order in sheet.unclear_date.readings)
        raise OperatorError(f"Nothing was added. Pass {orders}.")
    if sheet.needs_time_order or sheet.needs_night:
        raise OperatorError("Nothing was added. Pass --times evening or --times as-written.")
    if sheet.kind == "events" and decisions and all(decision.is_nobodys for decision in decisions):
        raise OperatorError("Nothing was added. Say whose dates these are, with --for ARTIST_ID.")


def _text(file: Path) -> str:
    try:
        text, told = decoded(file.read_bytes())
    except OSError as error:
        raise OperatorError(f"{file} cannot be read: {error.strerror}.") from error
    if told:
        words = ", ".join(map(quoted, told))
        click.echo(f"Read as Windows-1252: {words}. If letters are wrong, save the file as “CSV UTF-8”.", err=True)
    return text


def _chosen(artists: Sequence[str]) -> dict[str, str]:
    for artist in artists:
        if "=" not in artist:
            raise click.BadParameter("this is not NAME=ID", param_hint="--artist")
    return {name: id_ for name, _, id_ in (artist.rpartition("=") for artist in artists)}


def _named(columns: str | None) -> list[str | None] | None:
    if columns is None:
        return None
    return [None if name in ("", "-") else name for name in map(str.strip, columns.split(","))]


def _lines(sheet: Sheet, decisions: Sequence[Decision]) -> list[str]:
    """What becomes of the rows: a line for each that is not simply added, and the numbers of all."""
    lines = [_line(decision) for decision in decisions if decision.state != "ready" or decision.problems]
    if len(lines) > MAX_LISTED:
        lines[MAX_LISTED:] = [f"… and {len(lines) - MAX_LISTED} more"]
    if unused := [column.header for column in sheet.columns if column.header and not column.means]:
        lines.append(f"Columns that are not kept: {', '.join(unused)}")
    states = Counter(decision.state for decision in decisions)
    numbers = {
        "ready": states["ready"],
        "already there": states["exists"],
        "that differ": states["differs"],
        "with problems": states["problem"] + states["needs_artist"],
    }
    told = ", ".join(f"{number} {what}" for what, number in numbers.items() if number or what != "that differ")
    lines.append(f"Rows: {len(decisions)} ({told})")
    return lines


def _line(decision: Decision) -> str:
    said = " ".join(problem.reason for problem in decision.problems)
    if decision.changes:
        said = f"There already, and differs: {'; '.join(map(_changed, decision.changes))}."
    near = ", ".join(f"{artist.name} ({artist.id})" for artist in decision.artists)
    return f"Row {decision.row.line}: {said}{f' Perhaps {near}?' if near else ''}"


def _changed(change: Change) -> str:
    return f"{change.column} {_in_words(change.here)} → {_in_words(change.yours)}"


def _in_words(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(each if isinstance(each, str) else each["url"] for each in value) or "none"
    return "none" if value is None else str(value)
