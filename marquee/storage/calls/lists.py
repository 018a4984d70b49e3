"""The calls that list pictures: those in folders where the actor may, and of others nothing."""

from typing import Any

from sqlalchemy import Connection
from starlette.responses import Response

from marquee.domain.policies import Actor
from marquee.storage import objects
from marquee.storage.calls.pictures import described
from marquee.storage.refusals import InvalidRequest
from marquee.storage.services import Options, json_response, require_bucket
from marquee.web.context import Context

MAX_LISTED = 1000
MAX_OFFSET = 1_000_000
MAX_PREFIX = 300
SORTABLE = {"name": "name", "updated_at": "updated_at", "created_at": "created_at", "last_accessed_at": "updated_at"}

Entry = dict[str, Any]


class ListCalls:
    """The endpoints."""

    async def list(self, context: Context) -> Response:
        """`POST /object/list/{bucket}`: a folder's pictures by their own names, or the folders."""
        require_bucket(context.path_params["bucket"])
        options, actor = await Options.read(context), await context.identify()
        folder = options.text("prefix", "")[:MAX_PREFIX].strip("/")
        search = options.text("search", "")[:MAX_PREFIX].lower()
        found = await context.database.read(_listed, actor, folder)
        matching = [entry for entry in found if entry["name"].lower().startswith(search)]
        limit, offset = options.number("limit", 100, 0, MAX_LISTED), options.number("offset", 0, 0, MAX_OFFSET)
        return json_response(_sorted(matching, options)[offset : offset + limit])

    async def list_pages(self, context: Context) -> Response:
        """`POST /object/list-v2/{bucket}`: by the beginning of whole names; `nextCursor` leads to the next page."""
        require_bucket(context.path_params["bucket"])
        options, actor = await Options.read(context), await context.identify()
        prefix = options.text("prefix", "")[:MAX_PREFIX].lstrip("/")
        rows = await context.database.read(_beginning_with, actor, prefix)
        limit, start = options.number("limit", MAX_LISTED, 1, MAX_LISTED), _place(options.text("cursor", "0"))
        if options.flag("with_delimiter") and "/" not in prefix:
            entries = [{"name": f"{folder}/"} for folder in sorted({row.folder for row in rows})]
        else:
            entries = _sorted([described(row) for row in rows], options)
        page, is_more = entries[start : start + limit], len(entries) > start + limit
        return json_response(
            {
                "hasNext": is_more,
                **({"nextCursor": str(start + limit), "nextCursorKey": page[-1]["name"]} if is_more else {}),
                "folders": [{"name": entry["name"], "id": None} for entry in page if "id" not in entry],
                "objects": [entry for entry in page if "id" in entry],
            }
        )


def _listed(connection: Connection, actor: Actor, folder: str) -> list[Entry]:
    visible = objects.visible(connection, actor)
    if folder:
        rows = connection.execute(visible.where(objects.columns.folder == folder))
        return [{**described(row), "name": row.name.partition("/")[2]} for row in rows]
    nothing = dict.fromkeys(("id", "updated_at", "created_at", "last_accessed_at", "metadata"))
    folders = connection.execute(visible.with_only_columns(objects.columns.folder).distinct()).scalars()
    return [{"name": found, **nothing} for found in folders]


def _beginning_with(connection: Connection, actor: Actor, prefix: str) -> list[objects.Object]:
    chosen = objects.visible(connection, actor).where(objects.columns.name.startswith(prefix, autoescape=True))
    return list(connection.execute(chosen))


def _sorted(entries: list[Entry], options: Options) -> list[Entry]:
    """In the order that was asked for, by name unless said; folders have nothing but a name."""
    order = options.object("sortBy")
    column, direction = order.text("column", "name"), order.text("order", "asc")
    if column not in SORTABLE or direction not in ("asc", "desc"):
        raise InvalidRequest(f"body/sortBy must be one of {', '.join(SORTABLE)}, asc or desc")
    by = SORTABLE[column]
    return sorted(entries, key=lambda one: (one[by] or "", one["name"]), reverse=direction == "desc")


def _place(cursor: str) -> int:
    if not cursor.isdecimal() or len(cursor) > len(str(MAX_OFFSET)):
        raise InvalidRequest("body/cursor must be one that a page before this one gave")
    return int(cursor)
