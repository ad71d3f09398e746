"""`handheld serve`: the server with a phone that needs no phone, until it is told to stop."""

import dataclasses
import gc
import ipaddress
import signal
import sys
from dataclasses import dataclass
from functools import partial
from typing import Literal

from handheld import reach
from handheld.app import App
from handheld.connect import Address, snippets
from handheld.device import Device
from handheld.hub import approval
from handheld.hub.hub import Hub
from handheld.page.run import Page
from handheld.settings import ConfirmRules, LocationRules, Settings, Token
from handheld.settings_json import check

from . import kotlin_build
from .folder import DataFolder
from .robolectric import RobolectricPhone
from .sim import SimulatedPhone

_STOP = (signal.SIGINT, signal.SIGTERM)
_SHORT = 16
_FIRST_RULES = {
    "sim": {
        "com.android.externalstorage.documents/primary:Documents": LocationRules("Notes and letters", allow_write=True),
        "com.android.providers.downloads.documents/downloads": LocationRules("Downloads", allow_write=True, allow_delete=True),
    },
    "robolectric": {"com.example.storage.documents/card:": LocationRules("The card", allow_write=True, allow_delete=True)},
}
_ASK_NOTHING = ConfirmRules(tools=(), external_tools=False, apps=())
"""What a person would have granted: on these phones there is little to lose, and much to try."""
_KINDS = {
    "sim": "This is a simulated phone: what an agent does here reaches no real device.",
    "robolectric": "This is the Android app's own Kotlin on Robolectric's Android: what an agent does reaches no real device.",
}


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line and the environment ask for; None leaves it to the settings."""

    device: Literal["sim", "robolectric"]
    host: str | None
    port: int | None
    token: str | None
    slug: str | None
    tls: bool
    http: Literal["auto", "h11", "httptools"]
    approve: tuple[str, ...]
    """Packages of other apps, or `all`; this is kept, as what a person approves is."""


def serve(folder: DataFolder, wishes: Wishes) -> int:
    if wishes.device == "robolectric":
        kotlin_build.classes()  # while Ctrl-C still ends Maven
    _hold_signals()
    folder.prepare()
    first = not folder.settings_file().path.exists()
    phone = _phone(folder, wishes)
    app = App(phone, folder.path, wishes=lambda settings: _wished(settings, wishes), http=wishes.http)
    if isinstance(phone, SimulatedPhone):
        phone.on_touch = app.touched
    for problem in app.file.problems:
        _warn(problem)
    if first:
        app.settings = dataclasses.replace(app.settings, storage=_FIRST_RULES[wishes.device], confirm=_ASK_NOTHING)
    check(app.served)
    app.start()
    _warn_of_risks(app.served)
    here = _address(app, reach.locally(app.served.host))
    folder.announce(here)
    page = Page(app)
    try:
        if wishes.approve:
            _approve(app, wishes.approve)
        print(f"listening on {_address(app, app.served.host).url}", flush=True)
        _greet(app, page, _KINDS[wishes.device])
        gc.freeze()  # what is here now stays: the collector need not look at it again and again
        signal.sigwait(_STOP)
    finally:
        folder.withdraw(here)
        page.withdraw()
        _release_signals()
        page.stop()
        app.stop()
    print("stopped", flush=True)
    return 0


def _phone(folder: DataFolder, wishes: Wishes) -> Device:
    return SimulatedPhone(folder.storage) if wishes.device == "sim" else RobolectricPhone(folder.path / "card").device


def _wished(settings: Settings, wishes: Wishes) -> Settings:
    """What the file says, then what this run asks for, which is not kept."""
    ours = () if wishes.token is None else (Token("this run", wishes.token),)
    return dataclasses.replace(
        settings,
        tokens=(*ours, *settings.tokens),
        host=wishes.host or settings.host,
        port=settings.port if wishes.port is None else wishes.port,
        slug=settings.slug if wishes.slug is None else wishes.slug,
        tls=wishes.tls or settings.tls,
    )


def _approve(app: App, packages: tuple[str, ...]) -> None:
    hub = app.running_core.hub
    hub.external.refresh()
    entries = hub.external.entries
    usable = dict.fromkeys(entry.door.origin.package for entry in entries if entry.state != "unavailable")
    for package in usable if "all" in packages else packages:
        app.decide(partial(_approved, package))


def _approved(package: str, hub: Hub, settings: Settings) -> Settings:
    return hub.approve(settings, package, approval.digest(hub.external.entries, package))


def _warn_of_risks(settings: Settings) -> None:
    if len(settings.tokens[0].token) < _SHORT:
        _warn(f"a token of fewer than {_SHORT} characters can be guessed")
    if not settings.tls and not _is_loopback(settings.host):
        _warn("others on the network can read the token and everything the phone shows; --tls prevents that")


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


def _address(app: App, host: str) -> Address:
    return Address(reach.url(host, app.port, app.served.tls), app.served.tokens[0].token)


def _greet(app: App, page: Page, kind: str) -> None:
    address = Address(app.address, app.served.tokens[0].token)
    print(f"token: {address.token}")
    print(f"control page (this link opens it once, `handheld page` makes another): {page.link()}")
    found = app.certificate
    if found:
        print(f"certificate fingerprint (SHA-256): {found.fingerprint}")
        print(f"clients must trust {found.path}; those built on Node take NODE_EXTRA_CA_CERTS={found.path}")
    print(f"\n{kind} Connect a client:")
    for snippet in snippets(address):
        if snippet.reach == "direct":
            print(f"\n{snippet.client} ({snippet.where}):\n{snippet.text}")
    print("\nCtrl-C stops the server.", flush=True)


def _warn(sentence: str) -> None:
    print(f"handheld: {sentence}", file=sys.stderr, flush=True)
