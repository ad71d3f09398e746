"""What a client is told before it calls anything, compared with golden files: a changed docstring shows as a changed wire.

    HANDHELD_GOLDEN=write .venv/bin/pytest pytests/contract/test_listing.py

writes the files anew; the diff is then the change of the wire to be reviewed.
"""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import Served
from world import World, a_world

from handheld import __version__
from handheld.errors import InvalidArguments
from handheld.settings import Settings
from handheld.settings_json import check

GOLDEN = Path(__file__).parent.parent / "golden"
SLUG = "pixel7"
TOOLS = [
    "get_screen_state",
    "press_back", "press_home", "press_recents", "open_notifications", "open_quick_settings", "get_device_logs",
    "tap", "long_press", "double_tap", "swipe", "scroll",
    "pinch", "custom_gesture",
    "find_elements", "click_element", "long_click_element", "scroll_to_element",
    "type_append_text", "type_insert_text", "type_replace_text", "type_clear_text", "press_key",
    "get_clipboard", "set_clipboard", "wait_for_element", "wait_for_idle", "get_element_details",
    "list_storage_locations", "list_files", "read_file", "write_file", "append_file", "file_replace", "download_from_url",
    "delete_file",
    "open_app", "list_apps", "close_app",
    "send_sms", "get_sms_subscriptions",
]  # fmt: skip
"""One line a category, as the document has them."""
CLIENT = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "contract", "version": "1"}}


@pytest.fixture(scope="module")
def with_slug(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with a_world(tmp_path_factory.mktemp("slug"), slug=SLUG) as world:
        yield world.served


def golden(name: str, listed: Any) -> None:
    path = GOLDEN / f"{name}.json"
    text = json.dumps(listed, indent=2, ensure_ascii=False).replace(f'"{__version__}"', '"<version>"') + "\n"
    if os.environ.get("HANDHELD_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def lists(server: Served, method: str) -> Any:
    """What is listed, which both eras must agree on; the modern one adds how long it may be kept."""
    legacy, modern = server.legacy(method).result, server.modern(method).result
    assert modern.pop("resultType") == "complete"
    assert modern.pop("ttlMs") == 60_000
    assert modern.pop("cacheScope") == "private"
    assert modern.pop("_meta").keys() == {"io.modelcontextprotocol/serverInfo"}
    assert modern == legacy
    return legacy


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("tools_list", "tools/list"),
        ("prompts_list", "prompts/list"),
        ("resources_list", "resources/list"),
        ("resources_templates_list", "resources/templates/list"),
    ],
)
def test_lists(world: World, name: str, method: str) -> None:
    golden(name, lists(world.served, method))


def test_tools_of_a_phone_with_a_slug(world: World, with_slug: Served) -> None:
    listed = json.dumps(lists(with_slug, "tools/list"))
    assert json.loads(listed.replace(f"android_{SLUG}_", "android_")) == lists(world.served, "tools/list")
    assert listed.count(f"android_{SLUG}_") == listed.count("android_")


def test_tools_of_the_first_edition(world: World) -> None:
    golden("first_edition_tools_list", world.served.send("GET", "/mcp/v1/tools/list").json)


def test_initialize(world: World) -> None:
    golden("initialize", world.served.legacy("initialize", CLIENT).result)


def test_initialize_for_sms(world: World) -> None:
    golden("sms_initialize", world.served.legacy("initialize", CLIENT, "/mcp/sms").result)


def test_discover(world: World) -> None:
    golden("server_discover", world.served.modern("server/discover").result)


# What must hold whatever the files say


def names(server: Served) -> list[str]:
    return [tool["name"] for tool in server.legacy("tools/list").result["tools"]]


def test_every_tool_is_listed_in_the_order_of_the_document(world: World) -> None:
    documented = [f"android_{name}" for name in TOOLS]
    assert [name for name in names(world.served) if name in documented] == documented


def test_a_slug_becomes_part_of_every_name(with_slug: Served) -> None:
    assert {f"android_{SLUG}_{name}" for name in TOOLS} <= set(names(with_slug))
    assert [name for name in names(with_slug) if not name.startswith(f"android_{SLUG}_")] == []


def test_a_slugged_name_is_the_only_one_that_works(with_slug: Served) -> None:
    assert with_slug.legacy("tools/call", {"name": "android_press_home"}).error["code"] == -32602


def test_no_text_mentions_a_tool_by_a_name_that_it_does_not_have(world: World, with_slug: Served) -> None:
    for server in (world.served, with_slug):
        told = [server.legacy("tools/list").result, server.legacy("initialize", CLIENT).result["instructions"]]
        mentioned = set(re.findall(r"android_[a-z0-9_]+", json.dumps(told)))
        assert {name for name in mentioned if not name.endswith("_ext_")} == set(names(server))


@pytest.mark.parametrize("slug", ["", "pixel7", "work_phone", "A1_" * 6 + "xy"])
def test_a_good_slug(slug: str) -> None:
    check(Settings(slug=slug))


@pytest.mark.parametrize("slug", ["x" * 21, "pixel 7", "pixel-7", "pixel.7", "é", "a\n"])
def test_a_bad_slug(slug: str) -> None:
    with pytest.raises(InvalidArguments, match="slug"):
        check(Settings(slug=slug))
