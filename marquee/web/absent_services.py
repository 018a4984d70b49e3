"""Services that the official clients know and this site does not have: each call is refused in its service's own JSON.

Without these a client would try to read the site's own page for an unknown URL.
"""

from typing import Any

from starlette.responses import JSONResponse
from starlette.routing import Route

_NOT_HERE = "This site has no {}"

REFUSALS: dict[str, dict[str, Any]] = {
    "/functions/v1": {"code": "NOT_FOUND", "message": _NOT_HERE.format("functions")},
    "/graphql/v1": {"errors": [{"message": _NOT_HERE.format("GraphQL")}]},
    "/realtime/v1": {"error": _NOT_HERE.format("realtime service")},
}
"""The body for every path at or below a prefix, as supabase/edge-runtime, the GraphQL specification and
supabase/realtime have it."""


def routes() -> list[Route]:
    """Any method at or below one of the prefixes."""
    return [
        Route(path, JSONResponse(body, 404, {"Cache-Control": "no-store"}))
        for prefix, body in REFUSALS.items()
        for path in (prefix, f"{prefix}/{{path:path}}")
    ]
