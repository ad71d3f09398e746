"""What is refused of a download before a byte is asked for: URLs with two readings, and addresses that are not public."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from webserver import GUARDED, PUBLIC, Names, Page, Web, call_with, fetch

from handheld.address import is_public
from handheld.errors import ActionFailed, InvalidArguments
from handheld.url import Target


@pytest.fixture
def web() -> Iterator[Web]:
    with Web() as web:
        yield web


# URLs


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("", "only http:// and https://"),
        ("example.com/a", "only http:// and https://"),
        ("file:///etc/passwd", "only http:// and https://"),
        ("ftp://example.com/", "only http:// and https://"),
        ("content://media/1", "only http:// and https://"),
        ("data:text/plain,hi", "only http:// and https://"),
        ("https:///a", "no valid host name"),
        ("https://", "no valid host name"),
        ("https://exa%6dple.com/", "no valid host name"),
        ("https://-x.com/", "no valid host name"),
        ("https://a..b/", "no valid host name"),
        ("https://" + "x" * 64 + ".com/", "no valid host name"),
        ("https://a,b/", "no valid host name"),
        ("https://user@example.com/", "a user name or password"),
        ("https://user:secret@example.com/", "a user name or password"),
        ("https://@example.com/", "a user name or password"),
        ("https://example.com:99999/", "Port"),
        ("https://example.com:x/", "Port"),
        ("https://[::1/", "IPv6"),
        ("https://[fe80::1%25eth0]/", "zone"),
        ("https://exam ple.com/", "spaces, backslashes or control characters"),
        ("https://example.com/\r\nHost: evil", "spaces, backslashes or control characters"),
        ("https://exa\tmple.com/", "spaces, backslashes or control characters"),
        ("https://good.com\\@evil.com/", "spaces, backslashes or control characters"),
        ("https://example.com/\ud800", "spaces, backslashes or control characters"),
    ],
)
def test_a_url_that_cannot_be_meant_is_refused_with_the_reason(url: str, problem: str) -> None:
    with pytest.raises(InvalidArguments, match=r"^Invalid URL") as refused:
        Target.parse(url)
    assert problem in str(refused.value)
    str(refused.value).encode()


def test_a_url_is_taken_apart() -> None:
    assert Target.parse("HTTPS://Bücher.Example./a/é?q=ü#part") == Target(
        "HTTPS://Bücher.Example./a/é?q=ü#part", True, "xn--bcher-kva.example", 443, "/a/%C3%A9?q=%C3%BC"
    )
    assert Target.parse("http://[2001:db8::1]:8080") == Target("http://[2001:db8::1]:8080", False, "2001:db8::1", 8080, "/")


@given(st.text() | st.text(st.sampled_from("https:/@?#[]\\%.:a1 \n")).map("https://".__add__))
def test_any_text_is_a_target_or_refused(text: str) -> None:
    try:
        target = Target.parse(text)
    except InvalidArguments:
        return
    assert target.host
    assert target.path.startswith("/")
    assert target.path.isascii()
    assert target.path.isprintable()
    assert " " not in target.path


# Addresses


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.1", "169.254.169.254",
        "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.9", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1",
        "198.51.100.1", "203.0.113.1", "224.0.0.1", "233.252.0.1", "239.1.2.3", "240.0.0.1", "255.255.255.255", "::", "::1",
        "::127.0.0.1", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:0:8.8.8.8",
        "64:ff9b::127.0.0.1", "64:ff9b::192.168.1.1", "64:ff9b:1::8.8.8.8", "100::1", "2001::1", "2001:10::1", "2001:db8::1",
        "2002:7f00:1::", "2002:808:808::1", "3fff::1", "4000::1", "5f00::1", "fc00::1", "fd12:3456::1", "fe80::1",
        "fe80::1%eth0", "fec0::1", "ff02::1", "ff0e::1",
    ],
)
def test_an_address_that_is_not_the_public_internets(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "1.1.1.1", "8.8.8.8", "93.184.215.14", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.167.1.1",
        "223.255.255.1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2606:4700:4700::1111", "2a00:1450:4001::200e", "2400:cb00::1",
    ],
)
def test_an_address_of_the_public_internet(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "answer",
    [
        ["127.0.0.1"], ["10.1.2.3"], [PUBLIC, "192.168.1.1"], ["2606:2800:21f:cb07::1", "::1"], ["::ffff:127.0.0.1"],
        ["64:ff9b::a00:1"],
    ],
)
def test_a_name_with_any_private_address_is_refused(web: Web, answer: list[str]) -> None:
    names = Names(**{"files.test": answer})
    with pytest.raises(ActionFailed, match=f"^Download refused: files.test is at {answer[-1]}, which is not a public address"):
        fetch(web.url("/", "files.test"), call_with(GUARDED), names)
    assert names.reached == []


@pytest.mark.parametrize(
    "host",
    ["localhost", "127.0.0.1", "127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "0", "①②⑦.0.0.1", "[::1]", "[::ffff:7f00:1]"],
)
def test_this_machine_under_any_of_its_names_is_refused(web: Web, host: str) -> None:
    with pytest.raises(ActionFailed, match=r"^Download refused"):
        fetch(web.url("/", host), call_with(GUARDED))
    assert web.asked == []


def test_the_checked_address_is_the_one_reached(web: Web) -> None:
    """A name that changes its answer between check and use (rebinding) gains nothing: it is asked once."""
    web.pages["/"] = Page(b"public")
    names = Names(**{"files.test": [PUBLIC]})
    original = names.resolve

    def rebinding(host: str, port: int) -> list[str]:
        answer = original(host, port)
        names.answers["files.test"] = ["127.0.0.1"]
        return answer

    names.resolve = rebinding  # type: ignore[method-assign]
    assert fetch(web.url("/", "files.test"), call_with(GUARDED), names) == b"public"
    assert names.asked == ["files.test"]
    assert names.reached == [PUBLIC]


@pytest.mark.parametrize("location", ["http://inner.test:{port}/secret", "//127.0.0.1:{port}/secret", "http://[::1]:{port}/secret"])
def test_a_redirect_to_a_private_address_is_refused(web: Web, location: str) -> None:
    web.pages["/"] = Page(status=302, headers={"Location": location.format(port=web.port)})
    web.pages["/secret"] = Page(b"secret")
    names = Names(**{"files.test": [PUBLIC], "inner.test": ["127.0.0.1"]})
    with pytest.raises(ActionFailed, match=r"^Download refused"):
        fetch(web.url("/", "files.test"), call_with(GUARDED), names)
    assert [path for path, _ in web.asked] == ["/"]


# Redirects that lead nowhere


def test_a_redirect_loop_ends(web: Web) -> None:
    web.pages["/"] = Page(status=302, headers={"Location": "/"})
    with pytest.raises(ActionFailed, match=r"^Download failed: more than 5 redirects$"):
        fetch(web.url("/"))
    assert len(web.asked) == 6


@pytest.mark.parametrize(
    "location", ["file:///etc/passwd", "ftp://files.test/", "http://user:pass@files.test/", "http://[/", "javascript:alert(1)"]
)
def test_a_redirect_to_what_is_not_allowed_is_refused(web: Web, location: str) -> None:
    web.pages["/"] = Page(status=302, headers={"Location": location})
    with pytest.raises(ActionFailed, match=r"^Download failed: 127.0.0.1 redirects to a URL that is not allowed. Invalid URL"):
        fetch(web.url("/"))


def test_a_redirect_without_a_location_is_said(web: Web) -> None:
    web.pages["/"] = Page(status=302)
    with pytest.raises(ActionFailed, match="redirects to nowhere"):
        fetch(web.url("/"))
