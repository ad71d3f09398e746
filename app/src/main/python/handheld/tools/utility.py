"""The clipboard, waiting, and the whole text of elements."""

from collections.abc import Iterator
from typing import Annotated, TypedDict

from ..call import Call
from ..errors import ActionFailed
from ..schema import param
from ..screen.clean import clean
from ..screen.find import By, matches
from ..screen.idle import Fingerprint, fingerprint, similarity
from ..screen.tree import DESC, TEXT, Screen
from ..tool import tool
from .element import Bounds, SearchBy, SearchValue, describe

Timeout = Annotated[int, param("Timeout in milliseconds (1-30000). Required.", minimum=1, maximum=30000)]

_POLL_MS = 500
_MATCHES_UNTIL_IDLE = 2


class ClipboardText(TypedDict):
    text: str | None


class FoundElement(TypedDict):
    id: str
    text: str | None
    contentDescription: str | None
    resourceId: str | None
    className: str | None
    bounds: Bounds
    clickable: bool
    enabled: bool


class Awaited(TypedDict):
    found: bool
    elapsedMs: int
    attempts: int


class AwaitedElement(Awaited, total=False):
    element: FoundElement


class Idle(TypedDict):
    message: str
    elapsedMs: int
    similarity: int


@tool("Get clipboard", read_only=True, idempotent=True)
def get_clipboard(call: Call) -> ClipboardText:
    """Get the current clipboard text content. Accessibility services are exempt from Android 10+ background clipboard
    restrictions."""
    return {"text": call.phone.device.get_clipboard() or None}


@tool("Set clipboard", idempotent=True)
def set_clipboard(call: Call, text: Annotated[str, param("Text to set in clipboard")]) -> str:
    """Set the clipboard content to the specified text."""
    call.phone.device.set_clipboard(text)
    return f"Clipboard set successfully ({len(text)} characters)"


@tool("Wait for element", read_only=True, idempotent=True)
def wait_for_element(call: Call, by: SearchBy, value: SearchValue, timeout: Timeout) -> AwaitedElement:
    """Wait until an element matching the specified criteria appears in the accessibility tree, polling every 500ms."""
    watch = _Watch(call, timeout)
    attempts = 0
    for _ in watch.polls(until_ms=timeout - 1):
        attempts += 1
        found = _first_match(call, by, value)
        if found is not None:
            return {"found": True, "elapsedMs": watch.elapsed_ms(), "attempts": attempts, "element": found}
    return {"found": False, "elapsedMs": watch.elapsed_ms(), "attempts": attempts}


@tool("Wait for idle", read_only=True, idempotent=True)
def wait_for_idle(
    call: Call,
    timeout: Timeout,
    match_percentage: Annotated[
        int,
        param(
            "Similarity threshold percentage (0-100, default 100). 100 = exact match, lower values tolerate minor UI changes",
            minimum=0,
            maximum=100,
        ),
    ] = 100,
) -> Idle:
    """Wait for the UI to become idle by comparing accessibility tree fingerprints using similarity-based change detection.
    Generates a 256-slot histogram fingerprint of the tree structure and uses normalized difference to compute a similarity
    percentage. Considers UI idle when two consecutive snapshots (500ms apart) meet the `match_percentage` threshold."""
    watch = _Watch(call, timeout)
    previous: Fingerprint | None = None
    score = matched = 0
    for _ in watch.polls(until_ms=timeout):
        current = _fingerprint(call)
        if current is None or previous is None:
            matched = 0
        else:
            score = similarity(previous, current)
            matched = matched + 1 if score >= match_percentage else 0
        if matched == _MATCHES_UNTIL_IDLE:
            return {"message": "UI is idle", "elapsedMs": watch.elapsed_ms(), "similarity": score}
        previous = current
    return {
        "message": f"Operation timed out after {timeout}ms waiting for UI idle. Retry if the operation is long-running.",
        "elapsedMs": watch.elapsed_ms(),
        "similarity": score,
    }


@tool("Get element details", read_only=True, idempotent=True)
def get_element_details(
    call: Call,
    ids: Annotated[list[str], param("Array of element IDs to look up (from get_screen_state output)", minItems=1)],
) -> str:
    """Retrieves full untruncated text and contentDescription for one or more elements by their IDs. Use this tool when
    `android_get_screen_state` shows truncated values (ending with `...truncated`) and you need the full content."""
    screen = call.phone.screen.look()
    lines = ["id\ttext\tdesc"]
    for element_id, index in zip(ids, call.phone.screen.places(screen, ids, call.client.who), strict=True):
        if index is None:
            lines.append(f"{clean(element_id)}\tnot_found\tnot_found")
        else:
            text, desc = clean(screen.string(index, TEXT)), clean(screen.string(index, DESC))
            lines.append(f"{element_id}\t{text or '-'}\t{desc or '-'}")
    return "\n".join(lines)


class _Watch:
    """Counts the time of a wait, and says when to look again."""

    def __init__(self, call: Call, timeout_ms: int):
        self._call = call
        self._timeout_ms = timeout_ms
        self._start = call.phone.clock.monotonic()

    def elapsed_ms(self) -> int:
        return round(1000 * (self._call.phone.clock.monotonic() - self._start))

    def polls(self, until_ms: int) -> Iterator[None]:
        """Now and every 500 ms, the last time not after `until_ms`; ends when the time is over."""
        due_ms = 0
        while due_ms <= until_ms:
            self._sleep_until(due_ms)
            self._call.progress(self.elapsed_ms(), self._timeout_ms, None)
            yield
            due_ms = max(due_ms + _POLL_MS, self.elapsed_ms())
        self._sleep_until(self._timeout_ms)

    def _sleep_until(self, due_ms: int) -> None:
        self._call.check()
        if due_ms > self.elapsed_ms():
            self._call.sleep((due_ms - self.elapsed_ms()) / 1000)


def _first_match(call: Call, by: By, value: str) -> FoundElement | None:
    screen = _look(call)
    found = matches(screen, by, value, exact=False) if screen else []
    if not (screen and found):
        return None
    element = describe(screen, found[0])
    return {
        "id": element["id"],
        "text": element["text"],
        "contentDescription": element["contentDescription"],
        "resourceId": element["resourceId"],
        "className": element["className"],
        "bounds": element["bounds"],
        "clickable": element["clickable"],
        "enabled": element["enabled"],
    }


def _fingerprint(call: Call) -> Fingerprint | None:
    screen = _look(call)
    return fingerprint(screen) if screen else None


def _look(call: Call) -> Screen | None:
    """None while one window has gone and the next has not come."""
    try:
        return call.phone.screen.look()
    except ActionFailed:
        return None
