"""The functions of `/rest/v1/rpc`: whole tables in and out, and Undo. See docs/protocol.md#functions.

`rest` is their door and knows none by name: the application gives it these.
"""

from collections.abc import Mapping

from marquee.functions import tables
from marquee.functions.undo import undo
from marquee.rest.functions import Function

FUNCTIONS: Mapping[str, Function] = {
    "preview_import": tables.preview_import,
    "run_import": tables.run_import,
    "export_table": tables.export_table,
    "undo": undo,
}
