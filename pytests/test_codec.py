import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handheld import codec

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(values)
def test_both_codecs_write_the_same_bytes(value):
    assert codec.dumps(value) == codec._std_dumps(value)


@given(values)
def test_what_was_written_is_read_back(value):
    assert codec.loads(codec.dumps(value)) == codec._std_loads(codec.dumps(value)) == value


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "[NaN]"])
@pytest.mark.parametrize("loads", [codec.loads, codec._std_loads])
def test_what_is_not_json_is_refused_by_both(loads, text):
    with pytest.raises(ValueError):  # noqa: PT011 - each codec has its own subclass
        loads(text)


@pytest.mark.parametrize("name", ["orjson", "json"])
def test_the_environment_chooses_the_codec(name):
    code = "from handheld import codec; print(codec.name)"
    run = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"HANDHELD_JSON": name}, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == name


def test_text_is_compact_and_not_escaped():
    assert codec.text({"a": ["é", "中"]}) == '{"a":["é","中"]}'


@pytest.mark.parametrize("data", [b'"\\ud800"', b'["\\uDFFF"]', b'"\xff"', b'"\xed\xa0\x80"', b"\xef\xbb\xbf1", b"1\x00\x00\x00"])
@pytest.mark.parametrize("loads", [codec.loads, codec._std_loads])
def test_text_that_is_not_unicode_is_refused_by_both(loads, data):
    with pytest.raises(ValueError):  # noqa: PT011 - each codec has its own subclass
        loads(data)


@pytest.mark.parametrize("loads", [codec.loads, codec._std_loads])
def test_a_whole_surrogate_pair_is_one_character(loads):
    assert loads(b'"\\ud83d\\ude00"') == "😀"
