"""Which network addresses are the public internet's, and not this phone's or its neighbours'."""

import ipaddress

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_GLOBAL_V6 = ipaddress.IPv6Network("2000::/3")
# What `is_global` lets pass, in some Python versions or all.
_NOT_PUBLIC_V4 = [ipaddress.IPv4Network(net) for net in ("192.0.0.0/24", "192.88.99.0/24", "224.0.0.0/4", "240.0.0.0/4")]
_NOT_PUBLIC_V6 = [ipaddress.IPv6Network(net) for net in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")]


def is_public(address: str) -> bool:
    """False for private, loopback, link-local, carrier-grade NAT, multicast, reserved and tunnelled addresses."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        inner = _inner_v4(ip)
        if inner is None:
            return ip in _GLOBAL_V6 and ip.is_global and not any(ip in net for net in _NOT_PUBLIC_V6)
        ip = inner
    return ip.is_global and not any(ip in net for net in _NOT_PUBLIC_V4)


def _inner_v4(ip: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that is really reached. On IPv6-only mobile networks every IPv4 server has a NAT64 address."""
    if ip in _NAT64:
        return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped
