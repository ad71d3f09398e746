"""The small bar over selected text: cut, copy, paste, select all."""

from collections.abc import Callable

from .app import App, Dialog
from .editor import Editor
from .view import Label, Row, View


class TextToolbar(Dialog):
    dim = False
    title = "Floating toolbar"

    def __init__(self, app: App, editor: Editor, anchor: tuple[int, int]) -> None:
        super().__init__(app)
        self.focus = editor
        self.anchor = anchor

    def build(self) -> View:
        acts: list[tuple[str, Callable[[Editor], object]]] = [("Select all", lambda editor: editor.select_all())]
        if self.shell.clipboard:
            acts.insert(0, ("Paste", lambda editor: editor.commit(self.shell.clipboard or "")))
        if self.focus and self.focus.selected and not self.focus.password:
            acts = [("Cut", self._cut), ("Copy", self._copy), *acts]
        return Row(id="floating_popup_container", w=None, fill="surface_high", round=22, pad=(6, 0))(
            *(self._button(name, act) for name, act in acts)
        )

    def _button(self, name: str, act: Callable[[Editor], object]) -> View:
        return Label(
            name, kind="Button", key=name, h=44, pad=(14, 0), weight="medium", text_align="center", click=lambda: self._do(act)
        )

    def _do(self, act: Callable[[Editor], object]) -> None:
        assert self.focus
        act(self.focus)
        if act not in (self._cut, self._copy) and self.focus.selected:
            return
        self.dismiss()

    def _copy(self, editor: Editor) -> None:
        self.shell.clipboard = editor.selected

    def _cut(self, editor: Editor) -> None:
        self._copy(editor)
        editor.commit("")
