import threading
from typing import Annotated, TypedDict

import pytest

from handheld.call import Call
from handheld.catalogue import Catalogue
from handheld.errors import Cancelled, InvalidArguments
from handheld.phone import Phone
from handheld.schema import param
from handheld.settings import Settings
from handheld.tool import tool


class Answer(TypedDict):
    value: int


@tool("Double", read_only=True)
def double(call: Call, value: Annotated[int, param("What to double")]) -> Answer:
    """Doubles
    a value."""
    return {"value": value * 2}


@tool("Count", read_only=True)
def count(call: Call, to: Annotated[int, param("How far")] = 2) -> list[Answer]:
    """Counts."""
    return [{"value": n} for n in range(to)]


@tool("Press", acts=True)
def press(call: Call) -> str:
    """Presses."""
    return "Pressed"


@pytest.fixture
def phone():
    return Phone(device=None, settings=Settings())  # these tools never cross the seam


def test_the_function_is_the_tool():
    assert (double.name, double.title, double.description) == ("double", "Double", "Doubles a value.")
    assert double.category == "test_tool"


def test_a_typed_dict_is_json_text_and_structured_content(phone):
    result = double.run(Call(phone), {"value": 4})
    assert result.content == [{"type": "text", "text": '{"value":8}'}]
    assert result.structured == {"value": 8}


def test_a_list_stays_a_list_in_the_text_and_is_wrapped_for_the_schema(phone):
    result = count.run(Call(phone), {})
    assert result.content == [{"type": "text", "text": '[{"value":0},{"value":1}]'}]
    assert result.structured == {"result": [{"value": 0}, {"value": 1}]}
    assert count.output is not None
    assert count.output["required"] == ["result"]


def test_names_have_the_prefix_and_tools_can_be_off(phone):
    catalogue = Catalogue(phone, [double, count], prefix="android_", disabled=["count"])
    assert list(catalogue.tools) == ["android_double"]
    with pytest.raises(InvalidArguments, match="Unknown tool: android_count"):
        catalogue.run("android_count", {}, Call(phone))


def test_a_cancelled_call_does_not_begin(phone):
    call = Call(phone)
    call.cancelled.set()
    with pytest.raises(Cancelled):
        press.run(call, {})


def test_who_acts_waits_for_the_one_before(phone):
    done = []
    with phone.screen_lock:
        thread = threading.Thread(target=lambda: done.append(press.run(Call(phone), {})))
        thread.start()
        assert not done
    thread.join(10)
    assert done[0].content == [{"type": "text", "text": "Pressed"}]


def test_who_waits_for_the_screen_can_be_cancelled(phone):
    call, seen = Call(phone), []

    def run():
        try:
            press.run(call, {})
        except Cancelled as error:
            seen.append(error)

    with phone.screen_lock:
        thread = threading.Thread(target=run)
        thread.start()
        call.cancelled.set()
        thread.join(10)
    assert len(seen) == 1
    assert not phone.screen_lock.locked()
