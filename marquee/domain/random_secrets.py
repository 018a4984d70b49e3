"""Random secrets that links and codes carry: what they prove rests on nobody being able to guess them.

The database keeps their digests alone. Of so much randomness one round of SHA-256 is enough.
"""

import secrets
from hashlib import sha256

BYTES = 32


def new_secret() -> str:
    """43 characters that stand in a URL as they are."""
    return secrets.token_urlsafe(BYTES)


def digest_of(secret: str) -> str:
    """What is kept of a secret: 64 hexadecimal digits."""
    return sha256(secret.encode()).hexdigest()
