"""The data folder: settings and token, certificate, audit log, the phone's storage, and the address of the running server."""

import contextlib
import dataclasses
from pathlib import Path

from handheld import atomic, codec
from handheld.connect import Address
from handheld.errors import HandheldError
from handheld.settings_file import SettingsFile


class UnusableFolder(HandheldError):
    """The data folder cannot be made, read or written."""


class DataFolder:
    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self.storage = self.path / "storage"
        self._address = self.path / "server.json"

    def prepare(self) -> None:
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            probe = self.path / ".writable"
            atomic.write(probe, b"")
            probe.unlink()
        except FileExistsError:
            raise UnusableFolder(f"Cannot use {self.path} as the data folder: it is a file") from None
        except OSError as error:
            raise UnusableFolder(f"Cannot use {self.path} as the data folder: {error.strerror}") from error

    def settings_file(self) -> SettingsFile:
        return SettingsFile(self.path / "settings.json")

    def announce(self, address: Address) -> None:
        atomic.write(self._address, codec.dumps(dataclasses.asdict(address)))

    def withdraw(self, address: Address) -> None:
        if self.announced() == address:  # another server may have started since
            with contextlib.suppress(FileNotFoundError):
                self._address.unlink()

    def announced(self) -> Address | None:
        """The server that runs on this folder, or ran and was killed."""
        try:
            return Address(**codec.loads(self._address.read_bytes()))
        except (FileNotFoundError, NotADirectoryError, ValueError, TypeError):
            return None

    def page(self) -> tuple[str, str] | None:
        """Where the control page of the running server is, and the secret that makes links to it."""
        try:
            told = codec.loads((self.path / "page.json").read_bytes())
            return told["url"], told["launcher"]
        except (FileNotFoundError, NotADirectoryError, ValueError, TypeError, KeyError):
            return None
