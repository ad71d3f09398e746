"""Something to read and put away."""

from .app import App, Dialog
from .view import View
from .widgets import button, question


class Notice(Dialog):
    def __init__(self, app: App, title: str, message: str) -> None:
        super().__init__(app)
        self.title = title
        self.message = message

    def build(self) -> View:
        return question(self.title, self.message, button("OK", self.dismiss, id="android:id/button1", tone="text"))
