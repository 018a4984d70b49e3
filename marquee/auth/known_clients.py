"""The IP addresses that an account was used from: guessing that goes on elsewhere does not stop its owner there.

Those of an account with a second factor are the ones from which it was shown: a password alone may be stolen.
An address is stored as it counts where something is limited (`web.client_ip.rate_limit_key`).
"""

from sqlalchemy import Connection, delete, insert, select, update

from marquee import clock
from marquee.domain.tables import known_clients

MAX_PER_ACCOUNT = 8


def remember(connection: Connection, user_id: str, client: str) -> None:
    """Remember that the account was used from an IP address, as it counts; of these, the latest are kept."""
    now = clock.timestamp()
    of_user = known_clients.c.user_id == user_id
    this = update(known_clients).where(of_user, known_clients.c.ip == client)
    if connection.execute(this.values(seen_at=now)).rowcount:
        return
    connection.execute(insert(known_clients).values(user_id=user_id, ip=client, seen_at=now))
    latest = select(known_clients.c.ip).where(of_user).order_by(known_clients.c.seen_at.desc(), known_clients.c.ip)
    kept = connection.execute(latest.limit(MAX_PER_ACCOUNT)).scalars().all()
    connection.execute(delete(known_clients).where(of_user, known_clients.c.ip.not_in(kept)))


def is_known(connection: Connection, user_id: str | None, client: str) -> bool:
    """Whether the account was used from an IP address, as it counts."""
    found = select(known_clients.c.ip).where(known_clients.c.user_id == user_id, known_clients.c.ip == client)
    return connection.execute(found).first() is not None
