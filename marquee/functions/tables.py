"""Tables in and out: `preview_import`, `run_import` and `export_table`, for those who work here."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from marquee.domain.actor import Actor
from marquee.rest import transaction
from marquee.rest.encoding import Budget, encode_json
from marquee.rest.functions.arguments import read_arguments
from marquee.rest.grammar.preferences import parse_preferences
from marquee.rest.mutation.from_tables import writer
from marquee.rest.tables import planned, read_table
from marquee.sheets.known import artist_column
from marquee.sheets.matching import Decision, decide
from marquee.sheets.near import look_up_for_preview, nearest
from marquee.sheets.saving import save
from marquee.sheets.sheet import Choices, Night, Sheet
from marquee.sheets.when.dates import Order
from marquee.sheets.writing import Name, fetch, write
from marquee.web.body import LARGEST_BODY
from marquee.web.context import Context


class Arguments(msgspec.Struct):
    """What is said about a table that is read; docs/protocol.md#functions says what each means."""

    table_text: str
    date_order: Order | None = None
    day_first: bool | None = None
    artists: dict[str, str] | None = None
    columns: list[str | None] | None = None
    leave_out: frozenset[int] | None = None
    add_again: frozenset[int] | None = None
    update: frozenset[int] | Literal["all"] | None = None
    artist_id: str | None = None
    repeat_artist: bool = False
    evening: bool | None = None
    night: Night | None = None

    @property
    def choices(self) -> Choices:
        """These, as the reader of tables takes them. `day_first` says what `date_order` says, but for the year."""
        said: dict[str, Any] = {} if self.day_first is None else {"date_order": "day" if self.day_first else "month"}
        named = msgspec.structs.asdict(self).items()
        said |= {name: value for name, value in named if name in Choices._fields and value is not None}
        return Choices(**said)


async def preview_import(context: Context, actor: Actor) -> bytes:
    """What would become of a table."""
    arguments = await read_arguments(context, Arguments, LARGEST_BODY)
    with context.while_client_is_there():
        return await _previewed(context, actor, arguments)


async def _previewed(context: Context, actor: Actor, arguments: Arguments) -> bytes:
    choices = arguments.choices
    sheet = await read_table(context, actor, arguments.table_text, choices)
    if sheet.is_guessed:
        column = await context.database.read_for_client(False, artist_column, sheet, actor)
        sheet = await read_table(context, actor, arguments.table_text, choices._replace(artist_column=column))
    known, candidates = await context.database.read_for_client(False, look_up_for_preview, sheet, choices, actor)

    def answer() -> bytes:
        return _encoded(_described(sheet, decide(sheet, known, choices, nearest(candidates))))

    return await context.beside(answer)


def _described(sheet: Sheet, decisions: Sequence[Decision]) -> dict[str, Any]:
    """What programs are told of a table: what each of its rows would become. See docs/protocol.md#functions."""
    return {
        "kind": sheet.kind,
        "needs_artist": sheet.kind == "events" and any(decision.is_nobodys for decision in decisions),
        "needs_date_order": sheet.needs_date_order,
        "needs_day_order": sheet.needs_date_order,
        "needs_time_order": sheet.needs_time_order or sheet.needs_night,
        "needs_night": sheet.needs_night,
        "unclear_time": sheet.unclear_time,
        "assumed_evening": sheet.assumed_evening,
        "unclear_night": sheet.unclear_night and sheet.unclear_night._asdict(),
        "unclear_date": sheet.unclear_date and sheet.unclear_date._asdict(),
        "columns": [column._asdict() for column in sheet.columns],
        "rows": [_row(decision) for decision in decisions],
    }


def _row(decision: Decision) -> dict[str, Any]:
    return {
        "line": decision.row.line,
        "state": decision.state,
        "problems": [problem._asdict() for problem in decision.problems],
        "artist": decision.artist and decision.artist._asdict(),
        "artists": [artist._asdict() for artist in decision.artists],
        "existing": decision.existing,
        "changes": [change._asdict() for change in decision.changes],
        "values": decision.values,
        "typed": decision.row.typed,
    }


async def run_import(context: Context, actor: Actor) -> bytes:
    """Save the rows of a table, all or none."""
    arguments = await read_arguments(context, Arguments, LARGEST_BODY)
    choices, rights = arguments.choices, writer(actor)
    prefer = parse_preferences(tuple(context.headers.all("prefer")))
    with context.while_client_is_there():
        sheet = await read_table(context, actor, arguments.table_text, choices)
        plan = await planned(context, actor, sheet, choices)
        turn = transaction.Turn(prefer, is_long=True, at_least=plan.added)
        saved, number = await transaction.write(
            context.database, actor, turn, save, sheet, choices, rights, actor, plan
        )
    added, updated = len(saved.added), len(saved.updated)
    if not prefer.wants_rollback:
        context.record("imported", table=sheet.table.name, rows=added, updated=updated)
    answer = {"kind": sheet.kind, "added": added, "updated": updated, "ids": saved.added, "transaction": number}
    return encode_json(answer)


class ExportArguments(msgspec.Struct):
    """What is exported."""

    name: Name


async def export_table(context: Context, actor: Actor) -> bytes:
    """All rows as a table."""
    name = (await read_arguments(context, ExportArguments)).name
    everything = await context.database.read_for_client(False, fetch, name, actor)
    return await context.beside(lambda: _encoded(write(everything, name)))


def _encoded(answer: object) -> bytes:
    """Raises ANSWER_TOO_LARGE."""
    encoded = encode_json(answer)
    Budget().spend(len(encoded))
    return encoded
