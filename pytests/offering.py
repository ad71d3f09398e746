"""Our tools as another app meets them, for the tests of both ways to offer them."""

import json

import pytest
from neighbourhood import AgentApp, Neighbourhood

from handheld.call import Call, NeedsInput
from handheld.settings import OfferRules
from handheld.tool import tool

AGENT = "com.example.agent"
SIGNER = AgentApp().signer
ALLOWED = OfferRules(provider=True, mobile_mcp=True, callers={AGENT: SIGNER})


@tool("Wait")
def wait_for_ever(call: Call) -> str:
    """Waits until nobody does."""
    while True:
        call.sleep(60)


@tool("Crash")
def crash(call: Call) -> str:
    """Has a bug."""
    raise ZeroDivisionError


@tool("Ask")
def ask(call: Call) -> str:
    """Needs the person."""
    raise NeedsInput({"name": {"method": "elicitation/create"}})


@pytest.fixture
def near(tmp_path):
    made = []

    def make(offer=ALLOWED, **settings):
        here = Neighbourhood(tmp_path / str(len(made)), offer=offer, **settings)
        for extra in (wait_for_ever, crash, ask):
            here.core.catalogue.tools[f"android_{extra.name}"] = extra
        made.append(here)
        return here

    yield make
    for each in made:
        each.close()


def audited(here):
    path = here.core.data_dir / "audit.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
