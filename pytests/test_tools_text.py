import threading

import pytest
from fakes import FakeDevice, FakeForm, phone_of, say
from hypothesis import given
from hypothesis import strategies as st

from handheld.call import Call
from handheld.device import Field
from handheld.errors import ActionFailed, Cancelled, ElementNotFound, InvalidArguments, PermissionDenied
from handheld.graphemes import graphemes
from handheld.screen.tree import HIDDEN
from handheld.tools.text import press_key, type_append_text, type_clear_text, type_insert_text, type_replace_text
from handheld.tools.touch import tap

FAMILY = "👨‍👩‍👧‍👦"


def field_id(form):
    return phone_of(form).screen.look().ids[1]


def type_with(tool, form, /, **arguments):
    return say(tool, form, element_id=field_id(form), **arguments)


def test_appended_text_goes_to_the_end_wherever_the_cursor_is():
    form = FakeForm("Hello", cursor=2)
    said = type_with(type_append_text, form, text=" World")
    assert said == f"Typed 6 characters at end of element '{field_id(form)}'.\nField content: Hello World"
    assert form.text == "Hello World"


def test_text_is_committed_as_a_reader_sees_characters():
    form = FakeForm()
    said = type_with(type_append_text, form, text=f"né{FAMILY}🇭🇺e\u0301中")
    assert [text for _, text in form.asked("commit_text")] == ["n", "é", FAMILY, "🇭🇺", "e\u0301", "中"]
    assert said.startswith("Typed 14 characters at end")


def test_text_is_inserted_at_an_offset():
    form = FakeForm("Hello World")
    said = type_with(type_insert_text, form, text="inserted ", offset=5)
    assert said == f"Typed 9 characters at offset 5 in element '{field_id(form)}'.\nField content: Helloinserted  World"


def test_an_offset_counts_code_points_though_the_phone_counts_utf_16():
    form = FakeForm("🎉🎉x")
    assert type_with(type_insert_text, form, text="!", offset=2).endswith("Field content: 🎉🎉!x")
    assert form.asked("select_text") == [("select_text", 4, 4)]


def test_an_offset_may_be_the_end_but_not_beyond_it():
    assert type_with(type_insert_text, FakeForm("🎉"), text="!", offset=1).endswith("Field content: 🎉!")
    form = FakeForm("🎉")
    with pytest.raises(InvalidArguments, match=r"'offset': 2 exceeds the current text length \(1\)"):
        type_with(type_insert_text, form, text="!", offset=2)
    assert form.text == "🎉"


def test_the_first_occurrence_is_replaced():
    form = FakeForm("Hello World World")
    said = type_with(type_replace_text, form, search="World", new_text="Android")
    assert said == (
        f"Replaced 5 characters with 7 characters in element '{field_id(form)}'.\nField content: Hello Android World"
    )
    assert form.asked("select_text", "commit_text")[:3] == [
        ("select_text", 6, 11),
        ("commit_text", ""),
        ("commit_text", "A"),
    ]


def test_replacing_by_nothing_only_deletes():
    form = FakeForm("🎉 party 🎉")
    said = type_with(type_replace_text, form, search=" party 🎉", new_text="")
    assert said.startswith("Replaced 8 characters with 0 characters")
    assert (form.text, form.asked("commit_text")) == ("🎉", [("commit_text", "")])


def test_text_that_is_not_there_cannot_be_replaced():
    form = FakeForm("Hello")
    with pytest.raises(ElementNotFound, match="Search text not found"):
        type_with(type_replace_text, form, search="hello", new_text="x")
    assert form.text == "Hello"


def test_a_field_is_cleared_by_select_all_and_delete():
    form = FakeForm("a🎉")
    assert type_with(type_clear_text, form) == f"Text cleared from element '{field_id(form)}'.\nField content: "
    assert form.asked("select_text", "commit_text") == [("select_text", 0, 3), ("commit_text", "")]


def test_clearing_an_empty_field_does_nothing_and_succeeds():
    form = FakeForm("")
    assert type_with(type_clear_text, form).startswith("Text cleared from element")
    assert form.asked("select_text", "commit_text") == []


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [(type_append_text, {"text": "word"}), (type_insert_text, {"text": "word", "offset": 0})],
)
def test_a_password_is_typed_but_never_read_out(tool, arguments):
    form = FakeForm("pass", password=True)
    said = type_with(tool, form, **arguments)
    assert said.endswith("Field content: " + HIDDEN)
    assert "word" in form.text


@pytest.mark.parametrize("search", ["pass", "p", "x"])
def test_a_password_cannot_be_guessed_by_searching_in_it(search):
    form = FakeForm("pass", password=True)
    with pytest.raises(InvalidArguments, match="nobody may search in a password"):
        type_with(type_replace_text, form, search=search, new_text="")
    with pytest.raises(InvalidArguments, match=r"exceeds the current text length$"):
        type_with(type_insert_text, form, text="x", offset=9)
    assert form.text == "pass"


