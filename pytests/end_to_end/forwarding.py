"""A step between a client that cannot send a token and a server that wants one: adds the header to every request."""

import contextlib
import socket
import threading
from collections.abc import Iterator


@contextlib.contextmanager
def with_token(port: int, token: str) -> Iterator[int]:
    """The port where requests are taken, to be passed on with the token."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=_accept, args=(listening, port, token), daemon=True).start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)


def _accept(listening: socket.socket, port: int, token: str) -> None:
    while True:
        try:
            client, _ = listening.accept()
        except OSError:
            return
        threading.Thread(target=_pass_on, args=(client, port, token), daemon=True).start()


def _pass_on(client: socket.socket, port: int, token: str) -> None:
    """One request a connection, so that every one gets its header."""
    with contextlib.suppress(OSError), client, socket.create_connection(("127.0.0.1", port)) as server:
        received = b""
        while b"\r\n\r\n" not in received:
            data = client.recv(65536)
            if not data:
                return
            received += data
        request, _, rest = received.partition(b"\r\n")
        server.sendall(request + f"\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n".encode() + rest)
        upward = threading.Thread(target=_copy, args=(client, server), daemon=True)
        upward.start()
        _copy(server, client)


def _copy(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
