from decimal import Decimal, DivisionByZero

import pytest
from hand import Hand
from hypothesis import given
from hypothesis import strategies as st

from handheld_desktop.sim.apps.calculator import calculate, number

CALCULATOR = "com.android.calculator2"


@pytest.fixture
def hand(tmp_path):
    hand = Hand(tmp_path)
    hand.phone.open_app(CALCULATOR)
    return hand


def test_seven_and_three_are_ten_by_touch(hand):
    for key in ("7", "+", "3", "="):
        hand.tap(key)
    assert hand.find(id="result").text == "10"


def test_seven_and_three_are_ten_by_clicks_on_nodes(hand):
    for key in ("digit_7", "op_add", "digit_3", "eq"):
        hand.click(id=key)
    assert hand.find(id="result").text == "10"


def test_it_is_the_calculator_of_the_specification(hand):
    digit = hand.find(id="digit_7")
    assert (digit.kind, digit.text, digit.res_id) == ("android.widget.Button", "7", f"{CALCULATOR}:id/digit_7")
    assert hand.phone.foreground().activity == ".Calculator"
    assert digit.window.title == "Calculator"


def test_a_result_is_carried_on_by_an_operator_and_dropped_by_a_digit(hand):
    for key in ("digit_7", "op_add", "digit_3", "eq", "op_mul", "digit_2", "eq"):
        hand.click(id=key)
    assert hand.find(id="result").text == "20"
    hand.click(id="digit_5")
    assert hand.find(id="formula").text == "5"


def test_delete_and_clear_take_away(hand):
    for key in ("digit_1", "digit_2", "del"):
        hand.click(id=key)
    assert hand.find(id="formula").text == "1"
    hand.click(id="clr")
    assert hand.find(id="formula").text is None


def test_what_has_no_value_says_why(hand):
    for key in ("digit_1", "op_div", "digit_0", "eq"):
        hand.click(id=key)
    assert hand.find(id="result").text == "Can't divide by 0"
    for key in ("digit_1", "op_add", "eq"):
        hand.click(id=key)
    assert hand.find(id="result").text == "Bad expression"


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("2+3×4", "14"), ("(2+3)×4", "20"), ("10÷4", "2.5"), ("−5+2", "−3"), ("50%×8", "4"), ("2(3+4)", "14"), ("0.1+0.2", "0.3"),
        ("1÷3", "0.333333333333"), ("999999999×999999999", "9.99999998E+17"), ("((4)", "4"),
    ],
)  # fmt: skip
def test_formulas_have_the_value_that_mathematics_gives_them(formula, value):
    assert number(calculate(formula)) == value


@pytest.mark.parametrize("formula", ["", "+", "1.2.3", "()", "5×", "."])
def test_what_is_no_formula_is_refused(formula):
    with pytest.raises(ValueError, match="no number"):
        calculate(formula)


def test_division_by_zero_is_told_apart():
    with pytest.raises(DivisionByZero):
        calculate("1÷0")


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(1, 10**3))
def test_it_agrees_with_python(a, b, c):
    assert calculate(f"{a}+{b}×{c}−{a}÷{c}") == pytest.approx(Decimal(a) + b * c - Decimal(a) / c)
