"""Handheld as people run it: the simulated phone behind it, token, Host and Origin checks, limits, audit log."""

import gc
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

from handheld.call import Call
from handheld.core import Core
from handheld.server.run import serve
from handheld.settings import Settings, Token
from handheld.tool import tool
from handheld_desktop.sim import SimulatedPhone

STOP = (signal.SIGINT, signal.SIGTERM)


@tool("Echo", read_only=True, blocking=False)
def echo(call: Call, text: str) -> str:
    """Says the same."""
    return text


@tool("Echo from a thread", read_only=True)
def echo_from_a_thread(call: Call, text: str) -> str:
    """Says the same."""
    return text


def main(parser: Any) -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, STOP)  # until sigwait
    with tempfile.TemporaryDirectory() as folder:
        data, settings = Path(folder), Settings(tokens=(Token("bench", os.environ["HANDHELD_TOKEN"]),))
        core = Core(settings, SimulatedPhone(data / "storage"), data)
        for extra in (echo, echo_from_a_thread):
            core.catalogue.tools[extra.name] = extra
        running = serve(core, "127.0.0.1", 0, http=parser)
        gc.freeze()  # as `handheld serve` does
        print(running.port, flush=True)
        signal.sigwait(STOP)
        running.stop()


main(sys.argv[1])
