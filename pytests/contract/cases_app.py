"""Installed apps, and text messages."""

import json
from typing import Any

from case import answers, faults, instead, refuses
from cases_element import EMPTY, MISSING

from handheld.device import App, Subscription
from handheld.errors import ActionFailed, InvalidArguments, PermissionDenied

_CALCULATOR = {"package_id": "com.android.calculator2"}
_NOWHERE = {"package_id": "com.nowhere"}
_APPS = (
    App("com.example.app", "Example App", "1.2.3", 42, False),
    App("com.android.calculator2", "Calculator", "8.2", 82, True),
    App("com.example.calc", "Pocket CALC", "2.0", 20, False),
)
_TOOLS = ("open_app", "close_app")
_installed = instead(list_apps=list(_APPS))


def _listed(*packages: str) -> str:
    """The apps of these packages as the document writes them."""
    apps = [next(app for app in _APPS if app.package == package) for package in packages]
    written = [
        {"package_id": app.package, "name": app.name, "version_name": app.version_name, "version_code": app.version_code,
         "is_system": app.is_system}
        for app in apps
    ]  # fmt: skip
    return json.dumps(written, separators=(",", ":"))


CASES = [
    answers("open_app.output", _CALCULATOR, "App opened successfully: com.android.calculator2"),
    answers("close_app.output", _CALCULATOR, "App closed successfully: com.android.calculator2"),
    *(refuses(f"{tool}.error.missing", {}, InvalidArguments, MISSING.format("package_id")) for tool in _TOOLS),
    *(refuses(f"{tool}.error.empty", {"package_id": ""}, InvalidArguments, EMPTY.format("package_id")) for tool in _TOOLS),
    *(refuses(f"{tool}.error.not_installed", _NOWHERE, ActionFailed, "App not installed: com.nowhere") for tool in _TOOLS),
    refuses(
        "open_app.error.no_activity", {"package_id": "com.android.phone"}, ActionFailed,
        "App has no launchable activity: com.android.phone",
    ),
    refuses(
        "open_app.error.failed", _CALCULATOR, ActionFailed, "Failed to launch app: com.android.calculator2",
        faults(will_not_start={"com.android.calculator2"}),
    ),
    refuses(
        "close_app.error.failed", _CALCULATOR, ActionFailed, "Failed to kill process",
        instead(close_app=ActionFailed("Failed to kill process")),
    ),
    answers("list_apps.output", {"filter": "user", "name_query": "example"}, _listed("com.example.app"), _installed),
    answers(
        "list_apps.all", {}, _listed("com.android.calculator2", "com.example.app", "com.example.calc"), _installed
    ),
    answers("list_apps.user", {"filter": "user"}, _listed("com.example.app", "com.example.calc"), _installed),
    answers("list_apps.system", {"filter": "system"}, _listed("com.android.calculator2"), _installed),
    answers("list_apps.query", {"name_query": "cAlC"}, _listed("com.android.calculator2", "com.example.calc"), _installed),
    answers("list_apps.both", {"filter": "user", "name_query": "calc"}, _listed("com.example.calc"), _installed),
    refuses(
        "list_apps.error.filter", {"filter": "mine"}, InvalidArguments,
        "Invalid argument 'filter': 'mine' is not one of ['all', 'user', 'system']",
    ),
    refuses(
        "list_apps.error.failed", {}, ActionFailed, "Failed to query installed applications",
        instead(list_apps=ActionFailed("Failed to query installed applications")),
    ),
]  # fmt: skip

# Text messages, on two surfaces

_NUMBER = "+36201234567"
_SMS: dict[str, Any] = {"to_phone_number": _NUMBER, "sms_text": "On my way", "subscription_id": 2}
_SIMS = "1 (Personal, slot 0), 2 (Work, slot 1)"
_ONE_SIM = instead(sms_subscriptions=[Subscription(1, 0, "Yettel", "Home")])
_NOT_INTERNATIONAL = (
    "is not in international format: a plus sign, the country code and the number, digits only, such as +36201234567"
)


def _without(name: str) -> dict[str, Any]:
    return {key: value for key, value in _SMS.items() if key != name}


SMS_CASES = [
    answers("send_sms.output", _SMS, "SMS sent to +36201234567"),
    answers("send_sms.one_sim", _without("subscription_id"), "SMS sent to +36201234567", _ONE_SIM),
    answers("send_sms.longest", _SMS | {"sms_text": "x" * 160}, "SMS sent to +36201234567"),
    refuses("send_sms.error.missing_number", _without("to_phone_number"), InvalidArguments, MISSING.format("to_phone_number")),
    refuses("send_sms.error.missing_text", _without("sms_text"), InvalidArguments, MISSING.format("sms_text")),
    refuses(
        "send_sms.error.two_sims", _without("subscription_id"), InvalidArguments,
        f"Missing argument 'subscription_id': more than one SIM is active. Choose one of: {_SIMS}",
    ),
    refuses(
        "send_sms.error.unknown_sim", _SMS | {"subscription_id": 9}, InvalidArguments,
        f"Invalid argument 'subscription_id': no active SIM has the id 9. Active: {_SIMS}",
    ),
    refuses(
        "send_sms.error.number", _SMS | {"to_phone_number": "06201234567"}, InvalidArguments,
        f"Invalid argument 'to_phone_number': '06201234567' {_NOT_INTERNATIONAL}",
    ),
    refuses(
        "send_sms.error.too_long", _SMS | {"sms_text": "x" * 161}, InvalidArguments,
        "Invalid argument 'sms_text': the text has 161 characters (Unicode code points), the maximum is 160",
    ),
    refuses(
        "send_sms.error.empty", _SMS | {"sms_text": ""}, InvalidArguments,
        "Invalid argument 'sms_text': the text must not be empty",
    ),
    refuses(
        "send_sms.error.no_sim", _SMS, ActionFailed, "No active SIM: this phone cannot send an SMS now",
        instead(sms_subscriptions=[]),
    ),
    refuses(
        "send_sms.error.radio", _SMS, ActionFailed, "SMS not sent: no service", faults(radio_failure="no service")
    ),
    refuses(
        "send_sms.error.permission", _SMS, PermissionDenied, "SMS permission not granted",
        instead(send_sms=PermissionDenied("SMS permission not granted")),
    ),
    answers(
        "get_sms_subscriptions.output", {},
        '{"count":2,"subscriptions":[{"subscription_id":1,"sim_slot_index":0,"carrier_name":"Northwind Mobile",'
        '"display_name":"Personal"},{"subscription_id":2,"sim_slot_index":1,"carrier_name":"Contoso Telecom",'
        '"display_name":"Work"}]}',
    ),
    answers("get_sms_subscriptions.none", {}, '{"count":0,"subscriptions":[]}', instead(sms_subscriptions=[])),
    refuses(
        "get_sms_subscriptions.error.permission", {}, PermissionDenied, "Phone permission not granted",
        instead(sms_subscriptions=PermissionDenied("Phone permission not granted")),
    ),
]  # fmt: skip
