import contextlib
import ipaddress
import socket
import ssl
import stat
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization

from handheld import certificate
from handheld.clock import SystemClock
from handheld.device import KeyPair
from handheld_desktop import keys

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


class SetClock(SystemClock):
    def __init__(self, moment: datetime = NOW) -> None:
        self.moment = moment

    def now(self) -> float:
        return self.moment.timestamp()


class Keys:
    """The two methods of a device that a certificate needs, and how often a key was made."""

    made = 0

    def new_key(self) -> KeyPair:
        self.made += 1
        return keys.new_key()

    def sign(self, private_pkcs8: bytes, data: bytes) -> bytes:
        return keys.sign(private_pkcs8, data)


def parsed(found: certificate.Certificate) -> x509.Certificate:
    return x509.load_pem_x509_certificates(found.path.read_bytes())[0]


@contextlib.contextmanager
def tls_server(found: certificate.Certificate, address: str) -> Iterator[int]:
    """Accepts one connection and echoes one message."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(found.path, found.key_path)
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        listening = socket.create_server((address, 0), family=family)
    except OSError as error:
        pytest.skip(f"cannot listen on {address} here: {error}")

    def echo() -> None:
        with contextlib.suppress(ssl.SSLError, ConnectionError):
            plain, _ = listening.accept()
            with context.wrap_socket(plain, server_side=True) as peer:
                peer.sendall(peer.recv(100))

    with listening:
        thread = threading.Thread(target=echo)
        thread.start()
        yield listening.getsockname()[1]
        thread.join()


def handshake(found: certificate.Certificate, address: str, name: str) -> str:
    """The fingerprint of what a careful client was shown."""
    client = ssl.create_default_context(cafile=str(found.path))
    client.verify_flags |= ssl.VERIFY_X509_STRICT  # the default from Python 3.13 on
    with (
        tls_server(found, address) as port,
        socket.create_connection((address, port)) as plain,
        client.wrap_socket(plain, server_hostname=name) as connection,
    ):
        connection.sendall(b"hello")
        assert connection.recv(100) == b"hello"
        return certificate.fingerprint(connection.getpeercert(binary_form=True) or b"")


@pytest.mark.parametrize(
    ("address", "name"),
    [("127.0.0.1", "localhost"), ("127.0.0.1", "127.0.0.1"), ("127.0.0.1", "phone.local"), ("::1", "::1")],
)
def test_a_client_that_trusts_it_shakes_hands(tmp_path: Path, address: str, name: str) -> None:
    found = certificate.obtain(tmp_path, Keys(), SystemClock(), ["phone.local"])
    assert handshake(found, address, name) == found.fingerprint


def test_a_client_that_asks_for_another_name_is_refused(tmp_path: Path) -> None:
    found = certificate.obtain(tmp_path, Keys(), SystemClock())
    with pytest.raises(ssl.SSLCertVerificationError, match=r"not valid for 'evil\.example'"):
        handshake(found, "127.0.0.1", "evil.example")


def test_another_library_reads_it_and_its_signatures_hold(tmp_path: Path) -> None:
    found = certificate.obtain(tmp_path, Keys(), SetClock(), ["192.168.1.20", "phone.local"])
    server, authority = x509.load_pem_x509_certificates(found.path.read_bytes())
    server.verify_directly_issued_by(authority)
    authority.verify_directly_issued_by(authority)
    for read in (server, authority):
        assert read.version is x509.Version.v3
        assert read.not_valid_before_utc < NOW < read.not_valid_after_utc
        assert (read.not_valid_after_utc - read.not_valid_before_utc).days <= 825
    names = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["localhost", "phone.local"]
    addresses = ["127.0.0.1", "::1", "192.168.1.20"]
    assert names.get_values_for_type(x509.IPAddress) == [ipaddress.ip_address(address) for address in addresses]
    assert found.fingerprint == server.fingerprint(hashes.SHA256()).hex(":").upper()


def test_the_server_is_no_authority_and_the_key_of_the_authority_is_nowhere(tmp_path: Path) -> None:
    found = certificate.obtain(tmp_path, Keys(), SetClock())
    server, authority = x509.load_pem_x509_certificates(found.path.read_bytes())
    constraints = [read.extensions.get_extension_for_class(x509.BasicConstraints).value for read in (server, authority)]
    assert [constraint.ca for constraint in constraints] == [False, True]
    key = serialization.load_pem_private_key(found.key_path.read_bytes(), None)
    assert key.public_key() == server.public_key() != authority.public_key()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["certificate.key", "certificate.pem"]


def test_it_is_made_once(tmp_path: Path) -> None:
    maker = Keys()
    first = certificate.obtain(tmp_path, maker, SetClock())
    made = maker.made
    assert certificate.obtain(tmp_path, maker, SetClock(), ["localhost", "::1"]) == first
    assert maker.made == made


def test_both_files_are_for_their_owner_only(tmp_path: Path) -> None:
    found = certificate.obtain(tmp_path, Keys(), SetClock())
    assert {stat.S_IMODE(path.stat().st_mode) for path in (found.path, found.key_path)} == {0o600}


@pytest.mark.parametrize("moment", [NOW.replace(year=2030), NOW.replace(year=2020), NOW.replace(year=2049)])
def test_it_is_made_anew_when_it_is_not_valid_now(tmp_path: Path, moment: datetime) -> None:
    first = certificate.obtain(tmp_path, Keys(), SetClock())
    second = certificate.obtain(tmp_path, Keys(), SetClock(moment))
    assert second.fingerprint != first.fingerprint
    read = parsed(second)
    assert read.not_valid_before_utc < moment < read.not_valid_after_utc


def test_it_is_made_anew_for_a_host_that_it_lacks(tmp_path: Path) -> None:
    first = certificate.obtain(tmp_path, Keys(), SetClock())
    second = certificate.obtain(tmp_path, Keys(), SetClock(), ["10.0.0.5"])
    assert second.fingerprint != first.fingerprint


@pytest.mark.parametrize("name", ["certificate.pem", "certificate.key"])
@pytest.mark.parametrize("content", ["", "not a certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
def test_it_is_made_anew_when_a_file_is_unreadable(tmp_path: Path, name: str, content: str) -> None:
    certificate.obtain(tmp_path, Keys(), SetClock())
    (tmp_path / name).write_text(content)
    maker = Keys()
    found = certificate.obtain(tmp_path, maker, SetClock())
    assert maker.made > 0
    parsed(found)


def test_it_is_made_anew_when_the_key_belongs_to_another(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = certificate.obtain(tmp_path / "other", Keys(), SetClock())
    first = certificate.obtain(tmp_path, Keys(), SetClock())
    first.key_path.write_bytes(other.key_path.read_bytes())
    assert certificate.obtain(tmp_path, Keys(), SetClock()).fingerprint != first.fingerprint
