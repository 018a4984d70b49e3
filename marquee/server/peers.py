"""Who is at the other end of a connection, and how much of something each has."""

from collections import Counter

from marquee.settings.values import Networks
from marquee.web.client_ip import is_within, parse_ip, rate_limit_key


def peer_of(ip: str, exempt_loopback: bool, trusted_proxies: Networks = ()) -> str | None:
    """What a connection is counted under: the IP address, or an IPv6 network. None for this machine and its proxies."""
    parsed = parse_ip(ip)
    if parsed is None or is_within(parsed, trusted_proxies) or (exempt_loopback and parsed.is_loopback):
        return None
    return rate_limit_key(str(parsed))


class Peers(Counter[str]):
    """How many connections each peer has, or bytes; one that has none is forgotten."""

    def leave(self, peer: str, count: int = 1) -> None:
        """Count no more what has ended."""
        self[peer] -= count
        if not self[peer]:
            del self[peer]