def test_a_field_that_says_only_in_focus_that_it_is_a_password_is_one():
    form = FakeForm("pass")
    form.answers["read_field"] = lambda: Field(form.text, *form.selection, password=True)
    assert type_with(type_append_text, form, text="word").endswith("Field content: " + HIDDEN)


def test_the_pace_is_the_speed_give_or_take_the_variance_between_characters():
    form = FakeForm()
    phone = phone_of(form)
    arguments = {"element_id": phone.screen.look().ids[1], "text": "x" * 200, "typing_speed": 100, "typing_speed_variance": 30}
    type_append_text.run(Call(phone), arguments)
    waits = phone.clock.waits
    assert len(waits) == 199
    assert 0.07 <= min(waits) < 0.08
    assert 0.12 < max(waits) <= 0.13


def test_a_variance_above_the_speed_never_waits_less_than_nothing():
    form = FakeForm()
    phone = phone_of(form)
    arguments = {"element_id": phone.screen.look().ids[1], "text": "x" * 200, "typing_speed": 10, "typing_speed_variance": 900}
    type_append_text.run(Call(phone), arguments)
    assert min(phone.clock.waits) >= 0
    assert max(phone.clock.waits) <= 0.02


def test_without_variance_every_pause_is_the_same():
    form = FakeForm()
    phone = phone_of(form)
    arguments = {"element_id": phone.screen.look().ids[1], "text": "abc", "typing_speed_variance": 0}
    type_append_text.run(Call(phone), arguments)
    assert phone.clock.waits == [0.07, 0.07]


def test_progress_is_told_character_by_character():
    form = FakeForm()
    phone = phone_of(form)
    told = []
    call = Call(phone, progress=lambda *progress: told.append(progress))
    type_append_text.run(call, {"element_id": phone.screen.look().ids[1], "text": f"a{FAMILY}b"})
    assert told == [(1, 3, None), (2, 3, None), (3, 3, None)]


def test_a_cancelled_typist_stops_and_leaves_what_is_typed():
    form = FakeForm()
    phone = phone_of(form)
    cancelled = threading.Event()

    def after_two(done, total, message):
        if done == 2:
            cancelled.set()

    with pytest.raises(Cancelled):
        type_append_text.run(
            Call(phone, cancelled, after_two), {"element_id": phone.screen.look().ids[1], "text": "abcdef"}
        )
    assert form.text == "ab"
    assert not phone.typing_lock.locked()


def test_one_types_at_a_time_and_a_waiting_typist_can_be_cancelled():
    form = FakeForm()
    phone = phone_of(form)
    cancelled = threading.Event()
    cancelled.set()
    arguments = {"element_id": phone.screen.look().ids[1], "text": "x"}
    with phone.typing_lock, pytest.raises(Cancelled):
        type_append_text.run(Call(phone, cancelled), arguments)
    assert form.text == ""


def test_two_typists_do_not_interleave():
    form = FakeForm()
    phone = phone_of(form)
    element_id = phone.screen.look().ids[1]
    second_started = threading.Event()

    def second():
        second_started.set()
        type_append_text.run(Call(phone), {"element_id": element_id, "text": "2222"})

    typist = threading.Thread(target=second)

    def start_the_second(done, total, message):
        if done == 1:
            typist.start()
            second_started.wait()

    call = Call(phone, progress=start_the_second)
    type_append_text.run(call, {"element_id": element_id, "text": "1111"})
    typist.join()
    assert form.text == "11112222"


def test_a_connection_lost_on_the_way_says_how_far_it_came():
    form = FakeForm()

    def lose_after_two(text):
        if len(form.asked("commit_text")) > 2:
            raise ElementNotFound("No focused element found")
        form._commit(text)

    form.answers["commit_text"] = lose_after_two
    with pytest.raises(ActionFailed, match=r"^Typing \(after 2 of 4 characters\) failed: No focused element found"):
        type_with(type_append_text, form, text="abcd")
    assert form.text == "ab"


@pytest.mark.parametrize(
    ("method", "step"),
    [("select_text", "Cursor positioning failed"), ("read_field", "Reading the field back failed")],
)
def test_each_step_that_fails_names_itself(method, step):
    form = FakeForm("abc", **{method: ActionFailed("connection lost")})
    with pytest.raises(ActionFailed, match=f"{step}: connection lost"):
        type_with(type_append_text, form, text="d")


def test_a_field_that_takes_no_input_is_an_error():
    form = FakeForm("abc", focus_field=ActionFailed("Input connection not ready"))
    with pytest.raises(ActionFailed, match="Input connection not ready"):
        type_with(type_append_text, form, text="d")


