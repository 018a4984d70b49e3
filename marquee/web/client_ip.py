"""The client's IP address: the connection's peer, or what a trusted proxy says of it. No I/O."""

import ipaddress
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network

from starlette.types import Scope

from marquee.settings.values import Networks

IpAddress = IPv4Address | IPv6Address

IPV6_PREFIX = 64


def client_ip(scope: Scope, trusted_proxies: Networks) -> str:
    """The IP address that a request comes from; empty where the server knows none."""
    peer = scope.get("client")
    forwarded_for = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return forwarded_ip(peer[0], forwarded_for, trusted_proxies) if peer else ""


def unknown_proxy(scope: Scope, trusted_proxies: Networks) -> str | None:
    """The peer of a request that came through a proxy nearby, on this machine or its network, that is not trusted."""
    peer = scope.get("client")
    ip = parse_ip(peer[0]) if peer else None
    if ip is None or not ip.is_private or is_within(ip, trusted_proxies):
        return None
    return str(ip) if any(name == b"x-forwarded-for" for name, _ in scope["headers"]) else None


def forwarded_ip(peer: str, forwarded_for: Sequence[str], trusted: Networks) -> str:
    """The client's IP address, given the connection's peer and the values of `X-Forwarded-For`.

    The header is believed only if a trusted proxy sent it, and of its list the last address that is not a trusted
    proxy itself: the client wrote what comes before. A peer that is no IP address, such as a test's, stays as it is.
    """
    current = parse_ip(peer)
    if current is None:
        return peer
    claimed = ",".join(forwarded_for).split(",")
    while claimed and is_within(current, trusted):
        previous = parse_ip(claimed.pop())
        if previous is None:
            break
        current = previous
    return str(current)


def parse_ip(text: str) -> IpAddress | None:
    """An IP address without its zone, an IPv4 one out of its IPv6 form; None for any other text."""
    try:
        ip = ipaddress.ip_address(text.strip().partition("%")[0])
    except ValueError:
        return None
    return getattr(ip, "ipv4_mapped", None) or ip


def is_within(ip: IpAddress, networks: Networks) -> bool:
    return any(ip in network for network in networks)


def rate_limit_key(ip: str) -> str:
    """What an IP address counts as where something is limited: itself, or an IPv6 one's /64, which one customer has."""
    parsed = parse_ip(ip)
    if parsed is None or parsed.version == 4:
        return ip if parsed is None else str(parsed)
    return str(IPv6Network((int(parsed), IPV6_PREFIX), strict=False))
