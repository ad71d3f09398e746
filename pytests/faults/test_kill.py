"""kill -9 in the middle of every write, of real processes: what a restart finds is the old or the new, and it goes on."""

import contextlib
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from commands import Server, Start, start  # noqa: F401

HERE = Path(__file__).parent
KINDS = (
    "settings", "first_token", "certificate", "renewed_certificate", "write_file", "download", "file_replace", "append_file",
    "pause", "resume", "audit", "recording",
)  # fmt: skip
pytestmark = pytest.mark.timeout(600)  # all deaths are one set-up, and a busy machine is slow
DOCUMENTS = "com.android.externalstorage.documents/primary:Documents"


@pytest.fixture(scope="module")
def memory() -> Iterator[Path]:
    """A folder that a process outlives as on a disk, and that needs no waiting."""
    shared = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="handheld-", dir=shared if shared.is_dir() and os.access(shared, os.W_OK) else None))
    yield folder
    shutil.rmtree(folder)


def said(script: str, *arguments: object) -> Any:
    done = subprocess.run([sys.executable, HERE / script, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def deaths(memory: Path) -> Any:
    return said("dying.py", memory / "dying")


@pytest.mark.parametrize("kind", KINDS)
def test_a_write_that_is_killed_at_any_line_is_the_old_or_the_new(deaths: Any, kind: str) -> None:
    found = deaths[kind]
    assert found["wrong"] == []
    assert found["old"] > 5
    assert found["points"] == found["old"] + found["new"] + found["between"]


def test_every_kind_of_write_is_killed(deaths: Any) -> None:
    assert set(deaths) == set(KINDS)


def test_an_answered_call_is_on_record_whenever_the_process_is_killed(memory: Path) -> None:
    (memory / "clerk").mkdir()
    found = said("clerk.py", memory / "clerk", 150)
    assert found["wrong"] == []
    assert found["lines"] > 1000


class Writer(threading.Thread):
    """A client that writes one file again and again until the server is gone."""

    def __init__(self, server: Server, name: str) -> None:
        super().__init__()
        self._server = server
        self.path = name
        self.tried: list[str] = []
        self.answered = 0
        self.enough = threading.Event()

    def run(self) -> None:
        connection = http.client.HTTPConnection(urlsplit(self._server.url).netloc, timeout=20)
        headers = {"authorization": f"Bearer {self._server.token}", "content-type": "application/json"}
        with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
            while True:
                content = f"{len(self.tried)} of {self.path}\n" * 20_000
                self.tried.append(content)
                arguments = {"location_id": DOCUMENTS, "path": self.path, "content": content}
                params = {"name": "android_write_file", "arguments": arguments}
                message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
                connection.request("POST", "/mcp", json.dumps(message), headers)
                answer = json.loads(connection.getresponse().read())
                assert "isError" not in answer["result"], answer
                self.answered += 1
                if self.answered == 2:
                    self.enough.set()


def entries(folder: Path) -> list[Any]:
    text = (folder / "audit.jsonl").read_text()
    assert text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def test_a_server_that_is_killed_while_clients_write_starts_again_with_all_that_it_answered(
    start: Start,  # noqa: F811
    memory: Path,
) -> None:
    folder = memory / "server"
    tokens, answered = set(), 0
    for _ in range(3):
        server = start("--port", "0", "--data", str(folder))
        tokens.add(server.token)
        writers = [Writer(server, f"{name}.txt") for name in "abc"]
        for writer in writers:
            writer.start()
        for writer in writers:
            assert writer.enough.wait(30)
        server.process.send_signal(signal.SIGKILL)
        server.process.communicate()
        for writer in writers:
            writer.join(30)
            assert (folder / "storage/Documents" / writer.path).read_text() in writer.tried[-2:]
            answered += writer.answered
    last = start("--port", "0", "--data", str(folder))
    assert {*tokens, last.token} == {last.token}
    _, errors = last.stop()
    assert errors == ""
    assert len(entries(folder)) >= answered
    assert not list(folder.glob(".*"))
