"""How clients reach a server that listens on a host."""

import socket

_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}


def names(host: str) -> list[str]:
    """The names and addresses that lead to it, the best first."""
    if host not in _EVERYWHERE:
        return [host]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks which address would be used
            return [probe.getsockname()[0], socket.gethostname()]
        except OSError:
            return [locally(host), socket.gethostname()]


def locally(host: str) -> str:
    """How programs on the same machine reach it, whatever happens to its network."""
    return _EVERYWHERE.get(host, host)


def url(host: str, port: int, tls: bool) -> str:
    literal = f"[{host}]" if ":" in host else host
    return f"{'https' if tls else 'http'}://{literal}:{port}/mcp"
