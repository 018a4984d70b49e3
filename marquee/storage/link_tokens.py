"""Tokens of signed links: what a link is good for, for which picture, and until when.

They are signed with a key that signs nothing else, and name their scope: a link to look at a picture uploads none.
"""

import hmac
from typing import Any, Literal, NamedTuple

import jwt

from marquee import clock
from marquee.domain.pictures import BUCKET
from marquee.storage.errors import INVALID_LINK, INVALID_SIGNATURE, StorageError

ALGORITHM = "HS256"
MAX_TOKEN = 2048

Scope = Literal["download", "upload"]


class Link(NamedTuple):
    """What a token says: for an upload also who asked for it, and whether it may replace a picture."""

    name: str
    owner: str | None = None
    upsert: bool = False


def derived_secret(secret: bytes) -> bytes:
    """The key that signs links, from a secret that has other uses."""
    return hmac.digest(secret, b"links to pictures", "sha256")


def sign(secret: bytes, scope: Scope, link: Link, lifetime_s: int) -> str:
    """A token that is good for so many seconds."""
    now = int(clock.seconds())
    claims: dict[str, Any] = {"url": f"{BUCKET}/{link.name}", "scope": scope, "iat": now, "exp": now + lifetime_s}
    if scope == "upload":
        claims |= {"owner": link.owner, "upsert": link.upsert}
    return jwt.encode(claims, secret, ALGORITHM)


def verify(secret: bytes, scope: Scope, token: str, name: str) -> Link:
    """What a token allows with this picture. Raises INVALID_LINK, INVALID_SIGNATURE."""
    try:
        claims = jwt.decode(token[:MAX_TOKEN], secret, [ALGORITHM], options={"verify_exp": False, "verify_iat": False})
    except jwt.InvalidTokenError as error:
        raise StorageError(INVALID_LINK) from error
    if claims.get("scope") != scope or claims["exp"] <= clock.seconds():
        raise StorageError(INVALID_LINK)
    if claims["url"] != f"{BUCKET}/{name}":
        raise StorageError(INVALID_SIGNATURE)
    return Link(name, claims.get("owner"), claims.get("upsert", False))
