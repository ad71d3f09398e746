"""What is written twice, in two languages or two builds, and must stay the same."""

import inspect
import re
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from handheld import bridge, device, privacy
from handheld.screen import tree
from handheld_desktop.sim.privacy import TITLE

ROOT = Path(__file__).resolve().parents[1]
KOTLIN = ROOT / "app/src/main/java/dev/handheld"
ANDROID = "{http://schemas.android.com/apk/res/android}"
POM = "{http://maven.apache.org/POM/4.0.0}"

CROSSING = {"Boolean", "Int", "Long", "Float", "String", "String?", "ByteArray"}
"""Nothing else may cross between Kotlin and Python."""


def methods(kind: type) -> dict[str, list[str]]:
    """The public methods of a class, with the names of their parameters."""
    found = inspect.getmembers(kind, inspect.isfunction)
    return {name: list(inspect.signature(call).parameters)[1:] for name, call in found if not name.startswith("_")}


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def bridge_methods() -> dict[str, tuple[list[tuple[str, str]], str | None]]:
    """The public methods of Bridge.kt: parameters with their types, and the declared result."""
    source = (KOTLIN / "Bridge.kt").read_text()
    found = re.findall(r"^    fun (\w+)\(([^)]*)\)(?:: ([\w?]+))?", source, re.MULTILINE)
    return {
        name: ([(p.split(":")[0].strip(), p.split(":")[1].strip()) for p in parameters.split(",") if p.strip()], result or None)
        for name, parameters, result in found
    }


def test_the_adapter_has_every_method_of_the_seam_and_no_other():
    assert methods(bridge.AndroidDevice) == methods(device.Device)


def test_the_bridge_has_every_method_of_the_seam_in_camel_case_and_no_other():
    assert set(bridge_methods()) == {camel(name) for name in methods(device.Device)}


@pytest.mark.parametrize("name", sorted(methods(device.Device)))
def test_a_method_has_as_many_parameters_on_both_sides(name):
    parameters, _ = bridge_methods()[camel(name)]
    assert len(parameters) == len(methods(device.Device)[name])


@pytest.mark.parametrize("name", sorted(bridge_methods()))
def test_only_what_both_worlds_know_crosses(name):
    parameters, result = bridge_methods()[name]
    assert {kind for _, kind in parameters} <= CROSSING
    assert result is None or result in CROSSING


def test_the_flags_of_a_node_are_the_same_bits():
    names = {
        "isVisibleToUser": tree.VISIBLE, "isClickable": tree.CLICKABLE, "isLongClickable": tree.LONG_CLICKABLE,
        "isFocusable": tree.FOCUSABLE, "isScrollable": tree.SCROLLABLE, "isEditable": tree.EDITABLE,
        "isEnabled": tree.ENABLED, "isCheckable": tree.CHECKABLE, "isChecked": tree.CHECKED,
        "isSelected": tree.SELECTED, "isFocused": tree.FOCUSED, "isPassword": tree.PASSWORD,
        "isShowingHintText": tree.SHOWING_HINT,
    }  # fmt: skip
    written = re.findall(r"node\.(is\w+)\) flags = flags or (\d+)", (KOTLIN / "Snapshot.kt").read_text())
    assert {name: int(bit) for name, bit in written} == names


def test_a_private_app_is_called_the_same_everywhere():
    front = re.search(r'val PRIVATE = Foreground\("(\w+)", "unknown"\)', (KOTLIN / "Foreground.kt").read_text())
    title = re.search(r'const val HIDDEN_TITLE = "([^"]+)"', (KOTLIN / "Snapshot.kt").read_text())
    ours = re.search(r"applicationId\s*=?\s*[\"']([\w.]+)", (ROOT / "app/build.gradle").read_text())
    assert front is not None
    assert title is not None
    assert ours is not None
    assert (front[1], title[1], ours[1]) == (tree.PRIVATE, TITLE, privacy.OURS)


def test_the_service_does_not_claim_to_be_an_accessibility_tool():
    """What apps mark as sensitive Android then keeps from it."""
    service = ET.parse(ROOT / "app/src/main/res/xml/accessibility_service.xml").getroot()
    assert ANDROID + "canRetrieveWindowContent" in service.attrib
    assert ANDROID + "isAccessibilityTool" not in service.attrib


def test_every_component_of_the_manifest_is_a_class_and_every_component_class_is_in_it():
    manifest = ET.parse(ROOT / "app/src/main/AndroidManifest.xml").getroot()
    application = manifest.find("application")
    assert application is not None
    declared = {
        component.get(ANDROID + "name", "").lstrip(".")
        for kind in ("activity", "service", "receiver", "provider")
        for component in application.findall(kind)
    }
    components = r"class (\w+)(?:\([^)]*\))? : (?:\w*Activity|\w*Service|BroadcastReceiver|ContentProvider)\(\)"
    written = {match[1] for file in KOTLIN.glob("*.kt") for match in re.finditer(components, file.read_text())}
    assert declared <= {file.stem for file in KOTLIN.glob("*.kt")}
    assert written <= declared


def test_the_two_builds_state_the_same_versions():
    catalogue = tomllib.loads((ROOT / "gradle/libs.versions.toml").read_text())["versions"]
    properties = ET.parse(ROOT / "app/pom.xml").getroot().find(POM + "properties")
    assert properties is not None
    pom = {entry.tag.removeprefix(POM): entry.text for entry in properties}
    for name in ("kotlin", "robolectric", "junit"):
        assert pom[f"{name}.version"] == catalogue[name]


def test_the_app_and_the_package_have_one_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    gradle = re.search(r"versionName\s*=?\s*[\"']([^\"']+)", (ROOT / "app/build.gradle").read_text())
    pom = ET.parse(ROOT / "app/pom.xml").getroot().find(POM + "version")
    assert gradle is not None
    assert pom is not None
    assert gradle[1] == pom.text == project


def test_what_python_reaches_by_name_survives_shrinking():
    rules = (ROOT / "app/proguard-rules.pro").read_text()
    for name in ("Bridge", "BridgeException"):
        assert re.search(rf"-keep class dev\.handheld\.{name} {{\s*public \*;\s*}}", rules)
