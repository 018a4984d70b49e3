"""Whom a request comes from: the connection's peer, or what a trusted proxy says of it; pure."""

import ipaddress
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

Address = IPv4Address | IPv6Address
Networks = tuple[IPv4Network | IPv6Network, ...]

IPV6_PREFIX = 64


def parse_networks(text: str) -> Networks:
    """Addresses and networks, between commas. Raises ValueError, also where a network has host bits set."""
    return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())


def parse(text: str) -> Address | None:
    """An address without its zone, an IPv4 one out of its IPv6 form; None for any other text."""
    try:
        found = ipaddress.ip_address(text.strip().partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def is_within(address: Address, networks: Networks) -> bool:
    return any(address in network for network in networks)


def client_of(peer: str, forwarded_for: Sequence[str], trusted: Networks) -> str:
    """The client's address, given the connection's peer and the values of `X-Forwarded-For`.

    The header is believed of a trusted proxy only, and of its list the last address that is no trusted proxy itself:
    what stands before was written by the client. A peer that is no address, such as a test's, stays as it is.
    """
    current = parse(peer)
    if current is None:
        return peer
    claimed = ",".join(forwarded_for).split(",")
    while claimed and is_within(current, trusted):
        before = parse(claimed.pop())
        if before is None:
            break
        current = before
    return str(current)


def counted_as(address: str) -> str:
    """Whom an address counts for where something is limited: itself, or of IPv6 its /64, which one customer has."""
    found = parse(address)
    if found is None or found.version == 4:
        return address if found is None else str(found)
    return str(IPv6Network((int(found), IPV6_PREFIX), strict=False))
