"""Starting and stopping."""

import json
import os
import socket
import ssl
import subprocess
import sys
import threading
import tomllib
import urllib.request
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest
from fakes import FakeClock
from serving import PARSERS, TOKEN

import handheld
from handheld import certificate
from handheld.clock import SystemClock
from handheld.core import Core
from handheld.errors import ActionFailed
from handheld.server.run import CannotListen, _bind, serve
from handheld.settings import Settings, Token
from handheld_desktop.sim import SimulatedPhone

ROOT = Path(__file__).parent.parent


@pytest.fixture
def core(tmp_path):
    return Core(Settings(tokens=(Token("t", TOKEN),)), SimulatedPhone(tmp_path / "storage"), tmp_path)


def health(port, context=None):
    scheme = "https" if context else "http"
    with urllib.request.urlopen(f"{scheme}://127.0.0.1:{port}/health", timeout=10, context=context) as answer:
        return json.load(answer)["status"]


@pytest.mark.parametrize("http", [*PARSERS, "auto"])
def test_a_server_answers_until_it_is_stopped_and_frees_its_port(core, http):
    running = serve(core, "127.0.0.1", 0, http=http)
    assert health(running.port) == "ok"
    running.stop()
    again = serve(core, "127.0.0.1", running.port, http=http)
    assert again.port == running.port
    assert health(again.port) == "ok"
    again.stop()


@pytest.mark.parametrize("http", PARSERS)
def test_a_server_that_nobody_is_connected_to_has_nothing_to_wake_up_for(core, http):
    running = serve(core, "127.0.0.1", 0, http=http)
    with urllib.request.urlopen(f"http://127.0.0.1:{running.port}/health", timeout=10) as answer:
        told = parsedate_to_datetime(answer.headers["date"])
    server = running._server
    asleep = threading.Event()
    server._loop.call_soon_threadsafe(watch, server, asleep)
    assert asleep.wait(10)
    assert abs((datetime.now(UTC) - told).total_seconds()) < 10
    running.stop()


def watch(server, asleep):
    """On the server's loop, until no connection and no timer is left."""
    timers = [handle for handle in server._loop._scheduled if not handle.cancelled()]
    if server.server_state.connections or timers:
        server._loop.call_soon(watch, server, asleep)
    else:
        asleep.set()


def test_a_taken_port_is_one_clear_sentence(core):
    running = serve(core, "127.0.0.1", 0)
    with pytest.raises(CannotListen, match=f"Port {running.port} on 127.0.0.1 is already in use"):
        serve(core, "127.0.0.1", running.port)
    running.stop()


@pytest.mark.parametrize(("host", "why"), [("192.0.2.1", "not an address of this device"), ("no such.invalid", "Cannot listen")])
def test_an_address_that_is_not_ours_is_one_clear_sentence(core, host, why):
    with pytest.raises(CannotListen, match=why):
        serve(core, host, 0)


def test_ipv6_is_served(core):
    try:
        running = serve(core, "::1", 0)
    except CannotListen as error:
        pytest.skip(f"no IPv6 here: {error}")
    with urllib.request.urlopen(f"http://[::1]:{running.port}/health", timeout=10) as answer:
        assert answer.status == 200
    running.stop()


@pytest.mark.parametrize("http", PARSERS)
def test_tls_is_served(core, tmp_path, http):
    kept = certificate.Kept(tmp_path, core.phone.device, SystemClock(), ["127.0.0.1"])
    running = serve(core, "127.0.0.1", 0, tls=kept, http=http)
    trusting = ssl.create_default_context(cafile=str(kept.current.path))
    assert health(running.port, trusting) == "ok"
    running.stop()


class Years(FakeClock):
    def pass_by(self, years):
        self.time += years * 31_556_952


@pytest.mark.parametrize("http", PARSERS)
def test_a_certificate_that_expires_while_it_is_served_is_renewed_at_the_next_handshake(core, tmp_path, http):
    clock = Years()
    kept = certificate.Kept(tmp_path, core.phone.device, clock, ["127.0.0.1"])
    first = kept.current.fingerprint
    running = serve(core, "127.0.0.1", 0, tls=kept, http=http)
    assert served_fingerprint(running.port) == first
    clock.pass_by(3)
    renewed = [served_fingerprint(running.port) for _ in range(2)]
    assert renewed == [kept.current.fingerprint] * 2 != [first] * 2
    running.stop()


def test_a_certificate_that_cannot_be_renewed_is_served_on_and_said(core, tmp_path, caplog):
    clock = Years()
    device = core.phone.device
    kept = certificate.Kept(tmp_path, device, clock, ["127.0.0.1"])
    running = serve(core, "127.0.0.1", 0, tls=kept)
    clock.pass_by(3)
    device.new_key = locked
    assert served_fingerprint(running.port) == kept.current.fingerprint
    assert "The key store is locked" in caplog.text
    running.stop()


def locked():
    raise ActionFailed("The key store is locked")


def served_fingerprint(port):
    return certificate.fingerprint(ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate(("127.0.0.1", port), timeout=10)))


def test_a_certificate_that_is_none_is_one_clear_sentence(core, tmp_path):
    kept = certificate.Kept(tmp_path, core.phone.device, SystemClock(), [])
    kept.current.path.write_text("nonsense")
    with pytest.raises(CannotListen, match="Cannot use the certificate"):
        serve(core, "127.0.0.1", 0, tls=kept)
    kept.current.path.unlink()
    with pytest.raises(CannotListen, match="Cannot use the certificate"):
        serve(core, "127.0.0.1", 0, tls=kept)


def test_answers_are_not_held_back_by_nagle():
    bound = _bind("127.0.0.1", 0)
    assert bound.proto == socket.IPPROTO_TCP
    bound.close()


def test_the_version_is_the_same_everywhere():
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == handheld.__version__


@pytest.mark.timeout(600)
def test_everything_the_server_does_it_also_does_with_the_json_of_the_standard_library():
    """The phone has no orjson: the whole server test once more, without it. Connections as such know no JSON."""
    others = (Path(__file__).name, "test_server_connections.py")
    files = sorted(str(path) for path in Path(__file__).parent.glob("test_server_*.py") if path.name not in others)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files],
        env=os.environ | {"HANDHELD_JSON": "json"},
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
