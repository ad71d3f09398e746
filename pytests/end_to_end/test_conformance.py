"""The official conformance suite, for both revisions, with authentication on."""

import os
import subprocess
from pathlib import Path

import conformance_fixtures
import pytest
from forwarding import with_token
from serving import TOKEN, served

HERE = Path(__file__).parent

pytestmark = pytest.mark.timeout(600)  # the first run installs it


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
def test_the_server_conforms(node_tools, tmp_path, revision):
    known = HERE / f"expected_failures_{revision}.yml"
    command = ["conformance", "server", "--requirements", revision, "--output-dir", str(tmp_path / "results")]
    command += ["--expected-failures", str(known)] if known.exists() else []
    environment = os.environ | {"PATH": f"{node_tools}{os.pathsep}{os.environ['PATH']}"}
    with served(tmp_path) as server, with_token(server.port, TOKEN) as port:
        conformance_fixtures.add_to(server.core)
        done = subprocess.run(
            [*command, "--url", f"http://127.0.0.1:{port}/mcp"],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
    summary = done.stdout.partition("=== SUMMARY ===")[2]
    assert done.returncode == 0, summary + done.stderr
    assert "✓ tools-call-simple-text" in summary


def test_the_fixtures_are_not_in_the_product(tmp_path):
    with served(tmp_path) as server:
        names = [tool["name"] for tool in server.legacy("tools/list").result["tools"]]
        assert not [name for name in names if name.startswith("test_")]
