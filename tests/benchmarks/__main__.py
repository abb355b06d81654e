"""`python -m tests.benchmarks`: every figure of the program's speed as a ratio to its anchor, in one run.

It fails if a figure misses what it must reach. Other processes make figures worse, never better, and so the
least of several rounds counts, in which a figure and its anchor take turns.
Start-up is measured in an environment of its own with the same packages but `interegular`, which makes
lark check its terminals for a third of a second, and with Python's cache of compiled modules.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import resource
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from ofcscore.api import load_rules
from ofcscore.session.settlement import settlement
from tests.benchmarks import work
from tests.benchmarks.logs import write_log

ROOT: Final = Path(__file__).resolve().parents[2]


ANCHORS: Final = {
    "A0": "`python -c pass`",
    "A1": "one pattern and three splits a line in memory",
    "A2": "the events of PyYAML's parser",
    "": "",
}
"""The units in the table of docs/speed.md."""


class Row(NamedTuple):
    """One line of the table: what is measured, its unit, the two limits, and our figure.

    With `least` a figure is good from its limit on, else up to it.
    """

    what: str
    unit: str
    target: float
    must: float
    figure: float
    least: bool = False

    def reaches(self, limit: float) -> bool:
        return self.figure >= limit if self.least else self.figure <= limit

    def line(self) -> str:
        verdict = "ok" if self.reaches(self.target) else "must" if self.reaches(self.must) else "MISSED"
        return f"{self.what:<58} {self.figure:8.2f} {self.target:8g} {self.must:8g} {self.unit:<3} {verdict}"

    def markdown(self) -> str:
        """The line of the table in docs/speed.md."""
        figure = f"{self.figure:.2g}" if self.figure < 10 else f"{self.figure:.0f}"
        amount = figure if self.unit in ANCHORS else f"{figure} {self.unit}"
        return f"| {self.what} | {ANCHORS.get(self.unit, '')} | {amount} | {self.target:g} | {self.must:g} |"


def least_seconds(tasks: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Seconds of processor time of each task: the least of rounds in which all take their turn."""
    taken: dict[str, list[float]] = {name: [] for name in tasks}
    for task in tasks.values():
        task()
    for _ in range(rounds):
        for name, task in tasks.items():
            gc.collect()
            # As the program itself runs.
            gc.disable()
            start = time.process_time()
            task()
            taken[name].append(time.process_time() - start)
            gc.enable()
    return {name: min(seconds) for name, seconds in taken.items()}


# -- start-up ------------------------------------------------------------------------------------------


def clean_python(folder: Path) -> Path:
    """A Python with the packages of this one but interegular."""
    if folder.exists():
        return folder / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    for package in Path(sysconfig.get_path("purelib")).iterdir():
        if not package.name.startswith(("interegular", "_ofcscore", "__editable__", "ofcscore")):
            (site / package.name).symlink_to(package)
    (site / "ofcscore.pth").write_text(f"{ROOT}\n")
    return folder / "bin" / "python"


