"""Texts that are hard to show and to tell: every script, invisible characters, no end."""

from ..app import App, Page
from ..scroll import Scroller
from ..view import FILL, Column, Label, View
from ..widgets import app_bar, screen, scrolling

_STORY = (
    "Once there was a phone that nobody held. It lay on a desk and waited, and because nobody touched it, it learned to be "
    "touched by words alone. "
)
TEXTS = (
    ("arabic", "Arabic", "مرحبا بالعالم! هذا نص عربي يُقرأ من اليمين إلى اليسار، وفيه رقم 42."),
    ("hebrew", "Hebrew", "שלום עולם, זהו טקסט בעברית."),
    ("chinese", "Chinese", "你好，世界！这是一段中文文字，没有空格，但必须能够换行显示在屏幕上。"),
    ("japanese", "Japanese", "こんにちは世界。電話をコンピューターから操作します。"),
    ("korean", "Korean", "안녕하세요 세계. 이것은 한국어 문장입니다."),
    ("hindi", "Hindi", "नमस्ते दुनिया, यह हिन्दी में एक वाक्य है।"),
    ("greek", "Greek and Cyrillic", "Γειά σου Κόσμε · Привет, мир · Ünïcödé õñ ťhé šcřeen"),
    ("emoji", "Emoji", "😀 🎉 ❤️ 👍🏽 👩‍👩‍👧‍👦 🏳️‍🌈 🇭🇺 ☕ 🐈‍⬛"),
    ("combining", "Combining marks", "Z͑ͫ̓a̴̵̞l̷g̶o and e\u0301 is é"),
    ("whitespace", "Tabs and lines", "first\tsecond\tthird\nnext line\r\nlast line"),
    ("invisible", "Invisible characters", "left\u202eright\u202c, zero\u200bwidth, soft\u00adhyphen, \u0007bell, \ufeffmark"),
    ("mixed", "Both directions", "The word שלום means peace, and سلام does too."),
    ("word", "One long word", "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 2),
    ("long", "A very long text", (_STORY * 30).strip()),
)


class ReaderApp(App):
    package = "com.example.reader"
    name = "Languages"
    icon = "globe"
    color = "#6B4FA0"
    version = ("1.8.0", 18)

    def first_page(self) -> "Reader":
        return Reader(self)


class Reader(Page):
    activity = ".ReaderActivity"
    title = "Languages"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.scroller = Scroller()

    def build(self) -> View:
        return screen(
            app_bar("Languages"),
            scrolling(
                self.scroller, Column(pad=(16, 4, 16, 24), gap=12)(*(_card(id, name, text) for id, name, text in TEXTS)),
                id="text_list"
            ),
        )


def _card(id: str, name: str, text: str) -> View:
    return Column(fill="surface_container", round=16, pad=16, gap=6, key=id)(
        Label(name, id=f"{id}_title", size=13, weight="medium", color="primary"), Label(text, id=f"{id}_text", size=17, w=FILL)
    )
