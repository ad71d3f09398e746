"""Kills every kind of write at every line of the code that writes, and says what a restart finds: dying.py FOLDER.

Each death is a fork of one process that never started a thread, so that it dies with nothing but its own writes half done.
"""

import dataclasses
import inspect
import json
import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from fakes import FakeClock

import handheld
from handheld import atomic, certificate, storage
from handheld.audit import AuditLog
from handheld.call import Call
from handheld.device import Location, Picture
from handheld.pause import Pause
from handheld.phone import Phone
from handheld.recording import Recording
from handheld.settings import LocationRules, Settings, Token
from handheld.settings_file import SettingsFile
from handheld_desktop import keys
from handheld_desktop.sim.disk import Disk

CODE = {str(Path(handheld.__file__).parent / f"{name}.py") for name in ("atomic", "audit", "pause", "recording", "storage")}
CODE.add(inspect.getfile(Disk))
OLD, NEW = b"old " * 20_000, b"new " * 30_000
OPEN = Settings(storage={"docs": LocationRules(allow_write=True, allow_delete=True)})


@dataclasses.dataclass
class Case:
    write: Callable[[Path], None]
    look: Callable[[Path], Any]
    """As a restart does."""
    before: Callable[[Path], None] = lambda folder: None
    between: Callable[[Any, Any, Any], bool] = lambda found, old, new: False
    """What may be found beside the old and the new."""
    passes: int = 1
    """Of a line that runs often, so many are tried."""


def main(case: Case, folder: Path) -> dict[str, Any]:
    old, new = _look_after(case, folder, []), _look_after(case, folder, [case.write])
    found: dict[str, int] = {"old": 0, "new": 0, "between": 0}
    wrong = []
    for point in range(1, 100_000):
        _prepare(case, folder)
        survived = _dies_at(point, case, folder)
        seen = case.look(folder)
        kind = "old" if seen == old else "new" if seen == new else "between" if case.between(seen, old, new) else "wrong"
        if kind == "wrong":
            wrong.append((point, repr(seen)[:200]))
        else:
            found[kind] += 1
        atomic.sweep(folder)
        case.write(folder)
        litter = [path.name for path in folder.rglob(".*") if path.is_file()]
        if litter:
            wrong.append((point, f"left behind: {litter}"))
        if survived:
            break
    return {"points": point, "wrong": wrong, **found}


