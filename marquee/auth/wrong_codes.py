"""Limits on guessing the codes of a second factor, for those who know the password already.

Ten wrong codes stop the session and the IP address that they came from, and nobody else. Guessing from many of them is
bounded as well, by a pause of the factor. It spares the places where the account signs in with its second factor, and
recovery codes, which nobody guesses: docs/decisions/0014-limits-on-failures.md.
"""

import math
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, update

from marquee import clock
from marquee.auth import known_clients, throttle
from marquee.auth.throttle import Bound, Limit
from marquee.domain.tables import challenges, factors

PER_PLACE = (Limit(10, 5 * 60), Limit(30, 24 * 60 * 60))
"""Of one factor, for each session and each IP address."""

# At any moment three of the 10^6 codes are right. An attacker who knows the password and has many addresses gets fifty
# guesses, a hundred more in the first weeks, while each ten of them double the pause, and then one a day.
FREE = 50
PAUSE = timedelta(minutes=5)
MAX_PAUSE = timedelta(days=1)


def bounds_of(factor_id: str, session_id: str, client: str | None) -> list[Bound]:
    """The limits of a place; `client` is what its IP address counts as, None where that is not known."""
    places = [f"session {session_id}", *([f"ip {client}"] if client else [])]
    return [Bound(f"factor {factor_id} {place} {limit.within_s}", limit) for place in places for limit in PER_PLACE]


def pause_left_s(connection: Connection, factor: Row[Any], client: str | None) -> int:
    """For how many seconds no code of the authenticator is tried from this client's address; 0 for none."""
    surplus: int = factor.wrong_codes - FREE
    if surplus < 0 or (client and known_clients.is_known(connection, factor.user_id, client)):
        return 0
    pause: timedelta = min(PAUSE * 2 ** min(surplus // 10, 10), MAX_PAUSE)
    until = datetime.fromisoformat(factor.last_wrong_at) + pause
    return max(0, math.ceil((until - clock.now()).total_seconds()))


def count(connection: Connection, factor_id: str, challenge_id: str, bounds: list[Bound], *, is_paused: bool) -> None:
    """Count a wrong code. What comes during the factor's pause does not make that longer."""
    throttle.count(connection, bounds)
    for_challenge = {"wrong_codes": challenges.c.wrong_codes + 1}
    connection.execute(update(challenges).where(challenges.c.id == challenge_id).values(for_challenge))
    if not is_paused:
        for_factor = {"wrong_codes": factors.c.wrong_codes + 1, "last_wrong_at": clock.timestamp()}
        connection.execute(update(factors).where(factors.c.id == factor_id).values(for_factor))
