"""The calls that list pictures: those in folders where the actor may, and of others nothing."""

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection
from starlette.responses import Response

from marquee.domain.actor import Actor
from marquee.storage import objects
from marquee.storage.calls.pictures import described
from marquee.storage.errors import INVALID_REQUEST, StorageError
from marquee.storage.objects import Object, columns
from marquee.storage.options import MAX_EXACT, Options
from marquee.storage.services import json_response, require_bucket
from marquee.web.context import Context

MAX_LISTED = 1000
MAX_OFFSET = 1_000_000
MAX_PREFIX = 300
SORTABLE = {"name": "name", "updated_at": "updated_at", "created_at": "created_at", "last_accessed_at": "updated_at"}
NOTHING = dict.fromkeys(("id", "updated_at", "created_at", "last_accessed_at", "metadata"))
"""What is known of a folder but its name."""


async def list_folder(context: Context) -> Response:
    """`POST /object/list/{bucket}`: a folder's pictures by their own names, or the folders."""
    require_bucket(context.path_params["bucket"])
    options, actor = await Options.read(context), await context.identify()
    read = context.database.read
    folder = options.text("prefix", "")[:MAX_PREFIX].strip("/")
    beginning = f"{folder}/{options.text('search', '')[:MAX_PREFIX]}".lstrip("/").lower()
    page = _page(options, options.number("offset", 0, 0, MAX_OFFSET), _limit(options, 100))
    if not folder:
        return json_response([{"name": name, **NOTHING} for name in await read(_folders, actor, beginning, page)])
    rows = await read(_pictures, actor, columns.folded_name.startswith(beginning, autoescape=True), page)
    return json_response([{**described(row), "name": row.name.partition("/")[2]} for row in rows])


async def list_pages(context: Context) -> Response:
    """`POST /object/list-v2/{bucket}`: by the beginning of whole names; `nextCursor` leads to the next page."""
    require_bucket(context.path_params["bucket"])
    options, actor = await Options.read(context), await context.identify()
    read = context.database.read
    prefix = options.text("prefix", "")[:MAX_PREFIX].lstrip("/")
    start, limit = _place(options.text("cursor", "0")), _limit(options, MAX_LISTED)
    more = _page(options, start, limit + 1)
    folders: list[str] = []
    rows: list[Object] = []
    if options.flag("with_delimiter") and "/" not in prefix:
        folders = await read(_folders, actor, prefix, more)
    else:
        rows = await read(_pictures, actor, columns.name.startswith(prefix, autoescape=True), more)
    has_next = len(folders) + len(rows) > limit
    next_page = {"nextCursor": str(start + limit)} if has_next else {}
    return json_response(
        {
            "hasNext": has_next,
            **next_page,
            "folders": [{"key": name, "name": f"{name}/", "id": None} for name in folders[:limit]],
            "objects": [described(row) for row in rows[:limit]],
        }
    )


class Page(NamedTuple):
    """What of a list is wanted, and in which order."""

    start: int
    limit: int
    column: str
    is_descending: bool


def _limit(options: Options, default: int) -> int:
    """How many are listed at most: as many as are asked for, and no more than we list at once, as in Supabase."""
    return min(options.number("limit", default, 1, MAX_EXACT), MAX_LISTED)


def _page(options: Options, start: int, limit: int) -> Page:
    order = options.object("sortBy")
    column, direction = order.text("column", "name"), order.text("order", "asc")
    if column not in SORTABLE or direction not in ("asc", "desc"):
        raise StorageError(INVALID_REQUEST, f"body/sortBy must be one of {', '.join(SORTABLE)}, asc or desc")
    return Page(start, limit, SORTABLE[column], direction == "desc")


def _folders(connection: Connection, actor: Actor, beginning: str, page: Page) -> list[str]:
    visible = objects.visible(connection, actor).with_only_columns(columns.folder).distinct()
    by_name = columns.folder.desc() if page.is_descending else columns.folder
    chosen = visible.where(columns.folder.startswith(beginning, autoescape=True)).order_by(by_name)
    return list(connection.execute(chosen.offset(page.start).limit(page.limit)).scalars())


def _pictures(connection: Connection, actor: Actor, chosen: ColumnElement[bool], page: Page) -> list[Object]:
    visible = objects.visible(connection, actor).where(chosen)
    by = columns[page.column].desc() if page.is_descending else columns[page.column]
    names = columns.name.desc() if page.is_descending else columns.name
    return list(connection.execute(visible.order_by(by, names).offset(page.start).limit(page.limit)))


def _place(cursor: str) -> int:
    if not cursor.isdecimal() or len(cursor) > len(str(MAX_OFFSET)):
        raise StorageError(INVALID_REQUEST, "body/cursor must be one that a page before this one gave")
    return int(cursor)
