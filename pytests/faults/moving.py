"""A phone that moves from one network to another. Runs in a network of its own: `unshare --net python moving.py DATA`."""

import json
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

HANDHELD = Path(sys.executable).with_name("handheld")
AT_HOME, ELSEWHERE = "10.77.0.1", "10.88.0.1"


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


def tools(address: str, port: str, token: str) -> int:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    with urlopen(Request(f"http://{address}:{port}/mcp", json.dumps(message).encode(), headers), timeout=30) as answer:
        return len(json.load(answer)["result"]["tools"])


def main(data: str) -> None:
    ip("link", "set", "lo", "up")
    ip("link", "add", "wifi", "type", "veth", "peer", "name", "router")
    ip("addr", "add", f"{AT_HOME}/24", "dev", "wifi")
    ip("link", "set", "wifi", "up")
    ip("link", "set", "router", "up")
    command = [HANDHELD, "serve", "--host", "0.0.0.0", "--port", "0", "--data", data]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        port = server.stdout.readline().rpartition(":")[2].removesuffix("/mcp\n")
        token = server.stdout.readline().strip().removeprefix("token: ")
        seen = {"at home": tools(AT_HOME, port, token)}
        ip("addr", "del", f"{AT_HOME}/24", "dev", "wifi")
        seen["nowhere"] = tools("127.0.0.1", port, token)
        ip("addr", "add", f"{ELSEWHERE}/24", "dev", "wifi")
        seen["elsewhere"] = tools(ELSEWHERE, port, token)
        server.terminate()
        server.stdout.read()
    print(json.dumps(seen | {"ended": server.returncode}))


main(sys.argv[1])
