"""The calls of the session protocol under `/auth/v1`: a table of all of them (docs/protocol.md#session-calls)."""

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from marquee.auth.api import (
    admin,
    disabled,
    factors,
    invitation,
    invite,
    logout,
    recover,
    settings,
    signup,
    token,
    user,
    verify,
)
from marquee.auth.api.context import AuthContext, AuthServices
from marquee.auth.api.errors import render_error
from marquee.web.context import Context, Services
from marquee.web.endpoint import ProtocolEndpoint

Endpoint = Callable[[AuthContext], Awaitable[Response]]
Admit = Callable[[Context], None] | None

OTHER = disabled.Disabled(404, "feature_disabled", "This site does not support this call")
"""Of every other call. It has a body, since the client takes a response without one for a success."""


def routes(services: Services, auth: AuthServices) -> list[BaseRoute]:
    """The calls of `/auth/v1`, in the order of docs/api.md. Every other one is refused in the protocol's shape."""
    make_context = partial(AuthContext, services, auth)

    def protocol(endpoint: Endpoint, admit: Admit) -> ProtocolEndpoint[AuthContext]:
        return ProtocolEndpoint(make_context, endpoint, render_error, admit)

    def route(method: str, path: str, endpoint: Endpoint, *, needs_key: bool = True) -> Route:
        return Route(path, protocol(endpoint, services.admit if needs_key else None), methods=[method])

    other = protocol(disabled.refusing(OTHER), services.admit)
    calls = [
        # Sessions
        route("POST", "/token", token.create_token),
        route("POST", "/logout", logout.delete_session),
        # The user who is signed in
        route("GET", "/user", user.get_user),
        route("PUT", "/user", user.update_user),
        route("POST", "/factors", factors.enroll_factor),
        route("POST", "/factors/{factor_id}/challenge", factors.challenge_factor),
        route("POST", "/factors/{factor_id}/verify", factors.verify_factor),
        route("DELETE", "/factors/{factor_id}", factors.unenroll_factor),
        # Mail, and the links in it
        route("POST", "/signup", signup.sign_up),
        route("POST", "/recover", recover.recover),
        route("POST", "/otp", recover.send_magic_link),
        route("POST", "/resend", recover.resend),
        route("POST", "/verify", verify.verify),
        route("GET", "/verify", verify.follow_link, needs_key=False),
        # Invitations
        route("POST", "/invitation", invitation.read_invitation),
        route("POST", "/invitation/accept", invitation.accept_invitation),
        # For programs that hold the secret key
        route("POST", "/invite", invite.invite),
        route("POST", "/admin/generate_link", invite.generate_link),
        route("GET", "/admin/users", admin.list_users),
        route("POST", "/admin/users", admin.create_user),
        route("GET", "/admin/users/{user_id}", admin.get_user_by_id),
        route("PUT", "/admin/users/{user_id}", admin.update_user_by_id),
        route("DELETE", "/admin/users/{user_id}", admin.delete_user),
        route("GET", "/admin/users/{user_id}/factors", admin.list_user_factors),
        route("DELETE", "/admin/users/{user_id}/factors/{factor_id}", admin.delete_user_factor),
        # The service itself
        route("GET", "/settings", settings.get_settings),
        route("GET", "/health", settings.get_health),
        route("GET", "/.well-known/jwks.json", settings.get_jwks, needs_key=False),
        # What is off, and everything else
        route("GET", "/authorize", disabled.refusing(disabled.PROVIDERS), needs_key=False),
        *(
            Route(path + below, protocol(disabled.refusing(feature, check), services.admit))
            for path, check, feature in disabled.PATHS
            for below in ("", "/{rest:path}")
        ),
        Route("/{path:path}", other),
    ]
    return [Mount("/auth/v1", routes=calls), Route("/auth/v1", other)]
