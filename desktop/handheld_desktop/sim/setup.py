"""What the person has allowed Handheld on the simulated phone, and Android's pages for the rest."""

from collections.abc import Sequence

from handheld.device import AskedQuestion, Permission
from handheld.errors import InvalidArguments, Unsupported

from .faults import Faults

_NAMES = ("restricted_settings", "accessibility", "notifications", "battery", "sms", "storage", "logs")
_SETTINGS = "com.android.settings"


class Setup:
    """As right after the installation, with the accessibility service on: without it there would be little to try."""

    faults: Faults

    paused = False
    questions: tuple[AskedQuestion, ...] = ()
    """What notifications would show."""

    def __init__(self) -> None:
        self.allowed = {"restricted_settings", "notifications", "storage", "logs"}

    def permissions(self) -> list[Permission]:
        return [Permission(name, self._is_allowed(name), name != "logs") for name in _NAMES]

    def open_settings(self, name: str) -> None:
        """Nobody is there to touch the switch on that page, so it is on as soon as the page is open."""
        if name not in _NAMES:
            raise InvalidArguments(f"Unknown permission: {name}")
        if name == "logs":
            raise Unsupported("Only adb can allow this: adb shell pm grant dev.handheld android.permission.READ_LOGS")
        self.open_app(_SETTINGS)
        if name == "accessibility":
            self.faults.accessibility_off = False
        self.allowed.add(name)

    def show_paused(self, on: bool) -> None:
        self.paused = on

    def show_questions(self, questions: Sequence[AskedQuestion]) -> None:
        self.questions = tuple(questions)

    def open_app(self, package: str) -> None:
        raise NotImplementedError

    def _is_allowed(self, name: str) -> bool:
        if name == "accessibility":
            return not self.faults.accessibility_off
        return not self.faults.logs_denied if name == "logs" else name in self.allowed
