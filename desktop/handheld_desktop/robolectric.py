"""A phone whose Kotlin and Android framework are real: Robolectric in a JVM inside this process.

JPype starts the JVM with the class path of the Kotlin tests, and a thread runs `PhoneHost`, which hands the app's Bridge over. A
JVM cannot be started twice, so there is one such phone in a process.
"""

import os
import queue
import sys
import threading
from pathlib import Path
from typing import Any

from handheld.bridge import AndroidDevice
from handheld.errors import HandheldError

from . import kotlin_build

_HOST = "dev.handheld.phone.PhoneHost"
_CLASSES = ("java.lang.Thread", "java.lang.ClassLoader", "java.lang.System", "org.junit.runner.JUnitCore")
_BOOT_SECONDS = 180
_JVM = (
    "-Xmx2g", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8",
    "--add-opens=java.base/java.io=ALL-UNNAMED", "--add-opens=java.base/java.lang=ALL-UNNAMED",
)  # fmt: skip


class PhoneFailed(HandheldError):
    """The Robolectric phone did not start; the message says why."""


class RobolectricPhone:
    def __init__(self, storage: Path) -> None:
        """Builds the Kotlin where needed and boots; `storage` is the folder that the phone's storage app shows."""
        self.storage = storage
        self._handovers: queue.Queue[Any] = queue.Queue()
        _start_jvm(storage)
        self._thread = threading.Thread(target=self._run, name="robolectric-phone", daemon=True)
        self._thread.start()
        try:
            self.handle = self._handovers.get(timeout=_BOOT_SECONDS)
        except queue.Empty:
            raise PhoneFailed(f"The Robolectric phone did not start within {_BOOT_SECONDS} s") from None
        if isinstance(self.handle, str):
            raise PhoneFailed(f"The Robolectric phone did not start: {self.handle}")
        self.bridge = self.handle.getBridge()
        self.device = AndroidDevice(self.bridge)

    def stop(self) -> None:
        self.handle.stop()
        self._thread.join(10)

    def _run(self) -> None:
        """A JUnit test that ends when the phone is turned off; its failures end up with whoever waits for the phone."""
        import jpype

        handovers = self._handovers

        @jpype.JImplements("java.util.function.Function")
        class Handover:
            @jpype.JOverride  # type: ignore[untyped-decorator]
            def apply(self, phone: Any) -> None:
                handovers.put(phone)

        # By their names: `jpype.java` would open the jars of the class path, and Robolectric wants to open one itself.
        Thread, ClassLoader, System, JUnitCore = map(jpype.JClass, _CLASSES)
        Thread.currentThread().setContextClassLoader(ClassLoader.getSystemClassLoader())
        System.setOut(System.err)  # what Robolectric has to say is not what we print
        System.getProperties().put("handheld.phone", Handover())
        result = JUnitCore.runClasses(jpype.JClass(_HOST))
        for failure in result.getFailures():
            trace = str(failure.getTrace())
            handovers.put(trace)
            print(f"The Robolectric phone broke down: {trace}", file=sys.stderr)


def _start_jvm(storage: Path) -> None:
    try:
        import jpype
    except ImportError:
        raise PhoneFailed("The Robolectric phone needs JPype: pip install 'handheld[dev]'") from None
    if jpype.isJVMStarted():
        raise PhoneFailed("There can be only one Robolectric phone in a process")
    storage.mkdir(parents=True, exist_ok=True)
    os.environ["PATH"] = f"{kotlin_build.APP / 'src/test/bin'}{os.pathsep}{os.environ['PATH']}"  # its logcat
    jpype.startJVM(
        *_JVM,
        f"-Drobolectric.dependency.dir={kotlin_build.CACHE / 'android'}",
        *(f"-D{name}={value}" for name, value in kotlin_build.linking().items()),
        f"-Dhandheld.phone.storage={storage}",
        classpath=kotlin_build.classes(),
        convertStrings=False,
        interrupt=False,
    )
