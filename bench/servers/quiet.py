"""Serves an ASGI application as Handheld does: uvicorn on a loopback port of its choice, which it prints, and no logging."""

import socket
from typing import Any

import uvicorn


def serve(app: Any, http: Any) -> None:
    # asyncio turns off Nagle's delay, 40 ms an answer, only where the protocol is named.
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.bind(("127.0.0.1", 0))
    bound.listen(1024)
    bound.setblocking(False)
    print(bound.getsockname()[1], flush=True)
    config = uvicorn.Config(
        app,
        http=http,
        loop="asyncio",
        ws="none",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    uvicorn.Server(config).run([bound])
