"""Fuzzes the parsers guided by what is reached of our code: guided.py RUNS. Runs in the Python that has atheris."""

import ast
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def fuzz(name: str, runs: int) -> None:
    import atheris

    with atheris.instrument_imports(include=["handheld", "handheld_desktop"]):
        import parsers

    def try_one(data: bytes) -> None:
        parsers.read(name, data)

    with tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate(_seeds()):
            (Path(corpus) / str(number)).write_bytes(seed)
        limits = ["-max_len=4096", "-timeout=20", "-rss_limit_mb=4000", f"-artifact_prefix={ROOT}/"]
        atheris.Setup([sys.argv[0], f"-runs={runs}", *limits, corpus], try_one)
        atheris.Fuzz()


def _seeds() -> list[bytes]:
    """Those of the test, which cannot be imported here: this Python has no hypothesis."""
    text = (HERE / "test_parsers.py").read_text()
    start = text.index("SEEDS = (") + len("SEEDS = ")
    return list(ast.literal_eval(text[start : text.index("\n)", start) + 2]))


def main(runs: int) -> int:
    import_path = [ROOT / "app/src/main/python", ROOT / "desktop", HERE, HERE.parent, *ROOT.glob(".venv/lib/*/site-packages")]
    environment = {"PYTHONPATH": ":".join(map(str, import_path)), "PATH": sysconfig.get_path("scripts"), "HANDHELD_JSON": "json"}
    names = [line.split('"')[1] for line in (HERE / "parsers.py").read_text().splitlines() if line.startswith('    "')]
    each = str(runs // len(names) + 1)
    return max(subprocess.run([sys.executable, __file__, name, each], env=environment).returncode for name in names)


if __name__ == "__main__":
    if len(sys.argv) == 2:
        sys.exit(main(int(sys.argv[1])))
    fuzz(sys.argv[1], int(sys.argv[2]))
