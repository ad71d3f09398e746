"""`handheld serve`: the server with the simulated phone, until it is told to stop."""

import dataclasses
import ipaddress
import signal
import sys
from dataclasses import dataclass
from typing import Literal

from handheld import certificate, reach
from handheld.certificate import Certificate
from handheld.clock import SystemClock
from handheld.core import Core
from handheld.server import run
from handheld.settings import LocationRules, Settings, Token, check

from .connect import snippets
from .folder import Address, DataFolder
from .sim import SimulatedPhone

_STOP = (signal.SIGINT, signal.SIGTERM)
_SHORT = 16
_FIRST_RULES = {
    "com.android.externalstorage.documents/primary:Documents": LocationRules("Notes and letters", allow_write=True),
    "com.android.providers.downloads.documents/downloads": LocationRules("Downloads", allow_write=True, allow_delete=True),
}
"""What a person would have granted: on a simulated phone there is little to lose, and much to try."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line and the environment ask for; None leaves it to the settings."""

    host: str | None
    port: int | None
    token: str | None
    slug: str | None
    tls: bool
    http: Literal["auto", "h11", "httptools"]


def serve(folder: DataFolder, wishes: Wishes) -> int:
    _hold_signals()
    folder.prepare()
    settings = _settings(folder, wishes)
    names = reach.names(settings.host)
    settings = dataclasses.replace(settings, allowed_hosts=(*settings.allowed_hosts, *names))
    phone = SimulatedPhone(folder.storage)
    found = certificate.obtain(folder.path, phone, SystemClock(), names) if settings.tls else None
    core = Core(settings, phone, folder.path)
    running = run.serve(
        core, settings.host, settings.port, tls=(found.path, found.key_path) if found else None, http=wishes.http
    )
    here = _address(reach.locally(settings.host), running.port, settings)
    folder.announce(here)
    try:
        print(f"listening on {_address(settings.host, running.port, settings).url}", flush=True)
        _greet(_address(names[0], running.port, settings), found)
        signal.sigwait(_STOP)
    finally:
        _release_signals()
        folder.withdraw(here)
        running.stop()
    print("stopped", flush=True)
    return 0


def _settings(folder: DataFolder, wishes: Wishes) -> Settings:
    """What the file says, then what this run asks for, which is not kept."""
    file = folder.settings_file()
    first = not file.path.exists()
    settings = file.load()
    if first:
        settings = dataclasses.replace(settings, storage=_FIRST_RULES)
    for problem in file.problems:
        _warn(problem)
    if wishes.token is None:
        settings = file.with_token(settings)
    else:
        settings = dataclasses.replace(settings, tokens=(Token("this run", wishes.token),))
    settings = dataclasses.replace(
        settings,
        host=wishes.host or settings.host,
        port=settings.port if wishes.port is None else wishes.port,
        slug=settings.slug if wishes.slug is None else wishes.slug,
        tls=wishes.tls or settings.tls,
    )
    check(settings)
    if len(settings.tokens[0].token) < _SHORT:
        _warn(f"a token of fewer than {_SHORT} characters can be guessed")
    if not settings.tls and not _is_loopback(settings.host):
        _warn("others on the network can read the token and everything the phone shows; --tls prevents that")
    return settings


def _hold_signals() -> None:
    """From here on they wait for `sigwait`: a handler could run between two steps, or be lost just before the wait.
    A shell that starts us in the background ignores SIGINT for us; that is undone."""
    for number in _STOP:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_BLOCK, _STOP)


def _release_signals() -> None:
    """A second Ctrl-C, while the running calls end, ends at once."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOP)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _address(host: str, port: int, settings: Settings) -> Address:
    return Address(reach.url(host, port, settings.tls), settings.tokens[0].token)


def _greet(address: Address, found: Certificate | None) -> None:
    print(f"token: {address.token}")
    if found:
        print(f"certificate fingerprint (SHA-256): {found.fingerprint}")
        print(f"clients must trust {found.path}; those built on Node take NODE_EXTRA_CA_CERTS={found.path}")
    print("\nThis is a simulated phone: what an agent does here reaches no real device. Connect a client:")
    for snippet in snippets(address):
        print(f"\n{snippet.client} ({snippet.where}):\n{snippet.text}")
    print("\nCtrl-C stops the server.", flush=True)


def _warn(sentence: str) -> None:
    print(f"handheld: {sentence}", file=sys.stderr, flush=True)
