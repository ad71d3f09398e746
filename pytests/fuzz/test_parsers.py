"""No bytes, however odd, get more out of a parser than a value or the error that says what is wrong. `make soak` guides many more
through the same doors by what they reach of our code."""

import parsers
import pytest
from counting import examples
from hypothesis import given
from hypothesis import strategies as st

SEEDS = (
    b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":{}}}',
    b'{"tokens":[{"name":"a","token":"b"}]}',
    b'<hierarchy rotation="0"><node text="a" bounds="[0,0][10,10]" class="x"/></hierarchy>',
    b"\xff\xd8\xff\xe0\0\x10\xff\xc0\0\x11\x08\1\0\1\0",
    b"https://example.com:443/a?b#c",
    b"notes/todo.txt",
    b"2026-02-11 16:30:00.123  1201  1330 D Tag: message\n more",
    b"localhost:1\nhttp://x",
    b"android://files/a/b",
    b'{"type":"object","properties":{"a":{"type":["string","null"],"anyOf":[{}]}}}',
    b'\x05{"x":1e400,"y":[]}',
    b'<app-metadata><mcp-version version="1"/><tool name="a"><param name="b" type="c"/></tool></app-metadata>',
)
PIECES = st.sampled_from([
    b"{", b"}", b"[", b"]",
    b'"', b":", b",", b"\\u0000", b"\\ud800", b"1e400", b"9" * 400, b"null", b"NaN", b"\0", b"\xff", b"\r\n", b" ", b"<a>",
    b"</a>", b"&#0;", b"&amp;", b"%2e%2e/", b"..", b"//",
    b"\\", b"@", b"#", b"[::1]", b"=?base64?", b"?=", b"-0", b"true", b"\xd8\0", b"--------- ",
])  # fmt: skip


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    """Something good with parts cut out, doubled, or put in."""
    data = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(0, 4))):
        start, end = sorted((draw(st.integers(0, len(data))), draw(st.integers(0, len(data)))))
        data = data[:start] + draw(PIECES | st.binary(max_size=8) | st.just(data[start:end] * 2)) + data[end:]
    return data


anything = spoilt() | st.binary() | st.text().map(lambda text: text.encode("utf-8", "replace")) | st.lists(PIECES).map(b"".join)


@pytest.mark.parametrize("name", parsers.PARSERS)
@examples(40)
@given(data=anything)
def test_any_bytes_are_a_value_or_a_clear_error(name, data, counted):
    counted()
    parsers.read(name, data)


def test_a_log_full_of_spaces_and_colons_is_read_in_no_time():
    """A regular expression that tries everything twice would never come back."""
    head = "2026-02-11 16:30:00.123"
    for line in (" " * 50_000, ":" * 50_000, f"{head}  1  1 D " + " " * 50_000, head + "2" * 50_000):
        parsers.read("logcat", line.encode())