def test_an_unknown_element_is_not_found():
    with pytest.raises(ElementNotFound):
        say(type_append_text, FakeForm(), element_id="node_0000_w42", text="x")


@pytest.mark.parametrize(("tool", "arguments"), [(tap, {"x": 1, "y": 1}), (press_key, {"key": "BACK"}), (None, {})])
def test_the_screen_is_looked_at_again_only_after_something_was_done_to_it(tool, arguments):
    form = FakeForm()
    phone = phone_of(form)
    element_id = phone.screen.look().ids[1]
    if tool:
        tool.run(Call(phone), arguments)
    type_append_text.run(Call(phone), {"element_id": element_id, "text": "x"})
    assert len(form.asked("snapshot")) == (2 if tool else 1)


@pytest.mark.parametrize(
    ("tool", "arguments", "named"),
    [
        (type_append_text, {"text": ""}, "text"),
        (type_append_text, {"text": "x" * 2001}, "text"),
        (type_append_text, {"text": "x", "element_id": ""}, "element_id"),
        (type_append_text, {"text": "x", "typing_speed": 9}, "typing_speed"),
        (type_append_text, {"text": "x", "typing_speed": 5001}, "typing_speed"),
        (type_append_text, {"text": "x", "typing_speed_variance": -1}, "typing_speed_variance"),
        (type_insert_text, {"text": "x"}, "offset"),
        (type_insert_text, {"text": "x", "offset": -1}, "offset"),
        (type_replace_text, {"search": "", "new_text": "x"}, "search"),
        (type_replace_text, {"search": "x" * 10001, "new_text": "x"}, "search"),
        (type_replace_text, {"search": "x", "new_text": "x" * 2001}, "new_text"),
        (type_replace_text, {"search": "x"}, "new_text"),
        (type_clear_text, {"element_id": ""}, "element_id"),
    ],
)
def test_bad_arguments_are_named_and_nothing_is_focused(tool, arguments, named):
    form = FakeForm("x")
    with pytest.raises(InvalidArguments, match=f"'{named}'"):
        say(tool, form, **{"element_id": "node_0000_w42", **arguments})
    assert form.asked("focus_field") == []


characters = st.characters(exclude_categories=["Cs"])
texts = st.text(characters, max_size=20)


@given(before=texts, typed=st.text(characters, min_size=1, max_size=20), data=st.data())
def test_any_text_can_be_typed_anywhere(before, typed, data):
    offset = data.draw(st.integers(0, len(before)))
    form = FakeForm(before)
    type_with(type_insert_text, form, text=typed, offset=offset)
    assert form.text == before[:offset] + typed + before[offset:]
    assert len(form.asked("commit_text")) == len(list(graphemes(typed)))


@given(before=texts, found=st.text(characters, min_size=1, max_size=5), after=texts, new=texts)
def test_replacing_is_what_replacing_once_is_everywhere(before, found, after, new):
    form = FakeForm(before + found + after)
    type_with(type_replace_text, form, search=found, new_text=new)
    assert form.text == (before + found + after).replace(found, new, 1)


@pytest.mark.parametrize(("key", "action"), [("BACK", "back"), ("HOME", "home")])
def test_back_and_home_are_system_actions(key, action):
    device = FakeDevice()
    assert say(press_key, device, key=key) == f"Key '{key}' pressed successfully"
    assert device.calls == [("global_action", action)]


@pytest.mark.parametrize("key", ["ENTER", "DEL", "TAB", "SPACE"])
def test_other_keys_go_to_the_field_in_focus(key):
    device = FakeDevice()
    assert say(press_key, device, key=key) == f"Key '{key}' pressed successfully"
    assert device.calls == [("press_key", key)]


def test_a_key_waits_for_the_typist():
    phone = phone_of(FakeDevice())
    cancelled = threading.Event()
    with phone.typing_lock:
        cancelled.set()
        with pytest.raises(Cancelled):
            press_key.run(Call(phone, cancelled), {"key": "DEL"})
    assert phone.device.calls == []


@pytest.mark.parametrize("key", ["enter", "VOLUME_UP", 4])
def test_an_unknown_key_is_refused(key):
    with pytest.raises(InvalidArguments, match="'key'"):
        say(press_key, FakeDevice(), key=key)


def test_a_key_without_a_field_in_focus_is_not_found():
    with pytest.raises(ElementNotFound, match="No focused element"):
        say(press_key, FakeDevice(press_key=ElementNotFound("No focused element found")), key="ENTER")


def test_typing_needs_the_accessibility_service():
    form = FakeForm(snapshot=PermissionDenied("Accessibility service not enabled. Turn it on."))
    with pytest.raises(PermissionDenied, match=r"^Accessibility service not enabled"):
        say(type_append_text, form, element_id="node_0000_w42", text="x")
