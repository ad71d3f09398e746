"""An address book, long enough to scroll."""

from itertools import groupby

from ..app import App, Dialog, Page
from ..editor import Editor
from ..geometry import px
from ..notice import Notice
from ..scroll import Scroller
from ..shell import Shell
from ..view import FILL, Column, Handler, Icon, Label, Row, Rows, Stack, View
from ..widgets import RECYCLER, app_bar, avatar, icon_button, leading_icon, list_row, screen, scrolling
from .people import Person, people

_LETTER, _PERSON = px(40), px(64)


class ContactsApp(App):
    package = "com.android.contacts"
    name = "Contacts"
    icon = "contact"
    color = "#3B6FC4"
    version = ("4.36.22", 43_622)
    is_system = True

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.people = people(shell.random)

    def first_page(self) -> "People":
        return People(self)

    def named(self, number: str) -> str:
        """Whose number it is; the number itself where nobody's."""
        return next((person.name for person in self.people if person.number == number), number)

    def number(self, name: str) -> str:
        return next(person.number for person in self.people if person.name == name)


class People(Page):
    activity = ".activities.PeopleActivity"
    title = "Contacts"
    app: ContactsApp

    def __init__(self, app: ContactsApp) -> None:
        super().__init__(app)
        self.scroller = Scroller()
        self.search = Editor(hint="Search contacts", action="search", on_action=self.shell.stop_typing, on_change=self._to_top)

    def build(self) -> View:
        wanted = self.search.text.lower()
        found = [person for person in self.app.people if wanted in person.name.lower()]
        rows: list[str | Person] = []
        for letter, group in groupby(found, key=lambda person: person.name[0]):
            rows += [letter, *group]
        clear = icon_button("close", "Clear search", lambda: self.search.replace(""), id="clear") if wanted else None
        return screen(
            Stack(pad=(16, 8, 16, 8))(
                Row(id="search_bar", h=52, fill="surface_high", round=26, pad=(18, 0, 2, 0), gap=12)(
                    Icon(icon="search"),
                    View(kind="EditText", id="search_view", editor=self.search, size=16, grow=1, h=FILL, lines=1),
                    clear,
                )
            ),
            Label(f"{len(found)} contacts", id="contacts_count", size=13, color="on_surface_variant", pad=(20, 4)),
            View(
                kind=RECYCLER, id="list", scroll=self.scroller, w=FILL, h=FILL, grow=1,
                rows=Rows([_LETTER if isinstance(row, str) else _PERSON for row in rows], lambda index: self._row(rows[index])),
            ),
        )  # fmt: skip

    def _row(self, row: str | Person) -> View:
        if isinstance(row, str):
            return Label(row, id="header", key=f"letter {row}", size=14, weight="medium", color="primary", pad=(24, 0))
        return Row(
            id="cliv", key=row.name, pad=(20, 0), gap=16, kind="ViewGroup", h=FILL,
            click=lambda: self.shell.open(PersonPage(self.app, row)),
            long_click=lambda: self.shell.show(PersonSheet(self.app, row)),
        )(
            avatar(row.name),
            Label(row.name, id="cliv_name_textview", size=16, grow=1, lines=1),
            Icon(icon="star", icon_size=18, color="primary", desc="Starred") if row.starred else None,
        )  # fmt: skip

    def _to_top(self) -> None:
        self.scroller.by(-self.scroller.limit)


class PersonPage(Page):
    activity = ".quickcontact.QuickContactActivity"
    title = "Contact details"
    app: ContactsApp

    def __init__(self, app: ContactsApp, person: Person) -> None:
        super().__init__(app)
        self.person = person
        self.scroller = Scroller()

    def build(self) -> View:
        person = self.person
        star = icon_button(
            "star", "Remove from favorites" if person.starred else "Add to favorites", self._star, id="menu_star",
            color="primary" if person.starred else "outline_variant",
        )  # fmt: skip
        return screen(
            app_bar("", star, back=lambda: self.shell.finish(self)),
            scrolling(
                self.scroller,
                Column(align="center", gap=14, pad=(0, 8, 0, 24))(
                    avatar(person.name, 128), Label(person.name, id="large_title", size=28, w=FILL, text_align="center")
                ),
                Row(pad=(24, 0), justify="between")(
                    _act("phone", "Call", self._call), _act("message", "Text", self._text), _act("mail", "Email", self._mail)
                ),
                Column(pad=(16, 24))(
                    Column(fill="surface_low", round=20, pad=(0, 8), id="card")(
                        Label("Contact info", id="card_title", size=15, weight="medium", pad=(20, 12)),
                        list_row(person.number, "Mobile", leading=leading_icon("phone"), id="phone_row", click=self._call),
                        list_row(person.email, "Home", leading=leading_icon("mail"), id="email_row", click=self._mail),
                    )
                ),
            ),
        )

    def _star(self) -> None:
        self.person.starred = not self.person.starred

    def _call(self) -> None:
        self.app.log(f"call to {self.person.number}")
        self.shell.show(Notice(self.app, "Calling", f"{self.person.name} does not answer."))

    def _text(self) -> None:
        self.shell.open_thread(self.person.number)

    def _mail(self) -> None:
        self.shell.show(Notice(self.app, "No mail app", f"No app can write to {self.person.email}."))


class PersonSheet(Dialog):
    """What a long press on a person offers."""

    title = "Contact options"
    sheet = True
    app: ContactsApp

    def __init__(self, app: ContactsApp, person: Person) -> None:
        super().__init__(app)
        self.person = person

    def build(self) -> View:
        star = "Remove from favorites" if self.person.starred else "Add to favorites"
        return Column(fill="surface_high", round=28, pad=(0, 16), id="sheet")(
            Label(self.person.name, id="sheet_title", size=18, weight="medium", pad=(24, 8)),
            list_row("Copy number", self.person.number, leading=leading_icon("copy"), click=self._copy),
            list_row(star, leading=leading_icon("star"), click=self._star),
        )

    def _copy(self) -> None:
        self.dismiss()
        self.shell.clipboard = self.person.number

    def _star(self) -> None:
        self.dismiss()
        self.person.starred = not self.person.starred


def _act(icon: str, name: str, click: Handler) -> View:
    return Column(
        kind="LinearLayout", id=f"{name.lower()}_button", w=104, h=72, round=24, fill="secondary_container", align="center",
        justify="center", gap=4, click=click, desc=name,
    )(
        Icon(icon=icon, color="on_secondary_container", icon_size=22),
        Label(name, size=13, weight="medium", color="on_secondary_container"),
    )  # fmt: skip
