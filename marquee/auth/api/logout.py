"""`/logout`: the end of sessions."""

from starlette.responses import Response

from marquee.auth import bearer, sessions
from marquee.auth.api.context import AuthContext
from marquee.auth.api.request import claims_of
from marquee.auth.api.responses import NO_STORE
from marquee.errors import AuthError

SCOPES: tuple[sessions.Scope, ...] = ("global", "local", "others")


async def delete_session(context: AuthContext) -> Response:
    claims, database = claims_of(context), context.database
    requested = context.query_params.get("scope") or "global"
    scope = next((scope for scope in SCOPES if scope == requested), None)
    if scope is None:
        raise AuthError(400, "validation_failed", "scope must be global, local or others")
    user = await database.read(bearer.current_user, claims)
    await database.write(sessions.sign_out, user.id, claims.session_id, scope)
    context.record("sign_out", session=claims.session_id, scope=scope)
    return Response(None, 204, {"Cache-Control": NO_STORE})
