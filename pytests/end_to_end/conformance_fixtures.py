"""The tools, resources and prompts that the conformance suite calls by name. Only its test adds them to a server."""

import base64
from collections.abc import Mapping
from typing import Any

from handheld.call import Call, Content, NeedsInput, text
from handheld.core import Core
from handheld.errors import ActionFailed
from handheld.notices import PROMPTS_CHANGED, TOOLS_CHANGED
from handheld.prompts import Argument, Prompt
from handheld.resources import Resource
from handheld.schema import Arguments
from handheld.tool import Tool, tool

PNG = base64.b64encode(
    bytes.fromhex(
        "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8cfc0f01f00050001ff56c72fcd"
        "0000000049454e44ae426082"
    )
).decode()
WAV = base64.b64encode(b"RIFF$\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0@\x1f\0\0\x80>\0\0\2\0\x10\0data\0\0\0\0").decode()
PICTURE: Content = {"type": "image", "data": PNG, "mimeType": "image/png"}


def embedded(uri: str, kind: str, words: str) -> Content:
    return {"type": "resource", "resource": {"uri": uri, "mimeType": kind, "text": words}}


# Plain answers


@tool("Text")
def test_simple_text(call: Call) -> str:
    """Answers with text."""
    return "This is a simple text response for testing."


@tool("Image")
def test_image_content(call: Call) -> list[Content]:
    """Answers with a picture."""
    return [PICTURE]


@tool("Audio")
def test_audio_content(call: Call) -> list[Content]:
    """Answers with a sound."""
    return [{"type": "audio", "data": WAV, "mimeType": "audio/wav"}]


@tool("Embedded resource")
def test_embedded_resource(call: Call) -> list[Content]:
    """Answers with a resource."""
    return [embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")]


@tool("Mixed")
def test_multiple_content_types(call: Call) -> list[Content]:
    """Answers with several contents."""
    data = embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}')
    return [text("Multiple content types test:"), PICTURE, data]


@tool("Error")
def test_error_handling(call: Call) -> str:
    """Always fails."""
    raise ActionFailed("This tool intentionally returns an error for testing")


@tool("Progress")
def test_tool_with_progress(call: Call) -> str:
    """Tells how far it is."""
    for done in (0, 50, 100):
        call.progress(done, 100, None)
        call.sleep(0.05)
    return "Progress complete"


@tool("Logging")
def test_tool_with_logging(call: Call) -> str:
    """Would log, if answers were streams."""
    return "Logging complete"


@tool("No log")
def test_logging_tool(call: Call) -> str:
    """Logs nothing that was not asked for."""
    return "Done"


json_schema_2020_12_tool = Tool(
    name="json_schema_2020_12_tool",
    title="JSON Schema 2020-12",
    description="Tool with JSON Schema 2020-12 features",
    category="conformance",
    handler=lambda call, **given: "Valid",
    arguments=Arguments(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": {
                "address": {
                    "$anchor": "addressDef",
                    "type": "object",
                    "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
                }
            },
            "properties": {
                "name": {"type": "string"},
                "address": {"$ref": "#/$defs/address"},
                "contactMethod": {"type": "string", "enum": ["phone", "email"]},
                "phone": {"type": "string"},
                "email": {"type": "string"},
            },
            "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
            "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
            "then": {"required": ["phone"]},
            "else": {"required": ["email"]},
            "additionalProperties": False,
        }
    ),
    output=None,
    read_only=True,
    destructive=False,
    idempotent=True,
    open_world=False,
    acts=False,
    blocking=False,
)


# Asking


def elicitation(message: str, **properties: str) -> Content:
    schema = {
        "type": "object",
        "properties": {name: {"type": kind} for name, kind in properties.items()},
        "required": list(properties),
    }
    return {"method": "elicitation/create", "params": {"mode": "form", "message": message, "requestedSchema": schema}}


def sampling(words: str) -> Content:
    message = {"role": "user", "content": text(words)}
    return {"method": "sampling/createMessage", "params": {"messages": [message], "maxTokens": 100}}


ROOTS: Content = {"method": "roots/list", "params": {}}


def answers(call: Call, requests: dict[str, Content], state: str | None = None) -> Mapping[str, Any]:
    """Every answer, or the question for those that are missing."""
    missing = {name: request for name, request in requests.items() if name not in call.client.answers}
    if missing:
        raise NeedsInput(missing, state)
    return call.client.answers


@tool("Ask a person")
def test_input_required_result_elicitation(call: Call) -> str:
    """Asks for a name."""
    given = answers(call, {"user_name": elicitation("What is your name?", name="string")})
    return f"Hello, {given['user_name']['content']['name']}!"


@tool("Ask a model")
def test_input_required_result_sampling(call: Call) -> str:
    """Asks a model."""
    given = answers(call, {"capital_question": sampling("What is the capital of France?")})
    return str(given["capital_question"]["content"]["text"])


@tool("Ask for roots")
def test_input_required_result_list_roots(call: Call) -> str:
    """Asks for the client's folders."""
    return str(answers(call, {"client_roots": ROOTS})["client_roots"]["roots"])


