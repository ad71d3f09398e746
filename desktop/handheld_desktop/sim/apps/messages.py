"""Text messages: what was received and sent, and a field to send more."""

import time

from ..app import App, Page
from ..editor import Editor
from ..radio import SIMS, Message
from ..scroll import Scroller
from ..view import FILL, Column, Icon, Label, Row, Stack, View
from ..widgets import app_bar, avatar, fab, list_row, screen, scrolling, text_field
from .contacts import ContactsApp

_SENDING_SECONDS = 0.4


class MessagesApp(App):
    package = "com.google.android.apps.messaging"
    name = "Messages"
    icon = "message"
    color = "#2F6FED"
    version = ("20260801_00_RC01", 260_801_000)
    is_system = True

    def first_page(self) -> "Conversations":
        return Conversations(self)

    def name_of(self, number: str) -> str:
        contacts = self.shell.apps["com.android.contacts"]
        assert isinstance(contacts, ContactsApp)
        return contacts.named(number)

    def thread(self, number: str) -> list[Message]:
        return [message for message in self.shell.radio.messages if message.number == number]


class Conversations(Page):
    activity = ".ui.ConversationListActivity"
    title = "Messages"
    app: MessagesApp

    def __init__(self, app: MessagesApp) -> None:
        super().__init__(app)
        self.scroller = Scroller()

    def build(self) -> View:
        newest: dict[str, Message] = {}
        for message in sorted(self.shell.radio.messages, key=lambda message: message.time):
            newest.pop(message.number, None)
            newest[message.number] = message
        rows = [self._row(message) for message in reversed(newest.values())]
        return Stack(h=FILL)(
            screen(app_bar("Messages"), scrolling(self.scroller, *rows, id="list")),
            fab("edit", "Start chat", self._new, id="start_chat_fab")
        )

    def _row(self, message: Message) -> View:
        name = self.app.name_of(message.number)
        text = f"You: {message.text}" if message.mine else message.text
        return list_row(
            name, text, leading=avatar(name), id="swipeableContainer", key=message.number,
            trailing=Label(_moment(message.time), id="conversation_timestamp", size=12, color="on_surface_variant"),
            click=lambda: self.shell.open(Thread(self.app, message.number)),
        )  # fmt: skip

    def _new(self) -> None:
        self.shell.open(NewChat(self.app))


class NewChat(Page):
    activity = ".conversation.NewChatActivity"
    title = "New conversation"
    app: MessagesApp

    def __init__(self, app: MessagesApp) -> None:
        super().__init__(app)
        self.number = Editor(hint="Phone number", action="next", on_action=self._next)

    def build(self) -> View:
        return screen(
            app_bar("New conversation", back=lambda: self.shell.finish(self)),
            Column(pad=16, gap=16)(
                text_field(self.number, id="recipient_text_view", icon="contact", focused=self.focus is self.number),
                Label("Type a number with its country code, then press Next.", size=13, color="on_surface_variant"),
            ),
        )

    def _next(self) -> None:
        number = self.number.text.replace(" ", "")
        if number.lstrip("+").isdigit():
            self.shell.finish(self)
            self.shell.open(Thread(self.app, number))


class Thread(Page):
    activity = ".conversation.ConversationActivity"
    app: MessagesApp

    def __init__(self, app: MessagesApp, number: str) -> None:
        super().__init__(app)
        self.number = number
        self.title = app.name_of(number)
        self.sim = 0
        self.draft = Editor(hint="Text message", action="send", on_action=self._send)
        self.scroller = Scroller()
        self.scroller.to_end()

    def build(self) -> View:
        ready = bool(self.draft.text.strip())
        bubbles = [self._bubble(message, place) for place, message in enumerate(self.app.thread(self.number))]
        return screen(
            app_bar(self.title, back=lambda: self.shell.finish(self)),
            scrolling(self.scroller, Column(pad=(16, 8), gap=10)(*bubbles), id="conversation_list"),
            Row(pad=(12, 8), gap=8)(
                Label(
                    SIMS[self.sim].display_name, kind="Button", id="sim_button",
                    desc=f"Send with {SIMS[self.sim].display_name} SIM",
                    h=48, pad=(14, 0), round=24, fill="secondary_container", size=13, weight="medium", text_align="center",
                    click=self._other_sim,
                ),
                Row(h=48, grow=1, fill="surface_high", round=24, pad=(18, 0))(
                    View(kind="EditText", id="compose_message_text", editor=self.draft, size=16, grow=1, h=FILL, lines=1)
                ),
                Icon(
                    kind="ImageButton", id="send_message_button", icon="send", desc="Send SMS", w=48, h=48, round=24,
                    fill="primary" if ready else "surface_highest", color="on_primary" if ready else "outline", click=self._send,
                    enabled=ready,
                ),
            ),
        )  # fmt: skip

    def _bubble(self, message: Message, place: int) -> View:
        color, fill = ("on_primary", "primary") if message.mine else ("on_surface", "surface_high")
        sim = next(sim.display_name for sim in SIMS if sim.subscription_id == message.subscription_id)
        state = f"{_moment(message.time)} · {sim}"
        if message.failure:
            state = f"Not sent: {message.failure}"
        elif message.mine:
            sending = self.shell.clock.now() - message.time < _SENDING_SECONDS
            state = "Sending…" if sending else f"Sent · {state}"
        return Column(id="message_item", key=f"message{place}", gap=3, align="end" if message.mine else "start")(
            Stack(w=None, fill=fill, round=20, pad=(16, 10))(Label(message.text, id="message_text", size=16, color=color)),
            Label(state, id="message_status", size=11, color="error" if message.failure else "on_surface_variant"),
        )

    def _other_sim(self) -> None:
        self.sim = (self.sim + 1) % len(SIMS)

    def _send(self) -> None:
        text = self.draft.text.strip()
        if not text:
            return
        self.draft.replace("")
        self.scroller.to_end()
        self.shell.try_sms(self.number, text, SIMS[self.sim].subscription_id)


def _moment(moment: float) -> str:
    return time.strftime("%H:%M", time.localtime(moment))
