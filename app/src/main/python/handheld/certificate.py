"""The server's self-signed certificate: asn1crypto writes it, the device makes the key and signs."""

import base64
import hashlib
import ipaddress
import secrets
import ssl
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from asn1crypto import algos, keys, x509

from . import atomic
from .clock import Clock
from .device import Device

_NAMES = ("localhost", "127.0.0.1", "::1")
_DAYS = 825
"""The longest that Apple's clients accept."""
_ALGORITHM = algos.SignedDigestAlgorithm({"algorithm": "sha256_ecdsa"})


@dataclass(frozen=True, slots=True)
class Certificate:
    path: Path
    key_path: Path
    fingerprint: str
    """SHA-256, as browsers show it: AB:CD:…"""


def obtain(folder: Path, device: Device, clock: Clock, hosts: Iterable[str] = ()) -> Certificate:
    """The certificate kept in the folder; a new one if there is none, or it has expired, cannot be read or lacks a host."""
    path, key_path = folder / "certificate.pem", folder / "certificate.key"
    names = list(dict.fromkeys((*_NAMES, *hosts)))
    now = datetime.fromtimestamp(clock.now(), UTC)
    found = _read(path, key_path)
    if found is None or not found.not_valid_before <= now < found.not_valid_after or not _covers(found, names):
        key = device.new_key()
        found = _sign(device, key.private_pkcs8, _body(keys.PublicKeyInfo.load(key.public_spki), names, now))
        atomic.write(key_path, _pem("PRIVATE KEY", key.private_pkcs8))
        atomic.write(path, _pem("CERTIFICATE", found.dump()))
    return Certificate(path, key_path, fingerprint(found.dump()))


def fingerprint(der: bytes) -> str:
    return hashlib.sha256(der).digest().hex(":").upper()


def _read(path: Path, key_path: Path) -> x509.Certificate | None:
    try:
        # This also checks that the two belong together; the password keeps OpenSSL from asking for one on the terminal.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(path, key_path, password="")
        return x509.Certificate.load(ssl.PEM_cert_to_DER_cert(path.read_text()))
    except (FileNotFoundError, ssl.SSLError, ValueError):
        return None


def _covers(certificate: x509.Certificate, names: list[str]) -> bool:
    return {_general_name(name).native for name in names} <= set(certificate.subject_alt_name_value.native)


def _body(key: keys.PublicKeyInfo, names: list[str], now: datetime) -> x509.TbsCertificate:
    name = x509.Name.build({"common_name": "Handheld"})
    begin = (now - timedelta(days=1)).replace(microsecond=0)  # a peer's clock may be behind
    return x509.TbsCertificate({
        "version": "v3",
        "serial_number": secrets.randbits(158) + 1,
        "signature": _ALGORITHM,
        "issuer": name,
        "validity": {"not_before": _time(begin), "not_after": _time(begin + timedelta(days=_DAYS))},
        "subject": name,
        "subject_public_key_info": key,
        "extensions": _extensions(key, names),
    })  # fmt: skip


def _extensions(key: keys.PublicKeyInfo, names: list[str]) -> list[dict[str, object]]:
    # Not a CA: some clients refuse a CA as a server's own certificate, and none then trusts what this key signs.
    values: list[tuple[str, bool, object]] = [
        ("basic_constraints", True, {"ca": False}),
        ("key_usage", True, {"digital_signature"}),
        ("extended_key_usage", False, ["server_auth"]),
        ("subject_alt_name", False, [_general_name(name) for name in names]),
        ("key_identifier", False, key.sha1),
        ("authority_key_identifier", False, {"key_identifier": key.sha1}),
    ]
    return [{"extn_id": id_, "critical": critical, "extn_value": value} for id_, critical, value in values]


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.GeneralName("ip_address", str(ipaddress.ip_address(name)))
    except ValueError:
        return x509.GeneralName("dns_name", name)


def _time(moment: datetime) -> x509.Time:
    return x509.Time({"utc_time" if moment.year < 2050 else "general_time": moment})


def _sign(device: Device, private_pkcs8: bytes, body: x509.TbsCertificate) -> x509.Certificate:
    return x509.Certificate({
        "tbs_certificate": body,
        "signature_algorithm": _ALGORITHM,
        "signature_value": device.sign(private_pkcs8, body.dump()),
    })  # fmt: skip


def _pem(label: str, der: bytes) -> bytes:
    lines = textwrap.wrap(base64.b64encode(der).decode(), 64)
    return "\n".join([f"-----BEGIN {label}-----", *lines, f"-----END {label}-----", ""]).encode()
