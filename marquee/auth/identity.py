"""Who sends a request, from its API key, its bearer token and the database. `web` has the functions injected."""

from contextlib import suppress

from marquee.auth import bearer, sessions, tokens
from marquee.auth.secrets.key_ring import KeyRing
from marquee.auth.secrets.keys import SECRET_PREFIX, Keys
from marquee.db.database import Database
from marquee.domain.actor import SECRET_KEY_HOLDER, VISITOR, Actor
from marquee.errors import DatabaseUnavailable, GatewayError, SessionOver, StatementTimeout
from marquee.web.context import Context

KEY_PREFIX = "sb_"
SECRET_KEY = "secret key"  # noqa: S105 - how the audit trail names its holder, who has no account


class Identity:
    """Checks API keys, and identifies the user of a request."""

    def __init__(self, key_ring: KeyRing, database: Database) -> None:
        self._key_ring, self._database = key_ring, database

    def admit(self, context: Context) -> None:
        """Check the API key.

        Raises GatewayError without a key or with a wrong one, and for a secret key that is used in a browser: whoever
        opens such a page has the key, so it must not work even once.
        """
        if _has_secret_key(context) and "Mozilla/" in context.headers.get_uncacheable("user-agent"):
            raise GatewayError(
                "Forbidden use of secret API key in browser",
                "Secret API keys can only be used in a protected environment and should never be used in a browser. "
                "Whoever opens the page has this one now: replace it (marquee keys --rotate-secret).",
            )
        key_role(context, self._key_ring.current())

    async def identify(self, context: Context) -> Actor:
        """The user of the request, with the session and role that the database holds now.

        Raises GatewayError; TokenRefused for a token that is not ours or expired; SessionOver after a session's end.
        """
        actor = await self._actor(context)
        if actor != VISITOR:
            context.audited_user = actor.user_id or SECRET_KEY
        return actor

    async def _actor(self, context: Context) -> Actor:
        keys, token = self._key_ring.current(), context.bearer
        if token is None or token.startswith(KEY_PREFIX):
            role = key_role(context, keys) if token is None else _role_of(keys, token)
            return VISITOR if role == "anon" else SECRET_KEY_HOLDER
        claims = tokens.verify(token, keys)
        needs_factor = context.settings.admins_need_factor
        found = await self._database.read(bearer.identify, claims, admins_need_factor=needs_factor)
        if found is None:
            raise SessionOver
        if found.is_first_use:
            with suppress(DatabaseUnavailable, StatementTimeout):  # who only reads needs no database that can write
                await self._database.write(sessions.mark_used, claims.session_id, claims.refresh_counter)
        return found.actor


def key_role(context: Context, keys: Keys) -> str:
    """The role of the API key, `anon` or `service_role`. A key in the URL is always `anon`, since URLs are logged.

    Raises GatewayError without a key or with a wrong one.
    """
    header = context.headers.get("apikey")
    key = header or context.query_params.get("apikey")
    if not key:
        raise GatewayError("No API key found in request", "No `apikey` request header or url param was found.")
    role = _role_of(keys, key)
    return role if header else "anon"


def _role_of(keys: Keys, key: str) -> str:
    role = keys.role_of(key)
    if role is None:
        raise GatewayError("Invalid API key", "Double check your API key.")
    return role


def _has_secret_key(context: Context) -> bool:
    """Whether a secret key was sent. The query is parsed only if it could hold a key, percent-encoded or not."""
    query = context.query_string
    in_url = context.query_params.get("apikey") if b"apikey" in query or b"%" in query else None
    keys = (context.headers.get("apikey"), in_url, context.bearer)
    return any(key and key.startswith(SECRET_PREFIX) for key in keys)
