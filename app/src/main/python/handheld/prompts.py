"""Prompts: the ways a person starts a common job."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .call import Call, Content, text
from .errors import InvalidArguments


@dataclass(frozen=True)
class Argument:
    name: str
    description: str
    required: bool = True


@dataclass(frozen=True)
class Prompt:
    name: str
    title: str
    description: str
    arguments: tuple[Argument, ...]
    write: Callable[[Call, Mapping[str, str]], list[Content]]
    """From the arguments to what the person says."""
    needs: frozenset[str] = frozenset()
    """The tools without which it is no use."""

    def describe(self) -> dict[str, Any]:
        arguments = [
            {"name": argument.name, "description": argument.description, "required": argument.required}
            for argument in self.arguments
        ]
        return {"name": self.name, "title": self.title, "description": self.description, "arguments": arguments}

    def messages(self, call: Call, given: Any) -> list[dict[str, Any]]:
        return [{"role": "user", "content": content} for content in self.write(call, self._checked(given))]

    def _checked(self, given: Any) -> Mapping[str, str]:
        if not isinstance(given, dict):
            raise InvalidArguments("'arguments' must be an object")
        known = {argument.name for argument in self.arguments}
        for name, value in given.items():
            if name not in known:
                raise InvalidArguments(f"Unknown argument '{name}' of the prompt {self.name}")
            if not isinstance(value, str):
                raise InvalidArguments(f"The argument '{name}' of the prompt {self.name} must be a string")
        for argument in self.arguments:
            if argument.required and not given.get(argument.name, "").strip():
                raise InvalidArguments(f"The prompt {self.name} needs the argument '{argument.name}'")
        return given


def _do_task(call: Call, given: Mapping[str, str]) -> list[Content]:
    prefix, package = call.phone.prefix, given.get("package_id", "").strip()
    lines = [f"Do this on my phone: {given['task'].strip()}"]
    if package:
        lines.append(f"Start in the app {package} ({prefix}open_app).")
    lines += [
        f"Look at the screen with {prefix}get_screen_state before you act and after every step, and act on elements by their id.",
        f"Wait with {prefix}wait_for_idle where something loads.",
        "Ask me before you send, buy, delete or share anything.",
        "When you are done, say in a sentence or two what you did and what the screen shows.",
    ]
    return [text("\n".join(lines))]


def _explain_screen(call: Call, given: Mapping[str, str]) -> list[Content]:
    lines = [
        f"Look at my phone's screen with {call.phone.prefix}get_screen_state, with include_screenshot if its list is not enough.",
        "Explain what the screen shows and what I can do there. Change nothing.",
    ]
    question = given.get("question", "").strip()
    if question:
        lines.append(f"What I want to know: {question}")
    return [text("\n".join(lines))]


def _fill_form(call: Call, given: Mapping[str, str]) -> list[Content]:
    prefix = call.phone.prefix
    lines = [
        "Fill in the form on my phone's screen with these details:",
        given["details"].strip(),
        f"Find its fields with {prefix}get_screen_state and scroll to those that are off the screen ({prefix}scroll_to_element).",
        f"Type with {prefix}type_append_text; clear what a field already holds with {prefix}type_clear_text first.",
        "Leave a field as it is where I gave you nothing for it.",
        "Check the result on the screen and show me what you filled in. Do not submit the form before I say so.",
    ]
    return [text("\n".join(lines))]


OFFERED = (
    Prompt(
        "do_task",
        "Do a task on the phone",
        "Carries out a task step by step, looking at the screen in between",
        (
            Argument("task", "What to do, in your own words"),
            Argument("package_id", "The app to start in, by its package id", required=False),
        ),
        _do_task,
        frozenset({"get_screen_state", "click_element"}),
    ),
    Prompt(
        "explain_screen",
        "Explain this screen",
        "Explains what the phone shows now, without touching anything",
        (Argument("question", "What you want to know about it", required=False),),
        _explain_screen,
        frozenset({"get_screen_state"}),
    ),
    Prompt(
        "fill_form",
        "Fill in a form",
        "Fills in the form on the screen with your details, and stops before sending it",
        (Argument("details", "What to fill in, like 'name: Ada Lovelace, city: London'"),),
        _fill_form,
        frozenset({"get_screen_state", "type_append_text"}),
    ),
)
