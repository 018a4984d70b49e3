"""The functions of `/rest/v1/rpc`: tables in and out, saves of whole forms, and Undo. See docs/protocol.md#functions.

`rest` is their door and knows none by name: the application gives it these.
"""

from collections.abc import Mapping

from marquee.functions import tables
from marquee.functions.save_artist import save_artist
from marquee.functions.save_event import save_event
from marquee.functions.undo import undo
from marquee.rest.functions import Function

FUNCTIONS: Mapping[str, Function] = {
    "preview_import": tables.preview_import,
    "run_import": tables.run_import,
    "export_table": tables.export_table,
    "save_artist": save_artist,
    "save_event": save_event,
    "undo": undo,
}
