"""What programs are told of a table, as JSON. See docs/protocol.md#functions."""

from collections.abc import Sequence
from typing import Any

from marquee.sheets.matching import Decision
from marquee.sheets.sheet import Sheet


def preview(sheet: Sheet, decisions: Sequence[Decision]) -> dict[str, Any]:
    """What each row of the table would become."""
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
