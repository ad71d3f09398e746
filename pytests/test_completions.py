import pytest
from serving import served

from handheld.device import App
from handheld.resources import ELEMENT, FILE

PLACE = "com.android.externalstorage.documents/primary:Documents"
TASK = {"type": "ref/prompt", "name": "do_task"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("data")) as server:
        yield server


def complete(server, ref, name, value, **others):
    params = {"ref": ref, "argument": {"name": name, "value": value}, "context": {"arguments": others}}
    return server.legacy("completion/complete", params).result["completion"]


def template(uri):
    return {"type": "ref/resource", "uri": uri}


def test_packages_are_found_by_id_and_by_name(server):
    everything = complete(server, TASK, "package_id", "")
    assert everything["total"] == len(everything["values"]) > 3
    assert everything["hasMore"] is False
    one = next(app for app in server.core.phone.device.list_apps() if "calc" in app.name.lower())
    assert one.package in complete(server, TASK, "package_id", one.name.upper())["values"]
    assert complete(server, TASK, "package_id", one.package[:-1])["values"][0] == one.package


def test_locations_and_files_are_found(server):
    assert PLACE in complete(server, template(FILE), "location_id", "")["values"]
    assert PLACE in complete(server, template(FILE), "location_id", "docum")["values"]
    names = complete(server, template(FILE), "path", "", location_id=PLACE)["values"]
    assert names
    inside = complete(server, template(FILE), "path", "no/such/folder/", location_id=PLACE)["values"]
    assert inside == []
    assert complete(server, template(FILE), "path", "", location_id="nowhere")["values"] == []


def test_elements_on_the_screen_are_found(server):
    values = complete(server, template(ELEMENT), "element_id", "node_")["values"]
    assert values
    assert all(value.startswith("node_") for value in values)
    assert complete(server, template(ELEMENT), "element_id", "nothing like it")["values"] == []


def test_an_argument_that_has_no_suggestions_gets_none(server):
    assert complete(server, TASK, "task", "a") == {"values": [], "total": 0, "hasMore": False}
    assert complete(server, TASK, "location_id", "")["values"] == []


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"ref": TASK},
        {"ref": TASK, "argument": {"name": "task"}},
        {"ref": TASK, "argument": {"name": 1, "value": ""}},
        {"ref": {"type": "ref/prompt", "name": "sing"}, "argument": {"name": "task", "value": ""}},
        {"ref": {"type": "ref/prompt", "name": []}, "argument": {"name": "task", "value": ""}},
        {"ref": {"type": "ref/resource", "uri": "x"}, "argument": {"name": "task", "value": ""}},
        {"ref": {"type": "ref/tool", "name": "x"}, "argument": {"name": "task", "value": ""}},
        {"ref": "do_task", "argument": {"name": "task", "value": ""}},
    ],
)
def test_a_malformed_wish_is_refused(server, params):
    assert server.legacy("completion/complete", params).error["code"] == -32602


def test_at_most_a_hundred_are_sent(server, monkeypatch):
    many = [App(f"com.example.app{number}", "x", "1", 1, False) for number in range(150)]
    monkeypatch.setattr(server.core.phone.device, "list_apps", lambda: many)
    found = complete(server, TASK, "package_id", "com.example")
    assert (len(found["values"]), found["total"], found["hasMore"]) == (100, 150, True)


def test_what_a_tool_may_not_tell_is_not_suggested(tmp_path):
    with served(tmp_path, disabled_tools=("list_apps", "list_storage_locations", "list_files")) as server:
        assert complete(server, TASK, "package_id", "")["values"] == []
        assert complete(server, template(FILE), "location_id", "")["values"] == []
        server.core.catalogue.turn_off(["get_screen_state"])
        assert complete(server, template(ELEMENT), "element_id", "")["values"] == []
