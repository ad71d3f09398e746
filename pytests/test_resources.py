import base64
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from serving import served

from handheld.resources import ELEMENT, FILE, Resource

PLACE = "com.android.externalstorage.documents/primary:Documents"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("data"), file_size_limit_bytes=1000) as server:
        yield server


def read(server, uri):
    contents = server.legacy("resources/read", {"uri": uri}).result["contents"]
    assert [content["uri"] for content in contents] == [uri]
    return contents[0]


def file_uri(path, place=PLACE):
    return f"android://files/{quote(place, safe='')}/{quote(path)}"


def documents(server):
    return next(path for path in (server.core.data_dir / "storage").rglob("Documents") if path.is_dir())


def test_resources_and_templates_are_listed(server):
    resources = server.legacy("resources/list").result["resources"]
    assert [(resource["uri"], resource["mimeType"]) for resource in resources] == [
        ("android://screen", "text/plain"),
        ("android://screenshot", "image/jpeg"),
    ]
    templates = server.legacy("resources/templates/list").result["resourceTemplates"]
    assert [template["uriTemplate"] for template in templates] == [ELEMENT, FILE]
    assert all(entry["name"] and entry["title"] and entry["description"] for entry in resources + templates)


def test_the_screen_is_what_the_tool_says(server):
    assert read(server, "android://screen")["text"] == server.call("android_get_screen_state").result["content"][0]["text"]


def test_the_screenshot_is_a_jpeg(server):
    content = read(server, "android://screenshot")
    assert content["mimeType"] == "image/jpeg"
    assert base64.b64decode(content["blob"]).startswith(b"\xff\xd8")


def test_an_element_is_shown_in_full(server):
    rows = read(server, "android://screen")["text"].splitlines()
    element_id = next(row.split("\t")[0] for row in rows if row.startswith("node_"))
    assert read(server, f"android://elements/{element_id}")["text"].splitlines()[1].startswith(element_id)


def test_what_is_not_there_is_not_found(server):
    for uri in ("android://elements/node_ffff_w9", "android://nothing", "android://elements/", "file:///etc/passwd", ""):
        assert server.legacy("resources/read", {"uri": uri}).error["code"] == -32002
    for place, path in ((PLACE, "missing.txt"), ("nowhere", "missing.txt")):
        assert server.legacy("resources/read", {"uri": file_uri(path, place)}).error["code"] == -32002


def test_a_text_file_is_text_and_another_is_a_blob(server):
    (documents(server) / "Grüße 1.txt").write_text("Hallo")
    (documents(server) / "x.bin").write_bytes(b"\x00\xff")
    assert read(server, file_uri("Grüße 1.txt"))["text"] == "Hallo"
    assert base64.b64decode(read(server, file_uri("x.bin"))["blob"]) == b"\x00\xff"


def test_a_file_that_is_too_large_is_refused(server):
    (documents(server) / "large.txt").write_text("x" * 1001)
    assert "size limit" in server.legacy("resources/read", {"uri": file_uri("large.txt")}).error["message"]


@pytest.mark.parametrize("path", ["../secret", "a/../../secret", "%2e%2e/secret", "/etc/passwd", "a\x00b"])
def test_there_is_no_way_out_of_a_location(server, path):
    uri = f"android://files/{quote(PLACE, safe='')}/{path}"
    assert "error" in server.legacy("resources/read", {"uri": uri}).json


def test_a_folder_and_an_unknown_location_are_errors(server):
    (documents(server) / "letters").mkdir()
    assert "is a folder" in server.legacy("resources/read", {"uri": file_uri("letters")}).error["message"]
    assert "error" in server.legacy("resources/read", {"uri": file_uri("x", "nowhere")}).json


def test_a_missing_permission_is_told(server):
    server.core.phone.device.faults.accessibility_off = True
    try:
        error = server.legacy("resources/read", {"uri": "android://screen"}).error
    finally:
        server.core.phone.device.faults.accessibility_off = False
    assert error["message"].startswith("Accessibility service not enabled")


@given(st.text(min_size=1), st.text(min_size=1))
def test_an_address_gives_back_what_was_put_into_it(location, path):
    template = Resource(FILE, "file", "", "", None, lambda call: {})
    assert template.variables(file_uri(path, location)) == {"location_id": location, "path": path}


@given(st.text())
def test_another_address_does_not_fit(uri):
    template = Resource(ELEMENT, "element", "", "", None, lambda call: {})
    assert template.variables("android://other/" + uri) is None
