"""All that an agent can see of a phone, through every door, for the tests of what it may not see."""

import base64
import io
import json
from collections.abc import Iterator
from typing import Any

from PIL import Image
from serving import Served

from handheld_desktop.sim.apps.bank import PASSWORD, USER
from handheld_desktop.sim.geometry import SCREEN, Rect

BANK = "com.example.bank"
LOOKS: dict[str, dict[str, Any]] = {
    "get_screen_state": {},
    "find_elements": {"by": "text", "value": "e"},
    "wait_for_element": {"by": "text", "value": "e", "timeout": 1},
    "wait_for_idle": {"timeout": 1},
}


def picture(jpeg: bytes) -> Image.Image:
    """In blue: the red boxes around elements show nothing of it, and their labels little."""
    return Image.open(io.BytesIO(jpeg)).convert("RGB").getchannel("B")


def is_black(image: Image.Image, rect: Rect) -> bool:
    inside = image.crop((rect.left + 8, rect.top + 8, rect.right - 8, rect.bottom - 8))
    bright = sum(inside.histogram()[64:])
    return bright <= 0.04 * inside.width * inside.height


def said(server: Served, name: str, **arguments: Any) -> str:
    return json.dumps(server.call(f"android_{name}", **arguments).result, ensure_ascii=False)


def everything(server: Served) -> str:
    """All that an agent can read of the screen, through every door."""
    looks = [said(server, name, **arguments) for name, arguments in LOOKS.items()]
    looks += [said(server, "get_screen_state", format="compact"), said(server, "get_screen_state", query="e")]
    ids = server.core.phone.screen.look().ids
    details = said(server, "get_element_details", ids=ids) if ids else ""
    resource = server.legacy("resources/read", {"uri": "android://screen"}).body.decode()
    complete = {"ref": {"type": "ref/resource", "uri": "android://elements/{element_id}"}}
    completions = server.legacy("completion/complete", complete | {"argument": {"name": "element_id", "value": ""}})
    first = [first_edition(server, name, given) for name, given in (("get_accessibility_tree", {}), ("get_current_app", {}))]
    return "\n".join([*looks, details, resource, completions.body.decode(), *first])


def first_edition(server: Served, name: str, arguments: dict[str, Any]) -> str:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    return server.post(message, "/mcp/v1/tools/call").body.decode()


def pictures(server: Served) -> Iterator[Image.Image]:
    """Every way to a picture, at the size of the screen."""
    yield picture(base64.b64decode(json.loads(first_edition(server, "capture_screenshot", {}))["result"]["content"][0]["data"]))
    shot = server.legacy("resources/read", {"uri": "android://screenshot"}).result["contents"][0]["blob"]
    yield picture(base64.b64decode(shot))
    state = server.call("android_get_screen_state", include_screenshot=True).result["content"][1]["data"]
    yield picture(base64.b64decode(state)).resize(SCREEN[2:])


def refusal(server: Served, name: str, **arguments: Any) -> str:
    result = server.call(f"android_{name}", **arguments).result
    assert result["isError"], result
    text: str = result["content"][0]["text"]
    return text


def sign_in(server: Served) -> None:
    """The person does."""
    phone: Any = server.core.phone.device
    shell = phone._shell
    shell.launch(BANK)
    shell.page.user.replace(USER)
    shell.page.password.replace(PASSWORD)
    shell.page._sign_in()
