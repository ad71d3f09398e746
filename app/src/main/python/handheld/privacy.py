"""Apps that agents leave alone: which these are, and which the person may want to add.

The phone itself hides and guards their windows (`Device.set_private_apps`): only it knows, in the moment of a touch or a picture,
what is in front. Here is what needs no look at the screen.
"""

import re
from collections.abc import Iterable, Sequence

from .deed import fits
from .device import App
from .errors import PermissionDenied

OURS = "dev.handheld"
"""Where the person answers agents' questions and resumes them: no agent may do so itself."""

_MONEY = (
    "bancaire", "raiffeisen", "creditunion", "paypal", "payment", "venmo", "revolut", "n26", "monzo", "klarna", "wise",
    "transferwise", "cashapp", "alipay", "paytm", "phonepe", "invest", "broker", "trading", "coinbase", "binance", "kraken",
    "bitcoin",
)  # fmt: skip
_SECRETS = (
    "password", "passwords", "authenticator", "1password", "onepassword", "agilebits", "bitwarden", "lastpass", "dashlane",
    "authy",
)  # fmt: skip
_SUGGESTED = frozenset(_MONEY + _SECRETS)
_RUN_TOGETHER = re.compile(r"bank(?:ing)?$|^(?:bank|banca|banco|banque|sparkasse|wallet|crypto|keepass)")
_WORDS = re.compile(r"[a-z0-9]+")


def is_private(package: str, private_apps: Sequence[str]) -> bool:
    return package == OURS or fits(package, private_apps)


def require_public(package: str, private_apps: Sequence[str]) -> None:
    if package == OURS:
        raise PermissionDenied("Handheld itself is for the person whose phone this is, not for agents.")
    if fits(package, private_apps):
        raise PermissionDenied(f"The person has made this app private: {package}. Leave it alone.")


def suggestions(apps: Iterable[App], private_apps: Sequence[str]) -> list[App]:
    """Installed apps that seem to deal with money or secrets, by the words of their package and name. They are offered, not taken
    at once: words guess wrong both ways, and a list that the person did not make would be trusted for more than it holds."""
    return [app for app in apps if not fits(app.package, private_apps) and _is_suggested(app)]


def _is_suggested(app: App) -> bool:
    words = _WORDS.findall(f"{app.package} {app.name}".lower())
    return any(word in _SUGGESTED or _RUN_TOGETHER.search(word) for word in words)