def _prepare(case: Case, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    case.before(folder)


def _look_after(case: Case, folder: Path, steps: list[Callable[[Path], None]]) -> Any:
    _prepare(case, folder)
    for step in steps:
        step(folder)
    return case.look(folder)


def _dies_at(point: int, case: Case, folder: Path) -> bool:
    child = os.fork()
    if child == 0:
        sys.settrace(_killer(point, case.passes))
        case.write(folder)
        sys.settrace(None)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert status in (0, signal.SIGKILL), status
    return status == 0


def _killer(point: int, passes: int) -> Callable[[FrameType, str, Any], Any]:
    passed: Counter[tuple[str, int]] = Counter()
    points = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal points
        if frame.f_code.co_filename not in CODE:
            return None
        if event == "line":
            here = frame.f_code.co_filename, frame.f_lineno
            passed[here] += 1
            points += passed[here] <= passes
            if points == point:
                os.kill(os.getpid(), signal.SIGKILL)
        return trace

    return trace


# What is written


def _settings(port: int) -> Settings:
    return Settings(tokens=(Token("claude", "a-token-of-some-length"),), port=port, allowed_hosts=("phone.example",) * 200)


def _save(port: int) -> Callable[[Path], None]:
    return lambda folder: SettingsFile(folder / "settings.json").save(_settings(port))


def _read_settings(folder: Path) -> Any:
    file = SettingsFile(folder / "settings.json")
    return dataclasses.asdict(file.load()), file.problems


def _first_token(folder: Path) -> None:
    file = SettingsFile(folder / "settings.json")
    file.with_token(file.load())


def _tokens(folder: Path) -> Any:
    file = SettingsFile(folder / "settings.json")
    return [len(token.token) for token in file.load().tokens], file.problems


class Keys:
    """The part of a phone that makes a certificate."""

    new_key = staticmethod(keys.new_key)
    sign = staticmethod(keys.sign)


def _certify(years: float) -> Callable[[Path], None]:
    clock = FakeClock(1_770_000_000 + years * 365.25 * 86_400)
    return lambda folder: _obtained(folder, clock)


def _obtained(folder: Path, clock: FakeClock) -> None:
    made = certificate.obtain(folder, Keys(), clock)  # type: ignore[arg-type]
    assert certificate._read(made.path, made.key_path) is not None


def _served_certificate(folder: Path) -> str:
    _certify(10)(folder)
    return "one that a server can use"


def _call(folder: Path) -> Call:
    return Call(Phone(Disk(folder, [Location("docs", "Documents", "/Documents", None)]), OPEN, FakeClock()))  # type: ignore[arg-type]


def _on_file(act: Callable[[Call, storage.File], None]) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        call = _call(folder)
        act(call, storage.to_write(call.phone, "docs", "a.txt"))

    return write


def _in_pieces() -> Iterator[bytes]:
    """As a download brings them."""
    for start in range(0, len(NEW), 1 << 14):
        yield NEW[start : start + (1 << 14)]


def _read_file(folder: Path) -> Any:
    path = folder / "Documents" / "a.txt"
    shown = storage.list_directory(phone := _call(folder).phone, storage.to_list(phone, "docs", ""))
    return path.read_bytes() if path.exists() else None, [entry.name for entry in shown]


def _old_file(folder: Path) -> None:
    (folder / "Documents").mkdir()
    (folder / "Documents" / "a.txt").write_bytes(OLD)


def _appended(found: Any, old: Any, new: Any) -> bool:
    """An append does not copy the file: a kill may leave its beginning."""
    return bool(new[0].startswith(found[0]) and found[0].startswith(old[0]))


def _audit(folder: Path) -> None:
    log = AuditLog(folder, FakeClock(), max_bytes=1000)
    for number in range(9):
        log.write("c", f"new {number}", {}, "ok", 0)
    log.close()


def _audit_before(folder: Path) -> None:
    (folder / "audit.jsonl").write_text('{"tool":"older"}\n{"tool":"old"}\n{"tool":"cut o')


def _audited(folder: Path) -> list[str]:
    return [entry["tool"] for entry in AuditLog(folder, FakeClock(), max_bytes=1000).entries()]


def _first_lines(found: Any, old: Any, new: Any) -> bool:
    return any(found == [f"new {number}" for number in reversed(range(count))] + old for count in range(10))


def _picture(folder: Path) -> None:
    recording = Recording(folder / "recordings", FakeClock(), lambda: Picture(NEW, 1, 1), most=1)
    recording._keep("20260202T024000000-00000002.jpg")


def _old_picture(folder: Path) -> None:
    (folder / "recordings").mkdir()
    (folder / "recordings" / "20260202T023900000-00000001.jpg").write_bytes(OLD)


def _pictures(folder: Path) -> list[tuple[str, bool]]:
    recording = Recording(folder / "recordings", FakeClock(), lambda: None)
    return [(name, recording.read(name) in (OLD, NEW)) for name in sorted(recording.names())]


CASES = {
    "settings": Case(_save(9090), _read_settings, _save(8080)),
    "first_token": Case(_first_token, _tokens),
    "certificate": Case(_certify(0), _served_certificate, passes=2),
    "renewed_certificate": Case(_certify(10), _served_certificate, _certify(0), passes=2),
    "write_file": Case(_on_file(lambda call, file: storage.write(call, file, [NEW])), _read_file, _old_file),
    "download": Case(_on_file(lambda call, file: storage.write(call, file, _in_pieces())), _read_file, _old_file),
    "file_replace": Case(_on_file(lambda call, file: storage.edit(call, file, lambda data: NEW)), _read_file, _old_file),
    "append_file": Case(_on_file(lambda call, file: storage.append(call, file, NEW)), _read_file, _old_file, _appended),
    "pause": Case(lambda folder: Pause(folder / "paused").set(True), lambda folder: Pause(folder / "paused").on),
    "resume": Case(
        lambda folder: Pause(folder / "paused").set(False),
        lambda folder: Pause(folder / "paused").on,
        lambda folder: (folder / "paused").touch(),
    ),
    "audit": Case(_audit, _audited, _audit_before, _first_lines, passes=3),
    "recording": Case(_picture, _pictures, _old_picture, lambda found, old, new: found == old + new),
}

if __name__ == "__main__":
    print(json.dumps({name: main(case, Path(sys.argv[1]) / name) for name, case in CASES.items()}))
