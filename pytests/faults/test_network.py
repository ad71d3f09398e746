"""The network under a running server changes, for real: in a network namespace of its own."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


def _may_make_networks() -> bool:
    if not shutil.which("unshare") or not shutil.which("ip"):
        return False
    trial = ["unshare", "--net", "ip", "link", "add", "wifi", "type", "veth", "peer", "name", "router"]
    return subprocess.run(trial, capture_output=True).returncode == 0


@pytest.mark.skipif(not _may_make_networks(), reason="a network of its own needs Linux, iproute2 and root")
def test_a_server_goes_on_when_its_phone_leaves_one_network_and_joins_another(tmp_path: Path) -> None:
    moving = Path(__file__).with_name("moving.py")
    done = subprocess.run(
        ["unshare", "--net", sys.executable, moving, str(tmp_path)], capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["ended"] == 0
    assert seen["at home"] == seen["nowhere"] == seen["elsewhere"] == 41
