"""The app as a person has it: a phone, its settings, and the server while it runs. It outlives every restart of the server."""

import dataclasses
import logging
import math
import threading
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from . import atomic, certificate, control, last_used, reach
from .certificate import Certificate
from .clock import Clock, SystemClock
from .control import Control
from .core import Core
from .device import AskedQuestion, Device, Picture
from .errors import ActionFailed, HandheldError
from .hub.hub import Hub
from .pause import Pause
from .screen import view
from .server.run import Http, Running, serve
from .settings import Settings
from .settings_file import SettingsFile
from .settings_json import changed

_log = logging.getLogger(__name__)

NOT_RUNNING = "Handheld's server is not running. Open Handheld and start it."
_AT_ONCE = {
    "disabled_tools", "storage", "download", "file_size_limit_bytes", "external_apps", "external_timeout_seconds", "offer",
    "tokens", "confirm", "private_apps", "pause_on_touch", "record_pictures",
}  # fmt: skip
"""What a running server takes over as it is; the rest needs a new one."""
_AT_EASE_SECONDS = 10


class App:
    def __init__(
        self,
        device: Device,
        folder: Path,
        *,
        wishes: Callable[[Settings], Settings] = lambda settings: settings,
        http: Http = "auto",
        clock: Clock | None = None,
    ) -> None:
        """`wishes` changes what is served and not what is kept."""
        self.device = device
        self.folder = folder
        atomic.sweep(folder)
        self.file = SettingsFile(folder / "settings.json")
        self.settings = self.file.load()
        self.control = Control(Pause(folder / "paused"), clock)
        self.control.pause.watch(self._show_paused)
        self.control.confirm.watch(self._show_questions)
        self.core: Core | None = None
        self.problem: str | None = None
        """Why the server does not run although it was started."""
        self._wishes = wishes
        self._http = http
        self._clock = clock or SystemClock()
        self._running: Running | None = None
        self._same_port = 0
        self._kept: certificate.Kept | None = None
        self._resumed = -math.inf
        self._lock = threading.RLock()

    @property
    def served(self) -> Settings:
        """The settings that hold for this run."""
        return self._wishes(self.settings)

    @property
    def running(self) -> bool:
        return self._running is not None

    @property
    def port(self) -> int:
        return self.served.port if self._running is None else self._running.port

    @property
    def address(self) -> str:
        """Where clients reach it."""
        return reach.url(reach.names(self.served.host)[0], self.port, self.served.tls)

    @property
    def certificate(self) -> Certificate | None:
        return self._kept.current if self._kept else None

    @property
    def last_used(self) -> dict[str, float]:
        """When each token was last used, also before this process."""
        return self._used_before | {visit.token: visit.last for visit in reversed(self.control.visits)}

    @cached_property
    def _used_before(self) -> dict[str, float]:
        return last_used.before(self.folder, self._clock)

    def start(self) -> None:
        with self._lock:
            if self._running is not None:
                return
            if not self.served.tokens:
                self.settings = self.file.with_token(self.settings)
            self._show_questions()  # a process that was killed may have left some
            try:
                self._serve()
            except HandheldError as error:
                self.problem = str(error)
                raise
            finally:
                self.control.news.publish(control.STATE)

    def stop(self) -> None:
        with self._lock:
            if self._running is None:
                return
            if self.core is not None:
                self.core.close()
            self._running.stop()
            last_used.keep(self.folder, self.last_used)
            self._running = self.core = None
            self.control.confirm.forget()
            self.control.news.publish(control.STATE)

    def configure(self, changes: Any) -> None:
        """Saves the settings that change. A running server takes them over, or starts anew where it must."""
        with self._lock:
            self.keep(changed(self.settings, changes))

    def keep(self, settings: Settings) -> None:
        """As `configure`, with all of them."""
        with self._lock:
            before, self.settings = self.settings, self._saved(settings)
            if settings == before:
                return
            try:
                if self.core is not None:
                    self._take_over(before)
            finally:  # they are saved, whatever the server makes of them
                self.control.news.publish(control.SETTINGS)

    def _take_over(self, before: Settings) -> None:
        if _needs_restart(before, self.settings):
            self._restart()
        else:
            self.running_core.adopt(self._reached())
        self.control.news.publish(control.TOOLS)

    def _restart(self) -> None:
        """Where it was, also if any port would do: clients know it by its address."""
        self._same_port = self.port
        try:
            self.stop()
            self.start()
        finally:
            self._same_port = 0

    def decide(self, change: Callable[[Hub, Settings], Settings]) -> None:
        """Takes down what the person allows of other apps, or allows them; the server goes on with it."""
        with self._lock:
            self.keep(change(self.running_core.hub, self.settings))

    def _saved(self, settings: Settings) -> Settings:
        if settings != self.settings:
            self.file.save(settings)
        return settings

    def _reached(self) -> Settings:
        served = self.served
        return dataclasses.replace(served, allowed_hosts=(*served.allowed_hosts, *reach.names(served.host)))

    def _serve(self) -> None:
        settings = self._reached()
        names = reach.names(settings.host)
        kept = certificate.Kept(self.folder, self.device, self._clock, names) if settings.tls else None
        core = Core(settings, self.device, self.folder, clock=self._clock, control=self.control)
        self._running = serve(core, settings.host, settings.port or self._same_port, tls=kept, http=self._http)
        core.hub.start()
        self.core, self._kept, self.problem = core, kept, None

    def _show_paused(self, on: bool) -> None:
        self._resumed = self._resumed if on else self._clock.monotonic()
        try:
            self.device.show_paused(on)
        except HandheldError as error:  # the pause itself holds
            _log.error("The phone cannot show that it is paused: %s", error)

    def _show_questions(self) -> None:
        waiting = self.control.confirm.questions
        shown = [AskedQuestion(each.id, each.client, each.deed.sentence, math.ceil(each.term.left)) for each in waiting]
        try:
            self.device.show_questions(shown)
        except HandheldError as error:  # the control page shows them too
            _log.error("The phone cannot show what is asked: %s", error)

    def touched(self) -> None:
        """The person touched the screen. Who has just resumed may still be at it, closing the panel or the page; so may who has
        just answered a question, or is about to."""
        if self.control.confirm.questions:
            return
        lately = self._clock.monotonic() - max(self._resumed, self.control.confirm.answered) < _AT_EASE_SECONDS
        if self.core is not None and self.served.pause_on_touch and not (self.control.pause.on or lately):
            self.control.pause.set(True, by_touch=True)

    # What the person sees of the phone, whether or not agents may

    def look(self) -> dict[str, Any]:
        """The screen as an agent reads it, in full and as it is told unless the agent asks for the other form."""
        memory = self.running_core.phone.screen
        screen = memory.look()
        seen = view.seen(screen)
        if self.served.screen_format == "compact":
            seen["told"] = view.in_short(screen, lambda rows: memory.short_ids(screen, rows, ("control page", "")))
            seen["tokens"] = view.tokens(seen["told"])
        return seen

    def picture(self, max_side: int) -> Picture:
        return self.device.screenshot(max_side, 80, ())

    @property
    def running_core(self) -> Core:
        if self.core is None:
            raise ActionFailed(NOT_RUNNING)
        return self.core


def _needs_restart(before: Settings, after: Settings) -> bool:
    """A token that is taken back is gone at once: what its client still runs or listens to ends with the server."""
    for field in dataclasses.fields(Settings):
        if field.name not in _AT_ONCE and getattr(before, field.name) != getattr(after, field.name):
            return True
    return not set(before.tokens) <= set(after.tokens)