@tool("Keep a state")
def test_input_required_result_request_state(call: Call) -> str:
    """Gets its state back."""
    answers(call, {"confirm": elicitation("Please confirm", ok="boolean")}, "waiting")
    return f"state-ok {call.client.state}"


@tool("Keep a state that cannot be forged")
def test_input_required_result_tampered_state(call: Call) -> str:
    """Gets its state back unchanged."""
    answers(call, {"confirm": elicitation("Please confirm", ok="boolean")}, "sealed")
    return "state-ok"


@tool("Ask several")
def test_input_required_result_multiple_inputs(call: Call) -> str:
    """Asks a person, a model and for folders."""
    asked = {
        "user_name": elicitation("What is your name?", name="string"),
        "greeting": sampling("Generate a greeting"),
        "client_roots": ROOTS,
    }
    return f"{len(answers(call, asked, 'all'))} answers"


@tool("Ask twice")
def test_input_required_result_multi_round(call: Call) -> str:
    """Asks, and asks again."""
    if call.client.state is None:
        raise NeedsInput({"step1": elicitation("Step 1: What is your name?", name="string")}, "one")
    if call.client.state == "one":
        raise NeedsInput({"step2": elicitation("Step 2: What is your favorite color?", color="string")}, "two")
    return f"Done: {answers(call, {})}"


@tool("Ask who can")
def test_input_required_result_capabilities(call: Call) -> str:
    """Asks only what the client can answer."""
    able = {"sampling": sampling("Hello?"), "elicitation": elicitation("Hello?", name="string")}
    return str(answers(call, {name: request for name, request in able.items() if name in call.client.capabilities}))


@tool("Need sampling")
def test_missing_capability(call: Call) -> str:
    """Needs a model."""
    return str(answers(call, {"question": sampling("Hello?")}))


@tool("Ask in a stream")
def test_streaming_elicitation(call: Call) -> str:
    """Asks in its answer, never beside it."""
    return str(answers(call, {"user_name": elicitation("What is your name?", name="string")}))


# Resources and prompts

RESOURCES = (
    Resource(
        "test://static-text", "static-text", "Text", "A text", "text/plain",
        lambda call: {"text": "This is the content of the static text resource."},
    ),
    Resource("test://static-binary", "static-binary", "Picture", "A picture", "image/png", lambda call: {"blob": PNG}),
    Resource("test://watched-resource", "watched", "Watched", "May change", "text/plain", lambda call: {"text": "unchanged"}),
    Resource(
        "test://template/{id}/data", "template", "Data", "Data by id", "application/json",
        lambda call, id: {"text": f'{{"id":"{id}","templateTest":true,"data":"Data for ID: {id}"}}'},
    ),
)  # fmt: skip


def _with_context(call: Call, given: Mapping[str, str]) -> list[Content]:
    asked = answers(call, {"user_context": elicitation("What context should the prompt use?", context="string")})
    return [text(f"Use the context: {asked['user_context']['content']['context']}")]


def _with_resource(call: Call, given: Mapping[str, str]) -> list[Content]:
    resource = embedded(given["resourceUri"], "text/plain", "Embedded resource content for testing.")
    return [resource, text("Please process the embedded resource above.")]


PROMPTS = (
    Prompt("test_simple_prompt", "Simple", "A prompt", (), lambda call, given: [text("This is a simple prompt for testing.")]),
    Prompt(
        "test_prompt_with_arguments", "Arguments", "A prompt with arguments",
        (Argument("arg1", "First test argument"), Argument("arg2", "Second test argument")),
        lambda call, given: [text(f"Prompt with arguments: arg1='{given['arg1']}', arg2='{given['arg2']}'")],
    ),
    Prompt(
        "test_prompt_with_embedded_resource", "Resource", "A prompt with a resource",
        (Argument("resourceUri", "URI of the resource to embed"),), _with_resource,
    ),
    Prompt(
        "test_prompt_with_image", "Image", "A prompt with a picture", (),
        lambda call, given: [PICTURE, text("Please analyze the image above.")],
    ),
    Prompt("test_input_required_result_prompt", "Asks", "A prompt that asks", (), _with_context),
)  # fmt: skip


def add_to(core: Core) -> None:
    @tool("Change the tools")
    def test_trigger_tool_change(call: Call) -> str:
        """Says that the list of tools has changed."""
        core.notices.publish(TOOLS_CHANGED)
        return "Changed"

    @tool("Change the prompts")
    def test_trigger_prompt_change(call: Call) -> str:
        """Says that the list of prompts has changed."""
        core.notices.publish(PROMPTS_CHANGED)
        return "Changed"

    found = [value for value in globals().values() if isinstance(value, Tool)]
    for extra in (*found, test_trigger_tool_change, test_trigger_prompt_change):
        core.catalogue.tools[extra.name] = extra
    assert core.mcp.resources is not None
    assert core.mcp.prompts is not None
    core.mcp.resources.all.extend(RESOURCES)
    core.mcp.prompts.update({prompt.name: prompt for prompt in PROMPTS})
