"""The samples that developers copy: what Handheld would make of them."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from handheld.device import FoundService, XmlElement
from handheld.hub import capabilities
from handheld.hub.untrusted import Notes

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "samples"
ANDROID = "{http://schemas.android.com/apk/res/android}"


def element(node):
    return XmlElement(node.tag, dict(node.attrib), tuple(map(element, node)))


@pytest.fixture(scope="module")
def timer():
    return ET.parse(SAMPLES / "mobile-mcp/AndroidManifest.xml").getroot().find("application/service")


def test_the_service_is_found_and_nothing_of_its_descriptor_is_ignored(timer):
    assert timer.get(f"{ANDROID}exported") == "true"
    assert timer.find("intent-filter/action").get(f"{ANDROID}name") == "mobile.mcp.SERVICE"
    about = {each.get(f"{ANDROID}name"): each.get(f"{ANDROID}value") for each in timer.findall("meta-data")}
    descriptor = element(ET.parse(SAMPLES / "mobile-mcp/res/xml/mcp_capabilities.xml").getroot())
    name, description = about["mobile.mcp.tool.name"], about["mobile.mcp.tool.description"]
    notes = Notes()
    tools = capabilities.read(FoundService("com.example.timer", "s", "Timer", name, description, descriptor), notes)
    assert notes.all() == ()
    assert [(tool.own_name, tool.notes, tool.problem) for tool in tools] == [("start_timer", (), ""), ("list_timers", (), "")]
    code = (SAMPLES / "mobile-mcp/TimerMcpService.kt").read_text()
    for tool in tools:
        assert f'"{tool.own_name}" ->' in code
        assert all(f'put("{output}"' in code for output in tool.output["properties"])


def test_the_provider_is_found_in_both_ways():
    provider = ET.parse(SAMPLES / "content-provider/AndroidManifest.xml").getroot().find("application/provider")
    assert provider.get(f"{ANDROID}exported") == "true"
    assert provider.get(f"{ANDROID}authorities").endswith(".authorities.McpProvider")
    document, public = provider.findall("intent-filter")
    assert document.find("data").get(f"{ANDROID}mimeType") == "application/vnd.mcp.tool"
    assert public.find("action").get(f"{ANDROID}name") == "se.premex.mcp.MCP_PROVIDER"


@pytest.mark.parametrize("folder", ["content-provider", "mobile-mcp"])
def test_each_class_of_the_manifest_is_in_the_one_kotlin_file(folder):
    manifest = ET.parse(SAMPLES / folder / "AndroidManifest.xml").getroot()
    (code,) = (SAMPLES / folder).glob("*.kt")
    (component,) = manifest.find("application")
    assert component.get(f"{ANDROID}name") == f".{code.stem}"
    assert f"package {manifest.get('package')}\n" in code.read_text()
    assert f"class {code.stem} :" in code.read_text()


def test_links_of_the_page_lead_somewhere():
    page = ROOT / "docs/offer-your-tools.md"
    for place in (page, SAMPLES / "README.md"):
        for link in re.findall(r"\]\(([^)#]+)\)", place.read_text()):
            assert (place.parent / link).exists(), link
