"""The way between a browser and a page: it can be cut, as when a phone sleeps, and heals on the same port."""

import contextlib
import socket
import threading
from collections.abc import Iterator


class Passage:
    """One connection, passed on in both directions until either end closes it."""

    def __init__(self, client: socket.socket, server: socket.socket) -> None:
        self._ends = client, server
        self._is_deaf = False
        self._threads = [threading.Thread(target=self._copy, args=ends) for ends in ((client, server), (server, client))]
        for each in self._threads:
            each.start()

    def deafen(self) -> None:
        """Nothing is passed on any more, and nobody says so."""
        self._is_deaf = True

    def close(self) -> None:
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for each in self._threads:
            each.join()
        for end in self._ends:
            end.close()

    def _copy(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if not self._is_deaf:
                    target.sendall(data)
            if not self._is_deaf:
                target.shutdown(socket.SHUT_WR)


class Way:
    def __init__(self, to_port: int) -> None:
        self._to = "127.0.0.1", to_port
        self._bind(0)
        self.heal()

    def _bind(self, port: int) -> None:
        """Ours, so that nobody else takes it; but nobody is there."""
        self._held = socket.socket()
        self._held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._held.bind(("127.0.0.1", port))
        self.port = self._held.getsockname()[1]

    def heal(self) -> None:
        self._passages: list[Passage] = []
        self._listening = self._held
        self._listening.listen()
        self._accepting = threading.Thread(target=self._accept, args=(self._listening, self._passages))
        self._accepting.start()

    def cut(self) -> None:
        """Everything under way breaks off, and nobody answers."""
        self._listening.shutdown(socket.SHUT_RDWR)
        self._accepting.join()
        self._listening.close()
        self._bind(self.port)
        for passage in self._passages:
            passage.close()
        self._passages = []

    def close(self) -> None:
        self._held.close()

    def deafen(self) -> None:
        """What is under way is never heard of again; what comes later passes."""
        for passage in self._passages:
            passage.deafen()

    def _accept(self, listening: socket.socket, passages: list[Passage]) -> None:
        while True:
            try:
                client, _ = listening.accept()
            except OSError:
                return
            try:
                passages.append(Passage(client, socket.create_connection(self._to)))
            except OSError:  # the page is gone
                client.close()


@contextlib.contextmanager
def way_to(port: int) -> Iterator[Way]:
    way = Way(port)
    yield way
    way.cut()
    way.close()
