"""The seam: everything the core can ask of a phone.

`Device` is implemented by `bridge.AndroidDevice` (over the Kotlin Bridge), by the simulated phone, and by tests that fail on
purpose. Calls block, are coarse (one per action) and safe from any thread. They raise the classes of `errors`; a method that
needs the accessibility service raises `PermissionDenied("Accessibility service not enabled…")` without it.

Positions in texts are in UTF-16 units, as Android counts them. Pixels are absolute screen pixels. Paths inside a storage
location are relative, `/`-separated, and already checked by the caller: no empty, `.` or `..` part; "" is the root.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

Orientation = Literal["portrait", "landscape"]
GlobalAction = Literal["back", "home", "recents", "notifications", "quick_settings"]
Key = Literal["ENTER", "DEL", "TAB", "SPACE"]
FileMode = Literal["r", "w", "a"]


@dataclass(frozen=True, slots=True)
class Display:
    width: int
    height: int
    density: int
    orientation: Orientation


@dataclass(frozen=True, slots=True)
class Foreground:
    """The app in front, as the events told; "unknown" where none did."""

    package: str
    activity: str


class Point(NamedTuple):
    x: float
    y: float
    time_ms: int
    """From the start of the gesture."""


Stroke = Sequence[Point]
"""One finger from touch to lift: at least two points, times rising. A press is two points at one place."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle to draw on a screenshot, in screen pixels, with its label."""

    left: int
    top: int
    right: int
    bottom: int
    label: str


@dataclass(frozen=True, slots=True)
class Picture:
    jpeg: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Field:
    """A text field that has the input focus."""

    text: str
    selection_start: int
    selection_end: int
    password: bool = False


@dataclass(frozen=True, slots=True)
class App:
    package: str
    name: str
    version_name: str
    version_code: int
    is_system: bool


@dataclass(frozen=True, slots=True)
class Location:
    """A folder the person has granted."""

    id: str
    name: str
    path: str
    available_bytes: int | None


@dataclass(frozen=True, slots=True)
class Entry:
    name: str
    is_directory: bool
    size: int
    last_modified_ms: int | None
    mime_type: str | None


@dataclass(frozen=True, slots=True)
class Subscription:
    """An active SIM."""

    subscription_id: int
    sim_slot_index: int
    carrier_name: str
    display_name: str


@dataclass(frozen=True, slots=True)
class KeyPair:
    """An elliptic-curve (P-256) key for the server's certificate."""

    private_pkcs8: bytes
    public_spki: bytes


@dataclass(frozen=True, slots=True)
class Permission:
    """Something that a person has to allow, by a name of our own: accessibility, notifications, battery, …"""

    name: str
    granted: bool
    opens: bool
    """There is a page of Android's settings for it."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """What an agent may only do once the person allows it."""

    id: str
    client: str
    sentence: str
    seconds: int
    """How long it waits for an answer."""


@dataclass(frozen=True, slots=True)
class FoundProvider:
    """A ContentProvider of another app that says it offers tools."""

    authority: str
    package: str
    app: str
    """The app's name, as a person sees it."""


@dataclass(frozen=True, slots=True)
class XmlElement:
    tag: str
    attributes: Mapping[str, str]
    children: "tuple[XmlElement, ...]"


@dataclass(frozen=True, slots=True)
class FoundService:
    """A service of another app that says it speaks Mobile MCP."""

    package: str
    service: str
    app: str
    name: str | None
    description: str | None
    descriptor: XmlElement | None
    problem: str | None = None
    """Why the descriptor cannot be had."""


