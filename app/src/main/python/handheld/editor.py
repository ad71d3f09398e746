"""A text field in focus, as the one who types sees it."""

import contextlib
from collections.abc import Iterator

from .call import Call
from .errors import ActionFailed, ElementNotFound
from .graphemes import graphemes
from .screen.tree import HIDDEN, PASSWORD


class Editor:
    """Counts in code points; the seam counts in UTF-16 units."""

    def __init__(self, call: Call, text: str, secret: bool):
        self.text = text
        """What the field held when it took the focus."""
        self.secret = secret
        """It is a password: nobody may be told what it holds, nor guess it."""
        self._call = call
        self._device = call.phone.device

    def select(self, start: int, end: int) -> None:
        with _naming("Text selection"):
            self._device.select_text(_utf16_units(self.text[:start]), _utf16_units(self.text[:end]))

    def move_to(self, offset: int) -> None:
        place = _utf16_units(self.text[:offset])
        with _naming("Cursor positioning"):
            self._device.select_text(place, place)

    def delete(self, start: int, end: int) -> None:
        self.select(start, end)
        with _naming("Deletion"):
            self._device.commit_text("")

    def put(self, text: str) -> None:
        """All of it at once."""
        with _naming("Text input"):
            self._device.commit_text(text)

    def type(self, text: str, speed_ms: int, variance_ms: int) -> None:
        """Character by character, at a person's pace. What is typed stays when the call is cancelled on the way."""
        spread = min(variance_ms, speed_ms)
        characters = list(graphemes(text))
        for done, character in enumerate(characters):
            if done:
                self._call.sleep((speed_ms + self._call.phone.random.uniform(-spread, spread)) / 1000)
            with _naming(f"Typing (after {done} of {len(characters)} characters)"):
                self._device.commit_text(character)
            self._call.progress(done + 1, len(characters), None)

    def content(self) -> str:
        """What the field holds now; of a password only that there is one."""
        with _naming("Reading the field back"):
            field = self._device.read_field()
        return (HIDDEN if field.text else "") if self.secret or field.password else field.text


@contextlib.contextmanager
def editing(call: Call, element_id: str | None) -> Iterator[Editor]:
    """Puts the element (None: what is in focus already) into focus, for one typist at a time."""
    with call.holding(call.phone.typing_lock):
        try:
            yield _in_focus(call) if element_id is None else _focus(call, element_id)
        finally:
            call.phone.screen.touched()


def _in_focus(call: Call) -> Editor:
    return Editor(call, call.phone.device.read_field().text, secret=True)


def _focus(call: Call, element_id: str) -> Editor:
    def focus(snapshot: int, index: int) -> Editor:
        secret = bool(call.phone.screen.flags(snapshot, index) & PASSWORD)
        field = call.phone.device.focus_field(snapshot, index)
        return Editor(call, field.text, secret or field.password)

    return call.phone.screen.act(element_id, focus, who=call.client.who)


@contextlib.contextmanager
def _naming(step: str) -> Iterator[None]:
    """Once a field has the focus, no field in focus means that its input connection was lost on the way."""
    try:
        yield
    except (ActionFailed, ElementNotFound) as error:
        raise ActionFailed(f"{step} failed: {error}") from error


def _utf16_units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
