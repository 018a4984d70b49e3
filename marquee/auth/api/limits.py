"""The limits of `throttle`, applied to a request."""

from marquee.auth import passwords, throttle
from marquee.auth.accounts import User
from marquee.auth.api.context import AuthContext
from marquee.auth.throttle import Attempt


async def count_call(context: AuthContext, call: str) -> None:
    """Count a call of `throttle.CALLS` by the client's IP address. Raises TooManyRequests."""
    bounds, database = throttle.call_bounds(call, context.limited_client), context.database
    await database.read(throttle.require_free, bounds)
    refusal = await database.write(throttle.count, bounds)
    if refusal is not None:
        raise refusal


async def verify_password(
    context: AuthContext, email: str, user: User | None, encoded: str | None, password: str
) -> bool:
    """`passwords.verify`, whose failures count against the account and the client's IP address.

    `email` is as sent. `encoded` is None if there is no such account or it may not sign in, with the same limits.
    Raises TooManyRequests before a hash is computed, and afterwards if others failed in the meantime: those who guess
    at once learn no more than those who guess in turn. Raises AuthError 503 when too many are waiting.
    """
    account, database = throttle.account_key(email, context.keys), context.database
    attempt = Attempt(account, user.id if user else None, context.limited_client)
    bounds = await database.read(throttle.bounds_of, attempt)
    is_match = await passwords.verify(encoded, password)
    if is_match:
        await database.read(throttle.require_free, bounds)
    elif refusal := await database.write(throttle.count, bounds):
        raise refusal
    return is_match
