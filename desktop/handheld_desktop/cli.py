"""The command line. Each command imports what it needs when it runs, so that help and mistakes are instant."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from handheld.errors import HandheldError


class _Parser(argparse.ArgumentParser):
    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # a terminal that lacks a character
    options = _options(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # `handheld tools | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except (HandheldError, OSError) as error:
        print(f"handheld: {_sentence(error)}", file=sys.stderr)
        return 1
    return code


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """argparse takes no further key=value once a flag stood between them; we do."""
    parser = _parser()
    options, rest = parser.parse_known_args(arguments)
    if rest and ("arguments" not in options or any(text.startswith("-") for text in rest)):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        options.arguments += rest
    return options


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="handheld", description="Turns a phone into an MCP server; here, a simulated one.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_serve(commands.add_parser("serve", help="run the server with the simulated phone"))
    _add_call(commands.add_parser("call", help="call one tool of a running server"))
    _add_page(commands.add_parser("page", help="print a new link to the control page of a running server"))
    _add_token(commands.add_parser("token", help="make, list and revoke the tokens of clients"))
    _add_tools(commands.add_parser("tools", help="list every tool with its schema"))
    _add_render(commands.add_parser("render", help="print what an agent would see of a recorded screen"))
    _add_doctor(commands.add_parser("doctor", help="say what is missing on this machine and how to get it"))
    return parser


def _add_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--device", choices=["sim", "robolectric"], default="sim",
        help="which phone: a simulated one, or the app's own Kotlin on Robolectric's Android, which needs a JDK and Maven "
        "and the app's source (default: %(default)s)",
    )  # fmt: skip
    _add_address(parser)
    parser.add_argument("--token", default=_variable("TOKEN"), help="token for this run (default: made once and kept)")
    parser.add_argument("--slug", default=_variable("SLUG"), help="goes into the tool names: android_<slug>_tap")
    parser.add_argument("--tls", action="store_true", help="serve HTTPS with a self-signed certificate")
    parser.add_argument("--http", choices=["h11", "httptools"], default="auto", help="HTTP parser (default: the fastest)")
    parser.add_argument(
        "--approve", metavar="PACKAGE", action="append", default=[],
        help="let agents use the tools of this app, or of 'all' apps, on the simulated phone; `handheld tools` lists them",
    )  # fmt: skip
    _add_data(parser)
    parser.set_defaults(run=_serve)


def _serve(options: argparse.Namespace) -> int:
    from .folder import DataFolder
    from .serve import Wishes, serve

    approve = tuple(options.approve)
    wishes = Wishes(
        options.device, options.host, options.port, options.token, options.slug, options.tls, options.http, approve
    )
    return serve(DataFolder(options.data), wishes)


def _add_call(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tool", metavar="TOOL", help="its name, with or without the prefix android_")
    parser.add_argument("arguments", metavar="key=value", nargs="*", default=[], help="arguments; lists and objects as JSON")
    parser.add_argument("--out", metavar="FILE", type=Path, help="save the picture that the tool gives")
    parser.add_argument("--url", help="address of the server (default: the one that runs on the data folder)")
    parser.add_argument("--token", default=_variable("TOKEN"), help="its token")
    _add_data(parser)
    parser.set_defaults(run=_call)


def _call(options: argparse.Namespace) -> int:
    from .call import address, call
    from .client import Client
    from .folder import DataFolder

    folder = DataFolder(options.data)
    client = Client(address(folder, options.url, options.token), folder.path / "certificate.pem")
    return call(options.tool, options.arguments, options.out, client)


def _add_page(parser: argparse.ArgumentParser) -> None:
    _add_data(parser)
    parser.set_defaults(run=_page)


def _page(options: argparse.Namespace) -> int:
    from .folder import DataFolder
    from .page import new_link

    return new_link(DataFolder(options.data))


def _add_token(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION", dest="action")
    add = actions.add_parser("add", help="make a token and print it, this once")
    add.add_argument("name", metavar="NAME", help="who will use it")
    add.add_argument("--profile", choices=["full", "read_only", "sms"], default="full", help="its tools (default: %(default)s)")
    add.add_argument("--tool", metavar="TOOL", action="append", default=[], help="only this one, and others named so")
    add.add_argument("--expires", metavar="TIME", help="refuse it after so many hours, days or weeks: 12h, 30d, 8w")
    revoke = actions.add_parser("revoke", help="refuse a token from now on")
    revoke.add_argument("name", metavar="NAME")
    for action in (add, revoke, actions.add_parser("list", help="who may use what, until when, and who did")):
        _add_data(action)
    parser.set_defaults(run=_token)


def _token(options: argparse.Namespace) -> int:
    from . import token
    from .folder import DataFolder

    folder = DataFolder(options.data)
    if options.action == "add":
        return token.add(folder, options.name, options.profile, options.tool, options.expires)
    return token.revoke(folder, options.name) if options.action == "revoke" else token.list_all(folder)


def _add_tools(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON, with the whole schemas")
    _add_data(parser)
    parser.set_defaults(run=_tools)


def _tools(options: argparse.Namespace) -> int:
    from .folder import DataFolder
    from .tools import list_tools

    return list_tools(DataFolder(options.data), options.json)


def _add_render(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.xml", type=Path, help="the output of `uiautomator dump`")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="the structured form")
    form.add_argument("--compact", action="store_true", help="the form of few tokens, as with format=compact")
    parser.set_defaults(run=_render)


def _render(options: argparse.Namespace) -> int:
    import json

    from . import recorded

    xml = options.file.read_bytes()
    try:
        if options.json:
            print(json.dumps(recorded.structured(xml), indent=2, ensure_ascii=False))
        else:
            print(recorded.compact(xml) if options.compact else recorded.render(xml))
    except HandheldError as error:
        raise type(error)(f"{options.file}: {error}") from error
    return 0


def _add_doctor(parser: argparse.ArgumentParser) -> None:
    _add_address(parser)
    _add_data(parser)
    parser.set_defaults(run=_doctor)


def _doctor(options: argparse.Namespace) -> int:
    from .doctor import doctor
    from .folder import DataFolder

    return doctor(DataFolder(options.data), options.host, options.port)


def _add_address(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default=_variable("HOST"), help="address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", default=_variable("PORT"), type=_port, help="port, 0 for any free one (default: 8080)")


def _add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", metavar="DIR", type=Path, default=_variable("DATA") or _default_data(),
        help="folder for settings, token, certificate, audit log and the phone's storage (default: %(default)s)",
    )  # fmt: skip


def _default_data() -> Path:
    base = os.environ.get("XDG_DATA_HOME", "")
    if not os.path.isabs(base):  # the XDG rules say to ignore a relative one
        base = os.path.expanduser("~/.local/share")
    return Path(base, "handheld")


def _variable(name: str) -> str | None:
    return os.environ.get(f"HANDHELD_{name}") or None


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"'{text}' is not a port (0 to 65535)")
    return int(text)
