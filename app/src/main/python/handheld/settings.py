"""What a person can set: one JSON file, checked against one schema, replaced atomically."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class LocationRules:
    """What agents may do in a storage location. Reading is always allowed."""

    description: str = ""
    allow_write: bool = False
    allow_delete: bool = False


@dataclass(frozen=True)
class DownloadRules:
    allow_http: bool = False
    allow_unverified_https: bool = False
    allow_private_addresses: bool = False
    timeout_seconds: int = 60


@dataclass(frozen=True)
class Token:
    name: str
    token: str


@dataclass(frozen=True)
class Settings:
    slug: str = ""
    """Goes into the tool names: android_<slug>_tap."""
    host: str = "127.0.0.1"
    port: int = 8080
    tls: bool = False
    tokens: tuple[Token, ...] = ()
    disabled_tools: tuple[str, ...] = ()
    """Names without prefix. A list of what is off: a tool that is new in an update is on."""
    allowed_hosts: tuple[str, ...] = ()
    """Names, beside localhost and IP literals, that a Host or Origin header may carry."""
    file_size_limit_bytes: int = 50 * 1024 * 1024
    download: DownloadRules = field(default_factory=DownloadRules)
    storage: Mapping[str, LocationRules] = field(default_factory=dict)
    """By location id."""
    max_body_bytes: int = 4 * 1024 * 1024
    max_concurrent_calls: int = 64
    call_timeout_seconds: int = 300