def clean_environment() -> dict[str, str]:
    """The environment of somebody whose Python keeps what it compiled."""
    return {k: v for k, v in os.environ.items() if k not in ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")}


def spent(command: Sequence[str | Path]) -> float:
    """Seconds of processor time of a process, whatever else the machine does."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, env=clean_environment(), capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


BEGIN: Final = "import sys; from ofcscore.__main__ import start; sys.exit(start())"


def start_up(folder: Path, rounds: int) -> list[Row]:
    python = clean_python(folder / "clean")
    logs = {
        "canonical": write_log(folder / "one.ofc", 1),
        "yaml": write_log(folder / "one.yaml", 1, form="yaml"),
        "typed": write_log(folder / "typed.ofc", 1, form="grammar"),
        "night": write_log(folder / "night.ofc", 20, form="grammar"),
    }
    commands: dict[str, list[str | Path]] = {
        "A0": ["-c", "pass"],
        "help": ["-c", BEGIN, "--help"],
        **{name: ["-c", BEGIN, "score", log] for name, log in logs.items()},
    }
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for index in range(rounds + 2):
        for name, command in commands.items():
            seconds = spent([python, *command])
            if index > 1:
                taken[name].append(seconds)
    bare = min(taken["A0"])
    figure = {name: min(seconds) / bare for name, seconds in taken.items()}
    print(f"A0, `python -c pass`: {bare * 1e3:.1f} ms")
    return [
        Row("one canonical deal as a process", "A0", 6, 8, figure["canonical"]),
        Row("one YAML deal", "A0", 8, 10, figure["yaml"]),
        Row("--help", "A0", 5, 6, figure["help"]),
        Row("one typed line in the log", "A0", 9, 11, figure["typed"]),
        Row("a night of 20 typed deals", "A0", 11, 14, figure["night"]),
    ]


# -- logs ----------------------------------------------------------------------------------------------


def columns(folder: Path, count: int, rounds: int) -> list[Row]:
    """Long logs, nearly all of whose deals are scored as columns."""
    text, yaml, jsonl = (
        write_log(folder / f"long.{suffix}", count, form=form)
        for form, suffix in (("text", "ofc"), ("yaml", "yaml"), ("jsonl", "jsonl"))
    )
    lines = text.read_text(encoding="utf-8").splitlines()
    seconds = least_seconds(
        {
            "A1": lambda: work.match_lines(lines),
            "summary": lambda: work.report(text, deals="none"),
            "jsonl": lambda: work.report(jsonl, deals="none"),
            "lines": lambda: work.report(text),
            "A2": lambda: work.yaml_events(yaml),
            "yaml": lambda: work.report(yaml, deals="none"),
        },
        rounds,
    )
    a1, a2 = seconds["A1"], seconds["A2"]
    print(f"A1 over {count:,} deals: {a1 / count * 1e6:.2f} us a deal")
    return [
        Row(f"text, {count:,} deals summed up", "A1", 0.6, 0.9, seconds["summary"] / a1),
        Row(f"YAML, {count:,} deals summed up", "A2", 0.1, 0.25, seconds["yaml"] / a2),
        Row(f"JSON Lines, {count:,} deals summed up", "A1", 0.8, 1.5, seconds["jsonl"] / a1),
        Row(f"text, {count:,} deals, a line a deal", "A1", 1.5, 3, seconds["lines"] / a1),
    ]


def deal_by_deal(folder: Path, count: int, rounds: int) -> list[Row]:
    """Long logs without numpy."""
    text = write_log(folder / "text.ofc", count)
    hand = write_log(folder / "hand.ofc", count, form="hand")
    lines = text.read_text(encoding="utf-8").splitlines()
    seconds = least_seconds(
        {
            "A1": lambda: work.match_lines(lines),
            "summary": lambda: work.report(text, deals="none", numpy=False),
            "hand": lambda: work.report(hand, deals="none", numpy=False),
        },
        rounds,
    )
    a1 = seconds["A1"]
    return [
        Row(f"without numpy: {count:,} canonical deals summed up", "A1", 16, 25, seconds["summary"] / a1),
        Row(f"without numpy: {count:,} typed deals summed up", "A1", 45, 70, seconds["hand"] / a1),
    ]


_MEASURED: Final = """
import sys, time
start = time.perf_counter()
sys.path.insert(0, {root!r})
sys.stdout = open("/dev/null", "w")
if {numpy!r}:
    import numpy
else:
    sys.modules["numpy"] = None
    import importlib.util as util
    real = util.find_spec
    util.find_spec = lambda name, package=None: None if name == "numpy" else real(name, package)
if {arguments!r}:
    from ofcscore.cli.main import main
    assert main({arguments!r}) == 0
# Not what getrusage says, which begins with the peak of the process that began this one.
with open("/proc/self/status") as status:
    used = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
print(time.perf_counter() - start, used / 1024, file=sys.__stdout__)
"""


def measured(*arguments: str, numpy: bool = True) -> tuple[float, float]:
    """Seconds and peak MB of a command in a process of its own; of a bare one without arguments."""
    script = _MEASURED.format(root=str(ROOT), arguments=list(arguments), numpy=numpy)
    ran = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    seconds, megabytes = ran.stdout.split()
    return float(seconds), float(megabytes)


def memory(folder: Path, count: int) -> list[Row]:
    """The memory that a long log takes besides numpy."""
    seconds, peak = measured("score", "--deals", "none", str(write_log(folder / "most.ofc", count)))
    print(f"text, {count:,} deals: {seconds / count * 1e6:.1f} us a deal")
    return [Row(f"text, {count:,} deals: peak above numpy", "MB", 24, 60, peak - measured()[1])]


def settlements(rounds: int) -> list[Row]:
    dice = random.Random(20)
    taken = []
    for _ in range(rounds):
        totals = {str(n): dice.randint(-500, 500) for n in range(19)}
        totals["last"] = -sum(totals.values())
        start = time.process_time()
        settlement(totals)
        taken.append((time.process_time() - start) * 1e3)
    return [Row("settlement, 20 players", "ms", 1, 10, sorted(taken)[len(taken) // 2])]


def parquet(folder: Path, count: int, rounds: int) -> list[Row]:
    """Parquet files of `count` deals."""
    from tests.benchmarks import bulk

    codes = bulk.log_codes(10_000)
    memory = bulk.in_memory(codes, load_rules("ofc"), rounds)
    two = bulk.threads(folder, bulk.write_files(folder, codes, count), count, rounds)
    return [
        Row("Parquet, nested strings / deal by deal, 1 thread", "", 100, 60, memory["nested"], least=True),
        Row("Parquet, cards / deal by deal", "", 120, 70, memory["cards"], least=True),
        *(
            Row(
                f"Parquet, file to file, 1 -> 2 threads, {layout}, {count / 1e6:g}M",
                "",
                1.7,
                1.4,
                figure,
                True,
            )
            for layout, figure in two.items()
        ),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, and memory of 100,000 deals")
    parser.add_argument("--markdown", action="store_true", help="the rows as docs/speed.md has them")
    given = parser.parse_args()
    quick = given.quick
    with TemporaryDirectory() as name:
        folder = Path(name)
        rows = start_up(folder, 9 if quick else 25)
        rows += deal_by_deal(folder, 10_000, 4 if quick else 9)
        rows += columns(folder, 100_000, 4 if quick else 9)
        rows += memory(folder, 100_000 if quick else 1_000_000)
        rows += parquet(folder, 1 << 19, 3 if quick else 9)
        rows += settlements(25)
    if not given.markdown:
        print(f"\n{'':<58} {'ours':>8} {'target':>8} {'must':>8}")
    for row in rows:
        print(row.markdown() if given.markdown else row.line())
    missed = [row for row in rows if not row.reaches(row.must)]
    for row in missed:
        print(f"missed: {row.line()}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
