"""What the service says about itself: its settings, its health, and its public keys."""

from starlette.responses import Response

from marquee.auth import tokens
from marquee.auth.api.context import AuthContext
from marquee.auth.api.request import answer


async def get_settings(context: AuthContext) -> Response:
    return answer(
        {
            "external": {"anonymous_users": False, "email": True, "phone": False},
            "disable_signup": not context.settings.has_signup,
            "mailer_autoconfirm": False,
            "phone_autoconfirm": False,
            "sms_provider": "",
            "saml_enabled": False,
        }
    )


async def get_health(_context: AuthContext) -> Response:
    """Without a version: nobody outside has to know which one runs."""
    return answer({"version": "", "name": "GoTrue", "description": "Accounts and sessions of this site"})


async def get_jwks(context: AuthContext) -> Response:
    return answer(tokens.jwks(context.keys), cache_control="public, max-age=600")
