"""Responses of the session protocol; the client stores sessions and users (docs/protocol.md#session-shapes)."""

from typing import Any
from uuid import UUID, uuid5

import msgspec
from starlette.responses import Response

from marquee import clock
from marquee.auth import tokens
from marquee.auth.accounts import APP_METADATA, Factor, User
from marquee.auth.api.context import AuthContext
from marquee.auth.sessions import Session, access_claims
from marquee.auth.tokens import Refresh
from marquee.domain.roles import AUTHENTICATED

NO_STORE = "no-store"


def json_response(body: object, status: int = 200, *, cache_control: str = NO_STORE) -> Response:
    """A JSON response, by default one that no cache stores."""
    headers = {"Cache-Control": cache_control}
    return Response(msgspec.json.encode(body), status, headers, media_type="application/json")


def session_json(session: Session, context: AuthContext) -> dict[str, Any]:
    """A session with a new access token and its current refresh token."""
    claims, keys = access_claims(session, context.base_url), context.keys
    return {
        "access_token": tokens.sign(claims, keys),
        "token_type": "bearer",
        "expires_in": tokens.LIFETIME_S,
        "expires_at": claims.exp,
        "refresh_token": tokens.refresh_token(Refresh(session.id, session.refresh_counter), keys),
        "user": user_json(session.user),
    }


def user_json(user: User) -> dict[str, Any]:
    """A user without secrets; timestamps that are null are left out."""
    times = {
        "email_confirmed_at": user.email_confirmed_at,
        "confirmed_at": user.email_confirmed_at,
        "last_sign_in_at": user.last_sign_in_at,
        "created_at": user.created_at,
        "updated_at": user.updated_at,
        "banned_until": user.banned_until,
        "invited_at": user.invited_at,
        "confirmation_sent_at": user.confirmation_sent_at,
    }
    factors = {"factors": [factor_json(factor) for factor in user.factors]} if user.factors else {}
    return {
        "id": user.id,
        "aud": tokens.AUDIENCE,
        "role": user.role,
        "email": user.email,
        "phone": "",
        "app_metadata": user.app_metadata,
        "user_metadata": user.user_metadata,
        "identities": [_identity(user.id, user.email, user.created_at, user.email_confirmed_at, user.last_sign_in_at)],
        "is_anonymous": False,
        **({"new_email": user.new_email} if user.new_email else {}),
        **factors,
        **_present(times),
    }


def factor_json(factor: Factor) -> dict[str, Any]:
    """A factor without its secret."""
    times = {
        "created_at": factor.created_at,
        "updated_at": factor.updated_at,
        "last_challenged_at": factor.last_challenged_at,
    }
    return {
        "id": factor.id,
        "friendly_name": factor.friendly_name,
        "factor_type": factor.factor_type,
        "status": factor.status,
        **_present(times),
    }


def signed_up_json(user_id: str, email: str, metadata: str) -> dict[str, Any]:
    """A user who has just signed up, made from the request alone, so that it does not reveal a known email.

    It always has an identity: clients take a user without any for one whose email is known.
    """
    now = clock.timestamp()
    return {
        "id": user_id,
        "aud": tokens.AUDIENCE,
        "role": AUTHENTICATED,
        "email": email,
        "phone": "",
        "app_metadata": APP_METADATA,
        "user_metadata": msgspec.json.decode(metadata),
        "identities": [_identity(user_id, email, now)],
        "is_anonymous": False,
        **_present({"confirmation_sent_at": now, "created_at": now, "updated_at": now}),
    }


def _identity(
    user_id: str, email: str, created_at: str, confirmed_at: str | None = None, last_sign_in_at: str | None = None
) -> dict[str, Any]:
    """The only identity of an account: its email. The identity's id is derived from the account's."""
    times = {"last_sign_in_at": last_sign_in_at, "created_at": created_at, "updated_at": created_at}
    return {
        "identity_id": str(uuid5(UUID(user_id), "email")),
        "id": user_id,
        "user_id": user_id,
        "identity_data": {
            "sub": user_id,
            "email": email,
            "email_verified": confirmed_at is not None,
            "phone_verified": False,
        },
        "provider": "email",
        "email": email,
        **_present(times),
    }


def _present(times: dict[str, str | None]) -> dict[str, str]:
    """The timestamps that are not null, which end in Z here, while the data protocol writes +00:00."""
    return {name: f"{at.removesuffix('+00:00')}Z" for name, at in times.items() if at is not None}
