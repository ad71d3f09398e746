"""Apps, clipboard, logs, files and messages of the real core over the real framework."""

import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from robolectric_serving import LOCATION, Hands, ToolError

NUMBER = "+491701234567"


def test_apps_are_listed_opened_and_left(phone: Hands) -> None:
    apps = {app["package_id"]: app for app in phone.json("list_apps", filter="user")}
    assert apps["com.example.calculator"] == {
        "package_id": "com.example.calculator",
        "name": "Calculator",
        "version_name": "1.2",
        "version_code": 12,
        "is_system": False,
    }
    assert "com.example.launcher" not in apps
    phone.text("open_app", package_id="com.example.calculator")
    assert phone.json("wait_for_element", by="content_desc", value="equals", timeout=10000)["found"]
    phone.text("press_back")
    assert phone.json("wait_for_element", by="text", value="CALCULATOR", timeout=10000)["found"]
    with pytest.raises(ToolError, match=r"com\.example\.nothing"):
        phone.text("open_app", package_id="com.example.nothing")


def test_closing_another_app_is_told_to_be_impossible(phone: Hands) -> None:
    with pytest.raises(ToolError, match="Android 14"):
        phone.text("close_app", package_id="com.example.calculator")


def test_recent_apps_and_home(phone: Hands) -> None:
    phone.text("press_recents")
    assert "Recent apps" in phone.text("get_screen_state")
    phone.text("press_key", key="BACK")
    phone.text("press_home")
    assert "pkg:com.example.launcher" in phone.text("get_screen_state")


def test_the_clipboard_keeps_every_script(phone: Hands) -> None:
    assert phone.text("set_clipboard", text="你好 🎉") == "Clipboard set successfully (4 characters)"
    assert phone.json("get_clipboard") == {"text": "你好 🎉"}


def test_logs_of_all_apps_and_of_one(phone: Hands) -> None:
    assert phone.json("get_device_logs")["line_count"] == 6
    of_one = phone.json("get_device_logs", package_name="com.example.calculator")
    assert of_one["line_count"] == 3
    assert "division by zero" in of_one["logs"]
    assert "gespeichert" not in of_one["logs"]
    assert phone.json("get_device_logs", level="E")["line_count"] == 1


def test_files_are_written_read_changed_and_deleted(phone: Hands, card: Path) -> None:
    [location] = phone.json("list_storage_locations")
    assert (location["id"], location["name"], location["allow_write"]) == (LOCATION, "Card", True)
    at = {"location_id": LOCATION, "path": "notes/你好.txt"}
    phone.text("write_file", **at, content="one\ntwo\n")
    assert (card / "notes/你好.txt").read_text() == "one\ntwo\n"
    phone.text("append_file", **at, content="drei 🎉\n")
    phone.text("file_replace", **at, old_string="two", new_string="zwei")
    assert (card / "notes/你好.txt").read_text() == "one\nzwei\ndrei 🎉\n"
    assert "2| zwei" in phone.text("read_file", **at)
    assert "你好.txt" in phone.text("list_files", location_id=LOCATION, path="notes")
    assert [path.name for path in (card / "notes").iterdir()] == ["你好.txt"], "no half-written file is left"
    phone.text("delete_file", **at)
    assert not (card / "notes/你好.txt").exists()
    with pytest.raises(ToolError):
        phone.text("read_file", **at)


@pytest.mark.parametrize("path", ["../secret", "/etc/passwd", "a/../../b", "a\0b"])
def test_no_path_leads_out_of_a_location(phone: Hands, card: Path, path: str) -> None:
    with pytest.raises(ToolError):
        phone.text("write_file", location_id=LOCATION, path=path, content="x")
    assert list(card.iterdir()) == []


@pytest.fixture
def website() -> Iterator[str]:
    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"x" * 100_000)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/big"
    server.shutdown()
    server.server_close()


def test_a_download_is_guarded_and_lands_in_the_storage(phone: Hands, card: Path, website: str) -> None:
    at = {"location_id": LOCATION, "path": "big.bin", "url": website}
    with pytest.raises(ToolError):
        phone.text("download_from_url", **at)
    phone.configure(download={"allow_http": True, "allow_private_addresses": True})
    try:
        phone.text("download_from_url", **at)
    finally:
        phone.configure(download={"allow_http": False, "allow_private_addresses": False})
    assert (card / "big.bin").stat().st_size == 100_000


def test_a_message_leaves_by_the_sim_that_was_named(phone: Hands) -> None:
    cards = phone.json("get_sms_subscriptions")
    assert [card["display_name"] for card in cards["subscriptions"]] == ["Private", "Work"]
    before = str(phone.handle.sentMessages()).splitlines()
    phone.text("send_sms", to_phone_number=NUMBER, sms_text="Grüße 🎉", subscription_id=4)
    assert str(phone.handle.sentMessages()).splitlines() == [*before, f"4 {NUMBER} Grüße 🎉"]


def test_with_two_sims_one_must_be_named(phone: Hands) -> None:
    with pytest.raises(ToolError, match="subscription_id"):
        phone.text("send_sms", to_phone_number=NUMBER, sms_text="Hi")


def test_what_the_radio_refuses_is_told(phone: Hands) -> None:
    phone.handle.failMessagesWith(4)  # RESULT_ERROR_NO_SERVICE
    try:
        with pytest.raises(ToolError, match="no mobile service"):
            phone.text("send_sms", to_phone_number=NUMBER, sms_text="Hi", subscription_id=1)
    finally:
        phone.handle.failMessagesWith(-1)  # RESULT_OK


def test_the_certificate_is_signed_by_a_key_of_the_phone(phone: Hands, tmp_path: Path) -> None:
    from handheld import certificate
    from handheld.clock import SystemClock

    found = certificate.obtain(tmp_path, phone.device, SystemClock(), ["phone.local"])
    assert found.path.read_text().count("BEGIN CERTIFICATE") == 2
    assert json.dumps(found.fingerprint).count(":") == 31
