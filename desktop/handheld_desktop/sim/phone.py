"""The simulated phone: a Device with apps, windows, a keyboard and pixels, and no phone."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from handheld import device
from handheld.clock import Clock, SystemClock
from handheld.device import Box, Display, Field, Foreground, GlobalAction, Key, KeyPair, Picture, Point, Stroke, Subscription
from handheld.errors import ActionFailed, ElementNotFound, InvalidArguments, PermissionDenied, StaleNode
from handheld.screen.tree import PRIVATE

from .. import keys
from . import installed
from .app import Dialog
from .camera import Camera
from .disk import Disk
from .editor import Editor, last_grapheme
from .faults import Faults
from .geometry import DENSITY, HEIGHT, WIDTH, Rect
from .neighbours import good_apps
from .nodes import Nodes
from .paint import Fill
from .privacy import Privacy, passwords
from .radio import SIMS, Message
from .seed import seed_files
from .setup import Setup
from .shell import Shell
from .theme import BLACK
from .third_party import ThirdParty
from .touch import Fingers, hold_field, together, touches
from .view import View
from .windows import Window, marks, windows

_MOST_STROKES, _LONGEST_GESTURE_MS = 20, 60_000
_SCROLLED = 0.8


class SimulatedPhone(Disk, ThirdParty, Setup):
    """Deterministic for a seed and a clock. `faults` makes it misbehave."""

    def __init__(self, storage: Path, seed: int = 0, clock: Clock | None = None) -> None:
        seed_files(storage)
        self._clock = clock or SystemClock()
        Disk.__init__(self, storage)
        ThirdParty.__init__(self, self._clock, good_apps())
        Setup.__init__(self)
        self.faults = Faults()
        self._lock = threading.RLock()
        self._gesture_lock = threading.Lock()
        self._never = threading.Event()
        self._shell = Shell(self._clock, seed, self.faults)
        installed.install(self._shell, self)
        self._nodes = Nodes()
        self._fingers = Fingers(self._shell)
        self._camera = Camera()
        self._privacy = Privacy(self._shell)
        self._watched = False
        self.on_touch: Callable[[], None] = lambda: None
        """The core's own door."""

    # The screen

    def snapshot(self) -> bytes:
        with self._service():
            shown = [] if self.faults.no_windows else self._shown()
            if self.faults.degraded:
                shown = [window for window in shown if window.focused]
            return self._nodes.snapshot(shown, self._foreground(), self.faults.degraded, self.faults.null_roots)

    def screenshot(self, max_side: int, quality: int, boxes: Sequence[Box]) -> Picture:
        with self._service():
            if self.faults.capture_denied:
                raise PermissionDenied("Screen capture not available")
            now = windows(self._shell)
            hidden = [*self._closed(), *passwords(now)]
            drawn = [*marks(self._shell, now), *(Fill(rect, BLACK, 0) for rect in hidden if not rect.empty)]
        return self._camera.take(drawn, max_side, quality, boxes)

    def display(self) -> Display:
        with self._service():
            return Display(WIDTH, HEIGHT, DENSITY, "portrait")

    def foreground(self) -> Foreground:
        with self._service():
            return Foreground(*self._foreground())

    @property
    def kept_snapshots(self) -> int:
        return self._nodes.kept

    # Acts on a node

    def click_node(self, snapshot: int, index: int) -> None:
        with self._node(snapshot, index) as (_, view):
            if view.editor:
                self._shell.type_into(view.editor)
            elif view.click:
                self._shell.run(view.click)
            else:
                raise ActionFailed("The element is not clickable")

    def long_click_node(self, snapshot: int, index: int) -> None:
        with self._node(snapshot, index) as (window, view):
            if view.editor:
                self._shell.type_into(view.editor)
                hold_field(self._shell, window, view)
            elif view.long_click:
                self._shell.run(view.long_click)
            else:
                raise ActionFailed("The element is not long-clickable")

    def scroll_node(self, snapshot: int, index: int, forward: bool) -> bool:
        with self._node(snapshot, index) as (_, view):
            if view.scroll is None:
                raise ActionFailed("The element is not scrollable")
            extent = view.rect.height if view.scroll.axis == "y" else view.rect.width
            page = view.scroll.page or extent * _SCROLLED
            return view.scroll.by(page if forward else -page)

    # Acts on the screen

    def gesture(self, strokes: Sequence[Stroke], relative: bool = False) -> None:
        strokes = _checked(strokes, relative)
        with self._service():
            self._privacy.require_open(strokes, self._closed())
        # Fingers of two gestures do not mix, and the screen can be looked at while one is under way.
        with self._gesture_lock:
            self._touch(strokes)

    def global_action(self, action: GlobalAction) -> None:
        with self._service():
            shell = self._shell
            if action in ("notifications", "quick_settings"):
                shell.keyboard.up = False
                shell.shade.state = action
            else:
                {"back": shell.back, "home": shell.go_home, "recents": shell.show_recents}[action]()

    # Typing

    def focus_field(self, snapshot: int, index: int) -> Field:
        with self._node(snapshot, index) as (_, view):
            if view.editor is None:
                raise ActionFailed("The element does not take text input")
            self._shell.type_into(view.editor)
            return _field(self._input())

    def select_text(self, start: int, end: int) -> None:
        with self._service():
            self._input().select(start, end)

    def commit_text(self, text: str) -> None:
        with self._service():
            self._input().commit(text)

    def read_field(self) -> Field:
        with self._service():
            return _field(self._input())

    def press_key(self, key: Key) -> None:
        with self._service():
            editor = self._input()
            if key == "ENTER":
                editor.enter()
            elif key == "DEL":
                editor.replace(editor.text.removesuffix(last_grapheme(editor.text)))
            else:
                editor.replace(editor.text + {"TAB": "\t", "SPACE": " "}[key])

    # Clipboard, apps, logs

    def get_clipboard(self) -> str | None:
        with self._clipboard():
            return self._shell.clipboard

    def set_clipboard(self, text: str) -> None:
        with self._clipboard():
            self._shell.clipboard = text
            self._shell.log.add("D", "ClipboardService", "Primary clip set by dev.handheld")

    def open_app(self, package: str) -> None:
        with self._call():
            if package not in {app.package for app in self._installed()}:
                raise ActionFailed(f"App not installed: {package}")
            if package not in self._shell.apps:
                raise ActionFailed(f"App has no launchable activity: {package}")
            self._shell.launch(package)

    def close_app(self, package: str) -> None:
        with self._call():
            if package not in {app.package for app in self._installed()}:
                raise ActionFailed(f"App not installed: {package}")
            self._shell.kill(package)

    def list_apps(self) -> list[device.App]:
        with self._call():
            return self._installed()

    def read_logs(self, package: str | None) -> str:
        with self._call():
            if self.faults.logs_denied:
                raise PermissionDenied("Reading logs needs adb shell pm grant dev.handheld android.permission.READ_LOGS")
            return self._shell.log.read(package, lambda name: bool(self._privacy.chosen) and self._privacy.hides(name))

    # SMS

    @property
    def outbox(self) -> list[Message]:
        """The messages that were sent."""
        with self._lock:
            return self._shell.radio.outbox

    def sms_subscriptions(self) -> list[Subscription]:
        return list(SIMS)

    def send_sms(self, number: str, text: str, subscription_id: int | None) -> None:
        with self._call():
            sim = subscription_id if subscription_id is not None else SIMS[0].subscription_id
            if sim not in {known.subscription_id for known in SIMS}:
                raise InvalidArguments(f"No active SIM has the subscription id {sim}")
        self._shell.radio.transmit()
        with self._lock:
            self._shell.send_sms(number, text, sim)

    # What agents leave alone

    def set_private_apps(self, packages: Sequence[str]) -> None:
        with self._lock:
            self._privacy.choose(packages)

    def watch_touches(self, on: bool) -> None:
        self._watched = on

    def touch_as_person(self, x: float, y: float) -> None:
        """Somebody taps on the glass."""
        with self._gesture_lock:
            self._touch([[Point(x, y, 0), Point(x, y, 50)]])
        if self._watched:
            self.on_touch()

    # The certificate

    def new_key(self) -> KeyPair:
        return keys.new_key()

    def sign(self, private_pkcs8: bytes, data: bytes) -> bytes:
        return keys.sign(private_pkcs8, data)

    def _installed(self) -> list[device.App]:
        return sorted([*installed.listed(self._shell), *self._others_described()], key=lambda app: app.name.lower())

    # How calls are made

    @contextmanager
    def _call(self) -> Iterator[None]:
        if self.faults.slow_calls_seconds:
            self._clock.wait(self._never, self.faults.slow_calls_seconds)
        with self._lock:
            yield

    @contextmanager
    def _service(self) -> Iterator[None]:
        """A call that only an accessibility service can make."""
        with self._call():
            if self.faults.accessibility_off:
                raise PermissionDenied("Accessibility service not enabled. Turn on Handheld in Settings > Accessibility.")
            yield

    @contextmanager
    def _clipboard(self) -> Iterator[None]:
        with self._service():
            if self.faults.clipboard_denied:
                raise ActionFailed("Clipboard access was denied by the system")
            yield

    @contextmanager
    def _node(self, snapshot: int, index: int) -> Iterator[tuple[Window, View]]:
        with self._service():
            if self.faults.stale_nodes:
                self.faults.stale_nodes -= 1
                raise StaleNode("The node is gone")
            window, view = self._nodes.find(self._shown(), snapshot, index)
            if not view.enabled:
                raise ActionFailed("The element is disabled")
            yield window, view

    def _input(self) -> Editor:
        editor = self._shell.focus
        if editor is None:
            raise ElementNotFound("No text field has the input focus")
        self._privacy.require(self._package_on_top(), "Typing was")
        if self.faults.input_lost:
            raise ActionFailed("The input connection is not ready")
        return editor

    def _shown(self) -> list[Window]:
        return self._privacy.shown(windows(self._shell))

    def _closed(self) -> list[Rect]:
        can_tell = not (self.faults.no_windows or self.faults.degraded or self.faults.null_roots)
        return self._privacy.closed(windows(self._shell), can_tell)

    def _foreground(self) -> tuple[str, str]:
        package, activity = self._shell.foreground()
        return (PRIVATE, "unknown") if self._privacy.hides(package) else (package, activity)

    def _package_on_top(self) -> str:
        top = self._shell.top
        return top.package if isinstance(top, Dialog) and top.package else top.app.package

    def _touch(self, strokes: Sequence[Stroke]) -> None:
        start = self._clock.monotonic()
        with self._lock:
            self._fingers.down()
            a, b = strokes[0][0], strokes[-1][0]
            pinching = together(strokes) and self._fingers.can_pinch((a.x + b.x) / 2, (a.y + b.y) / 2)
        for touch in touches(strokes, pinching):
            self._until(start + touch.at_ms / 1000)
            with self._lock:
                self._fingers.deliver(touch, start + touch.at_ms / 1000)
        self._until(start + max(stroke[-1].time_ms for stroke in strokes) / 1000)

    def _until(self, time: float) -> None:
        left = time - self._clock.monotonic()
        if left > 0:
            self._clock.wait(self._never, left)


def _checked(strokes: Sequence[Stroke], relative: bool) -> list[list[Point]]:
    if not 1 <= len(strokes) <= _MOST_STROKES:
        raise InvalidArguments(f"A gesture has 1 to {_MOST_STROKES} strokes, not {len(strokes)}")
    scale_x, scale_y = (WIDTH, HEIGHT) if relative else (1, 1)
    for stroke in strokes:
        times = [point.time_ms for point in stroke]
        if len(stroke) < 2 or times[0] < 0 or any(a >= b for a, b in pairwise(times)):
            raise InvalidArguments("A stroke needs at least two points whose times rise")
        if times[-1] > _LONGEST_GESTURE_MS:
            raise InvalidArguments(f"A gesture can take at most {_LONGEST_GESTURE_MS} ms")
    return [[Point(point.x * scale_x, point.y * scale_y, point.time_ms) for point in stroke] for stroke in strokes]


def _field(editor: Editor) -> Field:
    return Field(editor.text, editor.start, editor.end, editor.secret)
