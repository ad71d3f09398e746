"""Answers over HTTP, as plain ASGI messages: no object a response, for speed."""

from starlette.types import Send

from .. import codec

Header = tuple[bytes, bytes]

JSON: Header = (b"content-type", b"application/json")
_SSE = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-cache, no-transform"), (b"x-accel-buffering", b"no")]
PING = b": ping\r\n\r\n"


async def json(send: Send, status: int, body: bytes, *extra: Header) -> None:
    headers = [JSON, (b"content-length", str(len(body)).encode()), *extra]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def refuse(send: Send, status: int, why: str, *extra: Header) -> None:
    await json(send, status, codec.dumps({"error": why}), *extra)


async def accepted(send: Send) -> None:
    await send({"type": "http.response.start", "status": 202, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


async def start_stream(send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": _SSE})


async def stream(send: Send, chunk: bytes) -> None:
    await send({"type": "http.response.body", "body": chunk, "more_body": True})


async def end_stream(send: Send, last: bytes) -> None:
    await send({"type": "http.response.body", "body": last})


def event(message: bytes) -> bytes:
    return b"event: message\r\ndata: " + message + b"\r\n\r\n"
