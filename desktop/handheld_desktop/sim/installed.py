"""Which apps are on the phone, and what it holds when it is new."""

from handheld import device

from .apps.calculator import CalculatorApp
from .apps.launcher import LauncherApp
from .apps.notes import NotesApp
from .apps.recents import Recents
from .shell import SYSTEM_UI, Shell

_APPS = (CalculatorApp, NotesApp)
_WITHOUT_PAGES = (
    device.App(SYSTEM_UI, "System UI", "16", 36, True),
    device.App("com.android.phone", "Phone Services", "16", 36, True),
    device.App("com.android.providers.downloads", "Download Manager", "16", 36, True),
    device.App("com.google.android.inputmethod.latin", "Gboard", "14.8.05", 148_050_000, True),
    device.App("com.google.android.permissioncontroller", "Permission controller", "36", 360_000_000, True),
    device.App("dev.handheld", "Handheld", "0.1.0", 1, False),
)


def install(shell: Shell) -> None:
    for kind in _APPS:
        app = kind(shell)
        shell.apps[app.package] = app
    launcher = LauncherApp(shell)
    shell.home = launcher.first_page()
    shell.make_recents = lambda: Recents(launcher)
    shell.log.add("I", "SystemServer", "Boot completed in 9120 ms")
    shell.log.add("D", "MCP:ServerService", "Handheld started", "dev.handheld")


def listed(shell: Shell) -> list[device.App]:
    apps = [app.described() for app in (*shell.apps.values(), shell.home.app)]
    return sorted([*apps, *_WITHOUT_PAGES], key=lambda app: app.name.lower())
