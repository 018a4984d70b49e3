"""Features of GoTrue that this site does not have. Each is refused as GoTrue does it where the feature is switched off,
since programs look at the code (docs/protocol.md#features-that-are-off).
"""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from starlette.responses import Response

from marquee.auth.api.context import AuthContext
from marquee.auth.api.request import claims_of, require_secret_key, text_field
from marquee.errors import AuthError

Check = Callable[[AuthContext], object]


class Disabled(NamedTuple):
    """How a feature that is off is refused."""

    status: int
    code: str
    message: str

    def error(self) -> AuthError:
        return AuthError(*self)


ANONYMOUS = Disabled(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")
PHONE_SIGN_UP = Disabled(400, "phone_provider_disabled", "Phone signups are disabled")
PHONE_SIGN_IN = Disabled(422, "phone_provider_disabled", "Phone logins are disabled")
PHONE_CODE = Disabled(400, "phone_provider_disabled", "Unsupported phone provider")
PHONE_RESEND = Disabled(400, "phone_provider_disabled", "Phone logins are disabled")
PHONE_FACTOR = Disabled(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone")
WEBAUTHN_FACTOR = Disabled(422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn")
WEB3 = Disabled(422, "web3_provider_disabled", "Web3 provider is disabled")
PROVIDERS = Disabled(400, "validation_failed", "Unsupported provider: provider is not enabled")
CUSTOM_PROVIDERS = Disabled(404, "feature_disabled", "Custom OAuth providers are disabled")
LINKING = Disabled(404, "manual_linking_disabled", "Manual linking is disabled")
SAML = Disabled(404, "saml_provider_disabled", "SAML 2.0 is disabled")
OAUTH_SERVER = Disabled(404, "feature_disabled", "OAuth server is disabled")
PASSKEYS = Disabled(404, "passkey_disabled", "Passkeys are disabled")
SCIM = Disabled(404, "feature_disabled", "SCIM server is disabled")
# GoTrue cannot switch this one off, so the sentence is ours.
REAUTHENTICATION = Disabled(404, "feature_disabled", "This site asks for the current password, not for a mailed code")


def anyone(_context: AuthContext) -> None:
    """The check of a call that needs no session."""


# Paths that are refused with everything below them, and whom GoTrue lets in before it refuses.
PATHS: tuple[tuple[str, Check, Disabled], ...] = (
    ("/reauthenticate", claims_of, REAUTHENTICATION),
    ("/user/identities", claims_of, LINKING),
    ("/user/oauth/grants", claims_of, OAUTH_SERVER),
    ("/sso", anyone, SAML),
    ("/oauth", anyone, OAUTH_SERVER),
    ("/.well-known/oauth-authorization-server", anyone, OAUTH_SERVER),
    ("/passkeys", anyone, PASSKEYS),
    ("/scim/v2", anyone, SCIM),
    ("/admin/sso", require_secret_key, SAML),
    ("/admin/oauth", require_secret_key, OAUTH_SERVER),
    ("/admin/custom-providers", require_secret_key, CUSTOM_PROVIDERS),
    ("/admin/users/{user_id}/passkeys", require_secret_key, PASSKEYS),
)

# The providers whose id tokens GoTrue takes.
ISSUERS = {
    "apple": "https://appleid.apple.com",
    "azure": "https://login.microsoftonline.com/common/v2.0",
    "facebook": "https://www.facebook.com",
    "google": "https://accounts.google.com",
    "kakao": "https://kauth.kakao.com",
}


def refusing(disabled: Disabled, check: Check = anyone) -> Callable[[AuthContext], Awaitable[Response]]:
    """An endpoint that refuses whoever passes the check."""

    async def refuse(context: AuthContext) -> Response:
        check(context)
        raise disabled.error()

    return refuse


def id_token_error(body: dict[str, Any]) -> AuthError:
    """The refusal of a sign-in with another provider's id token."""
    provider = text_field(body, "provider") or ""
    if provider in ISSUERS:
        return AuthError(400, "provider_disabled", f'Provider (issuer "{ISSUERS[provider]}") is not enabled')
    return AuthError(400, "validation_failed", f'Custom OIDC provider "{provider}" not allowed')
