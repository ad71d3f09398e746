"""Which of several alike an element is: what it says, and what each row around it says first.

An id stays with a row whose words change in its place, but such a row may be another one that was put there. A short id means an
element together with these words: who was shown them does not act on other ones.
"""

from functools import cache

from .clean import clean
from .shape import Shape
from .tree import DESC, EDITABLE, FLAGS, LEFT, PARENT, TEXT, Screen

Titles = tuple[str, ...]

_MOST_OF_THE_DISPLAY = 0.6


class Rows:
    """The elements of a screen that are in a list, or beside others of their kind. What fills most of the display is no row: its
    first words are those of the screen."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._rows: set[int] = set()
        self._title = cache(self._first_words)
        for window in screen.windows:
            if window.count:
                inner = screen.rows[window.first : window.first + window.count]
                self._rows.update(window.first + place for place in Shape(inner, window.first, screen.strings).unclear())

    def titles(self, index: int) -> Titles:
        """What each row says first that the element is in, or is itself, from the innermost to the outermost."""
        around = (index, *self._screen.ancestors(index))
        return tuple(filter(None, (self._title(row) for row in around if row in self._rows and not self._fills(row))))

    def _fills(self, index: int) -> bool:
        display = self._screen.display
        left, top, right, bottom = self._screen.rows[index][LEFT:FLAGS]
        return (right - left) * (bottom - top) > _MOST_OF_THE_DISPLAY * display.width * display.height

    def _first_words(self, index: int) -> str:
        """What is typed into a field tells nothing: it changes while it is used."""
        rows, strings = self._screen.rows, self._screen.strings
        for place in range(index, len(rows)):
            row = rows[place]
            if place > index and row[PARENT] < index:
                break
            words = "" if row[FLAGS] & EDITABLE else clean(strings[row[TEXT]]) or clean(strings[row[DESC]])
            if words:
                return words
        return ""
