import pytest
from serving import served

from handheld.prompts import OFFERED


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("data"), slug="pixel7") as server:
        yield server


def said(server, name, **arguments):
    result = server.legacy("prompts/get", {"name": name, "arguments": arguments}).result
    assert [message["role"] for message in result["messages"]] == ["user"]
    return result["messages"][0]["content"]["text"]


def test_prompts_are_listed_with_their_arguments(server):
    prompts = {prompt["name"]: prompt for prompt in server.legacy("prompts/list").result["prompts"]}
    assert list(prompts) == ["do_task", "explain_screen", "fill_form"]
    assert all(prompt["title"] and prompt["description"] for prompt in prompts.values())
    assert [(argument["name"], argument["required"]) for argument in prompts["do_task"]["arguments"]] == [
        ("task", True),
        ("package_id", False),
    ]


def test_a_task_is_told_with_the_tools_of_this_phone(server):
    text = said(server, "do_task", task="call Ada", package_id="com.android.dialer")
    assert "call Ada" in text
    assert "com.android.dialer" in text
    assert "android_pixel7_get_screen_state" in text
    assert "open_app" not in said(server, "do_task", task="call Ada")


def test_the_screen_is_explained_without_being_touched(server):
    assert "Change nothing" in said(server, "explain_screen")
    assert "is it safe?" in said(server, "explain_screen", question="is it safe?")


def test_a_form_is_filled_but_not_sent(server):
    text = said(server, "fill_form", details="name: Ada")
    assert "name: Ada" in text
    assert "Do not submit" in text


@pytest.mark.parametrize("prompt", OFFERED, ids=lambda prompt: prompt.name)
def test_every_tool_that_a_prompt_names_is_there(server, prompt):
    text = said(server, prompt.name, **{argument.name: "x" for argument in prompt.arguments})
    words = text.replace("(", " ").replace(")", " ").replace(",", " ").replace(";", " ").replace(".", " ").split()
    named = {word for word in words if word.startswith("android_")}
    assert named
    assert named <= set(server.core.catalogue.tools)


@pytest.mark.parametrize(
    "params",
    [
        {"name": "do_task"},
        {"name": "do_task", "arguments": {"task": " "}},
        {"name": "do_task", "arguments": {"task": 5}},
        {"name": "do_task", "arguments": {"task": "x", "speed": "fast"}},
        {"name": "do_task", "arguments": ["x"]},
        {"name": "sing"},
        {"name": None},
        {},
    ],
)
def test_a_prompt_that_cannot_be_written_says_why(server, params):
    error = server.legacy("prompts/get", params).error
    assert error["code"] == -32602
    assert error["message"]
