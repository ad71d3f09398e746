"""A calculator that calculates."""

from decimal import Decimal, DivisionByZero, InvalidOperation, Overflow, localcontext

from ..app import App, Page
from ..view import FILL, Column, Handler, Label, Row, View
from ..widgets import screen

_MINUS, _TIMES, _DIVIDE = "−", "×", "÷"
_OPERATORS = "+" + _MINUS + _TIMES + _DIVIDE
_LONGEST = 60


class CalculatorApp(App):
    package = "com.android.calculator2"
    name = "Calculator"
    icon = "calculator"
    color = "#3E7B57"
    version = ("9.0", 90_000)
    is_system = True

    def first_page(self) -> "Calculator":
        return Calculator(self)


class Calculator(Page):
    activity = ".Calculator"
    title = "Calculator"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.formula = ""
        self.result = ""
        self.finished = False

    def build(self) -> View:
        small, large = (28, 64) if self.finished else (56, 32)
        return screen(
            Column(id="display", grow=1, pad=(24, 12), justify="end", kind="ViewGroup", gap=8)(
                Label(self.formula, id="formula", size=_fit(self.formula, small), w=FILL, text_align="end", lines=2),
                Label(self.result, id="result", size=_fit(self.result, large), w=FILL, text_align="end", lines=1,
                      color="on_surface" if self.finished else "on_surface_variant"),
            ),
            Column(id="pad", h=500, fill="surface_low", pad=(12, 16), gap=10, round=28, kind="ViewGroup")(
                Row(grow=1, gap=10)(
                    _key("AC", "clr", "clear", self._clear, "tertiary_container", "on_tertiary_container"),
                    _key("( )", "parens", "parentheses", self._parenthesis, "secondary_container"),
                    _key("%", "op_pct", "percent", lambda: self._type("%"), "secondary_container"),
                    self._operator(_DIVIDE, "op_div", "divide"),
                ),
                self._digits("789", _TIMES, "op_mul", "multiply"),
                self._digits("456", _MINUS, "op_sub", "minus"),
                self._digits("123", "+", "op_add", "plus"),
                Row(grow=1, gap=10)(
                    self._digit("0"),
                    _key(".", "dec_point", "point", lambda: self._type("."), "surface_highest"),
                    View(
                        kind="ImageButton", id="del", desc="delete", icon="backspace", click=self._delete, grow=1, h=FILL,
                        round=40, fill="surface_highest",
                    ),
                    _key("=", "eq", "equals", self._equals, "primary", "on_primary"),
                ),
            ),
        )  # fmt: skip

    def _digits(self, digits: str, operator: str, id: str, desc: str) -> View:
        return Row(grow=1, gap=10)(*(self._digit(digit) for digit in digits), self._operator(operator, id, desc))

    def _digit(self, digit: str) -> View:
        return _key(digit, f"digit_{digit}", None, lambda: self._type(digit), "surface_highest")

    def _operator(self, operator: str, id: str, desc: str) -> View:
        return _key(operator, id, desc, lambda: self._type(operator), "primary_container", "on_primary_container")

    def _type(self, char: str) -> None:
        if self.finished:
            carried = self.result if char in _OPERATORS + "%" and _is_number(self.result) else ""
            self.formula, self.finished = carried, False
        if char in _OPERATORS and self.formula[-1:] and self.formula[-1] in _OPERATORS:
            self.formula = self.formula[:-1]
        if len(self.formula) < _LONGEST and not (char in _OPERATORS.replace(_MINUS, "") and not self.formula):
            self.formula += char
        self._preview()

    def _parenthesis(self) -> None:
        open_ones = self.formula.count("(") - self.formula.count(")")
        closes = open_ones > 0 and (self.formula[-1:].isdigit() or self.formula[-1:] in (")", "%"))
        self._type(")" if closes else "(")

    def _delete(self) -> None:
        if self.finished:
            self._clear()
        self.formula = self.formula[:-1]
        self._preview()

    def _clear(self) -> None:
        self.formula = self.result = ""
        self.finished = False

    def _equals(self) -> None:
        if not self.formula or self.finished:
            return
        try:
            self.result = number(calculate(self.formula))
        except DivisionByZero:
            self.result = "Can't divide by 0"
        except (InvalidOperation, Overflow, ValueError):
            self.result = "Bad expression"
        self.finished = True
        self.app.log(f"{self.formula} = {self.result}")

    def _preview(self) -> None:
        try:
            whole = any(operator in self.formula[1:] for operator in _OPERATORS + "%(")
            self.result = number(calculate(self.formula)) if whole else ""
        except (DivisionByZero, InvalidOperation, Overflow, ValueError):
            self.result = ""


def _key(text: str, id: str, desc: str | None, click: Handler, fill: str, color: str = "on_surface") -> View:
    return Label(
        text, kind="Button", id=id, desc=desc, click=click, grow=1, h=FILL, fill=fill, color=color, round=40, size=28,
        text_align="center", lines=1,
    )  # fmt: skip


def _fit(text: str, size: float) -> float:
    """In a few steps, as Android does it: a typeface is kept for every size that was seen."""
    return size / next((step for most, step in ((12, 1), (16, 1.4), (22, 1.9)) if len(text) <= most), 2.6)


def _is_number(text: str) -> bool:
    return text.replace(_MINUS, "").replace(".", "").isdigit()


def number(value: Decimal) -> str:
    """As a calculator shows it: at most twelve digits, no trailing zeros."""
    with localcontext(prec=12):
        value = +value
    value = value.normalize()
    text = f"{value:f}" if -12 < value.adjusted() < 15 or not value else f"{value:E}"
    return text.replace("-", _MINUS)


def calculate(formula: str) -> Decimal:
    """The value of a formula; ValueError where it is none."""
    with localcontext(prec=30):
        value, rest = _sum(formula)
    if rest.strip(")"):
        raise ValueError(f"{rest} is left")
    return value


def _sum(text: str) -> tuple[Decimal, str]:
    value, text = _product(text)
    while text[:1] in ("+", _MINUS):
        operator, (other, text) = text[0], _product(text[1:])
        value = value + other if operator == "+" else value - other
    return value, text


def _product(text: str) -> tuple[Decimal, str]:
    value, text = _factor(text)
    while text[:1] in (_TIMES, _DIVIDE, "("):
        operator = text[0]
        other, text = _factor(text if operator == "(" else text[1:])
        value = value / other if operator == _DIVIDE else value * other
    return value, text


def _factor(text: str) -> tuple[Decimal, str]:
    if text[:1] == _MINUS:
        value, text = _factor(text[1:])
        return -value, text
    if text[:1] == "(":
        value, text = _sum(text[1:])
        text = text.removeprefix(")")
    else:
        length = next((index for index, char in enumerate(text) if not (char.isdigit() or char == ".")), len(text))
        if text[:length].count(".") > 1 or not text[:length].strip("."):
            raise ValueError(f"no number at {text}")
        value, text = Decimal(text[:length]), text[length:]
    while text[:1] == "%":
        value, text = value / 100, text[1:]
    return value, text
