"""The table of the calls under `/auth/v1`."""

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.responses import Response
from starlette.routing import Route

from marquee.auth.api import admin, factors, invite, logout, recover, settings, signup, token, user, verify
from marquee.auth.api.context import AuthContext, AuthServices
from marquee.auth.api.errors import render_error
from marquee.errors import AuthError
from marquee.web.context import Context, Services
from marquee.web.endpoint import ProtocolEndpoint

Endpoint = Callable[[AuthContext], Awaitable[Response]]
Admit = Callable[[Context], None] | None


def routes(services: Services, auth: AuthServices) -> list[Route]:
    """The calls of `/auth/v1`."""
    make_context = partial(AuthContext, services, auth)

    def protocol(endpoint: Endpoint, admit: Admit) -> ProtocolEndpoint[AuthContext]:
        return ProtocolEndpoint(make_context, endpoint, render_error, admit)

    def route(method: str, path: str, endpoint: Endpoint, *, needs_key: bool = True) -> Route:
        return Route(path, protocol(endpoint, services.admit if needs_key else None), methods=[method])

    return [
        route("POST", "/token", token.create_token),
        route("GET", "/user", user.get_user),
        route("PUT", "/user", user.update_user),
        route("POST", "/logout", logout.delete_session),
        route("POST", "/signup", signup.sign_up),
        route("POST", "/invite", invite.invite),
        route("POST", "/admin/generate_link", invite.generate_link),
        route("POST", "/recover", recover.recover),
        route("POST", "/otp", recover.send_magic_link),
        route("POST", "/resend", recover.resend),
        route("POST", "/verify", verify.verify),
        route("GET", "/verify", verify.follow_link, needs_key=False),
        route("POST", "/factors", factors.enroll_factor),
        route("POST", "/factors/{factor_id}/challenge", factors.challenge_factor),
        route("POST", "/factors/{factor_id}/verify", factors.verify_factor),
        route("DELETE", "/factors/{factor_id}", factors.unenroll_factor),
        route("GET", "/admin/users", admin.list_users),
        route("POST", "/admin/users", admin.create_user),
        route("GET", "/admin/users/{user_id}", admin.get_user_by_id),
        route("PUT", "/admin/users/{user_id}", admin.update_user_by_id),
        route("DELETE", "/admin/users/{user_id}", admin.delete_user),
        route("GET", "/admin/users/{user_id}/factors", admin.list_user_factors),
        route("DELETE", "/admin/users/{user_id}/factors/{factor_id}", admin.delete_user_factor),
        route("GET", "/settings", settings.get_settings),
        route("GET", "/health", settings.get_health),
        route("GET", "/.well-known/jwks.json", settings.get_jwks, needs_key=False),
        Route("/{path:path}", protocol(refuse, services.admit), methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
    ]


async def refuse(_context: AuthContext) -> Response:
    """Every other call of the protocol. The client takes an answer without a body for a success (docs/protocol.md#traps, 1)."""
    raise AuthError(404, "feature_disabled", "This site does not support this call")
