"""`handheld call`: one tool of a running server, from the shell."""

import base64
import re
import sys
from pathlib import Path
from typing import Any

from handheld import codec
from handheld.connect import Address
from handheld.core import TOOLS
from handheld.errors import HandheldError, InvalidArguments

from .client import Client
from .folder import DataFolder

_OURS = "|".join(sorted((tool.name for tool in TOOLS), key=len, reverse=True))
_NAME = re.compile(rf"(android_(?:\w+?_)??)(?:{_OURS}|ext_\w+)")


class NoPicture(HandheldError):
    """There is nothing to save."""


def call(tool: str, pairs: list[str], out: Path | None, client: Client) -> int:
    found = _find(tool, {offered["name"]: offered for offered in client.tools()})
    result = client.call(found["name"], _arguments(pairs, found["inputSchema"].get("properties", {})))
    if result.get("isError"):
        _show(result["content"], sys.stderr)
        return 1
    if out is not None:
        _save(result["content"], out)
    _show(result["content"], sys.stdout, out)
    return 0


def address(folder: DataFolder, url: str | None, token: str | None) -> Address:
    """The server that was named, or the one that runs on the data folder. Its token goes to no other address."""
    running = folder.announced()
    if url is None:
        if running is None:
            raise InvalidArguments(
                f"No server runs on {folder.path}; start one with 'handheld serve', or name one with --url and --token"
            )
        return Address(running.url, token or running.token)
    if token is None and running is not None and running.url == url:
        return running
    if token is None:
        raise InvalidArguments("--url needs the token of that server: --token, or the variable HANDHELD_TOKEN")
    return Address(url, token)


def _find(name: str, offered: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """By its whole name, or by its name without the prefix `android_` or `android_<slug>_`."""
    for candidate in (name, *(prefix + name for prefix in map(_prefix, offered) if prefix)):
        if candidate in offered:
            return offered[candidate]
    raise InvalidArguments(f"The server has no tool '{name}'; 'handheld tools' lists them")


def _prefix(offered: str) -> str | None:
    """What stands before the name that this tool has on every phone."""
    match = _NAME.fullmatch(offered)
    return match and match[1]


def _arguments(pairs: list[str], properties: dict[str, Any]) -> dict[str, Any]:
    arguments = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise InvalidArguments(f"'{pair}' is not of the form key=value")
        arguments[name] = _value(text, properties.get(name, {}).get("type", "string"))
    return arguments


def _value(text: str, kind: str | list[str]) -> Any:
    if kind == "string" or "string" in kind:
        return text
    try:
        return codec.loads(text)
    except ValueError:
        return text  # the server says best what is wrong with it


def _show(contents: list[dict[str, Any]], stream: Any, saved: Path | None = None) -> None:
    where = "--out FILE saves it" if saved is None else f"saved as {saved}"
    for content in contents:
        if content["type"] == "text":
            print(content["text"], file=stream)
        elif "data" in content:
            size = len(base64.b64decode(content["data"]))
            print(f"[{content.get('mimeType', content['type'])}, {size} bytes: {where}]", file=stream)
        else:
            print(codec.text(content), file=stream)


def _save(contents: list[dict[str, Any]], out: Path) -> None:
    picture = next((content["data"] for content in contents if content["type"] == "image"), None)
    if picture is None:
        raise NoPicture("The tool gave no picture to save")
    out.write_bytes(base64.b64decode(picture))
