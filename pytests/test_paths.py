"""No path leads out of a storage location."""

import os
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handheld import paths, storage
from handheld.call import Call
from handheld.device import Location
from handheld.errors import HandheldError, InvalidArguments
from handheld.phone import Phone
from handheld.settings import LocationRules, Settings
from handheld_desktop.sim.disk import Disk

DOCS = Location("docs", "Documents", "/Documents", None)


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("..", "the part '..'"),
        ("a/../b", "the part '..'"),
        ("./a", "the part '.'"),
        ("a/...", "the part '...'"),
        ("a/.. /b", "the part '.. '"),
        (" ", "the part ' '"),
        ("/etc/passwd", "absolute"),
        ("//host/share", "absolute"),
        ("C:/Windows", "absolute"),
        ("c:file", "absolute"),
        ("a\\b", "backslash"),
        ("..\\..\\b", "backslash"),
        ("a//b", "an empty part"),
        ("a/", "an empty part"),
        ("a\0b", "control characters"),
        ("a\nb", "control characters"),
        ("a\x7fb", "control characters"),
        ("a\x85b", "control characters"),
        ("a\ud800b", "broken Unicode"),
        ("\udc2e\udc2e/x", "broken Unicode"),
        ("‥/b", "the part"),
        ("．．/b", "the part"),
        ("．．／b", "the part"),
        ("a／．．", "the part"),
        (".\u200b./b", "the part"),
        ("\u2060", "the part"),
        ("x" * 256, "longer than 255 bytes"),
        ("é" * 128, "longer than 255 bytes"),
        ("/".join(["x" * 200] * 21), "longer than 4096 bytes"),
        (".handheld-0a1b2c3d-7.tmp", "Handheld's own"),
        ("a/.HANDHELD-0a1b2c3d-7.TMP", "Handheld's own"),
    ],
)
def test_a_path_that_could_lead_astray_is_refused_with_the_reason(path: str, problem: str) -> None:
    with pytest.raises(InvalidArguments) as refused:
        paths.check(path)
    assert problem in str(refused.value)
    str(refused.value).encode()


@pytest.mark.parametrize(
    "path",
    [
        "", "a", "a/b/c.txt", ".hidden", "..a", "a..", "Ünïcödé/文件/😀.txt", "AC／DC.mp3", "what? why: because*.txt", "½",
        "x" * 255, "~/a", "a b",
    ],
)
def test_an_honest_path_passes_unchanged(path: str) -> None:
    assert paths.check(path) == path


TRICKS = ["..", ".", "...", "‥", "．", "link", "a", "A", "C:", "", "secret.txt", "..\u200b", "／", "\\"]
PARTS = st.sampled_from(TRICKS) | st.text(max_size=4)


@given(st.lists(PARTS, max_size=5).map("/".join))
def test_what_passes_stays_inside_under_any_normalisation(path: str) -> None:
    try:
        paths.check(path)
    except InvalidArguments:
        return
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        for letters in (str, str.lower, str.upper, str.casefold):
            shape = letters(unicodedata.normalize(form, path))  # type: ignore[arg-type]
            assert os.path.normpath("/root/" + shape).startswith("/root")
            assert ".." not in shape.replace("\\", "/").split("/")
            assert "\0" not in shape


@given(st.lists(PARTS, max_size=5).map("/".join))
def test_no_path_reads_or_writes_outside_of_the_location(tmp_path_factory: pytest.TempPathFactory, path: str) -> None:
    base = tmp_path_factory.mktemp("storage")
    (base / "secret.txt").write_text("secret")
    rules = Settings(storage={"docs": LocationRules(allow_write=True)})
    call = Call(Phone(Disk(base / "root", [DOCS]), rules))  # type: ignore[arg-type]
    inside = base / "root" / "Documents"
    (inside / "link").symlink_to(base)
    try:
        storage.write(call, storage.to_write(call.phone, "docs", path), [b"written"])
    except HandheldError:
        return
    assert (inside / path).resolve().is_relative_to(inside)
    assert storage.read_bytes(call.phone, storage.to_read(call.phone, "docs", path)) == b"written"
    assert sorted(found.name for found in base.iterdir()) == ["root", "secret.txt"]
    assert (base / "secret.txt").read_text() == "secret"
