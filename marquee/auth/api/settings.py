"""What the service says about itself: its settings, its health, and its public keys."""

from starlette.responses import Response

from marquee.auth import tokens
from marquee.auth.api.context import AuthContext
from marquee.auth.api.responses import json_response


async def get_settings(context: AuthContext) -> Response:
    return json_response(
        {
            "external": {"anonymous_users": False, "email": True, "phone": False},
            "disable_signup": not context.settings.has_signup,
            "mailer_autoconfirm": False,
            "phone_autoconfirm": False,
            "sms_provider": "",
            "saml_enabled": False,
            # Ours: what the site is called as long as no admin has named it.
            "site_name": context.settings.site_name,
        }
    )


async def get_health(_context: AuthContext) -> Response:
    """That the service runs. The version stays empty, as the public need not know which one it is."""
    return json_response({"version": "", "name": "GoTrue", "description": "Accounts and sessions of this site"})


async def get_jwks(context: AuthContext) -> Response:
    return json_response(tokens.jwks(context.keys), cache_control="public, max-age=600")
