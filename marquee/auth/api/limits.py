"""The limits of `throttle`, applied to a request."""

from marquee.auth import passwords
from marquee.auth.api.context import AuthContext


def count_call(context: AuthContext, call: str) -> None:
    """Count a call of `throttle.CALLS` by the client's IP address. Raises TooManyRequests."""
    context.throttle.call(call, context.client_ip)


async def verify_password(context: AuthContext, email: str, encoded: str | None, password: str) -> bool:
    """`passwords.verify`, whose failures count against the account and the client's IP address.

    `email` is as sent. `encoded` is None if there is no such account or it may not sign in, with the same limits.
    Raises TooManyRequests before a hash is computed, and AuthError 503 when too many are waiting.
    """
    with context.throttle.attempt(email, context.client_ip) as attempt:
        attempt.failed = not await passwords.verify(encoded, password)
    if not attempt.failed:
        remember_client(context, email)
    return not attempt.failed


def remember_client(context: AuthContext, email: str) -> None:
    """Remember that the account was used from the client's IP address."""
    context.throttle.remember(email, context.client_ip)
