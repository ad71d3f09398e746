"""The server's self-signed certificate: asn1crypto writes it, the device makes the keys and signs.

It is signed by an authority of its own whose key is used once and forgotten. A single certificate cannot please all clients:
some (Bun, and so Claude Code) trust only an authority, others (rustls) refuse an authority as a server. And whoever trusts this
one trusts nothing else with it, for nobody can sign with it again.
"""

import base64
import hashlib
import ipaddress
import logging
import secrets
import ssl
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from asn1crypto import algos, keys, x509

from . import atomic
from .clock import Clock
from .device import Device, KeyPair
from .errors import HandheldError

_log = logging.getLogger(__name__)
_LOOK_SECONDS = 60
_NAMES = ("localhost", "127.0.0.1", "::1")
_END = "-----END CERTIFICATE-----"
_DAYS = 825
"""The longest that Apple's clients accept."""
_ALGORITHM = algos.SignedDigestAlgorithm({"algorithm": "sha256_ecdsa"})

Extensions = list[tuple[str, bool, object]]
"""Name, whether a client must understand it, and value."""

_AUTHORITY: Extensions = [
    ("basic_constraints", True, {"ca": True, "path_len_constraint": 0}),
    ("key_usage", True, {"key_cert_sign"}),
]


@dataclass(frozen=True, slots=True)
class Certificate:
    path: Path
    """Both certificates, the server's first: what the server sends, and what a client trusts."""
    key_path: Path
    fingerprint: str
    """Of the server's certificate: SHA-256, as browsers show it, AB:CD:…"""


def obtain(folder: Path, device: Device, clock: Clock, hosts: Iterable[str] = ()) -> Certificate:
    """The certificate kept in the folder; a new one if there is none, or it has expired, cannot be read or lacks a host."""
    path, key_path = folder / "certificate.pem", folder / "certificate.key"
    names = list(dict.fromkeys((*_NAMES, *hosts)))
    now = datetime.fromtimestamp(clock.now(), UTC)
    found = _read(path, key_path)
    if found is None or not found.not_valid_before <= now < found.not_valid_after or not _covers(found, names):
        authority_key, key = device.new_key(), device.new_key()
        authority = _issue(device, authority_key, authority_key, now, "Handheld authority", "Handheld authority", _AUTHORITY)
        found = _issue(device, authority_key, key, now, "Handheld authority", "Handheld", _server(names))
        atomic.write(key_path, _pem("PRIVATE KEY", key.private_pkcs8))
        atomic.write(path, _pem("CERTIFICATE", found.dump()) + _pem("CERTIFICATE", authority.dump()))
    return Certificate(path, key_path, fingerprint(found.dump()))


class Kept:
    """The certificate of a server that runs: it can expire meanwhile, or have been made before the phone knew what day it is."""

    def __init__(self, folder: Path, device: Device, clock: Clock, hosts: Iterable[str]) -> None:
        self._obtain = partial(obtain, folder, device, clock, tuple(hosts))
        self._clock = clock
        self.current = self._obtain()
        self._looked = clock.monotonic()

    def renewed(self) -> bool:
        """Whether there is another one since the last time; looked for once in a while."""
        now, before = self._clock.monotonic(), self.current
        if now < self._looked + _LOOK_SECONDS:
            return False
        self._looked = now
        try:
            self.current = self._obtain()
        except (HandheldError, OSError) as error:  # a client may still take the old one
            _log.error("The certificate cannot be renewed: %s", error)
        return self.current != before


def fingerprint(der: bytes) -> str:
    return hashlib.sha256(der).digest().hex(":").upper()


def _read(path: Path, key_path: Path) -> x509.Certificate | None:
    try:
        # This also checks that the two belong together; the password keeps OpenSSL from asking for one on the terminal.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(path, key_path, password="")
        return x509.Certificate.load(ssl.PEM_cert_to_DER_cert(path.read_text().partition(_END)[0] + _END))
    except (FileNotFoundError, ssl.SSLError, ValueError):
        return None


def _covers(certificate: x509.Certificate, names: list[str]) -> bool:
    return {_general_name(name).native for name in names} <= set(certificate.subject_alt_name_value.native)


def _server(names: list[str]) -> Extensions:
    return [
        ("basic_constraints", True, {"ca": False}),
        ("key_usage", True, {"digital_signature"}),
        ("extended_key_usage", False, ["server_auth"]),
        ("subject_alt_name", False, [_general_name(name) for name in names]),
    ]


def _issue(
    device: Device, by: KeyPair, key: KeyPair, now: datetime, issuer: str, subject: str, extensions: Extensions
) -> x509.Certificate:
    begin = (now - timedelta(days=1)).replace(microsecond=0)  # a peer's clock may be behind
    public, authority = keys.PublicKeyInfo.load(key.public_spki), keys.PublicKeyInfo.load(by.public_spki)
    identifiers: Extensions = [
        ("key_identifier", False, public.sha1),
        ("authority_key_identifier", False, {"key_identifier": authority.sha1}),
    ]
    body = x509.TbsCertificate({
        "version": "v3",
        "serial_number": secrets.randbits(158) + 1,
        "signature": _ALGORITHM,
        "issuer": x509.Name.build({"common_name": issuer}),
        "validity": {"not_before": _time(begin), "not_after": _time(begin + timedelta(days=_DAYS))},
        "subject": x509.Name.build({"common_name": subject}),
        "subject_public_key_info": public,
        "extensions": [
            {"extn_id": name, "critical": critical, "extn_value": value} for name, critical, value in extensions + identifiers
        ],
    })  # fmt: skip
    return x509.Certificate({
        "tbs_certificate": body,
        "signature_algorithm": _ALGORITHM,
        "signature_value": device.sign(by.private_pkcs8, body.dump()),
    })  # fmt: skip


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.GeneralName("ip_address", str(ipaddress.ip_address(name)))
    except ValueError:
        return x509.GeneralName("dns_name", name)


def _time(moment: datetime) -> x509.Time:
    return x509.Time({"utc_time" if moment.year < 2050 else "general_time": moment})


def _pem(label: str, der: bytes) -> bytes:
    lines = textwrap.wrap(base64.b64encode(der).decode(), 64)
    return "\n".join([f"-----BEGIN {label}-----", *lines, f"-----END {label}-----", ""]).encode()
