"""A login form with a password, and the account behind it."""

from ..app import App, Page
from ..editor import Editor
from ..scroll import Scroller
from ..view import Column, Icon, Label, View
from ..widgets import app_bar, button, icon_button, leading_icon, list_row, screen, scrolling, section, text_field

USER, PASSWORD = "alex", "wonder-42"
_HINT = f"A demonstration. Sign in as {USER} with the password {PASSWORD}."
_PAYMENTS = (
    ("Corner Bakery", "−4.20 €", "Today"), ("Salary", "+2,450.00 €", "Yesterday"), ("City Transport", "−32.00 €", "12 November"),
    ("Green Grocer", "−18.75 €", "11 November"), ("Book Shop", "−23.90 €", "9 November"),
    ("Electricity", "−61.30 €", "5 November"),
)  # fmt: skip


class BankApp(App):
    package = "com.example.bank"
    name = "Acorn Bank"
    icon = "bank"
    color = "#7A4E2D"
    version = ("12.0.3", 12_003)

    def first_page(self) -> "Login":
        return Login(self)


class Login(Page):
    activity = ".LoginActivity"
    title = "Sign in"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.scroller = Scroller()
        self.error = ""
        self.revealed = False
        self.user = Editor(hint="User name", action="next", on_action=lambda: self.shell.type_into(self.password))
        self.password = Editor(hint="Password", password=True, action="done", on_action=self._sign_in)

    def build(self) -> View:
        eye = icon_button(
            "eye_off" if self.revealed else "eye", "Hide password" if self.revealed else "Show password", self._reveal,
            id="reveal"
        )
        return screen(
            scrolling(
                self.scroller,
                Column(pad=(28, 56, 28, 24), gap=18)(
                    Icon(icon="bank", w=72, h=72, round=24, fill=self.app.color, color="#FFFFFF", icon_size=40),
                    Label("Welcome to Acorn Bank", id="welcome", size=28, pad=(0, 8, 0, 0)),
                    Label(_HINT, id="hint", color="on_surface_variant"),
                    text_field(self.user, id="username", icon="contact", focused=self.focus is self.user),
                    text_field(self.password, id="password", icon="lock", trailing=eye, focused=self.focus is self.password),
                    Label(self.error, id="error", color="error") if self.error else None,
                    button("Sign in", self._sign_in, id="sign_in", enabled=bool(self.user.text and self.password.text)),
                ),
            )
        )

    def _reveal(self) -> None:
        self.revealed = not self.revealed
        self.password.password = not self.revealed

    def _sign_in(self) -> None:
        if (self.user.text.strip().lower(), self.password.text) != (USER, PASSWORD):
            self.error = "User name or password is wrong."
            self.app.log("sign-in refused")
            return
        self.error = ""
        self.password.replace("")
        self.app.log("signed in")
        self.shell.stop_typing()
        self.shell.open(Account(self.app))


class Account(Page):
    activity = ".AccountActivity"
    title = "Account"
    secure = True

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.scroller = Scroller()

    def build(self) -> View:
        return screen(
            app_bar("Hello, Alex", icon_button("lock", "Sign out", lambda: self.shell.finish(self), id="sign_out")),
            scrolling(
                self.scroller,
                Column(pad=(16, 8))(
                    Column(fill="primary", round=28, pad=24, gap=6, id="balance_card")(
                        Label("Balance", color="on_primary"),
                        Label("3,187.45 €", id="balance", size=40, color="on_primary"),
                        Label("HU42 1177 3016 1111 1018", id="iban", size=13, color="on_primary"),
                    )
                ),
                section("Payments"),
                *(_payment(*payment) for payment in _PAYMENTS),
                id="account",
            ),
        )


def _payment(name: str, amount: str, day: str) -> View:
    color = "positive" if amount.startswith("+") else "on_surface"
    return list_row(name, day, leading=leading_icon("bank"), trailing=Label(amount, id="amount", size=16, color=color))
