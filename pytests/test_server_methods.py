"""No parameters, however odd, find a bug: every method answers with a result or says what is wrong with them."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handheld.call import Call
from handheld.core import Core
from handheld.server.calls import Calls
from handheld.server.jsonrpc import INTERNAL_ERROR, RpcError
from handheld.server.mcp import Exchange, Mcp
from handheld.settings import Settings
from handheld_desktop.sim import SimulatedPhone

COMMON = ["tools/list", "tools/call", "resources/list", "resources/templates/list", "resources/read"]
COMMON += ["prompts/list", "prompts/get", "completion/complete"]
LEGACY = ["initialize", "ping", "logging/setLevel", *COMMON]
METHODS = [(method, False) for method in LEGACY] + [(method, True) for method in ["server/discover", *COMMON]]

words = st.sampled_from(
    ["do_task", "android_fly", "android://screen", "android://files/a/b", "ref/prompt", "ref/resource", "task", "info"]
)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | words
names = st.sampled_from(
    ["name", "arguments", "uri", "cursor", "level", "protocolVersion", "ref", "argument", "context", "type", "value", "task"]
) | st.sampled_from(["inputResponses", "requestState"])
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(names, inner, max_size=4))


@pytest.fixture(scope="module")
def mcp(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    core = Core(Settings(), SimulatedPhone(folder / "storage"), folder)
    calls = Calls(core)
    yield Mcp(core.mcp, calls)
    calls.close()


@pytest.mark.parametrize(("method", "modern"), METHODS)
@given(params=st.dictionaries(names, values, max_size=5))
def test_odd_parameters_are_answered_clearly(mcp, method, modern, params):
    exchange = Exchange("tests", modern, Call(mcp.surface.catalogue.phone))
    try:
        asyncio.run(mcp.answer(method, params, exchange))
    except RpcError as error:
        if error.code == INTERNAL_ERROR:
            pytest.fail(f"{method} {params}: {error.message}")
