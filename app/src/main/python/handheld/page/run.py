"""The control page on its port: started beside the server, on this device only."""

import secrets

from .. import atomic, codec
from ..app import App
from ..clock import SystemClock
from ..server.run import Running, listen
from .routes import PageApplication
from .session import Sessions

FILE = "page.json"


class Page:
    def __init__(self, app: App) -> None:
        self._sessions = Sessions(SystemClock())
        launcher = secrets.token_urlsafe(32)
        self._file = app.folder / FILE
        self._running: Running = listen(
            PageApplication(app, self._sessions, self.link, launcher), "127.0.0.1", app.served.page_port
        )
        self.url = f"http://127.0.0.1:{self._running.port}/"
        # For a command of the same person, who asks for a link with it; nobody else may read it.
        atomic.write(self._file, codec.dumps({"url": self.url, "launcher": launcher}))

    def link(self) -> str:
        """Opens the page once. What stands after # never leaves the browser on its own."""
        return f"{self.url}#open={self._sessions.new_link()}"

    def withdraw(self) -> None:
        """Tells nobody any more where it is."""
        self._file.unlink(missing_ok=True)

    def stop(self) -> None:
        self.withdraw()
        self._running.stop()
