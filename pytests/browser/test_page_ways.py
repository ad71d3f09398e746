"""The ways that the page names to a client that runs elsewhere, as far as they can be gone here."""

import http.client
import json
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

from room import Room, room_in
from way import way_to


def status(room: Room, address: str, port: int, host: str | None = None) -> int:
    """Of a question for the tools that comes to this address, under this name."""
    token = room.app.settings.tokens[0].token
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"} | ({"host": host} if host else {})
    with closing(http.client.HTTPConnection(address, port, timeout=20)) as connection:
        connection.request("POST", "/mcp", json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}), headers)
        return connection.getresponse().status


def test_a_port_that_adb_forwards_leads_to_the_server(room: Room) -> None:
    with way_to(room.app.port) as way:
        assert status(room, "127.0.0.1", way.port) == 200


def test_a_tunnels_name_leads_in_once_the_person_allowed_it(room: Room) -> None:
    name = "green-apple.trycloudflare.com"
    assert status(room, "127.0.0.1", room.app.port, name) == 403
    room.app.configure({"allowed_hosts": [name]})
    assert status(room, "127.0.0.1", room.app.port, name) == 200


def test_who_listens_on_every_network_is_reached_by_its_address_there(tmp_path: Path) -> None:
    with room_in(tmp_path, host="0.0.0.0") as room:
        address = urlsplit(room.app.address).hostname
        assert address is not None
        assert status(room, address, room.app.port) == 200
