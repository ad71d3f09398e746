"""What a person can set: one JSON file, checked against one schema, replaced atomically."""

import dataclasses
import json
import secrets
import threading
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import jsonschema

from . import atomic, codec
from .clock import Clock, SystemClock
from .errors import ActionFailed, InvalidArguments
from .schema import Param, Schema, param
from .schema import of_type as schema_of_type

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


def _schema(hint: Any) -> Schema:
    """As `schema.of_type`, and dataclasses, tuples and mappings by name."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        schema = _schema(args[0])
        for extra in args[1:]:
            if isinstance(extra, Param):
                schema |= {"description": extra.description} | dict(extra.limits)
        return schema
    if origin is tuple:
        return {"type": "array", "items": _schema(args[0])}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _schema(args[1])}
    if dataclasses.is_dataclass(hint):
        return _schema_of_fields(typing.cast(type, hint))
    return schema_of_type(hint)


def _schema_of_fields(kind: type) -> Schema:
    hints = typing.get_type_hints(kind, include_extras=True)
    properties: Schema = {}
    required = []
    for member in dataclasses.fields(kind):
        properties[member.name] = _schema(hints[member.name])
        if member.default is not dataclasses.MISSING:
            properties[member.name]["default"] = _plain(member.default)
        elif member.default_factory is dataclasses.MISSING:
            required.append(member.name)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


SCHEMA: Schema = _schema(Settings)
_VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def _value(hint: Any, raw: Any) -> Any:
    """The checked JSON as the type says. Keys the type does not know are left out."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is tuple:
        return tuple(_value(args[0], item) for item in raw)
    if origin is Mapping:
        return {name: _value(args[1], item) for name, item in raw.items()}
    if dataclasses.is_dataclass(hint):
        hints = typing.get_type_hints(hint)
        return typing.cast(type, hint)(**{name: _value(hints[name], item) for name, item in raw.items() if name in hints})
    return int(raw) if hint is int else raw  # 5.0 is an integer in JSON Schema


def _problems(raw: Any) -> tuple[list[str], list[str]]:
    """What is wrong, and which keys are unknown: those do no harm."""
    wrong, unknown = [], []
    for error in _VALIDATOR.iter_errors(raw):
        where = ".".join(str(part) for part in error.absolute_path)
        if str(error.validator) == "additionalProperties":
            known = typing.cast(Schema, error.schema)["properties"]
            unknown += [f"{where}.{name}".lstrip(".") for name in typing.cast(Schema, error.instance) if name not in known]
        else:
            wrong.append(f"{where}: {_explain(error)}".removeprefix(": "))
    return wrong, unknown


def _explain(error: jsonschema.ValidationError) -> str:
    if str(error.validator) == "pattern":  # its own message would show a token and a regular expression
        return f"not allowed; it is: {typing.cast(Schema, error.schema)['description']}"
    return error.message if len(error.message) <= 200 else error.message[:100] + " … " + error.message[-80:]


def check(settings: Settings) -> Any:
    """The settings as JSON has them; InvalidArguments if a value is not allowed."""
    raw = json.loads(json.dumps(dataclasses.asdict(settings)))
    wrong, _ = _problems(raw)
    if wrong:
        raise InvalidArguments("; ".join(wrong))
    return raw


def changed(settings: Settings, changes: Any) -> Settings:
    """The settings with some values replaced, as JSON has them; InvalidArguments if one is not known or not allowed."""
    if not isinstance(changes, dict):
        raise InvalidArguments("Settings must be an object")
    raw = _merged(check(settings), changes)
    wrong, unknown = _problems(raw)
    wrong += [f"'{name}' is not a setting" for name in unknown]
    if wrong:
        raise InvalidArguments("; ".join(wrong))
    return typing.cast(Settings, _value(Settings, raw))


def problems(settings: Settings, changes: Any) -> dict[str, str]:
    """What would be wrong with these changes, by the path of the setting; nothing where they are fine."""
    errors = _VALIDATOR.iter_errors(_merged(check(settings), changes))
    return {".".join(str(part) for part in error.absolute_path): _explain(error) for error in errors}


def _merged(old: Any, new: Any) -> Any:
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    return old | {name: _merged(old.get(name), value) for name, value in new.items()}


def _with_unknown(old: Any, new: Any, schema: Schema) -> Any:
    """The new value, and the keys of the old that this version does not know: another version may."""
    known = schema.get("properties")
    if known is None or not isinstance(old, dict):
        return new
    merged = {name: _with_unknown(old.get(name), value, known[name]) for name, value in new.items()}
    return merged | {name: value for name, value in old.items() if name not in known}


class SettingsFile:
    """The settings on disk. `problems` says, in sentences, what was wrong when they were read."""

    def __init__(self, path: Path, clock: Clock | None = None) -> None:
        self.path = path
        self.problems: list[str] = []
        self._clock = clock or SystemClock()
        self._lock = threading.Lock()
        self._raw: Any = {}

    def load(self) -> Settings:
        """The settings, or the defaults where there is no file or a broken one, which is set aside."""
        with self._lock:
            self.problems = []
            try:
                return self._read()
            except InvalidArguments as error:
                return self._set_aside(str(error))

    def peek(self) -> Settings:
        """The settings, or InvalidArguments that says what is broken; the file stays."""
        with self._lock:
            self.problems = []
            return self._read()

    def _read(self) -> Settings:
        self._raw = {}
        try:
            raw = codec.loads(self.path.read_bytes())
        except FileNotFoundError:
            return Settings()
        except (ValueError, RecursionError) as error:
            raise InvalidArguments(f"{self.path} is broken: it is not JSON ({error})") from error
        wrong, unknown = _problems(raw)
        if wrong:
            raise InvalidArguments(f"{self.path} is broken: {'; '.join(wrong)}")
        self.problems += [f"{self.path}: '{name}' is not a setting; it is kept but does nothing" for name in unknown]
        self._raw = raw
        return typing.cast(Settings, _value(Settings, raw))

    def save(self, settings: Settings) -> None:
        """InvalidArguments if a value is not allowed, ActionFailed if the disk is full: then the old ones stay."""
        raw = check(settings)
        with self._lock:
            raw = _with_unknown(self._raw, raw, SCHEMA)
            try:
                atomic.write(self.path, json.dumps(raw, indent=2, ensure_ascii=False).encode() + b"\n")
            except OSError as error:
                raise ActionFailed(f"The settings cannot be kept: {error.strerror or error}") from error
            self._raw = raw

    def with_token(self, settings: Settings) -> Settings:
        """The settings with at least one token: the first start makes one of 256 bits and keeps it."""
        if settings.tokens:
            return settings
        settings = dataclasses.replace(settings, tokens=(Token("default", secrets.token_urlsafe(32)),))
        self.save(settings)
        return settings

    def _set_aside(self, reason: str) -> Settings:
        moment = datetime.fromtimestamp(self._clock.now(), UTC).strftime("%Y%m%dT%H%M%S%fZ")
        aside = self.path.with_name(f"{self.path.stem}.broken-{moment}{self.path.suffix}")
        self.path.rename(aside)
        self.problems.append(f"{reason}. It is kept as {aside.name}; the defaults are used instead")
        return Settings()
