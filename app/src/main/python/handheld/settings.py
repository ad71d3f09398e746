"""What a person can set. Names, texts, limits and defaults here are those of the settings file and of the control page."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from .schema import param

_END = r"(?![\s\S])"
"""The end of the text in every dialect of regular expressions; `$` lets a final newline pass in Python."""
_SHA256 = f"^[0-9a-f]{{64}}{_END}"
_SIGNER = f"^[0-9a-f]{{64}}(,[0-9a-f]{{64}})*{_END}"
"""Of each certificate, where several sign an app."""
_Packages = Annotated[
    str, param("A package: letters, digits, dots and underscores; or a * for any", pattern=f"^[A-Za-z0-9_.*]{{1,200}}{_END}")
]
_Folder = Annotated[
    str, param("A folder inside the location, such as Work/Drafts", pattern=rf"^/*((?!\.\.?(/|{_END}))[^/]+(/+|{_END}))*{_END}")
]


@dataclass(frozen=True)
class LocationRules:
    """What agents may do in a storage location. Reading is always allowed."""

    description: Annotated[str, param("What an agent is told of this place")] = ""
    allow_write: Annotated[bool, param("Agents may create and change files here")] = False
    allow_delete: Annotated[bool, param("Agents may delete files here")] = False
    free_folders: Annotated[
        tuple[_Folder, ...], param("The folders in which agents write without asking first; an empty name is the whole location")
    ] = ("",)


@dataclass(frozen=True)
class DownloadRules:
    allow_http: Annotated[bool, param("Downloads over plain HTTP")] = False
    allow_unverified_https: Annotated[bool, param("Downloads over HTTPS whose certificate cannot be verified")] = False
    allow_private_addresses: Annotated[bool, param("Downloads from this phone and its local network")] = False
    timeout_seconds: Annotated[int, param("The longest a download may take", minimum=1, maximum=3600)] = 60


@dataclass(frozen=True)
class Token:
    name: Annotated[str, param("Who uses it", minLength=1, maxLength=60)]
    token: Annotated[str, param("The secret: up to 512 visible ASCII characters, no spaces", pattern=f"^[!-~]{{1,512}}{_END}")]
    profile: Annotated[Literal["full", "read_only", "sms", "chosen"], param("Which tools it may use")] = "full"
    tools: Annotated[tuple[str, ...], param("With the profile 'chosen': these, by their names without prefix")] = ()
    expires: Annotated[int, param("The Unix time from which on it is refused; 0 is never", minimum=0, maximum=2**40)] = 0


def new_secret() -> str:
    """256 bits for a token; without a leading '-', which a command line would take for a flag."""
    while (secret := secrets.token_urlsafe(32)).startswith("-"):
        pass
    return secret


@dataclass(frozen=True)
class ConfirmRules:
    """What an agent may do only after the person said yes on the phone."""

    tools: Annotated[tuple[str, ...], param("Tools that ask first, by their names without prefix")] = ("send_sms", "delete_file")
    external_tools: Annotated[bool, param("The tools of other apps ask first")] = True
    apps: Annotated[
        tuple[_Packages, ...], param("Apps that are opened only after asking, by package; a * stands for any letters")
    ] = (
        "com.android.settings", "com.android.vending", "*wallet*", "com.paypal.*", "com.samsung.android.spay*", "dev.handheld*",
    )  # fmt: skip
    timeout_seconds: Annotated[int, param("How long a question waits for an answer", minimum=5, maximum=3600)] = 120


@dataclass(frozen=True)
class ApprovedTool:
    name: Annotated[str, param("Its name for agents, without prefix", pattern=f"^ext_[a-z0-9_]{{1,31}}{_END}")]
    fingerprint: Annotated[str, param("The SHA-256 of what the person saw of it", pattern=_SHA256)]


@dataclass(frozen=True)
class ApprovedApp:
    """Another app whose tools agents may use, as they were when the person approved them."""

    signer: Annotated[str, param("The SHA-256 of the certificate that signs the app", pattern=_SIGNER)]
    tools: Annotated[Mapping[str, ApprovedTool], param("By where the app offers each, and its own name there")]


@dataclass(frozen=True)
class OfferRules:
    """What other apps on the phone may use of ours."""

    provider: Annotated[bool, param("Offer our tools through a ContentProvider")] = False
    mobile_mcp: Annotated[bool, param("Offer our tools through a Mobile MCP service")] = False
    callers: Annotated[
        Mapping[str, Annotated[str, param("The SHA-256 of the certificate that signs the app", pattern=_SIGNER)]],
        param("The apps that may use them, by package"),
    ] = field(default_factory=dict)


@dataclass(frozen=True)
class Settings:
    slug: Annotated[
        str,
        param(
            "The part of the tool names that tells phones apart (android_<slug>_tap): at most 20 letters, digits and underscores",
            pattern=f"^[A-Za-z0-9_]{{0,20}}{_END}",
        ),
    ] = ""
    host: Annotated[str, param("The address to listen on", minLength=1)] = "127.0.0.1"
    port: Annotated[int, param("The port to listen on; 0 picks a free one", minimum=0, maximum=65535)] = 8080
    page_port: Annotated[
        int, param("The port of the control page, on this device only; 0 picks a free one", minimum=0, maximum=65535)
    ] = 0
    tls: Annotated[bool, param("Serve HTTPS with a self-signed certificate")] = False
    tokens: Annotated[tuple[Token, ...], param("Who may connect")] = ()
    disabled_tools: Annotated[
        tuple[str, ...], param("Tools that are off, by their names without prefix; one that is new in an update is on")
    ] = ()
    allowed_hosts: Annotated[
        tuple[str, ...], param("Names, beside localhost and IP addresses, that a Host or Origin header may carry")
    ] = ()
    file_size_limit_bytes: Annotated[int, param("The largest file a tool reads or writes", minimum=1, maximum=2**40)] = (
        50 * 1024 * 1024
    )
    download: Annotated[DownloadRules, param("What download_from_url may do")] = field(default_factory=DownloadRules)
    storage: Annotated[Mapping[str, LocationRules], param("What agents may do in each storage location, by its id")] = field(
        default_factory=dict
    )
    external_apps: Annotated[Mapping[str, ApprovedApp], param("The apps whose tools agents may use, by package")] = field(
        default_factory=dict
    )
    external_timeout_seconds: Annotated[int, param("The longest to wait for another app's tool", minimum=1, maximum=3600)] = 30
    offer: Annotated[OfferRules, param("What other apps may use of ours")] = field(default_factory=OfferRules)
    confirm: Annotated[ConfirmRules, param("What agents must ask the person for")] = field(default_factory=ConfirmRules)
    private_apps: Annotated[
        tuple[_Packages, ...], param("Apps that agents never see nor touch, by package; a * stands for any letters")
    ] = ()
    pause_on_touch: Annotated[bool, param("Pause when the person touches the screen")] = False
    record_pictures: Annotated[bool, param("Keep a picture of the screen after every action")] = False
    screen_format: Annotated[Literal["full", "compact"], param("How get_screen_state lists a screen unless it is told")] = "full"
    max_body_bytes: Annotated[int, param("The largest request", minimum=1024, maximum=2**30)] = 64 * 1024 * 1024
    max_concurrent_calls: Annotated[int, param("How many calls may run at once", minimum=1, maximum=1024)] = 64
    call_timeout_seconds: Annotated[int, param("The longest a call may run without any progress", minimum=1, maximum=86400)] = 300
