"""The functions of `/rest/v1/rpc`: tables in and out, saves of whole forms, and Undo. See docs/protocol.md#functions.

`rest` is their door and knows none by name: the application gives it these.
"""

from collections.abc import Callable, Mapping
from functools import partial

from sqlalchemy import Table

from marquee.domain.actor import Actor
from marquee.domain.policies.policy import Action
from marquee.domain.tables import music_artists, music_changes, music_events
from marquee.functions import save_artist, save_event, tables, undo
from marquee.rest.functions import Function
from marquee.rest.mutation.write_check import require_all_rows, require_policies


def _may(action: Action, table: Table) -> Callable[[Actor], object]:
    return partial(require_policies, action=action, table=table)


_works_here = partial(require_all_rows, table=music_events)
"""Tables are read and written only for those who work here."""

FUNCTIONS: Mapping[str, Function] = {
    "preview_import": Function(tables.preview_import, tables.Arguments, _works_here),
    "run_import": Function(tables.run_import, tables.Arguments, _works_here),
    "export_table": Function(tables.export_table, tables.ExportArguments, _works_here),
    "save_artist": Function(save_artist.save_artist, save_artist.Arguments, _may("update", music_artists)),
    "save_event": Function(save_event.save_event, save_event.Arguments, _may("insert", music_events)),
    "undo": Function(undo.undo, undo.Arguments, _may("insert", music_changes)),
    "can_undo": Function(undo.can_undo, undo.Asked, _may("insert", music_changes)),
}
