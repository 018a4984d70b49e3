"""The limits of `throttle`, for the request that is being answered."""

from marquee.auth import passwords
from marquee.auth.api.context import AuthContext


def guard(context: AuthContext, call: str) -> None:
    """Count a call of `throttle.CALLS` for the address that it comes from. Raises TooManyRequests."""
    context.throttle.call(call, context.client_ip)


async def verify_password(context: AuthContext, email: str, encoded: str | None, password: str) -> bool:
    """`passwords.verify`, whose failures count for the account and the address that the request comes from.

    `email` is as sent, `encoded` None where there is no such account or it may not sign in: both have the same limits.
    Raises TooManyRequests before anything is worked out, AuthError 503 when too many are waiting.
    """
    with context.throttle.attempt(email, context.client_ip) as attempt:
        attempt.failed = not await passwords.verify(encoded, password)
    if not attempt.failed:
        remember_address(context, email)
    return not attempt.failed


def remember_address(context: AuthContext, email: str) -> None:
    """The account was used from where this request comes from."""
    context.throttle.remember(email, context.client_ip)
