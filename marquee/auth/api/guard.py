"""The limits of `throttle`, for the request that is being answered."""

from starlette.requests import Request

from marquee.auth import passwords
from marquee.web.http import client_address, service


def guard(request: Request, call: str) -> None:
    """Count a call of `throttle.CALLS` for the address that it comes from. Raises TooManyRequests."""
    service(request).throttle.call(call, client_address(request))


async def verify_password(request: Request, email: str, encoded: str | None, password: str) -> bool:
    """`passwords.verify`, whose failures count for the account and the address that the request comes from.

    `email` is as sent, `encoded` None where there is no such account or it may not sign in: both have the same limits.
    Raises TooManyRequests before anything is worked out, AuthError 503 when too many are waiting.
    """
    with service(request).throttle.attempt(email, client_address(request)) as attempt:
        attempt.failed = not await passwords.verify(encoded, password)
    if not attempt.failed:
        remember_address(request, email)
    return not attempt.failed


def remember_address(request: Request, email: str) -> None:
    """The account was used from where this request comes from."""
    service(request).throttle.remember(email, client_address(request))
