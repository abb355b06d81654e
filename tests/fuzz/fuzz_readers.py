"""Coverage-guided fuzzing of the readers: any input gives a result or problems, soon, and nothing else.

    python -m tests.fuzz text --minutes 10          # or yaml, csv, jsonl, rules
    python -m tests.fuzz text --minutes 10 --keep   # and keep what found new ways through the code

needs atheris (`pip install atheris`), which has no wheels for every Python. A run starts from the
examples, from the logs on the pages of `tests/` and from `corpus/READER`; it ends with how many inputs it
tried and what it found, and its exit status is 1 where it found something. Each finding is a file (its
path is printed) whose bytes, given again, fail again: `python -m tests.fuzz text --again FILE`.

A finding is an exception that is no problem, a problem that cannot be printed, sums that do not balance,
or an input of less than 10 kB that takes more than a second.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Final

from tests.transcripts import files_of_pages

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parent.parent
LONGEST: Final = 10_000
"""Bytes of an input, at most."""
SLOW: Final = 1.0
"""Seconds of the processor that an input may take."""
KEPT: Final = 150_000
"""Bytes of inputs that `corpus/READER` keeps, at most."""
SUFFIXES: Final = {
    "text": (".ofc",),
    "yaml": (".yaml", ".json"),
    "csv": (".csv",),
    "jsonl": (".jsonl",),
    "rules": (".yaml",),
}


def seeds(reader: str, folder: Path) -> None:
    """The logs or rule sets that a run starts from, each a file of `folder`."""
    places = (ROOT / "ofcscore" / "rules",) if reader == "rules" else (ROOT / "examples", ROOT / "tests")
    paths = [path for place in places for path in place.rglob("*") if path.suffix in SUFFIXES[reader]]
    kept = HERE / "corpus" / reader
    paths += kept.iterdir() if kept.is_dir() else ()
    logs = [path.read_bytes() for path in paths if path.is_file() and "cases" not in path.parts]
    logs += [content for path, content in files_of_pages() if path.suffix in SUFFIXES[reader]]
    for data in logs:
        if len(data) <= LONGEST:
            (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)


def words(path: Path) -> None:
    """The words that inputs are made of besides bytes, as libFuzzer reads them."""
    from ofcscore.rules.settings import SETTINGS
    from tests.strategies import PIECES, YAML_PIECES

    pieces = {*PIECES, *YAML_PIECES, *(f"{word}: " for key in SETTINGS for word in key.split("."))}
    lines = []
    for piece in sorted(pieces):
        text = "".join(
            chr(b) if 32 < b < 127 and b not in b'"\\' else f"\\x{b:02x}" for b in piece.encode("utf-8")
        )
        lines.append(f'"{text}"\n')
    path.write_text("".join(lines), encoding="ascii")


def fuzz(reader: str, findings: str, flags: list[str]) -> None:
    """Try inputs until libFuzzer has had enough; it ends the process. One finding a place in the code."""
    import atheris

    with atheris.instrument_imports(include=["ofcscore"]):
        from tests.fuzz.tries import on_reader
    try_one = on_reader(reader)
    try_one(b"")
    met: set[str] = set()

    def one(data: bytes) -> None:
        start = time.process_time()
        try:
            try_one(data)
            wrong = "" if time.process_time() - start < SLOW else "takes more than a second"
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            wrong = f"{type(error).__name__} in {Path(frame.filename).name}, line {frame.lineno}: {error}"
        place = wrong.partition(":")[0]
        if wrong and place not in met:
            met.add(place)
            path = Path(findings) / f"{reader}-{hashlib.sha1(data).hexdigest()[:8]}"
            path.write_bytes(data)
            print(f"FOUND {path}: {wrong}", file=sys.stderr, flush=True)

    atheris.Setup([sys.argv[0], *flags], one)
    atheris.Fuzz()


def run(reader: str, seconds: int, findings: Path, keep: bool = False) -> tuple[int, list[str]]:
    """Return the number of inputs tried in some seconds, and a line for each finding."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as scratch:
        start, grown = Path(scratch) / "seeds", Path(scratch) / "grown"
        start.mkdir()
        grown.mkdir()
        findings.mkdir(parents=True, exist_ok=True)
        seeds(reader, start)
        words(Path(scratch) / "words")
        flags = [f"-max_len={LONGEST}", "-timeout=60", "-rss_limit_mb=2048", "-print_final_stats=1"]
        limits = [f"-dict={scratch}/words", f"-max_total_time={seconds}", f"-artifact_prefix={findings}/"]
        command = [sys.executable, "-m", "tests.fuzz.fuzz_readers", reader, "--inside", str(findings)]
        done = subprocess.run(
            [*command, *flags, *limits, str(grown), str(start)], cwd=ROOT, stderr=subprocess.PIPE, check=False
        )
        said = done.stderr.decode("utf-8", "replace")
        found = [line for line in said.splitlines() if line.startswith("FOUND ")]
        tried = re.search("number_of_executed_units: ([0-9]+)", said)
        if tried is None or done.returncode:
            found.append(f"the run broke off:\n{said[-2_000:]}")
        elif keep:
            merged = Path(scratch) / "merged"
            shutil.copytree(start, merged)
            subprocess.run(
                [*command, "-merge=1", str(merged), str(grown)],
                cwd=ROOT,
                stderr=subprocess.DEVNULL,
                check=True,
            )
            _keep(reader, [path for path in merged.iterdir() if not (start / path.name).exists()])
        return int(tried[1]) if tried else 0, found


def _keep(reader: str, paths: list[Path]) -> None:
    """Add inputs to the kept corpus, the shortest first, as far as there is room."""
    folder = HERE / "corpus" / reader
    folder.mkdir(parents=True, exist_ok=True)
    room = KEPT - sum(path.stat().st_size for path in folder.iterdir())
    for path in sorted(paths, key=lambda path: path.stat().st_size):
        room -= path.stat().st_size
        if room < 0:
            break
        shutil.copyfile(path, folder / path.name)


def main() -> None:
    """The command of the module's text."""
    if sys.argv[2:3] == ["--inside"]:
        fuzz(sys.argv[1], sys.argv[3], sys.argv[4:])
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("reader", choices=SUFFIXES)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument(
        "--keep", action="store_true", help="keep inputs that found new ways through the code"
    )
    parser.add_argument("--findings", type=Path, default=Path(tempfile.gettempdir()) / "ofcscore-findings")
    parser.add_argument("--again", type=Path, metavar="FILE", help="try the one input of a file")
    given = parser.parse_args()
    if given.again is not None:
        begin = time.process_time()
        from tests.fuzz.tries import on_reader

        on_reader(given.reader)(given.again.read_bytes())
        print(f"no problem, in {time.process_time() - begin:.2f} s")
        return
    tried, found = run(given.reader, round(given.minutes * 60), given.findings.resolve(), given.keep)
    print(f"{given.reader}: {tried:,} inputs tried, {len(found)} found", *found, sep="\n")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
