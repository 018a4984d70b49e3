"""What a renewal of all secrets does to the database: re-encrypts, and ends everything that a former secret opened."""

from typing import NamedTuple

from sqlalchemy import Connection, delete, select, update

from marquee.auth.secrets import sealing
from marquee.auth.secrets.keys import Keys
from marquee.domain.tables import factors, flow_states, music_sessions, one_time_tokens


class Renewal(NamedTuple):
    """How many sessions and mailed links were ended, and factors re-encrypted."""

    sessions: int
    links: int
    factors: int


def renew(connection: Connection, keys: Keys) -> Renewal:
    """Seal every factor with the current secret, sign everybody out, and void every mailed link."""
    sessions = connection.execute(delete(music_sessions)).rowcount
    links = sum(connection.execute(delete(table)).rowcount for table in (one_time_tokens, flow_states))
    found = connection.execute(select(factors.c.id, factors.c.secret, factors.c.recovery_codes)).all()
    for factor_id, secret, codes in found:
        sealed = {
            "secret": _sealed_anew(secret, factor_id, keys),
            "recovery_codes": codes and _sealed_anew(codes, factor_id, keys),
        }
        connection.execute(update(factors).where(factors.c.id == factor_id).values(sealed))
    return Renewal(sessions, links, len(found))


def _sealed_anew(sealed: str, factor_id: str, keys: Keys) -> str:
    """What cannot be unsealed stays as it is: it was sealed with the secrets of another site, and is worth nothing."""
    text = sealing.unseal(sealed, factor_id, keys)
    return sealed if text is None else sealing.seal(text, factor_id, keys)
