"""What runs, what is in front, and what the person can reach from everywhere."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from handheld.clock import Clock
from handheld.errors import ActionFailed, HandheldError

from .app import App, Dialog, Page
from .editor import Editor
from .faults import Faults
from .geometry import NAVIGATION_BAR, SCREEN, STATUS_BAR, Rect
from .logcat import Logcat
from .radio import Radio
from .scroll import Scroller
from .view import Handler

SYSTEM_UI = "com.android.systemui"


@dataclass(eq=False)
class Task:
    """A running app: its pages, the last on top."""

    app: App
    pages: list[Page]


@dataclass
class Switches:
    """What quick settings and Settings share."""

    wifi: bool = True
    bluetooth: bool = False
    airplane: bool = False
    dark: bool = False
    location: bool = True
    dnd: bool = False
    flashlight: bool = False
    rotate: bool = False
    saver: bool = False
    brightness: int = 60
    media: int = 40
    ring: int = 70
    alarm: int = 80


@dataclass(frozen=True, eq=False)
class Notification:
    key: str
    package: str
    title: str
    text: str
    age: str
    open: Callable[[], object]
    ongoing: bool = False


@dataclass
class Keyboard:
    up: bool = False
    layer: str = "letters"
    shift: bool = False


@dataclass
class Shade:
    """The panel that comes down from the status bar."""

    state: str = "closed"
    """closed, notifications or quick_settings."""
    cleared: set[str] = field(default_factory=set)
    scroller: Scroller = field(default_factory=Scroller)


class Shell:
    def __init__(self, clock: Clock, seed: int, faults: Faults) -> None:
        self.clock = clock
        self.faults = faults
        self.seed = seed
        self.random = random.Random(seed)
        self.log = Logcat(clock)
        self.switches = Switches()
        self.radio = Radio(clock)
        self.clipboard: str | None = None
        self.notifications: list[Notification] = []
        self.keyboard = Keyboard()
        self.shade = Shade()
        self.recents: Page | None = None
        self.tasks: list[Task] = []
        """The newest first."""
        self.in_front: Task | None = None
        self.apps: dict[str, App] = {}
        self.home: Page
        self.make_recents: Callable[[], Page]
        self.show_app_info: Callable[[App], object]
        self.open_thread: Callable[[str], object]
        self.tell: Callable[[str], object]
        self.granted: set[tuple[str, str]] = set()
        """Package and permission."""
        self._windows = 40

    def next_window(self) -> int:
        self._windows += 1
        return self._windows

    def now(self) -> float:
        return self.clock.monotonic()

    # What is in front

    @property
    def page(self) -> Page:
        """The page that fills the screen."""
        if self.recents:
            return self.recents
        return self.in_front.pages[-1] if self.in_front else self.home

    @property
    def page_area(self) -> Rect:
        """Where a page without a keyboard is drawn."""
        return SCREEN.inset(0, STATUS_BAR, 0, NAVIGATION_BAR)

    @property
    def top(self) -> Page:
        """The page or dialog that has the input focus."""
        page = self.page
        return page.dialogs[-1] if page.dialogs else page

    @property
    def focus(self) -> Editor | None:
        return None if self.shade.state != "closed" else self.top.focus

    def foreground(self) -> tuple[str, str]:
        top = self.top
        shown = top if not isinstance(top, Dialog) or top.own_activity else self.page
        package = shown.package if isinstance(shown, Dialog) and shown.package else shown.app.package
        return package, shown.activity

    # How an app looks from outside

    def label(self, package: str) -> str:
        return self.apps[package].name if package in self.apps else "Android System"

    def icon(self, package: str) -> str:
        return self.apps[package].icon if package in self.apps else "info"

    def color(self, package: str) -> str:
        return self.apps[package].color if package in self.apps else "#5B6B8C"

    # Going from page to page

    def launch(self, package: str) -> None:
        app = self.apps.get(package)
        if app is None:
            raise ActionFailed(f"App not installed or has no launchable activity: {package}")
        if package in self.faults.will_not_start:
            self.log.add("E", "ActivityManager", f"Failed to start {package}: process crashed during start")
            raise ActionFailed(f"Failed to launch app: {package}")
        self._show(self._task(app))

    def open(self, page: Page) -> None:
        """Puts a page on top of its app's others."""
        task = self._task(page.app)
        task.pages.append(page)
        self._show(task)

    def finish(self, page: Page) -> None:
        """Leaves a page; the last one leaves the app."""
        task = self._running(page.app.package)
        if task is None or page not in task.pages:
            return
        if len(task.pages) == 1:
            self.go_home()
            return
        task.pages.remove(page)
        self._show(task)

    def go_home(self) -> None:
        self._leave()
        self.in_front = None
        self.recents = None
        self.home.opened()
        self.log.add("I", "ActivityTaskManager", f"START u0 {{cat=[android.intent.category.HOME] cmp={self.home.app.package}}}")

    def show_recents(self) -> None:
        self._leave()
        self.recents = self.make_recents()

    def close(self, task: Task) -> None:
        self.tasks.remove(task)
        if self.in_front is task:
            self.in_front = None
        self.log.add("I", "ActivityManager", f"Killing {task.app.package} (adj 900): remove task")

    def kill(self, package: str) -> None:
        task = self._running(package)
        if task and task is self.in_front:
            how = "Only apps in the background can be closed; press home first."
            raise ActionFailed(f"App is in the foreground: {package}. {how}")
        if task:
            self.close(task)

    def back(self) -> None:
        if self.shade.state != "closed":
            self.shade.state = "closed"
        elif self.keyboard.up and self.focus:
            self.keyboard.up = False
        elif self.page.dialogs:
            self.page.dialogs[-1].dismiss()
        elif self.recents:
            self.recents = None
        elif not self.page.back() and self.in_front:
            self.finish(self.page)

    def show(self, dialog: Dialog) -> None:
        self.page.dialogs.append(dialog)
        self.keyboard.up = False

    def dismiss(self, dialog: Dialog) -> None:
        for page in self._pages():
            if dialog in page.dialogs:
                page.dialogs.remove(dialog)

    # Messages

    def send_sms(self, number: str, text: str, subscription_id: int) -> None:
        failure = self.faults.radio_failure or ("the radio is off (airplane mode)" if self.switches.airplane else "")
        self.radio.keep(number, text, subscription_id, failure=failure)
        if failure:
            self.log.add("E", "SmsDispatcher", f"Message not sent: {failure}", "com.android.phone")
            raise ActionFailed(f"SMS not sent: {failure}")
        self.log.add("I", "SmsDispatcher", f"Sent {len(text)} characters on subscription {subscription_id}", "com.android.phone")

    def try_sms(self, number: str, text: str, subscription_id: int) -> None:
        """As an app sends: a failure is shown beside the message."""
        with suppress(ActionFailed):
            self.send_sms(number, text, subscription_id)

    # What a touch sets off

    def run(self, act: Handler) -> None:
        """Does what a view does when touched; where that fails, the person is told, as by a real app."""
        try:
            act()
        except HandheldError as error:
            self.log.add("W", "Toast", str(error))
            self.tell(str(error))

    # Typing

    def type_into(self, editor: Editor) -> None:
        """Gives a field the input focus and brings up the keyboard."""
        if self.top.focus is not editor:
            self.keyboard.layer = "letters"
            self.keyboard.shift = False
        self.top.focus = editor
        self.keyboard.up = True

    def stop_typing(self) -> None:
        self.top.focus = None
        self.keyboard.up = False

    def _pages(self) -> list[Page]:
        pages = [page for task in self.tasks for page in task.pages]
        return [*pages, self.home, *([self.recents] if self.recents else [])]

    def _running(self, package: str) -> Task | None:
        return next((task for task in self.tasks if task.app.package == package), None)

    def _task(self, app: App) -> Task:
        task = self._running(app.package)
        if task is None:
            task = Task(app, [app.first_page()])
            self.tasks.append(task)
            self.log.add("I", "ActivityManager", f"Start proc {app.package}/u0a{len(self.tasks) + 90} for activity")
        return task

    def _show(self, task: Task) -> None:
        self._leave()
        self.recents = None
        self.tasks.remove(task)
        self.tasks.insert(0, task)
        self.in_front = task
        page = task.pages[-1]
        self.log.add("I", "ActivityTaskManager", f"Displayed {task.app.package}/{page.activity}")
        page.opened()

    def _leave(self) -> None:
        self.keyboard.up = False
        self.shade.state = "closed"
