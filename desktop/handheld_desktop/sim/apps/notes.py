"""Notes: a list, and an editor with a cursor and a selection."""

import time
from dataclasses import dataclass

from ..app import App, Dialog, Page
from ..editor import Editor, units
from ..scroll import Scroller
from ..shell import Shell
from ..view import FILL, Column, Label, Row, Stack, View
from ..widgets import app_bar, button, fab, icon_button, menu, question, screen, scrolling


@dataclass(eq=False)
class Note:
    number: int
    title: str
    body: str
    changed: float


class NotesApp(App):
    package = "com.example.notes"
    name = "Notes"
    icon = "notes"
    color = "#C98A1B"
    version = ("3.2.1", 321)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        now = shell.clock.now()
        texts = (
            ("Shopping", "Milk\nBread\nCoffee ☕\nApples"),
            ("Trip to the lake", "Train at 8:15, platform 3.\nBring swimwear, a book and sunscreen 😎"),
            ("Ideas", "A phone that a computer can use.\nTeach it to water the plants 🌱"),
        )
        self.notes = [Note(index + 1, title, body, now - 3600 * (index + 1) ** 3) for index, (title, body) in enumerate(texts)]

    def first_page(self) -> "NoteList":
        return NoteList(self)

    def add(self) -> Note:
        note = Note(max((note.number for note in self.notes), default=0) + 1, "", "", self.shell.clock.now())
        self.notes.insert(0, note)
        self.log(f"note {note.number} created")
        return note

    def delete(self, note: Note) -> None:
        if note in self.notes:
            self.notes.remove(note)
            self.log(f"note {note.number} deleted")


class NoteList(Page):
    activity = ".NotesActivity"
    title = "Notes"
    app: NotesApp

    def __init__(self, app: NotesApp) -> None:
        super().__init__(app)
        self.scroller = Scroller()

    def build(self) -> View:
        notes = self.app.notes
        cards = Column(pad=(16, 4, 16, 96), gap=12)(*(self._card(note) for note in notes))
        none = Label("Notes you add appear here", id="empty", grow=1, w=FILL, text_align="center", color="on_surface_variant")
        content = scrolling(self.scroller, cards, id="note_list") if notes else none
        return Stack(h=FILL)(screen(app_bar("Notes"), content), fab("add", "New note", self._new))

    def _card(self, note: Note) -> View:
        card = Column(
            kind="androidx.cardview.widget.CardView", id="note_card", key=f"note{note.number}", fill="surface_container",
            round=16, pad=16, gap=6,
            click=lambda: self.shell.open(NoteEditor(self.app, note)),
        )(
            Label(note.title or "Untitled", id="note_title", size=17, weight="medium", lines=1),
            Label(note.body, id="note_preview", size=14, color="on_surface_variant", lines=3) if note.body else None,
            Label(_day(note.changed), id="note_date", size=12, color="outline"),
        )  # fmt: skip
        card.long_click = lambda: self.shell.show(NoteMenu(self.app, note, (card.rect.center[0], card.rect.center[1])))
        return card

    def _new(self) -> None:
        self.shell.open(NoteEditor(self.app, self.app.add()))


class NoteEditor(Page):
    activity = ".EditNoteActivity"
    title = "Edit note"
    app: NotesApp

    def __init__(self, app: NotesApp, note: Note) -> None:
        super().__init__(app)
        self.note = note
        self.scroller = Scroller()
        self.heading = Editor(note.title, "Title", action="next", on_action=self._next, on_change=self._save)
        self.body = Editor(note.body, "Write something", multiline=True, on_change=self._save)

    def build(self) -> View:
        return screen(
            app_bar(
                "", icon_button("share", "Copy note", self._copy, id="action_copy"),
                icon_button("delete", "Delete note", self._ask, id="action_delete"), back=lambda: self.shell.finish(self),
            ),
            scrolling(
                self.scroller,
                Column(pad=(24, 0, 24, 24), gap=8)(
                    View(kind="EditText", id="edit_title", editor=self.heading, size=26, w=FILL, weight="medium", pad=(0, 8)),
                    View(kind="EditText", id="edit_body", editor=self.body, size=17, w=FILL, pad=(0, 8, 0, 160)),
                ),
            ),
            Row(h=44, pad=(24, 0))(
                Label(f"{len(self.body.text)} characters", id="counter", size=12, color="outline"),
            ),
        )  # fmt: skip

    def back(self) -> bool:
        if not self.note.title and not self.note.body:
            self.app.delete(self.note)
        return False

    def _next(self) -> None:
        self.shell.type_into(self.body)

    def _save(self) -> None:
        self.note.title, self.note.body = self.heading.text, self.body.text
        self.note.changed = self.shell.clock.now()
        if self.focus is self.body and self.body.end == units(self.body.text):
            self.scroller.to_end()

    def _copy(self) -> None:
        self.shell.clipboard = f"{self.note.title}\n{self.note.body}"

    def _ask(self) -> None:
        self.shell.show(DeleteNote(self.app, self.note))


class NoteMenu(Dialog):
    title = "Note menu"
    app: NotesApp

    def __init__(self, app: NotesApp, note: Note, anchor: tuple[int, int]) -> None:
        super().__init__(app)
        self.note = note
        self.anchor = anchor

    def build(self) -> View:
        return menu([("edit", "Edit", self._edit), ("copy", "Copy text", self._copy), ("delete", "Delete", self._delete)])

    def _edit(self) -> None:
        self.dismiss()
        self.shell.open(NoteEditor(self.app, self.note))

    def _copy(self) -> None:
        self.dismiss()
        self.shell.clipboard = self.note.body

    def _delete(self) -> None:
        self.dismiss()
        self.shell.show(DeleteNote(self.app, self.note))


class DeleteNote(Dialog):
    title = "Delete note?"
    app: NotesApp

    def __init__(self, app: NotesApp, note: Note) -> None:
        super().__init__(app)
        self.note = note

    def build(self) -> View:
        return question(
            "Delete note?", f"“{self.note.title or 'Untitled'}” will be gone for good.",
            button("Cancel", self.dismiss, id="android:id/button2", tone="text"),
            button("Delete", self._delete, id="android:id/button1", tone="text"),
        )  # fmt: skip

    def _delete(self) -> None:
        self.dismiss()
        self.app.delete(self.note)
        if isinstance(self.shell.page, NoteEditor):
            self.shell.finish(self.shell.page)


def _day(moment: float) -> str:
    return time.strftime("%d %b %Y, %H:%M", time.localtime(moment)).lstrip("0")
