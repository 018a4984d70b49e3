"""Recovery codes: ten codes that each take the place of an authenticator's code once, for people who lost the phone.

A factor keeps the hashes of those that are left, sealed: neither a copy of the database nor one of the secrets alone
shows anything that could be tried.
"""

import re
import secrets

import msgspec

from marquee.auth.secrets import sealing
from marquee.auth.secrets.keys import Keys
from marquee.domain.random_secrets import digest_of

COUNT = 10
HALF_LENGTH = 5
# Base32 without I, L, O and U (Crockford's): 50 bits in ten letters.
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"

_LOOK_ALIKES = str.maketrans("ilo", "110")
_CODE = re.compile(rf"[{ALPHABET}]{{{2 * HALF_LENGTH}}}")


def generate() -> list[str]:
    """Ten new codes of the form `xxxxx-xxxxx`."""
    return [f"{_half()}-{_half()}" for _ in range(COUNT)]


def seal(codes: list[str], factor_id: str, keys: Keys) -> str:
    """What a factor keeps of its codes."""
    return _sealed([digest_of(_normal(code)) for code in codes], factor_id, keys)


def use(sealed: str | None, code: str, factor_id: str, keys: Keys) -> str | None:
    """What the factor keeps once this code is used up; None if the code is wrong or was used already."""
    content, normal = sealing.unseal(sealed, factor_id, keys) if sealed else None, _normal(code)
    if content is None or not _CODE.fullmatch(normal):
        return None
    hashes = msgspec.json.decode(content, type=list[str])
    if (used := digest_of(normal)) not in hashes:
        return None
    return _sealed([other for other in hashes if other != used], factor_id, keys)


def _half() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(HALF_LENGTH))


def _normal(code: str) -> str:
    """The code as it was made, however it is typed: spaces, case and the hyphen do not matter."""
    return re.sub(r"[\s-]", "", code).lower().translate(_LOOK_ALIKES)


def _sealed(hashes: list[str], factor_id: str, keys: Keys) -> str:
    return sealing.seal(msgspec.json.encode(hashes).decode(), factor_id, keys)
