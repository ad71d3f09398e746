"""A small load generator, where wrk is not to be had: client.py PORT FILE ID CLIENTS SECONDS

Each client sends its next call when the last one is answered, as wrk's do. Prints the result as JSON.
"""

import asyncio
import json
import re
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

MOST_CALLS = 1_000_000
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


class Load:
    """The calls of all clients."""

    def __init__(self, requests: list[bytes], first: int, seconds: float) -> None:
        self._ids = iter(range(first + 1, first + MOST_CALLS))
        self._parts = [request.split(b"%d" % first) for request in requests]
        self._until = time.perf_counter() + seconds
        self.took: list[float] = []
        self.errors = 0

    def requests(self) -> Iterator[bytes]:
        """At least one."""
        for id in self._ids:
            before, after = self._parts[id % len(self._parts)]
            yield b"%s%d%s" % (before, id, after)
            if time.perf_counter() >= self._until:
                return


class Client(asyncio.Protocol):
    def __init__(self, load: Load) -> None:
        self._load = load
        self._requests = load.requests()
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._next()

    def _next(self) -> None:
        request = next(self._requests, None)
        if request is None:
            self._transport.close()
            return
        self._received = b""
        self._sent = time.perf_counter()
        self._transport.write(request)

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, end, body = self._received.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        if end and length is None:
            raise ValueError(f"An answer without its length: {head[:200]!r}")
        if not end or length is None or len(body) < int(length[1]):
            return
        self._load.took.append(time.perf_counter() - self._sent)
        self._load.errors += not head.startswith(b"HTTP/1.1 200")
        self._next()

    def connection_lost(self, exc: Exception | None) -> None:
        self._load.errors += exc is not None
        self.done.set_result(None)


async def run(port: int, load: Load, clients: int) -> None:
    loop = asyncio.get_running_loop()
    connected = [await loop.create_connection(lambda: Client(load), "127.0.0.1", port) for _ in range(clients)]
    await asyncio.wait_for(asyncio.gather(*(client.done for _, client in connected)), 60)


def main(port: str, file: str, first: str, clients: str, seconds: str) -> None:
    load = Load(Path(file).read_bytes().split(b"\1"), int(first), float(seconds))
    started = time.perf_counter()
    asyncio.run(run(int(port), load, int(clients)))
    percentiles = statistics.quantiles(load.took, n=100) if len(load.took) > 1 else [0.0] * 99
    result = {
        "calls": len(load.took),
        "seconds": time.perf_counter() - started,
        "p50_ms": percentiles[49] * 1000,
        "p99_ms": percentiles[98] * 1000,
        "errors": load.errors,
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main(*sys.argv[1:])