class Device(Protocol):
    # The screen

    def snapshot(self) -> bytes:
        """Every window and node of the screen now, in the JSON form that `screen.tree` documents."""

    def screenshot(self, max_side: int, quality: int, boxes: Sequence[Box]) -> Picture:
        """A JPEG, scaled so that neither side exceeds `max_side` (0: as it is), with the boxes drawn: dashed 2 px red
        outlines and red pill labels. Password fields and private apps are covered in black. PermissionDenied where capture is
        not available, or where the phone cannot tell what to cover."""

    def display(self) -> Display: ...

    def foreground(self) -> Foreground: ...

    # Acts on a node of a snapshot. The live node is refreshed first; StaleNode if it is gone or its class, resource id,
    # text or description are no longer what that snapshot said.

    def click_node(self, snapshot: int, index: int) -> None: ...

    def long_click_node(self, snapshot: int, index: int) -> None: ...

    def scroll_node(self, snapshot: int, index: int, forward: bool) -> bool:
        """Scrolls by about a page; False when it is at its end already."""

    # Acts on the screen

    def gesture(self, strokes: Sequence[Stroke], relative: bool = False) -> None:
        """Touches the screen with a finger a stroke and waits until done. `relative`: coordinates are fractions (0–1) of the
        screen."""

    def global_action(self, action: GlobalAction) -> None: ...

    # Typing, through the input connection of the field in focus

    def focus_field(self, snapshot: int, index: int) -> Field:
        """Clicks the node, waits until it takes input, and says what it holds. ActionFailed if it takes none."""

    def select_text(self, start: int, end: int) -> None: ...

    def commit_text(self, text: str) -> None:
        """Puts text in place of the selection (or at the cursor); an empty text deletes the selection."""

    def read_field(self) -> Field:
        """ElementNotFound if no field has the focus."""

    def press_key(self, key: Key) -> None:
        """ENTER is the editor action; DEL removes the last character; TAB and SPACE append theirs. ElementNotFound if no
        field has the focus."""

    # Clipboard, apps, logs

    def get_clipboard(self) -> str | None: ...

    def set_clipboard(self, text: str) -> None: ...

    def open_app(self, package: str) -> None: ...

    def close_app(self, package: str) -> None:
        """ActionFailed for the app in front: Android closes only what is in the background."""

    def list_apps(self) -> list[App]: ...

    def read_logs(self, package: str | None) -> str:
        """The newest lines in logcat's `threadtime` form with `year` (`2026-02-11 16:30:00.123  1201  1330 D Tag: message`),
        of one package if given."""

    # Storage

    def storage_locations(self) -> list[Location]: ...

    def list_directory(self, location: str, path: str) -> list[Entry]: ...

    def stat_file(self, location: str, path: str) -> Entry: ...

    def open_file(self, location: str, path: str, mode: FileMode) -> int:
        """A file descriptor, the caller's to close. "w" makes the file and its folders and empties it; "a" appends to a file
        that exists, Unsupported where the storage cannot."""

    def replace_file(self, location: str, path: str, by: str) -> None:
        """Renames `by` (in the same folder) to `path`, replacing it: at once where the storage can, and never losing both."""

    def delete_file(self, location: str, path: str) -> None: ...

    # SMS

    def sms_subscriptions(self) -> list[Subscription]: ...

    def send_sms(self, number: str, text: str, subscription_id: int | None) -> None:
        """Returns when the radio says it is sent; ActionFailed with its reason if not."""

    # Other apps that offer tools. What they say comes as they said it: nothing of it can be trusted.

    def find_providers(self) -> list[FoundProvider]: ...

    def provider_info(self, authority: str, timeout_ms: int) -> Mapping[str, Any]:
        """The entries of the Bundle that answers `get_tool_info`. ActionFailed where the provider gives none, fails or dies,
        TimedOut where it does not answer; likewise below."""

    def execute_provider_tool(
        self, authority: str, tool: str, arguments: Mapping[str, str], timeout_ms: int
    ) -> Mapping[str, Any]: ...

    def find_services(self) -> list[FoundService]: ...

    def call_service(
        self, package: str, service: str, call: str, extras: Mapping[str, str], timeout_ms: int
    ) -> Mapping[str, str]:
        """Sends a Mobile MCP request and waits for its reply; both are text extras. `call` is a name used once: the reply comes
        through a PendingIntent of that name, so no app can answer what it was not asked."""

    def dropped_replies(self) -> int:
        """How many replies came late, twice or for no call."""

    # Other apps that use our tools

    def app_signer(self, package: str) -> str:
        """The SHA-256 of the certificate that signs an app, in hexadecimal; with commas between them, where there are several.
        ActionFailed if the app is not installed."""

    def offer_tools(self, provider: bool, mobile_mcp: bool) -> None:
        """Lets other apps see our ContentProvider and our Mobile MCP service, or not."""

    # What the person has to allow

    def permissions(self) -> list[Permission]: ...

    def open_settings(self, name: str) -> None:
        """Shows, on the phone, the page of Android's settings where that permission is given. InvalidArguments where the name is
        not one of `permissions`, Unsupported where there is no page."""

    def show_paused(self, on: bool) -> None:
        """Tells what the phone itself shows of us, its notification and tile, that the person has paused or resumed."""

    def show_questions(self, questions: Sequence[AskedQuestion]) -> None:
        """Asks the person exactly these, in notifications with buttons to allow or deny each; others that are still shown go.
        The answers come through the core's own door."""

    # What agents leave alone

    def set_private_apps(self, packages: Sequence[str]) -> None:
        """From now on agents neither see nor touch these apps (a `*` stands for any letters), nor Handheld itself. The phone
        judges by its windows in the moment of each call: a snapshot says only that such a window is there (package "private",
        no nodes), a screenshot covers its bounds, a gesture into them, an act on it or typing into it is PermissionDenied. What
        shows such an app elsewhere (its notifications, widgets, icon, picture among the recent apps) is hidden likewise where
        the phone can tell, and its lines are left out of the logs."""

    def watch_touches(self, on: bool) -> None:
        """Whether the core hears, through its own door, of each touch on the screen that no gesture made."""

    # The certificate

    def new_key(self) -> KeyPair: ...

    def sign(self, private_pkcs8: bytes, data: bytes) -> bytes:
        """ECDSA with SHA-256, DER."""
