"""Which apps are on the phone, and what it holds when it is new."""

from handheld import device

from .app import App
from .apps.bank import BankApp
from .apps.calculator import CalculatorApp
from .apps.clock import ClockApp
from .apps.contacts import ContactsApp
from .apps.files import FilesApp
from .apps.gallery import GalleryApp
from .apps.launcher import LauncherApp
from .apps.maps import MapsApp
from .apps.messages import MessagesApp, Thread
from .apps.notes import NotesApp
from .apps.reader import ReaderApp
from .apps.recents import Recents
from .apps.settings import AppInfo, SettingsApp, SubPage
from .apps.weather import WeatherApp
from .disk import Disk
from .notice import Notice
from .shell import SYSTEM_UI, Notification, Shell

_WITHOUT_PAGES = (
    device.App(SYSTEM_UI, "System UI", "16", 36, True),
    device.App("com.android.phone", "Phone Services", "16", 36, True),
    device.App("com.android.providers.downloads", "Download Manager", "16", 36, True),
    device.App("com.google.android.inputmethod.latin", "Gboard", "14.8.05", 148_050_000, True),
    device.App("com.google.android.permissioncontroller", "Permission controller", "36", 360_000_000, True),
    device.App("dev.handheld", "Handheld", "0.1.0", 1, False),
)


def install(shell: Shell, disk: Disk) -> None:
    contacts, messages, settings = ContactsApp(shell), MessagesApp(shell), SettingsApp(shell)
    others: list[App] = [
        kind(shell)
        for kind in (CalculatorApp, NotesApp, WeatherApp, BankApp, ReaderApp, GalleryApp, MapsApp, ClockApp)
    ]
    shell.apps.update((app.package, app) for app in (contacts, messages, settings, FilesApp(shell, disk), *others))
    launcher = LauncherApp(shell)
    shell.home = launcher.first_page()
    shell.make_recents = lambda: Recents(launcher)
    shell.show_app_info = lambda app: shell.open(AppInfo(settings, app))
    shell.open_thread = lambda number: shell.open(Thread(messages, number))
    shell.tell = lambda words: shell.show(Notice(shell.page.app, "That did not work", words))
    mum = contacts.number("Mum")
    shell.radio.keep(mum, "Did you arrive safely?", 1, mine=False, age=7200)
    shell.radio.keep(mum, "Yes, all well. The lake is lovely", 1, age=7000)
    shell.radio.keep(mum, "Dinner on Sunday at seven?", 1, mine=False, age=900)
    shell.radio.keep(contacts.number("Work Desk"), "Your parcel is at the front desk.", 2, mine=False, age=5400)
    shell.notifications = [
        Notification("mum", messages.package, "Mum", "Dinner on Sunday at seven?", "15 min", lambda: shell.open_thread(mum)),
        Notification("rain", "com.example.weather", "Rain on Wednesday", "Take an umbrella.", "1 h",
                     lambda: shell.launch("com.example.weather")),
        Notification("update", "android", "System update ready", "Restart to install Android 16 QPR3.", "3 h",
                     lambda: shell.open(SubPage(settings, "About phone"))),
        Notification("usb", "android", "USB debugging connected", "Tap to turn off USB debugging.", "now",
                     lambda: shell.open(SubPage(settings, "Connected devices")), ongoing=True),
    ]  # fmt: skip
    shell.log.add("I", "SystemServer", "Boot completed in 9120 ms")
    shell.log.add("D", "MCP:ServerService", "Handheld started", "dev.handheld")


def listed(shell: Shell) -> list[device.App]:
    apps = [app.described() for app in (*shell.apps.values(), shell.home.app)]
    return sorted([*apps, *_WITHOUT_PAGES], key=lambda app: app.name.lower())
